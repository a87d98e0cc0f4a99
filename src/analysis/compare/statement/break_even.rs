//! From which demand on which side wins.

use crate::amount::Ratio;
use crate::analysis::winner::Winner;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// From which demand on which side wins.
#[derive(Debug)]
pub struct BreakEven {
    /// What was found.
    pub outcome: CrossingOutcome,
    /// The points at which the winner changes, rising.
    pub points: Vec<BreakEvenPoint>,
    /// Who wins below, between and above the points; empty without points.
    pub wins: Vec<Winner>,
    /// The largest demand factor that was looked at.
    pub factor_limit: Option<Ratio>,
    /// Utilization of the fleet at the stated demand.
    pub today: Option<Ratio>,
    /// How much more the fleet would have to do than it can; none where owning wins once it is full, and where there is no
    /// fleet.
    pub beyond_capacity: Option<BeyondCapacity>,
}

/// From which work on owning would win if the fleet could do more than all its hours hold, for what it costs when it is full.
/// No demand makes that so: it is the fleet that would have to be that much better, or cheaper for what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct BeyondCapacity {
    /// The work over all that the fleet can do; none up to as much as was looked at.
    pub share_of_capacity: Option<Ratio>,
    /// The same work over the stated demand.
    pub demand_factor: Option<Ratio>,
    /// The largest share that was looked at.
    pub looked_up_to: Ratio,
}

impl BreakEven {
    /// None, with the reason; `today` is the utilization of the fleet.
    #[must_use]
    pub fn none(why: NoBreakEven, today: Option<Ratio>) -> BreakEven {
        let outcome = CrossingOutcome::None(why);
        BreakEven { outcome, points: Vec::new(), wins: Vec::new(), factor_limit: None, today, beyond_capacity: None }
    }
}

/// What the search for a break-even found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossingOutcome {
    /// The winner changes.
    Crosses,
    /// Owning wins at any demand.
    AlwaysOwn,
    /// Both cost the same at any demand; a tie goes to owning.
    Equal,
    /// Renting wins at any demand.
    AlwaysRent,
    /// There is none, with the reason.
    None(NoBreakEven),
}

/// Why there is no break-even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBreakEven {
    /// No useful hours are demanded: there is nothing to vary.
    NothingDemanded,
    /// The costs of the two jump at too many points to look at each.
    TooManyJumps,
    /// Nobody asked for it.
    NotAsked,
}

/// A demand at which the winner changes.
#[derive(Debug)]
pub struct BreakEvenPoint {
    /// Demand over the stated demand.
    pub factor: Ratio,
    /// The fleet's utilization there.
    pub utilization: Option<Ratio>,
    /// The demand's utilization there (short form).
    pub demand_utilization: Option<Ratio>,
    /// Hours with work in a day there (short form).
    pub hours_per_day: Option<Ratio>,
    /// Whether cost jumps there.
    pub jump: bool,
}

/// One entry in each list for every point, but `wins`, which has one more.
impl Serialize for BreakEven {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let column = |of: fn(&BreakEvenPoint) -> Option<Ratio>| self.points.iter().map(of).collect::<Vec<_>>();
        let (outcome, reason) = match self.outcome {
            CrossingOutcome::Crosses => (Some("crosses"), None),
            CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => (Some("always_own"), None),
            CrossingOutcome::AlwaysRent => (Some("always_rent"), None),
            CrossingOutcome::None(why) => (None, Some(why)),
        };
        let kind = |point: &BreakEvenPoint| if point.jump { "jump" } else { "point" };
        let mut columns = serializer.serialize_struct("BreakEven", 11)?;
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
        columns.serialize_field("beyond_capacity", &self.beyond_capacity)?;
        columns.end()
    }
}
