//! Output in which no quoted text can act as a command to a CI runner.
//!
//! GitHub Actions executes a line that begins with `::`, after optional spaces, and `##[` anywhere in a line; Azure Pipelines
//! executes `##vso[`, `TeamCity` `##teamcity[`. A name, a label or a quoted line may occur anywhere in a line, and at its
//! beginning where it is wrapped, so the written lines themselves are filtered.

use std::io::{self, Write};

/// Escape for text that would be a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandEscape {
    /// For text and tables: a space in between.
    Space,
    /// For JSON: the last character as `\uXXXX`, which is equivalent.
    Json,
    /// For XML: the last character as a character reference, which is equivalent.
    Xml,
    /// No escape: for bytes, and for output that is already escaped.
    Nothing,
}

/// Writer that escapes commands of CI runners.
#[derive(Debug)]
pub struct CommandFilter<W> {
    out: W,
    escape: CommandEscape,
    begun: LineStart,
    hashes: Hashes,
}

/// State of the beginning of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineStart {
    /// Nothing yet, or only characters that a runner skips.
    Blank,
    /// One colon.
    Colon,
    /// Anything else.
    Text,
}

/// Number of `#` just written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hashes {
    None,
    One,
    /// Two or more, optionally followed by the name of a service.
    Several,
}

impl<W: Write> CommandFilter<W> {
    /// Writer to `out`.
    pub fn to(out: W, escape: CommandEscape) -> CommandFilter<W> {
        CommandFilter { out, escape, begun: LineStart::Blank, hashes: Hashes::None }
    }

    /// Writer of text for people.
    pub fn in_text(out: W) -> CommandFilter<W> {
        CommandFilter::to(out, CommandEscape::Space)
    }

    /// Position of the next byte that can change the state or complete a command. After the beginning of a line, and without
    /// a `#` before it, only a line end or `#` can.
    fn next_relevant(&self, bytes: &[u8]) -> Option<usize> {
        match (self.begun, self.hashes) {
            (LineStart::Text, Hashes::None) => bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r' | b'#')),
            _ => (!bytes.is_empty()).then_some(0),
        }
    }

    /// Replacement for a byte, if it would complete a command.
    fn replaced(&mut self, byte: u8) -> Option<&'static str> {
        let (begun, hashes) = (self.begun, self.hashes);
        // runners may ignore these when they compare: Unicode spaces and zero-width characters
        if !byte.is_ascii() || (byte.is_ascii_control() && !matches!(byte, b'\n' | b'\r' | b'\t' | 0x0b | 0x0c | 0x1b))
        {
            return None;
        }
        self.hashes = match (hashes, byte) {
            (Hashes::None, b'#') => Hashes::One,
            (Hashes::One | Hashes::Several, b'#') => Hashes::Several,
            (Hashes::Several, byte) if byte.is_ascii_alphanumeric() || byte == b'-' => Hashes::Several,
            (Hashes::None | Hashes::One | Hashes::Several, _) => Hashes::None,
        };
        self.begun = match (begun, byte) {
            (_, b'\n' | b'\r') | (LineStart::Blank, b' ' | b'\t' | 0x0b | 0x0c) => LineStart::Blank,
            (LineStart::Blank, b':') => LineStart::Colon,
            (LineStart::Blank | LineStart::Colon | LineStart::Text, _) => LineStart::Text,
        };
        let (is_colon, is_bracket) =
            (byte == b':' && begun == LineStart::Colon, byte == b'[' && hashes == Hashes::Several);
        if !is_colon && !is_bracket {
            return None;
        }
        match self.escape {
            CommandEscape::Space => Some(if is_colon { " :" } else { " [" }),
            CommandEscape::Json => Some(if is_colon { "\\u003a" } else { "\\u005b" }),
            CommandEscape::Xml => Some(if is_colon { "&#58;" } else { "&#91;" }),
            CommandEscape::Nothing => None,
        }
    }
}

impl<W: Write> Write for CommandFilter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.escape == CommandEscape::Nothing {
            return self.out.write(bytes);
        }
        let (mut written, mut at) = (0, 0);
        while let Some(next) = self.next_relevant(&bytes[at..]) {
            at += next;
            if let Some(replaced) = self.replaced(bytes[at]) {
                self.out.write_all(&bytes[written..at])?;
                self.out.write_all(replaced.as_bytes())?;
                written = at + 1;
            }
            at += 1;
        }
        self.out.write_all(&bytes[written..])?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text as written, in pieces of every length.
    fn written(text: &str, escape: CommandEscape) -> String {
        let all: Vec<String> = (1..=text.len())
            .map(|length| {
                let mut out = CommandFilter::to(Vec::new(), escape);
                text.as_bytes().chunks(length).for_each(|piece| out.write_all(piece).unwrap());
                String::from_utf8(out.out).unwrap()
            })
            .collect();
        assert!(all.iter().all(|one| *one == all[0]), "{all:?}");
        all[0].clone()
    }

    #[test]
    fn what_runners_take_for_a_command_is_none() {
        for (text, expected) in [
            ("::error::x\n \t::set-env name=A::b", ": :error::x\n \t: :set-env name=A::b"),
            ("a\r::stop-commands::x", "a\r: :stop-commands::x"),
            // Unicode spaces are skipped, and zero-width characters may be
            ("\u{a0}\u{200b}::debug::", "\u{a0}\u{200b}: :debug::"),
            (":\u{feff}:debug::", ":\u{feff} :debug::"),
            ("#\u{200b}#[error]", "#\u{200b}# [error]"),
            (
                "a ##[error]b ##vso[task.complete] ##teamcity[x] ###[y]",
                "a ## [error]b ##vso [task.complete] ##teamcity [x] ### [y]",
            ),
            // none of these is a command
            ("a::b ::c:: : :\n- ::d", "a::b ::c:: : :\n- ::d"),
            ("# [a] ## [b] #[c] ## d[e] a#b#[f]", "# [a] ## [b] #[c] ## d[e] a#b#[f]"),
            ("##\u{1b}[0m x", "##\u{1b}[0m x"),
        ] {
            assert_eq!(written(text, CommandEscape::Space), expected);
        }
    }

    #[test]
    fn what_programs_read_means_the_same() {
        let json = written("[\"a ##[error]\", \"##\", [1]]", CommandEscape::Json);
        assert_eq!(json, "[\"a ##\\u005berror]\", \"##\", [1]]");
        assert_eq!(written("<a>\n::b ##[c]&#10;[d]</a>", CommandEscape::Xml), "<a>\n:&#58;b ##&#91;c]&#10;[d]</a>");
    }
}
