//! How much a check works out beside the comparison that it judges: counted in numbers of the sheet, not timed, so that the
//! same file is looked at as far on every machine, and what is not looked at is found.

use super::rules::Subject;
use crate::analysis::{Answer, NUMBERS_FOR_A_VALUE};
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::NodeId;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Numbers that may be worked out beside a comparison: about two seconds of one core.
const MOST: usize = 20_000_000;

/// Of what is left, one that asks may take a part of so many, or of as many as are still to ask.
const PARTS: usize = 4;

/// Looking for what moves with a value goes through the whole sheet, which takes such a part of working it out.
const LOOKING_THROUGH: usize = 16;

/// Who works something out. Each may take its part of what those before it have left.
const ASKERS: [Code; 9] = [
    Code::NameplatePower,
    Code::MaintenanceInWarranty,
    Code::CommitmentUnused,
    Code::AlwaysOnLowLoad,
    Code::UncertaintyWithoutEffect,
    Code::UncertaintyBeyondHorizon,
    Code::UnsourcedPrice,
    Code::UnsourcedFlip,
    Code::UnmetExpectation,
];

/// What may be worked out, and what was.
#[derive(Debug)]
pub(super) struct WorkBudget {
    left: RefCell<WorkLeft>,
    /// Numbers that another sheet of one option takes, with reading the scenario for it.
    another_sheet: usize,
    /// The same of all options.
    another_scenario: usize,
    /// Numbers of the sheet.
    sheet: usize,
    /// Numbers that one option at another value of an input takes.
    another_option: usize,
}

#[derive(Debug)]
struct WorkLeft {
    numbers: usize,
    of: BTreeMap<Code, AskersPart>,
}

/// What one of those that ask may take, and what was not looked at.
#[derive(Debug)]
struct AskersPart {
    left: usize,
    looked_at: usize,
    given_up: usize,
    first: Option<NodeId>,
}

impl WorkBudget {
    /// What may be worked out to judge an answer, with the effort that it was asked with.
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

    /// Whether one more thing, which takes so many numbers, may be worked out; the first always may. What may not is kept, at
    /// its place.
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

    /// What is left of the part of one that asks.
    fn rest(&self, asker: Code) -> usize {
        self.left.borrow_mut().part(asker).left
    }

    /// Takes off what was worked out of a rest; where that was not enough, it is kept at its place.
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

/// Whether something came of what was worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WorkOutcome {
    /// All that was asked.
    Found,
    /// Not all: it takes more than was left.
    GivenUp,
}

impl WorkLeft {
    /// The part of one that asks.
    fn part(&mut self, asker: Code) -> &mut AskersPart {
        let to_come = ASKERS.len().saturating_sub(self.of.len()).max(1);
        let left = self.numbers / to_come.min(PARTS);
        self.of.entry(asker).or_insert(AskersPart { left, looked_at: 0, given_up: 0, first: None })
    }
}

impl AskersPart {
    fn give_up(&mut self, at: NodeId) {
        self.given_up += 1;
        self.first.get_or_insert(at);
    }
}

impl Subject<'_> {
    /// Whether the model of one option may be written and worked out anew, for the scenario read again with another value.
    pub(super) fn may_write_option_anew(&self, asker: Code, at: NodeId) -> bool {
        self.budget.takes(asker, at, self.budget.another_sheet)
    }

    /// Whether the models of all options may be, so many times.
    pub(super) fn may_write_all_anew(&self, asker: Code, at: NodeId, times: usize) -> bool {
        self.budget.takes(asker, at, self.budget.another_scenario.saturating_mul(times))
    }

    /// Whether figures of one option may be worked out at another value of an input.
    pub(super) fn may_move_option(&self, asker: Code, at: NodeId) -> bool {
        self.budget.takes(asker, at, self.budget.another_option)
    }

    /// Whether figures of all options may be, so many times.
    pub(super) fn may_move_all(&self, asker: Code, at: NodeId, times: usize) -> bool {
        self.budget.takes(asker, at, self.budget.sheet.saturating_mul(times))
    }

    /// Whether so many numbers may be worked out.
    pub(super) fn may_work_out(&self, asker: Code, at: NodeId, numbers: usize) -> bool {
        self.budget.takes(asker, at, numbers)
    }

    /// How many numbers may still be worked out for something that counts its own.
    pub(super) fn left_to_work_out(&self, asker: Code) -> usize {
        self.budget.rest(asker)
    }

    /// Says what that took, and whether it was enough.
    pub(super) fn worked_out(&self, asker: Code, at: NodeId, numbers: usize, outcome: WorkOutcome) {
        self.budget.spent(asker, at, numbers, outcome);
    }

    /// Whether something was not looked at by a rule.
    pub(super) fn was_given_up(&self, asker: Code) -> bool {
        self.budget.left.borrow().of.get(&asker).is_some_and(|part| part.given_up > 0)
    }

    /// What was not looked at, each at the first place.
    pub(super) fn given_up(&self) -> Vec<Diagnostic> {
        let left = self.budget.left.borrow();
        let given_up = left.of.iter().filter_map(|(asker, part)| Some((asker, part, part.first?)));
        let found = given_up.map(|(asker, part, first)| {
            let places = counted(u32::try_from(part.given_up).unwrap_or(u32::MAX), "place");
            let message = format!(
                "`{}` was not looked for at {places} from here on, since that takes more than a check works out",
                asker.text()
            );
            self.finding(Code::GivenUp, first, message).label("`--effort 10` works out ten times as much")
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

    /// Of how many things that take so much each a rule may look.
    fn looked_at(budget: &WorkBudget, asker: Code, numbers: usize) -> usize {
        (0..1_000).filter(|_| budget.takes(asker, NodeId::ROOT, numbers)).count()
    }

    #[test]
    fn each_may_take_its_part_of_what_those_before_have_left() {
        let budget = budget(640);
        // a fourth of 640; a fourth of the 480 that are left; and a fourth of 361, less than one thing, which is looked at all the
        // same
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
        // a part may leave two of its numbers
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
