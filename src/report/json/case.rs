//! The cases of a scenario, beside the file as it stands.

use super::Money;
use super::pair::{Crossings, Finding, Winning};
use crate::analysis::cases::CaseStatement;
use crate::analysis::statement::{Comparison, Header};
use crate::diagnostic::Diagnostic;
use crate::reasons;
use crate::report::compare::best_pair;
use serde::Serialize;

/// What a case sets and says; why it is refused, where it is.
#[derive(Serialize)]
pub(super) struct Case<'a> {
    name: &'a str,
    set: Vec<String>,
    refused_because: Vec<Finding>,
    verdict: Option<Winning<'a>>,
    options: Vec<Worth<'a>>,
    break_even: Option<Between<'a>>,
}

/// What an option costs in a case.
#[derive(Serialize)]
struct Worth<'a> {
    name: &'a str,
    eligible: bool,
    comparable: bool,
    present_value: String,
}

/// The break-even of the winner and the best option of the other side.
#[derive(Serialize)]
struct Between<'a> {
    own: &'a str,
    rent: &'a str,
    #[serde(flatten)]
    crossings: Crossings,
}

impl<'a> Case<'a> {
    pub(super) fn of(case: &'a CaseStatement, header: &Header) -> Case<'a> {
        let comparison = case.comparison();
        let findings: Vec<Diagnostic> = case.refusal().map(reasons::refused).unwrap_or_default();
        Case {
            name: &case.name,
            set: case.values.iter().map(|set| format!("{}={}", set.path, set.value)).collect(),
            refused_because: findings.iter().map(|finding| Finding::of(finding, header)).collect(),
            verdict: comparison.map(|comparison| Winning::of(&comparison.verdict, money(comparison))),
            options: comparison.map(options).unwrap_or_default(),
            break_even: comparison.and_then(best_pair).map(|pair| Between {
                own: &pair.own,
                rent: &pair.rent,
                crossings: Crossings::of(&pair.break_even),
            }),
        }
    }
}

fn money(comparison: &Comparison) -> Money {
    Money(comparison.header.minor_digits)
}

fn options(comparison: &Comparison) -> Vec<Worth<'_>> {
    let each = comparison.options.iter().map(|option| Worth {
        name: &option.name,
        eligible: option.eligible(),
        comparable: option.comparable(),
        present_value: money(comparison).of(option.present_value),
    });
    each.collect()
}
