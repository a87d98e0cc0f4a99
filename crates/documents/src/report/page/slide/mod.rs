//! Charts as files of their own, for slides: title, drawing and footer in light colours, without external resources
//! such as fonts.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

mod letters;
mod paint;
mod png;
mod svg;

pub(in crate::report) use png::ChartError;

use super::picture::Picture;
use super::svg::pen::{Anchor, Mark, Pen, Shape};
use super::svg::{DrawingSize, drawn};
use letters::Weight;
use std::io::{self, Write};

/// Margin on all sides.
const MARGIN: f64 = 24.0;
/// Line height of titles.
const FINDING: f64 = 22.0;
const SMALL: f64 = 16.0;

/// A picture with title, caption and footer, as positioned marks.
#[derive(Debug)]
pub(in crate::report) struct Slide {
    title: String,
    description: String,
    width: f64,
    height: f64,
    marks: Vec<Mark>,
}

impl Slide {
    /// Layout of a picture with a footer.
    pub(in crate::report) fn of(picture: &Picture, footer: &str) -> Slide {
        let drawing = drawn(&picture.drawing, DrawingSize::Wide);
        let width = DrawingSize::Wide.width();
        let mut pen = Pen::of_height(0.0);
        let mut y = MARGIN;
        let mut lines = |class: &str, text: &str, apart: f64, pen: &mut Pen| {
            let (size, weight) = paint::letters_of(class);
            for line in letters::lines(&display_text(text), size, weight, width) {
                y += apart;
                pen.text(class, [0.0, y - apart * 0.25], Anchor::Start, &line);
            }
            y
        };
        lines("finding", &picture.title, FINDING, &mut pen);
        let top = lines("small", &picture.caption, SMALL, &mut pen) + 14.0;
        pen.marks.extend(drawing.marks.into_iter().map(|mark| moved(mark, [0.0, top])));
        let mut bottom = top + drawing.height + 6.0;
        let (size, weight) = paint::letters_of("small");
        for line in letters::lines(footer, size, weight, width) {
            bottom += SMALL;
            pen.text("small", [0.0, bottom - 4.0], Anchor::Start, &line);
        }
        Slide {
            title: display_text(&picture.title),
            description: format!("{} {footer}", display_text(&picture.caption)),
            width: width + 2.0 * MARGIN,
            height: bottom + MARGIN,
            marks: pen.marks.into_iter().map(|mark| moved(mark, [MARGIN, 0.0])).collect(),
        }
    }

    /// Writes SVG.
    ///
    /// # Errors
    /// If writing fails.
    pub(in crate::report) fn write_svg(&self, out: &mut dyn Write) -> io::Result<()> {
        svg::write(self, out)
    }

    /// Writes PNG.
    ///
    /// # Errors
    /// If the text has characters without glyphs, or writing fails.
    pub(in crate::report) fn write_png(&self, out: &mut dyn Write) -> Result<(), ChartError> {
        png::write(self, out)
    }
}

/// A sentence without backticks and no-break spaces.
fn display_text(text: &str) -> String {
    text.replace('`', "").replace('\u{a0}', " ")
}

/// Moves a mark to the right and down.
fn moved(Mark { class, shape }: Mark, [right, down]: [f64; 2]) -> Mark {
    let to = |[x, y]: [f64; 2]| [x + right, y + down];
    let shape = match shape {
        Shape::Path(points) => Shape::Path(points.into_iter().map(|point| point.map(to)).collect()),
        Shape::Rect(corner, size) => Shape::Rect(to(corner), size),
        Shape::Dot(middle, radius) => Shape::Dot(to(middle), radius),
        Shape::Text(at, anchor, text) => Shape::Text(to(at), anchor, text),
    };
    Mark { class, shape }
}

/// Left end of a text that is anchored at a position.
fn beginning(at: f64, anchor: Anchor, width: f64) -> f64 {
    match anchor {
        Anchor::Start => at,
        Anchor::Middle => at - width / 2.0,
        Anchor::End => at - width,
    }
}

/// Outlines of an anchored text, or a character without a glyph.
fn outlined(text: &str, [x, y]: [f64; 2], anchor: Anchor, size: f64, weight: Weight) -> letters::Outlined {
    letters::outlined(text, [beginning(x, anchor, letters::width(text, size, weight)), y], size, weight)
}
