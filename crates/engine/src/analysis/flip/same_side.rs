//! Flips to other options of the winner's own side: from one owned option to another, or from one rented option to
//! another.

use super::effort::{MAX_FLIPS_OF_A_CANDIDATE, MAX_WORK_FOR_A_CANDIDATE};
use super::evaluation::Candidates;
use super::factor::Factor;
use super::find::{Find, Outcome, values_around};
use super::moving::{EvaluationCache, Moving};
use super::result::{Flip, SameSideFlips, Scope};
use crate::analysis::compare::answer::Answer;
use crate::analysis::effort::{Computed, shared};
use crate::analysis::winner::{PairHalf, Winner};
use rust_decimal::Decimal;
use std::sync::Mutex;

/// Maximum number of other options tested: those closest to the winner in present value.
const MAX_CANDIDATES: usize = 3;

impl Answer {
    /// Inputs of figures with values beyond which another option of the winner's side wins over all options.
    pub(super) fn same_side_flips(
        &self,
        candidates: &Candidates<'_>,
        factors: &[&Factor],
        scope: &Scope,
    ) -> Vec<SameSideFlips> {
        let options = &self.evaluated.model.options;
        let places = candidates.today();
        let ranked = candidates.ranked(&places);
        let Some((winner, others)) = ranked.split_first() else { return Vec::new() };
        let side = |option: usize| Winner::of(options[option].id.kind());
        let leads = winner.0.option;
        let (most, of_one) = (self.effort.of(MAX_WORK_FOR_A_CANDIDATE), self.effort.of(MAX_FLIPS_OF_A_CANDIDATE));
        let same_side = others.iter().map(|(other, _)| other.option).filter(|other| side(*other) == side(leads));
        let found = same_side.take(MAX_CANDIDATES).map(|other| {
            let two = Candidates::of_two(&self.loaded.scenario, &self.evaluated, leads, other);
            let first = PairHalf::First;
            let find = Find { loaded: &self.loaded, evaluated: &self.evaluated, candidates: &two, side: first, scope };
            let requested: Vec<(&Factor, Mutex<EvaluationCache<'_>>)> =
                factors.iter().map(|factor| (*factor, Mutex::default())).collect();
            let results = shared(&requested, most, |(factor, cache), most| {
                let mut cache = cache.lock().expect("no search panics");
                find.makes_win(factor, candidates, other, (of_one, most), &mut cache)
            });
            let (mut found, mut given_up) = (Vec::new(), Vec::new());
            for outcome in results {
                match outcome {
                    Outcome::Flips(flip) => found.push(flip),
                    Outcome::Steady(steady) => given_up.push(steady),
                    Outcome::Idle | Outcome::NotRequested => {}
                }
            }
            found.sort_by(|a: &Flip, b: &Flip| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
            let (winner, other) = (options[leads].id.clone(), options[other].id.clone());
            SameSideFlips { winner, candidate: other, found, given_up }
        });
        found.collect()
    }
}

impl<'a> Find<'a> {
    /// Flip in a race of two, if the other option then also wins over all options. An input is omitted if the winner
    /// leads at both ends of its domain, so nothing has to be proven about the values between. For others, a search
    /// without a flip counts as given up, and is reported if the other option wins over all options at an end. The
    /// budget is the smaller of `of_one`, for one input, and what is `left`.
    fn makes_win(
        &self,
        factor: &'a Factor,
        all: &Candidates<'_>,
        other: usize,
        (of_one, left): (usize, usize),
        cache: &mut EvaluationCache<'a>,
    ) -> Computed<Outcome> {
        let done = self.if_ends_differ(factor, of_one, left, cache);
        let Some(domain) = self.in_scope(&factor.domain, factor.kind.form) else { return done };
        let mut work = done.work;
        let mut wins_at = |value: Decimal| {
            let Some(mut moving) = Moving::of(all, factor, 0, EvaluationCache::default()) else { return false };
            let places = moving.places(value);
            work += moving.work();
            all.ranked(&places).first().is_some_and(|(best, _)| best.option == other)
        };
        let wins = match &done.result {
            Outcome::Flips(flip) => wins_at(values_around(&domain, (flip.at, flip.end), flip.direction).1),
            // an input without enough budget left is omitted
            Outcome::Steady(_) => done.is_whole && (wins_at(domain.least) || wins_at(domain.most)),
            Outcome::Idle | Outcome::NotRequested => false,
        };
        let result = if wins { done.result } else { Outcome::NotRequested };
        Computed { result, work, is_whole: done.is_whole }
    }
}
