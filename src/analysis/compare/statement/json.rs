//! What programs read of a statement beside its fields: whether there are reasons, and break-evens as columns.

use super::{BreakEven, BreakEvenPoint, Disagreement, Outcome, Reversal};
use crate::amount::Ratio;
use crate::variation::{Ineligible, NotComparable};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// Whether an option may be chosen, and why not.
pub(super) fn eligible<S: Serializer>(because: &[Ineligible], serializer: S) -> Result<S::Ok, S::Error> {
    two(serializer, ("eligible", &because.is_empty()), ("ineligible_because", &because))
}

/// Whether the cost of an option compares, and why not.
pub(super) fn comparable<S: Serializer>(because: &[NotComparable], serializer: S) -> Result<S::Ok, S::Error> {
    two(serializer, ("comparable", &because.is_empty()), ("not_comparable_because", &because))
}

/// Whether owning falls behind again after it has paid back, and for how long.
pub(super) fn payback_reversal<S: Serializer>(reversal: &Option<Reversal>, serializer: S) -> Result<S::Ok, S::Error> {
    two(serializer, ("payback_turns", &reversal.is_some()), ("payback_reversal", reversal))
}

/// The yardsticks that point elsewhere, by name and in a sentence each.
pub(super) fn disagreements<S: Serializer>(all: &[Disagreement], serializer: S) -> Result<S::Ok, S::Error> {
    let metrics: Vec<&str> = all.iter().map(Disagreement::metric).collect();
    two(serializer, ("disagreements", &metrics), ("disagreement_messages", &all))
}

/// One field that is said in two.
fn two<S: Serializer>(
    serializer: S,
    first: (&'static str, &impl Serialize),
    second: (&'static str, &impl Serialize),
) -> Result<S::Ok, S::Error> {
    let mut fields = serializer.serialize_struct("", 2)?;
    fields.serialize_field(first.0, first.1)?;
    fields.serialize_field(second.0, second.1)?;
    fields.end()
}

/// One entry in each list for every point, but `wins`, which has one more.
impl Serialize for BreakEven {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let column = |of: fn(&BreakEvenPoint) -> Option<Ratio>| self.points.iter().map(of).collect::<Vec<_>>();
        let (outcome, reason) = match self.outcome {
            Outcome::Crosses => (Some("crosses"), None),
            Outcome::AlwaysOwn | Outcome::Equal => (Some("always_own"), None),
            Outcome::AlwaysRent => (Some("always_rent"), None),
            Outcome::None(why) => (None, Some(why)),
        };
        let kind = |point: &BreakEvenPoint| if point.jump { "jump" } else { "point" };
        let mut columns = serializer.serialize_struct("BreakEven", 10)?;
        columns.serialize_field("outcome", &outcome)?;
        columns.serialize_field("reason", &reason)?;
        columns.serialize_field("utilization", &column(|point| point.utilization))?;
        columns.serialize_field("demand_utilization", &column(|point| point.demand_utilization))?;
        columns.serialize_field("hours_per_day", &column(|point| point.hours_per_day))?;
        columns.serialize_field("demand_factor", &column(|point| Some(point.factor)))?;
        columns.serialize_field("kinds", &self.points.iter().map(kind).collect::<Vec<_>>())?;
        columns.serialize_field("wins", &self.wins)?;
        columns.serialize_field("factor_limit", &self.factor_limit)?;
        columns.serialize_field("today", &self.today)?;
        columns.end()
    }
}
