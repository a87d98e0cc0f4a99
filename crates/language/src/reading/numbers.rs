//! Reading of numbers: the document keeps the kind and currency of each.

use super::Cursor;
use crate::document::CurrencyCode;
use crate::expected_type::ExpectedType;
use crate::quantity::{QuantityKind, QuantityProblem, ReadNumber};
use rust_decimal::Decimal;

impl Cursor<'_> {
    /// A number of a kind; its minimum if it is invalid.
    #[must_use]
    pub fn quantity(self, kind: &'static QuantityKind) -> Decimal {
        self.noted(kind, |text| kind.read_in(text, None, self.reader.currency).map(|value| (value, None))).0
    }

    /// A number of a kind with its own currency, if it has one.
    #[must_use]
    pub fn amount(self, kind: &'static QuantityKind) -> (Decimal, Option<CurrencyCode>) {
        self.noted(kind, |text| kind.read_amount(text, self.reader.currency))
    }

    /// A number parsed from a text, whose kind is kept by the document.
    fn noted(
        self,
        kind: &'static QuantityKind,
        read: impl Fn(&str) -> Result<(Decimal, Option<CurrencyCode>), QuantityProblem>,
    ) -> (Decimal, Option<CurrencyCode>) {
        let read = self.parsed(&ExpectedType::Quantity(kind), read);
        if let Some((value, currency)) = read
            && self.of_inputs
        {
            let mut document = self.reader.document.borrow_mut();
            // an exchange rate is that of the currency it is given under
            let rated = || document.keys(self.at).into_iter().rev().find_map(CurrencyCode::of);
            let currency = if kind.unit.is_exchange_rate() { rated() } else { currency };
            document.note_number(ReadNumber { at: self.at, kind, value, currency });
        }
        read.unwrap_or_else(|| (kind.minimum(), None))
    }
}
