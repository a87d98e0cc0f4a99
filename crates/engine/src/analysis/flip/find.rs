//! Search for the flip value of one input.

use super::effort::MOST_FOR_WHOLE_NUMBERS;
use super::evaluation::Candidates;
use super::factor::{Factor, FactorMeasure};
use super::leader::{Leader, Seen};
use super::moving::{EvaluationCache, Moving};
use super::result::{Flip, FlipInput, FlipReason, Out, OutReason, Proof, RangeEnd, Scope, Steady};
use super::whole::{Tried, WholeFlip, WholeNumbers};
use crate::analysis::effort::{BudgetMultiple, Done};
use crate::analysis::winner::PairHalf;
use crate::model::OptionId;
use crate::number;
use crate::scenario::conventions::Financing;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use crate::scenario::uncertainty::spread_at;
use crate::scenario::{Loaded, declared};
use crate::sheet::{Direction, Grid, RelativeOutcome, SearchDomain, SearchResult};
use crate::variation::{Decision, Evaluated};
use language::declaration::{Key, KeyRole};
use rust_decimal::Decimal;

/// Outcome for an input.
pub(super) enum Outcome {
    Flips(Flip),
    Steady(Steady),
    Idle,
    NotAsked,
}

/// Reason why an integer input is not tested.
enum Untried {
    /// It is out of scope.
    OutOfScope,
    /// It does not affect the result.
    Separate,
}

/// A search for flips.
pub(super) struct Find<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) evaluated: &'a Evaluated,
    pub(super) race: &'a Candidates<'a>,
    /// Side, or option, that wins in the base case.
    pub(super) side: PairHalf,
    pub(super) scope: &'a Scope,
}

impl Find<'_> {
    fn asked(
        &self,
        at: NodeId,
        kind: &'static QuantityKind,
        measure: FactorMeasure,
        mover: &SearchDomain,
    ) -> FlipInput {
        let document = &self.loaded.document;
        let (path, number) = (document.path(at), document.number(at));
        let (place, own) = (document.place(at), || self.loaded.sources.name().to_owned());
        FlipInput {
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

    /// The part of the bounds that is in scope; none if a base value of zero leaves no range.
    pub(super) fn in_scope(&self, mover: &SearchDomain, form: NumberForm) -> Option<SearchDomain> {
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
        (least < most).then_some(SearchDomain { least, most, ..*mover })
    }

    /// Searches an input of figures, with a work budget. `sights` holds the evaluations of an earlier search, which
    /// continues from there.
    pub(super) fn of_figure(&self, factor: &Factor, sights: &mut EvaluationCache, most: usize) -> Done<Outcome> {
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

    /// Searches for a flip between the bounds.
    pub(super) fn searched(&self, moving: &mut Moving<'_>, factor: &Factor, mover: &SearchDomain) -> Outcome {
        let stance = |seen: &Seen| seen.leader.stance(self.side);
        let lead = |seen: &Seen| seen.difference;
        let search = mover.first_crossing(&stance, &lead, &mut |stretch| moving.look(stretch));
        let number = self.asked(factor.at, factor.kind, factor.measure, mover);
        let steady = |least, most, proof| Steady { number: number.clone(), least, most, proof };
        match search {
            SearchResult::None => Outcome::Steady(steady(mover.least, mover.most, Proof::Bounded)),
            SearchResult::Aborted(least, most) if moving.is_stopped() => {
                Outcome::Steady(steady(least, most, Proof::TriedSoFar))
            }
            SearchResult::Aborted(least, most) => Outcome::Steady(steady(least, most, Proof::GivenUp)),
            SearchResult::Found(turn) => {
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

    /// Flip value, and whether the decision is already different at it. Where the costs of both sides meet, they are
    /// tied at the flip value. Where they jump, the search is less precise than the printed value, so the decision at
    /// the printed value counts, or at a bound just as near.
    fn settled(
        &self,
        moving: &mut Moving<'_>,
        mover: &SearchDomain,
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
        let mut turned = |at| self.race.leader(&moving.places(at)).stance(self.side) == RelativeOutcome::Changed;
        if (bound - at).abs() <= fine(mover, at) && turned(bound) {
            return (bound, RangeEnd::With);
        }
        let said = number::ratio(at).clamp(mover.least, mover.most);
        (said, if turned(said) { RangeEnd::With } else { RangeEnd::Without })
    }

    /// Option that wins beyond a value, and the reason.
    fn what_happens(
        &self,
        moving: &mut Moving<'_>,
        (before, beyond): (Decimal, Decimal),
    ) -> (Option<OptionId>, FlipReason) {
        let name = |option: usize| self.evaluated.model.options[option].id.clone();
        let (today, there) = (self.race.today(), moving.places(beyond));
        let wins = match self.race.leader(&there) {
            Leader::Side(side) => self.race.best(side, &there),
            Leader::Tied => self.race.best(self.side.other(), &there),
            Leader::Nobody => None,
        };
        let both = || today.iter().zip(&there);
        let out = both().filter_map(|((option, was), (_, is))| match (was, is) {
            (Ok(_), Err(why)) => Some(Out { option: name(*option), why: why.clone() }),
            (_, _) => None,
        });
        let out: Vec<Out> = out.collect();
        let entered = both().filter(|((_, was), (_, is))| was.is_err() && is.is_ok());
        let entered: Vec<OptionId> = entered.map(|((option, _), _)| name(*option)).collect();
        let because = if self.race.is_level(&moving.places(before)) {
            FlipReason::Equal
        } else if !out.is_empty() {
            FlipReason::Out(out)
        } else if entered.is_empty() {
            FlipReason::Jump
        } else {
            FlipReason::In(entered)
        };
        (wins.map(name), because)
    }

    /// Tests integer inputs that determine the structure of the sheet, in parallel.
    pub(super) fn of_whole(
        &self,
        whole: &WholeNumbers<'_>,
        numbers: &[&ReadNumber],
        effort: BudgetMultiple,
    ) -> Vec<Outcome> {
        let movers = numbers.iter().map(|number| self.whole_mover(whole, number));
        let movers: Vec<Result<SearchDomain, Untried>> = movers.collect();
        let asked = numbers.iter().zip(&movers).filter_map(|(number, mover)| Some((*number, mover.as_ref().ok()?)));
        let trials = asked.map(|(number, mover)| whole.trial(number, mover.least, mover.most)).collect();
        let mut tried = whole.tried(trials, effort.of(MOST_FOR_WHOLE_NUMBERS)).into_iter();
        let outcome = |(number, mover): (&&ReadNumber, Result<SearchDomain, Untried>)| match mover {
            Ok(mover) => tried.next().map_or(Outcome::NotAsked, |tried| self.of_trial(whole, number, &mover, tried)),
            Err(Untried::OutOfScope) => Outcome::NotAsked,
            Err(Untried::Separate) => Outcome::Idle,
        };
        numbers.iter().zip(movers).map(outcome).collect()
    }

    /// Domain of an integer input, or the reason why it is not tested.
    fn whole_mover(&self, whole: &WholeNumbers<'_>, number: &ReadNumber) -> Result<SearchDomain, Untried> {
        let (least, most) = (number.kind.minimum(), number.kind.maximum().min(whole.reach(number)));
        let mover = SearchDomain { today: number.value, least, most, grid: Grid::Whole };
        let mover = self.in_scope(&mover, NumberForm::Count).ok_or(Untried::OutOfScope)?;
        let inside = self.loaded.scenario.financing() == Financing::Inside;
        // a loan does not affect the result unless financing is inside
        let is_beside = |key: &Key| key.role == KeyRole::Separate && !(inside && key.name == "loan");
        let is_beside = declared(&self.loaded.document, number.at).any(is_beside);
        if is_beside { Err(Untried::Separate) } else { Ok(mover) }
    }

    fn of_trial(&self, whole: &WholeNumbers<'_>, number: &ReadNumber, mover: &SearchDomain, tried: Tried) -> Outcome {
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
        let because = if out.is_empty() { FlipReason::Jump } else { FlipReason::Out(out) };
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

/// Options that can win in one decision but not in another.
fn out_of(stated: &Decision, there: &Decision) -> Vec<Out> {
    let both = stated.options.iter().zip(&there.options).filter(|(was, is)| was.can_win() && !is.can_win());
    let out = both.map(|(_, is)| Out {
        option: is.name.clone(),
        why: match &is.worth {
            Err(why) => OutReason::NotPossible(why.clone()),
            Ok(worth) => OutReason::CannotWin(worth.cannot_win_because.clone()),
        },
    });
    out.collect()
}

/// Tolerance of a searched value, with a margin.
fn fine(mover: &SearchDomain, at: Decimal) -> Decimal {
    mover.scale(at) * Decimal::new(1, 9)
}

/// Values on both sides of a flip value: one with the decision of the base case, one with another decision.
pub(super) fn beside(mover: &SearchDomain, (at, end): (Decimal, RangeEnd), direction: Direction) -> (Decimal, Decimal) {
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
