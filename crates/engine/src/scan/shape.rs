//! What of an offer shapes the sheet of its option, so that offers of one shape share it; and what a scenario needs to be told.

use crate::catalog::{HourlyPrices, Kinds, Offer};
use crate::scenario::demand::Workload;
use crate::scenario::document::Given;
use crate::scenario::rent::Rent;
use crate::scenario::{Requires, Scenario};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Months of a commitment for a year.
pub(super) const ONE_YEAR: u32 = 12;
/// Months of one for three years.
pub(super) const THREE_YEARS: u32 = 36;

/// What all offers of one sheet have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Shape {
    /// Accelerators of an instance.
    pub accelerators: u32,
    /// What they do, by its number among what is known.
    pub throughput: usize,
    /// The currency of the prices.
    pub currency: String,
    /// The prices that the option has.
    pub priced: Priced,
    /// Memory of an accelerator in GiB, where the scenario requires some.
    pub memory_gib: Option<Decimal>,
    /// The place of it that the scenario requires.
    pub location: Option<String>,
}

/// Which prices an option has beside that on demand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Priced {
    pub spot: bool,
    pub one_year: bool,
    pub three_years: bool,
}

/// A commitment of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Commitment {
    /// Its name in the option.
    pub name: &'static str,
    /// Months of a term.
    pub months: u32,
}

impl Priced {
    /// The commitments that there are prices of, the shorter first.
    pub(super) fn commitments(self) -> impl Iterator<Item = Commitment> {
        let one = self.one_year.then_some(Commitment { name: "one-year", months: ONE_YEAR });
        let three = self.three_years.then_some(Commitment { name: "three-years", months: THREE_YEARS });
        one.into_iter().chain(three)
    }
}

/// What matters of offers to a scenario.
#[derive(Debug)]
pub(super) struct Needs {
    horizon: u32,
    currency: String,
    /// The currencies with an exchange rate.
    rates: BTreeSet<String>,
    /// Whether there is work for spot, and the option that offers are taken as says how often that is interrupted.
    spot: bool,
    /// Whether memory is required.
    memory: bool,
    /// Every location that is required anywhere.
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
            locations: locations.map(|location: &Given<String>| location.value.clone()).collect(),
        }
    }

    /// Whether amounts in a currency can be counted.
    pub(super) fn has_currency(&self, code: &str) -> bool {
        code == self.currency || self.rates.contains(code)
    }

    /// Those prices of an offer that an option of the scenario can have: spot where something runs on it, and commitments that end
    /// within the horizon.
    pub(super) fn prices(&self, stated: HourlyPrices) -> HourlyPrices {
        HourlyPrices {
            on_demand: stated.on_demand,
            spot: stated.spot.filter(|_| self.spot),
            committed_1_year: stated.committed_1_year.filter(|_| self.horizon >= ONE_YEAR),
            committed_3_years: stated.committed_3_years.filter(|_| self.horizon >= THREE_YEARS),
        }
    }

    /// Memory of an accelerator, where that is asked for.
    pub(super) fn memory(&self, offer: &Offer) -> Option<Decimal> {
        memory_gib(offer).filter(|_| self.memory)
    }

    /// The location that is required and that an offer is in: its region, with or without the zone behind it.
    pub(super) fn location(&self, offer: &Offer) -> Option<String> {
        let region = offer.place()?;
        let without_zone = region.split(' ').next().unwrap_or(region);
        [region, without_zone].into_iter().find(|place| self.locations.contains(*place)).map(str::to_owned)
    }
}

/// Memory of an accelerator of an offer, as its vendor states it; the least of those that its name may mean, none where it is not
/// understood.
pub(super) fn memory_gib(offer: &Offer) -> Option<Decimal> {
    let kinds = offer.kinds.as_ref().map(Kinds::accelerators)?;
    kinds.iter().map(|one| one.memory_gb).min()
}

/// The prices of an offer in the order in which a sheet holds them: on demand, on spot if its option has that, then those of its
/// commitments.
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

/// The paths of the same below an option.
pub(super) fn held_paths(option: &str, priced: Priced) -> Vec<String> {
    let spot = priced.spot.then(|| format!("{option}.spot.per_instance_hour"));
    let committed = priced.commitments().map(|one| format!("{option}.commitments.{}.per_instance_hour", one.name));
    let on_demand = format!("{option}.on_demand_per_instance_hour");
    [on_demand].into_iter().chain(spot).chain(committed).collect()
}
