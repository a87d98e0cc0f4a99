//! Serialized numbers: amounts of money as text with the minor digits of their currency, other numbers with at most 12
//! significant digits and no exponent.

use crate::number;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Deref, Div, Mul, Neg, Sub};

/// An amount of money with the minor digits of its currency, rounded when it is serialized. Results hold amounts that are
/// already rounded, so that they add up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    value: Decimal,
    minor_digits: u32,
}

impl Amount {
    /// An unrounded amount.
    #[must_use]
    pub fn new(value: Decimal, minor_digits: u32) -> Amount {
        Amount { value, minor_digits }
    }

    /// An amount rounded to the minor unit.
    #[must_use]
    pub fn rounded(value: Decimal, minor_digits: u32) -> Amount {
        Amount { value: number::money(value, minor_digits), minor_digits }
    }

    /// Sum of amounts in one currency.
    #[must_use]
    pub fn sum(amounts: impl Iterator<Item = Amount>, minor_digits: u32) -> Amount {
        Amount { value: amounts.sum(), minor_digits }
    }

    /// Unrounded amounts.
    #[must_use]
    pub fn all(values: Vec<Decimal>, minor_digits: u32) -> Vec<Amount> {
        values.into_iter().map(|value| Amount { value, minor_digits }).collect()
    }

    /// Formatted for people: `−1,234.50`.
    #[must_use]
    pub fn grouped(self) -> String {
        number::grouped(self.value, self.minor_digits)
    }
}

/// Text with all minor digits: `"-1234.50"`.
impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&number::plain(self.value, self.minor_digits))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Amount {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Amount".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "An amount of money in the scenario's currency, with all its minor digits.",
            "type": "string",
            "pattern": r"^-?[0-9]+(\.[0-9]+)?$"
        })
    }
}

impl Add for Amount {
    type Output = Amount;

    fn add(self, other: Amount) -> Amount {
        Amount { value: self.value + other.value, ..self }
    }
}

impl Sub for Amount {
    type Output = Amount;

    fn sub(self, other: Amount) -> Amount {
        Amount { value: self.value - other.value, ..self }
    }
}

impl Neg for Amount {
    type Output = Amount;

    fn neg(self) -> Amount {
        Amount { value: -self.value, ..self }
    }
}

/// A number that is not an amount of money: a share, hours, a price of an hour. Serialized with 12 significant digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ratio {
    value: Decimal,
}

impl Ratio {
    /// A number rounded to its serialized digits.
    #[must_use]
    pub fn rounded(value: Decimal) -> Ratio {
        Ratio { value: number::ratio(value) }
    }
}

impl From<Decimal> for Ratio {
    fn from(value: Decimal) -> Ratio {
        Ratio { value }
    }
}

/// A number without exponent.
impl Serialize for Ratio {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = number::ratio(self.value).to_string();
        RawValue::from_string(text).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Ratio {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Ratio".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "A number that is not an amount of money, with at most 12 significant digits; shares are fractions of 1.",
            "type": "number"
        })
    }
}

/// Arithmetic with a plain number gives a plain number.
macro_rules! computes {
    ($number:ident: $($operator:ident $method:ident),*) => {$(
        impl $operator<Decimal> for $number {
            type Output = Decimal;

            fn $method(self, other: Decimal) -> Decimal {
                $operator::$method(self.value, other)
            }
        }

        impl $operator<$number> for Decimal {
            type Output = Decimal;

            fn $method(self, other: $number) -> Decimal {
                $operator::$method(self, other.value)
            }
        }
    )*};
}

macro_rules! is_a_decimal {
    ($($number:ident)*) => {$(
        impl Deref for $number {
            type Target = Decimal;

            fn deref(&self) -> &Decimal {
                &self.value
            }
        }

        impl From<$number> for Decimal {
            fn from(number: $number) -> Decimal {
                number.value
            }
        }

        impl fmt::Display for $number {
            fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.value.fmt(out)
            }
        }

        impl Sum<$number> for Decimal {
            fn sum<I: Iterator<Item = $number>>(numbers: I) -> Decimal {
                numbers.map(|number| number.value).sum()
            }
        }

        computes!($number: Add add, Sub sub, Mul mul, Div div);

        impl PartialEq<Decimal> for $number {
            fn eq(&self, other: &Decimal) -> bool {
                self.value == *other
            }
        }

        impl PartialEq<$number> for Decimal {
            fn eq(&self, other: &$number) -> bool {
                *self == other.value
            }
        }

        impl PartialOrd<Decimal> for $number {
            fn partial_cmp(&self, other: &Decimal) -> Option<std::cmp::Ordering> {
                self.value.partial_cmp(other)
            }
        }
    )*};
}

is_a_decimal!(Amount Ratio);

/// Serializes exact numbers of a result as ratios: values that an author typed or that a search found.
pub(crate) fn ratio<N: Exact, S: Serializer>(number: &N, serializer: S) -> Result<S::Ok, S::Error> {
    number.ratio().serialize(serializer)
}

/// An exact number, several, or none.
pub(crate) trait Exact {
    /// Serialized type.
    type Serialized: Serialize;

    /// The number as serialized.
    fn ratio(&self) -> Self::Serialized;
}

impl Exact for Decimal {
    type Serialized = Ratio;

    fn ratio(&self) -> Ratio {
        Ratio::from(*self)
    }
}

impl Exact for Option<Decimal> {
    type Serialized = Option<Ratio>;

    fn ratio(&self) -> Option<Ratio> {
        self.map(Ratio::from)
    }
}

impl Exact for Vec<Decimal> {
    type Serialized = Vec<Ratio>;

    fn ratio(&self) -> Vec<Ratio> {
        self.iter().copied().map(Ratio::from).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(value: &impl Serialize) -> String {
        serde_json::to_string(value).unwrap()
    }

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn an_amount_is_written_with_the_digits_of_its_currency() {
        assert_eq!(json(&Amount::new(d("-584080"), 2)), "\"-584080.00\"");
        assert_eq!(json(&Amount::new(d("0.125"), 2)), "\"0.13\"");
        assert_eq!(json(&Amount::new(d("-0.001"), 2)), "\"0.00\"");
        assert_eq!(json(&Amount::sum(std::iter::empty(), 2)), "\"0.00\"");
        // the largest figure that the sheet takes
        assert_eq!(json(&Amount::rounded(d("1000000000000000000000000000"), 2)), "\"1000000000000000000000000000.00\"");
        assert_eq!((Amount::new(d("0.50"), 2) - Amount::new(d("0.75"), 2)).grouped(), "−0.25");
    }

    #[test]
    fn a_ratio_has_twelve_digits_and_no_exponent() {
        assert_eq!(json(&Ratio::from(d("0.00000000000123456789012345"))), "0.00000000000123456789012");
        assert_eq!(json(&Ratio::from(d("123456789012345678"))), "123456789012000000");
        assert_eq!(json(&Ratio::rounded(d("2") / d("3"))), "0.666666666667");
    }
}
