//! Break-even by demand.

use crate::amount::Ratio;
use crate::analysis::winner::Winner;
use crate::serialized::serialized_as;
use serde::Serialize;

/// Break-even by demand.
#[derive(Clone, Debug)]
pub struct BreakEven {
    /// Outcome of the search.
    pub outcome: CrossingOutcome,
    /// Points at which the winner changes, in ascending order.
    pub points: Vec<BreakEvenPoint>,
    /// Winner below, between and above the points; empty without points.
    pub wins: Vec<Winner>,
    /// Largest demand factor tested.
    pub factor_limit: Option<Ratio>,
    /// Utilization of the fleet at the plan.
    pub today: Option<Ratio>,
    /// Demand beyond the capacity of the fleet; none if owning wins when the fleet is full, or there is no fleet.
    pub beyond_capacity: Option<BeyondCapacity>,
}

/// Work at which owning would win if the fleet could exceed its capacity at its cost when full. No demand makes owning
/// win: the fleet would have to serve this much more, or cost less for its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BeyondCapacity {
    /// That work as a multiple of the capacity of the fleet; null if there is none up to `looked_up_to`.
    pub share_of_capacity: Option<Ratio>,
    /// That work as a multiple of the plan; null if there is none.
    pub demand_factor: Option<Ratio>,
    /// Largest multiple of the capacity tested.
    pub looked_up_to: Ratio,
}

impl BreakEven {
    /// No break-even, with the reason; `today` is the utilization of the fleet.
    #[must_use]
    pub fn none(why: NoBreakEven, today: Option<Ratio>) -> BreakEven {
        let outcome = CrossingOutcome::None(why);
        BreakEven { outcome, points: Vec::new(), wins: Vec::new(), factor_limit: None, today, beyond_capacity: None }
    }
}

/// Outcome of the search for a break-even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossingOutcome {
    /// The winner changes.
    Crosses,
    /// Owning wins at every demand tested.
    AlwaysOwn,
    /// Both cost the same at every demand tested; ties go to owning.
    Equal,
    /// Renting wins at every demand tested.
    AlwaysRent,
    /// No break-even, with the reason.
    None(NoBreakEven),
}

/// Reason why there is no break-even.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBreakEven {
    /// No useful hours are demanded, so there is nothing to vary.
    NothingDemanded,
    /// The two costs jump at more points than the work budget allows to test.
    TooManyJumps,
    /// It was not requested.
    NotRequested,
}

/// A demand at which the winner changes.
#[derive(Clone, Debug)]
pub struct BreakEvenPoint {
    /// Demand as a multiple of the plan.
    pub factor: Ratio,
    /// Utilization of the fleet there.
    pub utilization: Option<Ratio>,
    /// Utilization of the demand there (short form).
    pub demand_utilization: Option<Ratio>,
    /// Hours with work per day there (short form).
    pub hours_per_day: Option<Ratio>,
    /// Replicas that each of the two options needs there at the highest peak; none without whole replicas.
    pub replicas: [Option<Ratio>; 2],
    /// Whether a cost jumps there.
    pub jump: bool,
}

serialized_as! {
    BreakEven => BreakEvenJson<'_>;
}

/// Break-even by demand. Each list has one entry per point, except `wins`, which has one more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct BreakEvenJson<'a> {
    /// `crosses`, `always_own` or `always_rent`; null if not known, see `reason`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["crosses", "always_own", "always_rent", null])))]
    outcome: Option<&'static str>,
    /// Reason why `outcome` is null; null if it is not.
    reason: Option<NoBreakEven>,
    /// Utilization of the fleet at each point; null where it is not known.
    utilization: Vec<Option<Ratio>>,
    #[serde(flatten)]
    points: BreakEvenPointsJson,
    /// Winner below, between and above the points; empty without points.
    wins: &'a [Winner],
    /// Largest demand factor tested; null if `outcome` is null.
    factor_limit: Option<Ratio>,
    /// Utilization of the fleet at the plan; null without a fleet in service.
    today: Option<Ratio>,
    /// Demand beyond the capacity of the fleet; null if owning wins when the fleet is full, or there is no fleet.
    beyond_capacity: Option<BeyondCapacity>,
}

/// Points at which the winner changes, as one list per property.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(super) struct BreakEvenPointsJson {
    /// Utilization of the demand at each point; null except in the short form.
    demand_utilization: Vec<Option<Ratio>>,
    /// Hours with work per day at each point; null except in the short form.
    hours_per_day: Vec<Option<Ratio>>,
    /// Replicas that the owned or first option needs at each point, at the highest peak; null without whole replicas.
    first_replicas: Vec<Option<Ratio>>,
    /// Replicas that the rented or second option needs at each point.
    second_replicas: Vec<Option<Ratio>>,
    /// Demand at each point as a multiple of the plan.
    demand_factor: Vec<Ratio>,
    /// `point` if both cost the same, `jump` if a cost jumps.
    kinds: Vec<CrossingKind>,
}

impl BreakEvenPointsJson {
    pub(super) fn of(points: &[BreakEvenPoint]) -> BreakEvenPointsJson {
        let kind = |point: &BreakEvenPoint| if point.jump { CrossingKind::Jump } else { CrossingKind::Point };
        BreakEvenPointsJson {
            demand_utilization: points.iter().map(|point| point.demand_utilization).collect(),
            hours_per_day: points.iter().map(|point| point.hours_per_day).collect(),
            first_replicas: points.iter().map(|point| point.replicas[0]).collect(),
            second_replicas: points.iter().map(|point| point.replicas[1]).collect(),
            demand_factor: points.iter().map(|point| point.factor).collect(),
            kinds: points.iter().map(kind).collect(),
        }
    }
}

/// Kind of a point at which the winner changes.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
enum CrossingKind {
    /// Both cost the same.
    Point,
    /// A cost jumps.
    Jump,
}

impl<'a> From<&'a BreakEven> for BreakEvenJson<'a> {
    fn from(break_even: &'a BreakEven) -> BreakEvenJson<'a> {
        let (outcome, reason) = match break_even.outcome {
            CrossingOutcome::Crosses => (Some("crosses"), None),
            CrossingOutcome::AlwaysOwn | CrossingOutcome::Equal => (Some("always_own"), None),
            CrossingOutcome::AlwaysRent => (Some("always_rent"), None),
            CrossingOutcome::None(why) => (None, Some(why)),
        };
        BreakEvenJson {
            outcome,
            reason,
            utilization: break_even.points.iter().map(|point| point.utilization).collect(),
            points: BreakEvenPointsJson::of(&break_even.points),
            wins: &break_even.wins,
            factor_limit: break_even.factor_limit,
            today: break_even.today,
            beyond_capacity: break_even.beyond_capacity,
        }
    }
}
