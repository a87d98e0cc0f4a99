//! Drawing of ranges of cost: a thin bar for 90 % of simulations, a thick one for 50 %, and a dot at the median.

use super::super::picture::Spreads;
use super::pen::{Anchor, Pen, WIDEST_NAME, shortened_name, width_of_name};
use super::scale::{Axis, float};
use super::{DrawingSize, classes};

/// The drawing.
pub(super) fn draw(spreads: &Spreads, size: DrawingSize) -> Pen {
    let longest = spreads.options.iter().map(|option| width_of_name(&option.name)).fold(0.0, f64::max);
    let (left, step, top) = match size {
        DrawingSize::Wide | DrawingSize::Full => (longest.min(WIDEST_NAME) + 12.0, 34.0, 8.0),
        DrawingSize::Narrow => (8.0, 50.0, 8.0),
    };
    let bottom = top + step * f64::from(u32::try_from(spreads.options.len()).unwrap_or(u32::MAX));
    let mut pen = Pen::of_height(bottom + 42.0);
    let steps = if size == DrawingSize::Narrow { 3.0 } else { 5.0 };
    let amounts = spreads.options.iter().flat_map(|option| &option.amounts).map(|amount| float(*amount));
    let across = Axis::of(amounts, steps, [left, size.width() - 16.0]);
    for tick in &across.ticks {
        let x = across.place(*tick);
        pen.line(if *tick == 0.0 { "base" } else { "grid" }, [x, top], [x, bottom]);
        pen.text("tick", [x, bottom + 16.0], Anchor::Middle, &across.text(*tick));
    }
    pen.text("unit", [size.width(), bottom + 34.0], Anchor::End, &across.measured_in(&spreads.currency));
    let classes = classes(spreads.options.iter().map(|option| option.outcome));
    let mut y = top;
    for (option, class) in spreads.options.iter().zip(&classes) {
        let (name, anchor, middle, widest) = match size {
            DrawingSize::Wide | DrawingSize::Full => ([left - 8.0, y + 21.0], Anchor::End, y + 17.0, WIDEST_NAME),
            DrawingSize::Narrow => ([left, y + 16.0], Anchor::Start, y + 32.0, size.width() - left),
        };
        pen.text(&format!("name {class}"), name, anchor, &shortened_name(&option.name, widest));
        let wins = if class == "wins" { " wins" } else { "" };
        if let [p5, p25, p50, p75, p95] =
            option.amounts.iter().map(|amount| across.place(float(*amount))).collect::<Vec<_>>()[..]
        {
            pen.rect(&format!("bar{wins}"), [p5, middle - 2.0], [p95 - p5, 4.0]);
            pen.rect(&format!("bar{wins}"), [p25, middle - 8.0], [p75 - p25, 16.0]);
            pen.dot("crossing", [p50, middle], 4.5);
        }
        y += step;
    }
    pen
}
