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
        self.recorded(kind, |text| kind.read_in(text, None, self.reader.currency).map(|value| (value, None))).0
    }

    /// A number of a kind with its own currency, if it has one.
    #[must_use]
    pub fn amount(self, kind: &'static QuantityKind) -> (Decimal, Option<CurrencyCode>) {
        self.recorded(kind, |text| kind.read_amount(text, self.reader.currency))
    }

    /// Parses a number, and records its kind and currency in the document.
    fn recorded(
        self,
        kind: &'static QuantityKind,
        read: impl Fn(&str) -> Result<(Decimal, Option<CurrencyCode>), QuantityProblem>,
    ) -> (Decimal, Option<CurrencyCode>) {
        let read = self.parsed(&ExpectedType::Quantity(kind), read);
        if let Some((value, currency)) = read
            && self.of_inputs
        {
            let mut document = self.reader.document.borrow_mut();
            // the currency of an exchange rate is the key that contains it
            let rate_currency = || document.keys(self.at).into_iter().rev().find_map(CurrencyCode::of);
            let currency = if kind.unit.is_exchange_rate() { rate_currency() } else { currency };
            document.note_number(ReadNumber { at: self.at, kind, value, currency });
        }
        read.unwrap_or_else(|| (kind.minimum(), None))
    }
}
