//! Rules of taxes.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Entry, Given, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantities::{Share, TaxRate, Term};
use crate::scenario::tax::{AllowanceSchedule, Depreciation, DepreciationTerms, StatedDepreciation, Tax};
use rust_decimal::Decimal;

impl Rules<'_> {
    /// The tax of the scenario.
    pub(super) fn tax(&mut self) {
        let scenario = self.scenario;
        let Some(tax) = &scenario.tax else { return };
        self.yearly_shares(Some(&tax.depreciation));
        let bought = scenario.own.iter().flat_map(|option| depreciated(tax, &option.value)).chain([tax.terms(&[])]);
        self.months_of_a_schedule(tax.depreciation_months.as_ref(), &bought.collect::<Vec<_>>());
    }

    /// How what an option buys is depreciated: nothing is where no tax is, and shares are of the whole.
    pub(super) fn depreciation(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let of_option = own.stated_depreciation();
        let scenario = self.scenario;
        let entries = own.capital.iter().map(|entry| entry.value.stated_depreciation());
        for stated in [of_option, own.node.stated_depreciation()].into_iter().chain(entries) {
            self.yearly_shares(stated.schedule);
            match &scenario.tax {
                Some(tax) => self.months_of_a_schedule(stated.months, &depreciated(tax, own)),
                None => self.depreciation_without_tax(&stated),
            }
        }
    }

    fn depreciation_without_tax(&mut self, stated: &StatedDepreciation<'_>) {
        let root = self.document.member(NodeId::ROOT, "tax");
        if root.is_some_and(|tax| self.stand_ins.contains(&tax)) {
            return;
        }
        let schedule = stated.schedule.map(|schedule| match schedule {
            ScalarOr::Scalar(method) => Some(method.at),
            ScalarOr::Part(shares) => shares.first().and_then(|share| self.document.node(share.at).parent),
        });
        let add = "add `tax: { rate: 25% }` at the top, or remove it";
        let life = "write `useful_life_months` for how long it serves, or add `tax: { rate: 25% }` at the top";
        let rows = [
            (schedule.flatten(), add),
            (stated.months.map(|months| months.at), life),
            (stated.first_year_share.map(|share| share.at), add),
        ];
        self.companions(&rows.map(|(at, label)| (at, false, "`tax`", label)));
    }

    /// Months over which a straight line runs, where none of what is bought goes by them.
    fn months_of_a_schedule(&mut self, stated: Option<&Given<Term>>, bought: &[DepreciationTerms<'_>]) {
        let goes_by = |months: &Given<Term>| {
            bought.iter().any(|terms| match terms.schedule {
                AllowanceSchedule::Line(_, line) => line.is_some_and(|line| line.at == months.at),
                AllowanceSchedule::Stated(_) | AllowanceSchedule::Named(..) => false,
            })
        };
        let Some(months) = stated.filter(|months| !goes_by(months)) else { return };
        let message =
            "`depreciation_months` has no effect: nothing that is bought is depreciated in equal parts over them";
        let diagnostic = self.at_key(Code::NoEffect, months.at, message);
        self.found.push(diagnostic.label("add `depreciation: straight_line` beside it, or remove it"));
    }

    /// The shares of all tax years are the whole.
    fn yearly_shares(&mut self, schedule: Option<&Depreciation>) {
        let Some(ScalarOr::Part(shares)) = schedule else { return };
        let known: Option<Vec<Share>> = shares.iter().map(|share| self.known(share)).collect();
        let (Some(known), Some(last)) = (known, shares.last()) else { return };
        let sum: Decimal = known.iter().map(|share| share.0).sum();
        if sum != Decimal::ONE {
            let percent = (sum * Decimal::ONE_HUNDRED).normalize();
            let message = format!("the yearly shares of a depreciation add up to {percent}%; they must add up to 100%");
            let diagnostic = self.at(Code::DepreciationShares, last.at, message);
            self.found.push(diagnostic.label("write what is left of 100% in the last tax year"));
        }
    }

    /// A rate of tax on invoices, on a line of staff, whom nobody invoices.
    pub(super) fn indirect_tax_of_staff(&mut self, is_staff: bool, rate: Option<&Given<TaxRate>>) {
        let Some(rate) = rate.filter(|_| is_staff) else { return };
        let message = "`indirect_tax` has no effect on staff of one's own, whom nobody invoices";
        let diagnostic = self.at_key(Code::NoEffect, rate.at, message);
        self.found.push(diagnostic.label("remove it, or write what the invoice says, as `per_month`"));
    }
}

/// How all that an option buys is depreciated.
fn depreciated<'a>(tax: &'a Tax, own: &'a Own) -> Vec<DepreciationTerms<'a>> {
    let of_option = own.stated_depreciation();
    let entries = own.capital.iter().map(|entry| entry.value.stated_depreciation());
    let all = [own.node.stated_depreciation()].into_iter().chain(entries);
    all.map(|stated| tax.terms(&[stated, of_option])).collect()
}
