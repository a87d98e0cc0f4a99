//! Text of the catalog's rows.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// The distinct texts of the shipped catalog, concatenated by `build.rs`.
static SHIPPED: &str = include_str!(concat!(env!("OUT_DIR"), "/texts.txt"));

/// Text of a cell. A shipped text is an offset and a length instead of an address: the dynamic linker would relocate thousands of
/// addresses at every start.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(from = "String", into = "&'static str")]
pub struct CatalogText(Stored);

#[derive(Clone, Copy)]
enum Stored {
    Shipped { start: u32, length: u32 },
    Pack(&'static str),
}

impl CatalogText {
    /// The shipped text at an offset.
    pub(super) const fn shipped(start: u32, length: u32) -> CatalogText {
        CatalogText(Stored::Shipped { start, length })
    }

    /// The text, which is kept for the rest of the process.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self.0 {
            Stored::Shipped { start, length } => &SHIPPED[start as usize..][..length as usize],
            Stored::Pack(text) => text,
        }
    }
}

impl Deref for CatalogText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Debug for CatalogText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl fmt::Display for CatalogText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.as_str(), f)
    }
}

impl AsRef<str> for CatalogText {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl<T: AsRef<str> + ?Sized> PartialEq<T> for CatalogText {
    fn eq(&self, other: &T) -> bool {
        self.as_str() == other.as_ref()
    }
}

/// The schema of any text.
#[cfg(feature = "schema")]
impl schemars::JsonSchema for CatalogText {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        str::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        str::json_schema(generator)
    }
}

/// Keeps the text for the rest of the process. Only the texts of packs are read this way: once to check the pack, and once to
/// use it.
impl From<String> for CatalogText {
    fn from(text: String) -> CatalogText {
        CatalogText(Stored::Pack(text.leak()))
    }
}

impl From<CatalogText> for &'static str {
    fn from(text: CatalogText) -> &'static str {
        text.as_str()
    }
}
