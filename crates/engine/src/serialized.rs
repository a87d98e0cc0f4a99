//! Serialization through a separate type, for results whose JSON differs from their fields. The unit tests derive the schemas
//! of `schema/` from these types, as from all types that are serialized.

/// Serializes types as another type, which is built from a reference to them, and uses its schema.
macro_rules! serialized_as {
    ($($result:ident => $written:ty;)+) => {$(
        impl serde::Serialize for $result {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serde::Serialize::serialize(&<$written>::from(self), serializer)
            }
        }

        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $result {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($result).into()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <$written as schemars::JsonSchema>::json_schema(generator)
            }
        }
    )+};
}

pub(crate) use serialized_as;
