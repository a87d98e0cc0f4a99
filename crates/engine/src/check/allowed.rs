//! What the author of a scenario sets aside: findings that are allowed, and costs that do not arise.

use super::rules::{self, Subject};
use super::{Policy, RuleLevel};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::scenario::document::NodeId;
use crate::scenario::{Allowance, Loaded, may_be_allowed};
use std::collections::BTreeMap;

/// A finding that the author of a scenario allows.
#[derive(Debug)]
pub struct AllowedFinding<F = Diagnostic> {
    /// The finding.
    pub finding: F,
    /// Why it is allowed.
    pub reason: String,
    /// The last day on which it is.
    pub until: Option<String>,
}

/// A usual cost that the author of a scenario says does not arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotApplicable<P = Option<Place>> {
    /// The option, `own.hgx-h100`.
    pub option: String,
    /// The cost.
    pub cost: String,
    /// Why it does not.
    pub reason: String,
    /// Where that is said.
    pub place: P,
}

/// Findings that stand, and those that the author allows: each by the allowance that names its path most closely.
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

/// Whether an allowance is for a finding: of its rule, and at its path or below where it names one.
fn is_for(allowance: &Allowance, finding: &Diagnostic) -> bool {
    let is_at =
        |path: &str| finding.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    allowance.rule.value == finding.code.text() && allowance.path.as_ref().is_none_or(|path| is_at(&path.value))
}

/// Allowances that are past, those that allow nothing, and those that are there already: of several for the same rule and path one
/// finding, which names each. What this check does not look for may be found by another.
pub(super) fn idle(subject: &Subject<'_>, found: &[Diagnostic], policy: &Policy) -> Vec<Diagnostic> {
    let is_looked_for = |code: Code| {
        let awaits_a_day = subject.today.is_none() && rules::awaits_a_day(code);
        policy.level(code) != RuleLevel::Off && !awaits_a_day && !subject.was_given_up(code)
    };
    // those about allowances may be as many as these
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
    let message = format!("`{}` was allowed until {}", allowance.rule.value, day.value);
    Some(subject.finding(Code::ExpiredAllowance, day.at, message).label("mend what it allows, or decide anew"))
}

/// Allowances for the same, which nothing breaks.
fn unused(subject: &Subject<'_>, first: &Allowance, others: &[&Allowance]) -> Diagnostic {
    let place = first.path.as_ref().map_or("here".to_owned(), |path| format!("at `{}`", path.value));
    let message = format!("`{}` is allowed, and nothing {place} breaks it", first.rule.value);
    let label = if others.is_empty() { "remove this allowance" } else { "remove these allowances" };
    let finding = subject.finding(Code::UnusedAllowance, first.rule.at, message).label(label);
    let again = |finding: Diagnostic, other: &&Allowance| finding.related(subject.place(other.rule.at), "again here");
    others.iter().fold(finding, again)
}

/// Allowances for what an earlier one allows already; none where there are no such.
fn again(subject: &Subject<'_>, first: &Allowance, others: &[&Allowance]) -> Option<Diagnostic> {
    let (second, more) = others.split_first()?;
    let place = first.path.as_ref().map_or(String::new(), |path| format!(" at `{}`", path.value));
    let message = format!("`{}` is allowed{place} already", first.rule.value);
    let finding = subject.finding(Code::UnusedAllowance, second.rule.at, message).label("keep the one that holds");
    let finding = finding.related(subject.place(first.rule.at), "first here");
    let again = |finding: Diagnostic, other: &&Allowance| finding.related(subject.place(other.rule.at), "again here");
    Some(more.iter().fold(finding, again))
}

/// The costs that do not arise, in the order of the file.
pub(super) fn not_applicable(loaded: &Loaded) -> Vec<NotApplicable> {
    let scenario = &loaded.scenario;
    let own = scenario.own.iter().map(|option| ("own", &option.name, &option.value.not_applicable));
    let rent = scenario.rent.iter().map(|option| ("rent", &option.name, &option.value.not_applicable));
    let costs = own.chain(rent).flat_map(|(side, option, costs)| {
        costs.iter().map(move |cost| NotApplicable {
            option: format!("{side}.{option}"),
            cost: cost.name.clone(),
            reason: cost.value.value.clone(),
            place: loaded.document.place(cost.value.at),
        })
    });
    costs.collect()
}

impl Subject<'_> {
    /// What the author allows.
    pub(super) fn allowances(&self) -> impl Iterator<Item = &Allowance> {
        self.answer.loaded.scenario.allow.iter().flatten()
    }

    /// Where a value stands.
    fn place(&self, at: NodeId) -> Option<Place> {
        self.answer.loaded.document.place(at)
    }

    /// Whether an allowance held until a day before the day of the check.
    fn is_past(&self, allowance: &Allowance) -> bool {
        self.today.zip(allowance.until).is_some_and(|(today, until)| until.value < today)
    }
}
