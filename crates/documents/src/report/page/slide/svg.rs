//! Chart file as SVG. Text is converted to outlines, so that it looks the same everywhere, and repeated in a
//! description for screen readers.

use super::super::markup::escaped;
use super::super::svg::pen::{Anchor, Mark, Shape, path, place};
use super::letters::{Outlined, Step, Weight};
use super::paint::{self, Colour, Paint};
use super::{Slide, outlined};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Fallback fonts for characters without glyphs.
const OTHER_LETTERS: &str = "system-ui,Arial,sans-serif";

pub(super) fn write(slide: &Slide, out: &mut dyn Write) -> io::Result<()> {
    let [width, height] = [slide.width, slide.height].map(place);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-labelledby=\"title description\">\n<title id=\"title\">{}</title>\n\
         <desc id=\"description\">{}</desc>\n<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>",
        escaped(&slide.title),
        escaped(&slide.description),
        hexadecimal(paint::colour("paper"))
    )?;
    slide.marks.iter().try_for_each(|mark| writeln!(out, "{}", element(mark)))?;
    writeln!(out, "</svg>")
}

fn element(Mark { class, shape }: &Mark) -> String {
    match shape {
        Shape::Path(points) => format!("<path d=\"{}\"{}/>", path(points), attributes(&paint::of_line(class))),
        Shape::Rect(corner, size) => {
            let ([x, y], [width, height]) = (corner.map(place), size.map(place));
            let paint = attributes(&paint::of_area(class));
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{paint}/>")
        }
        Shape::Dot([x, y], radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(place);
            format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{}/>", attributes(&paint::of_dot()))
        }
        Shape::Text(at, anchor, text) => words(class, *at, *anchor, text),
    }
}

fn words(class: &str, at: [f64; 2], anchor: Anchor, text: &str) -> String {
    let ((size, weight), paint) = (paint::letters_of(class), attributes(&paint::of_words(class)));
    match outlined(text, at, anchor, size, weight) {
        Outlined::Steps(steps) => format!("<path d=\"{}\"{paint}/>", outline(&steps)),
        Outlined::Lacks(_) => {
            let [x, y] = at.map(place);
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = match weight {
                Weight::Regular => 400,
                Weight::Strong => 600,
            };
            format!(
                "<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" font-family=\"{OTHER_LETTERS}\" font-size=\"{size}\" \
                 font-weight=\"{weight}\"{paint}>{}</text>",
                escaped(text)
            )
        }
    }
}

/// SVG path of outlines, rounded to hundredths of a pixel.
fn outline(steps: &[Step]) -> String {
    let mut path = String::new();
    for step in steps {
        let _ = match step {
            Step::Move(to) => write!(path, "M{}", points(&[*to])),
            Step::Line(to) => write!(path, "L{}", points(&[*to])),
            Step::Curve(by, to) => write!(path, "Q{}", points(&[*by, *to])),
            Step::Cubic(first, second, to) => write!(path, "C{}", points(&[*first, *second, *to])),
            Step::Close => write!(path, "Z"),
        };
    }
    path
}

fn points(points: &[[f64; 2]]) -> String {
    let hundredth = |value: f64| {
        let rounded = (value * 100.0 + 0.5).floor() / 100.0;
        format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
    };
    points.iter().flatten().map(|value| hundredth(*value)).collect::<Vec<_>>().join(" ")
}

fn attributes(Paint { fill, stroke, opacity }: &Paint) -> String {
    let mut text = format!(" fill=\"{}\"", fill.map_or_else(|| "none".to_owned(), hexadecimal));
    if let Some(stroke) = stroke {
        let _ = write!(
            text,
            " stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" paint-order=\"stroke\"",
            hexadecimal(stroke.colour),
            stroke.width
        );
        if let Some([dash, gap]) = stroke.dashes {
            let _ = write!(text, " stroke-dasharray=\"{dash} {gap}\"");
        }
    }
    if *opacity < 1.0 {
        let _ = write!(text, " opacity=\"{opacity}\"");
    }
    text
}

fn hexadecimal([red, green, blue]: Colour) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}
