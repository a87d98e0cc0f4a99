//! Findings about a scenario, and their rendering for people.

mod code;
mod fix;
mod fixing;
mod render;
mod runner;
mod source;

pub use code::{Coded, DocumentCode};
pub use fix::{Fix, FixSafety, TextEdit};
pub use fixing::{FixChoice, FixedText, edited, fixed};
pub use render::{MessageLines, Style, render};
pub use runner::{CommandEscape, CommandFilter};
pub use source::{NamedText, Place, SET, SourceId, Sources, clean, hexadecimal, is_visible};

use crate::suggest::is_same_word;
use rust_decimal::Decimal;

/// Most characters of a sentence; quoted input may be longer.
const LONGEST: usize = 1_000;

/// Severity of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The scenario is rejected, or does not meet an expectation.
    Error,
    /// The scenario is calculated, and the reader is warned.
    Warning,
    /// Worth knowing; nothing to fix.
    Information,
}

impl Severity {
    /// `error`, `warning` or `information`.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "information",
        }
    }
}

/// A finding: what is wrong, where, and what to type instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic<C = DocumentCode> {
    /// Kind of finding.
    pub code: C,
    /// Severity.
    pub severity: Severity,
    /// One sentence: what was found, and what is expected, with its unit.
    pub message: String,
    /// Path of the value, `own.hgx.node.price`; empty for the whole file.
    pub path: String,
    /// Place in a source; absent for values that are not in one, such as defaults.
    pub place: Option<Place>,
    /// Label under the marked place: what to type.
    pub label: String,
    /// Related places, such as the other of two exclusive keys.
    pub related: Vec<(Place, String)>,
    /// Advice below the excerpt.
    pub help: Option<String>,
    /// Edits that resolve it, where they are exact.
    pub fix: Option<Fix>,
    /// Amount by which the decision depends on it, where known.
    pub at_stake: Option<Decimal>,
}

impl<C: Coded> Diagnostic<C> {
    /// A finding with the default severity of its code and no label.
    #[must_use]
    pub fn new(code: C, path: String, place: Option<Place>, message: impl Into<String>) -> Diagnostic<C> {
        Diagnostic {
            code,
            severity: code.weight(),
            message: sentence(message.into()),
            path,
            place,
            label: String::new(),
            related: Vec::new(),
            help: None,
            fix: None,
            at_stake: None,
        }
    }

    /// Sets the label under the place: what to type.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic<C> {
        self.label = sentence(label.into());
        self
    }

    /// Adds a related place, if there is one.
    #[must_use]
    pub fn related(mut self, place: Option<Place>, label: impl Into<String>) -> Diagnostic<C> {
        if let Some(place) = place {
            self.related.push((place, sentence(label.into())));
        }
        self
    }

    /// Converts the code into a larger list of codes.
    #[must_use]
    pub fn coded<D: Coded + From<C>>(self) -> Diagnostic<D> {
        let Diagnostic { code, severity, message, path, place, label, related, help, fix, at_stake } = self;
        Diagnostic { code: code.into(), severity, message, path, place, label, related, help, fix, at_stake }
    }

    /// Sets the amount by which the decision depends on it.
    #[must_use]
    pub fn at_stake(self, amount: Decimal) -> Diagnostic<C> {
        Diagnostic { at_stake: Some(amount), ..self }
    }

    /// Sets the edits that resolve it, if known.
    #[must_use]
    pub fn fix(self, fix: Option<Fix>) -> Diagnostic<C> {
        Diagnostic { fix, ..self }
    }

    /// Sets a fix that replaces the marked place by a text.
    #[must_use]
    pub fn instead(self, meaning: FixSafety, text: impl Into<String>) -> Diagnostic<C> {
        let fix = Fix::replace(meaning, self.place, text);
        self.fix(fix)
    }

    /// Sets a fix that replaces a name by the suggested one, if there is a suggestion.
    #[must_use]
    pub fn suggestion(self, written: &str, suggestion: Option<&str>) -> Diagnostic<C> {
        match suggestion {
            Some(suggestion) => self.instead(FixSafety::safe_if(is_same_word(written, suggestion)), suggestion),
            None => self,
        }
    }

    /// Sets the advice below the excerpt.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic<C> {
        self.help = Some(sentence(help.into()));
        self
    }
}

/// A sentence, truncated beyond a readable length.
fn sentence(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
