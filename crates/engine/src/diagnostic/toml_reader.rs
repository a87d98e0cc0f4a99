//! Reader of TOML files, with the place of each error.

use super::{Code, Diagnostic, Place, SourceId, clean};
use std::ops::Range;
use toml::de::DeTable;

/// A TOML file, with the errors found so far.
pub struct TomlReader<'t> {
    text: &'t str,
    found: Vec<Diagnostic>,
}

impl<'t> TomlReader<'t> {
    /// Reads a text. If it is TOML, `read` interprets its table, and adds errors with [`TomlReader::refuse`].
    ///
    /// # Errors
    /// All errors, in the order of their places.
    pub fn read<T>(
        text: &'t str,
        read: impl FnOnce(&mut TomlReader<'t>, &DeTable<'_>) -> Option<T>,
    ) -> Result<T, Vec<Diagnostic>> {
        let mut reader = TomlReader { text, found: Vec::new() };
        let (table, errors) = DeTable::parse_recoverable(text);
        for error in errors {
            // the first line of the parser's message is enough
            let message = error.message().lines().next().unwrap_or_default();
            let message = format!("this is not TOML: {message}");
            reader.refuse(Code::InvalidConfiguration, "", error.span().unwrap_or_default(), message, "fix the syntax");
        }
        let value = if reader.is_valid() { read(&mut reader, table.get_ref()) } else { None };
        reader.found.sort_by_key(|finding| finding.place);
        value.filter(|_| reader.is_valid()).ok_or(reader.found)
    }

    /// Adds an error.
    pub fn refuse(
        &mut self,
        code: Code,
        path: &str,
        span: Range<usize>,
        message: impl Into<String>,
        label: impl Into<String>,
    ) {
        let finding = Diagnostic::new(code, path.to_owned(), Some(self.place(&span)), clean(&message.into()));
        self.found.push(finding.label(label));
    }

    /// Whether no error was found so far.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.found.is_empty()
    }

    /// Place of a range of the text.
    #[must_use]
    pub fn place(&self, span: &Range<usize>) -> Place {
        Place::of(SourceId::FILE, self.text, span.clone())
    }
}
