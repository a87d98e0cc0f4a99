//! JSON with visible characters only: characters that a terminal or a diff doesn't show are written as `\uXXXX`.

use crate::diagnostic::is_visible;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{self, Write};

/// Formatter of indented JSON.
#[derive(Default)]
pub(super) struct Visible<'a>(PrettyFormatter<'a>);

impl Formatter for Visible<'_> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|character| !is_visible(character)) {
            let (before, hidden) = rest.split_at(at);
            out.write_all(before.as_bytes())?;
            let character = hidden.chars().next().unwrap_or_default();
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = &hidden[character.len_utf8()..];
        }
        out.write_all(rest.as_bytes())
    }

    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_array(out)
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array(out)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(out, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_array_value(out)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object(out)
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object(out)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(out, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.begin_object_value(out)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.0.end_object_value(out)
    }
}

#[cfg(test)]
mod tests {
    use super::super::pretty;

    #[test]
    fn what_nobody_sees_is_escaped_and_means_the_same() {
        let text = "a\u{202e}b\u{7f}ü\u{e0041}\n";
        let mut out = Vec::new();
        pretty(&vec![text], &mut out).unwrap();
        let written = String::from_utf8(out).unwrap();
        assert_eq!(written, "[\n  \"a\\u202eb\\u007fü\\udb40\\udc41\\n\"\n]\n");
        assert_eq!(serde_json::from_str::<Vec<String>>(&written).unwrap(), [text]);
    }
}
