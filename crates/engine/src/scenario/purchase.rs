//! Purchases of servers: at the decision or later, or before it (already owned).

use super::document::Located;
use super::quantities::{Nodes, OrderMonth, PricePerNode, Term};
use language::declaration::{DefaultFrom, Nature};
use language::part;

part! {
    /// A purchase of servers. Servers ordered before the decision are already owned: their resale value today counts as a cost in
    /// month 0, because keeping them means not selling them.
    pub struct Purchase {
        /// Month of the order; negative for servers already owned: months ago.
        month: Located<OrderMonth>, example("12"), within_horizon(), display_name("month");
        /// Servers ordered.
        nodes: Located<Nodes>, display_name("nodes");
        /// Resale value today of one server already owned; 0 if none.
        worth: Option<Located<PricePerNode>>, example("92_000"), nature(Nature::Negotiated), price(""), display_name("resale value of a node today");
        /// Tax book value of one server already owned: the part of its price not yet depreciated for tax, depreciated in equal
        /// parts over its remaining life.
        tax_book_value: Option<Located<PricePerNode>>, example("60_000"), display_name("tax book value of a node");
        /// Service life of these servers and their replacements in months; default: that of the option.
        useful_life_months: Option<Located<Term>>, example("60"), default_from(DefaultFrom::Around), display_name("useful life");
    }
}

impl Purchase {
    /// Whether the order was before the decision.
    #[must_use]
    pub fn is_owned_already(&self) -> bool {
        self.month.value.from_decision() < 0
    }

    /// Months from the decision to the delivery, after a lead time; negative before the decision.
    #[must_use]
    pub fn delivered(&self, lead: u32) -> i32 {
        self.month.value.from_decision().saturating_add_unsigned(lead)
    }
}
