//! The two options that a question of owning or renting comes down to: the best of each side.

use super::decision::Decision;
use super::{Answer, Standing};
use crate::model::OptionKind;

/// The best option to own, or hybrid, and the best to rent: of those that can win, the one with the least printed present
/// value; a tie goes to the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    /// Index of the option to own.
    pub own: usize,
    /// Index of the option to rent.
    pub rent: usize,
}

impl Sides {
    /// Of a decision; none where one of the sides has no option that can win.
    #[must_use]
    pub fn of(answer: &Answer, decision: &Decision) -> Option<Sides> {
        let options = decision.options.iter().enumerate();
        let best = |rented: fn(OptionKind) -> bool| {
            let of_side = options.clone().filter(|(_, option)| option.can_win() && rented(option.kind));
            of_side.min_by_key(|(_, option): &(usize, &Standing)| option.present_value()).map(|(at, _)| at)
        };
        let own = best(|kind| kind != OptionKind::Rent)?;
        let rent = best(|kind| kind == OptionKind::Rent)?;
        debug_assert_eq!(decision.options.len(), answer.evaluated.model.options.len());
        Some(Sides { own, rent })
    }
}
