//! Applies fixes of findings to the text of a file.

use crate::diagnostic::{Fix, FixChoice, FixedText, fixed};
use crate::scenario::document::Document;

/// Applies the fixes of findings to a text. A fix that would make valid YAML invalid, such as the second of two keys that would
/// get the same name, is skipped and counted as left.
#[must_use]
pub fn fixed_text(text: &str, fixes: &[&Fix], choice: FixChoice) -> FixedText {
    let all = fixed(text, fixes.iter().copied(), choice);
    let breaks = |fixed: &FixedText| Document::parse(&fixed.text).is_err();
    if Document::parse(text).is_err() || !breaks(&all) {
        return all;
    }
    let mut kept: Vec<&Fix> = Vec::new();
    for fix in fixes {
        kept.push(fix);
        if breaks(&fixed(text, kept.iter().copied(), choice)) {
            kept.pop();
        }
    }
    let sound = fixed(text, kept, choice);
    FixedText { left: all.made + all.left - sound.made, ..sound }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{FixSafety, Place, SourceId, TextEdit};

    #[test]
    fn of_two_keys_that_would_be_one_the_first_is_mended() {
        let fix = |start| {
            let place = Place { source: SourceId::FILE, start, len: 2, line: 1, column: 1 };
            Fix::new(FixSafety::Safe, vec![TextEdit::new(place, "a")]).unwrap()
        };
        let fixes = [fix(0), fix(6)];
        let fixed = fixed_text("a1: 1\na2: 2\n", &fixes.iter().collect::<Vec<_>>(), FixChoice::Sure);
        assert_eq!((fixed.text.as_str(), fixed.made, fixed.left), ("a: 1\na2: 2\n", 1, 1));
    }
}
