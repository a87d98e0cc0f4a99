//! Checks scenarios, as a CI job does: they are valid and plausible, and still give the result that was decided.
//!
//! Everything that `compare` refuses is an error; the [rules] judge scenarios that have an answer. A [`Policy`] sets the
//! severity of each rule; a scenario may allow a rule, with a reason.

mod allowed;
mod baseline;
mod budget;
mod caveats;
mod expectations;
mod fixing;
mod named_files;
mod policy;
mod recognized;
mod required;
pub mod rules;
mod shared;
mod undecided;

pub use allowed::{AllowedFinding, NotApplicable};
pub use baseline::{BASELINE, Baseline, KnownFindings};
pub use caveats::{Caveat, caveats, caveats_of_uncertainty, doubts_a_number, standing};
pub use fixing::fixed_text;
pub use policy::{FolderPolicy, Policies, Policy, Requirement, RuleLevel};
pub use recognized::{is_emptied, is_scenario};
pub use shared::SharedFile;

use crate::amount::Ratio;
use crate::analysis::cases::{CaseResult, cases};
use crate::analysis::{self, Answer, BudgetMultiple, Depth};
use crate::demand::trace::Traces;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceId, Sources};
use crate::model::OptionId;
use crate::reasons;
use crate::scenario::document::NodeId;
use crate::scenario::{self, Files, LoadRequest, Rejected, Setting};
use budget::WorkBudget;
use named_files::NamedFiles;
use rules::Subject;

/// Result of checking a file.
#[derive(Debug)]
pub struct Checked {
    /// Texts that places refer to, and the name of the file.
    pub sources: Sources,
    /// The decision; `None` if the scenario is invalid.
    pub decided: Option<Decided>,
    /// Whether the check was complete.
    pub extent: Completeness,
    /// Open findings, errors first, then by place.
    pub findings: Vec<Diagnostic>,
    /// Findings that the scenario allows.
    pub allowed: Vec<AllowedFinding>,
    /// Costs that the scenario declares not applicable.
    pub not_applicable: Vec<NotApplicable>,
}

/// Extent of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Complete: what is not reported does not occur.
    Whole,
    /// Partial: the scenario is invalid, so no rule was applied; or not all scenarios that extend the file were checked.
    Part,
}

/// Decision of a valid scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The winner, if any option can be chosen.
    pub winner: Option<OptionId>,
    /// Saving as a share of the runner-up's present value.
    pub saving_share: Option<Ratio>,
    /// Whether the saving is too close to call.
    pub close: bool,
}

impl Checked {
    /// Result for a file that cannot be read as text, with the reason.
    #[must_use]
    pub fn unreadable(name: &str, reason: &str) -> Checked {
        let finding = Diagnostic::new(Code::UnreadableFile, String::new(), None, reason);
        let sources = Sources::new(name, "", Vec::new());
        Checked::refused(vec![finding], sources)
    }

    /// Result for a file without an answer.
    fn refused(findings: Vec<Diagnostic>, sources: Sources) -> Checked {
        let (allowed, not_applicable) = (Vec::new(), Vec::new());
        Checked { sources, decided: None, extent: Completeness::Part, findings, allowed, not_applicable }
    }

    /// Highest severity of the findings.
    #[must_use]
    pub fn gravest(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).min()
    }
}

/// Checks the text of a scenario. Reads its traces, the files that it extends and those that its sources name with a SHA-256
/// from `files`.
#[must_use]
pub fn check(name: &str, text: &str, settings: &[Setting], files: &dyn Files, policy: &Policy) -> Checked {
    checked_answer(name, text, settings, files, policy).0
}

/// Same as [`check`], with the answer that was judged, computed to the depth of the verdict; `None` for a refused scenario.
#[must_use]
pub fn checked_answer(
    name: &str,
    text: &str,
    settings: &[Setting],
    files: &dyn Files,
    policy: &Policy,
) -> (Checked, Option<Answer>) {
    match answer(name, text, settings, files, policy.effort) {
        Ok(answer) => {
            let cases = cases(&answer.loaded, files, Depth::Verdict);
            let named_files = NamedFiles::read(&answer.loaded, files);
            (judged(&answer, &cases, &named_files, policy), Some(answer))
        }
        Err(Rejected { diagnostics, sources }) => (Checked::refused(by_policy(diagnostics, policy), sources), None),
    }
}

fn answer(
    name: &str,
    text: &str,
    settings: &[Setting],
    files: &dyn Files,
    effort: BudgetMultiple,
) -> Result<Answer, Rejected> {
    let request = LoadRequest { settings, ..LoadRequest::default() };
    let loaded = scenario::load_as(name, text, files, request)?;
    let traces = Traces::read(&loaded, files)?;
    // rules and expectations compute more on demand
    Ok(analysis::answer_to(loaded, traces, Depth::Verdict, effort)?)
}

/// Errors of refused cases, each at its place.
fn refused(cases: &[CaseResult<Answer>]) -> impl Iterator<Item = Diagnostic> {
    let errors = cases.iter().filter_map(|case| Some((case, reasons::refused(case.refusal()?))));
    errors.flat_map(|(case, findings)| findings.into_iter().map(|finding| of_case(&case.name, finding)))
}

/// A finding in a case, without related lines of traces, whose texts belong to the case only.
fn of_case(case: &str, mut finding: Diagnostic) -> Diagnostic {
    finding.related.retain(|(place, _)| !matches!(place.source, SourceId::Trace(_)));
    Diagnostic { message: expectations::in_case(case, &finding.message), ..finding }
}

/// Findings of a scenario that has an answer.
fn judged(answer: &Answer, cases: &[CaseResult<Answer>], named_files: &NamedFiles, policy: &Policy) -> Checked {
    let subject = Subject { answer, today: policy.today, named_files, budget: &WorkBudget::of(answer) };
    let mut found = answer.warnings();
    found.extend(found_by_rules(&subject, policy));
    let unmet = expectations::unmet(&subject, cases);
    found.extend(subject.given_up());
    let found = by_policy(found, policy);
    let idle = by_policy(allowed::idle(&subject, &found, policy), policy);
    let (mut findings, mut allowed) = allowed::sifted(found, &subject);
    findings.extend(idle);
    findings.extend(required::unmet(&subject, &policy.requires));
    findings.extend(undecided::no_eligible_option(&subject));
    findings.extend(refused(cases));
    findings.extend(unmet);
    findings.sort_by_key(|finding| (finding.severity, finding.place));
    let labels = &answer.comparison.header.labels;
    let allowed_findings = allowed.iter_mut().map(|one| &mut one.finding);
    for finding in findings.iter_mut().chain(allowed_findings) {
        finding.message = labels.with_paths(&finding.message);
    }
    let verdict = &answer.comparison.verdict;
    let decided = Decided { winner: verdict.winner.clone(), saving_share: verdict.saving_share, close: verdict.close };
    let not_applicable = allowed::not_applicable(&answer.loaded);
    let (decided, sources) = (Some(decided), answer.loaded.sources.clone());
    Checked { decided, extent: Completeness::Whole, findings, allowed, not_applicable, sources }
}

/// Findings of the rules that the policy applies. Skips rules that are turned off, and rules whose findings are reported as
/// unmet requirements.
fn found_by_rules(subject: &Subject<'_>, policy: &Policy) -> Vec<Diagnostic> {
    let is_on = |code: Code| policy.level(code) != RuleLevel::Off && !required::says_more(code, &policy.requires);
    let applied = rules::all().filter(|rule| rule.since <= policy.rules && is_on(rule.code));
    applied.flat_map(|rule| rule.look(subject)).collect()
}

/// Findings with the severity that the policy sets, without those that it turns off.
fn by_policy(found: Vec<Diagnostic>, policy: &Policy) -> Vec<Diagnostic> {
    let mut by_policy: Vec<Diagnostic> = found
        .into_iter()
        .filter_map(|finding| match policy.level(finding.code) {
            RuleLevel::Off => None,
            RuleLevel::At(severity) => Some(Diagnostic { severity, ..finding }),
        })
        .collect();
    by_policy.sort_by_key(|finding| (finding.severity, finding.place));
    by_policy
}

impl Subject<'_> {
    /// Finding at a value.
    pub(crate) fn finding(&self, code: Code, at: NodeId, message: impl Into<String>) -> Diagnostic {
        self.answer.loaded.document.diagnostic(code, at, message)
    }
}
