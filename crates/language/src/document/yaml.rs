//! Parsing: the YAML parser handles aliases, merges, duplicates and limits; this module keeps the places.

use super::refused;
use super::{Content, Document, Node, NodeId, Origin};
use crate::diagnostic::{Diagnostic, DocumentCode, FixSafety, Place, SourceId, clean};
use serde::Deserializer;
use serde::de::{self, Deserialize, MapAccess, SeqAccess, Visitor};
use serde_yaml::options::NonFiniteFloatPolicy;
use serde_yaml::{Location, Options, Spanned};
use std::fmt;

/// Deepest nesting, far more than the language has.
const DEEPEST: usize = 24;
/// Most values in a file with aliases expanded: enough for 64 options of each kind with 256 lines each.
const MOST_NODES: usize = 250_000;
/// Most values added by aliases.
const MOST_REPLAYED: usize = 100_000;

/// Most bytes of a text: notes of thirty pages.
const LONGEST_TEXT: usize = 64 << 10;
/// Most bytes of a key: names are words, and the keys of `sources` are paths.
const LONGEST_KEY: usize = 1_000;

const BYTE_ORDER_MARK: &str = "\u{feff}";

pub(super) fn parse(text: &str, source: SourceId) -> Result<Document, Vec<Diagnostic>> {
    let skipped = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
    let written = YamlSource { text: text.get(skipped..).unwrap_or_default(), skipped, source };
    if let Some(diagnostic) = written.control_character() {
        return Err(vec![diagnostic]);
    }
    if let Some(diagnostic) = refused::binary(&written) {
        return Err(vec![diagnostic]);
    }
    match serde_yaml::from_str_with_options::<Spanned<Raw>>(written.text, options()) {
        Ok(Spanned { value: Raw::Nothing, .. }) => Err(vec![refused::empty(&written)]),
        Ok(raw) => {
            let mut document = Document { nodes: Vec::new() };
            written.add(&mut document, raw, None, None, String::new());
            if let Some(diagnostic) = too_long(&document) {
                return Err(vec![diagnostic]);
            }
            match document.node(NodeId::ROOT).content {
                Content::Map(_) => Ok(document),
                Content::Scalar(_) | Content::List(_) | Content::Nothing => Err(vec![refused::not_a_map(&written)]),
            }
        }
        Err(error) => Err(refused::diagnostics(&error, &written)),
    }
}

fn options() -> Options {
    serde_yaml::options! {
        reject_unsupported_tags: true,
        non_finite_float_policy: NonFiniteFloatPolicy::PassThrough,
        with_snippet: false,
        budget: serde_yaml::budget! { max_depth: DEEPEST, max_nodes: MOST_NODES },
        alias_limits: serde_yaml::alias_limits! { max_total_replayed_events: MOST_REPLAYED },
    }
}

/// Error about the first key or text that is too long.
fn too_long(document: &Document) -> Option<Diagnostic> {
    let said = |what: &str, most: &str, place: Option<Place>| {
        let message = format!("{what} is longer than {most}");
        Diagnostic::new(DocumentCode::TooComplex, String::new(), place, message).label("shorten it")
    };
    document.nodes.iter().find_map(|node| match &node.content {
        _ if node.key.len() > LONGEST_KEY => Some(said("a key", "1,000 characters", node.key_place)),
        Content::Scalar(text) if text.len() > LONGEST_TEXT => {
            Some(said(&quoted(&node.key), "65,536 characters", node.value_place.or(node.key_place)))
        }
        Content::Scalar(_) | Content::Map(_) | Content::List(_) | Content::Nothing => None,
    })
}

/// Text without its byte order mark, the length of that mark, and the source.
pub(super) struct YamlSource<'a> {
    pub(super) text: &'a str,
    skipped: usize,
    source: SourceId,
}

impl YamlSource<'_> {
    /// Place of a byte range.
    pub(super) fn place(&self, start: usize, len: usize) -> Place {
        let place = Place::of(self.source, self.text, start..start + len);
        Place { start: place.start.saturating_add(number(self.skipped)), ..place }
    }

    /// Text from the start of a place.
    pub(super) fn from(&self, place: Place) -> Option<&str> {
        self.text.get((place.start as usize).checked_sub(self.skipped)?..)
    }

    /// Text before a place.
    pub(super) fn before(&self, place: Place) -> Option<&str> {
        self.text.get(..(place.start as usize).checked_sub(self.skipped)?)
    }

    /// The whole line in which a place begins, with its line ending.
    pub(super) fn line(&self, place: Place) -> Option<Place> {
        let at = (place.start as usize).checked_sub(self.skipped)?;
        let start = self.text.get(..at)?.rfind('\n').map_or(0, |newline| newline + 1);
        let rest = self.text.get(start..)?;
        Some(self.place(start, rest.find('\n').map_or(rest.len(), |newline| newline + 1)))
    }

    /// Place of a parser location; `None` for an unknown one.
    pub(super) fn located(&self, location: Location) -> Option<Place> {
        if location.line() == 0 {
            return None;
        }
        let span = location.span();
        let small = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        Some(Place {
            source: self.source,
            start: small(span.byte_offset()? + self.skipped as u64),
            len: small(span.byte_len().unwrap_or(0)),
            line: small(location.line()),
            column: small(location.column()),
        })
    }

    fn control_character(&self) -> Option<Diagnostic> {
        let invisible = |c: char| c.is_control() && !matches!(c, '\t' | '\n' | '\r');
        let (start, found) = self.text.char_indices().find(|&(_, c)| invisible(c))?;
        let message = format!("the file contains the invisible control character U+{:04X}", u32::from(found));
        let place = self.place(start, found.len_utf8());
        Some(
            Diagnostic::new(DocumentCode::ControlCharacter, String::new(), Some(place), message)
                .label("remove it")
                .instead(FixSafety::Safe, ""),
        )
    }

    /// Adds a value and everything below it.
    fn add(
        &self,
        document: &mut Document,
        raw: Spanned<Raw>,
        key_place: Option<Place>,
        parent: Option<NodeId>,
        key: String,
    ) -> NodeId {
        let id = document.next_id();
        let value_place = self.located(raw.defined);
        let used_place = self.located(raw.referenced).filter(|used| value_place != Some(*used));
        document.nodes.push(Node {
            parent,
            key,
            content: Content::Nothing,
            origin: Origin::File,
            value_place,
            key_place,
            used_place,
            number: None,
        });
        let content = match raw.value {
            Raw::Nothing => Content::Nothing,
            Raw::Text(text) => Content::Scalar(text),
            Raw::Inferred(value) => Content::Scalar(self.spelling(value_place).unwrap_or(value)),
            Raw::List(items) => {
                let items = items.into_iter().enumerate();
                Content::List(items.map(|(i, item)| self.add(document, item, None, Some(id), i.to_string())).collect())
            }
            Raw::Map(members) => Content::Map(
                members
                    .into_iter()
                    .map(|(key, value)| {
                        let place = self.located(key.defined);
                        self.add(document, value, place, Some(id), key.value)
                    })
                    .collect(),
            ),
        };
        document.nodes[id.index()].content = content;
        id
    }

    /// The author's text of a value that the parser took for a number or a boolean: `1.10`, not 1.1.
    fn spelling(&self, place: Option<Place>) -> Option<String> {
        let place = place?;
        let start = (place.start as usize).checked_sub(self.skipped)?;
        let text = self.text.get(start..start + place.len as usize)?.trim();
        (!text.is_empty() && !text.starts_with(['"', '\'', '|', '>', '!', '&', '*'])).then(|| text.to_owned())
    }
}

pub(super) fn number(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A value from the parser.
enum Raw {
    Nothing,
    /// A text with quotes and escapes resolved.
    Text(String),
    /// An unquoted value that the parser took for a number or a boolean.
    Inferred(String),
    List(Vec<Spanned<Raw>>),
    Map(Vec<(Spanned<String>, Spanned<Raw>)>),
}

impl<'de> Deserialize<'de> for Raw {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Raw, D::Error> {
        deserializer.deserialize_any(RawVisitor)
    }
}

struct RawVisitor;

impl<'de> Visitor<'de> for RawVisitor {
    type Value = Raw;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, a list or a map")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Raw, E> {
        Ok(Raw::Nothing)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Raw, E> {
        Ok(Raw::Inferred(value.to_string()))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Raw, E> {
        Ok(Raw::Inferred(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Raw, E> {
        Ok(Raw::Inferred(value.to_string()))
    }

    fn visit_i128<E: de::Error>(self, value: i128) -> Result<Raw, E> {
        Ok(Raw::Inferred(value.to_string()))
    }

    fn visit_u128<E: de::Error>(self, value: u128) -> Result<Raw, E> {
        Ok(Raw::Inferred(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Raw, E> {
        Ok(Raw::Inferred(value.to_string()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Raw, E> {
        Ok(Raw::Text(value.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Raw, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(Raw::Map(members))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Raw, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Raw::List(items))
    }
}

/// A key or tag, quoted for a message.
#[must_use]
pub fn quoted(text: &str) -> String {
    if text.is_empty() {
        return "an empty text".to_owned();
    }
    let short: String = text.chars().take(60).collect();
    let more = if short.len() < text.len() { "…" } else { "" };
    format!("`{}{more}`", clean(&short))
}
