//! Edits that accept an unmet expectation: the author's line with other values, or a key with its value.

use super::{Unmet, finding};
use crate::diagnostic::{Diagnostic, Place, SourceId, Sources};
use crate::scenario::Loaded;
use crate::scenario::document::{Content, Document, NodeId};

/// Maximum length of a line that is offered whole; longer help is wrapped.
const LONGEST: usize = 72;

/// The change that accepts a finding.
pub(super) enum Accepted {
    /// Replaces the value at the node.
    Value(String),
    /// Adds an entry after the last one of a list.
    Append(String),
    /// Replaces the value of the key, whatever it is.
    Key(String),
    /// Removes a node, because no value would be accepted.
    Remove(NodeId),
}

/// A part of the file and its replacement.
struct Edit {
    place: Place,
    text: String,
}

/// The findings, each with the edit that accepts it as help.
pub(super) fn with_help(unmet: &[Unmet], loaded: &Loaded) -> Vec<Diagnostic> {
    let (document, sources) = (&loaded.document, &loaded.sources);
    let edits: Vec<Option<Edit>> = unmet.iter().map(|one| edit(one, document, sources)).collect();
    let help = |(at, one): (usize, &Unmet)| {
        let line = edits[at].as_ref().and_then(|edit| line(edit, &edits, sources));
        let help = match line {
            Some(line) => format!("to accept it, write this line: {line}"),
            None => in_words(one, document),
        };
        let diagnostic = finding(one, document);
        let diagnostic = match document.node(one.at).used_place {
            Some(used) => diagnostic.related(Some(used), "used here"),
            None => diagnostic,
        };
        diagnostic.help(help)
    };
    unmet.iter().enumerate().map(help).collect()
}

/// The edit that accepts a finding; `None` unless it replaces a single value in the file.
fn edit(unmet: &Unmet, document: &Document, sources: &Sources) -> Option<Edit> {
    let node = document.node(unmet.at);
    let place = node.value_place.filter(|place| place.source == SourceId::FILE && node.used_place.is_none())?;
    let written = sources.slice(place)?.to_owned();
    let is_single = matches!(node.content, Content::Scalar(_)) && !written.contains('\n') && !written.is_empty();
    let text = match &unmet.accepted {
        Accepted::Value(text) => text.clone(),
        Accepted::Key(text) if is_single => text.clone(),
        Accepted::Append(text) if in_brackets(place, sources) => format!("{}, {text}", written.trim_end()),
        Accepted::Append(_) | Accepted::Key(_) | Accepted::Remove(_) => return None,
    };
    is_single.then_some(Edit { place, text })
}

/// Whether an entry of a list is in brackets, not after a dash of its own.
fn in_brackets(place: Place, sources: &Sources) -> bool {
    let before = line_start(place, sources).and_then(|start| {
        let text = sources.written(place.source)?.text;
        text.get(start..place.start as usize)
    });
    before.is_some_and(|before| before.trim() != "-")
}

/// Start of the line of a place.
fn line_start(place: Place, sources: &Sources) -> Option<usize> {
    let before = sources.written(place.source)?.text.get(..place.start as usize)?;
    Some(before.rfind(['\n', '\r']).map_or(0, |end| end + 1))
}

/// The author's line with all edits on it.
fn line(edit: &Edit, edits: &[Option<Edit>], sources: &Sources) -> Option<String> {
    let text = sources.written(SourceId::FILE)?.text;
    let start = line_start(edit.place, sources)?;
    let length = text.get(start..)?.find(['\n', '\r']).unwrap_or(text.len() - start);
    let end = start + length;
    let mut on_it: Vec<&Edit> =
        edits.iter().flatten().filter(|one| (start..=end).contains(&(one.place.start as usize))).collect();
    on_it.sort_by_key(|one| one.place.start);
    let (mut line, mut at) = (String::new(), start);
    for one in on_it {
        line.push_str(text.get(at..one.place.start as usize)?);
        line.push_str(&one.text);
        at = one.place.end();
    }
    line.push_str(text.get(at..end)?);
    let line = line.trim();
    (line.chars().count() <= LONGEST).then(|| line.to_owned())
}

/// Instruction used when the whole line can't be offered.
fn in_words(unmet: &Unmet, document: &Document) -> String {
    match &unmet.accepted {
        Accepted::Value(text) | Accepted::Key(text) => {
            format!("to accept it, write `{}: {text}`", key(unmet.at, document))
        }
        Accepted::Append(text) => format!("to accept it, add `- {text}` to the list"),
        Accepted::Remove(at) => format!("to accept it, remove `{}`", document.key(*at)),
    }
}

/// Key of a node; for an entry of a list, the key of the list.
fn key(at: NodeId, document: &Document) -> &str {
    let parent = document.node(at).parent.filter(|parent| matches!(document.node(*parent).content, Content::List(_)));
    document.key(parent.unwrap_or(at))
}
