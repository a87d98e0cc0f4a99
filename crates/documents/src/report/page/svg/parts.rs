//! Drawing of cost components: a stacked bar per option.

use super::super::picture::{Parts, PartsOf};
use super::pen::{Anchor, Pen, WIDEST_NAME, shortened_name, width_of, width_of_name};
use super::scale::{Axis, float};
use super::{DrawingSize, classes};

/// Height of a bar.
const BAR: f64 = 20.0;

/// The drawing.
pub(super) fn draw(parts: &Parts, size: DrawingSize) -> Pen {
    let mut pen = Pen::of_height(0.0);
    let top = legend(parts, size, &mut pen);
    let longest = parts.options.iter().map(|option| width_of_name(&option.name)).fold(0.0, f64::max);
    // a name is in front of its bar, or above it in a narrow picture
    let (left, step) = match size {
        DrawingSize::Wide | DrawingSize::Full => (longest.min(WIDEST_NAME) + 12.0, 30.0),
        // space for half of the first axis label
        DrawingSize::Narrow => (18.0, 44.0),
    };
    let sum = |option: &PartsOf, sign: f64| -> f64 {
        option.amounts.iter().map(|amount| float(*amount)).filter(|amount| amount * sign > 0.0).sum()
    };
    let sums = parts.options.iter().flat_map(|option| [sum(option, 1.0), sum(option, -1.0)]);
    let steps = match size {
        DrawingSize::Wide | DrawingSize::Full => 6.0,
        DrawingSize::Narrow => 3.0,
    };
    let across = Axis::of(sums, steps, [left, size.width() - 16.0]);
    let bars = f64::from(u32::try_from(parts.options.len()).unwrap_or(u32::MAX));
    let bottom = top + bars * step;
    for tick in &across.ticks {
        let x = across.place(*tick);
        pen.line(if *tick == 0.0 { "base" } else { "grid" }, [x, top], [x, bottom]);
        pen.text("tick", [x, bottom + 16.0], Anchor::Middle, &across.text(*tick));
    }
    pen.text("unit", [size.width(), bottom + 34.0], Anchor::End, &across.measured_in(&parts.currency));
    let classes = classes(parts.options.iter().map(|option| option.outcome));
    let mut y = top;
    for (option, class) in parts.options.iter().zip(&classes) {
        let (name, anchor, bar, widest) = match size {
            DrawingSize::Wide | DrawingSize::Full => ([left - 8.0, y + 19.0], Anchor::End, y + 5.0, WIDEST_NAME),
            DrawingSize::Narrow => ([left, y + 16.0], Anchor::Start, y + 21.0, size.width() - left),
        };
        pen.text(&format!("name {class}"), name, anchor, &shortened_name(&option.name, widest));
        stack(option, &across, bar, &mut pen);
        y += step;
    }
    pen.heighten(bottom + 40.0);
    pen
}

/// Costs extend to the right of zero, income to the left.
fn stack(option: &PartsOf, across: &Axis, y: f64, pen: &mut Pen) {
    let [mut up, mut down] = [0.0, 0.0];
    for (part, amount) in option.amounts.iter().map(|amount| float(*amount)).enumerate() {
        let side = if amount < 0.0 { &mut down } else { &mut up };
        let (from, to) = (across.place(*side), across.place(*side + amount));
        *side += amount;
        // a gap separates components without colour
        if (to - from).abs() > 0.4 {
            pen.rect(&format!("part p{part}"), [from.min(to), y], [(to - from).abs() - 1.0, BAR]);
        }
    }
}

/// Legend of the components. Returns its height.
fn legend(parts: &Parts, size: DrawingSize, pen: &mut Pen) -> f64 {
    let [mut x, mut y] = [0.0, 14.0];
    for (part, name) in parts.names.iter().enumerate() {
        let width = width_of(name) + 36.0;
        if x > 0.0 && x + width > size.width() {
            (x, y) = (0.0, y + 20.0);
        }
        pen.rect(&format!("part p{part}"), [x, y - 10.0], [12.0, 12.0]);
        pen.text("key", [x + 18.0, y], Anchor::Start, name);
        x += width;
    }
    y + 14.0
}
