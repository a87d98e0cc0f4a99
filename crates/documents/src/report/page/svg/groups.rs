//! Drawing of grouped bars: a bar per option in each group, on one scale, with its amount at its end.

use super::super::picture::{GroupBar, Groups};
use super::pen::{Anchor, Pen, WIDEST_NAME, shortened_name, width_of, width_of_name};
use super::scale::{Axis, float};
use super::{DrawingSize, classes};

/// Height of a bar.
const BAR: f64 = 14.0;
/// Height of a group title with the space above it.
const TITLE: f64 = 30.0;

/// The drawing.
pub(super) fn draw(groups: &Groups, size: DrawingSize) -> Pen {
    let bars = || groups.groups.iter().flat_map(|group| &group.bars);
    let longest = bars().map(|bar| width_of_name(&bar.name)).fold(0.0, f64::max);
    let said = bars().map(|bar| width_of(&bar.says)).fold(0.0, f64::max);
    // a name is in front of its bar, or above it in a narrow picture
    let (left, right, step) = match size {
        DrawingSize::Wide | DrawingSize::Full => (longest.min(WIDEST_NAME) + 12.0, size.width() - said - 8.0, 22.0),
        DrawingSize::Narrow => (0.0, size.width(), 38.0),
    };
    let across = Axis::of(bars().map(|bar| float(bar.amount)), 4.0, [left, right]);
    // the bars take the full width: there is no axis to read amounts from
    let ends = bars().map(|bar| across.place(float(bar.amount)));
    let furthest = ends.fold(across.place(0.0) + 1.0, f64::max);
    let [zero, segment] = [across.place(0.0), (right - across.place(0.0)) / (furthest - across.place(0.0))];
    let place = |amount: f64| {
        let end = across.place(amount);
        if end > zero { zero + (end - zero) * segment } else { end }
    };
    let mut pen = Pen::of_height(2.0);
    for group in &groups.groups {
        if !group.title.is_empty() {
            let y = pen.height + 20.0;
            pen.text("key strong", [0.0, y], Anchor::Start, &group.title);
            pen.heighten(TITLE);
        }
        let classes = classes(group.bars.iter().map(|bar| bar.outcome));
        for (bar, class) in group.bars.iter().zip(&classes) {
            row(bar, class, size, left, [zero, place(float(bar.amount))], &mut pen);
            pen.heighten(step);
        }
    }
    pen.heighten(6.0);
    pen
}

fn row(bar: &GroupBar, class: &str, size: DrawingSize, left: f64, [from, to]: [f64; 2], pen: &mut Pen) {
    let y = pen.height;
    let beside = size.width() - width_of(&bar.says) - 8.0;
    let (name, anchor, says, top, widest) = match size {
        DrawingSize::Wide | DrawingSize::Full => ([left - 8.0, y + 15.0], Anchor::End, y + 15.0, y + 4.0, WIDEST_NAME),
        DrawingSize::Narrow => ([0.0, y + 14.0], Anchor::Start, y + 14.0, y + 19.0, beside),
    };
    pen.text(&format!("name {class}"), name, anchor, &shortened_name(&bar.name, widest));
    let wins = if class == "wins" { " wins" } else { "" };
    pen.rect(&format!("bar{wins}"), [from.min(to), top], [(to - from).abs(), BAR]);
    pen.text(&format!("key{wins}"), [size.width(), says], Anchor::End, &bar.says);
}
