//! Pairs of a comparison: an owned and a rented option, or on request two options of the same side.

use super::break_even::BreakEvenPointsJson;
use super::{BreakEvenPoint, NoBreakEven, PairResult};
use crate::amount::Ratio;
use crate::analysis::winner::PairHalf;
use crate::model::OptionId;
use crate::serialized::serialized_as;
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize, Serializer};
use std::ops::Deref;
use std::slice;

/// Requested pairs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestedPairs {
    /// Every owned option and hybrid with every rented option.
    #[default]
    AcrossSides,
    /// Every two options.
    All,
    /// Every pair with the option of this name.
    Against(String),
}

impl RequestedPairs {
    /// The option that is compared with all others; none if other pairs are requested.
    #[must_use]
    pub fn against(&self) -> Option<&str> {
        match self {
            RequestedPairs::Against(option) => Some(option),
            RequestedPairs::AcrossSides | RequestedPairs::All => None,
        }
    }
}

/// Pairs of a comparison. Dereferences to the pairs of an owned and a rented option, which alone determine the verdict
/// and its conditions.
#[derive(Debug, Default)]
pub struct Pairs {
    /// Pairs of an owned option or hybrid with a rented one, if both serve every workload.
    pub across_sides: Vec<PairResult>,
    /// Requested pairs of two options of the same side.
    pub of_one_side: Vec<SameSidePair>,
    /// The request.
    pub requested: RequestedPairs,
}

impl Deref for Pairs {
    type Target = [PairResult];

    fn deref(&self) -> &[PairResult] {
        &self.across_sides
    }
}

impl<'a> IntoIterator for &'a Pairs {
    type Item = &'a PairResult;
    type IntoIter = slice::Iter<'a, PairResult>;

    fn into_iter(self) -> Self::IntoIter {
        self.across_sides.iter()
    }
}

/// Serialized as one list. Each pair has `first` and `second`; pairs across sides also have `own` and `rent`.
impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let across = self.across_sides.iter();
        let across = across.map(|pair| PairJson::AcrossSides { first: &pair.own, second: &pair.rent, pair });
        let of_one_side = self.of_one_side.iter().map(|pair| PairJson::OfOneSide { own: None, rent: None, pair });
        serializer.collect_seq(across.chain(of_one_side))
    }
}

/// A pair as serialized.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum PairJson<'a> {
    /// An owned and a rented option.
    AcrossSides {
        /// The owned option.
        first: &'a OptionId,
        /// The rented option.
        second: &'a OptionId,
        #[serde(flatten)]
        pair: &'a PairResult,
    },
    /// Two options of the same side.
    OfOneSide {
        /// Always null.
        own: Option<&'a OptionId>,
        /// Always null.
        rent: Option<&'a OptionId>,
        #[serde(flatten)]
        pair: &'a SameSidePair,
    },
}

/// Two options of the same side, both owned or both rented; a hybrid counts as owned.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SameSidePair {
    /// The first of the two in the order of the file.
    pub first: OptionId,
    /// The second of the two.
    pub second: OptionId,
    /// Break-even by demand.
    pub break_even: SameSideBreakEven,
}

/// Break-even by demand between two options of the same side.
#[derive(Debug)]
pub struct SameSideBreakEven {
    /// Outcome of the search.
    pub outcome: SameSideOutcome,
    /// Points at which the winner changes, in ascending order.
    pub points: Vec<BreakEvenPoint>,
    /// Winner below, between and above the points; empty without points.
    pub wins: Vec<PairHalf>,
    /// Largest demand factor tested.
    pub factor_limit: Option<Ratio>,
}

/// Outcome of the search for a break-even between two options of the same side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameSideOutcome {
    /// The winner changes.
    Crosses,
    /// One of them costs less at every demand tested.
    Always(PairHalf),
    /// Both cost the same at every demand tested; ties go to the first.
    Equal,
    /// No break-even, with the reason.
    None(NoBreakEven),
}

impl SameSideBreakEven {
    /// No break-even, with the reason.
    #[must_use]
    pub fn none(why: NoBreakEven) -> SameSideBreakEven {
        let outcome = SameSideOutcome::None(why);
        SameSideBreakEven { outcome, points: Vec::new(), wins: Vec::new(), factor_limit: None }
    }

    /// The one that costs less at the plan; ties go to the first.
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

serialized_as! {
    SameSideBreakEven => SameSideBreakEvenJson<'_>;
}

/// A break-even as serialized. Each list has one entry per point, except `wins`, which has one more.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SameSideBreakEvenJson<'a> {
    /// `crosses`, `always_first` or `always_second`; null if not known, see `reason`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["crosses", "always_first", "always_second", null])))]
    outcome: Option<&'static str>,
    /// Reason why `outcome` is null; null if it is not.
    reason: Option<NoBreakEven>,
    #[serde(flatten)]
    points: BreakEvenPointsJson,
    /// Winner below, between and above the points; empty without points.
    wins: &'a [PairHalf],
    /// Largest demand factor tested; null if `outcome` is null.
    factor_limit: Option<Ratio>,
}

/// Like the break-even of owning and renting, but without utilizations, since it concerns no single fleet.
impl<'a> From<&'a SameSideBreakEven> for SameSideBreakEvenJson<'a> {
    fn from(break_even: &'a SameSideBreakEven) -> SameSideBreakEvenJson<'a> {
        let (outcome, reason) = match break_even.outcome {
            SameSideOutcome::Crosses => (Some("crosses"), None),
            SameSideOutcome::Always(PairHalf::First) | SameSideOutcome::Equal => (Some("always_first"), None),
            SameSideOutcome::Always(PairHalf::Second) => (Some("always_second"), None),
            SameSideOutcome::None(why) => (None, Some(why)),
        };
        SameSideBreakEvenJson {
            outcome,
            reason,
            points: BreakEvenPointsJson::of(&break_even.points),
            wins: &break_even.wins,
            factor_limit: break_even.factor_limit,
        }
    }
}
