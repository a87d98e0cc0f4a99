//! One field of a statement that programs read as two: whether there is something, and what.

use serde::{Serialize, Serializer};

/// Whether an option may be chosen, and why not.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Eligible<'a, R> {
    /// Whether it may be chosen.
    eligible: bool,
    /// Why not, a sentence each.
    ineligible_because: &'a [R],
}

pub(super) fn eligible<R: Serialize, S: Serializer>(because: &[R], serializer: S) -> Result<S::Ok, S::Error> {
    Eligible { eligible: because.is_empty(), ineligible_because: because }.serialize(serializer)
}

/// Whether the cost of an option compares, and why not.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Comparable<'a, R> {
    /// Whether its cost is that of the same work as the others'.
    comparable: bool,
    /// Why not, a sentence each.
    not_comparable_because: &'a [R],
}

pub(super) fn comparable<R: Serialize, S: Serializer>(because: &[R], serializer: S) -> Result<S::Ok, S::Error> {
    Comparable { comparable: because.is_empty(), not_comparable_because: because }.serialize(serializer)
}

/// Whether owning falls behind again after it has paid back, and for how long.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PaybackTurns<'a, R> {
    /// Whether owning falls behind again after its payback.
    payback_turns: bool,
    /// For how long; none where it does not.
    payback_reversal: Option<&'a R>,
}

#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn payback_reversal<R: Serialize, S: Serializer>(
    reversal: &Option<R>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    PaybackTurns { payback_turns: reversal.is_some(), payback_reversal: reversal.as_ref() }.serialize(serializer)
}
