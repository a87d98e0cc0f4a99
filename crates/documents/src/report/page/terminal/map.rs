//! Terminal drawing of a map of winners over two inputs: the first down, the second across, a letter per point.

use super::super::wrap::wrap;
use super::super::{Canvas, Cell, Colour, Map, MapPoint, Meaning, When};
use super::picture::{legend, letter, letters};

/// Cells of a point: its letter and the brackets of the current values.
const CELL: usize = 3;

/// The map, in blocks of columns that fit the width.
pub(super) fn lines(map: &Map, canvas: &Canvas) -> Vec<String> {
    let [labels, heads] = [&map.down, &map.across].map(|ruler| ruler.values.iter().map(Cell::text).collect::<Vec<_>>());
    let longest_of = |texts: &[String]| texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
    // the last column name extends beyond its column
    let (margin, longest) = (longest_of(&labels) + 2, longest_of(&heads));
    let room = (canvas.width.saturating_sub(margin + 3 + longest) / CELL).max(1);
    let mut lines = wrap(&format!("{} across, {} down", map.across.name, map.down.name), " ", canvas);
    for start in (0..heads.len()).step_by(room) {
        let columns = start..(start + room).min(heads.len());
        lines.push(String::new());
        lines.push(format!("{}{}", " ".repeat(margin + 4), head(&heads[columns.clone()], longest)));
        for (points, label) in map.points.iter().zip(&labels) {
            let shown = points.get(columns.clone()).unwrap_or_default();
            let cells: String = shown.iter().map(|point| cell(*point, canvas.colour)).collect();
            lines.push(format!(" {label:>margin$} │{cells}"));
        }
    }
    lines.push(String::new());
    let mut entries = letters(&map.options);
    let any = |is: fn(&MapPoint) -> bool| map.points.iter().flatten().any(is);
    if any(|point| point.winner.is_none()) {
        entries.push("· no option can be chosen".to_owned());
    }
    if any(|point| point.when == When::Today) {
        entries.push("[ ] today".to_owned());
    }
    lines.extend(legend(&entries, " ", canvas));
    lines
}

fn cell(point: MapPoint, colour: Colour) -> String {
    let letter = point.winner.map_or('·', letter).to_string();
    match point.when {
        When::Today => format!("[{}]", colour.paint(&letter, Meaning::Winner)),
        When::Otherwise => format!(" {letter} "),
    }
}

/// Column names, as many as don't touch.
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
