//! Work budgets: the work for a question is counted in numbers of the sheet, not timed, so results are the same on
//! every machine.

use crate::parallel::on_all_cores;
use std::num::NonZeroU32;

/// Work of reading a value of a scenario again, in numbers of the sheet.
pub(crate) const NUMBERS_FOR_A_VALUE: usize = 15;

/// Numbers that can be copied in the time of computing one.
pub(super) const NUMBERS_COPIED_AS_ONE: usize = 4;

/// Work budget as a multiple of the usual one; with the usual budget the hardest files tested take a core some seconds
/// (BENCHMARKS.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BudgetMultiple(NonZeroU32);

impl BudgetMultiple {
    /// The usual budget.
    pub const USUAL: BudgetMultiple = BudgetMultiple(NonZeroU32::MIN);

    /// A multiple of the usual budget.
    #[must_use]
    pub fn times(times: NonZeroU32) -> BudgetMultiple {
        BudgetMultiple(times)
    }

    /// Budget in numbers, from the usual one.
    pub(crate) fn of(self, usual: usize) -> usize {
        usual.saturating_mul(self.0.get() as usize)
    }
}

/// Result of one of several computations.
#[derive(Clone, Debug)]
pub(super) struct Computed<R> {
    pub(super) result: R,
    /// Numbers computed in this run.
    pub(super) work: usize,
    /// Whether the budget was enough.
    pub(super) is_whole: bool,
}

/// Runs computations in parallel, with results in order, and a shared budget of `most`. Each first receives an equal
/// part. Those that need more share the rest and run again, or continue, as long as each receives at least twice as
/// much as before. If the rest is too small for all, only the first ones receive twice as much.
pub(super) fn shared<T: Sync, R: Send>(
    things: &[T],
    most: usize,
    work_out: impl Fn(&T, usize) -> Computed<R> + Sync,
) -> Vec<R> {
    let mut each = most / things.len().max(1);
    let mut done: Vec<Computed<R>> = on_all_cores(things, |thing| work_out(thing, each));
    let mut left = most;
    let mut last: usize = done.iter().map(|done| done.work).sum();
    loop {
        left = left.saturating_sub(last);
        let mut open: Vec<(&T, &mut Computed<R>)> =
            things.iter().zip(&mut done).filter(|(_, done)| !done.is_whole).collect();
        let least = each.saturating_mul(2).max(1);
        open.truncate(left / least);
        if open.is_empty() {
            return done.into_iter().map(|done| done.result).collect();
        }
        each = left / open.len();
        let again = on_all_cores(open, |(thing, done)| {
            *done = work_out(thing, each);
            done.work
        });
        last = again.into_iter().sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs computations with these needs: the budget that each received, if it was not enough.
    fn shared_by(needs: &[usize], most: usize) -> Vec<Option<usize>> {
        shared(needs, most, |need, most| Computed {
            result: (*need > most).then_some(most),
            work: (*need).min(most),
            is_whole: *need <= most,
        })
    }

    #[test]
    fn what_some_leave_is_divided_among_the_others() {
        // 25 each is enough for three; they and the fourth used 55 of 100, and 45 is less than twice 25
        assert_eq!(shared_by(&[10, 10, 10, 60], 100), [None, None, None, Some(25)]);
        // 50 each: 110 of 200 are left, so the last runs again
        assert_eq!(shared_by(&[10, 10, 20, 110], 200), [None, None, None, None]);
        assert_eq!(shared_by(&[10, 10, 20, 111], 200), [None, None, None, Some(110)]);
    }

    #[test]
    fn what_is_too_little_for_all_is_enough_for_the_first() {
        // 25 each is too little for all four, and they use it up
        assert_eq!(shared_by(&[30, 30, 30, 30], 100), [Some(25); 4]);
        // each of four that use nothing below 40 leaves its 25: two receive 50, the others nothing
        let all_or_nothing = |need: &usize, most: usize| Computed {
            result: *need <= most,
            work: if *need <= most { *need } else { 0 },
            is_whole: *need <= most,
        };
        assert_eq!(shared(&[40, 40, 40, 40], 100, all_or_nothing), [true, true, false, false]);
    }

    #[test]
    fn with_nothing_each_is_still_tried() {
        assert_eq!(shared_by(&[0, 1, 2], 0), [None, Some(0), Some(0)]);
        assert_eq!(shared_by(&[], 10), []);
    }

    #[test]
    fn more_effort_is_a_multiple() {
        assert_eq!(BudgetMultiple::USUAL.of(7), 7);
        assert_eq!(BudgetMultiple::times(NonZeroU32::new(3).unwrap()).of(7), 21);
        assert_eq!(BudgetMultiple::times(NonZeroU32::MAX).of(usize::MAX), usize::MAX);
    }
}
