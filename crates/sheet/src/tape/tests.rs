//! Results of tapes compared with exact values, on random sheets.

use super::*;
use crate::arithmetic::Number;
use crate::ball::Ball;
use crate::bounds::tests::{Dice, covers, d, exactly_at, holds, sheet};
use crate::interval::{Interval, ProvenSign};
use crate::unit::Unit;
use crate::{Curve, CurveQuery, Draft, DraftShape, DraftTerm, Figure, Period, Weight, WholeSteps};

/// Numbers of comparisons.
#[derive(Debug, Default)]
struct Comparison {
    intervals: usize,
    known: usize,
    sure: usize,
    values: usize,
}

impl Comparison {
    /// Compares all figures of a sheet over intervals and at values of a range, whose lower end is among its values unless
    /// it is `open`.
    fn compare(&mut self, seed: u64, range: (Decimal, Decimal), open: bool) {
        let mut dice = Dice(seed);
        let (sheet, x, figures) = sheet(&mut dice);
        let mut stated = sheet.values::<Decimal>();
        if sheet.evaluate(&sheet.all(), &mut stated).is_err() {
            return;
        }
        let results: Vec<(FigureId, usize)> = figures
            .iter()
            .flat_map(|figure| [(*figure, 0), (*figure, 1)])
            .filter(|(of, at)| *at == 0 || sheet.is_row(*of))
            .collect();
        let known = if open { Bounds::linear(range.0, range.1) } else { Bounds::between(range.0, range.1) };
        let Ok(tape) = sheet.float_tape(&stated, &[x], &[known], &results, &mut 0) else { return };
        let places: Vec<usize> = results.iter().map(|(figure, period)| sheet.at(*figure, *period)).collect();
        let (mut bounds, mut balls) = (tape.values_for::<Bounds>(&places), tape.values_for::<Ball>(&places));
        let exact: Values<Interval> = sheet.values_of(&stated);
        let moved = sheet.dependents(&[x]);
        let over = |(a, b): (Decimal, Decimal)| {
            let mut exact = exact.clone();
            exact[sheet.at(x, 0)] = Interval::linear(a, b);
            sheet.evaluate(&moved, &mut exact).is_ok().then_some(exact)
        };
        let whole = over(range);
        for _ in 0..6 {
            let ends = [dice.number().abs(), dice.number().abs()];
            let (a, b) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            if a < range.0 || range.1 < b || b - a < Decimal::new(1, 12) {
                continue;
            }
            let Some(exact) = over((a, b)) else { continue };
            if tape.play(&[Bounds::linear(a, b)], &mut bounds).is_none() {
                continue;
            }
            let middle = (a + b) / Decimal::TWO;
            let least = (!open).then_some(range.0);
            for at in [b, middle, a + (b - a) / Decimal::from(1_000)].into_iter().chain(least) {
                let Some(values) = exactly_at(&sheet, &stated, x, at) else { continue };
                let in_floats = tape.play(&[Ball::exactly(at)], &mut balls).is_some();
                for place in &places {
                    // exact intervals count one unit for a level that is insignificant relative to its unit, though it
                    // needs none at a value
                    let contains = |exact: &Interval| {
                        exact.bounds().is_none_or(|(low, high)| low <= values[*place] && values[*place] <= high)
                    };
                    let is_consistent = at <= a
                        || contains(&exact[*place]) && whole.as_ref().is_none_or(|whole| contains(&whole[*place]));
                    let known: Bounds = tape.value(*place, &bounds).unwrap();
                    if !is_consistent {
                        continue;
                    }
                    assert!(
                        at <= a || covers(&known, values[*place]),
                        "{seed}: ({a}, {b}] at {at}: {known:?} not {}",
                        values[*place]
                    );
                    if in_floats {
                        let ball: Ball = tape.value(*place, &balls).unwrap();
                        self.values += 1;
                        assert!(holds(ball, values[*place]), "{seed}: at {at}: {ball:?} not {}", values[*place]);
                    }
                }
            }
            for place in &places {
                let (known, exact): (Bounds, _) = (tape.value(*place, &bounds).unwrap(), exact[*place]);
                self.intervals += 1;
                self.known += usize::from(!matches!(exact, Interval::Unknown));
                let Some(verdict) = known.sure(Decimal::ZERO) else { continue };
                self.sure += 1;
                // a tape may decide more than exact intervals, but never the opposite
                let opposite = [(ProvenSign::Above, ProvenSign::Below), (ProvenSign::Below, ProvenSign::Above)];
                let exactly = exact.sure(Decimal::ZERO);
                assert!(
                    exactly.is_none_or(|exactly| !opposite.contains(&(verdict, exactly))),
                    "{seed}: {known:?} {exact:?}"
                );
            }
        }
    }
}

#[test]
fn tapes_agree_with_exact_values() {
    let mut comparison = Comparison::default();
    for seed in 0..3_000 {
        comparison.compare(seed, (Decimal::ZERO, d("1000000")), false);
    }
    assert!(
        comparison.intervals > 50_000 && comparison.sure * 2 > comparison.known && comparison.values > 100_000,
        "{comparison:?}"
    );
}

#[test]
fn tapes_for_a_range_agree_with_exact_values() {
    let mut comparison = Comparison::default();
    for seed in 0..3_000 {
        comparison.compare(seed, (Decimal::ZERO, d("25")), true);
    }
    assert!(
        comparison.intervals > 30_000 && comparison.sure * 2 > comparison.known && comparison.values > 50_000,
        "{comparison:?}"
    );
}

/// Whole units of a curve while its scale runs to 3: with and without a gauge, a level above which they are counted, a
/// cap and reserved units.
fn counted<'s>(draft: &'s Draft, scale: Figure<'s>, gauged: bool) -> Vec<Figure<'s>> {
    let constant = |value: &str| draft.constant(d(value), Unit::ONE, "a number");
    let month = constant("730");
    let levels = (1..30).map(|level| (Decimal::from(level * level) / Decimal::from(7), Decimal::from(level % 4 + 1)));
    let shape = DraftShape::Measured { levels: levels.collect(), factor: constant("1") };
    let idle = DraftShape::Steps(vec![(constant("2.5"), constant("0.4")), (constant("6"), constant("0.3"))]);
    let gauge = |factor: &str| gauged.then(|| Weight::from(Some(constant(factor))));
    let whole = Some(WholeSteps { step: constant("0.75"), least: Some(constant("2")) });
    let terms = [
        DraftTerm { shape, weight: Weight { factor: None, whole }, gauge: gauge("1") },
        DraftTerm { shape: idle, weight: Some(constant("2")).into(), gauge: gauge("0.5") },
    ];
    let curve: Curve<'s> = draft.curve(month, &terms);
    let query = |above: Option<&str>, cap: Option<&str>, reserved: Option<&str>| CurveQuery {
        scale: Some(scale),
        above: above.map(constant),
        cap: cap.map(constant),
        step: Some(constant("8")),
        reserved: reserved.map(constant),
    };
    let queries = [
        query(None, None, None),
        query(Some("16"), None, None),
        query(Some("3.5"), Some("24"), None),
        query(None, Some("24"), None),
        query(None, None, Some("3")),
        query(Some("16"), None, Some("2")),
    ];
    queries.iter().map(|of| draft.hours(curve, *of) / month).collect()
}

/// Compares figures with their exact values at the end of each step of an input, from zero on. Returns the number of
/// values known to nine digits.
fn compare_over_demand(
    (sheet, stated, x): (&Sheet, &Values<Decimal>, FigureId),
    (tape, places): (&FloatTape, &[usize]),
    step: Decimal,
    steps: u32,
) -> usize {
    let (mut bounds, mut balls) = (tape.values_for::<Bounds>(places), tape.values_for::<Ball>(places));
    let mut close = 0;
    for at in 0..steps {
        let (a, b) = (step * Decimal::from(at), step * Decimal::from(at + 1));
        let values = exactly_at(sheet, stated, x, b).unwrap();
        tape.play(&[Bounds::linear(a, b)], &mut bounds).unwrap();
        tape.play(&[Ball::exactly(b)], &mut balls).unwrap();
        for place in places {
            let (known, ball): (Bounds, Ball) =
                (tape.value(*place, &bounds).unwrap(), tape.value(*place, &balls).unwrap());
            assert!(covers(&known, values[*place]), "({a}, {b}] {known:?} not {}", values[*place]);
            assert!(holds(ball, values[*place]), "at {b}: {ball:?} not {}", values[*place]);
            close += usize::from(ball.radius() < 1e-9);
        }
    }
    close
}

#[test]
fn units_from_thresholds_agree_with_counted_units() {
    for gauged in [false, true] {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let figures: Vec<FigureId> = counted(&draft, x, gauged).into_iter().map(Figure::id).collect();
        let x = x.id();
        let sheet = draft.finish();
        let mut stated = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut stated).unwrap();
        let results: Vec<(FigureId, usize)> = figures.iter().map(|figure| (*figure, 0)).collect();
        let tape = sheet.float_tape(&stated, &[x], &[Bounds::linear(Decimal::ZERO, d("3"))], &results, &mut 0).unwrap();
        let places: Vec<usize> = figures.iter().map(|figure| sheet.at(*figure, 0)).collect();
        let close = compare_over_demand((&sheet, &stated, x), (&tape, &places), Decimal::new(1, 2), 299);
        // except for levels that fill a unit at such a scale, each number is known to all its digits
        assert!(close * 10 > 9 * 299 * places.len(), "{close} of {}", 299 * places.len());
    }
}

#[test]
fn constant_levels_are_counted_separately_from_varying_ones() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let constant = |value: &str| draft.constant(d(value), Unit::ONE, "a number");
    let month = constant("730");
    // the first load is zero for seven tenths of the month, which leaves two levels of the second load alone
    let first = DraftShape::Steps(vec![(x, constant("0.3"))]);
    let second = DraftShape::Steps(vec![(constant("4.5"), constant("0.4")), (constant("9"), constant("0.6"))]);
    let term = |shape| DraftTerm { shape, weight: Weight::default(), gauge: None };
    let curve: Curve<'_> = draft.curve(month, &[term(first), term(second)]);
    let query = |above: Option<&str>, cap: Option<&str>, step: Option<&str>| CurveQuery {
        above: above.map(constant),
        cap: cap.map(constant),
        step: step.map(constant),
        ..CurveQuery::default()
    };
    let queries = [query(None, None, Some("4")), query(Some("5"), Some("6"), None), query(Some("6"), None, Some("2"))];
    let figures: Vec<FigureId> = queries.iter().map(|of| (draft.hours(curve, *of) / month).id()).collect();
    let x = x.id();
    let sheet = draft.finish();
    let mut stated = sheet.values::<Decimal>();
    sheet.evaluate(&sheet.all(), &mut stated).unwrap();
    let results: Vec<(FigureId, usize)> = figures.iter().map(|figure| (*figure, 0)).collect();
    let tape = sheet.float_tape(&stated, &[x], &[Bounds::between(d("0.1"), d("20"))], &results, &mut 0).unwrap();
    let moving = tape.operations.iter().filter_map(|operation| match operation {
        Operation::Levels(levels) => Some(levels.count()),
        _ => None,
    });
    assert_eq!(moving.collect::<Vec<_>>(), [2], "two of four levels vary and are recorded once for all queries");
    let places: Vec<usize> = figures.iter().map(|figure| sheet.at(*figure, 0)).collect();
    compare_over_demand((&sheet, &stated, x), (&tape, &places), Decimal::new(1, 1), 199);
    let mut balls = tape.values_for::<Ball>(&places);
    // by hand, at 2: units of 4 for 4.5, 6.5, 9 and 11, that is 2, 2, 3 and 3 units for 0.28, 0.12, 0.42 and 0.18 of
    // the month
    tape.play(&[Ball::exactly(Decimal::TWO)], &mut balls).unwrap();
    assert!(holds(tape.value(places[0], &balls).unwrap(), d("2.6")));
}

/// Bounds over (2.5, 2.7] of a figure that depends on x, which runs to 10.
fn bounded(figure: impl for<'s> Fn(&'s Draft, Figure<'s>) -> Figure<'s>) -> Bounds {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let (figure, x) = (figure(&draft, x).id(), x.id());
    let sheet = draft.finish();
    let mut stated = sheet.values::<Decimal>();
    sheet.evaluate(&sheet.all(), &mut stated).unwrap();
    let range = Bounds::linear(Decimal::ZERO, d("10"));
    let tape = sheet.float_tape(&stated, &[x], &[range], &[(figure, 0)], &mut 0).unwrap();
    let place = sheet.at(figure, 0);
    let mut bounds = tape.values_for::<Bounds>(&[place]);
    tape.play(&[Bounds::linear(d("2.5"), d("2.7"))], &mut bounds).unwrap();
    tape.value(place, &bounds).unwrap()
}

fn a_number<'s>(draft: &'s Draft, value: &str) -> Figure<'s> {
    draft.constant(d(value), Unit::ONE, "a number")
}

/// Units above nine of a level of one, at a scale.
fn above_all_levels<'s>(draft: &'s Draft, scale: Figure<'s>) -> Figure<'s> {
    let shape = DraftShape::Steps(vec![(a_number(draft, "1"), a_number(draft, "1"))]);
    let curve = draft.curve(a_number(draft, "730"), &[DraftTerm { shape, weight: Weight::default(), gauge: None }]);
    let above = Some(a_number(draft, "9"));
    draft.hours(curve, CurveQuery { scale: Some(scale), above, ..CurveQuery::default() })
}

#[test]
fn what_is_certainly_nothing_is_exactly_nothing() {
    let nothing = Bounds::of(Decimal::ZERO);
    // x minus the smaller of x and ⌈x⌉, and minus a minimum of three
    assert_eq!(bounded(|_, x| x.positive_part_over(x.min(x.ceil()))), nothing);
    assert_eq!(bounded(|draft, x| x.positive_part_over((x + a_number(draft, "1")).min(x).min(x.ceil()))), nothing);
    // a third of x has an error in floating point, but is not below zero
    assert_eq!(bounded(|draft, x| (x / a_number(draft, "3")).min(a_number(draft, "0"))), nothing);
    // no level, with its error, reaches the level above which they are counted
    assert_eq!(bounded(|draft, x| above_all_levels(draft, x / a_number(draft, "3"))), nothing);
}

#[test]
fn integers_are_divided_exactly() {
    // ⌈x⌉ is 3; a twentieth has an error in floating point
    let twentieths =
        |added: &str| bounded(|draft, x| ((x.ceil() + a_number(draft, added)) / a_number(draft, "20")).floor());
    assert_eq!(twentieths("17"), Bounds::of(Decimal::ONE));
    assert_eq!(twentieths("16"), Bounds::of(Decimal::ZERO));
    assert_eq!(bounded(|draft, x| (x.ceil() / a_number(draft, "1.5")).ceil()), Bounds::of(Decimal::TWO));
}
