//! Explanation of a broken condition of the figures.

use super::evaluated::BrokenRule;
use super::reason::Broken;
use crate::inputs::FigureRule;
use crate::number;
use crate::scenario::Scenario;
use crate::scenario::calendar::{Calendar, DatedMonth};
use crate::scenario::document::{Document, ScalarOr};
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// A broken condition at the values of a scenario; `document` contains the nodes of the condition.
#[must_use]
pub fn of(scenario: &Scenario, document: &Document, rule: &BrokenRule) -> Broken {
    match rule.rule() {
        FigureRule::SpotCannotFinish => {
            let spot = document.node(rule.at()).parent.unwrap_or(rule.at());
            Broken::SpotCannotFinish { spot: document.path(spot) }
        }
        FigureRule::DemandExceedsFleet => Broken::DemandExceedsFleet {
            option: document.path(rule.at()),
            nodes: missing_nodes(scenario, rule),
            month: DatedMonth::of(rule.month, Calendar::of(scenario).as_ref()),
        },
        FigureRule::LimitExceeded => {
            let most = limit(scenario, rule);
            Broken::LimitExceeded {
                limit: document.path(rule.at()),
                most,
                needed: number::ceil(most + rule.by),
                month: DatedMonth::of(rule.month, Calendar::of(scenario).as_ref()),
            }
        }
    }
}

/// Quota of instances, or limit of replicas.
fn limit(scenario: &Scenario, rule: &BrokenRule) -> Decimal {
    let quotas = scenario.rent.iter().filter_map(|option| option.value.max_instances.as_ref());
    let quotas = quotas.map(|quota| (quota.at, quota.value.decimal()));
    let replicas = scenario.demand.workloads.iter().filter_map(|workload| workload.value.max_replicas.as_ref());
    let mut limits = quotas.chain(replicas.map(|limit| (limit.at, limit.value.decimal())));
    let (_, limit) = limits.find(|(at, _)| *at == rule.at()).expect("a rule at a limit");
    limit
}

/// Nodes that a fleet lacks to meet its demand.
fn missing_nodes(scenario: &Scenario, rule: &BrokenRule) -> Decimal {
    let option = scenario.own.iter().find(|entry| entry.at == rule.at());
    let capacity = option.map_or(Decimal::ONE, |option| {
        let throughput = match &option.value.relative_throughput {
            ScalarOr::Scalar(throughput) if option.value.token_throughput.is_empty() => throughput.value.decimal(),
            // the capacity is then counted in its own accelerators
            ScalarOr::Scalar(_) | ScalarOr::Part(_) => Decimal::ONE,
        };
        option.value.node.accelerators.value.decimal() * throughput
    });
    number::ceil(rule.by / capacity)
}
