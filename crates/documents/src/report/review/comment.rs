//! A review as a merge request comment: first the verdicts before and after, then a section per scenario as space
//! permits, most important first.

use super::page::{apart, display_name, policy, since, summary};
use super::{FileChange, Importance, PolicyEffect, Review, ReviewedFile, ReviewedFinding};
use crate::report::difference::{Comment, cut};
use crate::report::page::markdown::{escape, strong};

/// Maximum bytes of a comment: services accept 65,536 characters, and the poster adds a line.
const MOST: usize = 65_000;
/// Bytes reserved for the end.
const END: usize = 600;
/// Bytes between two parts.
const BETWEEN: usize = 2;

/// The comment, of at most [`MOST`] bytes.
pub(super) fn text(review: &Review) -> String {
    let only = match review.files.as_slice() {
        [only] => Some(only),
        _ => None,
    };
    let end = [policy(review).map(|said| escape(&cut(&said))), Some(footer(review))].into_iter().flatten();
    let end: Vec<String> = end.collect();
    let mut parts = if only.is_some() { Vec::new() } else { vec![strong(&escape(&cut_to_line(&summary(review))))] };
    let used = parts.iter().chain(&end).map(|part| part.len() + BETWEEN).sum::<usize>() + END;
    parts.extend(Fitted::of(review, MOST.saturating_sub(used)).written(review));
    parts.extend(end);
    parts.join("\n\n")
}

/// Cuts a summary, because it contains paths, which can be long.
fn cut_to_line(summary: &str) -> String {
    summary.char_indices().nth(2_000).map_or_else(|| summary.to_owned(), |(end, _)| format!("{}…", &summary[..end]))
}

/// Base revision, number of unchanged scenarios and program version.
fn footer(review: &Review) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let unchanged = match review.unchanged {
        0 => String::new(),
        unchanged => format!(" · {unchanged} unchanged"),
    };
    escape(&format!("since {}{unchanged} · rackrent {version}", cut(&since(&review.base))))
}

/// Extent of each scenario that fits the comment.
struct Fitted {
    /// Extents, in the order of the scenarios.
    extents: Vec<Extent>,
    /// Text of each section; empty without one.
    sections: Vec<String>,
    lines: Vec<String>,
}

/// Extent of a scenario in the comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    /// Counted only.
    Counted,
    /// A line in a list.
    Line,
    /// A section without collapsible parts.
    Brief,
    /// A section with collapsible parts.
    Whole,
}

impl Fitted {
    /// Assigns a line to as many scenarios as fit, then sections from the first scenario on, then collapsible parts.
    fn of(review: &Review, room: usize) -> Fitted {
        let lines: Vec<String> = review.files.iter().map(|file| line(review, file)).collect();
        let mut left = room;
        let mut extents: Vec<Extent> = lines.iter().map(|line| take(&mut left, line.len(), Extent::Line)).collect();
        let mut sections = vec![String::new(); lines.len()];
        for extent in [Extent::Brief, Extent::Whole] {
            for (at, file) in review.files.iter().enumerate() {
                let Some(text) = section(review, file, extent).filter(|_| extents[at] >= Extent::Line) else {
                    continue;
                };
                let before = if sections[at].is_empty() { lines[at].len() } else { sections[at].len() };
                if let Some(rest) = (left + before).checked_sub(text.len()) {
                    (left, extents[at], sections[at]) = (rest, extent, text);
                }
            }
        }
        Fitted { extents, sections, lines }
    }

    /// The parts of the comment.
    fn written(self, review: &Review) -> Vec<String> {
        let extents = &self.extents;
        let of = |expected: Extent| extents.iter().enumerate().filter(move |(_, extent)| **extent == expected);
        let sections = self.sections.iter().filter(|section| !section.is_empty()).cloned();
        let lines: Vec<&str> = of(Extent::Line).map(|(at, _)| self.lines[at].as_str()).collect();
        let cut = of(Extent::Counted).map(|(at, _)| &review.files[at]);
        sections.chain((!lines.is_empty()).then(|| lines.join("\n"))).chain(left_out(cut)).collect()
    }
}

/// Reserves space for a text; only counted if it doesn't fit.
fn take(left: &mut usize, length: usize, extent: Extent) -> Extent {
    match left.checked_sub(length + BETWEEN) {
        Some(rest) => {
            *left = rest;
            extent
        }
        None => Extent::Counted,
    }
}

/// Number of scenarios that don't fit, by change.
fn left_out<'a>(cut: impl Iterator<Item = &'a ReviewedFile>) -> Option<String> {
    let gravities: Vec<Importance> = cut.map(ReviewedFile::gravity).collect();
    let count = |word: &str, expected: Importance| {
        let count = gravities.iter().filter(|gravity| **gravity == expected).count();
        (count > 0).then(|| format!("{count} {word}"))
    };
    let counts = [
        count("flipped", Importance::Flipped),
        count("without an answer", Importance::Unanswered),
        count("with other amounts", Importance::Moved),
        count("new, removed or not comparable", Importance::Apart),
        count("with other findings", Importance::Judged),
        count("without changed amounts", Importance::Inputs),
        count("reformatted or renamed", Importance::Unmoved),
    ];
    let counts: Vec<String> = counts.into_iter().flatten().collect();
    let more =
        if gravities.len() == 1 { "1 more scenario".to_owned() } else { format!("{} more scenarios", gravities.len()) };
    (!counts.is_empty()).then(|| format!("{} not shown: {}.", more, counts.join(", ")))
}

/// Line of a scenario in a list.
fn line(review: &Review, file: &ReviewedFile) -> String {
    let display_name = cut(&display_name(file));
    let link = review.links.to(&display_name, &file.path, None);
    format!("- {link}: {}", escape(&cut(&headline(review, file))))
}

fn headline(review: &Review, file: &ReviewedFile) -> String {
    match &file.change {
        FileChange::Compared(_) if file.gravity() == Importance::Judged => {
            let effect = file.policy.as_ref().map(PolicyEffect::in_words).unwrap_or_default();
            format!("Other findings: {effect}")
        }
        FileChange::Compared(difference) => Comment { difference, file: &file.path, links: &review.links }.headline(),
        FileChange::Apart { then, now, .. } => apart(file, then, now),
    }
}

/// Section of a scenario; none if a line is enough.
fn section(review: &Review, file: &ReviewedFile, extent: Extent) -> Option<String> {
    let only = review.files.len() == 1;
    match &file.change {
        FileChange::Compared(_) if file.gravity() == Importance::Judged => {
            let link = review.links.to(&cut(&display_name(file)), &file.path, None);
            let head = format!("{}\n\n{link}", strong(&escape(&cut(&headline(review, file)))));
            (extent == Extent::Whole).then(|| head + &findings(review, file))
        }
        FileChange::Compared(difference) if only || file.gravity() <= Importance::Moved => {
            let comment = Comment { difference, file: &file.path, links: &review.links };
            let was = file.was.as_ref().map_or(String::new(), |was| format!("\n\nIt was {}.", escape(&cut(was))));
            match extent {
                Extent::Whole => Some(comment.whole() + &was + &findings(review, file)),
                Extent::Brief => Some(comment.brief() + &was),
                Extent::Line | Extent::Counted => None,
            }
        }
        FileChange::Apart { .. } if only => {
            let link = review.links.to(&cut(&display_name(file)), &file.path, None);
            let head = format!("{}\n\n{link}", strong(&escape(&cut(&headline(review, file)))));
            Some(if extent == Extent::Whole { head + &findings(review, file) } else { head })
        }
        FileChange::Compared(_) | FileChange::Apart { .. } => None,
    }
}

/// Effect of a policy change on the findings of a scenario, each with a link to its line; empty without effect.
fn findings(review: &Review, file: &ReviewedFile) -> String {
    let Some(effect) = &file.policy else { return String::new() };
    let line = |(word, finding): (&str, &ReviewedFinding)| {
        let rule = format!("{word}: {}[{}]", finding.severity.text(), finding.code.text());
        // removed findings have line numbers of the old version
        let place = finding.line.filter(|_| word != "gone").map_or(String::new(), |line| {
            let (display_name, path) = match &finding.shared {
                Some(shared) => (format!("{}:{line}", cut(shared)), shared),
                None => (format!("line {line}"), &file.path),
            };
            format!(" ({})", review.links.to(&display_name, path, Some(line)))
        });
        format!("- {} {}{place}", escape(&rule), escape(&cut(&finding.message)))
    };
    let lines: Vec<String> = effect.all().map(line).collect();
    let head = if file.gravity() == Importance::Judged {
        String::new()
    } else {
        format!("\n\n{}", escape(&format!("Findings under its policy: {}.", effect.in_words())))
    };
    if lines.is_empty() { head } else { format!("{head}\n\n{}", lines.join("\n")) }
}
