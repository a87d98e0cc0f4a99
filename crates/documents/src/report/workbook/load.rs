//! The levels of a curve in a block of rows, and what stands in which of its columns.

use crate::sheet::FigureId;

/// The levels of a curve in a block of rows, with a column for every period.
#[derive(Debug)]
pub(super) struct LoadBlock {
    /// The curve.
    pub curve: FigureId,
    /// The row of its first level.
    pub first: u32,
    /// How many levels it has.
    pub levels: u32,
    /// Whether each level is judged on a gauge.
    pub gauged: bool,
}

/// What stands of a level in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadPart {
    /// For which share of the hours it is held.
    Share,
    /// How high it is.
    Level,
    /// How high it is on the gauge.
    Gauge,
    /// The level over that.
    Ratio,
}

impl LoadPart {
    /// All that a block may have, in the order of its columns.
    pub(super) const ALL: [LoadPart; 4] = [LoadPart::Share, LoadPart::Level, LoadPart::Gauge, LoadPart::Ratio];
}

impl LoadBlock {
    /// The column of a part in one of so many periods.
    pub(super) fn column(part: LoadPart, period: usize, count: usize) -> u16 {
        u16::try_from(1 + part as usize * count + period).unwrap_or(u16::MAX)
    }

    /// The column of the levels in their order, highest first, after all others; the hours with so much or more stand beside.
    pub(super) fn falling(&self, count: usize) -> u16 {
        u16::try_from(2 + self.parts().len() * count).unwrap_or(u16::MAX)
    }

    /// What it has of each level.
    pub(super) fn parts(&self) -> &'static [LoadPart] {
        if self.gauged { &LoadPart::ALL } else { &LoadPart::ALL[..2] }
    }
}
