//! A tape that is played for many draws at a time.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::piecewise::{FloatLevels, FloatQuery, PiecewiseLinear, float};
use super::play::{LANES, Lanes, Prepared, compute};
use crate::arithmetic::EvaluationErrorKind;
use crate::bounds::Bounds;
use crate::evaluate::{EvaluationError, Values};
use crate::formula::FigureId;
use crate::levels::DescendingLevels;
use crate::linear::CellId;
use crate::sheet::Sheet;
use crate::tape::{Function, LevelsOf, Operand, Operation, Purpose, Queried, Tape};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::sync::Arc;

/// A drawn input with the range of its draws.
#[derive(Clone, Copy, Debug)]
pub struct Drawn {
    /// The input.
    pub figure: FigureId,
    /// Smallest draw.
    pub low: f64,
    /// Largest draw.
    pub high: f64,
}

/// Index of lanes while a program runs.
type Place = usize;

/// The operations that compute results from drawn inputs.
#[derive(Debug)]
pub struct LaneProgram {
    operations: Vec<Operation>,
    /// Cells to compute, in order.
    steps: Vec<(CellId, Prepared)>,
    /// Lanes of each cell that is needed. They are reused once no later step reads the cell.
    place_of: Vec<Option<Place>>,
    places: usize,
    inputs: usize,
    results: Vec<Operand>,
    /// Maximum number of searches of independent loads that a draw takes.
    searches: usize,
}

/// Maximum number of searches of independent loads in a draw: ten seconds for a hundred thousand draws.
const MOST_SEARCHES: usize = 20_000;

impl Sheet {
    /// A program that computes `results`, each in one period, from drawn inputs; all other inputs are as in `values`.
    ///
    /// # Errors
    /// If a figure has no value, independently of the draws, or every draw would take too many searches of independent loads.
    pub fn lane_program(
        &self,
        values: &Values<Decimal>,
        drawn: &[Drawn],
        results: &[(FigureId, usize)],
    ) -> Result<LaneProgram, EvaluationError> {
        let ranges: Vec<Bounds> = drawn.iter().map(|input| Bounds::any_between(input.low, input.high)).collect();
        let inputs: Vec<FigureId> = drawn.iter().map(|input| input.figure).collect();
        let tape = self.record(Purpose::Draws, values, &inputs, Some(&ranges), results, &mut 0)?;
        let program = LaneProgram::new(tape);
        if program.searches > MOST_SEARCHES {
            let figure = results.first().map_or(FigureId(0), |(figure, _)| *figure);
            return Err(EvaluationError { figure, error: EvaluationErrorKind::TooManyLevels });
        }
        Ok(program)
    }
}

impl LaneProgram {
    /// The operations that the results need, with lanes that are reused.
    fn new(tape: Tape) -> LaneProgram {
        let Tape { operations, inputs, results, bounds } = tape;
        let last_reads = last_reads(&operations, &results);
        let (mut place_of, mut free, mut places) = (vec![None; operations.len()], Vec::new(), 0);
        let mut levels = PreparedLevels::default();
        let (mut steps, mut searches) = (Vec::new(), 0_usize);
        for (cell, operation) in operations.iter().enumerate().filter(|(cell, _)| last_reads[*cell].is_some()) {
            place_of[cell] = Some(free.pop().unwrap_or_else(|| {
                places += 1;
                places - 1
            }));
            if !matches!(operation, Operation::Input) {
                let bounds = |cell: CellId| bounds.as_ref().and_then(|bounds| bounds[cell as usize].limits());
                let limits = |cell| {
                    bounds(cell).map(|(low, high)| Limits {
                        low: low.middle(),
                        high: high.middle(),
                        error: low.radius().max(high.radius()),
                    })
                };
                let cell = CellId::try_from(cell).expect("cells are counted in u32");
                let prepared = prepared(operation, &limits, &mut levels);
                searches = searches.saturating_add(most_searches(operation, &prepared, &limits));
                steps.push((cell, prepared));
            }
            let mut reads = Vec::new();
            operation.read(|read| reads.push(read as usize));
            reads.sort_unstable();
            reads.dedup();
            free.extend(
                reads.into_iter().filter(|read| last_reads[*read] == Some(cell)).filter_map(|read| place_of[read]),
            );
        }
        LaneProgram { operations, steps, place_of, places, inputs, results, searches }
    }

    /// Allocates the lanes for playing the program.
    #[must_use]
    pub fn lanes(&self) -> Vec<Box<Lanes>> {
        // one more, which a step writes while others are read
        (0..=self.places).map(|_| Box::new([0.0; LANES])).collect()
    }

    /// Number of operations for each draw.
    #[must_use]
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Computes the results of a block of draws; `drawn` has the lanes of each input.
    pub fn play(&self, drawn: &[Lanes], lanes: &mut [Box<Lanes>]) {
        for (place, draws) in self.place_of[..self.inputs].iter().zip(drawn) {
            if let Some(place) = place {
                *lanes[*place] = *draws;
            }
        }
        let spare = self.places;
        for (cell, prepared) in &self.steps {
            let to = self.place(*cell);
            lanes.swap(to, spare);
            let (places, written) = lanes.split_at_mut(spare);
            let of = |cell: CellId| &*places[self.place(cell)];
            compute(&self.operations[*cell as usize], prepared, &of, &mut written[0]);
            lanes.swap(to, spare);
        }
    }

    fn place(&self, cell: CellId) -> Place {
        self.place_of[cell as usize].expect("a cell that is read has lanes")
    }

    /// Draws of a result, after the program was played.
    #[must_use]
    pub fn result(&self, at: usize, lanes: &[Box<Lanes>]) -> Lanes {
        match self.results[at] {
            Operand::Cell(cell) => *lanes[self.place(cell)],
            Operand::Exact(constant) => [float(constant); LANES],
        }
    }

    /// Value of a result that no input affects.
    #[must_use]
    pub fn constant(&self, at: usize) -> Option<f64> {
        match self.results[at] {
            Operand::Cell(_) => None,
            Operand::Exact(constant) => Some(float(constant)),
        }
    }
}

/// The last cell that reads each cell that a result needs; `usize::MAX` for results.
fn last_reads(operations: &[Operation], results: &[Operand]) -> Vec<Option<usize>> {
    let mut last = vec![None; operations.len()];
    for result in results {
        if let Operand::Cell(cell) = result {
            last[*cell as usize] = Some(usize::MAX);
        }
    }
    for (at, operation) in operations.iter().enumerate().rev() {
        if last[at].is_some() {
            operation.read(|cell| {
                last[cell as usize].get_or_insert(at);
            });
        }
    }
    last
}

/// Range of a cell, and its rounding error.
struct Limits {
    low: f64,
    high: f64,
    error: f64,
}

fn prepared(
    operation: &Operation,
    limits: &impl Fn(CellId) -> Option<Limits>,
    levels: &mut PreparedLevels,
) -> Prepared {
    match operation {
        Operation::One(Function::Ceil | Function::Any, cell) => {
            let error = limits(*cell).map_or(f64::INFINITY, |limits| limits.error);
            Prepared::Tolerance((8.0 * error).clamp(1e-10, 1e-6))
        }
        Operation::Units(LevelsOf::Still(falling, _), query) => {
            let levels = levels.of(falling);
            let function = || {
                let Some(Operand::Cell(scale)) = query.scale else { return None };
                let Limits { low, high, error: _ } = limits(scale)?;
                let FloatLevels::Listed(levels) = levels.as_ref() else { return None };
                PiecewiseLinear::new(levels, &constant_query(query)?, (low, high))
            };
            function().map_or_else(|| Prepared::Levels(Arc::clone(&levels)), Prepared::Function)
        }
        Operation::Most(falling, _) => Prepared::Levels(levels.of(falling)),
        Operation::Input
        | Operation::Linear(_)
        | Operation::Two(..)
        | Operation::QuotientOr(_)
        | Operation::One(..)
        | Operation::Levels(_)
        | Operation::Units(LevelsOf::Moving(_), _) => Prepared::Plain,
    }
}

/// Maximum number of searches, or of levels, that a query of independent loads visits in a draw.
fn most_searches(operation: &Operation, prepared: &Prepared, limits: &impl Fn(CellId) -> Option<Limits>) -> usize {
    let (Operation::Units(LevelsOf::Still(falling, _), query), Prepared::Levels(levels)) = (operation, prepared) else {
        return 0;
    };
    let FloatLevels::Independent(_) = levels.as_ref() else { return 0 };
    let range = |operand: Operand| match operand {
        Operand::Exact(value) => Some((float(value), float(value))),
        Operand::Cell(cell) => limits(cell).map(|limits| (limits.low, limits.high)),
    };
    let units = || {
        let scale = query.scale.map_or(Some(1.0), |scale| Some(range(scale)?.1))?;
        let cap = query.cap.and_then(range).map_or(f64::INFINITY, |(_, high)| high);
        let step = query.step.map_or(Some(f64::INFINITY), |step| Some(range(step)?.0))?;
        ((float(falling.highest()) * scale).min(cap) / step).to_usize()
    };
    let each = falling.len() / falling.searches();
    falling.searches().saturating_mul(units().map_or(each, |units| each.min(units + 1)))
}

/// The query, if only its scale varies.
fn constant_query(query: &Queried) -> Option<FloatQuery> {
    let constant = |operand: Option<Operand>, absent: f64| match operand {
        None => Some(absent),
        Some(Operand::Exact(value)) => Some(float(value)),
        Some(Operand::Cell(_)) => None,
    };
    let step = match query.step {
        None => None,
        Some(step) => Some(constant(Some(step), 1.0)?),
    };
    let cap = constant(query.cap, f64::INFINITY)?.max(0.0);
    Some(FloatQuery { above: constant(query.above, 0.0)?, cap, step, reserved: constant(query.reserved, 0.0)? })
}

/// Levels in floating point, each converted once.
#[derive(Default)]
struct PreparedLevels(Vec<(*const DescendingLevels, Arc<FloatLevels>)>);

impl PreparedLevels {
    fn of(&mut self, falling: &Arc<DescendingLevels>) -> Arc<FloatLevels> {
        let address = Arc::as_ptr(falling);
        if let Some((_, levels)) = self.0.iter().find(|(known, _)| *known == address) {
            return Arc::clone(levels);
        }
        let levels = Arc::new(FloatLevels::of(falling));
        self.0.push((address, Arc::clone(&levels)));
        levels
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bounds::tests::d;
    use crate::formula::OriginId;
    use crate::unit::Unit;
    use crate::{CurveQuery, Draft, DraftShape, DraftTerm, Period};

    #[test]
    fn a_load_that_grows_by_a_drawn_rate_is_one_query_in_its_second_year_too() {
        let draft = Draft::new(vec![Period { first: 13, last: 24 }]);
        let constant = |value: &str| draft.constant(d(value), Unit::ONE, "a number");
        let rate = draft.input(OriginId(1), d("0.2"), Unit::ONE);
        let (growth, share) = (constant("1") + rate, constant("0.25"));
        let levels = ["3", "17", "29", "45.6"].map(|level| (constant(level) * growth, share));
        let steps = DraftTerm { shape: DraftShape::Steps(levels.to_vec()), weight: None.into(), gauge: None };
        let query = CurveQuery { step: Some(constant("8")), ..CurveQuery::default() };
        let hours = draft.hours(draft.curve(constant("100"), &[steps]), query);
        let (drawn, result) = (rate.id(), hours.id());
        let sheet = draft.finish();
        let mut values = sheet.values::<Decimal>();
        sheet.evaluate(&sheet.all(), &mut values).unwrap();
        let drawn = [Drawn { figure: drawn, low: 0.0, high: 1.0 }];
        let program = sheet.lane_program(&values, &drawn, &[(result, 0)]).unwrap();
        // the growth, the query and its multiple by the hours of the month
        assert!(program.length() <= 3, "{} operations", program.length());
        let mut lanes = program.lanes();
        program.play(&[[0.5; LANES]], &mut lanes);
        // 1 + 4 + 6 + 9 units for 4.5, 25.5, 43.5 and 68.4, a quarter of 100 hours each
        assert!((program.result(0, &lanes)[7] - 500.0).abs() < 1e-9, "{}", program.result(0, &lanes)[7]);
    }
}
