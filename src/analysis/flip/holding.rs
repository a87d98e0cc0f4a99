//! What a verdict holds under: the few prices that are nearest to reversing it, found in a part of the time of a comparison.

use super::contest::contest;
use super::effort::MOST_OF_ONE;
use super::factor::{Factor, Factors};
use super::find::{Find, Outcome};
use super::leader::Seen;
use super::moving::Moving;
use super::race::Race;
use super::result::{Flip, Scope};
use crate::scenario::{Loaded, declared};
use crate::sheet::{Probe, Sight, Stance};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// How many are said.
const MOST: usize = 2;

/// The prices of the two best options and the discount rate, where half as much or half as much again reverses the verdict;
/// the nearest ones. What demand it holds under a break-even says.
pub(in crate::analysis) fn holds_while(loaded: &Loaded, evaluated: &Evaluated) -> Vec<Flip> {
    let race = Race::new(&loaded.scenario, evaluated);
    let Some(today) = contest(&race, &evaluated.model) else { return Vec::new() };
    let scope = Scope { only: Vec::new(), within: Some(Decimal::new(5, 1)) };
    let search = Find { loaded, evaluated, race: &race, side: today.side.half(), scope: &scope };
    let factors = Factors::new(&loaded.document, &loaded.scenario, &evaluated.model.sheet);
    let both = evaluated.model.options.iter().filter(|option| [&today.winner, &today.rival].contains(&&option.name));
    let parts: Vec<&str> = both.flat_map(|option| &option.parts).map(|part| part.option.as_str()).collect();
    let of_interest = |factor: &&Factor| {
        let path = loaded.document.path(factor.at);
        let within = |part: &&str| path.strip_prefix(part).is_some_and(|rest| rest.starts_with('.'));
        let is_of_all = !path.contains('.');
        declared(&loaded.document, factor.at).key().is_some_and(|key| key.price.is_some())
            && (is_of_all || parts.iter().any(within))
    };
    let factors = factors.of_figures.iter().filter(of_interest);
    let mut found: Vec<Flip> = factors.filter_map(|factor| search.if_ends_differ(factor)).collect();
    found.sort_by(|a, b| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
    found.truncate(MOST);
    found
}

impl Find<'_> {
    /// A flip between ends one of which has turned: looking at them first, most numbers cost two looks.
    pub(super) fn if_ends_differ(&self, factor: &Factor) -> Option<Flip> {
        let mover = self.in_scope(&factor.mover, factor.kind.form)?;
        let mut moving = Moving::of(self.race, factor, MOST_OF_ONE)?;
        let mut turned = |at| match moving.look(Probe::At(at)) {
            Sight::Same(Seen { leader, .. }) => leader.stance(self.side) == Stance::Turned,
            Sight::Passes { .. } | Sight::Open { .. } | Sight::Stopped => false,
        };
        if !turned(mover.least) && !turned(mover.most) {
            return None;
        }
        match self.of_figure(factor, MOST_OF_ONE).result {
            Outcome::Flips(flip) => Some(flip),
            Outcome::Steady(_) | Outcome::Idle | Outcome::NotAsked => None,
        }
    }
}
