//! Terminal drawing of a map over two inputs: the first down, the second across, the letter of the winner per point, with an
//! amount if the map has amounts.

use super::super::table::MapColour;
use super::super::wrap::wrap;
use super::super::{Canvas, Cell, Colour, Lead, Map, MapPoint, When};
use super::picture::legend;
use crate::diagnostic::clean;

/// Brackets of the current values, or spaces.
const BRACKETS: usize = 2;

/// The map, in blocks of columns that fit the width.
pub(super) fn lines(map: &Map, canvas: &Canvas) -> Vec<String> {
    let [labels, heads] = [&map.down, &map.across].map(|ruler| ruler.values.iter().map(Cell::text).collect::<Vec<_>>());
    let cells: Vec<Vec<String>> = texts(map, longest(&heads));
    let cell = cells.iter().flatten().map(|text| text.chars().count()).max().unwrap_or(1) + BRACKETS;
    // the last column name of narrow cells extends beyond its column
    let margin = longest(&labels) + 2;
    let beyond = if map.amounts.is_some() { 0 } else { longest(&heads) };
    let room = (canvas.width.saturating_sub(margin + 3 + beyond) / cell).max(1);
    let colours = map.colours();
    let mut lines = wrap(&title(map), " ", canvas);
    for start in (0..heads.len()).step_by(room) {
        let columns = start..(start + room).min(heads.len());
        lines.push(String::new());
        let head = match map.amounts {
            Some(_) => {
                let heads = heads[columns.clone()].iter().map(|head| format!("{head:>width$} ", width = cell - 1));
                heads.collect::<Vec<_>>().concat()
            }
            None => format!(" {}", head(&heads[columns.clone()], longest(&heads), cell)),
        };
        lines.push(format!("{}{head}", " ".repeat(margin + 3)));
        for ((points, texts), label) in map.points.iter().zip(&cells).zip(&labels) {
            let shown = points.iter().zip(texts).skip(columns.start).take(columns.len());
            let cells: String = shown.map(|(point, text)| bracketed(*point, text, &colours, canvas.colour)).collect();
            lines.push(format!(" {label:>margin$} │{cells}"));
        }
    }
    lines.push(String::new());
    let mut entries: Vec<String> = map.legend().iter().map(|entry| clean(entry)).collect();
    if map.points.iter().flatten().any(|point| point.when == When::Today) {
        entries.push("[ ] today".to_owned());
    }
    lines.extend(legend(&entries, " ", canvas));
    lines
}

/// What is shown, and what runs where.
fn title(map: &Map) -> String {
    let across = format!("{} across, {} down", map.across.name, map.down.name);
    match &map.amounts {
        Some(amounts) => format!("{}{}: {across}", amounts.currency, map.scale().unit()),
        None => across,
    }
}

/// Text of each point, all of the same width: the letter, and the amount at the right.
fn texts(map: &Map, longest_head: usize) -> Vec<Vec<String>> {
    let Some(_) = map.amounts else {
        return map.points.iter().map(|row| row.iter().map(MapPoint::mark).collect()).collect();
    };
    let scale = map.scale();
    let amount = |point: &MapPoint| point.amount.map_or("—".to_owned(), |amount| scale.text(amount));
    let longest_amount = map.points.iter().flatten().map(|point| amount(point).chars().count()).max().unwrap_or(0);
    // a letter and a tilde or a space
    let width = (longest_amount + 2).max(longest_head);
    let text = |point: &MapPoint| {
        let mark = point.mark();
        format!("{mark}{:>width$}", amount(point), width = width - mark.chars().count())
    };
    map.points.iter().map(|row| row.iter().map(text).collect()).collect()
}

fn bracketed(point: MapPoint, text: &str, colours: &[MapColour], colour: Colour) -> String {
    let option = point.winner.filter(|_| point.lead == Lead::Clear).and_then(|at| colours.get(at));
    let text = option.map_or_else(|| text.to_owned(), |option| colour.paint_option(text, *option));
    match point.when {
        When::Today => format!("[{text}]"),
        When::Otherwise => format!(" {text} "),
    }
}

fn longest(texts: &[String]) -> usize {
    texts.iter().map(|text| text.chars().count()).max().unwrap_or_default()
}

/// Column names, as many as don't touch.
fn head(heads: &[String], longest: usize, cell: usize) -> String {
    let every = (longest + 2).div_ceil(cell);
    let mut line = String::new();
    for (at, head) in heads.iter().enumerate().step_by(every) {
        let gap = (at * cell).saturating_sub(line.chars().count());
        line.push_str(&" ".repeat(gap));
        line.push_str(head);
    }
    line
}
