//! Independent cost model: a fleet and on-demand instances, month by month in floating point, written from [the definitions
//! of figures](../docs/reference/figures.md) and without the program's model. It combines payment dates, a loan within the result,
//! failures by job size, a changing exchange rate, tax on profits and on invoices, and prices that fall each month.

#![allow(clippy::float_arithmetic, reason = "another kind of number than the program's")]

mod drawn;
mod replicas;
mod spot;
mod whole_jobs;
mod years;

use crate::generated::cases;
use crate::support::{answered, option};
use drawn::{Case, Failing, Flows, Loan, Moves, Worth, drawn};
use proptest::prelude::*;

/// Hours per month.
const MONTH: f64 = 730.0;
/// Accelerators per server, and per instance.
const SERVER: u32 = 8;
const INSTANCE: u32 = 4;

impl Failing {
    /// Share of the time left for work with the given number of servers or instances.
    fn goodput(self, units: u32) -> f64 {
        let hours = |minutes: u32| f64::from(minutes) / 60.0;
        let every = f64::from(self.tenths) / 10.0 / 730.0 * f64::from(units);
        let (checkpoint, restart) = (hours(self.checkpoint), hours(self.restart));
        if self.interval > 0 {
            let interval = hours(self.interval);
            return (1.0 - checkpoint / interval) * (1.0 - every * (interval / 2.0 + restart));
        }
        let waste = (checkpoint * every / 2.0).sqrt();
        (1.0 - waste) * (1.0 - waste - every * restart)
    }
}

impl Case {
    /// Year of a month; month 0 belongs to the first.
    fn year(month: u32) -> u32 {
        month.div_ceil(12).max(1)
    }

    /// Value of a euro after the given number of whole years.
    fn euro(&self, years: u32) -> f64 {
        1.17 * percent(100 + self.euro_change).powi(years.cast_signed())
    }

    /// Accelerator-hours of work in a month.
    fn work(&self, month: u32) -> f64 {
        f64::from(self.work) * percent(100 + self.growth.cast_signed()).powi((Self::year(month) - 1).cast_signed())
    }

    fn with_invoices(&self, amount: f64) -> f64 {
        amount * percent(100 + self.invoices.cast_signed())
    }

    /// On-demand cost of an amount of work in a month, with the tax on invoices.
    fn on_demand(&self, work: f64, month: u32) -> f64 {
        let instances = self.job.div_ceil(INSTANCE);
        let goodput = self.instances_fail.map_or(1.0, |failing| failing.goodput(instances));
        let sharing = (INSTANCE / self.job).max(1);
        let hours = work / f64::from(self.job) * f64::from(instances) / f64::from(sharing) / goodput;
        let years = Self::year(month) - 1;
        let steps = match self.hour_moves {
            Moves::EachYear => years,
            Moves::EachMonth => month - 1,
        };
        let price = f64::from(self.hour) * percent(100 + self.hour_change).powi(steps.cast_signed());
        self.with_invoices(hours * price * self.euro(years))
    }

    /// Work of a month that the servers do.
    fn done(&self, month: u32) -> f64 {
        let goodput = self.servers_fail.map_or(1.0, |failing| failing.goodput(self.job.div_ceil(SERVER)));
        let at_once = self.nodes * SERVER / self.job * self.job;
        self.work(month).min(f64::from(at_once) * MONTH * goodput)
    }
}

fn percent(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// Cash by month, from month 0, and the part with a tax effect in its month.
struct Ledger<'a> {
    case: &'a Case,
    cash: Vec<f64>,
    deductible: Vec<f64>,
}

impl<'a> Ledger<'a> {
    fn new(case: &'a Case) -> Ledger<'a> {
        let months = usize::try_from(case.horizon).unwrap() + 1;
        Ledger { case, cash: vec![0.0; months], deductible: vec![0.0; months] }
    }

    fn pays(&mut self, month: u32, amount: f64) {
        self.cash[usize::try_from(month).unwrap()] += amount;
    }

    fn deducts(&mut self, month: u32, amount: f64) {
        self.deductible[usize::try_from(month).unwrap()] += amount;
    }

    fn costs(&mut self, month: u32, amount: f64) {
        self.pays(month, amount);
        self.deducts(month, amount);
    }

    /// Total and present value.
    fn closed(mut self) -> (f64, f64) {
        let (case, horizon) = (self.case, self.case.horizon);
        if let Some(tax) = case.tax {
            for month in 0..=horizon {
                let relief = -percent(tax.rate.cast_signed()) * self.deductible[usize::try_from(month).unwrap()];
                let paid = if tax.is_monthly { month } else { (12 * Case::year(month)).min(horizon) };
                self.pays(paid, relief);
            }
        }
        let at = |month: u32| {
            let (year, month) = (Case::year(month), f64::from(month));
            let (begins, ends) = (f64::from(12 * (year - 1)), f64::from((12 * year).min(horizon)));
            match case.flows {
                Flows::MonthEnd => month,
                Flows::YearEnd => ends,
                Flows::MidYear => f64::midpoint(begins, ends),
            }
        };
        let growth = percent(100 + case.discount.cast_signed());
        let worth = |(month, amount): (u32, &f64)| {
            let years = if month == 0 { 0.0 } else { at(month) / 12.0 };
            amount / growth.powf(years)
        };
        (self.cash.iter().sum(), (0..).zip(&self.cash).map(worth).sum())
    }
}

fn rented(case: &Case) -> (f64, f64) {
    let mut ledger = Ledger::new(case);
    for month in 1..=case.horizon {
        ledger.costs(month, case.on_demand(case.work(month), month));
    }
    ledger.closed()
}

fn owned(case: &Case) -> (f64, f64) {
    let mut ledger = Ledger::new(case);
    for month in 1..=case.horizon {
        let years = (Case::year(month) - 1).cast_signed();
        let hosting = f64::from(case.hosting) * percent(100 + case.hosting_growth.cast_signed()).powi(years);
        ledger.costs(month, case.with_invoices(hosting));
        ledger.costs(month, case.on_demand(case.work(month) - case.done(month), month));
    }
    let mut ordered = 0;
    while ordered < case.horizon {
        let paid = servers(case, ordered, &mut ledger);
        if let Some(loan) = case.loan.filter(|loan| ordered == 0 && loan.is_inside) {
            borrows(case, loan, paid, &mut ledger);
        }
        ordered += case.life;
    }
    ledger.closed()
}

/// Purchases of servers ordered in a month, which serve for their life or to the horizon; returns the amount paid for them.
fn servers(case: &Case, ordered: u32, ledger: &mut Ledger<'_>) -> f64 {
    let years = ordered / 12;
    let change = percent(100 + case.replacement_change).powi(years.cast_signed());
    let net = f64::from(case.nodes) * f64::from(case.price) * change * case.euro(years);
    let paid = case.with_invoices(net);
    let sold = (ordered + case.life).min(case.horizon);
    let served = sold - ordered;
    let least = percent(case.residual.cast_signed()) * net;
    let receipt = match case.worth {
        _ if served == case.life => least,
        Worth::Book => paid - (paid - least) * f64::from(served) / f64::from(case.life),
        Worth::Residual => least,
        Worth::Nothing => 0.0,
    };
    ledger.pays(ordered, paid);
    ledger.pays(sold, -receipt);
    if let Some(tax) = case.tax {
        let at_once = paid * percent(tax.at_once.cast_signed());
        let months = if tax.months > 0 { tax.months } else { case.life };
        let mut left = paid - at_once;
        ledger.deducts(ordered + 1, at_once);
        for month in ordered + 1..=sold.min(ordered + months) {
            let allowed = (paid - at_once) / f64::from(months);
            ledger.deducts(month, allowed);
            left -= allowed;
        }
        ledger.deducts(sold, left - receipt);
    }
    paid
}

/// Adds a loan on the first payments to the result: its payments, the debt at the horizon, and the tax relief on its
/// interest.
fn borrows(case: &Case, loan: Loan, paid: f64, ledger: &mut Ledger<'_>) {
    let borrowed = paid * percent(loan.share.cast_signed());
    let rate = percent(loan.rate.cast_signed()) / 12.0;
    let annuity: f64 = (1..=loan.term).map(|month| (1.0 + rate).powi(-month.cast_signed())).sum();
    let mut owed = borrowed;
    ledger.pays(0, -borrowed);
    for month in 1..=loan.term.min(case.horizon) {
        let interest = owed * rate;
        ledger.pays(month, borrowed / annuity);
        ledger.deducts(month, interest);
        owed += interest - borrowed / annuity;
    }
    if loan.term > case.horizon {
        ledger.pays(case.horizon, owed);
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn totals_and_present_values_agree_with_an_independent_model(case in drawn()) {
        let answer = answered(&case.text());
        for (name, (total, present_value)) in [("own.box", owned(&case)), ("rent.cloud", rented(&case))] {
            let found = option(&answer, name);
            let near = |found: rust_decimal::Decimal, expected: f64| {
                let found: f64 = found.to_string().parse().unwrap();
                // each line is rounded to the cent
                (found - expected).abs() <= 0.05 + expected.abs() * 1e-9
            };
            let stated = (*found.total, *found.present_value);
            prop_assert!(
                near(stated.0, total) && near(stated.1, present_value),
                "{name}: {stated:?} instead of {total}, {present_value}\n{}", case.text()
            );
        }
    }
}
