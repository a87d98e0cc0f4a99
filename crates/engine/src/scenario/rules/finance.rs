//! Rules of loans.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::Entry;
use crate::scenario::own::Own;

impl Rules<'_> {
    /// `financing` requires a loan.
    pub(super) fn financing(&mut self) {
        let Some(financing) = &self.scenario.financing else { return };
        let has_loan = self.scenario.own.iter().any(|option| self.document.member(option.at, "loan").is_some());
        if !has_loan {
            let message = "`financing` has no effect: no option has a loan";
            let diagnostic = self.at_key(Code::NoEffect, financing.at, message);
            self.found.push(diagnostic.label("remove it, or add a `loan` to an option"));
        }
    }

    /// A loan requires a purchase.
    pub(super) fn loan(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let Some(at) = self.document.member(option.at, "loan") else { return };
        if own.lease.is_some() && own.capital.is_empty() && !self.is_unclear(option.at) {
            let message = "`loan` has no effect: the servers are leased, and nothing else is bought";
            let diagnostic = self.at_key(Code::NoEffect, at, message).label("remove it");
            let lease = self.document.member(option.at, "lease").and_then(|lease| self.document.key_place(lease));
            self.found.push(diagnostic.related(lease, "leased here"));
        }
    }
}
