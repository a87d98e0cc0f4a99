//! Applying fixes to a text.

use super::{Fix, FixSafety, SourceId, TextEdit};
use std::ops::Range;

/// Fixes to apply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixChoice {
    /// Only those that preserve the author's meaning.
    Sure,
    /// Also those that choose the most likely of several meanings.
    All,
}

impl FixChoice {
    /// Whether a fix is included.
    #[must_use]
    pub fn takes(self, fix: &Fix) -> bool {
        match self {
            FixChoice::Sure => fix.meaning == FixSafety::Safe,
            FixChoice::All => true,
        }
    }
}

/// Text with applied fixes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FixedText {
    /// The new text.
    pub text: String,
    /// Applied edits, which do not touch each other, in order; their places refer to the old text.
    pub edits: Vec<TextEdit>,
    /// Number of applied fixes.
    pub made: usize,
    /// Number of selected fixes that were not applied because they touch an applied one; another run can apply them.
    pub left: usize,
    /// Number of fixes that were not selected.
    pub others: usize,
}

/// Applies fixes to the main file; if several touch each other, only the first is applied. All bytes outside their places
/// stay unchanged.
#[must_use]
pub fn fixed<'a>(text: &str, fixes: impl IntoIterator<Item = &'a Fix>, choice: FixChoice) -> FixedText {
    let is_here = |fix: &&Fix| fix.edits.iter().all(|edit| is_within(edit, text));
    // a fix that is reported twice is applied once
    let mut once: Vec<&Fix> = Vec::new();
    for fix in fixes.into_iter().filter(is_here) {
        if !once.contains(&fix) {
            once.push(fix);
        }
    }
    let (mut fixes, others): (Vec<&Fix>, Vec<&Fix>) = once.into_iter().partition(|fix| choice.takes(fix));
    fixes.sort_by_key(|fix| fix.edits.first().map(|edit| edit.place));
    let (mut edits, mut made): (Vec<TextEdit>, usize) = (Vec::new(), 0);
    for fix in &fixes {
        if fix.edits.iter().all(|edit| edits.iter().all(|other| !touch(edit, other))) {
            edits.extend(fix.edits.iter().cloned());
            made += 1;
        }
    }
    edits.sort_by_key(|edit| edit.place);
    let fixed = edited(text, 0..text.len(), &edits).expect("edits lie in the text and do not touch each other");
    FixedText { text: fixed, edits, made, left: fixes.len() - made, others: others.len() }
}

/// Part of a text with edits applied, which must be sorted and lie within it; `None` if they do not.
#[must_use]
pub fn edited(text: &str, part: Range<usize>, edits: &[TextEdit]) -> Option<String> {
    let (mut edited, mut at) = (String::with_capacity(part.len()), part.start);
    for edit in edits {
        edited.push_str(text.get(at..edit.place.start as usize)?);
        edited.push_str(&edit.text);
        at = edit.place.end();
    }
    edited.push_str(text.get(at..part.end)?);
    Some(edited)
}

fn is_within(edit: &TextEdit, text: &str) -> bool {
    edit.place.source == SourceId::FILE && text.get(edit.place.start as usize..edit.place.end()).is_some()
}

/// Whether two edits overlap or are adjacent, where their order would matter.
fn touch(one: &TextEdit, other: &TextEdit) -> bool {
    one.place.start as usize <= other.place.end() && other.place.start as usize <= one.place.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Place;

    fn fix(meaning: FixSafety, edits: &[(u32, u32, &str)]) -> Fix {
        let place = |start, len| Place { source: SourceId::FILE, start, len, line: 1, column: start + 1 };
        let edits = edits.iter().map(|(start, len, text)| TextEdit::new(place(*start, *len), *text));
        Fix::new(meaning, edits.collect()).unwrap()
    }

    #[test]
    fn every_other_byte_stays() {
        let text = "\u{feff}a: 1,5\r\nb: ü # gröszer\r\n";
        let fixes = [fix(FixSafety::Safe, &[(6, 3, "1.5")]), fix(FixSafety::Safe, &[(11, 1, "c")])];
        let fixed = fixed(text, &fixes, FixChoice::Sure);
        assert_eq!(fixed.text, "\u{feff}a: 1.5\r\nc: ü # gröszer\r\n");
        assert_eq!((fixed.made, fixed.left), (2, 0));
    }

    #[test]
    fn of_two_that_touch_the_first_is_made_and_the_other_is_counted() {
        let fixes = [
            fix(FixSafety::Safe, &[(2, 2, "x")]),
            fix(FixSafety::Safe, &[(0, 1, "y"), (3, 2, "z")]),
            fix(FixSafety::Safe, &[(0, 1, "y"), (3, 2, "z")]),
            fix(FixSafety::Unsafe, &[(5, 1, "!")]),
        ];
        let sure = fixed("abcdef", &fixes, FixChoice::Sure);
        assert_eq!((sure.text.as_str(), sure.made, sure.left), ("ybczf", 1, 1));
        let all = fixed("abcdef", &fixes, FixChoice::All);
        assert_eq!((all.text.as_str(), all.made, all.left), ("ybczf", 1, 2));
    }

    #[test]
    fn a_place_that_is_not_in_the_text_is_left_alone() {
        let fixes = [fix(FixSafety::Safe, &[(4, 9, "x")]), fix(FixSafety::Safe, &[(1, 1, "x")])];
        let fixed = fixed("aüb", &fixes, FixChoice::All);
        assert_eq!((fixed.text.as_str(), fixed.made), ("aüb", 0));
    }
}
