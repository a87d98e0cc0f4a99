//! A race while one number moves.

use super::factor::Factor;
use super::leader::Seen;
use super::race::{Placing, Race};
use crate::sheet::{Bounds, FigureId, Interval, Probe, Sight, Values};
use rust_decimal::Decimal;

/// A race while the numbers of a factor move.
pub(super) struct Moving<'r> {
    race: &'r Race<'r>,
    factor: &'r Factor,
    /// What they move, in the order of evaluation.
    moved: Vec<FigureId>,
    values: Values<Interval>,
    /// In binary floating point, once an interval is looked at.
    bounds: Option<Values<Bounds>>,
    /// So much may be worked out over intervals.
    most: usize,
    /// Whether that was too little.
    is_stopped: bool,
}

impl<'r> Moving<'r> {
    /// A race that the numbers of a factor move, of which no more is worked out than `most`; none if what they move decides
    /// nothing.
    pub(super) fn of(race: &'r Race<'r>, factor: &'r Factor, most: usize) -> Option<Moving<'r>> {
        let sheet = &race.evaluated.model.sheet;
        let inputs: Vec<FigureId> = factor.inputs.iter().map(|input| input.figure).collect();
        let moved = sheet.affected(&inputs, &race.results);
        let values = || sheet.values_of(&race.evaluated.values);
        let moving =
            || Moving { race, factor, moved: moved.clone(), values: values(), bounds: None, most, is_stopped: false };
        (!moved.is_empty()).then(moving)
    }

    /// How much was worked out so far.
    pub(super) fn worked(&self) -> usize {
        self.values.worked() + self.bounds.as_ref().map_or(0, Values::worked)
    }

    /// Whether something was not looked at because it takes too much.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Who wins over a stretch of values of the factor.
    pub(super) fn look(&mut self, stretch: Probe) -> Sight<Seen> {
        match stretch {
            Probe::Interval(..) if self.worked() > self.most => {
                self.is_stopped = true;
                Sight::Stopped
            }
            Probe::Interval(a, b) => self.glance(a, b).unwrap_or_else(|| {
                self.set(a, b);
                self.race.sight((a, b), &self.values, self.factor.mover.grid)
            }),
            Probe::At(at) => {
                let places = self.places(at);
                Sight::Same(Seen { leader: self.race.leader(&places), difference: self.race.difference(&places) })
            }
        }
    }

    /// Every contender at a value of the factor.
    pub(super) fn places(&mut self, at: Decimal) -> Vec<(usize, Placing)> {
        self.set(at, at);
        self.race.places(&self.values)
    }

    /// What is sure over the interval (a, b] in binary floating point.
    fn glance(&mut self, a: Decimal, b: Decimal) -> Option<Sight<Seen>> {
        let (race, sheet) = (self.race, &self.race.evaluated.model.sheet);
        let bounds = self.bounds.get_or_insert_with(|| sheet.values_of(&race.evaluated.values));
        for input in &self.factor.inputs {
            bounds[sheet.at(input.figure, 0)] = Bounds::linear(input.at(a), input.at(b));
        }
        sheet.evaluate(&self.moved, bounds).ok()?;
        race.glance(bounds, self.factor.mover.grid)
    }

    fn set(&mut self, a: Decimal, b: Decimal) {
        let sheet = &self.race.evaluated.model.sheet;
        for input in &self.factor.inputs {
            self.values[sheet.at(input.figure, 0)] = Interval::Linear { from: input.at(a), to: input.at(b) };
        }
        let evaluated = sheet.evaluate(&self.moved, &mut self.values);
        debug_assert!(evaluated.is_ok(), "an interval is unknown rather than at fault");
    }
}
