//! Search for the flip value of one input.

use super::evaluation::Candidates;
use super::factor::{Factor, FactorMeasure};
use super::leader::{Leader, Seen};
use super::moving::{EvaluationCache, Moving};
use super::result::{ExcludedOption, Flip, FlipInput, FlipReason, OutReason, Proof, RangeEnd, Scope, Steady};
use super::whole::{Tried, WholeFlip, WholeNumbers};
use crate::analysis::effort::Computed;
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
    NotRequested,
}

/// Reason why an integer input is not tested.
pub(super) enum Untried {
    /// It is out of scope.
    OutOfScope,
    /// It does not affect the result.
    Separate,
}

/// A search for flips.
pub(super) struct Find<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) evaluated: &'a Evaluated,
    pub(super) candidates: &'a Candidates<'a>,
    /// Side, or option, that wins in the base case.
    pub(super) side: PairHalf,
    pub(super) scope: &'a Scope,
}

impl<'a> Find<'a> {
    fn flip_input(
        &self,
        at: NodeId,
        kind: &'static QuantityKind,
        measure: FactorMeasure,
        domain: &SearchDomain,
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
            grid: domain.grid,
            origin: document.origin(at),
            file: place
                .and_then(|place| self.loaded.sources.file_of(place))
                .map_or_else(own, |file| file.name.to_owned()),
            place,
            today: domain.today,
        }
    }

    /// The part of the bounds that is in scope; none if a base value of zero leaves no range.
    pub(super) fn in_scope(&self, domain: &SearchDomain, form: NumberForm) -> Option<SearchDomain> {
        let Some(within) = self.scope.within else { return Some(*domain) };
        let reach = match form {
            NumberForm::Share if domain.today.is_zero() => within,
            NumberForm::Share | NumberForm::Number | NumberForm::Count => {
                domain.today.abs().checked_mul(within).unwrap_or(Decimal::MAX)
            }
        };
        let whole = |reach: Decimal| if domain.grid == Grid::Whole { reach.floor() } else { reach };
        let reach = whole(reach.min(domain.most - domain.least));
        let (least, most) = (domain.least.max(domain.today - reach), domain.most.min(domain.today + reach));
        (least < most).then_some(SearchDomain { least, most, ..*domain })
    }

    /// Searches an input of figures, with a work budget. The search continues where `cache` was left.
    pub(super) fn of_figure(
        &self,
        factor: &'a Factor,
        cache: &mut EvaluationCache<'a>,
        most: usize,
    ) -> Computed<Outcome> {
        let at_once = |result| Computed { result, work: 0, is_whole: true };
        let Some(domain) = self.in_scope(&factor.domain, factor.kind.form) else {
            return at_once(Outcome::NotRequested);
        };
        let Some(mut moving) = Moving::of(self.candidates, factor, most, std::mem::take(cache)) else {
            return at_once(Outcome::Idle);
        };
        let result = self.searched(&mut moving, factor, &domain);
        let done = Computed { result, work: moving.work(), is_whole: !moving.is_stopped() };
        if moving.is_stopped() {
            *cache = moving.into_cache();
        }
        done
    }

    /// Searches for a flip between the bounds.
    pub(super) fn searched(&self, moving: &mut Moving<'_>, factor: &Factor, domain: &SearchDomain) -> Outcome {
        let relative_outcome = |seen: &Seen| seen.leader.relative_outcome(self.side);
        let lead = |seen: &Seen| seen.difference;
        let search = domain.first_crossing(&relative_outcome, &lead, &mut |segment| moving.look(segment));
        let number = self.flip_input(factor.at, factor.kind, factor.measure, domain);
        let steady = |least, most, proof| Steady { number: number.clone(), least, most, proof };
        match search {
            SearchResult::None => Outcome::Steady(steady(domain.least, domain.most, Proof::Bounded)),
            SearchResult::Aborted(least, most) if moving.is_stopped() => {
                Outcome::Steady(steady(least, most, Proof::TriedSoFar))
            }
            SearchResult::Aborted(least, most) => Outcome::Steady(steady(least, most, Proof::GivenUp)),
            SearchResult::Found(turn) => {
                let (at, end) = self.settled(moving, domain, turn.at, turn.direction);
                let sides = values_around(domain, (at, end), turn.direction);
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
                    over_capacity: self.over_capacity(factor, sides),
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
        domain: &SearchDomain,
        at: Decimal,
        direction: Direction,
    ) -> (Decimal, RangeEnd) {
        if domain.grid == Grid::Whole {
            return (at, RangeEnd::With);
        }
        if self.candidates.is_level(&moving.places(at)) {
            return (at, RangeEnd::Without);
        }
        let bound = match direction {
            Direction::Up => domain.most,
            Direction::Down => domain.least,
        };
        let mut turned =
            |at| self.candidates.leader(&moving.places(at)).relative_outcome(self.side) == RelativeOutcome::Changed;
        if (bound - at).abs() <= fine(domain, at) && turned(bound) {
            return (bound, RangeEnd::With);
        }
        let rounded = number::ratio(at).clamp(domain.least, domain.most);
        (rounded, if turned(rounded) { RangeEnd::With } else { RangeEnd::Without })
    }

    /// Option that wins beyond a value, and the reason.
    fn what_happens(
        &self,
        moving: &mut Moving<'_>,
        (before, beyond): (Decimal, Decimal),
    ) -> (Option<OptionId>, FlipReason) {
        let name = |option: usize| self.evaluated.model.options[option].id.clone();
        let (today, there) = (self.candidates.today(), moving.places(beyond));
        let wins = match self.candidates.leader(&there) {
            Leader::Side(side) => self.candidates.best(side, &there),
            Leader::Tied => self.candidates.best(self.side.other(), &there),
            Leader::Nobody => None,
        };
        let both = || today.iter().zip(&there);
        let out = both().filter_map(|((option, was), (_, is))| match (was, is) {
            (Ok(_), Err(why)) => Some(ExcludedOption { option: name(*option), why: why.clone() }),
            (_, _) => None,
        });
        let out: Vec<ExcludedOption> = out.collect();
        let entered = both().filter(|((_, was), (_, is))| was.is_err() && is.is_ok());
        let entered: Vec<OptionId> = entered.map(|((option, _), _)| name(*option)).collect();
        let because = if self.candidates.is_level(&moving.places(before)) {
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

    /// Tests integer inputs that determine the structure of the sheet, in parallel, within a work budget.
    pub(super) fn of_whole(&self, whole: &WholeNumbers<'_>, numbers: &[&ReadNumber], most: usize) -> Vec<Outcome> {
        let domains = numbers.iter().map(|number| self.integer_domain(whole, number));
        let domains: Vec<Result<SearchDomain, Untried>> = domains.collect();
        let input = numbers.iter().zip(&domains).filter_map(|(number, domain)| Some((*number, domain.as_ref().ok()?)));
        let trials = input.map(|(number, domain)| whole.trial(number, domain.least, domain.most)).collect();
        let mut tried = whole.tried(trials, most).into_iter();
        let outcome = |(number, domain): (&&ReadNumber, Result<SearchDomain, Untried>)| match domain {
            Ok(domain) => {
                tried.next().map_or(Outcome::NotRequested, |tried| self.of_trial(whole, number, &domain, tried))
            }
            Err(Untried::OutOfScope) => Outcome::NotRequested,
            Err(Untried::Separate) => Outcome::Idle,
        };
        numbers.iter().zip(domains).map(outcome).collect()
    }

    /// Domain of an integer input, or the reason why it is not tested.
    pub(super) fn integer_domain(
        &self,
        whole: &WholeNumbers<'_>,
        number: &ReadNumber,
    ) -> Result<SearchDomain, Untried> {
        let (least, most) = (number.kind.minimum(), number.kind.maximum().min(whole.reach(number)));
        let domain = SearchDomain { today: number.value, least, most, grid: Grid::Whole };
        let domain = self.in_scope(&domain, NumberForm::Count).ok_or(Untried::OutOfScope)?;
        let inside = self.loaded.scenario.financing() == Financing::Inside;
        // a loan does not affect the result unless financing is inside
        let is_beside = |key: &Key| key.role == KeyRole::Separate && !(inside && key.name == "loan");
        let is_beside = declared(&self.loaded.document, number.at).any(is_beside);
        if is_beside { Err(Untried::Separate) } else { Ok(domain) }
    }

    fn of_trial(&self, whole: &WholeNumbers<'_>, number: &ReadNumber, domain: &SearchDomain, tried: Tried) -> Outcome {
        let input = self.flip_input(number.at, number.kind, FactorMeasure::Number, domain);
        let WholeFlip { at, direction, decision } = match tried {
            Tried::Turns(flip) => flip,
            Tried::Stays { least, most } => {
                return Outcome::Steady(Steady { number: input, least, most, proof: Proof::Tried });
            }
            Tried::GivenUp { least, most } => {
                return Outcome::Steady(Steady { number: input, least, most, proof: Proof::TriedSoFar });
            }
        };
        let out = out_of(whole.base_case(), &decision);
        let because = if out.is_empty() { FlipReason::Jump } else { FlipReason::Out(out) };
        let wins = decision.winning().map(|option| option.name.clone());
        Outcome::Flips(Flip {
            number: input,
            at,
            direction,
            end: RangeEnd::With,
            other_until: None,
            because,
            wins,
            over_capacity: Vec::new(),
            findings: Vec::new(),
        })
    }
}

/// Options that can win in one decision but not in another.
fn out_of(base_case: &Decision, there: &Decision) -> Vec<ExcludedOption> {
    let both = base_case.options.iter().zip(&there.options).filter(|(was, is)| was.can_win() && !is.can_win());
    let out = both.map(|(_, is)| ExcludedOption {
        option: is.name.clone(),
        why: match &is.cost {
            Err(why) => OutReason::NotPossible(why.clone()),
            Ok(cost) => OutReason::CannotWin(cost.cannot_win_because.clone()),
        },
    });
    out.collect()
}

/// Tolerance of a searched value, with a margin.
fn fine(domain: &SearchDomain, at: Decimal) -> Decimal {
    domain.scale(at) * Decimal::new(1, 9)
}

/// Values on both sides of a flip value: one with the decision of the base case, one with another decision.
pub(super) fn values_around(
    domain: &SearchDomain,
    (at, end): (Decimal, RangeEnd),
    direction: Direction,
) -> (Decimal, Decimal) {
    let step = match domain.grid {
        Grid::Whole => Decimal::ONE,
        Grid::Line => fine(domain, at),
    };
    let within = |at: Decimal| at.clamp(domain.least, domain.most);
    let (back, on) = match direction {
        Direction::Up => (within(at - step), within(at + step)),
        Direction::Down => (within(at + step), within(at - step)),
    };
    match end {
        RangeEnd::With => (back, at),
        RangeEnd::Without => (at, on),
    }
}
