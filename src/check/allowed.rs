//! What the author of a scenario sets aside: findings that are allowed, and costs that do not arise.

use super::rules::{self, Subject};
use super::{Policy, RuleLevel};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::scenario::{Allowance, Loaded, may_be_allowed};

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

/// Allowances that are past, and those that allow nothing. What this check does not look for may be found by another.
pub(super) fn idle(subject: &Subject<'_>, found: &[Diagnostic], policy: &Policy) -> Vec<Diagnostic> {
    let is_looked_for = |code: Code| {
        let awaits_a_day = subject.today.is_none() && rules::awaits_a_day(code);
        policy.level(code) != RuleLevel::Off && !awaits_a_day
    };
    // those about allowances may be as many as these
    let found: Vec<&Diagnostic> = found.iter().filter(|finding| may_be_allowed(finding.code)).collect();
    let finding = |allowance: &Allowance| {
        let rule = &allowance.rule.value;
        if subject.is_past(allowance) {
            let day = allowance.until?;
            let message = format!("`{rule}` was allowed until {}", day.value);
            Some(subject.finding(Code::ExpiredAllowance, day.at, message).label("mend what it allows, or decide anew"))
        } else if found.iter().any(|finding| is_for(allowance, finding))
            || !Code::named(rule).is_some_and(is_looked_for)
        {
            None
        } else {
            let place = allowance.path.as_ref().map_or("here".to_owned(), |path| format!("at `{}`", path.value));
            let message = format!("`{rule}` is allowed, and nothing {place} breaks it");
            Some(subject.finding(Code::UnusedAllowance, allowance.rule.at, message).label("remove this allowance"))
        }
    };
    subject.allowances().filter_map(finding).collect()
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

    /// Whether an allowance held until a day before the day of the check.
    fn is_past(&self, allowance: &Allowance) -> bool {
        self.today.zip(allowance.until).is_some_and(|(today, until)| until.value < today)
    }
}
