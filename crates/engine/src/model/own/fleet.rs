//! The fleet: what it is, what it serves, what it draws, and what was bought for it.

use super::plan::{Elsewhere, Ordered, Plan};
use super::serving::{DemandedHours, Failing, FleetServed, Needed, Serving};
use crate::demand::{At, DraftDemand};
use crate::inputs::{FigureRule, Inputs as _};
use crate::model::bought::{Generation, Life, OwnedAlready};
use crate::model::capital::Asset;
use crate::model::figures::Sizing;
use crate::model::goodput::Interruptions;
use crate::model::indirect_tax::IndirectTax;
use crate::model::line::{CostGroup, DraftLine, Flow};
use crate::model::loan::DraftLoan;
use crate::model::price::MovingPrice;
use crate::model::quoted::Quoted;
use crate::model::whole_jobs::WholeUnit;
use crate::scenario::own::{NodePrice, Own};
use crate::scenario::price::ElectricityStep;
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// The line that metered energy is charged on.
pub const ELECTRICITY: &str = "electricity";

/// An order with the servers it brings.
#[derive(Clone, Copy, Debug)]
pub struct Bringing<'s> {
    /// Month of the order, from the decision.
    pub month: i32,
    /// Servers that will serve.
    pub nodes: Figure<'s>,
    /// Spares, which come with the first order from the decision on.
    pub spares: Option<Figure<'s>>,
    /// How long they serve.
    pub life: Life<'s>,
    /// What they count for if they were ordered before the decision.
    pub already: Option<OwnedAlready<'s>>,
}

/// What an owned fleet is and does.
#[derive(Clone, Debug)]
pub struct Fleet<'s> {
    /// Servers in service.
    pub nodes: Figure<'s>,
    /// What it serves and leaves.
    pub served: FleetServed<'s>,
    /// Its accelerators.
    pub accelerators: Figure<'s>,
    /// Hours in service a month, of its own accelerators.
    pub in_service: Figure<'s>,
    /// Useful hours a month that are demanded of it.
    pub demanded: DemandedHours<'s>,
    /// Metered energy a month.
    pub energy: Option<Figure<'s>>,
    /// Power that the site has to deliver, at the least: that of the servers alone where the PUE is not known.
    pub site_power: Option<Figure<'s>>,
    /// What was bought or counts as if it were.
    pub assets: Vec<Asset<'s>>,
    /// Orders of servers, by their month.
    pub orders: Vec<Bringing<'s>>,
    /// What of the resale is unexpired book value.
    pub book_resale: Option<Figure<'s>>,
    /// The loan on the first purchase.
    pub loan: Option<DraftLoan<'s>>,
    /// What the whole demand needs of it.
    pub sizing: Sizing<Figure<'s>>,
    /// Purchases or lease, resale and electricity.
    pub lines: Vec<DraftLine<'s>>,
}

/// What the parts of a fleet are written with.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a, 's> {
    pub timeline: &'a Timeline<'s>,
    pub own: &'a Own,
    pub plan: &'a Plan<'a>,
    /// What a server costs when it is ordered today.
    pub price: Quoted<'s>,
    /// The same without its discount.
    pub list_price: Quoted<'s>,
}

/// Writes the fleet of a plan into the sheet: what is in service, what it serves and leaves, what
/// it draws, what was bought.
#[must_use]
pub fn fleet<'s>(timeline: &Timeline<'s>, demand: &DraftDemand<'s>, plan: &Plan<'_>) -> Fleet<'s> {
    let set = plan.set.as_slice();
    let (own, draft) = (&plan.entry.value, timeline.draft);
    let list_price = list_price(timeline, own);
    let price = (list_price * (1 - draft.given(&own.node.discount))).named("price of a node");
    let writer = Writer { timeline, own, plan, price, list_price };
    let measure = demand.measure(&own.relative_throughput);
    let accelerators = draft.given(&own.node.accelerators);
    let per_node = measure.capacity(accelerators).named("capacity of a node");
    let availability = draft.given(&own.availability);
    let interruptions = Interruptions::of_fleet(timeline, own);
    let failing = interruptions.map(|interruptions| Failing { interruptions, per_node });
    let node = WholeUnit { accelerators, capacity: per_node };
    let need = Needed { timeline, demand, set, measure: &measure, availability, failing, node };
    // what the program sizes stays as it is when a break-even moves the demand
    let orders = writer.bringing(&|| need.enough(At::Stated).units);
    let nodes = writer.nodes_in_service(&orders).named("nodes in service");
    let capacity = (nodes * per_node).named("capacity");
    let (first_service, dates) = (plan.first_service, plan.dates.as_slice());
    let serving =
        Serving { timeline, demand, set, measure: &measure, capacity, availability, failing, first_service, dates };
    let served = serving.served();
    let energy = writer.energy(nodes, (served.busy / per_node).named("busy node-hours"));
    let enough = need.enough(At::Factor);
    if let Elsewhere::Unnamed = plan.burst {
        writer.must_fit(enough.capacity.positive_part_over(capacity));
    }
    let assets = writer.assets(&orders);
    let mut capital = writer.capital(&assets, &orders);
    capital.lines.extend(energy.and_then(|energy| writer.electricity(energy)));
    Fleet {
        nodes,
        served,
        accelerators: nodes * accelerators,
        in_service: (nodes * accelerators * timeline.hours).named("hours in service"),
        demanded: serving.demanded(),
        energy,
        site_power: writer.site_power(nodes),
        loan: writer.loan(&assets),
        sizing: need.sizing(enough),
        assets,
        orders,
        book_resale: capital.book_resale,
        lines: capital.lines,
    }
}

/// Purchases and resale of everything bought.
struct Capital<'s> {
    lines: Vec<DraftLine<'s>>,
    book_resale: Option<Figure<'s>>,
}

fn list_price<'s>(timeline: &Timeline<'s>, own: &Own) -> Quoted<'s> {
    match own.node.list_price() {
        NodePrice::Node(price) => Quoted::of(timeline, price),
        NodePrice::Accelerator(price) => Quoted::of(timeline, price) * timeline.draft.given(&own.node.accelerators),
    }
}

impl<'s> Writer<'_, 's> {
    /// Where nothing is named to serve it, demand may not outgrow the fleet.
    fn must_fit(&self, missing: Figure<'s>) {
        let (timeline, plan) = (self.timeline, self.plan);
        let missing = timeline.limited(missing, plan.first_service, timeline.horizon, &plan.dates);
        timeline.draft.condition(missing.named("capacity missing"), FigureRule::DemandExceedsFleet, plan.entry.at);
    }

    /// What the site has to deliver: the servers' rated power, with cooling where its share is known.
    fn site_power(&self, nodes: Figure<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let servers = nodes * draft.given(self.own.node.rated_power()?);
        let site = self.own.pue.as_ref().map_or(servers, |pue| servers * draft.given(pue));
        Some(site.named("power of the site"))
    }

    fn capital(&self, assets: &[Asset<'s>], orders: &[Bringing<'s>]) -> Capital<'s> {
        let mut capital = Capital { lines: Vec::new(), book_resale: None };
        for (at, asset) in assets.iter().enumerate() {
            // the servers come first
            match self.own.leased().filter(|_| at == 0) {
                Some(lease) => capital.lines.extend(self.leased(lease, asset, orders)),
                None => capital.lines.extend(asset.purchases(self.timeline)),
            }
            let Some(resale) = asset.resale(self.timeline) else { continue };
            capital.lines.push(resale.line);
            capital.book_resale = [capital.book_resale, resale.book].into_iter().flatten().reduce(|a, b| a + b);
        }
        capital
    }

    /// Metered energy at its price, which moves.
    fn electricity(&self, energy: Figure<'s>) -> Option<DraftLine<'s>> {
        let step = |step: &ElectricityStep| (step.starts().first(), Quoted::of(self.timeline, &step.per_kwh));
        let today = Quoted::of(self.timeline, self.own.electricity_per_kwh.as_ref()?);
        let price = MovingPrice::new(self.timeline, today, &self.own.electricity_move(), step);
        let charge = price.moved((energy * price.stated).monthly(self.timeline));
        let charge = IndirectTax::of_own(self.timeline, self.own).on(charge);
        let line = DraftLine::new(self.timeline, ELECTRICITY, CostGroup::Operating, &[Flow::Monthly(charge)]);
        Some(price.change().into_iter().fold(line, DraftLine::changing))
    }

    /// The servers of each order; what the model sizes is the need of a year beyond that of the year before.
    fn bringing(&self, needed: &dyn Fn() -> Figure<'s>) -> Vec<Bringing<'s>> {
        let draft = self.timeline.draft;
        let mut servers: Option<Figure<'s>> = None;
        let mut before: Option<Figure<'s>> = None;
        let mut found = Vec::new();
        for order in &self.plan.orders {
            let nodes = match order.nodes {
                Ordered::Given(nodes) => draft.given(nodes),
                Ordered::SizedFor(year) => {
                    let servers = *servers.get_or_insert_with(needed);
                    let needed = self.most_in(servers, year);
                    let all = before
                        .map_or(needed, |before| before.max(needed))
                        .named(format!("nodes needed until year {year}"));
                    let more = before.map_or(all, |before| all - before);
                    before = Some(all);
                    more
                }
            };
            let is_first = order.month >= 0 && found.iter().all(|earlier: &Bringing<'s>| earlier.month < 0);
            let spares = is_first.then(|| draft.given(&self.own.spare_nodes));
            let life = Life::of(self.timeline, order.life);
            let already = order.already().map(|purchase| self.owned_already(purchase, nodes));
            found.push(Bringing { month: order.month, nodes, spares, life, already });
        }
        found
    }

    /// The most servers needed in the months of a contract year that lie after the lead time.
    fn most_in(&self, servers: Figure<'s>, year: u32) -> Figure<'s> {
        let periods = self.timeline.draft.periods().iter().enumerate();
        let served = periods.filter(|(_, p)| p.year() == year && p.first >= self.plan.first_service);
        let mut picked: Vec<Figure<'s>> = Vec::new();
        for (at, _) in served {
            let one = servers.pick(at);
            if picked.last().is_none_or(|last| last.id() != one.id()) {
                picked.push(one);
            }
        }
        picked.into_iter().reduce(|a, b| a.max(b)).unwrap_or(servers)
    }

    fn nodes_in_service(&self, bringing: &[Bringing<'s>]) -> Figure<'s> {
        let (timeline, lead) = (self.timeline, self.own.lead_time().value);
        let first = |bringing: &Bringing<'s>| Generation::new(bringing.month, lead, bringing.life.months).first;
        let rows = bringing.iter().map(|b| b.nodes * timeline.within(first(b), timeline.horizon, &self.plan.dates));
        timeline.draft.sum(Unit::NODE, rows)
    }

    /// `pue · (n · q · h + (p − q) · busy node-hours)`; down hours draw idle power. Known with the power; without a PUE it is
    /// that of the servers alone.
    fn energy(&self, nodes: Figure<'s>, busy_node_hours: Figure<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let power = draft.given(self.own.node.power_kw.as_ref()?);
        let it = match &self.own.node.idle_power_kw {
            None => nodes * power * self.timeline.hours,
            Some(idle) => {
                let idle = draft.given(idle);
                nodes * idle * self.timeline.hours + (power - idle) * busy_node_hours
            }
        };
        let energy = self.own.pue.as_ref().map_or(it, |pue| draft.given(pue) * it);
        Some(energy.named("energy"))
    }
}
