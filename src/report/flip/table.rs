//! Flip values as text for a terminal.

use super::words;
use crate::analysis::flip::{Contest, Flip, Flips};
use crate::report::{ABSENT, Canvas, Meaning, table, words as comparison};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Cells before what is said of a number, where it stands on a line of its own.
const INDENT: usize = 4;

/// The cells of a line.
struct Line {
    name: String,
    today: String,
    at: String,
    change: String,
    says: String,
    place: String,
}

/// The decision, a line for each number that reverses it, and what reverses nothing.
///
/// # Errors
/// If nothing can be written.
pub(super) fn write(flips: &Flips, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = table::titled(&flips.header, canvas, canvas.width);
    lines.push(String::new());
    lines.extend(table::wrap(&words::decision(flips), "", canvas));
    if let Some(sides) = &flips.today {
        lines.push(String::new());
        if flips.found.is_empty() {
            lines.extend(table::wrap("No single number reverses it.", " ", canvas));
        }
        lines.extend(numbers(flips, sides, canvas));
        lines.push(String::new());
        for said in words::steady(flips) {
            lines.extend(table::wrap(&format!("{said}."), " ", canvas));
        }
    }
    lines.extend(table::wrap(&comparison::footer_of(&flips.header), " ", canvas));
    lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))
}

/// In columns; what does not fit beside them stands below.
fn numbers(flips: &Flips, sides: &Contest, canvas: &Canvas) -> Vec<String> {
    let rows: Vec<Line> = flips.found.iter().map(|flip| line(flip, flips, sides)).collect();
    let widest = |of: fn(&Line) -> &str| rows.iter().map(|row| of(row).width()).max().unwrap_or(0);
    let (today, at, change) = (widest(|row| &row.today), widest(|row| &row.at), widest(|row| &row.change));
    let room = canvas.width.saturating_sub(1 + 2 + today + 3 + at + 2 + change);
    let name = widest(|row| &row.name).min(room.max(20));
    let mut lines = Vec::new();
    for row in &rows {
        let padded = |text: &str, width: usize| " ".repeat(width.saturating_sub(text.width()));
        let figures = format!(
            "{}{} → {}{}  {}{}",
            padded(&row.today, today),
            row.today,
            padded(&row.at, at),
            canvas.colour.paint(&row.at, Meaning::Crossing),
            padded(&row.change, change),
            row.change
        );
        let taken = 1 + name + 2 + today + 3 + at + 2 + change;
        let (says, place) = (&row.says, &row.place);
        if row.name.width() > name {
            lines.push(format!(" {}", row.name));
            lines.push(format!(" {}  {figures}", " ".repeat(name)));
        } else {
            lines.push(format!(" {}{}  {figures}", row.name, padded(&row.name, name)));
        }
        if taken + 2 + says.width() + 3 + place.width() <= canvas.width {
            if let Some(last) = lines.last_mut() {
                *last = format!("{last}  {says} · {place}");
            }
        } else {
            lines.extend(table::wrap(&format!("{says} · {place}"), &" ".repeat(INDENT), canvas));
        }
    }
    lines
}

fn line(flip: &Flip, flips: &Flips, sides: &Contest) -> Line {
    let (today, at) = words::values(flip, &flips.header);
    Line {
        name: words::name(&flip.number),
        today,
        at,
        change: words::change(flip).unwrap_or_else(|| ABSENT.to_owned()),
        says: words::outcome(flip, sides),
        place: words::place(&flip.number, &flips.header),
    }
}
