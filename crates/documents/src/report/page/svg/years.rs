//! Drawing of the cost of each option by year: a small chart per option, all on one scale.

use super::super::picture::{PartsOf, Years};
use super::pen::{Anchor, Pen, shortened_name, width_of as text_width, width_of_name};
use super::scale::{Axis, float};
use super::{DrawingSize, classes};

/// Height of a small chart, with the name above and the years below.
const HEIGHT: f64 = 150.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 24.0;
/// Minimum width of the amounts on the left.
const LEFT: f64 = 34.0;
const GAP: f64 = 14.0;
/// Minimum gap between names of years.
const NAME_GAP: f64 = 6.0;

/// The drawing.
pub(super) fn draw(years: &Years, size: DrawingSize) -> Pen {
    let most = match size {
        DrawingSize::Wide | DrawingSize::Full => 4,
        DrawingSize::Narrow => 2,
    };
    let most = years.options.len().clamp(1, most);
    let width_of = |columns: usize| (size.width() - GAP * (count(columns) - 1.0)) / count(columns);
    // as many columns as leave space for every name
    let longest = years.options.iter().map(|option| width_of_name(&option.name)).fold(0.0, f64::max);
    let columns = (1..=most).rev().find(|columns| width_of(*columns) - 4.0 >= longest).unwrap_or(most.min(2));
    let width = width_of(columns);
    let mut pen = Pen::of_height(18.0);
    let amounts = || years.options.iter().flat_map(|option| &option.amounts).map(|amount| float(*amount));
    let scale = Axis::of(amounts(), 3.0, [0.0, 1.0]);
    pen.text("unit", [0.0, 12.0], Anchor::Start, &scale.measured_in(&years.currency));
    let classes = classes(years.options.iter().map(|option| option.outcome));
    let widest = scale.ticks.iter().map(|tick| text_width(&scale.text(*tick))).fold(0.0, f64::max);
    let left = LEFT.max(widest + 10.0);
    for (row, options) in years.options.chunks(columns).enumerate() {
        let y = 18.0 + count(row) * HEIGHT;
        let up = Axis::of(amounts(), 3.0, [y + HEIGHT - BOTTOM, y + TOP]);
        pen.heighten(HEIGHT);
        for (column, option) in options.iter().enumerate() {
            let x = count(column) * (width + GAP);
            small((option, &years.names), &classes[row * columns + column], &up, [x, y], [left, width], &mut pen);
        }
    }
    pen
}

fn count(of: usize) -> f64 {
    f64::from(u32::try_from(of).unwrap_or(u32::MAX))
}

fn small(
    (option, names): (&PartsOf, &[String]),
    class: &str,
    up: &Axis,
    [x, y]: [f64; 2],
    [begin, width]: [f64; 2],
    pen: &mut Pen,
) {
    pen.text(&format!("name {class}"), [x + 2.0, y + 18.0], Anchor::Start, &shortened_name(&option.name, width - 4.0));
    for tick in &up.ticks {
        let at = up.place(*tick);
        pen.line(if *tick == 0.0 { "base" } else { "grid" }, [x + begin, at], [x + width, at]);
        pen.text("tick", [x + begin - 5.0, at + 4.0], Anchor::End, &up.text(*tick));
    }
    let step = (width - begin) / count(option.amounts.len().max(1));
    // with little space only some years have their names
    let longest = names.iter().map(|name| text_width(name)).fold(0.0, f64::max);
    let every = (1..names.len()).find(|every| count(*every) * step > longest + NAME_GAP).unwrap_or(names.len().max(1));
    let side = if class == "wins" { "bar wins" } else { "bar" };
    for (year, amount) in option.amounts.iter().map(|amount| float(*amount)).enumerate() {
        let (from, to) = (up.place(0.0), up.place(amount));
        let left = x + begin + count(year) * step;
        pen.rect(side, [left + step * 0.15, from.min(to)], [step * 0.7, (to - from).abs()]);
        if let Some(name) = names.get(year).filter(|_| year % every == 0) {
            let middle = (left + step / 2.0).min(x + width - text_width(name) / 2.0);
            pen.text("tick", [middle, y + HEIGHT - 8.0], Anchor::Middle, name);
        }
    }
}
