//! The cases of a scenario beside the file as it stands: what each says, or why it is refused.

use super::compare::statement::Comparison;
use super::compare::{Answer, Depth, NoAnswer, answer_to};
use super::effort::Effort;
use crate::demand::Traces;
use crate::scenario::cases::CaseValue;
use crate::scenario::document::{Document, Entry, Given, Named};
use crate::scenario::{Files, Loaded, Rejected};

/// A case, and what becomes of the scenario in it.
#[derive(Debug)]
pub struct CaseStatement<A = Comparison> {
    /// Its name.
    pub name: String,
    /// The values that it sets, in the order of the file.
    pub values: Vec<SetValue>,
    /// What it says.
    pub outcome: CaseOutcome<A>,
}

/// A value that a case sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetValue {
    /// Its path.
    pub path: String,
    /// Its text in the case, with what is set on top of that.
    pub value: String,
    /// Its text as the file stands; none where there is no single value.
    pub stated: Option<String>,
}

/// What becomes of a scenario in one of its cases.
#[derive(Debug)]
pub enum CaseOutcome<A = Comparison> {
    /// It has an answer.
    Answered(Box<A>),
    /// It is refused, as the file would be if it said the same.
    Refused(Refusal),
}

/// Why a scenario is refused in a case.
#[derive(Debug)]
pub enum Refusal {
    /// It is not valid.
    Invalid(Rejected),
    /// It asks for something impossible.
    NoAnswer(Box<NoAnswer>),
}

impl CaseStatement<Answer> {
    /// What is stated of the answer.
    #[must_use]
    pub fn stated(self) -> CaseStatement {
        let outcome = match self.outcome {
            CaseOutcome::Answered(answer) => CaseOutcome::Answered(Box::new(answer.comparison)),
            CaseOutcome::Refused(refusal) => CaseOutcome::Refused(refusal),
        };
        CaseStatement { name: self.name, values: self.values, outcome }
    }
}

impl CaseStatement {
    /// What the case says, unless it is refused.
    #[must_use]
    pub fn comparison(&self) -> Option<&Comparison> {
        self.answer()
    }
}

impl<A> CaseStatement<A> {
    /// The answer in the case, or what is stated of it, unless it is refused.
    #[must_use]
    pub fn answer(&self) -> Option<&A> {
        match &self.outcome {
            CaseOutcome::Answered(answer) => Some(answer),
            CaseOutcome::Refused(_) => None,
        }
    }

    /// Why it is refused, if it is.
    #[must_use]
    pub fn refusal(&self) -> Option<&Refusal> {
        match &self.outcome {
            CaseOutcome::Answered(_) => None,
            CaseOutcome::Refused(refusal) => Some(refusal),
        }
    }
}

/// Every case of a scenario that was read as it stands, all as deep as they are asked; none beside a case. Traces are read
/// from `files`.
#[must_use]
pub fn cases(stated: &Loaded, files: &dyn Files, depth: Depth) -> Vec<CaseStatement<Answer>> {
    if stated.case.is_some() {
        return Vec::new();
    }
    let case = |case: &Entry<Named<Given<CaseValue>>>| {
        let loaded = stated.in_case(&case.name).map_err(Refusal::Invalid);
        let document = loaded.as_ref().map(|loaded| &loaded.document).ok();
        let values = case.value.iter().map(|entry| set_value(entry, &stated.document, document)).collect();
        let outcome = match loaded.and_then(|loaded| answered(loaded, files, depth)) {
            Ok(answer) => CaseOutcome::Answered(answer),
            Err(refusal) => CaseOutcome::Refused(refusal),
        };
        CaseStatement { name: case.name.clone(), values, outcome }
    };
    stated.scenario.cases.iter().map(case).collect()
}

fn answered(loaded: Loaded, files: &dyn Files, depth: Depth) -> Result<Box<Answer>, Refusal> {
    let traces = Traces::read(&loaded, files).map_err(Refusal::Invalid)?;
    answer_to(loaded, traces, depth, Effort::USUAL).map(Box::new).map_err(Refusal::NoAnswer)
}

fn set_value(entry: &Entry<Given<CaseValue>>, stated: &Document, in_case: Option<&Document>) -> SetValue {
    let text = |document: &Document| Some(document.text(document.find(&entry.name)?)?.to_owned());
    SetValue {
        path: entry.name.clone(),
        value: in_case.and_then(text).unwrap_or_else(|| entry.value.value.0.clone()),
        stated: text(stated),
    }
}
