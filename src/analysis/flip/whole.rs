//! Whole numbers that shape the sheet: every value is a scenario of its own, tried outwards from today's.

use crate::analysis::winner::Winner;
use crate::diagnostic::Code;
use crate::scenario::quantity::{Number, Quantity};
use crate::scenario::{Loaded, declared};
use crate::sheet::Direction;
use crate::variation::{Decision, Impossible, Near, Standing, Variation};
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

/// What comes of trying a whole number.
pub(super) enum Tried {
    /// Another side wins at a value.
    Turns(WholeFlip),
    /// The same side wins at every value from the least to the greatest that may be written.
    Stays { least: Decimal, most: Decimal },
}

/// A scenario of which whole numbers are tried.
pub(super) struct WholeNumbers<'a> {
    loaded: &'a Loaded,
    variation: &'a Variation<'a>,
    /// The side that wins today.
    today: Winner,
    /// What is decided at the stated values.
    stated: Decision,
}

impl<'a> WholeNumbers<'a> {
    pub(super) fn new(loaded: &'a Loaded, variation: &'a Variation<'a>, today: Winner) -> WholeNumbers<'a> {
        WholeNumbers { loaded, variation, today, stated: variation.stated() }
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

    /// The nearest value between bounds at which another side wins, the smaller first; beyond a value that may not be written
    /// nothing is asked.
    pub(super) fn nearest(&self, number: &Number, least: Decimal, most: Decimal) -> Tried {
        let near = self.variation.near(&self.loaded.document.path(number.at));
        let is_sure = self.wins_without(&near);
        let (mut least, mut most) = (least.max(number.kind.minimum()), most.min(self.reach(number)));
        let mut distance = Decimal::ONE;
        loop {
            let mut tried: Vec<(Direction, Decimal)> = Vec::new();
            while tried.len() < AT_ONCE && (distance <= number.value - least || distance <= most - number.value) {
                for direction in [Direction::Down, Direction::Up] {
                    let at = match direction {
                        Direction::Down => number.value - distance,
                        Direction::Up => number.value + distance,
                    };
                    if least <= at && at <= most {
                        tried.push((direction, at));
                    }
                }
                distance += Decimal::ONE;
            }
            if tried.is_empty() {
                return Tried::Stays { least, most };
            }
            let decisions: Vec<Option<Decision>> = tried
                .par_iter()
                .map(|(_, at)| {
                    let value = at.normalize().to_string();
                    // nothing else is asked where the other side cannot win
                    (!(is_sure && near.allows(&value))).then(|| near.at(&value))
                })
                .collect();
            for ((direction, at), decision) in tried.into_iter().zip(decisions) {
                let Some(decision) = decision.filter(|_| least <= at && at <= most) else { continue };
                if is_refused(&decision) {
                    match direction {
                        Direction::Down => least = at + Decimal::ONE,
                        Direction::Up => most = at - Decimal::ONE,
                    }
                } else if decision.winning().map(|winner| Winner::of(winner.kind)) != Some(self.today) {
                    return Tried::Turns(WholeFlip { at, direction, decision });
                }
            }
        }
    }
}

impl WholeNumbers<'_> {
    /// Whether the side that wins today does so at every value near by: no option of the other side follows from the value, and
    /// of the options that do not, the best is of this side.
    fn wins_without(&self, near: &Near<'_>) -> bool {
        let options = || self.stated.options.iter().enumerate();
        let rival = |option: &Standing| Winner::of(option.kind) != self.today;
        let moves_rival = options().any(|(_, option)| rival(option) && near.concerns(&option.name));
        let still = options().filter(|(_, option)| option.can_win() && !near.concerns(&option.name));
        let best = still.min_by_key(|(at, option)| (option.present_value(), *at));
        !moves_rival && best.is_some_and(|(_, best)| !rival(best))
    }
}

/// Whether a value is refused by rules that say nothing of what is possible, only of what may be written.
fn is_refused(decision: &Decision) -> bool {
    let says_what_is_possible = |why: &Impossible| {
        matches!(
            why.code(),
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
