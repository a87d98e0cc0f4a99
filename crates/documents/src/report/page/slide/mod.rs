//! A picture as a file of its own, for slides: below its finding, in light colours on paper, with nothing that has to be there
//! where it is shown, not even letters.

#![allow(clippy::float_arithmetic, reason = "a place in a picture is no amount")]

mod letters;
mod paint;
mod png;
mod svg;

pub(in crate::report) use png::Unwritten;

use super::picture::Picture;
use super::svg::pen::{Anchor, Mark, Pen, Shape};
use super::svg::{Room, drawn};
use letters::Weight;
use std::io::{self, Write};

/// The room around everything.
const MARGIN: f64 = 24.0;
/// How far the lines of a finding, and those below it, are apart.
const FINDING: f64 = 22.0;
const SMALL: f64 = 16.0;

/// A picture with what stands above and below it, as marks at their places.
#[derive(Debug)]
pub(in crate::report) struct Slide {
    title: String,
    description: String,
    width: f64,
    height: f64,
    marks: Vec<Mark>,
}

impl Slide {
    /// A picture, with what it was made of below it.
    pub(in crate::report) fn of(picture: &Picture, footer: &str) -> Slide {
        let drawing = drawn(&picture.drawing, Room::Wide);
        let width = Room::Wide.width();
        let mut pen = Pen::of_height(0.0);
        let mut y = MARGIN;
        let mut lines = |class: &str, text: &str, apart: f64, pen: &mut Pen| {
            let (size, weight) = paint::letters_of(class);
            for line in letters::lines(&spoken(text), size, weight, width) {
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
            title: spoken(&picture.title),
            description: format!("{} {footer}", spoken(&picture.caption)),
            width: width + 2.0 * MARGIN,
            height: bottom + MARGIN,
            marks: pen.marks.into_iter().map(|mark| moved(mark, [MARGIN, 0.0])).collect(),
        }
    }

    /// As SVG.
    ///
    /// # Errors
    /// If nothing can be written.
    pub(in crate::report) fn write_svg(&self, out: &mut dyn Write) -> io::Result<()> {
        svg::write(self, out)
    }

    /// As PNG.
    ///
    /// # Errors
    /// If it has letters that this program has no shapes of, or nothing can be written.
    pub(in crate::report) fn write_png(&self, out: &mut dyn Write) -> Result<(), Unwritten> {
        png::write(self, out)
    }
}

/// A sentence without the marks of code, and with spaces at which it may be broken.
fn spoken(text: &str) -> String {
    text.replace('`', "").replace('\u{a0}', " ")
}

/// A mark further to the right and further down.
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

/// Where text begins that stands by a place.
fn beginning(at: f64, anchor: Anchor, width: f64) -> f64 {
    match anchor {
        Anchor::Start => at,
        Anchor::Middle => at - width / 2.0,
        Anchor::End => at - width,
    }
}

/// Words in the shapes of letters, or what they lack.
fn outlined(text: &str, [x, y]: [f64; 2], anchor: Anchor, size: f64, weight: Weight) -> letters::Outlined {
    letters::outlined(text, [beginning(x, anchor, letters::width(text, size, weight)), y], size, weight)
}
