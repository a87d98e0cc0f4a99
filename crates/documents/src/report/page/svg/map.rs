//! Drawing of a map of winners over two inputs: a cell per point in the colour of the winner, and a mark at the current
//! values.

use super::super::cell::Cell;
use super::super::chart::{Map, MapPoint, When};
use super::super::table::MapColour;
use super::DrawingSize;
use super::pen::{Anchor, Pen, shortened, width_of};
use super::scale::{count, every};

/// Maximum width of a row label.
const WIDEST_VALUE: f64 = 100.0;
/// Total height of the cells, unless a cell would be higher than a line of text.
const HEIGHT: f64 = 280.0;
/// Maximum and minimum height of a cell.
const CELL: [f64; 2] = [24.0, 3.0];
/// Line height.
const LINE: f64 = 18.0;

/// The drawing.
pub(super) fn draw(map: &Map, size: DrawingSize) -> Pen {
    let mut pen = Pen::of_height(0.0);
    let classes = classes(map);
    legend(map, &classes, size, &mut pen);
    pen.heighten(8.0);
    for (name, side) in [(&map.across.name, "across"), (&map.down.name, "down")] {
        pen.text("unit", [0.0, pen.height + 12.0], Anchor::Start, &shortened(&format!("{side}: {name}"), size.width()));
        pen.heighten(LINE);
    }
    let values = map.down.values.iter().map(|value| width_of(&value.text()));
    let left = values.fold(0.0, f64::max).min(WIDEST_VALUE) + 10.0;
    let [rows, columns] = [count(map.points.len()), count(map.across.values.len())];
    let cell = [(size.width() - left) / columns, (HEIGHT / rows).clamp(CELL[1], CELL[0])];
    let across: Vec<String> = map.across.values.iter().map(Cell::text).collect();
    let widest = across.iter().map(|text| width_of(text)).fold(0.0, f64::max) + 10.0;
    let top = pen.height + LINE;
    for (at, text) in across.iter().enumerate().step_by(every(widest, cell[0], across.len())) {
        let x = left + (count(at) + 0.5) * cell[0];
        pen.text("tick", [x, top - 6.0], Anchor::Middle, text);
    }
    let rows_apart = every(LINE, cell[1], map.points.len());
    for (at, (value, points)) in map.down.values.iter().zip(&map.points).enumerate() {
        let y = top + count(at) * cell[1];
        if at % rows_apart == 0 {
            let says = shortened(&value.text(), WIDEST_VALUE);
            pen.text("tick", [left - 6.0, y + cell[1] / 2.0 + 4.0], Anchor::End, &says);
        }
        row(points, &classes, [left, y], cell, &mut pen);
    }
    pen.height = top + rows * cell[1] + 8.0;
    pen
}

/// Class of each option: the current winner has the winner's colour.
fn classes(map: &Map) -> Vec<String> {
    let class = |colour: MapColour| match colour {
        MapColour::Winner => "bar wins".to_owned(),
        MapColour::Other(at) => format!("part p{at}"),
    };
    map.colours().into_iter().map(class).collect()
}

/// Legend of the options that win anywhere.
fn legend(map: &Map, classes: &[String], size: DrawingSize, pen: &mut Pen) {
    let wins = |at: usize| map.points.iter().flatten().any(|point| point.winner == Some(at));
    let known = map.options.iter().zip(classes).enumerate().filter(|(at, _)| wins(*at));
    let mut keys: Vec<(&str, &str)> = known.map(|(_, (name, class))| (name.as_str(), class.as_str())).collect();
    if map.points.iter().flatten().any(|point| point.winner.is_none()) {
        keys.push(("none", "bar"));
    }
    let mut x = 0.0;
    pen.heighten(LINE);
    for (name, class) in keys {
        let width = width_of(name) + 36.0;
        if x > 0.0 && x + width > size.width() {
            x = 0.0;
            pen.heighten(LINE);
        }
        pen.rect(class, [x, pen.height - 12.0], [12.0, 12.0]);
        pen.text("key", [x + 18.0, pen.height - 2.0], Anchor::Start, &shortened(name, size.width() - 20.0));
        x += width;
    }
}

/// Cells of a row; adjacent cells with the same winner are merged.
fn row(points: &[MapPoint], classes: &[String], [left, y]: [f64; 2], [width, height]: [f64; 2], pen: &mut Pen) {
    let mut from = 0;
    for segment in points.chunk_by(|a, b| a.winner == b.winner) {
        let class = segment[0].winner.and_then(|at| classes.get(at)).map_or("bar", String::as_str);
        let extent = [count(segment.len()) * width, height - 1.0];
        pen.rect(class, [left + count(from) * width, y], extent);
        from += segment.len();
    }
    if let Some(at) = points.iter().position(|point| point.when == When::Today) {
        let middle = [left + (count(at) + 0.5) * width, y + (height - 1.0) / 2.0];
        pen.dot("crossing", middle, (width.min(height) / 3.0).clamp(2.0, 5.0));
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::chart::{Lead, Ruler};
    use super::super::pen::Shape;
    use super::*;

    #[test]
    fn a_cell_has_the_colour_of_what_wins_there_and_today_a_mark() {
        let ruler = |name: &str| Ruler { name: name.to_owned(), values: [1_u32, 2, 3].map(Cell::exact).into() };
        let point = |winner| MapPoint { winner, lead: Lead::Clear, when: When::Otherwise, amount: None };
        let mut map = Map {
            down: ruler("months"),
            across: ruler("price"),
            options: ["own.a", "rent.b", "rent.never"].map(str::to_owned).into(),
            points: vec![
                vec![point(Some(0)), point(Some(0)), point(Some(1))],
                vec![point(Some(0)), point(Some(1)), point(Some(1))],
                vec![point(None), point(Some(1)), point(Some(1))],
            ],
            amounts: None,
        };
        map.points[1][2].when = When::Today;
        let drawn = draw(&map, DrawingSize::Wide);
        let areas = drawn.marks.iter().filter_map(|mark| match &mark.shape {
            Shape::Rect(_, [width, _]) => Some((mark.class.as_str(), *width)),
            Shape::Path(_) | Shape::Dot(..) | Shape::Text(..) => None,
        });
        let areas: Vec<(&str, f64)> = areas.collect();
        let classes: Vec<&str> = areas.iter().map(|(class, _)| *class).collect();
        // legend of two options and of no winner, then the merged cells of three rows
        let keys = ["part p0", "bar wins", "bar"];
        assert_eq!(classes, [&keys[..], &["part p0", "bar wins", "part p0", "bar wins", "bar", "bar wins"]].concat());
        // the two merged cells of the first row are twice as wide as the one next to them
        assert!((areas[3].1 - 2.0 * areas[4].1).abs() < 1e-9, "{areas:?}");
        assert_eq!(drawn.marks.iter().filter(|mark| matches!(mark.shape, Shape::Dot(..))).count(), 1);
    }
}
