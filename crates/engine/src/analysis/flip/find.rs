//! The search for the flip value of one number.

use super::effort::MOST_FOR_WHOLE_NUMBERS;
use super::factor::{Factor, FactorMeasure};
use super::leader::{Leader, Seen};
use super::moving::{Moving, Sights};
use super::race::Race;
use super::result::{AskedNumber, Because, Flip, Out, Proof, RangeEnd, Scope, Steady, WhyOut};
use super::whole::{Tried, WholeFlip, WholeNumbers};
use crate::analysis::effort::{Done, Effort};
use crate::analysis::winner::PairHalf;
use crate::number;
use crate::scenario::conventions::Financing;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use crate::scenario::uncertainty::spread_at;
use crate::scenario::{Loaded, declared};
use crate::sheet::{Direction, Grid, Mover, Search, Stance};
use crate::variation::{Decision, Evaluated};
use language::declaration::{Key, KeyRole};
use rust_decimal::Decimal;

/// What came of a number.
pub(super) enum Outcome {
    Flips(Flip),
    Steady(Steady),
    Idle,
    NotAsked,
}

/// Why a whole number is not tried.
enum Untried {
    /// It is not asked about.
    OutOfScope,
    /// It stands beside the result, which it does not change.
    Beside,
}

/// A search for flips.
pub(super) struct Find<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) evaluated: &'a Evaluated,
    pub(super) race: &'a Race<'a>,
    /// Which of the two sides, or options, wins today.
    pub(super) side: PairHalf,
    pub(super) scope: &'a Scope,
}

impl Find<'_> {
    fn asked(&self, at: NodeId, kind: &'static QuantityKind, measure: FactorMeasure, mover: &Mover) -> AskedNumber {
        let document = &self.loaded.document;
        let (path, number) = (document.path(at), document.number(at));
        let (place, own) = (document.place(at), || self.loaded.sources.name().to_owned());
        AskedNumber {
            spread: number.and_then(|number| spread_at(&self.loaded.scenario, &path, &number)),
            path,
            kind,
            currency: number.and_then(|number| number.currency),
            measure,
            grid: mover.grid,
            origin: document.origin(at),
            file: place
                .and_then(|place| self.loaded.sources.file_of(place))
                .map_or_else(own, |file| file.name.to_owned()),
            place,
            today: mover.today,
        }
    }

    /// The part of the bounds that is in scope; none if today's value says nothing of how far that would be.
    pub(super) fn in_scope(&self, mover: &Mover, form: NumberForm) -> Option<Mover> {
        let Some(within) = self.scope.within else { return Some(*mover) };
        let reach = match form {
            NumberForm::Share if mover.today.is_zero() => within,
            NumberForm::Share | NumberForm::Number | NumberForm::Count => {
                mover.today.abs().checked_mul(within).unwrap_or(Decimal::MAX)
            }
        };
        let whole = |reach: Decimal| if mover.grid == Grid::Whole { reach.floor() } else { reach };
        let reach = whole(reach.min(mover.most - mover.least));
        let (least, most) = (mover.least.max(mover.today - reach), mover.most.min(mover.today + reach));
        (least < most).then_some(Mover { least, most, ..*mover })
    }

    /// A number that figures follow from, for which no more is worked out than `most`, with what was before: a search that was too
    /// little goes on from what it has seen.
    pub(super) fn of_figure(&self, factor: &Factor, sights: &mut Sights, most: usize) -> Done<Outcome> {
        let at_once = |result| Done { result, worked: 0, is_whole: true };
        let Some(mover) = self.in_scope(&factor.mover, factor.kind.form) else { return at_once(Outcome::NotAsked) };
        let Some(moving) = Moving::of(self.race, factor, most) else { return at_once(Outcome::Idle) };
        let mut moving = moving.after(std::mem::take(sights));
        let result = self.searched(&mut moving, factor, &mover);
        let done = Done { result, worked: moving.worked(), is_whole: !moving.is_stopped() };
        if moving.is_stopped() {
            *sights = moving.into_sights();
        }
        done
    }

    /// The search for a flip between the bounds.
    pub(super) fn searched(&self, moving: &mut Moving<'_>, factor: &Factor, mover: &Mover) -> Outcome {
        let stance = |seen: &Seen| seen.leader.stance(self.side);
        let lead = |seen: &Seen| seen.difference;
        let search = mover.first_crossing(&stance, &lead, &mut |stretch| moving.look(stretch));
        let number = self.asked(factor.at, factor.kind, factor.measure, mover);
        let steady = |least, most, proof| Steady { number: number.clone(), least, most, proof };
        match search {
            Search::Stays => Outcome::Steady(steady(mover.least, mover.most, Proof::Bounded)),
            Search::GivenUp(least, most) if moving.is_stopped() => {
                Outcome::Steady(steady(least, most, Proof::TriedSoFar))
            }
            Search::GivenUp(least, most) => Outcome::Steady(steady(least, most, Proof::GivenUp)),
            Search::Turns(turn) => {
                let (at, end) = self.settled(moving, mover, turn.at, turn.direction);
                let sides = beside(mover, (at, end), turn.direction);
                let (wins, because) = self.what_happens(moving, sides);
                let (direction, other_until) = (turn.direction, turn.other_until);
                Outcome::Flips(Flip {
                    number: number.clone(),
                    at,
                    direction,
                    end,
                    other_until,
                    because,
                    wins,
                    outgrown: self.outgrown(factor, sides),
                    findings: Vec::new(),
                })
            }
        }
    }

    /// The value at which a decision becomes another, and whether it is another there. Where the costs of both sides meet
    /// they are level at it; where they jump over each other it is found to a few digits less than are said of it, so the value
    /// that is said decides, or the bound that lies as near.
    fn settled(
        &self,
        moving: &mut Moving<'_>,
        mover: &Mover,
        at: Decimal,
        direction: Direction,
    ) -> (Decimal, RangeEnd) {
        if mover.grid == Grid::Whole {
            return (at, RangeEnd::With);
        }
        if self.race.is_level(&moving.places(at)) {
            return (at, RangeEnd::Without);
        }
        let bound = match direction {
            Direction::Up => mover.most,
            Direction::Down => mover.least,
        };
        let mut turned = |at| self.race.leader(&moving.places(at)).stance(self.side) == Stance::Turned;
        if (bound - at).abs() <= fine(mover, at) && turned(bound) {
            return (bound, RangeEnd::With);
        }
        let said = number::ratio(at).clamp(mover.least, mover.most);
        (said, if turned(said) { RangeEnd::With } else { RangeEnd::Without })
    }

    /// Which option wins beyond a value, and what happens at it.
    fn what_happens(&self, moving: &mut Moving<'_>, (before, beyond): (Decimal, Decimal)) -> (Option<String>, Because) {
        let name = |option: usize| self.evaluated.model.options[option].name.clone();
        let (today, there) = (self.race.today(), moving.places(beyond));
        let wins = match self.race.leader(&there) {
            Leader::Side(side) => self.race.best(side, &there),
            Leader::Level => self.race.best(self.side.other(), &there),
            Leader::Nobody => None,
        };
        let both = || today.iter().zip(&there);
        let out = both().filter_map(|((option, was), (_, is))| match (was, is) {
            (Ok(_), Err(why)) => Some(Out { option: name(*option), why: why.clone() }),
            (_, _) => None,
        });
        let out: Vec<Out> = out.collect();
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

    /// Whole numbers that shape the sheet, on all cores.
    pub(super) fn of_whole(&self, whole: &WholeNumbers<'_>, numbers: &[&ReadNumber], effort: Effort) -> Vec<Outcome> {
        let movers = numbers.iter().map(|number| self.whole_mover(whole, number));
        let movers: Vec<Result<Mover, Untried>> = movers.collect();
        let asked = numbers.iter().zip(&movers).filter_map(|(number, mover)| Some((*number, mover.as_ref().ok()?)));
        let trials = asked.map(|(number, mover)| whole.trial(number, mover.least, mover.most)).collect();
        let mut tried = whole.tried(trials, effort.of(MOST_FOR_WHOLE_NUMBERS)).into_iter();
        let outcome = |(number, mover): (&&ReadNumber, Result<Mover, Untried>)| match mover {
            Ok(mover) => tried.next().map_or(Outcome::NotAsked, |tried| self.of_trial(whole, number, &mover, tried)),
            Err(Untried::OutOfScope) => Outcome::NotAsked,
            Err(Untried::Beside) => Outcome::Idle,
        };
        numbers.iter().zip(movers).map(outcome).collect()
    }

    /// Between which values a whole number is tried, unless it is not.
    fn whole_mover(&self, whole: &WholeNumbers<'_>, number: &ReadNumber) -> Result<Mover, Untried> {
        let (least, most) = (number.kind.minimum(), number.kind.maximum().min(whole.reach(number)));
        let mover = Mover { today: number.value, least, most, grid: Grid::Whole };
        let mover = self.in_scope(&mover, NumberForm::Count).ok_or(Untried::OutOfScope)?;
        let inside = self.loaded.scenario.financing() == Financing::Inside;
        // a loan is beside the result unless financing is inside
        let is_beside = |key: &Key| key.role == KeyRole::Beside && !(inside && key.name == "loan");
        let is_beside = declared(&self.loaded.document, number.at).any(is_beside);
        if is_beside { Err(Untried::Beside) } else { Ok(mover) }
    }

    fn of_trial(&self, whole: &WholeNumbers<'_>, number: &ReadNumber, mover: &Mover, tried: Tried) -> Outcome {
        let asked = self.asked(number.at, number.kind, FactorMeasure::Number, mover);
        let WholeFlip { at, direction, decision } = match tried {
            Tried::Turns(flip) => flip,
            Tried::Stays { least, most } => {
                return Outcome::Steady(Steady { number: asked, least, most, proof: Proof::Tried });
            }
            Tried::GivenUp { least, most } => {
                return Outcome::Steady(Steady { number: asked, least, most, proof: Proof::TriedSoFar });
            }
        };
        let out = out_of(whole.stated(), &decision);
        let because = if out.is_empty() { Because::Jump } else { Because::Out(out) };
        let wins = decision.winning().map(|option| option.name.clone());
        Outcome::Flips(Flip {
            number: asked,
            at,
            direction,
            end: RangeEnd::With,
            other_until: None,
            because,
            wins,
            outgrown: Vec::new(),
            findings: Vec::new(),
        })
    }
}

/// The options that can win in one decision and not in another.
fn out_of(stated: &Decision, there: &Decision) -> Vec<Out> {
    let both = stated.options.iter().zip(&there.options).filter(|(was, is)| was.can_win() && !is.can_win());
    let out = both.map(|(_, is)| Out {
        option: is.name.clone(),
        why: match &is.worth {
            Err(why) => WhyOut::NotPossible(why.clone()),
            Ok(worth) => WhyOut::CannotWin(worth.cannot_win_because.clone()),
        },
    });
    out.collect()
}

/// What a value that was searched for may be off by, with a reserve.
fn fine(mover: &Mover, at: Decimal) -> Decimal {
    mover.scale(at) * Decimal::new(1, 9)
}

/// Values on the two sides of a flip value: one at which the decision is today's, one at which it is another.
pub(super) fn beside(mover: &Mover, (at, end): (Decimal, RangeEnd), direction: Direction) -> (Decimal, Decimal) {
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
        RangeEnd::With => (back, at),
        RangeEnd::Without => (at, on),
    }
}
