//! Float filter for the winner over an interval: it agrees with exact intervals wherever its error bound decides.

use super::evaluation::{Candidate, Candidates};
use super::leader::{Leader, Seen};
use crate::analysis::winner::PairHalf;
use crate::sheet::{
    Binary, Bounds, Extent, FigureId, Grid, LastValue, MovingFigures, Number, ProbeResult, ProvenSign, Sheet,
};
use rust_decimal::Decimal;
use std::collections::HashMap;

/// Bounds of a figure in a period.
pub(super) type Bounded<'v> = &'v dyn Fn(FigureId, usize) -> Bounds;

impl Candidates<'_> {
    /// Winner over an interval; none if the float filter cannot decide. Costs that differ by a `negligible` share of the
    /// larger one are equal.
    pub(super) fn float_filter(
        &self,
        values: Bounded<'_>,
        periods: &CheckedPeriods,
        negligible: Decimal,
        grid: Grid,
    ) -> Option<ProbeResult<Seen>> {
        let filter = FloatFilter { candidates: self, values, periods, grid };
        let same = |leader| Some(ProbeResult::Same(Seen::of(leader)));
        match (filter.least(PairHalf::First)?, filter.least(PairHalf::Second)?) {
            (Least::Open, _) | (_, Least::Open) => Some(ProbeResult::Open { near: None }),
            (Least::Of(first), Least::Of(second)) => match first.sign_of_difference(&second, negligible) {
                Some(ProvenSign::Below) => same(Leader::Side(PairHalf::First)),
                Some(ProvenSign::Above) => same(Leader::Side(PairHalf::Second)),
                Some(ProvenSign::Zero) => same(Leader::Tied),
                Some(ProvenSign::Open) => Some(ProbeResult::Open { near: None }),
                None => None,
            },
            (Least::Of(_), Least::OfNone) => same(Leader::Side(PairHalf::First)),
            (Least::OfNone, Least::Of(_)) => same(Leader::Side(PairHalf::Second)),
            (Least::OfNone, Least::OfNone) => same(Leader::Nobody),
        }
    }
}

/// Periods of the rows that decide whether an option is out of the race.
#[derive(Debug)]
pub(super) struct CheckedPeriods {
    all: Vec<usize>,
    /// Of some rows without the periods that never decide.
    of_rows: HashMap<FigureId, Vec<usize>>,
}

impl CheckedPeriods {
    /// All periods of every row.
    pub(super) fn all(sheet: &Sheet) -> CheckedPeriods {
        CheckedPeriods { all: (0..sheet.periods().len()).collect(), of_rows: HashMap::new() }
    }

    fn of(&self, row: FigureId) -> &[usize] {
        self.of_rows.get(&row).unwrap_or(&self.all)
    }

    /// Drops periods that have the number of another period, or a constant one that keeps the option in, once a tape is
    /// recorded.
    pub(super) fn reduce(&mut self, candidates: &Candidates<'_>, figures: &MovingFigures<'_>) {
        if !self.of_rows.is_empty() {
            return;
        }
        for candidate in &candidates.candidates {
            let rules = candidates.evaluated.model.sheet.conditions()[candidate.rules.clone()].iter();
            let rules = rules.map(|rule| (rule.not_above_zero, Decimal::ZERO));
            for (row, limit) in rules.chain(candidate.sites.iter().copied()) {
                if let Some(periods) = figures.different_periods(row, |value| value <= limit) {
                    self.of_rows.insert(row, periods);
                }
            }
        }
    }
}

/// Evaluation of a race over an interval with the float filter.
struct FloatFilter<'a> {
    candidates: &'a Candidates<'a>,
    values: Bounded<'a>,
    periods: &'a CheckedPeriods,
    grid: Grid,
}

/// Lowest present value of a side.
enum Least {
    Of(Bounds),
    /// No option of the side is left.
    OfNone,
    /// An option can win in a part of the interval.
    Open,
}

impl FloatFilter<'_> {
    fn least(&self, side: PairHalf) -> Option<Least> {
        let mut least = Least::OfNone;
        for candidate in self.candidates.candidates.iter().filter(|candidate| candidate.side == side) {
            match self.is_out(candidate)? {
                Extent::Everywhere => {}
                Extent::InPart => return Some(Least::Open),
                Extent::Nowhere => {
                    let present_value = self.value(candidate.present_value, 0);
                    least = Least::Of(match least {
                        Least::Of(least) => Bounds::binary(Binary::Minimum, &least, &present_value).ok()?,
                        Least::OfNone | Least::Open => present_value,
                    });
                }
            }
        }
        Some(least)
    }

    /// Where a contender is out of the race; in part only if no line shows from where.
    fn is_out(&self, candidate: &Candidate) -> Option<Extent> {
        let sheet = &self.candidates.evaluated.model.sheet;
        let above = |by: Bounds, limit: Decimal, slack: Bounds| {
            let last = match self.grid {
                Grid::Line => LastValue::AsTheRest,
                Grid::Whole => LastValue::Decides,
            };
            by.above(&Bounds::of(limit), &slack, last)
        };
        let left_over = Bounds::of(Decimal::new(1, 18));
        let rules = sheet.conditions()[candidate.rules.clone()].iter();
        let rules = rules.flat_map(|rule| self.row(rule.not_above_zero));
        let rules = rules.map(|by| above(by, Decimal::ZERO, left_over));
        let sites = candidate.sites.iter().flat_map(|(power, available)| {
            let slack = Bounds::of(*available * Decimal::new(1, 12));
            self.row(*power).map(move |power| above(power, *available, slack))
        });
        let unserved = candidate.unserved.map(|unserved| {
            let slack = self.value(self.candidates.evaluated.model.demanded, 0).share_of_least(Decimal::new(5, 12));
            above(self.value(unserved, 0), Decimal::ZERO, slack)
        });
        let without_headroom =
            candidate.without_headroom.map(|hours| above(self.value(hours, 0), Decimal::ZERO, left_over));
        let (mut is_sure, mut reach) = (true, Extent::Nowhere);
        for found in rules.chain(sites).chain(unserved).chain(without_headroom) {
            match found {
                Some(Extent::Everywhere) => return found,
                Some(Extent::Nowhere) => {}
                Some(Extent::InPart) => reach = Extent::InPart,
                None => is_sure = false,
            }
        }
        is_sure.then_some(reach)
    }

    fn row(&self, row: FigureId) -> impl Iterator<Item = Bounds> {
        self.periods.of(row).iter().map(move |period| self.value(row, *period))
    }

    fn value(&self, figure: FigureId, period: usize) -> Bounds {
        (self.values)(figure, period)
    }
}
