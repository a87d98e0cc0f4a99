//! A sensitivity in words, shared by every format that people read.

use crate::analysis::sensitivity::{Moved, Range, Sensitivity, Swing, SwingEnd};
use crate::analysis::statement::{BreakEven, CrossingOutcome};
use crate::number;
use crate::reasons;
use crate::report::figures as written;
use crate::report::inputs;
use crate::report::page::{Cell, Meaning, Section};
use rust_decimal::Decimal;

/// Inputs that were not moved and are named.
const GIVEN_UP: usize = 3;

/// What is moved, and what stays as it is.
pub(super) fn title(sensitivity: &Sensitivity) -> String {
    let count = counted(sensitivity.swings.iter().map(|swing| swing.ranges.len()).sum(), "input");
    let together = sensitivity.swings.iter().any(|swing| swing.with.is_some());
    match sensitivity.moved {
        Moved::Uncertain => {
            let how = if together { "those of one name together, the others each alone" } else { "each alone" };
            format!("{count} that the scenario calls uncertain, {how}; all else as stated")
        }
        Moved::Every(share) => {
            format!("{count}, each alone, by {} of itself either way; all else as stated", written::rate(share))
        }
    }
}

/// What the figures are.
pub(super) fn figures(sensitivity: &Sensitivity) -> String {
    format!("Present value of {} less {}; below 0 owning costs less", sensitivity.own, sensitivity.rent)
}

/// What is moved: an input in words, or what several are called.
pub(super) fn called(sensitivity: &Sensitivity, swing: &Swing) -> String {
    match (&swing.with, &swing.ranges[..]) {
        (Some(name), ranges) => format!("{name} ({})", counted(ranges.len(), "input")),
        (None, ranges) => ranges.iter().map(|range| inputs::heading(&sensitivity.header, &range.path)).collect(),
    }
}

/// The path of the input that is moved; none of several.
pub(super) fn path(swing: &Swing) -> Option<String> {
    match (&swing.with, &swing.ranges[..]) {
        (None, [one]) => Some(one.path.clone()),
        (Some(_) | None, _) => None,
    }
}

/// What is moved, in a sentence.
fn spoken(sensitivity: &Sensitivity, swing: &Swing) -> String {
    match (&swing.with, &swing.ranges[..]) {
        (None, [one]) => inputs::phrase(&sensitivity.header, &one.path),
        (Some(_) | None, _) => called(sensitivity, swing),
    }
}

/// From where to where it is moved.
pub(super) fn way(swing: &Swing) -> String {
    match &swing.ranges[..] {
        [one] => turn(&said(one, one.low), &said(one, one.high)),
        [..] => "see below".to_owned(),
    }
}

fn counted(count: usize, noun: &str) -> String {
    number::counted(u32::try_from(count).unwrap_or(u32::MAX), noun)
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
        (CrossingOutcome::Crosses, Some(point)) => match point.demand_utilization {
            Some(share) => number::percent(*share, 1),
            None => format!("{} of plan", number::percent(*point.factor, 1)),
        },
        (CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal, _) => "always own".to_owned(),
        (CrossingOutcome::AlwaysRent, _) => "always rent".to_owned(),
        (CrossingOutcome::Crosses | CrossingOutcome::None(_), _) => "—".to_owned(),
    }
}

/// What matters most, and what of it would change the decision.
pub(super) fn answer(sensitivity: &Sensitivity) -> Vec<Section> {
    let matters = sensitivity.swings.first().map(|swing| matters(sensitivity, swing));
    let sections = [
        Section::detail("Matters", matters.into_iter().collect()).map(|section| section.meaning(Meaning::Winner)),
        Section::detail("Flips", flips(sensitivity)).map(|section| section.meaning(Meaning::Crossing)),
    ];
    sections.into_iter().flatten().collect()
}

/// What else follows from the figures.
pub(super) fn sections(sensitivity: &Sensitivity, shown: usize) -> Vec<Section> {
    let sections = [
        Section::detail("Together", together(sensitivity)),
        Section::detail(
            "Swing",
            vec!["the largest of the differences at low, as stated and at high, less the least".to_owned()],
        ),
        Section::detail("Break-even", vec![break_even_as_stated(sensitivity)]),
        Section::detail("Impossible", impossible(sensitivity)),
        Section::detail("Shown", hidden(sensitivity, shown)),
    ];
    sections.into_iter().flatten().collect()
}

/// A value of an input within a sentence.
fn said(range: &Range, stated: Decimal) -> String {
    inputs::said(range.kind, range.currency, stated)
}

fn matters(sensitivity: &Sensitivity, swing: &Swing) -> String {
    let ends = match &swing.ranges[..] {
        [one] => format!("from {} to {} it moves", said(one, one.low), said(one, one.high)),
        [..] => "from their low to their high values they move".to_owned(),
    };
    let (amount, costs) = if sensitivity.difference > Decimal::ZERO {
        (sensitivity.difference, "more")
    } else {
        (-sensitivity.difference, "less")
    };
    format!(
        "{} most: {ends} what {} costs against {} by {}; as stated it costs {} {costs}",
        spoken(sensitivity, swing),
        sensitivity.own,
        sensitivity.rent,
        swing.swing.grouped(),
        amount.grouped()
    )
}

/// Where another option wins than as stated.
fn flips(sensitivity: &Sensitivity) -> Vec<String> {
    let stated = sensitivity.winner.as_deref().unwrap_or("no option");
    let flipped = ends(sensitivity).filter(|(end, _)| end.winner != sensitivity.winner).map(|(end, place)| {
        let winner = end.winner.as_deref().unwrap_or("no option");
        let instead = end.not_possible.as_ref().map(|gone| format!(", where {} is not possible", gone.option));
        format!("{winner} wins with {place}{}", instead.unwrap_or_default())
    });
    let flipped: Vec<String> = flipped.collect();
    if flipped.is_empty() {
        vec![format!("none of them alone: {stated} wins at both ends of every input")]
    } else {
        flipped
    }
}

/// Every end of every swing, with what is where there: `the utilization at 21 %`.
fn ends(sensitivity: &Sensitivity) -> impl Iterator<Item = (&SwingEnd, String)> {
    let place = |swing: &Swing, value: fn(&Range) -> Decimal, of_several: &str| match &swing.ranges[..] {
        [one] => {
            let input = inputs::phrase(&sensitivity.header, &one.path);
            format!("{input} at {}", said(one, value(one)))
        }
        [..] => format!("all of {} at {of_several}", swing.with.as_deref().unwrap_or_default()),
    };
    sensitivity.swings.iter().flat_map(move |swing| {
        let low = place(swing, |range| range.low, "their low values");
        let high = place(swing, |range| range.high, "their high values");
        [(&swing.low, low), (&swing.high, high)]
    })
}

/// What moves together, and between which values.
fn together(sensitivity: &Sensitivity) -> Vec<String> {
    let several = sensitivity.swings.iter().filter_map(|swing| Some((swing.with.as_ref()?, &swing.ranges)));
    let way = |range: &Range| {
        let ends = turn(&said(range, range.low), &said(range, range.high));
        format!("{} {ends}", inputs::heading(&sensitivity.header, &range.path))
    };
    several.map(|(name, ranges)| format!("{name}: {}", ranges.iter().map(way).collect::<Vec<_>>().join("; "))).collect()
}

fn break_even_as_stated(sensitivity: &Sensitivity) -> String {
    let stated = break_even(sensitivity.break_even.as_ref());
    format!("as stated {stated}; the table has it at low → high, of several points the first")
}

fn impossible(sensitivity: &Sensitivity) -> Vec<String> {
    let said = ends(sensitivity).filter_map(|(end, place)| {
        let why = end.not_possible.as_ref()?;
        Some(format!("with {place}, {}", reasons::not_possible(why)))
    });
    said.collect()
}

/// What is not shown, and where it is; what to write where nothing is called uncertain.
fn hidden(sensitivity: &Sensitivity, shown: usize) -> Vec<String> {
    let more = sensitivity.swings.len().saturating_sub(shown);
    let mut said = Vec::new();
    if more > 0 {
        let more = counted(more, "more input");
        said.push(format!("{more} with a smaller swing in `--format json` and `csv`"));
    }
    let given_up = sensitivity.given_up.len();
    if given_up > 0 {
        let names = sensitivity.given_up.iter().take(GIVEN_UP).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if given_up > GIVEN_UP { ", …" } else { "" };
        said.push(format!(
            "{} not moved, as that takes more than is worked out: {names}{more}; `--effort 10` goes ten times as far",
            counted(given_up, "input")
        ));
    }
    if let Moved::Every(_) = sensitivity.moved {
        said.push(
            "the same share for every number says what to look at, not how sure it is; for that write `uncertainty`"
                .to_owned(),
        );
    }
    said
}
