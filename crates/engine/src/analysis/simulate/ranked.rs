//! Order statistics without a full sort: numbers are counted in equal buckets of their range, and only the requested
//! buckets are sorted.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

/// Number of buckets.
const PARTS: usize = 1 << 13;

/// At least one number, all finite, in any order. Each query iterates over them again.
pub(in crate::analysis) struct Ranked<I> {
    numbers: I,
    sum: f64,
    lowest: f64,
    /// Buckets per unit of the numbers.
    parts_each: f64,
    /// Count of numbers in the buckets before each, and in all.
    before: Vec<usize>,
}

impl<I: Iterator<Item = f64> + Clone> Ranked<I> {
    /// None if there are no numbers.
    pub(in crate::analysis) fn of(numbers: I) -> Option<Ranked<I>> {
        let all = (-0.0, f64::INFINITY, f64::NEG_INFINITY);
        let (sum, lowest, highest) = numbers.clone().fold(all, |(sum, lowest, highest), number| {
            (
                sum + number,
                if number < lowest { number } else { lowest },
                if number > highest { number } else { highest },
            )
        });
        if lowest > highest {
            return None;
        }
        let width = highest - lowest;
        let parts_each = if width > 0.0 { PARTS as f64 / width } else { 0.0 };
        let mut ranked =
            Ranked { numbers, sum, lowest, parts_each: parts_each.min(f64::MAX), before: vec![0; PARTS + 1] };
        let mut counts = vec![0; PARTS];
        ranked.numbers.clone().for_each(|number| counts[ranked.part(number)] += 1);
        for (part, count) in counts.into_iter().enumerate() {
            ranked.before[part + 1] = ranked.before[part] + count;
        }
        Some(ranked)
    }

    pub(in crate::analysis) fn count(&self) -> usize {
        self.before[PARTS]
    }

    /// Mean, added in the original order.
    pub(in crate::analysis) fn mean(&self) -> f64 {
        self.sum / self.count() as f64
    }

    /// Bucket of a number; larger numbers are never in earlier buckets.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a cast from a float stops at the ends")]
    fn part(&self, number: f64) -> usize {
        (((number - self.lowest) * self.parts_each) as usize).min(PARTS - 1)
    }

    /// Bucket of the number at a rank.
    fn part_of(&self, rank: usize) -> usize {
        self.before.partition_point(|before| *before <= rank) - 1
    }

    /// Numbers at some ranks below their count; the smallest has rank 0.
    pub(in crate::analysis) fn at(&self, ranks: &[usize]) -> Vec<f64> {
        let mut is_requested = [false; PARTS];
        for rank in ranks {
            is_requested[self.part_of(*rank)] = true;
        }
        let ordered = self.ordered(|part| is_requested[part]);
        let (mut left_out, mut out) = (Vec::with_capacity(PARTS), 0);
        for (part, is_requested) in is_requested.into_iter().enumerate() {
            left_out.push(out);
            out += if is_requested { 0 } else { self.before[part + 1] - self.before[part] };
        }
        ranks.iter().map(|rank| ordered[rank - left_out[self.part_of(*rank)]]).collect()
    }

    /// The `count` largest numbers in ascending order, or all; at least one.
    pub(in crate::analysis) fn largest(&self, count: usize) -> Vec<f64> {
        let rank = self.count().saturating_sub(count.max(1));
        let first = self.part_of(rank);
        let mut largest = self.ordered(|part| part >= first);
        largest.drain(..rank - self.before[first]);
        largest
    }

    /// Numbers of some buckets in ascending order.
    fn ordered(&self, is_requested: impl Fn(usize) -> bool) -> Vec<f64> {
        let mut requested: Vec<f64> = self.numbers.clone().filter(|number| is_requested(self.part(*number))).collect();
        requested.sort_unstable_by(f64::total_cmp);
        requested
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::test_runner::RngSeed;

    fn bits(numbers: &[f64]) -> Vec<u64> {
        numbers.iter().copied().map(f64::to_bits).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn ranks_are_those_of_all_numbers_in_order(
            numbers in proptest::collection::vec(
                prop_oneof![-1e3..1e3, Just(0.0), Just(-0.0), Just(1e27), Just(-1e27), 5e-324..1e-300, 0.0..1e-9],
                1..300,
            ),
            ranks in proptest::collection::vec(0_usize..320, 0..20),
        ) {
            let mut all = numbers.clone();
            all.sort_unstable_by(f64::total_cmp);
            let ranked = Ranked::of(numbers.iter().copied()).unwrap();
            let ranks: Vec<usize> = ranks.into_iter().map(|rank| rank % all.len()).collect();
            let expected: Vec<f64> = ranks.iter().map(|rank| all[*rank]).collect();
            prop_assert_eq!(bits(&ranked.at(&ranks)), bits(&expected));
            for count in ranks.into_iter().map(|rank| rank + 1).chain([all.len() + 1]) {
                prop_assert_eq!(bits(&ranked.largest(count)), bits(&all[all.len().saturating_sub(count)..]));
            }
            prop_assert_eq!(ranked.count(), numbers.len());
            prop_assert_eq!(ranked.mean().to_bits(), (numbers.iter().sum::<f64>() / numbers.len() as f64).to_bits());
        }
    }

    #[test]
    fn of_none_there_is_nothing_to_rank() {
        assert!(Ranked::of(std::iter::empty()).is_none());
    }
}
