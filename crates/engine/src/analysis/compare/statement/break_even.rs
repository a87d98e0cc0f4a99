//! From which demand on which side wins.

use crate::amount::Ratio;
use crate::analysis::winner::Winner;
use crate::written::written_as;
use serde::Serialize;

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

written_as! {
    BreakEven => WrittenBreakEven<'_>;
}

/// From which demand on which side wins: one entry in each list for every point, but `wins`, which has one more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenBreakEven<'a> {
    /// `crosses`, `always_own`, `always_rent`; none where there is none to look for.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["crosses", "always_own", "always_rent", null])))]
    outcome: Option<&'static str>,
    /// Why there is no break-even.
    reason: Option<NoBreakEven>,
    /// The fleet's utilization at each point.
    utilization: Vec<Option<Ratio>>,
    #[serde(flatten)]
    points: WrittenPoints,
    /// Who wins below, between and above the points; empty without points.
    wins: &'a [Winner],
    /// The largest demand factor that was looked at.
    factor_limit: Option<Ratio>,
    /// Utilization of the fleet at the stated demand.
    today: Option<Ratio>,
    /// How much more the fleet would have to do than it can; none where owning wins once it is full, and where there is no
    /// fleet.
    beyond_capacity: Option<BeyondCapacity>,
}

/// The points at which the winner changes, a list of each thing that is known of them.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct WrittenPoints {
    /// The demand's utilization at each point (short form).
    demand_utilization: Vec<Option<Ratio>>,
    /// Hours with work in a day at each point (short form).
    hours_per_day: Vec<Option<Ratio>>,
    /// Demand over the stated demand at each point.
    demand_factor: Vec<Ratio>,
    /// `point` where both cost the same, `jump` where a cost jumps.
    kinds: Vec<CrossingKind>,
}

impl WrittenPoints {
    pub(super) fn of(points: &[BreakEvenPoint]) -> WrittenPoints {
        let kind = |point: &BreakEvenPoint| if point.jump { CrossingKind::Jump } else { CrossingKind::Point };
        WrittenPoints {
            demand_utilization: points.iter().map(|point| point.demand_utilization).collect(),
            hours_per_day: points.iter().map(|point| point.hours_per_day).collect(),
            demand_factor: points.iter().map(|point| point.factor).collect(),
            kinds: points.iter().map(kind).collect(),
        }
    }
}

/// How the winner changes at a point.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum CrossingKind {
    /// Both cost the same.
    Point,
    /// A cost jumps.
    Jump,
}

impl<'a> From<&'a BreakEven> for WrittenBreakEven<'a> {
    fn from(break_even: &'a BreakEven) -> WrittenBreakEven<'a> {
        let (outcome, reason) = match break_even.outcome {
            CrossingOutcome::Crosses => (Some("crosses"), None),
            CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => (Some("always_own"), None),
            CrossingOutcome::AlwaysRent => (Some("always_rent"), None),
            CrossingOutcome::None(why) => (None, Some(why)),
        };
        WrittenBreakEven {
            outcome,
            reason,
            utilization: break_even.points.iter().map(|point| point.utilization).collect(),
            points: WrittenPoints::of(&break_even.points),
            wins: &break_even.wins,
            factor_limit: break_even.factor_limit,
            today: break_even.today,
            beyond_capacity: break_even.beyond_capacity,
        }
    }
}
