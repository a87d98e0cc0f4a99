//! Numbers while they are read: the document keeps of each what it is, and in which currency.

use super::Cursor;
use crate::document::CurrencyCode;
use crate::quantity::{QuantityKind, QuantityProblem, ReadNumber};
use crate::wanted::Wanted;
use rust_decimal::Decimal;

impl Cursor<'_> {
    /// A number of a kind; the least one where there is none that can be read.
    #[must_use]
    pub fn quantity(self, kind: &'static QuantityKind) -> Decimal {
        self.noted(kind, |text| kind.read_in(text, None, self.reader.currency).map(|value| (value, None))).0
    }

    /// A number of a kind with the currency that it says for itself, if it does.
    #[must_use]
    pub fn amount(self, kind: &'static QuantityKind) -> (Decimal, Option<CurrencyCode>) {
        self.noted(kind, |text| kind.read_amount(text, self.reader.currency))
    }

    /// A number as it is read from a text, of which the document keeps what kind it is.
    fn noted(
        self,
        kind: &'static QuantityKind,
        read: impl Fn(&str) -> Result<(Decimal, Option<CurrencyCode>), QuantityProblem>,
    ) -> (Decimal, Option<CurrencyCode>) {
        let read = self.parsed(&Wanted::Quantity(kind), read);
        if let Some((value, currency)) = read
            && self.of_inputs
        {
            let mut document = self.reader.document.borrow_mut();
            // a rate is that of the currency that it stands under
            let rated = || document.keys(self.at).into_iter().rev().find_map(CurrencyCode::of);
            let currency = if kind.unit.is_exchange_rate() { rated() } else { currency };
            document.note_number(ReadNumber { at: self.at, kind, value, currency });
        }
        read.unwrap_or_else(|| (kind.minimum(), None))
    }
}
