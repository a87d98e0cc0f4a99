//! Lines over time: one table per option.

use super::rows;
use crate::amount::Amount;
use crate::analysis::statement::{By, Comparison, TimeBasis, View, ViewOption};
use crate::report::page::{Cell, Table, TableLine, TableRow, Title, Weight};
use crate::scenario::conventions::Financing;

/// A table with title per option.
pub(in crate::report) fn tables(view: &View, comparison: &Comparison) -> Vec<Table> {
    let of = |option: &ViewOption| {
        let title = Title::Of(option.name.to_string(), what(view));
        Table { title: Some(title), ..Table::new(heads(view), rows(view, option, comparison)) }
    };
    view.options.iter().map(of).collect()
}

/// Lines of an option, their total, and the cash of its loan.
fn rows(view: &View, option: &ViewOption, comparison: &Comparison) -> Vec<TableRow> {
    let digits = comparison.header.minor_digits;
    let all = option.lines.iter().map(|line| (line.group, line.name.as_str()));
    let results = comparison.options.iter().filter(|result| result.name == option.name);
    let display_name = |key| rows::display_name(results.clone(), key);
    let lines = rows::in_sections(all, display_name, |key| line(option, key, digits), |_| Vec::new(), None);
    let total = TableLine::new("total", cells(&option.totals, option.total, digits));
    let total = TableRow::Cells(TableLine { weight: Weight::Strong, ..total });
    lines.into_iter().chain([TableRow::Rule, total]).chain(loan(view, option, comparison)).collect()
}

/// Sum of lines with the same group and name, by column and in total.
fn line(option: &ViewOption, (group, name): rows::Key<'_>, digits: u32) -> Vec<Cell> {
    let same: Vec<_> = option.lines.iter().filter(|line| line.group == group && line.name == name).collect();
    let column = |at: usize| Amount::sum(same.iter().filter_map(|line| line.amounts.get(at)).copied(), digits);
    let columns = same.first().map_or(0, |line| line.amounts.len());
    let amounts: Vec<Amount> = (0..columns).map(column).collect();
    cells(&amounts, Amount::sum(same.iter().map(|line| line.total), digits), digits)
}

/// Amounts and their sum.
fn cells(amounts: &[Amount], total: Amount, digits: u32) -> Vec<Cell> {
    amounts.iter().chain([&total]).map(|amount| Cell::fixed(*amount, digits)).collect()
}

/// Cash of an option's loan by year or quarter, if it is not in the totals; none in other views.
fn loan(view: &View, option: &ViewOption, comparison: &Comparison) -> Option<TableRow> {
    match (view.by, view.basis) {
        (By::Year | By::FiscalYear | By::Quarter, TimeBasis::Cash)
            if comparison.header.financing == Financing::Separate =>
        {
            let result = comparison.options.iter().find(|result| result.name == option.name)?;
            let interest = result.loan.as_ref()?.interest;
            let cells = cells(option.loan.as_ref()?, interest, comparison.header.minor_digits);
            let line = TableLine::new("loan, not in the total", cells);
            Some(TableRow::Cells(line))
        }
        (By::Year | By::FiscalYear | By::Quarter | By::Month, _) => None,
    }
}

/// Title of the view: `cash when paid, by contract year`.
fn what(view: &View) -> String {
    let basis = match view.basis {
        TimeBasis::Cash => "cash when paid",
        TimeBasis::Amortized => "cost with capital spread over its months of service",
        TimeBasis::PresentValue => "present value of payments",
    };
    let by = match view.by {
        By::Year => "by contract year; year 0 is the decision date",
        By::FiscalYear => "by fiscal year; payments at the decision are in the first",
        By::Quarter if view.dates.is_some() => {
            "by quarter of the fiscal year; payments at the decision are in the first"
        }
        By::Quarter => "by quarter of the contract; quarter 0 is the decision date",
        By::Month => "by month; month 0 is the decision date",
    };
    format!("{basis}, {by}")
}

/// Column headings, total last.
pub(in crate::report) fn heads(view: &View) -> Vec<String> {
    let date = |at: usize| view.dates.as_ref().and_then(|dates| dates.get(at)?.as_deref());
    let head = |(at, column): (usize, &u32)| match (view.by, date(at)) {
        (By::Year, _) => format!("year {column}"),
        (By::Quarter, None) => format!("quarter {column}"),
        (By::FiscalYear | By::Quarter, name) => name.map_or_else(|| column.to_string(), str::to_owned),
        (By::Month, None) => format!("month {column}"),
        (By::Month, Some(date)) => format!("month {column}, {date}"),
    };
    view.columns.iter().enumerate().map(head).chain(["total".to_owned()]).collect()
}
