//! Choices between keys of a part: which keys exclude each other, and which belong together. The check, its errors, the
//! schema and the reference are generated from the declaration.

use super::declaration::{DeclaredPart, Key};
use super::document::{Document, NodeId};
use super::suggest::{display_text, listed, together};
use crate::diagnostic::{Diagnostic, DocumentCode, FixSafety, SourceId};

/// How many of the alternatives must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cardinality {
    /// Exactly one.
    One,
    /// One or none.
    AtMostOne,
}

/// Whether a part has unknown keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unknown {
    None,
    Some,
}

/// A choice between sets of keys.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// How many of the alternatives must be given.
    pub needed: Cardinality,
    /// The alternatives, each a set of keys that belong together.
    pub alternatives: &'static [&'static [&'static str]],
    /// Message if one is required and none is given, without the subject: `has no price`.
    pub missing: &'static str,
    /// What to type in that case.
    pub example: &'static str,
}

impl Choice {
    /// Exactly one of several sets of keys, with the message and the example for when none is given.
    #[must_use]
    pub const fn one_of(
        alternatives: &'static [&'static [&'static str]],
        missing: &'static str,
        example: &'static str,
    ) -> Choice {
        Choice { needed: Cardinality::One, alternatives, missing, example }
    }

    /// At most one of several sets of keys.
    #[must_use]
    pub const fn at_most_one_of(alternatives: &'static [&'static [&'static str]]) -> Choice {
        Choice { needed: Cardinality::AtMostOne, alternatives, missing: "", example: "" }
    }

    /// Every key of the choice, once.
    #[must_use]
    pub fn keys(&self) -> Vec<&'static str> {
        let mut keys: Vec<&str> = self.alternatives.iter().flat_map(|set| set.iter().copied()).collect();
        let mut seen = Vec::new();
        keys.retain(|key| {
            !seen.contains(key) && {
                seen.push(*key);
                true
            }
        });
        keys
    }

    /// Finding about the keys of a part, if any. Missing keys are not reported where a key is unknown: the unknown key was
    /// probably meant to be one of them, and it is reported.
    pub(super) fn check(
        &self,
        document: &Document,
        (declared, part): (&DeclaredPart, NodeId),
        unknown: Unknown,
    ) -> Option<Diagnostic> {
        let known = self.keys();
        let given: Vec<NodeId> = document
            .children(part)
            .iter()
            .copied()
            .filter(|&child| known.contains(&document.node(child).key.as_str()))
            .collect();
        let keys: Vec<&str> = given.iter().map(|&child| document.node(child).key.as_str()).collect();
        if keys.is_empty() {
            let is_missing = self.needed == Cardinality::One && unknown == Unknown::None;
            return is_missing.then(|| self.none(document, part));
        }
        let holding = self.holding(&keys);
        if holding.iter().any(|set| set.len() == keys.len()) {
            None
        } else if holding.is_empty() {
            self.mistaken(document, &given, &keys).or_else(|| self.exclusive(document, &given))
        } else {
            (unknown == Unknown::None).then(|| self.incomplete(document, declared, &given, &keys))
        }
    }

    /// Alternatives that contain all of the given keys.
    fn holding(&self, keys: &[&str]) -> Vec<&'static [&'static str]> {
        self.alternatives.iter().copied().filter(|set| keys.iter().all(|key| set.contains(key))).collect()
    }

    fn none(&self, document: &Document, part: NodeId) -> Diagnostic {
        let path = document.path(part);
        let message = format!("`{path}` {}", self.missing);
        let diagnostic =
            Diagnostic::new(DocumentCode::MissingChoice, path, document.place(part), message).label(self.example);
        // a label names at most three
        if self.alternatives.len() > 3 {
            diagnostic.help(format!("one of {}", self.display_text()))
        } else {
            diagnostic
        }
    }

    /// The alternatives in words: `` `per_month`, `fte` with `per_fte_year` ``.
    fn display_text(&self) -> String {
        let words: Vec<String> = self.alternatives.iter().map(|set| together(set)).collect();
        words.join(", ")
    }

    /// Error about two keys that no alternative contains together: the later one is the error, the earlier one is shown.
    fn exclusive(&self, document: &Document, given: &[NodeId]) -> Option<Diagnostic> {
        let together = |a: &str, b: &str| self.alternatives.iter().any(|set| set.contains(&a) && set.contains(&b));
        let key = |at: NodeId| document.node(at).key.as_str();
        let pairs =
            given.iter().enumerate().flat_map(|(i, &second)| given[..i].iter().map(move |&first| (first, second)));
        let (first, second) = pairs.into_iter().find(|&(first, second)| !together(key(first), key(second)))?;
        let message = format!("`{}` and `{}` exclude each other", key(first), key(second));
        let diagnostic =
            Diagnostic::new(DocumentCode::ExclusiveKeys, document.path(second), document.key_place(second), message)
                .label("remove this one")
                .related(document.key_place(first), "or this one");
        // an inherited key can't be deleted in this file
        let source = |at| document.key_place(at).map(|place| place.source);
        let is_set = |at| matches!(source(at), Some(SourceId::Setting(_)));
        Some(if source(first) == source(second) || is_set(first) || is_set(second) {
            diagnostic
        } else {
            diagnostic.help(format!("`{}: null` removes the inherited key", key(first)))
        })
    }

    /// Error about one key that excludes the others but resembles one that fits: `accelerators` next to `profile`, which
    /// belongs with `peak_accelerators`.
    fn mistaken(&self, document: &Document, given: &[NodeId], keys: &[&str]) -> Option<Diagnostic> {
        let known = self.keys();
        let alike = |a: &str, b: &str| a.ends_with(b) || b.ends_with(a);
        let fixed = |wrong: &str, suggestion: &'static str| {
            let others = keys.iter().copied().filter(|key| *key != wrong);
            !keys.contains(&suggestion)
                && alike(wrong, suggestion)
                && !self.holding(&others.chain([suggestion]).collect::<Vec<_>>()).is_empty()
        };
        let (wrong, suggestion) = given.iter().zip(keys).find_map(|(at, wrong)| {
            known.iter().find(|suggestion| fixed(wrong, suggestion)).map(|suggestion| (*at, *suggestion))
        })?;
        let other = given.iter().copied().find(|at| *at != wrong)?;
        let message = format!("`{}` cannot be combined with `{}`", document.key(wrong), document.key(other));
        let diagnostic =
            Diagnostic::new(DocumentCode::ExclusiveKeys, document.path(wrong), document.key_place(wrong), message)
                .label(format!("did you mean `{suggestion}`?"))
                .related(document.key_place(other), "next to this")
                .instead(FixSafety::Unsafe, suggestion);
        Some(diagnostic)
    }

    /// Error about a key that requires others.
    fn incomplete(&self, document: &Document, declared: &DeclaredPart, given: &[NodeId], keys: &[&str]) -> Diagnostic {
        let mut missing: Vec<Vec<&str>> = Vec::new();
        for set in self.holding(keys) {
            let rest: Vec<&str> = set.iter().copied().filter(|key| !keys.contains(key)).collect();
            if !missing.contains(&rest) {
                missing.push(rest);
            }
        }
        // the key in the fewest alternatives, since it is the most specific
        let of = |at: &&NodeId| self.alternatives.iter().filter(|set| set.contains(&document.key(**at))).count();
        let at = given.iter().min_by_key(of).copied().unwrap_or(NodeId::ROOT);
        let (words, are) = match missing.as_slice() {
            [one] => (listed(one, "and"), if one.len() > 1 { "are" } else { "is" }),
            several => (display_text(&several.iter().map(|set| together(set)).collect::<Vec<_>>(), "or"), "is"),
        };
        let message = format!("`{}` requires {words}, which {are} missing", document.key(at));
        let companion = |key: &str| declared.key(key).map_or_else(|| "…".to_owned(), Key::companion);
        let added: Vec<String> =
            missing.iter().take(1).flatten().map(|key| format!("`{key}: {}`", companion(key))).collect();
        Diagnostic::new(DocumentCode::IncompleteChoice, document.path(at), document.key_place(at), message)
            .label(format!("add {}", display_text(&added, "and")))
    }
}
