//! What is bought for a fleet, and what a lease and a loan make of it.

use super::fleet::{Bringing, Writer};
use crate::inputs::Inputs as _;
use crate::model::capital::{Asset, AssetWorth, Bought, Generation, generations};
use crate::model::indirect_tax::IndirectTax;
use crate::model::lease::{self, LeasedOrder};
use crate::model::line::DraftLine;
use crate::model::loan::DraftLoan;
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::own::{CapitalBasis, CapitalEntry, Lease};
use crate::scenario::quantities::Term;
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

    fn generations(&self, month: u32, life: u32) -> Vec<Generation> {
        generations(month, self.own.lead_time_months.value.count(), life, self.timeline.horizon)
    }

    /// What the servers and spares of an order cost when they are ordered in a month.
    fn cost_of_nodes(&self, bringing: &Bringing<'s>, month: u32) -> Figure<'s> {
        self.cost_at(self.price, bringing, month)
    }

    /// The same at another price of today.
    fn cost_at(&self, price: Figure<'s>, bringing: &Bringing<'s>, month: u32) -> Figure<'s> {
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        let count = bringing.spares.map_or(bringing.nodes, |spares| bringing.nodes + spares);
        let today = count * price;
        if month < 12 { today } else { today * self.timeline.price_index(change, month) }
    }

    fn nodes(&self, bringing: &[Bringing<'s>]) -> Asset<'s> {
        let draft = self.timeline.draft;
        let life = draft.structural(&self.own.useful_life_months).count();
        draft.structural(&self.own.lead_time_months);
        let tax = IndirectTax::of_nodes(self.timeline, self.own);
        let mut bought = Vec::new();
        for order in bringing {
            for generation in self.generations(order.month, life) {
                let net = self.cost_of_nodes(order, generation.ordered);
                bought.push(Bought::new(order.month, generation, net, tax));
            }
        }
        let worth = AssetWorth::of_nodes(self.timeline, self.own);
        Asset {
            name: "nodes".to_owned(),
            life: draft.given(&self.own.useful_life_months),
            life_months: life,
            bought,
            worth,
            dates: self.dates(&self.own.useful_life_months),
        }
    }

    fn entry(&self, entry: &Entry<CapitalEntry>, bringing: &[Bringing<'s>]) -> Option<Asset<'s>> {
        let draft = self.timeline.draft;
        let life = entry.value.useful_life_months.as_ref().unwrap_or(&self.own.useful_life_months);
        let months = draft.structural(life).count();
        let tax = IndirectTax::of_entry(self.timeline, self.own, &entry.value);
        let mut bought = Vec::new();
        for (at, order) in bringing.iter().enumerate() {
            let Some(price) = self.entry_price(entry, order, at == 0) else {
                continue;
            };
            let generations = self.generations(order.month, months);
            let of_one = |generation| Bought::new(order.month, generation, price, tax);
            bought.extend(generations.into_iter().map(of_one));
        }
        let at_horizon = entry.value.value_at_horizon.as_ref().unwrap_or(&self.own.value_at_horizon);
        let worth = AssetWorth::Residual(draft.given(&entry.value.residual_value), draft.structural(at_horizon));
        (!bought.is_empty()).then(|| Asset {
            name: entry.name.clone(),
            life: draft.given(life),
            life_months: months,
            bought,
            worth,
            dates: self.dates(life),
        })
    }

    /// Price of an entry with an order: by its servers, or once with the first.
    fn entry_price(&self, entry: &Entry<CapitalEntry>, order: &Bringing<'s>, first: bool) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        match entry.value.basis() {
            CapitalBasis::PerNode(price) => Some(order.nodes * draft.given(price)),
            CapitalBasis::PerKilowatt(price) => {
                let power = self.own.node.rated_power()?;
                Some(order.nodes * draft.given(power) * draft.given(price))
            }
            CapitalBasis::ShareOfNodes(share) => {
                let price = if self.own.lease.is_some() { self.list_price } else { self.price };
                Some(self.cost_at(price, order, order.month) * draft.given(share))
            }
            CapitalBasis::Amount(amount) => first.then(|| draft.given(amount)),
            CapitalBasis::Pieces(count, price) => first.then(|| draft.given(count) * draft.given(price)),
        }
    }

    /// The payments for leased servers, in all their terms.
    pub(super) fn leased(&self, lease: &Lease, nodes: &Asset<'s>, orders: &[Bringing<'s>]) -> Option<DraftLine<'s>> {
        let lead = self.own.lead_time_months.value.count();
        let order = |order: &Bringing<'s>| LeasedOrder {
            count: order.spares.map_or(order.nodes, |spares| order.nodes + spares),
            delivered: order.month + lead,
        };
        let orders: Vec<LeasedOrder<'s>> = orders.iter().map(order).collect();
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        let tax = IndirectTax::of_nodes(self.timeline, self.own);
        lease::line(self.timeline, lease, nodes, &orders, (change, tax))
    }

    /// The loan on what the first purchase and its entries cost; leased servers are not bought.
    pub(super) fn loan(&self, assets: &[Asset<'s>]) -> Option<DraftLoan<'s>> {
        let loan = self.own.loan.as_ref()?;
        let first = self.plan.orders.first()?.month;
        let bought = assets.iter().skip(usize::from(self.own.lease.is_some()));
        let first = bought.flat_map(|asset| &asset.bought).filter(|bought| bought.order == first && bought.is_first());
        let cost = first.map(|bought| bought.paid).reduce(|a, b| a + b)?;
        Some(DraftLoan::new(self.timeline, loan, cost))
    }
}
