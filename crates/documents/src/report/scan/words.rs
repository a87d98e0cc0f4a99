//! Text about offers.

use super::ages::{self, Priced};
use crate::amount::Amount;
use crate::model::OptionKind;
use crate::number;
use crate::reasons;
use crate::report::figures;
use crate::report::plan::words as plan_words;
use crate::scan::{MixFound, MixedOffer, OffersLeftOut, RankedOffer, Scan, ScanWinner, TakenThroughput, WhyLeftOut};
use rust_decimal::Decimal;
use std::cmp::Ordering;

/// Accelerators of unknown throughput that are listed by name.
const MOST_ACCELERATORS: usize = 8;
/// Keys of the template option that an offer neither takes over nor replaces; the others have a value of the offer.
const LEFT_OUT: [&str; 7] =
    ["discount", "commitments", "price_path", "minimum_term_months", "power_kw", "pue", "carbon_kg_per_kwh"];

/// Display name of an offer: its provider and its instance.
pub(super) fn named(offer: &RankedOffer) -> String {
    let named = [&offer.provider, &offer.instance].into_iter().flatten().map(String::as_str);
    let named = named.collect::<Vec<_>>().join(" ");
    if named.is_empty() { offer.accelerator.clone() } else { named }
}

/// The first region of an offer, and the number of others with the same price: `us-west + 1`.
fn region(offer: &RankedOffer) -> Option<String> {
    let (first, others) = offer.regions.split_first()?;
    if others.is_empty() { Some(first.clone()) } else { Some(format!("{first} + {}", others.len())) }
}

/// The region after a comma.
pub(super) fn place(offer: &RankedOffer) -> String {
    region(offer).map(|region| format!(", {region}")).unwrap_or_default()
}

/// The prices at which an offer is rented: `5 for 3 years, rest on demand`.
pub(super) fn mix_of(offer: &RankedOffer) -> String {
    let committed = offer.commitments.iter().map(|one| {
        let years = if one.months == 12 { "1 year" } else { "3 years" };
        format!("{} for {years}", number::grouped(one.instances.into(), 0))
    });
    let rest = match (offer.spot, offer.commitments.is_empty()) {
        (true, _) => "spot and on demand",
        (false, true) => "on demand",
        (false, false) => "rest on demand",
    };
    committed.chain([rest.to_owned()]).collect::<Vec<_>>().join(", ")
}

/// The cheapest offer, and its effect on the decision.
pub(super) fn answer(scan: &Scan) -> Vec<String> {
    let Some(cheapest) = scan.ranked.first() else {
        let why = if scan.unranked.is_some() {
            "Ranking the offers exceeds the work budget; `--effort 10` raises it tenfold.".to_owned()
        } else if scan.offers == 1 {
            "The only offer can't be an option of the scenario as written; see Left out.".to_owned()
        } else {
            format!("None of {} can be an option of the scenario as written; see Left out.", offers(scan.offers))
        };
        return vec![why];
    };
    let regions = region(cheapest).map(|region| format!(" in {region}")).unwrap_or_default();
    let mut said = vec![format!(
        "{}{regions} is the cheapest of {} that can do the work: {} × {} at {}, {}; present value {}.",
        named(cheapest),
        offers(scan.evaluated),
        cheapest.accelerators_per_instance,
        cheapest.accelerator,
        price(cheapest),
        mix_of(cheapest),
        cheapest.present_value.grouped(),
    )];
    said.extend(ages::caveats(scan, Priced::of(cheapest)));
    said.extend(scan.winner.as_ref().and_then(|winner| decided(scan, cheapest, winner)));
    said.extend(mixed_in_short(scan));
    let of_mix = cheapest_mix(scan).filter(|mix| mix.rents()).map(Priced::of_mix);
    // the caveats of the cheapest offer are stated above
    let of_mix = of_mix.filter(|mix| *mix != Priced::of(cheapest));
    said.extend(of_mix.into_iter().flat_map(|mix| ages::caveats(scan, mix)));
    said.extend(unused(scan));
    said
}

/// Values of `--throughput` for accelerators that no offer has.
fn unused(scan: &Scan) -> impl Iterator<Item = String> {
    scan.throughputs_of_no_offer.iter().map(|unused| {
        let near = unused.near.as_ref().map(|near| format!("; did you mean `{near}`?"));
        let near = near.unwrap_or_else(|| ", so it has no effect.".to_owned());
        format!("--throughput names `{}`, which no offer has{near}", unused.accelerator)
    })
}

/// The mix, if it costs less than every offer and than the winner of the base case.
pub(super) fn cheapest_mix(scan: &Scan) -> Option<&MixedOffer> {
    let MixFound::Cheaper { cheapest } = &scan.mix else { return None };
    let present_value = cheapest.plan.plan.present_value;
    let is_less = scan.winner.as_ref().is_none_or(|winner| present_value < winner.present_value);
    (is_less && cheapest.plan.cannot_win_because.is_empty()).then_some(cheapest)
}

/// Sentence about the cheapest mix, below the cheapest offer.
fn mixed_in_short(scan: &Scan) -> Option<String> {
    let mix = cheapest_mix(scan)?;
    let present_value = mix.plan.plan.present_value;
    let against = scan.winner.as_ref().map(|winner| (winner.option.as_str(), winner.present_value));
    let offer = scan.ranked.first().map(|offer| ("the cheapest offer alone", offer.present_value));
    let (name, least) =
        against.into_iter().chain(offer).min_by_key(|(_, present_value)| Decimal::from(*present_value))?;
    let (amount, share) = difference(least, present_value);
    let close = if is_close(scan, least, present_value) { ", which is too close to call" } else { "" };
    let than = if scan.winner.is_some() { " than both" } else { "" };
    Some(format!("A mix with owned nodes costs less{than}: {amount}{share} below {name}{close}; see Mix."))
}

/// Whether a difference is too small to decide.
fn is_close(scan: &Scan, larger: Amount, smaller: Amount) -> bool {
    (larger - smaller).checked_div(*larger).is_some_and(|share| share < *scan.header.close_call)
}

/// The difference of two amounts, and its share of the larger one in parentheses.
fn difference(larger: Amount, smaller: Amount) -> (String, String) {
    let amount = larger - smaller;
    let share = amount.checked_div(*larger).map(|share| format!(" ({})", figures::share(share)));
    (amount.grouped(), share.unwrap_or_default())
}

pub(super) fn offers(count: u32) -> String {
    number::counted(count, "offer")
}

/// `55.04 USD per instance-hour (6.88 per accelerator)`.
fn price(offer: &RankedOffer) -> String {
    let readable =
        |price: Option<Decimal>| price.map(|price| number::readable(price, super::DIGITS)).unwrap_or_default();
    let whole = readable(offer.per_instance_hour.on_demand);
    let each = readable(offer.per_accelerator_hour.on_demand);
    let each = if offer.accelerators_per_instance == 1 { String::new() } else { format!(" ({each} per accelerator)") };
    format!("{whole} {} per instance-hour{each}", offer.currency)
}

/// Sentence on whether the cheapest offer changes the decision.
fn decided(scan: &Scan, cheapest: &RankedOffer, winner: &ScanWinner) -> Option<String> {
    let saving = winner.saving?;
    let option = &winner.option;
    let is_less = *saving > Decimal::ZERO;
    let (dearer, cheaper) = if is_less {
        (winner.present_value, cheapest.present_value)
    } else {
        (cheapest.present_value, winner.present_value)
    };
    let (amount, share) = difference(dearer, cheaper);
    let is_close = is_close(scan, dearer, cheaper);
    let against =
        format!("{amount}{share} {} {option}, which wins in the base case", if is_less { "below" } else { "above" });
    Some(match (is_close, is_less, winner.kind) {
        (true, _, _) => format!("It is too close to call: {against}."),
        (false, false, _) => {
            format!(
                "It does not change the decision: {option}, which wins in the base case, costs {amount}{share} less."
            )
        }
        // a mix with owned nodes costs even less
        (false, true, _) if cheapest_mix(scan).is_some() => format!("Used alone it is {against}."),
        (false, true, OptionKind::Own | OptionKind::Hybrid) => {
            format!("It changes the decision from owning to renting: {against}.")
        }
        (false, true, OptionKind::Rent) => {
            format!("Renting still wins, now with this offer: {amount}{share} below {option}.")
        }
    })
}

/// Notes that prevent misreading the ranking.
pub(super) fn notes(scan: &Scan) -> Vec<String> {
    let more = scan
        .unranked
        .map(|_| "proving which offer comes next exceeds the work budget; `--effort 10` raises it tenfold".to_owned());
    let regions = scan.ranked.iter().any(|offer| offer.regions.len() > 1);
    let regions = regions.then(|| "+ n: n more regions or zones have the same price".to_owned());
    let each = "per accelerator-hour: on demand, in the currency of the offer".to_owned();
    more.into_iter().chain([each]).chain(regions).chain(ages::notes(scan)).collect()
}

/// The cheapest mix.
pub(super) fn mix(scan: &Scan) -> Vec<String> {
    match &scan.mix {
        MixFound::Nothing => Vec::new(),
        MixFound::TooMuch => {
            vec!["proving which mix is cheapest exceeds the work budget; `--effort 10` raises it tenfold".to_owned()]
        }
        MixFound::NoneCheaper { not_planned } => {
            let none = "no mix with owned nodes costs less than the cheapest offer alone".to_owned();
            let without =
                not_planned.iter().map(|own| format!("{}: {}", own.option, reasons::not_planned(&own.because)));
            [none].into_iter().chain(without).collect()
        }
        MixFound::Cheaper { cheapest } => cheaper(cheapest, scan),
    }
}

fn cheaper(mix: &MixedOffer, scan: &Scan) -> Vec<String> {
    let plan = &mix.plan;
    let present_value = plan.plan.present_value;
    let below = scan.ranked.first().map(|cheapest| {
        let (amount, share) = difference(cheapest.present_value, present_value);
        format!(", {amount}{share} below the cheapest offer alone")
    });
    let against = scan.winner.as_ref().map(|winner| {
        let base_value = winner.present_value;
        let (larger, smaller, side) = match present_value.cmp(&base_value) {
            Ordering::Less => (base_value, present_value, "below"),
            Ordering::Greater => (present_value, base_value, "above"),
            Ordering::Equal => return format!(", as much as {}, which wins in the base case", winner.option),
        };
        let (amount, share) = difference(larger, smaller);
        format!(", and {amount}{share} {side} {}, which wins in the base case", winner.option)
    });
    let present_value = format!(
        "Present value {}{}{}.",
        present_value.grouped(),
        below.unwrap_or_default(),
        against.unwrap_or_default()
    );
    let refused = (!plan.cannot_win_because.is_empty())
        .then(|| format!("It can't be chosen: {}.", reasons::joined(&plan.cannot_win_because, reasons::cannot_win)));
    let within = plan.within_power.as_ref().map(|within| {
        let present_value = within.present_value.grouped();
        format!("Within the power of the site: {} Present value {present_value}.", plan_words::mixed(plan, within))
    });
    let named = [&mix.provider, &mix.instance].into_iter().flatten().map(String::as_str).collect::<Vec<_>>().join(" ");
    let region = mix.region.as_ref().map(|region| format!(" in {region}")).unwrap_or_default();
    let dated = ages::dated(Priced::of_mix(mix)).map(|dated| format!(", price of {dated}")).unwrap_or_default();
    let who = mix.rents().then(|| format!("{} is {named}{region}{dated}.", plan.rent));
    [Some(plan_words::mixed(plan, &plan.plan)), Some(present_value), who, refused, within]
        .into_iter()
        .flatten()
        .collect()
}

/// Offers that are left out, with the reason and a fix if there is one.
pub(super) fn left_out(scan: &Scan) -> Vec<String> {
    let of_reason = |left_out: &OffersLeftOut| {
        let of = match (left_out.offers, left_out.differ, is_of_each(&left_out.because)) {
            (1, _, _) | (_, false, false) => "",
            (_, true, _) => ", the first of them",
            (_, false, true) => ", each",
        };
        Some((left_out.offers, of, because(&left_out.because)?))
    };
    let mut reasons: Vec<(u32, &str, String)> = scan.left_out.iter().filter_map(of_reason).collect();
    reasons.extend(unknown(scan).map(|(count, said)| (count, "", said)));
    reasons.sort_by_key(|(count, _, _)| std::cmp::Reverse(*count));
    reasons.into_iter().map(|(count, of, because)| format!("{}{of}: {because}", offers(count))).collect()
}

/// Whether a reason is a sentence about one option.
fn is_of_each(why: &WhyLeftOut) -> bool {
    match why {
        WhyLeftOut::CannotWin(_) | WhyLeftOut::Impossible(_) => true,
        WhyLeftOut::Throughput { .. }
        | WhyLeftOut::AcceleratorsAlone
        | WhyLeftOut::Slice
        | WhyLeftOut::NotOnDemand
        | WhyLeftOut::Currency(_)
        | WhyLeftOut::PriceOfZero
        | WhyLeftOut::Price
        | WhyLeftOut::TooOld { .. }
        | WhyLeftOut::Undated
        | WhyLeftOut::NoValue => false,
    }
}

/// Accelerators of unknown throughput, with their number of offers and the option to set it.
fn unknown(scan: &Scan) -> Option<(u32, String)> {
    let of = scan.left_out.iter().filter_map(|left_out| match &left_out.because {
        WhyLeftOut::Throughput { accelerator } => Some((accelerator.as_str(), left_out.offers)),
        WhyLeftOut::AcceleratorsAlone
        | WhyLeftOut::Slice
        | WhyLeftOut::NotOnDemand
        | WhyLeftOut::Currency(_)
        | WhyLeftOut::PriceOfZero
        | WhyLeftOut::Price
        | WhyLeftOut::TooOld { .. }
        | WhyLeftOut::Undated
        | WhyLeftOut::NoValue
        | WhyLeftOut::CannotWin(_)
        | WhyLeftOut::Impossible(_) => None,
    });
    let of: Vec<(&str, u32)> = of.collect();
    let (first, _) = of.first()?;
    let count = |of: &[(&str, u32)]| of.iter().map(|(_, offers)| offers).sum::<u32>();
    let shown = of.iter().take(MOST_ACCELERATORS).map(|(name, offers)| format!("{name} ({offers})"));
    let others = count(of.get(MOST_ACCELERATORS..).unwrap_or_default());
    let others = (others > 0).then(|| format!("others ({others})"));
    let listed: Vec<String> = shown.chain(others).collect();
    let named = match of.as_slice() {
        [_] => format!("the relative throughput of {first} is not specified and not guessed"),
        _ => format!("their relative throughput is not specified and not guessed: {}", listed.join(", ")),
    };
    let said = format!("{named}; set it with --throughput \"{first}=FACTOR\"");
    Some((count(&of), said))
}

/// A reason; `None` for unknown throughput, which `unknown` covers.
fn because(why: &WhyLeftOut) -> Option<String> {
    Some(match why {
        WhyLeftOut::Throughput { .. } => return None,
        WhyLeftOut::AcceleratorsAlone => "the price excludes the host of the accelerators".to_owned(),
        WhyLeftOut::Slice => "a slice of an accelerator".to_owned(),
        WhyLeftOut::NotOnDemand => "no on-demand price".to_owned(),
        WhyLeftOut::Currency(code) => {
            format!("in {code}, which has no exchange rate; add one as `exchange_rates: {{ {code}: … }}`")
        }
        WhyLeftOut::PriceOfZero => {
            "a price of 0, which most lists use for an unknown price; leave it blank, or add the option to the scenario"
                .to_owned()
        }
        WhyLeftOut::Price => "a price outside the bounds of a scenario".to_owned(),
        WhyLeftOut::TooOld { max_days } => {
            format!("the price is more than {} old (--max-age)", number::counted(*max_days, "day"))
        }
        WhyLeftOut::Undated => "the price has no date, so its age is unknown (--max-age)".to_owned(),
        WhyLeftOut::NoValue => "a figure has no value".to_owned(),
        WhyLeftOut::CannotWin(why) => reasons::cannot_win(why),
        WhyLeftOut::Impossible(why) => reasons::impossible(why),
    })
}

/// The template option of the offers, and the sources of relative throughputs.
pub(super) fn taken(scan: &Scan) -> Vec<String> {
    let like = match &scan.like {
        None => {
            "an option with prices only: the scenario rents no instances, so an offer costs its price and nothing else"
                .to_owned()
        }
        Some(like) => {
            let name = |key: &String| format!("`{key}`");
            let taken: Vec<String> = like.taken_over.iter().map(name).collect();
            let without = like.not_taken_over.iter().filter(|key| LEFT_OUT.contains(&key.as_str()));
            let without: Vec<String> = without.map(name).collect();
            let taken = if taken.is_empty() {
                "it specifies only prices and instances".to_owned()
            } else {
                reasons::listed(&taken)
            };
            let without =
                if without.is_empty() { String::new() } else { format!(", without its {}", reasons::listed(&without)) };
            format!(
                "{}: {taken}{without}; prices, commitments, instances and locations come from the offer",
                like.option
            )
        }
    };
    let mut sources: Vec<(&TakenThroughput, Vec<String>)> = Vec::new();
    for offer in &scan.ranked {
        match sources.iter_mut().find(|(taken, _)| **taken == offer.throughput) {
            Some((_, of)) if of.contains(&offer.accelerator) => {}
            Some((_, of)) => of.push(offer.accelerator.clone()),
            None => sources.push((&offer.throughput, vec![offer.accelerator.clone()])),
        }
    }
    let factors = sources.iter().map(|(taken, of)| throughput(of, taken));
    [like].into_iter().chain(other_option(scan)).chain(factors).collect()
}

/// Hint to use another rented option as the template, if that has the accelerators of the cheapest offer.
fn other_option(scan: &Scan) -> Option<String> {
    let like = scan.like.as_ref().filter(|like| !like.taken_over.is_empty())?;
    let other = scan.ranked.first()?.throughput.option.as_ref().filter(|option| **option != like.option)?;
    other.rented().is_some().then(|| {
        format!("{other} has the accelerators of the cheapest offer; `--like {other}` takes over its values instead")
    })
}

fn throughput(of: &[String], taken: &TakenThroughput) -> String {
    let by = match &taken.option {
        Some(option) => format!("{option} ({})", taken.accelerator),
        None => format!("--throughput ({})", taken.accelerator),
    };
    let relative = if taken.relative_throughput.ends_with("tokens/s") { "" } else { "relative " };
    format!("{relative}throughput {} of {}, from {by}", taken.relative_throughput, reasons::listed(of))
}
