//! Labels: display names given by the author of a scenario.

use super::declared;
use super::document::{Document, NodeId};
use super::option::LABEL;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::Range;

/// Labels by the path of the labelled part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Labels(BTreeMap<String, String>);

/// Scope in which a label must be unique: the option for a line, the whole scenario (empty) for an option or a workload.
pub(super) fn scope(path: &str) -> &str {
    match path.split('.').collect::<Vec<&str>>().as_slice() {
        ["own" | "rent" | "hybrid", _] | ["demand", "workloads", _] | [] | [_] => "",
        [side, option, ..] => path.get(..side.len() + 1 + option.len()).unwrap_or(path),
    }
}

impl Labels {
    /// Labels of a document.
    #[must_use]
    pub fn of_document(document: &Document) -> Labels {
        Labels(Labels::given(document).into_iter().map(|(path, (_, text))| (path, text)).collect())
    }

    /// Labels of a document with their nodes, by the path of the labelled part.
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

    /// Path and label of each labelled option and workload.
    pub fn named(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter(|(path, _)| scope(path).is_empty()).map(|(path, label)| (path.as_str(), label.as_str()))
    }

    /// Path and label of each labelled option.
    fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.named().filter(|(path, _)| !path.starts_with("demand."))
    }

    /// Replaces paths of options in a text by their labels. Longer paths below an option and text to be typed are unchanged.
    ///
    /// ```
    /// use engine::scenario::Labels;
    /// let labels = Labels::from_iter([("own.hgx", "Four servers"), ("own.hgx-b200", "Eight servers")]);
    /// assert_eq!(labels.display_text("own.hgx wins over `own.hgx-b200`."), "Four servers wins over Eight servers.");
    /// assert_eq!(labels.display_text("own.hgx.node.price; `--only own.hgx`"), "own.hgx.node.price; `--only own.hgx`");
    /// assert_eq!(labels.with_paths("own.hgx wins"), "Four servers (own.hgx) wins");
    /// assert_eq!(labels.display_text("Four servers (own.hgx) wins"), "Four servers (own.hgx) wins");
    /// ```
    #[must_use]
    pub fn display_text(&self, text: &str) -> String {
        self.put(text, |_, label| label.to_owned())
    }

    /// Adds labels before the paths of options in a text: `Four servers (own.hgx)`.
    #[must_use]
    pub fn with_paths(&self, text: &str) -> String {
        self.put(text, |path, label| format!("{label} ({path})"))
    }

    /// Replaces the paths of labelled options in a text.
    fn put(&self, text: &str, instead: impl Fn(&str, &str) -> String) -> String {
        let options: Vec<(&str, &str)> = self.options().collect();
        let mut said = String::with_capacity(text.len());
        let mut done = 0;
        while let Some(Mention { at, path, label }) = next(text, done, &options) {
            said.push_str(&text[done..at.start]);
            said.push_str(&instead(path, label));
            done = at.end;
        }
        said.push_str(&text[done..]);
        said
    }

    /// Label at a path, if any.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&str> {
        self.0.get(path).map(String::as_str)
    }

    /// Whether there are no labels.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Mention of an option in a text.
struct Mention<'o> {
    /// Range in the text, including backticks.
    at: Range<usize>,
    path: &'o str,
    label: &'o str,
}

/// First mention of an option in a text, from an offset.
fn next<'o>(text: &str, from: usize, options: &[(&'o str, &'o str)]) -> Option<Mention<'o>> {
    let found = options.iter().filter_map(|(path, label)| {
        // a path that already follows its label stays as it is
        let in_parentheses = |at: &usize| text[..*at].strip_suffix(" (").is_some_and(|before| before.ends_with(label));
        let mut places = text[from..].match_indices(path).map(|(at, _)| from + at).filter(|at| !in_parentheses(at));
        let at = places.find_map(|at| alone(text, at..at + path.len()))?;
        Some(Mention { at, path, label })
    });
    found.min_by_key(|said| said.at.start)
}

/// Range of a path including backticks; none if it is part of a longer path or of text to be typed.
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

/// Labels from pairs of path and label.
impl<P: Into<String>, L: Into<String>> FromIterator<(P, L)> for Labels {
    fn from_iter<I: IntoIterator<Item = (P, L)>>(labels: I) -> Labels {
        Labels(labels.into_iter().map(|(path, label)| (path.into(), label.into())).collect())
    }
}
