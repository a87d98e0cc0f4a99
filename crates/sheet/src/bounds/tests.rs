//! Floating-point results compared with exact ones, on random sheets whose numbers often coincide.

use super::*;
use crate::unit::Unit;
use crate::{
    Curve, CurveQuery, Draft, DraftShape, DraftTerm, Figure, FigureId, Interval, Levels, Period, Sheet, Values, Weight,
    WholeSteps,
};

/// Pseudorandom numbers, the same in every run.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        // SplitMix64
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        usize::try_from(self.roll() % count as u64).unwrap()
    }

    pub(crate) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// Few numbers, so that they often coincide; some of them only nearly.
    pub(crate) fn number(&mut self) -> Decimal {
        let near = [(0, 0), (0, 0), (0, 0), (0, 0), (1, 27), (1, 20), (3, 17), (1, 15), (-1, 18), (1, 10)];
        let plain = ["0", "1", "2", "0.5", "0.25", "3", "8", "24", "0.1", "730", "1.08", "12000", "1000000", "0.001"];
        let third = Decimal::ONE / Decimal::from(3);
        let value = if self.below(8) == 0 { third } else { d(self.of(&plain)) };
        let (off, digits) = self.of(&near);
        value + Decimal::new(off, digits)
    }
}

pub(crate) fn d(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// Curves of a few levels, with and without a gauge.
fn curve<'s>(draft: &'s Draft, month: Figure<'s>, figures: &[Figure<'s>], dice: &mut Dice) -> Curve<'s> {
    let share = |dice: &mut Dice| draft.constant(dice.of(&[d("0.1"), d("0.25"), d("0.05")]), Unit::ONE, "share");
    let height = |dice: &mut Dice| {
        let level = dice.number().abs();
        if dice.below(4) == 0 { dice.of(figures) } else { draft.constant(level, Unit::ONE, "level") }
    };
    let term = |dice: &mut Dice, gauged: bool| {
        let shape = match dice.below(3) {
            0 => DraftShape::Steps((0..=dice.below(3)).map(|_| (height(dice), share(dice))).collect()),
            1 => DraftShape::Clock {
                shares: (0..24).map(|_| share(dice).id()).collect(),
                height: height(dice),
                floor: (dice.below(2) == 0).then(|| height(dice)),
            },
            _ => {
                let levels: Vec<(Decimal, Decimal)> =
                    (0..=dice.below(9)).map(|_| (dice.number().abs(), Decimal::from(dice.below(9) + 1))).collect();
                DraftShape::Measured { levels: levels.into(), factor: draft.constant(1, Unit::ONE, "factor") }
            }
        };
        let weight = |dice: &mut Dice| draft.constant(dice.of(&[d("1"), d("0.5"), d("2")]), Unit::ONE, "weight");
        let whole = |dice: &mut Dice| {
            let step = draft.constant(dice.of(&[d("1"), d("4"), d("0.75")]), Unit::ONE, "step");
            let least = (dice.below(2) == 0).then(|| draft.constant(dice.below(4), Unit::ONE, "least"));
            (dice.below(3) == 0).then_some(WholeSteps { step, least })
        };
        let converted = |dice: &mut Dice, factor| Weight { factor, whole: whole(dice) };
        let factor = (dice.below(3) == 0).then(|| weight(dice));
        let gauge = gauged.then(|| Some(weight(dice)));
        DraftTerm { shape, weight: converted(dice, factor), gauge: gauge.map(|gauge| converted(dice, gauge)) }
    };
    let gauged = dice.below(4) == 0;
    let terms: Vec<DraftTerm<'_>> = (0..=dice.below(2)).map(|_| term(dice, gauged)).collect();
    if dice.below(4) == 0 { draft.curve_with_next(month, &terms) } else { draft.curve(month, &terms) }
}

/// A sheet of figures that depend on x, with all of them.
pub(crate) fn sheet(dice: &mut Dice) -> (Sheet, FigureId, Vec<FigureId>) {
    let draft = Draft::new(vec![Period { first: 1, last: 3 }, Period { first: 4, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let month = draft.constant(730, Unit::ONE, "hours");
    let mut figures = vec![x, draft.calendar("a row", Unit::ONE, |period| Decimal::from(period.first))];
    figures.extend((0..4).map(|_| draft.constant(dice.number(), Unit::ONE, "a number")));
    for _ in 0..14 {
        let nothing = draft.constant(0, Unit::ONE, "nothing");
        let (a, b) = (dice.of(&figures), dice.of(&figures));
        let made = match dice.below(14) {
            0 | 1 => a + b,
            2 => a - b,
            3 | 4 => a * b,
            5 => a / (b.max(draft.constant(1, Unit::ONE, "one"))),
            6 => a.min(b),
            7 => a.max(b),
            8 => a.positive_part_over(b),
            9 => a.ceil(),
            10 => a.any(),
            11 if dice.below(2) == 0 => a.max(nothing).square_root(),
            11 => a.max(nothing).twelfth_root(),
            _ => {
                let positive: Vec<Figure<'_>> = figures.iter().map(|figure| figure.max(nothing)).collect();
                let one = draft.constant(1, Unit::ONE, "one");
                let curve = curve(&draft, month, &positive, dice);
                let operand = |dice: &mut Dice, often: usize| (dice.below(often) == 0).then(|| dice.of(&positive));
                let of = CurveQuery {
                    scale: if dice.below(2) == 0 { Some(x.max(nothing)) } else { operand(dice, 3) },
                    above: operand(dice, 2),
                    cap: operand(dice, 3),
                    step: operand(dice, 2).map(|step| step.max(one)),
                    reserved: operand(dice, 4).map(Figure::ceil),
                };
                if dice.below(3) == 0 { draft.most(curve, of) } else { draft.hours(curve, of) / month }
            }
        };
        figures.push(made);
    }
    let ids = figures.iter().map(|figure| figure.id()).collect();
    let x = x.id();
    (draft.finish(), x, ids)
}

fn decimal(float: f64) -> Decimal {
    Decimal::from_f64_retain(float).unwrap()
}

/// Difference between two ways to compute an exact number.
fn last_digits(exact: Decimal) -> Decimal {
    Decimal::new(1, 18).max(exact.abs() * Decimal::new(1, 18))
}

/// Whether an exact number lies in a ball.
pub(crate) fn holds(ball: Ball, exact: Decimal) -> bool {
    (exact - decimal(ball.middle())).abs() <= decimal(ball.radius()) + last_digits(exact)
}

/// Whether bounds are consistent with an exact interval.
fn is_so(bounds: &Bounds, exact: &Interval) -> bool {
    match (bounds.0, *exact) {
        (Exact(value, ball), Interval::Linear { from, to }) => {
            // units counted level by level differ by the residue of divisions
            let is_still = (from - to).abs() <= last_digits(from);
            is_still && holds(ball, from) && (from - value).abs() <= last_digits(from)
        }
        (Still(ball), Interval::Linear { from, to }) => from == to && holds(ball, from),
        (Line { from, to }, Interval::Linear { from: exact_from, to: exact_to }) => {
            holds(from, exact_from) && holds(to, exact_to)
        }
        (Within { low, high }, Interval::Within { low: exact_low, high: exact_high }) => {
            holds(low, exact_low) && holds(high, exact_high)
        }
        // exact bounds may be in reverse order if they differ only by the residue of divisions
        (_, Interval::Within { low, high }) if low > high => true,
        (Nearly { .. } | MaybeLinear { .. }, Interval::Linear { from, to }) => {
            covers(bounds, from) && covers(bounds, to)
        }
        // where two lines meet, floating point may be tighter than exact bounds, which include both
        (
            Exact(..) | Still(_) | Line { .. } | Nearly { .. } | Nonlinear { .. } | MaybeLinear { .. },
            Interval::Within { low, high },
        ) => {
            let slack = last_digits(high);
            let limits = bounds.limits();
            limits.is_some_and(|(least, most)| {
                low <= decimal(most.most()) + slack && decimal(least.least()) - slack <= high
            })
        }
        (Unknown, _) => true,
        _ => false,
    }
}

fn reaches((low, high): (Ball, Ball), exact: Decimal) -> bool {
    let slack = last_digits(exact);
    decimal(low.least()) <= exact + slack && exact - slack <= decimal(high.most())
}

/// Whether an exact number at a value of the interval lies within the bounds.
pub(crate) fn covers(bounds: &Bounds, exact: Decimal) -> bool {
    bounds.limits().is_none_or(|limits| reaches(limits, exact))
}

/// All numbers at a value of x.
pub(crate) fn exactly_at(sheet: &Sheet, stated: &Values<Decimal>, x: FigureId, at: Decimal) -> Option<Values<Decimal>> {
    let mut values = stated.clone();
    values[sheet.at(x, 0)] = at;
    sheet.evaluate(&sheet.dependents(&[x]), &mut values).ok()?;
    Some(values)
}

#[test]
fn proven_signs_agree_with_exact_intervals() {
    let (mut looks, mut sure, mut known, mut bent) = (0, 0, 0, 0);
    for seed in 0..3_000 {
        let mut dice = Dice(seed);
        let (sheet, x, figures) = sheet(&mut dice);
        let mut stated = sheet.values::<Decimal>();
        if sheet.evaluate(&sheet.all(), &mut stated).is_err() {
            continue;
        }
        let moved = sheet.dependents(&[x]);
        let mut bounds: Values<Bounds> = sheet.values_of(&stated);
        let mut exact: Values<Interval> = sheet.values_of(&stated);
        for _ in 0..6 {
            let ends = [dice.number().abs(), dice.number().abs()];
            let (a, b) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            // no search evaluates narrower intervals
            if b - a < Decimal::new(1, 12) && a != b {
                continue;
            }
            bounds[sheet.at(x, 0)] = Bounds::linear(a, b);
            exact[sheet.at(x, 0)] = Interval::linear(a, b);
            let (evaluated, exactly) = (sheet.evaluate(&moved, &mut bounds), sheet.evaluate(&moved, &mut exact));
            if evaluated.is_err() || exactly.is_err() {
                continue;
            }
            let at_end = exactly_at(&sheet, &stated, x, b);
            for (figure, period) in figures.iter().flat_map(|figure| [(*figure, 0), (*figure, 1)]) {
                let (bounds, exact) = (&bounds[sheet.at(figure, period)], &exact[sheet.at(figure, period)]);
                let formula = &sheet.row(figure).formula;
                if bounds.is_bent() {
                    bent += 1;
                    assert!(!matches!(exact, Interval::Linear { .. }), "{seed}: ({a}, {b}] {bounds:?} of {exact:?}");
                }
                assert!(is_so(bounds, exact), "{seed}: ({a}, {b}] {formula:?}: {bounds:?} of {exact:?}");
                if let Some(values) = &at_end {
                    let value = values[sheet.at(figure, period)];
                    assert!(covers(bounds, value), "{seed}: ({a}, {b}] {formula:?}: {bounds:?} not {value}");
                }
                for negligible in [Decimal::ZERO, d("0.000001")] {
                    looks += 1;
                    known += usize::from(!matches!(exact, Interval::Unknown));
                    let Some(verdict) = bounds.sure(negligible) else { continue };
                    sure += 1;
                    let exactly = exact.sure(negligible);
                    // intervals that exact bounds do not decide are halved further
                    let is_wider = exactly == Some(ProvenSign::Open) || matches!(exact, Interval::Unknown);
                    assert!(exactly == Some(verdict) || is_wider, "{seed}: ({a}, {b}] {bounds:?} {exact:?}");
                }
            }
        }
    }
    // most intervals without a crossing are decided
    assert!(looks > 100_000 && sure * 2 > known, "{sure} of {known} of {looks}");
    assert!(bent > 0);
}

/// Number of linear results and of certainly nonlinear ones, over all figures and intervals.
fn counted_by_ends(floor: Option<&str>) -> (usize, usize) {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", d("12"));
    let constant = |value: &str| draft.constant(d(value), Unit::ONE, "a number");
    let month = constant("730");
    // slots at x, a third of it, a fifth and so on, plus a load that is always four or nine
    let share = |slot| constant("1") / constant(&format!("{}", 1 + 2 * slot));
    let shares: Vec<FigureId> = (0..24).map(|slot| share(slot).id()).collect();
    let clock = DraftShape::Clock { shares: shares.into(), height: x, floor: floor.map(constant) };
    let steps = DraftShape::Steps(vec![(constant("4"), constant("0.3")), (constant("9"), constant("0.7"))]);
    let term = |shape| DraftTerm { shape, weight: Weight::default(), gauge: None };
    let curve = draft.curve(month, &[term(clock), term(steps)]);
    let query = |above: &str, cap: Option<&str>, step: Option<&str>| CurveQuery {
        above: Some(constant(above)),
        cap: cap.map(constant),
        step: step.map(constant),
        ..CurveQuery::default()
    };
    let queries = [
        query("3", None, None),
        query("2.5", Some("6"), None),
        query("1", None, Some("2")),
        query("0", None, Some("1")),
    ];
    let figures: Vec<FigureId> = queries.iter().map(|of| draft.hours(curve, *of).id()).collect();
    let (x, levels) = (x.id(), curve.levels.id());
    let sheet = draft.finish();
    let mut stated = sheet.values::<Decimal>();
    sheet.evaluate(&sheet.all(), &mut stated).unwrap();
    let moved = sheet.dependents(&[x]);
    let mut bounds: Values<Bounds> = sheet.values_of(&stated);
    let mut exact: Values<Interval> = sheet.values_of(&stated);
    let (mut straight, mut bent) = (0, 0);
    for (from, width) in (0..60).flat_map(|step| ["0.001", "0.1", "3"].map(|width| (step, d(width)))) {
        let from = d("7.03") + Decimal::from(from) / d("7");
        bounds[sheet.at(x, 0)] = Bounds::linear(from, from + width);
        exact[sheet.at(x, 0)] = Interval::linear(from, from + width);
        sheet.evaluate(&moved, &mut bounds).unwrap();
        sheet.evaluate(&moved, &mut exact).unwrap();
        let Some(Levels::Moving(moving)) = sheet.levels(levels, 0, &bounds) else { panic!("varying levels") };
        assert!(moving.rising(|| None).is_some(), "bounded by their ends");
        for figure in &figures {
            let (bounds, exact) = (&bounds[sheet.at(*figure, 0)], &exact[sheet.at(*figure, 0)]);
            assert!(is_so(bounds, exact), "{from} + {width} {figure:?}: {bounds:?} of {exact:?}");
            straight += usize::from(matches!(bounds.0, Line { .. } | Still(_) | Exact(..)));
            bent += usize::from(matches!(bounds.0, Within { .. }));
        }
    }
    (straight, bent)
}

#[test]
fn rising_levels_counted_by_their_ends_agree_with_exact_ones() {
    let (straight, bent) = counted_by_ends(None);
    // nearly all of them are decided
    assert!(straight > 200 && bent > 100 && straight + bent > 700, "{straight} and {bent} of 720");
}

#[test]
fn nonlinear_levels_counted_by_their_bounds_agree_with_exact_ones() {
    // x divided by one of the odd numbers crosses the floor in many of the intervals
    let (straight, bent) = counted_by_ends(Some("0.8"));
    assert!(straight > 100 && bent > 200 && straight + bent > 700, "{straight} and {bent} of 720");
}
