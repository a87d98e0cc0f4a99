//! Lines of a text.

/// A line without its line ending.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line<'t> {
    /// Byte offset of its start.
    pub(crate) start: usize,
    /// Text.
    pub(crate) text: &'t str,
    /// Bytes of its line ending.
    end: usize,
}

/// Lines of a text.
pub(crate) fn lines(text: &str) -> Vec<Line<'_>> {
    let mut start = 0;
    let line = |with_end: &'_ str| {
        let text = with_end.strip_suffix('\n').unwrap_or(with_end);
        let text = text.strip_suffix('\r').unwrap_or(text);
        (text.len(), with_end.len() - text.len())
    };
    let all = text.split_inclusive('\n').map(|with_end| {
        let (length, end) = line(with_end);
        let line = Line { start, text: with_end.get(..length).unwrap_or_default(), end };
        start += with_end.len();
        line
    });
    all.collect()
}

/// Whether a character may be part of a key or a name.
pub(super) fn is_of_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}

impl<'t> Line<'t> {
    /// Number of leading spaces.
    pub(crate) fn indent(&self) -> usize {
        self.text.len() - self.text.trim_start_matches(' ').len()
    }

    /// Text after the leading spaces.
    pub(crate) fn content(&self) -> &'t str {
        self.text.trim_start_matches(' ')
    }

    /// Byte offset of the first character after the leading spaces.
    pub(crate) fn content_start(&self) -> usize {
        self.start + self.indent()
    }

    /// Length including the line ending.
    pub(crate) fn len_with_end(&self) -> usize {
        self.text.len() + self.end
    }

    /// Whether it is blank or a comment.
    pub(crate) fn is_blank(&self) -> bool {
        self.content().trim().is_empty() || self.content().starts_with('#')
    }

    /// Its text from a byte offset on.
    pub(crate) fn from(&self, byte: usize) -> Option<&'t str> {
        self.text.get(byte.checked_sub(self.start)?..)
    }

    /// Key at its start, before the first separator, and the text after it.
    pub(crate) fn key_and_rest(&self, separator: char) -> Option<(&'t str, &'t str)> {
        let (key, rest) = self.content().split_once(separator)?;
        let word = if separator == ':' { key } else { key.trim_end() };
        let is_key = word.starts_with(|c: char| c.is_ascii_alphabetic()) && word.chars().all(is_of_key);
        is_key.then_some((key, rest))
    }

    /// Whether it is a key without a value, to which the deeper lines below belong.
    pub(crate) fn opens(&self) -> bool {
        let without_comment = self.content().split(" #").next().unwrap_or_default().trim_end();
        without_comment.ends_with(':')
    }

    /// Whether it is a key with a value.
    pub(crate) fn has_value(&self) -> bool {
        !self.opens() && self.key_and_rest(':').is_some_and(|(_, rest)| rest.starts_with(' '))
    }
}
