//! Table cells: a value with its notation, so that formats for people group digits and formats for programs don't.

use crate::model::OptionId;
use crate::number;
use crate::report::figures::{self, AmountScale};
use rust_decimal::Decimal;

/// Text of an empty cell.
pub(super) const ABSENT: &str = "—";

/// A table cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No value applies.
    Absent,
    /// Text; escaped by each format.
    Text(String),
    /// A number and its notation.
    Number(Decimal, Notation),
}

/// Notation of a number for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Fixed number of decimals, for amounts and counts; also used for programs.
    Fixed(u32),
    /// Fixed number of decimals with an explicit plus sign, for differences.
    Added(u32),
    /// An amount rounded for a headline: `56 k`, `1.16 m`.
    Rounded,
    /// At most this many significant digits.
    Readable(u32),
    /// A share as a percentage with this many decimals: `37 %`.
    Percent(u32),
    /// A share as its author would write it: `7.25 %`.
    Rate,
    /// Rounded to a unit that a title states, such as thousands.
    Scaled(AmountScale),
    /// All digits.
    Exact,
}

impl Cell {
    /// A count or amount with this many decimals.
    pub(in crate::report) fn fixed(value: impl Into<Decimal>, decimals: u32) -> Cell {
        Cell::Number(value.into(), Notation::Fixed(decimals))
    }

    /// An amount; absent if none.
    pub(in crate::report) fn amount(amount: Option<impl Into<Decimal>>, minor_digits: u32) -> Cell {
        amount.map(|amount| Cell::fixed(amount, minor_digits)).into()
    }

    /// A difference of amounts; absent if none.
    pub(in crate::report) fn added(amount: Option<impl Into<Decimal>>, minor_digits: u32) -> Cell {
        amount.map(|amount| Cell::Number(amount.into(), Notation::Added(minor_digits))).into()
    }

    /// A ratio with twelve digits for programs; absent if none.
    pub(in crate::report) fn ratio(ratio: Option<impl Into<Decimal>>) -> Cell {
        ratio.map(|ratio| Cell::exact(number::ratio(ratio.into()))).into()
    }

    /// The number, if it is one.
    pub(in crate::report) fn number(&self) -> Option<Decimal> {
        match self {
            Cell::Number(value, _) => Some(*value),
            Cell::Absent | Cell::Text(_) => None,
        }
    }

    /// A number with all digits, for programs.
    pub(in crate::report) fn exact(value: impl Into<Decimal>) -> Cell {
        Cell::Number(value.into(), Notation::Exact)
    }

    /// Whether the cell is absent.
    pub(in crate::report) fn is_absent(&self) -> bool {
        match self {
            Cell::Absent => true,
            Cell::Text(_) | Cell::Number(..) => false,
        }
    }

    /// Whether the cell has a text, or a number other than zero.
    pub(in crate::report) fn is_something(&self) -> bool {
        match self {
            Cell::Absent => false,
            Cell::Text(_) => true,
            Cell::Number(value, _) => !value.is_zero(),
        }
    }

    /// Text for people.
    pub(in crate::report) fn text(&self) -> String {
        match self {
            Cell::Absent => ABSENT.to_owned(),
            Cell::Text(text) => text.clone(),
            Cell::Number(value, form) => form.text(*value),
        }
    }
}

impl Notation {
    fn text(self, value: Decimal) -> String {
        match self {
            Notation::Fixed(decimals) => number::grouped(value, decimals),
            Notation::Added(decimals) => {
                let sign = if value > Decimal::ZERO { "+" } else { "" };
                format!("{sign}{}", number::grouped(value, decimals))
            }
            Notation::Rounded => figures::rounded(value),
            Notation::Readable(digits) => number::readable(value, digits),
            Notation::Percent(decimals) => number::percent(value, decimals),
            Notation::Rate => figures::rate(value),
            Notation::Scaled(scale) => scale.text(value),
            Notation::Exact => value.to_string(),
        }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.to_owned())
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}

impl From<&OptionId> for Cell {
    fn from(option: &OptionId) -> Cell {
        Cell::Text(option.to_string())
    }
}

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

/// `true` or `false`.
impl From<bool> for Cell {
    fn from(is_so: bool) -> Cell {
        Cell::Text(is_so.to_string())
    }
}

/// Absent for `None`.
impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Cell {
        cell.map_or(Cell::Absent, Into::into)
    }
}
