//! The first crossing: the value nearest to the base-case value at which an outcome changes. The search runs outwards
//! from the base-case value and proves, interval by interval, that the outcome stays the same at all nearer values.

mod probe;

pub use probe::{Direction, Grid, Probe, ProbeResult, RelativeOutcome};

use crate::number;
use rust_decimal::{Decimal, RoundingStrategy};

/// The evaluation at a value was [`ProbeResult::Stopped`].
struct Aborted;

/// The nearest value at which the outcome changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstCrossing<S> {
    /// The value: on a continuous domain the last one before the change, among integers the first one after it.
    pub at: Decimal,
    /// Direction from the base-case value.
    pub direction: Direction,
    /// State beyond the value.
    pub beyond: S,
    /// Where the search in the other direction was aborted, if that is nearer than this value: the outcome may change
    /// beyond it.
    pub other_until: Option<Decimal>,
}

/// Result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchResult<S> {
    /// The outcome changes.
    Found(FirstCrossing<S>),
    /// The outcome changes nowhere within the bounds.
    None,
    /// The search was aborted: between these values the outcome does not change.
    Aborted(Decimal, Decimal),
}

/// Maximum number of intervals that are evaluated in one direction, if none is tied.
const MOST_LOOKS: usize = 1_000;
/// Cost, in evaluations, of a narrow interval whose far end is tied: bounds of different formulas cannot prove a tie,
/// so the search would continue in such steps.
const COST_OF_A_TIE: usize = 50;
/// Maximum number of evaluated intervals beyond [`FAR`]: changes that large steps find are reported, those that need
/// small steps are not of interest.
const MOST_FAR_LOOKS: usize = 20;
/// Distance from the base-case value, in multiples of it, that counts as far.
const FAR: Decimal = Decimal::from_parts(9, 0, 0, false, 0);
/// Minimum scale of a number, 10^-12: a share of it still has digits, so that divisions of intervals end.
const LEAST_SCALE: Decimal = Decimal::from_parts(1, 0, 0, false, 12);
/// Maximum number of steps between a value with the base-case outcome and one with another: bisection alone takes 45
/// from a ten-thousandth to 10^-13 of a scale, and a failed estimate is followed by a bisection.
const MOST_STEPS: usize = 100;
/// Maximum number of evaluated intervals, including those that do not count ([`ProbeResult::Uncounted`]).
const MAX_FLOAT_PROBES: usize = 20 * MOST_LOOKS;

/// Domain of a search.
#[derive(Clone, Copy, Debug)]
pub struct SearchDomain {
    /// Base-case value.
    pub today: Decimal,
    /// Lower bound.
    pub least: Decimal,
    /// Upper bound.
    pub most: Decimal,
    /// Values between the bounds.
    pub grid: Grid,
}

impl SearchDomain {
    /// The value nearest to the base-case value at which the outcome has changed. An interval that is [`ProbeResult::Open`]
    /// is divided until it is decided, or until its width is a ten-thousandth of its value; then its ends decide, and
    /// if they differ, the change between them is found to 10^-13 of its value. So two opposite changes within a
    /// ten-thousandth may be missed. Where only the ends of narrow intervals show a tie, the search stops after one or
    /// two thousandths of the value. `lead` is the margin by which one side leads at a value.
    pub fn first_crossing<S: Copy>(
        &self,
        relative_outcome: &dyn Fn(&S) -> RelativeOutcome,
        lead: &dyn Fn(&S) -> Option<Decimal>,
        look: &mut dyn FnMut(Probe) -> ProbeResult<S>,
    ) -> SearchResult<S> {
        let mut walk = |direction, end| {
            Walk { domain: self, direction, end, relative_outcome, lead, tied_since: None, looks: 0 }.outwards(look)
        };
        let up = if self.today < self.most { walk(Direction::Up, self.most) } else { SearchResult::None };
        // below, only nearer values are of interest
        let end = match &up {
            SearchResult::Found(turn) => self.least.max(self.today - (turn.at - self.today)),
            SearchResult::None | SearchResult::Aborted(..) => self.least,
        };
        let down = if end < self.today { walk(Direction::Down, end) } else { SearchResult::None };
        match (up, down) {
            (SearchResult::Found(up), SearchResult::Found(down)) if up.at - self.today <= self.today - down.at => {
                SearchResult::Found(up)
            }
            // a change is returned even if the search in the other direction was aborted at a smaller distance
            (SearchResult::Aborted(_, until), SearchResult::Found(turn))
                if until - self.today < self.today - turn.at =>
            {
                SearchResult::Found(FirstCrossing { other_until: Some(until), ..turn })
            }
            (SearchResult::Found(turn), SearchResult::Aborted(from, _)) => {
                SearchResult::Found(FirstCrossing { other_until: Some(from), ..turn })
            }
            (_, SearchResult::Found(turn)) | (SearchResult::Found(turn), _) => SearchResult::Found(turn),
            (SearchResult::Aborted(_, until), SearchResult::Aborted(from, _)) => SearchResult::Aborted(from, until),
            (SearchResult::Aborted(_, until), SearchResult::None) => SearchResult::Aborted(self.least, until),
            (SearchResult::None, SearchResult::Aborted(from, _)) => SearchResult::Aborted(from, self.most),
            (SearchResult::None, SearchResult::None) => SearchResult::None,
        }
    }

    /// Scale that distances are relative to: at least 10^-12.
    #[must_use]
    pub fn scale(&self, at: Decimal) -> Decimal {
        let today = if self.today.is_zero() { Decimal::ONE.min(self.most - self.least) } else { self.today.abs() };
        today.max(at.abs()).max(LEAST_SCALE)
    }
}

/// A search in one direction.
struct Walk<'a, S> {
    domain: &'a SearchDomain,
    direction: Direction,
    end: Decimal,
    relative_outcome: &'a dyn Fn(&S) -> RelativeOutcome,
    lead: &'a dyn Fn(&S) -> Option<Decimal>,
    /// Where the outcome became tied, if it is tied now.
    tied_since: Option<Decimal>,
    /// Evaluations counted so far.
    looks: usize,
}

impl<S: Copy> Walk<'_, S> {
    fn outwards(mut self, look: &mut dyn FnMut(Probe) -> ProbeResult<S>) -> SearchResult<S> {
        let today = self.domain.today;
        let mut open = vec![match self.direction {
            Direction::Up => (today, self.end),
            Direction::Down => (self.end, today),
        }];
        let far = self.domain.scale(Decimal::ZERO).checked_mul(FAR).unwrap_or(Decimal::MAX);
        let (mut far_looks, mut glances) = (0, 0);
        while let Some((a, b)) = open.pop() {
            let is_far = (a - today).abs().min((b - today).abs()) >= far;
            let given_up = match self.direction {
                Direction::Up => SearchResult::Aborted(today, a),
                Direction::Down => SearchResult::Aborted(b, today),
            };
            glances += 1;
            if self.looks >= MOST_LOOKS || is_far && far_looks == MOST_FAR_LOOKS || glances == MAX_FLOAT_PROBES {
                return given_up;
            }
            let single = self.domain.grid == Grid::Whole && b - a <= Decimal::ONE;
            let seen = look(if single { Probe::At(b) } else { Probe::Interval(a, b) });
            if !matches!(seen, ProbeResult::Uncounted) {
                self.looks += 1;
                far_looks += usize::from(is_far);
            }
            let found = match (seen, self.domain.grid) {
                (ProbeResult::Stopped, _) => return given_up,
                (ProbeResult::Same(state), _) if single => self.steps(b, state),
                (ProbeResult::Open { .. } | ProbeResult::Uncounted | ProbeResult::Passes { .. }, _) if single => None,
                (ProbeResult::Same(state), _) => self.meets(state, (a, b)),
                (ProbeResult::Passes { at, below, above }, Grid::Line) => {
                    let at = self.closer((a, b), at, look);
                    self.passes((a, b), at, below, above)
                }
                (ProbeResult::Open { .. } | ProbeResult::Uncounted, Grid::Line) if self.is_narrow(a, b) => {
                    match self.ends((a, b), look) {
                        Ok(found) => found,
                        Err(Aborted) => return given_up,
                    }
                }
                (ProbeResult::Passes { at, .. }, Grid::Whole) => {
                    self.divide((a, b), Some(at), &mut open);
                    None
                }
                (ProbeResult::Open { near }, _) => {
                    self.divide((a, b), near, &mut open);
                    None
                }
                (ProbeResult::Uncounted, _) => {
                    self.divide((a, b), None, &mut open);
                    None
                }
            };
            if let Some(turn) = found {
                return SearchResult::Found(turn);
            }
        }
        // the lower bound itself is in no half-open interval above it
        let last = (self.direction == Direction::Down && self.end == self.domain.least).then_some(self.end);
        match last.map(|at| (at, look(Probe::At(at)))) {
            Some((at, ProbeResult::Same(state))) => {
                self.steps(at, state).map_or(SearchResult::None, SearchResult::Found)
            }
            Some((at, ProbeResult::Stopped)) => SearchResult::Aborted(at, today),
            _ => SearchResult::None,
        }
    }

    fn found(&self, at: Decimal, beyond: S) -> FirstCrossing<S> {
        let at = self.tied_since.unwrap_or(at);
        FirstCrossing { at, direction: self.direction, beyond, other_until: None }
    }

    /// The state is the same over a whole interval.
    fn meets(&mut self, state: S, (a, b): (Decimal, Decimal)) -> Option<FirstCrossing<S>> {
        let nearest = match (self.direction, self.domain.grid) {
            (Direction::Up, Grid::Line) => a,
            (Direction::Up, Grid::Whole) => a + Decimal::ONE,
            (Direction::Down, _) => b,
        };
        self.steps(nearest, state)
    }

    fn steps(&mut self, at: Decimal, state: S) -> Option<FirstCrossing<S>> {
        match (self.relative_outcome)(&state) {
            RelativeOutcome::Stays => self.tied_since = None,
            RelativeOutcome::Tied => {
                self.tied_since.get_or_insert(at);
            }
            RelativeOutcome::Changed => return Some(self.found(at, state)),
        }
        None
    }

    /// Location of a linear zero, evaluated again in a narrow interval: bounds of 10^12 lose digits.
    fn closer(
        &self,
        (a, b): (Decimal, Decimal),
        at: Decimal,
        look: &mut dyn FnMut(Probe) -> ProbeResult<S>,
    ) -> Decimal {
        let reach = self.domain.scale(at) / Decimal::from(64);
        let near = (a.max((at - reach).round_dp(6)), b.min((at + reach).round_dp(6)));
        let close = if near.0 < at && at < near.1 { look(Probe::Interval(near.0, near.1)) } else { return at };
        match close {
            ProbeResult::Passes { at, .. } => number::significant(at, 24, RoundingStrategy::MidpointNearestEven),
            ProbeResult::Same(_) | ProbeResult::Open { .. } | ProbeResult::Uncounted | ProbeResult::Stopped => at,
        }
    }

    fn passes(&mut self, (a, b): (Decimal, Decimal), at: Decimal, below: S, above: S) -> Option<FirstCrossing<S>> {
        let (near, first, second) = match self.direction {
            Direction::Up => (a, below, above),
            Direction::Down => (b, above, below),
        };
        self.steps(near, first).or_else(|| self.steps(at, second))
    }

    fn is_narrow(&self, a: Decimal, b: Decimal) -> bool {
        b - a <= self.domain.scale(b) * Decimal::new(1, 4)
    }

    /// An interval too narrow to divide: its ends decide.
    fn ends(
        &mut self,
        (a, b): (Decimal, Decimal),
        look: &mut dyn FnMut(Probe) -> ProbeResult<S>,
    ) -> Result<Option<FirstCrossing<S>>, Aborted> {
        let (near, far) = match self.direction {
            Direction::Up => (a, b),
            Direction::Down => (b, a),
        };
        if self.direction == Direction::Down
            && let Some((RelativeOutcome::Changed, state)) = self.outcome_at(near, look)?
        {
            return Ok(Some(self.found(near, state)));
        }
        match self.outcome_at(far, look)? {
            Some((RelativeOutcome::Changed, beyond)) => {
                self.tied_since = None;
                let (at, beyond) = self.between((near, far), beyond, look)?;
                Ok(Some(self.found(at, beyond)))
            }
            Some((RelativeOutcome::Tied, _)) => {
                self.looks += COST_OF_A_TIE - 1;
                Ok(None)
            }
            Some((RelativeOutcome::Stays, _)) | None => Ok(None),
        }
    }

    /// Locates the change between a value with the base-case outcome and one with another: an estimate on the line
    /// between their leads is tried on both of its sides; if it fails, as at a jump, the interval is halved instead.
    fn between(
        &self,
        (mut stays, mut turns): (Decimal, Decimal),
        mut beyond: S,
        look: &mut dyn FnMut(Probe) -> ProbeResult<S>,
    ) -> Result<(Decimal, S), Aborted> {
        let fine = self.domain.scale(turns) * Decimal::new(1, 13);
        let mut guess = self.guess(stays, turns, look);
        for _ in 0..MOST_STEPS {
            if (turns - stays).abs() <= fine {
                break;
            }
            let margin = (turns - stays) * Decimal::new(1, 3);
            let tries = match guess {
                Some(at) => [at - margin, at + margin].map(Some),
                None => [Some((stays + turns) / Decimal::TWO), None],
            };
            let width = (turns - stays).abs();
            for at in tries.into_iter().flatten() {
                if !between(at, stays, turns) {
                    continue;
                }
                if let Some((RelativeOutcome::Changed, state)) = self.outcome_at(at, look)? {
                    (turns, beyond) = (at, state);
                    break;
                }
                stays = at;
            }
            let as_guessed = (turns - stays).abs() <= width / Decimal::ONE_HUNDRED;
            guess = if as_guessed { self.guess(stays, turns, look) } else { None };
        }
        Ok((stays, beyond))
    }

    /// Outcome and state at a value; none if they cannot be computed.
    fn outcome_at(
        &self,
        at: Decimal,
        look: &mut dyn FnMut(Probe) -> ProbeResult<S>,
    ) -> Result<Option<(RelativeOutcome, S)>, Aborted> {
        match look(Probe::At(at)) {
            ProbeResult::Stopped => Err(Aborted),
            ProbeResult::Same(state) => Ok(Some(((self.relative_outcome)(&state), state))),
            ProbeResult::Passes { .. } | ProbeResult::Open { .. } | ProbeResult::Uncounted => Ok(None),
        }
    }

    /// Zero of the line between the leads at two values.
    fn guess(&self, stays: Decimal, turns: Decimal, look: &mut dyn FnMut(Probe) -> ProbeResult<S>) -> Option<Decimal> {
        let mut lead = |at| match look(Probe::Lead(at)) {
            ProbeResult::Same(state) => (self.lead)(&state).map(|lead| lead.abs()),
            ProbeResult::Passes { .. } | ProbeResult::Open { .. } | ProbeResult::Uncounted | ProbeResult::Stopped => {
                None
            }
        };
        let (before, after) = (lead(stays)?, lead(turns)?);
        Some(stays + (turns - stays) * before.checked_div(before + after)?)
    }

    /// Pushes the two parts of an interval, the nearer one on top.
    fn divide(&self, (a, b): (Decimal, Decimal), near: Option<Decimal>, open: &mut Vec<(Decimal, Decimal)>) {
        let whole = |at: Decimal| if self.domain.grid == Grid::Whole { at.floor() } else { at };
        let within = |at: &Decimal| a < *at && *at < b;
        let middle = near.map(whole).filter(within).or_else(|| self.by_distance(a, b).map(whole).filter(within));
        let middle = middle.unwrap_or_else(|| whole((a + b) / Decimal::TWO));
        match self.direction {
            Direction::Up => open.extend([(middle, b), (a, middle)]),
            Direction::Down => open.extend([(a, middle), (middle, b)]),
        }
    }

    /// Point of division for an interval whose ends differ by orders of magnitude in their distance from the base-case
    /// value: about at the geometric mean of these distances, so that bounds of 10^12 take few steps.
    fn by_distance(&self, a: Decimal, b: Decimal) -> Option<Decimal> {
        let today = self.domain.today;
        let (near, far) = match self.direction {
            Direction::Up => (a - today, b - today),
            Direction::Down => (today - b, today - a),
        };
        let least = near.max(self.domain.scale(Decimal::ZERO) / Decimal::from(64));
        let mut doublings = 0_u32;
        let mut distance = least;
        while distance < far {
            distance = distance.checked_mul(Decimal::TWO)?;
            doublings += 1;
        }
        if doublings <= 2 {
            return None;
        }
        let distance = (0..doublings / 2).fold(least, |distance, _| distance * Decimal::TWO);
        Some(match self.direction {
            Direction::Up => today + distance,
            Direction::Down => today - distance,
        })
    }
}

fn between(at: Decimal, a: Decimal, b: Decimal) -> bool {
    a.min(b) < at && at < a.max(b)
}

#[cfg(test)]
mod tests;
