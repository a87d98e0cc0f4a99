//! Who wins over an interval, where binary floating point with its proven error is sure of it: what exact intervals would say.

use super::leader::{Leader, Seen};
use super::race::{Contender, Race};
use crate::analysis::winner::PairHalf;
use crate::sheet::{Binary, Bounds, FigureId, Grid, LastValue, Number, Reach, Sight, Sure};
use rust_decimal::Decimal;

/// What is sure of a figure in a period.
pub(super) type Bounded<'v> = &'v dyn Fn(FigureId, usize) -> Bounds;

/// Why binary floating point does not tell who wins over an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Untold {
    /// Exact bounds may be narrower, but hardly by so much that they tell.
    Widely,
    /// Exact numbers have to say.
    Closely,
}

impl Race<'_> {
    /// What is sure of who wins over an interval.
    pub(super) fn glance(&self, values: Bounded<'_>, grid: Grid) -> Result<Sight<Seen>, Untold> {
        let glance = Glance { race: self, values, grid };
        let least = |side| glance.least(side).ok_or(Untold::Closely);
        let (first, second) = (least(PairHalf::First)?, least(PairHalf::Second)?);
        let same = |leader| Ok(Sight::Same(Seen::of(leader)));
        match (first, second) {
            (Least::Open, _) | (_, Least::Open) => Ok(Sight::Open { near: None }),
            (Least::Of(first), Least::Of(second)) => match first.beside(&second) {
                Some(Sure::Below) => same(Leader::Side(PairHalf::First)),
                Some(Sure::Above) => same(Leader::Side(PairHalf::Second)),
                Some(Sure::Open) => Ok(Sight::Open { near: None }),
                None if first.passes_widely(&second) => Err(Untold::Widely),
                None => Err(Untold::Closely),
            },
            (Least::Of(_), Least::OfNone) => same(Leader::Side(PairHalf::First)),
            (Least::OfNone, Least::Of(_)) => same(Leader::Side(PairHalf::Second)),
            (Least::OfNone, Least::OfNone) => same(Leader::Nobody),
        }
    }
}

/// A glance at a race over an interval.
struct Glance<'a> {
    race: &'a Race<'a>,
    values: Bounded<'a>,
    grid: Grid,
}

/// The least present value of a side.
enum Least {
    Of(Bounds),
    /// No option of the side is left.
    OfNone,
    /// An option is in the race in a part of the interval.
    Open,
}

impl Glance<'_> {
    fn least(&self, side: PairHalf) -> Option<Least> {
        let mut least = Least::OfNone;
        for contender in self.race.contenders.iter().filter(|contender| contender.side == side) {
            match self.is_out(contender)? {
                Reach::Everywhere => {}
                Reach::InPart => return Some(Least::Open),
                Reach::Nowhere => {
                    let worth = self.value(contender.present_value, 0);
                    least = Least::Of(match least {
                        Least::Of(least) => Bounds::binary(Binary::Minimum, &least, &worth).ok()?,
                        Least::OfNone | Least::Open => worth,
                    });
                }
            }
        }
        Some(least)
    }

    /// Where something takes a contender out of the race; in part only if no line says from where on.
    fn is_out(&self, contender: &Contender) -> Option<Reach> {
        let sheet = &self.race.evaluated.model.sheet;
        let above = |by: Bounds, limit: Decimal, slack: Bounds| {
            let last = match self.grid {
                Grid::Line => LastValue::AsTheRest,
                Grid::Whole => LastValue::Decides,
            };
            by.above(&Bounds::of(limit), &slack, last)
        };
        let left_over = Bounds::of(Decimal::new(1, 18));
        let rules = sheet.conditions()[contender.rules.clone()].iter();
        let rules = rules.flat_map(|rule| self.row(rule.not_above_zero));
        let rules = rules.map(|by| above(by, Decimal::ZERO, left_over));
        let sites = contender.sites.iter().flat_map(|(power, available)| {
            let slack = Bounds::of(*available * Decimal::new(1, 12));
            self.row(*power).map(move |power| above(power, *available, slack))
        });
        let undone = contender.undone.map(|undone| {
            let slack = self.value(self.race.evaluated.model.demanded, 0).share_of_least(Decimal::new(5, 12));
            above(self.value(undone, 0), Decimal::ZERO, slack)
        });
        let without_headroom =
            contender.without_headroom.map(|hours| above(self.value(hours, 0), Decimal::ZERO, left_over));
        let (mut is_sure, mut reach) = (true, Reach::Nowhere);
        for found in rules.chain(sites).chain(undone).chain(without_headroom) {
            match found {
                Some(Reach::Everywhere) => return found,
                Some(Reach::Nowhere) => {}
                Some(Reach::InPart) => reach = Reach::InPart,
                None => is_sure = false,
            }
        }
        is_sure.then_some(reach)
    }

    fn row(&self, row: FigureId) -> impl Iterator<Item = Bounds> {
        (0..self.race.evaluated.model.sheet.periods().len()).map(move |period| self.value(row, period))
    }

    fn value(&self, figure: FigureId, period: usize) -> Bounds {
        (self.values)(figure, period)
    }
}
