//! Rendering of findings: the message, the source line with the place marked, and what to type.

use super::source::{Place, Sources, clean, visible};
use super::{Coded, Diagnostic, Severity};
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;

/// Most findings that are printed; the others are counted.
const MOST: usize = 100;
/// Most characters of a line shown after a marked place.
const AROUND: usize = 400;
/// Most bytes of an excerpt; for longer ones only the position is printed.
const LONGEST: usize = 64 * 1024;

/// Style of printed findings.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Available columns.
    pub width: usize,
    /// Whether to use colour.
    pub colour: bool,
    /// Line breaks in messages.
    pub messages: MessageLines,
}

/// Line breaks in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MessageLines {
    /// A single line of any length, which can be searched; the terminal wraps it.
    One,
    /// Wrapped to the available columns.
    Filled,
}

impl Default for Style {
    fn default() -> Style {
        Style { width: 100, colour: false, messages: MessageLines::One }
    }
}

/// Renders all findings, each followed by an empty line. Only visible characters of the sources are printed.
#[must_use]
pub fn render<C: Coded>(diagnostics: &[Diagnostic<C>], sources: &Sources, style: Style) -> String {
    let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() }.term_width(style.width);
    let mut text = String::new();
    for diagnostic in diagnostics.iter().take(MOST) {
        text.push_str(&one(diagnostic, sources, style, &renderer));
        text.push_str("\n\n");
    }
    if diagnostics.len() > MOST {
        let _ = writeln!(text, "and {} more\n", diagnostics.len() - MOST);
    }
    text
}

fn one<C: Coded>(diagnostic: &Diagnostic<C>, sources: &Sources, style: Style, renderer: &Renderer) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Information => Level::INFO.with_name(Severity::Information.text()),
    };
    let message = clean(&diagnostic.message);
    let message = match style.messages {
        MessageLines::One => message,
        MessageLines::Filled => filled(&message, diagnostic, style.width),
    };
    let title = level.primary_title(message).id(diagnostic.code.name());
    let mut group = title.elements(std::iter::empty::<Snippet<'_, annotate_snippets::Annotation<'_>>>());
    if let Some(place) = diagnostic.place {
        for (first, excerpt) in excerpts(place, diagnostic) {
            group = show(group, first, &excerpt, sources);
        }
    } else {
        group = group.element(Origin::path(clean(sources.name())));
    }
    if let Some(help) = &diagnostic.help {
        group = group.element(Level::HELP.message(wrapped(&clean(help), style.width)));
    }
    arrows(&renderer.render(&[group]))
}

/// Replaces `:::` by `-->` before file names: CI runners could take a line that starts with colons for a command.
fn arrows(text: &str) -> String {
    // preceded by spaces and colour codes only
    let is_other_file = |line: &str| {
        let lead = |c: char| matches!(c, ' ' | '\u{1b}' | '[' | ';' | 'm' | '0'..='9');
        line.trim_start_matches(lead).starts_with(":::")
    };
    let arrow = |line: &str| if is_other_file(line) { line.replacen(":::", "-->", 1) } else { line.to_owned() };
    let lines = text.split('\n').map(arrow);
    lines.collect::<Vec<_>>().join("\n")
}

/// Message wrapped to the columns beside severity and code. A percent sign stays with its number.
fn filled<C: Coded>(message: &str, diagnostic: &Diagnostic<C>, width: usize) -> String {
    let head = diagnostic.severity.text().len() + diagnostic.code.name().len() + "[]: ".len();
    let options = textwrap::Options::new(width.saturating_sub(head).max(20))
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(&message.replace(" %", "\u{a0}%"), options).replace("\u{a0}%", " %")
}

/// Text wrapped to the columns beside `= help: `.
fn wrapped(text: &str, width: usize) -> String {
    let width = width.saturating_sub(16).max(20);
    let options = textwrap::Options::new(width)
        .wrap_algorithm(textwrap::WrapAlgorithm::FirstFit)
        .word_splitter(textwrap::WordSplitter::NoHyphenation)
        .break_words(false);
    textwrap::fill(text, options)
}

/// Place to mark in an excerpt.
struct Mark<'a> {
    place: Place,
    kind: AnnotationKind,
    label: &'a str,
}

/// Marked places by source, that of the finding first.
fn excerpts<C>(place: Place, diagnostic: &Diagnostic<C>) -> Vec<(Place, Vec<Mark<'_>>)> {
    let mut by_source: BTreeMap<_, Vec<Mark<'_>>> = BTreeMap::new();
    by_source.entry((false, place.source)).or_default().push(Mark {
        place,
        kind: AnnotationKind::Primary,
        label: &diagnostic.label,
    });
    for (other, label) in &diagnostic.related {
        let mark = Mark { place: *other, kind: AnnotationKind::Context, label };
        by_source.entry((other.source != place.source, other.source)).or_default().push(mark);
    }
    by_source.into_values().filter_map(|marks| Some((marks.first()?.place, marks))).collect()
}

fn show<'a>(group: Group<'a>, first: Place, marks: &[Mark<'a>], sources: &'a Sources) -> Group<'a> {
    let Some(written) = sources.written(first.source) else {
        return group;
    };
    let bounds = bounds(written.text, marks);
    if bounds.len() > LONGEST {
        let origin = Origin::path(clean(written.name)).line(first.line as usize).char_column(first.column as usize);
        return group.element(origin);
    }
    let excerpt = Excerpt::of(written.text, bounds, marks);
    let annotations = marks.iter().map(|mark| {
        let label = (!mark.label.is_empty()).then(|| clean(mark.label));
        mark.kind.span(excerpt.span(mark.place)).label(label)
    });
    group.element(
        Snippet::source(excerpt.text.clone())
            .path(clean(written.name))
            .line_start(excerpt.line as usize)
            .annotations(annotations),
    )
}

/// Range of whole lines from the first to the last marked place; the end of a long line is cut off.
fn bounds(source: &str, marks: &[Mark<'_>]) -> Range<usize> {
    let first = marks.iter().map(|mark| mark.place.start as usize).min().unwrap_or(0).min(source.len());
    let last = marks.iter().map(|mark| mark.place.end()).max().unwrap_or(0).clamp(first, source.len());
    let before = source.get(..first).and_then(|before| before.rfind('\n'));
    let rest = source.get(last..).unwrap_or_default();
    let line = rest.split('\n').next().unwrap_or_default();
    let shown = line.char_indices().nth(AROUND).map_or(line.len(), |(at, _)| at);
    before.map_or(0, |newline| newline + 1)..last + shown
}

/// Excerpt of a source with invisible characters replaced, and the new positions of the marked places.
struct Excerpt {
    line: u32,
    text: String,
    positions: BTreeMap<usize, usize>,
}

impl Excerpt {
    fn of(source: &str, bounds: Range<usize>, marks: &[Mark<'_>]) -> Excerpt {
        let line = marks.iter().map(|mark| mark.place.line).min().unwrap_or(1);
        let offsets: Vec<usize> = marks.iter().flat_map(|m| [m.place.start as usize, m.place.end()]).collect();
        let (mut text, mut positions) = (String::new(), BTreeMap::new());
        let start = bounds.start;
        let shown = source.get(bounds).unwrap_or_default();
        for (at, character) in shown.char_indices() {
            if offsets.contains(&(start + at)) {
                positions.insert(start + at, text.len());
            }
            let rest = &shown[at + character.len_utf8()..];
            match character {
                '\r' if rest.is_empty() || rest.starts_with('\n') => {}
                '\n' => text.push('\n'),
                '\u{feff}' if start + at == 0 => {}
                character => text.push(visible(character)),
            }
        }
        Excerpt { line, text, positions }
    }

    fn span(&self, place: Place) -> Range<usize> {
        let position = |byte: usize| self.positions.get(&byte).copied().unwrap_or(self.text.len());
        let start = position(place.start as usize);
        // a place of several lines is marked up to the end of the first
        let line_end = self.text.get(start..).and_then(|rest| rest.find('\n')).map_or(self.text.len(), |at| start + at);
        start..position(place.end()).clamp(start, line_end)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{DocumentCode, SourceId};
    use super::*;

    fn place(text: &str, of: &str) -> Place {
        let start = text.find(of).unwrap();
        let before = &text[..start];
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        let number = |n: usize| u32::try_from(n).unwrap();
        Place {
            source: SourceId::FILE,
            start: number(start),
            len: number(of.len()),
            line: number(line),
            column: number(column),
        }
    }

    fn finding(place: Place) -> Diagnostic {
        let message = "`utilization` is 65; a share is written as 65% or 0.65";
        Diagnostic::new(DocumentCode::ShareAboveOne, "demand.utilization".into(), Some(place), message)
            .label("write 65%")
    }

    #[test]
    fn the_authors_line_is_shown_with_the_place_marked() {
        let text = "name: x\n\n\n\ndemand: { accelerators: 8, utilization: 65 }\nown:\n";
        let sources = Sources::new("serving-8xh100.yaml", text, vec![]);
        let expected = "\
error[share-above-one]: `utilization` is 65; a share is written as 65% or 0.65
 --> serving-8xh100.yaml:5:41
  |
5 | demand: { accelerators: 8, utilization: 65 }
  |                                         ^^ write 65%

";
        assert_eq!(render(&[finding(place(text, "65"))], &sources, Style::default()), expected);
    }

    #[test]
    fn a_message_is_filled_where_that_is_asked_for() {
        let sources = Sources::new("a.yaml", "b: 65\n", vec![]);
        let style = Style { width: 60, messages: MessageLines::Filled, ..Style::default() };
        let shown = render(&[finding(place("b: 65\n", "65"))], &sources, style);
        let lines: Vec<&str> = shown.lines().collect();
        assert_eq!(lines[0], "error[share-above-one]: `utilization` is 65; a share is");
        assert_eq!(lines[1].trim_start(), "written as 65% or 0.65");
        assert!(lines.iter().all(|line| line.chars().count() <= 60), "{shown}");
    }

    #[test]
    fn windows_line_ends_and_control_characters_do_not_reach_the_output() {
        let text = "a: \u{1b}[31m\u{202e}ü 65 # \u{9b}\r\nb: 1\r\n";
        let shown = render(&[finding(place(text, "65"))], &Sources::new("\u{1b}x", text, vec![]), Style::default());
        assert!(shown.contains("1 | a: \u{fffd}[31m\u{fffd}ü 65 # \u{fffd}\n  |            ^^ write 65%"), "{shown}");
        assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
    }

    #[test]
    fn related_places_stand_in_their_own_text() {
        let text = "a: 1\nb: 65\n";
        let sources = Sources::new("x.yaml", text, vec!["a=7".into()]);
        let set = Place { source: SourceId::Setting(0), start: 2, len: 1, line: 1, column: 3 };
        let shown = render(&[finding(place(text, "65")).related(Some(set), "set here")], &sources, Style::default());
        assert!(shown.contains("2 | b: 65") && shown.contains("--set:1:3") && shown.contains("set here"), "{shown}");
    }
}
