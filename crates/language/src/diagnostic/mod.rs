//! What there is to say about a scenario: one value for every finding, and its rendering for people.

mod code;
mod fix;
mod mend;
mod render;
mod runner;
mod source;

pub use code::{Coded, DocumentCode};
pub use fix::{Fix, FixMeaning, TextEdit};
pub use mend::{FixChoice, MendedText, edited, mended};
pub use render::{MessageLines, Style, render};
pub use runner::{CommandEscape, NoCommands};
pub use source::{NamedText, Place, SET, SourceId, Sources, clean, hexadecimal, is_visible};

use crate::suggest::is_same_word;
use rust_decimal::Decimal;

/// Most characters of a sentence; what an author wrote may be longer.
const LONGEST: usize = 1_000;

/// How much a finding weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The scenario is rejected, or does not say what it is expected to say.
    Error,
    /// The scenario is calculated, and its reader is told.
    Warning,
    /// Worth knowing, and nothing to mend.
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
    /// What kind of finding it is.
    pub code: C,
    /// How much it weighs.
    pub severity: Severity,
    /// One sentence: what was found, and what is expected, with its unit.
    pub message: String,
    /// The path of the value, `own.hgx.node.price`; empty for the whole file.
    pub path: String,
    /// Where it is; absent for what nobody wrote, such as an assumed default.
    pub place: Option<Place>,
    /// Said under the marked place: what to type.
    pub label: String,
    /// Other places that belong to it, such as the other of two exclusive keys.
    pub related: Vec<(Place, String)>,
    /// Said below the author's line.
    pub help: Option<String>,
    /// The edits that settle it, where what to type is exact.
    pub fix: Option<Fix>,
    /// The amount of a decision that rests on what was found, where it can be said.
    pub at_stake: Option<Decimal>,
}

impl<C: Coded> Diagnostic<C> {
    /// A finding of the severity that its code has in the table, with nothing to type yet.
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

    /// With what to type, said under the place.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic<C> {
        self.label = sentence(label.into());
        self
    }

    /// With another place that belongs to it, if that was written by somebody.
    #[must_use]
    pub fn related(mut self, place: Option<Place>, label: impl Into<String>) -> Diagnostic<C> {
        if let Some(place) = place {
            self.related.push((place, sentence(label.into())));
        }
        self
    }

    /// The same finding with the code that it has in a longer list.
    #[must_use]
    pub fn coded<D: Coded + From<C>>(self) -> Diagnostic<D> {
        let Diagnostic { code, severity, message, path, place, label, related, help, fix, at_stake } = self;
        Diagnostic { code: code.into(), severity, message, path, place, label, related, help, fix, at_stake }
    }

    /// With the amount of a decision that rests on it.
    #[must_use]
    pub fn at_stake(self, amount: Decimal) -> Diagnostic<C> {
        Diagnostic { at_stake: Some(amount), ..self }
    }

    /// With the edits that settle it, if they are known.
    #[must_use]
    pub fn fix(self, fix: Option<Fix>) -> Diagnostic<C> {
        Diagnostic { fix, ..self }
    }

    /// With a text that settles it where it stands in the marked place.
    #[must_use]
    pub fn instead(self, meaning: FixMeaning, text: impl Into<String>) -> Diagnostic<C> {
        let fix = Fix::replace(meaning, self.place, text);
        self.fix(fix)
    }

    /// With the name that was meant in place of the one that was written, where one is known.
    #[must_use]
    pub fn meant(self, written: &str, meant: Option<&str>) -> Diagnostic<C> {
        match meant {
            Some(meant) => self.instead(FixMeaning::kept_if(is_same_word(written, meant)), meant),
            None => self,
        }
    }

    /// With advice below the author's line.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic<C> {
        self.help = Some(sentence(help.into()));
        self
    }
}

/// A sentence with its end left out where it is longer than anybody reads.
fn sentence(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
