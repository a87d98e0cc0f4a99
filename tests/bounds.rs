//! Overflow test: no single input within its bounds makes a figure overflow or divide by zero. Proved for whole intervals:
//! every example is evaluated with bounds, which are unknown where that could happen.

use crate::support::{answer_of, read_as, scenarios_in, text_of};
use rackrent::ScenarioText;
use rackrent::cli::Folder;
use rackrent::inputs::FigureRule;
use rackrent::model::{self, Model};
use rackrent::scenario::Setting;
use rackrent::sheet::{Binary, Bounds, FigureId, Formula, Interval, RuleId, Sheet, Source, Values};
use rust_decimal::Decimal;
use std::path::Path;

/// Figures that an evaluation must reach: totals and present values of the lines, and the differences of the pairs.
fn results(model: &Model) -> Vec<FigureId> {
    let lines = model.options.iter().flat_map(|option| &option.lines);
    let lines = lines.flat_map(|line| [line.total, line.present_value]);
    lines.chain(model.pairs.iter().map(|pair| pair.difference)).collect()
}

fn may_break(sheet: &Sheet, values: &Values<Interval>, rule: FigureId) -> bool {
    (0..sheet.periods().len()).any(|period| match values[sheet.at(rule, period)] {
        Interval::Linear { from, to } => from.max(to) > Decimal::ZERO,
        Interval::Within { high, .. } => high > Decimal::ZERO,
        Interval::Unknown => true,
    })
}

fn divides(sheet: &Sheet, figure: FigureId) -> bool {
    let by = |row: &FigureId| matches!(sheet.row(*row).formula, Formula::Binary(Binary::Divide, _, by) if by == figure);
    sheet.all().iter().any(by)
}

fn overflows_nowhere(path: &Path) -> usize {
    let name = path.to_str().unwrap();
    let (loaded, traces) = read_as(name, &text_of(path));
    let model = model::build(&loaded.scenario, &traces);
    let sheet = &model.sheet;
    let results = results(&model);
    let mut checked = 0;
    let rules: Vec<FigureId> = sheet.conditions().iter().map(|condition| condition.not_above_zero).collect();
    let wanted = sheet.ancestors(&[results.as_slice(), &rules].concat());
    for figure in sheet.all() {
        let Formula::Leaf(Source::Given(given)) = sheet.row(figure).formula else {
            continue;
        };
        if sheet.is_structural(given) {
            continue;
        }
        let node = given.into();
        let kind = loaded.document.number(node).unwrap().kind;
        let stated = loaded.document.number(node).unwrap().value;
        let over = |from, to| {
            let mut values = sheet.values::<Interval>();
            values[sheet.at(figure, 0)] = Interval::Linear { from, to };
            sheet.evaluate(&wanted, &mut values).unwrap();
            values
        };
        // unbounded results, such as a job of nearly no accelerators or nearly no output per hour, are rejected with the
        // figure's name
        let divisor = kind.minimum().is_zero() && divides(sheet, figure);
        let least = if divisor { stated / Decimal::ONE_THOUSAND } else { kind.minimum() };
        let mut values = over(least, kind.maximum());
        let is_unknown =
            |values: &Values<Interval>| results.iter().any(|result| values[sheet.at(*result, 0)] == Interval::Unknown);
        // a minimum that a rule refuses, such as no tokens read by requests that write none, has no figures, and near it hours and
        // rates are unbounded: only the base case is tested
        let is_refused = || {
            let setting = Setting { path: loaded.document.path(node), value: kind.minimum().to_string() };
            ScenarioText::new(&text_of(path), &Folder::of(name)).named(name).set(&[setting]).read().is_err()
        };
        if is_unknown(&values) && is_refused() {
            let tenth = stated / Decimal::TEN;
            values = over(stated - tenth, stated + tenth);
        }
        // if spot cannot finish, an option is impossible and has no figures: only the base case is tested then
        if sheet.conditions().iter().any(|c| {
            c.rule == RuleId::from(FigureRule::SpotCannotFinish) && may_break(sheet, &values, c.not_above_zero)
        }) {
            let tenth = stated / Decimal::TEN;
            values = over(stated - tenth, stated + tenth);
        }
        for result in &results {
            let unknown = values[sheet.at(*result, 0)] == Interval::Unknown;
            let display_name = sheet.row(*result).name.as_deref().unwrap_or("a figure");
            assert!(!unknown, "{name}: `{}` between its bounds: {display_name}", loaded.document.path(node));
        }
        checked += 1;
    }
    checked
}

#[test]
fn no_input_within_its_bounds_overflows() {
    let scenarios = ["scenarios", "tests/conformance"].map(scenarios_in).concat();
    let checked: usize = scenarios.iter().map(|path| overflows_nowhere(path)).sum();
    assert!(checked > 50, "only {checked} inputs were tried");
}

/// Evaluates the differences of all pairs over intervals of the demand factor, halved as in a break-even search.
fn verdicts_of(path: &Path) -> (usize, usize) {
    let answer = answer_of(path, &[]);
    let evaluated = &answer.evaluated;
    let model = &evaluated.model;
    let sheet = &model.sheet;
    let mut exact: Values<Interval> = sheet.values_of(&evaluated.values);
    let mut bounds: Values<Bounds> = sheet.values_of(&evaluated.values);
    let differences: Vec<FigureId> = model.pairs.iter().map(|pair| pair.difference).collect();
    let moved = sheet.affected(&[model.factor], &differences);
    let (mut sure, mut tested) = (0, 0);
    for halvings in 0..5_u32 {
        let parts = 2_u32.pow(halvings);
        let width = Decimal::from(3) / Decimal::from(parts);
        for part in 0..parts {
            let (a, b) = (width * Decimal::from(part), width * Decimal::from(part + 1));
            exact[sheet.at(model.factor, 0)] = Interval::Linear { from: a, to: b };
            bounds[sheet.at(model.factor, 0)] = Bounds::linear(a, b);
            sheet.evaluate(&moved, &mut exact).unwrap();
            sheet.evaluate(&moved, &mut bounds).unwrap();
            for difference in &differences {
                let at = sheet.at(*difference, 0);
                let exactly = exact[at].sure(Decimal::ZERO);
                let floats = bounds[at].sure(Decimal::ZERO);
                tested += usize::from(exactly.is_some());
                sure += usize::from(floats.is_some());
                if let Some(floats) = floats {
                    assert_eq!(
                        Some(floats),
                        exactly,
                        "{}: ({a}, {b}]: {:?} {:?}",
                        path.display(),
                        bounds[at],
                        exact[at]
                    );
                }
            }
        }
    }
    (sure, tested)
}

#[test]
fn floats_and_exact_intervals_agree_on_the_examples() {
    let scenarios = ["scenarios", "tests/conformance"].map(scenarios_in).concat();
    let counted = scenarios.iter().map(|path| verdicts_of(path));
    let (sure, tested) = counted.fold((0, 0), |sum, of| (sum.0 + of.0, sum.1 + of.1));
    assert!(tested > 1_000 && sure * 10 > tested * 8, "{sure} of {tested}");
}
