//! Whole numbers that shape the sheet: every value is a scenario of its own, tried outwards from today's.

use crate::analysis::decision::{Decision, Impossible, Standing, decide, decide_with};
use crate::analysis::statement::Winner;
use crate::demand::trace::Traces;
use crate::diagnostic::Code;
use crate::scenario::document::{Document, Given, Named, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantity::{Number, Quantity};
use crate::scenario::{Loaded, Setting, declared};
use crate::sheet::Direction;
use rayon::prelude::*;
use rust_decimal::Decimal;

/// Values that are tried at once; few, because those beyond the nearest that turns are tried in vain.
const AT_ONCE: usize = 8;
/// Months, or things, up to which every number is tried: ten years, or twice today's value where that is more.
const REACH: Decimal = Decimal::from_parts(120, 0, 0, false, 0);

/// The nearest whole value at which another side wins.
pub(super) struct WholeFlip {
    pub(super) at: Decimal,
    pub(super) direction: Direction,
    /// What is decided there.
    pub(super) decision: Decision,
}

/// A scenario of which whole numbers are tried.
pub(super) struct Shapes<'a> {
    loaded: &'a Loaded,
    traces: &'a Traces,
    /// The side that wins today.
    today: Winner,
    /// What is decided at the stated values.
    stated: Decision,
}

/// The part of a scenario that a number has to do with.
struct Part {
    /// The scenario with it alone; none if that is all of it.
    loaded: Option<Loaded>,
    /// The options that follow from the number; all if there is no part.
    options: Vec<String>,
}

impl<'a> Shapes<'a> {
    pub(super) fn new(loaded: &'a Loaded, traces: &'a Traces, today: Winner) -> Shapes<'a> {
        Shapes { loaded, traces, today, stated: decide(loaded, traces) }
    }

    /// What is decided at the stated values.
    pub(super) fn stated(&self) -> &Decision {
        &self.stated
    }

    /// The largest value that is tried: a month after the horizon is as good as any later one.
    pub(super) fn reach(&self, number: &Number) -> Decimal {
        let most = number.kind.maximum().min(REACH.max(number.value * Decimal::TWO));
        let after = self.loaded.scenario.horizon_months.value.decimal() + Decimal::ONE;
        let key = declared(&self.loaded.document, number.at).key();
        if key.is_some_and(|key| key.within_horizon) { most.min(after.max(number.value)) } else { most }
    }

    /// The nearest value between bounds at which another side wins, the smaller first.
    pub(super) fn nearest(&self, number: &Number, (least, most): (Decimal, Decimal)) -> Option<WholeFlip> {
        let part = self.part(number);
        let (least, most) = (least.max(number.kind.minimum()), most.min(self.reach(number)));
        let mut ends = [(Direction::Down, true), (Direction::Up, true)];
        let mut distance = Decimal::ONE;
        while ends.iter().any(|(_, open)| *open) {
            let mut tried: Vec<(Direction, Decimal)> = Vec::new();
            while tried.len() < AT_ONCE && (distance <= number.value - least || distance <= most - number.value) {
                for (direction, _) in ends.iter().filter(|(_, open)| *open) {
                    let at = match direction {
                        Direction::Down => number.value - distance,
                        Direction::Up => number.value + distance,
                    };
                    if least <= at && at <= most {
                        tried.push((*direction, at));
                    }
                }
                distance += Decimal::ONE;
            }
            if tried.is_empty() {
                return None;
            }
            let decisions: Vec<Decision> = tried.par_iter().map(|(_, at)| self.decide(&part, number, *at)).collect();
            for ((direction, at), decision) in tried.into_iter().zip(decisions) {
                let open = ends.iter().any(|(end, open)| *end == direction && *open);
                if !open {
                    continue;
                }
                if is_refused(&decision) {
                    // beyond a value that may not be written nothing is asked
                    ends.iter_mut().filter(|(end, _)| *end == direction).for_each(|(_, open)| *open = false);
                } else if decision.winning().map(|winner| Winner::of(winner.kind)) != Some(self.today) {
                    return Some(WholeFlip { at, direction, decision });
                }
            }
        }
        None
    }

    fn decide(&self, part: &Part, number: &Number, at: Decimal) -> Decision {
        let path = self.loaded.document.path(number.at);
        let settings = [Setting { path, value: at.normalize().to_string() }];
        let Some(loaded) = &part.loaded else { return decide_with(self.loaded, self.traces, &settings) };
        let decided = decide_with(loaded, self.traces, &settings);
        let moved = |option: &Standing| {
            let moved =
                part.options.contains(&option.name).then(|| decided.options.iter().find(|o| o.name == option.name));
            moved.flatten().unwrap_or(option).clone()
        };
        Decision::of(self.stated.options.iter().map(moved).collect())
    }

    /// The options that follow from a number of one option, with those that they are made of and lean on: the others are
    /// what they are today, and need not be computed again.
    fn part(&self, number: &Number) -> Part {
        let scenario = &self.loaded.scenario;
        let path = self.loaded.document.path(number.at);
        let mut keys = path.split('.');
        let (Some(side @ ("own" | "rent")), Some(name)) = (keys.next(), keys.next()) else {
            return Part { loaded: None, options: Vec::new() };
        };
        let named = |name: &str| format!("rent.{name}");
        let leans_on = |own: &Own| {
            let burst = own.burst_to.as_ref().map(|burst| match burst {
                ScalarOr::Scalar(name) => &name.value,
                ScalarOr::Part(burst) => &burst.option.value,
            });
            let until = own.until_delivery.as_ref().map(|until| &until.value);
            burst.into_iter().chain(until).map(|name| named(name)).collect::<Vec<String>>()
        };
        let mut options = vec![format!("{side}.{name}")];
        let leaning = scenario.own.iter().filter(|own| leans_on(&own.value).contains(&options[0]));
        let leaning: Vec<String> = leaning.map(|own| format!("own.{}", own.name)).collect();
        options.extend(leaning);
        let made_of = |mix: &Named<Given<String>>| mix.iter().map(|part| part.value.value.clone()).collect::<Vec<_>>();
        let mixed = scenario.hybrid.iter().filter(|mix| made_of(&mix.value).iter().any(|part| options.contains(part)));
        let mixed: Vec<_> = mixed.collect();
        let mut kept = options.clone();
        kept.extend(mixed.iter().flat_map(|mix| made_of(&mix.value)));
        options.extend(mixed.iter().map(|mix| format!("hybrid.{}", mix.name)));
        kept.extend(mixed.iter().map(|mix| format!("hybrid.{}", mix.name)));
        let lent = scenario.own.iter().filter(|own| kept.contains(&format!("own.{}", own.name)));
        let lent: Vec<String> = lent.flat_map(|own| leans_on(&own.value)).collect();
        kept.extend(lent);
        Part { loaded: self.only(&kept), options }
    }

    /// The scenario with some of its options alone; none if it cannot be read so.
    fn only(&self, kept: &[String]) -> Option<Loaded> {
        let others = self.stated.options.iter().filter(|option| !kept.contains(&option.name));
        let others: Vec<&str> = others.map(|option| option.name.as_str()).collect();
        let without = |document: &mut Document| {
            let nodes: Vec<NodeId> = others.iter().chain(&["sources"]).filter_map(|path| document.find(path)).collect();
            for node in nodes {
                document.remove(node);
            }
        };
        if others.is_empty() { None } else { self.loaded.again(without).ok() }
    }
}

/// Whether a value is refused by rules that say nothing of what is possible, only of what may be written.
fn is_refused(decision: &Decision) -> bool {
    let says_what_is_possible = |why: &Impossible| {
        matches!(
            why.code,
            Code::DeliveryBeyondHorizon
                | Code::DemandBeforeDelivery
                | Code::DemandExceedsFleet
                | Code::SpotCannotFinish
                | Code::TooLarge
                | Code::TooManyLevels
        )
    };
    decision.options.iter().any(|option| option.worth.as_ref().is_err_and(|why| !says_what_is_possible(why)))
}
