//! Cost of an owned accelerator-hour: levelized, marginal, by line, and by utilization.
//!
//! For a fleet, from the present values of all its own costs, without rent in its place and cost of delay: `C` at plan,
//! `F` for the same fleet without work, `S` the hours in service and `W` the useful hours, both in its own accelerators
//! and discounted like costs. The levelized cost per useful hour is `C / W`, per hour in service `C / S`. The variable
//! cost is `C − F`, so one more useful hour costs `(C − F) / W`: energy above that of idle servers, and lines that are
//! paid by the useful hour.

mod fleet;

use super::Answer;
use super::header::{Header, header};
use crate::amount::{Amount, Ratio};
use crate::model::{CostGroup, OptionId};
use fleet::Fleet;
use rust_decimal::Decimal;
use serde::Serialize;

/// Cost per hour of owned accelerators.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rates {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Fleets: that of each owned option, and of each owned part of a hybrid.
    pub fleets: Vec<FleetRate>,
}

/// Cost per hour of a fleet. Hours are in its own accelerators, not in reference accelerators.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FleetRate {
    /// Option that has the fleet: `own.NAME` or `hybrid.NAME`.
    pub option: OptionId,
    /// Owned option of the fleet: `own.NAME`.
    pub fleet: OptionId,
    /// Name of the accelerators given by the author; null if none is given.
    pub accelerator: Option<String>,
    /// Accelerators per node.
    pub accelerators_per_node: Ratio,
    /// Useful hours divided by hours in service, at plan; null if it is never in service.
    pub utilization: Option<Ratio>,
    /// Hours in service over the horizon, in its own accelerators.
    pub hours_in_service: Ratio,
    /// Useful hours among them.
    pub useful_hours: Ratio,
    /// Hours in service, discounted like costs: the divisor of `per_accelerator_hour`.
    pub discounted_hours_in_service: Ratio,
    /// Useful hours, discounted like costs: the divisor of `per_useful_accelerator_hour`.
    pub discounted_useful_hours: Ratio,
    /// Present value of its cost.
    pub present_value: Amount,
    /// The part of its cost that varies with use; null if the fleet would be different without work.
    pub follows_use: Option<Amount>,
    /// Levelized cost per hour, at plan.
    pub levelized: Hourly,
    /// Marginal cost: the cost of one more useful hour.
    pub marginal: Hourly,
    /// Cost by line.
    pub lines: Vec<RateLine>,
    /// Other cost lines of the option, which are not costs of the fleet: rent in its place, and cost of delay.
    #[serde(rename = "beside")]
    pub separate_lines: Vec<SeparateLine>,
    /// Cost at other utilizations of the same fleet, with the same shape of demand, as far as possible.
    pub at: Vec<RateAt>,
}

/// Cost per hour on several bases; each is null if there is no such hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hourly {
    /// Per accelerator and useful hour; null if there is none.
    pub per_useful_accelerator_hour: Option<Ratio>,
    /// Per accelerator and hour in service, busy or idle; null if there is none.
    pub per_accelerator_hour: Option<Ratio>,
    /// Per node and hour in service; null if there is none.
    pub per_node_hour: Option<Ratio>,
}

/// Contribution of a line to the cost per hour.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateLine {
    /// Name of the line.
    pub name: String,
    /// Kind of cost.
    pub group: CostGroup,
    /// Whether it is for assets bought before the decision.
    #[serde(skip)]
    pub is_already_owned: bool,
    /// Its present value.
    pub present_value: Amount,
    /// The part of its present value that varies with use; null if the fleet would be different without work.
    pub follows_use: Option<Amount>,
    /// Contribution to the levelized cost per useful accelerator-hour; null without useful hours.
    pub per_useful_accelerator_hour: Option<Ratio>,
    /// Contribution to the marginal cost per useful accelerator-hour; null if it is not known.
    pub marginal: Option<Ratio>,
}

/// A line that is not a cost of the fleet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeparateLine {
    /// Name of the line.
    pub name: String,
    /// Kind of cost.
    pub group: CostGroup,
}

/// Cost per hour at another utilization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateAt {
    /// Useful hours divided by hours in service.
    pub utilization: Ratio,
    /// Demand as a multiple of the plan.
    pub demand_factor: Ratio,
    /// Levelized cost per useful accelerator-hour.
    pub per_useful_accelerator_hour: Ratio,
    /// Levelized cost per accelerator-hour in service.
    pub per_accelerator_hour: Ratio,
}

/// Tenths of utilization at which a fleet is evaluated.
const TENTHS: std::ops::RangeInclusive<u32> = 1..=10;

/// Cost per hour of the owned fleets of a scenario.
#[must_use]
pub fn rates(answer: &Answer) -> Rates {
    Rates { header: header(&answer.loaded), fleets: Fleet::all(answer).iter().map(Fleet::rate).collect() }
}

impl Rates {
    /// Keeps the fleets of one option.
    #[must_use]
    pub fn of_option(mut self, option: &OptionId) -> Rates {
        self.fleets.retain(|fleet| fleet.option == *option);
        self
    }
}

impl Hourly {
    /// A cost divided by useful hours, by hours in service, and by those of nodes.
    fn of(cost: Option<Decimal>, useful: Decimal, in_service: Decimal, per_node: Decimal) -> Hourly {
        let over = |hours: Option<Decimal>| {
            let hours = hours.filter(|hours| crate::number::is_something(*hours))?;
            cost?.checked_div(hours).map(Ratio::rounded)
        };
        Hourly {
            per_useful_accelerator_hour: over(Some(useful)),
            per_accelerator_hour: over(Some(in_service)),
            per_node_hour: over(in_service.checked_div(per_node)),
        }
    }
}
