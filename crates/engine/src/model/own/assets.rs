//! Assets of a fleet, and its lease and loan.

use super::fleet::{Delivery, Writer};
use crate::inputs::Inputs as _;
use crate::model::asset_lot::{AssetLot, Generation, Life, OwnedAlready, PaymentSplit, generations};
use crate::model::capital::{Asset, ResaleValue};
use crate::model::indirect_tax::IndirectTax;
use crate::model::lease::{self, LeasedOrder};
use crate::model::line::DraftLine;
use crate::model::loan::DraftLoan;
use crate::model::quoted::Quoted;
use crate::scenario::dates::DeliveryTerm;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::finance::Lease;
use crate::scenario::own::{CapitalBasis, CapitalEntry};
use crate::scenario::purchase::Purchase;
use crate::scenario::quantities::{PricePerNode, Term};
use crate::sheet::Figure;

impl<'s> Writer<'_, 's> {
    /// The servers, then every entry of `capital`, each with all its generations.
    pub(super) fn assets(&self, deliveries: &[Delivery<'s>]) -> Vec<Asset<'s>> {
        let nodes = self.nodes(deliveries);
        let entries = self.own.capital.iter().filter_map(|entry| self.entry(entry, deliveries));
        let mut assets: Vec<Asset<'s>> = vec![nodes];
        assets.extend(entries);
        assets
    }

    /// Document nodes that determine the months of generations with this life.
    fn dates(&self, life: &Located<Term>) -> Vec<NodeId> {
        self.plan.dates.iter().copied().chain([life.at]).collect()
    }

    /// Values at the decision of servers ordered before it.
    pub(super) fn owned_already(&self, purchase: &Purchase, nodes: Figure<'s>) -> OwnedAlready<'s> {
        let of_all =
            |price: &Located<PricePerNode>| (nodes * Quoted::of(self.timeline, price)).paid_in(self.timeline, 0);
        let resale_value = purchase.worth.as_ref().expect("a rule: what is owned already has a worth");
        OwnedAlready {
            resale_value: of_all(resale_value),
            tax_book_value: purchase.tax_book_value.as_ref().map(of_all),
        }
    }

    fn generations(&self, month: i32, life: u32) -> Vec<Generation> {
        generations(month, self.own.lead_time().value, life, self.timeline.horizon)
    }

    /// Cost of the servers and spares of an order in a month, from today's price.
    fn cost_at(&self, price: Quoted<'s>, deliveries: &Delivery<'s>, month: u32) -> Quoted<'s> {
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        let count = deliveries.spares.map_or(deliveries.nodes, |spares| deliveries.nodes + spares);
        let today = count * price;
        if month < 12 { today } else { today * self.timeline.price_index(change, month) }
    }

    /// A generation of the servers and spares of an order; leased servers count as if paid for at the order.
    fn lot_of_nodes(&self, order: &Delivery<'s>, generation: Generation) -> AssetLot<'s> {
        let price = self.cost_at(self.price, order, generation.ordered);
        let split = if self.own.lease.is_some() { PaymentSplit::Order } else { self.split() };
        let bought =
            AssetLot::new(self.timeline, (order.month, generation, order.life), price, (split, self.tax_on_nodes()));
        match order.already.filter(|_| !generation.replaces) {
            Some(already) => bought.owned_already(already),
            None => bought,
        }
    }

    fn tax_on_nodes(&self) -> IndirectTax<'s> {
        IndirectTax::of_nodes(self.timeline, self.own)
    }

    fn split(&self) -> PaymentSplit<'s> {
        PaymentSplit::of(self.timeline, self.own.payment.as_ref())
    }

    fn nodes(&self, deliveries: &[Delivery<'s>]) -> Asset<'s> {
        self.timeline.draft.structural(&self.own.lead_time());
        let mut bought = Vec::new();
        for order in deliveries {
            for generation in self.generations(order.month, order.life.months) {
                bought.push(self.lot_of_nodes(order, generation));
            }
        }
        let resale_value = ResaleValue::of_nodes(self.timeline, self.own);
        let lives = self.plan.orders.iter().map(|order| order.life.at);
        let dates = self.plan.dates.iter().copied().chain(lives).collect();
        Asset { name: "nodes".to_owned(), bought, resale_value, dates }
    }

    fn entry(&self, entry: &Entry<CapitalEntry>, deliveries: &[Delivery<'s>]) -> Option<Asset<'s>> {
        let draft = self.timeline.draft;
        let life = entry.value.useful_life_months.as_ref().unwrap_or(&self.own.useful_life_months);
        let lasts = Life::of(self.timeline, life);
        let tax = IndirectTax::of_entry(self.timeline, self.own, &entry.value);
        let mut bought = Vec::new();
        // entries for servers already owned were bought with them
        for (at, order) in deliveries.iter().filter(|order| order.already.is_none()).enumerate() {
            let Some(price) = self.entry_price(entry, order, at == 0) else {
                continue;
            };
            let generations = self.generations(order.month, lasts.months).into_iter();
            let of_one =
                |generation| AssetLot::new(self.timeline, (order.month, generation, lasts), price, (self.split(), tax));
            bought.extend(generations.map(of_one));
        }
        let at_horizon = entry.value.value_at_horizon.as_ref().unwrap_or(&self.own.value_at_horizon);
        let resale_value =
            ResaleValue::Residual(draft.given(&entry.value.residual_value), draft.structural(at_horizon));
        (!bought.is_empty()).then(|| Asset { name: entry.name.clone(), bought, resale_value, dates: self.dates(life) })
    }

    /// Price of an entry for an order: per server, or once with the first order.
    fn entry_price(&self, entry: &Entry<CapitalEntry>, order: &Delivery<'s>, first: bool) -> Option<Quoted<'s>> {
        let (timeline, draft) = (self.timeline, self.timeline.draft);
        match entry.value.basis() {
            CapitalBasis::PerNode(price) => Some(order.nodes * Quoted::of(timeline, price)),
            CapitalBasis::PerKilowatt(price) => {
                let power = self.own.node.rated_power()?;
                Some(order.nodes * draft.given(power) * Quoted::of(timeline, price))
            }
            CapitalBasis::ShareOfNodes(share) => {
                Some(Quoted::converted(self.paid_for_nodes(order) * draft.given(share)))
            }
            CapitalBasis::Amount(amount) => first.then(|| Quoted::of(timeline, amount)),
            CapitalBasis::Pieces(count, price) => first.then(|| draft.given(count) * Quoted::of(timeline, price)),
        }
    }

    /// Initial price of the servers and spares of an order; leased servers count at list price.
    fn paid_for_nodes(&self, order: &Delivery<'s>) -> Figure<'s> {
        if self.own.lease.is_some() {
            let month = order.month.max(0).unsigned_abs();
            return self.cost_at(self.list_price, order, month).paid_in(self.timeline, month);
        }
        let lead = self.own.lead_time().value;
        self.lot_of_nodes(order, Generation::new(order.month, lead, order.life.months)).net
    }

    /// Line of the payments for leased servers, in all their terms.
    pub(super) fn leased(
        &self,
        lease: (&Lease, DeliveryTerm),
        nodes: &Asset<'s>,
        orders: &[Delivery<'s>],
    ) -> Option<DraftLine<'s>> {
        let lead = self.own.lead_time().value;
        let order = |order: &Delivery<'s>| LeasedOrder {
            count: order.spares.map_or(order.nodes, |spares| order.nodes + spares),
            delivered: Generation::new(order.month, lead, order.life.months).delivered,
            life_months: order.life.months,
        };
        let orders: Vec<LeasedOrder<'s>> = orders.iter().map(order).collect();
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        lease::line(self.timeline, lease, nodes, &orders, (change, self.tax_on_nodes()))
    }

    /// Loan on the first purchase from the decision on, with its entries; leased servers are not purchased.
    pub(super) fn loan(&self, assets: &[Asset<'s>]) -> Option<DraftLoan<'s>> {
        let loan = self.own.loan.as_ref()?;
        let first = self.plan.first_order()?.month;
        let bought = assets.iter().skip(usize::from(self.own.lease.is_some()));
        let first = bought
            .flat_map(|asset| &asset.bought)
            .filter(|bought| bought.order == first && !bought.generation.replaces);
        let cost = first.map(|bought| bought.paid).reduce(|a, b| a + b)?;
        Some(DraftLoan::new(self.timeline, loan, cost))
    }
}
