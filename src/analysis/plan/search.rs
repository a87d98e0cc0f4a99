//! The least present value over all whole numbers of a region, with proof: regions are looked at in the order of what the
//! present value is never below in them, the widest side is halved, and the first single mix that comes up is the least.

use super::space::{Region, Space};
use rust_decimal::Decimal;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Least {
    /// Nodes, where any are owned, and the instances of each commitment.
    pub point: Vec<u32>,
    /// The present value, to the minor unit.
    pub present_value: Decimal,
}

/// To find the least takes more than may be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMuch;

/// The least mix of a region: of equal ones that with fewer nodes, then with fewer committed instances; none where none is
/// possible, or none comes to less than `below`. Counts the regions and mixes that it looked at.
///
/// # Errors
/// If more would be worked out in the space than `most`.
pub(super) fn least(
    space: &mut Space,
    region: Region,
    below: Option<Decimal>,
    (looked_at, most): (&mut usize, usize),
) -> Result<Option<Least>, TooMuch> {
    let mut open = BinaryHeap::new();
    open.extend(Open::of(space, region, looked_at).map(Reverse));
    while let Some(Reverse(Open { bound, region, .. })) = open.pop() {
        if below.is_some_and(|below| bound >= below) {
            return Ok(None);
        }
        if space.worked() > most {
            return Err(TooMuch);
        }
        let Some(halves) = halves(&region) else {
            return Ok(Some(Least { point: region.from, present_value: bound }));
        };
        for half in halves {
            if let Some(mut half) = Open::of(space, half, looked_at) {
                if !half.region.is_single() {
                    half.bound = half.bound.max(bound);
                }
                open.push(Reverse(half));
            }
        }
    }
    Ok(None)
}

/// A region that may hold the least mix.
#[derive(Debug, PartialEq, Eq)]
struct Open {
    bound: Decimal,
    /// Of equal bounds the region comes first whose least corner has fewer nodes, then fewer committed instances.
    nodes: u32,
    committed: u64,
    region: Region,
}

impl Open {
    fn of(space: &mut Space, region: Region, looked_at: &mut usize) -> Option<Open> {
        *looked_at += 1;
        let bound = if region.is_single() { space.worth(&region.from)? } else { space.least(&region)? };
        let (nodes, committed) = region.from.split_at(space.owned());
        let (nodes, committed) = (nodes.iter().sum(), committed.iter().copied().map(u64::from).sum());
        Some(Open { bound, nodes, committed, region })
    }

    fn rank(&self) -> (Decimal, u32, u64, &[u32], bool) {
        (self.bound, self.nodes, self.committed, &self.region.from, !self.region.is_single())
    }
}

impl Ord for Open {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Open {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A region cut in the middle of its widest side; none of a single mix.
fn halves(region: &Region) -> Option<[Region; 2]> {
    let widths = region.from.iter().zip(&region.to).map(|(from, to)| to - from);
    // of equal sides the first
    let (side, width) = widths.enumerate().min_by_key(|(_, width)| Reverse(*width))?;
    if width == 0 {
        return None;
    }
    let middle = region.from[side] + (width - 1) / 2;
    let (mut lower, mut upper) = (region.clone(), region.clone());
    lower.to[side] = middle;
    upper.from[side] = middle + 1;
    Some([lower, upper])
}
