//! Findings for a scenario without a result, at the place that has to change.

use super::standing;
use crate::analysis::cases::Refusal;
use crate::analysis::{NoAnswer, TooVaried};
use crate::diagnostic::{Code, Diagnostic, Severity};
use crate::scenario::document::NodeId;
use crate::scenario::rent::Rent;
use crate::scenario::{Loaded, Rejected, Scenario};
use crate::sheet::EvaluationErrorKind;
use crate::variation::{self, Broken, BrokenRule, NoValue, Unanswered};

impl From<Box<NoAnswer>> for Rejected {
    fn from(no_answer: Box<NoAnswer>) -> Rejected {
        let diagnostics = no_answer_because(&no_answer);
        let (NoAnswer::TooVaried(loaded, _) | NoAnswer::Unanswered(loaded, _)) = *no_answer;
        Rejected { diagnostics, sources: loaded.sources }
    }
}

/// Findings for which a scenario has no result.
fn no_answer_because(no_answer: &NoAnswer) -> Vec<Diagnostic> {
    match no_answer {
        NoAnswer::TooVaried(loaded, why) => vec![too_varied(loaded, why)],
        NoAnswer::Unanswered(loaded, why) => unanswered(loaded, why),
    }
}

/// Errors for which a scenario is rejected in one of its cases; at least one.
#[must_use]
pub fn refused(refusal: &Refusal) -> Vec<Diagnostic> {
    match refusal {
        Refusal::Invalid(rejected) => {
            let errors = rejected.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
            errors.cloned().collect()
        }
        Refusal::NoAnswer(no_answer) => no_answer_because(no_answer),
    }
}

/// Findings for a scenario whose figures cannot be computed.
#[must_use]
pub fn unanswered(loaded: &Loaded, why: &Unanswered) -> Vec<Diagnostic> {
    match why {
        Unanswered::NoValue { why, largest_input } => vec![no_value(loaded, why, *largest_input)],
        Unanswered::Broken(rules) => {
            let mut found: Vec<Diagnostic> = Vec::new();
            for rule in rules {
                let diagnostic = broken(loaded, rule);
                // an option in several roles breaks a rule only once
                if found.iter().all(|other| (other.code, &other.path) != (diagnostic.code, &diagnostic.path)) {
                    found.push(diagnostic);
                }
            }
            found
        }
    }
}

/// A figure that cannot be computed, reported at its largest input.
fn no_value(loaded: &Loaded, why: &NoValue, largest_input: Option<NodeId>) -> Diagnostic {
    let (document, message) = (&loaded.document, standing::no_value(why));
    match why.error {
        EvaluationErrorKind::TooLarge | EvaluationErrorKind::DivisionByZero => {
            let at = largest_input.unwrap_or(NodeId::ROOT);
            document.diagnostic(why.code(), at, message).label("its largest input")
        }
        EvaluationErrorKind::TooManyLevels => {
            let at = document.find("demand.workloads").unwrap_or(NodeId::ROOT);
            document.diagnostic(why.code(), at, message).label("combine the traces into one, or round their levels")
        }
    }
}

/// More levels of traces than can be computed in a reasonable time.
fn too_varied(loaded: &Loaded, TooVaried { at, levels, most, years, options }: &TooVaried) -> Diagnostic {
    let message = format!(
        "the traces have {levels} distinct levels; the limit over {years} years and for {options} options is {most}"
    );
    let label = "round its levels, for example to whole accelerators";
    loaded.document.diagnostic(Code::TooManyLevels, *at, message).label(label)
}

/// A broken rule, where it is broken the most, and what to type.
fn broken(loaded: &Loaded, rule: &BrokenRule) -> Diagnostic {
    let (document, scenario) = (&loaded.document, &loaded.scenario);
    let why = variation::broken(scenario, document, rule);
    let message = standing::broken(&why);
    match why {
        Broken::DemandExceedsFleet { nodes, .. } => {
            let option = rule.at();
            let at = document.member(option, "nodes").or(document.member(option, "purchases")).unwrap_or(option);
            let label = format!("{}own {nodes} more, or add `burst_to: wait`", burst_hint(scenario));
            document.diagnostic(rule.rule().code(), at, message).label(label)
        }
        Broken::SpotCannotFinish { spot } => {
            let place = document.find(&spot).and_then(|at| document.key_place(at));
            let is_on_spot = spot.rsplit('.').next() == Some("spot");
            let rest = if is_on_spot { ", a shorter restart, or `share: 0%`" } else { ", or a shorter restart" };
            let diagnostic = Diagnostic::new(rule.rule().code(), spot, place, message);
            diagnostic.label(format!("fewer interruptions, smaller jobs{rest}"))
        }
        Broken::LimitExceeded { needed, .. } => {
            let of_quota = |rent: &Rent| rent.max_instances.as_ref().is_some_and(|quota| quota.at == rule.at());
            let limited = scenario.rent.iter().map(|entry| &entry.value).find(|rent| of_quota(rent));
            let rest = match limited.map(|rent| rent.burst_to.is_some()) {
                Some(true) => "; `burst_to` does not serve work that can wait, or load from other options",
                Some(false) => ", or name the option that serves the rest: `burst_to: NAME`",
                None => "",
            };
            let label = format!("write at least {needed}{rest}");
            document.diagnostic(rule.rule().code(), rule.at(), message).label(label)
        }
    }
}

fn burst_hint(scenario: &Scenario) -> String {
    let rented = scenario.rent.iter().next();
    rented.map(|rent| format!("add `burst_to: {}`, or ", rent.name)).unwrap_or_default()
}
