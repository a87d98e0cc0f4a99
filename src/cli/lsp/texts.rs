//! Texts that are open in an editor.

use super::checks::{CheckedText, TextToCheck};
use super::paths::path_of;
use super::positions::Lines;
use crate::analysis::Answer;
use crate::editor::LastRead;
use crate::scenario::document::{Document, NodeId};
use lsp_types::{TextDocumentContentChangeEvent, TextDocumentItem, Uri};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// File name of a text without a file.
const UNNAMED: &str = "untitled.yaml";

/// Open text.
#[derive(Debug)]
pub(super) struct OpenText {
    /// URI of the text.
    pub(super) uri: Uri,
    /// Version number given by the editor.
    pub(super) version: i32,
    /// Content.
    pub(super) text: String,
    /// Revision number: increases when the text, or a file that it depends on, changes.
    revision: u64,
    /// Last check.
    checked: Option<CheckedText>,
    /// Last syntax tree that could be parsed.
    last_document: Option<Document>,
    /// Same tree with everything that it extends.
    with_shared: Option<Document>,
}

impl OpenText {
    /// Last check, if it is of the current text.
    pub(super) fn checked(&self) -> Option<&CheckedText> {
        self.checked.as_ref().filter(|checked| checked.revision == self.revision)
    }

    /// Result of the current text.
    pub(super) fn answer(&self) -> Option<&Answer> {
        self.checked()?.found.as_ref().ok()?.as_ref()?.answer.as_ref()
    }

    /// Last syntax tree that could be parsed.
    pub(super) fn last_document(&self) -> Option<&Document> {
        self.last_document.as_ref()
    }

    /// Last syntax trees that could be parsed.
    pub(super) fn last_read(&self) -> LastRead<'_> {
        LastRead { own: self.last_document.as_ref(), with_shared: self.with_shared.as_ref() }
    }

    /// Path of its file; for a text without one, a path in the folder that is open.
    pub(super) fn path(&self, folders: &[PathBuf]) -> PathBuf {
        let unnamed = || folders.first().map_or_else(|| PathBuf::from(UNNAMED), |folder| folder.join(UNNAMED));
        path_of(&self.uri).unwrap_or_else(unnamed)
    }

    fn change(&mut self, change: TextDocumentContentChangeEvent) {
        match change.range {
            None => self.text = change.text,
            Some(range) => {
                let lines = Lines::of(&self.text);
                let (start, end) = (lines.byte(range.start), lines.byte(range.end));
                self.text.replace_range(start..end.max(start), &change.text);
            }
        }
    }
}

/// Open texts, by URI.
#[derive(Debug, Default)]
pub(super) struct OpenTexts {
    by_uri: BTreeMap<String, OpenText>,
    /// Last revision number of all texts: a text that is closed and opened again gets a new one.
    revisions: u64,
}

impl OpenTexts {
    /// Text at a URI, if it is open.
    pub(super) fn get(&self, uri: &Uri) -> Option<&OpenText> {
        self.by_uri.get(uri.as_str())
    }

    fn next(&mut self) -> u64 {
        self.revisions += 1;
        self.revisions
    }

    /// Opens a text.
    pub(super) fn open(&mut self, item: TextDocumentItem) {
        let TextDocumentItem { uri, version, text, .. } = item;
        let key = uri.as_str().to_owned();
        let revision = self.next();
        self.by_uri.insert(
            key,
            OpenText { uri, version, text, revision, checked: None, last_document: None, with_shared: None },
        );
    }

    /// Changes a text, if it is open.
    pub(super) fn change(&mut self, uri: &Uri, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        let revision = self.next();
        let Some(open) = self.by_uri.get_mut(uri.as_str()) else { return };
        (open.version, open.revision) = (version, revision);
        for change in changes {
            open.change(change);
        }
    }

    /// Closes a text.
    pub(super) fn close(&mut self, uri: &Uri) {
        self.by_uri.remove(uri.as_str());
    }

    /// Marks all checks as outdated, since a file that texts depend on has changed.
    pub(super) fn invalidate_checks(&mut self) {
        let revision = self.next();
        self.by_uri.values_mut().for_each(|open| open.revision = revision);
    }

    /// A text without a current check.
    pub(super) fn unchecked(&self, folders: &[PathBuf]) -> Option<TextToCheck> {
        let (uri, open) = self.by_uri.iter().find(|(_, open)| open.checked().is_none())?;
        let path = open.path(folders);
        let workspace = innermost_folder(&path, folders);
        Some(TextToCheck { uri: uri.clone(), revision: open.revision, path, workspace, text: open.text.clone() })
    }

    /// Stores a check and returns its text, unless the text has changed or was closed.
    pub(super) fn store(&mut self, mut checked: CheckedText) -> Option<&OpenText> {
        let open = self.by_uri.get_mut(&checked.uri).filter(|open| open.revision == checked.revision)?;
        if let Some(document) = checked.document.take() {
            let extends = document.member(NodeId::ROOT, "extends").is_some();
            let with_shared = checked.with_shared.take();
            open.with_shared = with_shared.or_else(|| open.with_shared.take()).filter(|_| extends);
            open.last_document = Some(document);
        }
        open.checked = Some(checked);
        Some(open)
    }
}

/// Innermost open folder that contains a file.
fn innermost_folder(path: &Path, folders: &[PathBuf]) -> Option<PathBuf> {
    let folder = fs::canonicalize(path.parent()?).ok()?;
    let around = folders.iter().filter(|open| folder.starts_with(open));
    around.max_by_key(|open| open.components().count()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lsp_types::{Position, Range};

    #[test]
    fn changes_are_made_one_after_another() {
        let uri: Uri = "file:///a.yaml".parse().unwrap();
        let mut texts = OpenTexts::default();
        texts.open(TextDocumentItem::new(uri.clone(), "yaml".into(), 1, "a: ö\nb: 2\n".into()));
        let change = |from: (u32, u32), to: (u32, u32), text: &str| TextDocumentContentChangeEvent {
            range: Some(Range::new(Position::new(from.0, from.1), Position::new(to.0, to.1))),
            range_length: None,
            text: text.to_owned(),
        };
        // the end of the first line, the new text there, and a range that ends before it begins
        let changes = vec![change((0, 3), (0, 4), "🚀x"), change((0, 5), (1, 1), "\nc"), change((1, 1), (0, 0), "!")];
        texts.change(&uri, 2, changes);
        assert_eq!(texts.get(&uri).unwrap().text, "a: 🚀\nc!: 2\n");
        let whole = TextDocumentContentChangeEvent { range: None, range_length: None, text: "new".into() };
        texts.change(&uri, 3, vec![whole]);
        assert_eq!((texts.get(&uri).unwrap().text.as_str(), texts.get(&uri).unwrap().version), ("new", 3));
    }

    #[test]
    fn outdated_checks_are_dropped() {
        let uri: Uri = "file:///a.yaml".parse().unwrap();
        let mut texts = OpenTexts::default();
        texts.open(TextDocumentItem::new(uri.clone(), "yaml".into(), 1, "a: 1".into()));
        let checked = |text: TextToCheck| CheckedText {
            uri: text.uri,
            revision: text.revision,
            found: Ok(None),
            document: None,
            with_shared: None,
        };
        let first = texts.unchecked(&[]).unwrap();
        texts.invalidate_checks();
        assert!(texts.store(checked(first)).is_none());
        let second = texts.unchecked(&[]).unwrap();
        assert!(texts.store(checked(second)).is_some() && texts.unchecked(&[]).is_none());
        texts.invalidate_checks();
        let third = texts.unchecked(&[]).unwrap();
        texts.close(&uri);
        // another text at the same URI was not checked
        texts.open(TextDocumentItem::new(uri.clone(), "yaml".into(), 1, "b: 2".into()));
        assert!(texts.store(checked(third)).is_none());
        texts.close(&uri);
        assert!(texts.unchecked(&[]).is_none());
    }
}
