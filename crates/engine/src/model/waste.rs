//! Breakdown of the hours paid for: useful hours, and the causes of the others.

use super::figures::WasteModel;
use super::own::FleetServed;
use super::part::DraftPart;
use super::rent::{WorkHours, either};
use crate::sheet::Figure;
use crate::timeline::Timeline;

impl<'s> FleetServed<'s> {
    /// Breakdown of the hours in which the accelerators of a fleet work.
    #[must_use]
    pub fn work(&self) -> WorkHours<'s> {
        WorkHours {
            useful: self.useful_accelerators,
            failed: self.failed,
            stalled: self.stalled,
            ready: self.ready,
            interrupted: self.interrupted,
        }
    }
}

impl<'s> WorkHours<'s> {
    /// Sum of both.
    #[must_use]
    pub fn and(&self, other: &WorkHours<'s>) -> WorkHours<'s> {
        WorkHours {
            useful: self.useful + other.useful,
            failed: either(self.failed, other.failed),
            stalled: either(self.stalled, other.stalled),
            ready: either(self.ready, other.ready),
            interrupted: either(self.interrupted, other.interrupted),
        }
    }
}

/// Hours over the horizon of all parts, each in its own accelerators. Parts with a price per unit are excluded; none if
/// all have one.
#[must_use]
pub fn waste<'s>(timeline: &Timeline<'s>, parts: &[DraftPart<'s>]) -> Option<WasteModel> {
    let paid = parts.iter().filter_map(|part| part.paid).reduce(|a, b| a + b)?;
    let work = parts.iter().filter_map(|part| part.work).reduce(|a, b| a.and(&b))?;
    let over = |row: Figure<'s>| row.dot(timeline.months);
    let (paid, useful) =
        (over(paid).named("hours paid for"), over(work.useful).named("useful hours among those paid for"));
    let failed = work.failed.map(|row| over(row).named("hours of failed runs"));
    let stalled = work.stalled.map(|row| over(row).named("hours waiting for data"));
    let ready = work.ready.map(|row| over(row).named("warm and headroom hours"));
    let interrupted = work.interrupted.map(|row| over(row).named("interrupted hours"));
    let known = [failed, stalled, ready, interrupted].into_iter().flatten().fold(useful, |sum, hours| sum + hours);
    Some(WasteModel {
        paid: paid.id(),
        useful_share: (useful / paid).named("useful share of paid hours").id(),
        idle: paid.positive_part_over(known).named("idle hours paid for").id(),
        ready: ready.map(Figure::id),
        failed: failed.map(Figure::id),
        stalled: stalled.map(Figure::id),
        interrupted: interrupted.map(Figure::id),
    })
}
