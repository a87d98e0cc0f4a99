//! Options of the verdict.

use super::{Comparison, OptionResult, PairResult, Winner};
use crate::model::OptionId;

impl Comparison {
    /// Option with this ID.
    #[must_use]
    pub fn option(&self, id: &OptionId) -> Option<&OptionResult> {
        self.options.iter().find(|option| option.name == *id)
    }

    /// Pair of the winner and the best eligible and comparable option of the other side.
    #[must_use]
    pub fn best_pair(&self) -> Option<&PairResult> {
        let winner = self.option(self.verdict.winner.as_ref()?)?;
        let side = Winner::of(winner.kind);
        let others = self.options.iter().filter(|option| Winner::of(option.kind) != side);
        let rival = others
            .filter(|option| option.eligible() && option.comparable())
            .min_by_key(|option| option.present_value)?;
        let (own, rent) = match side {
            Winner::Own => (winner, rival),
            Winner::Rent => (rival, winner),
        };
        self.pairs.iter().find(|pair| pair.own == own.name && pair.rent == rent.name)
    }

    /// Winning side; owning if there is no winner.
    #[must_use]
    pub fn winning_side(&self) -> Winner {
        let winner = self.verdict.winner.as_ref().and_then(|winner| self.option(winner));
        winner.map_or(Winner::Own, |winner| Winner::of(winner.kind))
    }
}
