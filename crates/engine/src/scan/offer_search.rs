//! Search over offers of all shapes. Offers of one shape share a sheet in which only their prices vary.

use super::as_option::{AsOption, OfferOption};
use super::candidates::{AllLeftOut, Candidate};
use super::result::WhyLeftOut;
use super::shape::{Priced, Shape, held, held_paths};
use crate::analysis::plan::cannot_win_because;
use crate::analysis::plan::search::{Entries, Frontier, Open};
use crate::analysis::plan::space::{Region, Space};
use crate::analysis::plan::variant::{UntilDelivery, Variant};
use crate::catalog::Offer;
use crate::model::{OptionId, OptionKind};
use crate::parallel::on_all_cores;
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{Loaded, Rejected};
use crate::variation::{Impossible, Variation};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// Spaces, and the entries searched in them.
#[derive(Debug, Default)]
pub(super) struct Field {
    pub spaces: Vec<Space>,
    pub entries: Vec<Entry>,
}

/// An offer searched in a space.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// Index of the candidate.
    pub candidate: usize,
    pub space: usize,
    /// Prices that the space holds for it.
    pub prices: Vec<Decimal>,
    /// Mixes to search.
    pub region: Region,
}

impl Field {
    /// Lower bounds over the whole region of each entry, computed for all spaces in parallel.
    pub(super) fn frontier(&mut self) -> Frontier {
        let Field { spaces, entries } = self;
        let entries = &*entries;
        let of_space = |(number, space): (usize, &mut Space)| {
            let own = entries.iter().enumerate().filter(|(_, entry)| entry.space == number);
            let opened = own.map(|(at, entry)| {
                space.hold(&entry.prices);
                Open::of(space, at, entry.region.clone())
            });
            opened.collect::<Vec<Option<Open>>>()
        };
        let opened: Vec<Vec<Option<Open>>> = on_all_cores(spaces.iter_mut().enumerate(), of_space);
        Frontier::of(opened.into_iter().flatten())
    }
}

impl Entries for Field {
    fn space(&mut self, entry: usize) -> &mut Space {
        let Entry { space, prices, .. } = &self.entries[entry];
        let space = &mut self.spaces[*space];
        space.hold(prices);
        space
    }

    fn work(&self) -> usize {
        self.spaces.iter().map(Space::work).sum()
    }
}

/// Candidates that can serve the demand, in the spaces of their shapes.
#[derive(Debug)]
pub(super) struct OfferSearch {
    pub candidates: Vec<Candidate>,
    /// Shape of each space.
    pub shapes: Vec<Shape>,
    pub field: Field,
}

/// Candidates of one shape.
type OfShape = (Shape, Vec<usize>);

impl OfferSearch {
    /// Keeps the candidates whose options are possible and eligible; adds the others to `left_out`.
    pub(super) fn new(options: &AsOption<'_>, candidates: Vec<Candidate>, left_out: &mut AllLeftOut) -> OfferSearch {
        let of_shapes = by_shape(&candidates);
        let build = |(shape, of): &OfShape| space(options, &candidates[of[0]], shape.priced);
        let built: Vec<Result<Space, WhyLeftOut>> = on_all_cores(&of_shapes, build);
        let mut contest = OfferSearch { candidates: Vec::new(), shapes: Vec::new(), field: Field::default() };
        let mut entries: Vec<Entry> = Vec::new();
        for ((shape, of), built) in of_shapes.into_iter().zip(built) {
            match built {
                Ok(space) => contest.enter(space, shape, &of, &candidates, &mut entries, left_out),
                // it may still be an option without spot
                Err(_) if shape.priced.spot => {}
                Err(why) => {
                    let offers =
                        of.iter().flat_map(|at| &candidates[*at].offers).map(|number| &options.offers[*number]);
                    let offers: Vec<&Offer> = offers.collect();
                    let is_elsewhere = |offer: &&Offer| offer.place() != offers[0].place();
                    if why.names_a_place() && offers.iter().any(is_elsewhere) {
                        left_out.add_of_first(&why, offers.len());
                    } else {
                        left_out.add(why, offers.len());
                    }
                }
            }
        }
        entries.sort_by_key(|entry| (entry.candidate, contest.shapes[entry.space].priced.spot));
        contest.field.entries = entries;
        contest.candidates = candidates;
        contest
    }

    fn enter(
        &mut self,
        mut space: Space,
        shape: Shape,
        of: &[usize],
        candidates: &[Candidate],
        entries: &mut Vec<Entry>,
        left_out: &mut AllLeftOut,
    ) {
        let commitments = shape.priced.commitments().count();
        let most = if commitments == 0 { 0 } else { space.enough() };
        let region = Region { from: vec![0; commitments], to: vec![most; commitments] };
        for at in of {
            let prices = held(&candidates[*at].prices, shape.priced);
            match beyond_bounds(&space.variant.loaded, &prices) {
                None => {
                    let (candidate, space) = (*at, self.field.spaces.len());
                    entries.push(Entry { candidate, space, prices, region: region.clone() });
                }
                Some(_) if shape.priced.spot => {}
                Some(why) => left_out.add(why, candidates[*at].offers.len()),
            }
        }
        self.field.spaces.push(space);
        self.shapes.push(shape);
    }

    /// Number of evaluated offers.
    pub(super) fn offers(&self) -> usize {
        let mut evaluated: Vec<usize> = self.field.entries.iter().map(|entry| entry.candidate).collect();
        evaluated.dedup();
        evaluated.into_iter().map(|at| self.candidates[at].offers.len()).sum()
    }

    pub(super) fn shape(&self, entry: usize) -> &Shape {
        &self.shapes[self.field.entries[entry].space]
    }

    pub(super) fn candidate(&self, entry: usize) -> &Candidate {
        &self.candidates[self.field.entries[entry].candidate]
    }
}

/// Candidates by the shapes of their options: each without spot, and also with spot if it has a spot price.
fn by_shape(candidates: &[Candidate]) -> Vec<OfShape> {
    let mut shapes: BTreeMap<Shape, Vec<usize>> = BTreeMap::new();
    for (at, candidate) in candidates.iter().enumerate() {
        shapes.entry(candidate.shape.clone()).or_default().push(at);
        if candidate.prices.spot.is_some() {
            let priced = Priced { spot: true, ..candidate.shape.priced };
            shapes.entry(Shape { priced, ..candidate.shape.clone() }).or_default().push(at);
        }
    }
    shapes.into_iter().collect()
}

/// The option of a candidate alone, as a space over its commitments.
fn space(options: &AsOption<'_>, candidate: &Candidate, priced: Priced) -> Result<Space, WhyLeftOut> {
    let name = options.name(candidate);
    let nothing: Vec<Option<u32>> = priced.commitments().map(|_| Some(0)).collect();
    let refused = |rejected: Rejected| WhyLeftOut::refused(rejected);
    let loaded = options.alone(&name, OfferOption { candidate, priced, committed: &nothing }).map_err(refused)?;
    let id = OptionId::rent(&name);
    let instances = |one: &str| loaded.document.find(&id.path(&format!("commitments.{one}.instances")));
    let commitments = priced.commitments().filter_map(|one| instances(one.name)).collect();
    let prices = price_nodes(&loaded.document, &id, priced);
    let variant = Variant { loaded, nodes: None, commitments, until_delivery: UntilDelivery::AsStated };
    let space = Space::new(variant, options.traces, OptionKind::Rent);
    let mut space = space.map_err(|why| WhyLeftOut::Impossible(Impossible::NoValue(why)))?.holding(&prices);
    let point = vec![0; nothing.len()];
    if space.present_value(&point).is_none() {
        return Err(impossible(&space, options, &id));
    }
    match cannot_win_because(&mut space, &point).into_iter().next() {
        Some(why) => Err(WhyLeftOut::CannotWin(why)),
        None => Ok(space),
    }
}

/// Reason why the only option of a space is not possible.
fn impossible(space: &Space, options: &AsOption<'_>, id: &OptionId) -> WhyLeftOut {
    let decision = Variation::of(&space.variant.loaded, options.traces).base_case();
    let outcome = decision.option(id).and_then(|outcome| outcome.cost.as_ref().err());
    outcome.map_or(WhyLeftOut::NoValue, |why| WhyLeftOut::Impossible(why.clone()))
}

/// Nodes of the prices of an option, in the order in which the space holds them.
pub(super) fn price_nodes(document: &Document, option: &OptionId, priced: Priced) -> Vec<NodeId> {
    held_paths(option, priced).iter().filter_map(|path| document.find(path)).collect()
}

/// Reason if prices are outside the bounds of a scenario.
fn beyond_bounds(loaded: &Loaded, prices: &[Decimal]) -> Option<WhyLeftOut> {
    let kinds = loaded.document.numbers();
    let kind = kinds.iter().find(|number| loaded.document.key(number.at) == "on_demand_per_instance_hour")?.kind;
    let refused =
        prices.iter().any(|price| kind.read(&price.to_string(), loaded.scenario.currency.value.code()).is_err());
    refused.then_some(WhyLeftOut::Price)
}
