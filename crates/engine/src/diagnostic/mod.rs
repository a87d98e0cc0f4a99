//! Findings about a scenario, with the codes of one table.

mod code;
mod toml_reader;

pub use code::Code;
pub use language::diagnostic::{
    CommandEscape, CommandFilter, DocumentCode, Fix, FixChoice, FixSafety, FixedText, MessageLines, NamedText, Place,
    SET, Severity, SourceId, Sources, Style, TextEdit, clean, edited, fixed, hexadecimal, is_visible, render,
};
pub use toml_reader::TomlReader;

/// A finding: what is wrong, where, and what to type instead.
pub type Diagnostic = language::diagnostic::Diagnostic<Code>;
