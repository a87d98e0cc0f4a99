//! Flip values: what is asked, and what is said of every number.

use super::factor::FactorMeasure;
use super::json::{contest, paths};
use crate::analysis::header::Header;
use crate::analysis::winner::Winner;
use crate::diagnostic::{Code, Place};
use crate::scenario::CurrencyCode;
use crate::scenario::document::Origin;
use crate::scenario::quantity::{NumberForm, QuantityKind};
use crate::scenario::uncertainty::Spread;
use crate::sheet::{Direction, Grid};
use crate::variation::{CannotWin, Impossible};
use rust_decimal::Decimal;
use serde::Serialize;

/// What is asked: every number, unless something is named.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// Numbers at or below these paths; all if there are none.
    pub only: Vec<String>,
    /// How far from today's value, as a share of it; everywhere within the bounds if absent.
    pub within: Option<Decimal>,
}

impl Scope {
    /// Whether the number at a path is asked about.
    pub(super) fn covers(&self, path: &str) -> bool {
        let below = |only: &String| {
            path.strip_prefix(only.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        // the numbers of a list move together: naming one names the list
        let above = |only: &String| only.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        self.only.is_empty() || self.only.iter().any(|only| below(only) || above(only))
    }
}

/// Every flip value of a scenario.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flips {
    /// What was asked, and of which file.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// The option that wins today, and the best of the other side.
    #[serde(flatten, serialize_with = "contest")]
    #[cfg_attr(feature = "schema", schemars(with = "super::json::WrittenContest<'static>"))]
    pub today: Option<Contest>,
    /// Whether the verdict is too close to call.
    pub close: bool,
    /// Why there is no decision between owning and renting; empty where there is one.
    pub undecided_because: Vec<Undecided>,
    /// The flips, the nearest first.
    #[serde(rename = "flips")]
    pub found: Vec<Flip>,
    /// The nearest rivals of the winner's own side, both owned or both rented, with what makes each of them win.
    pub same_side: Vec<SameSideRival>,
    /// Numbers that do not flip it anywhere between these values.
    pub steady: Vec<Steady>,
    /// How many numbers decide nothing: no option that could win depends on them.
    pub idle: usize,
    /// How far from today's values it was looked; everywhere within the bounds if absent.
    #[serde(skip)]
    pub within: Option<Decimal>,
}

/// Why there is no decision between owning and renting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undecided {
    /// One of the sides has no option.
    Nothing(Winner),
    /// An option of a side of which none can win.
    CannotWin {
        /// Which.
        option: String,
        /// Why not.
        because: Vec<CannotWin>,
    },
}

/// The best options of the two sides of a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The option that wins.
    pub winner: String,
    /// The best option of the other side.
    pub rival: String,
    /// The side of the winner.
    pub side: Winner,
}

/// A number whose value, all else fixed, reverses the decision.
#[derive(Clone, Debug)]
pub struct Flip {
    /// What it is of.
    pub number: AskedNumber,
    /// The flip value, before any rounding; of whole numbers the first one at which the decision is another.
    pub at: Decimal,
    /// Whether the decision is another above or below it.
    pub direction: Direction,
    /// Whether the decision is another at the value itself.
    pub end: RangeEnd,
    /// How far the other direction was searched, where that is less far: another value may be nearer.
    pub other_until: Option<Decimal>,
    /// What happens there.
    pub because: Because,
    /// The option that wins beyond it; none where no option is left.
    pub wins: Option<String>,
    /// Jobs that fit a fleet before it, and are larger than the fleet beyond it.
    pub outgrown: Vec<OutgrownFleet>,
    /// The codes of what weighs against the comparison and concerns the number, once [`Flips::beside`] has told.
    pub findings: Vec<Code>,
}

/// A fleet that is too small for a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutgrownFleet {
    /// The workload of the job.
    pub workload: String,
    /// The owned option.
    pub option: String,
}

/// What makes another option of the winner's side the winner.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SameSideRival {
    /// The option that wins today.
    pub winner: String,
    /// The other one.
    pub rival: String,
    /// The values beyond which it wins, over all options, the nearest first.
    #[serde(rename = "flips")]
    pub found: Vec<Flip>,
    /// The paths of numbers at whose least or greatest value it wins, where the search for the value beyond which it does was
    /// given up.
    #[serde(serialize_with = "paths")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<String>"))]
    pub given_up: Vec<Steady>,
}

/// A number that was moved.
#[derive(Clone, Debug)]
pub struct AskedNumber {
    /// Its path, or that of the list.
    pub path: String,
    /// The kind of quantity.
    pub kind: &'static QuantityKind,
    /// The other currency that it is an amount of, or of which it is the worth.
    pub currency: Option<CurrencyCode>,
    /// What of it moves.
    pub measure: FactorMeasure,
    /// Whether it is counted.
    pub grid: Grid,
    /// Who wrote it.
    pub origin: Origin,
    /// The file of its scenario.
    pub file: String,
    /// Where it was written; nowhere if it was assumed.
    pub place: Option<Place>,
    /// Its value today.
    pub today: Decimal,
    /// How its cases are spread, if the scenario says how sure it is.
    pub spread: Option<Spread>,
}

/// Whether a range has its first value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RangeEnd {
    /// It has.
    With,
    /// It begins just beyond.
    Without,
}

/// The values beyond a flip value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Beyond {
    /// Those above it.
    Above,
    /// Those below it.
    Below,
    /// It and those above.
    From,
    /// It and those below.
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

/// What happens at a flip value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Because {
    /// Both sides cost the same.
    Equal,
    /// The cost of one of them jumps: whole instances, months.
    Jump,
    /// Options that win below it are out beyond it, each with the reason.
    Out(Vec<Out>),
    /// Options that are out today are in beyond it.
    In(Vec<String>),
}

impl Because {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Because::Equal => "equal",
            Because::Jump => "jump",
            Because::Out(_) => "out",
            Because::In(_) => "in",
        }
    }
}

/// An option that is out beyond a flip value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Out {
    /// Which.
    pub option: String,
    /// Why.
    #[serde(rename = "reason")]
    pub why: WhyOut,
}

/// Why an option is out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhyOut {
    /// It breaks a rule of the figures.
    Breaks(Code),
    /// A figure of it has no value.
    NoValue,
    /// It leaves work undone, and nothing says what that costs.
    LeavesWorkUndone,
    /// It does the work and does not hold its headroom, and nothing says what that costs.
    HoldsNoHeadroom,
    /// Its servers need more power than their site delivers.
    ShortOfPower,
    /// A scenario that states the value makes it impossible.
    NotPossible(Impossible),
    /// A scenario that states the value keeps it from winning.
    CannotWin(Vec<CannotWin>),
}

/// A number that does not flip the decision.
#[derive(Clone, Debug)]
pub struct Steady {
    /// What it is of.
    pub number: AskedNumber,
    /// The least value that was looked at.
    pub least: Decimal,
    /// The greatest.
    pub most: Decimal,
    /// How sure that is.
    pub proof: Proof,
}

/// How it is known that a number does not flip a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// Bounds of the difference keep its sign over every part of the interval.
    Bounded,
    /// Every whole number was tried.
    Tried,
    /// Every value between was looked at, or every whole number tried; further away none was, since all that may be worked
    /// out was.
    #[serde(rename = "given_up")]
    #[cfg_attr(feature = "schema", schemars(skip))]
    TriedSoFar,
    /// It is not known beyond what was tried, if anything was: the search was given up.
    GivenUp,
}

impl Flip {
    /// At which values the decision is another.
    #[must_use]
    pub fn beyond(&self) -> Beyond {
        match (self.direction, self.end) {
            (Direction::Up, RangeEnd::With) => Beyond::From,
            (Direction::Up, RangeEnd::Without) => Beyond::Above,
            (Direction::Down, RangeEnd::With) => Beyond::To,
            (Direction::Down, RangeEnd::Without) => Beyond::Below,
        }
    }

    /// How far it is from today's value, with its sign.
    #[must_use]
    pub fn distance(&self) -> Decimal {
        self.at - self.number.today
    }

    /// The same as a share of today's value; none where that is nothing.
    #[must_use]
    pub fn distance_share(&self) -> Option<Decimal> {
        self.distance().checked_div(self.number.today.abs())
    }

    /// By what flips are ordered: the share, or the points of a share that is nothing today; others come last.
    pub(in crate::analysis) fn order(&self) -> Decimal {
        let points = (self.number.kind.form == NumberForm::Share).then(|| self.distance());
        self.distance_share().or(points).unwrap_or(Decimal::MAX).abs()
    }
}
