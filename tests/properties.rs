//! Properties of every scenario, tested on random scenarios.

mod groups;
mod workloads;

use crate::generated::{Dice, Tree, cases, scalar, scenarios, short_scenarios};
use crate::support::{self, ask};
use proptest::prelude::*;
use rackrent::analysis::statement::{By, CrossingOutcome, NoBreakEven, PairResult, TimeBasis, Winner};
use rackrent::analysis::{Answer, value_at};

use rackrent::number;
use rackrent::sheet::{Draft, FigureId, Interval, MovingInput, SearchScope, Sheet, Values, ZeroSide, crossings};
use rackrent::unit::Unit;
use rust_decimal::Decimal;

fn answered(tree: &Tree) -> Answer {
    support::answered(&tree.yaml(""))
}

/// Asserts equality except for the rounding of 28 digits.
#[track_caller]
fn close(what: &str, a: Decimal, b: Decimal, scale: Decimal) {
    let tolerance = scale.abs().max(Decimal::ONE) * Decimal::new(1, 16);
    assert!((a - b).abs() <= tolerance, "{what}: {a} and {b} differ by {}", a - b);
}

fn percent(percent: i64) -> Decimal {
    Decimal::new(percent, 2)
}

/// The smallest demand factor at which owning starts to win; none if it never does.
fn first_win(pair: &PairResult) -> Option<Decimal> {
    match pair.break_even.outcome {
        CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => Some(Decimal::ZERO),
        CrossingOutcome::AlwaysRent | CrossingOutcome::None(_) => None,
        CrossingOutcome::Crosses if pair.break_even.wins[0] == Winner::Own => Some(Decimal::ZERO),
        CrossingOutcome::Crosses => Some(*pair.break_even.points[0].factor),
    }
}

/// Whether an owned option rents from a rented option, or leaves work to the one it is compared with.
fn leans_on(tree: &Tree, own: &str, rent: &str) -> bool {
    let option = tree.get("own").and_then(|side| side.get(own)).unwrap();
    let named = |key: &str| option.get(key).and_then(Tree::text);
    named("burst_to") == Some("wait") || ["burst_to", "until_delivery"].iter().any(|key| named(key) == Some(rent))
}

/// First points of all pairs of options that do not depend on each other, by name.
fn first_wins(tree: &Tree, answer: &Answer) -> Vec<(String, Option<Decimal>)> {
    let pairs = answer.comparison.pairs.iter().filter(|pair| !leans_on(tree, pair.own.name(), pair.rent.name()));
    pairs.map(|pair| (format!("{} {}", pair.own, pair.rent), first_win(pair))).collect()
}

/// Whether `first` is at most `later`; none is larger than everything.
fn no_later(first: Option<Decimal>, later: Option<Decimal>) -> bool {
    match (first, later) {
        (_, None) => true,
        (None, Some(_)) => false,
        (Some(first), Some(later)) => first <= later + Decimal::new(1, 9),
    }
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn lines_add_up_to_totals(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        for (option, model) in answer.comparison.options.iter().zip(&answer.evaluated.model.options) {
            prop_assert_eq!(option.total, option.lines.iter().map(|line| line.total).sum::<Decimal>());
            prop_assert_eq!(option.present_value, option.lines.iter().map(|line| line.present_value).sum::<Decimal>());
            let exact = |figure| answer.evaluated.value(figure);
            let total: Decimal = model.lines.iter().map(|line| exact(line.total)).sum();
            close("total", total, exact(model.total), total);
            let present_value: Decimal = model.lines.iter().map(|line| exact(line.present_value)).sum();
            close("present value", present_value, exact(model.present_value), total);
            for (line, model) in option.lines.iter().zip(&model.lines) {
                prop_assert_eq!(line.total, number::money(exact(model.total), answer.comparison.header.minor_digits));
            }
        }
    }

    #[test]
    fn cash_and_amortized_and_discounted_months_add_up_to_lines(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        let evaluated = &answer.evaluated;
        for line in evaluated.model.options.iter().flat_map(|option| &option.lines) {
            let sum = |months: &[Decimal]| months.iter().sum::<Decimal>();
            let (cash, amortized) = (evaluated.cash(line), evaluated.amortized(line));
            let scale: Decimal = cash.iter().map(Decimal::abs).sum();
            close(&line.name, sum(&cash), evaluated.value(line.total), scale);
            close(&line.name, sum(&amortized), evaluated.value(line.total), scale);
            close(&line.name, sum(&evaluated.discounted(&cash)), evaluated.value(line.present_value), scale);
        }
    }

    #[test]
    fn views_add_up_to_printed_lines(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        for by in [By::Year, By::FiscalYear, By::Month] {
            for basis in [TimeBasis::Cash, TimeBasis::Amortized, TimeBasis::PresentValue] {
                let Some(view) = answer.view(by, basis) else {
                    prop_assert!(by == By::FiscalYear && answer.comparison.header.calendar.is_none());
                    continue;
                };
                for (option, split) in answer.comparison.options.iter().zip(&view.options) {
                    for (line, amounts) in option.lines.iter().zip(&split.lines) {
                        let printed = if basis == TimeBasis::PresentValue { line.present_value } else { line.total };
                        prop_assert_eq!(amounts.amounts.len(), view.columns.len());
                        prop_assert_eq!(amounts.amounts.iter().copied().sum::<Decimal>(), printed, "{} {:?}", line.name, basis);
                    }
                    let printed = if basis == TimeBasis::PresentValue { option.present_value } else { option.total };
                    prop_assert_eq!(split.totals.iter().copied().sum::<Decimal>(), printed);
                }
            }
        }
        for option in &answer.comparison.options {
            let years = || option.years.iter();
            prop_assert_eq!(years().map(|year| year.cash).sum::<Decimal>(), option.total);
            prop_assert_eq!(years().map(|year| year.amortized).sum::<Decimal>(), option.total);
            prop_assert_eq!(years().map(|year| year.present_value).sum::<Decimal>(), option.present_value);
        }
    }

    #[test]
    fn all_work_is_done_lost_or_unserved(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        let (evaluated, model) = (&answer.evaluated, &answer.evaluated.model);
        let demanded = evaluated.value(model.demanded);
        for option in &model.options {
            let [useful, unserved, lost] = [option.useful_hours, option.unserved, option.lost].map(|f| evaluated.value(f));
            prop_assert!(useful >= Decimal::ZERO && unserved >= Decimal::ZERO && lost >= Decimal::ZERO);
            let request = evaluated.value(option.demanded);
            prop_assert!(request <= demanded, "{}", option.id);
            close(option.id.as_str(), useful + unserved + lost, request, demanded);
        }
    }

    #[test]
    fn amounts_scale_with_the_currency(scenario in scenarios(), by in prop::sample::select(vec![8, 10, 1_000])) {
        let mut tree = scenario.0;
        let before = answered(&tree);
        tree.multiply_money(Decimal::from(by));
        let after = answered(&tree);
        for (a, b) in before.evaluated.model.options.iter().zip(&after.evaluated.model.options) {
            for (a, b) in a.lines.iter().zip(&b.lines) {
                for (a, b) in [(a.total, b.total), (a.present_value, b.present_value)] {
                    let (a, b) = (before.evaluated.value(a) * Decimal::from(by), after.evaluated.value(b));
                    close("a line", a, b, a);
                }
            }
            prop_assert_eq!(before.evaluated.value(a.useful_hours), after.evaluated.value(b.useful_hours));
        }
        for (a, b) in before.comparison.pairs.iter().zip(&after.comparison.pairs) {
            prop_assert_eq!(&a.break_even.outcome, &b.break_even.outcome);
            for (a, b) in a.break_even.points.iter().zip(&b.break_even.points) {
                close("a break-even", *a.factor, *b.factor, Decimal::from(100));
            }
        }
    }

    #[test]
    fn amounts_and_rates_scale_with_the_reporting_currency(scenario in scenarios(), by in prop::sample::select(vec![8, 10, 1_000])) {
        let mut tree = scenario.0;
        let before = answered(&tree);
        tree.report_in_units_of(Decimal::from(by));
        let after = answered(&tree);
        for (a, b) in before.evaluated.model.options.iter().zip(&after.evaluated.model.options) {
            for (a, b) in a.lines.iter().zip(&b.lines) {
                let (a, b) = (before.evaluated.value(a.present_value) * Decimal::from(by), after.evaluated.value(b.present_value));
                close("a line", a, b, a);
            }
        }
    }

    #[test]
    fn a_rate_of_one_changes_nothing(scenario in scenarios()) {
        let mut tree = scenario.0;
        tree.put("exchange_rates", Tree::Part(vec![("EUR".to_owned(), scalar(1)), ("CHF".to_owned(), scalar("1.0"))]));
        let converted = answered(&tree);
        tree.forget_currencies();
        let plain = answered(&tree);
        for (a, b) in converted.comparison.options.iter().zip(&plain.comparison.options) {
            prop_assert_eq!((a.total, a.present_value), (b.total, b.present_value), "{}", a.name);
            prop_assert_eq!(format!("{:?}", a.lines), format!("{:?}", b.lines));
        }
    }

    #[test]
    fn a_higher_rental_price_never_raises_the_first_break_even(scenario in short_scenarios(), more in 1..300i64) {
        let mut tree = scenario.0;
        let before = first_wins(&tree, &answered(&tree));
        // a higher price also affects the owned side where it depends on the option; such pairs are left out
        let rent: Vec<String> = tree.get("rent").unwrap().names().into_iter().map(str::to_owned).collect();
        for name in rent {
            let mut dearer = tree.clone();
            dearer.at(&["rent", &name]).unwrap().multiply_money(Decimal::ONE + percent(more));
            let after = first_wins(&dearer, &answered(&dearer));
            for ((pair, before), (_, after)) in before.iter().zip(&after).filter(|((pair, _), _)| pair.ends_with(&name)) {
                prop_assert!(no_later(*after, *before), "{pair}: {before:?}, dearer {after:?}");
            }
        }
        // and more expensive hardware never lowers it
        let own: Vec<String> = tree.get("own").unwrap().names().into_iter().map(str::to_owned).collect();
        for name in own {
            tree.at(&["own", &name, "node", "price"]).unwrap().multiply_money(Decimal::ONE + percent(more));
        }
        let after = first_wins(&tree, &answered(&tree));
        for ((pair, before), (_, after)) in before.iter().zip(&after) {
            prop_assert!(no_later(*before, *after), "{pair}: {before:?}, dearer hardware {after:?}");
        }
    }

    #[test]
    fn both_sides_cost_the_same_at_a_break_even_and_not_next_to_it(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        let (evaluated, model) = (&answer.evaluated, &answer.evaluated.model);
        for (pair, statement) in model.pairs.iter().zip(&answer.comparison.pairs) {
            let break_even = &statement.break_even;
            let Some(limit) = break_even.factor_limit else { continue };
            let own = model.options[pair.own].present_value;
            let rent = model.options[pair.rent].present_value;
            let scale_at = |x| {
                let [own, rent] = [own, rent].map(|figure| value_at(evaluated, x, figure).unwrap().abs());
                own.max(rent).max(Decimal::ONE)
            };
            let difference = |x| value_at(evaluated, x, pair.difference).unwrap();
            for point in break_even.points.iter().filter(|point| !point.jump) {
                let scale = scale_at(*point.factor);
                prop_assert!(difference(*point.factor).abs() <= scale * Decimal::new(1, 9), "{statement:?}");
            }
            // between the points the winner is the reported one; at a jump, reported with twelve digits, that before it
            let rounding = Decimal::new(1, 11);
            for step in 1..=24 {
                let x = limit * Decimal::from(step) / Decimal::from(24);
                let difference = difference(x);
                if difference.abs() <= scale_at(x) * Decimal::new(1, 9) {
                    continue;
                }
                let passed = break_even.points.iter().filter(|point| *point.factor + rounding < x).count();
                let expected = match break_even.outcome {
                    CrossingOutcome::Crosses => break_even.wins[passed],
                    CrossingOutcome::AlwaysRent => Winner::Rent,
                    CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal | CrossingOutcome::None(_) => Winner::Own,
                };
                let found = if difference < Decimal::ZERO { Winner::Own } else { Winner::Rent };
                prop_assert_eq!(found, expected, "at {} of {:?}", x, statement);
            }
            // and in the base case the difference equals that of the table, unless work waits
            let table = evaluated.value(own) - evaluated.value(rent);
            let adjusted: Decimal = pair.adjustments.iter().map(|(_, figure)| evaluated.value(*figure)).sum();
            close("at 1", difference(Decimal::ONE), table + adjusted, scale_at(Decimal::ONE));
        }
    }

    #[test]
    fn the_order_of_keys_and_comments_change_nothing(scenario in scenarios(), order in prop::collection::vec(any::<u16>(), 120)) {
        let mut tree = scenario.0;
        let before = without_places(answered(&tree));
        tree.reorder(&mut Dice::new(&order));
        let text = tree.yaml("   # a comment: { with, [signs] }");
        let after = support::answered(&text);
        prop_assert_eq!(before, without_places(after), "{}", text);
    }
}

/// Text of a comparison, without positions and fingerprint.
fn without_places(answer: Answer) -> String {
    let mut warnings = answer.warnings();
    for warning in &mut warnings {
        warning.place = None;
        warning.related.clear();
    }
    // findings have file order
    warnings.sort_by_key(|warning| (warning.code, warning.path.clone(), warning.message.clone()));
    let mut comparison = answer.comparison;
    comparison.header.sha256.clear();
    // they are included above
    comparison.warnings.clear();
    for flip in &mut comparison.flips {
        flip.number.place = None;
    }
    format!("{warnings:#?} {comparison:#?}")
}

/// Whether the values of one figure agree, over an interval and at a share of its length.
fn agree(piece: Interval, share: Decimal, value: Decimal) -> bool {
    let within = |low: Decimal, high: Decimal, slack: Decimal| low - slack <= value && value <= high + slack;
    let slack = |a: Decimal, b: Decimal| a.abs().max(b.abs()).max(Decimal::ONE) * Decimal::new(1, 18);
    match piece {
        Interval::Linear { from, to } => {
            let on_line = from + (to - from) * share;
            within(on_line, on_line, slack(from, to))
        }
        Interval::Within { low, high } => within(low, high, slack(low, high)),
        Interval::Unknown => true,
    }
}

/// Compares every figure that `input` affects: as a whole over (from, to] and as numbers at points of it.
fn pieces_hold(answer: &Answer, input: FigureId, (from, to): (Decimal, Decimal)) -> Result<(), TestCaseError> {
    let (sheet, values) = (&answer.evaluated.model.sheet, &answer.evaluated.values);
    let results: Vec<FigureId> = answer
        .evaluated
        .model
        .options
        .iter()
        .flat_map(|option| [option.total, option.present_value, option.useful_hours])
        .chain(answer.evaluated.model.pairs.iter().map(|pair| pair.difference))
        .collect();
    let needed = sheet.ancestors(&results);
    let moved: Vec<FigureId> =
        sheet.dependents(&[input]).into_iter().filter(|figure| needed.contains(figure)).collect();
    let mut pieces: Values<Interval> = sheet.values_of(values);
    pieces[sheet.at(input, 0)] = Interval::Linear { from, to };
    sheet.evaluate(&moved, &mut pieces).unwrap();
    for share in [1, 13, 50, 77, 100].map(percent) {
        let mut numbers = values.clone();
        numbers[sheet.at(input, 0)] = from + (to - from) * share;
        sheet.evaluate(&moved, &mut numbers).unwrap();
        for figure in &moved {
            let periods = if sheet.is_row(*figure) { sheet.periods().len() } else { 1 };
            for at in (0..periods).map(|period| sheet.at(*figure, period)) {
                let row = sheet.row(*figure);
                prop_assert!(
                    agree(pieces[at], share, numbers[at]),
                    "{row:?} is {:?} at {share} of {:?}",
                    numbers[at],
                    pieces[at]
                );
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn pieces_and_numbers_agree_in_the_demand_factor(scenario in scenarios(), from in 0..150i64, width in 1..100i64) {
        let answer = answered(&scenario.0);
        pieces_hold(&answer, answer.evaluated.model.factor, (percent(from), percent(from + width)))?;
    }

    #[test]
    fn pieces_and_numbers_agree_in_every_number(scenario in scenarios(), which in any::<prop::sample::Index>(), width in 1..30i64) {
        let answer = answered(&scenario.0);
        let sheet = &answer.evaluated.model.sheet;
        let numbers = answer.loaded.document.numbers();
        let inputs: Vec<(FigureId, Decimal, Decimal)> = numbers
            .iter()
            .filter_map(|number| {
                let (low, high) = (number.kind.minimum(), number.kind.maximum());
                let from = (number.value - (number.value.abs() * percent(width))).max(low);
                let to = (number.value + (number.value.abs() * percent(width)).max(percent(1))).min(high);
                (from < to).then_some((sheet.input(number.at)?, from, to))
            })
            .collect();
        let (input, from, to) = inputs[which.index(inputs.len())];
        pieces_hold(&answer, input, (from, to))?;
    }
}

/// A difference with jumps: d + s · x + Σ `height` · ceil(`rate` · x + `shift`).
#[derive(Clone, Debug)]
struct Steps {
    start: i64,
    slope: i64,
    jumps: Vec<(i64, i64, i64)>,
}

impl Steps {
    fn sheet(&self) -> (Sheet, FigureId, FigureId) {
        let draft = Draft::new(vec![rackrent::sheet::Period { first: 1, last: 12 }]);
        let x = draft.variable("x", Decimal::ONE);
        let hundredth = |value: i64| draft.constant(percent(value), Unit::ONE, "");
        let line = hundredth(self.start) + hundredth(self.slope) * x;
        let mut difference = line;
        for (height, rate, shift) in &self.jumps {
            difference = difference + hundredth(*height) * (hundredth(*rate) * x + hundredth(*shift)).ceil();
        }
        let ids = (x.id(), difference.id());
        (draft.finish(), ids.0, ids.1)
    }

    fn at(&self, x: Decimal) -> Decimal {
        let jumps = self
            .jumps
            .iter()
            .map(|(height, rate, shift)| percent(*height) * (percent(*rate) * x + percent(*shift)).ceil());
        percent(self.start) + percent(self.slope) * x + jumps.sum::<Decimal>()
    }
}

fn steps() -> impl Strategy<Value = Steps> {
    let jumps = prop::collection::vec((-500..500i64, -400..400i64, -150..150i64), 0..4);
    (-900..900i64, -900..900i64, jumps).prop_map(|(start, slope, jumps)| Steps { start, slope, jumps })
}

proptest! {
    #![proptest_config(cases(256))]

    #[test]
    fn every_change_of_sign_is_found_once(steps in steps()) {
        let (sheet, x, difference) = steps.sheet();
        // no jump lies at the very end, where the side above it is empty
        let limit = Decimal::new(30_007, 4);
        let scope = SearchScope { range: (Decimal::ZERO, limit), negligible: Decimal::ZERO, most: 1_000_000 };
        let values = sheet.values::<Decimal>();
        let moving = MovingInput::new(&sheet, &values, x, scope.range, &[difference]);
        let found = crossings(&moving, difference, scope).unwrap();
        let side = |value: Decimal| match value {
            value if value.is_zero() => None,
            value if value < Decimal::ZERO => Some(ZeroSide::Below),
            _ => Some(ZeroSide::Above),
        };
        let near = Decimal::new(1, 8);
        prop_assert!(found.crossings.windows(2).all(|pair| pair[0].at <= pair[1].at), "{found:?}");
        prop_assert!(found.sides.windows(2).all(|pair| pair[0] != pair[1]), "{found:?}");
        prop_assert!(found.crossings.is_empty() || found.sides.len() == found.crossings.len() + 1, "{found:?}");
        for (at, crossing) in found.crossings.iter().enumerate() {
            prop_assert!(Decimal::ZERO < crossing.at && crossing.at <= limit, "{found:?}");
            if !crossing.jump {
                prop_assert!(steps.at(crossing.at).abs() <= Decimal::new(1, 9), "{found:?}");
                continue;
            }
            let (below, above) = (steps.at(crossing.at - near), steps.at(crossing.at + near));
            let alone = found.crossings.iter().filter(|other| (other.at - crossing.at).abs() < near).count() == 1;
            if alone {
                prop_assert_eq!(side(below), Some(found.sides[at]), "{:?}", found);
                prop_assert_eq!(side(above), Some(found.sides[at + 1]), "{:?}", found);
            }
        }
        // nothing is missed: between the crossings the winner is the reported one
        for step in 1..=600 {
            let point = limit * Decimal::from(step) / Decimal::from(600);
            if found.crossings.iter().any(|crossing| (crossing.at - point).abs() < near) {
                continue;
            }
            let passed = found.crossings.iter().filter(|crossing| crossing.at < point).count();
            if let Some(side) = side(steps.at(point)) {
                prop_assert_eq!(Some(&side), found.sides.get(passed), "at {} of {:?}", point, found);
            }
        }
    }
}

/// Texts with a meaning in YAML or in a scenario, for insertion in wrong places.
const TOKENS: &[&str] = &[
    "\n",
    ":",
    " ",
    "-",
    "[",
    "]",
    "{",
    "}",
    "#",
    "&a",
    "*a",
    "<<: *a",
    "!!str",
    "%",
    "1e27",
    "1e12",
    "0",
    "-1",
    "360",
    "0.5",
    "100%",
    ".inf",
    "wait",
    "null",
    "~",
    "\"",
    "'",
    "\t",
    "\u{feff}",
    "é",
    "cloud-0",
    "nodes: 3\n",
    "rent:\n",
    "own:\n",
    "999999999999999999999999999999",
];

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn no_text_panics(text in "\\PC{0,200}") {
        let _ = ask("any", &text, &[]);
    }

    #[test]
    fn no_scenario_with_mistakes_panics(
        scenario in scenarios(),
        mistakes in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<prop::sample::Index>()), 1..4),
    ) {
        let mut text: Vec<char> = scenario.0.yaml("").chars().collect();
        for (at, kind, which) in mistakes {
            let at = at.index(text.len());
            let token = TOKENS[which.index(TOKENS.len())].chars();
            match kind {
                0 => drop(text.splice(at..at, token)),
                1 => drop(text.remove(at)),
                2 => {
                    let end = (at..text.len()).find(|at| text[*at] == '\n').unwrap_or(text.len());
                    drop(text.splice(at..end, token));
                }
                _ => {
                    let start = (0..at).rev().find(|at| text[*at] == '\n').unwrap_or(0);
                    let end = (at..text.len()).find(|at| text[*at] == '\n').unwrap_or(text.len());
                    drop(text.drain(start..end));
                }
            }
            if text.is_empty() {
                break;
            }
        }
        let _ = ask("mistaken", &text.into_iter().collect::<String>(), &[]);
    }
}

/// With these minutes two servers cost the same as renting from a jump on, to the last digits; either wins on one side of
/// the jump only. No search may halve forever where both cost the same.
#[test]
fn options_that_cost_the_same_from_a_jump_on_have_break_evens() {
    let settings = ["rent.gcp-a3.spot.restart_minutes=19.46573", "own.hgx-a100.availability=100%"];
    let answer = support::answer_of("scenarios/department.yaml", &settings);
    let given_up = CrossingOutcome::None(NoBreakEven::TooManyJumps);
    for pair in &answer.comparison.pairs {
        assert_ne!(pair.break_even.outcome, given_up, "{} {}", pair.own, pair.rent);
    }
    assert!(answer.comparison.pairs.iter().any(|pair| pair.break_even.points.iter().any(|point| point.jump)));
}
