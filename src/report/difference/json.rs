//! A difference for programs, `rackrent.diff/1`.
//!
//! | field | what |
//! |---|---|
//! | `schema` | `"rackrent.diff/1"` |
//! | `old`, `new` | what was asked: `scenario` as in `rackrent.compare/1`; what it decides: `winner`, `runner_up`, `saving`, `saving_share`, `close` |
//! | `changed`, `flipped` | whether any input differs; whether the winner does |
//! | `changes[]` | an input that differs: `path`, `what` (`changed`, `added`, `removed`, `reordered`, `trace`), `bears_cost` (whether an amount can depend on it), `old` and `new`: `text`, `number` (shares are fractions), `assumed`, `line`, `column`; `null` where a scenario says nothing |
//! | `options[]` | `name`, `kind`, `change` of the present value (`null` unless it is possible in both), `old` and `new`: `possible`, `impossible_because`, `cannot_win_because[]`, `total`, `present_value`, `per_useful_hour`; `null` where a scenario does not have it |
//! | `effects[]` | what is attributed to changes: `name`, `grouped` (`single`, `section`, `together`), `paths[]`, `amounts[]` with `option` and `change`; the amounts of an option add up to its `change` |
//! | `break_even` | of one pair before and after, `null` where there is none: `own`, `rent`, `old` and `new` as in `rackrent.compare/1` |
//!
//! Amounts are strings with the currency's minor digits, everything else is a number; what is absent is `null`.

use super::super::json::{Crossings, Money, Number, Scenario, number, pretty};
use super::words;
use crate::analysis::difference::{
    Bearing, Change, Difference, Effect, GroupKind, OptionDifference, Side, Stated, What,
};
use crate::diagnostic::SourceId;
use crate::reasons;
use crate::variation::Standing;
use rust_decimal::Decimal;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(difference: &Difference, out: &mut dyn Write) -> io::Result<()> {
    let money = Money(difference.new.header.minor_digits);
    let document = Document {
        schema: "rackrent.diff/1",
        old: Decided::of(&difference.old, money),
        new: Decided::of(&difference.new, money),
        changed: !difference.changes.is_empty(),
        flipped: difference.flipped(),
        changes: difference.changes.iter().map(Changed::of).collect(),
        options: difference.options.iter().map(|option| Choice::of(option, money)).collect(),
        effects: difference.effects.iter().map(|effect| Attributed::of(difference, effect, money)).collect(),
        break_even: words::pair(difference).map(|[old, new]| Pair {
            own: &old.own,
            rent: &old.rent,
            old: Crossings::of(&old.break_even),
            new: Crossings::of(&new.break_even),
        }),
    };
    pretty(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    old: Decided<'a>,
    new: Decided<'a>,
    changed: bool,
    flipped: bool,
    changes: Vec<Changed<'a>>,
    options: Vec<Choice<'a>>,
    effects: Vec<Attributed<'a>>,
    break_even: Option<Pair<'a>>,
}

#[derive(Serialize)]
struct Decided<'a> {
    scenario: Scenario<'a>,
    winner: Option<&'a str>,
    runner_up: Option<&'a str>,
    saving: Option<String>,
    saving_share: Option<Number>,
    close: bool,
}

impl<'a> Decided<'a> {
    fn of(side: &'a Side, money: Money) -> Decided<'a> {
        Decided {
            scenario: Scenario::of(&side.header, money),
            winner: side.choice.winner.as_deref(),
            runner_up: side.choice.runner_up.as_deref(),
            saving: side.choice.saving.map(|saving| money.of(saving)),
            saving_share: number(side.choice.saving_share),
            close: side.choice.close,
        }
    }
}

#[derive(Serialize)]
struct Changed<'a> {
    path: &'a str,
    what: &'static str,
    bears_cost: bool,
    old: Option<Said<'a>>,
    new: Option<Said<'a>>,
}

impl<'a> Changed<'a> {
    fn of(change: &'a Change) -> Changed<'a> {
        Changed {
            path: &change.path,
            what: change.what.text(),
            bears_cost: change.bearing == Bearing::Cost,
            old: change.old.as_ref().map(|stated| Said::of(stated, change.what)),
            new: change.new.as_ref().map(|stated| Said::of(stated, change.what)),
        }
    }
}

#[derive(Serialize)]
struct Said<'a> {
    text: &'a str,
    number: Option<Number>,
    assumed: bool,
    line: Option<u32>,
    column: Option<u32>,
}

impl<'a> Said<'a> {
    fn of(stated: &'a Stated, what: What) -> Said<'a> {
        // a line of a `--set` is no line of the file
        let place = stated.place.filter(|place| place.source == SourceId::FILE);
        Said {
            text: &stated.text,
            number: number(stated.number),
            assumed: stated.place.is_none() && what == What::Value,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
        }
    }
}

#[derive(Serialize)]
struct Choice<'a> {
    name: &'a str,
    kind: &'static str,
    change: Option<String>,
    old: Option<Position>,
    new: Option<Position>,
}

impl<'a> Choice<'a> {
    fn of(option: &'a OptionDifference, money: Money) -> Choice<'a> {
        Choice {
            name: &option.name,
            kind: option.kind.name(),
            change: option.change.map(|change| money.of(change)),
            old: option.old.as_ref().map(|standing| Position::of(standing, money)),
            new: option.new.as_ref().map(|standing| Position::of(standing, money)),
        }
    }
}

#[derive(Serialize)]
struct Position {
    possible: bool,
    impossible_because: Option<String>,
    cannot_win_because: Vec<String>,
    total: Option<String>,
    present_value: Option<String>,
    per_useful_hour: Option<Number>,
}

impl Position {
    fn of(standing: &Standing, money: Money) -> Position {
        let worth = standing.worth.as_ref().ok();
        Position {
            possible: worth.is_some(),
            impossible_because: standing.worth.as_ref().err().map(reasons::impossible),
            cannot_win_because: worth
                .map(|worth| worth.cannot_win_because.iter().map(reasons::cannot_win).collect())
                .unwrap_or_default(),
            total: worth.map(|worth| money.of(worth.total)),
            present_value: worth.map(|worth| money.of(worth.present_value)),
            per_useful_hour: number(worth.and_then(|worth| worth.per_useful_hour)),
        }
    }
}

#[derive(Serialize)]
struct Attributed<'a> {
    name: &'a str,
    grouped: &'static str,
    paths: Vec<&'a str>,
    amounts: Vec<Part<'a>>,
}

#[derive(Serialize)]
struct Part<'a> {
    option: &'a str,
    change: String,
}

impl<'a> Attributed<'a> {
    fn of(difference: &'a Difference, effect: &'a Effect, money: Money) -> Attributed<'a> {
        let amounts = difference.options.iter().zip(&effect.amounts).filter(|(option, _)| option.change.is_some());
        Attributed {
            name: &effect.group.name,
            grouped: match effect.group.kind {
                GroupKind::Single => "single",
                GroupKind::Section => "section",
                GroupKind::Together => "together",
            },
            paths: effect.group.changes.iter().map(|at| difference.changes[*at].path.as_str()).collect(),
            amounts: amounts
                .map(|(option, amount)| Part {
                    option: &option.name,
                    change: money.of(amount.unwrap_or(Decimal::ZERO)),
                })
                .collect(),
        }
    }
}

#[derive(Serialize)]
struct Pair<'a> {
    own: &'a str,
    rent: &'a str,
    old: Crossings,
    new: Crossings,
}
