//! Text of a sweep, shared by the formats for people.

use crate::analysis::sweep::{PointFigure, Sweep, Swept, WinnerRange};
use crate::model::OptionId;
use crate::reasons;
use crate::report::inputs::{heading, phrase};
use crate::report::page::{Cell, Meaning, Notation, Section, SectionRole};
use crate::scenario::document::Origin;
use crate::scenario::quantity;
use crate::variation::OptionOutcome;
use language::facts::capitalized;
use rust_decimal::Decimal;

/// A value for people: `65 %`, `289,000`.
pub(super) fn value(input: &Swept, value: Decimal) -> Cell {
    let form = match input.kind.form {
        quantity::NumberForm::Share => Notation::Rate,
        quantity::NumberForm::Number | quantity::NumberForm::Count => Notation::Readable(12),
    };
    Cell::Number(value, form)
}

/// A value within a sentence.
fn value_text(input: &Swept, number: Decimal) -> String {
    value(input, number).text()
}

/// Heading of an input: `price of a node, own.hgx (USD/node)`.
pub(super) fn input(sweep: &Sweep, input: &Swept) -> String {
    format!("{}{}", heading(&sweep.header, &input.path), unit(sweep, input))
}

/// The unit of an input in brackets: ` (USD/node)`; empty for counts and numbers without a unit.
fn unit(sweep: &Sweep, input: &Swept) -> String {
    let unit = input.kind.unit_text_in(input.currency, &sweep.header.currency);
    // the name of a count includes its unit
    let plain = unit.is_empty() || unit == "1" || input.kind.form == quantity::NumberForm::Count;
    if plain { String::new() } else { format!(" ({unit})") }
}

/// What is shown, and the inputs that vary; all others are fixed.
pub(super) fn title(sweep: &Sweep) -> String {
    let runs: Vec<String> = sweep.inputs.iter().map(|input| runs(sweep, input)).collect();
    let shown = match (runs.len(), amounts(sweep)) {
        (1, _) => "Present value".to_owned(),
        (_, Some(amounts)) => capitalized(&amounts),
        (_, None) => "Winner".to_owned(),
    };
    format!("{shown} with {}; all other inputs fixed", runs.join(" and "))
}

fn runs(sweep: &Sweep, input: &Swept) -> String {
    // the path, for another sweep
    let named = format!("{}{} ({})", phrase(&sweep.header, &input.path), unit(sweep, input), input.path);
    match input.values.as_slice() {
        [] => named,
        [only] => format!("{named} at {}", value_text(input, *only)),
        [first, .., last] => format!("{named} from {} to {}", value_text(input, *first), value_text(input, *last)),
    }
}

/// Name of the amounts in the cells of two inputs; none for the winner alone.
pub(super) fn amounts(sweep: &Sweep) -> Option<String> {
    match &sweep.figure {
        PointFigure::Saving => Some("saving of the winner over the runner-up".to_owned()),
        PointFigure::PresentValue => Some("present value of the winner".to_owned()),
        PointFigure::PresentValueOf(option) => Some(format!("present value of {option}")),
        PointFigure::Winner => None,
    }
}

/// The winners.
pub(super) fn winner(sweep: &Sweep) -> Section {
    Section { role: SectionRole::HeadedAnswer, ..Section::answer("Winner", Meaning::Winner, winners(sweep)) }
}

/// The sections below the table.
pub(super) fn details(sweep: &Sweep) -> Vec<Section> {
    let details = [
        Section::detail("Today", sweep.inputs.iter().filter_map(|input| today(sweep, input)).collect()),
        Section::detail("Impossible", impossible(sweep)),
        Section::detail("Excluded", excluded(sweep)),
    ];
    details.into_iter().flatten().collect()
}

/// The winner of each range of one input; for two inputs, the number of points of each winner.
fn winners(sweep: &Sweep) -> Vec<String> {
    let [input] = sweep.inputs.as_slice() else { return shares(sweep) };
    let ranges = sweep.winner_ranges();
    let named = |segment: &WinnerRange| segment.winner.as_ref().map_or("no option".to_owned(), ToString::to_string);
    if let [only] = ranges.as_slice() {
        return vec![format!("{} at every value", named(only))];
    }
    let of = |segment: &WinnerRange| format!("{} {}", named(segment), span(input, segment.from, segment.to));
    vec![ranges.iter().map(of).collect::<Vec<_>>().join("; ")]
}

/// `at 65 %`, `from 40 % to 65 %`.
fn span(input: &Swept, from: Decimal, to: Decimal) -> String {
    if from == to {
        format!("at {}", value_text(input, from))
    } else {
        format!("from {} to {}", value_text(input, from), value_text(input, to))
    }
}

fn shares(sweep: &Sweep) -> Vec<String> {
    let all = sweep.points.len();
    let names = sweep.points.first().map(|point| point.decision.options.as_slice()).unwrap_or_default();
    let wins = names.iter().enumerate().filter_map(|(at, option)| {
        let count = sweep.points.iter().filter(|point| point.decision.winner == Some(at)).count();
        (count > 0).then(|| format!("{} at {count} of {all} points", option.name))
    });
    let wins: Vec<String> = wins.collect();
    if wins.is_empty() { vec!["no option can be chosen at any point".to_owned()] } else { vec![wins.join("; ")] }
}

/// The value of the base case, if the table or the map does not show it.
fn today(sweep: &Sweep, input: &Swept) -> Option<String> {
    let base_value = match (input.base_value, input.origin) {
        (None, _) => return Some(format!("{}: not given", heading(&sweep.header, &input.path))),
        (Some(_), _) if input.base_index().is_some() && sweep.inputs.len() == 1 => return None,
        (Some(value), Origin::Assumed) => format!("{} (assumed)", value_text(input, value)),
        (Some(value), Origin::File | Origin::Set) => value_text(input, value),
    };
    let among = if input.base_index().is_some() { "" } else { ", not among the values" };
    Some(format!("{}: {base_value}{among}", heading(&sweep.header, &input.path)))
}

/// Options that are not possible at some points: the points, and the first reason of its kind.
fn impossible(sweep: &Sweep) -> Vec<String> {
    each_option(sweep, |option| {
        let why = option.cost.as_ref().err()?;
        Some((why.code().text().to_owned(), reasons::impossible(why)))
    })
    .into_iter()
    .map(|found| format!("{} is not possible {}: {}", found.option, places(sweep, &found.points), found.words))
    .collect()
}

/// Options that are possible and can't be chosen: the points, and the reason.
fn excluded(sweep: &Sweep) -> Vec<String> {
    each_option(sweep, |option| {
        let cost = option.cost.as_ref().ok().filter(|_| !option.can_win())?;
        let because = reasons::joined(&cost.cannot_win_because, reasons::cannot_win);
        Some((because.clone(), because))
    })
    .into_iter()
    .map(|found| format!("{} can't be chosen {}: {}", found.option, places(sweep, &found.points), found.words))
    .collect()
}

/// A reason about an option, with its points.
struct OptionReason {
    option: OptionId,
    kind: String,
    words: String,
    points: Vec<usize>,
}

/// Reasons about options, one per kind, with the words of the first point.
fn each_option(sweep: &Sweep, says: impl Fn(&OptionOutcome) -> Option<(String, String)>) -> Vec<OptionReason> {
    let mut found: Vec<OptionReason> = Vec::new();
    for (at, point) in sweep.points.iter().enumerate() {
        for option in &point.decision.options {
            let Some((kind, words)) = says(option) else { continue };
            match found.iter_mut().find(|said| said.option == option.name && said.kind == kind) {
                Some(said) => said.points.push(at),
                None => found.push(OptionReason { option: option.name.clone(), kind, words, points: vec![at] }),
            }
        }
    }
    let order =
        |said: &OptionReason| sweep.points[0].decision.options.iter().position(|option| option.name == said.option);
    found.sort_by_key(order);
    found
}

/// `at any value`, `from 90 % to 100 %`, `at 12 of 88 points`.
fn places(sweep: &Sweep, points: &[usize]) -> String {
    let [input] = sweep.inputs.as_slice() else {
        return format!("at {} of {} points", points.len(), sweep.points.len());
    };
    if points.len() == sweep.points.len() {
        return "at any value".to_owned();
    }
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for point in points {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *point => *last = *point,
            Some(_) | None => runs.push((*point, *point)),
        }
    }
    let of = |(from, to): &(usize, usize)| span(input, input.values[*from], input.values[*to]);
    runs.iter().map(of).collect::<Vec<_>>().join(", ")
}
