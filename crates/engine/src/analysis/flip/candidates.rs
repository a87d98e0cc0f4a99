//! Winner and runner-up of the other side in the base case.

use super::evaluation::Candidates;
use super::leader::Leader;
use super::result::BestBySide;
use crate::analysis::winner::{PairHalf, Winner};
use crate::model::Model;

/// Best option of each side in the base case; none if a side has none.
pub(super) fn contest(candidates: &Candidates<'_>, model: &Model) -> Option<BestBySide> {
    let places = candidates.today();
    let best = |side: Winner| candidates.best(side.half(), &places);
    let (own, rent) = (best(Winner::Own)?, best(Winner::Rent)?);
    // ties go to the earlier option
    let side = match candidates.leader(&places) {
        Leader::Side(PairHalf::First) => Winner::Own,
        Leader::Tied | Leader::Nobody if own < rent => Winner::Own,
        Leader::Side(PairHalf::Second) | Leader::Tied | Leader::Nobody => Winner::Rent,
    };
    let name = |option: usize| model.options[option].id.clone();
    let (winner, other_side) = match side {
        Winner::Own => (name(own), name(rent)),
        Winner::Rent => (name(rent), name(own)),
    };
    Some(BestBySide { winner, other_side, side })
}
