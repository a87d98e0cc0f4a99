//! Which single number would have to change, and by how much, to reverse the decision.
//!
//! The **flip value** of a number is the value, all else fixed, at which the best own and the best rent option cost the
//! same, nearest to today's value: min PV(own, hybrid) = min PV(rent), over the options that are possible, eligible and
//! comparable there. Where they never cost the same it is the value beyond which the other side wins: a whole instance
//! more, or an option that is not possible there.

mod factor;
mod holding;
mod race;
mod shape;

pub use factor::Measure;
pub(super) use holding::holds_while;
pub use race::Out;

use super::compare::{Answer, header};
use super::evaluated::Evaluated;
use super::statement::{Header, Winner};
use crate::diagnostic::Place;
use crate::model::Model;
use crate::number;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::quantity::{Form, Kind, Number};
use crate::scenario::{Loaded, declared};
use crate::sheet::{Direction, Grid, Mover, Search, Stance};
use factor::{Factor, Factors};
use language::declaration::Role;
use race::{Holder, Moving, Race, Seen};
use rayon::prelude::*;
use rust_decimal::Decimal;
use shape::{Shapes, WholeFlip};

/// What is asked: every number, unless something is named.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Numbers at or below these paths; all if there are none.
    pub only: Vec<String>,
    /// How far from today's value, as a share of it; everywhere within the bounds if absent.
    pub within: Option<Decimal>,
}

/// Every flip value of a scenario.
#[derive(Debug)]
pub struct Flips {
    /// What was asked, and of which file.
    pub header: Header,
    /// The option that wins today, and the best of the other side.
    pub today: Option<Sides>,
    /// Why there is no decision between owning and renting; empty where there is one.
    pub undecided_because: Vec<String>,
    /// The flips, the nearest first.
    pub found: Vec<Flip>,
    /// Numbers that do not flip it anywhere between these values.
    pub steady: Vec<Steady>,
    /// How many numbers decide nothing: no option that could win depends on them.
    pub idle: usize,
    /// How far from today's values it was looked; everywhere within the bounds if absent.
    pub within: Option<Decimal>,
}

/// The two sides of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The option that wins.
    pub winner: String,
    /// The best option of the other side.
    pub rival: String,
    /// The side of the winner.
    pub side: Winner,
}

/// A number whose value, all else fixed, reverses the decision.
#[derive(Clone, Debug)]
pub struct Flip {
    /// What it is of.
    pub number: Asked,
    /// The flip value, before any rounding; of whole numbers the first one at which the decision is another.
    pub at: Decimal,
    /// Whether the decision is another above or below it.
    pub direction: Direction,
    /// Whether the decision is another at the value itself.
    pub end: End,
    /// How far the other direction was searched, where that is less far: another value may be nearer.
    pub other_until: Option<Decimal>,
    /// What happens there.
    pub because: Because,
    /// The option that wins beyond it; none where no option is left.
    pub wins: Option<String>,
}

/// A number that was moved.
#[derive(Clone, Debug)]
pub struct Asked {
    /// Its path, or that of the list.
    pub path: String,
    /// The kind of quantity.
    pub kind: &'static Kind,
    /// What of it moves.
    pub measure: Measure,
    /// Whether it is counted.
    pub grid: Grid,
    /// Who wrote it.
    pub origin: Origin,
    /// Where it was written; nowhere if it was assumed.
    pub place: Option<Place>,
    /// Its value today.
    pub today: Decimal,
}

/// Whether a range has its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has.
    With,
    /// It begins just beyond.
    Without,
}

/// What happens at a flip value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// Both sides cost the same.
    Equal,
    /// The cost of one of them jumps: whole instances, months.
    Jump,
    /// Options that win below it are out beyond it, each with the reason.
    Out(Vec<(String, String)>),
    /// Options that are out today are in beyond it.
    In(Vec<String>),
}

/// A number that does not flip the decision.
#[derive(Clone, Debug)]
pub struct Steady {
    /// What it is of.
    pub number: Asked,
    /// The least value that was looked at.
    pub least: Decimal,
    /// The greatest.
    pub most: Decimal,
    /// How sure that is.
    pub proof: Proof,
}

/// How it is known that a number does not flip a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// Bounds of the difference keep its sign over every part of the interval.
    Bounded,
    /// Every whole number was tried.
    Tried,
    /// It is not known: the search was given up.
    GivenUp,
}

impl Flip {
    /// How far it is from today's value, with its sign.
    #[must_use]
    pub fn distance(&self) -> Decimal {
        self.at - self.number.today
    }

    /// The same as a share of today's value; none where that is nothing.
    #[must_use]
    pub fn distance_share(&self) -> Option<Decimal> {
        self.distance().checked_div(self.number.today.abs())
    }

    /// By what flips are ordered: the share, or the points of a share that is nothing today; others come last.
    fn order(&self) -> Decimal {
        let points = (self.number.kind.form == Form::Share).then(|| self.distance());
        self.distance_share().or(points).unwrap_or(Decimal::MAX).abs()
    }
}

impl Answer {
    /// Every number in scope whose value, all else fixed, reverses the decision.
    #[must_use]
    pub fn flips(&self, scope: &Scope) -> Flips {
        let race = Race::new(&self.loaded.scenario, &self.evaluated);
        let mut flips = Flips {
            header: header(&self.loaded),
            today: None,
            undecided_because: Vec::new(),
            found: Vec::new(),
            steady: Vec::new(),
            idle: 0,
            within: scope.within,
        };
        let Some(sides) = sides(&race, &self.evaluated.model) else {
            flips.undecided_because = self.undecided_because();
            return flips;
        };
        let search = Find { loaded: &self.loaded, evaluated: &self.evaluated, race: &race, side: sides.side, scope };
        let shapes = Shapes::new(&self.loaded, &self.traces, sides.side);
        let factors = Factors::new(&self.loaded.document, &self.loaded.scenario, &self.evaluated.model.sheet);
        let of_figures: Vec<&Factor> = factors.of_figures.iter().filter(|factor| search.covers(factor.at)).collect();
        let of_shape: Vec<&Number> = factors.of_shape.iter().filter(|number| search.covers(number.at)).collect();
        // on all cores, in the order of the file
        let mut outcomes: Vec<Outcome> = of_figures.par_iter().map(|factor| search.of_figure(factor)).collect();
        outcomes.extend(search.of_shapes(&shapes, &of_shape));
        for outcome in outcomes {
            match outcome {
                Outcome::Flips(flip) => flips.found.push(flip),
                Outcome::Steady(steady) => flips.steady.push(steady),
                Outcome::Idle => flips.idle += 1,
                Outcome::NotAsked => {}
            }
        }
        flips.found.sort_by(|a, b| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
        flips.today = Some(sides);
        flips
    }

    /// Why one side, or both, have no option that could win.
    fn undecided_because(&self) -> Vec<String> {
        let mut reasons = Vec::new();
        for (side, verb) in [(Winner::Own, "own"), (Winner::Rent, "rent")] {
            let of_side = || self.comparison.options.iter().filter(move |option| Winner::of(option.kind) == side);
            if of_side().any(|option| option.eligible() && option.comparable()) {
                continue;
            }
            if of_side().next().is_none() {
                reasons.push(format!("the scenario has nothing to {verb}"));
            }
            for option in of_side() {
                let why = option.ineligible_because.iter().chain(&option.not_comparable_because);
                let why: Vec<&str> = why.map(String::as_str).collect();
                reasons.push(format!("{} cannot win: {}", option.name, why.join("; ")));
            }
        }
        reasons
    }
}

/// What came of a number.
enum Outcome {
    Flips(Flip),
    Steady(Steady),
    Idle,
    NotAsked,
}

/// The best option of each side today; none where one of them has none.
fn sides(race: &Race<'_>, model: &Model) -> Option<Sides> {
    let places = race.today();
    let (own, rent) = (race.best(Winner::Own, &places)?, race.best(Winner::Rent, &places)?);
    // a tie goes to the earlier
    let side = match race.holder(&places) {
        Holder::Side(side) => side,
        Holder::Level | Holder::Nobody if own < rent => Winner::Own,
        Holder::Level | Holder::Nobody => Winner::Rent,
    };
    let name = |option: usize| model.options[option].name.clone();
    let (winner, rival) = match side {
        Winner::Own => (name(own), name(rent)),
        Winner::Rent => (name(rent), name(own)),
    };
    Some(Sides { winner, rival, side })
}

/// A search for flips.
struct Find<'a> {
    loaded: &'a Loaded,
    evaluated: &'a Evaluated,
    race: &'a Race<'a>,
    /// The side that wins today.
    side: Winner,
    scope: &'a Scope,
}

impl Find<'_> {
    fn covers(&self, at: NodeId) -> bool {
        let path = self.loaded.document.path(at);
        let below = |only: &String| {
            path.strip_prefix(only.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        // the numbers of a list move together: naming one names the list
        let above = |only: &String| only.strip_prefix(path.as_str()).is_some_and(|rest| rest.starts_with('.'));
        self.scope.only.is_empty() || self.scope.only.iter().any(|only| below(only) || above(only))
    }

    fn asked(&self, at: NodeId, kind: &'static Kind, measure: Measure, mover: &Mover) -> Asked {
        let document = &self.loaded.document;
        Asked {
            path: document.path(at),
            kind,
            measure,
            grid: mover.grid,
            origin: document.origin(at),
            place: document.place(at),
            today: mover.today,
        }
    }

    /// The part of the bounds that is in scope; none if today's value says nothing of how far that would be.
    fn in_scope(&self, mover: &Mover, form: Form) -> Option<Mover> {
        let Some(within) = self.scope.within else { return Some(*mover) };
        let reach = match form {
            Form::Share if mover.today.is_zero() => within,
            Form::Share | Form::Number | Form::Count => mover.today.abs().checked_mul(within).unwrap_or(Decimal::MAX),
        };
        let whole = |reach: Decimal| if mover.grid == Grid::Whole { reach.floor() } else { reach };
        let reach = whole(reach.min(mover.most - mover.least));
        let (least, most) = (mover.least.max(mover.today - reach), mover.most.min(mover.today + reach));
        (least < most).then_some(Mover { least, most, ..*mover })
    }

    fn of_figure(&self, factor: &Factor) -> Outcome {
        let Some(mover) = self.in_scope(&factor.mover, factor.kind.form) else { return Outcome::NotAsked };
        let Some(mut moving) = self.race.moving(factor) else { return Outcome::Idle };
        let stance = |seen: &Seen| seen.holder.stance(self.side);
        let lead = |seen: &Seen| seen.difference;
        let search = mover.first_crossing(&stance, &lead, &mut |stretch| moving.look(stretch));
        let number = self.asked(factor.at, factor.kind, factor.measure, &mover);
        let steady = |least, most, proof| Steady { number: number.clone(), least, most, proof };
        match search {
            Search::Stays => Outcome::Steady(steady(mover.least, mover.most, Proof::Bounded)),
            Search::GivenUp(least, most) => Outcome::Steady(steady(least, most, Proof::GivenUp)),
            Search::Turns(turn) => {
                let (at, end) = self.settled(&mut moving, &mover, turn.at, turn.direction);
                let (wins, because) = self.what_happens(&mut moving, beside(&mover, (at, end), turn.direction));
                let (direction, other_until) = (turn.direction, turn.other_until);
                Outcome::Flips(Flip { number: number.clone(), at, direction, end, other_until, because, wins })
            }
        }
    }

    /// The value at which a decision becomes another, and whether it is another there. Where the costs of both sides meet
    /// they are level at it; where they jump over each other it is found to a few digits less than are said of it, so the value
    /// that is said decides, or the bound that lies as near.
    fn settled(&self, moving: &mut Moving<'_>, mover: &Mover, at: Decimal, direction: Direction) -> (Decimal, End) {
        if mover.grid == Grid::Whole {
            return (at, End::With);
        }
        if self.race.is_level(&moving.places(at)) {
            return (at, End::Without);
        }
        let bound = match direction {
            Direction::Up => mover.most,
            Direction::Down => mover.least,
        };
        let mut turned = |at| self.race.holder(&moving.places(at)).stance(self.side) == Stance::Turned;
        if (bound - at).abs() <= fine(mover, at) && turned(bound) {
            return (bound, End::With);
        }
        let said = number::ratio(at).clamp(mover.least, mover.most);
        (said, if turned(said) { End::With } else { End::Without })
    }

    /// Which option wins beyond a value, and what happens at it.
    fn what_happens(&self, moving: &mut Moving<'_>, (before, beyond): (Decimal, Decimal)) -> (Option<String>, Because) {
        let name = |option: usize| self.evaluated.model.options[option].name.clone();
        let (today, there) = (self.race.today(), moving.places(beyond));
        let wins = match self.race.holder(&there) {
            Holder::Side(side) => self.race.best(side, &there),
            Holder::Level => self.race.best(other(self.side), &there),
            Holder::Nobody => None,
        };
        let both = || today.iter().zip(&there);
        let out = both().filter_map(|((option, was), (_, is))| match (was, is) {
            (Ok(_), Err(why)) => Some((name(*option), why.text())),
            (_, _) => None,
        });
        let out: Vec<(String, String)> = out.collect();
        let entered = both().filter(|((_, was), (_, is))| was.is_err() && is.is_ok());
        let entered: Vec<String> = entered.map(|((option, _), _)| name(*option)).collect();
        let because = if self.race.is_level(&moving.places(before)) {
            Because::Equal
        } else if !out.is_empty() {
            Because::Out(out)
        } else if entered.is_empty() {
            Because::Jump
        } else {
            Because::In(entered)
        };
        (wins.map(name), because)
    }

    /// Whole numbers that shape the sheet, one after another: the values of each are tried on all cores.
    fn of_shapes(&self, shapes: &Shapes<'_>, numbers: &[&Number]) -> Vec<Outcome> {
        let stated = shapes.stated();
        let outcome = |number: &&Number| {
            let (least, most) = (number.kind.minimum(), number.kind.maximum().min(shapes.reach(number)));
            let mover = Mover { today: number.value, least, most, grid: Grid::Whole };
            let Some(mover) = self.in_scope(&mover, Form::Count) else { return Outcome::NotAsked };
            if declared(&self.loaded.document, number.at).any(|key| key.role == Role::Beside) {
                return Outcome::Idle;
            }
            let asked = self.asked(number.at, number.kind, Measure::Number, &mover);
            match shapes.nearest(number, (mover.least, mover.most)) {
                None => {
                    Outcome::Steady(Steady { number: asked, least: mover.least, most: mover.most, proof: Proof::Tried })
                }
                Some(WholeFlip { at, direction, decision }) => {
                    let out = stated.options.iter().zip(&decision.options).filter(|(was, _)| was.can_win());
                    let out = out.filter_map(|(_, is)| match &is.worth {
                        Err(why) => Some((is.name.clone(), format!("is not possible: {}", why.reason))),
                        Ok(worth) if worth.cannot_win_because.is_empty() => None,
                        Ok(worth) => {
                            Some((is.name.clone(), format!("cannot win: {}", worth.cannot_win_because.join("; "))))
                        }
                    });
                    let out: Vec<(String, String)> = out.collect();
                    let because = if out.is_empty() { Because::Jump } else { Because::Out(out) };
                    let wins = decision.winning().map(|option| option.name.clone());
                    let (end, other_until) = (End::With, None);
                    Outcome::Flips(Flip { number: asked, at, direction, end, other_until, because, wins })
                }
            }
        };
        numbers.par_iter().map(outcome).collect()
    }
}

/// What a value that was searched for may be off by, with a reserve.
fn fine(mover: &Mover, at: Decimal) -> Decimal {
    mover.scale(at) * Decimal::new(1, 9)
}

/// Values on the two sides of a flip value: one at which the decision is today's, one at which it is another.
fn beside(mover: &Mover, (at, end): (Decimal, End), direction: Direction) -> (Decimal, Decimal) {
    let step = match mover.grid {
        Grid::Whole => Decimal::ONE,
        Grid::Line => fine(mover, at),
    };
    let within = |at: Decimal| at.clamp(mover.least, mover.most);
    let (back, on) = match direction {
        Direction::Up => (within(at - step), within(at + step)),
        Direction::Down => (within(at + step), within(at - step)),
    };
    match end {
        End::With => (back, at),
        End::Without => (at, on),
    }
}

fn other(side: Winner) -> Winner {
    match side {
        Winner::Own => Winner::Rent,
        Winner::Rent => Winner::Own,
    }
}
