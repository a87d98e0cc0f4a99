//! An option to rent: instances by the hour, under commitments, dedicated by the month, or an endpoint by the unit.

use super::document::{Given, Named, ScalarOr};
use super::line::{OneOff, RentedLine};
use super::quantities::{
    AcceleratorsPerInstance, Amount, Change, Gibibytes, Instances, InterruptionsPerHour, InterruptionsPerMonth,
    KilogramsPerKilowattHour, KilowattsPerInstance, Minutes, MinutesBetween, Months, PowerUsageEffectiveness,
    PricePerAcceleratorHour, PricePerAcceleratorMonth, PricePerInstanceHour, PricePerInstanceMonth, PricePerOutput,
    Share, Term, Throughput,
};
use schemars::JsonSchema;
use serde::Deserialize;

/// Accelerators of a cloud.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Rent {
    /// What the accelerators are called, `TPU v6e`.
    pub accelerator: Option<Given<String>>,
    /// Where the instances run; `requires.location` is checked against it.
    pub location: Option<Given<String>>,
    /// Memory of one accelerator.
    pub accelerator_memory_gib: Option<Given<Gibibytes>>,
    /// What the option offers; `requires.features` is checked against it.
    pub features: Option<Vec<Given<String>>>,
    /// Months until it can be had; `requires.available_within_months` is checked against it.
    pub available_after_months: Given<Months>,
    /// Useful work of one accelerator-hour against the reference; one number, or one by workload.
    pub relative_throughput: ScalarOr<Given<Throughput>, Named<Given<Throughput>>>,
    /// Accelerators in one instance; required unless the price is per unit.
    pub accelerators_per_instance: Option<Given<AcceleratorsPerInstance>>,
    /// List price of an instance by the hour.
    pub on_demand_per_instance_hour: Option<Given<PricePerInstanceHour>>,
    /// List price of an accelerator by the hour; instances are rented whole.
    pub on_demand_per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>,
    /// List price of a dedicated instance by the month.
    pub dedicated_per_instance_month: Option<Given<PricePerInstanceMonth>>,
    /// List price of a dedicated accelerator by the month; instances are rented whole.
    pub dedicated_per_accelerator_month: Option<Given<PricePerAcceleratorMonth>>,
    /// List price of a unit of useful output from a managed endpoint.
    pub price_per_unit: Option<Given<PricePerOutput>>,
    /// Months that a dedicated instance is paid for at least.
    pub minimum_term_months: Option<Given<Term>>,
    /// Taken off the list price; commitments state their own.
    pub discount: Given<Share>,
    /// Change of on-demand, dedicated and per-unit prices, a step at every anniversary; also of renewed commitments.
    pub price_change_per_year: Given<Change>,
    /// Whether instances follow the load.
    pub scaling: Given<Scaling>,
    /// Idle hours paid for every hour used on demand.
    pub idle_overhead: Given<Share>,
    /// Instances paid for every hour of a term, used or not.
    #[serde(default)]
    pub commitments: Named<Commitment>,
    /// Instances that may be taken away, for flexible work.
    pub spot: Option<Spot>,
    /// The workloads that it serves; all of them when absent.
    pub serves: Option<Vec<Given<String>>>,
    /// What running there costs beside the instances.
    #[serde(default)]
    pub operating: Named<RentedLine>,
    /// What is paid once.
    #[serde(default)]
    pub one_off: Named<ScalarOr<Given<Amount>, OneOff>>,
    /// Costs that do not arise here, each with the reason.
    #[serde(default)]
    pub not_applicable: Named<Given<String>>,
    /// Power of one instance, for the energy report alone.
    pub power_kw: Option<Given<KilowattsPerInstance>>,
    /// Power usage effectiveness, for the energy report alone.
    pub pue: Option<Given<PowerUsageEffectiveness>>,
    /// Carbon intensity, for the energy report alone.
    pub carbon_kg_per_kwh: Option<Given<KilogramsPerKilowattHour>>,
}

/// Instances that may be taken away at any time, for flexible work that keeps checkpoints.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spot {
    /// Off the list price on demand.
    pub discount: Option<Given<Share>>,
    /// Price of an instance by the hour.
    pub per_instance_hour: Option<Given<PricePerInstanceHour>>,
    /// Price of an accelerator by the hour.
    pub per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>,
    /// Share of the flexible work beyond idle commitments that runs on spot; the rest runs on demand.
    pub share: Given<Share>,
    /// Interruptions of one instance in a month of 730 hours.
    pub interruptions_per_month: Option<Given<InterruptionsPerMonth>>,
    /// Interruptions of one instance in an hour.
    pub interruptions_per_hour: Option<Given<InterruptionsPerHour>>,
    /// Time that a checkpoint takes.
    pub checkpoint_minutes: Given<Minutes>,
    /// Time from one checkpoint to the next; Young's optimum when absent.
    pub checkpoint_interval_minutes: Option<Given<MinutesBetween>>,
    /// Time from an interruption until the work goes on.
    pub restart_minutes: Given<Minutes>,
}

/// Whether instances follow the load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Scaling {
    /// Instances are rented for the hours in which they are needed.
    Autoscale,
    /// The month's peak is rented for every hour of the month.
    AlwaysOn,
}

/// Instances paid for every hour of a term, used or not.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commitment {
    /// Instances committed.
    pub instances: Given<Instances>,
    /// Off the list price on demand.
    pub discount: Option<Given<Share>>,
    /// Price of an instance by the hour.
    pub per_instance_hour: Option<Given<PricePerInstanceHour>>,
    /// Price of an accelerator by the hour.
    pub per_accelerator_hour: Option<Given<PricePerAcceleratorHour>>,
    /// Months of a term.
    pub term_months: Given<Term>,
    /// First month of the first term.
    pub starts_month: Given<Term>,
    /// Share of a term's charge that is paid before it begins.
    pub upfront: Given<Share>,
    /// Whether a term follows a term.
    pub renew: Given<bool>,
}
