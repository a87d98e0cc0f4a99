//! Fleets of fixed size that demand exceeds over time.

use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Peak, relative to the fleet, above which the fleet should have grown too.
const QUARTER_MORE: Decimal = Decimal::from_parts(125, 0, 0, false, 2);

/// Fleets large enough for the demand of the first year, but exceeded by more than a quarter later, despite all purchases.
pub(super) fn outgrown(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_fleet(subject, option)).collect()
}

fn of_fleet(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let own = &option.value;
    let bought = own.nodes.as_ref().map(|nodes| (nodes.at, nodes.value.decimal()));
    let bought = bought.or_else(|| {
        let purchases = own.purchases.as_deref()?;
        Some((purchases.last()?.nodes.at, purchases.iter().map(|purchase| purchase.nodes.value.decimal()).sum()))
    });
    let (at, nodes) = bought?;
    let ScalarOr::Scalar(throughput) = &own.relative_throughput else { return None };
    if !own.token_throughput.is_empty() {
        return None;
    }
    let accelerators = nodes.checked_mul(own.node.accelerators.value.decimal())?;
    let fleet = accelerators.checked_mul(throughput.value.decimal())?;
    let (now, later) = peaks(subject, option.at)?;
    if now > fleet || later <= fleet.checked_mul(QUARTER_MORE)? {
        return None;
    }
    let message = format!(
        "the peak grows from {} to {} accelerators, but all purchases of own.{} add up to {}",
        few_digits(now),
        few_digits(later),
        option.name,
        few_digits(fleet)
    );
    let label = "write `purchases` by month, or omit the size to have it computed year by year";
    Some(subject.finding(Code::FleetOutgrown, at, message).label(label))
}

/// Sum of the peaks of a fleet's loads in the first and in the last year, in reference accelerators.
fn peaks(subject: &Subject<'_>, option: NodeId) -> Option<(Decimal, Decimal)> {
    let scenario = &subject.answer.loaded.scenario;
    let anniversaries = |last: u32| last.saturating_sub(1) / 12;
    let horizon = scenario.horizon_months.value.count();
    let grown = |peak: Decimal, growth: Decimal, last: u32| {
        (0..anniversaries(last.min(horizon))).try_fold(peak, |peak, _| peak.checked_mul(Decimal::ONE + growth))
    };
    if let Some(accelerators) = &scenario.demand.accelerators {
        let now = accelerators.value.decimal();
        return Some((now, grown(now, scenario.demand.growth_per_year.value.decimal(), horizon)?));
    }
    let mut all = (Decimal::ZERO, Decimal::ZERO);
    for load in subject.served(option) {
        let result = subject.answer.comparison.workloads.iter().find(|result| result.name == load.name)?;
        let Some(peak) = result.peak.filter(|_| load.value.starts_month.is_none()) else { continue };
        let growth = load.value.growth_per_year.as_ref().unwrap_or(&scenario.demand.growth_per_year);
        let last = load.value.ends_month.map_or(horizon, |month| month.value.count());
        let later = if last < horizon { Decimal::ZERO } else { grown(*peak, growth.value.decimal(), last)? };
        all = (all.0.checked_add(*peak)?, all.1.checked_add(later)?);
    }
    Some(all)
}
