//! Who wins today, and against whom.

use super::leader::Leader;
use super::race::Race;
use super::result::Contest;
use crate::analysis::winner::{PairHalf, Winner};
use crate::model::Model;

/// The best option of each side today; none where one of them has none.
pub(super) fn contest(race: &Race<'_>, model: &Model) -> Option<Contest> {
    let places = race.today();
    let best = |side: Winner| race.best(side.half(), &places);
    let (own, rent) = (best(Winner::Own)?, best(Winner::Rent)?);
    // a tie goes to the earlier
    let side = match race.leader(&places) {
        Leader::Side(PairHalf::First) => Winner::Own,
        Leader::Level | Leader::Nobody if own < rent => Winner::Own,
        Leader::Side(PairHalf::Second) | Leader::Level | Leader::Nobody => Winner::Rent,
    };
    let name = |option: usize| model.options[option].name.clone();
    let (winner, rival) = match side {
        Winner::Own => (name(own), name(rent)),
        Winner::Rent => (name(rent), name(own)),
    };
    Some(Contest { winner, rival, side })
}
