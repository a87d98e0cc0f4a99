//! The search for a break-even in steps that formulas can take: a table of demand, then smaller ones where the sign changes.

use crate::model::{Model, PairModel};
use crate::sheet::{FigureId, Values};
use crate::variation::{Evaluated, values_at};
use rust_decimal::Decimal;

/// Steps of the first table.
pub(super) const COARSE: u32 = 10;
/// Tables after the first.
pub(super) const ROUNDS: usize = 3;
/// Points of each of them, between its ends.
pub(super) const FINE: u32 = 4;

/// The share of the range at which a point of the first table stands: without demand costs may jump, so the first is above.
pub(super) fn share(step: u32) -> Decimal {
    if step == 0 { Decimal::new(1, 6) } else { Decimal::from(step) / Decimal::from(COARSE) }
}

/// A demand factor with what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// What multiplies all demand.
    pub factor: Decimal,
    /// The values of all figures.
    pub values: Values<Decimal>,
    /// Present value of owning less renting.
    pub difference: Decimal,
}

/// Two factors between which the sign of the difference changes.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    /// The lower one.
    pub low: Point,
    /// The higher one.
    pub high: Point,
}

/// The table, the smaller ones, and what each of them found.
#[derive(Debug)]
pub(super) struct Search {
    /// The points of the first table.
    pub coarse: Vec<Point>,
    /// Those of each smaller table.
    pub fine: Vec<Vec<Point>>,
    /// What the first table found, and each smaller one; nothing where the sign does not change.
    pub brackets: Vec<Option<Bracket>>,
}

impl Search {
    /// The search for a pair up to a factor, with the differences of other pairs at each of its points; none where one of them has no
    /// value on the way.
    pub(super) fn of(evaluated: &Evaluated, pair: &PairModel, limit: Decimal, others: &[FigureId]) -> Option<Search> {
        let at = |factor: Decimal| {
            let model: &Model = &evaluated.model;
            let values = values_at(evaluated, others, factor)?;
            let difference = values[model.sheet.at(pair.difference, 0)];
            Some(Point { factor, values, difference })
        };
        let coarse: Vec<Point> = (0..=COARSE).map(|step| at(limit * share(step))).collect::<Option<_>>()?;
        let mut search = Search { brackets: vec![bracket(&coarse)], coarse, fine: Vec::new() };
        for _ in 0..ROUNDS {
            let ends = search.brackets.last().cloned().flatten();
            let factor = |step: u32| match &ends {
                Some(Bracket { low, high }) => {
                    low.factor + (high.factor - low.factor) * Decimal::from(step) / Decimal::from(FINE + 1)
                }
                None => Decimal::ONE,
            };
            let points: Vec<Point> = (1..=FINE).map(|step| at(factor(step))).collect::<Option<_>>()?;
            let all = ends.map(|Bracket { low, high }| [vec![low], points.clone(), vec![high]].concat());
            search.brackets.push(all.and_then(|all| bracket(&all)));
            search.fine.push(points);
        }
        Some(search)
    }

    /// Every point, in the order of the tables.
    pub(super) fn points(&self) -> impl Iterator<Item = &Point> {
        self.coarse.iter().chain(self.fine.iter().flatten())
    }
}

impl Bracket {
    /// Where the difference is nothing, if it runs straight between the ends.
    pub(super) fn crossing(&self) -> Option<Decimal> {
        let fall = self.low.difference - self.high.difference;
        Some(self.low.factor + (self.high.factor - self.low.factor) * self.low.difference.checked_div(fall)?)
    }
}

/// The first two neighbours of unlike signs.
fn bracket(points: &[Point]) -> Option<Bracket> {
    let rents = |point: &Point| point.difference > Decimal::ZERO;
    let at = points.windows(2).position(|two| rents(&two[0]) != rents(&two[1]))?;
    Some(Bracket { low: points[at].clone(), high: points[at + 1].clone() })
}
