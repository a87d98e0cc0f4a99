//! Lanes of binary floating point against exact decimals, on every example and on random scenarios: the same draws have the
//! same present values, unserved demand and conditions.

#![allow(clippy::float_arithmetic, reason = "lanes compute in binary floating point")]

use crate::generated::{cases, scenarios};
use crate::support::rolls::Rolls;
use crate::support::{answer_of, answered, scenarios_in};
use proptest::prelude::*;
use rackrent::scenario::document::Document;
use rackrent::scenario::quantity::{NumberForm, ReadNumber};
use rackrent::sheet::{Drawn, FigureId, LANES, Lanes, Sheet, Values};
use rackrent::variation::Evaluated;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// A number from -1 to 1.
fn either_way(dice: &mut Rolls) -> Decimal {
    Decimal::new(i64::try_from(dice.roll() % 2_000_001).unwrap() - 1_000_000, 6)
}

/// Inputs that a present value depends on, with their numbers, without counts.
fn inputs(document: &Document, evaluated: &Evaluated) -> Vec<(FigureId, ReadNumber)> {
    let model = &evaluated.model;
    let present_values: Vec<FigureId> = model.options.iter().map(|option| option.present_value).collect();
    let numbers = document.numbers().into_iter().filter(|number| number.kind.form != NumberForm::Count);
    let inputs = numbers.filter_map(|number| Some((model.sheet.input(number.at)?, number)));
    inputs.filter(|(figure, _)| !model.sheet.affected(&[*figure], &present_values).is_empty()).collect()
}

fn exactly(
    sheet: &Sheet,
    values: &Values<Decimal>,
    set: &[(FigureId, Decimal)],
    results: &[(FigureId, usize)],
) -> Option<Vec<Decimal>> {
    let mut values = values.clone();
    for (figure, value) in set {
        values[sheet.at(*figure, 0)] = *value;
    }
    let figures: Vec<FigureId> = set.iter().map(|(figure, _)| *figure).collect();
    let wanted: Vec<FigureId> = results.iter().map(|(figure, _)| *figure).collect();
    sheet.evaluate(&sheet.affected(&figures, &wanted), &mut values).ok()?;
    Some(results.iter().map(|(figure, period)| values[sheet.at(*figure, *period)]).collect())
}

/// Totals of a comparison.
#[derive(Debug, Default)]
struct Compared {
    values: usize,
    /// Values on the other side of a jump within 10^-9.
    beside_jumps: usize,
}

impl Compared {
    fn add(&mut self, other: &Compared) {
        self.values += other.values;
        self.beside_jumps += other.beside_jumps;
    }
}

/// Compares some draws of a few inputs.
fn compare(name: &str, document: &Document, evaluated: &Evaluated, dice: &mut Rolls) -> Compared {
    let (sheet, all) = (&evaluated.model.sheet, inputs(document, evaluated));
    let chosen: Vec<(FigureId, ReadNumber)> = (0..=dice.below(3)).map(|_| all[dice.below(all.len())]).collect();
    let mut chosen = chosen;
    chosen.sort_by_key(|(figure, _)| *figure);
    chosen.dedup_by_key(|(figure, _)| *figure);
    let spread = |number: &ReadNumber, by: Decimal| {
        let by = if number.value.is_zero() { by.abs() / Decimal::TEN } else { number.value * by * Decimal::new(4, 1) };
        (number.value + by).clamp(number.kind.minimum(), number.kind.maximum())
    };
    let float = |value: Decimal| value.to_f64().unwrap();
    let ends = |number: &ReadNumber| {
        let low = if number.value.is_zero() { Decimal::ZERO } else { -Decimal::ONE };
        [spread(number, low), spread(number, Decimal::ONE)]
    };
    let drawn: Vec<Drawn> = chosen
        .iter()
        .map(|(figure, number)| {
            let ends = ends(number);
            Drawn { figure: *figure, low: float(ends[0].min(ends[1])), high: float(ends[0].max(ends[1])) }
        })
        .collect();
    let periods = 0..sheet.periods().len();
    let mut results: Vec<(FigureId, usize)> =
        evaluated.model.options.iter().flat_map(|option| [(option.present_value, 0), (option.unserved, 0)]).collect();
    for condition in sheet.conditions() {
        let width = if sheet.is_row(condition.not_above_zero) { periods.len() } else { 1 };
        results.extend((0..width).map(|period| (condition.not_above_zero, period)));
    }
    let program = sheet.lane_program(&evaluated.values, &drawn, &results).unwrap();
    let mut draws: Vec<Vec<Decimal>> = Vec::new();
    let mut lanes_of: Vec<Lanes> = vec![[0.0; LANES]; chosen.len()];
    while draws.len() < LANES {
        let values: Vec<Decimal> = chosen.iter().map(|(_, number)| spread(number, either_way(dice))).collect();
        for (at, value) in values.iter().enumerate() {
            lanes_of[at][draws.len()] = float(*value);
        }
        draws.push(values);
    }
    let mut lanes = program.lanes();
    program.play(&lanes_of, &mut lanes);
    let played: Vec<Lanes> = (0..results.len()).map(|at| program.result(at, &lanes)).collect();
    let what = || chosen.iter().map(|(_, number)| document.path(number.at)).collect::<Vec<_>>().join(", ");
    let mut compared = Compared::default();
    for lane in (0..LANES).step_by(41) {
        let near = |by: Decimal| -> Vec<(FigureId, Decimal)> {
            chosen
                .iter()
                .zip(&draws[lane])
                .map(|((figure, _), value)| (*figure, *value * (Decimal::ONE + by)))
                .collect()
        };
        let Some(exact) = exactly(sheet, &evaluated.values, &near(Decimal::ZERO), &results) else { continue };
        let least: f64 = exact.iter().map(|value| float(value.abs())).fold(1.0, f64::max);
        for (at, value) in exact.iter().enumerate() {
            let (played, value) = (played[at][lane], float(*value));
            compared.values += 1;
            if (played - value).abs() <= 1e-9 * least {
                continue;
            }
            compared.beside_jumps += 1;
            // within 10^-9 of a jump the value may be on the other side
            let around = [Decimal::new(-2, 9), Decimal::new(2, 9)]
                .map(|by| exactly(sheet, &evaluated.values, &near(by), &results));
            let around: Vec<f64> = around.iter().flatten().map(|values| float(values[at])).collect();
            let (low, high) =
                (around.iter().copied().fold(value, f64::min), around.iter().copied().fold(value, f64::max));
            let within = low - 1e-9 * least <= played && played <= high + 1e-9 * least;
            assert!(
                within && high - low > 1e-8 * least,
                "{name}: {} = {:?}: result {at}: {value} exactly, {played} in lanes",
                what(),
                draws[lane]
            );
        }
    }
    compared
}

#[test]
fn every_example_has_the_same_present_values_in_lanes() {
    let mut dice = Rolls(1);
    let mut all = Compared::default();
    for path in ["scenarios", "tests/conformance"].map(scenarios_in).concat() {
        let answer = answer_of(&path, &[]);
        for _ in 0..24 {
            all.add(&compare(&path.display().to_string(), &answer.loaded.document, &answer.evaluated, &mut dice));
        }
    }
    assert!(all.values > 10_000 && all.beside_jumps * 1_000 < all.values, "{all:?}");
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn random_scenarios_have_the_same_present_values_in_lanes(generated in scenarios(), seed in any::<u64>()) {
        let text = generated.text();
        let answer = answered(&text);
        let mut dice = Rolls(seed);
        for _ in 0..4 {
            compare(&text, &answer.loaded.document, &answer.evaluated, &mut dice);
        }
    }
}
