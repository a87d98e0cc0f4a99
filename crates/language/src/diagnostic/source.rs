//! Sources (files, settings, traces) and places in them.

use sha2::{Digest, Sha256};
use std::ops::Range;

/// Source of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SourceId {
    /// A file that is read whole, by its number; 0 is the main file.
    File(u16),
    /// A value set on the command line or in a cell of a workbook, by its number.
    Setting(u16),
    /// A line of a trace, by its number among the quoted lines.
    Trace(u16),
}

impl SourceId {
    /// The main file.
    pub const FILE: SourceId = SourceId::File(0);

    /// File with a number.
    #[must_use]
    pub fn file(number: usize) -> SourceId {
        SourceId::File(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// Setting with a number.
    #[must_use]
    pub fn setting(number: usize) -> SourceId {
        SourceId::Setting(u16::try_from(number).unwrap_or(u16::MAX))
    }
}

impl Default for SourceId {
    fn default() -> SourceId {
        SourceId::FILE
    }
}

/// Range of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Source.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// Number of bytes; may be zero.
    pub len: u32,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// Place of a byte range of a text, with its line and column.
    #[must_use]
    pub fn of(source: SourceId, text: &str, range: Range<usize>) -> Place {
        let start = range.start.min(text.len());
        let before = text.get(..start).unwrap_or_default();
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Place {
            source,
            start: number(start),
            len: number(range.len()),
            line: number(before.matches('\n').count() + 1),
            column: number(before.get(line_start..).unwrap_or_default().chars().count() + 1),
        }
    }

    /// The byte after the last.
    #[must_use]
    pub fn end(self) -> usize {
        self.start as usize + self.len as usize
    }
}

/// Name of command-line settings.
pub const SET: &str = "--set";

/// A source text with its name.
#[derive(Clone, Copy, Debug)]
pub struct NamedText<'a> {
    /// File name, or `--set`.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// The sources that places refer to.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The main file, then the files that it refers to.
    files: Vec<Kept>,
    settings: Vec<Kept>,
    lines: Vec<Kept>,
}

/// An owned source text with its name.
#[derive(Clone, Debug, Default)]
struct Kept {
    name: String,
    text: String,
}

impl Kept {
    fn written(&self) -> NamedText<'_> {
        NamedText { name: &self.name, text: &self.text }
    }
}

impl Sources {
    /// A file and the `--set` texts (`PATH=VALUE`), in order.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>, settings: Vec<String>) -> Sources {
        let sources = Sources { files: vec![Kept { name: name.into(), text: text.into() }], ..Sources::default() };
        sources.with_settings(settings.into_iter())
    }

    /// The same sources with more settings appended.
    #[must_use]
    pub fn with_settings(&self, settings: impl Iterator<Item = String>) -> Sources {
        let mut sources = self.clone();
        sources.settings.extend(settings.map(|text| Kept { name: SET.to_owned(), text }));
        sources
    }

    /// Adds a setting that is not from the command line, under the name of its origin.
    pub fn add_setting(&mut self, name: impl Into<String>, text: impl Into<String>) {
        self.settings.push(Kept { name: name.into(), text: text.into() });
    }

    /// Adds a file that another one refers to, so that places can be in it.
    pub fn add_file(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.files.push(Kept { name: name.into(), text: text.into() });
        SourceId::file(self.files.len() - 1)
    }

    /// The files, the main file first.
    pub fn files(&self) -> impl ExactSizeIterator<Item = NamedText<'_>> {
        self.files.iter().map(Kept::written)
    }

    /// The file of a place; `None` for a place in a setting or in a trace.
    #[must_use]
    pub fn file_of(&self, place: Place) -> Option<NamedText<'_>> {
        matches!(place.source, SourceId::File(_)).then(|| self.written(place.source))?
    }

    /// Adds a line of a trace, so that places can be in it. Such a place has the line number in its file, and byte offsets from
    /// the start of the line.
    pub fn quote(&mut self, name: impl Into<String>, line: impl Into<String>) -> SourceId {
        let number = self.lines.len();
        self.lines.push(Kept { name: name.into(), text: line.into() });
        SourceId::Trace(u16::try_from(number).unwrap_or(u16::MAX))
    }

    /// Name of the main file.
    #[must_use]
    pub fn name(&self) -> &str {
        self.files.first().map_or("", |file| &file.name)
    }

    /// Text of the main file.
    #[must_use]
    pub fn text(&self) -> &str {
        self.files.first().map_or("", |file| &file.text)
    }

    /// Settings, in order; those of the command line are named `--set`.
    pub fn settings(&self) -> impl ExactSizeIterator<Item = NamedText<'_>> {
        self.settings.iter().map(Kept::written)
    }

    /// SHA-256 of the main file in hexadecimal. With several files: the SHA-256 of a text with the SHA-256 of each file, one a
    /// line, in order.
    #[must_use]
    pub fn sha256(&self) -> String {
        let of = |text: &str| hexadecimal(&Sha256::digest(text.as_bytes()));
        match &self.files[..] {
            [] | [_] => of(self.text()),
            [_, _, ..] => of(&self.files.iter().map(|file| of(&file.text) + "\n").collect::<String>()),
        }
    }

    /// Text and name of a source.
    #[must_use]
    pub fn written(&self, source: SourceId) -> Option<NamedText<'_>> {
        match source {
            SourceId::File(number) => self.files.get(usize::from(number)).map(Kept::written),
            SourceId::Setting(number) => self.settings.get(usize::from(number)).map(Kept::written),
            SourceId::Trace(number) => self.lines.get(usize::from(number)).map(Kept::written),
        }
    }

    /// Exact text of a place.
    #[must_use]
    pub fn slice(&self, place: Place) -> Option<&str> {
        self.written(place.source)?.text.get(place.start as usize..place.end())
    }

    /// Place in the usual notation: `scenario.yaml:5:38`.
    #[must_use]
    pub fn locate(&self, place: Place) -> String {
        let name = self.written(place.source).map_or("", |written| written.name);
        format!("{}:{}:{}", clean(name), place.line, place.column)
    }
}

/// Bytes as hexadecimal digits, two a byte.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    let nibble = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or_default();
    bytes.iter().flat_map(|byte| [nibble(byte >> 4), nibble(byte & 15)]).collect()
}

/// Text that is safe to print: characters that move the cursor, change colours, end the line or change the reading direction
/// are replaced by a visible character.
#[must_use]
pub fn clean(text: &str) -> String {
    text.chars().map(visible).collect()
}

/// Whether a character can be printed as it is: neither a control character nor one that changes how others are shown.
#[must_use]
pub fn is_visible(character: char) -> bool {
    visible(character) == character
}

/// A character that is safe to print.
pub(super) fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        // soft hyphen, Arabic letter mark, zero-width and direction marks, separators, overrides, isolates, byte order mark
        '\u{ad}'
        | '\u{61c}'
        | '\u{180e}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e007f}' => '\u{fffd}',
        c if c.is_control() => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_steers_a_terminal_is_printed() {
        assert_eq!(clean("a\u{1b}[31mb\u{202e}c\u{9b}d\r\ne"), "a\u{fffd}[31mb\u{fffd}c\u{fffd}d\u{fffd}\u{fffd}e");
        assert_eq!(clean("Größe 8×H100 – 東京"), "Größe 8×H100 – 東京");
    }

    #[test]
    fn places_are_named_by_their_text() {
        let sources = Sources::new("a.yaml", "name: x\n", vec!["horizon_months=36".into()]);
        let file = Place { source: SourceId::FILE, start: 6, len: 1, line: 1, column: 7 };
        let set = Place { source: SourceId::Setting(0), start: 15, len: 2, line: 1, column: 16 };
        assert_eq!((sources.slice(file), sources.locate(file).as_str()), (Some("x"), "a.yaml:1:7"));
        assert_eq!((sources.slice(set), sources.locate(set).as_str()), (Some("36"), "--set:1:16"));
        let mut sources = sources;
        let row = sources.quote("trace.csv", "5,-1");
        let row = Place { source: row, start: 2, len: 2, line: 7, column: 3 };
        assert_eq!((sources.slice(row), sources.locate(row).as_str()), (Some("-1"), "trace.csv:7:3"));
        assert_eq!(sources.slice(set), Some("36"));
        let shared = Place { source: sources.add_file("b.yaml", "a: 2\n"), start: 3, len: 1, line: 1, column: 4 };
        assert_eq!((sources.slice(shared), sources.locate(shared).as_str()), (Some("2"), "b.yaml:1:4"));
        assert_eq!(sources.file_of(shared).map(|file| file.name), Some("b.yaml"));
        assert!(sources.file_of(set).is_none() && sources.name() == "a.yaml");
    }

    #[test]
    fn several_files_have_the_fingerprint_of_their_fingerprints() {
        // printf 'a: 1\n' | sha256sum, the same for `b: 2`, and for the two lines of digits
        let mut sources = Sources::new("a.yaml", "a: 1\n", Vec::new());
        assert_eq!(sources.sha256(), "37b128c59f1f5097f73f82691cb519f1f568667faab5ced1b4ab979d36837eae");
        sources.add_file("b.yaml", "b: 2\n");
        assert_eq!(sources.sha256(), "66f9ed861061feb310a110df4c204e2265da1d2d2ea2bca7f707e3df19efe177");
    }
}
