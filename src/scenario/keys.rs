//! Which keys a part has, asked of the type that reads it: so that a key of another part can be told from a misspelt one.

use super::line::OwnedLine;
use super::own::{HardwareNode, Own};
use super::rent::Rent;
use serde::Deserializer;
use serde::de::{self, Deserialize, Visitor};
use std::fmt;

/// Keys of the language that this version does not have yet.
pub(super) const LATER: &[&str] = &[
    "workloads",
    "spot",
    "lease",
    "loan",
    "serves",
    "hybrid",
    "uncertainty",
    "expect",
    "trace",
    "flexible",
    "profile",
    "peak_accelerators",
    "peak_units_per_hour",
    "units_per_month",
    "warm_accelerators",
    "headroom",
];

/// Where a key belongs that is not known in a part but in another; the end of a sentence that begins with the key.
pub(super) fn elsewhere(part: &str, key: &str) -> Option<&'static str> {
    match part {
        "Own" if of::<HardwareNode>().contains(&key) => Some("belongs in `node`"),
        "Own" if of::<Rent>().contains(&key) => Some("is only for rented options"),
        "HardwareNode" if of::<Own>().contains(&key) => Some("belongs beside `node`, not in it"),
        "Rent" if of::<Own>().contains(&key) || of::<HardwareNode>().contains(&key) => {
            Some("is only for owned options")
        }
        "RentedLine" if of::<OwnedLine>().contains(&key) => Some("is only for owned options"),
        _ => None,
    }
}

/// The keys of a part, in the order of its type.
fn of<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    match T::deserialize(Asked) {
        Err(Keys(keys)) => keys,
        Ok(_) => &[],
    }
}

/// Answers the question for a part with the keys that it was asked for.
struct Asked;

#[derive(Debug)]
struct Keys(&'static [&'static str]);

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Keys {}

impl de::Error for Keys {
    fn custom<T: fmt::Display>(_: T) -> Keys {
        Keys(&[])
    }
}

impl<'de> Deserializer<'de> for Asked {
    type Error = Keys;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Keys> {
        Err(Keys(&[]))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Keys> {
        Err(Keys(keys))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_is_asked_for_its_keys() {
        assert!(of::<HardwareNode>().starts_with(&["price", "price_per_accelerator"]));
        assert_eq!(elsewhere("RentedLine", "per_node_month"), Some("is only for owned options"));
        assert_eq!(
            elsewhere("RentedLine", "per_month"),
            None.or(elsewhere("OwnedLine", "per_month")).or(Some("is only for owned options"))
        );
    }
}
