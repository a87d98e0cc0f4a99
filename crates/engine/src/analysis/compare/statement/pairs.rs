//! The pairs that a comparison states: owning against renting, and where they are asked for two options of one side.

use super::break_even::WrittenPoints;
use super::{BreakEvenPoint, NoBreakEven, PairStatement};
use crate::amount::Ratio;
use crate::analysis::winner::PairHalf;
use crate::written::written_as;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Deref;
use std::slice;

/// Which pairs are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AskedPairs {
    /// Every owned option and hybrid against every rented one.
    #[default]
    AcrossSides,
    /// Every two options.
    All,
    /// Every pair with the option of this name.
    Against(String),
}

impl AskedPairs {
    /// The option that is set against all others; none where others are asked for.
    #[must_use]
    pub fn against(&self) -> Option<&str> {
        match self {
            AskedPairs::Against(option) => Some(option),
            AskedPairs::AcrossSides | AskedPairs::All => None,
        }
    }
}

/// The pairs that a comparison states. A verdict and what it holds under follow from those of owning against renting alone,
/// which are what it is as a list.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Every owned option and hybrid against every rented one, where both serve every workload.
    pub across_sides: Vec<PairStatement>,
    /// Two options of one side, as far as they were asked for.
    pub of_one_side: Vec<SameSidePair>,
    /// Which were asked for.
    pub asked: AskedPairs,
}

impl Deref for Pairs {
    type Target = [PairStatement];

    fn deref(&self) -> &[PairStatement] {
        &self.across_sides
    }
}

impl<'a> IntoIterator for &'a Pairs {
    type Item = &'a PairStatement;
    type IntoIter = slice::Iter<'a, PairStatement>;

    fn into_iter(self) -> Self::IntoIter {
        self.across_sides.iter()
    }
}

/// One list of all, in which `first` and `second` are the two of a pair, and `own` and `rent` too where they are of both sides.
impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let across = self.across_sides.iter();
        let across = across.map(|pair| WrittenPair::AcrossSides { first: &pair.own, second: &pair.rent, pair });
        let of_one_side = self.of_one_side.iter().map(|pair| WrittenPair::OfOneSide { own: None, rent: None, pair });
        serializer.collect_seq(across.chain(of_one_side))
    }
}

/// A pair for programs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum WrittenPair<'a> {
    /// Owning against renting.
    AcrossSides {
        /// The owned option.
        first: &'a str,
        /// The rented option.
        second: &'a str,
        #[serde(flatten)]
        pair: &'a PairStatement,
    },
    /// Two options of one side.
    OfOneSide {
        /// No owned option stands against a rented one.
        own: Option<&'a str>,
        /// None either.
        rent: Option<&'a str>,
        #[serde(flatten)]
        pair: &'a SameSidePair,
    },
}

/// Two options of one side, both owned or both rented; a hybrid is of the side of owning.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SameSidePair {
    /// The earlier of the two.
    pub first: String,
    /// The later.
    pub second: String,
    /// From which demand on which of them costs less.
    pub break_even: SameSideBreakEven,
}

/// From which demand on which of two options of one side costs less.
#[derive(Debug)]
pub struct SameSideBreakEven {
    /// What was found.
    pub outcome: SameSideOutcome,
    /// The points at which the winner changes, rising.
    pub points: Vec<BreakEvenPoint>,
    /// Who wins below, between and above the points; empty without points.
    pub wins: Vec<PairHalf>,
    /// The largest demand factor that was looked at.
    pub factor_limit: Option<Ratio>,
}

/// What the search for a break-even of two options of one side found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameSideOutcome {
    /// The winner changes.
    Crosses,
    /// One of them costs less at any demand.
    Always(PairHalf),
    /// Both cost the same at any demand; a tie goes to the earlier.
    Equal,
    /// There is none, with the reason.
    None(NoBreakEven),
}

impl SameSideBreakEven {
    /// None, with the reason.
    #[must_use]
    pub fn none(why: NoBreakEven) -> SameSideBreakEven {
        let outcome = SameSideOutcome::None(why);
        SameSideBreakEven { outcome, points: Vec::new(), wins: Vec::new(), factor_limit: None }
    }

    /// Which of the two costs less at the stated demand; a tie goes to the earlier.
    #[must_use]
    pub fn at_plan(&self) -> PairHalf {
        match self.outcome {
            SameSideOutcome::Always(half) => half,
            SameSideOutcome::Equal | SameSideOutcome::None(_) => PairHalf::First,
            SameSideOutcome::Crosses => {
                let below = self.points.iter().filter(|point| *point.factor < Decimal::ONE).count();
                self.wins.get(below).copied().unwrap_or(PairHalf::First)
            }
        }
    }
}

written_as! {
    SameSideBreakEven => WrittenSameSide<'_>;
}

/// A break-even for programs: one entry in each list for every point, but `wins`, which has one more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSameSide<'a> {
    /// `crosses`, `always_first`, `always_second`; none where there is none to look for.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["crosses", "always_first", "always_second", null])))]
    outcome: Option<&'static str>,
    /// Why there is no break-even.
    reason: Option<NoBreakEven>,
    #[serde(flatten)]
    points: WrittenPoints,
    /// Who wins below, between and above the points.
    wins: &'a [PairHalf],
    /// The largest demand factor that was looked at.
    factor_limit: Option<Ratio>,
}

/// As that of owning against renting; how busy servers are is not said, since no one fleet is meant.
impl<'a> From<&'a SameSideBreakEven> for WrittenSameSide<'a> {
    fn from(break_even: &'a SameSideBreakEven) -> WrittenSameSide<'a> {
        let (outcome, reason) = match break_even.outcome {
            SameSideOutcome::Crosses => (Some("crosses"), None),
            SameSideOutcome::Always(PairHalf::First) | SameSideOutcome::Equal => (Some("always_first"), None),
            SameSideOutcome::Always(PairHalf::Second) => (Some("always_second"), None),
            SameSideOutcome::None(why) => (None, Some(why)),
        };
        WrittenSameSide {
            outcome,
            reason,
            points: WrittenPoints::of(&break_even.points),
            wins: &break_even.wins,
            factor_limit: break_even.factor_limit,
        }
    }
}
