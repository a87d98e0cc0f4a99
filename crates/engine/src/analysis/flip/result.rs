//! Flip values: the request and the results.

use super::factor::FactorMeasure;
use super::json::{contest, paths};
use crate::amount;
#[cfg(feature = "schema")]
use crate::amount::Ratio;
use crate::analysis::header::Header;
use crate::analysis::winner::Winner;
use crate::diagnostic::{Code, Place};
use crate::model::OptionId;
use crate::scenario::CurrencyCode;
use crate::scenario::document::Origin;
use crate::scenario::quantity::{NumberForm, QuantityKind};
use crate::scenario::uncertainty::Spread;
use crate::sheet::{Direction, Grid};
use crate::variation::{CannotWin, Impossible};
use rust_decimal::Decimal;
use serde::Serialize;

/// Scope of a search for flips: all inputs by default.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Inputs at or below these paths; all if empty.
    pub only: Vec<String>,
    /// Maximum distance as a share of the base value; no limit within the bounds if none.
    pub within: Option<Decimal>,
}

impl Scope {
    /// Whether the input at a path is in scope.
    pub(super) fn covers(&self, path: &str) -> bool {
        let below = |only: &String| {
            path.strip_prefix(only.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        // the numbers of a list vary together: the path of one selects the list
        let above = |only: &String| only.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        self.only.is_empty() || self.only.iter().any(|only| below(only) || above(only))
    }
}

/// Flip values of a scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flips {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Winner in the base case, and best option of the other side.
    #[serde(flatten, serialize_with = "contest")]
    #[cfg_attr(feature = "schema", schemars(with = "super::json::BestBySideJson<'static>"))]
    pub today: Option<BestBySide>,
    /// Whether the verdict is too close to call.
    pub close: bool,
    /// Reasons why there is no decision between owning and renting; empty if there is one.
    pub undecided_because: Vec<Undecided>,
    /// The flips, nearest first.
    #[serde(rename = "flips")]
    pub found: Vec<Flip>,
    /// Nearest other options of the winner's side, both owned or both rented, with the values at which each of them
    /// wins.
    pub same_side: Vec<SameSideFlips>,
    /// Inputs that do not flip the decision between these values.
    pub steady: Vec<Steady>,
    /// Number of inputs that affect no eligible option.
    pub idle: usize,
    /// Maximum distance from base values tested; none for the whole bounds.
    #[serde(skip)]
    pub within: Option<Decimal>,
    /// Years up to which durations are tested, unless twice their value is more.
    #[serde(skip)]
    pub years_tested: usize,
}

/// Reason why there is no decision between owning and renting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// A side has no option.
    Nothing(Winner),
    /// An option that cannot win, of a side without a winning option.
    CannotWin {
        /// The option.
        option: OptionId,
        /// Reasons why it cannot win.
        because: Vec<CannotWin>,
    },
}

/// Best options of the two sides of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestBySide {
    /// Option that wins.
    pub winner: OptionId,
    /// The best option of the other side.
    pub other_side: OptionId,
    /// The side of the winner.
    pub side: Winner,
}

/// An input with a value that flips the decision, all other inputs fixed.
#[derive(Clone, Debug)]
pub struct Flip {
    /// The input.
    pub number: FlipInput,
    /// Flip value, unrounded; for integers the first value with another decision.
    pub at: Decimal,
    /// Whether the decision is different above or below it.
    pub direction: Direction,
    /// Whether the decision is different at the value itself.
    pub end: RangeEnd,
    /// End of the search in the other direction if it is nearer than the flip value; a nearer flip value may exist
    /// there.
    pub other_until: Option<Decimal>,
    /// Reason.
    pub because: FlipReason,
    /// Option that wins beyond it; none if no option is left.
    pub wins: Option<OptionId>,
    /// Jobs that fit a fleet before it but not beyond it.
    pub over_capacity: Vec<FleetOverCapacity>,
    /// Codes of findings that concern the input; set by [`Flips::with_findings`].
    pub findings: Vec<Code>,
}

/// A fleet that is too small for a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FleetOverCapacity {
    /// The workload of the job.
    pub workload: String,
    /// The owned option.
    pub option: OptionId,
}

/// Flips to another option of the winner's side.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SameSideFlips {
    /// Option that wins in the base case.
    pub winner: OptionId,
    /// The other option.
    #[serde(rename = "rival")]
    pub candidate: OptionId,
    /// Values beyond which it wins over all options, nearest first.
    #[serde(rename = "flips")]
    pub found: Vec<Flip>,
    /// Paths of inputs at whose lowest or highest value it wins, but whose flip value was not found within the work
    /// budget.
    #[serde(serialize_with = "paths")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub given_up: Vec<Steady>,
}

/// An input that is varied.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlipInput {
    /// Path of the input, or of a list of numbers.
    pub path: String,
    /// Kind of quantity.
    #[serde(skip)]
    pub kind: &'static QuantityKind,
    /// Currency of its amount if not that of the scenario, or the currency that an exchange rate converts.
    #[serde(skip)]
    pub currency: Option<CurrencyCode>,
    /// Meaning of its values.
    pub measure: FactorMeasure,
    /// Whether it is an integer.
    #[serde(skip)]
    pub grid: Grid,
    /// Origin of the value.
    #[serde(skip)]
    pub origin: Origin,
    /// File of its scenario.
    #[serde(skip)]
    pub file: String,
    /// Position in the file; none if assumed.
    #[serde(skip)]
    pub place: Option<Place>,
    /// Its value in the base case, in the unit of its key.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub today: Decimal,
    /// Its uncertainty, if the scenario gives one.
    #[serde(skip)]
    pub spread: Option<Spread>,
}

/// Whether a range includes its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// It does.
    With,
    /// It starts just beyond.
    Without,
}

/// Values beyond a flip value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// The values above it.
    Above,
    /// The values below it.
    Below,
    /// The flip value and those above.
    From,
    /// The flip value and those below.
    To,
}

impl Beyond {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Beyond::Above => "above",
            Beyond::Below => "below",
            Beyond::From => "from",
            Beyond::To => "to",
        }
    }
}

/// Reason for a flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlipReason {
    /// Both sides cost the same.
    Equal,
    /// The cost of a side jumps, for example by a whole instance or month.
    Jump,
    /// Options that win before it are out beyond it, with reasons.
    Out(Vec<ExcludedOption>),
    /// Options that are out in the base case are in beyond it.
    In(Vec<OptionId>),
}

impl FlipReason {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            FlipReason::Equal => "equal",
            FlipReason::Jump => "jump",
            FlipReason::Out(_) => "out",
            FlipReason::In(_) => "in",
        }
    }
}

/// An option that is out beyond a flip value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExcludedOption {
    /// The option.
    pub option: OptionId,
    /// Reason why it is out, as a sentence.
    #[serde(rename = "reason")]
    pub why: OutReason,
}

/// Reason why an option is out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OutReason {
    /// It breaks a condition of the figures.
    Breaks(Code),
    /// One of its figures cannot be computed.
    NoValue,
    /// It leaves work unserved, and no cost of delay is given.
    LeavesWorkUnserved,
    /// It serves the work without its headroom, and no cost of delay is given.
    HoldsNoHeadroom,
    /// Its servers need more power than their site delivers.
    ShortOfPower,
    /// A scenario with this value makes it impossible.
    NotPossible(Impossible),
    /// A scenario with this value keeps it from winning.
    CannotWin(Vec<CannotWin>),
}

/// An input that does not flip the decision between two values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Steady {
    /// The input.
    #[serde(flatten)]
    pub number: FlipInput,
    /// Lowest value tested.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub least: Decimal,
    /// Highest value tested.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub most: Decimal,
    /// How this is known.
    pub proof: Proof,
}

/// How it is known that an input does not flip a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Proven: bounds of the difference keep its sign over the whole interval.
    Bounded,
    /// Every integer was tested.
    Tried,
    /// All values between were tested; values further away were not, to stay within the work budget.
    #[serde(rename = "given_up")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    TriedSoFar,
    /// Unknown beyond the values tested, if any: the search was given up.
    GivenUp,
}

impl Flip {
    /// Values at which the decision is different.
    #[must_use]
    pub fn beyond(&self) -> Beyond {
        match (self.direction, self.end) {
            (Direction::Up, RangeEnd::With) => Beyond::From,
            (Direction::Up, RangeEnd::Without) => Beyond::Above,
            (Direction::Down, RangeEnd::With) => Beyond::To,
            (Direction::Down, RangeEnd::Without) => Beyond::Below,
        }
    }

    /// Signed distance from the base value.
    #[must_use]
    pub fn distance(&self) -> Decimal {
        self.at - self.number.today
    }

    /// Distance as a share of the base value; none if that is zero.
    #[must_use]
    pub fn distance_share(&self) -> Option<Decimal> {
        self.distance().checked_div(self.number.today.abs())
    }

    /// Sort key: the distance share, or the distance in points for a share with base value zero; others come last.
    pub(in crate::analysis) fn order(&self) -> Decimal {
        let points = (self.number.kind.form == NumberForm::Share).then(|| self.distance());
        self.distance_share().or(points).unwrap_or(Decimal::MAX).abs()
    }
}
