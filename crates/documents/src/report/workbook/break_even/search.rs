//! Break-even search in steps that formulas can repeat: a coarse table of demand factors, then finer tables between the two
//! points where the sign changes.

use crate::model::{Model, PairModel};
use crate::sheet::{FigureId, Values};
use crate::variation::{Evaluated, values_at};
use rust_decimal::Decimal;

/// Steps of the coarse table.
pub(super) const COARSE: u32 = 10;
/// Number of refinements.
pub(super) const ROUNDS: usize = 3;
/// Points of a refinement, without its bounds.
pub(super) const FINE: u32 = 4;

/// Share of the range at a point of the coarse table. The first point is above 0 because costs may jump at zero demand.
pub(super) fn share(step: u32) -> Decimal {
    if step == 0 { Decimal::new(1, 6) } else { Decimal::from(step) / Decimal::from(COARSE) }
}

/// Demand factor with the figures that follow from it.
#[derive(Clone, Debug)]
pub(super) struct Point {
    /// Factor that multiplies all demand.
    pub factor: Decimal,
    /// Values of all figures.
    pub values: Values<Decimal>,
    /// Present value of owning minus renting.
    pub difference: Decimal,
}

/// Two factors between which the difference changes sign.
#[derive(Clone, Debug)]
pub(super) struct Bracket {
    /// Lower factor.
    pub low: Point,
    /// Higher factor.
    pub high: Point,
}

/// Result of the search.
#[derive(Debug)]
pub(super) struct Search {
    /// Points of the coarse table.
    pub coarse: Vec<Point>,
    /// Points of each refinement.
    pub fine: Vec<Vec<Point>>,
    /// Bracket that each step finds, the coarse table first; none if the sign does not change.
    pub brackets: Vec<Option<Bracket>>,
}

impl Search {
    /// Search for a pair up to `limit`, with the differences `others` at each point; none if one of them has no value at a point.
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

    /// All points: coarse table, then refinements.
    pub(super) fn points(&self) -> impl Iterator<Item = &Point> {
        self.coarse.iter().chain(self.fine.iter().flatten())
    }
}

impl Bracket {
    /// Factor at which the difference is zero, by linear interpolation.
    pub(super) fn crossing(&self) -> Option<Decimal> {
        let fall = self.low.difference - self.high.difference;
        Some(self.low.factor + (self.high.factor - self.low.factor) * self.low.difference.checked_div(fall)?)
    }
}

/// First two neighbouring points with different signs.
fn bracket(points: &[Point]) -> Option<Bracket> {
    let rents = |point: &Point| point.difference > Decimal::ZERO;
    let at = points.windows(2).position(|two| rents(&two[0]) != rents(&two[1]))?;
    Some(Bracket { low: points[at].clone(), high: points[at + 1].clone() })
}
