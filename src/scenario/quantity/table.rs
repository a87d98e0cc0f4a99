//! How the table of quantities becomes types, and how their numbers pass from the document to them.

use rust_decimal::Decimal;
use serde::Deserializer;
use serde::de::{self, Deserialize, Visitor};
use std::fmt;

/// Reads a quantity by the name of its type; only a document knows how.
pub(in crate::scenario) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
    name: &'static str,
) -> Result<Decimal, D::Error> {
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
pub(in crate::scenario) fn bits<E: de::Error>(value: Decimal) -> de::value::U128Deserializer<E> {
    de::value::U128Deserializer::new(u128::from_le_bytes(value.serialize()))
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
pub(in crate::scenario) use quantities;
