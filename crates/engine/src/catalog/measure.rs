//! What sites and clouds charge beside the hardware, how much of their power goes to cooling, how often spot is taken away.

use super::{Grade, read};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

static MEASURES: LazyLock<Vec<MeasuredFact>> = LazyLock::new(|| read::rows(include_str!("data/measures.csv")));

/// What a fact measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FactMeasure {
    /// Price of a kilowatt-hour for a business.
    ElectricityPerKwh,
    /// Power usage effectiveness: power of a site over power of its servers.
    Pue,
    /// Price of a kilowatt of colocation a month, power billed on top.
    ColocationPerKwMonth,
    /// Price of a terabyte (10^12 bytes) moved out of a cloud.
    EgressPerTb,
    /// Price of a terabyte (10^12 bytes) kept for a month.
    StoragePerTbMonth,
    /// What one full-time administrator of systems is paid in a year, before what an employer adds.
    StaffPerFteYear,
    /// Share of spot instances that are taken away in a month of 730 hours.
    InterruptionsPerMonth,
}

/// A figure that somebody published.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredFact {
    /// What it measures.
    pub measure: FactMeasure,
    /// The figure, in the unit of the measure.
    #[serde(deserialize_with = "read::decimal")]
    pub value: Decimal,
    /// The currency of a price.
    pub currency: Option<String>,
    /// Where, of whom and when.
    pub scope: String,
    /// When it was published.
    pub as_of: String,
    /// Who published it.
    pub source: String,
    /// How good the source is.
    pub grade: Grade,
}

/// Every measured fact of the catalog.
#[must_use]
pub fn measures() -> &'static [MeasuredFact] {
    &MEASURES
}

impl FactMeasure {
    /// What it measures, in the words of the field.
    #[must_use]
    pub fn called(self) -> &'static str {
        match self {
            FactMeasure::ElectricityPerKwh => "electricity",
            FactMeasure::Pue => "power usage effectiveness (PUE)",
            FactMeasure::ColocationPerKwMonth => "colocation",
            FactMeasure::EgressPerTb => "egress",
            FactMeasure::StoragePerTbMonth => "storage",
            FactMeasure::StaffPerFteYear => "staff",
            FactMeasure::InterruptionsPerMonth => "spot interruptions",
        }
    }

    /// Its name for programs.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FactMeasure::ElectricityPerKwh => "electricity_per_kwh",
            FactMeasure::Pue => "pue",
            FactMeasure::ColocationPerKwMonth => "colocation_per_kw_month",
            FactMeasure::EgressPerTb => "egress_per_tb",
            FactMeasure::StoragePerTbMonth => "storage_per_tb_month",
            FactMeasure::StaffPerFteYear => "staff_per_fte_year",
            FactMeasure::InterruptionsPerMonth => "interruptions_per_month",
        }
    }

    /// What a price is for, or what a share is of; none of a ratio.
    #[must_use]
    pub fn per(self) -> Option<&'static str> {
        match self {
            FactMeasure::ElectricityPerKwh => Some("kWh"),
            FactMeasure::Pue => None,
            FactMeasure::ColocationPerKwMonth => Some("(kW month)"),
            FactMeasure::EgressPerTb => Some("TB"),
            FactMeasure::StoragePerTbMonth => Some("(TB month)"),
            FactMeasure::StaffPerFteYear => Some("(FTE year)"),
            FactMeasure::InterruptionsPerMonth => Some("share a month"),
        }
    }
}
