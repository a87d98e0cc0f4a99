//! What is bought for a fleet, and what a lease and a loan make of it.

use super::fleet::{Bringing, Writer};
use crate::inputs::Inputs as _;
use crate::model::bought::{Bought, Generation, Life, OwnedAlready, Split, generations};
use crate::model::capital::{Asset, AssetWorth};
use crate::model::indirect_tax::IndirectTax;
use crate::model::lease::{self, LeasedOrder};
use crate::model::line::DraftLine;
use crate::model::loan::DraftLoan;
use crate::model::quoted::Quoted;
use crate::scenario::dates::FromDelivery;
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::finance::Lease;
use crate::scenario::own::{CapitalBasis, CapitalEntry};
use crate::scenario::purchase::Purchase;
use crate::scenario::quantities::{PricePerNode, Term};
use crate::sheet::Figure;

impl<'s> Writer<'_, 's> {
    /// The servers first, then every entry of `capital`, each in all its generations.
    pub(super) fn assets(&self, bringing: &[Bringing<'s>]) -> Vec<Asset<'s>> {
        let nodes = self.nodes(bringing);
        let entries = self.own.capital.iter().filter_map(|entry| self.entry(entry, bringing));
        let mut assets: Vec<Asset<'s>> = vec![nodes];
        assets.extend(entries);
        assets
    }

    /// What the months of generations with this life follow from.
    fn dates(&self, life: &Given<Term>) -> Vec<NodeId> {
        self.plan.dates.iter().copied().chain([life.at]).collect()
    }

    /// What servers that were ordered before the decision count for at it.
    pub(super) fn owned_already(&self, purchase: &Purchase, nodes: Figure<'s>) -> OwnedAlready<'s> {
        let of_all = |price: &Given<PricePerNode>| (nodes * Quoted::of(self.timeline, price)).paid_in(self.timeline, 0);
        let worth = purchase.worth.as_ref().expect("a rule: what is owned already has a worth");
        OwnedAlready { worth: of_all(worth), tax_book_value: purchase.tax_book_value.as_ref().map(of_all) }
    }

    fn generations(&self, month: i32, life: u32) -> Vec<Generation> {
        generations(month, self.own.lead_time().value, life, self.timeline.horizon)
    }

    /// What the servers and spares of an order cost when they are ordered in a month, at a price of today.
    fn cost_at(&self, price: Quoted<'s>, bringing: &Bringing<'s>, month: u32) -> Quoted<'s> {
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        let count = bringing.spares.map_or(bringing.nodes, |spares| bringing.nodes + spares);
        let today = count * price;
        if month < 12 { today } else { today * self.timeline.price_index(change, month) }
    }

    /// A generation of the servers and spares of an order; leased ones count as if they were paid for when they are ordered.
    fn bought_nodes(&self, order: &Bringing<'s>, generation: Generation) -> Bought<'s> {
        let price = self.cost_at(self.price, order, generation.ordered);
        let split = if self.own.lease.is_some() { Split::Order } else { self.split() };
        let bought =
            Bought::new(self.timeline, (order.month, generation, order.life), price, (split, self.tax_on_nodes()));
        match order.already.filter(|_| !generation.replaces) {
            Some(already) => bought.owned_already(already),
            None => bought,
        }
    }

    fn tax_on_nodes(&self) -> IndirectTax<'s> {
        IndirectTax::of_nodes(self.timeline, self.own)
    }

    fn split(&self) -> Split<'s> {
        Split::of(self.timeline, self.own.payment.as_ref())
    }

    fn nodes(&self, bringing: &[Bringing<'s>]) -> Asset<'s> {
        self.timeline.draft.structural(&self.own.lead_time());
        let mut bought = Vec::new();
        for order in bringing {
            for generation in self.generations(order.month, order.life.months) {
                bought.push(self.bought_nodes(order, generation));
            }
        }
        let worth = AssetWorth::of_nodes(self.timeline, self.own);
        let lives = self.plan.orders.iter().map(|order| order.life.at);
        let dates = self.plan.dates.iter().copied().chain(lives).collect();
        Asset { name: "nodes".to_owned(), bought, worth, dates }
    }

    fn entry(&self, entry: &Entry<CapitalEntry>, bringing: &[Bringing<'s>]) -> Option<Asset<'s>> {
        let draft = self.timeline.draft;
        let life = entry.value.useful_life_months.as_ref().unwrap_or(&self.own.useful_life_months);
        let lasts = Life::of(self.timeline, life);
        let tax = IndirectTax::of_entry(self.timeline, self.own, &entry.value);
        let mut bought = Vec::new();
        // what stands around servers that are owned already was bought with them
        for (at, order) in bringing.iter().filter(|order| order.already.is_none()).enumerate() {
            let Some(price) = self.entry_price(entry, order, at == 0) else {
                continue;
            };
            let generations = self.generations(order.month, lasts.months).into_iter();
            let of_one =
                |generation| Bought::new(self.timeline, (order.month, generation, lasts), price, (self.split(), tax));
            bought.extend(generations.map(of_one));
        }
        let at_horizon = entry.value.value_at_horizon.as_ref().unwrap_or(&self.own.value_at_horizon);
        let worth = AssetWorth::Residual(draft.given(&entry.value.residual_value), draft.structural(at_horizon));
        (!bought.is_empty()).then(|| Asset { name: entry.name.clone(), bought, worth, dates: self.dates(life) })
    }

    /// Price of an entry with an order: by its servers, or once with the first.
    fn entry_price(&self, entry: &Entry<CapitalEntry>, order: &Bringing<'s>, first: bool) -> Option<Quoted<'s>> {
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

    /// What the servers and spares of an order are paid for at first; leased ones count at their list price.
    fn paid_for_nodes(&self, order: &Bringing<'s>) -> Figure<'s> {
        if self.own.lease.is_some() {
            let month = order.month.max(0).unsigned_abs();
            return self.cost_at(self.list_price, order, month).paid_in(self.timeline, month);
        }
        let lead = self.own.lead_time().value;
        self.bought_nodes(order, Generation::new(order.month, lead, order.life.months)).net
    }

    /// The payments for leased servers, in all their terms.
    pub(super) fn leased(
        &self,
        lease: (&Lease, FromDelivery),
        nodes: &Asset<'s>,
        orders: &[Bringing<'s>],
    ) -> Option<DraftLine<'s>> {
        let lead = self.own.lead_time().value;
        let order = |order: &Bringing<'s>| LeasedOrder {
            count: order.spares.map_or(order.nodes, |spares| order.nodes + spares),
            delivered: Generation::new(order.month, lead, order.life.months).delivered,
            life_months: order.life.months,
        };
        let orders: Vec<LeasedOrder<'s>> = orders.iter().map(order).collect();
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        lease::line(self.timeline, lease, nodes, &orders, (change, self.tax_on_nodes()))
    }

    /// The loan on what the first purchase from the decision on and its entries cost; leased servers are not bought.
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
