//! Figures in binary floating point while inputs vary. The first evaluations at single values may walk the sheet. All others play
//! a tape, which is recorded once.

use super::operation::{Operand, TapeNumber};
use super::{FloatTape, FloatTapeValues, Step};
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::formula::FigureId;
use crate::sheet::Sheet;
use rust_decimal::Decimal;
use std::sync::OnceLock;

/// Work of recording an operation, relative to evaluating it.
const TO_WRITE: usize = 4;

/// Inputs of a sheet that vary, and figures that depend on them.
#[derive(Debug)]
pub struct MovingFigures<'s> {
    pub(crate) sheet: &'s Sheet,
    pub(crate) base_values: &'s Values<Decimal>,
    pub(crate) inputs: Vec<FigureId>,
    ranges: Vec<Bounds>,
    results: Vec<(FigureId, usize)>,
    /// Number of evaluations at single values in the sheet before a tape is recorded.
    first_looks: usize,
    /// Recorded after the first evaluations; none if a figure has no value.
    tape: OnceLock<Option<FloatTape>>,
    /// Work of recording, even if a figure has no value.
    recording_work: OnceLock<usize>,
}

/// Values of figures for one kind of number.
#[derive(Debug)]
pub struct FloatFigures<N> {
    /// Indices of the figures among all numbers of the sheet.
    places: Vec<usize>,
    required: Vec<FigureId>,
    evaluations: usize,
    /// For evaluations in the sheet: the figures that change, in the order of evaluation, and their values.
    in_sheet: Option<(Vec<FigureId>, Values<N>)>,
    in_tape: Option<FloatTapeValues<N>>,
}

impl<'s> MovingFigures<'s> {
    /// Inputs that vary within `ranges`, and figures, each in one period. All other inputs are as in the base case. The
    /// `first_looks` at single values walk the sheet.
    #[must_use]
    pub fn new(
        sheet: &'s Sheet,
        base_values: &'s Values<Decimal>,
        inputs: Vec<FigureId>,
        ranges: Vec<Bounds>,
        results: Vec<(FigureId, usize)>,
        first_looks: usize,
    ) -> MovingFigures<'s> {
        MovingFigures {
            sheet,
            base_values,
            inputs,
            ranges,
            results,
            first_looks,
            tape: OnceLock::new(),
            recording_work: OnceLock::new(),
        }
    }

    /// Storage for some of the figures, without values.
    #[must_use]
    pub fn values<N: TapeNumber>(&self, required: &[FigureId]) -> FloatFigures<N> {
        let results = self.results.iter().filter(|(figure, _)| required.contains(figure));
        let places = results.map(|(figure, period)| self.sheet.at(*figure, *period)).collect();
        FloatFigures { places, required: required.to_vec(), evaluations: 0, in_sheet: None, in_tape: None }
    }

    /// Evaluates the figures for numbers of the inputs; none if one of them does not exist.
    pub fn look<N: TapeNumber>(&self, inputs: &[N], values: &mut FloatFigures<N>) -> Option<()> {
        values.evaluations += 1;
        if values.evaluations <= N::first_looks(self.first_looks) && self.tape.get().is_none() {
            let (moved, in_sheet) = values.in_sheet.get_or_insert_with(|| {
                let moved = self.sheet.affected(&self.inputs, &values.required);
                let base = self.sheet.values_for(self.base_values, &moved, &values.required);
                (moved, base)
            });
            for (figure, number) in self.inputs.iter().zip(inputs) {
                in_sheet[self.sheet.at(*figure, 0)] = *number;
            }
            return self.sheet.evaluate(moved, in_sheet).ok();
        }
        let tape = self.tape.get_or_init(|| self.record()).as_ref()?;
        let in_tape = values.in_tape.get_or_insert_with(|| tape.values_for(&values.places));
        tape.play(inputs, in_tape)
    }

    /// Work of recording the tape, in numbers of a sheet; zero before.
    #[must_use]
    pub fn work_to_specialise(&self) -> usize {
        self.recording_work.get().copied().unwrap_or_default()
    }

    /// Figures that take whole units, from the last evaluation; none before a tape is recorded.
    pub(crate) fn steps(&self, values: &FloatFigures<Ball>) -> Option<Vec<Step>> {
        Some(self.tape.get()?.as_ref()?.steps(values.in_tape.as_ref()?))
    }

    /// Share of an interval at which figures that take whole units jump, from their estimates at its ends; none if they
    /// jump at several points, or if a point is not known.
    pub(crate) fn only_jump(&self, before: &[Step], after: &[Step]) -> Option<f64> {
        self.tape.get()?.as_ref()?.only_jump(before, after)
    }

    /// Periods of a row with different numbers: of those with the same recorded number only the first, and none whose
    /// number is constant and `is_settled`. None before a tape is recorded.
    #[must_use]
    pub fn different_periods(&self, row: FigureId, is_settled: impl Fn(Decimal) -> bool) -> Option<Vec<usize>> {
        let tape = self.tape.get()?.as_ref()?;
        let mut different: Vec<(usize, Operand)> = Vec::new();
        for period in 0..self.sheet.width(row) {
            let operand = tape.operand(self.sheet.at(row, period))?;
            let is_constant = matches!(operand, Operand::Exact(value) if is_settled(value));
            if !is_constant && different.iter().all(|(_, other)| *other != operand) {
                different.push((period, operand));
            }
        }
        Some(different.into_iter().map(|(period, _)| period).collect())
    }

    fn record(&self) -> Option<FloatTape> {
        let mut work = 0;
        let tape = self.sheet.float_tape(self.base_values, &self.inputs, &self.ranges, &self.results, &mut work);
        self.recording_work.get_or_init(|| TO_WRITE * work);
        tape.ok()
    }

    /// A figure in a period, from the last evaluation; none if it is not among the figures.
    #[must_use]
    pub fn value<N: TapeNumber>(&self, figure: FigureId, period: usize, values: &FloatFigures<N>) -> Option<N> {
        let at = self.sheet.at(figure, period);
        match &values.in_tape {
            Some(in_tape) => self.tape.get()?.as_ref()?.value(at, in_tape),
            None => values.in_sheet.as_ref().map(|(_, in_sheet)| in_sheet[at]),
        }
    }
}

impl<N> FloatFigures<N> {
    /// Estimated work so far, in numbers of a sheet.
    #[must_use]
    pub fn work(&self) -> usize {
        self.in_sheet.as_ref().map_or(0, |(_, values)| values.work())
            + self.in_tape.as_ref().map_or(0, FloatTapeValues::work)
    }
}
