//! Numbers of years that cost about as little as the cheapest.

use crate::amount::Ratio;
use rust_decimal::Decimal;
use serde::Serialize;

/// Numbers of years with about the lowest cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CloseYears {
    /// Whether there is another number of years with about the lowest cost.
    pub close: bool,
    /// Numbers of years whose cost is the lowest, or exceeds it by less than `close_call`.
    pub close_years: Vec<u32>,
    /// Highest of these costs less the lowest, as a share of the lowest.
    pub close_within: Ratio,
}

impl CloseYears {
    /// Numbers of years with their costs, in order.
    pub(super) fn of(costs: impl IntoIterator<Item = (u32, Decimal)>, close_call: Ratio) -> CloseYears {
        let costs: Vec<(u32, Decimal)> = costs.into_iter().collect();
        let lowest = costs.iter().map(|(_, cost)| *cost).min().unwrap_or_default();
        let excess = |cost: Decimal| {
            let more = cost.checked_sub(lowest)?;
            let share = if more.is_zero() { Some(more) } else { more.checked_div(lowest.abs()) };
            share.map(Ratio::rounded).filter(|share| share.is_zero() || *share < close_call)
        };
        let close: Vec<(u32, Ratio)> =
            costs.into_iter().filter_map(|(years, cost)| Some((years, excess(cost)?))).collect();
        CloseYears {
            close: close.len() > 1,
            close_within: close.iter().map(|(_, share)| *share).max().unwrap_or_else(|| Ratio::rounded(Decimal::ZERO)),
            close_years: close.into_iter().map(|(years, _)| years).collect(),
        }
    }
}
