//! Cases of a scenario: the comparison in each case, or the reason why it is invalid.

use super::compare::statement::Comparison;
use super::compare::{Answer, Depth, NoAnswer, answer_to};
use super::effort::BudgetMultiple;
use crate::demand::Traces;
use crate::scenario::cases::CaseValue;
use crate::scenario::document::{Document, Entry, Located, Named};
use crate::scenario::{Files, Loaded, Rejected};

/// A case and its outcome.
#[derive(Debug)]
pub struct CaseResult<A = Comparison> {
    /// Its name.
    pub name: String,
    /// Values that it sets, in the order of the file.
    pub values: Vec<SetValue>,
    /// Outcome.
    pub outcome: CaseOutcome<A>,
}

/// A value that a case sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetValue {
    /// Path of the input.
    pub path: String,
    /// Its text in the case, after command-line overrides.
    pub value: String,
    /// Its text in the base case; none if it has no single value.
    pub base_value: Option<String>,
}

/// Outcome of a scenario in one of its cases.
#[derive(Debug)]
pub enum CaseOutcome<A = Comparison> {
    /// The comparison.
    Answered(Box<A>),
    /// The scenario is invalid in this case.
    Refused(Refusal),
}

/// Reason why a scenario is invalid in a case.
#[derive(Debug)]
pub enum Refusal {
    /// It breaks the rules of the language.
    Invalid(Rejected),
    /// It has no answer.
    NoAnswer(Box<NoAnswer>),
}

impl CaseResult<Answer> {
    /// The case with only the comparison of its answer.
    #[must_use]
    pub fn comparison_only(self) -> CaseResult {
        let outcome = match self.outcome {
            CaseOutcome::Answered(answer) => CaseOutcome::Answered(Box::new(answer.comparison)),
            CaseOutcome::Refused(refusal) => CaseOutcome::Refused(refusal),
        };
        CaseResult { name: self.name, values: self.values, outcome }
    }
}

impl CaseResult {
    /// Comparison in the case, unless it is invalid.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        self.answer()
    }
}

impl<A> CaseResult<A> {
    /// Answer or comparison in the case, unless it is invalid.
    #[must_use]
    pub fn answer(&self) -> Option<&A> {
        match &self.outcome {
            CaseOutcome::Answered(answer) => Some(answer),
            CaseOutcome::Refused(_) => None,
        }
    }

    /// Reason why it is invalid, if it is.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match &self.outcome {
            CaseOutcome::Answered(_) => None,
            CaseOutcome::Refused(refusal) => Some(refusal),
        }
    }
}

/// All cases of a scenario loaded in its base case, at a depth; empty if it is loaded in a case. Traces are read from
/// `files`.
#[must_use]
pub fn cases(base_case: &Loaded, files: &dyn Files, depth: Depth) -> Vec<CaseResult<Answer>> {
    if base_case.case.is_some() {
        return Vec::new();
    }
    let case = |case: &Entry<Named<Located<CaseValue>>>| {
        let loaded = base_case.in_case(&case.name).map_err(Refusal::Invalid);
        let document = loaded.as_ref().map(|loaded| &loaded.document).ok();
        let values = case.value.iter().map(|entry| set_value(entry, &base_case.document, document)).collect();
        let outcome = match loaded.and_then(|loaded| answered(loaded, files, depth)) {
            Ok(answer) => CaseOutcome::Answered(answer),
            Err(refusal) => CaseOutcome::Refused(refusal),
        };
        CaseResult { name: case.name.clone(), values, outcome }
    };
    base_case.scenario.cases.iter().map(case).collect()
}

fn answered(loaded: Loaded, files: &dyn Files, depth: Depth) -> Result<Box<Answer>, Refusal> {
    let traces = Traces::read(&loaded, files).map_err(Refusal::Invalid)?;
    answer_to(loaded, traces, depth, BudgetMultiple::USUAL).map(Box::new).map_err(Refusal::NoAnswer)
}

fn set_value(entry: &Entry<Located<CaseValue>>, base_case: &Document, in_case: Option<&Document>) -> SetValue {
    let text = |document: &Document| Some(document.text(document.find(&entry.name)?)?.to_owned());
    SetValue {
        path: entry.name.clone(),
        value: in_case.and_then(text).unwrap_or_else(|| entry.value.value.0.clone()),
        base_value: text(base_case),
    }
}
