//! A race while one number moves.

use super::factor::Factor;
use super::leader::Seen;
use super::race::{Placing, Race};
use crate::sheet::{Ball, Bounds, FigureId, Grid, Interval, Number, Probe, Sight, Values};
use rust_decimal::Decimal;
use std::collections::HashMap;

/// What was seen of a race while a number moved, so that a search that goes on does not begin anew.
#[derive(Default)]
pub(super) struct Sights {
    seen: HashMap<Probe, Sight<Seen>>,
    /// How much was worked out for it.
    worked: usize,
}

/// A race while the numbers of a factor move.
pub(super) struct Moving<'r> {
    race: &'r Race<'r>,
    factor: &'r Factor,
    /// What they move, in the order of evaluation.
    moved: Vec<FigureId>,
    /// At single values, in binary floating point.
    balls: Option<Values<Ball>>,
    /// The same exactly, where that cannot tell.
    points: Option<Values<Decimal>>,
    /// Over intervals, in binary floating point.
    bounds: Option<Values<Bounds>>,
    /// The same exactly, where that cannot tell.
    intervals: Option<Values<Interval>>,
    /// What was seen so far.
    sights: Sights,
    /// So much may be worked out over intervals, with what was before.
    most: usize,
    /// Whether that was too little.
    is_stopped: bool,
}

impl<'r> Moving<'r> {
    /// A race that the numbers of a factor move, of which no more is worked out than `most`; none if what they move decides
    /// nothing.
    pub(super) fn of(race: &'r Race<'r>, factor: &'r Factor, most: usize) -> Option<Moving<'r>> {
        let inputs: Vec<FigureId> = factor.inputs.iter().map(|input| input.figure).collect();
        let moved = race.evaluated.model.sheet.affected_among(&inputs, &race.decisive);
        let is_moved = !moved.is_empty();
        let (balls, points, bounds, intervals) = (None, None, None, None);
        let (sights, is_stopped) = (Sights::default(), false);
        is_moved.then(|| Moving { race, factor, moved, balls, points, bounds, intervals, sights, most, is_stopped })
    }

    /// The same after an earlier search.
    pub(super) fn after(self, sights: Sights) -> Moving<'r> {
        Moving { sights, ..self }
    }

    /// What was seen, for a search that goes on.
    pub(super) fn into_sights(self) -> Sights {
        let worked = self.sights.worked + self.worked();
        Sights { worked, ..self.sights }
    }

    /// How much was worked out so far, without what was before.
    pub(super) fn worked(&self) -> usize {
        let points = self.balls.as_ref().map_or(0, Values::worked) + self.points.as_ref().map_or(0, Values::worked);
        let bounds = self.bounds.as_ref().map_or(0, Values::worked);
        points + bounds + self.intervals.as_ref().map_or(0, Values::worked)
    }

    /// Whether something was not looked at because it takes too much.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Who wins over a stretch of values of the factor.
    pub(super) fn look(&mut self, stretch: Probe) -> Sight<Seen> {
        if let Some(sight) = self.sights.seen.get(&stretch) {
            return *sight;
        }
        if matches!(stretch, Probe::Interval(..)) && self.sights.worked + self.worked() > self.most {
            self.is_stopped = true;
            return Sight::Stopped;
        }
        let sight = self.sight(stretch);
        self.sights.seen.insert(stretch, sight);
        sight
    }

    fn sight(&mut self, stretch: Probe) -> Sight<Seen> {
        match stretch {
            Probe::Interval(a, b) => self.glance(a, b).unwrap_or_else(|| {
                let (race, grid) = (self.race, self.factor.mover.grid);
                let values = self.over(a, b);
                race.sight((a, b), &|figure, period| values[race.evaluated.model.sheet.at(figure, period)], grid)
            }),
            Probe::At(at) => self.glance_at(at).unwrap_or_else(|| self.look(Probe::Lead(at))),
            Probe::Lead(at) => {
                let places = self.places(at);
                Sight::Same(Seen { leader: self.race.leader(&places), difference: self.race.difference(&places) })
            }
        }
    }

    /// Every contender at a value of the factor.
    pub(super) fn places(&mut self, at: Decimal) -> Vec<(usize, Placing)> {
        let race = self.race;
        let sheet = &race.evaluated.model.sheet;
        if let Some(values) = self.at(at) {
            return race.places(&|figure, period| Interval::of(values[sheet.at(figure, period)]));
        }
        // where one figure has no value, others may
        let values = self.over(at, at);
        race.places(&|figure, period| values[sheet.at(figure, period)])
    }

    /// What is sure over the interval (a, b] in binary floating point.
    fn glance(&mut self, a: Decimal, b: Decimal) -> Option<Sight<Seen>> {
        let (race, sheet) = (self.race, &self.race.evaluated.model.sheet);
        let bounds = self.bounds.get_or_insert_with(|| race.stated.bounds(race.evaluated));
        for input in &self.factor.inputs {
            bounds[sheet.at(input.figure, 0)] = Bounds::linear(input.at(a), input.at(b));
        }
        sheet.evaluate(&self.moved, bounds).ok()?;
        race.glance(&|figure, period| bounds[sheet.at(figure, period)], self.factor.mover.grid)
    }

    /// What is sure at a value in binary floating point.
    fn glance_at(&mut self, at: Decimal) -> Option<Sight<Seen>> {
        let (race, sheet) = (self.race, &self.race.evaluated.model.sheet);
        let balls = self.balls.get_or_insert_with(|| race.stated.balls(race.evaluated));
        for input in &self.factor.inputs {
            balls[sheet.at(input.figure, 0)] = Ball::of(input.at(at));
        }
        sheet.evaluate(&self.moved, balls).ok()?;
        race.glance(&|figure, period| balls[sheet.at(figure, period)].into(), Grid::Line)
    }

    /// Every number at a value of the factor; none where one of them has no value.
    fn at(&mut self, at: Decimal) -> Option<&Values<Decimal>> {
        let (race, sheet) = (self.race, &self.race.evaluated.model.sheet);
        let values = self.points.get_or_insert_with(|| race.evaluated.values.anew());
        for input in &self.factor.inputs {
            values[sheet.at(input.figure, 0)] = input.at(at);
        }
        sheet.evaluate(&self.moved, values).ok()?;
        Some(values)
    }

    /// Every number over the interval (a, b], exactly.
    fn over(&mut self, a: Decimal, b: Decimal) -> &Values<Interval> {
        let (race, sheet) = (self.race, &self.race.evaluated.model.sheet);
        let values = self.intervals.get_or_insert_with(|| sheet.values_of(&race.evaluated.values));
        for input in &self.factor.inputs {
            values[sheet.at(input.figure, 0)] = Interval::Linear { from: input.at(a), to: input.at(b) };
        }
        let evaluated = sheet.evaluate(&self.moved, values);
        debug_assert!(evaluated.is_ok(), "an interval is unknown rather than at fault");
        values
    }
}
