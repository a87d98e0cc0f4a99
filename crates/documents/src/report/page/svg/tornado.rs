//! Drawing of a tornado: a bar per input from the difference at its low value to the difference at its high value,
//! longest on top.

use super::super::chart::Tornado;
use super::DrawingSize;
use super::pen::{Anchor, Pen, shortened, width_of};
use super::scale::{Axis, float};

/// Maximum width of a label next to its bar; longer ones are cut.
const WIDEST: f64 = 300.0;

/// The drawing.
pub(super) fn draw(tornado: &Tornado, size: DrawingSize) -> Pen {
    let longest = tornado.bars.iter().map(|bar| width_of(&bar.label)).fold(0.0, f64::max);
    let (left, step, above) = match size {
        DrawingSize::Wide | DrawingSize::Full => (longest.min(WIDEST) + 12.0, 26.0, 4.0),
        // space for half of the first axis label
        DrawingSize::Narrow => (22.0, 40.0, 20.0),
    };
    let top = 34.0;
    let bottom = top + step * f64::from(u32::try_from(tornado.bars.len()).unwrap_or(u32::MAX));
    let mut pen = Pen::of_height(bottom + 46.0);
    let ends = tornado.bars.iter().flat_map(|bar| [bar.low, bar.high]).flatten().chain([tornado.base_value]);
    let across =
        Axis::of(ends.map(float), if size == DrawingSize::Narrow { 3.0 } else { 5.0 }, [left, size.width() - 16.0]);
    pen.text("unit", [0.0, 12.0], Anchor::Start, &across.measured_in(&tornado.currency));
    for tick in &across.ticks {
        let x = across.place(*tick);
        pen.line(if *tick == 0.0 { "base" } else { "grid" }, [x, top - 6.0], [x, bottom]);
        pen.text("tick", [x, bottom + 18.0], Anchor::Middle, &across.text(*tick));
    }
    let base_case = across.place(float(tornado.base_value));
    let mut y = top;
    for bar in &tornado.bars {
        let name = match size {
            DrawingSize::Wide | DrawingSize::Full => ([left - 8.0, y + 16.0], Anchor::End, WIDEST),
            DrawingSize::Narrow => ([0.0, y + 14.0], Anchor::Start, size.width()),
        };
        pen.text("key", name.0, name.1, &shortened(&bar.label, name.2));
        for (end, class) in [(bar.low, "low"), (bar.high, "high")] {
            let Some(end) = end.map(|end| across.place(float(end))) else { continue };
            pen.rect(&format!("swing {class}"), [end.min(base_case), y + above], [(end - base_case).abs(), 16.0]);
        }
        y += step;
    }
    for (class, says, x) in [("low", "low value", 0.0), ("high", "high value", 100.0)] {
        pen.rect(&format!("swing {class}"), [left + x, bottom + 30.0], [12.0, 12.0]);
        pen.text("key", [left + x + 18.0, bottom + 40.0], Anchor::Start, says);
    }
    pen.line("today", [base_case, top - 10.0], [base_case, bottom]);
    pen.text("mark", [base_case, top - 13.0], Anchor::Middle, "base case");
    pen
}
