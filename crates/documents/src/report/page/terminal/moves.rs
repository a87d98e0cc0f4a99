//! Terminal output of inputs that would have to change: `input  current → new  change  effect · path · location`.

use super::super::wrap::wrap;
use super::super::{Canvas, Cell, Limit, Meaning, Move, MoveGroup, MoveRows, Moves};
use crate::diagnostic::clean;
use unicode_width::UnicodeWidthStr;

/// Indentation of texts on lines of their own.
const INDENT: usize = 4;
/// Minimum width of names.
const LEAST_NAME: usize = 20;

/// Texts of a line: name, figures in columns, and the rest.
struct Line {
    name: String,
    figures: String,
    /// Figures with colours.
    painted: String,
    rest: String,
}

/// Groups below their titles, a line per input; texts that don't fit are on the next line.
pub(super) fn lines(moves: &Moves, canvas: &Canvas) -> Vec<String> {
    if moves.groups.is_empty() {
        return wrap(moves.none, " ", canvas);
    }
    let shown = shown(moves);
    let widths = Widths::of(&shown);
    let mut lines = Vec::new();
    for group in &moves.groups {
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.extend(wrap(&group.title, "", canvas));
        lines.extend(group_lines(group, &widths, canvas));
    }
    lines
}

/// Inputs with changes, of all groups.
fn shown(moves: &Moves) -> Vec<&Move> {
    let moved = moves.groups.iter().map(|group| match &group.rows {
        MoveRows::Moves(all) => all.as_slice(),
        MoveRows::Limits(_) => &[],
    });
    moved.flatten().collect()
}

/// Widths of the figures, which are the same in all groups.
struct Widths {
    today: usize,
    at: usize,
    change: usize,
}

impl Widths {
    fn of(moves: &[&Move]) -> Widths {
        let widest = |of: fn(&Move) -> &Cell| moves.iter().map(|moved| text(of(moved)).width()).max().unwrap_or(0);
        Widths {
            today: widest(|moved| &moved.today),
            at: widest(|moved| &moved.at),
            change: widest(|moved| &moved.change),
        }
    }
}

fn group_lines(group: &MoveGroup, widths: &Widths, canvas: &Canvas) -> Vec<String> {
    let rows: Vec<Line> = match &group.rows {
        MoveRows::Moves(all) => all.iter().map(|moved| move_line(moved, widths, canvas)).collect(),
        MoveRows::Limits(all) => {
            let beyond = all.iter().map(|limit| clean(&limit.beyond).width()).max().unwrap_or(0);
            all.iter().map(|limit| limit_line(limit, beyond, canvas)).collect()
        }
    };
    let widest = |of: fn(&Line) -> &str| rows.iter().map(|row| of(row).width()).max().unwrap_or(0);
    let figures = widest(|row| &row.figures);
    let name = widest(|row| &row.name).min(canvas.width.saturating_sub(1 + 2 + figures).max(LEAST_NAME));
    rows.iter().flat_map(|row| row_lines(row, (name, figures), canvas)).collect()
}

fn move_line(moved: &Move, widths: &Widths, canvas: &Canvas) -> Line {
    let (today, at, change) = (text(&moved.today), text(&moved.at), text(&moved.change));
    let figures = |shown: &str| {
        let (before, after) = (gap(&today, widths.today), gap(&at, widths.at));
        format!("{before}{today} → {after}{shown}  {}{change}", gap(&change, widths.change))
    };
    Line {
        name: clean(&moved.name),
        figures: figures(&at),
        painted: figures(&canvas.colour.paint(&at, Meaning::Crossing)),
        rest: clean(&format!("{} · {} · {}", moved.says, moved.path, moved.place)),
    }
}

fn limit_line(limit: &Limit, width: usize, canvas: &Canvas) -> Line {
    let beyond = clean(&limit.beyond);
    let after = gap(&beyond, width);
    Line {
        name: clean(&limit.name),
        painted: format!("{}{after}", canvas.colour.paint(&beyond, Meaning::Crossing)),
        figures: format!("{beyond}{after}"),
        rest: clean(&format!("{} · {} · {}", limit.says, limit.path, limit.place)),
    }
}

fn row_lines(row: &Line, (name, figures): (usize, usize), canvas: &Canvas) -> Vec<String> {
    let mut lines = Vec::new();
    if row.name.width() > name {
        lines.extend(wrap(&row.name, " ", canvas));
        lines.push(format!(" {}  {}", " ".repeat(name), row.painted));
    } else {
        lines.push(format!(" {}{}  {}", row.name, gap(&row.name, name), row.painted));
    }
    let fits = 1 + name + 2 + figures + 2 + row.rest.width() <= canvas.width;
    match lines.last_mut() {
        Some(last) if fits => *last = format!("{last}  {}", row.rest),
        Some(_) | None => lines.extend(wrap(&row.rest, &" ".repeat(INDENT), canvas)),
    }
    lines
}

fn text(cell: &Cell) -> String {
    clean(&cell.text())
}

/// Spaces that fill a text to a width.
fn gap(text: &str, width: usize) -> String {
    " ".repeat(width.saturating_sub(text.width()))
}
