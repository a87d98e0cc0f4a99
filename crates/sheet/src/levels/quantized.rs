//! Quantized levels of a curve: in whole units and fractions, with running sums. Two binary searches find the units
//! above any level, for searches that need them repeatedly.

use crate::number;
use rust_decimal::Decimal;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Number of cached quantizations of a curve: a search needs few scales and steps.
const KEPT: usize = 4;
/// Number of levels from which fractions are compared one by one.
const MOST_SORTED: usize = 1 << 16;

/// Units needed above a level, beyond those that exist already.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Left {
    /// Σ of weight × units.
    pub units: Decimal,
    /// Σ of the weights of levels that need a unit.
    pub weight: Decimal,
}

/// Unit of quantization: units of `step`, after levels are multiplied by `scale`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Quantum {
    pub scale: Decimal,
    pub step: Decimal,
}

/// A level with its duration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level {
    pub level: Decimal,
    pub weight: Decimal,
}

/// Levels x in units: ⌊x⌋, and the rank of x − ⌊x⌋ among all fractions.
#[derive(Debug)]
pub(super) struct Quantized {
    whole: Vec<Decimal>,
    ranks: Vec<u32>,
    /// Distinct fractions by rank, ascending.
    parts: Vec<Decimal>,
    /// Weight of each level; Σ of weight × ⌊x⌋ and Σ of the weights of levels with a nonzero fraction, up to each
    /// level.
    weights: Vec<Decimal>,
    areas: Vec<Decimal>,
    parted: Vec<Decimal>,
    sorted: OnceLock<Vec<Sorted>>,
}

/// Ranks sorted within blocks of a power of two, with running sums of weights within the blocks.
#[derive(Debug)]
struct Sorted {
    ranks: Vec<u32>,
    longer: Vec<Decimal>,
}

impl Quantized {
    /// Quantizes descending levels with their weights.
    fn of(levels: impl Iterator<Item = Level>, quantum: Quantum) -> Option<Quantized> {
        let (mut whole, mut fractions, mut weights) = (Vec::new(), Vec::new(), Vec::new());
        for Level { level, weight } in levels {
            let (units, part) = parted(quantum.scale.checked_mul(level)?, quantum.step)?;
            whole.push(units);
            fractions.push(part);
            weights.push(weight);
        }
        let mut parts = fractions.clone();
        parts.sort_unstable();
        parts.dedup();
        let rank = |part: &Decimal| u32::try_from(parts.partition_point(|other| other < part)).ok();
        let ranks = fractions.iter().map(rank).collect::<Option<Vec<u32>>>()?;
        let areas = running(whole.iter().zip(&weights).map(|(units, weight)| units.checked_mul(*weight)))?;
        let something = fractions.iter().zip(&weights);
        let parted =
            running(something.map(|(part, weight)| Some(if part.is_zero() { Decimal::ZERO } else { *weight })))?;
        Some(Quantized { whole, ranks, parts, weights, areas, parted, sorted: OnceLock::new() })
    }

    /// Number of levels with more than `off` whole units, or with exactly `off` and a fraction of at least the rank
    /// `part`.
    fn count(&self, off: Decimal, part: u32) -> usize {
        let above = |at: usize| self.whole[at] > off || self.whole[at] == off && self.ranks[at] >= part;
        let (mut low, mut high) = (0, self.whole.len());
        while low < high {
            let middle = low.midpoint(high);
            if above(middle) { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Σ of the weights of the first `count` levels whose fraction has at least this rank.
    fn with_part(&self, count: usize, rank: u32) -> Option<Decimal> {
        let Some(last) = count.checked_sub(1) else { return Some(Decimal::ZERO) };
        if rank == u32::from(self.parts.first().is_some_and(Decimal::is_zero)) {
            return Some(self.parted[last]);
        }
        if self.whole.len() > MOST_SORTED {
            let parts = self.ranks.iter().zip(&self.weights).take(count).filter(|(own, _)| **own >= rank);
            return parts.map(|(_, weight)| *weight).try_fold(Decimal::ZERO, Decimal::checked_add);
        }
        let mut sum = Decimal::ZERO;
        let mut start = 0;
        for (depth, sorted) in self.sorted().iter().enumerate().rev() {
            let size = 1 << depth;
            if count & size != 0 {
                sum = sum.checked_add(sorted.at_rank(start..start + size, rank)?)?;
                start += size;
            }
        }
        Some(sum)
    }

    fn sorted(&self) -> &[Sorted] {
        self.sorted.get_or_init(|| {
            let mut ordered: Vec<(u32, Decimal)> =
                self.ranks.iter().copied().zip(self.weights.iter().copied()).collect();
            let depths = ordered.len().checked_ilog2().map_or(0, |depth| depth + 1);
            let sorted = |depth: u32| {
                let size = 1_usize << depth;
                ordered.chunks_exact_mut(size).for_each(|block| block.sort_by_key(|(rank, _)| *rank));
                let longer = ordered.chunks(size).flat_map(|block| {
                    block.iter().scan(Decimal::ZERO, |sum, (_, weight)| {
                        *sum += *weight;
                        Some(*sum)
                    })
                });
                Sorted { longer: longer.collect(), ranks: ordered.iter().map(|(rank, _)| *rank).collect() }
            };
            (0..depths).map(sorted).collect()
        })
    }
}

impl Sorted {
    /// Σ of the weights in a block from a rank on.
    fn at_rank(&self, block: std::ops::Range<usize>, rank: u32) -> Option<Decimal> {
        let (first, last) = (block.start, block.end.checked_sub(1)?);
        let before = self.ranks[block].partition_point(|own| *own < rank);
        let below = before.checked_sub(1).map_or(Decimal::ZERO, |at| self.longer[first + at]);
        self.longer[last].checked_sub(below)
    }
}

/// A level in units: the integer part and the fraction, rounded to the digits to which integers are distinguished.
fn parted(level: Decimal, step: Decimal) -> Option<(Decimal, Decimal)> {
    let units = level.checked_div(step)?;
    let whole = number::floor(units);
    let part = units.checked_sub(whole)?.round_dp(18).max(Decimal::ZERO).normalize();
    Some(if part >= Decimal::ONE { (whole + Decimal::ONE, Decimal::ZERO) } else { (whole, part) })
}

fn running(items: impl Iterator<Item = Option<Decimal>>) -> Option<Vec<Decimal>> {
    let mut sum = Decimal::ZERO;
    let mut next = |item: Option<Decimal>| {
        sum = sum.checked_add(item?)?;
        Some(sum)
    };
    items.map(&mut next).collect()
}

/// The most recent quantizations.
#[derive(Debug, Default)]
pub(super) struct Kept(Mutex<Vec<(Quantum, Arc<Quantized>)>>);

impl Kept {
    /// The quantized levels, from the cache or computed now.
    pub(super) fn of<L: Iterator<Item = Level>>(
        &self,
        quantum: Quantum,
        levels: impl Fn() -> L,
    ) -> Option<Arc<Quantized>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, quantized)) = kept.iter().find(|(known, _)| *known == quantum) {
            return Some(Arc::clone(quantized));
        }
        let quantized = Arc::new(Quantized::of(levels(), quantum)?);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((quantum, Arc::clone(&quantized)));
        Some(quantized)
    }
}

impl Quantized {
    /// Σ of weight × max(0, ⌈(scale · level − above) ÷ step⌉ − reserved), and Σ of the weights for which it is not
    /// zero; `reserved` is an integer, `above` is in the unit of the levels, and `longer` is Σ of the first n weights.
    pub(super) fn left(
        &self,
        step: Decimal,
        above: Decimal,
        reserved: Decimal,
        longer: impl Fn(usize) -> Decimal,
    ) -> Option<Left> {
        let (before, part) = parted(above, step)?;
        let off = before.checked_add(reserved)?;
        // a larger fraction needs one more unit
        let rank = u32::try_from(self.parts.partition_point(|other| *other <= part)).ok()?;
        let count = self.count(off, rank);
        let Some(last) = count.checked_sub(1) else {
            return Some(Left { units: Decimal::ZERO, weight: Decimal::ZERO });
        };
        let weight = longer(count);
        let whole = self.areas[last].checked_sub(off.checked_mul(weight)?)?;
        Some(Left { units: whole.checked_add(self.with_part(count, rank)?)?, weight })
    }
}
