//! Position of a load curve's levels on the sheet of load-duration curves.

use crate::sheet::FigureId;

/// Levels of a curve in a block of rows, with one column per part and period.
#[derive(Debug)]
pub(super) struct LoadBlock {
    /// Curve.
    pub curve: FigureId,
    /// Row of the first level.
    pub first: u32,
    /// Number of levels.
    pub levels: u32,
    /// Whether the levels have a gauge, a second load of the same hours on which units are counted.
    pub gauged: bool,
}

/// Column of a level in a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LoadPart {
    /// Share of the hours.
    Share,
    /// Level.
    Level,
    /// Level of the gauge.
    Gauge,
    /// Level divided by the gauge.
    Ratio,
}

impl LoadPart {
    /// All parts, in column order.
    pub(super) const ALL: [LoadPart; 4] = [LoadPart::Share, LoadPart::Level, LoadPart::Gauge, LoadPart::Ratio];
}

impl LoadBlock {
    /// Column of a part in a period, with `count` periods.
    pub(super) fn column(part: LoadPart, period: usize, count: usize) -> u16 {
        u16::try_from(1 + part as usize * count + period).unwrap_or(u16::MAX)
    }

    /// Column of the levels sorted from the highest, after all others. The next column has the share of the hours at or above
    /// each.
    pub(super) fn falling(&self, count: usize) -> u16 {
        u16::try_from(2 + self.parts().len() * count).unwrap_or(u16::MAX)
    }

    /// Parts of this block.
    pub(super) fn parts(&self) -> &'static [LoadPart] {
        if self.gauged { &LoadPart::ALL } else { &LoadPart::ALL[..2] }
    }
}
