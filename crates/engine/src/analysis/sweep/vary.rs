//! Which values an input takes in a sweep: `PATH=FROM..TO:STEP`, or `PATH=VALUE,VALUE`.

use super::unswept::{StepFault, Unswept};
use crate::diagnostic::Diagnostic;
use crate::number;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use crate::scenario::{Setting, is_expectation};
use crate::variation::Variation;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Points that a sweep may have.
pub const MOST_POINTS: usize = 10_000;

/// An input with the values that it is to take, as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    path: String,
    values: Asked,
}

/// Values as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Range { from: String, to: String, step: String },
    List(Vec<String>),
}

/// An input that runs over values.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    pub kind: &'static QuantityKind,
    /// The other currency that it is an amount of, or of which it is the worth.
    pub currency: Option<CurrencyCode>,
    /// What the scenario states or assumes; none where it is not given.
    pub stated: Option<Decimal>,
    /// Who stated it.
    pub origin: Origin,
    /// The values, rising; of a share the fraction.
    pub values: Vec<Decimal>,
}

/// How values are read: as the number that they take the place of, in its own currency.
struct Read<'a> {
    kind: &'static QuantityKind,
    own: Option<CurrencyCode>,
    currency: &'a str,
}

impl Vary {
    /// Reads what was typed; whether the path exists and what its values are, the scenario tells.
    ///
    /// # Errors
    /// If it is in neither of the two forms.
    pub fn parse(text: &str) -> Result<Vary, Unswept> {
        let (path, values) = text.split_once('=').ok_or(Unswept::Form)?;
        let (path, values) = (path.trim(), values.trim());
        if path.is_empty() || values.is_empty() {
            return Err(Unswept::Form);
        }
        let values = match values.split_once("..") {
            None => Asked::List(values.split(',').map(|value| value.trim().to_owned()).collect()),
            Some((from, rest)) => {
                let no_step = || Unswept::NoStep { path: path.to_owned(), from: from.to_owned(), to: rest.to_owned() };
                let (to, step) = rest.split_once(':').ok_or_else(no_step)?;
                let part = |text: &str| text.trim().to_owned();
                Asked::Range { from: part(from), to: part(to), step: part(step) }
            }
        };
        Ok(Vary { path: path.to_owned(), values })
    }

    /// The values that it takes in a scenario.
    ///
    /// # Errors
    /// If there is no number at the path, or a value is not one that it can take.
    pub fn resolve(&self, variation: &Variation<'_>) -> Result<Swept, Unswept> {
        let document = variation.document();
        let (ReadNumber { kind, currency: own, .. }, stated, origin) = match document.find(&self.path) {
            Some(at) => match document.number(at) {
                Some(number) => (number, Some(number.value), document.origin(at)),
                None if is_expectation(document, at) => {
                    return Err(Unswept::Expectation { path: self.path.clone() });
                }
                None => return Err(self.no_number(document, at)),
            },
            None => (self.absent(variation)?, None, Origin::Assumed),
        };
        let as_written = Read { kind, own, currency: variation.scenario().currency.value.code() };
        let mut values = match &self.values {
            Asked::List(texts) => {
                texts.iter().map(|text| self.value(&as_written, text)).collect::<Result<Vec<_>, _>>()?
            }
            Asked::Range { from, to, step } => self.range(&as_written, [from, to, step])?,
        };
        values.sort_unstable();
        values.dedup();
        Ok(Swept { path: self.path.clone(), kind, currency: own, stated, origin, values })
    }

    /// A number that may be given and is not, as it is read in a scenario in which it is.
    fn absent(&self, variation: &Variation<'_>) -> Result<ReadNumber, Unswept> {
        let value = match &self.values {
            Asked::Range { from, .. } => from.clone(),
            Asked::List(texts) => texts.first().cloned().unwrap_or_default(),
        };
        let given = variation.read_with(&[Setting { path: self.path.clone(), value }]).map_err(|rejected| {
            let findings = rejected.diagnostics.into_iter();
            let (of_path, others): (Vec<_>, Vec<_>) = findings.partition(|finding| finding.path == self.path);
            match of_path.into_iter().chain(others).next() {
                Some(Diagnostic { message, label, .. }) => Unswept::Refused { message, label },
                None => Unswept::Nowhere { path: self.path.clone() },
            }
        })?;
        let at = given.document.find(&self.path);
        let number = at.and_then(|at| given.document.number(at));
        let nothing = || Unswept::NoNumber { path: self.path.clone(), there: Content::Nothing, first: None };
        number.ok_or_else(nothing)
    }

    fn no_number(&self, document: &Document, at: NodeId) -> Unswept {
        let first = document.children(at).iter().find(|below| document.number(**below).is_some());
        let first = first.map(|below| document.path(*below));
        Unswept::NoNumber { path: self.path.clone(), there: document.node(at).content.clone(), first }
    }

    fn value(&self, read: &Read<'_>, text: &str) -> Result<Decimal, Unswept> {
        let value = read.kind.read_in(text, read.own, read.currency);
        value.map_err(|problem| Unswept::Value { path: self.path.clone(), problem })
    }

    fn range(&self, read: &Read<'_>, texts: [&String; 3]) -> Result<Vec<Decimal>, Unswept> {
        let ([from_text, to_text, step_text], kind) = (texts, read.kind);
        let (from, to) = (self.value(read, from_text)?, self.value(read, to_text)?);
        let path = || self.path.clone();
        if from > to {
            let step = step_text.trim_start_matches('-').to_owned();
            return Err(Unswept::Falls { path: path(), from: from_text.clone(), to: to_text.clone(), step });
        }
        let wrong = |fault| Unswept::Step { path: path(), step: step_text.clone(), form: kind.form, fault };
        let step = step(kind.form, step_text).map_err(wrong)?;
        let steps = ((to - from) / step).floor();
        if steps >= Decimal::from(MOST_POINTS) {
            return Err(Unswept::TooManyValues { path: path(), values: steps + Decimal::ONE });
        }
        let steps = steps.to_u32().unwrap_or_default();
        Ok((0..=steps).map(|at| from + step * Decimal::from(at)).collect())
    }
}

/// How far it is from value to value.
fn step(form: NumberForm, text: &str) -> Result<Decimal, StepFault> {
    let (digits, percent) = match text.strip_suffix('%') {
        Some(digits) if form == NumberForm::Share => (digits.trim_end(), true),
        Some(_) | None => (text, false),
    };
    let step = number::decimal(digits).map_err(|_| StepFault::NoNumber)?;
    if step <= Decimal::ZERO {
        return Err(StepFault::NotAboveZero);
    }
    if form == NumberForm::Share && !percent && step >= Decimal::ONE {
        return Err(StepFault::NoShare);
    }
    if form == NumberForm::Count && !step.is_integer() {
        return Err(StepFault::Fraction);
    }
    Ok(if percent { step / Decimal::ONE_HUNDRED } else { step })
}

impl Swept {
    /// Whether the scenario's own value is among the values.
    #[must_use]
    pub fn stated_at(&self) -> Option<usize> {
        self.values.iter().position(|value| Some(*value) == self.stated)
    }

    /// A value as its author would write it.
    #[must_use]
    pub fn text(&self, value: Decimal) -> String {
        self.kind.written_in(self.currency, value)
    }
}
