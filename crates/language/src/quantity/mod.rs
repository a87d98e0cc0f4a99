//! How a quantity is read: its number, its form, its bounds, and what is said when it breaks them.

mod money;
mod pattern;
mod table;
mod units;
mod words;

use super::document::{CurrencyCode, NodeId};
use crate::diagnostic::{DocumentCode, FixMeaning};
pub(crate) use money::in_another_currency;
use pattern::Fractions;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sheet::number::{self, NotANumber};
use sheet::unit::Unit;
use units::factor_for_a_change;
use words::share_above_one;

/// How a quantity is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberForm {
    /// A number.
    Number,
    /// A share: `65%` or `0.65`.
    Share,
    /// A whole number.
    Count,
}

/// A row of the table of quantities.
#[derive(Debug, PartialEq)]
pub struct QuantityKind {
    /// The name of its type.
    pub name: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// The least it may be, as text.
    pub least: &'static str,
    /// The most it may be, as text.
    pub most: &'static str,
    /// How it is written.
    pub form: NumberForm,
    /// What it is, in words.
    pub meaning: &'static str,
    /// A value as it could be typed.
    pub example: &'static str,
    /// What a value a thousand times too large is looked upon as: how it is called and abbreviated.
    pub thousandth: Option<(&'static str, &'static str)>,
}

/// A bounded number with a unit that is no amount of money.
pub trait Quantity: Copy {
    /// Its row of the table.
    const KIND: &'static QuantityKind;
    /// What it counts.
    const UNIT: Unit = Self::KIND.unit;
    /// The name of its type.
    const NAME: &'static str = Self::KIND.name;

    /// The exact number; of a share the fraction (`65%` is 0.65).
    fn decimal(&self) -> Decimal;
}

/// A bounded amount of money, in the currency of the document or in one that it says for itself. What it comes to elsewhere,
/// only its rate tells: it is no number that could be compared with others.
pub trait Money: Copy {
    /// Its row of the table.
    const KIND: &'static QuantityKind;

    /// The exact number, in its own currency.
    fn stated(&self) -> Decimal;

    /// The currency that it says for itself; none is that of the document.
    fn currency(&self) -> Option<CurrencyCode>;
}

/// What is wrong with the text of a value: the second half of a sentence that begins with its key, and what to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityProblem {
    /// What kind of finding it is.
    pub code: DocumentCode,
    /// What was found and what is expected: `` is `x`, not a number``.
    pub message: String,
    /// What to type.
    pub label: String,
    /// What to write in place of the text, where that is exact.
    pub instead: Option<(FixMeaning, String)>,
}

impl QuantityProblem {
    /// What is wrong, and what to type.
    #[must_use]
    pub fn new(code: DocumentCode, message: impl Into<String>, label: impl Into<String>) -> QuantityProblem {
        QuantityProblem { code, message: message.into(), label: label.into(), instead: None }
    }

    /// With what to write in place of the text.
    #[must_use]
    pub fn instead(self, meaning: FixMeaning, text: impl Into<String>) -> QuantityProblem {
        QuantityProblem { instead: Some((meaning, text.into())), ..self }
    }
}

impl QuantityKind {
    /// The number that an author's text says; the currency is for the words of an error.
    ///
    /// # Errors
    /// If it is not a number, not in the form of the quantity, or out of its bounds.
    pub fn read(&self, text: &str, currency: &str) -> Result<Decimal, QuantityProblem> {
        let (number, percent) = match text.strip_suffix('%') {
            Some(number) if self.form == NumberForm::Share => (number.trim_end(), true),
            Some(_) | None => (text, false),
        };
        let value = number::decimal(number).map_err(|why| self.not_a_number(text, &why, currency))?;
        let value = if percent {
            hundredth(value).ok_or_else(|| self.not_a_number(text, &NotANumber::TooLarge, currency))?
        } else {
            value
        };
        let bare_share = self.form == NumberForm::Share && !percent;
        if let Some(problem) = bare_share.then(|| factor_for_a_change(self, text, value)).flatten() {
            return Err(problem);
        }
        if bare_share && value.abs() > Decimal::ONE && self.holds(value / Decimal::ONE_HUNDRED) {
            return Err(share_above_one(self, text, value));
        }
        if !self.holds(value) {
            return Err(self.out_of_bounds(text, value, currency));
        }
        if self.form == NumberForm::Count && !value.is_integer() {
            let message = format!("is {text}; it must be a whole number {}", self.range(currency));
            let label = format!("write {} or {}", value.floor().normalize(), value.ceil().normalize());
            return Err(QuantityProblem::new(DocumentCode::NotWhole, message, label));
        }
        Ok(value)
    }

    /// Whether a text would be read: nothing else is offered as a correction.
    fn accepts(&self, text: &str) -> bool {
        let (number, percent) = match text.strip_suffix('%') {
            Some(number) if self.form == NumberForm::Share => (number, true),
            Some(_) | None => (text, false),
        };
        let value = number::decimal(number).ok();
        let value = if percent { value.and_then(hundredth) } else { value };
        value.is_some_and(|value| self.holds(value) && (self.form != NumberForm::Count || value.is_integer()))
    }

    fn holds(&self, value: Decimal) -> bool {
        (self.minimum()..=self.maximum()).contains(&value)
    }

    /// The least value.
    #[must_use]
    pub fn minimum(&self) -> Decimal {
        bound(self.least)
    }

    /// The greatest value.
    #[must_use]
    pub fn maximum(&self) -> Decimal {
        bound(self.most)
    }

    /// The schema of its values: a number within the bounds, or a text in the author's spelling, with the code of a currency behind
    /// an amount of money. Readers of YAML differ on
    /// which of the two `289_000` or `1e3` is.
    #[must_use]
    pub fn schema(&self) -> Value {
        let (least, most) = (self.minimum(), self.maximum());
        let fractions = if self.form == NumberForm::Count { Fractions::None } else { Fractions::Allowed };
        let kind = if self.form == NumberForm::Count { "integer" } else { "number" };
        let (bare, percent) = match self.form {
            NumberForm::Number | NumberForm::Count => ((least, most), None),
            // a bare share above 1 is asked about
            NumberForm::Share => {
                let percent =
                    pattern::between(least * Decimal::ONE_HUNDRED, most * Decimal::ONE_HUNDRED, Fractions::Allowed);
                ((least.max(Decimal::NEGATIVE_ONE), most.min(Decimal::ONE)), Some(percent))
            }
        };
        let plain = pattern::between(bare.0, bare.1, fractions);
        let percent = percent.map(|percent| format!(r"|^({percent})\s*%$")).unwrap_or_default();
        let code = if self.is_money() { r"(\s+[A-Z]{3})?" } else { "" };
        json!({
            "title": self.meaning.trim_end_matches('.'),
            "description": self.meaning,
            "examples": [typed(self.example)],
            "anyOf": [
                { "type": kind, "minimum": json_number(bare.0), "maximum": json_number(bare.1) },
                { "type": "string", "pattern": format!("^({plain}){code}${percent}") },
            ],
        })
    }
}

/// An example as JSON writes it: a number where it is one.
fn typed(example: &str) -> Value {
    number::decimal(example).map_or_else(|_| example.into(), json_number)
}

/// A bound as JSON writes it.
fn json_number(value: Decimal) -> Value {
    serde_json::from_str(&value.normalize().to_string()).unwrap_or_default()
}

/// A percentage as a fraction, to the last digit.
fn hundredth(value: Decimal) -> Option<Decimal> {
    let value = value.normalize();
    Decimal::try_from_i128_with_scale(value.mantissa(), value.scale() + 2).ok().map(|fraction| fraction.normalize())
}

/// The bounds are literals of the table, which a test reads.
fn bound(text: &str) -> Decimal {
    number::decimal(text).unwrap_or_default()
}

/// A node that holds a number, as the document keeps it after reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadNumber {
    /// The node.
    pub at: NodeId,
    /// What kind of quantity it is.
    pub kind: &'static QuantityKind,
    /// The number.
    pub value: Decimal,
    /// The other currency that it is an amount of, or of which it is the worth.
    pub currency: Option<CurrencyCode>,
}

impl ReadNumber {
    /// The unit, `USD/kWh`: in its own currency where it says one, else in that of the document.
    #[must_use]
    pub fn unit_text(&self, currency: &str) -> String {
        self.kind.unit_text_in(self.currency, currency)
    }

    /// The bounds in words, with that unit.
    #[must_use]
    pub fn range(&self, currency: &str) -> String {
        self.kind.range_in(self.currency, currency)
    }

    /// What it counts, in its own currency.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.kind.unit_in(self.currency)
    }

    /// As an author would write a number in its place: `65%`, `3.2 USD`.
    #[must_use]
    pub fn written(&self, value: Decimal) -> String {
        self.kind.written_in(self.currency, value)
    }
}
