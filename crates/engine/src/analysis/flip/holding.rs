//! Conditions of a verdict: the prices closest to flipping it, found in a fraction of the time of a comparison.

use super::candidates::contest;
use super::effort::{MOST_FOR_HOLDING, MOST_OF_ONE};
use super::evaluation::Candidates;
use super::factor::{Factor, Factors};
use super::find::{Find, Outcome};
use super::leader::Seen;
use super::moving::{EvaluationCache, Moving};
use super::result::{BestBySide, Flip, Scope};
use crate::analysis::effort::Computed;
use crate::scenario::document::NodeId;
use crate::scenario::{Loaded, declared};
use crate::sheet::{Probe, ProbeResult, RelativeOutcome, SearchDomain};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// Most conditions listed.
const MOST: usize = 2;

/// Share of its value within which a price is tested.
pub(in crate::analysis) const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Prices of the two best options, and the discount rate, where a change of half the value flips the verdict; the
/// nearest ones. Conditions on demand are covered by the break-even.
pub(in crate::analysis) fn holds_while(loaded: &Loaded, evaluated: &Evaluated) -> Vec<Flip> {
    nearby(loaded, evaluated, HALF, MOST_FOR_HOLDING, &|_| true).result
}

/// Like `holds_while`, within another share of their values and a work budget. Requested inputs, by path, are tested
/// first, each in the order of the file. Empty if no requested input flips the verdict.
pub(in crate::analysis) fn nearby(
    loaded: &Loaded,
    evaluated: &Evaluated,
    within: Decimal,
    most: usize,
    is_requested: &dyn Fn(&str) -> bool,
) -> Computed<Vec<Flip>> {
    let candidates = Candidates::new(&loaded.scenario, evaluated);
    let nothing = Computed { result: Vec::new(), work: 0, is_whole: true };
    let Some(today) = contest(&candidates, &evaluated.model) else { return nothing };
    let scope = Scope { only: Vec::new(), within: Some(within) };
    let search = Find { loaded, evaluated, candidates: &candidates, side: today.side.half(), scope: &scope };
    let document = &loaded.document;
    let both = evaluated.model.options.iter().filter(|option| [&today.winner, &today.other_side].contains(&&option.id));
    let parts: Vec<NodeId> = both.flat_map(|option| &option.parts).map(|part| part.at).collect();
    let is_price = |at: NodeId| {
        let is_of_all = document.node(at).parent == Some(NodeId::ROOT);
        let is_of_both = || document.around(at).any(|node| parts.contains(&node));
        (is_of_all || is_of_both()) && declared(document, at).key().is_some_and(|key| key.price.is_some())
    };
    let factors = Factors::among(document, &loaded.scenario, &evaluated.model.sheet, is_price).of_figures;
    let (requested, others): (Vec<_>, Vec<_>) =
        factors.iter().partition(|factor| is_requested(&document.path(factor.at)));
    let mut found: Vec<Flip> = Vec::new();
    let (mut work, mut is_whole) = (0_usize, true);
    for (at, factor) in requested.iter().chain(&others).enumerate() {
        // the others only show which of the requested ones are the nearest
        if at == requested.len() && found.is_empty() {
            break;
        }
        if work >= most {
            is_whole = false;
            break;
        }
        let done = search.if_ends_differ(factor, MOST_OF_ONE, most - work, &mut EvaluationCache::default());
        work = work.saturating_add(done.work);
        is_whole &= done.is_whole;
        if let Outcome::Flips(flip) = done.result {
            found.push(flip);
        }
    }
    found.sort_by(|a, b| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
    found.truncate(MOST);
    Computed { result: found, work, is_whole }
}

/// Winner and best option of the other side; none if a side has none that can win.
pub(in crate::analysis) fn best_of_each(loaded: &Loaded, evaluated: &Evaluated) -> Option<BestBySide> {
    contest(&Candidates::new(&loaded.scenario, evaluated), &evaluated.model)
}

/// Flip of one input between two ends, within a work budget; none if the decision is the same at both.
pub(in crate::analysis) fn flip_between(
    loaded: &Loaded,
    evaluated: &Evaluated,
    at: NodeId,
    [low, high]: [Decimal; 2],
    most: usize,
) -> Computed<Option<Flip>> {
    let candidates = Candidates::new(&loaded.scenario, evaluated);
    let nothing = Computed { result: None, work: 0, is_whole: true };
    let Some(today) = contest(&candidates, &evaluated.model) else { return nothing };
    let scope = Scope { only: Vec::new(), within: None };
    let search = Find { loaded, evaluated, candidates: &candidates, side: today.side.half(), scope: &scope };
    let factors = Factors::among(&loaded.document, &loaded.scenario, &evaluated.model.sheet, |input| input == at);
    let Some(factor) = factors.of_figures.into_iter().next() else { return nothing };
    let SearchDomain { today, least, most: highest, .. } = factor.domain;
    let (least, highest) = (low.max(least).min(today), high.min(highest).max(today));
    let factor = Factor { domain: SearchDomain { least, most: highest, ..factor.domain }, ..factor };
    let done = search.if_ends_differ(&factor, MOST_OF_ONE, most, &mut EvaluationCache::default());
    let result = if let Outcome::Flips(flip) = done.result { Some(flip) } else { None };
    Computed { result, work: done.work, is_whole: done.is_whole }
}

impl<'a> Find<'a> {
    /// Searches an input only if the decision differs at an end of its domain; testing the ends first, most inputs take
    /// two evaluations. The budget is the smaller of `one`, for one input, and what is `left` for all.
    /// The search continues where `cache` was left.
    pub(super) fn if_ends_differ(
        &self,
        factor: &'a Factor,
        one: usize,
        left: usize,
        cache: &mut EvaluationCache<'a>,
    ) -> Computed<Outcome> {
        let none = Computed { result: Outcome::NotRequested, work: 0, is_whole: true };
        let Some(domain) = self.in_scope(&factor.domain, factor.kind.form) else { return none };
        let Some(mut moving) = Moving::of(self.candidates, factor, one.min(left), std::mem::take(cache)) else {
            return none;
        };
        let mut turned = |at| match moving.look(Probe::At(at)) {
            ProbeResult::Same(Seen { leader, .. }) => leader.relative_outcome(self.side) == RelativeOutcome::Changed,
            ProbeResult::Passes { .. } | ProbeResult::Open { .. } | ProbeResult::Uncounted | ProbeResult::Stopped => {
                false
            }
        };
        let result = if turned(domain.least) || turned(domain.most) || moving.is_stopped() {
            self.searched(&mut moving, factor, &domain)
        } else {
            Outcome::NotRequested
        };
        // exceeding the budget of one price is a final answer
        let is_whole = !moving.is_stopped() || left >= one;
        let work = moving.work();
        if moving.is_stopped() {
            *cache = moving.into_cache();
        }
        Computed { result, work, is_whole }
    }
}
