//! One field of a statement that programs read as two: whether there is something, and what.

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Whether an option may be chosen, and why not.
pub(super) fn eligible<R: Serialize, S: Serializer>(because: &[R], serializer: S) -> Result<S::Ok, S::Error> {
    two(serializer, ("eligible", &because.is_empty()), ("ineligible_because", &because))
}

/// Whether the cost of an option compares, and why not.
pub(super) fn comparable<R: Serialize, S: Serializer>(because: &[R], serializer: S) -> Result<S::Ok, S::Error> {
    two(serializer, ("comparable", &because.is_empty()), ("not_comparable_because", &because))
}

/// Whether owning falls behind again after it has paid back, and for how long.
pub(super) fn payback_reversal<R: Serialize, S: Serializer>(
    reversal: &Option<R>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    two(serializer, ("payback_turns", &reversal.is_some()), ("payback_reversal", reversal))
}

/// One field that is said in two.
pub(super) fn two<S: Serializer>(
    serializer: S,
    first: (&'static str, &impl Serialize),
    second: (&'static str, &impl Serialize),
) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("", 2)?;
    fields.serialize_field(first.0, first.1)?;
    fields.serialize_field(second.0, second.1)?;
    fields.end()
}
