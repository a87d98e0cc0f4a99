//! Shape of an offer's option, which determines its sheet, and the prices and properties a scenario needs.

use crate::catalog::{HourlyPrices, Kinds, Offer};
use crate::model::OptionId;
use crate::scenario::demand::Workload;
use crate::scenario::document::Located;
use crate::scenario::rent::Rent;
use crate::scenario::{Requires, Scenario};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Term of a one-year commitment in months.
pub(super) const ONE_YEAR: u32 = 12;
/// Term of a three-year commitment in months.
pub(super) const THREE_YEARS: u32 = 36;

/// Properties shared by all offers of one sheet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    /// Accelerators per instance.
    pub accelerators: u32,
    /// Index of their relative throughput.
    pub throughput: usize,
    /// Currency of the prices.
    pub currency: String,
    /// Kinds of prices.
    pub priced: Priced,
    /// Memory of an accelerator in GiB, if the scenario requires memory.
    pub memory_gib: Option<Decimal>,
    /// Location, if the scenario requires it.
    pub location: Option<String>,
}

/// Kinds of prices of an option in addition to on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Priced {
    pub spot: bool,
    pub one_year: bool,
    pub three_years: bool,
}

/// A commitment of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Commitment {
    /// Name.
    pub name: &'static str,
    /// Term in months.
    pub months: u32,
}

impl Priced {
    /// Commitments with a price, the shortest first.
    pub(super) fn commitments(self) -> impl Iterator<Item = Commitment> {
        let one = self.one_year.then_some(Commitment { name: "one-year", months: ONE_YEAR });
        let three = self.three_years.then_some(Commitment { name: "three-years", months: THREE_YEARS });
        one.into_iter().chain(three)
    }
}

/// Properties of offers that matter to a scenario.
#[derive(Debug)]
pub(super) struct Needs {
    horizon: u32,
    currency: String,
    /// Currencies with an exchange rate.
    rates: BTreeSet<String>,
    /// Whether there is work for spot, and the template option gives an interruption rate.
    spot: bool,
    /// Whether memory is required.
    memory: bool,
    /// All required locations.
    locations: BTreeSet<String>,
}

impl Needs {
    pub(super) fn of(scenario: &Scenario, like: Option<&Rent>) -> Needs {
        let workloads = scenario.demand.workloads.iter().map(|entry| &entry.value);
        let required = workloads.clone().filter_map(|workload| workload.requires.as_ref());
        let required: Vec<&Requires> = scenario.requires.iter().chain(required).collect();
        let interrupted = like
            .and_then(|like| like.spot.as_ref())
            .is_some_and(|spot| spot.interruptions_per_month.is_some() || spot.interruptions_per_hour.is_some());
        let locations = required.iter().flat_map(|requires| requires.location.iter().flatten());
        Needs {
            horizon: scenario.horizon_months.value.count(),
            currency: scenario.currency.value.code().to_owned(),
            rates: scenario.exchange_rates.iter().map(|entry| entry.name.clone()).collect(),
            spot: interrupted && workloads.clone().any(Workload::is_flexible),
            memory: required.iter().any(|requires| requires.accelerator_memory_gib.is_some()),
            locations: locations.map(|location: &Located<String>| location.value.clone()).collect(),
        }
    }

    /// Whether a currency can be converted.
    pub(super) fn has_currency(&self, code: &str) -> bool {
        code == self.currency || self.rates.contains(code)
    }

    /// Prices of an offer that an option of the scenario can use: spot if there is work for it, and commitments that end within
    /// the horizon.
    pub(super) fn prices(&self, stated: HourlyPrices) -> HourlyPrices {
        HourlyPrices {
            on_demand: stated.on_demand,
            spot: stated.spot.filter(|_| self.spot),
            committed_1_year: stated.committed_1_year.filter(|_| self.horizon >= ONE_YEAR),
            committed_3_years: stated.committed_3_years.filter(|_| self.horizon >= THREE_YEARS),
        }
    }

    /// Memory of an accelerator, if the scenario requires memory.
    pub(super) fn memory(&self, offer: &Offer) -> Option<Decimal> {
        memory_gib(offer).filter(|_| self.memory)
    }

    /// The required location that an offer is in: its region, with or without the zone.
    pub(super) fn location(&self, offer: &Offer) -> Option<String> {
        let region = offer.place()?;
        let without_zone = region.split(' ').next().unwrap_or(region);
        [region, without_zone].into_iter().find(|place| self.locations.contains(*place)).map(str::to_owned)
    }
}

/// Memory of an accelerator of an offer, from the vendor's specification; the smallest if its name is ambiguous, `None` if it is
/// unknown.
pub(super) fn memory_gib(offer: &Offer) -> Option<Decimal> {
    let kinds = offer.kinds.as_ref().map(Kinds::accelerators)?;
    kinds.iter().map(|one| one.memory_gb).min()
}

/// Prices of an offer in the order in which a sheet holds them: on demand, spot if the option has it, then commitments.
pub(super) fn held(prices: &HourlyPrices, priced: Priced) -> Vec<Decimal> {
    let of = |price: Option<Decimal>, is_held: bool| price.filter(|_| is_held);
    let all = [
        prices.on_demand,
        of(prices.spot, priced.spot),
        of(prices.committed_1_year, priced.one_year),
        of(prices.committed_3_years, priced.three_years),
    ];
    all.into_iter().flatten().collect()
}

/// Paths of the same prices below an option.
pub(super) fn held_paths(option: &OptionId, priced: Priced) -> Vec<String> {
    let spot = priced.spot.then(|| format!("{option}.spot.per_instance_hour"));
    let committed = priced.commitments().map(|one| format!("{option}.commitments.{}.per_instance_hour", one.name));
    let on_demand = format!("{option}.on_demand_per_instance_hour");
    [on_demand].into_iter().chain(spot).chain(committed).collect()
}
