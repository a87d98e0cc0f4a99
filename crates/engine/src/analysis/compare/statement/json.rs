//! Fields that are serialized as two: a boolean and its details.

use serde::{Serialize, Serializer};

/// Eligibility of an option, with reasons.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Eligible<'a, R> {
    /// Whether it can be chosen.
    eligible: bool,
    /// Reasons why not, one sentence each; empty if eligible.
    ineligible_because: &'a [R],
}

pub(super) fn eligible<R: Serialize, S: Serializer>(because: &[R], serializer: S) -> Result<S::Ok, S::Error> {
    Eligible { eligible: because.is_empty(), ineligible_because: because }.serialize(serializer)
}

/// Comparability of an option, with reasons.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct Comparable<'a, R> {
    /// Whether its cost is for the same work as that of the other options.
    comparable: bool,
    /// Reasons why not, one sentence each; empty if comparable.
    not_comparable_because: &'a [R],
}

pub(super) fn comparable<R: Serialize, S: Serializer>(because: &[R], serializer: S) -> Result<S::Ok, S::Error> {
    Comparable { comparable: because.is_empty(), not_comparable_because: because }.serialize(serializer)
}

/// Reversal of a payback.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct PaybackReversals<'a, R> {
    /// Whether owning falls behind again after its payback.
    payback_turns: bool,
    /// Its duration and cause; null if owning does not fall behind.
    payback_reversal: Option<&'a R>,
}

#[allow(clippy::ref_option, reason = "serde hands fields over by reference")]
pub(super) fn payback_reversal<R: Serialize, S: Serializer>(
    reversal: &Option<R>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    PaybackReversals { payback_turns: reversal.is_some(), payback_reversal: reversal.as_ref() }.serialize(serializer)
}
