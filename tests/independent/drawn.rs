//! Random cost scenarios in whole percentages, months and amounts, and their YAML text.

use super::{INSTANCE, SERVER};
use proptest::prelude::*;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flows {
    MonthEnd,
    YearEnd,
    MidYear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Worth {
    Book,
    Residual,
    Nothing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moves {
    EachYear,
    EachMonth,
}

/// Failures of servers or instances: interruptions a month of each, in tenths; minutes of a checkpoint, of the interval between
/// two (0: Young's interval), and of a restart.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failing {
    pub(super) tenths: u32,
    pub(super) checkpoint: u32,
    pub(super) interval: u32,
    pub(super) restart: u32,
}

/// A tax: its rate, the first-year share, months of depreciation (0: the life), whether it is settled monthly.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tax {
    pub(super) rate: u32,
    pub(super) at_once: u32,
    pub(super) months: u32,
    pub(super) is_monthly: bool,
}

/// A loan: its share and rate in percent, its months, whether it is part of the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct Loan {
    pub(super) share: u32,
    pub(super) rate: u32,
    pub(super) term: u32,
    pub(super) is_inside: bool,
}

/// A random case, in whole percentages, months and amounts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case {
    pub(super) horizon: u32,
    pub(super) discount: u32,
    pub(super) flows: Flows,
    pub(super) euro_change: i32,
    pub(super) invoices: u32,
    pub(super) tax: Option<Tax>,
    pub(super) work: u32,
    pub(super) job: u32,
    pub(super) growth: u32,
    pub(super) nodes: u32,
    pub(super) price: u32,
    pub(super) life: u32,
    pub(super) residual: u32,
    pub(super) worth: Worth,
    pub(super) replacement_change: i32,
    pub(super) hosting: u32,
    pub(super) hosting_growth: u32,
    pub(super) loan: Option<Loan>,
    pub(super) servers_fail: Option<Failing>,
    pub(super) hour: u32,
    pub(super) hour_change: i32,
    pub(super) hour_moves: Moves,
    pub(super) instances_fail: Option<Failing>,
}

fn failing() -> impl Strategy<Value = Option<Failing>> {
    let drawn = (0..40_u32, 1..8_u32, prop_oneof![Just(0), 30..180_u32], 0..40_u32);
    proptest::option::of(drawn.prop_map(|(tenths, checkpoint, interval, restart)| Failing {
        tenths,
        checkpoint,
        interval,
        restart,
    }))
}

fn tax() -> impl Strategy<Value = Option<Tax>> {
    let drawn = (1..50_u32, 0..=100_u32, prop_oneof![Just(0), 6..84_u32], any::<bool>());
    proptest::option::of(drawn.prop_map(|(rate, at_once, months, is_monthly)| Tax {
        rate,
        at_once,
        months,
        is_monthly,
    }))
}

fn loan() -> impl Strategy<Value = Option<Loan>> {
    let drawn = (1..=100_u32, 0..15_u32, 1..72_u32, any::<bool>());
    proptest::option::of(drawn.prop_map(|(share, rate, term, is_inside)| Loan { share, rate, term, is_inside }))
}

pub(super) fn drawn() -> impl Strategy<Value = Case> {
    let money = (
        1..50_u32,
        0..25_u32,
        prop_oneof![Just(Flows::MonthEnd), Just(Flows::YearEnd), Just(Flows::MidYear)],
        -10..10_i32,
        prop_oneof![Just(0), 1..25_u32],
        tax(),
    );
    let demand = (100..6_000_u32, 0..30_u32, 1..4_u32);
    let owned = (
        50_000..300_000_u32,
        7..70_u32,
        0..60_u32,
        prop_oneof![Just(Worth::Book), Just(Worth::Residual), Just(Worth::Nothing)],
        -20..20_i32,
        (0..5_000_u32, 0..8_u32),
        loan(),
        failing(),
    );
    let rented = (1..60_u32, -4..4_i32, prop_oneof![Just(Moves::EachYear), Just(Moves::EachMonth)], failing());
    (money, demand, owned, rented, any::<prop::sample::Index>()).prop_map(|(money, demand, owned, rented, job)| {
        let (horizon, discount, flows, euro_change, invoices, tax) = money;
        let (work, growth, nodes) = demand;
        let (price, life, residual, worth, replacement_change, (hosting, hosting_growth), loan, servers_fail) = owned;
        let (hour, hour_change, hour_moves, instances_fail) = rented;
        let most = usize::try_from(nodes * SERVER).unwrap();
        let job = u32::try_from(job.index(most)).unwrap() + 1;
        Case {
            horizon,
            discount,
            flows,
            euro_change,
            invoices,
            tax,
            work,
            job,
            growth,
            nodes,
            price,
            life,
            residual,
            worth,
            replacement_change,
            hosting,
            hosting_growth,
            loan,
            servers_fail,
            hour,
            hour_change,
            hour_moves,
            instances_fail,
        }
    })
}

impl Failing {
    fn keys(self) -> Vec<String> {
        let mut keys = vec![
            format!("interruptions_per_month: {}.{}", self.tenths / 10, self.tenths % 10),
            format!("checkpoint_minutes: {}", self.checkpoint),
            format!("restart_minutes: {}", self.restart),
        ];
        keys.extend((self.interval > 0).then(|| format!("checkpoint_interval_minutes: {}", self.interval)));
        keys
    }
}

impl Case {
    /// YAML text of the case.
    pub(super) fn text(&self) -> String {
        let flows = match self.flows {
            Flows::MonthEnd => "month_end",
            Flows::YearEnd => "year_end",
            Flows::MidYear => "mid_year",
        };
        let worth = match self.worth {
            Worth::Book => "book",
            Worth::Residual => "residual",
            Worth::Nothing => "none",
        };
        let moves = match self.hour_moves {
            Moves::EachYear => "price_change_per_year",
            Moves::EachMonth => "price_change_per_month",
        };
        let mut top = Vec::new();
        if let Some(tax) = self.tax {
            let months = if tax.months > 0 { format!("depreciation_months: {}, ", tax.months) } else { String::new() };
            let settled = if tax.is_monthly { "month" } else { "year" };
            let rates = format!("rate: {}%, first_year_share: {}%", tax.rate, tax.at_once);
            top.push(format!("tax: {{ {rates}, {months}settled: {settled} }}"));
        }
        let mut own = Vec::new();
        if let Some(loan) = self.loan {
            let (share, rate, term) = (loan.share, loan.rate, loan.term);
            own.push(format!("loan: {{ financed_share: {share}%, rate: {rate}%, term_months: {term} }}"));
            top.extend(loan.is_inside.then(|| "financing: inside".to_owned()));
        }
        own.extend(self.servers_fail.iter().flat_map(|failing| failing.keys()));
        let failing =
            self.instances_fail.map(|failing| format!("    on_demand: {{ {} }}\n", failing.keys().join(", ")));
        let lines = |lines: &[String], indent: &str| -> String {
            lines.iter().flat_map(|line| [indent, line.as_str(), "\n"]).collect()
        };
        format!(
            "\
name: Drawn
currency: USD
exchange_rates: {{ EUR: {{ rate: 1.17, change_per_year: {}% }} }}
horizon_months: {}
discount_rate: {}%
flows: {flows}
indirect_tax: {}%
{}demand:
  workloads:
    batch:
      kind: batch_inference
      accelerator_hours_per_month: {}
      accelerators: {}
      growth_per_year: {}%
own:
  box:
    node: {{ price: {} EUR, accelerators: {SERVER} }}
    nodes: {}
    useful_life_months: {}
    residual_value: {}%
    value_at_horizon: {worth}
    replacement_price_change_per_year: {}%
    burst_to: cloud
    operating: {{ hosting: {{ per_month: {}, growth_per_year: {}%, includes_electricity: true }} }}
{}rent:
  cloud:
    accelerators_per_instance: {INSTANCE}
    on_demand_per_instance_hour: {} EUR
    {moves}: {}%
{}",
            self.euro_change,
            self.horizon,
            self.discount,
            self.invoices,
            lines(&top, ""),
            self.work,
            self.job,
            self.growth,
            self.price,
            self.nodes,
            self.life,
            self.residual,
            self.replacement_change,
            self.hosting,
            self.hosting_growth,
            lines(&own, "    "),
            self.hour,
            self.hour_change,
            failing.unwrap_or_default(),
        )
    }
}
