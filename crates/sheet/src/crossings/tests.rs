//! Crossings of functions with known crossings, and of random sheets compared with exact bisection.

use super::*;
use crate::bounds::tests::{Dice, sheet};
use crate::difference::{NEGLIGIBLE_THROUGHOUT, WIDE};
use crate::interval::{Interval, ProvenSign};
use crate::unit::Unit;
use crate::{Draft, Figure, FigureId, Period, Sheet, Subtrahend, Values};

fn d(text: &str) -> Decimal {
    text.parse().unwrap()
}

/// Changes of sign of a difference while an input runs over a range.
fn solved(
    sheet: &Sheet,
    values: &Values<Decimal>,
    input: FigureId,
    difference: impl Into<DifferenceFigures>,
    scope: SearchScope,
) -> Result<Solution, WorkBudgetExceeded> {
    let difference = difference.into();
    let moving = MovingInput::new(sheet, values, input, scope.range, &difference.figures());
    crossings(&moving, difference, scope)
}

/// Changes of sign of a function of x over (0, 1].
fn solve(function: impl for<'s> Fn(&'s Draft, Figure<'s>) -> Figure<'s>) -> (Vec<(Decimal, bool)>, Vec<ZeroSide>) {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let difference = function(&draft, x).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
    let solution = solved(&sheet, &values, x, difference, scope).unwrap();
    (solution.crossings.iter().map(|c| (c.at, c.jump)).collect(), solution.sides)
}

/// The sheet of a draft with its base-case values.
fn computed(draft: Draft) -> (Sheet, Values<Decimal>) {
    let sheet = draft.finish();
    let mut values = sheet.values::<Decimal>();
    sheet.evaluate(&sheet.all(), &mut values).unwrap();
    (sheet, values)
}

fn constant<'s>(draft: &'s Draft, value: &str) -> Figure<'s> {
    draft.constant(d(value), Unit::ONE, "a test's number")
}

#[test]
fn a_line_crosses_once_and_exactly() {
    let found = solve(|draft, x| constant(draft, "10") - constant(draft, "30") * x);
    assert_eq!(found, (vec![(Decimal::ONE / d("3"), false)], vec![ZeroSide::Above, ZeroSide::Below]));
}

#[test]
fn a_search_beyond_its_budget_is_aborted() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    // a sawtooth with a million teeth, each of which crosses zero: ceil(10^6 x) − 10^6 x − 1/2
    let million = constant(&draft, "1000000");
    let difference = ((million * x).ceil() - million * x - constant(&draft, "0.5")).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 10_000 };
    let given_up = solved(&sheet, &values, x, difference, scope).unwrap_err();
    // the budget is exceeded by at most one evaluation, whose work is the number of varying figures
    assert!((10_000..10_010).contains(&given_up.work), "{given_up:?}");
    let narrow = SearchScope { range: (Decimal::ZERO, d("0.000001")), ..scope };
    assert_eq!(solved(&sheet, &values, x, difference, narrow).unwrap().crossings.len(), 1);
}

#[test]
fn a_search_that_fits_into_three_quarters_of_its_budget_is_that_without_one() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let number = |value| constant(&draft, value);
    // two hundred teeth of slightly different slopes, each of which crosses zero
    let teeth = (number("200") * x).ceil();
    let difference = (teeth - number("200") * x - number("0.5") + x * x * number("0.1")).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: usize::MAX };
    let without = solved(&sheet, &values, x, difference, scope).unwrap();
    let most = without.work / 3 * 4 + 4;
    assert_eq!(solved(&sheet, &values, x, difference, SearchScope { most, ..scope }), Ok(without));
}

#[test]
fn jumps_that_cancel_each_other_take_little_work() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let number = |value| constant(&draft, value);
    // ⌈20x⌉ and ⌈20x + 7⌉ jump at the same twenty points, so their difference is −7 everywhere
    let (one, other) = ((number("20") * x).ceil(), (number("20") * x + number("7")).ceil());
    let difference = (one - other + number("7.2")).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
    let solution = solved(&sheet, &values, x, difference, scope).unwrap();
    assert_eq!((solution.crossings.as_slice(), solution.sides.as_slice()), (&[][..], &[ZeroSide::Above][..]));
    // halving down to 10^-12 would take forty pairs of evaluations, each of five figures, for every point
    assert!(solution.work < 20 * 40 * 2 * 5, "{}", solution.work);
}

#[test]
fn the_lowest_of_two_points_in_a_line_is_one() {
    // −1 up to a half, then from 1/4 down to −1/4: the line after the jump has a zero of its own
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let number = |value| constant(&draft, value);
    let after = (number("2") * x).ceil() - number("1");
    let difference = (after * number("1.75") - number("1") - x).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
    let moving = MovingInput::new(&sheet, &values, x, scope.range, &[difference]);
    let lowest = lowest_crossing(&moving, difference, scope).unwrap();
    assert_eq!((lowest.crossings.len(), lowest.sides.len()), (1, 2), "{lowest:?}");
    assert_eq!(crossings(&moving, difference, scope).unwrap().crossings.len(), 2);
}

#[test]
fn equal_costs_by_different_formulas_take_little_work() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let number = |value| constant(&draft, value);
    // a third and a seventh of ⌈20x⌉ are ten twenty-firsts of it, but for the last digit
    let steps = || (number("20") * x).ceil();
    let parts = steps() / number("3") + steps() / number("7");
    let difference = (parts - steps() * (number("10") / number("21"))).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let negligible = d("0.00000000000000001");
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible, most: 1_000_000 };
    let solution = solved(&sheet, &values, x, difference, scope).unwrap();
    assert_eq!((solution.crossings.as_slice(), solution.sides.as_slice()), (&[][..], &[][..]));
    // an evaluation or two for each of the twenty lines, of nine figures each, would be ten times as many
    assert!(solution.work < 40, "{}", solution.work);
}

#[test]
fn a_jump_is_at_the_last_value_before_it() {
    // ceil(4x) is 1, 2, 3, 4 on the quarters: minus 2.5 it jumps over zero just after 0.5
    let (found, sides) = solve(|draft, x| (constant(draft, "4") * x).ceil() - constant(draft, "2.5"));
    assert_eq!(sides, [ZeroSide::Below, ZeroSide::Above]);
    assert_eq!(found, [(d("0.5"), true)]);
    // thirds have more digits: the last of 14 before them
    let (found, _) = solve(|draft, x| (constant(draft, "3") * x).ceil() - constant(draft, "1.5"));
    assert_eq!(found, [(d("0.33333333333333"), true)]);
    // 2/3 is not rounded up
    let (found, _) = solve(|draft, x| (constant(draft, "3") * x).ceil() - constant(draft, "2.5"));
    assert_eq!(found, [(d("0.66666666666666"), true)]);
}

#[test]
fn a_jump_onto_zero_begins_at_a_zero() {
    // ceil(5x) - 2 is -1 up to 0.2, zero up to 0.4 and above zero after it
    let (found, sides) = solve(|draft, x| (constant(draft, "5") * x).ceil() - constant(draft, "2"));
    assert_eq!(sides, [ZeroSide::Below, ZeroSide::Above]);
    assert!(found.len() == 1 && !found[0].1, "{found:?}");
    assert!(found[0].0 > d("0.2") && found[0].0 <= d("0.200000000001"), "{found:?}");
}

#[test]
fn a_jump_is_located_with_few_evaluations() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    // a number of units of 8.22 each: more than 10 from 82.2 on, where intervals of 10^-12 exceed the precision of floats
    let difference = ((x / constant(&draft, "8.22")).ceil() - constant(&draft, "10.5")).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, d("10_000")), negligible: Decimal::ZERO, most: 1_000_000 };
    let solution = solved(&sheet, &values, x, difference, scope).unwrap();
    assert_eq!(solution.crossings, [Crossing { at: d("82.2"), jump: true }]);
    // halving from 10,000 to 10^-12 would take 53 pairs of evaluations, each of three figures
    assert!(solution.work < 53 * 2 * 3, "{}", solution.work);
}

#[test]
fn a_range_of_zeros_is_a_crossing_at_its_beginning() {
    // below zero until 0.25, zero until 0.5, above zero after
    let found =
        solve(|draft, x| x.positive_part_over(constant(draft, "0.5")) - constant(draft, "0.25").positive_part_over(x));
    assert_eq!(found, (vec![(d("0.25"), false)], vec![ZeroSide::Below, ZeroSide::Above]));
}

#[test]
fn touching_zero_is_no_crossing() {
    let found = solve(|draft, x| (x - constant(draft, "0.5")).max(constant(draft, "0.5") - x));
    assert_eq!(found, (vec![], vec![ZeroSide::Above]));
    // zero only at the upper end
    assert_eq!(solve(|draft, x| x - constant(draft, "1")), (vec![], vec![ZeroSide::Below]));
}

#[test]
fn a_subtrahend_is_a_figure_or_a_number() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let (rising, falling) = ((constant(&draft, "30") * x).id(), (constant(&draft, "10") - x).id());
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
    let at = |less| {
        let difference = DifferenceFigures { of: rising, less };
        let found = solved(&sheet, &values, x, difference, scope).unwrap();
        found.crossings.iter().map(|crossing| crossing.at).collect::<Vec<_>>()
    };
    // 30x = 10 − x at 10/31; 30x = 12 at 0.4; 30x does not reach 31 for x up to 1
    assert_eq!(at(Subtrahend::Figure(falling)), [d("10") / d("31")]);
    assert_eq!(at(Subtrahend::Constant(d("12"))), [d("0.4")]);
    assert_eq!(at(Subtrahend::Constant(d("31"))), []);
}

#[test]
fn a_difference_that_only_exact_numbers_prove_linear_is_solved_at_once() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let tenth = || constant(&draft, "0.1") * x;
    // zero, which floating point cannot distinguish from a small number: rounded up it counts as a hundred or as zero,
    // on both sides of 1/3
    let nothing = (constant(&draft, "0.3") * x - tenth() - tenth() - tenth()).ceil();
    let difference = (constant(&draft, "10") - constant(&draft, "30") * x + constant(&draft, "100") * nothing).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
    let solution = solved(&sheet, &values, x, difference, scope).unwrap();
    assert_eq!(solution.crossings, [Crossing { at: Decimal::ONE / d("3"), jump: false }]);
    // two evaluations, in floating point and exact, each of at most the figures that x moves
    assert!(solution.work <= 2 * sheet.numbers(), "{}", solution.work);
}

#[test]
fn a_range_that_only_exact_numbers_prove_zero_is_not_halved_repeatedly() {
    let draft = Draft::new(vec![Period { first: 1, last: 12 }]);
    let x = draft.variable("x", Decimal::ONE);
    let tenth = || constant(&draft, "0.1") * x;
    // zero, which floating point cannot distinguish from a hundred
    let rest = (constant(&draft, "0.3") * x).positive_part_over(tenth() + tenth() + tenth());
    let nothing = rest.any() * constant(&draft, "100");
    // one up to 0.3673, zero up to 0.8, minus one after
    let past = |at: &str| x.positive_part_over(constant(&draft, at)).ceil();
    let difference = (constant(&draft, "1") - past("0.3673") - past("0.8") + nothing).id();
    let x = x.id();
    let (sheet, values) = computed(draft);
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 1_000_000 };
    let solution = solved(&sheet, &values, x, difference, scope).unwrap();
    assert_eq!(solution.sides, [ZeroSide::Above, ZeroSide::Below]);
    let [Crossing { at, jump: false }] = solution.crossings[..] else { panic!("{solution:?}") };
    assert!((at - d("0.3673")).abs() <= d("0.000000000001"), "{at}");
    // two jumps with at most forty halvings each, two evaluations of each half, and half as many again without exact
    // ones
    assert!(solution.work <= 2 * 40 * 6 * sheet.numbers(), "{}", solution.work);
}

#[test]
fn zero_everywhere_has_no_sides() {
    assert_eq!(solve(|_, x| x - x), (vec![], vec![]));
}

#[test]
fn several_crossings_are_all_found() {
    // a tooth: above zero between 0.25 and 0.75
    let found = solve(|draft, x| (x - constant(draft, "0.25")).min(constant(draft, "0.75") - x));
    let expected = vec![(d("0.25"), false), (d("0.75"), false)];
    assert_eq!(found, (expected, vec![ZeroSide::Below, ZeroSide::Above, ZeroSide::Below]));
}

#[test]
fn a_nonlinear_crossing_is_found_to_a_trillionth() {
    // x² − 0.09 crosses zero at 0.3
    let (found, sides) = solve(|draft, x| x * x - constant(draft, "0.09"));
    assert_eq!(sides, [ZeroSide::Below, ZeroSide::Above]);
    assert!(found.len() == 1 && (found[0].0 - d("0.3")).abs() <= d("0.000000000002"), "{found:?}");
}

/// Solution by exact intervals alone, halved until they decide; none if that takes more than 300 evaluations.
fn halved(
    sheet: &Sheet,
    stated: &Values<Decimal>,
    input: FigureId,
    of: FigureId,
    scope: SearchScope,
) -> Option<Solution> {
    let moved = sheet.affected(&[input], &[of]);
    let mut values: Values<Interval> = sheet.values_of(stated);
    let mut walk = Walk { negligible: scope.negligible, ..Walk::default() };
    let mut open = vec![scope.range];
    let mut looks = 0;
    while let Some((a, b)) = open.pop() {
        looks += 1;
        if looks > 300 {
            return None;
        }
        values[sheet.at(input, 0)] = Interval::linear(a, b);
        sheet.evaluate(&moved, &mut values).ok()?;
        let seen = values[sheet.at(of, 0)];
        let throughout = seen.sure(scope.negligible * NEGLIGIBLE_THROUGHOUT);
        // so close to zero, either answer is right
        if b - a > WIDE && throughout == Some(ProvenSign::Zero) && seen.bounds() != Some((Decimal::ZERO, Decimal::ZERO))
        {
            return None;
        }
        match (seen, seen.sure(scope.negligible)) {
            (Interval::Linear { from, to }, _) => walk.linear((a, b), from, to),
            (_, Some(ProvenSign::Above)) => walk.step(a, Decimal::MAX, true),
            (_, Some(ProvenSign::Below)) => walk.step(a, Decimal::MIN, true),
            (_, Some(ProvenSign::Zero)) => walk.linear((a, b), Decimal::ZERO, Decimal::ZERO),
            (_, Some(ProvenSign::Open) | None) if b - a > NARROW => open.extend([(half(a, b), b), (a, half(a, b))]),
            (_, Some(ProvenSign::Open) | None) => {}
        }
    }
    Some(walk.solution)
}

/// Random sheets that have values, with their seed, the input, their figures and the values.
fn evaluated() -> impl Iterator<Item = (u64, Sheet, FigureId, Vec<FigureId>, Values<Decimal>)> {
    (0..300).filter_map(|seed| {
        let (sheet, x, figures) = sheet(&mut Dice(seed));
        let mut stated = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut stated).ok()?;
        Some((seed, sheet, x, figures, stated))
    })
}

/// A scope with a budget that is not exceeded.
fn wide() -> SearchScope {
    SearchScope { range: (Decimal::ZERO, d("3.7")), negligible: d("0.000000000000001"), most: 100_000 }
}

#[test]
fn crossings_equal_those_of_exact_bisection() {
    let mut found = 0;
    for (seed, sheet, x, figures, stated) in evaluated() {
        let scope = wide();
        for figure in &figures[6..] {
            let Some(expected) = halved(&sheet, &stated, x, *figure, scope) else { continue };
            let found_by = solved(&sheet, &stated, x, *figure, scope);
            let moving = MovingInput::new(&sheet, &stated, x, scope.range, &[*figure]);
            let lowest = lowest_crossing(&moving, *figure, scope).unwrap();
            let solution = found_by.unwrap_or_else(|given_up| panic!("{seed} {figure:?}: {given_up:?}"));
            found += solution.crossings.len();
            assert_eq!(solution.sides, expected.sides, "{seed} {figure:?}: {solution:?} {expected:?}");
            let one = solution.crossings.len().min(1);
            assert_eq!(lowest.crossings, solution.crossings[..one], "{seed} {figure:?}");
            assert_eq!(lowest.sides, solution.sides[..solution.sides.len().min(2)], "{seed} {figure:?}");
            assert!(lowest.work <= solution.work, "{seed} {figure:?}");
            for (crossing, expected) in solution.crossings.iter().zip(&expected.crossings) {
                assert_eq!(crossing.jump, expected.jump, "{seed} {figure:?}");
                // bisection ends at most 10^-12 after a jump, and locations have 14 digits
                let off = crossing.at - expected.at;
                let (before, after) = (d("0.00000000000101"), d("0.00000000000001"));
                let is_near =
                    if crossing.jump { -before <= off && off <= after } else { off.abs() <= d("0.000000000002") };
                assert!(is_near, "{seed} {figure:?}: {off}");
            }
        }
    }
    assert!(found > 40, "{found}");
}

#[test]
fn a_reused_evaluator_changes_no_result() {
    let mut found = 0;
    for (seed, sheet, x, figures, stated) in evaluated() {
        let scope = wide();
        let anew = || MovingInput::new(&sheet, &stated, x, scope.range, &figures);
        let shared = anew();
        for figure in &figures {
            let difference = DifferenceFigures::from(*figure);
            let (one_of_several, alone) =
                (crossings(&shared, difference, scope), crossings(&anew(), difference, scope));
            // including the work
            assert_eq!(one_of_several, alone, "{seed} {figure:?}");
            found += alone.map_or(0, |solution| solution.crossings.len());
        }
    }
    assert!(found > 40, "{found}");
}
