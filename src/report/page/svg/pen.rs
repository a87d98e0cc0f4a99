//! What draws: elements of SVG, with places to a tenth of a pixel.

use super::super::markup::escaped;
use std::fmt::Write as _;

/// A drawing that grows.
#[derive(Debug, Default)]
pub(super) struct Pen {
    drawn: String,
    height: f64,
}

/// Where text stands by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A place to a tenth of a pixel, as short as can be.
pub(super) fn place(value: f64) -> String {
    let tenths = (value * 10.0 + 0.5).floor() / 10.0;
    // a nothing has no sign
    format!("{}", if tenths == 0.0 { 0.0 } else { tenths })
}

/// About how wide the name of an option is, which is written in larger and, of the winner, in heavier letters.
pub(super) fn width_of_name(name: &str) -> f64 {
    width_of(name) * 1.14
}

/// About how wide a text is.
pub(super) fn width_of(text: &str) -> f64 {
    7.3 * f64::from(u32::try_from(text.chars().count()).unwrap_or(u32::MAX))
}

impl Pen {
    /// A drawing of this height.
    pub(super) fn of_height(height: f64) -> Pen {
        Pen { drawn: String::new(), height }
    }

    /// With more room below.
    pub(super) fn heighten(&mut self, by: f64) {
        self.height += by;
    }

    pub(super) fn line(&mut self, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
        let [x1, y1, x2, y2] = [x1, y1, x2, y2].map(place);
        self.add(&format!("<path class=\"{class}\" d=\"M{x1} {y1}L{x2} {y2}\"/>"));
    }

    /// Lines through points; where there is none, it is interrupted.
    pub(super) fn course(&mut self, class: &str, points: &[Option<[f64; 2]>]) {
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
        if !path.is_empty() {
            self.add(&format!("<path class=\"{class}\" d=\"{path}\"/>"));
        }
    }

    pub(super) fn rect(&mut self, class: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) {
        let [x, y, width, height] = [x, y, width.max(0.0), height.max(0.0)].map(place);
        self.add(&format!("<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"));
    }

    pub(super) fn dot(&mut self, class: &str, [x, y]: [f64; 2], radius: f64) {
        let [x, y, radius] = [x, y, radius].map(place);
        self.add(&format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    }

    pub(super) fn text(&mut self, class: &str, [x, y]: [f64; 2], anchor: Anchor, text: &str) {
        let ([x, y], anchor) = ([x, y].map(place), anchor.attribute());
        self.add(&format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{}</text>", escaped(text)));
    }

    fn add(&mut self, element: &str) {
        self.drawn.push_str(element);
    }

    /// The whole picture.
    pub(super) fn finish(&self, width: f64, class: &str, described_by: &str) -> String {
        self.with(width, class, &format!("role=\"img\" aria-labelledby=\"{described_by}\""))
    }

    /// The same of what is said beside it, and would only be said twice.
    pub(super) fn hidden(&self, width: f64, class: &str) -> String {
        self.with(width, class, "aria-hidden=\"true\" focusable=\"false\"")
    }

    fn with(&self, width: f64, class: &str, attributes: &str) -> String {
        let ([width, height], drawn) = ([width, self.height].map(place), &self.drawn);
        format!(
            "<svg class=\"{class}\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" {attributes}>\
             {drawn}</svg>"
        )
    }
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
