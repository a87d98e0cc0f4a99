//! ID of an option: its kind and its name.

use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// Kind of an option: owned, rented, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OptionKind {
    /// An owned fleet.
    Own,
    /// Rented.
    Rent,
    /// A combination of options, each for some of the workloads.
    Hybrid,
}

impl OptionKind {
    /// Its name in paths and machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OptionKind::Own => "own",
            OptionKind::Rent => "rent",
            OptionKind::Hybrid => "hybrid",
        }
    }
}

/// ID of an option. Its text, `own.NAME`, `rent.NAME` or `hybrid.NAME`, is also the path of the option in its scenario and its
/// name in every report.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OptionId {
    /// Kept whole, since reports print it far more often than they ask for its name.
    text: String,
    kind: OptionKind,
}

impl OptionId {
    /// ID of the option of this kind with this name.
    #[must_use]
    pub fn new(kind: OptionKind, name: &str) -> OptionId {
        OptionId { text: format!("{}.{name}", kind.name()), kind }
    }

    /// `own.NAME`.
    #[must_use]
    pub fn own(name: &str) -> OptionId {
        OptionId::new(OptionKind::Own, name)
    }

    /// `rent.NAME`.
    #[must_use]
    pub fn rent(name: &str) -> OptionId {
        OptionId::new(OptionKind::Rent, name)
    }

    /// `hybrid.NAME`.
    #[must_use]
    pub fn hybrid(name: &str) -> OptionId {
        OptionId::new(OptionKind::Hybrid, name)
    }

    /// The option that a path belongs to: `own.hgx` for `own.hgx.node.price`.
    #[must_use]
    pub fn of_path(path: &str) -> Option<OptionId> {
        let end = path.match_indices('.').nth(1).map_or(path.len(), |(end, _)| end);
        path[..end].parse().ok()
    }

    /// Owned, rented or both.
    #[must_use]
    pub fn kind(&self) -> OptionKind {
        self.kind
    }

    /// Its name without its kind.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.text[self.kind.name().len() + 1..]
    }

    /// Its name, if it is owned.
    #[must_use]
    pub fn owned(&self) -> Option<&str> {
        (self.kind == OptionKind::Own).then(|| self.name())
    }

    /// Its name, if it is rented.
    #[must_use]
    pub fn rented(&self) -> Option<&str> {
        (self.kind == OptionKind::Rent).then(|| self.name())
    }

    /// The whole text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Path of one of its keys: `own.NAME.KEY`.
    #[must_use]
    pub fn path(&self, key: &str) -> String {
        format!("{self}.{key}")
    }
}

/// A text that is no ID of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAnOption;

impl FromStr for OptionId {
    type Err = NotAnOption;

    fn from_str(text: &str) -> Result<OptionId, NotAnOption> {
        let (side, name) = text.split_once('.').ok_or(NotAnOption)?;
        let all = [OptionKind::Own, OptionKind::Rent, OptionKind::Hybrid];
        let kind = all.into_iter().find(|kind| kind.name() == side).ok_or(NotAnOption)?;
        Ok(OptionId::new(kind, name))
    }
}

impl fmt::Display for OptionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

impl From<&OptionId> for String {
    fn from(id: &OptionId) -> String {
        id.text.clone()
    }
}

impl Serialize for OptionId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl PartialEq<str> for OptionId {
    fn eq(&self, other: &str) -> bool {
        self.text == other
    }
}

impl PartialEq<&str> for OptionId {
    fn eq(&self, other: &&str) -> bool {
        self.text == *other
    }
}

impl PartialEq<String> for OptionId {
    fn eq(&self, other: &String) -> bool {
        self.text == *other
    }
}

impl PartialEq<OptionId> for str {
    fn eq(&self, other: &OptionId) -> bool {
        other == self
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for OptionId {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        String::schema_name()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        String::json_schema(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_from_its_text_and_written_as_it() {
        let id: OptionId = "own.hgx".parse().expect("the ID of an owned option");
        assert_eq!(id, OptionId::own("hgx"));
        assert_eq!((id.kind(), id.name(), id.to_string().as_str()), (OptionKind::Own, "hgx", "own.hgx"));
        assert_eq!((id.owned(), id.rented()), (Some("hgx"), None));
        assert_eq!(id.path("purchases"), "own.hgx.purchases");
        assert_eq!(OptionId::of_path("own.hgx.node.price"), Some(id.clone()));
        assert_eq!(serde_json::to_string(&id).expect("a string"), "\"own.hgx\"");
    }

    #[test]
    fn another_text_is_no_id() {
        for text in ["", "own", "hgx", "Own.hgx", "demand.batch"] {
            assert_eq!(text.parse::<OptionId>(), Err(NotAnOption), "{text}");
        }
    }

    #[test]
    fn ids_are_ordered_like_their_texts() {
        let mut ids = [OptionId::rent("a"), OptionId::own("b"), OptionId::own("a"), OptionId::hybrid("c")];
        ids.sort();
        assert_eq!(ids.map(|id| id.to_string()), ["hybrid.c", "own.a", "own.b", "rent.a"]);
    }
}
