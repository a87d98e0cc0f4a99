//! Data rows of a cash plan: one row per period of each scenario.

use crate::analysis::cash_plan::{CashMember, CashPlan, CashWinner, PeriodCash};
use crate::report::page::{Cell, Data};
use crate::scenario::cases::STATED;
use crate::scenario::document::CalendarMonth;

/// Columns: scenario, then the period of the row and the cash of the winning option in it.
const COLUMNS: [&str; 17] = [
    "file",
    "scenario",
    "case",
    "date",
    "currency",
    "by",
    "period",
    "first_month",
    "option",
    "kind",
    "close",
    "capital",
    "operating",
    "other",
    "total",
    "option_label",
    "tax",
];

/// A row per period of each winning option; a scenario without an eligible option has one row without a period.
pub(super) fn data(plan: &CashPlan) -> Data {
    let rows = |member: &CashMember| match &member.winner {
        Some(winner) => winner.periods.iter().map(|of| row(plan, member, Some((winner, of)))).collect(),
        None => vec![row(plan, member, None)],
    };
    Data::new(COLUMNS, plan.members.iter().flat_map(rows))
}

fn row(plan: &CashPlan, member: &CashMember, of: Option<(&CashWinner, &(CalendarMonth, PeriodCash))>) -> Vec<Cell> {
    let header = &member.header;
    let (winner, period) = of.unzip();
    let amount = |part: fn(&PeriodCash) -> crate::amount::Amount| {
        Cell::amount(period.map(|(_, cash)| part(cash)), header.minor_digits)
    };
    let close = |winner: &CashWinner| if winner.close { "yes" } else { "no" };
    vec![
        (&header.file).into(),
        (&header.name).into(),
        header.case.as_deref().unwrap_or(STATED).into(),
        header.date.as_deref().into(),
        (&header.currency).into(),
        plan.by.text().into(),
        period.map(|(first, _)| plan.name(*first)).into(),
        period.map(|(first, _)| first.to_string()).into(),
        winner.map(|winner| &winner.option).into(),
        winner.map(|winner| winner.kind.name()).into(),
        winner.map(close).into(),
        amount(|cash| cash.capital),
        amount(|cash| cash.operating),
        amount(|cash| cash.other),
        amount(|cash| cash.total),
        winner.and_then(|winner| winner.label.as_deref()).into(),
        amount(|cash| cash.tax),
    ]
}
