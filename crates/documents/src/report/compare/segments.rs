//! Segments of demand in which a side wins, in words.

use crate::analysis::statement::{BreakEvenPoint, Winner};
use rust_decimal::Decimal;

/// Maximum number of break-even points that are listed.
const MOST_POINTS: usize = 3;

/// First and last break-even point of a segment; none at an end of the axis.
type SegmentEnds = (Option<usize>, Option<usize>);

/// Quantity that the points are shares of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShareOf {
    /// Time in which servers are busy.
    Time,
    /// Planned demand.
    Plan,
    /// Nothing: amounts with their unit.
    Amount,
}

/// Names of the sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sides<'a> {
    /// `owning`, or the name of a hybrid.
    pub(super) own: &'a str,
    /// `renting`.
    pub(super) rent: &'a str,
}

/// Segments of demand in which a side wins.
pub(super) struct Segments<'a> {
    points: &'a [String],
    of: ShareOf,
    /// All segments, rising.
    all: Vec<SegmentEnds>,
    /// The segment that contains the plan.
    now: Option<SegmentEnds>,
    /// Index of the point that equals the plan.
    plan: Option<usize>,
}

impl<'a> Segments<'a> {
    /// Segments won by a side, between break-even points. `points` are the points as text.
    pub(super) fn of<W: Copy + PartialEq>(
        (found, wins): (&[BreakEvenPoint], &[W]),
        (points, of): (&'a [String], ShareOf),
        side: W,
    ) -> Segments<'a> {
        let last = found.len();
        let won = wins.iter().enumerate().filter(|(_, winner)| **winner == side);
        let all: Vec<_> = won.map(|(at, _)| (at.checked_sub(1), (at < last).then_some(at))).collect();
        let factor = |point: usize| found.get(point).map_or(Decimal::ZERO, |point| *point.factor);
        let holds_today = |(from, to): &&SegmentEnds| {
            from.is_none_or(|from| factor(from) < Decimal::ONE) && to.is_none_or(|to| Decimal::ONE <= factor(to))
        };
        let now = all.iter().find(holds_today).copied();
        let plan = found.iter().position(|point| point.factor == Decimal::ONE);
        Segments { points, of, all, now, plan }
    }

    /// `more than 37 % of the time`, `below 80 % of plan, or above 130 %`; the segment with the plan, if there are
    /// many.
    pub(super) fn text(&self) -> String {
        let stretches = if self.points.len() <= MOST_POINTS {
            self.all.clone()
        } else {
            self.now.or_else(|| self.all.last().copied()).into_iter().collect()
        };
        let texts: Vec<String> = stretches.iter().map(|segment_text| self.segment_text(*segment_text)).collect();
        match (self.of, texts.as_slice()) {
            (ShareOf::Time, _) => format!("{} of the time", texts.join(", or ")),
            (ShareOf::Plan, [first, rest @ ..]) if !rest.is_empty() => {
                format!("{first} of plan, or {}", rest.join(", or "))
            }
            (ShareOf::Plan, texts) => format!("{} of plan", texts.concat()),
            (ShareOf::Amount, texts) => texts.join(", or "),
        }
    }

    /// `above 37 %`, `up to 20 %, above 80 %`; none if there are many.
    pub(super) fn short(&self) -> Option<String> {
        let point = |at: usize| self.points.get(at).map_or("", String::as_str);
        let segment_text = |(from, to): &SegmentEnds| match (*from, *to) {
            (Some(from), Some(to)) => format!("{} to {}", point(from), point(to)),
            (Some(from), None) => format!("above {}", point(from)),
            (None, Some(to)) => format!("up to {}", point(to)),
            (None, None) => "at any".to_owned(),
        };
        let few = self.points.len() <= MOST_POINTS;
        few.then(|| self.all.iter().map(segment_text).collect::<Vec<_>>().join(", "))
    }

    fn segment_text(&self, (from, to): SegmentEnds) -> String {
        let point = |at: usize| self.points.get(at).map_or("", String::as_str);
        match (self.of, from, to) {
            (ShareOf::Time, Some(from), Some(to)) => format!("more than {} and up to {}", point(from), point(to)),
            (ShareOf::Time, Some(from), None) => format!("more than {}", point(from)),
            (ShareOf::Time, None, Some(to)) => format!("no more than {}", point(to)),
            (ShareOf::Plan | ShareOf::Amount, Some(from), Some(to)) => {
                format!("between {} and {}", point(from), point(to))
            }
            (ShareOf::Plan | ShareOf::Amount, Some(from), None) => format!("above {}", point(from)),
            // a point belongs to the side below it, and so does the plan at that point
            (ShareOf::Plan | ShareOf::Amount, None, Some(to)) if self.plan == Some(to) => {
                format!("within {}", point(to))
            }
            (ShareOf::Plan | ShareOf::Amount, None, Some(to)) => format!("below {}", point(to)),
            (ShareOf::Time | ShareOf::Plan | ShareOf::Amount, None, None) => "any share".to_owned(),
        }
    }

    /// Number of winner changes, if there are too many to list.
    pub(super) fn changes(&self) -> Option<String> {
        let (first, last) = (self.points.first()?, self.points.last()?);
        let count = self.points.len();
        (count > MOST_POINTS).then(|| format!("; the winner changes {count} times between {first} and {last}"))
    }

    /// Unexpected behaviour: owning loses at higher demand, or the winner changes often.
    pub(super) fn turn(&self, side: Winner, sides: Sides<'_>) -> String {
        if let Some(changes) = self.changes() {
            return changes;
        }
        let ends = self.all.last().is_some_and(|(_, to)| to.is_some());
        // `between` and `or above` already imply it
        let said = self.of == ShareOf::Plan && self.points.len() > 1;
        match side {
            Winner::Own if ends && !said => format!("; above that {} wins", sides.rent),
            Winner::Own | Winner::Rent => String::new(),
        }
    }
}
