//! A sensitivity in words, shared by every format that people read.

use crate::analysis::sensitivity::{Moved, Sensitivity, Swing, SwingEnd};
use crate::analysis::statement::{BreakEven, Outcome};
use crate::number;
use crate::reasons;
use crate::report::figures as written;
use crate::report::inputs::value;
use crate::report::page::{Cell, Meaning, Section};
use crate::scenario::own::with_age;
use crate::scenario::quantity::Kind;
use rust_decimal::Decimal;

/// What is moved, and what stays as it is.
pub(super) fn title(sensitivity: &Sensitivity) -> String {
    let count = number::counted(u32::try_from(sensitivity.swings.len()).unwrap_or(u32::MAX), "input");
    match sensitivity.moved {
        Moved::Uncertain => format!("{count} that the scenario calls uncertain, each alone; all else as stated"),
        Moved::Every(share) => {
            format!("{count}, each alone, by {} of itself either way; all else as stated", written::rate(share))
        }
    }
}

/// What the figures are.
pub(super) fn figures(sensitivity: &Sensitivity) -> String {
    format!("Present value of {} less {}", sensitivity.own, sensitivity.rent)
}

/// The difference at an end.
pub(super) fn difference(end: &SwingEnd, digits: u32) -> Cell {
    end.difference.map_or_else(|| "not possible".into(), |difference| Cell::fixed(difference, digits))
}

/// What goes from one to the other: `38 → 60`.
pub(super) fn turn(low: &str, high: &str) -> String {
    if low == high { low.to_owned() } else { format!("{low} → {high}") }
}

/// The first point at which the winner changes: of the short form as the share of the hours, else as the share of the plan.
pub(super) fn break_even(found: Option<&BreakEven>) -> String {
    let Some(found) = found else { return "—".to_owned() };
    match (&found.outcome, found.points.first()) {
        (Outcome::Crosses, Some(point)) => match point.demand_utilization {
            Some(share) => number::percent(*share, 1),
            None => format!("{} of plan", number::percent(*point.factor, 1)),
        },
        (Outcome::AlwaysOwn | Outcome::Equal, _) => "always own".to_owned(),
        (Outcome::AlwaysRent, _) => "always rent".to_owned(),
        (Outcome::Crosses | Outcome::None(_), _) => "—".to_owned(),
    }
}

/// What follows from the figures.
pub(super) fn sections(sensitivity: &Sensitivity, shown: usize) -> Vec<Section> {
    let matters = sensitivity.swings.first().map(|swing| matters(sensitivity, swing));
    let sections = [
        Section::detail("Matters", matters.into_iter().collect()).map(|section| section.meaning(Meaning::Winner)),
        Section::detail("Flips", flips(sensitivity)).map(|section| section.meaning(Meaning::Crossing)),
        Section::detail("Break-even", vec![break_even_as_stated(sensitivity)]),
        Section::detail("Impossible", impossible(sensitivity)),
        Section::detail("Shown", hidden(sensitivity, shown)),
    ];
    sections.into_iter().flatten().collect()
}

/// A value of an input within a sentence.
fn said(kind: &Kind, stated: Decimal) -> String {
    value(kind, stated).text()
}

fn matters(sensitivity: &Sensitivity, swing: &Swing) -> String {
    format!(
        "{} most: from {} to {} it moves the difference by {}; as stated the difference is {}",
        with_age(&swing.path),
        said(swing.kind, swing.low.value),
        said(swing.kind, swing.high.value),
        swing.swing.grouped(),
        sensitivity.difference.grouped()
    )
}

/// Where another option wins than as stated.
fn flips(sensitivity: &Sensitivity) -> Vec<String> {
    let other = |end: &SwingEnd| end.winner != sensitivity.winner;
    let stated = sensitivity.winner.as_deref().unwrap_or("no option");
    let flipped = sensitivity.swings.iter().flat_map(|swing| {
        let ends = [&swing.low, &swing.high].into_iter().filter(|end| other(end));
        ends.map(|end| {
            let winner = end.winner.as_deref().unwrap_or("no option");
            format!("{winner} wins where {} is {}", with_age(&swing.path), said(swing.kind, end.value))
        })
    });
    let flipped: Vec<String> = flipped.collect();
    if flipped.is_empty() { vec![format!("none of them alone: {stated} wins at every end")] } else { flipped }
}

fn break_even_as_stated(sensitivity: &Sensitivity) -> String {
    format!("as stated {}; in the table the first point of each", break_even(sensitivity.break_even.as_ref()))
}

fn impossible(sensitivity: &Sensitivity) -> Vec<String> {
    let ends = sensitivity.swings.iter().flat_map(|swing| [(swing, &swing.low), (swing, &swing.high)]);
    let said = ends.filter_map(|(swing, end)| {
        let why = end.not_possible.as_ref()?;
        Some(format!(
            "where {} is {}, {}",
            with_age(&swing.path),
            said(swing.kind, end.value),
            reasons::not_possible(why)
        ))
    });
    said.collect()
}

/// What is not shown, and where it is; what to write where nothing is called uncertain.
fn hidden(sensitivity: &Sensitivity, shown: usize) -> Vec<String> {
    let more = sensitivity.swings.len().saturating_sub(shown);
    let mut said = Vec::new();
    if more > 0 {
        let more = number::counted(u32::try_from(more).unwrap_or(u32::MAX), "more input");
        said.push(format!("{more} with a smaller swing in `--format json` and `csv`"));
    }
    if let Moved::Every(_) = sensitivity.moved {
        said.push(
            "the same share for every number says what to look at, not how sure it is; for that write `uncertainty`"
                .to_owned(),
        );
    }
    said
}
