//! A text with fixes made in it.

use super::{Fix, FixMeaning, SourceId, TextEdit};
use std::ops::Range;

/// Which fixes are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FixChoice {
    /// Those that keep what the author meant.
    Sure,
    /// Those too that are the likeliest of several meanings.
    All,
}

impl FixChoice {
    /// Whether a fix is among them.
    #[must_use]
    pub fn takes(self, fix: &Fix) -> bool {
        match self {
            FixChoice::Sure => fix.meaning == FixMeaning::Kept,
            FixChoice::All => true,
        }
    }
}

/// A text in which fixes were made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MendedText {
    /// What it is now.
    pub text: String,
    /// The edits that were made, none of which touches another, in their order; places are those of the text before.
    pub edits: Vec<TextEdit>,
    /// How many fixes were made.
    pub made: usize,
    /// How many of those that were chosen were not, because they touch another; after another look they can be.
    pub left: usize,
    /// How many were not chosen.
    pub others: usize,
}

/// Makes fixes in the text of the file that was asked for, the first of those that touch each other. Every byte outside of their
/// places stays.
#[must_use]
pub fn mended<'a>(text: &str, fixes: impl IntoIterator<Item = &'a Fix>, choice: FixChoice) -> MendedText {
    let is_here = |fix: &&Fix| fix.edits.iter().all(|edit| is_within(edit, text));
    // what is said twice of one place is mended once
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
    let mended = edited(text, 0..text.len(), &edits).expect("edits lie in the text and do not touch each other");
    MendedText { text: mended, edits, made, left: fixes.len() - made, others: others.len() }
}

/// A part of a text with edits made in it, which lie in it, in their order; none if they do not.
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

/// Whether two edits have a byte in common or stand side by side, where the order would matter.
fn touch(one: &TextEdit, other: &TextEdit) -> bool {
    one.place.start as usize <= other.place.end() && other.place.start as usize <= one.place.end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Place;

    fn fix(meaning: FixMeaning, edits: &[(u32, u32, &str)]) -> Fix {
        let place = |start, len| Place { source: SourceId::FILE, start, len, line: 1, column: start + 1 };
        let edits = edits.iter().map(|(start, len, text)| TextEdit::new(place(*start, *len), *text));
        Fix::new(meaning, edits.collect()).unwrap()
    }

    #[test]
    fn every_other_byte_stays() {
        let text = "\u{feff}a: 1,5\r\nb: ü # gröszer\r\n";
        let fixes = [fix(FixMeaning::Kept, &[(6, 3, "1.5")]), fix(FixMeaning::Kept, &[(11, 1, "c")])];
        let mended = mended(text, &fixes, FixChoice::Sure);
        assert_eq!(mended.text, "\u{feff}a: 1.5\r\nc: ü # gröszer\r\n");
        assert_eq!((mended.made, mended.left), (2, 0));
    }

    #[test]
    fn of_two_that_touch_the_first_is_made_and_the_other_is_counted() {
        let fixes = [
            fix(FixMeaning::Kept, &[(2, 2, "x")]),
            fix(FixMeaning::Kept, &[(0, 1, "y"), (3, 2, "z")]),
            fix(FixMeaning::Kept, &[(0, 1, "y"), (3, 2, "z")]),
            fix(FixMeaning::Guessed, &[(5, 1, "!")]),
        ];
        let sure = mended("abcdef", &fixes, FixChoice::Sure);
        assert_eq!((sure.text.as_str(), sure.made, sure.left), ("ybczf", 1, 1));
        let all = mended("abcdef", &fixes, FixChoice::All);
        assert_eq!((all.text.as_str(), all.made, all.left), ("ybczf", 1, 2));
    }

    #[test]
    fn a_place_that_is_not_in_the_text_is_left_alone() {
        let fixes = [fix(FixMeaning::Kept, &[(4, 9, "x")]), fix(FixMeaning::Kept, &[(1, 1, "x")])];
        let mended = mended("aüb", &fixes, FixChoice::All);
        assert_eq!((mended.text.as_str(), mended.made), ("aüb", 0));
    }
}
