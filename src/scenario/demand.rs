//! What is demanded.

use super::document::Given;
use super::quantities::{Change, OutputPerHour, ReferenceAccelerators, Share};
use schemars::JsonSchema;
use serde::Deserialize;

/// The work that has to be done, stated in reference accelerators.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Demand {
    /// Useful output, if costs are to be shown per unit of it.
    pub unit: Option<OutputUnit>,
    /// Growth of the accelerators needed, a step at every anniversary.
    pub growth_per_year: Given<Change>,
    /// Accelerators needed while there is work.
    pub accelerators: Given<ReferenceAccelerators>,
    /// Share of the hours in which they are needed.
    pub utilization: Given<Share>,
}

/// What one reference accelerator produces.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutputUnit {
    /// What is counted, in the singular: `1M tokens`, `run`.
    pub name: Given<String>,
    /// Units that a reference accelerator produces in a useful hour.
    pub per_accelerator_hour: Given<OutputPerHour>,
}
