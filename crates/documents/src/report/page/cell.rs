//! What stands in a cell: a value with how it is written, so that a format for people groups its digits and one for programs
//! does not.

use crate::number;
use crate::report::figures;
use rust_decimal::Decimal;

/// What people see of a cell to which nothing applies.
pub(super) const ABSENT: &str = "—";

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing applies.
    Absent,
    /// Words, as their author wrote them: whatever is in them, a format makes text of it.
    Text(String),
    /// A number, and how it is written.
    Number(Decimal, Notation),
}

/// How a number is written for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// With so many decimals: amounts, with the currency's minor digits, and counts. Programs see them too.
    Fixed(u32),
    /// So many decimals, and a sign also where it is above nothing: what is added.
    Added(u32),
    /// With at most so many significant digits.
    Readable(u32),
    /// A share as a percentage with so many decimals: `37 %`.
    Percent(u32),
    /// A share as its author would write it: `7.25 %`.
    Rate,
    /// With all its digits, as programs read it.
    Exact,
}

impl Cell {
    /// A count or an amount with so many decimals.
    pub(in crate::report) fn fixed(value: impl Into<Decimal>, decimals: u32) -> Cell {
        Cell::Number(value.into(), Notation::Fixed(decimals))
    }

    /// An amount; absent where there is none.
    pub(in crate::report) fn amount(amount: Option<impl Into<Decimal>>, minor_digits: u32) -> Cell {
        amount.map(|amount| Cell::fixed(amount, minor_digits)).into()
    }

    /// An amount that is added; absent where there is none.
    pub(in crate::report) fn added(amount: Option<impl Into<Decimal>>, minor_digits: u32) -> Cell {
        amount.map(|amount| Cell::Number(amount.into(), Notation::Added(minor_digits))).into()
    }

    /// A ratio for programs, to twelve digits; absent where there is none.
    pub(in crate::report) fn ratio(ratio: Option<impl Into<Decimal>>) -> Cell {
        ratio.map(|ratio| Cell::exact(number::ratio(ratio.into()))).into()
    }

    /// The number in it, where there is one.
    pub(in crate::report) fn number(&self) -> Option<Decimal> {
        match self {
            Cell::Number(value, _) => Some(*value),
            Cell::Absent | Cell::Text(_) => None,
        }
    }

    /// A number for programs, with all its digits.
    pub(in crate::report) fn exact(value: impl Into<Decimal>) -> Cell {
        Cell::Number(value.into(), Notation::Exact)
    }

    /// Whether anything applies.
    pub(in crate::report) fn is_absent(&self) -> bool {
        match self {
            Cell::Absent => true,
            Cell::Text(_) | Cell::Number(..) => false,
        }
    }

    /// As people read it.
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
            Notation::Readable(digits) => number::readable(value, digits),
            Notation::Percent(decimals) => number::percent(value, decimals),
            Notation::Rate => figures::rate(value),
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

impl From<&String> for Cell {
    fn from(text: &String) -> Cell {
        Cell::Text(text.clone())
    }
}

/// Absent where there is nothing.
impl<C: Into<Cell>> From<Option<C>> for Cell {
    fn from(cell: Option<C>) -> Cell {
        cell.map_or(Cell::Absent, Into::into)
    }
}
