//! The lines over time, as grids: one for each option.

use super::grid::{Grid, Row};
use super::rows;
use crate::analysis::statement::{Basis, By, Comparison, LoanStatement, View, ViewOption};
use crate::diagnostic::clean;
use crate::model::Group;
use crate::number;
use rust_decimal::Decimal;

/// A grid for each option, with its title.
pub(super) fn grids(view: &View, comparison: &Comparison) -> Vec<(Option<String>, Grid)> {
    let of = |option: &ViewOption| (Some(title(view, option)), grid(view, option, comparison));
    view.options.iter().map(of).collect()
}

/// The cash of an option's loan by year, beside its lines; nothing in other views, of which it has no figures.
pub(super) fn loan(view: &View, option: &ViewOption, comparison: &Comparison) -> Option<rows::Row> {
    let of = |loan: &LoanStatement| rows::Row {
        label: LOAN.to_owned(),
        cells: cells(&loan.years, loan.interest, comparison.header.minor_digits),
    };
    match (view.by, view.basis) {
        (By::Year, Basis::Cash) => {
            let stated = comparison.options.iter().find(|stated| stated.name == option.name)?;
            stated.loan.as_ref().map(of)
        }
        (By::Year, Basis::Amortized | Basis::PresentValue) | (By::Month, _) => None,
    }
}

/// What the row of a loan is called: it is part of no total.
const LOAN: &str = "loan, beside the total";

/// `own.hgx, cash by year`.
pub(super) fn title(view: &View, option: &ViewOption) -> String {
    let basis = match view.basis {
        Basis::Cash => "cash, when it is paid",
        Basis::Amortized => "cost, with capital spread over its months of service",
        Basis::PresentValue => "present value of what is paid",
    };
    let by = match view.by {
        By::Year => "by contract year; year 0 is the moment of the decision",
        By::Month => "by month; month 0 is the moment of the decision",
    };
    format!("{}: {basis}, {by}", clean(&option.name))
}

/// The heads of the columns, the sum last.
pub(super) fn heads(view: &View) -> Vec<String> {
    let unit = match view.by {
        By::Year => "year",
        By::Month => "month",
    };
    view.columns.iter().map(|column| format!("{unit} {column}")).chain(["total".to_owned()]).collect()
}

/// The lines of an option in the order of the report, each with its amounts, the sum last.
pub(super) fn parts(option: &ViewOption, digits: u32) -> Vec<(&'static str, Vec<rows::Row>)> {
    let all = option.lines.iter().map(|line| (line.group, line.name.as_str()));
    let row = |(group, name): (Group, &str)| {
        let same: Vec<_> = option.lines.iter().filter(|line| line.group == group && line.name == name).collect();
        let column = |at: usize| same.iter().filter_map(|line| line.amounts.get(at)).sum::<Decimal>();
        let columns = same.first().map_or(0, |line| line.amounts.len());
        let amounts: Vec<Decimal> = (0..columns).map(column).collect();
        let total = same.iter().map(|line| line.total).sum();
        rows::Row { label: rows::label(group, name), cells: cells(&amounts, total, digits) }
    };
    rows::parts(all).into_iter().map(|(title, keys)| (title, keys.into_iter().map(row).collect())).collect()
}

/// Amounts and their sum.
pub(super) fn cells(amounts: &[Decimal], total: Decimal, digits: u32) -> Vec<Option<String>> {
    amounts.iter().chain([&total]).map(|amount| Some(number::grouped(*amount, digits))).collect()
}

fn grid(view: &View, option: &ViewOption, comparison: &Comparison) -> Grid {
    let digits = comparison.header.minor_digits;
    let mut found = Vec::new();
    for (title, rows) in parts(option, digits) {
        found.push(Row::Title(format!(" {title}")));
        found.extend(rows.into_iter().map(|row| Row::Cells(format!("   {}", clean(&row.label)), row.cells)));
    }
    found.push(Row::Rule);
    found.push(Row::Cells(" total".to_owned(), cells(&option.totals, option.total, digits)));
    let loan = loan(view, option, comparison);
    found.extend(loan.map(|row| Row::Cells(format!(" {}", row.label), row.cells)));
    Grid { heads: heads(view), winner: None, rows: found }
}
