//! Numbers that do not fit each other.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::demand::{Demand, Workload};
use crate::scenario::document::{Entry, Given, Origin};
use crate::scenario::own::quoted_with_age;
use crate::scenario::quantities::Change;
use crate::scenario::quantity::Quantity;
use crate::scenario::uncertainty::{Spread, Uncertain, uncertain};
use rust_decimal::Decimal;

/// Under this a discount rate is next to nothing.
const ONE_PER_CENT: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Demand that grows for years while later money weighs as much as today's.
pub(super) fn growth_undiscounted(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let (rate, horizon) = (&scenario.discount_rate, scenario.horizon_months.value.count());
    if horizon <= 12 || rate.value.decimal() >= ONE_PER_CENT {
        return Vec::new();
    }
    let Some((growth, months)) = fastest_growth(&scenario.demand, horizon) else { return Vec::new() };
    let message = format!(
        "demand grows by {} a year for {}, and at {} a year later money weighs as much as today's",
        share(growth.value.decimal()),
        counted(months, "month"),
        share(rate.value.decimal())
    );
    let grows = subject.answer.loaded.document.place(growth.at);
    let finding = subject.finding(Code::GrowthUndiscounted, rate.at, message);
    vec![finding.label("write your yearly cost of capital").related(grows, "what grows")]
}

/// The fastest growth of work that lasts beyond the first anniversary, where demand first grows, and until which month.
fn fastest_growth(demand: &Demand, horizon: u32) -> Option<(&Given<Change>, u32)> {
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

/// Stated values outside the ends of their own uncertainty.
pub(super) fn outside_uncertainty(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let loaded = &subject.answer.loaded;
    let all = uncertain(&loaded.document, &loaded.scenario);
    all.iter().filter_map(|entry| outside(subject, entry)).collect()
}

fn outside(subject: &Subject<'_>, entry: &Uncertain) -> Option<Diagnostic> {
    let (low, high) = entry.spread.ends();
    if (low..=high).contains(&entry.stated) {
        return None;
    }
    let loaded = &subject.answer.loaded;
    let document = &loaded.document;
    let range = loaded.scenario.uncertainty.get(&entry.path)?;
    let (from, to) = match entry.spread {
        Spread::Uniform { .. } | Spread::Pert { .. } => (&range.value.low, &range.value.high),
        Spread::Lognormal { .. } => (&range.value.p10, &range.value.p90),
    };
    let (from, to) = (&from.as_ref()?.value.0, &to.as_ref()?.value.0);
    let stated = document.text(entry.at).unwrap_or_default();
    let message =
        format!("{} is {stated}, outside its own uncertainty of {from} to {to}", quoted_with_age(&entry.path));
    // what was assumed has no place of its own
    let (at, other) = match document.origin(entry.at) {
        Origin::Assumed => (range.at, None),
        Origin::File | Origin::Set => (entry.at, document.place(range.at)),
    };
    let finding = subject.finding(Code::OutsideUncertainty, at, message);
    Some(
        finding
            .label(format!("write a value from {from} to {to}, or widen the range"))
            .related(other, "its uncertainty"),
    )
}
