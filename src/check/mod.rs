//! Whether a scenario is valid, sensible, and still says what was decided: what a CI job asks of the files of a repository.
//!
//! Everything that `compare` would refuse is an error; the [rules] are judgements on scenarios that have an answer.
//! A [`Policy`] says how much each rule weighs; a scenario may say that one does not apply to it, and why.

mod expectations;
mod mend;
mod policy;
mod recognized;
pub mod rules;
mod weighing;

pub use mend::mend;
pub use policy::{Policy, RuleLevel};
pub use recognized::is_scenario;
pub use weighing::{Weighing, standing, weighing, weighing_of_uncertainty};

use crate::amount::Ratio;
use crate::analysis::cases::{CaseStatement, cases};
use crate::analysis::{self, Answer, Depth, Effort};
use crate::demand::trace::Traces;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceId, Sources};
use crate::reasons;
use crate::scenario::document::NodeId;
use crate::scenario::{self, Allowance, Files, Rejected, Setting};
use rules::Subject;

/// What was found in a file.
#[derive(Debug)]
pub struct Checked {
    /// The texts that places refer to, and the file's name.
    pub sources: Sources,
    /// What it decides; nothing if it is not valid.
    pub decided: Option<Decided>,
    /// Findings that stand, errors first, then by place.
    pub findings: Vec<Diagnostic>,
    /// Findings that its author allows.
    pub allowed: Vec<AllowedFinding>,
}

/// What a valid scenario decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The option that wins, if any may be chosen.
    pub winner: Option<String>,
    /// By how much, as a share of the runner-up's present value.
    pub saving_share: Option<Ratio>,
}

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

impl Checked {
    /// A file that could not be read as text, with the reason.
    #[must_use]
    pub fn unreadable(name: &str, reason: &str) -> Checked {
        let finding = Diagnostic::new(Code::UnreadableFile, String::new(), None, reason);
        let sources = Sources::new(name, "", Vec::new());
        Checked { sources, decided: None, findings: vec![finding], allowed: Vec::new() }
    }

    /// How much the gravest finding weighs.
    #[must_use]
    pub fn gravest(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).min()
    }
}

/// Checks the text of a scenario. Its traces are read from `files`.
#[must_use]
pub fn check(name: &str, text: &str, settings: &[Setting], files: &dyn Files, policy: &Policy) -> Checked {
    match answer(name, text, settings, files) {
        Ok(answer) => {
            let cases = cases(&answer.loaded, files, Depth::Verdict);
            judged(answer, &cases, policy)
        }
        Err(Rejected { diagnostics, sources }) => {
            Checked { sources, decided: None, findings: weighed(diagnostics, policy), allowed: Vec::new() }
        }
    }
}

fn answer(name: &str, text: &str, settings: &[Setting], files: &dyn Files) -> Result<Answer, Rejected> {
    let loaded = scenario::load(name, text, settings)?;
    let traces = Traces::read(&loaded, files)?;
    // rules and expectations ask for more where they need it
    Ok(analysis::answer_to(loaded, traces, Depth::Verdict, Effort::USUAL)?)
}

/// Why cases are refused, each error at its place.
fn refused(cases: &[CaseStatement<Answer>]) -> impl Iterator<Item = Diagnostic> {
    let errors = cases.iter().filter_map(|case| Some((case, reasons::refused(case.refusal()?))));
    errors.flat_map(|(case, findings)| findings.into_iter().map(|finding| of_case(&case.name, finding)))
}

/// A finding in a case, without lines of traces, which are not at hand beside the file as it stands.
fn of_case(case: &str, mut finding: Diagnostic) -> Diagnostic {
    finding.related.retain(|(place, _)| !matches!(place.source, SourceId::Trace(_)));
    Diagnostic { message: expectations::in_case(case, &finding.message), ..finding }
}

/// What is found in a scenario that has an answer.
fn judged(answer: Answer, cases: &[CaseStatement<Answer>], policy: &Policy) -> Checked {
    let subject = Subject { answer: &answer, today: policy.today };
    let mut found = answer.warnings();
    found.extend(found_by_rules(&subject, policy));
    let (mut findings, mut allowed) = sifted(weighed(found, policy), &subject);
    findings.extend(weighed(idle_allowances(&subject, &allowed, policy), policy));
    findings.extend(refused(cases));
    findings.extend(expectations::unmet(&subject, cases));
    findings.sort_by_key(|finding| (finding.severity, finding.place));
    let labels = &answer.comparison.header.labels;
    let allowed_findings = allowed.iter_mut().map(|one| &mut one.finding);
    for finding in findings.iter_mut().chain(allowed_findings) {
        finding.message = labels.beside_paths(&finding.message);
    }
    let verdict = &answer.comparison.verdict;
    let decided = Decided { winner: verdict.winner.clone(), saving_share: verdict.saving_share };
    Checked { decided: Some(decided), findings, allowed, sources: answer.loaded.sources }
}

/// What the rules find that a policy applies; one that it turns off is not looked for.
fn found_by_rules(subject: &Subject<'_>, policy: &Policy) -> Vec<Diagnostic> {
    let applied = rules::all().filter(|rule| rule.since <= policy.rules && policy.level(rule.code) != RuleLevel::Off);
    applied.flat_map(|rule| rule.look(subject)).collect()
}

/// Findings with the weight that a policy gives them; without those that it turns off.
fn weighed(found: Vec<Diagnostic>, policy: &Policy) -> Vec<Diagnostic> {
    let mut weighed: Vec<Diagnostic> = found
        .into_iter()
        .filter_map(|finding| match policy.level(finding.code) {
            RuleLevel::Off => None,
            RuleLevel::At(severity) => Some(Diagnostic { severity, ..finding }),
        })
        .collect();
    weighed.sort_by_key(|finding| (finding.severity, finding.place));
    weighed
}

/// Findings that stand, and those that the author allows.
fn sifted(found: Vec<Diagnostic>, subject: &Subject<'_>) -> (Vec<Diagnostic>, Vec<AllowedFinding>) {
    let (mut stand, mut allowed) = (Vec::new(), Vec::new());
    for diagnostic in found {
        let holds =
            |allowance: &&Allowance| allowance.rule.value == diagnostic.code.text() && !subject.is_past(allowance);
        match subject.allowances().find(holds) {
            Some(allowance) => allowed.push(AllowedFinding {
                finding: diagnostic,
                reason: allowance.reason.value.clone(),
                until: allowance.until.map(|day| day.value.to_string()),
            }),
            None => stand.push(diagnostic),
        }
    }
    (stand, allowed)
}

/// Allowances that are past, and those that allow nothing. What this check does not look for may be found by another.
fn idle_allowances(subject: &Subject<'_>, allowed: &[AllowedFinding], policy: &Policy) -> Vec<Diagnostic> {
    let is_used = |allowance: &Allowance| allowed.iter().any(|one| one.finding.code.text() == allowance.rule.value);
    let is_looked_for = |code: Code| {
        let awaits_a_day = subject.today.is_none() && rules::FOUND_ON_A_DAY.contains(&code);
        policy.level(code) != RuleLevel::Off && !awaits_a_day
    };
    let finding = |allowance: &Allowance| {
        let rule = &allowance.rule.value;
        if subject.is_past(allowance) {
            let day = allowance.until?;
            let message = format!("`{rule}` was allowed until {}", day.value);
            Some(subject.finding(Code::ExpiredAllowance, day.at, message).label("mend what it allows, or decide anew"))
        } else if is_used(allowance) || !Code::named(rule).is_some_and(is_looked_for) {
            None
        } else {
            let message = format!("`{rule}` is allowed, and nothing here breaks it");
            Some(subject.finding(Code::UnusedAllowance, allowance.rule.at, message).label("remove this allowance"))
        }
    };
    subject.allowances().filter_map(finding).collect()
}

impl Subject<'_> {
    /// What the author allows.
    fn allowances(&self) -> impl Iterator<Item = &Allowance> {
        self.answer.loaded.scenario.allow.iter().flatten()
    }

    /// Whether an allowance held until a day before the day of the check.
    fn is_past(&self, allowance: &Allowance) -> bool {
        self.today.zip(allowance.until).is_some_and(|(today, until)| until.value < today)
    }

    /// A finding at a value.
    pub(crate) fn finding(&self, code: Code, at: NodeId, message: impl Into<String>) -> Diagnostic {
        self.answer.loaded.document.diagnostic(code, at, message)
    }
}
