//! Fixes of a file as a unified diff for `git apply` and `patch`.

use crate::diagnostic::{CommandFilter, FixedText, TextEdit, clean, edited};
use std::io::{self, Write};
use std::ops::Range;

/// Number of context lines.
const AROUND: usize = 3;

/// Invisible characters that are not replaced, because the diff wouldn't apply without them and they don't control a
/// terminal: tabs, a byte order mark, zero-width spaces.
const KEPT: [char; 4] = ['\t', '\u{feff}', '\u{200b}', '\u{2060}'];

/// Lines changed by edits, with their new text.
struct ChangedLines {
    old: Range<usize>,
    new: String,
}

/// Writes the fixed text as a diff under the name of its file; nothing if nothing changed. Invisible characters are
/// replaced by visible ones, and lines that CI runners would read as commands are escaped.
///
/// # Errors
/// If writing fails.
pub fn patch(name: &str, text: &str, fixed: &FixedText, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let changes = changes(text, &lines, &fixed.edits);
    if changes.is_empty() {
        return Ok(());
    }
    let (name, out) = (clean(name), &mut CommandFilter::in_text(out));
    writeln!(out, "--- a/{name}\n+++ b/{name}")?;
    let mut moved = 0;
    for hunk in changes.chunk_by(|one, next| next.old.start - one.old.end <= 2 * AROUND) {
        moved = write_hunk(&lines, hunk, moved, out)?;
    }
    Ok(())
}

/// Writes nearby changes as one hunk. Returns the line offset of the following hunks.
fn write_hunk(lines: &[&str], hunk: &[ChangedLines], moved: isize, out: &mut dyn Write) -> io::Result<isize> {
    let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { return Ok(moved) };
    let shown = first.old.start.saturating_sub(AROUND)..(last.old.end + AROUND).min(lines.len());
    let grown: isize = hunk
        .iter()
        .map(|change| change.new.split_inclusive('\n').count().cast_signed() - change.old.len().cast_signed())
        .sum();
    let (before, after) = (shown.len(), shown.len().saturating_add_signed(grown));
    let (from, to) = (begin(shown.start, before), begin(shown.start.saturating_add_signed(moved), after));
    writeln!(out, "@@ -{from},{before} +{to},{after} @@")?;
    let mut at = shown.start;
    for change in hunk {
        write_lines(' ', &lines[at..change.old.start], out)?;
        write_lines('-', &lines[change.old.clone()], out)?;
        write_lines('+', &change.new.split_inclusive('\n').collect::<Vec<_>>(), out)?;
        at = change.old.end;
    }
    write_lines(' ', &lines[at..shown.end], out)?;
    Ok(moved + grown)
}

/// First line number of a range in a hunk header; for an empty range the line before.
fn begin(first: usize, count: usize) -> usize {
    if count == 0 { first } else { first + 1 }
}

fn write_lines(sign: char, lines: &[&str], out: &mut dyn Write) -> io::Result<()> {
    for line in lines {
        let (said, end) = line.strip_suffix('\n').map_or((*line, "\n\\ No newline at end of file"), |said| (said, ""));
        let (said, end) = said.strip_suffix('\r').map_or((said, end.to_owned()), |said| (said, format!("\r{end}")));
        let said: String = said.split_inclusive(KEPT).map(shown).collect();
        writeln!(out, "{sign}{said}{end}")?;
    }
    Ok(())
}

/// A part of a line that may end with a character from [`KEPT`].
fn shown(part: &str) -> String {
    match part.char_indices().next_back().filter(|(_, last)| KEPT.contains(last)) {
        Some((at, last)) => format!("{}{last}", clean(&part[..at])),
        None => clean(part),
    }
}

/// Lines changed by edits; edits of the same line are merged.
fn changes(text: &str, lines: &[&str], edits: &[TextEdit]) -> Vec<ChangedLines> {
    let mut starts = vec![0];
    starts.extend(lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    }));
    // index of the line of a byte
    let line_of = |byte: usize| {
        starts.partition_point(|start| *start <= byte).saturating_sub(1).min(lines.len().saturating_sub(1))
    };
    let touched = |edit: &TextEdit| {
        let start = edit.place.start as usize;
        line_of(start)..line_of(edit.place.end().max(start + 1) - 1) + 1
    };
    let together = |one: &TextEdit, next: &TextEdit| touched(next).start < touched(one).end;
    edits
        .chunk_by(together)
        .filter_map(|edits| {
            let old = touched(edits.first()?).start..touched(edits.last()?).end;
            let new = edited(text, starts[old.start]..starts[old.end], edits)?;
            Some(ChangedLines { old, new })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{Fix, FixChoice, FixSafety, Place, SourceId, fixed};

    fn shown(text: &str, edits: &[(usize, usize, &str)]) -> String {
        let number = |value: usize| u32::try_from(value).unwrap();
        let fixes: Vec<Fix> = edits
            .iter()
            .map(|(start, len, text)| {
                let place =
                    Place { source: SourceId::FILE, start: number(*start), len: number(*len), line: 1, column: 1 };
                Fix::new(FixSafety::Safe, vec![TextEdit::new(place, *text)]).unwrap()
            })
            .collect();
        let mut out = Vec::new();
        patch("a.yaml", text, &fixed(text, &fixes, FixChoice::Sure), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn three_lines_are_shown_around_a_change() {
        let text = "1\n2\n3\n4\n5\n6\n7\n8\n9\n";
        let expected = "--- a/a.yaml\n+++ b/a.yaml\n@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n";
        assert_eq!(shown(text, &[(8, 1, "five")]), expected);
        assert_eq!(shown(text, &[]), "");
    }

    #[test]
    fn what_follows_a_line_less_is_counted_from_there() {
        let lines = (0..20).map(|number| format!("{number:02}\n")).collect::<Vec<_>>().concat();
        let expected = "--- a/a.yaml\n+++ b/a.yaml\n@@ -1,4 +1,3 @@\n-00\n 01\n 02\n 03\n@@ -17,4 +16,4 @@\n 16\n 17\n 18\n-19\n+1y\n";
        assert_eq!(shown(&lines, &[(0, 3, ""), (58, 1, "y")]), expected);
    }

    #[test]
    fn ends_of_lines_stay_and_a_missing_one_is_said() {
        let expected = "--- a/a.yaml\n+++ b/a.yaml\n@@ -1,2 +1,2 @@\n a: 1\r\n-b: 2\n\\ No newline at end of file\n+b: 3\n\\ No newline at end of file\n";
        assert_eq!(shown("a: 1\r\nb: 2", &[(9, 1, "3")]), expected);
    }
}
