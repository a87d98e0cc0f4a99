//! Positions as lines and columns in protocol units: from 0, with columns in UTF-16 code units.

use crate::diagnostic::Place;
use lsp_types::{Position, Range};
use std::ops;

/// Text with the start of each line.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    /// Lines of a text.
    pub(super) fn of(text: &'t str) -> Lines<'t> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        Lines { text, starts: starts.collect() }
    }

    /// Position of a byte; within a character, the position of that character.
    pub(super) fn position(&self, byte: usize) -> Position {
        let mut byte = byte.min(self.text.len());
        while !self.text.is_char_boundary(byte) {
            byte -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= byte) - 1;
        let before = &self.text[self.starts[line]..byte];
        Position::new(number(line), number(before.encode_utf16().count()))
    }

    /// Range of a byte range.
    pub(super) fn range(&self, bytes: ops::Range<usize>) -> Range {
        Range::new(self.position(bytes.start), self.position(bytes.end))
    }

    /// Range of a source location.
    pub(super) fn of_place(&self, place: Place) -> Range {
        self.range(place.start as usize..place.end())
    }

    /// Byte at a position; the end of the line beyond it, the end of the text beyond the last line.
    pub(super) fn byte(&self, position: Position) -> usize {
        let Some(start) = self.starts.get(position.line as usize).copied() else { return self.text.len() };
        let line = self.text[start..].split('\n').next().unwrap_or_default().trim_end_matches('\r');
        let mut units = 0;
        for (at, sign) in line.char_indices() {
            if units >= position.character {
                return start + at;
            }
            units += number(sign.len_utf16());
        }
        start + line.len()
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_units_of_utf_16() {
        // ö has one unit and two bytes, the rocket two units and four bytes
        let text = "a: ö\r\nb🚀c: 1\n";
        let lines = Lines::of(text);
        for (needle, line, character) in [("a", 0, 0), ("ö", 0, 3), ("b", 1, 0), ("c", 1, 3), ("1", 1, 6)] {
            let (byte, position) = (text.find(needle).unwrap(), Position::new(line, character));
            assert_eq!(lines.position(byte), position, "{needle}");
            assert_eq!(lines.byte(position), byte, "{needle}");
        }
        assert_eq!(lines.position(text.len()), Position::new(2, 0));
        assert_eq!(lines.position(99), Position::new(2, 0));
        // within the rocket
        assert_eq!(lines.position(9), Position::new(1, 1));
    }

    #[test]
    fn positions_beyond_are_the_end() {
        let lines = Lines::of("ab\r\ncd");
        assert_eq!(lines.byte(Position::new(0, 99)), 2);
        assert_eq!(lines.byte(Position::new(1, 99)), 6);
        assert_eq!(lines.byte(Position::new(7, 0)), 6);
        assert_eq!(Lines::of("").byte(Position::new(u32::MAX, u32::MAX)), 0);
        // between the two units of a rocket is behind it
        assert_eq!(Lines::of("🚀x").byte(Position::new(0, 1)), 4);
    }
}
