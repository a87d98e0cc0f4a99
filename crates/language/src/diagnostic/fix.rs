//! What mends a finding: exact edits of the file in which it was found.

use super::{Place, SourceId};

/// Edits that, made together, leave nothing of a finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What becomes of what the author meant.
    pub meaning: FixMeaning,
    /// The edits, none of which overlap, in the order in which they stand in the text.
    pub edits: Vec<TextEdit>,
}

/// Whether a fix says what the author meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixMeaning {
    /// What is written can only have meant this; nothing that was said is lost.
    Kept,
    /// It is the likeliest of several meanings, or changes what was said.
    Guessed,
}

impl FixMeaning {
    /// Kept under a condition, else guessed.
    #[must_use]
    pub const fn kept_if(condition: bool) -> FixMeaning {
        if condition { FixMeaning::Kept } else { FixMeaning::Guessed }
    }
}

/// A stretch of a file, and the text that takes its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextEdit {
    /// What is taken out; where its length is none, the text is put in.
    pub place: Place,
    /// What stands there then.
    pub text: String,
}

impl TextEdit {
    /// Another text in a place.
    #[must_use]
    pub fn new(place: Place, text: impl Into<String>) -> TextEdit {
        TextEdit { place, text: text.into() }
    }
}

impl Fix {
    /// Edits of one file in the order in which they stand; none where one of them is of another, or of something else than a
    /// file, such as a `--set`, or where there are none.
    #[must_use]
    pub fn new(meaning: FixMeaning, mut edits: Vec<TextEdit>) -> Option<Fix> {
        let file = edits.first().map(|edit| edit.place.source).filter(|first| matches!(first, SourceId::File(_)))?;
        edits.sort_by_key(|edit| edit.place);
        edits.iter().all(|edit| edit.place.source == file).then_some(Fix { meaning, edits })
    }

    /// One text in place of another.
    #[must_use]
    pub fn replace(meaning: FixMeaning, place: Option<Place>, text: impl Into<String>) -> Option<Fix> {
        let place = place.filter(|place| place.len > 0)?;
        Fix::new(meaning, vec![TextEdit::new(place, text)])
    }
}
