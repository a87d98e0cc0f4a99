//! A race while one number moves.

use super::factor::Factor;
use super::glance::Untold;
use super::leader::Seen;
use super::race::{Placing, Race};
use crate::analysis::effort::NUMBERS_COPIED_AS_ONE;
use crate::sheet::{
    Ball, Bounds, FigureId, FirstLooks, FloatFigures, Grid, Interval, MovingFigures, Number, Probe, Sight, Values,
};
use crate::variation::Evaluated;
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Mostly the two ends of a range are looked at and no more.
const FIRST_LOOKS: FirstLooks = FirstLooks { at_values: 2, over_intervals: 0 };

/// What was seen of a race while a number moved, so that a search that goes on does not begin anew.
#[derive(Default)]
pub(super) struct Sights {
    seen: HashMap<Probe, Sight<Seen>>,
    /// How much was worked out for it.
    worked: usize,
}

/// Sights that are kept of each number, of which there may be thousands: the nearest.
const MOST_KEPT: usize = 256;
/// Exact looks that it takes to say what happens at a value that was found: so much of what may be worked out is left for them.
const TO_SETTLE: usize = 8;
/// So many exact looks in turn are spared at most.
const MOST_SPARED: u32 = 16;

/// How many exact looks in turn are spared where floats say that these will hardly tell: twice as many whenever one told
/// nothing, and none once one told something.
#[derive(Default)]
struct ExactLooks {
    spared: u32,
    left: u32,
}

impl ExactLooks {
    /// Whether the next one is spared.
    fn is_spared(&mut self) -> bool {
        let is_left = self.left > 0;
        self.left = self.left.saturating_sub(1);
        is_left
    }

    /// What came of one that was not.
    fn told(&mut self, something: bool) {
        self.spared = if something { 0 } else { (self.spared * 2).clamp(1, MOST_SPARED) };
        self.left = self.spared;
    }
}

/// A race while the numbers of a factor move.
pub(super) struct Moving<'r> {
    race: &'r Race<'r>,
    factor: &'r Factor,
    /// What they move, in the order of evaluation.
    moved: Vec<FigureId>,
    /// What decides the race, in binary floating point.
    in_floats: MovingFigures<'r>,
    /// At single values.
    balls: FloatFigures<Ball>,
    /// The same exactly, where that cannot tell.
    points: Option<Values<Decimal>>,
    /// Over intervals.
    bounds: FloatFigures<Bounds>,
    /// The same exactly, where that cannot tell.
    intervals: Option<Values<Interval>>,
    /// Which of those are spared.
    exact_looks: ExactLooks,
    /// What was seen so far.
    sights: Sights,
    /// So much may be worked out to search, with what was before.
    most: usize,
    /// Whether that was too little.
    is_stopped: bool,
}

impl<'r> Moving<'r> {
    /// A race that the numbers of a factor move, of which no more is worked out than `most`; none if what they move decides
    /// nothing.
    pub(super) fn of(race: &'r Race<'r>, factor: &'r Factor, most: usize) -> Option<Moving<'r>> {
        let Evaluated { model, values, .. } = race.evaluated;
        let inputs: Vec<FigureId> = factor.inputs.iter().map(|input| input.figure).collect();
        let moved = model.sheet.affected_among(&inputs, &race.decisive);
        if moved.is_empty() {
            return None;
        }
        let copied = model.sheet.numbers() / NUMBERS_COPIED_AS_ONE;
        let to_settle = model.sheet.work_of(&moved, values.worked()).saturating_mul(TO_SETTLE).saturating_add(copied);
        let decisive: Vec<FigureId> = race.decides.iter().map(|(figure, _)| *figure).collect();
        let in_floats = MovingFigures::new(&model.sheet, values, inputs, None, race.decides.clone(), FIRST_LOOKS);
        Some(Moving {
            race,
            factor,
            moved,
            balls: in_floats.values(&decisive),
            points: None,
            bounds: in_floats.values(&decisive),
            intervals: None,
            in_floats,
            exact_looks: ExactLooks::default(),
            sights: Sights::default(),
            most: most.saturating_sub(to_settle),
            is_stopped: most < to_settle,
        })
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

    /// How much was worked out so far, without what was before: also to find what moves, and what of it is left to be worked out.
    pub(super) fn worked(&self) -> usize {
        let in_floats = self.balls.worked() + self.bounds.worked() + self.in_floats.worked_to_fold() + self.moved.len();
        let exactly =
            self.points.as_ref().map_or(0, Values::worked) + self.intervals.as_ref().map_or(0, Values::worked);
        // what is exact begins with a copy of every number, of which an interval is twice as long
        let copies = usize::from(self.points.is_some()) + 2 * usize::from(self.intervals.is_some());
        in_floats + exactly + copies * self.race.evaluated.model.sheet.numbers() / NUMBERS_COPIED_AS_ONE
    }

    /// Whether something was not looked at, or nothing is, because it takes too much.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Who wins over a stretch of values of the factor.
    pub(super) fn look(&mut self, stretch: Probe) -> Sight<Seen> {
        if let Some(sight) = self.sights.seen.get(&stretch) {
            return *sight;
        }
        if self.is_stopped || self.sights.worked + self.worked() > self.most {
            self.is_stopped = true;
            return Sight::Stopped;
        }
        let sight = self.sight(stretch);
        if self.sights.seen.len() < MOST_KEPT {
            self.sights.seen.insert(stretch, sight);
        }
        sight
    }

    fn sight(&mut self, stretch: Probe) -> Sight<Seen> {
        match stretch {
            Probe::Interval(a, b) => match self.glance(a, b) {
                Ok(sight) => sight,
                Err(Untold::Widely) if self.exact_looks.is_spared() => Sight::Glanced,
                Err(Untold::Widely | Untold::Closely) => self.exactly(a, b),
            },
            Probe::At(at) => self.glance_at(at).unwrap_or_else(|_| self.look(Probe::Lead(at))),
            Probe::Lead(at) => {
                let places = self.places(at);
                Sight::Same(Seen { leader: self.race.leader(&places), difference: self.race.difference(&places) })
            }
        }
    }

    /// Who wins over the interval (a, b], as exact numbers see it.
    fn exactly(&mut self, a: Decimal, b: Decimal) -> Sight<Seen> {
        let (race, grid) = (self.race, self.factor.mover.grid);
        // curves may have too many levels while one of them moves, however narrow the interval is
        let Some(values) = self.over(a, b) else { return Sight::Stopped };
        let sight = race.sight((a, b), &|figure, period| values[race.evaluated.model.sheet.at(figure, period)], grid);
        self.exact_looks.told(!matches!(sight, Sight::Open { near: None }));
        sight
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
        race.places(&|figure, period| values.map_or(Interval::Unknown, |values| values[sheet.at(figure, period)]))
    }

    /// What is sure over the interval (a, b] in binary floating point.
    fn glance(&mut self, a: Decimal, b: Decimal) -> Result<Sight<Seen>, Untold> {
        let (factor, grid) = (self.factor, self.factor.mover.grid);
        let inputs: Vec<Bounds> = factor.inputs.iter().map(|input| Bounds::linear(input.at(a), input.at(b))).collect();
        let Moving { race, in_floats, bounds, .. } = self;
        in_floats.look(&inputs, bounds, &race.stated).ok_or(Untold::Closely)?;
        race.glance(
            &|figure, period| in_floats.value(figure, period, bounds).expect("what decides a race was asked for"),
            grid,
        )
    }

    /// What is sure at a value in binary floating point.
    fn glance_at(&mut self, at: Decimal) -> Result<Sight<Seen>, Untold> {
        let factor = self.factor;
        let inputs: Vec<Ball> = factor.inputs.iter().map(|input| Ball::of(input.at(at))).collect();
        let Moving { race, in_floats, balls, .. } = self;
        in_floats.look(&inputs, balls, &race.stated).ok_or(Untold::Closely)?;
        race.glance(
            &|figure, period| in_floats.value(figure, period, balls).expect("what decides a race was asked for").into(),
            Grid::Line,
        )
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

    /// Every number over the interval (a, b], exactly; none where a curve has too many levels.
    fn over(&mut self, a: Decimal, b: Decimal) -> Option<&Values<Interval>> {
        let (race, sheet) = (self.race, &self.race.evaluated.model.sheet);
        let values = self.intervals.get_or_insert_with(|| sheet.values_of(&race.evaluated.values));
        for input in &self.factor.inputs {
            values[sheet.at(input.figure, 0)] = Interval::Linear { from: input.at(a), to: input.at(b) };
        }
        sheet.evaluate(&self.moved, values).ok()?;
        Some(values)
    }
}
