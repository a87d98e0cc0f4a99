//! Flips to other options of the winner's own side: from one owned option to another, or from one rented option to
//! another.

use super::effort::{MOST_FOR_A_RIVAL, MOST_OF_A_RIVAL};
use super::evaluation::Candidates;
use super::factor::Factor;
use super::find::{Find, Outcome, beside};
use super::moving::Moving;
use super::result::{Flip, SameSideFlips, Scope};
use crate::analysis::compare::answer::Answer;
use crate::analysis::effort::{Done, shared};
use crate::analysis::winner::{PairHalf, Winner};
use rust_decimal::Decimal;

/// Maximum number of other options tested: those closest to the winner in present value.
const MOST_RIVALS: usize = 3;

impl Answer {
    /// Inputs of figures with values beyond which another option of the winner's side wins over all options.
    pub(super) fn rivals_of_its_side(
        &self,
        race: &Candidates<'_>,
        factors: &[&Factor],
        scope: &Scope,
    ) -> Vec<SameSideFlips> {
        let options = &self.evaluated.model.options;
        let places = race.today();
        let ranked = race.ranked(&places);
        let Some((winner, others)) = ranked.split_first() else { return Vec::new() };
        let side = |option: usize| Winner::of(options[option].id.kind());
        let leads = winner.0.option;
        let (most, of_one) = (self.effort.of(MOST_FOR_A_RIVAL), self.effort.of(MOST_OF_A_RIVAL));
        let rivals = others.iter().map(|(contender, _)| contender.option).filter(|rival| side(*rival) == side(leads));
        let found = rivals.take(MOST_RIVALS).map(|rival| {
            let two = Candidates::of_two(&self.loaded.scenario, &self.evaluated, leads, rival);
            let first = PairHalf::First;
            let find = Find { loaded: &self.loaded, evaluated: &self.evaluated, race: &two, side: first, scope };
            let told = shared(factors, most, |factor, most| find.makes_win(factor, race, rival, (of_one, most)));
            let (mut found, mut given_up) = (Vec::new(), Vec::new());
            for outcome in told {
                match outcome {
                    Outcome::Flips(flip) => found.push(flip),
                    Outcome::Steady(steady) => given_up.push(steady),
                    Outcome::Idle | Outcome::NotAsked => {}
                }
            }
            found.sort_by(|a: &Flip, b: &Flip| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
            let (winner, rival) = (options[leads].id.clone(), options[rival].id.clone());
            SameSideFlips { winner, rival, found, given_up }
        });
        found.collect()
    }
}

impl Find<'_> {
    /// Flip in a race of two, if the other option then also wins over all options. An input is omitted if the winner
    /// leads at both ends of its domain, so nothing has to be proven about the values between. For others, a search
    /// without a flip counts as given up, and is reported if the other option wins over all options at an end. The
    /// budget is the smaller of `of_one`, for one input, and what is `left`.
    fn makes_win(
        &self,
        factor: &Factor,
        all: &Candidates<'_>,
        rival: usize,
        (of_one, left): (usize, usize),
    ) -> Done<Outcome> {
        let told = self.if_ends_differ(factor, of_one, left);
        let Some(mover) = self.in_scope(&factor.mover, factor.kind.form) else { return told };
        let mut worked = told.worked;
        let mut wins_at = |value: Decimal| {
            let Some(mut moving) = Moving::of(all, factor, 0) else { return false };
            let places = moving.places(value);
            worked += moving.worked();
            all.ranked(&places).first().is_some_and(|(best, _)| best.option == rival)
        };
        let wins = match &told.result {
            Outcome::Flips(flip) => wins_at(beside(&mover, (flip.at, flip.end), flip.direction).1),
            // an input without enough budget left is omitted
            Outcome::Steady(_) => told.is_whole && (wins_at(mover.least) || wins_at(mover.most)),
            Outcome::Idle | Outcome::NotAsked => false,
        };
        let result = if wins { told.result } else { Outcome::NotAsked };
        Done { result, worked, is_whole: told.is_whole }
    }
}
