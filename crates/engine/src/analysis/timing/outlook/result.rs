//! Results of timing with prices that walk.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: they are computed in binary floating point")]
#![allow(clippy::cast_precision_loss, reason = "there are fewer draws than a float counts exactly")]

use crate::amount::{self, Amount, Ratio};
use crate::analysis::simulate::{Quantiles, Ranked, Sampling, decimal};
use crate::analysis::timing::Alternative;
use crate::model::OptionId;
use rust_decimal::Decimal;
use serde::Serialize;

/// Expected costs if rental prices walk, and what deciding month by month saves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Outlook {
    /// Number of draws that evaluate; as many again choose the rule.
    #[serde(flatten)]
    pub sampling: Sampling,
    /// Rented options whose prices walk.
    pub walks: Vec<WalkingPrice>,
    /// Paths of other inputs that have the name of a walk: their percentile is that of its last price.
    pub followers: Vec<String>,
    /// Present value of ordering in each month, in the order of the months; null if it can't be chosen, or is not possible in a
    /// draw.
    pub months: Vec<Option<ExpectedCost>>,
    /// The rented option with the lowest expected present value; null if there is none.
    pub never: Option<RentedCost>,
    /// The choice of today with the lowest expected present value; null if there is none.
    pub best_fixed: Option<Alternative>,
    /// Its present value.
    pub best_expected: Option<ExpectedCost>,
    /// The best rule that decides month by month; null without an order that can be chosen or a rented option.
    pub rule: Option<OrderRule>,
}

/// A rented option whose price walks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WalkingPrice {
    /// `rent.NAME`.
    pub option: OptionId,
    /// Standard deviation of the change of its logarithm in a year.
    pub volatility_per_year: Ratio,
}

/// Mean of the present values of all draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedCost {
    /// The mean.
    pub mean: Amount,
    /// Its standard error: the standard deviation of the draws over the root of their number.
    pub standard_error: Amount,
    /// 10 % of the draws are below.
    pub p10: Amount,
    /// 90 % of the draws are below.
    pub p90: Amount,
}

impl ExpectedCost {
    /// Of finite numbers; none without any.
    pub(super) fn of(numbers: &[f64], minor_digits: u32) -> Option<ExpectedCost> {
        let amount = |value| Amount::new(value, minor_digits);
        let ranked = Ranked::of(numbers.iter().copied())?;
        let (count, mean) = (numbers.len() as f64, ranked.mean());
        let squares: f64 = numbers.iter().map(|number| (number - mean) * (number - mean)).sum();
        let standard_error = libm::sqrt(squares / (count - 1.0).max(1.0) / count);
        let quantiles = Quantiles::of(&ranked, amount);
        let [p10, p90] = [10, 90].map(|percent| quantiles.at(percent).unwrap_or(quantiles.mean));
        Some(ExpectedCost { mean: quantiles.mean, standard_error: amount(decimal(standard_error)), p10, p90 })
    }
}

/// A rented option in all draws.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RentedCost {
    /// `rent.NAME`.
    pub option: OptionId,
    /// Its present value.
    #[serde(flatten)]
    pub expected: ExpectedCost,
}

/// A rule that decides month by month: order in the first evaluated month in which a list price is above a threshold; if there is none
/// until the last month, rent on demand to the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderRule {
    /// `rent.NAME`: the option whose list price decides. An order in month m follows the price of month m + 1.
    pub signal: OptionId,
    /// Its list price today; null if it has several.
    pub price: Option<SignalPrice>,
    /// The threshold, relative to today's price.
    pub above: Ratio,
    /// Last month in which it orders.
    pub until_month: u32,
    /// `rent.NAME`: the option that is rented on demand without an order.
    pub otherwise: OptionId,
    /// Share of draws with an order.
    pub orders: Ratio,
    /// Mean month of the order; null without one.
    pub mean_month: Option<Ratio>,
    /// Its present value.
    pub expected: ExpectedCost,
    /// What it saves against the best choice of today: the value of deciding later. Negative if it costs more.
    pub saving: Option<Amount>,
    /// Standard error of the saving, in the same draws.
    pub saving_standard_error: Option<Amount>,
}

/// A list price.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SignalPrice {
    /// The price.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Ratio"))]
    pub today: Decimal,
    /// Its unit, `USD/accelerator-h`.
    pub unit: String,
}
