//! Results of a simulation.

#[cfg(feature = "schema")]
use super::quantiles::QuantilesJson;
use super::quantiles::{Quantiles, quantiles};
use crate::amount::{self, Amount, Ratio};
use crate::analysis::header::Header;
use crate::model::{OptionId, OptionKind};
use crate::scenario::CurrencyCode;
use crate::scenario::quantity::QuantityKind;
use crate::scenario::uncertainty::Spread;
use crate::serialized::serialized_as;
use crate::variation::CannotWin;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// Settings of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sampling {
    /// Number of draws.
    pub draws: usize,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Sampling {
    /// Default number of draws.
    pub const USUAL_DRAWS: u32 = 100_000;
    /// Default number of draws that evaluate a timing; as many again choose its rule.
    pub const USUAL_TIMING_DRAWS: usize = 20_000;
    /// Default settings.
    pub const USUAL: Sampling = Sampling { draws: Sampling::USUAL_DRAWS as usize, seed: 1 };
}

/// Results of a simulation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Simulation {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Settings of the simulation.
    #[serde(flatten)]
    pub sampling: Sampling,
    /// Inputs drawn.
    pub inputs: Vec<DrawnInput>,
    /// Options in the order of the file: owned options, rented options, hybrids.
    pub options: Vec<DrawnOption>,
    /// Best owned option minus best rented option; null if one of the two is missing.
    pub difference: Option<DrawnDifference>,
    /// Share of simulations in which no option can win.
    #[serde(rename = "nobody_wins")]
    pub nobody: Ratio,
}

/// An input that is drawn.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnInput {
    /// Path of the input.
    pub path: String,
    /// Kind of quantity.
    #[serde(skip)]
    pub kind: &'static QuantityKind,
    /// Currency of its amount if not that of the scenario, or the currency that an exchange rate converts.
    #[serde(skip)]
    pub currency: Option<CurrencyCode>,
    /// Unit of its values.
    pub unit: String,
    /// Value in the base case.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    #[serde(rename = "stated")]
    pub base_value: Decimal,
    /// Its distribution.
    #[serde(serialize_with = "spread")]
    #[cfg_attr(feature = "schema", schemars(with = "SpreadJson"))]
    pub spread: Spread,
    /// Inputs correlated with it.
    #[serde(flatten)]
    pub moves_with: MovesWith,
    /// Percentiles of its draws.
    #[serde(flatten, serialize_with = "quantiles")]
    #[cfg_attr(feature = "schema", schemars(with = "QuantilesJson<Ratio>"))]
    pub quantiles: Option<Quantiles<Ratio>>,
    /// Number of draws clipped to a bound of the quantity.
    pub clipped: usize,
}

/// Correlation of an input with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesWith {
    /// Independent.
    Nothing,
    /// It shares one draw with all inputs with this `with` name.
    Shared(String),
    /// Correlated with these inputs.
    Correlated(Vec<CorrelatedWith>),
}

/// An input that another is correlated with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CorrelatedWith {
    /// Path of the input.
    pub path: String,
    /// Correlation, from -1 to 1.
    pub correlation: Ratio,
}

serialized_as! {
    MovesWith => MovesWithJson<'_>;
}

/// The shared name, and the inputs correlated with one.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MovesWithJson<'a> {
    /// Name that it shares its draws by; null if it shares none.
    with: Option<&'a str>,
    /// Inputs that it is correlated with.
    correlations: &'a [CorrelatedWith],
}

impl<'a> From<&'a MovesWith> for MovesWithJson<'a> {
    fn from(moves_with: &'a MovesWith) -> MovesWithJson<'a> {
        let (with, correlations): (Option<&str>, &[CorrelatedWith]) = match moves_with {
            MovesWith::Nothing => (None, &[]),
            MovesWith::Shared(name) => (Some(name), &[]),
            MovesWith::Correlated(others) => (None, others),
        };
        MovesWithJson { with, correlations }
    }
}

/// Results of an option over the draws.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnOption {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: OptionId,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Printed present value in the base case; null if it is not possible.
    #[serde(rename = "stated")]
    pub base_value: Option<Amount>,
    /// Reasons why it cannot win in any draw.
    pub cannot_win_because: Vec<CannotWin>,
    /// Share of simulations in which it wins.
    pub wins: Ratio,
    /// Share of simulations in which it is possible but cannot win, for lack of power or because it leaves work
    /// unserved.
    pub cannot_win: Ratio,
    /// Share of simulations in which it is not possible.
    pub not_possible: Ratio,
    /// Percentiles of its present value in the simulations in which it is possible; null if it never is.
    #[serde(flatten, serialize_with = "quantiles")]
    #[cfg_attr(feature = "schema", schemars(with = "QuantilesJson<Amount>"))]
    pub present_value: Option<Quantiles<Amount>>,
    /// Expected shortfall: mean of the most expensive 5 % of these present values; null if it is never possible.
    #[serde(rename = "expected_shortfall")]
    pub shortfall: Option<Amount>,
    /// Expected regret: mean extra cost of choosing it over the best option of each simulation, over the simulations in
    /// which it can win; null if it never can.
    #[serde(rename = "expected_regret")]
    pub regret: Option<Amount>,
}

/// Present value of the option that is the best owned one in the base case, minus that of the best rented one.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DrawnDifference {
    /// The owned option.
    pub own: OptionId,
    /// The rented option.
    pub rent: OptionId,
    /// Difference in the base case, of printed present values.
    #[serde(rename = "stated")]
    pub base_value: Amount,
    /// Share of the simulations with both possible in which owning costs less; null if both never are.
    pub own_costs_less: Option<Ratio>,
    /// Percentiles in the simulations with both possible; null if both never are.
    #[serde(flatten, serialize_with = "quantiles")]
    #[cfg_attr(feature = "schema", schemars(with = "QuantilesJson<Amount>"))]
    pub quantiles: Option<Quantiles<Amount>>,
    /// Expected shortfall of each choice against the other in the same simulations; null if both never are possible.
    #[serde(rename = "expected_shortfall")]
    pub shortfalls: Option<Shortfalls>,
}

/// Extra cost of each of two choices over the other, averaged over its worst 5 % of simulations; negative if it costs
/// less even then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shortfalls {
    /// For owning.
    pub own: Amount,
    /// For renting.
    pub rent: Amount,
}

/// Distribution of an input: its kind and parameters.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SpreadJson {
    /// Kind of distribution: `uniform`, `pert`, `lognormal`, `discrete`, or `random_walk` of a rental price.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["uniform", "pert", "lognormal", "discrete", "random_walk"])))]
    kind: &'static str,
    /// Lowest value, for `uniform` and `pert`; else null.
    low: Option<Ratio>,
    /// Most likely value, for `pert`; else null.
    likely: Option<Ratio>,
    /// Highest value, for `uniform` and `pert`; else null.
    high: Option<Ratio>,
    /// 10th percentile, for `lognormal`; else null.
    p10: Option<Ratio>,
    /// 90th percentile, for `lognormal`; else null.
    p90: Option<Ratio>,
    /// Values in ascending order with their probabilities, for `discrete`; else null.
    values: Option<Vec<WeightedValue>>,
    /// Volatility per year, for `random_walk`; else null.
    volatility_per_year: Option<Ratio>,
}

/// A value with its probability.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WeightedValue {
    /// The value.
    value: Ratio,
    /// Its probability.
    weight: Ratio,
}

fn spread<S: Serializer>(spread: &Spread, serializer: S) -> Result<S::Ok, S::Error> {
    let (kind, ends) = match spread {
        Spread::Uniform { low, high } => ("uniform", [Some(low), None, Some(high), None, None]),
        Spread::Pert { low, likely, high } => ("pert", [Some(low), Some(likely), Some(high), None, None]),
        Spread::Lognormal { p10, p90 } => ("lognormal", [None, None, None, Some(p10), Some(p90)]),
        Spread::Discrete(_) => ("discrete", [None; 5]),
        Spread::Walk(_) => ("random_walk", [None; 5]),
    };
    let [low, likely, high, p10, p90] = ends.map(|value| value.copied().map(Ratio::from));
    let weighted = |(value, weight): &(Decimal, Decimal)| WeightedValue {
        value: Ratio::from(*value),
        weight: Ratio::rounded(*weight),
    };
    let values = match spread {
        Spread::Discrete(values) => Some(values.iter().map(weighted).collect()),
        Spread::Uniform { .. } | Spread::Pert { .. } | Spread::Lognormal { .. } | Spread::Walk(_) => None,
    };
    let volatility_per_year = spread.walk().map(|walk| Ratio::from(walk.volatility));
    SpreadJson { kind, low, likely, high, p10, p90, values, volatility_per_year }.serialize(serializer)
}
