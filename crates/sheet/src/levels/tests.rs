//! Sums of independent loads, queried as two parts and as all combinations of their levels.

use super::joint::{Joint, Load, State, joined};
use super::*;
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::bounds::tests::{Dice, covers, d, holds};
use crate::interval::Interval;

/// Distances below the residue of divisions count differently in a search and level by level.
fn number(dice: &mut Dice) -> Decimal {
    dice.number().abs().round_dp(12)
}

/// A load of up to `most` different levels.
fn load(dice: &mut Dice, most: usize) -> Load<Decimal> {
    let count = 1 + dice.below(most);
    let state = |dice: &mut Dice| {
        let level = number(dice) * dice.of(&[d("1"), d("0.1"), d("7")]);
        State { level, gauge: None, weight: Decimal::from(1 + dice.below(9)) }
    };
    let states: Vec<State<Decimal>> = merged((0..count).map(|_| state(dice)).collect()).unwrap();
    let whole = states.iter().map(|state| state.weight).sum();
    Load { states, whole }
}

fn falling(states: Vec<State<Decimal>>, whole: Decimal, offsets: Vec<State<Decimal>>) -> Arc<DescendingLevels> {
    match Levels::new(Joint { load: Load { states, whole }, offsets }, false, 0).unwrap() {
        Levels::Exact(falling) => falling,
        Levels::Scaled(..) | Levels::Moving(_) => panic!("constant levels"),
    }
}

/// The sum of loads in two parts, and as all combinations, without a search or a running sum.
fn two_ways(dice: &mut Dice) -> (Arc<DescendingLevels>, Arc<DescendingLevels>) {
    let (a, b) = (load(dice, 9), load(dice, 6));
    let combine = |a: &State<Decimal>, b: &State<Decimal>| State {
        level: a.level + b.level,
        gauge: None,
        weight: a.weight * b.weight,
    };
    let combined = a.states.iter().flat_map(|a| b.states.iter().map(move |b| combine(a, b))).collect();
    let whole = a.whole * b.whole;
    (falling(a.states, whole, b.states), falling(combined, whole, Vec::new()))
}

fn is_close(a: Decimal, b: Decimal) -> bool {
    (a - b).abs() <= Decimal::new(1, 18) * (Decimal::ONE + a.abs())
}

/// Numbers of a query.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    scale: Option<Decimal>,
    above: Option<Decimal>,
    cap: Option<Decimal>,
    step: Option<Decimal>,
    reserved: Option<Decimal>,
}

impl Numbers {
    fn of(dice: &mut Dice, falling: &DescendingLevels) -> Numbers {
        let levels: Vec<Decimal> = falling.states().map(|(_, level, _)| level).collect();
        // numbers that meet a level exactly are the difficult ones
        let level = |dice: &mut Dice| if dice.below(2) == 0 { dice.of(&levels) } else { number(dice) };
        let sometimes = |dice: &mut Dice, number: &dyn Fn(&mut Dice) -> Decimal| {
            if dice.below(2) == 0 { Some(number(dice)) } else { None }
        };
        Numbers {
            scale: sometimes(dice, &|dice| dice.of(&[d("1"), d("0.5"), d("0.7"), d("3"), Decimal::ONE / d("3")])),
            above: sometimes(dice, &level),
            cap: sometimes(dice, &level),
            step: sometimes(dice, &|dice| dice.of(&[d("1"), d("0.3"), d("8"), Decimal::TWO / d("3")])),
            reserved: sometimes(dice, &|dice| Decimal::from(dice.below(4))),
        }
    }

    fn query<'n, N: Number>(&self, made: &'n mut [Option<N>; 5]) -> Query<'n, N> {
        *made = [self.scale, self.above, self.cap, self.step, self.reserved].map(|number| number.map(N::of));
        let [scale, above, cap, step, reserved] = made.each_ref().map(Option::as_ref);
        Query { scale, above, cap, step, reserved }
    }

    fn units<N: Counted>(&self, falling: &Arc<DescendingLevels>) -> N {
        let mut made = [const { None }; 5];
        N::units(falling, &self.query(&mut made)).unwrap()
    }
}

#[test]
fn units_of_two_parts_equal_those_of_all_combinations() {
    for seed in 0..6_000 {
        let mut dice = Dice(seed);
        let (parts, all) = two_ways(&mut dice);
        let of = Numbers::of(&mut dice, &all);
        let mut made = [const { None }; 5];
        let expected = all.units_level_by_level(&of.query::<Decimal>(&mut made)).unwrap();
        let exact: Decimal = of.units(&parts);
        assert!(is_close(exact, expected), "{seed}: {of:?}: {exact}, not {expected}");
        let ball: Ball = of.units(&parts);
        assert!(holds(ball, expected), "{seed}: {of:?}: {ball:?}, not {expected}");
        let bounds: Bounds = of.units(&parts);
        assert!(covers(&bounds, expected), "{seed}: {of:?}: {bounds:?}, not {expected}");
        assert_eq!(parts.first(), all.first(), "{seed}");
        assert!(is_close(parts.mean().unwrap(), all.mean().unwrap()), "{seed}");
        if let (Some(step), None, reserved) = (of.step, of.cap, of.reserved.unwrap_or_default()) {
            let quantum = Quantum { scale: of.scale.unwrap_or(Decimal::ONE), step };
            let left = parts.left(quantum, of.above.unwrap_or_default(), reserved).unwrap();
            assert!(is_close(left.units, expected), "{seed}: {of:?}: {left:?}, not {expected}");
        }
    }
}

#[test]
fn units_of_two_parts_over_an_interval_equal_those_of_all_combinations() {
    let mut bent = 0;
    for seed in 0..3_000 {
        let mut dice = Dice(seed);
        let (parts, all) = two_ways(&mut dice);
        let of = Numbers { scale: None, ..Numbers::of(&mut dice, &all) };
        let from = dice.of(&[d("0"), d("0.5"), d("1"), d("1.5")]);
        let scale = Interval::linear(from, from + dice.of(&[d("0.001"), d("0.5"), d("2")]));
        let over = |falling: &Arc<DescendingLevels>| {
            let mut made = [const { None }; 5];
            Interval::units(falling, &Query { scale: Some(&scale), ..of.query(&mut made) }).unwrap()
        };
        let (found, expected) = (over(&parts), over(&all));
        let ((low, high), (least, most)) = (found.bounds().unwrap(), expected.bounds().unwrap());
        assert!(is_close(low, least) && is_close(high, most), "{seed}: {of:?} {scale:?}: {found:?}, not {expected:?}");
        let is_linear = |interval: &Interval| matches!(interval, Interval::Linear { .. });
        assert_eq!(is_linear(&found), is_linear(&expected), "{seed}: {of:?} {scale:?}");
        bent += usize::from(!is_linear(&found));
        let (Interval::Linear { from, to } | Interval::Within { low: from, high: to }) = scale else { continue };
        let bounds = {
            let (scale, mut made) = (Bounds::linear(from, to), [const { None }; 5]);
            Bounds::units(&parts, &Query { scale: Some(&scale), ..of.query(&mut made) }).unwrap()
        };
        let end = Numbers { scale: Some(to), ..of };
        let mut made = [const { None }; 5];
        let at_end = all.units_level_by_level(&end.query::<Decimal>(&mut made)).unwrap();
        assert!(covers(&bounds, at_end), "{seed}: {of:?} {scale:?}: {bounds:?}, not {at_end}");
    }
    assert!((500..2_500).contains(&bent), "{bent}");
}

#[test]
fn units_of_two_parts_while_a_level_rises_lie_within_their_bounds() {
    let mut straight = 0;
    for seed in 0..3_000 {
        let mut dice = Dice(seed);
        let (parts, all) = two_ways(&mut dice);
        let of = Numbers::of(&mut dice, &all);
        let width = dice.of(&[d("0.001"), d("0.5"), d("2")]);
        let (is_cap, is_whole) = (dice.below(2) == 0, dice.below(2) == 0);
        let of = Numbers { step: of.step.filter(|_| is_whole), ..of };
        let from = of.above.unwrap_or(d("1"));
        let ends =
            |at: Decimal| if is_cap { Numbers { cap: Some(at), ..of } } else { Numbers { above: Some(at), ..of } };
        let exactly = |at: Decimal| {
            let mut made = [const { None }; 5];
            all.units_level_by_level(&ends(at).query::<Decimal>(&mut made)).unwrap()
        };
        let middle = from + width * dice.of(&[d("0.5"), d("0.1"), d("1")]);
        let (expected, end) = (exactly(middle), exactly(from + width));
        let (exact, bounds) = (Interval::linear(from, from + width), Bounds::linear(from, from + width));
        let (mut exact_made, mut made) = ([const { None }; 5], [const { None }; 5]);
        let (exact_query, query) = (of.query::<Interval>(&mut exact_made), of.query::<Bounds>(&mut made));
        let (exact_query, query) = if is_cap {
            (Query { cap: Some(&exact), ..exact_query }, Query { cap: Some(&bounds), ..query })
        } else {
            (Query { above: Some(&exact), ..exact_query }, Query { above: Some(&bounds), ..query })
        };
        let (exact, bounds) = (Interval::units(&parts, &exact_query).unwrap(), Bounds::units(&parts, &query).unwrap());
        let (low, high) = exact.bounds().unwrap();
        for value in [expected, end] {
            let slack = Decimal::new(1, 15);
            assert!(low <= value + slack && value <= high + slack, "{seed}: {of:?} {width}: {exact:?}, not {value}");
            assert!(covers(&bounds, value), "{seed}: {of:?} {width}: {bounds:?}, not {value}");
        }
        if let Interval::Linear { from: first, to: last } = exact {
            straight += 1;
            assert!(is_close(last, end), "{seed}: {of:?}: {exact:?}, not {end}");
            let expected_here = first + (last - first) * (middle - from) / width;
            assert!(is_close(expected_here, expected), "{seed}: {of:?} {width}: {exact:?}, not {expected} at {middle}");
        }
    }
    assert!((500..2_500).contains(&straight), "{straight}");
}

#[test]
fn shares_of_two_parts_are_descending_and_complete() {
    for seed in 0..500 {
        let (parts, all) = two_ways(&mut Dice(seed));
        let shares = parts.shares().unwrap();
        assert!(shares.is_sorted_by(|(a, _), (b, _)| a > b), "{seed}: {shares:?}");
        assert!(is_close(shares.iter().map(|(_, share)| *share).sum(), Decimal::ONE), "{seed}");
        assert_eq!(shares.first().map(|(level, _)| *level), all.first(), "{seed}");
        // every level is raised by less than a five-hundredth of the highest
        let mean: Decimal = shares.iter().map(|(level, share)| level * share).sum();
        let raised = mean - all.mean().unwrap();
        assert!(raised >= d("-0.000001") && raised <= all.highest() / d("500"), "{seed}: {raised}");
    }
}

#[test]
fn many_combinations_of_constant_loads_are_not_listed() {
    let load = |count: u32, part: &str| {
        let state = |at| State { level: d(part) * Decimal::from(at), gauge: None, weight: Decimal::ONE };
        Load { states: (0..count).map(state).collect(), whole: Decimal::from(count) }
    };
    let mut met = 0;
    let Joint { load: Load { states, whole }, offsets } =
        joined(vec![load(3, "1000"), load(40, "1"), load(2, "100")], false, &mut met).unwrap();
    assert_eq!((states.len(), offsets.len(), whole), (40, 6, d("240")));
    // three levels, their six combinations with two, and forty
    assert_eq!(met, 3 + 6 + 40);
    // one load is all there is, also with one that never changes
    let joint = joined(vec![load(40, "1"), load(1, "1")], false, &mut met).unwrap();
    assert_eq!((joint.load.states.len(), joint.offsets.len()), (40, 0));
    assert!(joined(vec![load(40, "1")], false, &mut met).unwrap().offsets.is_empty());
    // with a gauge, every level is cut by itself
    let gauged = |load: Load<Decimal>| Load {
        states: load.states.into_iter().map(|state| State { gauge: Some(state.level), ..state }).collect(),
        ..load
    };
    let joint = joined(vec![gauged(load(3, "1000")), gauged(load(40, "1"))], true, &mut met).unwrap();
    assert_eq!((joint.load.states.len(), joint.offsets.len()), (120, 0));
    // combinations that hardly last are left out, so they are visited
    let rare = |load: Load<Decimal>| Load {
        states: load.states.into_iter().map(|state| State { weight: d("0.0000000001"), ..state }).collect(),
        ..load
    };
    let joint = joined(vec![rare(load(3, "1000")), rare(load(40, "1"))], false, &mut met).unwrap();
    assert_eq!((joint.load.states.len(), joint.offsets.len()), (0, 0));
    // sums that coincide are merged, so the larger part is searched
    let flat = || (0..8).map(|_| load(2, "1")).collect::<Vec<_>>();
    let joint = joined(flat(), false, &mut met).unwrap();
    assert_eq!((joint.load.states.len(), joint.offsets.len()), (8, 2));
}
