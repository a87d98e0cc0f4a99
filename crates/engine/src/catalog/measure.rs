//! Published measurements: charges of sites and clouds other than hardware, PUE, and spot interruptions.

use super::{CatalogText, Grade, read};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Text of the shipped file.
pub(super) const SHIPPED: &str = include_str!("data/measures.csv");

static MEASURES: LazyLock<&[MeasuredFact]> = LazyLock::new(|| read::in_use!("measures", MeasuredFact));

/// Kind of measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FactMeasure {
    /// Price of a kilowatt-hour for businesses.
    ElectricityPerKwh,
    /// Power usage effectiveness: total power of a site divided by that of its servers.
    Pue,
    /// Monthly price of a kilowatt of colocation, excluding electricity.
    ColocationPerKwMonth,
    /// Price of a terabyte (10^12 bytes) transferred out of a cloud.
    EgressPerTb,
    /// Price of a terabyte (10^12 bytes) stored for a month.
    StoragePerTbMonth,
    /// Yearly pay of a full-time system administrator, before employer's contributions.
    StaffPerFteYear,
    /// Share of spot instances that are interrupted within a month of 730 hours.
    InterruptionsPerMonth,
}

/// A published measurement.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredFact {
    /// Kind of measurement.
    pub measure: FactMeasure,
    /// Value, in the unit of the measurement.
    #[serde(deserialize_with = "read::decimal")]
    pub value: Decimal,
    /// Currency of a price.
    pub currency: Option<CatalogText>,
    /// Location, subject and period.
    pub scope: CatalogText,
    /// Date of publication.
    pub as_of: CatalogText,
    /// Publisher.
    pub source: CatalogText,
    /// Quality of the source.
    pub grade: Grade,
}

/// All measurements of the catalog.
#[must_use]
pub fn measures() -> &'static [MeasuredFact] {
    &MEASURES
}

impl FactMeasure {
    /// Name for people.
    #[must_use]
    pub fn display_name(self) -> &'static str {
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

    /// Name in machine-readable output.
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

    /// Unit that a price or a share refers to; `None` for a ratio.
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
