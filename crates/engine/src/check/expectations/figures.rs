//! Printed figures beside the bounds that they are expected within, in words, and the bounds that would hold them.

use crate::number;
use crate::scenario::quantity::QuantityKind;
use rust_decimal::{Decimal, RoundingStrategy};

/// Significant digits of a bound that is offered.
const DIGITS: u32 = 4;
/// Most decimals of a percentage: those of a ratio of 12 digits.
const MOST_DECIMALS: u32 = 12;

/// How a figure is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// An amount with so many minor digits.
    Money(u32),
    /// A share, as a percentage.
    Share,
    /// A count of months.
    Months,
}

/// One end of what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// At least so much.
    Least,
    /// At most so much.
    Most,
}

/// A figure of the report.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    subject: String,
    measure: Measure,
    pub(super) value: Decimal,
}

impl End {
    /// Whether a value lies past a bound.
    pub(super) fn is_past(self, value: Decimal, bound: Decimal) -> bool {
        match self {
            End::Least => value < bound,
            End::Most => value > bound,
        }
    }

    /// The figure that is furthest out at this end.
    pub(super) fn worst(self, figures: &[Figure]) -> Option<&Figure> {
        match self {
            End::Least => figures.iter().min_by_key(|figure| figure.value),
            End::Most => figures.iter().max_by_key(|figure| figure.value),
        }
    }

    /// Rounding that keeps a value within.
    fn outwards(self) -> RoundingStrategy {
        match self {
            End::Least => RoundingStrategy::ToNegativeInfinity,
            End::Most => RoundingStrategy::ToPositiveInfinity,
        }
    }
}

impl Figure {
    pub(super) fn new(subject: impl Into<String>, measure: Measure, value: Decimal) -> Figure {
        Figure { subject: subject.into(), measure, value }
    }

    /// The figure as people read it; a share with so many decimals.
    pub(super) fn text(&self, decimals: u32) -> String {
        self.measure.text(self.value, decimals)
    }

    /// The figure with as many decimals as tell it from a bound.
    pub(super) fn told_from(&self, bound: Decimal) -> String {
        self.text(self.decimals_beside(bound))
    }

    /// `the saving is 3.1 %, 1.9 points below the 5 % expected at least`.
    pub(super) fn past(&self, end: End, bound: Decimal) -> String {
        let (direction, most) = match end {
            End::Least => ("below", "at least"),
            End::Most => ("above", "at most"),
        };
        let decimals = self.decimals_beside(bound);
        let (found, distance) = (self.text(decimals), self.measure.distance(self.value, bound, decimals));
        let expected = self.measure.text(bound, decimals);
        format!("{} is {found}, {distance} {direction} the {expected} expected {most}", self.subject)
    }

    fn decimals_beside(&self, bound: Decimal) -> u32 {
        let differ = |decimals: &u32| {
            self.measure.text(self.value, *decimals) != self.measure.text(bound, *decimals) && exact(bound, *decimals)
        };
        (1..MOST_DECIMALS).find(differ).unwrap_or(MOST_DECIMALS)
    }

    /// The bound at this end that holds the figure, as it would be typed: rounded outwards to a few digits where these may
    /// be written. None if it lies beyond what may be.
    pub(super) fn accepted(&self, end: End, kind: &QuantityKind) -> Option<String> {
        let rounded = self.measure.rounded(self.value, end);
        [rounded, self.value].into_iter().map(|value| self.measure.typed(value)).find(|text| {
            let read = kind.read(text, "").ok();
            read.is_some_and(|bound| !end.is_past(self.value, bound))
        })
    }
}

/// Whether a share is written in full with so many decimals of its percentage.
fn exact(share: Decimal, decimals: u32) -> bool {
    share.normalize().scale() <= decimals + 2
}

/// Bounds around some figures, as they would be typed: `{ min: 36%, max: 38% }`.
pub(super) fn around(figures: &[Figure]) -> String {
    let end =
        |end: End| end.worst(figures).map(|figure| figure.measure.typed(figure.measure.rounded(figure.value, end)));
    let texts = [("min", end(End::Least)), ("max", end(End::Most))];
    let keys: Vec<String> = texts.into_iter().filter_map(|(key, text)| Some(format!("{key}: {}", text?))).collect();
    format!("{{ {} }}", keys.join(", "))
}

impl Measure {
    fn text(self, value: Decimal, decimals: u32) -> String {
        match self {
            Measure::Money(digits) => number::grouped(value, digits),
            Measure::Share => number::percent(value, decimals),
            Measure::Months => value.to_string(),
        }
    }

    /// How far two values lie apart, in words.
    fn distance(self, value: Decimal, bound: Decimal, decimals: u32) -> String {
        let apart = (value - bound).abs();
        match self {
            Measure::Money(digits) => number::grouped(apart, digits),
            Measure::Share => {
                let points = number::percent(apart, decimals);
                format!("{} points", points.trim_end_matches(" %"))
            }
            Measure::Months => {
                let months = u32::try_from(apart).unwrap_or_default();
                number::counted(months, "month")
            }
        }
    }

    /// A few digits that hold a value at one end.
    fn rounded(self, value: Decimal, end: End) -> Decimal {
        match self {
            Measure::Months => value,
            Measure::Money(_) | Measure::Share => number::significant(value, DIGITS, end.outwards()).normalize(),
        }
    }

    /// A value as it would be typed.
    fn typed(self, value: Decimal) -> String {
        match self {
            Measure::Share => {
                let percent = value.checked_mul(Decimal::ONE_HUNDRED).unwrap_or(value).normalize();
                format!("{percent}%")
            }
            Measure::Money(_) | Measure::Months => number::typed(value),
        }
    }
}
