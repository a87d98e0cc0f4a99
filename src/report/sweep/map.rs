//! Who wins along two inputs: the first one down, the second across, a letter for each point.

use super::super::table::wrap;
use super::super::{Canvas, Colour, Meaning};
use super::words;
use crate::analysis::sweep::{Point, Sweep, Swept};

/// Cells of a point: its letter with room for the brackets of today's.
const CELL: usize = 3;

/// The map, in blocks of columns that fit the width; nothing along one input.
pub(super) fn lines(sweep: &Sweep, canvas: &Canvas) -> Vec<String> {
    let [down, across] = sweep.inputs.as_slice() else { return Vec::new() };
    let labels: Vec<String> = down.values.iter().map(|value| words::value(down, *value)).collect();
    let margin = labels.iter().map(|label| label.chars().count()).max().unwrap_or_default() + 2;
    let heads: Vec<String> = across.values.iter().map(|value| words::value(across, *value)).collect();
    // the last head reaches beyond its column
    let longest = heads.iter().map(|head| head.chars().count()).max().unwrap_or_default();
    let room = (canvas.width.saturating_sub(margin + 3 + longest) / CELL).max(1);
    let axes = format!("{} across, {} down", words::input(sweep, across), words::input(sweep, down));
    let mut lines = wrap(&axes, " ", canvas);
    for start in (0..heads.len()).step_by(room) {
        let columns = start..(start + room).min(heads.len());
        lines.push(String::new());
        lines.push(format!("{}{}", " ".repeat(margin + 4), head(&heads[columns.clone()], longest)));
        for (row, label) in labels.iter().enumerate() {
            let cells = columns.clone().map(|column| cell(sweep, point(sweep, across, row, column), canvas.colour));
            lines.push(format!(" {label:>margin$} │{}", cells.collect::<String>()));
        }
    }
    lines.push(String::new());
    let mut legend = words::legend(sweep);
    let winners = sweep.points.iter();
    if winners.clone().any(|point| point.decision.winner.is_none()) {
        legend.push("· no option can be chosen".to_owned());
    }
    if sweep.points.iter().any(|point| sweep.is_stated(point)) {
        legend.push("[ ] today".to_owned());
    }
    lines.extend(words::legend_lines(&legend, " ", canvas));
    lines
}

fn point<'a>(sweep: &'a Sweep, across: &Swept, row: usize, column: usize) -> &'a Point {
    &sweep.points[row * across.values.len() + column]
}

fn cell(sweep: &Sweep, point: &Point, colour: Colour) -> String {
    let letter = point.decision.winner.map_or('·', words::letter).to_string();
    if sweep.is_stated(point) { format!("[{}]", colour.paint(&letter, Meaning::Winner)) } else { format!(" {letter} ") }
}

/// Heads above their columns, as many of them as do not touch.
fn head(heads: &[String], longest: usize) -> String {
    let every = (longest + 2).div_ceil(CELL);
    let mut line = String::new();
    for (at, head) in heads.iter().enumerate().step_by(every) {
        let gap = (at * CELL).saturating_sub(line.chars().count());
        line.push_str(&" ".repeat(gap));
        line.push_str(head);
    }
    line
}
