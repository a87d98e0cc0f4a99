//! Search of all inputs in scope for their flip values.

use super::candidates::contest;
use super::effort::{FAR, MOST_FOR_FIGURES, MOST_FOR_WHOLE_NUMBERS, NEAREST, SEARCHES};
use super::evaluation::Candidates;
use super::factor::{Factor, Factors};
use super::find::{Find, Outcome};
use super::moving::EvaluationCache;
use super::result::{Flip, Flips, Proof, Scope, Steady, Undecided};
use super::whole::{WholeNumbers, years_tested};
use crate::analysis::compare::answer::Answer;
use crate::analysis::effort::shared;
use crate::analysis::header::header;
use crate::analysis::winner::Winner;
use crate::scenario::quantity::ReadNumber;
use crate::sheet::SearchDomain;
use crate::variation::Variation;
use rust_decimal::Decimal;
use std::sync::Mutex;

impl Answer {
    /// Inputs in scope with values that flip the decision, all other inputs fixed.
    #[must_use]
    pub fn flips(&self, scope: &Scope) -> Flips {
        let candidates = Candidates::new(&self.loaded.scenario, &self.evaluated);
        let today = contest(&candidates, &self.evaluated.model);
        let factors = Factors::new(&self.loaded.document, &self.loaded.scenario, &self.evaluated.model.sheet);
        let document = &self.loaded.document;
        let of_figures = factors.of_figures.iter().filter(|factor| scope.covers(&document.path(factor.at)));
        let of_shape = factors.of_shape.iter().filter(|number| scope.covers(&document.path(number.at)));
        let (of_figures, of_shape): (Vec<&Factor>, Vec<&ReadNumber>) = (of_figures.collect(), of_shape.collect());
        let sides = today.as_ref();
        let outcomes = sides.map(|today| self.outcomes(&candidates, today.side, (&of_figures, &of_shape), scope));
        let outcomes = outcomes.unwrap_or_default();
        let mut flips = Flips {
            header: header(&self.loaded),
            undecided_because: if today.is_none() { self.undecided_because() } else { Vec::new() },
            today,
            close: self.comparison.verdict.close,
            found: Vec::new(),
            same_side: self.same_side_flips(&candidates, &of_figures, scope),
            steady: Vec::new(),
            idle: 0,
            within: scope.within,
            years_tested: years_tested(self.effort),
        };
        for outcome in outcomes {
            match outcome {
                Outcome::Flips(flip) => flips.found.push(flip),
                Outcome::Steady(steady) => flips.steady.push(steady),
                Outcome::Idle => flips.idle += 1,
                Outcome::NotRequested => {}
            }
        }
        flips.found.sort_by(|a, b| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
        flips
    }

    /// Outcome for every input, in the order of the file: first the inputs of figures. A part of the work budget is for
    /// all inputs; the rest is for those that could still have one of the nearest flips. If inputs are named, or all values
    /// are near, the whole budget is for one search.
    fn outcomes(
        &self,
        candidates: &Candidates<'_>,
        side: Winner,
        (of_figures, of_shape): (&[&Factor], &[&ReadNumber]),
        scope: &Scope,
    ) -> Vec<Outcome> {
        let variation = Variation::of_figures(&self.loaded, &self.traces, &self.evaluated);
        let whole = WholeNumbers::new(&self.loaded, &variation, side, self.effort);
        let find =
            |scope| Find { loaded: &self.loaded, evaluated: &self.evaluated, candidates, side: side.half(), scope };
        let is_one_search = !scope.only.is_empty() || scope.within.is_some_and(|within| within <= FAR);
        let budget = |most: usize| self.effort.of(if is_one_search { most } else { most / SEARCHES });
        let (for_figures, for_shape) = (budget(MOST_FOR_FIGURES), budget(MOST_FOR_WHOLE_NUMBERS));
        let figures: Vec<Requested<'_>> = of_figures.iter().map(|factor| (*factor, Mutex::default())).collect();
        let first = find(scope);
        let mut found = first.of_figures(&figures.iter().collect::<Vec<_>>(), for_figures);
        let mut of_integers = first.of_whole(&whole, of_shape, for_shape);
        if !is_one_search {
            let within = nearest(found.iter().chain(&of_integers), scope);
            let nearby = Scope { only: Vec::new(), within: Some(within) };
            let second = find(&nearby);
            for (_, cache) in &figures {
                cache.lock().expect("no search panics").for_another_search();
            }
            let scopes = (&first, &second);
            let domain = |find: &Find<'_>, (factor, _): &Requested<'_>| find.in_scope(&factor.domain, factor.kind.form);
            extend(&figures, &mut found, scopes, domain, |open| second.of_figures(open, for_figures));
            let of_numbers = |open: &[&&ReadNumber]| {
                second.of_whole(&whole, &open.iter().map(|number| **number).collect::<Vec<_>>(), for_shape)
            };
            let domain = |find: &Find<'_>, number: &&ReadNumber| find.integer_domain(&whole, number).ok();
            extend(of_shape, &mut of_integers, scopes, domain, of_numbers);
        }
        found.extend(of_integers);
        found
    }

    /// Reasons why a side has no option that can win.
    fn undecided_because(&self) -> Vec<Undecided> {
        let mut reasons = Vec::new();
        for side in [Winner::Own, Winner::Rent] {
            let of_side = || self.comparison.options.iter().filter(move |option| Winner::of(option.kind) == side);
            if of_side().any(|option| option.eligible() && option.comparable()) {
                continue;
            }
            if of_side().next().is_none() {
                reasons.push(Undecided::Nothing(side));
            }
            reasons.extend(of_side().map(|option| Undecided::CannotWin {
                option: option.name.clone(),
                because: option.cannot_win_because(),
            }));
        }
        reasons
    }
}

/// An input of figures, with the state of its search.
type Requested<'a> = (&'a Factor, Mutex<EvaluationCache<'a>>);

impl<'a> Find<'a> {
    /// Searches inputs of figures in parallel, within a work budget.
    fn of_figures(&self, requested: &[&Requested<'a>], most: usize) -> Vec<Outcome> {
        shared(requested, most, |(factor, cache), most| {
            let mut cache = cache.lock().expect("no search panics");
            self.of_figure(factor, &mut cache, most)
        })
    }
}

/// Searches the inputs that are still open in their domain of a second, narrower scope, and adds what is found there to the
/// outcomes for the first scope.
fn extend<I, S>(
    inputs: &[I],
    outcomes: &mut [Outcome],
    (first, second): (&S, &S),
    domain: impl Fn(&S, &I) -> Option<SearchDomain>,
    search: impl FnOnce(&[&I]) -> Vec<Outcome>,
) {
    let is_open = |(input, outcome): &(&I, &mut Outcome)| {
        domain(second, input).is_some_and(|nearby| outcome.is_open_within(&nearby))
    };
    let (inputs, outcomes): (Vec<&I>, Vec<&mut Outcome>) = inputs.iter().zip(outcomes).filter(is_open).unzip();
    for ((input, outcome), found) in inputs.iter().zip(outcomes).zip(search(&inputs)) {
        outcome.extend(found, domain(first, input).as_ref());
    }
}

/// Distance of the last of the nearest flips, as a share of its base value, but not further than the scope.
fn nearest<'o>(outcomes: impl Iterator<Item = &'o Outcome>, scope: &Scope) -> Decimal {
    let flips = outcomes.filter_map(|outcome| match outcome {
        Outcome::Flips(flip) => Some(flip.order()),
        Outcome::Steady(_) | Outcome::Idle | Outcome::NotRequested => None,
    });
    let mut distances: Vec<Decimal> = flips.collect();
    distances.sort_unstable();
    let reach = distances.get(NEAREST - 1).copied().unwrap_or(FAR);
    reach.min(FAR).min(scope.within.unwrap_or(FAR))
}

impl Outcome {
    /// Whether the work budget was used up before all values of a narrower domain were searched.
    fn is_open_within(&self, domain: &SearchDomain) -> bool {
        match self {
            Outcome::Steady(Steady { proof: Proof::TriedSoFar, least, most, .. }) => {
                domain.least < *least || *most < domain.most
            }
            Outcome::Flips(Flip { other_until: Some(until), .. }) => domain.least < *until && *until < domain.most,
            Outcome::Steady(_) | Outcome::Flips(_) | Outcome::Idle | Outcome::NotRequested => false,
        }
    }

    /// Adds the outcome of a later search in a narrower domain.
    fn extend(&mut self, found: Outcome, domain: Option<&SearchDomain>) {
        match (&mut *self, found) {
            (Outcome::Flips(before), Outcome::Flips(found)) if before.order() < found.order() => {}
            (_, found @ Outcome::Flips(_)) => *self = found,
            (Outcome::Flips(before), Outcome::Steady(found)) => {
                let (today, reach) = (before.number.today, before.distance().abs());
                let until = before
                    .other_until
                    .map(|until| if until < today { until.min(found.least) } else { until.max(found.most) });
                before.other_until = until.filter(|until| (*until - today).abs() < reach);
            }
            (Outcome::Steady(before), Outcome::Steady(found)) => {
                (before.least, before.most) = (before.least.min(found.least), before.most.max(found.most));
                if domain.is_some_and(|domain| (before.least, before.most) == (domain.least, domain.most)) {
                    before.proof = if found.proof == Proof::Tried { Proof::Tried } else { Proof::Bounded };
                }
            }
            (_, Outcome::Steady(_) | Outcome::Idle | Outcome::NotRequested) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::compare::answer;
    use crate::analysis::flip::FlipInput;
    use crate::demand::trace::Traces;
    use crate::sheet::Grid;

    /// 8,760 h at 50 % and 40 an hour, 175,200 a year, against 120,000.
    const YEAR: &str = "\
name: x
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 6, utilization: 50% }
own:
  box: { node: { price: 120_000, accelerators: 8 }, nodes: 1, useful_life_months: 60, value_at_horizon: none }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 40 }
";

    fn number(digits: i64, scale: u32) -> Decimal {
        Decimal::new(digits, scale)
    }

    /// The flips of the year, and an input that does not flip it.
    fn outcomes() -> (Vec<Flip>, Steady) {
        let loaded = crate::scenario::load("x.yaml", YEAR, &[]).unwrap();
        let mut flips = answer(loaded, Traces::default()).unwrap().flips(&Scope::default());
        (flips.found, flips.steady.pop().unwrap())
    }

    /// The steady input, searched between two values until the budget was used up.
    fn searched(steady: &Steady, [least, most]: [Decimal; 2]) -> Outcome {
        Outcome::Steady(Steady { least, most, proof: Proof::TriedSoFar, ..steady.clone() })
    }

    fn domain(least: Decimal, most: Decimal) -> SearchDomain {
        SearchDomain { today: Decimal::TEN, least, most, grid: Grid::Line }
    }

    #[test]
    fn the_third_flip_limits_the_search_but_not_beyond_half_of_a_value() {
        let (found, _) = outcomes();
        assert!(found.len() >= 3);
        // nearest first: a server with a quarter fewer accelerators than eight is too small for six
        let orders: Vec<Decimal> = found.iter().map(Flip::order).collect();
        assert_eq!(orders[0], number(25, 2));
        let all: Vec<Outcome> = found.iter().cloned().map(Outcome::Flips).collect();
        let everywhere = Scope::default();
        assert_eq!(nearest(all.iter(), &everywhere), orders[2].min(FAR));
        assert_eq!(nearest(all[..2].iter(), &everywhere), FAR);
        let within = Scope { within: Some(number(1, 1)), ..Scope::default() };
        assert_eq!(nearest(all.iter(), &within), number(1, 1));
        // with three flips at a tenth, no other is of interest beyond
        let near = |flip: &Flip| Flip { at: flip.number.today * number(11, 1), ..flip.clone() };
        let close: Vec<Outcome> = found[..3].iter().map(near).map(Outcome::Flips).collect();
        assert_eq!(nearest(close.iter(), &everywhere), number(1, 1));
    }

    #[test]
    fn only_what_is_unsearched_within_the_limit_is_searched_further() {
        let (found, steady) = outcomes();
        let nearby = domain(number(5, 0), number(15, 0));
        assert!(searched(&steady, [number(6, 0), number(20, 0)]).is_open_within(&nearby));
        assert!(searched(&steady, [number(5, 0), number(14, 0)]).is_open_within(&nearby));
        assert!(!searched(&steady, [number(5, 0), number(15, 0)]).is_open_within(&nearby));
        let given_up = Steady { least: Decimal::TEN, most: Decimal::TEN, proof: Proof::GivenUp, ..steady };
        assert!(!Outcome::Steady(given_up).is_open_within(&nearby));
        let flip = |other_until| Outcome::Flips(Flip { other_until, ..found[0].clone() });
        assert!(flip(Some(number(6, 0))).is_open_within(&nearby));
        assert!(!flip(Some(number(4, 0))).is_open_within(&nearby) && !flip(None).is_open_within(&nearby));
    }

    #[test]
    fn only_open_inputs_are_searched_again_and_each_gets_its_own_outcome() {
        let (found, steady) = outcomes();
        let (whole, nearby) = (domain(number(1, 0), number(20, 0)), domain(number(5, 0), number(15, 0)));
        let (open, closed) = ([number(9, 0), number(11, 0)], [number(5, 0), number(15, 0)]);
        let mut all = [open, closed, open, open].map(|range| searched(&steady, range));
        // the second of the open ones flips
        let search = |inputs: &[&u32]| {
            assert_eq!(inputs, [&0, &2, &3]);
            let later =
                |least| Outcome::Steady(Steady { least, most: number(15, 0), proof: Proof::Bounded, ..steady.clone() });
            vec![later(number(5, 0)), Outcome::Flips(found[0].clone()), later(number(6, 0))]
        };
        extend(&[0, 1, 2, 3], &mut all, (&whole, &nearby), |domain, _: &u32| Some(*domain), search);
        let least = |outcome: &Outcome| match outcome {
            Outcome::Steady(steady) => Some(steady.least),
            Outcome::Flips(_) | Outcome::Idle | Outcome::NotRequested => None,
        };
        let least: Vec<Option<Decimal>> = all.iter().map(least).collect();
        assert_eq!(least, [Some(number(5, 0)), Some(number(5, 0)), None, Some(number(6, 0))]);
    }

    #[test]
    fn a_later_search_extends_the_range_of_an_earlier_one() {
        let (found, steady) = outcomes();
        let whole = domain(number(1, 0), number(15, 0));
        let ranges = |before: [Decimal; 2], later: [Decimal; 2], proof| {
            let mut outcome = searched(&steady, before);
            let [least, most] = later;
            outcome.extend(Outcome::Steady(Steady { least, most, proof, ..steady.clone() }), Some(&whole));
            let Outcome::Steady(Steady { least, most, proof, .. }) = outcome else { panic!("it flips") };
            ([least, most], proof)
        };
        // 8 to 11, then 5 to 15: below 5 nothing was searched
        let (near, far) = ([number(8, 0), number(11, 0)], [number(5, 0), number(15, 0)]);
        assert_eq!(ranges(near, far, Proof::Bounded), (far, Proof::TriedSoFar));
        // 1 to 11, then 5 to 15: all of it
        let low = [number(1, 0), number(11, 0)];
        assert_eq!(ranges(low, far, Proof::Bounded), ([number(1, 0), number(15, 0)], Proof::Bounded));
        // both parts are searched in full, though the later search was not
        assert_eq!(ranges(low, far, Proof::TriedSoFar), ([number(1, 0), number(15, 0)], Proof::Bounded));
        // below a flip at 12 nothing was searched beyond 9: later it was, to 8.5 and to 5
        let today = |flip: &Flip| FlipInput { today: Decimal::TEN, ..flip.number.clone() };
        let other_until = |later| {
            let (at, other_until) = (number(12, 0), Some(number(9, 0)));
            let mut outcome = Outcome::Flips(Flip { number: today(&found[0]), at, other_until, ..found[0].clone() });
            let until = Steady { least: later, most: number(11, 0), ..steady.clone() };
            outcome.extend(Outcome::Steady(until), Some(&whole));
            let Outcome::Flips(flip) = outcome else { panic!("it flips") };
            flip.other_until
        };
        assert_eq!(other_until(number(85, 1)), Some(number(85, 1)));
        assert_eq!(other_until(number(5, 0)), None);
        // a nearer flip replaces what was found before
        let mut outcome = searched(&steady, near);
        outcome.extend(Outcome::Flips(found[0].clone()), Some(&whole));
        assert!(matches!(outcome, Outcome::Flips(_)));
        outcome.extend(Outcome::NotRequested, Some(&whole));
        assert!(matches!(outcome, Outcome::Flips(_)));
        outcome.extend(Outcome::Flips(found[2].clone()), Some(&whole));
        assert!(matches!(outcome, Outcome::Flips(flip) if flip.at == found[0].at));
    }
}
