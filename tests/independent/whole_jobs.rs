//! Independent model of whole jobs, level by level in floating point, as in [the definitions of
//! figures](../../docs/reference/figures.md): flexible work next to firm work on servers, on committed instances, on always-on
//! ones, and on demand. Every sum over levels is a loop.

use crate::generated::cases;
use crate::support::{answered, line, option};
use proptest::prelude::*;
use rackrent::model::CostGroup;
use rust_decimal::prelude::ToPrimitive;
use std::fmt::Write as _;

/// Hours per month: ten for each hour of the day.
const MONTH: f64 = 240.0;
/// Price of an instance-hour, on demand, committed and on spot; and of a month, dedicated.
const ON_DEMAND: f64 = 16.0;
const COMMITTED: f64 = 8.0;
const SPOT: f64 = 4.0;
const DEDICATED: f64 = 2_000.0;
const NODE: f64 = 1_000.0;

/// Flexible work: hours per month and job size, in reference accelerators.
#[derive(Clone, Copy, Debug)]
struct Pool {
    hours: u32,
    size: Option<u32>,
}

#[derive(Clone, Debug)]
struct Case {
    /// Shares of the peak, in eighths, for each hour of a day; the peak in reference accelerators.
    shares: Vec<u32>,
    peak: u32,
    pools: Vec<Pool>,
    /// Accelerators per node and per instance.
    per_node: u32,
    per_instance: u32,
    nodes: u32,
    /// Quarters of the hours in which the fleet is up.
    up: u32,
    committed: u32,
    /// Quarters of the remaining work that run on spot.
    on_spot: u32,
    /// Reference accelerators equal to one of the option, in quarters: for the service, and for all pools.
    own_throughput: (u32, u32),
    rent_throughput: (u32, u32),
}

fn drawn() -> impl Strategy<Value = Case> {
    let pool =
        (0..6_000_u32, proptest::option::weighted(0.7, 1..40_u32)).prop_map(|(hours, size)| Pool { hours, size });
    let throughput = || prop_oneof![Just((4, 4)), Just((2, 2)), Just((4, 2)), Just((2, 4)), Just((3, 8))];
    let demand = (prop::collection::vec(0..=8_u32, 24), 0..40_u32, prop::collection::vec(pool, 1..4));
    let fleets = (1..9_u32, prop_oneof![Just(1_u32), 2..9_u32, Just(8)], 0..8_u32, 1..=4_u32, 0..8_u32, 0..=4_u32);
    (demand, fleets, throughput(), throughput()).prop_map(|(demand, fleets, own_throughput, rent_throughput)| {
        let ((shares, peak, pools), (per_node, per_instance, nodes, up, committed, on_spot)) = (demand, fleets);
        Case {
            shares,
            peak,
            pools,
            per_node,
            per_instance,
            nodes,
            up,
            committed,
            on_spot,
            own_throughput,
            rent_throughput,
        }
    })
}

/// Firm levels with their hours, and pools with hours and job sizes, in the accelerators of an option.
#[derive(Clone, Debug)]
struct Load {
    levels: Vec<(f64, f64)>,
    pools: Vec<(f64, Option<f64>)>,
}

/// The largest integer that is not above, except for division remainders.
fn floor(value: f64) -> f64 {
    (value + 1e-9).floor()
}

fn ceil(value: f64) -> f64 {
    (value - 1e-9).ceil()
}

impl Case {
    /// The whole demand in an option's accelerators.
    fn demand(&self, throughput: (u32, u32)) -> Load {
        let (service, flexible) = (f64::from(throughput.0) / 4.0, f64::from(throughput.1) / 4.0);
        let level = |share: &u32| (MONTH / 24.0, f64::from(share * self.peak) / 8.0 / service);
        let pool = |pool: &Pool| (f64::from(pool.hours) / flexible, pool.size.map(|size| f64::from(size) / flexible));
        Load { levels: self.shares.iter().map(level).collect(), pools: self.pools.iter().map(pool).collect() }
    }

    /// The same load in the accelerators of another option.
    fn converted(load: &Load, from: (u32, u32), to: (u32, u32)) -> Load {
        let (service, flexible) = (f64::from(from.0) / f64::from(to.0), f64::from(from.1) / f64::from(to.1));
        Load {
            levels: load.levels.iter().map(|(hours, level)| (*hours, level * service)).collect(),
            pools: load
                .pools
                .iter()
                .map(|(hours, size)| (hours * flexible, size.map(|size| size * flexible)))
                .collect(),
        }
    }
}

impl Load {
    fn sum(&self, of: impl Fn(f64) -> f64) -> f64 {
        self.levels.iter().map(|(hours, level)| hours * of(*level)).sum()
    }

    fn peak(&self) -> f64 {
        // a level without duration does not count
        self.levels.iter().filter(|(hours, _)| *hours > 0.0).map(|(_, level)| *level).fold(0.0, f64::max)
    }

    /// Job-hours of whole jobs that fit in a capacity next to firm work.
    fn job_hours(&self, capacity: f64, more: f64, size: f64) -> f64 {
        self.sum(|level| floor((capacity - level.min(capacity) + more) / size))
    }

    fn room(&self, capacity: f64) -> f64 {
        self.sum(|level| capacity - level.min(capacity))
    }

    /// The smallest number of units that suffices while they are up for a share of the hours.
    fn enough(&self, unit: f64, up: f64) -> f64 {
        let is_enough = |units: f64| {
            let capacity = units * unit;
            let all: f64 = self.pools.iter().map(|(hours, _)| hours).sum();
            let each = |(hours, size): &(f64, Option<f64>)| {
                size.is_none_or(|size| *hours <= up * size * self.job_hours(capacity, 0.0, size) + 1e-6)
            };
            capacity + 1e-9 >= self.peak() && all <= up * self.room(capacity) + 1e-6 && self.pools.iter().all(each)
        };
        (0..20_000).map(f64::from).find(|units| is_enough(*units)).unwrap()
    }

    /// Load that a fleet does not serve, in its accelerators: levels above it while up, all of them while down, and the part
    /// of each pool that does not fit.
    fn left_by(&self, capacity: f64, up: f64) -> Load {
        let mut room = up * self.room(capacity);
        let mut pools = Vec::new();
        for (hours, size) in &self.pools {
            let fitting = size.map_or(*hours, |size| hours.min(up * size * self.job_hours(capacity, 0.0, size)));
            let taken = fitting.min(room);
            room -= taken;
            pools.push((hours - taken, *size));
        }
        let above = self.levels.iter().map(|(hours, level)| (hours * up, (level - capacity).max(0.0)));
        let down = self.levels.iter().map(|(hours, level)| (hours * (1.0 - up), *level));
        Load { levels: above.chain(down).collect(), pools }
    }

    /// Instance-hours on demand and on spot for a load, in the option's accelerators.
    fn rented(&self, unit: f64, committed: f64, is_always_on: bool, spot: f64) -> (f64, f64) {
        let peak = ceil(self.peak() / unit);
        let (firm, standing, mut rest) = if is_always_on {
            ((peak - committed).max(0.0) * MONTH, committed.max(peak) * unit, 0.0)
        } else {
            let firm = self.sum(|level| (ceil(level / unit) - committed).max(0.0));
            let capacity = committed * unit;
            (firm, capacity, unit * firm - self.sum(|level| (level - capacity).max(0.0)))
        };
        let mut room = self.room(standing);
        let mut left = Vec::new();
        for (hours, size) in &self.pools {
            let mut hours = *hours;
            let mut fitting = f64::INFINITY;
            match size {
                None => {
                    let taken = hours.min(rest);
                    rest -= taken;
                    hours -= taken;
                }
                Some(size) => fitting = size * self.job_hours(standing, 0.0, *size),
            }
            let taken = hours.min(fitting).min(room);
            room -= taken;
            left.push((hours - taken, *size));
        }
        let (mut on_demand, mut on_spot) = (firm, 0.0);
        for (hours, size) in left {
            let Some(size) = size else {
                on_spot += hours * spot / unit;
                on_demand += hours * (1.0 - spot) / unit;
                continue;
            };
            let instances = ceil(size / unit);
            let sharing = floor(unit / size).max(1.0);
            on_spot += hours * spot / size * instances / sharing;
            let jobs = hours * (1.0 - spot) / size;
            let (mut before, mut used, mut j) = (0.0, 0.0, 0.0);
            while j < instances {
                let found = self.job_hours(standing, j * unit, size) - self.job_hours(standing, 0.0, size);
                let held = if j == 0.0 { 0.0 } else { found.min(room / (size - j * unit)) };
                on_demand += (jobs - held).max(0.0) / sharing;
                let run: f64 = held.min(jobs);
                used += (run - before) * (size - j * unit);
                before = run;
                j += 1.0;
            }
            room = (room - used).max(0.0);
        }
        (on_demand, on_spot)
    }
}

impl Case {
    fn text(&self) -> String {
        let throughput = |(service, flexible): (u32, u32)| {
            let of = |quarters: u32| f64::from(quarters) / 4.0;
            if service == flexible {
                return of(service).to_string();
            }
            let pools: Vec<_> = (0..self.pools.len()).map(|at| format!("pool-{at}: {}", of(flexible))).collect();
            format!("{{ serve: {}, {} }}", of(service), pools.join(", "))
        };
        let shares: Vec<String> = self.shares.iter().map(|share| format!("{}%", f64::from(*share) * 12.5)).collect();
        let mut text = format!(
            "name: Whole jobs\ncurrency: USD\nhorizon_months: 1\nhours_per_month: {MONTH}\ndiscount_rate: 0%\ndemand:\n  workloads:\n    \
             serve: {{ kind: realtime_inference, peak_accelerators: {}, profile: [{}] }}\n",
            self.peak,
            shares.join(", ")
        );
        for (at, Pool { hours, size }) in self.pools.iter().enumerate() {
            let size = size.map(|size| format!(", accelerators: {size}")).unwrap_or_default();
            writeln!(text, "    pool-{at}: {{ kind: training, accelerator_hours_per_month: {hours}{size} }}").unwrap();
        }
        let Case { per_node, per_instance, nodes, committed, .. } = self;
        let (own, rent) = (throughput(self.own_throughput), throughput(self.rent_throughput));
        let up = self.up * 25;
        let node =
            format!("node: {{ price: {NODE}, accelerators: {per_node} }}, useful_life_months: 1, availability: {up}%");
        writeln!(text, "own:").unwrap();
        for (name, rest) in [
            ("stated", format!("nodes: {nodes}, burst_to: plain")),
            ("sized", "burst_to: plain".to_owned()),
            ("on-standing", format!("nodes: {nodes}, burst_to: always")),
        ] {
            writeln!(text, "  {name}: {{ {node}, relative_throughput: {own}, {rest} }}").unwrap();
        }
        let instance = format!("accelerators_per_instance: {per_instance}, relative_throughput: {rent}");
        let on_demand = format!("{instance}, on_demand_per_instance_hour: {ON_DEMAND}");
        let year = |instances: u32| {
            format!(
                "commitments: {{ month: {{ instances: {instances}, per_instance_hour: {COMMITTED}, term_months: 1 }} }}"
            )
        };
        writeln!(text, "rent:").unwrap();
        for (name, rest) in [
            ("plain", on_demand.clone()),
            ("always", format!("{on_demand}, scaling: always_on")),
            ("committed", format!("{on_demand}, {}", year(*committed))),
            ("one-more", format!("{on_demand}, {}", year(committed + 1))),
            ("always-committed", format!("{on_demand}, scaling: always_on, {}", year(*committed))),
            (
                "spot",
                format!(
                    "{on_demand}, {}, spot: {{ per_instance_hour: {SPOT}, share: {}% }}",
                    year(*committed),
                    self.on_spot * 25
                ),
            ),
            ("dedicated", format!("{instance}, dedicated_per_instance_month: {DEDICATED}")),
        ] {
            writeln!(text, "  {name}: {{ {rest} }}").unwrap();
        }
        text
    }

    /// Cost of each option.
    fn expected(&self) -> Vec<(&'static str, f64)> {
        let (per_node, unit) = (f64::from(self.per_node), f64::from(self.per_instance));
        let (committed, up, spot) =
            (f64::from(self.committed), f64::from(self.up) / 4.0, f64::from(self.on_spot) / 4.0);
        let own = self.demand(self.own_throughput);
        let rent = self.demand(self.rent_throughput);
        let burst = |nodes: f64, is_always_on| {
            let left = Case::converted(&own.left_by(nodes * per_node, up), self.own_throughput, self.rent_throughput);
            nodes * NODE + left.rented(unit, 0.0, is_always_on, 0.0).0 * ON_DEMAND
        };
        let rented = |committed: f64, is_always_on, spot: f64| {
            let (on_demand, on_spot) = rent.rented(unit, committed, is_always_on, spot);
            on_demand * ON_DEMAND + on_spot * SPOT + committed * MONTH * COMMITTED
        };
        vec![
            ("own.stated", burst(f64::from(self.nodes), false)),
            ("own.sized", burst(own.enough(per_node, up), false)),
            ("own.on-standing", burst(f64::from(self.nodes), true)),
            ("rent.plain", rented(0.0, false, 0.0)),
            ("rent.always", rented(0.0, true, 0.0)),
            ("rent.committed", rented(committed, false, 0.0)),
            ("rent.one-more", rented(committed + 1.0, false, 0.0)),
            ("rent.always-committed", rented(committed, true, 0.0)),
            ("rent.spot", rented(committed, false, spot)),
            ("rent.dedicated", rent.enough(unit, 1.0) * DEDICATED),
        ]
    }
}

proptest! {
    #![proptest_config(cases(120))]

    /// Checks that the program and the loops above agree on the cost of every option.
    #[test]
    fn the_cost_of_whole_jobs_agrees_with_loops_over_levels(case in drawn()) {
        let text = case.text();
        let answer = answered(&text);
        for (name, expected) in case.expected() {
            let found = option(&answer, name).present_value.to_f64().unwrap();
            prop_assert!((found - expected).abs() <= 0.011 + expected.abs() * 1e-9, "{name}: {found}, expected {expected}\n{text}");
        }
    }

    /// Checks that one more committed instance never increases the on-demand cost.
    #[test]
    fn an_additional_committed_instance_never_increases_the_on_demand_cost(case in drawn()) {
        let answer = answered(&case.text());
        let on_demand = |name| line(&answer, name, CostGroup::Usage, "on-demand");
        prop_assert!(on_demand("rent.one-more") <= on_demand("rent.committed"), "{}", case.text());
    }
}
