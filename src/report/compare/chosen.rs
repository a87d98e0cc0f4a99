//! The options that a verdict is about.

use crate::analysis::statement::{Comparison, OptionStatement, PairStatement, Winner};

/// The winner against the best option of the other side that could win.
pub(in crate::report) fn best_pair(comparison: &Comparison) -> Option<&PairStatement> {
    let winner = option(comparison, comparison.verdict.winner.as_deref()?)?;
    let side = Winner::of(winner.kind);
    let others = comparison.options.iter().filter(|option| Winner::of(option.kind) != side);
    let rival =
        others.filter(|option| option.eligible() && option.comparable()).min_by_key(|option| option.present_value)?;
    let (own, rent) = match side {
        Winner::Own => (winner, rival),
        Winner::Rent => (rival, winner),
    };
    comparison.pairs.iter().find(|pair| pair.own == own.name && pair.rent == rent.name)
}

/// The option of a name.
pub(super) fn option<'a>(comparison: &'a Comparison, name: &str) -> Option<&'a OptionStatement> {
    comparison.options.iter().find(|option| option.name == name)
}

/// The side of the verdict; owning where there is none.
pub(super) fn winning_side(comparison: &Comparison) -> Winner {
    let winner = comparison.verdict.winner.as_deref().and_then(|name| option(comparison, name));
    winner.map_or(Winner::Own, |winner| Winner::of(winner.kind))
}
