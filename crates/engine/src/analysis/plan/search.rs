//! Branch-and-bound search for the lowest present value over the integers of regions, with proof. Regions are processed
//! by ascending lower bound and halved on their widest side; the first single mix that comes up is the minimum. One
//! search may cover regions of several entries: then the overall minimum comes up first, then the next.

use super::space::{Region, Space};
use rust_decimal::Decimal;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Minimum found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Least {
    /// Index of the planned entry.
    pub entry: usize,
    /// Nodes, if any are owned, and instances of each commitment.
    pub point: Vec<u32>,
    /// Present value, rounded to the minor unit.
    pub present_value: Decimal,
}

/// Error: the search exceeds its work budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// Entries that are planned, by index.
pub(crate) trait Entries {
    /// Space of an entry, set up for it.
    fn space(&mut self, entry: usize) -> &mut Space;

    /// Numbers computed for all of them.
    fn work(&self) -> usize;
}

/// A single entry.
impl Entries for Space {
    fn space(&mut self, _: usize) -> &mut Space {
        self
    }

    fn work(&self) -> usize {
        Space::work(self)
    }
}

/// Minimum of a region; among equal ones the one with fewer nodes, then with fewer committed instances. None if no mix
/// is possible, or none is below `below`. Counts the regions and mixes evaluated.
///
/// # Errors
/// If the work in the space exceeds `most`.
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

/// Regions not yet ruled out.
#[derive(Debug)]
pub(crate) struct Frontier {
    open: BinaryHeap<Reverse<Open>>,
    /// Regions and mixes evaluated.
    looked_at: usize,
}

impl Frontier {
    /// Frontier of the evaluated regions that contain a possible mix.
    pub(crate) fn of(regions: impl IntoIterator<Item = Option<Open>>) -> Frontier {
        let (mut open, mut looked_at) = (BinaryHeap::new(), 0);
        for region in regions {
            looked_at += 1;
            open.extend(region.map(Reverse));
        }
        Frontier { open, looked_at }
    }

    /// Next minimum; none if no other mix is possible, or none is below `below`.
    ///
    /// # Errors
    /// If the work exceeds `most`.
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
            if entries.work() > most {
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

    /// Removes the remaining regions of entries.
    pub(crate) fn without(&mut self, is_out: impl Fn(usize) -> bool) {
        self.open.retain(|Reverse(open)| !is_out(open.entry));
    }
}

/// A region that may contain the minimum.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Open {
    bound: Decimal,
    /// Index of its entry.
    entry: usize,
    /// Tie-breakers among equal bounds: earlier entry, then fewer nodes, then fewer committed instances at the lower
    /// corner.
    nodes: u32,
    committed: u64,
    region: Region,
}

impl Open {
    /// A region of an entry in its space; none if it contains no possible mix.
    pub(crate) fn of(space: &mut Space, entry: usize, region: Region) -> Option<Open> {
        let bound = if region.is_single() { space.present_value(&region.from)? } else { space.least(&region)? };
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

/// Halves of a region, cut on its widest side; none for a single mix.
fn halves(region: &Region) -> Option<[Region; 2]> {
    let widths = region.from.iter().zip(&region.to).map(|(from, to)| to - from);
    // the first of equal sides
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
