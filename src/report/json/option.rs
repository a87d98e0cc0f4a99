//! An option: its figures, its lines, and what stands beside them.

use super::{Money, Number, number};
use crate::analysis::statement::{
    CashAhead, CommitmentStatement, ElsewhereStatement, LineStatement, LoanStatement, OptionStatement, PartStatement,
    WasteStatement, YearStatement,
};
use crate::reasons;
use rust_decimal::Decimal;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Choice<'a> {
    name: &'a str,
    kind: &'static str,
    eligible: bool,
    ineligible_because: Vec<String>,
    comparable: bool,
    not_comparable_because: Vec<String>,
    work_done: Option<Number>,
    total: String,
    present_value: String,
    per_month: String,
    per_useful_hour: Option<Number>,
    unit: Option<&'a str>,
    per_unit: Option<Number>,
    useful_hours: Number,
    useful_share_of_paid_hours: Option<Number>,
    waste: Vec<Waste>,
    utilization: Option<Number>,
    hours_lost_to_downtime: Number,
    hours_undone: Number,
    hours_without_headroom: Number,
    hours_elsewhere: Vec<Elsewhere<'a>>,
    parts: Vec<Part<'a>>,
    energy_kwh_per_year: Option<Number>,
    carbon_kg_per_year: Option<Number>,
    nodes: Option<Number>,
    amortized_capital: Option<String>,
    book_resale: Option<String>,
    lines: Vec<Line<'a>>,
    years: Vec<Annual>,
    commitments: Vec<Commitment<'a>>,
    cash_ahead: Vec<Ahead<'a>>,
    left_out: &'a [String],
    loan: Option<Loan>,
}

impl<'a> Choice<'a> {
    pub(super) fn of(option: &'a OptionStatement, money: Money) -> Choice<'a> {
        let line = |line: &'a LineStatement| Line {
            name: &line.name,
            group: line.group.name(),
            total: money.of(line.total),
            present_value: money.of(line.present_value),
        };
        let year = |year: &YearStatement| Annual {
            year: year.year,
            cash: money.of(year.cash),
            amortized: money.of(year.amortized),
            present_value: money.of(year.present_value),
        };
        Choice {
            name: &option.name,
            kind: option.kind.name(),
            eligible: option.eligible(),
            ineligible_because: option.ineligible_because.iter().map(reasons::ineligible).collect(),
            comparable: option.comparable(),
            not_comparable_because: option.not_comparable_because.iter().map(reasons::not_comparable).collect(),
            work_done: number(option.work_done),
            total: money.of(option.total),
            present_value: money.of(option.present_value),
            per_month: money.of(option.per_month),
            per_useful_hour: number(option.per_useful_hour),
            unit: option.output_unit.as_deref(),
            per_unit: number(option.per_unit),
            useful_hours: Number(option.useful_hours),
            useful_share_of_paid_hours: number(option.useful_share_of_paid_hours),
            waste: option.waste.iter().map(|waste| Waste::of(waste, money)).collect(),
            utilization: number(option.utilization),
            hours_lost_to_downtime: Number(option.hours_lost_to_downtime),
            hours_undone: Number(option.hours_undone),
            hours_without_headroom: Number(option.hours_without_headroom),
            hours_elsewhere: option.hours_elsewhere.iter().map(Elsewhere::of).collect(),
            parts: option.parts.iter().map(Part::of).collect(),
            energy_kwh_per_year: number(option.energy_kwh_per_year),
            carbon_kg_per_year: number(option.carbon_kg_per_year),
            nodes: number(option.nodes),
            amortized_capital: option.amortized_capital.map(|capital| money.of(capital)),
            book_resale: option.book_resale.map(|book| money.of(book)),
            lines: option.lines.iter().map(line).collect(),
            years: option.years.iter().map(year).collect(),
            commitments: option.commitments.iter().map(Commitment::of).collect(),
            cash_ahead: option.cash_ahead.iter().map(|ahead| Ahead::of(ahead, money)).collect(),
            left_out: &option.left_out,
            loan: option.loan.as_ref().map(|loan| Loan::of(loan, money)),
        }
    }
}

#[derive(Serialize)]
struct Line<'a> {
    name: &'a str,
    group: &'static str,
    total: String,
    present_value: String,
}

#[derive(Serialize)]
struct Annual {
    year: u32,
    cash: String,
    amortized: String,
    present_value: String,
}

#[derive(Serialize)]
struct Commitment<'a> {
    name: &'a str,
    used_share: Option<Number>,
    covered_share: Option<Number>,
}

impl<'a> Commitment<'a> {
    fn of(commitment: &'a CommitmentStatement) -> Commitment<'a> {
        Commitment {
            name: &commitment.name,
            used_share: number(commitment.used_share),
            covered_share: number(commitment.covered_share),
        }
    }
}

#[derive(Serialize)]
struct Ahead<'a> {
    other: &'a str,
    amount: String,
    month: u32,
}

impl<'a> Ahead<'a> {
    fn of(ahead: &'a CashAhead, money: Money) -> Ahead<'a> {
        Ahead { other: &ahead.other, amount: money.of(ahead.amount), month: ahead.month }
    }
}

/// Hours owned or paid for that are not useful, and what they cost in cash.
#[derive(Serialize)]
struct Waste {
    cause: &'static str,
    hours: Number,
    share: Number,
    cost: String,
}

impl Waste {
    fn of(waste: &WasteStatement, money: Money) -> Waste {
        Waste {
            cause: waste.cause.name(),
            hours: Number(waste.hours),
            share: Number(waste.share),
            cost: money.of(waste.cost),
        }
    }
}

#[derive(Serialize)]
struct Elsewhere<'a> {
    group: &'static str,
    option: &'a str,
    useful_hours: Number,
    share: Option<Number>,
}

impl<'a> Elsewhere<'a> {
    fn of(elsewhere: &'a ElsewhereStatement) -> Elsewhere<'a> {
        Elsewhere {
            group: elsewhere.group.name(),
            option: &elsewhere.option,
            useful_hours: Number(elsewhere.useful_hours),
            share: number(elsewhere.share),
        }
    }
}

#[derive(Serialize)]
struct Part<'a> {
    option: &'a str,
    workloads: &'a [String],
}

impl<'a> Part<'a> {
    fn of(part: &'a PartStatement) -> Part<'a> {
        Part { option: &part.option, workloads: &part.workloads }
    }
}

/// A loan beside the result; `years` is its cash, year 0 the moment of the decision.
#[derive(Serialize)]
struct Loan {
    borrowed: String,
    payment: String,
    balance: String,
    interest: String,
    present_value: String,
    years: Vec<String>,
}

impl Loan {
    fn of(loan: &LoanStatement, money: Money) -> Loan {
        Loan {
            borrowed: money.of(loan.borrowed),
            payment: money.of(loan.payment),
            balance: money.of(loan.balance),
            interest: money.of(loan.interest),
            present_value: money.of(loan.present_value),
            years: loan.years.iter().map(|year: &Decimal| money.of(*year)).collect(),
        }
    }
}
