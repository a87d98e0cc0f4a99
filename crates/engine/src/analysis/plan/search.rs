//! The least present value over all whole numbers of regions, with proof: regions are looked at in the order of what the
//! present value is never below in them, the widest side is halved, and the first single mix that comes up is the least. Regions
//! of several things that are planned may lie in one search: then the least of all comes up first, then the next.

use super::space::{Region, Space};
use rust_decimal::Decimal;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Least {
    /// Which of the things that are planned.
    pub entry: usize,
    /// Nodes, where any are owned, and the instances of each commitment.
    pub point: Vec<u32>,
    /// The present value, to the minor unit.
    pub present_value: Decimal,
}

/// To find the least takes more than may be worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// Things that are planned, each by its number.
pub(crate) trait Entries {
    /// The space in which a thing is planned, as it is for that thing.
    fn space(&mut self, entry: usize) -> &mut Space;

    /// How much was worked out for all of them.
    fn worked(&self) -> usize;
}

/// One alone.
impl Entries for Space {
    fn space(&mut self, _: usize) -> &mut Space {
        self
    }

    fn worked(&self) -> usize {
        Space::worked(self)
    }
}

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
    let mut frontier = Frontier::of([Open::of(space, 0, region)]);
    let least = frontier.least(space, below, most);
    *looked_at += frontier.looked_at;
    least
}

/// What is not ruled out yet.
#[derive(Debug)]
pub(crate) struct Frontier {
    open: BinaryHeap<Reverse<Open>>,
    /// Regions and mixes that were looked at.
    looked_at: usize,
}

impl Frontier {
    /// Of regions that were looked at, those in which any mix is possible.
    pub(crate) fn of(regions: impl IntoIterator<Item = Option<Open>>) -> Frontier {
        let (mut open, mut looked_at) = (BinaryHeap::new(), 0);
        for region in regions {
            looked_at += 1;
            open.extend(region.map(Reverse));
        }
        Frontier { open, looked_at }
    }

    /// The least mix that has not come up; none where no other is possible, or none comes to less than `below`.
    ///
    /// # Errors
    /// If more would be worked out than `most`.
    pub(crate) fn least(
        &mut self,
        entries: &mut dyn Entries,
        below: Option<Decimal>,
        most: usize,
    ) -> Result<Option<Least>, TooMuch> {
        while let Some(Reverse(Open { bound, entry, region, .. })) = self.open.pop() {
            if below.is_some_and(|below| bound >= below) {
                return Ok(None);
            }
            if entries.worked() > most {
                return Err(TooMuch);
            }
            let Some(halves) = halves(&region) else {
                return Ok(Some(Least { entry, point: region.from, present_value: bound }));
            };
            let space = entries.space(entry);
            for half in halves {
                self.looked_at += 1;
                if let Some(mut half) = Open::of(space, entry, half) {
                    if !half.region.is_single() {
                        half.bound = half.bound.max(bound);
                    }
                    self.open.push(Reverse(half));
                }
            }
        }
        Ok(None)
    }

    /// Leaves out what else there is of a thing.
    pub(crate) fn without(&mut self, is_out: impl Fn(usize) -> bool) {
        self.open.retain(|Reverse(open)| !is_out(open.entry));
    }
}

/// A region that may hold the least mix.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Open {
    bound: Decimal,
    /// Which of the things that are planned it is of.
    entry: usize,
    /// Of equal bounds the region comes first whose thing does, then that whose least corner has fewer nodes, then fewer committed
    /// instances.
    nodes: u32,
    committed: u64,
    region: Region,
}

impl Open {
    /// A region of a thing in its space; none where no mix in it is possible.
    pub(crate) fn of(space: &mut Space, entry: usize, region: Region) -> Option<Open> {
        let bound = if region.is_single() { space.worth(&region.from)? } else { space.least(&region)? };
        let (nodes, committed) = region.from.split_at(space.owned());
        let (nodes, committed) = (nodes.iter().sum(), committed.iter().copied().map(u64::from).sum());
        Some(Open { bound, entry, nodes, committed, region })
    }

    fn rank(&self) -> (Decimal, usize, u32, u64, &[u32], bool) {
        (self.bound, self.entry, self.nodes, self.committed, &self.region.from, !self.region.is_single())
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
