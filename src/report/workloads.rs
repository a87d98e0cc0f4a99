//! What is demanded of each kind, and its share of what every option costs.

use super::figures;
use super::rows::Row;
use crate::analysis::statement::{Comparison, WorkloadCostStatement, WorkloadStatement};
use crate::number;
use rust_decimal::Decimal;

/// What stands above the workloads.
pub(super) const DEMANDED: &str =
    "workloads, in reference accelerators: needed at the peak, used on average; hours useful and spent";

/// What stands above their costs.
pub(super) const COSTS: &str = "share of the present value, by useful hours in each option's own accelerators";

/// The heads of the columns of [`demanded`].
pub(super) fn heads(comparison: &Comparison) -> Vec<String> {
    let heads = ["kind", "load", "peak", "mean", "useful", "spent"];
    let shown = if fail(comparison) { heads.len() } else { heads.len() - 1 };
    heads[..shown].iter().map(|head| (*head).to_owned()).collect()
}

/// Every workload in a row.
pub(super) fn demanded(comparison: &Comparison) -> Vec<Row> {
    let row = |workload: &WorkloadStatement| {
        let hours = |hours: Decimal| Some(number::grouped(hours, 0));
        let load = if workload.flexible() { "flexible" } else { "firm" };
        let mut cells = vec![
            Some(workload.kind.replace('_', " ")),
            Some(load.to_owned()),
            workload.peak.map(|peak| number::readable(peak, 4)),
            Some(number::readable(workload.mean, 4)),
            hours(workload.useful_hours),
        ];
        if fail(comparison) {
            cells.push(hours(workload.spent_hours));
        }
        Row { label: workload.name.clone(), cells }
    };
    comparison.workloads.iter().map(row).collect()
}

/// Whether runs fail, so that more hours are spent than are useful.
fn fail(comparison: &Comparison) -> bool {
    comparison.workloads.iter().any(|workload| workload.spent_hours != workload.useful_hours)
}

/// For every workload its share of the present value of every option, and what a unit of its output costs.
pub(super) fn costs(comparison: &Comparison) -> Vec<Row> {
    comparison.workloads.iter().flat_map(|workload| of_workload(comparison, workload)).collect()
}

fn of_workload(comparison: &Comparison, workload: &WorkloadStatement) -> Vec<Row> {
    let of = |option: &str| workload.costs.iter().find(|cost| cost.option == option);
    let costs: Vec<Option<&WorkloadCostStatement>> = comparison.options.iter().map(|option| of(&option.name)).collect();
    let money = |amount: Decimal| number::grouped(amount, comparison.header.minor_digits);
    let cost = Row {
        label: workload.name.clone(),
        cells: costs.iter().map(|cost| cost.and_then(|cost| cost.cost).map(money)).collect(),
    };
    let rates: Vec<Option<Decimal>> = costs.iter().map(|cost| cost.and_then(|cost| cost.per_unit)).collect();
    let per_unit = workload.output_unit.as_ref().filter(|_| rates.iter().any(Option::is_some));
    let per_unit =
        per_unit.map(|unit| Row { label: format!("  per {unit}, levelized"), cells: figures::rates(&rates, 2) });
    std::iter::once(cost).chain(per_unit).collect()
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;

    #[test]
    fn hours_spent_stand_beside_useful_ones_only_where_runs_fail() {
        let mut comparison = example::of_workloads();
        assert_eq!(heads(&comparison).last().map(String::as_str), Some("spent"));
        let tuning = &demanded(&comparison)[1];
        let text = |text: &str| Some(text.to_owned());
        let expected = [text("training"), text("flexible"), None, text("9.6"), text("252,288"), text("280,320")];
        assert_eq!(tuning.cells, expected);
        comparison.workloads[1].spent_hours = comparison.workloads[1].useful_hours;
        assert_eq!(heads(&comparison).last().map(String::as_str), Some("useful"));
        assert!(demanded(&comparison).iter().all(|row| row.cells.len() == 5));
    }

    #[test]
    fn every_workload_has_its_cost_and_those_with_a_unit_what_one_costs() {
        let mut comparison = example::of_workloads();
        comparison.workloads[1].costs.remove(0);
        let labels: Vec<String> = costs(&comparison).into_iter().map(|row| row.label).collect();
        assert_eq!(labels, ["chat", "  per 1M tokens, levelized", "tuning"]);
        assert_eq!(costs(&comparison)[2].cells[0], None, "an option that does not serve it");
    }
}
