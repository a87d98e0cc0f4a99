//! Integer inputs that determine the structure of the sheet: each value is a scenario of its own, tested outwards from
//! the base value.

use crate::analysis::effort::BudgetMultiple;
use crate::analysis::winner::Winner;
use crate::diagnostic::Code;
use crate::model::OptionKind;
use crate::parallel::on_all_cores;
use crate::scenario::quantities::{Months, Weeks};
use crate::scenario::quantity::{Quantity, ReadNumber};
use crate::scenario::{Loaded, declared};
use crate::sheet::Direction;
use crate::variation::{Decision, Impossible, OptionOutcome, StructuralWhatIf, Variation};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Values tested at a time; few, because those beyond the nearest flip are tested in vain.
const AT_ONCE: usize = 8;
/// Months, or items, up to which every integer is tested with the usual work budget: five years, or twice the base value if
/// that is more. Hardware seldom serves longer.
const REACH: usize = 60;
/// The same in weeks, of which 52 are a year.
const REACH_IN_WEEKS: usize = 260;

/// Nearest integer value at which another side wins.
#[derive(Debug)]
pub(super) struct WholeFlip {
    pub(super) at: Decimal,
    pub(super) direction: Direction,
    /// Decision there.
    pub(super) decision: Decision,
}

/// Outcome of testing an integer input.
#[derive(Debug)]
pub(super) enum Tried {
    /// Another side wins at a value.
    Turns(WholeFlip),
    /// The same side wins at every allowed value.
    Stays { least: Decimal, most: Decimal },
    /// The same side wins at these values; values further away were not tested, to stay within the work budget.
    GivenUp { least: Decimal, most: Decimal },
}

/// A scenario with integer inputs to test.
pub(super) struct WholeNumbers<'a> {
    loaded: &'a Loaded,
    variation: &'a Variation<'a>,
    /// Side that wins in the base case.
    today: Winner,
    /// Decision in the base case.
    base_case: Decision,
    /// Whether the base case itself is invalid.
    is_refused_today: bool,
    /// Number of values in the scenario, as a measure of the work to read it.
    written: usize,
    /// Factor of the reach.
    effort: BudgetMultiple,
}

/// Work to read a value with all rules that concern it, and to check the rules with another value, relative to the work
/// to compute a number of the sheet.
const TO_READ: usize = 10;
const TO_TRY: usize = 2;

/// Data for testing the values of an input; contains another copy of the scenario.
struct Tries<'a> {
    near: StructuralWhatIf<'a>,
    /// Whether the winning side wins at every allowed value.
    is_sure: bool,
}

/// An integer input being tested.
pub(super) struct Trial {
    number: ReadNumber,
    /// Range of values.
    least: Decimal,
    most: Decimal,
    /// Next distance from the base value.
    distance: Decimal,
    /// Outcome, once known.
    ended: Option<Tried>,
}

impl<'a> WholeNumbers<'a> {
    pub(super) fn new(
        loaded: &'a Loaded,
        variation: &'a Variation<'a>,
        today: Winner,
        effort: BudgetMultiple,
    ) -> WholeNumbers<'a> {
        let base_case = variation.base_case();
        let is_refused_today = is_refused(&base_case);
        let written = loaded.document.numbers().len();
        WholeNumbers { loaded, variation, today, base_case, is_refused_today, written, effort }
    }

    /// Decision in the base case.
    pub(super) fn base_case(&self) -> &Decision {
        &self.base_case
    }

    /// Largest value tested; all months or weeks after the horizon are equivalent.
    pub(super) fn reach(&self, number: &ReadNumber) -> Decimal {
        let is_weeks = number.kind == Weeks::KIND;
        let usual = Decimal::from(self.effort.of(if is_weeks { REACH_IN_WEEKS } else { REACH }));
        let most = number.kind.maximum().min(usual.max(number.value * Decimal::TWO));
        let after = self.loaded.scenario.horizon_months.value.decimal() + Decimal::ONE;
        let after =
            if is_weeks { (after * Decimal::from(REACH_IN_WEEKS) / Decimal::from(REACH)).ceil() } else { after };
        let key = declared(&self.loaded.document, number.at).key();
        if key.is_some_and(|key| key.within_horizon) { most.min(after.max(number.value)) } else { most }
    }

    /// An input to test between bounds.
    pub(super) fn trial(&self, number: &ReadNumber, least: Decimal, most: Decimal) -> Trial {
        let (least, most) = (least.max(number.kind.minimum()), most.min(self.reach(number)));
        Trial { number: *number, least, most, distance: Decimal::ONE, ended: None }
    }

    /// Outcomes of inputs. The budget `most` is divided among them, and the unused part again among the others; if it
    /// is too small for all of them, among the first.
    pub(super) fn tried(&self, mut trials: Vec<Trial>, most: usize) -> Vec<Tried> {
        let mut left = most;
        // inputs that need no figures are cheap and tested first
        let (mut of_one, mut at_least) = (self.written * TO_READ, 0);
        loop {
            let mut open: Vec<&mut Trial> = trials.iter_mut().filter(|trial| trial.ended.is_none()).collect();
            open.truncate(left / of_one.max(1));
            if open.is_empty() {
                return trials.into_iter().map(Trial::end).collect();
            }
            let each = left / open.len();
            let work: usize = on_all_cores(open, |trial| self.go_on(trial, each, at_least)).into_iter().sum();
            left = left.saturating_sub(work);
            (of_one, at_least) = (self.variation.work() * AT_ONCE, 1);
        }
    }

    /// Tests values until the outcome of an input is known or the budget is spent, but at least `at_least` batches.
    /// Returns the work done.
    fn go_on(&self, trial: &mut Trial, most: usize, at_least: usize) -> usize {
        let near = self.variation.near(&self.loaded.document.path(trial.number.at));
        let tries = Tries { is_sure: self.wins_without(&near), near };
        let of_some = AT_ONCE * self.work(trial, &tries, trial.number.value);
        let (mut work, mut times) = (self.written * TO_READ, 0);
        while trial.ended.is_none() && (times < at_least || work.saturating_add(of_some) <= most) {
            times += 1;
            let values = trial.next_values();
            work += values.iter().map(|(_, at)| self.work(trial, &tries, *at)).sum::<usize>();
            trial.ended = self.ended_by(trial, &tries, &values);
        }
        work
    }

    /// Tests values; the outcome of the input, if known.
    fn ended_by(&self, trial: &mut Trial, tries: &Tries<'_>, values: &[(Direction, Decimal)]) -> Option<Tried> {
        if values.is_empty() {
            return Some(Tried::Stays { least: trial.least, most: trial.most });
        }
        let stays: Vec<bool> = on_all_cores(values, |(_, at)| self.always_stays(tries, *at));
        for ((direction, at), stays) in values.iter().copied().zip(stays) {
            if stays || at < trial.least || trial.most < at {
                continue;
            }
            let decision = tries.near.at(&written(at));
            if is_refused(&decision) {
                match direction {
                    Direction::Down => trial.least = at + Decimal::ONE,
                    Direction::Up => trial.most = at - Decimal::ONE,
                }
            } else if decision.winning().map(|winner| Winner::of(winner.kind)) != Some(self.today) {
                return Some(Tried::Turns(WholeFlip { at, direction, decision }));
            }
        }
        None
    }
}

impl Trial {
    /// Next values outwards, the smaller first at each distance; stops at invalid values.
    fn next_values(&mut self) -> Vec<(Direction, Decimal)> {
        let (today, mut next) = (self.number.value, Vec::new());
        while next.len() < AT_ONCE && (self.distance <= today - self.least || self.distance <= self.most - today) {
            let both = [(Direction::Down, today - self.distance), (Direction::Up, today + self.distance)];
            next.extend(both.into_iter().filter(|(_, at)| self.least <= *at && *at <= self.most));
            self.distance += Decimal::ONE;
        }
        next
    }

    fn end(self) -> Tried {
        let (today, tried) = (self.number.value, self.distance - Decimal::ONE);
        let given_up = || Tried::GivenUp { least: self.least.max(today - tried), most: self.most.min(today + tried) };
        self.ended.unwrap_or_else(given_up)
    }
}

impl WholeNumbers<'_> {
    /// Whether the side that wins in the base case certainly wins at a value.
    fn always_stays(&self, Tries { near, is_sure }: &Tries<'_>, at: Decimal) -> bool {
        let value = written(at);
        let is_of_today = |kind: OptionKind| Winner::of(kind) == self.today;
        let wins = || near.always_wins(&value, &is_of_today, &says_what_is_possible) == Some(true);
        // a value that the rules exclude may only make options impossible
        (*is_sure && near.allows(&value)) || (!self.is_refused_today && wins())
    }

    /// Estimated work to test a value: that of the base case, for a longer horizon in proportion; less if rules are
    /// checked without building figures.
    fn work(&self, trial: &Trial, tries: &Tries<'_>, at: Decimal) -> usize {
        let number = &trial.number;
        let rules = self.written * TO_TRY;
        if tries.is_sure || !tries.near.writes_figures() {
            return rules;
        }
        let is_longer = number.at == self.loaded.scenario.horizon_months.at && at > number.value;
        let times = if is_longer { (at / number.value).ceil().to_usize().unwrap_or(usize::MAX) } else { 1 };
        self.variation.work().saturating_mul(times).saturating_add(rules)
    }

    /// Whether the current winner cannot change: no option of the other side depends on the value, and the best of the
    /// options that do not depend on it is of the winning side.
    fn wins_without(&self, near: &StructuralWhatIf<'_>) -> bool {
        let options = || self.base_case.options.iter().enumerate();
        let rival = |option: &OptionOutcome| Winner::of(option.kind) != self.today;
        let moves_candidate = options().any(|(_, option)| rival(option) && near.concerns(&option.name));
        let still = options().filter(|(_, option)| option.can_win() && !near.concerns(&option.name));
        let best = still.min_by_key(|(at, option)| (option.present_value(), *at));
        !moves_candidate && best.is_some_and(|(_, best)| !rival(best))
    }
}

/// Years up to which durations are tested, unless twice their value is more; at most as long as a duration can be.
pub(super) fn years_tested(effort: BudgetMultiple) -> usize {
    let longest = Months::KIND.maximum().to_usize().unwrap_or(REACH);
    effort.of(REACH).min(longest) / 12
}

/// Text of an integer.
fn written(number: Decimal) -> String {
    number.normalize().to_string()
}

/// Whether a value is invalid, as opposed to making an option impossible.
fn is_refused(decision: &Decision) -> bool {
    let says_nothing = |why: &Impossible| !says_what_is_possible(why.code());
    decision.options.iter().any(|option| option.cost.as_ref().is_err_and(says_nothing))
}

/// Whether a finding means that an option is not possible, as opposed to an invalid value.
fn says_what_is_possible(code: Code) -> bool {
    matches!(
        code,
        Code::DeliveryBeyondHorizon
            | Code::DemandBeforeDelivery
            | Code::DemandExceedsFleet
            | Code::SpotCannotFinish
            | Code::LimitExceeded
            | Code::TooLarge
            | Code::TooManyLevels
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demand::trace::Traces;

    /// Renting costs a multiple of owning, for any server life and delivery date.
    const OWNING_WINS: &str = "\
name: x
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  a: { node: { price: 289_000, accelerators: 8 }, useful_life_months: 60, value_at_horizon: none, until_delivery: wait, lead_time_months: 1 }
rent:
  b: { accelerators_per_instance: 8, on_demand_per_instance_hour: 1_000 }
cost_of_delay_per_month: 1
";

    /// Range of values tested for two integers, with a budget of work per value.
    fn tried(paths: &[&str], values: usize) -> Vec<(u32, u32, bool)> {
        let loaded = crate::scenario::load("x.yaml", OWNING_WINS, &[]).unwrap();
        let traces = Traces::default();
        let variation = Variation::of(&loaded, &traces);
        let whole = WholeNumbers::new(&loaded, &variation, Winner::Own, BudgetMultiple::USUAL);
        let number = |path: &&str| loaded.document.number(loaded.document.find(path).unwrap()).unwrap();
        let trials = paths.iter().map(number).map(|number| {
            let reach = whole.reach(&number);
            whole.trial(&number, number.kind.minimum(), reach)
        });
        let count = |value: Decimal| value.to_u32().unwrap();
        let ended = whole.tried(trials.collect(), variation.work() * values).into_iter().map(|tried| match tried {
            Tried::Stays { least, most } => (count(least), count(most), true),
            Tried::GivenUp { least, most } => (count(least), count(most), false),
            Tried::Turns(flip) => panic!("{flip:?}"),
        });
        ended.collect()
    }

    #[test]
    fn values_are_tried_outwards_until_as_much_is_worked_out_as_may_be() {
        let life = "own.a.useful_life_months";
        // eight values at a time, four on each side, plus the work to read the scenario
        assert_eq!(tried(&[life], 10), [(56, 64, false)]);
        assert_eq!(tried(&[life], 20), [(52, 68, false)]);
        assert_eq!(tried(&[life], 1_000), [(1, 120, true)]);
        // divided between two, each gets half as far
        assert_eq!(tried(&[life, life], 20), [(56, 64, false), (56, 64, false)]);
        // too little for one value of each tests none
        assert_eq!(tried(&[life, life], 1), [(60, 60, false), (60, 60, false)]);
    }

    #[test]
    fn integers_are_tested_up_to_five_years_or_twice_their_value_but_not_long_after_the_horizon() {
        let text = OWNING_WINS.replace("lead_time_months: 1", "lead_time_weeks: 4, warranty_months: 36");
        let loaded = crate::scenario::load("x.yaml", &text, &[]).unwrap();
        let traces = Traces::default();
        let variation = Variation::of(&loaded, &traces);
        let reach = |path: &str, times: u32| {
            let effort = BudgetMultiple::times(times.try_into().unwrap());
            let number = loaded.document.number(loaded.document.find(path).unwrap()).unwrap();
            WholeNumbers::new(&loaded, &variation, Winner::Own, effort).reach(&number).to_u32().unwrap()
        };
        // twice 60 and 36; ten years with twice the work
        assert_eq!((reach("own.a.useful_life_months", 1), reach("own.a.useful_life_months", 2)), (120, 120));
        assert_eq!((reach("horizon_months", 1), reach("horizon_months", 2)), (72, 120));
        let years = |times: u32| years_tested(BudgetMultiple::times(times.try_into().unwrap()));
        assert_eq!([years(1), years(2), years(u32::MAX)], [5, 10, 30]);
        // 37 months are 160.3 weeks
        assert_eq!((reach("own.a.lead_time_weeks", 1), reach("own.a.warranty_months", 1)), (161, 37));
    }
}
