//! SVG drawings in two widths. Marks have classes, which a style sheet colours.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

mod axis;
mod groups;
mod lines;
mod load;
mod map;
mod parts;
pub(super) mod pen;
mod scale;
mod spreads;
mod tornado;
mod years;

pub(super) use axis::axis;

use super::chart::OptionOutcome;
use super::picture::Drawing;
use pen::Pen;

/// Size of a drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DrawingSize {
    /// For half the width of paper and windows: names are next to their marks.
    Wide,
    /// For the full width of paper and windows.
    Full,
    /// For phones: names are below.
    Narrow,
}

impl DrawingSize {
    /// Width in pixels; text has its normal size.
    pub(super) fn width(self) -> f64 {
        match self {
            DrawingSize::Wide => 540.0,
            DrawingSize::Full => 880.0,
            DrawingSize::Narrow => 350.0,
        }
    }

    /// Class by which a style shows the size that fits.
    fn class(self) -> &'static str {
        match self {
            DrawingSize::Wide | DrawingSize::Full => "wide",
            DrawingSize::Narrow => "narrow",
        }
    }
}

/// SVG of a drawing, labelled by the element `described_by`.
pub(super) fn draw(drawing: &Drawing, size: DrawingSize, described_by: &str) -> String {
    drawn(drawing, size).finish(size.width(), size.class(), described_by)
}

/// Marks of a drawing.
pub(super) fn drawn(drawing: &Drawing, size: DrawingSize) -> Pen {
    match drawing {
        Drawing::LineChart(courses) => lines::draw(courses, size),
        Drawing::Parts(parts) => parts::draw(parts, size),
        Drawing::Years(years) => years::draw(years, size),
        Drawing::Load(load) => load::draw(load, size),
        Drawing::Spreads(spreads) => spreads::draw(spreads, size),
        Drawing::Tornado(tornado) => tornado::draw(tornado, size),
        Drawing::Groups(groups) => groups::draw(groups, size),
        Drawing::Map(map) => map::draw(map, size),
    }
}

/// Class of an option by its outcome and, if it does not win, its index among the others.
fn class_of(outcome: OptionOutcome, other: usize) -> String {
    match outcome {
        OptionOutcome::Wins => "wins".to_owned(),
        OptionOutcome::Stands => format!("o{}", other % 6),
        OptionOutcome::Out(_) => format!("out o{}", other % 6),
    }
}

/// Classes of options.
fn classes(outcomes: impl Iterator<Item = OptionOutcome>) -> Vec<String> {
    let mut others = 0;
    let class = |outcome: OptionOutcome| {
        let class = class_of(outcome, others);
        others += usize::from(outcome != OptionOutcome::Wins);
        class
    };
    outcomes.map(class).collect()
}
