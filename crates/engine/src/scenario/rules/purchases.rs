//! Rules of servers already owned.

use super::Rules;
use crate::diagnostic::Code;
use crate::number::counted;
use crate::scenario::document::{Entry, NodeId, Origin};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use crate::scenario::quantity::Quantity;

impl Rules<'_> {
    /// Servers ordered before the decision have a resale value and remaining life; later ones have no resale value today.
    pub(super) fn purchases(&mut self, option: &Entry<Own>) {
        let Some(purchases) = &option.value.purchases else { return };
        for purchase in purchases {
            if self.known(&purchase.month).is_none() {
                continue;
            }
            if purchase.is_owned_already() {
                self.owned_already(option, purchase);
            } else {
                self.bought_later(purchase);
            }
            self.tax_book_value(purchase);
        }
        let all_are_owned =
            purchases.iter().all(|purchase| self.known(&purchase.month).is_some() && purchase.is_owned_already());
        if all_are_owned && !purchases.is_empty() && !self.is_unclear(option.at) {
            self.comes_with_nothing(option);
        }
    }

    fn owned_already(&mut self, option: &Entry<Own>, purchase: &Purchase) {
        let own = &option.value;
        let month = &purchase.month;
        if purchase.worth.is_none() && !self.document.node(month.at).parent.is_some_and(|at| self.is_unclear(at)) {
            let message = "servers already owned require `worth`, their resale value today, which is missing";
            let diagnostic = self.at(Code::MissingKey, month.at, message);
            self.found.push(diagnostic.label("add `worth: 92_000`, the resale value of one server today, or 0"));
        }
        if let Some(lease) = self.document.member(option.at, "lease").filter(|_| own.lease.is_some()) {
            let message = format!("servers of `own.{}` are already owned, but it leases all its servers", option.name);
            let diagnostic = self.at(Code::OwnedAndLeased, month.at, message);
            let lease = self.document.key_place(lease);
            self.found
                .push(diagnostic.label("put the leased servers into a separate option").related(lease, "leased here"));
        }
        let life = purchase.life(own);
        let (Some(lead), Some(months)) = (self.known(&own.lead_time()), self.known(life)) else { return };
        if purchase.delivered(lead).saturating_add_unsigned(months.count()) <= 0 {
            let ago = counted(purchase.delivered(lead).unsigned_abs(), "month");
            let message = format!(
                "these servers have served for {ago}, but their useful life is {}",
                counted(months.count(), "month")
            );
            let diagnostic = self.at(Code::LifeOver, month.at, message);
            let diagnostic = diagnostic.label("remove them, or write a longer life as `useful_life_months`");
            self.found.push(diagnostic.related(self.document.place(life.at), "their useful life"));
        }
    }

    /// Keys of servers already owned in a later purchase.
    fn bought_later(&mut self, purchase: &Purchase) {
        let keys = [&purchase.worth, &purchase.tax_book_value];
        for key in keys.into_iter().flatten() {
            let name = self.document.key(key.at);
            let message = format!("`{name}` has no effect: these servers are bought at the decision or later");
            let diagnostic = self.at_key(Code::NoEffect, key.at, message);
            self.found.push(diagnostic.label("remove it, or write a negative `month` if they are already owned"));
        }
    }

    /// A tax book value requires a tax.
    fn tax_book_value(&mut self, purchase: &Purchase) {
        let Some(value) = purchase.tax_book_value.as_ref().filter(|_| purchase.is_owned_already()) else { return };
        let root = self.document.member(NodeId::ROOT, "tax");
        if self.scenario.tax.is_none() && !root.is_some_and(|tax| self.placeholders.contains(&tax)) {
            self.companions(&[(Some(value.at), false, "`tax`", "add `tax: { rate: 25% }` at the top, or remove it")]);
        }
    }

    /// Keys that apply to the first purchase at the decision or later, if there is none.
    fn comes_with_nothing(&mut self, option: &Entry<Own>) {
        let own = &option.value;
        let written = |at: NodeId| self.document.origin(at) != Origin::Assumed;
        let spares = Some(own.spare_nodes.at).filter(|at| written(*at) && !own.spare_nodes.value.decimal().is_zero());
        let member = |key: &str| self.document.member(option.at, key);
        let capital = member("capital").filter(|_| !own.capital.is_empty());
        for at in [spares, capital, member("loan")].into_iter().flatten() {
            let key = self.document.key(at);
            let message = format!("`{key}` has no effect: all servers of `own.{}` are already owned", option.name);
            let diagnostic = self.at_key(Code::NoEffect, at, message);
            self.found.push(diagnostic.label("remove it, or add a purchase"));
        }
    }
}
