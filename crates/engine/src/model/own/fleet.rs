//! An owned fleet: its servers, the work it serves, its energy, and its assets.

use super::plan::{OrderQuantity, OverflowTarget, Plan};
use super::serving::{DemandedHours, Failing, FleetServed, Needed, Serving};
use crate::demand::{DemandPoint, DraftDemand};
use crate::inputs::{FigureRule, Inputs as _};
use crate::model::asset_lot::{Generation, Life, OwnedAlready};
use crate::model::capital::Asset;
use crate::model::figures::Sizing;
use crate::model::goodput::Interruptions;
use crate::model::indirect_tax::IndirectTax;
use crate::model::line::{CostGroup, DraftLine, Flow};
use crate::model::loan::DraftLoan;
use crate::model::price::ChangingPrice;
use crate::model::quoted::Quoted;
use crate::model::whole_jobs::WholeUnit;
use crate::scenario::own::{NodePrice, Own};
use crate::scenario::price::ElectricityStep;
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};

/// Name of the line of metered energy.
pub const ELECTRICITY: &str = "electricity";

/// An order with its servers.
#[derive(Clone, Copy, Debug)]
pub struct Delivery<'s> {
    /// Month of the order, relative to the decision.
    pub month: i32,
    /// Servers put into service.
    pub nodes: Figure<'s>,
    /// Spares, which come with the first order from the decision on.
    pub spares: Option<Figure<'s>>,
    /// Length of their service.
    pub life: Life<'s>,
    /// Their values at the decision if they were ordered before it.
    pub already: Option<OwnedAlready<'s>>,
}

/// Figures of an owned fleet.
#[derive(Clone, Debug)]
pub struct Fleet<'s> {
    /// Servers in service.
    pub nodes: Figure<'s>,
    /// Work served and left unserved.
    pub served: FleetServed<'s>,
    /// Its accelerators.
    pub accelerators: Figure<'s>,
    /// Accelerator-hours in service per month, in its own accelerators.
    pub in_service: Figure<'s>,
    /// Useful hours per month demanded of it.
    pub demanded: DemandedHours<'s>,
    /// Metered energy per month.
    pub energy: Option<Figure<'s>>,
    /// Power that the site must deliver; only that of the servers if the PUE is not known.
    pub site_power: Option<Figure<'s>>,
    /// Assets, bought or counted as if bought.
    pub assets: Vec<Asset<'s>>,
    /// Orders of servers, by their month.
    pub orders: Vec<Delivery<'s>>,
    /// The part of the resale that is book value of unexpired life.
    pub book_resale: Option<Figure<'s>>,
    /// The loan on the first purchase.
    pub loan: Option<DraftLoan<'s>>,
    /// Units needed for the whole demand.
    pub sizing: Sizing<Figure<'s>>,
    /// Purchases or lease, resale and electricity.
    pub lines: Vec<DraftLine<'s>>,
}

/// Context for building the parts of a fleet.
#[derive(Clone, Copy)]
pub(super) struct Writer<'a, 's> {
    pub timeline: &'a Timeline<'s>,
    pub own: &'a Own,
    pub plan: &'a Plan<'a>,
    /// Price of a server ordered today.
    pub price: Quoted<'s>,
    /// `price` before discount.
    pub list_price: Quoted<'s>,
}

/// Builds the fleet of a plan: servers in service, work served and unserved, energy, and assets.
#[must_use]
pub fn fleet<'s>(timeline: &Timeline<'s>, demand: &DraftDemand<'s>, plan: &Plan<'_>) -> Fleet<'s> {
    let set = plan.set.as_slice();
    let (own, draft) = (&plan.entry.value, timeline.draft);
    let list_price = list_price(timeline, own);
    let price = (list_price * (1 - draft.given(&own.node.discount))).named("price of a node");
    let writer = Writer { timeline, own, plan, price, list_price };
    let measure = demand.measure(own.into());
    let accelerators = draft.given(&own.node.accelerators);
    let per_node = measure.capacity(accelerators).named("capacity of a node");
    let availability = draft.given(&own.availability);
    let interruptions = Interruptions::of_fleet(timeline, own);
    let failing = interruptions.map(|interruptions| Failing { interruptions, per_node });
    let node = WholeUnit { accelerators, capacity: per_node };
    let need = Needed { timeline, demand, set, measure: &measure, availability, failing, node };
    // a sized fleet stays the same when a break-even varies the demand
    let orders = writer.deliveries(&|| need.enough(DemandPoint::Plan).units);
    let nodes = writer.nodes_in_service(&orders).named("nodes in service");
    let capacity = (nodes * per_node).named("capacity");
    let (first_service, dates) = (plan.first_service, plan.dates.as_slice());
    let serving =
        Serving { timeline, demand, set, measure: &measure, capacity, availability, failing, first_service, dates };
    let served = serving.served();
    let energy = writer.energy(nodes, (served.busy / per_node).named("busy node-hours"));
    let enough = need.enough(DemandPoint::Factor);
    if let OverflowTarget::Unnamed = plan.burst {
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

/// Purchases and resale of all assets.
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
    /// Adds the condition that demand fits the fleet, for fleets without an option for the rest.
    fn must_fit(&self, missing: Figure<'s>) {
        let (timeline, plan) = (self.timeline, self.plan);
        let missing = timeline.limited(missing, plan.first_service, timeline.horizon, &plan.dates);
        timeline.draft.condition(missing.named("missing capacity"), FigureRule::DemandExceedsFleet, plan.entry.at);
    }

    /// Power that the site must deliver: the rated power of the servers, multiplied by the PUE if known.
    fn site_power(&self, nodes: Figure<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let servers = nodes * draft.given(self.own.node.rated_power()?);
        let site = self.own.pue.as_ref().map_or(servers, |pue| servers * draft.given(pue));
        Some(site.named("site power"))
    }

    fn capital(&self, assets: &[Asset<'s>], orders: &[Delivery<'s>]) -> Capital<'s> {
        let mut capital = Capital { lines: Vec::new(), book_resale: None };
        for (at, asset) in assets.iter().enumerate() {
            // servers come first
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

    /// Line of metered energy at its price, which may change.
    fn electricity(&self, energy: Figure<'s>) -> Option<DraftLine<'s>> {
        let step = |step: &ElectricityStep| (step.starts().first(), Quoted::of(self.timeline, &step.per_kwh));
        let today = Quoted::of(self.timeline, self.own.electricity_per_kwh.as_ref()?);
        let price = ChangingPrice::new(self.timeline, today, &self.own.electricity_move(), step);
        let charge = price.moved((energy * price.quoted).monthly(self.timeline));
        let charge = IndirectTax::of_own(self.timeline, self.own).on(charge);
        let line = DraftLine::new(self.timeline, ELECTRICITY, CostGroup::Operating, &[Flow::Monthly(charge)]);
        Some(price.change().into_iter().fold(line, DraftLine::changing))
    }

    /// Servers of each order. A sized order covers the need of its year beyond that of the year before.
    fn deliveries(&self, needed: &dyn Fn() -> Figure<'s>) -> Vec<Delivery<'s>> {
        let draft = self.timeline.draft;
        let mut servers: Option<Figure<'s>> = None;
        let mut before: Option<Figure<'s>> = None;
        let mut found = Vec::new();
        for order in &self.plan.orders {
            let nodes = match order.nodes {
                OrderQuantity::Given(nodes) => draft.given(nodes),
                OrderQuantity::SizedFor(year) => {
                    let servers = *servers.get_or_insert_with(needed);
                    let needed = self.most_in(servers, year);
                    let all = before
                        .map_or(needed, |before| before.max(needed))
                        .named_with(|| format!("nodes needed until year {year}"));
                    let more = before.map_or(all, |before| all - before);
                    before = Some(all);
                    more
                }
            };
            let is_first = order.month >= 0 && found.iter().all(|earlier: &Delivery<'s>| earlier.month < 0);
            let spares = is_first.then(|| draft.given(&self.own.spare_nodes));
            let life = Life::of(self.timeline, order.life);
            let already = order.already().map(|purchase| self.owned_already(purchase, nodes));
            found.push(Delivery { month: order.month, nodes, spares, life, already });
        }
        found
    }

    /// Largest number of servers needed in the months of a contract year after the lead time.
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

    fn nodes_in_service(&self, deliveries: &[Delivery<'s>]) -> Figure<'s> {
        let (timeline, lead) = (self.timeline, self.own.lead_time().value);
        let first = |deliveries: &Delivery<'s>| Generation::new(deliveries.month, lead, deliveries.life.months).first;
        let rows = deliveries.iter().map(|b| b.nodes * timeline.within(first(b), timeline.horizon, &self.plan.dates));
        timeline.draft.sum(Unit::NODE, rows)
    }

    /// `pue · (n · q · h + (p − q) · busy node-hours)`; down hours draw idle power. None without a power; without a PUE
    /// it is the energy of the servers alone.
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
