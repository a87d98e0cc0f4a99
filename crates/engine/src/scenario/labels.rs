//! What people call things: the labels of a scenario's author.

use super::declared;
use super::document::{Document, NodeId};
use super::option::LABEL;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// The labels that an author gave, each by the path of what bears it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Labels(BTreeMap<String, String>);

/// The path up to which names are told apart: that of the option of a line; nothing of an option or a workload itself.
pub(super) fn scope(path: &str) -> &str {
    match path.split('.').collect::<Vec<&str>>().as_slice() {
        ["own" | "rent" | "hybrid", _] | ["demand", "workloads", _] | [] | [_] => "",
        [side, option, ..] => path.get(..side.len() + 1 + option.len()).unwrap_or(path),
    }
}

impl Labels {
    /// The labels of a document.
    #[must_use]
    pub fn of_document(document: &Document) -> Labels {
        Labels(Labels::given(document).into_iter().map(|(path, (_, text))| (path, text)).collect())
    }

    /// The labels of a document with their nodes, each by the path of what bears it.
    pub(super) fn given(document: &Document) -> BTreeMap<String, (NodeId, String)> {
        let is_label = |at: &NodeId| {
            document.key(*at) == LABEL.name && declared(document, *at).key().is_some_and(|key| key.name == LABEL.name)
        };
        let label = |at: NodeId| {
            let bearer = document.path(document.node(at).parent?);
            Some((bearer, (at, document.text(at)?.trim().to_owned())))
        };
        document.all().into_iter().filter(is_label).filter_map(label).collect()
    }

    /// The options and workloads that bear a label, each by its path.
    pub fn named(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter(|(path, _)| scope(path).is_empty()).map(|(path, label)| (path.as_str(), label.as_str()))
    }

    /// The options that bear one.
    fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.named().filter(|(path, _)| !path.starts_with("demand."))
    }

    /// A text with the labels of options in the place of their paths. A path of which an option's is only the beginning stays as
    /// it is, and so does what is to be typed.
    ///
    /// ```
    /// use engine::scenario::Labels;
    /// let labels = Labels::from_iter([("own.hgx", "Four servers"), ("own.hgx-b200", "Eight servers")]);
    /// assert_eq!(labels.spoken("own.hgx wins over `own.hgx-b200`."), "Four servers wins over Eight servers.");
    /// assert_eq!(labels.spoken("own.hgx.node.price; `--only own.hgx`"), "own.hgx.node.price; `--only own.hgx`");
    /// assert_eq!(labels.beside_paths("own.hgx wins"), "Four servers (own.hgx) wins");
    /// assert_eq!(labels.spoken("Four servers (own.hgx) wins"), "Four servers (own.hgx) wins");
    /// ```
    #[must_use]
    pub fn spoken(&self, text: &str) -> String {
        self.put(text, |_, label| label.to_owned())
    }

    /// A text with the labels of options before their paths, `Four servers (own.hgx)`, for those who look for the path in a file.
    #[must_use]
    pub fn beside_paths(&self, text: &str) -> String {
        self.put(text, |path, label| format!("{label} ({path})"))
    }

    /// A text with something in the place of the paths of options that bear a label.
    fn put(&self, text: &str, instead: impl Fn(&str, &str) -> String) -> String {
        let options: Vec<(&str, &str)> = self.options().collect();
        let mut said = String::with_capacity(text.len());
        let mut done = 0;
        while let Some(Said { at, path, label }) = next(text, done, &options) {
            said.push_str(&text[done..at.start]);
            said.push_str(&instead(path, label));
            done = at.end;
        }
        said.push_str(&text[done..]);
        said
    }

    /// What the author calls what is at a path, if that was written.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// Whether nothing bears a label.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// An option that is named in a text.
struct Said<'o> {
    /// Where, with the backticks around it.
    at: Range<usize>,
    path: &'o str,
    label: &'o str,
}

/// The first option that a text names from a place on.
fn next<'o>(text: &str, from: usize, options: &[(&'o str, &'o str)]) -> Option<Said<'o>> {
    let found = options.iter().filter_map(|(path, label)| {
        // a path that stands after its label already was written for those who look for it
        let beside = |at: &usize| text[..*at].strip_suffix(" (").is_some_and(|before| before.ends_with(label));
        let mut places = text[from..].match_indices(path).map(|(at, _)| from + at).filter(|at| !beside(at));
        let at = places.find_map(|at| alone(text, at..at + path.len()))?;
        Some(Said { at, path, label })
    });
    found.min_by_key(|said| said.at.start)
}

/// A path with the backticks around it; none where it is part of a longer one, or of something to be typed.
fn alone(text: &str, at: Range<usize>) -> Option<Range<usize>> {
    let within = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    let (before, mut after) = (text[..at.start].chars().last(), text[at.end..].chars());
    match (before, after.next()) {
        (Some('`'), Some('`')) => Some(at.start - 1..at.end + 1),
        (Some('`'), _) | (_, Some('`')) => None,
        (Some(c), _) if within(c) || matches!(c, '.' | '/') => None,
        (_, Some('.')) if after.next().is_some_and(within) => None,
        (_, Some(c)) if within(c) => None,
        (_, _) => Some(at),
    }
}

/// Labels by the paths of what bears them.
impl<P: Into<String>, L: Into<String>> FromIterator<(P, L)> for Labels {
    fn from_iter<I: IntoIterator<Item = (P, L)>>(labels: I) -> Labels {
        Labels(labels.into_iter().map(|(path, label)| (path.into(), label.into())).collect())
    }
}
