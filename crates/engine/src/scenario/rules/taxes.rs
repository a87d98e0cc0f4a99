//! Rules of taxes.

use super::Rules;
use crate::diagnostic::Code;
use crate::scenario::document::{Entry, Located, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use crate::scenario::quantities::{Share, TaxRate};
use crate::scenario::schedules::DepreciationMethod;
use crate::scenario::tax::{AllowanceSchedule, Depreciation, DepreciationKeys, DepreciationTerms, Tax};
use rust_decimal::Decimal;

impl Rules<'_> {
    /// Rules of the scenario's `tax`.
    pub(super) fn tax(&mut self) {
        let scenario = self.scenario;
        let Some(tax) = &scenario.tax else { return };
        self.yearly_shares(Some(&tax.depreciation));
        let mut bought: Vec<_> = scenario.own.iter().flat_map(|option| self.depreciated(tax, option)).collect();
        if !bought.is_empty() {
            // the general keys stay valid if every purchase has its own
            bought.extend(tax.all_terms(&[]));
        }
        let stated = DepreciationKeys {
            schedule: Some(&tax.depreciation),
            months: tax.depreciation_months.as_ref(),
            first_year_share: Some(&tax.first_year_share),
        };
        let label = "remove it, or add an option that buys servers";
        self.without_effect(stated, &bought, label);
        if let Some(state) = &tax.state {
            self.yearly_shares(state.depreciation.as_ref());
            self.without_effect(state.depreciation_keys(), &bought, label);
        }
    }

    /// Rules of an option's depreciation keys: they require a tax, have an effect, and yearly shares add up to 100 %.
    pub(super) fn depreciation(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let scenario = self.scenario;
        let of_option = own.depreciation_keys();
        let entries = own.capital.iter().map(|entry| entry.value.depreciation_keys());
        let all = [of_option, own.node.depreciation_keys()].into_iter().chain(entries.clone());
        for stated in all.clone() {
            self.yearly_shares(stated.schedule);
        }
        match &scenario.tax {
            None => all.for_each(|stated| self.depreciation_without_tax(&stated)),
            Some(tax) => {
                let bought = self.depreciated(tax, option);
                let label = match (&own.lease, &own.purchases) {
                    (Some(_), _) => "remove it: lease payments are deducted when they are paid",
                    (None, Some(_)) => "remove it: `tax_book_value` is depreciated over the remaining life",
                    (None, None) => "remove it",
                };
                self.without_effect(of_option, &bought, label);
                let of_nodes: &[_] = if self.buys_nodes(option) { &bought } else { &[] };
                self.without_effect(own.node.depreciation_keys(), of_nodes, label);
                for entry in entries {
                    self.without_effect(entry, &bought, label);
                }
            }
        }
    }

    fn depreciation_without_tax(&mut self, stated: &DepreciationKeys<'_>) {
        let root = self.document.member(NodeId::ROOT, "tax");
        if root.is_some_and(|tax| self.placeholders.contains(&tax)) {
            return;
        }
        let add = "add `tax: { rate: 25% }` at the top, or remove it";
        let life = "write `useful_life_months` for the service life, or add `tax: { rate: 25% }` at the top";
        let rows = [
            (self.schedule_at(stated), add),
            (stated.months.map(|months| months.at), life),
            (stated.first_year_share.map(|share| share.at), add),
        ];
        self.companions(&rows.map(|(at, label)| (at, false, "`tax`", label)));
    }

    /// Node of the depreciation schedule.
    fn schedule_at(&self, stated: &DepreciationKeys<'_>) -> Option<NodeId> {
        match stated.schedule? {
            ScalarOr::Scalar(method) => Some(method.at),
            ScalarOr::Part(shares) => self.document.node(shares.first()?.at).parent,
        }
    }

    /// Whether depreciation terms use the schedule at a node.
    fn is_by_schedule(&self, terms: &DepreciationTerms<'_>, at: NodeId) -> bool {
        match terms.schedule {
            AllowanceSchedule::Line(method, _) | AllowanceSchedule::Named(method, _) => method.at == at,
            AllowanceSchedule::YearlyShares(shares) => {
                shares.first().is_some_and(|share| self.document.node(share.at).parent == Some(at))
            }
        }
    }

    /// Findings about depreciation keys that no purchase uses.
    fn without_effect(&mut self, stated: DepreciationKeys<'_>, bought: &[DepreciationTerms<'_>], nothing: &str) {
        let by_schedule = |at: NodeId| bought.iter().any(|terms| self.is_by_schedule(terms, at));
        let by_months = |at: NodeId| {
            let months = |terms: &DepreciationTerms<'_>| matches!(terms.schedule, AllowanceSchedule::Line(_, Some(line)) if line.at == at);
            bought.iter().any(months)
        };
        let at_once = |at: NodeId| bought.iter().any(|terms| terms.first_year_share.at == at);
        let is_straight =
            matches!(stated.schedule, Some(ScalarOr::Scalar(Located { value: DepreciationMethod::StraightLine, .. })));
        let months = "no purchase has straight-line depreciation over this period";
        let rows = [
            (self.schedule_at(&stated).filter(|at| !by_schedule(*at)), "no purchase is depreciated by it"),
            (stated.months.map(|months| months.at).filter(|at| !by_months(*at)), months),
            (stated.first_year_share.map(|share| share.at).filter(|at| !at_once(*at)), "no purchase uses it"),
        ];
        for (at, why) in rows {
            let Some(at) = at.filter(|at| self.is_given(*at)) else { continue };
            let diagnostic =
                self.at_key(Code::NoEffect, at, format!("`{}` has no effect: {why}", self.document.key(at)));
            let label = match bought {
                [] => nothing,
                [..] if why == months && !is_straight => "add `depreciation: straight_line` next to it, or remove it",
                [..] => "remove it: every purchase has its own",
            };
            self.found.push(diagnostic.label(label));
        }
    }

    /// Depreciation terms of everything that an option buys within the horizon, servers first. Excluded: servers already owned
    /// until they are replaced, and leased servers without a buyout.
    fn depreciated<'a>(&self, tax: &'a Tax, option: &'a Entry<Own>) -> Vec<DepreciationTerms<'a>> {
        let own = &option.value;
        let of_option = own.depreciation_keys();
        let entries = own.capital.iter().map(|entry| entry.value.depreciation_keys());
        let nodes = Some(own.node.depreciation_keys()).filter(|_| self.buys_nodes(option));
        let entries =
            entries.filter(|_| own.purchases.as_ref().is_none_or(|all| all.iter().any(|one| !self.is_kept(one))));
        nodes.into_iter().chain(entries).flat_map(|stated| tax.all_terms(&[stated, of_option])).collect()
    }

    /// Whether an option buys servers within the horizon; also true if parts of it cannot be read.
    fn buys_nodes(&self, option: &Entry<Own>) -> bool {
        let own = &option.value;
        if self.is_unclear(option.at) {
            return true;
        }
        if let Some(lease) = &own.lease {
            return lease.buyout.is_some();
        }
        let is_replaced = |purchase: &Purchase| {
            let life = self.known(purchase.life(own)).zip(self.known(&own.lead_time())).zip(self.horizon());
            life.is_none_or(|((life, lead), horizon)| {
                let ends = purchase.delivered(lead).saturating_add_unsigned(life.count());
                ends < i32::try_from(horizon).unwrap_or(i32::MAX)
            })
        };
        let is_bought = |purchase: &Purchase| !self.is_kept(purchase) || is_replaced(purchase);
        own.purchases.as_ref().is_none_or(|purchases| purchases.iter().any(is_bought))
    }

    /// Whether a purchase is of servers already owned.
    fn is_kept(&self, purchase: &Purchase) -> bool {
        self.known(&purchase.month).is_some() && purchase.is_owned_already()
    }

    /// The yearly shares add up to 100 %.
    fn yearly_shares(&mut self, schedule: Option<&Depreciation>) {
        let Some(ScalarOr::Part(shares)) = schedule else { return };
        let known: Option<Vec<Share>> = shares.iter().map(|share| self.known(share)).collect();
        let (Some(known), Some(last)) = (known, shares.last()) else { return };
        let sum: Decimal = known.iter().map(|share| share.0).sum();
        if sum != Decimal::ONE {
            let percent = (sum * Decimal::ONE_HUNDRED).normalize();
            let message = format!("the yearly depreciation shares add up to {percent}%; they must add up to 100%");
            let diagnostic = self.at(Code::DepreciationShares, last.at, message);
            self.found.push(diagnostic.label("write the remainder to 100% in the last tax year"));
        }
    }

    /// Indirect tax has no effect on a staff line, which has no invoice.
    pub(super) fn indirect_tax_of_staff(&mut self, is_staff: bool, rate: Option<&Located<TaxRate>>) {
        let Some(rate) = rate.filter(|_| is_staff) else { return };
        let message = "`indirect_tax` has no effect on own staff, who do not send invoices";
        let diagnostic = self.at_key(Code::NoEffect, rate.at, message);
        self.found.push(diagnostic.label("remove it, or write the invoiced amount as `per_month`"));
    }
}
