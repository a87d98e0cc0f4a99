//! Fixes for programs: each edit with its place in lines and columns, and in bytes.

use super::check::TextSpan;
use crate::diagnostic::{Fix, FixMeaning, Sources, TextEdit};
use serde::Serialize;

/// Edits that, made together, settle a finding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenFix {
    /// Whether the author can only have meant this; else it is the likeliest of several meanings, or changes what was said.
    pub keeps_meaning: bool,
    /// The edits, in the order in which they stand; none overlaps another.
    pub edits: Vec<WrittenEdit>,
}

/// A stretch of a file, and the text that takes its place.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WrittenEdit {
    /// The file.
    pub file: String,
    /// Its first line, from 1.
    pub line: u32,
    /// Its first column in characters (code points), from 1.
    pub column: u32,
    /// The line in which it ends.
    pub end_line: u32,
    /// The column after its last.
    pub end_column: u32,
    /// Its first byte in the file, from 0.
    pub start_byte: usize,
    /// The byte after its last.
    pub end_byte: usize,
    /// What stands there afterwards.
    pub text: String,
}

impl WrittenFix {
    /// The edits of a fix in texts.
    pub(super) fn of(fix: &Fix, sources: &Sources) -> WrittenFix {
        WrittenFix {
            keeps_meaning: fix.meaning == FixMeaning::Kept,
            edits: fix.edits.iter().map(|edit| WrittenEdit::of(edit, sources)).collect(),
        }
    }
}

impl WrittenEdit {
    fn of(edit: &TextEdit, sources: &Sources) -> WrittenEdit {
        let TextSpan { line, column, end_line, end_column, .. } = TextSpan::of(edit.place, sources);
        WrittenEdit {
            file: sources.written(edit.place.source).map_or_else(String::new, |written| written.name.to_owned()),
            line,
            column,
            end_line,
            end_column,
            start_byte: edit.place.start as usize,
            end_byte: edit.place.end(),
            text: edit.text.clone(),
        }
    }
}
