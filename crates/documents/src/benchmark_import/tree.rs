//! JSON of a result file, reduced to the fields that the formats read: lists of requests, texts and histograms are skipped while
//! the file is read, so memory does not grow with them.

use super::error::BenchmarkError;
use rust_decimal::Decimal;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;

/// Largest number of values that are kept of a file: about a thousand benchmarks.
const MOST_VALUES: usize = 200_000;
/// Characters that are kept of a text.
const MOST_TEXT: usize = 200;
/// The only lists that are kept: benchmarks, phases, and models.
const LISTS: [&str; 4] = ["benchmarks", "phases", "items", "model_names"];

/// A part of a result file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    Null,
    Flag(bool),
    Number(Decimal),
    Text(String),
    List(Vec<Tree>),
    Object(BTreeMap<String, Tree>),
}

impl Tree {
    /// The part at a path of keys; `None` if it is missing or null.
    pub(super) fn at(&self, path: &str) -> Option<&Tree> {
        let found = path.split('.').try_fold(self, |tree, key| match tree {
            Tree::Object(fields) => fields.get(key),
            _ => None,
        });
        found.filter(|tree| **tree != Tree::Null)
    }

    /// A number of 0 or more; `None` if it is missing.
    ///
    /// # Errors
    /// If there is something else.
    pub(super) fn number(&self, path: &str) -> Result<Option<Decimal>, BenchmarkError> {
        match self.at(path) {
            None => Ok(None),
            Some(Tree::Number(number)) if !number.is_sign_negative() || number.is_zero() => Ok(Some(*number)),
            Some(Tree::Number(number)) => Err(BenchmarkError::content(format!("`{path}` is {number}, below 0"))),
            Some(_) => Err(BenchmarkError::content(format!("`{path}` is not a number"))),
        }
    }

    /// A number of 0 or more.
    ///
    /// # Errors
    /// If it is missing, or something else.
    pub(super) fn needed(&self, path: &str) -> Result<Decimal, BenchmarkError> {
        self.number(path)?.ok_or_else(|| BenchmarkError::content(format!("it has no `{path}`")))
    }

    /// A text; `None` if it is missing or something else.
    pub(super) fn text(&self, path: &str) -> Option<&str> {
        match self.at(path) {
            Some(Tree::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A list; empty if it is missing or something else.
    pub(super) fn list(&self, path: &str) -> &[Tree] {
        match self.at(path) {
            Some(Tree::List(items)) => items,
            _ => &[],
        }
    }
}

/// Reads a tree, and counts what it keeps.
pub(super) struct TreeSeed<'a> {
    /// Names of the fields to keep.
    pub(super) kept: &'a dyn Fn(&str) -> bool,
    /// Number of values kept so far.
    pub(super) values: &'a mut usize,
    /// Whether a list is kept.
    pub(super) is_list: bool,
}

impl<'de> DeserializeSeed<'de> for TreeSeed<'_> {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Tree, D::Error> {
        *self.values += 1;
        if *self.values > MOST_VALUES {
            return Err(D::Error::custom("it has more results than one sweep"));
        }
        json.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for TreeSeed<'_> {
    type Value = Tree;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a benchmark result")
    }

    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Tree, E> {
        Ok(Tree::Flag(flag))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Tree, E> {
        Ok(Tree::Number(number.into()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Tree, E> {
        Ok(Tree::Number(number.into()))
    }

    /// The shortest decimal that reads as this float: the text that the tool wrote.
    fn visit_f64<E>(self, float: f64) -> Result<Tree, E> {
        let text = float.to_string();
        Ok(text.parse().map_or(Tree::Text(text), Tree::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Tree, E> {
        Ok(Tree::Text(text.chars().take(MOST_TEXT).collect()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Tree, A::Error> {
        let mut fields = BTreeMap::new();
        while let Some(key) = map.next_key::<String>()? {
            if (self.kept)(&key) {
                let is_list = LISTS.contains(&key.as_str());
                let value = map.next_value_seed(TreeSeed { kept: self.kept, values: self.values, is_list })?;
                fields.insert(key, value);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(Tree::Object(fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        if !self.is_list {
            while list.next_element::<IgnoredAny>()?.is_some() {}
            return Ok(Tree::Null);
        }
        loop {
            let seed = TreeSeed { kept: self.kept, values: self.values, is_list: false };
            match list.next_element_seed(seed)? {
                Some(item) => items.push(item),
                None => return Ok(Tree::List(items)),
            }
        }
    }
}
