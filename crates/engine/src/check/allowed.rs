//! Allowances of a scenario: allowed findings, and costs declared not applicable.

use super::rules::{self, Subject};
use super::{Policy, RuleLevel};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::model::OptionId;
use crate::scenario::document::NodeId;
use crate::scenario::{Allowance, Loaded, may_be_allowed};
use std::collections::BTreeMap;

/// A finding that the scenario allows.
#[derive(Debug)]
pub struct AllowedFinding<F = Diagnostic> {
    /// The finding.
    pub finding: F,
    /// Reason for the allowance.
    pub reason: String,
    /// Last day of the allowance.
    pub until: Option<String>,
}

/// A usual cost that the scenario declares not applicable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotApplicable<P = Option<Place>> {
    /// The option, `own.hgx-h100`.
    pub option: OptionId,
    /// The cost.
    pub cost: String,
    /// Reason.
    pub reason: String,
    /// Place of the declaration.
    pub place: P,
}

/// Splits findings into open and allowed ones. Of several matching allowances, the one with the longest path applies.
pub(super) fn sifted(found: Vec<Diagnostic>, subject: &Subject<'_>) -> (Vec<Diagnostic>, Vec<AllowedFinding>) {
    let (mut stand, mut allowed) = (Vec::new(), Vec::new());
    for finding in found {
        if !may_be_allowed(finding.code) {
            stand.push(finding);
            continue;
        }
        let holds = subject.allowances().filter(|allowance| !subject.is_past(allowance) && is_for(allowance, &finding));
        let closest = holds.max_by_key(|allowance| allowance.path.as_ref().map_or(0, |path| path.value.len()));
        match closest {
            Some(allowance) => allowed.push(AllowedFinding {
                finding,
                reason: allowance.reason.value.clone(),
                until: allowance.until.map(|day| day.value.to_string()),
            }),
            None => stand.push(finding),
        }
    }
    (stand, allowed)
}

/// Whether an allowance covers a finding: same rule, and at its path or below if it has one.
fn is_for(allowance: &Allowance, finding: &Diagnostic) -> bool {
    let is_at =
        |path: &str| finding.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    allowance.rule.value == finding.code.text() && allowance.path.as_ref().is_none_or(|path| is_at(&path.value))
}

/// Findings about expired, unused and repeated allowances; one finding for all allowances with the same rule and path. Rules
/// that this check does not apply are left out, because another check may apply them.
pub(super) fn idle(subject: &Subject<'_>, found: &[Diagnostic], policy: &Policy) -> Vec<Diagnostic> {
    let is_looked_for = |code: Code| {
        let awaits_a_day = subject.today.is_none() && rules::awaits_a_day(code);
        policy.level(code) != RuleLevel::Off && !awaits_a_day && !subject.was_given_up(code)
    };
    // only these can match an allowance
    let found: Vec<&Diagnostic> = found.iter().filter(|finding| may_be_allowed(finding.code)).collect();
    let is_unused = |allowance: &Allowance| {
        let is_met = found.iter().any(|finding| is_for(allowance, finding));
        !is_met && Code::named(&allowance.rule.value).is_some_and(is_looked_for)
    };
    let (past, holding): (Vec<&Allowance>, Vec<&Allowance>) =
        subject.allowances().partition(|allowance| subject.is_past(allowance));
    let mut alike: BTreeMap<(&str, Option<&str>), Vec<&Allowance>> = BTreeMap::new();
    for allowance in holding {
        let path = allowance.path.as_ref().map(|path| path.value.as_str());
        alike.entry((&allowance.rule.value, path)).or_default().push(allowance);
    }
    let expired = past.into_iter().filter_map(|allowance| expired(subject, allowance));
    let idle = alike.into_values().filter_map(|alike| {
        let (first, others) = alike.split_first()?;
        if is_unused(first) { Some(unused(subject, first, others)) } else { again(subject, first, others) }
    });
    expired.chain(idle).collect()
}

fn expired(subject: &Subject<'_>, allowance: &Allowance) -> Option<Diagnostic> {
    let day = allowance.until?;
    let message = format!("the allowance of `{}` ended on {}", allowance.rule.value, day.value);
    Some(subject.finding(Code::ExpiredAllowance, day.at, message).label("fix what it allowed, or extend it"))
}

/// Finding for allowances of a rule that finds nothing.
fn unused(subject: &Subject<'_>, first: &Allowance, others: &[&Allowance]) -> Diagnostic {
    let place = first.path.as_ref().map_or("here".to_owned(), |path| format!("at `{}`", path.value));
    let message = format!("`{}` is allowed, but finds nothing {place}", first.rule.value);
    let label = if others.is_empty() { "remove this allowance" } else { "remove these allowances" };
    let finding = subject.finding(Code::UnusedAllowance, first.rule.at, message).label(label);
    let again = |finding: Diagnostic, other: &&Allowance| finding.related(subject.place(other.rule.at), "again here");
    others.iter().fold(finding, again)
}

/// Finding for allowances that repeat an earlier one, if any.
fn again(subject: &Subject<'_>, first: &Allowance, others: &[&Allowance]) -> Option<Diagnostic> {
    let (second, more) = others.split_first()?;
    let place = first.path.as_ref().map_or(String::new(), |path| format!(" at `{}`", path.value));
    let message = format!("`{}` is already allowed{place}", first.rule.value);
    let finding =
        subject.finding(Code::UnusedAllowance, second.rule.at, message).label("keep the one whose reason applies");
    let finding = finding.related(subject.place(first.rule.at), "first here");
    let again = |finding: Diagnostic, other: &&Allowance| finding.related(subject.place(other.rule.at), "again here");
    Some(more.iter().fold(finding, again))
}

/// Costs declared not applicable, in the order of the scenario.
pub(super) fn not_applicable(loaded: &Loaded) -> Vec<NotApplicable> {
    let scenario = &loaded.scenario;
    let own = scenario.own.iter().map(|option| (OptionId::own(&option.name), &option.value.not_applicable));
    let rent = scenario.rent.iter().map(|option| (OptionId::rent(&option.name), &option.value.not_applicable));
    let costs = own.chain(rent).flat_map(|(option, costs)| {
        costs.iter().map(move |cost| NotApplicable {
            option: option.clone(),
            cost: cost.name.clone(),
            reason: cost.value.value.clone(),
            place: loaded.document.place(cost.value.at),
        })
    });
    costs.collect()
}

impl Subject<'_> {
    /// Allowances of the scenario.
    pub(super) fn allowances(&self) -> impl Iterator<Item = &Allowance> {
        self.answer.loaded.scenario.allow.iter().flatten()
    }

    /// Place of a value.
    fn place(&self, at: NodeId) -> Option<Place> {
        self.answer.loaded.document.place(at)
    }

    /// Whether an allowance ended before the day of the check.
    fn is_past(&self, allowance: &Allowance) -> bool {
        self.today.zip(allowance.until).is_some_and(|(today, until)| until.value < today)
    }
}
