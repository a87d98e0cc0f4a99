//! The shapes of letters: Inter in two weights, for Latin, Greek and Cyrillic, of which the files beside this one have the
//! outlines and the widths alone (`letters/LICENSE`).

use ttf_parser::{Face, GlyphId, OutlineBuilder};

const REGULAR: &[u8] = include_bytes!("letters/regular.ttf");
const STRONG: &[u8] = include_bytes!("letters/strong.ttf");

/// How heavy letters are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Strong,
}

/// A step of an outline, at places of the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    /// A new outline begins.
    Move([f64; 2]),
    /// A straight line.
    Line([f64; 2]),
    /// A curve of the second degree: by what it bends, and where it ends.
    Curve([f64; 2], [f64; 2]),
    /// A curve of the third degree.
    Cubic([f64; 2], [f64; 2], [f64; 2]),
    /// The outline is closed.
    Close,
}

/// A text in outlines.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Outlined {
    /// Its outlines.
    Steps(Vec<Step>),
    /// A letter whose shape is not known.
    Lacks(char),
}

fn face(weight: Weight) -> Face<'static> {
    let bytes = match weight {
        Weight::Regular => REGULAR,
        Weight::Strong => STRONG,
    };
    Face::parse(bytes, 0).expect("the files of letters are part of the program, and a test reads them")
}

/// The letter that is drawn for a character: those that look alike are one.
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

/// How wide a text is; a letter whose shape is not known counts as wide as it is high.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let face = face(weight);
    let units = f64::from(face.units_per_em());
    let advance = |character| match glyph(&face, character) {
        Some(glyph) => f64::from(face.glyph_hor_advance(glyph).unwrap_or_default()) / units,
        None => 1.0,
    };
    text.chars().map(advance).sum::<f64>() * size
}

/// A text in lines that are no wider than this, broken at spaces.
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

/// A text from a place on its baseline.
pub(super) fn outlined(text: &str, [x, y]: [f64; 2], size: f64, weight: Weight) -> Outlined {
    let face = face(weight);
    let scale = size / f64::from(face.units_per_em());
    let mut outline = Outline { steps: Vec::new(), from: [x, y], scale };
    for character in text.chars() {
        let Some(glyph) = glyph(&face, character) else { return Outlined::Lacks(character) };
        // a space has none
        let _ = face.outline_glyph(glyph, &mut outline);
        outline.from[0] += f64::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
    }
    Outlined::Steps(outline.steps)
}

/// Outlines at places of a picture, whose axis points down.
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
