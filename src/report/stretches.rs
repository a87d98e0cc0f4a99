//! The stretches of demand on which a side wins, in words.

use crate::analysis::statement::{BreakEven, Winner};
use rust_decimal::Decimal;

/// More points than this are summed up.
const MOST_POINTS: usize = 3;

/// From which point to which, without them from or to the end of the axis.
type Stretch = (Option<usize>, Option<usize>);

/// The stretches of demand on which a side wins, by the points at their ends.
pub(super) struct Stretches<'a> {
    points: &'a [String],
    /// All of them, rising.
    all: Vec<Stretch>,
    /// The one that holds today's demand.
    now: Option<Stretch>,
}

impl<'a> Stretches<'a> {
    /// Those of a side, between the points of a break-even as they are written.
    pub(super) fn of(break_even: &BreakEven, points: &'a [String], side: Winner) -> Stretches<'a> {
        let last = break_even.points.len();
        let won = break_even.wins.iter().enumerate().filter(|(_, winner)| **winner == side);
        let all: Vec<_> = won.map(|(at, _)| (at.checked_sub(1), (at < last).then_some(at))).collect();
        let factor = |point: usize| break_even.points.get(point).map_or(Decimal::ZERO, |point| point.factor);
        let holds_today = |(from, to): &&Stretch| {
            from.is_none_or(|from| factor(from) < Decimal::ONE) && to.is_none_or(|to| Decimal::ONE <= factor(to))
        };
        let now = all.iter().find(holds_today).copied();
        Stretches { points, all, now }
    }

    /// `more than 37 %`; of many, the one that holds today's demand.
    pub(super) fn text(&self) -> String {
        if self.points.len() <= MOST_POINTS {
            let all: Vec<String> = self.all.iter().map(|stretch| self.stretch(*stretch)).collect();
            return all.join(", or ");
        }
        let now = self.now.or_else(|| self.all.last().copied());
        now.map(|stretch| self.stretch(stretch)).unwrap_or_default()
    }

    fn stretch(&self, (from, to): Stretch) -> String {
        let point = |at: usize| self.points.get(at).map_or("", String::as_str);
        match (from, to) {
            (Some(from), Some(to)) => format!("more than {} and up to {}", point(from), point(to)),
            (Some(from), None) => format!("more than {}", point(from)),
            (None, Some(to)) => format!("no more than {}", point(to)),
            (None, None) => "any share".to_owned(),
        }
    }

    /// What a reader would not expect: that the side loses above, or that the winner changes often.
    pub(super) fn turn(&self, side: Winner) -> String {
        if self.points.len() > MOST_POINTS {
            let (first, last) = (self.points.first(), self.points.last());
            let (first, last) = (first.map_or("", String::as_str), last.map_or("", String::as_str));
            return format!("; the winner changes {} times between {first} and {last}", self.points.len());
        }
        let ends = self.all.last().is_some_and(|(_, to)| to.is_some());
        match side {
            Winner::Own if ends => "; above that renting wins".to_owned(),
            Winner::Rent if !ends => "; renting wins again above that".to_owned(),
            Winner::Own | Winner::Rent => String::new(),
        }
    }
}
