//! Figures while inputs move, in binary floating point: looked at in the sheet at first, and in what is left of it once the first
//! looks have not told enough, after which mostly many more are needed.

use super::operation::Foldable;
use super::{Folded, FoldedValues};
use crate::ball::Ball;
use crate::bounds::Bounds;
use crate::evaluate::Values;
use crate::formula::FigureId;
use crate::sheet::Sheet;
use rust_decimal::Decimal;
use std::sync::OnceLock;

/// The stated values of a sheet in binary floating point, made once for all inputs that move.
#[derive(Debug, Default)]
pub struct StatedInFloats {
    pub(super) balls: OnceLock<Values<Ball>>,
    pub(super) bounds: OnceLock<Values<Bounds>>,
}

/// How often figures are looked at in the sheet before it is folded.
#[derive(Clone, Copy, Debug)]
pub struct FirstLooks {
    /// At single values.
    pub at_values: usize,
    /// Over intervals.
    pub over_intervals: usize,
}

/// How much it takes to write an operation down beside what it takes to work it out.
const TO_WRITE: usize = 4;

/// Inputs of a sheet that move, and figures that follow from them.
#[derive(Debug)]
pub struct MovingFigures<'s> {
    pub(crate) sheet: &'s Sheet,
    pub(crate) stated: &'s Values<Decimal>,
    pub(crate) inputs: Vec<FigureId>,
    ranges: Option<Vec<(Decimal, Decimal)>>,
    results: Vec<(FigureId, usize)>,
    first_looks: FirstLooks,
    /// What is left to be worked out, once anybody looks often; none where a figure has no value.
    folded: OnceLock<Option<Folded>>,
    /// How much was worked out for that, also where a figure has no value.
    worked_to_fold: OnceLock<usize>,
}

/// Figures at numbers of a kind for the inputs.
#[derive(Debug)]
pub struct FloatFigures<N> {
    /// The figures by their places among all numbers of the sheet.
    places: Vec<usize>,
    wanted: Vec<FigureId>,
    looks: usize,
    /// In the sheet, with what of it moves, in the order of evaluation.
    in_sheet: Option<(Vec<FigureId>, Values<N>)>,
    in_folded: Option<FoldedValues<N>>,
}

impl<'s> MovingFigures<'s> {
    /// Inputs that move over ranges which they do not leave, from just after the first value to the second, or anywhere; and
    /// figures, each in one period. All else is as it is stated.
    #[must_use]
    pub fn new(
        sheet: &'s Sheet,
        stated: &'s Values<Decimal>,
        inputs: Vec<FigureId>,
        ranges: Option<Vec<(Decimal, Decimal)>>,
        results: Vec<(FigureId, usize)>,
        first_looks: FirstLooks,
    ) -> MovingFigures<'s> {
        MovingFigures {
            sheet,
            stated,
            inputs,
            ranges,
            results,
            first_looks,
            folded: OnceLock::new(),
            worked_to_fold: OnceLock::new(),
        }
    }

    /// Some of the figures, of which nothing is known yet.
    #[must_use]
    pub fn values<N: Foldable>(&self, wanted: &[FigureId]) -> FloatFigures<N> {
        let results = self.results.iter().filter(|(figure, _)| wanted.contains(figure));
        let places = results.map(|(figure, period)| self.sheet.at(*figure, *period)).collect();
        FloatFigures { places, wanted: wanted.to_vec(), looks: 0, in_sheet: None, in_folded: None }
    }

    /// Works out figures at numbers for the inputs; none where one of them has no such number. What is `kept` in floats of the
    /// stated values serves all inputs that are moved.
    pub fn look<N: Foldable>(&self, inputs: &[N], values: &mut FloatFigures<N>, kept: &StatedInFloats) -> Option<()> {
        values.looks += 1;
        if values.looks <= N::first_looks(&self.first_looks) {
            let (moved, in_sheet) = values.in_sheet.get_or_insert_with(|| {
                let stated = N::stated(kept).get_or_init(|| self.sheet.values_of(self.stated)).clone();
                (self.sheet.affected(&self.inputs, &values.wanted), stated)
            });
            for (figure, number) in self.inputs.iter().zip(inputs) {
                in_sheet[self.sheet.at(*figure, 0)] = *number;
            }
            return self.sheet.evaluate(moved, in_sheet).ok();
        }
        let folded = self.folded.get_or_init(|| self.fold()).as_ref()?;
        let in_folded = values.in_folded.get_or_insert_with(|| folded.values_for(&values.places));
        folded.play(inputs, in_folded)
    }

    /// How much was worked out to fold the sheet, counted as the numbers of a sheet are; nothing before.
    #[must_use]
    pub fn worked_to_fold(&self) -> usize {
        self.worked_to_fold.get().copied().unwrap_or_default()
    }

    fn fold(&self) -> Option<Folded> {
        let mut worked = 0;
        let folded = self.sheet.folded(self.stated, &self.inputs, self.ranges.as_deref(), &self.results, &mut worked);
        self.worked_to_fold.get_or_init(|| TO_WRITE * worked);
        folded.ok()
    }

    /// A figure in a period, of those that were last worked out; none if it is not one of them.
    #[must_use]
    pub fn value<N: Foldable>(&self, figure: FigureId, period: usize, values: &FloatFigures<N>) -> Option<N> {
        let at = self.sheet.at(figure, period);
        match &values.in_folded {
            Some(in_folded) => self.folded.get()?.as_ref()?.value(at, in_folded),
            None => values.in_sheet.as_ref().map(|(_, in_sheet)| in_sheet[at]),
        }
    }
}

impl<N> FloatFigures<N> {
    /// About how much was worked out so far, counted as the numbers of a sheet are.
    #[must_use]
    pub fn worked(&self) -> usize {
        self.in_sheet.as_ref().map_or(0, |(_, values)| values.worked())
            + self.in_folded.as_ref().map_or(0, FoldedValues::worked)
    }
}
