//! The options that a verdict is about.

use super::{Comparison, OptionStatement, PairStatement, Winner};

impl Comparison {
    /// The option of a name.
    #[must_use]
    pub fn option(&self, name: &str) -> Option<&OptionStatement> {
        self.options.iter().find(|option| option.name == name)
    }

    /// The winner against the best option of the other side that could win.
    #[must_use]
    pub fn best_pair(&self) -> Option<&PairStatement> {
        let winner = self.option(self.verdict.winner.as_deref()?)?;
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

    /// The side of the verdict; owning where there is none.
    #[must_use]
    pub fn winning_side(&self) -> Winner {
        let winner = self.verdict.winner.as_deref().and_then(|name| self.option(name));
        winner.map_or(Winner::Own, |winner| Winner::of(winner.kind))
    }
}
