//! Load by step: the time for which each level was held in each step, in any reading order.

use std::collections::BTreeMap;

/// Maximum number of steps of a trace, and of steps in which levels begin or end.
pub(super) const MOST_STEPS: usize = 1_000_000;

/// Levels by step. The area of a step is `Σ level · time`, in level units times milliseconds. Memory grows with the number of
/// steps in which a level begins or ends, not with the number of levels.
#[derive(Debug)]
pub(super) struct Bins {
    /// Start of step 0 and length of a step, in milliseconds.
    origin: i64,
    step: i64,
    entries: BTreeMap<i64, Entry>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// Area of levels that begin or end in this step.
    part: i128,
    /// Change of the level that holds throughout, from this step on.
    change: i128,
}

/// The trace would have too many steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooManySteps;

impl Bins {
    pub(super) fn new(origin: i64, step: i64) -> Bins {
        Bins { origin, step, entries: BTreeMap::new() }
    }

    /// Step that contains a moment.
    pub(super) fn step_of(&self, moment: i64) -> i64 {
        (moment - self.origin).div_euclid(self.step)
    }

    /// Start of a step.
    pub(super) fn start_of(&self, step: i64) -> i64 {
        self.origin + step * self.step
    }

    /// Adds a level from a moment to a later one.
    pub(super) fn hold(&mut self, level: i64, from: i64, to: i64) -> Result<(), TooManySteps> {
        if from >= to || level == 0 {
            return Ok(());
        }
        let level = i128::from(level);
        let (first, last) = (self.step_of(from), self.step_of(to));
        if first == last {
            self.entry(first)?.part += level * i128::from(to - from);
            return Ok(());
        }
        let (second, begun) = (self.start_of(first + 1), self.start_of(last));
        self.entry(first)?.part += level * i128::from(second - from);
        if to > begun {
            self.entry(last)?.part += level * i128::from(to - begun);
        }
        if first + 1 < last {
            self.entry(first + 1)?.change += level;
            self.entry(last)?.change -= level;
        }
        Ok(())
    }

    fn entry(&mut self, step: i64) -> Result<&mut Entry, TooManySteps> {
        let count = self.entries.len();
        let entry = self.entries.entry(step).or_default();
        if count > MOST_STEPS { Err(TooManySteps) } else { Ok(entry) }
    }

    /// Areas of the steps in a range.
    pub(super) fn areas(&self, steps: std::ops::Range<i64>) -> impl Iterator<Item = i128> {
        let length = i128::from(self.step);
        let mut level: i128 = self.entries.range(..steps.start).map(|(_, entry)| entry.change).sum();
        let mut entries = self.entries.range(steps.clone()).peekable();
        steps.map(move |step| {
            let entry = entries.next_if(|(at, _)| **at == step).map_or(Entry::default(), |(_, entry)| *entry);
            level += entry.change;
            level * length + entry.part
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    #[test]
    fn a_level_fills_the_steps_that_it_is_held_in() {
        let mut bins = Bins::new(0, 60);
        // 20 of step 0, all of steps 1 and 2, 5 of step 3; and 10 of step 1 alone
        bins.hold(3, 40, 185).unwrap();
        bins.hold(2, 70, 80).unwrap();
        // from boundary to boundary
        bins.hold(1, 60, 120).unwrap();
        assert_eq!(bins.areas(0..4).collect::<Vec<_>>(), [60, 180 + 20 + 60, 180, 15]);
        assert_eq!(bins.areas(2..3).collect::<Vec<_>>(), [180]);
        assert_eq!(bins.areas(-1..1).collect::<Vec<_>>(), [0, 60]);
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_time_is_lost_or_counted_twice(
            origin in -100_i64..100,
            step in 1_i64..500,
            held in prop::collection::vec((0_i64..1_000, -5_000_i64..5_000, 0_i64..3_000), 0..30),
        ) {
            let mut bins = Bins::new(origin, step);
            for (level, from, length) in &held {
                bins.hold(*level, *from, from + length).unwrap();
            }
            let steps = bins.step_of(-5_000)..bins.step_of(8_000) + 1;
            let all: i128 = bins.areas(steps.clone()).sum();
            prop_assert_eq!(all, held.iter().map(|(level, _, length)| i128::from(level * length)).sum::<i128>());
            // each step by itself: the overlap of every level with it
            for (step, area) in steps.clone().zip(bins.areas(steps)) {
                let (start, end) = (bins.start_of(step), bins.start_of(step + 1));
                let overlap = |from: i64, to: i64| (to.min(end) - from.max(start)).max(0);
                let expected: i64 = held.iter().map(|(level, from, length)| level * overlap(*from, from + length)).sum();
                prop_assert_eq!(area, i128::from(expected));
            }
        }
    }
}
