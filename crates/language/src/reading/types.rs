//! What types ask for, and how they are read.

use super::Cursor;
use crate::document::{
    CalendarMonth, CurrencyCode, Date, Entry, Fingerprint, Given, Label, MonthByDate, Named, NodeId, ScalarOr,
};
use crate::wanted::Wanted;
use rust_decimal::Decimal;

/// A type that is read from a place of a document.
pub trait FromDocument: Sized {
    /// What it asks for.
    const WANTED: &'static Wanted;
    /// Whether it has a value for a key that is left out.
    const MAY_BE_ABSENT: bool = false;

    /// Reads it; what is wrong is reported, and a stand-in handed out.
    fn read(cursor: Cursor<'_>) -> Self;

    /// Puts another number in the place of the one that was read from a node, as if it were written there: the document stays
    /// as it is, and whether the number is within its bounds is not asked. Whether there was one.
    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        let _ = (at, number);
        false
    }

    /// Becomes a number; whether it is one.
    fn become_number(&mut self, number: Decimal) -> bool {
        let _ = number;
        false
    }
}

impl<T: FromDocument> FromDocument for Given<T> {
    const WANTED: &'static Wanted = T::WANTED;
    const MAY_BE_ABSENT: bool = T::MAY_BE_ABSENT;

    fn read(cursor: Cursor<'_>) -> Given<T> {
        Given { value: T::read(cursor), at: cursor.node() }
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        if self.at == at { self.value.become_number(number) } else { self.value.restate(at, number) }
    }
}

impl<T: FromDocument> FromDocument for Option<T> {
    const WANTED: &'static Wanted = T::WANTED;
    const MAY_BE_ABSENT: bool = true;

    fn read(cursor: Cursor<'_>) -> Option<T> {
        cursor.is_there().then(|| T::read(cursor))
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        self.as_mut().is_some_and(|value| value.restate(at, number))
    }
}

impl<T: FromDocument> FromDocument for Vec<T> {
    const WANTED: &'static Wanted = &Wanted::List(T::WANTED);

    fn read(cursor: Cursor<'_>) -> Vec<T> {
        cursor.items(Self::WANTED).into_iter().map(T::read).collect()
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        self.iter_mut().any(|item| item.restate(at, number))
    }
}

impl<T: FromDocument> FromDocument for Named<T> {
    const WANTED: &'static Wanted = &Wanted::Entries(T::WANTED);
    const MAY_BE_ABSENT: bool = true;

    fn read(cursor: Cursor<'_>) -> Named<T> {
        let entries = cursor.entries(Self::WANTED).into_iter();
        entries.map(|(name, entry)| Entry { name, at: entry.node(), value: T::read(entry) }).collect()
    }

    fn restate(&mut self, at: NodeId, number: Decimal) -> bool {
        self.values_mut().any(|value| value.restate(at, number))
    }
}

impl<A: FromDocument, B: FromDocument> FromDocument for ScalarOr<A, B> {
    const WANTED: &'static Wanted = &Wanted::Either(A::WANTED, B::WANTED);
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
    const WANTED: &'static Wanted = &Wanted::Text;

    fn read(cursor: Cursor<'_>) -> String {
        cursor.text()
    }
}

impl FromDocument for bool {
    const WANTED: &'static Wanted = &Wanted::Truth;

    fn read(cursor: Cursor<'_>) -> bool {
        cursor.truth()
    }
}

impl FromDocument for CurrencyCode {
    const WANTED: &'static Wanted = &Wanted::Scalar(&CurrencyCode::SCALAR);

    fn read(cursor: Cursor<'_>) -> CurrencyCode {
        cursor.parsed(Self::WANTED, CurrencyCode::read).unwrap_or(CurrencyCode::STAND_IN)
    }
}

impl FromDocument for Date {
    const WANTED: &'static Wanted = &Wanted::Scalar(&Date::SCALAR);

    fn read(cursor: Cursor<'_>) -> Date {
        cursor.parsed(Self::WANTED, Date::read).unwrap_or(Date::STAND_IN)
    }
}

impl FromDocument for CalendarMonth {
    const WANTED: &'static Wanted = &Wanted::Scalar(&CalendarMonth::SCALAR);

    fn read(cursor: Cursor<'_>) -> CalendarMonth {
        cursor.parsed(Self::WANTED, CalendarMonth::read).unwrap_or(CalendarMonth::STAND_IN)
    }
}

impl FromDocument for Fingerprint {
    const WANTED: &'static Wanted = &Wanted::Scalar(&Fingerprint::SCALAR);

    fn read(cursor: Cursor<'_>) -> Fingerprint {
        cursor.parsed(Self::WANTED, Fingerprint::read).unwrap_or(Fingerprint::STAND_IN)
    }
}

impl FromDocument for MonthByDate {
    const WANTED: &'static Wanted = &Wanted::Scalar(&MonthByDate::SCALAR);

    fn read(cursor: Cursor<'_>) -> MonthByDate {
        cursor.month_by_date()
    }
}

impl FromDocument for Label {
    const WANTED: &'static Wanted = &Wanted::Scalar(&Label::SCALAR);

    fn read(cursor: Cursor<'_>) -> Label {
        cursor.parsed(Self::WANTED, Label::read).unwrap_or_else(Label::stand_in)
    }
}
