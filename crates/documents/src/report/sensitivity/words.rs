//! Text of a sensitivity, shared by the formats for people.

use crate::analysis::sensitivity::{Moved, Range, Sensitivity, Swing, SwingEnd};
use crate::analysis::statement::{BreakEven, BreakEvenPoint, CrossingOutcome, PlannedDemand};
use crate::model::OptionId;
use crate::number::{self, counted};
use crate::reasons;
use crate::report::compare::planned;
use crate::report::figures as written;
use crate::report::inputs;
use crate::report::page::{Cell, Meaning, Section};
use crate::scenario::DisplayName;
use crate::scenario::quantity::NumberForm;
use rust_decimal::{Decimal, RoundingStrategy};

/// Maximum untested inputs that are named.
const GIVEN_UP: usize = 3;

/// Significant digits of the ends of an input in one line.
const ROUNDED: u32 = 4;

/// The inputs that change, and how; all others are fixed.
pub(super) fn title(sensitivity: &Sensitivity) -> String {
    let count: usize = sensitivity.swings.iter().map(|swing| swing.ranges.len()).sum();
    let count = counted(count, "input");
    let together = sensitivity.swings.iter().any(|swing| swing.with.is_some());
    match sensitivity.moved {
        Moved::Uncertain => {
            let how = if together { "each group changed together, the others alone" } else { "each changed alone" };
            format!("{count} marked as uncertain, {how}; all other inputs fixed")
        }
        Moved::Every(share) => {
            format!("{count}, each changed alone by ±{}; all other inputs fixed", written::rate(share))
        }
    }
}

/// Title of the table.
pub(super) fn figures(sensitivity: &Sensitivity) -> String {
    format!("Present value of {} minus {}; below 0 owning costs less", sensitivity.own, sensitivity.rent)
}

/// Display name of an input, or of a list of numbers that vary together.
fn name(sensitivity: &Sensitivity, range: &Range) -> DisplayName {
    inputs::measured(&sensitivity.header, &range.path, range.measure)
}

/// Display name of an input, or of a group of inputs.
pub(super) fn display_name(sensitivity: &Sensitivity, swing: &Swing) -> String {
    match (&swing.with, &swing.ranges[..]) {
        (Some(name), ranges) => format!("{name} ({})", counted(ranges.len(), "input")),
        (None, ranges) => ranges.iter().map(|range| name(sensitivity, range).heading()).collect(),
    }
}

/// The path of a single input; `None` for a group.
pub(super) fn path(swing: &Swing) -> Option<String> {
    match (&swing.with, &swing.ranges[..]) {
        (None, [one]) => Some(one.path.clone()),
        (Some(_) | None, _) => None,
    }
}

/// The input, or group of inputs, within a sentence.
fn display_text(sensitivity: &Sensitivity, swing: &Swing) -> String {
    match (&swing.with, &swing.ranges[..]) {
        (None, [one]) => name(sensitivity, one).phrase(),
        (Some(_) | None, _) => display_name(sensitivity, swing),
    }
}

/// The low and the high value of an input.
pub(super) fn way(swing: &Swing) -> String {
    match &swing.ranges[..] {
        [one] => turn(&value_text(one, one.low), &value_text(one, one.high)),
        [..] => "see below".to_owned(),
    }
}

/// The difference at one end.
pub(super) fn difference(end: &SwingEnd, digits: u32) -> Cell {
    end.difference.map_or_else(|| "not possible".into(), |difference| Cell::fixed(difference, digits))
}

/// Two values with an arrow: `38 → 60`; equal ones only once.
pub(super) fn turn(low: &str, high: &str) -> String {
    if low == high { low.to_owned() } else { format!("{low} → {high}") }
}

/// The first break-even: as utilization in the short form, as the planned number, or as a share of plan.
pub(super) fn break_even(found: Option<&BreakEven>, planned: Option<&PlannedDemand>) -> String {
    let Some(found) = found else { return "—".to_owned() };
    match (&found.outcome, found.points.first()) {
        (CrossingOutcome::Crosses, Some(point)) => match (point.demand_utilization, planned) {
            (Some(share), _) => number::percent(*share, 1),
            (None, Some(planned)) => planned::number_of(planned, *point.factor),
            (None, None) => of_plan(point),
        },
        (CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal, _) => "always own".to_owned(),
        (CrossingOutcome::AlwaysRent, _) => "always rent".to_owned(),
        (CrossingOutcome::Crosses | CrossingOutcome::None(_), _) => "—".to_owned(),
    }
}

fn of_plan(point: &BreakEvenPoint) -> String {
    format!("{} of plan", number::percent(*point.factor, 1))
}

/// The planned demand whose number break-evens are stated in; none at inputs of the demand, which change the plan itself.
pub(super) fn planned<'s>(sensitivity: &'s Sensitivity, swing: &Swing) -> Option<&'s PlannedDemand> {
    let is_of_demand = swing.ranges.iter().any(|range| range.path.starts_with("demand."));
    sensitivity.planned_demand.as_ref().filter(|_| !is_of_demand)
}

/// The key input, and the ends of inputs that change the winner.
pub(super) fn answer(sensitivity: &Sensitivity) -> Vec<Section> {
    let matters = sensitivity.swings.first().map(|swing| matters(sensitivity, swing));
    let sections = [
        Section::detail("Key input", matters.into_iter().collect()).map(|section| section.meaning(Meaning::Winner)),
        Section::detail("Flips", flips(sensitivity)).map(|section| section.meaning(Meaning::Crossing)),
    ];
    sections.into_iter().flatten().collect()
}

/// The sections below the table.
pub(super) fn sections(sensitivity: &Sensitivity, shown: usize) -> Vec<Section> {
    let sections = [
        Section::detail("Groups", together(sensitivity)),
        Section::detail(
            "Swing",
            vec!["maximum minus minimum of the three differences: at low, in the base case, at high".to_owned()],
        ),
        Section::detail("Break-even", vec![base_case_break_even(sensitivity)]),
        Section::detail("Impossible", impossible(sensitivity)),
        Section::detail("Note", hidden(sensitivity, shown)),
    ];
    sections.into_iter().flatten().collect()
}

/// A value of an input within a sentence.
fn value_text(range: &Range, number: Decimal) -> String {
    inputs::text_with_currency(range.kind, range.currency, number)
}

fn matters(sensitivity: &Sensitivity, swing: &Swing) -> String {
    let ends = match &swing.ranges[..] {
        [one] => format!("from {} to {} it changes", value_text(one, one.low), value_text(one, one.high)),
        [..] => "from their low to their high values they change".to_owned(),
    };
    let (amount, costs) = if sensitivity.difference > Decimal::ZERO {
        (sensitivity.difference, "more")
    } else {
        (-sensitivity.difference, "less")
    };
    format!(
        "{}: {ends} the difference between {} and {} by {}; in the base case owning costs {} {costs}",
        display_text(sensitivity, swing),
        sensitivity.own,
        sensitivity.rent,
        swing.swing.grouped(),
        amount.grouped()
    )
}

/// Effect of an input between its low and its high value, in one line:
/// `the price of a node, 230,000 to 280,000: changes the difference by USD 200 k; at 230,000 own.hgx wins`.
pub(in crate::report) fn in_a_line(sensitivity: &Sensitivity, swing: &Swing) -> String {
    let name = display_text(sensitivity, swing);
    let (between, ends) = if let [one] = &swing.ranges[..] {
        let is_foreign = one.currency.is_some();
        let [low, high] = [one.low, one.high].map(|value| match one.kind.form {
            NumberForm::Share => value_text(one, value),
            NumberForm::Number if is_foreign => {
                value_text(one, number::significant(value, ROUNDED, RoundingStrategy::MidpointAwayFromZero))
            }
            NumberForm::Number | NumberForm::Count => number::readable(value, ROUNDED),
        });
        (format!("{name}, {low} to {high}: changes"), [low, high].map(|value| format!("at {value}")))
    } else {
        let ends = ["low", "high"].map(|end| format!("at their {end} values"));
        (format!("{name}, from their low to their high values: change"), ends)
    };
    let amount = written::headline(&sensitivity.header.currency, *swing.swing);
    let flips = [&swing.low, &swing.high].into_iter().zip(ends).filter(|(end, _)| end.winner != sensitivity.winner);
    let flips = flips.map(|(end, at)| {
        let winner = end.winner.as_ref().map_or("no option", OptionId::as_str);
        format!("; {at} {winner} wins")
    });
    format!("{between} the difference by {amount}{}", flips.collect::<String>())
}

/// The ends of inputs at which another option wins than in the base case.
fn flips(sensitivity: &Sensitivity) -> Vec<String> {
    let base_winner = sensitivity.winner.as_ref().map_or("no option", OptionId::as_str);
    let flipped = ends(sensitivity).filter(|(end, _)| end.winner != sensitivity.winner).map(|(end, place)| {
        let winner = end.winner.as_ref().map_or("no option", OptionId::as_str);
        let instead = end.not_possible.as_ref().map(|gone| format!(", where {} is not possible", gone.option));
        format!("{winner} wins with {place}{}", instead.unwrap_or_default())
    });
    let flipped: Vec<String> = flipped.collect();
    if flipped.is_empty() { vec![format!("none: {base_winner} wins at both ends of every input")] } else { flipped }
}

/// Both ends of every swing, with a phrase for each: `the utilization at 21 %`.
fn ends(sensitivity: &Sensitivity) -> impl Iterator<Item = (&SwingEnd, String)> {
    let place = |swing: &Swing, value: fn(&Range) -> Decimal, of_several: &str| match &swing.ranges[..] {
        [one] => {
            let input = name(sensitivity, one).phrase();
            format!("{input} at {}", value_text(one, value(one)))
        }
        [..] => format!("all of {} at {of_several}", swing.with.as_deref().unwrap_or_default()),
    };
    sensitivity.swings.iter().flat_map(move |swing| {
        let low = place(swing, |range| range.low, "their low values");
        let high = place(swing, |range| range.high, "their high values");
        [(&swing.low, low), (&swing.high, high)]
    })
}

/// Groups of inputs, with the low and high values of each input.
fn together(sensitivity: &Sensitivity) -> Vec<String> {
    let several = sensitivity.swings.iter().filter_map(|swing| Some((swing.with.as_ref()?, &swing.ranges)));
    let way = |range: &Range| {
        let ends = turn(&value_text(range, range.low), &value_text(range, range.high));
        format!("{} {ends}", name(sensitivity, range).heading())
    };
    several.map(|(name, ranges)| format!("{name}: {}", ranges.iter().map(way).collect::<Vec<_>>().join("; "))).collect()
}

fn base_case_break_even(sensitivity: &Sensitivity) -> String {
    let found = sensitivity.break_even.as_ref();
    let first = found.filter(|found| found.outcome == CrossingOutcome::Crosses).and_then(|found| found.points.first());
    let number = break_even(found, sensitivity.planned_demand.as_ref());
    match (first, &sensitivity.planned_demand) {
        (Some(point), Some(planned)) if point.demand_utilization.is_none() => {
            let (share, unit) = (of_plan(point), planned::unit_of(planned));
            format!(
                "{number} {unit} ({share}) in the base case; the table shows the first break-even at low → high, in {unit}, or as a share of the plan where the plan itself changes"
            )
        }
        _ => format!("{number} in the base case; the table shows the first break-even at low → high"),
    }
}

fn impossible(sensitivity: &Sensitivity) -> Vec<String> {
    let reasons = ends(sensitivity).filter_map(|(end, place)| {
        let why = end.not_possible.as_ref()?;
        Some(format!("with {place}, {}", reasons::not_possible(why)))
    });
    reasons.collect()
}

/// Notes on inputs that are not shown or not tested, and on `--range`.
fn hidden(sensitivity: &Sensitivity, shown: usize) -> Vec<String> {
    let more = sensitivity.swings.len().saturating_sub(shown);
    let mut sentences = Vec::new();
    if more > 0 {
        let more = counted(more, "more input");
        sentences.push(format!("{more} with a smaller swing: see `--format json` or `csv`"));
    }
    let given_up = sensitivity.given_up.len();
    if given_up > 0 {
        let names = sensitivity.given_up.iter().take(GIVEN_UP).map(String::as_str).collect::<Vec<_>>().join(", ");
        let more = if given_up > GIVEN_UP { ", …" } else { "" };
        sentences.push(format!(
            "{} not tested because the work budget is used up: {names}{more}; `--effort 10` raises it tenfold",
            counted(given_up, "input")
        ));
    }
    if let Moved::Every(_) = sensitivity.moved {
        sentences.push(
            "one share for all inputs shows which ones matter, not how uncertain they are; add `uncertainty` for that"
                .to_owned(),
        );
    }
    sentences
}
