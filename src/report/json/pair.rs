//! Pairs, the verdict, findings and lines over time.

use super::{Money, Number, number};
use crate::analysis::statement::{
    Basis, BreakEven, BreakEvenPoint, By, Disagreement, Header, Outcome, PairStatement, Reversal, Verdict, View, Winner,
};
use crate::diagnostic::{Diagnostic, SourceId};
use crate::reasons;
use rust_decimal::Decimal;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Pair<'a> {
    own: &'a str,
    rent: &'a str,
    break_even: Crossings,
    leased: bool,
    payback_month: Option<u32>,
    payback_turns: bool,
    payback_reversal: Option<Reversed>,
    discounted_payback_month: Option<u32>,
    discounted_payback_reversal: Option<Reversed>,
    break_even_horizon_months: Option<u32>,
    resale_needed: Option<String>,
    resale_counted: Option<String>,
    irr: Option<Number>,
    irr_reason: Option<String>,
}

impl<'a> Pair<'a> {
    pub(super) fn of(pair: &'a PairStatement, money: Money) -> Pair<'a> {
        Pair {
            own: &pair.own,
            rent: &pair.rent,
            break_even: Crossings::of(&pair.break_even),
            leased: pair.leased,
            payback_month: pair.payback_month,
            payback_turns: pair.payback_reversal.is_some(),
            payback_reversal: pair.payback_reversal.map(Reversed::of),
            discounted_payback_month: pair.discounted_payback_month,
            discounted_payback_reversal: pair.discounted_payback_reversal.map(Reversed::of),
            break_even_horizon_months: pair.break_even_horizon_months,
            resale_needed: pair.resale_needed.map(|resale| money.of(resale)),
            resale_counted: pair.resale_counted.map(|resale| money.of(resale)),
            irr: number(pair.irr),
            irr_reason: pair.no_return.as_ref().map(reasons::no_return),
        }
    }
}

/// That owning falls behind again: for how many months in all, how many times, and until when; `null` if to the end.
#[derive(Serialize)]
struct Reversed {
    months: u32,
    times: u32,
    until_month: Option<u32>,
}

impl Reversed {
    fn of(reversal: Reversal) -> Reversed {
        Reversed { months: reversal.months, times: reversal.times, until_month: reversal.until }
    }
}

/// One entry in each list for every point, but `wins`, which has one more.
#[derive(Serialize)]
pub(in crate::report) struct Crossings {
    outcome: Option<&'static str>,
    reason: Option<&'static str>,
    utilization: Vec<Option<Number>>,
    demand_utilization: Vec<Option<Number>>,
    hours_per_day: Vec<Option<Number>>,
    demand_factor: Vec<Number>,
    kinds: Vec<&'static str>,
    wins: Vec<&'static str>,
    factor_limit: Option<Number>,
    today: Option<Number>,
}

impl Crossings {
    pub(in crate::report) fn of(found: &BreakEven) -> Crossings {
        let (outcome, reason) = match found.outcome {
            Outcome::Crosses => (Some("crosses"), None),
            Outcome::AlwaysOwn | Outcome::Equal => (Some("always_own"), None),
            Outcome::AlwaysRent => (Some("always_rent"), None),
            Outcome::None(why) => (None, Some(reasons::no_break_even(why))),
        };
        let each = |value: fn(&BreakEvenPoint) -> Option<Decimal>| {
            found.points.iter().map(|point| number(value(point))).collect()
        };
        let winner = |winner: &Winner| match winner {
            Winner::Own => "own",
            Winner::Rent => "rent",
        };
        Crossings {
            outcome,
            reason,
            utilization: each(|point| point.utilization),
            demand_utilization: each(|point| point.demand_utilization),
            hours_per_day: each(|point| point.hours_per_day),
            demand_factor: found.points.iter().map(|point| Number(point.factor)).collect(),
            kinds: found.points.iter().map(|point| if point.jump { "jump" } else { "point" }).collect(),
            wins: found.wins.iter().map(winner).collect(),
            factor_limit: number(found.factor_limit),
            today: number(found.today),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Winning<'a> {
    winner: Option<&'a str>,
    close: bool,
    saving: Option<String>,
    saving_share: Option<Number>,
    runner_up: Option<&'a str>,
    disagreements: Vec<&'static str>,
    disagreement_messages: Vec<String>,
}

impl<'a> Winning<'a> {
    pub(super) fn of(verdict: &'a Verdict, money: Money) -> Winning<'a> {
        Winning {
            winner: verdict.winner.as_deref(),
            close: verdict.close,
            saving: verdict.saving.map(|saving| money.of(saving)),
            saving_share: number(verdict.saving_share),
            runner_up: verdict.runner_up.as_deref(),
            disagreements: verdict.disagreements.iter().map(Disagreement::metric).collect(),
            disagreement_messages: verdict.disagreements.iter().map(|d| reasons::disagreement(d, money.0)).collect(),
        }
    }
}

#[derive(Serialize)]
pub(super) struct Finding {
    code: &'static str,
    message: String,
    path: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
}

impl Finding {
    pub(super) fn of(finding: &Diagnostic, header: &Header) -> Finding {
        // a line of a `--set` is no line of the file
        let place = finding.place.filter(|place| place.source == SourceId::FILE);
        Finding {
            code: finding.code.text(),
            message: finding.message.clone(),
            path: finding.path.clone(),
            file: place.map(|_| header.file.clone()),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}

/// The lines over time, where they were asked for.
#[derive(Serialize)]
pub(super) struct Split<'a> {
    by: &'static str,
    basis: &'static str,
    columns: &'a [u32],
    options: Vec<SplitOption<'a>>,
}

#[derive(Serialize)]
struct SplitOption<'a> {
    name: &'a str,
    lines: Vec<SplitLine<'a>>,
    totals: Vec<String>,
    total: String,
}

#[derive(Serialize)]
struct SplitLine<'a> {
    name: &'a str,
    group: &'static str,
    amounts: Vec<String>,
    total: String,
}

impl<'a> Split<'a> {
    pub(super) fn of(view: &'a View, money: Money) -> Split<'a> {
        let amounts = |amounts: &[Decimal]| amounts.iter().map(|amount| money.of(*amount)).collect();
        let option = |option: &'a crate::analysis::statement::ViewOption| SplitOption {
            name: &option.name,
            lines: option
                .lines
                .iter()
                .map(|line| SplitLine {
                    name: &line.name,
                    group: line.group.name(),
                    amounts: amounts(&line.amounts),
                    total: money.of(line.total),
                })
                .collect(),
            totals: amounts(&option.totals),
            total: money.of(option.total),
        };
        Split {
            by: match view.by {
                By::Year => "year",
                By::Month => "month",
            },
            basis: match view.basis {
                Basis::Cash => "cash",
                Basis::Amortized => "amortized",
                Basis::PresentValue => "present-value",
            },
            columns: &view.columns,
            options: view.options.iter().map(option).collect(),
        }
    }
}
