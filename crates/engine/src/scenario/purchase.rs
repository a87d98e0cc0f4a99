//! Servers that are bought at a date: after the decision, or before it, and then they are owned already.

use super::document::Given;
use super::own::Own;
use super::quantities::{Nodes, OrderMonth, PricePerNode, Term};
use language::declaration::{Follows, Nature};
use language::part;

part! {
    /// Servers bought at one date. Those ordered before the decision are owned already: what they would bring today counts as
    /// paid for them at month 0, because who keeps them does not sell them.
    pub struct Purchase {
        /// Month of the order; negative for servers that are owned already, which were ordered so many months ago.
        month: Given<OrderMonth>, example("12"), within_horizon(), called("month");
        /// Servers ordered.
        nodes: Given<Nodes>, called("nodes");
        /// What one of them would bring today, of those that are owned already; 0 if nothing.
        worth: Option<Given<PricePerNode>>, example("92_000"), nature(Nature::Negotiated), price(""), called("worth of a node today");
        /// What of the price of one of them is not yet allowed against profits, of those that are owned already. The rest of its
        /// life allows it in equal parts.
        tax_book_value: Option<Given<PricePerNode>>, example("60_000"), called("tax book value of a node");
        /// Months that these servers and what replaces them serve; the option's own when absent.
        useful_life_months: Option<Given<Term>>, example("60"), follows(Follows::Around), called("useful life");
    }
}

impl Purchase {
    /// Whether it was ordered before the decision.
    #[must_use]
    pub fn is_owned_already(&self) -> bool {
        self.month.value.from_decision() < 0
    }

    /// Months from the decision to its delivery, after a lead time; negative before the decision.
    #[must_use]
    pub fn delivered(&self, lead: u32) -> i32 {
        self.month.value.from_decision().saturating_add_unsigned(lead)
    }

    /// Months that its servers serve.
    #[must_use]
    pub fn life<'a>(&'a self, own: &'a Own) -> &'a Given<Term> {
        self.useful_life_months.as_ref().unwrap_or(&own.useful_life_months)
    }
}

impl Own {
    /// Months from the decision until servers of it can serve; none where some are there already.
    #[must_use]
    pub fn available_after(&self) -> u32 {
        let lead = self.lead_time().value;
        let is_there = |purchase: &Purchase| purchase.is_owned_already() && purchase.delivered(lead) <= 0;
        if self.purchases.iter().flatten().any(is_there) { 0 } else { lead }
    }
}
