//! Chart file as PNG, with three pixels per SVG unit.

#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a place in a picture is small and no amount"
)]

use super::super::svg::pen::{Anchor, Mark, Shape};
use super::letters::{Outlined, Step};
use super::paint::{self, Colour, Paint};
use super::{Slide, outlined};
use std::io::{self, Write};
use tiny_skia::{FillRule, LineJoin, Path, PathBuilder, Pixmap, Rect, StrokeDash, Transform};

const SCALE: f64 = 3.0;

/// Error of writing a picture.
#[derive(Debug)]
pub(in crate::report) enum ChartError {
    /// A character without a glyph.
    Lacks(char),
    /// I/O error.
    Io(io::Error),
}

pub(super) fn write(slide: &Slide, out: &mut dyn Write) -> Result<(), ChartError> {
    let [width, height] = [slide.width, slide.height].map(|length| (length * SCALE).ceil() as u32);
    let too_large = || ChartError::Io(io::Error::other("the picture is too large"));
    let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
    let [red, green, blue] = paint::colour("paper");
    pixels.fill(tiny_skia::Color::from_rgba8(red, green, blue, 255));
    for mark in &slide.marks {
        draw(mark, &mut pixels)?;
    }
    let encoded = pixels.encode_png().map_err(|error| ChartError::Io(io::Error::other(error.to_string())))?;
    out.write_all(&encoded).map_err(ChartError::Io)
}

fn draw(Mark { class, shape }: &Mark, pixels: &mut Pixmap) -> Result<(), ChartError> {
    let (path, paint) = match shape {
        Shape::Path(points) => (line(points), paint::of_line(class)),
        Shape::Rect([x, y], [width, height]) => {
            let rect = Rect::from_xywh(*x as f32, *y as f32, *width as f32, *height as f32);
            (rect.map(PathBuilder::from_rect), paint::of_area(class))
        }
        Shape::Dot([x, y], radius) => (PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32), paint::of_dot()),
        Shape::Text(at, anchor, text) => (words(class, *at, *anchor, text)?, paint::of_words(class)),
    };
    if let Some(path) = path {
        put(&path, &paint, matches!(shape, Shape::Text(..)), pixels);
    }
    Ok(())
}

/// Paints an outline; the halo of text lies below its fill.
fn put(path: &Path, Paint { fill, stroke, opacity }: &Paint, edge_below: bool, pixels: &mut Pixmap) {
    let transform = Transform::from_scale(SCALE as f32, SCALE as f32);
    let coloured = |[red, green, blue]: Colour| {
        let mut paint = tiny_skia::Paint { anti_alias: true, ..tiny_skia::Paint::default() };
        paint.set_color_rgba8(red, green, blue, (opacity * 255.0).round() as u8);
        paint
    };
    let fill_it = |pixels: &mut Pixmap| {
        if let Some(colour) = fill {
            pixels.fill_path(path, &coloured(*colour), FillRule::Winding, transform, None);
        }
    };
    if !edge_below {
        fill_it(pixels);
    }
    if let Some(stroke) = stroke {
        let dash = stroke.dashes.and_then(|dashes| StrokeDash::new(dashes.map(|length| length as f32).to_vec(), 0.0));
        let drawn = tiny_skia::Stroke {
            width: stroke.width as f32,
            line_join: LineJoin::Round,
            dash,
            ..tiny_skia::Stroke::default()
        };
        pixels.stroke_path(path, &coloured(stroke.colour), &drawn, transform, None);
    }
    if edge_below {
        fill_it(pixels);
    }
}

fn line(points: &[Option<[f64; 2]>]) -> Option<Path> {
    let mut path = PathBuilder::new();
    let mut is_drawn = false;
    for point in points {
        match point {
            Some([x, y]) if is_drawn => path.line_to(*x as f32, *y as f32),
            Some([x, y]) => path.move_to(*x as f32, *y as f32),
            None => {}
        }
        is_drawn = point.is_some();
    }
    path.finish()
}

fn words(class: &str, at: [f64; 2], anchor: Anchor, text: &str) -> Result<Option<Path>, ChartError> {
    let (size, weight) = paint::letters_of(class);
    let steps = match outlined(text, at, anchor, size, weight) {
        Outlined::Steps(steps) => steps,
        Outlined::Lacks(letter) => return Err(ChartError::Lacks(letter)),
    };
    let mut path = PathBuilder::new();
    for step in steps {
        let to = |[x, y]: [f64; 2]| [x as f32, y as f32];
        match step {
            Step::Move(at) => path.move_to(to(at)[0], to(at)[1]),
            Step::Line(at) => path.line_to(to(at)[0], to(at)[1]),
            Step::Curve(by, at) => path.quad_to(to(by)[0], to(by)[1], to(at)[0], to(at)[1]),
            Step::Cubic(first, second, at) => {
                let [first, second, at] = [first, second, at].map(to);
                path.cubic_to(first[0], first[1], second[0], second[1], at[0], at[1]);
            }
            Step::Close => path.close(),
        }
    }
    Ok(path.finish())
}
