//! Types that can be read from a document.

use super::Cursor;
use crate::document::{
    CalendarMonth, CurrencyCode, Date, Entry, Fingerprint, Label, Located, MonthByDate, Named, NodeId, ScalarOr,
};
use crate::expected_type::ExpectedType;
use rust_decimal::Decimal;

/// A type that is read from a node of a document.
pub trait FromDocument: Sized {
    /// Expected type.
    const EXPECTED: &'static ExpectedType;
    /// Whether it has a value for a key that is left out.
    const MAY_BE_ABSENT: bool = false;

    /// Reads it; errors are reported, and a placeholder is returned.
    fn read(cursor: Cursor<'_>) -> Self;

    /// Replaces the number read from a node, as if another one were written there, without changing the document or checking
    /// bounds. Returns whether there is such a number.
    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        let _ = (at, number);
        false
    }

    /// Replaces its number; whether it is a number.
    fn become_number(&mut self, number: Decimal) -> bool {
        let _ = number;
        false
    }
}

impl<T: FromDocument> FromDocument for Located<T> {
    const EXPECTED: &'static ExpectedType = T::EXPECTED;
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;

    fn read(cursor: Cursor<'_>) -> Located<T> {
        Located { value: T::read(cursor), at: cursor.node() }
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        if self.at == at { self.value.become_number(number) } else { self.value.restate(at, number) }
    }
}

impl<T: FromDocument> FromDocument for Option<T> {
    const EXPECTED: &'static ExpectedType = T::EXPECTED;
    const MAY_BE_ABSENT: bool = true;

    fn read(cursor: Cursor<'_>) -> Option<T> {
        cursor.is_there().then(|| T::read(cursor))
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        self.as_mut().is_some_and(|value| value.restate(at, number))
    }
}

impl<T: FromDocument> FromDocument for Vec<T> {
    const EXPECTED: &'static ExpectedType = &ExpectedType::List(T::EXPECTED);

    fn read(cursor: Cursor<'_>) -> Vec<T> {
        cursor.items(Self::EXPECTED).into_iter().map(T::read).collect()
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        self.iter_mut().any(|item| item.restate(at, number))
    }
}

impl<T: FromDocument> FromDocument for Named<T> {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Entries(T::EXPECTED);
    const MAY_BE_ABSENT: bool = true;

    fn read(cursor: Cursor<'_>) -> Named<T> {
        let entries = cursor.entries(Self::EXPECTED).into_iter();
        entries.map(|(name, entry)| Entry { name, at: entry.node(), value: T::read(entry) }).collect()
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        self.values_mut().any(|value| value.restate(at, number))
    }
}

impl<A: FromDocument, B: FromDocument> FromDocument for ScalarOr<A, B> {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Either(A::EXPECTED, B::EXPECTED);
    const MAY_BE_ABSENT: bool = A::MAY_BE_ABSENT;

    fn read(cursor: Cursor<'_>) -> ScalarOr<A, B> {
        if cursor.is_single() { ScalarOr::Scalar(A::read(cursor)) } else { ScalarOr::Part(B::read(cursor)) }
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        match self {
            ScalarOr::Scalar(scalar) => scalar.restate(at, number),
            ScalarOr::Part(part) => part.restate(at, number),
        }
    }
}

impl FromDocument for String {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Text;

    fn read(cursor: Cursor<'_>) -> String {
        cursor.text()
    }
}

impl FromDocument for bool {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Boolean;

    fn read(cursor: Cursor<'_>) -> bool {
        cursor.truth()
    }
}

impl FromDocument for CurrencyCode {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&CurrencyCode::SCALAR);

    fn read(cursor: Cursor<'_>) -> CurrencyCode {
        cursor.parsed(Self::EXPECTED, CurrencyCode::read).unwrap_or(CurrencyCode::PLACEHOLDER)
    }
}

impl FromDocument for Date {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&Date::SCALAR);

    fn read(cursor: Cursor<'_>) -> Date {
        cursor.parsed(Self::EXPECTED, Date::read).unwrap_or(Date::PLACEHOLDER)
    }
}

impl FromDocument for CalendarMonth {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&CalendarMonth::SCALAR);

    fn read(cursor: Cursor<'_>) -> CalendarMonth {
        cursor.parsed(Self::EXPECTED, CalendarMonth::read).unwrap_or(CalendarMonth::PLACEHOLDER)
    }
}

impl FromDocument for Fingerprint {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&Fingerprint::SCALAR);

    fn read(cursor: Cursor<'_>) -> Fingerprint {
        cursor.parsed(Self::EXPECTED, Fingerprint::read).unwrap_or(Fingerprint::PLACEHOLDER)
    }
}

impl FromDocument for MonthByDate {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&MonthByDate::SCALAR);

    fn read(cursor: Cursor<'_>) -> MonthByDate {
        cursor.month_by_date()
    }
}

impl FromDocument for Label {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&Label::SCALAR);

    fn read(cursor: Cursor<'_>) -> Label {
        cursor.parsed(Self::EXPECTED, Label::read).unwrap_or_else(Label::placeholder)
    }
}
