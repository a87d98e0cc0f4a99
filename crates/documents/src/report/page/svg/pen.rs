//! Drawing marks at positions. Pages write them as SVG elements with classes, rounded to tenths of a pixel.

use super::super::markup::escaped;
use std::fmt::Write as _;

/// Approximate width of a letter, in the widest font of a page.
const LETTER: f64 = 7.3;
/// Width factor of names, which are larger and heavier.
const HEAVIER: f64 = 1.14;

/// A drawing.
#[derive(Clone, Debug, Default)]
pub(in crate::report::page) struct Pen {
    pub(in crate::report::page) marks: Vec<Mark>,
    pub(in crate::report::page) height: f64,
}

/// A mark with its classes.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report::page) struct Mark {
    /// Class names, separated by spaces.
    pub(in crate::report::page) class: String,
    pub(in crate::report::page) shape: Shape,
}

/// A shape.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::report::page) enum Shape {
    /// A line through points, with gaps where there is none.
    Path(Vec<Option<[f64; 2]>>),
    /// A rectangle: corner, and width and height.
    Rect([f64; 2], [f64; 2]),
    /// A circle: centre and radius.
    Dot([f64; 2], f64),
    /// Text.
    Text([f64; 2], Anchor, String),
}

/// Alignment of text at its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report::page) enum Anchor {
    Start,
    Middle,
    End,
}

/// A coordinate rounded to tenths of a pixel, as short as possible.
pub(in crate::report::page) fn place(value: f64) -> String {
    let tenths = (value * 10.0 + 0.5).floor() / 10.0;
    // zero has no sign
    format!("{}", if tenths == 0.0 { 0.0 } else { tenths })
}

/// Approximate width of an option's name, which is larger and, for the winner, heavier than other text.
pub(super) fn width_of_name(name: &str) -> f64 {
    width_of(name) * HEAVIER
}

/// Maximum width of an option's name next to a mark; longer ones are cut.
pub(super) const WIDEST_NAME: f64 = 270.0;

/// Shortens the name of an option to a width: its end is cut.
pub(super) fn shortened_name(name: &str, room: f64) -> String {
    shortened(name, room / HEAVIER)
}

/// Shortens a text to a width: after a word if that keeps two thirds of what fits.
pub(super) fn shortened(text: &str, room: f64) -> String {
    if width_of(text) <= room {
        return text.to_owned();
    }
    let letters = (room / LETTER).floor().max(1.0);
    let kept = (0_u32..).zip(text.chars()).take_while(|(at, _)| f64::from(*at) + 1.0 < letters);
    let kept: String = kept.map(|(_, letter)| letter).collect();
    let whole = kept.rfind([' ', '-']).filter(|end| !text[kept.len()..].starts_with(' ') && end * 3 >= kept.len() * 2);
    format!("{}…", kept[..whole.unwrap_or(kept.len())].trim_end_matches([' ', ',']))
}

/// Approximate width of a text.
pub(super) fn width_of(text: &str) -> f64 {
    LETTER * f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX))
}

impl Pen {
    /// An empty drawing of this height.
    pub(in crate::report::page) fn of_height(height: f64) -> Pen {
        Pen { marks: Vec::new(), height }
    }

    /// Adds height at the bottom.
    pub(super) fn heighten(&mut self, by: f64) {
        self.height += by;
    }

    pub(super) fn line(&mut self, class: &str, from: [f64; 2], to: [f64; 2]) {
        self.course(class, &[Some(from), Some(to)]);
    }

    /// Lines through points, with gaps where there is none.
    pub(super) fn course(&mut self, class: &str, points: &[Option<[f64; 2]>]) {
        if points.iter().any(Option::is_some) {
            self.add(class, Shape::Path(points.to_vec()));
        }
    }

    pub(super) fn rect(&mut self, class: &str, corner: [f64; 2], [width, height]: [f64; 2]) {
        self.add(class, Shape::Rect(corner, [width.max(0.0), height.max(0.0)]));
    }

    pub(super) fn dot(&mut self, class: &str, middle: [f64; 2], radius: f64) {
        self.add(class, Shape::Dot(middle, radius));
    }

    pub(in crate::report::page) fn text(&mut self, class: &str, at: [f64; 2], anchor: Anchor, text: &str) {
        self.add(class, Shape::Text(at, anchor, text.to_owned()));
    }

    fn add(&mut self, class: &str, shape: Shape) {
        self.marks.push(Mark { class: class.to_owned(), shape });
    }

    /// The drawing as SVG.
    pub(super) fn finish(&self, width: f64, class: &str, described_by: &str) -> String {
        self.with(width, class, &format!("role=\"img\" aria-labelledby=\"{described_by}\""))
    }

    /// The drawing as SVG, hidden from screen readers because a text next to it says the same.
    pub(super) fn hidden(&self, width: f64, class: &str) -> String {
        self.with(width, class, "aria-hidden=\"true\" focusable=\"false\"")
    }

    fn with(&self, width: f64, class: &str, attributes: &str) -> String {
        let [width, height] = [width, self.height].map(place);
        let drawn: String = self.marks.iter().map(element).collect();
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" {attributes}>\
             {drawn}</svg>"
        )
    }
}

/// SVG element of a mark.
fn element(Mark { class, shape }: &Mark) -> String {
    match shape {
        Shape::Path(points) => format!("<path class=\"{class}\" d=\"{}\"/>", path(points)),
        Shape::Rect(corner, size) => {
            let ([x, y], [width, height]) = (corner.map(place), size.map(place));
            format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
        }
        Shape::Dot([x, y], radius) => {
            let [x, y, radius] = [*x, *y, *radius].map(place);
            format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>")
        }
        Shape::Text(at, anchor, text) => {
            let ([x, y], anchor) = (at.map(place), anchor.attribute());
            format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{}</text>", escaped(text))
        }
    }
}

/// SVG path through points.
pub(in crate::report::page) fn path(points: &[Option<[f64; 2]>]) -> String {
    let mut path = String::new();
    let mut is_drawn = false;
    for point in points {
        match point {
            Some([x, y]) => {
                let _ = write!(path, "{}{} {}", if is_drawn { 'L' } else { 'M' }, place(*x), place(*y));
                is_drawn = true;
            }
            None => is_drawn = false,
        }
    }
    path
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_cut_to_the_room_that_there_is() {
        let name = "rent.neocloud-in-the-far-north";
        // 30 letters of 7.3, times 1.14
        assert_eq!(shortened_name(name, 250.0), name);
        assert_eq!(shortened_name(name, 240.0), "rent.neocloud-in-the-far…");
        assert_eq!(shortened_name(name, 100.0), "rent.neoclo…");
        assert_eq!(shortened("Zwei Server im Rechenzentrum", 90.0), "Zwei Server…");
    }
}
