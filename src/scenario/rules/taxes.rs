//! Rules of taxes.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::Given;
use crate::scenario::quantities::TaxRate;

impl Rules<'_> {
    /// A rate of tax on invoices, on a line of staff, whom nobody invoices.
    pub(super) fn indirect_tax_of_staff(&mut self, is_staff: bool, rate: Option<&Given<TaxRate>>) {
        let Some(rate) = rate.filter(|_| is_staff) else { return };
        let message = "`indirect_tax` has no effect on staff of one's own, whom nobody invoices";
        let diagnostic = self.at_key(Code::NoEffect, rate.at, message);
        self.found.push(diagnostic.label("remove it, or write what the invoice says, as `per_month`"));
    }
}
