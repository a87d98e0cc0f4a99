//! Inconsistent inputs.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::demand::{Demand, Workload};
use crate::scenario::document::{Entry, Located};
use crate::scenario::quantities::Change;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Below this, a discount rate is negligible.
const ONE_PER_CENT: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Demand that grows for years without discounting.
pub(super) fn growth_undiscounted(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let (rate, horizon) = (&scenario.discount_rate, scenario.horizon_months.value.count());
    if horizon <= 12 || rate.value.decimal() >= ONE_PER_CENT {
        return Vec::new();
    }
    let Some((growth, months)) = fastest_growth(&scenario.demand, horizon) else { return Vec::new() };
    let message = format!(
        "demand grows by {} a year for {}, but at a discount rate of {}, later costs weigh as much as today's",
        share(growth.value.decimal()),
        counted(months, "month"),
        share(rate.value.decimal())
    );
    let grows = subject.answer.loaded.document.place(growth.at);
    let finding = subject.finding(Code::GrowthUndiscounted, rate.at, message);
    vec![finding.label("write your annual cost of capital").related(grows, "growth")]
}

/// Fastest growth of work that lasts beyond the first anniversary, when demand first grows, with the month of its end.
fn fastest_growth(demand: &Demand, horizon: u32) -> Option<(&Located<Change>, u32)> {
    let short = demand.workloads.is_empty().then_some((&demand.growth_per_year, horizon));
    let of_workload = |entry: &'_ Entry<Workload>| entry.value.ends_month.map_or(horizon, |month| month.value.count());
    let workloads = demand.workloads.iter().map(|entry| {
        let growth = entry.value.growth_per_year.as_ref().unwrap_or(&demand.growth_per_year);
        (growth, of_workload(entry).min(horizon))
    });
    let grows = short.into_iter().chain(workloads).filter(|(_, months)| *months > 12);
    let fastest = grows.max_by_key(|(growth, months)| (growth.value.decimal(), *months));
    fastest.filter(|(growth, _)| growth.value.decimal() > Decimal::ZERO)
}

/// A tax with a discount rate that no source calls after tax.
pub(super) fn discount_before_tax(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let rate = &scenario.discount_rate;
    let Some(tax) = scenario.tax.as_ref().filter(|tax| !tax.combined_rate().is_zero()) else { return Vec::new() };
    let source = scenario.sources.get("discount_rate").map(|entry| entry.value.from.value.to_lowercase());
    let is_after = |source: &String| ["after tax", "after-tax", "post-tax"].iter().any(|words| source.contains(words));
    if rate.value.decimal().is_zero() || source.as_ref().is_some_and(is_after) {
        return Vec::new();
    }
    let message = format!(
        "figures are after a tax of {}, but no source says that the discount rate of {} is after tax",
        share(tax.combined_rate()),
        share(rate.value.decimal())
    );
    let finding = subject.finding(Code::DiscountBeforeTax, rate.at, message);
    vec![finding.label("write the after-tax rate, and say so in the source of `discount_rate`")]
}
