//! Under-indented lines in valid YAML: a key without a value whose value is at its own level; an entry at the level of the part
//! it belongs to. Reported once, at the first line.

use super::Reader;
use crate::declaration::DeclaredPart;
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixSafety, Place, TextEdit};
use crate::document::{Content, Document, NodeId};
use crate::expected_type::{ExpectedType, Shape};
use crate::suggest::listed;
use std::collections::BTreeMap;

/// Indentation of a part below its key, in spaces.
const STEP: u32 = 2;

impl Reader {
    /// Reports keys of a part without a value whose value is at their own level.
    pub(super) fn under_indented_parts(&self, part: &'static DeclaredPart, children: &[NodeId]) {
        let known = |child: NodeId| part.key(self.document.borrow().key(child));
        self.under_indented(children, |child| known(child).map(|key| key.expected), |child| known(child).is_none());
    }

    /// Reports named entries without a value whose keys are at their own level.
    pub(super) fn under_indented_entries(&self, entry: &'static ExpectedType, children: &[NodeId]) {
        let ExpectedType::Part(part) = entry else { return };
        let is_key = |child: NodeId| part.key(self.document.borrow().key(child)).is_some();
        self.under_indented(children, |child| (!is_key(child)).then_some(entry), is_key);
    }

    fn under_indented(
        &self,
        children: &[NodeId],
        expected: impl Fn(NodeId) -> Option<&'static ExpectedType>,
        may_belong: impl Fn(NodeId) -> bool,
    ) {
        for (at, child) in children.iter().enumerate() {
            let is_empty = self.document.borrow().node(*child).content == Content::Nothing;
            let Some(expected) = expected(*child).filter(|expected| is_empty && expected.shape() == Shape::Map) else {
                continue;
            };
            let fits = |other: &NodeId| match expected {
                ExpectedType::Part(part) => part.key(self.document.borrow().key(*other)).is_some(),
                _ => true,
            };
            let has_value = |other: &NodeId| self.document.borrow().node(*other).content != Content::Nothing;
            let run = children[at + 1..].iter().copied();
            let run: Vec<NodeId> =
                run.take_while(|other| may_belong(*other) && fits(other) && has_value(other)).collect();
            if !run.is_empty() {
                self.has_its_value_beside(*child, &run);
            }
        }
    }

    fn has_its_value_beside(&self, child: NodeId, run: &[NodeId]) {
        let document = self.document.borrow();
        let names: Vec<&str> = run.iter().take(4).map(|at| document.key(*at)).collect();
        let more = if run.len() > names.len() { " and what follows" } else { "" };
        let key = document.key(child);
        let message = format!("`{key}` has no value: the lines below it are not indented further");
        let label = format!("indent {}{more} by {STEP} more spaces, below `{key}`", listed(&names, "and"));
        let diagnostic =
            Diagnostic::new(DocumentCode::NoValue, document.path(child), document.key_place(child), message)
                .label(label)
                .fix(moved_in(&document, run, STEP));
        drop(document);
        self.placeholders.borrow_mut().extend(run.iter().chain([&child]));
        self.under_indented.borrow_mut().extend(run.iter().chain([&child]));
        self.report(diagnostic);
    }

    /// Reports an unknown key that is an entry of the part before it; whether it is one.
    pub(super) fn is_entry_of_the_part_before(&self, part: NodeId, declared: &DeclaredPart, child: NodeId) -> bool {
        let document = self.document.borrow();
        let siblings = document.children(part);
        let before = siblings.iter().position(|sibling| *sibling == child).and_then(|at| at.checked_sub(1));
        let Some(before) = before.map(|before| siblings[before]) else { return false };
        let Some(ExpectedType::Entries(ExpectedType::Part(entry))) =
            declared.key(document.key(before)).map(|key| key.expected)
        else {
            return false;
        };
        let (keys, alike) = (document.children(child), document.children(before).first());
        let all_known = !keys.is_empty() && keys.iter().all(|key| entry.key(document.key(*key)).is_some());
        let Some(alike) = alike.filter(|_| all_known) else { return false };
        let (of, name) = (document.key(before), document.key(child));
        let column = |at: NodeId| document.key_place(at).map(|place| place.column);
        let further = column(*alike).zip(column(child)).and_then(|(alike, child)| alike.checked_sub(child));
        let message = format!("`{name}` is at the level of `{of}`, but has the keys of one of its entries");
        let label = format!("indent it and everything below it to the level of `{}`", document.key(*alike));
        let diagnostic =
            Diagnostic::new(DocumentCode::UnknownKey, document.path(child), document.key_place(child), message)
                .label(label)
                .fix(further.and_then(|further| moved_in(&document, &[child], further)));
        drop(document);
        self.placeholders.borrow_mut().insert(child);
        self.report(diagnostic);
        true
    }
}

/// Fix that indents lines and everything below them; `None` if some of them do not begin with a key.
fn moved_in(document: &Document, run: &[NodeId], further: u32) -> Option<Fix> {
    let mut starts: BTreeMap<u32, Place> = BTreeMap::new();
    let mut left: Vec<NodeId> = run.to_vec();
    let mut last = 0;
    while let Some(at) = left.pop() {
        let node = document.node(at);
        for place in [node.key_place, node.value_place].into_iter().flatten() {
            last = last.max(place.line);
        }
        if let Some(key) = node.key_place {
            let first = starts.entry(key.line).or_insert(key);
            *first = key.min(*first);
        }
        left.extend(document.children(at));
    }
    let first = *starts.keys().next()?;
    let is_whole = (first..=last).all(|line| starts.contains_key(&line));
    let spaces = " ".repeat(usize::try_from(further).ok()?);
    let edits = starts.values().map(|key| TextEdit::new(Place { len: 0, ..*key }, spaces.clone())).collect();
    Fix::new(FixSafety::Safe, edits).filter(|_| is_whole)
}
