//! Drawing of an axis from zero to its end, with the points at which the winner changes.

use super::super::chart::{Axis, AxisSegment, Stroke};
use super::DrawingSize;
use super::pen::{Anchor, Pen, width_of};
use super::scale::float;

/// SVG of an axis: winner of each segment, break-even points and current value.
pub(in crate::report::page) fn axis(axis: &Axis, size: DrawingSize) -> String {
    let mut pen = Pen::of_height(40.0);
    let width = match size {
        DrawingSize::Wide | DrawingSize::Full => 560.0,
        DrawingSize::Narrow => size.width(),
    };
    let (left, right) = (8.0, width - 8.0);
    let place = |share: f64| left + share * (right - left);
    let mut ends: Vec<f64> = axis.points.iter().map(|point| float(*point)).collect();
    ends.push(float(axis.known));
    let mut from = 0.0;
    for (AxisSegment { name, stroke }, to) in axis.stretches.iter().zip(ends) {
        let [start, end] = [place(from), place(to.max(from))];
        let (class, thick) = match stroke {
            Stroke::Heavy => ("stretch wins", 8.0),
            Stroke::Light => ("stretch", 3.0),
        };
        pen.rect(class, [start, 22.0 - thick / 2.0], [end - start, thick]);
        if width_of(name) + 6.0 < end - start {
            pen.text("tick", [f64::midpoint(start, end), 13.0], Anchor::Middle, name);
        }
        from = to;
    }
    if from < 1.0 {
        pen.line("today", [place(from), 22.0], [right, 22.0]);
    }
    for point in &axis.points {
        let x = place(float(*point));
        pen.line("cut", [x, 13.0], [x, 31.0]);
    }
    if let Some(today) = axis.today {
        pen.dot("plan", [place(float(today)), 22.0], 6.0);
    }
    pen.text("tick", [0.0, 38.0], Anchor::Start, "0 %");
    pen.text("tick", [width, 38.0], Anchor::End, &axis.end);
    pen.hidden(width, size.class())
}
