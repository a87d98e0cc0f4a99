//! Independent model of whole replicas, quotas and cold starts, hour by hour in floating point, as in [the definitions of
//! figures](../../docs/reference/figures.md): two services with replicas of their own on a fleet, on committed and on-demand
//! instances, and on instances with a quota. Costs are compared at the plan and, through break-evens, at other demands.

use crate::generated::cases;
use crate::support::{answered, option};
use proptest::prelude::*;
use rackrent::analysis::statement::{CrossingOutcome, Winner};
use rust_decimal::prelude::ToPrimitive;
use std::fmt::Write as _;

/// Each hour of the day comes ten times a month.
const DAYS: f64 = 10.0;
/// Prices of a node, of an instance-hour on demand and committed, and of a useful hour.
const NODE: f64 = 1_000.0;
const ON_DEMAND: f64 = 16.0;
const COMMITTED: f64 = 8.0;
const USEFUL: f64 = 3.0;
/// Accelerators per node.
const PER_NODE: u32 = 8;

/// A service: shares of the peak in eighths by hour of the day, the peak, headroom in tenths, accelerators of a replica, and minimum.
#[derive(Clone, Debug)]
struct Service {
    shares: Vec<u32>,
    peak: u32,
    headroom: u32,
    replica: Option<u32>,
    least: u32,
}

#[derive(Clone, Debug)]
struct Case {
    services: [Service; 2],
    /// Accelerators of the second service's replicas on instances, if not those of the service.
    rented_replica: Option<u32>,
    per_instance: u32,
    nodes: u32,
    committed: u32,
    quota: u32,
    cold_minutes: u32,
    /// Quarters of a reference accelerator, for each service.
    own: [u32; 2],
    rented: [u32; 2],
}

fn drawn() -> impl Strategy<Value = Case> {
    let size = || prop_oneof![Just(1_u32), Just(2), Just(4), Just(8), Just(16)];
    let service = || {
        let replica = proptest::option::weighted(0.8, size());
        (prop::collection::vec(0..=8_u32, 24), 1..40_u32, 0..6_u32, replica, 0..4_u32).prop_map(
            |(mut shares, peak, headroom, replica, least)| {
                shares[3] = 8;
                let least = if replica.is_some() { least } else { 0 };
                Service { shares, peak, headroom, replica, least }
            },
        )
    };
    let services = (service(), service(), proptest::option::weighted(0.3, size()));
    let throughput = || prop_oneof![Just([4, 4]), Just([2, 2]), Just([4, 2]), Just([3, 8])];
    let sizes = (prop_oneof![Just(1_u32), Just(2), Just(4), Just(8)], 0..8_u32, 0..8_u32, 0..12_u32, 0..60_u32);
    (services, sizes, throughput(), throughput()).prop_map(|(services, sizes, own, rented)| {
        let (first, second, rented_replica) = services;
        let (per_instance, nodes, committed, quota, cold_minutes) = sizes;
        Case {
            services: [first, second],
            rented_replica,
            per_instance,
            nodes,
            committed,
            quota,
            cold_minutes,
            own,
            rented,
        }
    })
}

/// The smallest integer that is not below, except for division remainders.
fn ceil(value: f64) -> f64 {
    (value - 1e-9).ceil()
}

impl Case {
    /// Level of a service in an hour, in the accelerators of an option, at a multiple of the demand.
    fn busy(&self, service: usize, hour: usize, throughput: [u32; 2], factor: f64) -> f64 {
        let Service { shares, peak, .. } = &self.services[service];
        factor * f64::from(shares[hour % 24] * peak) / 8.0 / (f64::from(throughput[service]) / 4.0)
    }

    /// Accelerators needed in an hour: whole replicas of every service.
    fn needed(&self, hour: usize, (throughput, is_rented): ([u32; 2], bool), factor: f64) -> f64 {
        let of_service = |(at, service): (usize, &Service)| {
            let level = self.busy(at, hour, throughput, factor) * (1.0 + f64::from(service.headroom) / 10.0);
            let own = self.rented_replica.filter(|_| at == 1 && is_rented);
            match own.or(service.replica) {
                None => level,
                Some(size) => f64::from(size) * ceil(level / f64::from(size)).max(f64::from(service.least)),
            }
        };
        self.services.iter().enumerate().map(of_service).sum()
    }

    fn on_instances(&self, hour: usize, factor: f64) -> f64 {
        self.needed(hour, (self.rented, true), factor)
    }

    fn instances(&self, accelerators: f64) -> f64 {
        ceil(accelerators / f64::from(self.per_instance))
    }

    /// Committed instances for all hours, the rest on demand from its start on.
    fn cloud(&self, factor: f64) -> f64 {
        let more = |hour: usize| (self.instances(self.on_instances(hour, factor)) - f64::from(self.committed)).max(0.0);
        let hours: f64 = (0..24).map(more).sum();
        let starts: f64 = (0..24).map(|hour| (more(hour + 1) - more(hour)).max(0.0)).sum();
        let committed = f64::from(self.committed) * 24.0 * COMMITTED;
        DAYS * (committed + (hours + starts * f64::from(self.cold_minutes) / 60.0) * ON_DEMAND)
    }

    /// Useful hours of an hour in reference accelerators.
    fn useful(&self, hour: usize, factor: f64) -> f64 {
        (0..2).map(|service| self.busy(service, hour, [4, 4], factor)).sum()
    }

    /// The share of the busy level above a capacity.
    fn above(&self, hour: usize, throughput: [u32; 2], capacity: f64, factor: f64) -> f64 {
        let busy: f64 = (0..2).map(|service| self.busy(service, hour, throughput, factor)).sum();
        if busy > 0.0 { (busy - capacity).max(0.0) / busy } else { 0.0 }
    }

    /// Instances of the quota, and the work above it by the useful hour.
    fn quota(&self) -> f64 {
        let capacity = f64::from(self.quota * self.per_instance);
        let hour = |hour: usize| {
            let within = self.instances(self.on_instances(hour, 1.0).min(capacity));
            within * ON_DEMAND + self.useful(hour, 1.0) * self.above(hour, self.rented, capacity, 1.0) * USEFUL
        };
        DAYS * (0..24).map(hour).sum::<f64>()
    }

    fn capacity(&self) -> f64 {
        f64::from(self.nodes * PER_NODE)
    }

    /// A fleet whose rest goes to instances: of the accelerators needed there, the share that the fleet lacks.
    fn to_instances(&self, factor: f64) -> f64 {
        let hour = |hour: usize| {
            let fleet = self.needed(hour, (self.own, false), factor);
            let share = if fleet > 0.0 { (fleet - self.capacity()).max(0.0) / fleet } else { 0.0 };
            self.instances(self.on_instances(hour, factor) * share) * ON_DEMAND
        };
        f64::from(self.nodes) * NODE + DAYS * (0..24).map(hour).sum::<f64>()
    }

    /// A fleet whose rest is paid by the useful hour.
    fn to_endpoint(&self) -> f64 {
        let hour = |hour: usize| self.useful(hour, 1.0) * self.above(hour, self.own, self.capacity(), 1.0) * USEFUL;
        f64::from(self.nodes) * NODE + DAYS * (0..24).map(hour).sum::<f64>()
    }

    /// Nodes for the peak.
    fn sized(&self) -> f64 {
        let needed = (0..24).map(|hour| self.needed(hour, (self.own, false), 1.0)).fold(0.0, f64::max);
        ceil(needed / f64::from(PER_NODE)) * NODE
    }

    fn text(&self) -> String {
        let mut text = "\
name: Drawn
currency: USD
horizon_months: 1
hours_per_month: 240
discount_rate: 0%
demand:
  unit: { name: hour, per_accelerator_hour: 1 }
  workloads:
"
        .to_owned();
        for (name, service) in ["first", "second"].into_iter().zip(&self.services) {
            let shares: Vec<String> =
                service.shares.iter().map(|share| format!("{}", f64::from(*share) / 8.0)).collect();
            let _ = write!(
                text,
                "    {name}: {{ kind: realtime_inference, peak_accelerators: {}, profile: [{}], headroom: {}%",
                service.peak,
                shares.join(", "),
                10 * service.headroom
            );
            if let Some(replica) = service.replica {
                let _ = write!(text, ", replica_accelerators: {replica}, min_replicas: {}", service.least);
            }
            text.push_str(" }\n");
        }
        let throughput = |[first, second]: [u32; 2]| {
            let quarters = |of: u32| f64::from(of) / 4.0;
            format!("relative_throughput: {{ first: {}, second: {} }}", quarters(first), quarters(second))
        };
        let fleet = |name: &str, nodes: &str, rest: &str| {
            format!(
                "  {name}: {{ node: {{ price: {NODE}, accelerators: {PER_NODE} }}, {nodes}{}, useful_life_months: 60, \
                 value_at_horizon: none, burst_to: {rest} }}\n",
                throughput(self.own)
            )
        };
        let nodes = format!("nodes: {}, ", self.nodes);
        let rented = self.rented_replica.map(|size| format!(", replica_accelerators: {{ second: {size} }}"));
        let instances = |name: &str, more: &str| {
            format!(
                "  {name}: {{ accelerators_per_instance: {}, on_demand_per_instance_hour: {ON_DEMAND}, {}{}{more} }}\n",
                self.per_instance,
                throughput(self.rented),
                rented.as_deref().unwrap_or_default()
            )
        };
        let fleets = [fleet("burst", &nodes, "plain"), fleet("rest", &nodes, "endpoint"), fleet("sized", "", "wait")];
        let committed = format!(
            ", cold_start_minutes: {}, commitments: {{ all: {{ instances: {}, per_instance_hour: {COMMITTED}, term_months: 1 }} }}",
            self.cold_minutes, self.committed
        );
        let quota = format!(", max_instances: {}, burst_to: endpoint", self.quota);
        let _ = write!(
            text,
            "own:\n{}rent:\n{}{}{}  endpoint: {{ price_per_unit: {USEFUL} }}\n",
            fleets.concat(),
            instances("plain", ""),
            instances("cloud", &committed),
            instances("spill", &quota)
        );
        text
    }
}

proptest! {
    #![proptest_config(cases(60))]

    #[test]
    fn replicas_quotas_and_cold_starts_agree_with_an_independent_model(case in drawn()) {
        let answer = answered(&case.text());
        let expected = [
            ("rent.cloud", case.cloud(1.0)),
            ("rent.spill", case.quota()),
            ("own.burst", case.to_instances(1.0)),
            ("own.rest", case.to_endpoint()),
            ("own.sized", case.sized()),
        ];
        for (name, expected) in expected {
            let found = option(&answer, name).total.to_f64().unwrap();
            prop_assert!((found - expected).abs() < 0.05, "{name}: {found} instead of {expected}\n{}", case.text());
        }
        let pair = answer.comparison.pairs.iter().find(|pair| pair.own == "own.burst" && pair.rent == "rent.cloud").unwrap();
        let points: Vec<f64> = pair.break_even.points.iter().map(|point| point.factor.to_f64().unwrap()).collect();
        let limit = pair.break_even.factor_limit.map_or(1.0, |limit| limit.to_f64().unwrap());
        // numbers that no jump falls on
        for step in 1_u32..40 {
            let factor = limit * f64::from(step) / 40.0 + 1e-5;
            let more = case.to_instances(factor) - case.cloud(factor);
            if factor > limit || more.abs() < 0.05 || points.iter().any(|point| (point - factor).abs() < 1e-6) {
                continue;
            }
            let winner = match pair.break_even.outcome {
                CrossingOutcome::AlwaysOwn => Winner::Own,
                CrossingOutcome::AlwaysRent => Winner::Rent,
                CrossingOutcome::Crosses => pair.break_even.wins[points.iter().filter(|point| **point < factor).count()],
                CrossingOutcome::Equal | CrossingOutcome::None(_) => break,
            };
            let expected = if more < 0.0 { Winner::Own } else { Winner::Rent };
            prop_assert_eq!(winner, expected, "{} costs {} more; {:?}\n{}", factor, more, points, case.text());
        }
    }
}
