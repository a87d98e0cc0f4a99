//! Slots of the clock with equal shares, found once for each curve.

use crate::formula::FigureId;
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::sync::OnceLock;

/// Identity of the share of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    /// A constant, by its digits.
    Constant([u8; 16]),
    /// A varying figure.
    Moving(FigureId),
}

/// For each item, the index of its value among the distinct values, in order of first occurrence.
fn numbered<T: PartialEq>(things: impl Iterator<Item = T>) -> Vec<usize> {
    let (mut different, mut last): (Vec<T>, usize) = (Vec::new(), 0);
    let number = |thing: T| {
        // an item mostly equals the one before it
        if different.get(last) != Some(&thing) {
            last = different.iter().position(|other| *other == thing).unwrap_or(different.len());
        }
        if last == different.len() {
            different.push(thing);
        }
        last
    };
    things.map(number).collect()
}

/// First slot of each group of slots with equal shares, in order, with the size of the group.
type SlotsAlike = Vec<(usize, usize)>;

/// Groups of equal slots of a curve, from the first request; mostly no share varies. The cache affects run time and
/// never results, so any two are equal.
#[derive(Clone, Debug, Default)]
pub(crate) struct SlotCache(OnceLock<(Vec<Share>, SlotsAlike)>);

impl PartialEq for SlotCache {
    fn eq(&self, _: &SlotCache) -> bool {
        true
    }
}

impl Eq for SlotCache {}

impl Hash for SlotCache {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl SlotCache {
    /// The groups, for the shares of each clock.
    pub(crate) fn of(
        &self,
        clocks: &[&[FigureId]],
        exact: &dyn Fn(FigureId) -> Option<Decimal>,
    ) -> Cow<'_, [(usize, usize)]> {
        let share = |of: &FigureId| exact(*of).map_or(Share::Moving(*of), |share| Share::Constant(share.serialize()));
        let shares = || clocks.iter().copied().flatten().map(share);
        let alike = || slots_alike(clocks, &share);
        match self.0.get_or_init(|| (shares().collect(), alike())) {
            (kept, slots) if shares().eq(kept.iter().copied()) => Cow::Borrowed(slots),
            _ => Cow::Owned(alike()),
        }
    }
}

fn slots_alike(clocks: &[&[FigureId]], share: &dyn Fn(&FigureId) -> Share) -> SlotsAlike {
    let mut slots = vec![0; slots_of(clocks)];
    for clock in clocks {
        let shares = numbered(clock.iter().map(share));
        slots = numbered(slots.into_iter().zip(shares.into_iter().cycle()));
    }
    let mut alike = SlotsAlike::new();
    for (slot, number) in slots.into_iter().enumerate() {
        match alike.get_mut(number) {
            Some((_, times)) => *times += 1,
            None => alike.push((slot, 1)),
        }
    }
    alike
}

/// Number of slots of a sum of shapes: that of the finest one.
pub(crate) fn slots_of(clocks: &[&[FigureId]]) -> usize {
    clocks.iter().map(|clock| clock.len()).max().unwrap_or_default()
}
