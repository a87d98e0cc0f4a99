//! Labels: display names in any script.

use crate::declaration::{Scalar, any_text};
use crate::diagnostic::{DocumentCode, is_visible};
use crate::quantity::QuantityProblem;
use serde_json::json;
use std::fmt;
use textwrap::core::display_width;

/// Largest width of a label in terminal columns.
const MOST_COLUMNS: usize = 60;
/// Most characters of a label, including combining marks, which take no columns.
const MOST_CHARACTERS: usize = 240;

/// Display name: one line of visible text in any script, trimmed.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Label(String);

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Label {
    pub(crate) const SCALAR: Scalar = Scalar {
        name: "Label",
        meaning: "One line of text in any script, at most 60 columns wide.",
        words: "one line of text",
        example: "Four H100 servers",
        // a number is accepted as text
        schema: || any_text(json!({ "minLength": 1, "maxLength": MOST_CHARACTERS })),
    };

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// Placeholder for an invalid one.
    pub(crate) fn placeholder() -> Label {
        Label(String::new())
    }

    pub(crate) fn read(text: &str) -> Result<Label, QuantityProblem> {
        let problem = |message: &str, label: String| QuantityProblem::new(DocumentCode::InvalidLabel, message, label);
        let trimmed = text.trim();
        let columns = display_width(trimmed);
        if trimmed.is_empty() {
            return Err(problem("is blank", "write a line of text, or remove the key".to_owned()));
        }
        if !trimmed.chars().all(is_visible) {
            let message = "has a line break or an invisible character; it must be one line of visible text";
            return Err(problem(message, "write it on one line, without control characters".to_owned()));
        }
        let characters = trimmed.chars().count();
        if characters > MOST_CHARACTERS {
            let message = format!("has {characters} characters; at most {MOST_CHARACTERS} are allowed");
            return Err(problem(&message, "shorten it; `notes` may be longer".to_owned()));
        }
        if columns > MOST_COLUMNS {
            let message = format!("is {columns} columns wide; at most {MOST_COLUMNS} are allowed");
            return Err(problem(&message, "shorten it; `notes` may be longer".to_owned()));
        }
        Ok(Label(trimmed.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_script_is_read_on_one_line() {
        for text in ["Four H100 servers", "四台服务器", "أربعة خوادم", "🚀 fast | <b>", "=1+1", "4711"]
        {
            assert_eq!(Label::read(text).unwrap().text(), text);
        }
        assert_eq!(Label::read("  quote Q-1 ").unwrap().text(), "quote Q-1");
        for text in ["", "  ", "two\nlines", "\u{1b}[31mred", "a\u{202e}b", "tab\tbed"] {
            assert_eq!(Label::read(text).unwrap_err().code, DocumentCode::InvalidLabel, "{text:?}");
        }
    }

    #[test]
    fn it_is_as_long_as_a_terminal_shows_it() {
        assert!(Label::read(&"x".repeat(60)).is_ok() && Label::read(&"x".repeat(61)).is_err());
        // each takes two columns
        assert!(Label::read(&"器".repeat(30)).is_ok());
        // combining marks take none, so characters are limited as well
        assert!(Label::read(&"a\u{301}".repeat(60)).is_ok());
        assert!(Label::read(&"\u{301}".repeat(241)).is_err());
        assert_eq!(Label::read(&"器".repeat(31)).unwrap_err().message, "is 62 columns wide; at most 60 are allowed");
    }
}
