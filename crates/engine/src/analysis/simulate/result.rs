//! What a simulation says.

#[cfg(feature = "schema")]
use super::quantiles::WrittenQuantiles;
use super::quantiles::{Quantiles, quantiles};
use crate::amount::{self, Amount, Ratio};
use crate::analysis::header::Header;
use crate::model::OptionKind;
use crate::scenario::CurrencyCode;
use crate::scenario::quantity::QuantityKind;
use crate::scenario::uncertainty::Spread;
use crate::variation::CannotWin;
use crate::written::written_as;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// What is asked of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampling {
    /// How many draws.
    pub draws: usize,
    /// What the random numbers follow from.
    pub seed: u64,
}

impl Sampling {
    /// How many draws where nobody says so.
    pub const USUAL_DRAWS: u32 = 100_000;
    /// What is asked where nobody says otherwise.
    pub const USUAL: Sampling = Sampling { draws: Sampling::USUAL_DRAWS as usize, seed: 1 };
}

/// What a simulation says.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Simulation {
    /// What was asked.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// How many draws, and what their random numbers followed from.
    #[serde(flatten)]
    pub sampling: Sampling,
    /// What was drawn.
    pub inputs: Vec<DrawnInput>,
    /// Every option, in the order of the file: owned ones, rented ones, hybrids.
    pub options: Vec<DrawnOption>,
    /// The best option to own less the best to rent; none where one of the two is missing.
    pub difference: Option<DrawnDifference>,
    /// Share of the draws in which no option can win.
    #[serde(rename = "nobody_wins")]
    pub nobody: Ratio,
}

/// An input that is drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnInput {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    #[serde(skip)]
    pub kind: &'static QuantityKind,
    /// The other currency that it is an amount of, or of which it is the worth.
    #[serde(skip)]
    pub currency: Option<CurrencyCode>,
    /// What it is counted in.
    pub unit: String,
    /// What the scenario states.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub stated: Decimal,
    /// How its cases are spread.
    #[serde(serialize_with = "spread")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenSpread"))]
    pub spread: Spread,
    /// Which inputs it moves together with.
    #[serde(flatten)]
    pub moves_with: MovesWith,
    /// Percentiles of its draws.
    #[serde(flatten, serialize_with = "quantiles")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenQuantiles<Ratio>"))]
    pub quantiles: Option<Quantiles<Ratio>>,
    /// How many of them lay beyond the bounds of the quantity, and were taken at the bound.
    pub clipped: usize,
}

/// Which inputs an input moves together with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesWith {
    /// It moves alone.
    Nothing,
    /// It is moved by one draw with all that name the same.
    Shared(String),
    /// It is correlated with these.
    Correlated(Vec<CorrelatedWith>),
}

/// An input that one is correlated with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CorrelatedWith {
    /// Its path.
    pub path: String,
    /// How the two move together, from -1 to 1.
    pub correlation: Ratio,
}

written_as! {
    MovesWith => WrittenMovesWith<'_>;
}

/// The name that is shared, and the inputs that one is correlated with.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMovesWith<'a> {
    /// The name that it shares its draws by; none of one that shares none.
    with: Option<&'a str>,
    /// The inputs that it is correlated with.
    correlations: &'a [CorrelatedWith],
}

impl<'a> From<&'a MovesWith> for WrittenMovesWith<'a> {
    fn from(moves_with: &'a MovesWith) -> WrittenMovesWith<'a> {
        let (with, correlations): (Option<&str>, &[CorrelatedWith]) = match moves_with {
            MovesWith::Nothing => (None, &[]),
            MovesWith::Shared(name) => (Some(name), &[]),
            MovesWith::Correlated(others) => (None, others),
        };
        WrittenMovesWith { with, correlations }
    }
}

/// What an option comes to over the draws.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnOption {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Its printed present value at the stated values.
    pub stated: Option<Amount>,
    /// Why it cannot win whatever is drawn.
    pub cannot_win_because: Vec<CannotWin>,
    /// Share of the draws in which it wins.
    pub wins: Ratio,
    /// Share of the draws in which it is possible, and cannot win for what is drawn: it lacks power, or leaves work undone.
    pub cannot_win: Ratio,
    /// Share of the draws in which it is not possible.
    pub not_possible: Ratio,
    /// Percentiles of its present value in the draws in which it is possible; none where it never is.
    #[serde(flatten, serialize_with = "quantiles")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenQuantiles<Amount>"))]
    pub present_value: Option<Quantiles<Amount>>,
    /// Expected shortfall: the mean of the dearest 5 % of these present values.
    #[serde(rename = "expected_shortfall")]
    pub shortfall: Option<Amount>,
    /// What it costs on average to have chosen it and not what turns out to be best, over the draws in which it can win;
    /// none where it never can.
    #[serde(rename = "expected_regret")]
    pub regret: Option<Amount>,
}

/// The present value of the best option to own less that of the best to rent, as stated.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnDifference {
    /// The option to own.
    pub own: String,
    /// The option to rent.
    pub rent: String,
    /// At the stated values, of printed present values.
    pub stated: Amount,
    /// Share of the draws in which both are possible in which owning costs less.
    pub own_costs_less: Option<Ratio>,
    /// Percentiles in the draws in which both are possible; none where they never are.
    #[serde(flatten, serialize_with = "quantiles")]
    #[cfg_attr(feature = "schema", schemars(with = "WrittenQuantiles<Amount>"))]
    pub quantiles: Option<Quantiles<Amount>>,
    /// Expected shortfall of each choice against the other, in the same draws.
    #[serde(rename = "expected_shortfall")]
    pub shortfalls: Option<Shortfalls>,
}

/// What each of two choices costs above the other, on average over the 5 % of the draws that are worst for it; below zero
/// where it costs less even then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shortfalls {
    /// Of owning.
    pub own: Amount,
    /// Of renting.
    pub rent: Amount,
}

/// How the cases of a number are spread: its kind, and what of it there is.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSpread {
    /// The distribution.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["uniform", "pert", "lognormal"])))]
    kind: &'static str,
    /// The least value, of `uniform` and `pert`.
    low: Option<Ratio>,
    /// The most likely value, of `pert`.
    likely: Option<Ratio>,
    /// The largest value, of `uniform` and `pert`.
    high: Option<Ratio>,
    /// Below which one of ten cases lies, of `lognormal`.
    p10: Option<Ratio>,
    /// Below which nine of ten cases lie, of `lognormal`.
    p90: Option<Ratio>,
}

fn spread<S: Serializer>(spread: &Spread, serializer: S) -> Result<S::Ok, S::Error> {
    let (kind, values) = match *spread {
        Spread::Uniform { low, high } => ("uniform", [Some(low), None, Some(high), None, None]),
        Spread::Pert { low, likely, high } => ("pert", [Some(low), Some(likely), Some(high), None, None]),
        Spread::Lognormal { p10, p90 } => ("lognormal", [None, None, None, Some(p10), Some(p90)]),
    };
    let [low, likely, high, p10, p90] = values.map(|value| value.map(Ratio::from));
    WrittenSpread { kind, low, likely, high, p10, p90 }.serialize(serializer)
}
