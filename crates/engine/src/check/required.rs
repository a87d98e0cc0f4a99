//! Requirements of a repository that a scenario does not meet. No scenario can allow them.

use super::Requirement;
use super::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Document, NodeId, Origin};
use std::collections::BTreeSet;

/// Findings for all unmet requirements.
pub(super) fn unmet(subject: &Subject<'_>, required: &BTreeSet<Requirement>) -> Vec<Diagnostic> {
    let of_one = |requirement: &Requirement| match requirement {
        Requirement::Sources => sources(subject),
        Requirement::Owner => owner(subject),
        Requirement::ReviewBy => review_by(subject),
        Requirement::Expect => expect(subject),
        Requirement::ReasonUntil => reason_until(subject),
    };
    required.iter().flat_map(of_one).collect()
}

/// Whether a requirement replaces a rule.
pub(super) fn says_more(code: Code, required: &BTreeSet<Requirement>) -> bool {
    let requirement = match code {
        Code::NoOwner => Some(Requirement::Owner),
        Code::NoReview => Some(Requirement::ReviewBy),
        Code::OpenAllowance => Some(Requirement::ReasonUntil),
        _ => None,
    };
    requirement.is_some_and(|requirement| required.contains(&requirement))
}

fn owner(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let label = "add `owner:` with a team or a person";
    let missing = scenario.owner.is_none();
    of_the_whole(subject, missing, "owner", "this repository requires an owner; none is given", label)
}

fn review_by(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let label = "add `review_by:` with a date";
    let message = "this repository requires a review date; none is given";
    of_the_whole(subject, scenario.review_by.is_none(), "review_by", message, label)
}

fn expect(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let label = match &subject.answer.comparison.verdict.winner {
        Some(winner) => format!("add `expect: {{ winner: {winner} }}` if that was decided"),
        None => "add `expect:` with the decision".to_owned(),
    };
    let message = "this repository requires the decision; `expect` is missing";
    of_the_whole(subject, scenario.expect.is_none(), "expect", message, &label)
}

/// Finding for a missing top-level key, reported at the scenario's name.
fn of_the_whole(subject: &Subject<'_>, missing: bool, key: &str, message: &str, label: &str) -> Vec<Diagnostic> {
    if !missing {
        return Vec::new();
    }
    let finding = subject.finding(Code::UnmetRequirement, subject.answer.loaded.scenario.name.at, message);
    vec![Diagnostic { path: key.to_owned(), ..finding.label(label) }]
}

/// Allowances without an end date.
fn reason_until(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let open = subject.allowances().filter(|allowance| allowance.until.is_none());
    let finding = |rule: &str, at: NodeId| {
        let message = format!("this repository requires an end date for allowances; `{rule}` has none");
        let finding = subject.finding(Code::UnmetRequirement, at, message).label("add `until:` with a date");
        let around = document.node(at).parent.map(|around| document.path(around)).unwrap_or_default();
        Diagnostic { path: format!("{around}.until"), ..finding }
    };
    open.map(|allowance| finding(&allowance.rule.value, allowance.rule.at)).collect()
}

/// Prices of options without a source: every written amount that is not zero.
fn sources(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let loaded = &subject.answer.loaded;
    let document = &loaded.document;
    let numbers = document.numbers().into_iter();
    let prices = numbers.filter(|number| {
        let is_price = number.kind.unit.is_of_money() && !number.value.is_zero();
        is_price && document.origin(number.at) != Origin::Assumed && is_of_an_option(document, number.at)
    });
    let finding = |at: NodeId| {
        let path = document.path(at);
        let is_around =
            |source: &str| path.strip_prefix(source).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        if loaded.scenario.sources.iter().any(|entry| is_around(&entry.name)) {
            return None;
        }
        let message = format!("this repository requires a source for every price; `{}` has none", document.key(at));
        let label = format!("add `{path}: {{ from: …, date: … }}` to `sources`");
        Some(subject.finding(Code::UnmetRequirement, at, message).label(label))
    };
    prices.filter_map(|price| finding(price.at)).collect()
}

/// Whether a number belongs to an option.
fn is_of_an_option(document: &Document, at: NodeId) -> bool {
    matches!(document.keys(at).first(), Some(&("own" | "rent")))
}
