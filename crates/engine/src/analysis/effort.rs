//! How much is worked out for a question before what is left of it is given up: counted in numbers of the sheet, not timed, so
//! that the same is said on every machine.

use rayon::prelude::*;
use std::num::NonZeroU32;

/// Work of reading a value of a scenario again, in numbers of the sheet.
pub(crate) const NUMBERS_FOR_A_VALUE: usize = 15;

/// How many numbers can be copied in the time of working out one.
pub(super) const NUMBERS_COPIED_AS_ONE: usize = 4;

/// How much may be worked out for a question, as a multiple of what is usual: with that, the hardest files that were tried hold
/// a core for some seconds (BENCHMARKS.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Effort(NonZeroU32);

impl Effort {
    /// As much as is usual.
    pub const USUAL: Effort = Effort(NonZeroU32::MIN);

    /// So many times as much.
    #[must_use]
    pub fn times(times: NonZeroU32) -> Effort {
        Effort(times)
    }

    /// So many numbers, or as many times that as is asked for.
    pub(crate) fn of(self, usual: usize) -> usize {
        usual.saturating_mul(self.0.get() as usize)
    }
}

/// What came of one of several things that are worked out.
#[derive(Clone, Debug)]
pub(super) struct Done<R> {
    pub(super) result: R,
    /// How much was worked out this time.
    pub(super) worked: usize,
    /// Whether that was enough.
    pub(super) is_whole: bool,
}

/// Works out things, on all cores and in their order, and no more than `most` for all of them: each of them may take as much,
/// and what some leave is divided among those for which it was too little, which are done again, or go on, while that gives
/// them twice as much as before. Where it does not, the first of them get twice as much, as many as there is enough for.
pub(super) fn shared<T: Sync, R: Send>(
    things: &[T],
    most: usize,
    work_out: impl Fn(&T, usize) -> Done<R> + Sync,
) -> Vec<R> {
    let mut each = most / things.len().max(1);
    let mut done: Vec<Done<R>> = things.par_iter().map(|thing| work_out(thing, each)).collect();
    let mut left = most;
    let mut last: usize = done.iter().map(|done| done.worked).sum();
    loop {
        left = left.saturating_sub(last);
        let mut open: Vec<(&T, &mut Done<R>)> =
            things.iter().zip(&mut done).filter(|(_, done)| !done.is_whole).collect();
        let least = each.saturating_mul(2).max(1);
        open.truncate(left / least);
        if open.is_empty() {
            return done.into_iter().map(|done| done.result).collect();
        }
        each = left / open.len();
        let again = open.into_par_iter().map(|(thing, done)| {
            *done = work_out(thing, each);
            done.worked
        });
        last = again.sum();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What comes of things that need so much each: how much of it each of them got, where that was not enough.
    fn shared_by(needs: &[usize], most: usize) -> Vec<Option<usize>> {
        shared(needs, most, |need, most| Done {
            result: (*need > most).then_some(most),
            worked: (*need).min(most),
            is_whole: *need <= most,
        })
    }

    #[test]
    fn what_some_leave_is_divided_among_the_others() {
        // 25 each is enough for three; of the 100 they and the fourth took 55, and 45 is less than twice 25
        assert_eq!(shared_by(&[10, 10, 10, 60], 100), [None, None, None, Some(25)]);
        // 50 each: 110 of 200 are left, for which the last is done again
        assert_eq!(shared_by(&[10, 10, 20, 110], 200), [None, None, None, None]);
        assert_eq!(shared_by(&[10, 10, 20, 111], 200), [None, None, None, Some(110)]);
    }

    #[test]
    fn what_is_too_little_for_all_is_enough_for_the_first() {
        // 25 each is too little for all four, and of what they do with it nothing is left
        assert_eq!(shared_by(&[30, 30, 30, 30], 100), [Some(25); 4]);
        // each of four that look at nothing below 40 leaves its 25: two get 50, and the others nothing
        let all_or_nothing = |need: &usize, most: usize| Done {
            result: *need <= most,
            worked: if *need <= most { *need } else { 0 },
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
        assert_eq!(Effort::USUAL.of(7), 7);
        assert_eq!(Effort::times(NonZeroU32::new(3).unwrap()).of(7), 21);
        assert_eq!(Effort::times(NonZeroU32::MAX).of(usize::MAX), usize::MAX);
    }
}
