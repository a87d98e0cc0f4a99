//! A sweep for programs, `rackrent.sweep/1`.
//!
//! | field | what |
//! |---|---|
//! | `schema` | `"rackrent.sweep/1"` |
//! | `scenario` | as in `rackrent.compare/1` |
//! | `inputs[]` | `path`, `unit`, `stated` (today's value, `null` where it is not given), `assumed`, `values[]`, rising; shares are fractions |
//! | `points[]` | one for every value, of two inputs for every value of the second within the first: `values[]`, `stated` (whether it is the scenario as it is), `winner`, `options[]` |
//! | `points[].options[]` | `name`, `kind`, `possible`, `impossible_because`, `code`, `cannot_win_because[]`, `total`, `present_value`, `per_useful_hour` |
//! | `stretches[]` | of one input: `winner`, `from`, `to`; empty of two |
//!
//! Amounts are strings with the currency's minor digits, everything else is a number; what is absent is `null`.

use super::super::json::{Money, Number, Scenario, number, pretty};
use crate::analysis::sweep::{Point, Stretch, Sweep, Swept};
use crate::reasons;
use crate::scenario::document::Origin;
use crate::variation::Standing;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(sweep: &Sweep, out: &mut dyn Write) -> io::Result<()> {
    let money = Money(sweep.header.minor_digits);
    let document = Document {
        schema: "rackrent.sweep/1",
        scenario: Scenario::of(&sweep.header, money),
        inputs: sweep.inputs.iter().map(|input| Input::of(input, &sweep.header.currency)).collect(),
        points: sweep.points.iter().map(|point| At::of(sweep, point, money)).collect(),
        stretches: sweep.stretches().iter().map(Span::of).collect(),
    };
    pretty(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    scenario: Scenario<'a>,
    inputs: Vec<Input<'a>>,
    points: Vec<At<'a>>,
    stretches: Vec<Span>,
}

#[derive(Serialize)]
struct Input<'a> {
    path: &'a str,
    unit: String,
    stated: Option<Number>,
    assumed: bool,
    values: Vec<Number>,
}

impl<'a> Input<'a> {
    fn of(input: &'a Swept, currency: &str) -> Input<'a> {
        Input {
            path: &input.path,
            unit: input.kind.unit_text(currency),
            stated: number(input.stated),
            assumed: input.stated.is_some() && input.origin == Origin::Assumed,
            values: input.values.iter().map(|value| Number(*value)).collect(),
        }
    }
}

#[derive(Serialize)]
struct At<'a> {
    values: Vec<Number>,
    stated: bool,
    winner: Option<&'a str>,
    options: Vec<Choice<'a>>,
}

impl<'a> At<'a> {
    fn of(sweep: &Sweep, point: &'a Point, money: Money) -> At<'a> {
        At {
            values: point.values.iter().map(|value| Number(*value)).collect(),
            stated: sweep.is_stated(point),
            winner: point.decision.winning().map(|option| option.name.as_str()),
            options: point.decision.options.iter().map(|option| Choice::of(option, money)).collect(),
        }
    }
}

#[derive(Serialize)]
struct Choice<'a> {
    name: &'a str,
    kind: &'static str,
    possible: bool,
    impossible_because: Option<String>,
    code: Option<&'static str>,
    cannot_win_because: Vec<String>,
    total: Option<String>,
    present_value: Option<String>,
    per_useful_hour: Option<Number>,
}

impl<'a> Choice<'a> {
    fn of(option: &'a Standing, money: Money) -> Choice<'a> {
        let (worth, why) = (option.worth.as_ref().ok(), option.worth.as_ref().err());
        Choice {
            name: &option.name,
            kind: option.kind.name(),
            possible: worth.is_some(),
            impossible_because: why.map(reasons::impossible),
            code: why.map(|why| why.code().text()),
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
struct Span {
    winner: Option<String>,
    from: Number,
    to: Number,
}

impl Span {
    fn of(stretch: &Stretch) -> Span {
        Span { winner: stretch.winner.clone(), from: Number(stretch.from), to: Number(stretch.to) }
    }
}
