//! Fixes: exact edits of the file in which a finding was made.

use super::{Place, SourceId};

/// Edits that together resolve a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// Whether the author's meaning is preserved.
    pub meaning: FixSafety,
    /// Non-overlapping edits, in text order.
    pub edits: Vec<TextEdit>,
}

/// Whether a fix preserves what the author meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixSafety {
    /// The text can only have meant this; no information is lost.
    Safe,
    /// The most likely of several meanings, or a change of what was written.
    Unsafe,
}

impl FixSafety {
    /// `Safe` under a condition, else `Unsafe`.
    #[must_use]
    pub const fn safe_if(condition: bool) -> FixSafety {
        if condition { FixSafety::Safe } else { FixSafety::Unsafe }
    }
}

/// Replacement of a range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// Range to replace; an empty range inserts.
    pub place: Place,
    /// Replacement.
    pub text: String,
}

impl TextEdit {
    /// Replacement of a place.
    #[must_use]
    pub fn new(place: Place, text: impl Into<String>) -> TextEdit {
        TextEdit { place, text: text.into() }
    }
}

impl Fix {
    /// Edits of one file or one `--set`, sorted; `None` if there are none, or if they are in several.
    #[must_use]
    pub fn new(meaning: FixSafety, mut edits: Vec<TextEdit>) -> Option<Fix> {
        let text = edits.first().map(|edit| edit.place.source).filter(|text| !matches!(text, SourceId::Trace(_)))?;
        edits.sort_by_key(|edit| edit.place);
        edits.iter().all(|edit| edit.place.source == text).then_some(Fix { meaning, edits })
    }

    /// Whether it edits a file.
    #[must_use]
    pub fn is_of_a_file(&self) -> bool {
        self.edits.iter().all(|edit| matches!(edit.place.source, SourceId::File(_)))
    }

    /// A single replacement.
    #[must_use]
    pub fn replace(meaning: FixSafety, place: Option<Place>, text: impl Into<String>) -> Option<Fix> {
        let place = place.filter(|place| place.len > 0)?;
        Fix::new(meaning, vec![TextEdit::new(place, text)])
    }
}
