//! The first crossing: the nearest value at which something turns, searched outwards from where a number stands: whatever lies nearer is
//! proved to stay, stretch by stretch.

mod sight;

pub use sight::{Direction, Grid, Probe, Sight, Stance};

use crate::number;
use rust_decimal::{Decimal, RoundingStrategy};

/// A look at a value was [`Sight::Stopped`].
struct Ended;

/// The nearest value at which something turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn<S> {
    /// The value: of a line the last one before it turns, of whole numbers the first one at which it has.
    pub at: Decimal,
    /// In which direction it lies from today's.
    pub direction: Direction,
    /// What is seen beyond it.
    pub beyond: S,
    /// How far the other direction was searched, where that is less far than it: something may turn nearer.
    pub other_until: Option<Decimal>,
}

/// What a search ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search<S> {
    /// It turns.
    Turns(Turn<S>),
    /// It turns nowhere between the bounds.
    Stays,
    /// It was looked at so often without an end that the search was given up: between these values it turns nowhere.
    GivenUp(Decimal, Decimal),
}

/// Stretches that are looked at in one direction before a search is given up.
const MOST_LOOKS: usize = 1_000;
/// Those farther away than [`FAR`]: what is decided there in great steps is seen, what takes small ones is not of interest.
const MOST_FAR_LOOKS: usize = 20;
/// So many times today's value is far away from it.
const FAR: Decimal = Decimal::from_parts(9, 0, 0, false, 0);
/// The least scale of a number, 10^-12: a share of it still has digits, so that intervals have an end.
const LEAST_SCALE: Decimal = Decimal::from_parts(1, 0, 0, false, 12);
/// Steps between a value at which it stays and one at which it has turned: halving alone takes 45 from a ten-thousandth to 10^-13
/// of a scale, and a guess that fails is followed by a halving.
const MOST_STEPS: usize = 100;
/// Stretches that are looked at or only glanced at.
const MOST_GLANCES: usize = 20 * MOST_LOOKS;

/// A number that moves between bounds.
#[derive(Clone, Copy, Debug)]
pub struct Mover {
    /// Where it stands.
    pub today: Decimal,
    /// The least it may be.
    pub least: Decimal,
    /// The most it may be.
    pub most: Decimal,
    /// Which values there are between them.
    pub grid: Grid,
}

impl Mover {
    /// The value nearest to today's at which what is seen has turned. A stretch that is [`Sight::Open`] is divided until
    /// it is not, or until it is a ten-thousandth of its value wide; then its ends decide, and a value between ends that differ is
    /// found to 10^-13 of it. So what turns and turns back within a ten-thousandth may be passed over. `lead` is by how much
    /// one side is ahead at a value.
    pub fn first_crossing<S: Copy>(
        &self,
        stance: &dyn Fn(&S) -> Stance,
        lead: &dyn Fn(&S) -> Option<Decimal>,
        look: &mut dyn FnMut(Probe) -> Sight<S>,
    ) -> Search<S> {
        let mut walk =
            |direction, end| Walk { mover: self, direction, end, stance, lead, level_since: None }.outwards(look);
        let up = if self.today < self.most { walk(Direction::Up, self.most) } else { Search::Stays };
        // below only what is nearer is of interest
        let end = match &up {
            Search::Turns(turn) => self.least.max(self.today - (turn.at - self.today)),
            Search::Stays | Search::GivenUp(..) => self.least,
        };
        let down = if end < self.today { walk(Direction::Down, end) } else { Search::Stays };
        match (up, down) {
            (Search::Turns(up), Search::Turns(down)) if up.at - self.today <= self.today - down.at => Search::Turns(up),
            // what turns is said even where the other direction was given up before it was as far
            (Search::GivenUp(_, until), Search::Turns(turn)) if until - self.today < self.today - turn.at => {
                Search::Turns(Turn { other_until: Some(until), ..turn })
            }
            (Search::Turns(turn), Search::GivenUp(from, _)) => Search::Turns(Turn { other_until: Some(from), ..turn }),
            (_, Search::Turns(turn)) | (Search::Turns(turn), _) => Search::Turns(turn),
            (Search::GivenUp(_, until), Search::GivenUp(from, _)) => Search::GivenUp(from, until),
            (Search::GivenUp(_, until), Search::Stays) => Search::GivenUp(self.least, until),
            (Search::Stays, Search::GivenUp(from, _)) => Search::GivenUp(from, self.most),
            (Search::Stays, Search::Stays) => Search::Stays,
        }
    }

    /// What its digits are measured against: at least 10^-12.
    #[must_use]
    pub fn scale(&self, at: Decimal) -> Decimal {
        let today = if self.today.is_zero() { Decimal::ONE.min(self.most - self.least) } else { self.today.abs() };
        today.max(at.abs()).max(LEAST_SCALE)
    }
}

/// A search in one direction.
struct Walk<'a, S> {
    mover: &'a Mover,
    direction: Direction,
    end: Decimal,
    stance: &'a dyn Fn(&S) -> Stance,
    lead: &'a dyn Fn(&S) -> Option<Decimal>,
    /// Where it became level, if it is level now.
    level_since: Option<Decimal>,
}

impl<S: Copy> Walk<'_, S> {
    fn outwards(mut self, look: &mut dyn FnMut(Probe) -> Sight<S>) -> Search<S> {
        let today = self.mover.today;
        let mut open = vec![match self.direction {
            Direction::Up => (today, self.end),
            Direction::Down => (self.end, today),
        }];
        let far = self.mover.scale(Decimal::ZERO).checked_mul(FAR).unwrap_or(Decimal::MAX);
        let (mut looks, mut far_looks, mut glances) = (0, 0, 0);
        while let Some((a, b)) = open.pop() {
            let is_far = (a - today).abs().min((b - today).abs()) >= far;
            let given_up = match self.direction {
                Direction::Up => Search::GivenUp(today, a),
                Direction::Down => Search::GivenUp(b, today),
            };
            glances += 1;
            if looks == MOST_LOOKS || is_far && far_looks == MOST_FAR_LOOKS || glances == MOST_GLANCES {
                return given_up;
            }
            let single = self.mover.grid == Grid::Whole && b - a <= Decimal::ONE;
            let seen = look(if single { Probe::At(b) } else { Probe::Interval(a, b) });
            if !matches!(seen, Sight::Glanced) {
                looks += 1;
                far_looks += usize::from(is_far);
            }
            let found = match (seen, self.mover.grid) {
                (Sight::Stopped, _) => return given_up,
                (Sight::Same(state), _) if single => self.steps(b, state),
                (Sight::Open { .. } | Sight::Glanced | Sight::Passes { .. }, _) if single => None,
                (Sight::Same(state), _) => self.meets(state, (a, b)),
                (Sight::Passes { at, below, above }, Grid::Line) => {
                    let at = self.closer((a, b), at, look);
                    self.passes((a, b), at, below, above)
                }
                (Sight::Open { .. } | Sight::Glanced, Grid::Line) if self.is_narrow(a, b) => {
                    match self.ends((a, b), look) {
                        Ok(found) => found,
                        Err(Ended) => return given_up,
                    }
                }
                (Sight::Passes { at, .. }, Grid::Whole) => {
                    self.divide((a, b), Some(at), &mut open);
                    None
                }
                (Sight::Open { near }, _) => {
                    self.divide((a, b), near, &mut open);
                    None
                }
                (Sight::Glanced, _) => {
                    self.divide((a, b), None, &mut open);
                    None
                }
            };
            if let Some(turn) = found {
                return Search::Turns(turn);
            }
        }
        // the lower bound itself is in no interval above it
        let last = (self.direction == Direction::Down && self.end == self.mover.least).then_some(self.end);
        match last.map(|at| (at, look(Probe::At(at)))) {
            Some((at, Sight::Same(state))) => self.steps(at, state).map_or(Search::Stays, Search::Turns),
            Some((at, Sight::Stopped)) => Search::GivenUp(at, today),
            _ => Search::Stays,
        }
    }

    fn found(&self, at: Decimal, beyond: S) -> Turn<S> {
        let at = self.level_since.unwrap_or(at);
        Turn { at, direction: self.direction, beyond, other_until: None }
    }

    /// The same over all of an interval.
    fn meets(&mut self, state: S, (a, b): (Decimal, Decimal)) -> Option<Turn<S>> {
        let nearest = match (self.direction, self.mover.grid) {
            (Direction::Up, Grid::Line) => a,
            (Direction::Up, Grid::Whole) => a + Decimal::ONE,
            (Direction::Down, _) => b,
        };
        self.steps(nearest, state)
    }

    fn steps(&mut self, at: Decimal, state: S) -> Option<Turn<S>> {
        match (self.stance)(&state) {
            Stance::Stays => self.level_since = None,
            Stance::Level => {
                self.level_since.get_or_insert(at);
            }
            Stance::Turned => return Some(self.found(at, state)),
        }
        None
    }

    /// Where a line passes, looked at again from close by: of bounds of 10^12 digits are lost on the way.
    fn closer(&self, (a, b): (Decimal, Decimal), at: Decimal, look: &mut dyn FnMut(Probe) -> Sight<S>) -> Decimal {
        let reach = self.mover.scale(at) / Decimal::from(64);
        let near = (a.max((at - reach).round_dp(6)), b.min((at + reach).round_dp(6)));
        let close = if near.0 < at && at < near.1 { look(Probe::Interval(near.0, near.1)) } else { return at };
        match close {
            Sight::Passes { at, .. } => number::significant(at, 24, RoundingStrategy::MidpointNearestEven),
            Sight::Same(_) | Sight::Open { .. } | Sight::Glanced | Sight::Stopped => at,
        }
    }

    fn passes(&mut self, (a, b): (Decimal, Decimal), at: Decimal, below: S, above: S) -> Option<Turn<S>> {
        let (near, first, second) = match self.direction {
            Direction::Up => (a, below, above),
            Direction::Down => (b, above, below),
        };
        self.steps(near, first).or_else(|| self.steps(at, second))
    }

    fn is_narrow(&self, a: Decimal, b: Decimal) -> bool {
        b - a <= self.mover.scale(b) * Decimal::new(1, 4)
    }

    /// An interval too narrow to divide: its ends decide.
    fn ends(
        &mut self,
        (a, b): (Decimal, Decimal),
        look: &mut dyn FnMut(Probe) -> Sight<S>,
    ) -> Result<Option<Turn<S>>, Ended> {
        let mut turned = |at| turned(self.stance, at, look);
        let (near, far) = match self.direction {
            Direction::Up => (a, b),
            Direction::Down => (b, a),
        };
        if self.direction == Direction::Down
            && let Some(state) = turned(near)?
        {
            return Ok(Some(self.found(near, state)));
        }
        let Some(beyond) = turned(far)? else { return Ok(None) };
        self.level_since = None;
        let (at, beyond) = self.between((near, far), beyond, look)?;
        Ok(Some(self.found(at, beyond)))
    }

    /// Where it turns between a value at which it stays and one at which it has turned: a guess on the line between their
    /// leads is tried on both of its sides; where it fails, as at a jump, the interval is halved instead.
    fn between(
        &self,
        (mut stays, mut turns): (Decimal, Decimal),
        mut beyond: S,
        look: &mut dyn FnMut(Probe) -> Sight<S>,
    ) -> Result<(Decimal, S), Ended> {
        let fine = self.mover.scale(turns) * Decimal::new(1, 13);
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
                match turned(self.stance, at, look)? {
                    Some(state) => {
                        (turns, beyond) = (at, state);
                        break;
                    }
                    None => stays = at,
                }
            }
            let as_guessed = (turns - stays).abs() <= width / Decimal::ONE_HUNDRED;
            guess = if as_guessed { self.guess(stays, turns, look) } else { None };
        }
        Ok((stays, beyond))
    }

    /// Where a line between the leads at two values is at nothing.
    fn guess(&self, stays: Decimal, turns: Decimal, look: &mut dyn FnMut(Probe) -> Sight<S>) -> Option<Decimal> {
        let mut lead = |at| match look(Probe::Lead(at)) {
            Sight::Same(state) => (self.lead)(&state).map(|lead| lead.abs()),
            Sight::Passes { .. } | Sight::Open { .. } | Sight::Glanced | Sight::Stopped => None,
        };
        let (before, after) = (lead(stays)?, lead(turns)?);
        Some(stays + (turns - stays) * before.checked_div(before + after)?)
    }

    /// Two parts of an interval, the nearer on top.
    fn divide(&self, (a, b): (Decimal, Decimal), near: Option<Decimal>, open: &mut Vec<(Decimal, Decimal)>) {
        let whole = |at: Decimal| if self.mover.grid == Grid::Whole { at.floor() } else { at };
        let within = |at: &Decimal| a < *at && *at < b;
        let middle = near.map(whole).filter(within).or_else(|| self.by_distance(a, b).map(whole).filter(within));
        let middle = middle.unwrap_or_else(|| whole((a + b) / Decimal::TWO));
        match self.direction {
            Direction::Up => open.extend([(middle, b), (a, middle)]),
            Direction::Down => open.extend([(a, middle), (middle, b)]),
        }
    }

    /// Where the ends differ by orders of magnitude in their distance from today's value, a distance between them in this
    /// sense, so that bounds of 10^12 cost a few steps.
    fn by_distance(&self, a: Decimal, b: Decimal) -> Option<Decimal> {
        let today = self.mover.today;
        let (near, far) = match self.direction {
            Direction::Up => (a - today, b - today),
            Direction::Down => (today - b, today - a),
        };
        let least = near.max(self.mover.scale(Decimal::ZERO) / Decimal::from(64));
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

/// What is seen at a value, if it has turned there.
fn turned<S>(
    stance: &dyn Fn(&S) -> Stance,
    at: Decimal,
    look: &mut dyn FnMut(Probe) -> Sight<S>,
) -> Result<Option<S>, Ended> {
    match look(Probe::At(at)) {
        Sight::Stopped => Err(Ended),
        Sight::Same(state) if stance(&state) == Stance::Turned => Ok(Some(state)),
        Sight::Same(_) | Sight::Passes { .. } | Sight::Open { .. } | Sight::Glanced => Ok(None),
    }
}

fn between(at: Decimal, a: Decimal, b: Decimal) -> bool {
    a.min(b) < at && at < a.max(b)
}

#[cfg(test)]
mod tests;
