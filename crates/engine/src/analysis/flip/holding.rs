//! What a verdict holds under: the few prices that are nearest to reversing it, found in a part of the time of a comparison.

use super::contest::contest;
use super::effort::{MOST_FOR_HOLDING, MOST_OF_ONE};
use super::factor::{Factor, Factors};
use super::find::{Find, Outcome};
use super::leader::Seen;
use super::moving::Moving;
use super::race::Race;
use super::result::{Flip, Scope};
use crate::analysis::effort::Done;
use crate::scenario::document::NodeId;
use crate::scenario::{Loaded, declared};
use crate::sheet::{Probe, Sight, Stance};
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// How many are said.
const MOST: usize = 2;

/// Within which share of its value a comparison looks at a price.
pub(in crate::analysis) const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// The prices of the two best options and the discount rate, where half as much or half as much again reverses the verdict;
/// the nearest ones. What demand it holds under a break-even says.
pub(in crate::analysis) fn holds_while(loaded: &Loaded, evaluated: &Evaluated) -> Vec<Flip> {
    nearby(loaded, evaluated, HALF, MOST_FOR_HOLDING, &|_| true).result
}

/// The same within another share of their values, of no more prices than can be looked at with so much work: those that are asked
/// for, by their paths, before the others, and each in the order of the file. Nothing where none of those asked for reverses the verdict.
pub(in crate::analysis) fn nearby(
    loaded: &Loaded,
    evaluated: &Evaluated,
    within: Decimal,
    most: usize,
    is_asked: &dyn Fn(&str) -> bool,
) -> Done<Vec<Flip>> {
    let race = Race::new(&loaded.scenario, evaluated);
    let nothing = Done { result: Vec::new(), worked: 0, is_whole: true };
    let Some(today) = contest(&race, &evaluated.model) else { return nothing };
    let scope = Scope { only: Vec::new(), within: Some(within) };
    let search = Find { loaded, evaluated, race: &race, side: today.side.half(), scope: &scope };
    let document = &loaded.document;
    let both = evaluated.model.options.iter().filter(|option| [&today.winner, &today.rival].contains(&&option.name));
    let parts: Vec<NodeId> = both.flat_map(|option| &option.parts).map(|part| part.at).collect();
    let is_wanted = |at: NodeId| {
        let is_of_all = document.node(at).parent == Some(NodeId::ROOT);
        let is_of_both = || document.around(at).any(|node| parts.contains(&node));
        (is_of_all || is_of_both()) && declared(document, at).key().is_some_and(|key| key.price.is_some())
    };
    let factors = Factors::among(document, &loaded.scenario, &evaluated.model.sheet, is_wanted).of_figures;
    let (asked, others): (Vec<_>, Vec<_>) = factors.iter().partition(|factor| is_asked(&document.path(factor.at)));
    let mut found: Vec<Flip> = Vec::new();
    let (mut worked, mut is_whole) = (0_usize, true);
    for (at, factor) in asked.iter().chain(&others).enumerate() {
        // the others say only which of those asked for are the nearest
        if at == asked.len() && found.is_empty() {
            break;
        }
        if worked >= most {
            is_whole = false;
            break;
        }
        let done = search.if_ends_differ(factor, MOST_OF_ONE, most - worked);
        worked = worked.saturating_add(done.worked);
        is_whole &= done.is_whole;
        if let Outcome::Flips(flip) = done.result {
            found.push(flip);
        }
    }
    found.sort_by(|a, b| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
    found.truncate(MOST);
    Done { result: found, worked, is_whole }
}

impl Find<'_> {
    /// What comes of a search between ends one of which has turned: looking at them first, most numbers cost two looks. No more
    /// is worked out for it than what `one` number may take, and what is `left` for all.
    pub(super) fn if_ends_differ(&self, factor: &Factor, one: usize, left: usize) -> Done<Outcome> {
        let none = Done { result: Outcome::NotAsked, worked: 0, is_whole: true };
        let Some(mover) = self.in_scope(&factor.mover, factor.kind.form) else { return none };
        let Some(mut moving) = Moving::of(self.race, factor, one.min(left)) else { return none };
        let mut turned = |at| match moving.look(Probe::At(at)) {
            Sight::Same(Seen { leader, .. }) => leader.stance(self.side) == Stance::Turned,
            Sight::Passes { .. } | Sight::Open { .. } | Sight::Glanced | Sight::Stopped => false,
        };
        let result = if turned(mover.least) || turned(mover.most) || moving.is_stopped() {
            self.searched(&mut moving, factor, &mover)
        } else {
            Outcome::NotAsked
        };
        // what takes more than one price may is a lasting answer
        let is_whole = !moving.is_stopped() || left >= one;
        Done { result, worked: moving.worked(), is_whole }
    }
}
