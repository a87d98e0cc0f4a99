//! How a quantity is read: its number, its form, its bounds, and what is said when it breaks them.

use super::document::NodeId;
use crate::diagnostic::Code;
use crate::number::{self, NotANumber};
use crate::unit::Unit;
use rust_decimal::Decimal;
use schemars::{Schema, json_schema};
use serde::Deserializer;
use serde::de::{self, Deserialize, Visitor};
use std::fmt;

/// How a quantity is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A number.
    Number,
    /// A share: `65%` or `0.65`.
    Share,
    /// A whole number.
    Count,
}

/// A row of the table of quantities.
#[derive(Debug, PartialEq)]
pub struct Kind {
    /// The name of its type.
    pub name: &'static str,
    /// What it counts.
    pub unit: Unit,
    /// The least it may be, as text.
    pub least: &'static str,
    /// The most it may be, as text.
    pub most: &'static str,
    /// How it is written.
    pub form: Form,
    /// What it is, in words.
    pub meaning: &'static str,
}

/// A bounded number with a unit.
pub trait Quantity: Copy {
    /// Its row of the table.
    const KIND: &'static Kind;
    /// What it counts.
    const UNIT: Unit = Self::KIND.unit;
    /// The name of its type.
    const NAME: &'static str = Self::KIND.name;

    /// The exact number; of a share the fraction (`65%` is 0.65).
    fn decimal(&self) -> Decimal;
}

/// What is wrong with the text of a value: the second half of a sentence that begins with its key, and what to type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// What kind of finding it is.
    pub code: Code,
    /// What was found and what is expected: `` is `x`, not a number``.
    pub message: String,
    /// What to type.
    pub label: String,
}

impl Kind {
    /// The number that an author's text says; the currency is for the words of an error.
    ///
    /// # Errors
    /// If it is not a number, not in the form of the quantity, or out of its bounds.
    pub fn read(&self, text: &str, currency: &str) -> Result<Decimal, Problem> {
        let (number, percent) = match text.strip_suffix('%') {
            Some(number) if self.form == Form::Share => (number.trim_end(), true),
            Some(_) | None => (text, false),
        };
        let value = number::decimal(number).map_err(|why| self.not_a_number(text, &why, currency))?;
        let value = if percent {
            hundredth(value).ok_or_else(|| self.out_of_bounds(text, value, currency))?
        } else {
            value
        };
        if self.form == Form::Share
            && !percent
            && value.abs() > Decimal::ONE
            && self.holds(value / Decimal::ONE_HUNDRED)
        {
            return Err(share_above_one(text, value));
        }
        if !self.holds(value) {
            return Err(self.out_of_bounds(text, value, currency));
        }
        if self.form == Form::Count && !value.is_integer() {
            let message = format!("is {text}; it must be a whole number, {}", self.range(currency));
            let label = format!("write {} or {}", value.floor().normalize(), value.ceil().normalize());
            return Err(Problem {
                code: Code::NotWhole,
                message,
                label,
            });
        }
        Ok(value)
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

    /// The bounds in words: `from 0 to 1,000 kW`, `from 0% to 100%`.
    #[must_use]
    pub fn range(&self, currency: &str) -> String {
        let unit = self.unit_text(currency);
        if self.form == Form::Share {
            let percent = |text| format!("{}%", (bound(text) * Decimal::ONE_HUNDRED).normalize());
            return format!("from {} to {}", percent(self.least), percent(self.most));
        }
        let space = if unit.is_empty() { "" } else { " " };
        format!("from {} to {}{space}{unit}", grouped(self.least), grouped(self.most))
    }

    /// The unit in words, `USD/kWh`; empty for shares and bare numbers.
    #[must_use]
    pub fn unit_text(&self, currency: &str) -> String {
        if self.form == Form::Share {
            String::new()
        } else {
            self.unit.text(currency, "unit")
        }
    }

    /// A value as it could be typed.
    #[must_use]
    pub fn example(&self) -> &'static str {
        match (self.name, self.form) {
            ("Change", _) => "3%",
            ("Rate", _) => "9%",
            ("PowerUsageEffectiveness", _) => "1.3",
            ("HoursPerMonth", _) => "730",
            ("Term", _) => "36",
            ("KilogramsPerKilowattHour", _) => "0.35",
            (_, Form::Share) => "65%",
            (name, Form::Number) if name.starts_with("Kilowatts") => "10.2",
            (name, _) if name.starts_with("Accelerators") => "8",
            ("PricePerNode", _) => "289_000",
            ("ReferenceAccelerators", _) => "8",
            (_, Form::Number) => "6.88",
            (_, Form::Count) => "6",
        }
    }

    /// The schema of its values: a number within the bounds, or a text in the author's spelling.
    #[must_use]
    pub fn schema(&self) -> Schema {
        let json = |text: &str| serde_json::from_str::<serde_json::Value>(&text.replace('_', "")).unwrap_or_default();
        let (kind, pattern) = match self.form {
            Form::Number => (
                "number",
                r"^[+-]?[0-9]+(_[0-9]+)*(\.[0-9]+(_[0-9]+)*)?([eE][+-]?[0-9]+)?$",
            ),
            Form::Share => (
                "number",
                r"^[+-]?[0-9]+(_[0-9]+)*(\.[0-9]+(_[0-9]+)*)?([eE][+-]?[0-9]+)? *%?$",
            ),
            Form::Count => ("integer", r"^\+?[0-9]+(_[0-9]+)*(\.0+)?([eE][+-]?[0-9]+)?$"),
        };
        json_schema!({
            "description": self.meaning,
            "anyOf": [
                { "type": kind, "minimum": json(self.least), "maximum": json(self.most) },
                { "type": "string", "pattern": pattern },
            ],
        })
    }

    fn not_a_number(&self, text: &str, why: &NotANumber, currency: &str) -> Problem {
        let expected = match self.form {
            Form::Number => "a number",
            Form::Share => "a share",
            Form::Count => "a whole number",
        };
        let label = match why.instead() {
            Some(instead) if self.form == Form::Share && text.ends_with('%') => format!("write {instead}%"),
            Some(instead) => format!("write {instead}"),
            None => format!("write {expected} such as {}", self.example()),
        };
        let message = format!("is `{text}`; {why}; it must be {expected} {}", self.range(currency));
        Problem {
            code: Code::NotANumber,
            message,
            label,
        }
    }

    fn out_of_bounds(&self, text: &str, value: Decimal, currency: &str) -> Problem {
        let message = format!("is {text}; it must be {}", self.range(currency));
        let thousandth = (value / Decimal::ONE_THOUSAND).normalize();
        let fits = self.holds(thousandth);
        let label = match self.name {
            "KilowattsPerNode" | "KilowattsPerInstance" | "Kilowatts" if fits => {
                format!("looks like watts: {text} W is {thousandth}")
            }
            "KilogramsPerKilowattHour" if fits => format!("looks like grams: {text} g is {thousandth}"),
            _ => format!("write a value {}", self.range(currency)),
        };
        Problem {
            code: Code::OutOfBounds,
            message,
            label,
        }
    }
}

fn share_above_one(text: &str, value: Decimal) -> Problem {
    let fraction = hundredth(value).unwrap_or(value);
    let message = format!("is {text}; a share is written as {text}% or {fraction}");
    Problem {
        code: Code::ShareAboveOne,
        message,
        label: format!("write {text}%"),
    }
}

/// A percentage as a fraction, to the last digit.
fn hundredth(value: Decimal) -> Option<Decimal> {
    Decimal::try_from_i128_with_scale(value.mantissa(), value.scale() + 2)
        .ok()
        .map(|fraction| fraction.normalize())
}

/// The bounds are literals of the table, which a test reads.
fn bound(text: &str) -> Decimal {
    number::decimal(text).unwrap_or_default()
}

fn grouped(text: &str) -> String {
    text.replace('_', ",")
}

/// Reads a quantity by the name of its type; only a document knows how.
pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D, name: &'static str) -> Result<Decimal, D::Error> {
    struct Bits;
    impl<'de> Visitor<'de> for Bits {
        type Value = Decimal;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a quantity of a scenario")
        }
        fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Decimal, D::Error> {
            u128::deserialize(deserializer).map(|bits| Decimal::deserialize(bits.to_le_bytes()))
        }
    }
    deserializer.deserialize_newtype_struct(name, Bits)
}

/// The form in which a number passes from the document to its type.
pub(super) fn bits<E: de::Error>(value: Decimal) -> de::value::U128Deserializer<E> {
    de::value::U128Deserializer::new(u128::from_le_bytes(value.serialize()))
}

/// A node that holds a number, as the document keeps it after reading.
#[derive(Clone, Copy, Debug)]
pub struct Number {
    /// The node.
    pub at: NodeId,
    /// What kind of quantity it is.
    pub kind: &'static Kind,
    /// The number.
    pub value: Decimal,
}

macro_rules! quantities {
    ($( $(#[doc = $doc:literal])+ $name:ident: $unit:expr, $least:literal ..= $most:literal, Form::$form:ident; )*) => {
        /// Every kind of quantity, in the order of the table.
        pub const KINDS: &[&$crate::scenario::quantity::Kind] =
            &[$( <$name as $crate::scenario::quantity::Quantity>::KIND, )*];
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $name(pub rust_decimal::Decimal);

            impl $crate::scenario::quantity::Quantity for $name {
                const KIND: &'static $crate::scenario::quantity::Kind = &$crate::scenario::quantity::Kind {
                    name: stringify!($name),
                    unit: $unit,
                    least: stringify!($least),
                    most: stringify!($most),
                    form: Form::$form,
                    meaning: concat!($($doc),+).trim_ascii(),
                };
                fn decimal(&self) -> rust_decimal::Decimal {
                    self.0
                }
            }
            impl<'de> serde::Deserialize<'de> for $name {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    $crate::scenario::quantity::deserialize(deserializer, stringify!($name)).map($name)
                }
            }
            impl schemars::JsonSchema for $name {
                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($name).into()
                }
                fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                    <$name as $crate::scenario::quantity::Quantity>::KIND.schema()
                }
            }
            quantities!(@$form $name);
        )*
    };
    (@Number $name:ident) => {};
    (@Share $name:ident) => {};
    (@Count $name:ident) => {
        impl $name {
            /// How many there are.
            #[must_use]
            pub fn count(self) -> u32 {
                rust_decimal::prelude::ToPrimitive::to_u32(&self.0).unwrap_or_default()
            }
        }
    };
}
pub(super) use quantities;
