//! Structure of an owned option: its orders, and the options that serve the rest of the work.

use crate::demand;
use crate::model::asset_lot::{Generation, generations};
use crate::model::capital;
use crate::model::lease;
use crate::model::rent::{self, Committed};
use crate::scenario::Scenario;
use crate::scenario::conventions::Financing;
use crate::scenario::document::{Entry, Located, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::purchase::Purchase;
use crate::scenario::quantities::{Nodes, Term};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use crate::scenario::tax::Tax;
use crate::timeline::Cuts;
use rust_decimal::Decimal;

/// Destination of work that the fleet does not serve.
#[derive(Clone, Debug)]
pub enum OverflowTarget<'a> {
    /// Not specified.
    Unnamed,
    /// It waits.
    Wait,
    /// A rent option, with commitments made for this work.
    To(&'a Entry<Rent>, Vec<Committed<'a>>),
}

/// Structure of an owned option, without figures.
#[derive(Clone, Debug)]
pub struct Plan<'a> {
    /// The option.
    pub entry: &'a Entry<Own>,
    /// Indices of the workloads that it serves.
    pub set: Vec<usize>,
    /// Orders, by month.
    pub orders: Vec<Order<'a>>,
    /// First month of service.
    pub first_service: u32,
    /// Document nodes that determine the months of orders and service.
    pub dates: Vec<NodeId>,
    /// Destination of work before the first month of service.
    pub until_delivery: OverflowTarget<'a>,
    /// Destination of work beyond the fleet from then on.
    pub burst: OverflowTarget<'a>,
    /// The tax, for depreciation of its assets.
    pub tax: Option<&'a Tax>,
    /// Whether its loan is part of the result.
    pub financing: Financing,
}

/// An order of servers.
#[derive(Clone, Copy, Debug)]
pub struct Order<'a> {
    /// Month of the order, relative to the decision; negative before it.
    pub month: i32,
    /// Number of servers.
    pub nodes: OrderQuantity<'a>,
    /// Life of these servers and their replacements.
    pub life: &'a Located<Term>,
    /// The entry of `purchases`; none for orders from `nodes` and for sized orders.
    pub purchase: Option<&'a Purchase>,
}

impl<'a> Order<'a> {
    /// The purchase, if these servers are already owned.
    #[must_use]
    pub fn already(&self) -> Option<&'a Purchase> {
        self.purchase.filter(|purchase| purchase.is_owned_already())
    }
}

/// Number of servers of an order.
#[derive(Clone, Copy, Debug)]
pub enum OrderQuantity<'a> {
    /// The given number.
    Given(&'a Located<Nodes>),
    /// Servers that this contract year needs beyond those of the year before.
    SizedFor(u32),
}

impl<'a> Plan<'a> {
    /// Structure of an owned option for a set of workloads over `horizon` months. The scenario must pass the rules.
    #[must_use]
    pub fn new(scenario: &'a Scenario, entry: &'a Entry<Own>, set: Vec<usize>, horizon: u32) -> Plan<'a> {
        let own = &entry.value;
        let lead = own.lead_time().value;
        let orders = orders(own, &|first, last| demand::is_requested(scenario, &set, (first, last)), horizon);
        let first_service = orders.first().map_or(lead + 1, |order| Generation::new(order.month, lead, 1).first);
        let option = |name: &str| scenario.rent.get(name);
        let until_delivery = match &own.until_delivery {
            None => OverflowTarget::Unnamed,
            Some(name) => {
                option(&name.value).map_or(OverflowTarget::Wait, |entry| OverflowTarget::To(entry, Vec::new()))
            }
        };
        let burst = match &own.burst_to {
            None => OverflowTarget::Unnamed,
            Some(ScalarOr::Scalar(name)) => {
                option(&name.value).map_or(OverflowTarget::Wait, |entry| OverflowTarget::To(entry, Vec::new()))
            }
            Some(ScalarOr::Part(burst)) => match option(&burst.option.value) {
                None => OverflowTarget::Wait,
                Some(entry) => {
                    let committed = burst.commitments.iter().filter_map(|chosen| {
                        let commitment = entry.value.commitments.get(&chosen.name)?;
                        let first = commitment.value.starts_month.value.count().max(first_service);
                        Some(Committed { entry: commitment, instances: &chosen.value, first })
                    });
                    OverflowTarget::To(entry, committed.collect())
                }
            },
        };
        let purchases = own.purchases.iter().flatten().map(|purchase| purchase.month.at);
        let dates = [own.lead_time().at].into_iter().chain(purchases).collect();
        Plan {
            entry,
            set,
            orders,
            first_service,
            dates,
            until_delivery,
            burst,
            tax: scenario.tax.as_ref(),
            financing: scenario.financing(),
        }
    }

    /// First order from the decision on.
    #[must_use]
    pub fn first_order(&self) -> Option<&Order<'a>> {
        self.orders.iter().find(|order| order.month >= 0)
    }

    /// Month of the last payment for the first purchase: the delivery if a share of the price is paid then. Assets
    /// already owned count as paid for at the decision.
    #[must_use]
    pub fn paid(&self) -> u32 {
        let own = &self.entry.value;
        let Some(first) = self.first_order() else { return 0 };
        let ordered = first.month.unsigned_abs();
        let all_at_the_order = own.payment.as_ref().is_none_or(|payment| match (&payment.order, &payment.delivery) {
            (_, Some(delivery)) => delivery.value.decimal().is_zero(),
            (Some(order), None) => order.value.decimal() == Decimal::ONE,
            (None, None) => true,
        });
        if all_at_the_order { ordered } else { ordered + own.lead_time().value }
    }

    /// Cuts the periods where an asset, term or line of the option begins or ends.
    pub fn cut(&self, cuts: &mut Cuts, horizon: u32) {
        let own = &self.entry.value;
        let lead = own.lead_time().value;
        let entry_lives = own.capital.iter().filter_map(|entry| entry.value.useful_life_months.as_ref());
        let entry_lives: Vec<u32> = entry_lives.map(|life| life.value.count()).collect();
        let of_option = own.useful_life_months.value.count();
        for order in &self.orders {
            let warranty = own.warranty().map(|warranty| warranty.months(order.month));
            // entries without their own life have that of the option
            for life in entry_lives.iter().chain([&of_option, &order.life.value.count()]) {
                capital::cut(cuts, &generations(order.month, lead, *life, horizon), warranty);
            }
        }
        if let Some(lease) = &own.lease {
            for order in &self.orders {
                let life = order.life.value.count();
                lease::cut(cuts, lease, Generation::new(order.month, lead, life).delivered, life, horizon);
            }
        }
        if let Some(tax) = self.tax {
            self.cut_depreciation(cuts, tax, horizon);
        }
        if let (Financing::Inside, Some(loan)) = (self.financing, &own.loan) {
            cuts.span(1, loan.term_months.value.count());
        }
        for line in &own.operating {
            let first = line.value.starts_month.as_ref().map_or(1, |month| month.value.count());
            let last = line.value.ends_month.as_ref().map_or(horizon, |month| month.value.count());
            cuts.span(first, last);
        }
        cuts.begin_all(own.electricity_months(horizon));
        if let OverflowTarget::To(_, committed) = &self.burst {
            rent::cut(cuts, committed, (self.first_service, horizon), horizon);
        }
        if let OverflowTarget::To(_, committed) = &self.until_delivery
            && self.first_service > 1
        {
            rent::cut(cuts, committed, (1, self.first_service - 1), horizon);
        }
    }
}

impl Plan<'_> {
    /// Cuts the periods where straight-line depreciation ends before the asset is sold.
    fn cut_depreciation(&self, cuts: &mut Cuts, tax: &Tax, horizon: u32) {
        let own = &self.entry.value;
        let (lead, of_option) = (own.lead_time().value, own.depreciation_keys());
        let leased = |order: &Order<'_>| match own.leased() {
            None => Some(0),
            Some((lease, term)) => lease.buyout.as_ref().map(|_| term.months(order.month)),
        };
        let mut cut = |order: &Order<'_>, (stated, life, leased): (_, &Located<Term>, u32)| {
            let life = life.value.count();
            for terms in tax.all_terms(&[stated, of_option]) {
                let line = terms.schedule.line_months(life.saturating_sub(leased));
                let Some(months) = line.filter(|months| months + leased < life) else { continue };
                for generation in generations(order.month, lead, life, horizon) {
                    cuts.begin(generation.delivered + leased + months + 1);
                }
            }
        };
        for order in &self.orders {
            if let Some(leased) = leased(order) {
                cut(order, (own.node.depreciation_keys(), order.life, leased));
            }
            for entry in &own.capital {
                let life = entry.value.useful_life_months.as_ref().unwrap_or(&own.useful_life_months);
                cut(order, (entry.value.depreciation_keys(), life, 0));
            }
        }
    }
}

fn orders<'a>(own: &'a Own, is_requested: &dyn Fn(u32, u32) -> bool, horizon: u32) -> Vec<Order<'a>> {
    let lead = own.lead_time().value;
    let at_once = |month: u32, nodes: OrderQuantity<'a>| Order {
        month: month.cast_signed(),
        nodes,
        life: &own.useful_life_months,
        purchase: None,
    };
    if let Some(nodes) = &own.nodes {
        return vec![at_once(0, OrderQuantity::Given(nodes))];
    }
    if let Some(purchases) = &own.purchases {
        let order = |purchase: &'a Purchase| Order {
            month: purchase.month.value.from_decision(),
            nodes: OrderQuantity::Given(&purchase.nodes),
            life: purchase.life(own),
            purchase: Some(purchase),
        };
        let mut orders: Vec<Order<'_>> = purchases.iter().map(order).collect();
        orders.sort_by_key(|order| order.month);
        return orders;
    }
    // each year that has months of service after the lead time is sized, starting with the first year with demand in
    // those months; its additional servers are delivered at its beginning
    (1..=horizon.div_ceil(12))
        .filter(|year| (12 * year).min(horizon) > lead)
        .skip_while(|year| !is_requested((12 * (year - 1)).max(lead) + 1, (12 * year).min(horizon)))
        .map(|year| at_once((12 * (year - 1)).saturating_sub(lead), OrderQuantity::SizedFor(year)))
        .collect()
}
