//! What makes another option of the winner's own side win: another owned one of an owned one, another rented one of a rented one.

use super::effort::{MOST_FOR_A_RIVAL, MOST_OF_A_RIVAL};
use super::factor::Factor;
use super::find::{Find, Outcome, beside};
use super::moving::Moving;
use super::race::Race;
use super::result::{Flip, SameSideRival, Scope};
use crate::analysis::compare::answer::Answer;
use crate::analysis::effort::{Done, shared};
use crate::analysis::winner::{PairHalf, Winner};
use rust_decimal::Decimal;

/// So many rivals are looked at: those whose present values are nearest to the winner's.
const MOST_RIVALS: usize = 3;

impl Answer {
    /// The numbers that figures follow from, beyond a value of which a rival of the winner's own side wins over all options.
    pub(super) fn rivals_of_its_side(&self, race: &Race<'_>, factors: &[&Factor], scope: &Scope) -> Vec<SameSideRival> {
        let options = &self.evaluated.model.options;
        let places = race.today();
        let ranked = race.ranked(&places);
        let Some((winner, others)) = ranked.split_first() else { return Vec::new() };
        let side = |option: usize| Winner::of(options[option].kind);
        let leads = winner.0.option;
        let (most, of_one) = (self.effort.of(MOST_FOR_A_RIVAL), self.effort.of(MOST_OF_A_RIVAL));
        let rivals = others.iter().map(|(contender, _)| contender.option).filter(|rival| side(*rival) == side(leads));
        let found = rivals.take(MOST_RIVALS).map(|rival| {
            let two = Race::of_two(&self.loaded.scenario, &self.evaluated, leads, rival);
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
            let (winner, rival) = (options[leads].name.clone(), options[rival].name.clone());
            SameSideRival { winner, rival, found, given_up }
        });
        found.collect()
    }
}

impl Find<'_> {
    /// The flip of a race of two, if the rival then wins over all options of the whole race. Of a number whose least and greatest
    /// value leave the winner before its rival nothing is said, so that nobody has to prove that it never turns; of another one
    /// a search that finds no flip was given up, and that is said where the rival wins over all options at such a value.
    /// It takes no more than `of_one` number may, and what is `left` for it.
    fn makes_win(
        &self,
        factor: &Factor,
        all: &Race<'_>,
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
            // of one for which too little is left nothing is said
            Outcome::Steady(_) => told.is_whole && (wins_at(mover.least) || wins_at(mover.most)),
            Outcome::Idle | Outcome::NotAsked => false,
        };
        let result = if wins { told.result } else { Outcome::NotAsked };
        Done { result, worked, is_whole: told.is_whole }
    }
}
