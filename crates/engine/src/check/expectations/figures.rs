//! Printed figures compared with their expected bounds: messages, and bounds that would accept them.

use crate::number;
use crate::scenario::quantity::QuantityKind;
use rust_decimal::{Decimal, RoundingStrategy};

/// Significant digits of a suggested bound.
const DIGITS: u32 = 4;
/// Maximum decimals of a percentage: those of a ratio with 12 digits.
const MOST_DECIMALS: u32 = 12;

/// Unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Amount with so many minor digits.
    Money(u32),
    /// Share, printed as a percentage.
    Share,
    /// Number of months.
    Months,
}

/// One end of an expected range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Minimum.
    Least,
    /// Maximum.
    Most,
}

/// Figure of the report.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    subject: String,
    measure: Measure,
    pub(super) value: Decimal,
}

impl End {
    /// Whether a value violates a bound.
    pub(super) fn is_past(self, value: Decimal, bound: Decimal) -> bool {
        match self {
            End::Least => value < bound,
            End::Most => value > bound,
        }
    }

    /// The figure furthest out at this end.
    pub(super) fn worst(self, figures: &[Figure]) -> Option<&Figure> {
        match self {
            End::Least => figures.iter().min_by_key(|figure| figure.value),
            End::Most => figures.iter().max_by_key(|figure| figure.value),
        }
    }

    /// Rounding of a bound that keeps the value within it.
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

    /// The figure as printed; a share with so many decimals.
    pub(super) fn text(&self, decimals: u32) -> String {
        self.measure.text(self.value, decimals)
    }

    /// The figure with enough decimals to differ from a bound.
    pub(super) fn text_next_to(&self, bound: Decimal) -> String {
        self.text(self.decimals_next_to(bound))
    }

    /// `the margin is 3.1 %, 1.9 points below the expected minimum of 5 %`.
    pub(super) fn past(&self, end: End, bound: Decimal) -> String {
        let (direction, most) = match end {
            End::Least => ("below", "minimum"),
            End::Most => ("above", "maximum"),
        };
        let decimals = self.decimals_next_to(bound);
        let (found, distance) = (self.text(decimals), self.measure.distance(self.value, bound, decimals));
        let expected = self.measure.text(bound, decimals);
        format!("{} is {found}, {distance} {direction} the expected {most} of {expected}", self.subject)
    }

    fn decimals_next_to(&self, bound: Decimal) -> u32 {
        let differ = |decimals: &u32| {
            self.measure.text(self.value, *decimals) != self.measure.text(bound, *decimals) && exact(bound, *decimals)
        };
        (1..MOST_DECIMALS).find(differ).unwrap_or(MOST_DECIMALS)
    }

    /// The bound at this end that accepts the figure, as typed: rounded outwards to a few digits if such a bound is valid.
    /// `None` if no valid bound accepts it.
    pub(super) fn accepted(&self, end: End, kind: &QuantityKind) -> Option<String> {
        let rounded = self.measure.rounded(self.value, end);
        [rounded, self.value].into_iter().map(|value| self.measure.typed(value)).find(|text| {
            let read = kind.read(text, "").ok();
            read.is_some_and(|bound| !end.is_past(self.value, bound))
        })
    }
}

/// Whether so many decimals of its percentage give a share exactly.
fn exact(share: Decimal, decimals: u32) -> bool {
    share.normalize().scale() <= decimals + 2
}

/// Bounds around figures, as typed: `{ min: 36%, max: 38% }`.
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

    /// Difference of two values, with its unit.
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

    /// A value rounded outwards to a few digits.
    fn rounded(self, value: Decimal, end: End) -> Decimal {
        match self {
            Measure::Months => value,
            Measure::Money(_) | Measure::Share => number::significant(value, DIGITS, end.outwards()).normalize(),
        }
    }

    /// A value as typed.
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
