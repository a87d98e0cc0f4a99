//! Time of each stage of a comparison on the smallest and the largest example, and the overhead of the interpreter over bare
//! decimal operations. Run with `cargo bench`; BENCHMARKS.md has results and method.

use divan::{Bencher, black_box};
use rackrent::analysis::answer;
use rackrent::demand::Traces;
use rackrent::model::{self, Model};
use rackrent::scenario::{Loaded, load};
use rackrent::sheet::{
    Binary, Counted, EvaluationErrorKind, FigureId, Formula, MovingInput, Number, SearchScope, Source, crossings,
};
use rackrent::variation::Evaluated;
use rust_decimal::Decimal;
use std::cell::RefCell;
use std::process::{Command, Stdio};

const EXAMPLES: [&str; 2] = ["scenarios/serving-8xh100.yaml", "scenarios/training-512xh100.yaml"];

fn main() {
    divan::main();
}

fn text(example: &str) -> String {
    std::fs::read_to_string(example).expect("the examples are part of the repository")
}

fn loaded(example: &str) -> Loaded {
    load(example, &text(example), &[]).expect("the examples are valid")
}

fn built(example: &str) -> Model {
    model::build(&loaded(example).scenario, &Traces::none())
}

/// Figures of an exact evaluation: lines, totals, differences, and the figures they depend on.
fn figures(model: &Model) -> Vec<FigureId> {
    let results: Vec<FigureId> = model.options.iter().flat_map(|option| [option.total, option.present_value]).collect();
    let results = [results, model.pairs.iter().map(|pair| pair.difference).collect()].concat();
    model.sheet.ancestors(&results)
}

/// Loads a text as a typed scenario, with all checks.
#[divan::bench(args = EXAMPLES)]
fn load_scenario(bencher: Bencher<'_, '_>, example: &str) {
    let text = text(example);
    bencher.bench(|| load(example, black_box(&text), &[]).is_ok());
}

/// Builds the sheet of a typed scenario.
#[divan::bench(args = EXAMPLES)]
fn build_sheet(bencher: Bencher<'_, '_>, example: &str) {
    let loaded = loaded(example);
    bencher.bench(|| model::build(black_box(&loaded.scenario), &Traces::none()));
}

/// Evaluates every figure exactly.
#[divan::bench(args = EXAMPLES)]
fn evaluate(bencher: Bencher<'_, '_>, example: &str) {
    let model = built(example);
    let (figures, mut values) = (figures(&model), model.sheet.values::<Decimal>());
    bencher.bench_local(|| model.sheet.evaluate(black_box(&figures), &mut values));
}

thread_local! {
    static OPERATIONS: RefCell<Vec<Operation>> = const { RefCell::new(Vec::new()) };
}

/// Decimal operation of an evaluation, with its operands.
#[derive(Clone, Copy)]
enum Operation {
    Binary(Binary, Decimal, Decimal),
    Ceil(Decimal),
    Root(Decimal, u8),
}

/// Number that records the operations on it.
#[derive(Clone, PartialEq)]
struct Noted(Decimal);

fn note(operation: Operation) {
    OPERATIONS.with_borrow_mut(|operations| operations.push(operation));
}

impl Number for Noted {
    fn of(value: Decimal) -> Self {
        Noted(value)
    }
    fn binary(binary: Binary, a: &Self, b: &Self) -> Result<Self, EvaluationErrorKind> {
        note(Operation::Binary(binary, a.0, b.0));
        <Decimal as Number>::binary(binary, &a.0, &b.0).map(Noted)
    }
    fn ceil(&self) -> Self {
        note(Operation::Ceil(self.0));
        Noted(rackrent::number::ceil(self.0))
    }
    fn any(&self) -> Self {
        Noted(<Decimal as Number>::any(&self.0))
    }
    fn power(&self, exponent: u32) -> Result<Self, EvaluationErrorKind> {
        let (mut result, mut base, mut left) = (Noted(Decimal::ONE), self.clone(), exponent);
        while left > 0 {
            if left & 1 == 1 {
                result = Noted::binary(Binary::Multiply, &result, &base)?;
            }
            left >>= 1;
            if left > 0 {
                base = Noted::binary(Binary::Multiply, &base, &base.clone())?;
            }
        }
        Ok(result)
    }
    fn root(&self, degree: u8) -> Result<Self, EvaluationErrorKind> {
        note(Operation::Root(self.0, degree));
        Ok(Noted(rackrent::number::root(self.0, degree)))
    }
    fn exact(&self) -> Option<Decimal> {
        Some(self.0)
    }
}

impl Counted for Noted {}

/// Baseline of `evaluate`: the same decimal operations on the same values in a loop, without a sheet.
#[divan::bench(args = EXAMPLES)]
fn evaluate_peer_bare_decimals(bencher: Bencher<'_, '_>, example: &str) {
    let model = built(example);
    let mut values = model.sheet.values::<Noted>();
    OPERATIONS.take();
    model.sheet.evaluate(&figures(&model), &mut values).expect("the examples have values");
    let operations = OPERATIONS.take();
    let mut results = vec![Decimal::ZERO; operations.len()];
    bencher.bench_local(|| {
        for (operation, result) in operations.iter().zip(&mut results) {
            *result = match *operation {
                Operation::Binary(Binary::Add, a, b) => a + b,
                Operation::Binary(Binary::Subtract, a, b) => a - b,
                Operation::Binary(Binary::Multiply, a, b) => a * b,
                Operation::Binary(Binary::Divide, a, b) => a / b,
                Operation::Binary(Binary::Minimum, a, b) => a.min(b),
                Operation::Binary(Binary::Maximum, a, b) => a.max(b),
                Operation::Binary(Binary::PositivePart, a, b) => (a - b).max(Decimal::ZERO),
                Operation::Ceil(a) => a.ceil(),
                Operation::Root(a, degree) => rackrent::number::root(a, degree),
            };
        }
        black_box(&results);
    });
}

/// Evaluates the figures that depend on one changed input, the price of the first rented option.
#[divan::bench(args = EXAMPLES)]
fn reevaluate_one_input(bencher: Bencher<'_, '_>, example: &str) {
    let loaded = loaded(example);
    let model = model::build(&loaded.scenario, &Traces::none());
    let sheet = &model.sheet;
    let price = |node| loaded.document.key(node).starts_with("on_demand_per");
    let input = sheet
        .all()
        .into_iter()
        .find(|figure| matches!(sheet.row(*figure).formula, Formula::Leaf(Source::Given(given)) if price(given.into())))
        .expect("the examples rent by the hour");
    let mut values = sheet.values::<Decimal>();
    sheet.evaluate(&figures(&model), &mut values).expect("the examples have values");
    let results: Vec<FigureId> = model.pairs.iter().map(|pair| pair.difference).collect();
    let moved = sheet.affected(&[input], &results);
    bencher.bench_local(|| sheet.evaluate(black_box(&moved), &mut values));
}

/// Searches the break-even of every pair.
#[divan::bench(args = EXAMPLES)]
fn break_even(bencher: Bencher<'_, '_>, example: &str) {
    let evaluated = Evaluated::new(built(example)).expect("the examples have values");
    let model = &evaluated.model;
    let scope = SearchScope { range: (Decimal::ZERO, Decimal::ONE), negligible: Decimal::ZERO, most: 40_000_000 };
    let differences: Vec<FigureId> = model.pairs.iter().map(|pair| pair.difference).collect();
    bencher.bench(|| {
        let moving = MovingInput::new(&model.sheet, &evaluated.values, model.factor, scope.range, &differences);
        for pair in &model.pairs {
            black_box(crossings(&moving, pair.difference, scope).ok());
        }
    });
}

/// Computes a whole comparison from the loaded scenario.
#[divan::bench(args = EXAMPLES)]
fn compare(bencher: Bencher<'_, '_>, example: &str) {
    bencher.with_inputs(|| loaded(example)).bench_values(|loaded| answer(loaded, Traces::none()).is_ok());
}

const ALL: [&str; 7] = [
    "scenarios/serving-8xh100.yaml",
    "scenarios/tpu-against-owned.yaml",
    "scenarios/vendor-quote.yaml",
    "scenarios/edge-fleet.yaml",
    "scenarios/endpoint-or-own.yaml",
    "scenarios/growing-team.yaml",
    "scenarios/training-512xh100.yaml",
];

/// Runs the program on every example: start, read, compute, print.
#[divan::bench(args = ALL)]
fn whole_process(bencher: Bencher<'_, '_>, example: &str) {
    bencher.bench(|| {
        let program = env!("CARGO_BIN_EXE_rackrent");
        let mut command = Command::new(program);
        command.args(["compare", example]).stdout(Stdio::null()).stderr(Stdio::null()).status()
    });
}
