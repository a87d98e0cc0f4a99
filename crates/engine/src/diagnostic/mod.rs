//! What there is to say about a scenario: one value for every finding, with a code of one table.

mod code;

pub use code::Code;
pub use language::diagnostic::{
    CommandEscape, DocumentCode, Fix, FixChoice, FixMeaning, MendedText, MessageLines, NamedText, NoCommands, Place,
    SET, Severity, SourceId, Sources, Style, TextEdit, clean, edited, hexadecimal, is_visible, mended, render,
};

/// A finding: what is wrong, where, and what to type instead.
pub type Diagnostic = language::diagnostic::Diagnostic<Code>;
