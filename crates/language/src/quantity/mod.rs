//! Reading of quantities: number, form, bounds, and error messages.

mod money;
mod pattern;
mod table;
mod units;
mod words;

use super::document::{CurrencyCode, NodeId};
use crate::diagnostic::{DocumentCode, FixSafety};
pub(crate) use money::in_another_currency;
use pattern::Fractions;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use sheet::number::{self, NotANumber};
use sheet::unit::Unit;
use units::factor_for_a_change;
use words::share_above_one;

/// Notation of a quantity.
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
    /// Name of its type.
    pub name: &'static str,
    /// Unit.
    pub unit: Unit,
    /// Minimum, as text.
    pub least: &'static str,
    /// Maximum, as text.
    pub most: &'static str,
    /// Notation.
    pub form: NumberForm,
    /// Description.
    pub meaning: &'static str,
    /// Example value.
    pub example: &'static str,
    /// Name and symbol of the unit that a value a thousand times too large is probably in.
    pub thousandth: Option<(&'static str, &'static str)>,
}

/// A bounded number with a unit that is not an amount of money.
pub trait Quantity: Copy {
    /// Row of the table.
    const KIND: &'static QuantityKind;
    /// Unit.
    const UNIT: Unit = Self::KIND.unit;
    /// Name of its type.
    const NAME: &'static str = Self::KIND.name;

    /// The exact number; for a share the fraction (`65%` is 0.65).
    fn decimal(&self) -> Decimal;
}

/// A bounded amount of money, in the currency of the document or in its own. Amounts in different currencies are comparable
/// only through an exchange rate.
pub trait Money: Copy {
    /// Row of the table.
    const KIND: &'static QuantityKind;

    /// The exact number, in its own currency.
    fn amount(&self) -> Decimal;

    /// Its own currency; `None` for that of the document.
    fn currency(&self) -> Option<CurrencyCode>;
}

/// Error in the text of a value: the rest of a sentence that begins with its key, and what to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantityProblem {
    /// Kind of finding.
    pub code: DocumentCode,
    /// What was found and what is expected: `` is `x`, not a number``.
    pub message: String,
    /// What to type.
    pub label: String,
    /// Replacement for the text, where it is exact.
    pub instead: Option<(FixSafety, String)>,
}

impl QuantityProblem {
    /// A problem without a replacement.
    #[must_use]
    pub fn new(code: DocumentCode, message: impl Into<String>, label: impl Into<String>) -> QuantityProblem {
        QuantityProblem { code, message: message.into(), label: label.into(), instead: None }
    }

    /// Sets the replacement for the text.
    #[must_use]
    pub fn instead(self, meaning: FixSafety, text: impl Into<String>) -> QuantityProblem {
        QuantityProblem { instead: Some((meaning, text.into())), ..self }
    }
}

impl QuantityKind {
    /// Reads the number in an author's text; the currency is used in error messages.
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

    /// Whether a text is valid; only valid texts are suggested as corrections.
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

    /// Minimum.
    #[must_use]
    pub fn minimum(&self) -> Decimal {
        bound(self.least)
    }

    /// Maximum.
    #[must_use]
    pub fn maximum(&self) -> Decimal {
        bound(self.most)
    }

    /// JSON Schema of its values: a number within the bounds, or a text in the author's notation, with a currency code after an
    /// amount of money. YAML readers differ on whether `289_000` or `1e3` is a number or a text.
    #[must_use]
    pub fn schema(&self) -> Value {
        let (least, most) = (self.minimum(), self.maximum());
        let fractions = if self.form == NumberForm::Count { Fractions::None } else { Fractions::Allowed };
        let kind = if self.form == NumberForm::Count { "integer" } else { "number" };
        let (bare, percent) = match self.form {
            NumberForm::Number | NumberForm::Count => ((least, most), None),
            // a bare share above 1 is ambiguous
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

/// Example as a JSON value: a number if it is one.
fn typed(example: &str) -> Value {
    number::decimal(example).map_or_else(|_| example.into(), json_number)
}

/// Bound as a JSON value.
fn json_number(value: Decimal) -> Value {
    serde_json::from_str(&value.normalize().to_string()).unwrap_or_default()
}

/// A percentage as an exact fraction.
fn hundredth(value: Decimal) -> Option<Decimal> {
    let value = value.normalize();
    Decimal::try_from_i128_with_scale(value.mantissa(), value.scale() + 2).ok().map(|fraction| fraction.normalize())
}

/// Parses a bound; bounds are literals of the table, which a test parses.
fn bound(text: &str) -> Decimal {
    number::decimal(text).unwrap_or_default()
}

/// A node with a number, as kept by the document after reading.
#[derive(Clone, Copy, Debug)]
pub struct ReadNumber {
    /// Node.
    pub at: NodeId,
    /// Kind of quantity.
    pub kind: &'static QuantityKind,
    /// Number.
    pub value: Decimal,
    /// Its foreign currency: that of an amount, or that which a rate converts.
    pub currency: Option<CurrencyCode>,
}

impl ReadNumber {
    /// Unit, `USD/kWh`: in its own currency if it has one, else in that of the document.
    #[must_use]
    pub fn unit_text(&self, currency: &str) -> String {
        self.kind.unit_text_in(self.currency, currency)
    }

    /// Bounds in words, with the unit.
    #[must_use]
    pub fn range(&self, currency: &str) -> String {
        self.kind.range_in(self.currency, currency)
    }

    /// Unit, in its own currency.
    #[must_use]
    pub fn unit(&self) -> Unit {
        self.kind.unit_in(self.currency)
    }

    /// A number in the author's notation: `65%`, `3.2 USD`.
    #[must_use]
    pub fn written(&self, value: Decimal) -> String {
        self.kind.written_in(self.currency, value)
    }
}
