//! What programs get of a comparison: one row for each option, line and period.

use super::compared::Compared;
use crate::analysis::statement::{Basis, OptionStatement, View, WorkloadStatement};
use crate::report::page::{Cell, Data};
use rust_decimal::Decimal;

/// Every line of every option: `option, group, line, period, amount, present_value`. Without a view `period` is empty, and
/// after the lines of an option stand figures beside them, which are part of no sum: what each workload costs (group
/// `workload`), what hours cost that are not useful (`waste`, by cause), and the interest of a loan (`loan`).
/// With a view, `period` is the year or month; `amount` is cash or amortized cost, and is empty where the view is of present values.
pub(super) fn data(compared: &Compared<'_>) -> Data {
    let comparison = compared.comparison;
    let digits = comparison.header.minor_digits;
    let rows: Vec<Vec<Cell>> = match &compared.view {
        Some(view) => view_rows(view, digits),
        None => {
            comparison.options.iter().flat_map(|option| option_rows(option, &comparison.workloads, digits)).collect()
        }
    };
    Data::new(["option", "group", "line", "period", "amount", "present_value"], rows)
}

/// What is paid in all, and what that is worth today; either may be what is not shown.
type Amounts = (Option<Decimal>, Option<Decimal>);

/// The lines of an option, and after them what stands beside them.
fn option_rows(option: &OptionStatement, workloads: &[WorkloadStatement], digits: u32) -> Vec<Vec<Cell>> {
    let row = |group: &str, line: &str, (amount, present_value): Amounts| {
        let amounts = [amount, present_value].map(|amount| Cell::amount(amount, digits));
        let names = [Cell::from(&option.name), group.into(), line.into(), Cell::Absent];
        names.into_iter().chain(amounts).collect()
    };
    let lines = option
        .lines
        .iter()
        .map(|line| row(line.group.name(), &line.name, (Some(*line.total), Some(*line.present_value))));
    let costs = workloads.iter().filter_map(|workload| {
        let cost = workload.costs.iter().find(|cost| cost.option == option.name)?;
        Some(row("workload", &workload.name, (cost.total.map(Decimal::from), cost.cost.map(Decimal::from))))
    });
    let waste = option.waste.iter().map(|waste| row("waste", waste.cause.name(), (Some(*waste.cost), None)));
    let loan =
        option.loan.iter().map(|loan| row("loan", "interest", (Some(*loan.interest), Some(*loan.present_value))));
    lines.chain(costs).chain(waste).chain(loan).collect()
}

fn view_rows(view: &View, digits: u32) -> Vec<Vec<Cell>> {
    let lines = view.options.iter().flat_map(|option| option.lines.iter().map(move |line| (option, line)));
    let mut rows = Vec::new();
    for (option, line) in lines {
        for (column, amount) in view.columns.iter().zip(&line.amounts) {
            let amount = Cell::fixed(*amount, digits);
            let amounts = match view.basis {
                Basis::Cash | Basis::Amortized => [amount, Cell::Absent],
                Basis::PresentValue => [Cell::Absent, amount],
            };
            let names = [Cell::from(&option.name), line.group.name().into(), (&line.name).into(), Cell::exact(*column)];
            rows.push(names.into_iter().chain(amounts).collect());
        }
    }
    rows
}
