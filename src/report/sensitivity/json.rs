//! A sensitivity for programs, `rackrent.sensitivity/1`.
//!
//! | field | what |
//! |---|---|
//! | `schema` | `"rackrent.sensitivity/1"` |
//! | `scenario` | as in `rackrent.compare/1` |
//! | `moved` | `uncertain`: what the scenario says; `every`: every number by `range` of itself |
//! | `range` | that share; `null` where the scenario says between which values |
//! | `own`, `rent` | the best option of each side as stated, of which the difference is |
//! | `winner`, `difference`, `break_even` | as stated; `break_even` as in `rackrent.compare/1`, or `null` |
//! | `inputs[]` | the largest swing first: `path`, `unit`, `stated`, `with` (what the inputs are called that are moved together, of which each has the figures of all; `null` of one that moves alone), `swing` (the largest less the least of the differences at low, as stated and at high), and for `low` and `high` each `value`, `difference`, `winner`, `not_possible` (why one of the two options is not), `break_even` |
//! | `warnings[]` | what the ranges of uncertain numbers have against them and nobody has allowed, as in `rackrent.compare/1`; none where every number is moved |
//!
//! The difference is the present value of owning less that of renting. Amounts are strings with the currency's minor digits,
//! everything else is a number; shares are fractions; what is absent is `null`.

use super::super::Weighed;
use super::super::json::{Crossings, Finding, Money, Number, Scenario, number, pretty};
use super::words;
use crate::analysis::sensitivity::{Moved, Sensitivity, Swing, SwingEnd};
use rust_decimal::Decimal;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(weighed: &Weighed<'_, Sensitivity>, out: &mut dyn Write) -> io::Result<()> {
    let sensitivity = weighed.result;
    let money = Money(sensitivity.header.minor_digits);
    let (moved, range) = match sensitivity.moved {
        Moved::Uncertain => ("uncertain", None),
        Moved::Every(share) => ("every", Some(share)),
    };
    let currency = &sensitivity.header.currency;
    let document = Document {
        schema: "rackrent.sensitivity/1",
        scenario: Scenario::of(&sensitivity.header, money),
        moved,
        range: number(range),
        own: &sensitivity.own,
        rent: &sensitivity.rent,
        winner: sensitivity.winner.as_deref(),
        difference: money.of(sensitivity.difference),
        break_even: sensitivity.break_even.as_ref().map(Crossings::of),
        inputs: sensitivity.swings.iter().flat_map(|swing| Input::all(swing, currency, money)).collect(),
        warnings: weighed.standing().map(|finding| Finding::of(finding, &sensitivity.header)).collect(),
    };
    pretty(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    scenario: Scenario<'a>,
    moved: &'static str,
    range: Option<Number>,
    own: &'a str,
    rent: &'a str,
    winner: Option<&'a str>,
    difference: String,
    break_even: Option<Crossings>,
    inputs: Vec<Input<'a>>,
    warnings: Vec<Finding<'a>>,
}

#[derive(Serialize)]
struct Input<'a> {
    path: &'a str,
    unit: String,
    stated: Number,
    with: Option<&'a str>,
    swing: String,
    low: At<'a>,
    high: At<'a>,
}

impl<'a> Input<'a> {
    fn all(swing: &'a Swing, currency: &'a str, money: Money) -> impl Iterator<Item = Input<'a>> {
        swing.ranges.iter().map(move |range| Input {
            path: &range.path,
            unit: range.kind.unit_text(currency),
            stated: Number(range.stated),
            with: swing.with.as_deref(),
            swing: money.of(swing.swing),
            low: At::of(range.low, &swing.low, money),
            high: At::of(range.high, &swing.high, money),
        })
    }
}

#[derive(Serialize)]
struct At<'a> {
    value: Number,
    difference: Option<String>,
    winner: Option<&'a str>,
    not_possible: Option<String>,
    break_even: Option<Crossings>,
}

impl<'a> At<'a> {
    fn of(value: Decimal, end: &'a SwingEnd, money: Money) -> At<'a> {
        At {
            value: Number(value),
            difference: end.difference.map(|amount| money.of(amount)),
            winner: end.winner.as_deref(),
            not_possible: end.not_possible.as_ref().map(words::not_possible),
            break_even: end.break_even.as_ref().map(Crossings::of),
        }
    }
}
