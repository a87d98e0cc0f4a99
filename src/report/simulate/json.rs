//! A simulation for programs, `rackrent.simulate/1`.
//!
//! | field | what |
//! |---|---|
//! | `schema` | `"rackrent.simulate/1"` |
//! | `scenario` | as in `rackrent.compare/1` |
//! | `draws`, `seed` | how many draws, and what their random numbers follow from |
//! | `inputs[]` | `path`, `unit`, `stated`, `spread` (`kind`: `uniform`, `pert`, `lognormal`; `low`, `likely`, `high`, `p10`, `p90`), `with` (what the inputs are called that are moved by the same draw), `correlations[]` (`path`, `correlation`), `mean`, `percentiles` of the draws, `clipped` (how many of them lay beyond what the number may be, and were taken at that bound); shares are fractions |
//! | `options[]` | `name`, `kind`, `stated` (present value), `cannot_win_because[]` (whatever is drawn), shares of the draws: `wins`, `cannot_win` (for what is drawn), `not_possible`; present value where it is possible: `mean`, `percentiles`, `expected_shortfall` (the mean of the dearest 5 %); `expected_regret` over the draws in which it can win |
//! | `difference` | `own`, `rent` (the best of each side as stated), `stated`, `own_costs_less` (share), `mean`, `percentiles`, `expected_shortfall` with `own` and `rent` (what each costs above the other, the mean of the 5 % that are worst for it); `null` where one side has no option that can win |
//! | `nobody_wins` | share of the draws in which no option can win |
//! | `warnings[]` | what the ranges of uncertain numbers have against them and nobody has allowed, as in `rackrent.compare/1` |
//!
//! `percentiles` has `p1`, `p5`, `p10`, `p25`, `p50`, `p75`, `p90`, `p95`, `p99`. Amounts are strings with the currency's minor digits,
//! everything else is a number; what is absent is `null`.

use super::super::Weighed;
use super::super::json::{Finding, Money, Number, Scenario, number, pretty};
use crate::analysis::simulate::{DrawnDifference, DrawnInput, DrawnOption, MovesWith, PERCENTS, Quantiles, Simulation};
use crate::reasons;
use crate::scenario::uncertainty::Spread;
use rust_decimal::Decimal;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

pub(super) fn write(weighed: &Weighed<'_, Simulation>, out: &mut dyn Write) -> io::Result<()> {
    let simulation = weighed.result;
    let money = Money(simulation.header.minor_digits);
    let document = Document {
        schema: "rackrent.simulate/1",
        scenario: Scenario::of(&simulation.header, money),
        draws: simulation.sampling.draws,
        seed: simulation.sampling.seed,
        inputs: simulation.inputs.iter().map(|input| Input::of(input, &simulation.header.currency)).collect(),
        options: simulation.options.iter().map(|option| Choice::of(option, money)).collect(),
        difference: simulation.difference.as_ref().map(|difference| OwnLessRent::of(difference, money)),
        nobody_wins: Number(simulation.nobody),
        warnings: weighed.standing().map(|finding| Finding::of(finding, &simulation.header)).collect(),
    };
    pretty(&document, out)
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    scenario: Scenario<'a>,
    draws: usize,
    seed: u64,
    inputs: Vec<Input<'a>>,
    options: Vec<Choice<'a>>,
    difference: Option<OwnLessRent<'a>>,
    nobody_wins: Number,
    warnings: Vec<Finding<'a>>,
}

/// One value for each percentile, under its name.
struct Percentiles<T>(Vec<T>);

impl<T: Serialize> Serialize for Percentiles<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (percent, value) in PERCENTS.iter().zip(&self.0) {
            map.serialize_entry(&format!("p{percent}"), value)?;
        }
        map.end()
    }
}

fn percentiles<T>(quantiles: &Quantiles, write: impl Fn(Decimal) -> T) -> Percentiles<T> {
    Percentiles(quantiles.values.iter().map(|value| write(*value)).collect())
}

#[derive(Serialize)]
struct Input<'a> {
    path: &'a str,
    unit: String,
    stated: Number,
    spread: Between,
    with: Option<&'a str>,
    correlations: Vec<With<'a>>,
    mean: Number,
    percentiles: Percentiles<Number>,
    clipped: usize,
}

/// Another input that one is correlated with.
#[derive(Serialize)]
struct With<'a> {
    path: &'a str,
    correlation: Number,
}

#[derive(Default, Serialize)]
struct Between {
    kind: &'static str,
    low: Option<Number>,
    likely: Option<Number>,
    high: Option<Number>,
    p10: Option<Number>,
    p90: Option<Number>,
}

impl Between {
    fn of(spread: Spread) -> Between {
        let some = |value| number(Some(value));
        match spread {
            Spread::Uniform { low, high } => {
                Between { kind: "uniform", low: some(low), high: some(high), ..Between::default() }
            }
            Spread::Pert { low, likely, high } => {
                let likely = some(likely);
                Between { kind: "pert", low: some(low), likely, high: some(high), ..Between::default() }
            }
            Spread::Lognormal { p10, p90 } => {
                Between { kind: "lognormal", p10: some(p10), p90: some(p90), ..Between::default() }
            }
        }
    }
}

impl<'a> Input<'a> {
    fn of(input: &'a DrawnInput, currency: &str) -> Input<'a> {
        let (with, correlations) = match &input.moves_with {
            MovesWith::Nothing => (None, Vec::new()),
            MovesWith::Shared(name) => (Some(name.as_str()), Vec::new()),
            MovesWith::Correlated(others) => {
                let with = |(path, by): &'a (String, Decimal)| With { path, correlation: Number(*by) };
                (None, others.iter().map(with).collect())
            }
        };
        Input {
            path: &input.path,
            unit: input.kind.unit_text(currency),
            stated: Number(input.stated),
            spread: Between::of(input.spread),
            with,
            correlations,
            mean: Number(input.quantiles.mean),
            percentiles: percentiles(&input.quantiles, Number),
            clipped: input.clipped,
        }
    }
}

#[derive(Serialize)]
struct Choice<'a> {
    name: &'a str,
    kind: &'static str,
    stated: Option<String>,
    cannot_win_because: Vec<String>,
    wins: Number,
    cannot_win: Number,
    not_possible: Number,
    mean: Option<String>,
    percentiles: Option<Percentiles<String>>,
    expected_shortfall: Option<String>,
    expected_regret: Option<String>,
}

impl<'a> Choice<'a> {
    fn of(option: &'a DrawnOption, money: Money) -> Choice<'a> {
        let quantiles = option.present_value.as_ref();
        Choice {
            name: &option.name,
            kind: option.kind.name(),
            stated: option.stated.map(|amount| money.of(amount)),
            cannot_win_because: option.cannot_win_because.iter().map(reasons::cannot_win).collect(),
            wins: Number(option.wins),
            cannot_win: Number(option.cannot_win),
            not_possible: Number(option.not_possible),
            mean: quantiles.map(|quantiles| money.of(quantiles.mean)),
            percentiles: quantiles.map(|quantiles| percentiles(quantiles, |amount| money.of(amount))),
            expected_shortfall: option.shortfall.map(|amount| money.of(amount)),
            expected_regret: option.regret.map(|amount| money.of(amount)),
        }
    }
}

#[derive(Serialize)]
struct OwnLessRent<'a> {
    own: &'a str,
    rent: &'a str,
    stated: String,
    own_costs_less: Option<Number>,
    mean: Option<String>,
    percentiles: Option<Percentiles<String>>,
    expected_shortfall: Option<Worst>,
}

/// What each choice costs above the other in the draws that are worst for it.
#[derive(Serialize)]
struct Worst {
    own: String,
    rent: String,
}

impl<'a> OwnLessRent<'a> {
    fn of(difference: &'a DrawnDifference, money: Money) -> OwnLessRent<'a> {
        let quantiles = difference.quantiles.as_ref();
        OwnLessRent {
            own: &difference.own,
            rent: &difference.rent,
            stated: money.of(difference.stated),
            own_costs_less: number(difference.own_costs_less),
            mean: quantiles.map(|quantiles| money.of(quantiles.mean)),
            percentiles: quantiles.map(|quantiles| percentiles(quantiles, |amount| money.of(amount))),
            expected_shortfall: difference
                .shortfalls
                .map(|worst| Worst { own: money.of(worst.own), rent: money.of(worst.rent) }),
        }
    }
}
