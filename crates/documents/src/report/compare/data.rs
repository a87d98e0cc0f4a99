//! Data rows of a comparison: one row per option, line and period.

use super::compared::Compared;
use super::groups;
use crate::amount::Amount;
use crate::analysis::statement::{Comparison, LineResult, OptionResult, TimeBasis, View, ViewLine};
use crate::report::page::{Cell, Data};
use crate::scenario::cases::STATED;

/// Columns: first those of every row, then the row's keys, then amounts.
const COLUMNS: [&str; 17] = [
    "scenario",
    "case",
    "date",
    "currency",
    "option",
    "verdict",
    "figure",
    "group",
    "line",
    "period",
    "amount",
    "present_value",
    "beside_amount",
    "beside_present_value",
    "option_label",
    "line_label",
    "period_date",
];

/// All lines of all options; the amounts of an option's rows add up to its cost. `amount` is cash (or amortized, if the
/// view is), `present_value` is discounted. With a view over time, `period` is the year or month.
///
/// Without a view, figures that are part of no sum follow the lines of an option, in columns of their own: cost by
/// workload (`figure` is `workload`), cost of hours that are not useful (`waste`, by cause), and interest of a loan
/// (`loan`). The last columns are the labels of the option and of the line or workload, and the calendar name of the
/// period, `2027-04` or `2027/28`, if the scenario has a start date. Views by owner or tag have other rows, one per
/// part of an option.
pub(super) fn data(compared: &Compared<'_>) -> Data {
    let comparison = compared.comparison;
    if let Some(groups) = compared.groups() {
        return groups::data(groups, comparison);
    }
    let rows = |(at, option): (usize, &OptionResult)| {
        let rows = match compared.view() {
            Some(view) => Rows::of(comparison, option).over_time(view, at),
            None => Rows::of(comparison, option).whole(),
        };
        rows.into_iter()
    };
    Data::new(COLUMNS, comparison.options.iter().enumerate().flat_map(rows))
}

/// Row builder of an option.
struct Rows<'a> {
    comparison: &'a Comparison,
    option: &'a OptionResult,
}

/// Cash and present value; either can be absent.
type Amounts = [Option<Amount>; 2];

/// Period of a row.
#[derive(Clone, Copy)]
struct LinePeriod<'a> {
    /// Year or month.
    number: Option<u32>,
    /// Calendar name.
    date: Option<&'a str>,
}

impl LinePeriod<'_> {
    /// The whole horizon.
    const WHOLE: LinePeriod<'static> = LinePeriod { number: None, date: None };
}

impl<'a> Rows<'a> {
    fn of(comparison: &'a Comparison, option: &'a OptionResult) -> Rows<'a> {
        Rows { comparison, option }
    }

    /// Lines over the whole horizon, followed by figures that are part of no sum.
    fn whole(&self) -> Vec<Vec<Cell>> {
        let line = |line: &LineResult| {
            let amounts = [Some(line.total), Some(line.present_value)];
            self.row(
                ["line", line.group.name(), &line.name],
                line.label.as_deref(),
                LinePeriod::WHOLE,
                amounts,
                [None, None],
            )
        };
        let additional_row = |figure: &str, name: &str, label: Option<&str>, amounts| {
            self.row([figure, "", name], label, LinePeriod::WHOLE, [None, None], amounts)
        };
        let workloads = self.comparison.workloads.iter().filter_map(|workload| {
            let cost = workload.costs.iter().find(|cost| cost.option == self.option.name)?;
            Some(additional_row("workload", &workload.name, workload.label.as_deref(), [cost.total, cost.cost]))
        });
        let waste = self.option.waste.iter();
        let waste = waste.map(|waste| additional_row("waste", waste.cause.name(), None, [Some(waste.cost), None]));
        let loan = self.option.loan.iter();
        let loan =
            loan.map(|loan| additional_row("loan", "interest", None, [Some(loan.interest), Some(loan.present_value)]));
        self.option.lines.iter().map(line).chain(workloads).chain(waste).chain(loan).collect()
    }

    /// Lines in every period.
    fn over_time(&self, view: &View, at: usize) -> Vec<Vec<Cell>> {
        let lines = view.options.get(at).into_iter().flat_map(|option| &option.lines);
        lines.flat_map(|line| self.periods(view, line)).collect()
    }

    fn periods(&self, view: &View, line: &ViewLine) -> Vec<Vec<Cell>> {
        let amounts = line.amounts.iter().zip(&line.present_values);
        let date = |at: usize| view.dates.as_ref().and_then(|dates| dates.get(at)?.as_deref());
        let row = |(at, (period, (amount, present_value))): (usize, (&u32, (&Amount, &Amount)))| {
            let amount = match view.basis {
                TimeBasis::Cash | TimeBasis::Amortized => Some(*amount),
                TimeBasis::PresentValue => None,
            };
            let names = ["line", line.group.name(), &line.name];
            let line_result =
                self.option.lines.iter().find(|result| result.group == line.group && result.name == line.name);
            let label = line_result.and_then(|result| result.label.as_deref());
            let period = LinePeriod { number: Some(*period), date: date(at) };
            self.row(names, label, period, [amount, Some(*present_value)], [None, None])
        };
        view.columns.iter().zip(amounts).enumerate().map(row).collect()
    }

    fn row(
        &self,
        names: [&str; 3],
        label: Option<&str>,
        period: LinePeriod<'_>,
        amounts: Amounts,
        additional_row: Amounts,
    ) -> Vec<Cell> {
        let header = &self.comparison.header;
        let case = header.case.as_deref().unwrap_or(STATED);
        let option = [Cell::from(&header.name), case.into(), header.date.as_deref().into(), (&header.currency).into()];
        let option =
            option.into_iter().chain([(&self.option.name).into(), verdict(self.comparison, self.option).into()]);
        let names = names.into_iter().map(|name| Some(name).filter(|name| !name.is_empty()).into());
        let amounts = amounts.into_iter().chain(additional_row).map(|amount| Cell::amount(amount, header.minor_digits));
        let labels = [Cell::from(self.option.label.as_deref()), label.into()];
        let number = period.number.map_or(Cell::Absent, Cell::exact);
        option.chain(names).chain([number]).chain(amounts).chain(labels).chain([period.date.into()]).collect()
    }
}

/// Verdict about an option.
pub(super) fn verdict(comparison: &Comparison, option: &OptionResult) -> &'static str {
    if comparison.verdict.winner.as_ref() == Some(&option.name) {
        "wins"
    } else if !option.eligible() {
        "cannot be chosen"
    } else if !option.comparable() {
        "does not compare"
    } else {
        "could win"
    }
}
