//! Whether a scenario is valid, sensible, and still says what was decided: what a CI job asks of the files of a repository.
//!
//! Everything that `compare` would refuse is an error; the [rules] are judgements on scenarios that have an answer.
//! A [`Policy`] says how much each rule weighs; a scenario may say that one does not apply to it, and why.

mod allowed;
mod baseline;
mod budget;
mod expectations;
mod mend;
mod named_files;
mod policy;
mod recognized;
mod required;
pub mod rules;
mod shared;
mod undecided;
mod weighing;

pub use allowed::{AllowedFinding, NotApplicable};
pub use baseline::{BASELINE, Baseline, KnownFindings};
pub use mend::mend;
pub use policy::{FolderPolicy, Policies, Policy, Requirement, RuleLevel};
pub use recognized::{is_emptied, is_scenario};
pub use shared::SharedFile;
pub use weighing::{Weighing, doubts_a_number, standing, weighing, weighing_of_uncertainty};

use crate::amount::Ratio;
use crate::analysis::cases::{CaseStatement, cases};
use crate::analysis::{self, Answer, Depth, Effort};
use crate::demand::trace::Traces;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceId, Sources};
use crate::reasons;
use crate::scenario::document::NodeId;
use crate::scenario::{self, AskedOfText, Files, Rejected, Setting};
use budget::WorkBudget;
use named_files::NamedFiles;
use rules::Subject;

/// What was found in a file.
#[derive(Debug)]
pub struct Checked {
    /// The texts that places refer to, and the file's name.
    pub sources: Sources,
    /// What it decides; nothing if it is not valid.
    pub decided: Option<Decided>,
    /// Whether everything was asked of it.
    pub extent: Completeness,
    /// Findings that stand, errors first, then by place.
    pub findings: Vec<Diagnostic>,
    /// Findings that its author allows.
    pub allowed: Vec<AllowedFinding>,
    /// Costs that its author says do not arise.
    pub not_applicable: Vec<NotApplicable>,
}

/// How much was asked of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// Everything: what is not found is not there.
    Whole,
    /// A part: it is not valid, so that no rule was asked, or not all scenarios that extend it were looked at.
    Part,
}

/// What a valid scenario decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// The option that wins, if any may be chosen.
    pub winner: Option<String>,
    /// By how much, as a share of the runner-up's present value.
    pub saving_share: Option<Ratio>,
    /// Whether that is too close to call.
    pub close: bool,
}

impl Checked {
    /// A file that could not be read as text, with the reason.
    #[must_use]
    pub fn unreadable(name: &str, reason: &str) -> Checked {
        let finding = Diagnostic::new(Code::UnreadableFile, String::new(), None, reason);
        let sources = Sources::new(name, "", Vec::new());
        Checked::refused(vec![finding], sources)
    }

    /// A file without an answer, with what is found in it.
    fn refused(findings: Vec<Diagnostic>, sources: Sources) -> Checked {
        let (allowed, not_applicable) = (Vec::new(), Vec::new());
        Checked { sources, decided: None, extent: Completeness::Part, findings, allowed, not_applicable }
    }

    /// How much the gravest finding weighs.
    #[must_use]
    pub fn gravest(&self) -> Option<Severity> {
        self.findings.iter().map(|finding| finding.severity).min()
    }
}

/// Checks the text of a scenario. Its traces, the files that it extends and those that its sources name with a SHA-256 are read
/// from `files`.
#[must_use]
pub fn check(name: &str, text: &str, settings: &[Setting], files: &dyn Files, policy: &Policy) -> Checked {
    checked_answer(name, text, settings, files, policy).0
}

/// The same with the answer that was judged, as deep as the verdict needs; none of a scenario that is refused.
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
        Err(Rejected { diagnostics, sources }) => (Checked::refused(weighed(diagnostics, policy), sources), None),
    }
}

fn answer(name: &str, text: &str, settings: &[Setting], files: &dyn Files, effort: Effort) -> Result<Answer, Rejected> {
    let asked = AskedOfText { settings, ..AskedOfText::default() };
    let loaded = scenario::load_as(name, text, files, asked)?;
    let traces = Traces::read(&loaded, files)?;
    // rules and expectations ask for more where they need it
    Ok(analysis::answer_to(loaded, traces, Depth::Verdict, effort)?)
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
fn judged(answer: &Answer, cases: &[CaseStatement<Answer>], named_files: &NamedFiles, policy: &Policy) -> Checked {
    let subject = Subject { answer, today: policy.today, named_files, budget: &WorkBudget::of(answer) };
    let mut found = answer.warnings();
    found.extend(found_by_rules(&subject, policy));
    let unmet = expectations::unmet(&subject, cases);
    found.extend(subject.given_up());
    let found = weighed(found, policy);
    let idle = weighed(allowed::idle(&subject, &found, policy), policy);
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
        finding.message = labels.beside_paths(&finding.message);
    }
    let verdict = &answer.comparison.verdict;
    let decided = Decided { winner: verdict.winner.clone(), saving_share: verdict.saving_share, close: verdict.close };
    let not_applicable = allowed::not_applicable(&answer.loaded);
    let (decided, sources) = (Some(decided), answer.loaded.sources.clone());
    Checked { decided, extent: Completeness::Whole, findings, allowed, not_applicable, sources }
}

/// What the rules find that a policy applies; one that it turns off is not looked for, nor one whose findings are unmet
/// requirements.
fn found_by_rules(subject: &Subject<'_>, policy: &Policy) -> Vec<Diagnostic> {
    let is_on = |code: Code| policy.level(code) != RuleLevel::Off && !required::says_more(code, &policy.requires);
    let applied = rules::all().filter(|rule| rule.since <= policy.rules && is_on(rule.code));
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

impl Subject<'_> {
    /// A finding at a value.
    pub(crate) fn finding(&self, code: Code, at: NodeId, message: impl Into<String>) -> Diagnostic {
        self.answer.loaded.document.diagnostic(code, at, message)
    }
}
