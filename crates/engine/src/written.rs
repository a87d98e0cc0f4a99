//! What programs read of a result, where it is not field for field what it is: a type of its own, whose fields are those of
//! the JSON. The unit tests derive the schemas of `schema/` from such types, as from all that serialize.

/// Types that programs read as another, which is made of a reference to them: they serialize to it, and its schema is theirs.
macro_rules! written_as {
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

pub(crate) use written_as;
