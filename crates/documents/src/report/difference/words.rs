//! Text of a difference, shared by the formats for people.

use crate::analysis::difference::{
    ChangeGroup, Chosen, CostEffect, Difference, GroupKind, InputChange, InputValue, MOST_ALONE, OptionDifference,
    PairDifference,
};
use crate::diagnostic::{SET, SourceId};
use crate::model::OptionId;
use crate::number;
use crate::reasons;
use crate::report::page::{Cell, Section};
use crate::report::{compare, figures, inputs};
use crate::variation::{OptionCost, OptionOutcome};

/// Maximum characters of a value shown to people; JSON has all of it.
const LONGEST: usize = 120;

/// The verdict before and after, in one sentence.
pub(super) fn verdict(difference: &Difference) -> String {
    let (old, new) = (&difference.old.choice, &difference.new.choice);
    let winner = |choice: &Chosen| choice.winner.as_ref().map_or("no option".to_owned(), ToString::to_string);
    if difference.flipped() {
        return format!("Flipped: from {} to {}.", winner(old), winner(new));
    }
    let same = match &new.winner {
        None => "no option can be chosen, as before".to_owned(),
        Some(winner) => {
            let closer = match (old.close, new.close) {
                (false, true) => ", now too close to call",
                (true, false) => ", no longer too close to call",
                (true, true) => ", still too close to call",
                (false, false) => "",
            };
            let saving = [new, old].map(by);
            let amounts = match saving {
                [Some(now), Some(before)] if now == before => String::new(),
                [Some(now), Some(before)] => format!(", by {now} instead of {before}"),
                [Some(now), None] => format!(", by {now}"),
                [None, Some(_) | None] => String::new(),
            };
            format!("{winner} still wins{amounts}{closer}")
        }
    };
    match (difference.changes.is_empty(), difference.options.iter().all(is_unchanged)) {
        (true, _) => format!("Nothing changed: {same}."),
        (false, true) => format!("No amount changed: {same}."),
        (false, false) => format!("Not flipped: {same}."),
    }
}

fn is_unchanged(option: &OptionDifference) -> bool {
    option.change.is_some_and(|change| change.is_zero())
}

/// The sections below the tables.
pub(super) fn sections(difference: &Difference) -> Vec<Section> {
    let sections = [
        Section::detail("Before", vec![won(&difference.old.choice)]),
        Section::detail("After", vec![won(&difference.new.choice)]),
        Section::detail("Options", options(difference)),
        Section::detail("Break-even", break_even(difference)),
        Section::detail("Grouped", grouped(difference)),
        Section::detail("No effect", without_cost(difference)),
    ];
    sections.into_iter().flatten().collect()
}

/// The saving of a choice: `1,234.00 (5 %)`.
fn by(choice: &Chosen) -> Option<String> {
    let share = choice.saving_share.map(|share| format!(" ({})", figures::share(*share))).unwrap_or_default();
    Some(format!("{}{share}", choice.saving?.grouped()))
}

/// The winner and its margin.
fn won(choice: &Chosen) -> String {
    let Some(winner) = &choice.winner else { return "no option can be chosen".to_owned() };
    let (Some(runner_up), Some(saving)) = (&choice.runner_up, by(choice)) else {
        return format!("{winner} wins; no other option can be chosen");
    };
    if choice.saving.is_some_and(|saving| saving.is_zero()) {
        return format!("{winner} and {runner_up} have the same present value");
    }
    let close = if choice.close { "; too close to call" } else { "" };
    format!("{winner} wins by {saving} over {runner_up}{close}")
}

/// Options that only one of the scenarios has, or that are possible or eligible in only one.
pub(super) fn options(difference: &Difference) -> Vec<String> {
    difference.options.iter().flat_map(about).collect()
}

fn about(option: &OptionDifference) -> Vec<String> {
    let name = &option.name;
    match (&option.old, &option.new) {
        (None, None) => Vec::new(),
        (None, Some(new)) => vec![format!("{name} is new: {}", outcome(new))],
        (Some(old), None) => vec![format!("{name} is removed; before: {}", outcome(old))],
        (Some(old), Some(new)) => match (&old.cost, &new.cost) {
            (Ok(_), Err(why)) => vec![format!("{name} is no longer possible: {}", reasons::impossible(why))],
            (Err(why), Ok(_)) => {
                let now = outcome(new);
                vec![format!("{name} is now possible, {now}; before: {}", reasons::impossible(why))]
            }
            (Err(_), Err(why)) => vec![format!("{name} is not possible, as before: {}", reasons::impossible(why))],
            (Ok(before), Ok(after)) => {
                let [before, after] = [before, after].map(cannot_win);
                match (before.as_str(), after.as_str()) {
                    (before, after) if before == after => Vec::new(),
                    (before, "") => vec![format!("{name} can now be chosen; before: {before}")],
                    (_, because) => vec![format!("{name} can't be chosen: {because}")],
                }
            }
        },
    }
}

fn cannot_win(cost: &OptionCost) -> String {
    reasons::joined(&cost.cannot_win_because, reasons::cannot_win)
}

fn outcome(outcome: &OptionOutcome) -> String {
    match &outcome.cost {
        Ok(cost) => {
            let because = cannot_win(cost);
            let barred = if because.is_empty() { String::new() } else { format!(", can't be chosen: {because}") };
            format!("present value {}{barred}", cost.present_value.grouped())
        }
        Err(why) => format!("not possible: {}", reasons::impossible(why)),
    }
}

fn break_even(difference: &Difference) -> Vec<String> {
    let Some(PairDifference { results, comparisons }) = &difference.pair else { return Vec::new() };
    let sides = ["before", "after"].into_iter().zip(comparisons);
    let sides_with_pairs = sides.zip(results).filter_map(|((when, comparison), pair)| {
        let line = compare::in_a_line(comparison, pair);
        let (_, said) = line.split_once(": ")?;
        Some((when, said.to_owned()))
    });
    let break_evens: Vec<(&str, String)> = sides_with_pairs.collect();
    let against = format!("{} against {}", results[0].own, results[0].rent);
    match break_evens.as_slice() {
        [(_, before), (_, after)] if before == after => vec![format!("{against}, unchanged: {after}")],
        said => said.iter().map(|(when, said)| format!("{against}, {when}: {said}")).collect(),
    }
}

/// Why changes are attributed as groups.
fn grouped(difference: &Difference) -> Vec<String> {
    let mut sentences = Vec::new();
    for effect in difference.effects.iter().filter(|effect| effect.group.kind == GroupKind::Together) {
        let inputs = of_group(difference, &effect.group);
        let shown = if inputs.len() > 6 {
            format!("{} and {} more", inputs[..5].join("; "), inputs.len() - 5)
        } else {
            inputs.join("; ")
        };
        sentences.push(format!("one change, because some parts are not possible without the others: {shown}"));
    }
    if difference.effects.iter().any(|effect| effect.group.kind == GroupKind::Section) {
        let count = difference.changes.iter().filter(|change| change.bearing == CostEffect::Cost).count();
        sentences
            .push(format!("{count} changes are attributed by section; up to {MOST_ALONE} are attributed one by one"));
    }
    sentences
}

/// Changes without an effect on amounts; those of `sources` are only counted.
fn without_cost(difference: &Difference) -> Vec<String> {
    let all = difference.changes.iter().filter(|change| change.bearing == CostEffect::None);
    let (sources, others): (Vec<&InputChange>, Vec<&InputChange>) = all.partition(|change| is_source(change));
    let mut named: Vec<String> = others.iter().map(|change| display_name(difference, change)).collect();
    if !sources.is_empty() {
        let count = u32::try_from(sources.len()).unwrap_or(u32::MAX);
        named.push(format!("{} to sources", number::counted(count, "change")));
    }
    if named.is_empty() { Vec::new() } else { vec![format!("no amount depends on {}", named.join("; "))] }
}

fn is_source(change: &InputChange) -> bool {
    change.path.starts_with("sources")
}

/// The changes shown to people.
pub(super) fn shown(difference: &Difference) -> impl Iterator<Item = &InputChange> {
    difference.changes.iter().filter(|change| !is_source(change))
}

/// The lines of a change, before and after: `7 → 6`, `assumed → 21`, `7 → —`.
pub(super) fn lines(change: &InputChange) -> String {
    let line = |side| match line(change, side) {
        Cell::Absent if value_on(change, side).is_some() => "assumed".to_owned(),
        line => line.text(),
    };
    format!("{} → {}", line(ScenarioSide::Old), line(ScenarioSide::New))
}

fn value_on(change: &InputChange, side: ScenarioSide) -> Option<&InputValue> {
    match side {
        ScenarioSide::Old => change.old.as_ref(),
        ScenarioSide::New => change.new.as_ref(),
    }
}

/// Display name of an effect: `price of a node, own.hgx`, `own.hgx (5 changes)`.
pub(super) fn effect(difference: &Difference, group: &ChangeGroup) -> String {
    let count = group.changes.len();
    match group.kind {
        GroupKind::Single | GroupKind::Together => of_group(difference, group).join(" + "),
        GroupKind::Section => {
            let name = inputs::heading(&difference.new.header, &reasons::group_name(&group.name));
            format!("{name} ({})", number::counted(count, "change"))
        }
    }
}

/// Display names of the changes of a group.
fn of_group(difference: &Difference, group: &ChangeGroup) -> Vec<String> {
    group.changes.iter().map(|at| display_name(difference, &difference.changes[*at])).collect()
}

/// Display name of the input of a change.
pub(super) fn display_name(difference: &Difference, change: &InputChange) -> String {
    inputs::heading(&difference.new.header, &change.path)
}

/// Indices of the owned and the rented option whose difference is shown: the pair of the break-even, if both are attributed.
pub(super) fn set_against(difference: &Difference) -> Option<[usize; 2]> {
    let [pair, _] = &difference.pair.as_ref()?.results;
    let place = |id: &OptionId| difference.options.iter().position(|o| o.name == *id && o.change.is_some());
    Some([place(&pair.own)?, place(&pair.rent)?])
}

/// The value of a change on one side, truncated if it is long.
pub(super) fn value(change: &InputChange, side: ScenarioSide) -> Option<String> {
    let text = &value_on(change, side)?.text;
    let long = text.chars().count() > LONGEST;
    let shown: String = text.chars().take(if long { LONGEST - 1 } else { LONGEST }).collect();
    Some(if long { format!("{shown}…") } else { shown })
}

/// The value of a change on one side for programs: a number without grouping, a share as a fraction.
pub(super) fn exact(change: &InputChange, side: ScenarioSide) -> Cell {
    let Some(stated) = value_on(change, side) else { return Cell::Absent };
    stated.number.map_or_else(|| Cell::from(&stated.text), |number| Cell::exact(number.normalize()))
}

/// One of the two scenarios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ScenarioSide {
    /// The old scenario.
    Old,
    /// The new scenario.
    New,
}

/// A line of a shared file, or of the scenario file: `shared/prices.yaml:12`, `12`.
pub(super) fn in_shared(file: Option<&str>, line: u32) -> String {
    file.map_or_else(|| line.to_string(), |file| format!("{file}:{line}"))
}

/// The line of a change, with the name of a shared file; the cell of a workbook; or `--set`. Absent for a default.
pub(super) fn line(change: &InputChange, side: ScenarioSide) -> Cell {
    let Some(InputValue { place: Some(place), cell, file, .. }) = value_on(change, side) else { return Cell::Absent };
    match (place.source, cell) {
        (SourceId::File(_), None) if file.is_some() => in_shared(file.as_deref(), place.line).into(),
        (SourceId::Setting(_), Some(cell)) => cell.into(),
        (SourceId::Setting(_), None) => SET.into(),
        (SourceId::File(_) | SourceId::Trace(_), _) => Cell::exact(place.line),
    }
}
