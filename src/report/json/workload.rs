//! A workload and what it costs with every option that serves it.

use super::{Money, Number, number};
use crate::analysis::statement::{WorkloadCostStatement, WorkloadStatement};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Workload<'a> {
    name: &'a str,
    kind: &'static str,
    flexible: bool,
    unit: Option<&'a str>,
    peak: Option<Number>,
    mean: Number,
    useful_hours: Number,
    spent_hours: Number,
    costs: Vec<Share<'a>>,
}

impl<'a> Workload<'a> {
    pub(super) fn of(workload: &'a WorkloadStatement, money: Money) -> Workload<'a> {
        Workload {
            name: &workload.name,
            kind: workload.kind,
            flexible: workload.flexible(),
            unit: workload.output_unit.as_deref(),
            peak: number(workload.peak),
            mean: Number(workload.mean),
            useful_hours: Number(workload.useful_hours),
            spent_hours: Number(workload.spent_hours),
            costs: workload.costs.iter().map(|cost| Share::of(cost, money)).collect(),
        }
    }
}

/// Its share of what an option costs: `total` in cash, `cost` in present value.
#[derive(Serialize)]
struct Share<'a> {
    option: &'a str,
    total: Option<String>,
    cost: Option<String>,
    per_unit: Option<Number>,
}

impl<'a> Share<'a> {
    fn of(cost: &'a WorkloadCostStatement, money: Money) -> Share<'a> {
        Share {
            option: &cost.option,
            total: cost.total.map(|total| money.of(total)),
            cost: cost.cost.map(|cost| money.of(cost)),
            per_unit: number(cost.per_unit),
        }
    }
}
