//! Fixes for programs: each edit with its range in lines and columns, and in bytes.

use super::span::TextSpan;
use crate::diagnostic::{Fix, FixSafety, Sources, TextEdit};
use serde::Serialize;

/// Edits that together fix a finding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LocatedFix {
    /// Whether the fix keeps the meaning: it is the only possible one. Otherwise it is the most likely of several, or
    /// changes a value.
    pub keeps_meaning: bool,
    /// Edits in file order, without overlaps.
    pub edits: Vec<LocatedEdit>,
}

/// Replacement of a range of a file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LocatedEdit {
    /// File.
    pub file: String,
    /// First line, from 1.
    pub line: u32,
    /// First column in characters (code points), from 1.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column after the last character.
    pub end_column: u32,
    /// First byte in the file, from 0.
    pub start_byte: usize,
    /// Byte after the last one.
    pub end_byte: usize,
    /// Replacement text.
    pub text: String,
}

impl LocatedFix {
    /// Converts the edits of a fix; none if it does not edit a file.
    pub(super) fn of(fix: &Fix, sources: &Sources) -> Option<LocatedFix> {
        fix.is_of_a_file().then(|| LocatedFix {
            keeps_meaning: fix.meaning == FixSafety::Safe,
            edits: fix.edits.iter().map(|edit| LocatedEdit::of(edit, sources)).collect(),
        })
    }
}

impl LocatedEdit {
    fn of(edit: &TextEdit, sources: &Sources) -> LocatedEdit {
        let TextSpan { line, column, end_line, end_column, .. } = TextSpan::of(edit.place, sources);
        LocatedEdit {
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
