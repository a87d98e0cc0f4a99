//! What an hour of an owned accelerator costs: levelized, at the margin, by line, and by how busy the fleet is.
//!
//! Of a fleet, with the present values of everything that it costs itself, without what is rented in its place and what it
//! costs to wait: `C` at plan, `F` of the same fleet without any work, `S` the hours in service and `W` the hours of useful
//! work, both of its own accelerators and discounted as costs are. The levelized cost of a useful hour is `C / W`, that of an
//! hour in service `C / S`. What follows use is `C − F`, so that one more useful hour costs `(C − F) / W`: energy above that of
//! idle servers, and lines that are paid by the useful hour.

mod fleet;

use super::Answer;
use super::header::{Header, header};
use crate::amount::{Amount, Ratio};
use crate::model::CostGroup;
use fleet::Fleet;
use rust_decimal::Decimal;
use serde::Serialize;

/// What hours of owned accelerators cost.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rates {
    /// What was asked.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Every fleet: that of each owned option, and of each owned part of a hybrid.
    pub fleets: Vec<FleetRate>,
}

/// What an hour of a fleet's accelerators costs. Hours are of its own accelerators, not of reference ones.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FleetRate {
    /// The option that has it: `own.NAME` or `hybrid.NAME`.
    pub option: String,
    /// Whose fleet it is: `own.NAME`.
    pub fleet: String,
    /// What its author calls the accelerators.
    pub accelerator: Option<String>,
    /// Accelerators in a node.
    pub accelerators_per_node: Ratio,
    /// Hours in which its accelerators work usefully over their hours in service, at plan; none where it is never in service.
    pub utilization: Option<Ratio>,
    /// Hours in service over the horizon, of its own accelerators.
    pub hours_in_service: Ratio,
    /// Those of them in which they work usefully.
    pub useful_hours: Ratio,
    /// Hours in service, discounted as costs are: what `per_accelerator_hour` is a cost over.
    pub discounted_hours_in_service: Ratio,
    /// Useful hours, discounted as costs are: what `per_useful_accelerator_hour` is a cost over.
    pub discounted_useful_hours: Ratio,
    /// Present value of what it costs.
    pub present_value: Amount,
    /// The part of that which follows use; none where the fleet would be another without work.
    pub follows_use: Option<Amount>,
    /// What an hour costs, at plan.
    pub levelized: Hourly,
    /// What follows use: what one more useful hour costs.
    pub marginal: Hourly,
    /// By line.
    pub lines: Vec<RateLine>,
    /// What the option costs beside it, which is no cost of the fleet: what is rented in its place, and what it costs to wait.
    pub beside: Vec<BesideLine>,
    /// At other utilizations of the same fleet, by the same shape of demand: as far as it can be so busy.
    pub at: Vec<RateAt>,
}

/// What an hour costs, by what is counted as one; none where there is no such hour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hourly {
    /// Of an accelerator, for each useful hour.
    pub per_useful_accelerator_hour: Option<Ratio>,
    /// Of an accelerator, for each hour in service, busy or not.
    pub per_accelerator_hour: Option<Ratio>,
    /// Of a node, for each hour in service.
    pub per_node_hour: Option<Ratio>,
}

/// What a line adds to it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateLine {
    /// Its name.
    pub name: String,
    /// What kind of cost it is.
    pub group: CostGroup,
    /// Its present value.
    pub present_value: Amount,
    /// The part of that which follows use; none where the fleet would be another without work.
    pub follows_use: Option<Amount>,
    /// What it adds to the levelized cost of a useful accelerator-hour.
    pub per_useful_accelerator_hour: Option<Ratio>,
    /// What of that follows use.
    pub marginal: Option<Ratio>,
}

/// A line that is no cost of the fleet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BesideLine {
    /// Its name.
    pub name: String,
    /// What kind of cost it is.
    pub group: CostGroup,
}

/// What an hour costs at another utilization.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RateAt {
    /// Useful hours over hours in service.
    pub utilization: Ratio,
    /// What all demand is multiplied by there.
    pub demand_factor: Ratio,
    /// Levelized cost of a useful accelerator-hour.
    pub per_useful_accelerator_hour: Ratio,
    /// Levelized cost of an accelerator-hour in service.
    pub per_accelerator_hour: Ratio,
}

/// Tenths of a fleet's hours at which it is looked at.
const TENTHS: std::ops::RangeInclusive<u32> = 1..=10;

/// What hours of the owned fleets of a scenario cost.
#[must_use]
pub fn rates(answer: &Answer) -> Rates {
    Rates { header: header(&answer.loaded), fleets: Fleet::all(answer).iter().map(Fleet::rate).collect() }
}

impl Rates {
    /// Those of the fleets that one option has.
    #[must_use]
    pub fn of_option(mut self, option: &str) -> Rates {
        self.fleets.retain(|fleet| fleet.option == option);
        self
    }
}

impl Hourly {
    /// A cost over useful hours, hours in service, and those of nodes.
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
