//! Texts cut off by a YAML comment.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Content, NodeId};

/// Plain texts followed by a `#` without a space after it: `quote #4471` is read as `quote`.
pub(super) fn cut(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    document.all().into_iter().filter_map(|at| of_node(subject, at)).collect()
}

fn of_node(subject: &Subject<'_>, at: NodeId) -> Option<Diagnostic> {
    let loaded = &subject.answer.loaded;
    let node = loaded.document.node(at);
    let (Content::Scalar(text), Some(place)) = (&node.content, node.value_place) else { return None };
    // numbers are never cut
    if loaded.document.number(at).is_some() {
        return None;
    }
    let source = loaded.sources.written(place.source)?.text;
    let (before, rest) = (source.get(place.start as usize..place.end())?, source.get(place.end()..)?);
    let rest = rest.lines().next().unwrap_or_default();
    let comment = rest.trim_start();
    let is_plain = !before.starts_with(['"', '\'', '|', '>']);
    let follows = comment.strip_prefix('#')?.chars().next()?;
    if !is_plain || comment.len() == rest.len() || follows.is_whitespace() || follows == '#' || follows == '!' {
        return None;
    }
    let message = format!("`{text}` ends where `{}` starts a comment", comment.split_whitespace().next()?);
    let label = format!("write \"{text} {}\" in quotes if it is part of the text", comment.trim_end());
    Some(subject.finding(Code::TextCut, at, message).label(label))
}
