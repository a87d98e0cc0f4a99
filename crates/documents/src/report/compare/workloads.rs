//! Demand and cost of each workload.

use super::rows;
use crate::amount::Ratio;
use crate::analysis::statement::{Comparison, LoadJoining, WorkloadCostResult, WorkloadResult};
use crate::model::CostAllocation;
use crate::report::page::{Cell, Notation, Table, TableLine, TableRow};
use rust_decimal::Decimal;

/// Demand and cost tables of workloads; empty in the short form.
pub(super) fn tables(comparison: &Comparison) -> Vec<Table> {
    if comparison.workloads.is_empty() {
        return Vec::new();
    }
    let hours = if fails(comparison) { "useful hours, and hours spent including failed runs" } else { "useful hours" };
    let title = format!("workloads, in reference accelerators: peak demand, mean use; {hours}");
    let demanded = demanded(comparison).titled(title);
    let mut all = comparison.workloads.iter().flat_map(|workload| &workload.costs);
    let endpoints =
        if all.any(|cost| cost.allocation == CostAllocation::Charges) { "; of prices per token by charge" } else { "" };
    let title =
        format!("present value by workload, allocated by useful hours in each option's own accelerators{endpoints}");
    let costs = rows::of_options(comparison, costs(comparison)).titled(title);
    // a single workload costs what the option costs
    let mut all = comparison.workloads.iter().flat_map(|workload| &workload.costs);
    let says_more = all.any(|cost| cost.per_run.is_some() || cost.per_million_tokens.is_some());
    let costs = (comparison.workloads.len() > 1 || says_more).then_some(costs);
    std::iter::once(demanded).chain(costs).collect()
}

/// Whether runs fail: more hours are spent than are useful.
fn fails(comparison: &Comparison) -> bool {
    comparison.workloads.iter().any(|workload| workload.spent_hours != workload.useful_hours)
}

/// A row per workload, with spent hours if runs fail.
fn demanded(comparison: &Comparison) -> Table {
    let heads = ["kind", "load", "peak", "mean", "useful", "spent"];
    let shown = if fails(comparison) { heads.len() } else { heads.len() - 1 };
    let row = |workload: &WorkloadResult| {
        let readable = |count: Decimal| Cell::Number(count, Notation::Readable(4));
        let cells = [
            workload.kind.replace('_', " ").into(),
            load(workload.load).into(),
            workload.peak.map(|peak| readable(*peak)).into(),
            readable(*workload.mean),
            Cell::fixed(workload.useful_hours, 0),
            Cell::fixed(workload.spent_hours, 0),
        ];
        let line = TableLine::new(workload.display_name(), cells.into_iter().take(shown));
        TableRow::Cells(line)
    };
    Table::new(heads.into_iter().take(shown), comparison.workloads.iter().map(row).collect())
}

/// Kind of a load.
fn load(load: LoadJoining) -> &'static str {
    match load {
        LoadJoining::Flexible => "flexible",
        LoadJoining::Clock | LoadJoining::Independent => "firm",
    }
}

/// Present value of each workload for every option, and its cost per unit of output.
fn costs(comparison: &Comparison) -> Vec<TableRow> {
    comparison.workloads.iter().flat_map(|workload| of_workload(comparison, workload)).collect()
}

fn of_workload(comparison: &Comparison, workload: &WorkloadResult) -> Vec<TableRow> {
    let of = |option: &str| workload.costs.iter().find(|cost| cost.option == option);
    let costs: Vec<Option<&WorkloadCostResult>> =
        comparison.options.iter().map(|option| of(option.name.as_str())).collect();
    let digits = comparison.header.minor_digits;
    let amounts = costs.iter().map(|cost| Cell::amount(cost.and_then(|cost| cost.cost), digits));
    let taxed = rows::after_tax(&comparison.header);
    let per = |unit: &str, rate: fn(&WorkloadCostResult) -> Option<Ratio>| {
        let rates = rows::rates(costs.iter().map(|cost| cost.and_then(rate).map(Decimal::from)));
        TableLine::new(format!("per {unit}, levelized{taxed}"), rates).below()
    };
    let per_unit = workload.output_unit.as_ref().map(|unit| per(unit, |cost| cost.per_unit));
    let per_run = per(run(workload), |cost| cost.per_run);
    let read = per("1M tokens read", |cost| cost.per_million_tokens.as_ref()?.input);
    let cached = per("1M tokens read from the cache", |cost| cost.per_million_tokens.as_ref()?.cached_input);
    let written = per("1M tokens written", |cost| cost.per_million_tokens.as_ref()?.output);
    let rates = per_unit.into_iter().chain([per_run, read, cached, written]).filter(TableLine::says_something);
    std::iter::once(TableLine::new(workload.display_name(), amounts)).chain(rates).map(TableRow::Cells).collect()
}

/// A run of a workload, by its kind.
fn run(workload: &WorkloadResult) -> &'static str {
    match workload.kind {
        "training" => "training run",
        "fine_tuning" => "fine-tuning run",
        "evaluation" => "evaluation",
        _ => "run",
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::*;

    fn heads(table: &Table) -> Vec<&str> {
        table.columns.iter().map(|column| column.name.as_str()).collect()
    }

    fn texts(row: &TableRow) -> (String, Vec<String>) {
        let TableRow::Cells(line) = row else { panic!("{row:?}") };
        (line.label.text(), line.cells.iter().map(Cell::text).collect())
    }

    #[test]
    fn hours_spent_stand_beside_useful_ones_only_where_runs_fail() {
        let mut comparison = example::of_workloads();
        let table = demanded(&comparison);
        assert_eq!(heads(&table).last(), Some(&"spent"));
        assert_eq!(texts(&table.rows[1]).1, ["training", "flexible", "—", "9.6", "252,288", "280,320"]);
        comparison.workloads[1].spent_hours = comparison.workloads[1].useful_hours;
        let table = demanded(&comparison);
        assert_eq!(heads(&table).last(), Some(&"useful"));
        assert!(table.rows.iter().all(|row| texts(row).1.len() == 5));
    }

    #[test]
    fn every_workload_has_its_cost_and_those_with_a_unit_what_one_costs() {
        let mut comparison = example::of_workloads();
        comparison.workloads[1].costs.remove(0);
        let rows: Vec<_> = costs(&comparison).iter().map(texts).collect();
        let labels: Vec<&str> = rows.iter().map(|(label, _)| label.as_str()).collect();
        assert_eq!(labels, ["chat", "per 1M tokens, levelized", "tuning"]);
        assert_eq!(rows[2].1[0], "—", "an option that does not serve it");
    }
}
