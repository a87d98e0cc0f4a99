//! Work budget of a check, in addition to the comparison that it judges. It counts computed numbers of the sheet instead of
//! time, so that a file gets the same findings on every machine. Skipped work is reported.

use super::rules::Subject;
use crate::analysis::{Answer, NUMBERS_FOR_A_VALUE};
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::NodeId;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Numbers that may be computed in addition to a comparison: about two seconds on one core.
const MOST: usize = 20_000_000;

/// A rule may use one part in so many of the remaining budget, or one in the number of rules still to run if that is lower.
const PARTS: usize = 4;

/// Finding the numbers that depend on a value scans the whole sheet, at one part in so many of the cost of computing it.
const LOOKING_THROUGH: usize = 16;

/// Rules that compute something. Each may use its part of what the earlier ones left.
const ASKERS: [Code; 11] = [
    Code::NameplatePower,
    Code::MaintenanceInWarranty,
    Code::CommitmentUnused,
    Code::CommitmentBelowNeed,
    Code::AlwaysOnLowLoad,
    Code::UncertaintyWithoutEffect,
    Code::UncertaintyBeyondHorizon,
    Code::UnsourcedPrice,
    Code::UnsourcedFlip,
    Code::TrendDecides,
    Code::UnmetExpectation,
];

/// Work budget of a check, and what was used.
#[derive(Debug)]
pub(super) struct WorkBudget {
    left: RefCell<WorkLeft>,
    /// Numbers for one more sheet of one option, including reading the scenario for it.
    another_sheet: usize,
    /// The same for all options.
    another_scenario: usize,
    /// Numbers in the sheet.
    sheet: usize,
    /// Numbers for one option at another value of an input.
    another_option: usize,
}

#[derive(Debug)]
struct WorkLeft {
    numbers: usize,
    of: BTreeMap<Code, RuleBudget>,
}

/// Budget of one rule, and what it skipped.
#[derive(Debug)]
struct RuleBudget {
    left: usize,
    looked_at: usize,
    given_up: usize,
    first: Option<NodeId>,
}

impl WorkBudget {
    /// Budget for judging an answer, scaled by its effort.
    pub(super) fn of(answer: &Answer) -> WorkBudget {
        let model = &answer.evaluated.model;
        let sheet = model.sheet.numbers();
        let option = sheet / model.options.len().max(1);
        let reading = answer.loaded.document.all().len().saturating_mul(NUMBERS_FOR_A_VALUE);
        WorkBudget {
            left: RefCell::new(WorkLeft { numbers: answer.effort.of(MOST), of: BTreeMap::new() }),
            another_sheet: reading.saturating_add(option),
            another_option: option + sheet / LOOKING_THROUGH,
            another_scenario: reading.saturating_add(sheet),
            sheet,
        }
    }

    /// Whether a piece of work of so many numbers fits the rule's budget; the first one always does. Records the place of skipped
    /// work.
    fn takes(&self, asker: Code, at: NodeId, numbers: usize) -> bool {
        let mut left = self.left.borrow_mut();
        let part = left.part(asker);
        let may = part.looked_at == 0 || numbers <= part.left;
        if may {
            part.looked_at += 1;
            part.left = part.left.saturating_sub(numbers);
            left.numbers = left.numbers.saturating_sub(numbers);
        } else {
            part.give_up(at);
        }
        may
    }

    /// Remaining budget of a rule.
    fn rest(&self, asker: Code) -> usize {
        self.left.borrow_mut().part(asker).left
    }

    /// Subtracts finished work from the remaining budget. Records the place if the budget was not enough.
    fn spent(&self, asker: Code, at: NodeId, numbers: usize, outcome: WorkOutcome) {
        let mut left = self.left.borrow_mut();
        let part = left.part(asker);
        part.left = part.left.saturating_sub(numbers);
        match outcome {
            WorkOutcome::Found => part.looked_at += 1,
            WorkOutcome::GivenUp => part.give_up(at),
        }
        left.numbers = left.numbers.saturating_sub(numbers);
    }
}

/// Whether a piece of work was completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkOutcome {
    /// Completed.
    Found,
    /// Stopped: it needs more than the remaining budget.
    GivenUp,
}

impl WorkLeft {
    /// Budget of a rule, allocated when it is first used.
    fn part(&mut self, asker: Code) -> &mut RuleBudget {
        let to_come = ASKERS.len().saturating_sub(self.of.len()).max(1);
        let left = self.numbers / to_come.min(PARTS);
        self.of.entry(asker).or_insert(RuleBudget { left, looked_at: 0, given_up: 0, first: None })
    }
}

impl RuleBudget {
    fn give_up(&mut self, at: NodeId) {
        self.given_up += 1;
        self.first.get_or_insert(at);
    }
}

impl Subject<'_> {
    /// Whether the model of one option may be rebuilt and computed, for the scenario with another value.
    pub(super) fn may_write_option_anew(&self, asker: Code, at: NodeId) -> bool {
        self.budget.takes(asker, at, self.budget.another_sheet)
    }

    /// Whether the models of all options may be rebuilt and computed, so many times.
    pub(super) fn may_write_all_anew(&self, asker: Code, at: NodeId, times: usize) -> bool {
        self.budget.takes(asker, at, self.budget.another_scenario.saturating_mul(times))
    }

    /// Whether figures of one option may be computed at another value of an input.
    pub(super) fn may_move_option(&self, asker: Code, at: NodeId) -> bool {
        self.budget.takes(asker, at, self.budget.another_option)
    }

    /// Whether figures of all options may be computed at other values, so many times.
    pub(super) fn may_move_all(&self, asker: Code, at: NodeId, times: usize) -> bool {
        self.budget.takes(asker, at, self.budget.sheet.saturating_mul(times))
    }

    /// Whether so many numbers may be computed.
    pub(super) fn may_work_out(&self, asker: Code, at: NodeId, numbers: usize) -> bool {
        self.budget.takes(asker, at, numbers)
    }

    /// Numbers left for a rule that counts its own work.
    pub(super) fn left_to_work_out(&self, asker: Code) -> usize {
        self.budget.rest(asker)
    }

    /// Records the work of such a rule, and whether it was completed.
    pub(super) fn worked_out(&self, asker: Code, at: NodeId, numbers: usize, outcome: WorkOutcome) {
        self.budget.spent(asker, at, numbers, outcome);
    }

    /// Whether a rule skipped work.
    pub(super) fn was_given_up(&self, asker: Code) -> bool {
        self.budget.left.borrow().of.get(&asker).is_some_and(|part| part.given_up > 0)
    }

    /// One finding for each rule that skipped work, at its first place.
    pub(super) fn given_up(&self) -> Vec<Diagnostic> {
        let left = self.budget.left.borrow();
        let given_up = left.of.iter().filter_map(|(asker, part)| Some((asker, part, part.first?)));
        let found = given_up.map(|(asker, part, first)| {
            let places = counted(u32::try_from(part.given_up).unwrap_or(u32::MAX), "place");
            let message = format!(
                "`{}` was not checked at {places} from here on: the work budget of the check is used up",
                asker.text()
            );
            self.finding(Code::GivenUp, first, message).label("`--effort 10` allows ten times as much work")
        });
        found.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn budget(numbers: usize) -> WorkBudget {
        let left = RefCell::new(WorkLeft { numbers, of: BTreeMap::new() });
        WorkBudget { left, another_sheet: 1, another_scenario: 1, sheet: 1, another_option: 1 }
    }

    /// Number of pieces of work of this size that a rule may do.
    fn looked_at(budget: &WorkBudget, asker: Code, numbers: usize) -> usize {
        (0..1_000).filter(|_| budget.takes(asker, NodeId::ROOT, numbers)).count()
    }

    #[test]
    fn each_may_take_its_part_of_what_those_before_have_left() {
        let budget = budget(640);
        // a fourth of 640; a fourth of the remaining 480; and a fourth of 361, less than one piece of work, which is done anyway
        assert_eq!(looked_at(&budget, ASKERS[0], 16), 10);
        assert_eq!(looked_at(&budget, ASKERS[1], 119), 1);
        assert_eq!(budget.rest(ASKERS[1]), 1);
        assert_eq!(looked_at(&budget, ASKERS[2], 701), 1);
        assert_eq!(budget.rest(ASKERS[3]), 0);
    }

    #[test]
    fn all_together_take_no_more_than_there_is_but_for_the_first_of_each() {
        let budget = budget(1_000);
        let looked_at: Vec<usize> = ASKERS.into_iter().map(|asker| looked_at(&budget, asker, 3)).collect();
        let all: usize = looked_at.iter().sum();
        // each budget may keep two unused numbers
        assert!(all * 3 <= 1_000 && all * 3 > 1_000 - 3 * ASKERS.len(), "{looked_at:?}");
    }

    #[test]
    fn what_counts_its_own_work_takes_it_off() {
        let budget = budget(40);
        assert_eq!(budget.rest(ASKERS[0]), 10);
        budget.spent(ASKERS[0], NodeId::ROOT, 4, WorkOutcome::Found);
        assert_eq!(budget.rest(ASKERS[0]), 6);
        budget.spent(ASKERS[0], NodeId::ROOT, 20, WorkOutcome::GivenUp);
        assert_eq!(budget.rest(ASKERS[0]), 0);
        // a fourth of 40 less 24
        assert_eq!(budget.rest(ASKERS[1]), 4);
    }
}
