//! The cheapest mix of an owned option and one of the offers.
//!
//! An offer that is dearer in every price than another of the same shape is in no cheapest mix: with the same nodes and the
//! same instances of each commitment, every charge is a price times hours that depend only on these counts, so the mix with the
//! other offer costs no more. The remaining offers of all shapes and all owned options are searched together.

use super::as_option::{AsOption, OfferOption};
use super::offer_search::{Entry, Field, OfferSearch, price_nodes};
use super::paste::pasted;
use super::ranked::is_near;
use super::result::{MixFound, MixedOffer, OwnNotPlanned};
use super::shape::Priced;
use crate::analysis::plan::search::TooMuch;
use crate::analysis::plan::space::{Region, Space};
use crate::analysis::plan::variant::{Pair, PlannedNodes, Variant};
use crate::analysis::plan::{NotPlanned, pair_is_planned, plan_of};
use crate::model::{OptionId, OptionKind};
use crate::parallel::on_all_cores;
use crate::scenario::{Loaded, Rejected};
use crate::variation::Variation;
use rust_decimal::Decimal;

/// Spaces of one shape with one owned option.
#[derive(Debug)]
struct Mixes {
    own: usize,
    /// Index of the shape among the spaces of the contest.
    shape: usize,
    spaces: Vec<(Space, Region)>,
}

/// The cheapest mix, if it costs less than the cheapest offer alone, `least`.
pub(super) fn mixed(options: &AsOption<'_>, contest: &OfferSearch, least: Option<Decimal>, most: usize) -> MixFound {
    let owned = options.loaded.scenario.own.len();
    let Some(least) = least.filter(|_| owned > 0) else { return MixFound::Nothing };
    let fronts: Vec<Vec<&Entry>> = (0..contest.shapes.len()).map(|shape| front(contest, shape)).collect();
    let pairs: Vec<(usize, usize)> =
        (0..owned).flat_map(|own| (0..fronts.len()).map(move |shape| (own, shape))).collect();
    let pairs: Vec<(usize, usize)> = pairs.into_iter().filter(|(_, shape)| !fronts[*shape].is_empty()).collect();
    let build = |(own, shape): &(usize, usize)| {
        let spaces = spaces(options, contest, fronts[*shape][0], *own).map_err(|why| (*own, why))?;
        Ok(Mixes { own: *own, shape: *shape, spaces })
    };
    let built: Vec<Result<Mixes, (usize, NotPlanned)>> = on_all_cores(&pairs, build);
    let (mut field, mut of_own, mut not_planned) = (Field::default(), Vec::new(), Vec::new());
    for built in built {
        match built {
            Ok(mixes) => enter(mixes, &fronts, &mut field, &mut of_own),
            Err((own, because)) => {
                let found = OwnNotPlanned { option: nth_own(options, own), because };
                if !not_planned.contains(&found) {
                    not_planned.push(found);
                }
            }
        }
    }
    let mut frontier = field.frontier();
    match frontier.least(&mut field, Some(least), most) {
        Err(TooMuch) => MixFound::TooMuch,
        Ok(None) => MixFound::NoneCheaper { not_planned },
        Ok(Some(found)) => {
            let entry = &field.entries[found.entry];
            let (own, shape) = of_own[found.entry];
            match mixed_offer(options, contest, (entry.candidate, shape), own, most) {
                Ok(mix) => {
                    let present_value = mix.plan.plan.present_value.into();
                    debug_assert!(is_near(present_value, found.present_value), "the search has other prices");
                    MixFound::Cheaper { cheapest: Box::new(mix) }
                }
                Err(NotPlanned::TooMuch) => MixFound::TooMuch,
                Err(because) => {
                    let found = OwnNotPlanned { option: nth_own(options, own), because };
                    MixFound::NoneCheaper { not_planned: vec![found] }
                }
            }
        }
    }
}

/// ID of an owned option by its index.
fn nth_own(options: &AsOption<'_>, index: usize) -> OptionId {
    OptionId::own(&options.loaded.scenario.own.iter().nth(index).expect("an owned option of the scenario").name)
}

/// Adds the spaces of a pair, with an entry in each for every undominated offer.
fn enter(mixes: Mixes, fronts: &[Vec<&Entry>], field: &mut Field, of_own: &mut Vec<(usize, usize)>) {
    let Mixes { own, shape, spaces } = mixes;
    for (space, region) in spaces {
        for entry in &fronts[shape] {
            field.entries.push(Entry { space: field.spaces.len(), region: region.clone(), ..(*entry).clone() });
            of_own.push((own, shape));
        }
        field.spaces.push(space);
    }
}

/// Offers of a shape that no other one undercuts in every price; of equal offers the first.
fn front(contest: &OfferSearch, shape: usize) -> Vec<&Entry> {
    let mut front: Vec<&Entry> = Vec::new();
    let is_no_dearer =
        |one: &Entry, other: &Entry| one.prices.iter().zip(&other.prices).all(|(one, other)| one <= other);
    for entry in contest.field.entries.iter().filter(|entry| entry.space == shape) {
        if front.iter().any(|kept| is_no_dearer(kept, entry)) {
            continue;
        }
        front.retain(|kept| !is_no_dearer(entry, kept));
        front.push(entry);
    }
    front
}

fn with_candidate(
    options: &AsOption<'_>,
    contest: &OfferSearch,
    candidate: usize,
    priced: Priced,
) -> Result<Loaded, Rejected> {
    let candidate = &contest.candidates[candidate];
    let nothing: Vec<Option<u32>> = priced.commitments().map(|_| Some(0)).collect();
    options.with_option(&options.name(candidate), OfferOption { candidate, priced, committed: &nothing })
}

fn refused(rejected: Rejected) -> NotPlanned {
    rejected.diagnostics.into_iter().next().map_or(NotPlanned::NoMix, |found| NotPlanned::Refused(Box::new(found)))
}

/// Spaces of an owned option with an offer: one with purchased nodes, and, with existing nodes, one without purchases.
fn spaces(
    options: &AsOption<'_>,
    contest: &OfferSearch,
    entry: &Entry,
    own: usize,
) -> Result<Vec<(Space, Region)>, NotPlanned> {
    let priced = contest.shapes[entry.space].priced;
    let loaded = with_candidate(options, contest, entry.candidate, priced).map_err(refused)?;
    let name = options.name(&contest.candidates[entry.candidate]);
    let variation = Variation::of(&loaded, options.traces);
    let pair = pair(&variation, own, &name).ok_or(NotPlanned::NoMix)?;
    pair_is_planned(&pair)?;
    let id = OptionId::rent(&name);
    let space = |variant: Variant| -> Result<Space, NotPlanned> {
        let prices = price_nodes(&variant.loaded.document, &id, priced);
        let space = Space::new(variant, options.traces, OptionKind::Own).map_err(NotPlanned::NoValue)?;
        Ok(space.holding(&prices))
    };
    let mut bought = space(pair.owned(PlannedNodes::Nodes).map_err(refused)?)?;
    let already = pair.already_owned().map_or(0, |servers| servers.nodes);
    let most = bought.enough().saturating_sub(already);
    let Region { from, to } = &entry.region;
    let mut spaces = Vec::new();
    if most > 0 {
        let region = Region { from: [&[1], from.as_slice()].concat(), to: [&[most], to.as_slice()].concat() };
        spaces.push((bought, region));
    }
    if already > 0 {
        spaces.push((space(pair.owned(PlannedNodes::Nothing).map_err(refused)?)?, entry.region.clone()));
    }
    Ok(spaces)
}

/// The owned option and the option of an offer as a pair.
fn pair<'a>(variation: &'a Variation<'a>, own: usize, name: &str) -> Option<Pair<'a>> {
    let scenario = variation.scenario();
    Some(Pair { variation, own: scenario.own.iter().nth(own)?, rent: scenario.rent.get(name)? })
}

/// The mix as a plan.
fn mixed_offer(
    options: &AsOption<'_>,
    contest: &OfferSearch,
    (candidate, shape): (usize, usize),
    own: usize,
    most: usize,
) -> Result<MixedOffer, NotPlanned> {
    let loaded = with_candidate(options, contest, candidate, contest.shapes[shape].priced).map_err(refused)?;
    let candidate = &contest.candidates[candidate];
    let (name, offer) = (options.name(candidate), options.first(candidate));
    let variation = Variation::of(&loaded, options.traces);
    let pair = pair(&variation, own, &name).ok_or(NotPlanned::NoMix)?;
    let plan = plan_of(&variation, options.traces, (pair.own, pair.rent), most)?;
    Ok(MixedOffer {
        provider: offer.provider.clone(),
        instance: offer.instance.clone(),
        region: offer.place().map(str::to_owned),
        as_of: offer.as_of.clone(),
        age_days: options.age_days(offer),
        old: options.is_old(offer),
        marketplace: offer.is_of_marketplace(),
        option_yaml: pasted(&loaded.document.written(), &name, &options.source(offer)),
        plan,
    })
}
