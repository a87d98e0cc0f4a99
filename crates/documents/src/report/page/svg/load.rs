//! Drawing of the load over the hours of a month, highest first, filled by supply.

use super::super::chart::LoadChart;
use super::DrawingSize;
use super::pen::{Anchor, Pen};
use super::scale::{Axis, float};

const LEFT: f64 = 40.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 30.0;
/// From a line to the baseline of the text below it.
const LETTERS: f64 = 16.0;

/// The drawing.
pub(super) fn draw(load: &LoadChart, size: DrawingSize) -> Pen {
    let height = match size {
        DrawingSize::Wide | DrawingSize::Full => 280.0,
        DrawingSize::Narrow => 230.0,
    };
    let mut pen = Pen::of_height(height);
    let peak = load.levels.first().map_or(0.0, |(level, _)| float(*level));
    let owned = float(load.owned);
    let committed = load.committed.map_or(owned, float).max(owned);
    let up = Axis::of([peak, owned.min(peak * 1.5)].into_iter(), 5.0, [height - BOTTOM, TOP]);
    let right = size.width() - 12.0;
    let place = |share: f64| LEFT + share * (right - LEFT);
    let bands = [("owned", 0.0, owned), ("committed", owned, committed), ("demanded", committed, f64::MAX)];
    for (class, from, to) in bands {
        band(load, [from, to], &up, &place, class, &mut pen);
    }
    pen.text("unit", [0.0, 12.0], Anchor::Start, "accelerators");
    for tick in &up.ticks {
        let y = up.place(*tick);
        pen.line(if *tick == 0.0 { "base" } else { "grid" }, [LEFT, y], [right, y]);
        pen.text("tick", [LEFT - 6.0, y + 4.0], Anchor::End, &up.text(*tick));
    }
    for (level, says) in [(owned, "owned"), (committed, "committed")] {
        let is_shown = level > 0.0 && level <= peak * 1.5 && (says == "owned" || committed > owned);
        if is_shown {
            let y = up.place(level);
            pen.line("today", [LEFT, y], [right, y]);
            // the lower of two lines is labelled below it, because they can be close to each other
            let below = says == "owned" && committed > owned;
            let beside = if below { (y + LETTERS).min(height - BOTTOM - 4.0) } else { y - 6.0 };
            pen.text("mark strong", [right, beside], Anchor::End, &format!("{says}: up to {}", up.text(level)));
        }
    }
    for quarter in 0..=4_u32 {
        let share = f64::from(quarter) / 4.0;
        let anchor = if quarter == 4 { Anchor::End } else { Anchor::Middle };
        pen.text("tick", [place(share), height - 10.0], anchor, &format!("{} %", quarter * 25));
    }
    pen
}

/// The load between two levels, as an area.
fn band(load: &LoadChart, [from, to]: [f64; 2], up: &Axis, place: &impl Fn(f64) -> f64, class: &str, pen: &mut Pen) {
    if to <= from {
        return;
    }
    let mut edge: Vec<Option<[f64; 2]>> = vec![Some([place(0.0), up.place(from)])];
    let mut passed = 0.0;
    for (level, share) in &load.levels {
        let height = up.place(float(*level).clamp(from, to));
        edge.push(Some([place(passed), height]));
        passed += float(*share);
        edge.push(Some([place(passed), height]));
    }
    edge.push(Some([place(passed), up.place(from)]));
    let is_something = load.levels.first().is_some_and(|(level, _)| float(*level) > from);
    if is_something {
        pen.course(&format!("band {class}"), &edge);
    }
}
