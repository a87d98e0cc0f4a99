//! Fleets that are mostly idle after some of their work has ended.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::PartModel;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::own::Own;
use rust_decimal::{Decimal, RoundingStrategy};
use std::collections::{BTreeMap, BTreeSet};

/// Below this utilization, a fleet is mostly idle.
const MOSTLY_IDLE: Decimal = Decimal::from_parts(4, 0, 0, false, 1);

/// Fewer remaining months than this decide little.
const HALF_A_YEAR: u32 = 6;

/// Fleets that work in less than two fifths of their hours after some of their work has ended, and less than half as much as
/// before. The remaining work continues; `outlives-demand` reports fleets whose work ends completely.
pub(super) fn after_work(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let options = &subject.answer.evaluated.model.options;
    let mut seen: BTreeSet<NodeId> = BTreeSet::new();
    let mut found = Vec::new();
    for part in options.iter().flat_map(|option| &option.parts) {
        let Some(own) = scenario.own.iter().find(|entry| entry.at == part.at) else { continue };
        // the same option may be part of several hybrids
        let finding = Ends::of(subject, part).into_iter().find_map(|ends| of_fleet(subject, (own, part), &ends));
        if let Some(finding) = finding.filter(|_| seen.insert(part.at)) {
            found.push(finding);
        }
    }
    found
}

/// Workloads that end in the same month.
struct Ends {
    month: u32,
    /// Names of the workloads.
    names: Vec<String>,
    at: NodeId,
}

impl Ends {
    /// Ends of a fleet's work within the horizon, in order.
    fn of(subject: &Subject<'_>, part: &PartModel) -> Vec<Ends> {
        let scenario = &subject.answer.loaded.scenario;
        let horizon = scenario.horizon_months.value.count();
        let mut ends: BTreeMap<u32, Ends> = BTreeMap::new();
        for (_, load) in scenario.demand.workloads.iter().enumerate().filter(|(at, _)| part.workloads.contains(at)) {
            let Some(last) = load.value.ends_month.as_ref().filter(|month| month.value.count() < horizon) else {
                continue;
            };
            let month = last.value.count();
            let one = ends.entry(month).or_insert(Ends { month, names: Vec::new(), at: last.at });
            one.names.push(load.name.clone());
        }
        ends.into_values().collect()
    }
}

fn of_fleet(subject: &Subject<'_>, (own, part): (&Entry<Own>, &PartModel), ends: &Ends) -> Option<Diagnostic> {
    let horizon = subject.answer.loaded.scenario.horizon_months.value.count();
    if horizon - ends.month < HALF_A_YEAR {
        return None;
    }
    let before = busy(subject, part, 1, ends.month)?;
    let after = busy(subject, part, ends.month + 1, horizon)?;
    let is_idle = after < MOSTLY_IDLE && after.checked_mul(Decimal::TWO)? < before && !after.is_zero();
    if !is_idle {
        return None;
    }
    let percent = |busy: Decimal| share(busy.round_dp_with_strategy(2, RoundingStrategy::MidpointAwayFromZero));
    let dated = |month| subject.answer.comparison.header.dated(month);
    let message = format!(
        "after `{}` ends in {}, own.{} is busy in {} of its hours until {}, down from {}",
        ends.names.join("` and `"),
        dated(ends.month),
        own.name,
        percent(after),
        dated(horizon),
        percent(before)
    );
    let document = &subject.answer.loaded.document;
    let size = ["nodes", "purchases"].into_iter().find_map(|key| document.member(own.at, key));
    let finding = subject.finding(Code::IdleAfterWork, size.unwrap_or(own.at), message);
    let finding = finding.related(document.place(ends.at), "this work ends");
    Some(finding.label("own for the remaining work and rent for this, or end the comparison with it"))
}

/// Useful hours of a fleet between two months, as a share of its hours in service.
fn busy(subject: &Subject<'_>, part: &PartModel, first: u32, last: u32) -> Option<Decimal> {
    let evaluated = &subject.answer.evaluated;
    let fleet = part.fleet.as_ref()?;
    if ![fleet.in_service_by_month, fleet.useful_by_month].into_iter().all(|row| evaluated.is_known(row)) {
        return None;
    }
    let periods = evaluated.model.sheet.periods().iter().enumerate();
    let within = periods.filter(|(_, period)| period.first >= first && period.last <= last);
    let hours = |row, (at, months): (usize, u32)| evaluated.value_in(row, at).checked_mul(Decimal::from(months));
    let (mut useful, mut in_service) = (Decimal::ZERO, Decimal::ZERO);
    for (at, period) in within {
        useful = useful.checked_add(hours(fleet.useful_by_month, (at, period.months()))?)?;
        in_service = in_service.checked_add(hours(fleet.in_service_by_month, (at, period.months()))?)?;
    }
    useful.checked_div(in_service)
}
