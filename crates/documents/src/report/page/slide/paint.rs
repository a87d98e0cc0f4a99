//! Styles of marks by class, as in the light theme of the style sheet.

use super::super::html::STYLE;
use super::letters::Weight;

/// A colour: red, green and blue.
pub(super) type Colour = [u8; 3];

/// Style of a mark.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Paint {
    /// Fill colour.
    pub(super) fill: Option<Colour>,
    /// Outline.
    pub(super) stroke: Option<Stroke>,
    /// Opacity.
    pub(super) opacity: f64,
}

/// Style of an outline.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) colour: Colour,
    pub(super) width: f64,
    /// Length of dashes and gaps.
    pub(super) dashes: Option<[f64; 2]>,
}

/// A colour of the style sheet by name.
pub(super) fn colour(name: &str) -> Colour {
    let digits = STYLE.split_once(&format!("--{name}:#")).map_or("", |(_, rest)| rest);
    let part = |at: usize| digits.get(at..at + 2).and_then(|two| u8::from_str_radix(two, 16).ok()).unwrap_or_default();
    [part(0), part(2), part(4)]
}

fn stroke(name: &str, width: f64) -> Stroke {
    Stroke { colour: colour(name), width, dashes: None }
}

fn dashed(name: &str, width: f64, dashes: [f64; 2]) -> Stroke {
    Stroke { colour: colour(name), width, dashes: Some(dashes) }
}

/// Style of a line.
pub(super) fn of_line(class: &str) -> Paint {
    let words: Vec<&str> = class.split(' ').collect();
    let line = |stroke| Paint { fill: None, stroke: Some(stroke), opacity: 1.0 };
    match words.as_slice() {
        ["base"] => line(stroke("soft", 1.0)),
        ["today"] => line(dashed("soft", 1.0, [3.0, 3.0])),
        ["course", "wins"] => line(stroke("win", 3.0)),
        ["course", rest @ ..] => {
            let out = rest.contains(&"out");
            let width = if out { 1.1 } else { 1.6 };
            let other = rest.iter().find_map(|word| word.strip_prefix('o')?.parse::<usize>().ok()).unwrap_or_default();
            let name = format!("o{}", other % 3);
            let stroke = if other < 3 { stroke(&name, width) } else { dashed(&name, width, [8.0, 3.0]) };
            Paint { fill: None, stroke: Some(stroke), opacity: if out { 0.75 } else { 1.0 } }
        }
        ["band", of] => of_band(of),
        _ => line(stroke("hair", 1.0)),
    }
}

fn of_band(of: &str) -> Paint {
    match of {
        "owned" => Paint { fill: Some(colour("win")), stroke: None, opacity: 0.85 },
        "committed" => filled("p1"),
        _ => filled("p2"),
    }
}

/// Style of an area.
pub(super) fn of_area(class: &str) -> Paint {
    let words: Vec<&str> = class.split(' ').collect();
    match words.as_slice() {
        ["part", part] => filled(part),
        ["swing", "low"] => filled("p1"),
        ["swing", _] => filled("p4"),
        [_, "wins"] => filled("win"),
        _ => filled("idle"),
    }
}

/// Style of a dot at a change.
pub(super) fn of_dot() -> Paint {
    Paint { fill: Some(colour("paper")), stroke: Some(stroke("ink", 2.0)), opacity: 1.0 }
}

fn filled(name: &str) -> Paint {
    Paint { fill: Some(colour(name)), stroke: None, opacity: 1.0 }
}

/// Style of text, with a halo that separates it from marks below.
pub(super) fn of_words(class: &str) -> Paint {
    let has = |word: &str| class.split(' ').any(|other| other == word);
    let name = if has("wins") {
        "win"
    } else if has("out") {
        "soft"
    } else if has("name") || has("key") || has("strong") || has("finding") {
        "ink"
    } else {
        "soft"
    };
    let halo = (has("mark") || has("name")).then(|| stroke("paper", 4.0));
    Paint { fill: Some(colour(name)), stroke: halo, opacity: 1.0 }
}

/// Size and weight of text.
pub(super) fn letters_of(class: &str) -> (f64, Weight) {
    let has = |word: &str| class.split(' ').any(|other| other == word);
    let weight = if has("wins") || has("strong") || has("finding") { Weight::Strong } else { Weight::Regular };
    let size = if has("finding") {
        16.0
    } else if has("name") {
        12.5
    } else {
        12.0
    };
    (size, weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_light_style() {
        assert!(STYLE.contains("--paper:#fdfdfb;") && STYLE.contains("--win:#00695c;"));
        assert_eq!(colour("paper"), [0xfd, 0xfd, 0xfb]);
        assert_eq!(colour("win"), [0x00, 0x69, 0x5c]);
        for name in ["ink", "soft", "hair", "o0", "o1", "o2", "p0", "p7", "idle"] {
            assert!(STYLE.contains(&format!("--{name}:#")), "{name}");
        }
    }
}
