//! The fleet: what it is, what it serves, what it draws, and what was bought for it.

use super::plan::{Elsewhere, Ordered, Plan};
use crate::demand::Demand;
use crate::diagnostic::Code;
use crate::model::capital::{Asset, Bought, Generation, Split, Worth, generations};
use crate::model::line::{DraftLine, Flow, Group};
use crate::model::rent::{Load, LoadPart};
use crate::scenario::bases::{CapitalBasis, NodePrice};
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::own::{CapitalEntry, Own};
use crate::scenario::quantities::Term;
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::Unit;

/// An order with the servers it brings.
#[derive(Clone, Copy, Debug)]
pub struct Bringing<'s> {
    /// Month of the order.
    pub month: u32,
    /// Servers that will serve.
    pub nodes: Figure<'s>,
    /// Spares, which come with the first order.
    pub spares: Option<Figure<'s>>,
}

/// What an owned fleet is and does.
#[derive(Clone, Debug)]
pub struct Fleet<'s> {
    /// Servers in service.
    pub nodes: Figure<'s>,
    /// Useful hours that the fleet itself serves, reference accelerator-hours a month.
    pub served: Figure<'s>,
    /// Hours in service a month, in reference accelerator-hours.
    pub in_service: Figure<'s>,
    /// Useful hours lost because the fleet is down, reference accelerator-hours a month.
    pub lost: Option<Figure<'s>>,
    /// Metered energy a month.
    pub energy: Option<Figure<'s>>,
    /// Power that the site has to deliver, at the least: that of the servers alone where the PUE is not known.
    pub site_power: Option<Figure<'s>>,
    /// What was bought.
    pub assets: Vec<Asset<'s>>,
    /// Orders of servers, by their month.
    pub orders: Vec<Bringing<'s>>,
    /// What of the resale is unexpired book value.
    pub book_resale: Option<Figure<'s>>,
    /// Purchases, resale and electricity.
    pub lines: Vec<DraftLine<'s>>,
}

/// Where an option's work goes that its fleet does not serve, as loads.
#[derive(Clone, Debug)]
pub struct Rest<'s> {
    /// Before the first delivery; none where service begins in month 1.
    pub before: Option<Load<'s>>,
    /// What lies above the capacity while the fleet is up.
    pub above: LoadPart<'s>,
    /// Everything while it is down.
    pub down: LoadPart<'s>,
    /// First month of service.
    pub first_service: u32,
    /// Last month of the horizon.
    pub horizon: u32,
    /// What the first month of service follows from.
    pub dates: Vec<NodeId>,
}

impl<'s> Rest<'s> {
    /// What a rent option serves from the first delivery on: levels above the capacity while up, every level while down.
    #[must_use]
    pub fn burst(&self) -> Load<'s> {
        Load {
            parts: vec![self.above, self.down],
            first: self.first_service,
            last: self.horizon,
            because: self.dates.clone(),
        }
    }

    /// What does not fit while up: the work that waits where nobody serves it.
    #[must_use]
    pub fn beyond(&self) -> Load<'s> {
        Load { parts: vec![self.above], first: self.first_service, last: self.horizon, because: self.dates.clone() }
    }

    /// Every level while down: the work that is lost where nobody serves it.
    fn lost(&self) -> Load<'s> {
        Load { parts: vec![self.down], first: self.first_service, last: self.horizon, because: self.dates.clone() }
    }
}

struct Writer<'a, 's> {
    timeline: &'a Timeline<'s>,
    own: &'a Own,
    plan: &'a Plan<'a>,
    /// What a server costs when it is ordered today.
    price: Figure<'s>,
}

/// Writes the fleet of a plan into the sheet: what is in service, what it serves and leaves, what it draws, what was bought.
#[must_use]
pub fn fleet<'s>(timeline: &Timeline<'s>, demand: &Demand<'s>, plan: &Plan<'_>) -> (Fleet<'s>, Rest<'s>) {
    let own = &plan.entry.value;
    let draft = timeline.draft;
    let writer = Writer { timeline, own, plan, price: price_of_a_node(timeline, own) };
    let per_node = draft.given(&own.node.accelerators) * draft.given(&own.relative_throughput);
    let per_node = per_node.named("capacity of a node");
    let orders = writer.bringing(demand, per_node);
    let nodes = writer.nodes_in_service(&orders).named("nodes in service");
    let capacity = (nodes * per_node).named("capacity");
    let availability = draft.given(&own.availability);
    let served = availability * draft.hours(demand.curve, None, None, Some(capacity));
    let served = served.named("useful hours of the fleet");
    let energy = writer.energy(nodes, (served / per_node).named("busy node-hours"));
    let rest = writer.rest(demand, capacity, availability);
    writer.must_fit(demand, capacity);
    let assets = writer.assets(&orders);
    let mut capital = writer.capital(&assets);
    capital.lines.extend(energy.and_then(|energy| writer.electricity(energy)));
    let fleet = Fleet {
        nodes,
        served,
        in_service: (capacity * timeline.hours).named("hours in service"),
        lost: writer.lost(&rest),
        energy,
        site_power: writer.site_power(nodes),
        assets,
        orders,
        book_resale: capital.book_resale,
        lines: capital.lines,
    };
    (fleet, rest)
}

/// Purchases and resale of everything bought.
struct Capital<'s> {
    lines: Vec<DraftLine<'s>>,
    book_resale: Option<Figure<'s>>,
}

fn price_of_a_node<'s>(timeline: &Timeline<'s>, own: &Own) -> Figure<'s> {
    let draft = timeline.draft;
    let list = match own.node.list_price() {
        NodePrice::Node(price) => draft.given(price),
        NodePrice::Accelerator(price) => draft.given(price) * draft.given(&own.node.accelerators),
    };
    (list * (1 - draft.given(&own.node.discount))).named("price of a node")
}

impl<'s> Writer<'_, 's> {
    /// Where nothing is named to serve it, demand may not outgrow the fleet.
    fn must_fit(&self, demand: &Demand<'s>, capacity: Figure<'s>) {
        let (timeline, plan) = (self.timeline, self.plan);
        if let Elsewhere::Unnamed = plan.burst {
            let missing = timeline.draft.peak(demand.curve) - capacity;
            let missing = timeline.limited(missing, plan.first_service, timeline.horizon, &plan.dates);
            timeline.draft.condition(missing.named("accelerators missing"), Code::DemandExceedsFleet, plan.entry.at);
        }
    }

    /// Useful hours that nobody serves while the fleet is down.
    fn lost(&self, rest: &Rest<'s>) -> Option<Figure<'s>> {
        match self.plan.burst {
            Elsewhere::To(..) => None,
            Elsewhere::Unnamed | Elsewhere::Wait => {
                Some(rest.lost().useful(self.timeline).named("useful hours lost to downtime"))
            }
        }
    }

    /// What the site has to deliver: the servers' rated power, with cooling where its share is known.
    fn site_power(&self, nodes: Figure<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let servers = nodes * draft.given(self.own.node.power_kw.as_ref()?);
        let site = self.own.pue.as_ref().map_or(servers, |pue| servers * draft.given(pue));
        Some(site.named("power of the site"))
    }

    fn capital(&self, assets: &[Asset<'s>]) -> Capital<'s> {
        let split = Split::of(self.timeline, self.own.payment.as_ref());
        let mut capital = Capital { lines: Vec::new(), book_resale: None };
        for asset in assets {
            capital.lines.extend(asset.purchase(self.timeline, split));
            let Some(resale) = asset.resale(self.timeline) else { continue };
            capital.lines.push(resale.line);
            capital.book_resale = [capital.book_resale, resale.book].into_iter().flatten().reduce(|a, b| a + b);
        }
        capital
    }

    /// Metered energy at its price, which grows.
    fn electricity(&self, energy: Figure<'s>) -> Option<DraftLine<'s>> {
        let draft = self.timeline.draft;
        let price = draft.given(self.own.electricity_per_kwh.as_ref()?);
        let charge = energy * price * self.timeline.growth(draft.given(&self.own.electricity_growth_per_year));
        Some(DraftLine::new(self.timeline, "electricity", Group::Operating, &[Flow::Monthly(charge)]))
    }

    /// The servers of each order; what the model sizes is the need of a year beyond that of the year before.
    fn bringing(&self, demand: &Demand<'s>, per_node: Figure<'s>) -> Vec<Bringing<'s>> {
        let draft = self.timeline.draft;
        let mut before: Option<Figure<'s>> = None;
        let mut found = Vec::new();
        for order in &self.plan.orders {
            let nodes = match order.nodes {
                Ordered::Given(nodes) => draft.given(nodes),
                Ordered::SizedFor(year) => {
                    let needed = self.needed_in(demand, year, per_node);
                    let all = before
                        .map_or(needed, |before| before.max(needed))
                        .named(format!("nodes needed until year {year}"));
                    let more = before.map_or(all, |before| all - before);
                    before = Some(all);
                    more
                }
            };
            let spares = found.is_empty().then(|| draft.given(&self.own.spare_nodes));
            found.push(Bringing { month: order.month, nodes, spares });
        }
        found
    }

    /// Servers for the peak of the months of a contract year that lie after the lead time.
    fn needed_in(&self, demand: &Demand<'s>, year: u32, per_node: Figure<'s>) -> Figure<'s> {
        let draft = self.timeline.draft;
        let peak = draft.peak(demand.curve);
        let periods = draft.periods().iter().enumerate();
        let served = periods.filter(|(_, p)| p.year() == year && p.first >= self.plan.first_service);
        // in the short form the level is the same all year
        let peak = served.map(|(at, _)| at).next().map_or(peak, |at| peak.pick(at));
        (peak / per_node).ceil()
    }

    fn nodes_in_service(&self, bringing: &[Bringing<'s>]) -> Figure<'s> {
        let (timeline, lead) = (self.timeline, self.own.lead_time_months.value.count());
        let rows =
            bringing.iter().map(|b| b.nodes * timeline.within(b.month + lead + 1, timeline.horizon, &self.plan.dates));
        timeline.draft.sum(Unit::NODE, rows)
    }

    fn rest(&self, demand: &Demand<'s>, capacity: Figure<'s>, availability: Figure<'s>) -> Rest<'s> {
        let whole = LoadPart { curve: demand.curve, above: None, share: None };
        let (first_service, dates) = (self.plan.first_service, self.plan.dates.clone());
        Rest {
            before: (first_service > 1).then(|| Load {
                parts: vec![whole],
                first: 1,
                last: first_service - 1,
                because: dates.clone(),
            }),
            above: LoadPart { above: Some(capacity), share: Some(availability), ..whole },
            down: LoadPart { share: Some((1 - availability).named("share of hours down")), ..whole },
            first_service,
            horizon: self.timeline.horizon,
            dates,
        }
    }

    /// `pue · (n · q · h + (p − q) · busy node-hours)`; down hours draw idle power. Known with the power and the PUE.
    fn energy(&self, nodes: Figure<'s>, busy_node_hours: Figure<'s>) -> Option<Figure<'s>> {
        let draft = self.timeline.draft;
        let (power, pue) = (draft.given(self.own.node.power_kw.as_ref()?), draft.given(self.own.pue.as_ref()?));
        let it = match &self.own.node.idle_power_kw {
            None => nodes * power * self.timeline.hours,
            Some(idle) => {
                let idle = draft.given(idle);
                nodes * idle * self.timeline.hours + (power - idle) * busy_node_hours
            }
        };
        Some((pue * it).named("energy"))
    }

    /// The servers first, then every entry of `capital`, each in all its generations.
    fn assets(&self, bringing: &[Bringing<'s>]) -> Vec<Asset<'s>> {
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
        let change = self.timeline.draft.given(&self.own.replacement_price_change_per_year);
        let count = bringing.spares.map_or(bringing.nodes, |spares| bringing.nodes + spares);
        let today = count * self.price;
        if month < 12 { today } else { today * self.timeline.price_index(change, month) }
    }

    fn nodes(&self, bringing: &[Bringing<'s>]) -> Asset<'s> {
        let draft = self.timeline.draft;
        let life = draft.structural(&self.own.useful_life_months).count();
        draft.structural(&self.own.lead_time_months);
        let mut bought = Vec::new();
        for order in bringing {
            for generation in self.generations(order.month, life) {
                bought.push(Bought { generation, paid: self.cost_of_nodes(order, generation.ordered) });
            }
        }
        let worth = Worth::of_nodes(self.timeline, self.own);
        Asset {
            name: "nodes".to_owned(),
            life: draft.given(&self.own.useful_life_months),
            bought,
            worth,
            dates: self.dates(&self.own.useful_life_months),
        }
    }

    fn entry(&self, entry: &Entry<CapitalEntry>, bringing: &[Bringing<'s>]) -> Option<Asset<'s>> {
        let draft = self.timeline.draft;
        let life = entry.value.useful_life_months.as_ref().unwrap_or(&self.own.useful_life_months);
        let months = draft.structural(life).count();
        let mut bought = Vec::new();
        for (at, order) in bringing.iter().enumerate() {
            let Some(price) = self.entry_price(entry, order, at == 0) else {
                continue;
            };
            let generations = self.generations(order.month, months);
            bought.extend(generations.into_iter().map(|generation| Bought { generation, paid: price }));
        }
        let worth = match &entry.value.residual_value {
            None => Worth::Nothing,
            Some(residual) => Worth::Residual(draft.given(residual), draft.structural(&self.own.value_at_horizon)),
        };
        (!bought.is_empty()).then(|| Asset {
            name: entry.name.clone(),
            life: draft.given(life),
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
                let power = self.own.node.power_kw.as_ref()?;
                Some(order.nodes * draft.given(power) * draft.given(price))
            }
            CapitalBasis::ShareOfNodes(share) => Some(self.cost_of_nodes(order, order.month) * draft.given(share)),
            CapitalBasis::Amount(amount) => first.then(|| draft.given(amount)),
            CapitalBasis::Pieces(count, price) => first.then(|| draft.given(count) * draft.given(price)),
        }
    }
}
