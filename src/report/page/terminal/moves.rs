//! Numbers that would have to move, in lines: `path  today → there  change  what then · where it is written`.

use super::super::wrap::wrap;
use super::super::{Canvas, Cell, Meaning, Moves};
use crate::diagnostic::clean;
use unicode_width::UnicodeWidthStr;

/// Cells before what is said of a number, where it stands on a line of its own.
const INDENT: usize = 4;

/// The texts of a line.
struct Line {
    name: String,
    today: String,
    at: String,
    change: String,
    rest: String,
}

/// A line for each number; what does not fit beside the figures stands below.
pub(super) fn lines(moves: &Moves, canvas: &Canvas) -> Vec<String> {
    if moves.all.is_empty() {
        return wrap(moves.none, " ", canvas);
    }
    let text = |cell: &Cell| clean(&cell.text());
    let row = moves.all.iter().map(|moved| Line {
        name: clean(&moved.name),
        today: text(&moved.today),
        at: text(&moved.at),
        change: text(&moved.change),
        rest: clean(&format!("{} · {}", moved.says, moved.place)),
    });
    let rows: Vec<Line> = row.collect();
    let widest = |of: fn(&Line) -> &str| rows.iter().map(|row| of(row).width()).max().unwrap_or(0);
    let (today, at, change) = (widest(|row| &row.today), widest(|row| &row.at), widest(|row| &row.change));
    let figures_width = today + 3 + at + 2 + change;
    let name = widest(|row| &row.name).min(canvas.width.saturating_sub(1 + 2 + figures_width).max(20));
    let mut lines = Vec::new();
    for row in &rows {
        let figures = format!(
            "{}{} → {}{}  {}{}",
            gap(&row.today, today),
            row.today,
            gap(&row.at, at),
            canvas.colour.paint(&row.at, Meaning::Crossing),
            gap(&row.change, change),
            row.change
        );
        if row.name.width() > name {
            lines.push(format!(" {}", row.name));
            lines.push(format!(" {}  {figures}", " ".repeat(name)));
        } else {
            lines.push(format!(" {}{}  {figures}", row.name, gap(&row.name, name)));
        }
        let fits = 1 + name + 2 + figures_width + 2 + row.rest.width() <= canvas.width;
        match lines.last_mut() {
            Some(last) if fits => *last = format!("{last}  {}", row.rest),
            Some(_) | None => lines.extend(wrap(&row.rest, &" ".repeat(INDENT), canvas)),
        }
    }
    lines
}

/// What fills a text to its width.
fn gap(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width()))
}
