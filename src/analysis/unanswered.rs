//! Why a scenario has no answer at its stated values, said at the place that has to change.

use super::evaluated::{BrokenRule, Unanswered, fault_diagnostic};
use crate::demand::trace::Traces;
use crate::diagnostic::{Code, Diagnostic};
use crate::model;
use crate::number;
use crate::scenario::document::ScalarOr;
use crate::scenario::quantity::Quantity;
use crate::scenario::{Loaded, Scenario};
use rust_decimal::Decimal;

/// The findings that end a run.
#[must_use]
pub fn diagnostics(loaded: &Loaded, traces: &Traces, why: &Unanswered) -> Vec<Diagnostic> {
    match why {
        // a fault names a figure, so the sheet is built again to look at: this path ends the run
        Unanswered::Fault(fault) => {
            let sheet = model::build(&loaded.scenario, traces).sheet;
            vec![fault_diagnostic(&sheet, &loaded.document, *fault)]
        }
        Unanswered::Broken(rules) => {
            let mut found: Vec<Diagnostic> = Vec::new();
            for rule in rules {
                let Some(diagnostic) = broken(loaded, rule) else { continue };
                // an option in several roles breaks a rule once
                if found.iter().all(|other| (other.code, &other.path) != (diagnostic.code, &diagnostic.path)) {
                    found.push(diagnostic);
                }
            }
            found
        }
    }
}

/// Levels of traces, in every year and for every option, that are computed; ten thousand levels over five years for
/// forty options.
const MOST_LEVELS_IN_ALL: u64 = 2_000_000;

/// More levels of traces over all years and options than are computed in a reasonable time.
#[must_use]
pub fn too_much(loaded: &Loaded, traces: &Traces) -> Option<Diagnostic> {
    let scenario = &loaded.scenario;
    let years = u64::from(scenario.horizon_months.value.count().div_ceil(12));
    let options = (scenario.own.len() + scenario.rent.len() + scenario.hybrid.len()) as u64;
    let levels = |name: &str| traces.get(name).map_or(0, |trace| trace.levels.len() as u64);
    let all: u64 = scenario.demand.workloads.iter().map(|workload| levels(&workload.name)).sum();
    if all.saturating_mul(years * options) <= MOST_LEVELS_IN_ALL {
        return None;
    }
    let most = scenario.demand.workloads.iter().max_by_key(|workload| levels(&workload.name))?;
    let at = most.value.trace.as_ref().map_or(most.at, |trace| trace.at);
    let message = format!(
        "the traces have {all} different levels; over {years} years and for {options} options at most {} are computed",
        MOST_LEVELS_IN_ALL / (years * options)
    );
    let label = "round its levels, to whole accelerators if need be";
    Some(loaded.document.diagnostic(Code::TooManyLevels, at, message).label(label))
}

/// A broken rule as a finding.
pub(super) fn broken(loaded: &Loaded, rule: &BrokenRule) -> Option<Diagnostic> {
    match rule.code() {
        Code::SpotCannotFinish => Some(spot_cannot_finish(loaded, rule)),
        _ => demand_exceeds_fleet(loaded, rule),
    }
}

/// A fleet that demand outgrows where nothing serves the rest: where it is short the most, and what to type.
fn demand_exceeds_fleet(loaded: &Loaded, rule: &BrokenRule) -> Option<Diagnostic> {
    let (document, scenario) = (&loaded.document, &loaded.scenario);
    let option = scenario.own.iter().find(|entry| entry.at == rule.at())?;
    let own = &option.value;
    let throughput = match &own.relative_throughput {
        ScalarOr::Scalar(throughput) => throughput.value.decimal(),
        // the capacity is then counted in its own accelerators
        ScalarOr::Part(_) => Decimal::ONE,
    };
    let nodes = number::ceil(rule.by / (own.node.accelerators.value.decimal() * throughput));
    let plural = if nodes == Decimal::ONE { "" } else { "s" };
    let message = format!(
        "`own.{}` is {nodes} node{plural} short of the demand in month {}, and nothing serves what does not fit",
        option.name, rule.month
    );
    let at = document.member(option.at, "nodes").or(document.member(option.at, "purchases")).unwrap_or(option.at);
    let label = format!("{}own {nodes} more, or add `burst_to: wait`", burst_hint(scenario));
    Some(document.diagnostic(rule.code(), at, message).label(label))
}

fn burst_hint(scenario: &Scenario) -> String {
    let rented = scenario.rent.iter().next();
    rented.map(|rent| format!("add `burst_to: {}`, or ", rent.name)).unwrap_or_default()
}

fn spot_cannot_finish(loaded: &Loaded, rule: &BrokenRule) -> Diagnostic {
    let document = &loaded.document;
    let spot = document.node(rule.at()).parent.unwrap_or(rule.at());
    let message = format!(
        "work on `{}` is never finished: interruptions, checkpoints and restarts take all of its time",
        document.path(spot)
    );
    let diagnostic = Diagnostic::new(rule.code(), document.path(spot), document.key_place(spot), message);
    diagnostic.label("fewer interruptions, smaller jobs, a shorter restart, or `share: 0%`")
}
