//! What a folded sheet knows of figures against their exact values, on sheets made at random.

use super::*;
use crate::ball::Ball;
use crate::bounds::tests::{Dice, covers, d, exactly_at, holds, sheet};
use crate::interval::{Interval, Sure};
use crate::unit::Unit;
use crate::{Curve, CurveQuery, Draft, DraftShape, DraftTerm, Figure, Period};

/// What was told of figures, and how much of it.
#[derive(Debug, Default)]
struct Told {
    looks: usize,
    known: usize,
    sure: usize,
    values: usize,
}

impl Told {
    /// Looks at all figures of a sheet over intervals and at values, within a range where there is one.
    fn look(&mut self, seed: u64, range: Option<(Decimal, Decimal)>) {
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
        let ranges = range.map(|range| [range]);
        let Ok(folded) = sheet.folded(&stated, &[x], ranges.as_ref().map(<[_; 1]>::as_slice), &results, &mut 0) else {
            return;
        };
        let places: Vec<usize> = results.iter().map(|(figure, period)| sheet.at(*figure, *period)).collect();
        let (mut bounds, mut balls) = (folded.values_for::<Bounds>(&places), folded.values_for::<Ball>(&places));
        let exact: Values<Interval> = sheet.values_of(&stated);
        let moved = sheet.dependents(&[x]);
        let over = |(a, b): (Decimal, Decimal)| {
            let mut exact = exact.clone();
            exact[sheet.at(x, 0)] = Interval::linear(a, b);
            sheet.evaluate(&moved, &mut exact).is_ok().then_some(exact)
        };
        let whole = range.and_then(over);
        for _ in 0..6 {
            let ends = [dice.number().abs(), dice.number().abs()];
            let (a, b) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let is_within = range.is_none_or(|(least, most)| least <= a && b <= most);
            if !is_within || b - a < Decimal::new(1, 12) {
                continue;
            }
            let Some(exact) = over((a, b)) else { continue };
            if folded.play(&[Bounds::linear(a, b)], &mut bounds).is_none() {
                continue;
            }
            let middle = (a + b) / Decimal::TWO;
            for at in [b, middle, a + (b - a) / Decimal::from(1_000)] {
                let Some(values) = exactly_at(&sheet, &stated, x, at) else { continue };
                let in_floats = folded.play(&[Ball::exactly(at)], &mut balls).is_some();
                for place in &places {
                    // exact intervals say that a level which is nothing beside its unit needs one, where it is none at a value
                    let tells = |exact: &Interval| {
                        exact.bounds().is_none_or(|(low, high)| low <= values[*place] && values[*place] <= high)
                    };
                    let is_told = tells(&exact[*place]) && whole.as_ref().is_none_or(|whole| tells(&whole[*place]));
                    let known: Bounds = folded.value(*place, &bounds).unwrap();
                    if !is_told {
                        continue;
                    }
                    assert!(
                        covers(&known, values[*place]),
                        "{seed}: ({a}, {b}] at {at}: {known:?} not {}",
                        values[*place]
                    );
                    if in_floats {
                        let ball: Ball = folded.value(*place, &balls).unwrap();
                        self.values += 1;
                        assert!(holds(ball, values[*place]), "{seed}: at {at}: {ball:?} not {}", values[*place]);
                    }
                }
            }
            for place in &places {
                let (known, exact): (Bounds, _) = (folded.value(*place, &bounds).unwrap(), exact[*place]);
                self.looks += 1;
                self.known += usize::from(!matches!(exact, Interval::Unknown));
                let Some(verdict) = known.sure(Decimal::ZERO) else { continue };
                self.sure += 1;
                // what is folded may know more, and never the opposite
                let opposite = [(Sure::Above, Sure::Below), (Sure::Below, Sure::Above)];
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
fn what_a_folded_sheet_knows_of_figures_is_so() {
    let mut told = Told::default();
    for seed in 0..3_000 {
        told.look(seed, None);
    }
    assert!(told.looks > 50_000 && told.sure * 2 > told.known && told.values > 100_000, "{told:?}");
}

#[test]
fn what_it_knows_within_a_range_is_so() {
    let mut told = Told::default();
    for seed in 0..3_000 {
        told.look(seed, Some((Decimal::ZERO, d("25"))));
    }
    assert!(told.looks > 30_000 && told.sure * 2 > told.known && told.values > 50_000, "{told:?}");
}

/// Whole units of a curve while its scale runs to 3, with and without a gauge, a level above which they are counted, a cap and units
/// that are there already.
fn counted<'s>(draft: &'s Draft, scale: Figure<'s>, gauged: bool) -> Vec<Figure<'s>> {
    let constant = |value: &str| draft.constant(d(value), Unit::ONE, "a number");
    let month = constant("730");
    let levels = (1..30).map(|level| (Decimal::from(level * level) / Decimal::from(7), Decimal::from(level % 4 + 1)));
    let shape = DraftShape::Measured { levels: levels.collect(), factor: constant("1") };
    let idle = DraftShape::Steps(vec![(constant("2.5"), constant("0.4")), (constant("6"), constant("0.3"))]);
    let gauge = |weight: &str| gauged.then(|| constant(weight));
    let terms = [
        DraftTerm { shape, weight: None, gauge: gauge("1") },
        DraftTerm { shape: idle, weight: Some(constant("2")), gauge: gauge("0.5") },
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

/// Looks at figures by their places over so many steps of an input from nothing on, each against its exact value at the end of the
/// step; how many values were known to nine digits.
fn looked_along(
    (sheet, stated, x): (&Sheet, &Values<Decimal>, FigureId),
    (folded, places): (&Folded, &[usize]),
    step: Decimal,
    steps: u32,
) -> usize {
    let (mut bounds, mut balls) = (folded.values_for::<Bounds>(places), folded.values_for::<Ball>(places));
    let mut close = 0;
    for at in 0..steps {
        let (a, b) = (step * Decimal::from(at), step * Decimal::from(at + 1));
        let values = exactly_at(sheet, stated, x, b).unwrap();
        folded.play(&[Bounds::linear(a, b)], &mut bounds).unwrap();
        folded.play(&[Ball::exactly(b)], &mut balls).unwrap();
        for place in places {
            let (known, ball): (Bounds, Ball) =
                (folded.value(*place, &bounds).unwrap(), folded.value(*place, &balls).unwrap());
            assert!(covers(&known, values[*place]), "({a}, {b}] {known:?} not {}", values[*place]);
            assert!(holds(ball, values[*place]), "at {b}: {ball:?} not {}", values[*place]);
            close += usize::from(ball.radius() < 1e-9);
        }
    }
    close
}

#[test]
fn units_are_looked_up_as_they_are_counted() {
    for gauged in [false, true] {
        let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let figures: Vec<FigureId> = counted(&draft, x, gauged).into_iter().map(Figure::id).collect();
        let x = x.id();
        let sheet = draft.finish();
        let mut stated = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut stated).unwrap();
        let results: Vec<(FigureId, usize)> = figures.iter().map(|figure| (*figure, 0)).collect();
        let folded = sheet.folded(&stated, &[x], Some(&[(Decimal::ZERO, Decimal::from(3))]), &results, &mut 0).unwrap();
        let places: Vec<usize> = figures.iter().map(|figure| sheet.at(*figure, 0)).collect();
        let close = looked_along((&sheet, &stated, x), (&folded, &places), Decimal::new(1, 2), 299);
        // but for levels that fill a unit at such a scale, each number is known to all its digits
        assert!(close * 10 > 9 * 299 * places.len(), "{close} of {}", 299 * places.len());
    }
}

#[test]
fn levels_that_stay_beside_others_that_move_are_counted_once() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let constant = |value: &str| draft.constant(d(value), Unit::ONE, "a number");
    let month = constant("730");
    // for seven tenths of the month there is nothing of the first load, which leaves two levels of the second alone
    let first = DraftShape::Steps(vec![(x, constant("0.3"))]);
    let second = DraftShape::Steps(vec![(constant("4.5"), constant("0.4")), (constant("9"), constant("0.6"))]);
    let term = |shape| DraftTerm { shape, weight: None, gauge: None };
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
    let folded = sheet.folded(&stated, &[x], None, &results, &mut 0).unwrap();
    let moving = folded.operations.iter().filter_map(|operation| match operation {
        Operation::Levels(levels) => Some(levels.count()),
        _ => None,
    });
    assert_eq!(moving.collect::<Vec<_>>(), [2], "of four levels two move, noted once for all that is asked");
    let places: Vec<usize> = figures.iter().map(|figure| sheet.at(*figure, 0)).collect();
    looked_along((&sheet, &stated, x), (&folded, &places), Decimal::new(1, 1), 199);
    let mut balls = folded.values_for::<Ball>(&places);
    // by hand, at 2: units of 4 for 4.5, 6.5, 9 and 11, which is 2, 2, 3 and 3 of them for 0.28, 0.12, 0.42 and 0.18 of the month
    folded.play(&[Ball::exactly(Decimal::TWO)], &mut balls).unwrap();
    assert!(holds(folded.value(places[0], &balls).unwrap(), d("2.6")));
}
