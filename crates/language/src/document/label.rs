//! What people call a thing, in any script.

use crate::declaration::{Scalar, any_text};
use crate::diagnostic::{DocumentCode, is_visible};
use crate::quantity::QuantityProblem;
use serde_json::json;
use std::fmt;
use textwrap::core::display_width;

/// Most columns of a terminal that a label takes.
const MOST_COLUMNS: usize = 60;
/// Most characters of a label: scripts have marks that take no column of their own.
const MOST_CHARACTERS: usize = 240;

/// What people call a thing: one line of visible text in any script, without spaces around it.
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
        // a number is read as it is written
        schema: || any_text(json!({ "minLength": 1, "maxLength": MOST_CHARACTERS })),
    };

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.0
    }

    /// What is handed out for one that cannot be read.
    pub(crate) fn stand_in() -> Label {
        Label(String::new())
    }

    pub(crate) fn read(text: &str) -> Result<Label, QuantityProblem> {
        let problem = |message: &str, label: String| QuantityProblem::new(DocumentCode::InvalidLabel, message, label);
        let trimmed = text.trim();
        let columns = display_width(trimmed);
        if trimmed.is_empty() {
            return Err(problem("says nothing", "write a line of text, or remove the key".to_owned()));
        }
        if !trimmed.chars().all(is_visible) {
            let message = "has a line break or an invisible character; it is one line of text";
            return Err(problem(message, "write it on one line, without control characters".to_owned()));
        }
        let characters = trimmed.chars().count();
        if characters > MOST_CHARACTERS {
            let message = format!("has {characters} characters; it has at most {MOST_CHARACTERS}");
            return Err(problem(&message, "write fewer words; `notes` has room for more".to_owned()));
        }
        if columns > MOST_COLUMNS {
            let message = format!("takes {columns} columns; it takes at most {MOST_COLUMNS}");
            return Err(problem(&message, "write fewer words; `notes` has room for more".to_owned()));
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
        // marks above a letter take none, and there is an end to them all the same
        assert!(Label::read(&"a\u{301}".repeat(60)).is_ok());
        assert!(Label::read(&"\u{301}".repeat(241)).is_err());
        assert_eq!(Label::read(&"器".repeat(31)).unwrap_err().message, "takes 62 columns; it takes at most 60");
    }
}
