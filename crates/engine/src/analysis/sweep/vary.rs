//! Values of an input in a sweep: `PATH=FROM..TO:STEP`, or `PATH=VALUE,VALUE`.

use super::unswept::{StepError, SweepError};
use crate::diagnostic::Diagnostic;
use crate::number;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use crate::scenario::{Setting, is_expectation};
use crate::variation::Variation;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Maximum points of a sweep.
pub const MOST_POINTS: usize = 10_000;

/// An input with its requested values, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    path: String,
    values: RequestedValues,
}

/// Requested values, as text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum RequestedValues {
    Range { from: String, to: String, step: String },
    List(Vec<String>),
}

/// An input that varies.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Path of the input.
    pub path: String,
    /// Kind of quantity.
    pub kind: &'static QuantityKind,
    /// Currency of its amount if not that of the scenario, or the currency that an exchange rate converts.
    pub currency: Option<CurrencyCode>,
    /// Value in the base case, given or assumed; none if there is none.
    pub base_value: Option<Decimal>,
    /// Origin of that value.
    pub origin: Origin,
    /// The values in ascending order; shares as fractions.
    pub values: Vec<Decimal>,
}

/// How to parse values: like the number at the path, in its own currency.
struct Read<'a> {
    kind: &'static QuantityKind,
    own: Option<CurrencyCode>,
    currency: &'a str,
}

impl Vary {
    /// Parses an argument; the path and its values are checked against a scenario later.
    ///
    /// # Errors
    /// If it has neither of the two forms.
    pub fn parse(text: &str) -> Result<Vary, SweepError> {
        let (path, values) = text.split_once('=').ok_or(SweepError::Form)?;
        let (path, values) = (path.trim(), values.trim());
        if path.is_empty() || values.is_empty() {
            return Err(SweepError::Form);
        }
        let values = match values.split_once("..") {
            None => RequestedValues::List(values.split(',').map(|value| value.trim().to_owned()).collect()),
            Some((from, rest)) => {
                let no_step =
                    || SweepError::NoStep { path: path.to_owned(), from: from.to_owned(), to: rest.to_owned() };
                let (to, step) = rest.split_once(':').ok_or_else(no_step)?;
                let part = |text: &str| text.trim().to_owned();
                RequestedValues::Range { from: part(from), to: part(to), step: part(step) }
            }
        };
        Ok(Vary { path: path.to_owned(), values })
    }

    /// Values of the input in a scenario.
    ///
    /// # Errors
    /// If the value at the path is not a number, or a requested value is invalid.
    pub fn resolve(&self, variation: &Variation<'_>) -> Result<Swept, SweepError> {
        let document = variation.document();
        let (ReadNumber { kind, currency: own, .. }, base_value, origin) = match document.find(&self.path) {
            Some(at) => match document.number(at) {
                Some(number) => (number, Some(number.value), document.origin(at)),
                None if is_expectation(document, at) => {
                    return Err(SweepError::Expectation { path: self.path.clone() });
                }
                None => return Err(self.no_number(document, at)),
            },
            None => (self.absent(variation)?, None, Origin::Assumed),
        };
        let as_written = Read { kind, own, currency: variation.scenario().currency.value.code() };
        let mut values = match &self.values {
            RequestedValues::List(texts) => {
                texts.iter().map(|text| self.value(&as_written, text)).collect::<Result<Vec<_>, _>>()?
            }
            RequestedValues::Range { from, to, step } => self.range(&as_written, [from, to, step])?,
        };
        values.sort_unstable();
        values.dedup();
        Ok(Swept { path: self.path.clone(), kind, currency: own, base_value, origin, values })
    }

    /// A number that is missing in the scenario, read from a scenario in which it is set.
    fn absent(&self, variation: &Variation<'_>) -> Result<ReadNumber, SweepError> {
        let value = match &self.values {
            RequestedValues::Range { from, .. } => from.clone(),
            RequestedValues::List(texts) => texts.first().cloned().unwrap_or_default(),
        };
        let given = variation.read_with(&[Setting { path: self.path.clone(), value }]).map_err(|rejected| {
            let findings = rejected.diagnostics.into_iter();
            let (of_path, others): (Vec<_>, Vec<_>) = findings.partition(|finding| finding.path == self.path);
            match of_path.into_iter().chain(others).next() {
                Some(Diagnostic { message, label, .. }) => SweepError::Refused { message, label },
                None => SweepError::Nowhere { path: self.path.clone() },
            }
        })?;
        let at = given.document.find(&self.path);
        let number = at.and_then(|at| given.document.number(at));
        let nothing = || SweepError::NoNumber { path: self.path.clone(), there: Content::Nothing, first: None };
        number.ok_or_else(nothing)
    }

    fn no_number(&self, document: &Document, at: NodeId) -> SweepError {
        let first = document.children(at).iter().find(|below| document.number(**below).is_some());
        let first = first.map(|below| document.path(*below));
        SweepError::NoNumber { path: self.path.clone(), there: document.node(at).content.clone(), first }
    }

    fn value(&self, read: &Read<'_>, text: &str) -> Result<Decimal, SweepError> {
        let value = read.kind.read_in(text, read.own, read.currency);
        value.map_err(|problem| SweepError::Value { path: self.path.clone(), problem })
    }

    fn range(&self, read: &Read<'_>, texts: [&String; 3]) -> Result<Vec<Decimal>, SweepError> {
        let ([from_text, to_text, step_text], kind) = (texts, read.kind);
        let (from, to) = (self.value(read, from_text)?, self.value(read, to_text)?);
        let path = || self.path.clone();
        if from > to {
            let step = step_text.trim_start_matches('-').to_owned();
            return Err(SweepError::Falls { path: path(), from: from_text.clone(), to: to_text.clone(), step });
        }
        let wrong = |fault| SweepError::Step { path: path(), step: step_text.clone(), form: kind.form, fault };
        let step = step(kind.form, step_text).map_err(wrong)?;
        let steps = ((to - from) / step).floor();
        if steps >= Decimal::from(MOST_POINTS) {
            return Err(SweepError::TooManyValues { path: path(), values: steps + Decimal::ONE });
        }
        let steps = steps.to_u32().unwrap_or_default();
        Ok((0..=steps).map(|at| from + step * Decimal::from(at)).collect())
    }
}

/// Parses the step.
fn step(form: NumberForm, text: &str) -> Result<Decimal, StepError> {
    let (digits, percent) = match text.strip_suffix('%') {
        Some(digits) if form == NumberForm::Share => (digits.trim_end(), true),
        Some(_) | None => (text, false),
    };
    let step = number::decimal(digits).map_err(|_| StepError::NoNumber)?;
    if step <= Decimal::ZERO {
        return Err(StepError::NotAboveZero);
    }
    if form == NumberForm::Share && !percent && step >= Decimal::ONE {
        return Err(StepError::NoShare);
    }
    if form == NumberForm::Count && !step.is_integer() {
        return Err(StepError::Fraction);
    }
    Ok(if percent { step / Decimal::ONE_HUNDRED } else { step })
}

impl Swept {
    /// Index of the scenario's own value, if it is among the values.
    #[must_use]
    pub fn base_index(&self) -> Option<usize> {
        self.values.iter().position(|value| Some(*value) == self.base_value)
    }

    /// Text of a value.
    #[must_use]
    pub fn text(&self, value: Decimal) -> String {
        self.kind.written_in(self.currency, value)
    }
}
