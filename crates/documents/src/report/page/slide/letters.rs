//! Glyph outlines of Inter in two weights for Latin, Greek and Cyrillic. The font files contain only outlines and
//! widths (`letters/LICENSE`).

use ttf_parser::{Face, GlyphId, OutlineBuilder};

const REGULAR: &[u8] = include_bytes!("letters/regular.ttf");
const STRONG: &[u8] = include_bytes!("letters/strong.ttf");

/// Font weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Strong,
}

/// A segment of an outline, in picture coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// Start of a contour.
    Move([f64; 2]),
    /// Straight line.
    Line([f64; 2]),
    /// Quadratic curve: control point and end point.
    Curve([f64; 2], [f64; 2]),
    /// Cubic curve: two control points and end point.
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    /// End of a contour.
    Close,
}

/// Text as outlines.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outlined {
    /// Outlines.
    Steps(Vec<Step>),
    /// A character without a glyph.
    Lacks(char),
}

fn face(weight: Weight) -> Face<'static> {
    let bytes = match weight {
        Weight::Regular => REGULAR,
        Weight::Strong => STRONG,
    };
    Face::parse(bytes, 0).expect("the files of letters are part of the program, and a test reads them")
}

/// Replaces characters by others that look the same.
fn drawn(character: char) -> char {
    match character {
        '\u{a0}' | '\u{202f}' => ' ',
        '\u{2010}' | '\u{2011}' => '-',
        character => character,
    }
}

fn glyph(face: &Face<'_>, character: char) -> Option<GlyphId> {
    face.glyph_index(drawn(character))
}

/// Width of a text; a character without a glyph is as wide as it is high.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let face = face(weight);
    let units = f64::from(face.units_per_em());
    let advance = |character| match glyph(&face, character) {
        Some(glyph) => f64::from(face.glyph_hor_advance(glyph).unwrap_or_default()) / units,
        None => 1.0,
    };
    text.chars().map(advance).sum::<f64>() * size
}

/// Breaks a text at spaces into lines of at most a width.
pub(super) fn lines(text: &str, size: f64, weight: Weight, most: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), size, weight) <= most => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Outlines of a text that starts at a position on its baseline.
pub(super) fn outlined(text: &str, [x, y]: [f64; 2], size: f64, weight: Weight) -> Outlined {
    let face = face(weight);
    let scale = size / f64::from(face.units_per_em());
    let mut outline = Outline { steps: Vec::new(), from: [x, y], scale };
    for character in text.chars() {
        let Some(glyph) = glyph(&face, character) else { return Outlined::Lacks(character) };
        // a space has no outline
        let _ = face.outline_glyph(glyph, &mut outline);
        outline.from[0] += f64::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
    }
    Outlined::Steps(outline.steps)
}

/// Outlines in picture coordinates, whose y axis points down.
struct Outline {
    steps: Vec<Step>,
    from: [f64; 2],
    scale: f64,
}

impl Outline {
    fn at(&self, x: f32, y: f32) -> [f64; 2] {
        [self.from[0] + f64::from(x) * self.scale, self.from[1] - f64::from(y) * self.scale]
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Move(self.at(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.steps.push(Step::Line(self.at(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.steps.push(Step::Curve(self.at(x1, y1), self.at(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.steps.push(Step::Cubic(self.at(x1, y1), self.at(x2, y2), self.at(x, y)));
    }

    fn close(&mut self) {
        self.steps.push(Step::Close);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_three_scripts_have_shapes_and_others_are_named() {
        for weight in [Weight::Regular, Weight::Strong] {
            for text in ["own.hgx-h100 −1,234.50 €", "Straße, Łódź, ő", "Ωμέγα", "Аренда"] {
                let Outlined::Steps(steps) = outlined(text, [0.0, 0.0], 12.0, weight) else { panic!("{text}") };
                assert!(steps.len() > 20, "{text}");
            }
            assert_eq!(outlined("a日", [0.0, 0.0], 12.0, weight), Outlined::Lacks('日'));
        }
    }

    #[test]
    fn lines_are_no_wider_than_there_is_room() {
        let text = "What every option costs at other demand, and where the winner changes";
        let lines = lines(text, 12.0, Weight::Regular, 120.0);
        assert!(lines.len() > 2 && lines.join(" ") == text, "{lines:?}");
        assert!(lines.iter().all(|line| width(line, 12.0, Weight::Regular) <= 120.0), "{lines:?}");
    }
}
