//! Hourly prices of a rented option: where it states them, and what each is for.

use super::document::NodeId;
use super::quantity::Quantity as _;
use super::rent::{Commitment, CommittedPrice, Rent, Tariff};
use rust_decimal::Decimal;

/// An hourly price that a rented option states as an amount.
#[derive(Clone, Debug)]
pub struct HourlyPrice<'a> {
    /// Path from the option: `commitments.one-year.per_instance_hour`.
    pub path: String,
    /// Node of the price.
    pub at: NodeId,
    /// What it pays for.
    pub tariff: HourlyTariff<'a>,
    /// What it is the price of.
    pub unit: HourlyUnit,
}

/// What an hourly price pays for.
#[derive(Clone, Copy, Debug)]
pub enum HourlyTariff<'a> {
    /// Instances on demand.
    OnDemand,
    /// Spot instances.
    Spot,
    /// Committed instances.
    Committed(&'a Commitment),
}

/// Unit of an hourly price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HourlyUnit {
    /// An instance.
    Instance,
    /// An accelerator.
    Accelerator,
}

impl HourlyUnit {
    /// Key of a price of this unit, in parts other than the option itself.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            HourlyUnit::Instance => "per_instance_hour",
            HourlyUnit::Accelerator => "per_accelerator_hour",
        }
    }

    /// Number of accelerators that the price of a unit of an option covers; `None` if the option does not state it.
    #[must_use]
    pub fn accelerators(self, rent: &Rent) -> Option<Decimal> {
        match self {
            HourlyUnit::Instance => rent.accelerators(),
            HourlyUnit::Accelerator => Some(Decimal::ONE),
        }
    }
}

impl Rent {
    /// Accelerators of an instance.
    #[must_use]
    pub fn accelerators(&self) -> Option<Decimal> {
        self.accelerators_per_instance.as_ref().map(|count| count.value.decimal())
    }

    /// Hourly prices that the option states: on demand first, then of spot, then of commitments in file order. A price that is a
    /// discount is not among them.
    #[must_use]
    pub fn hourly_prices(&self) -> Vec<HourlyPrice<'_>> {
        let on_demand = match self.tariff() {
            Tariff::OnDemandInstance(price) => Some((price.at, HourlyUnit::Instance)),
            Tariff::OnDemandAccelerator(price) => Some((price.at, HourlyUnit::Accelerator)),
            Tariff::DedicatedInstance(_)
            | Tariff::DedicatedAccelerator(_)
            | Tariff::PerUnit(_)
            | Tariff::PerTokens(_) => None,
        };
        let on_demand = on_demand.map(|(at, unit)| HourlyPrice {
            path: format!("on_demand_{}", unit.key()),
            at,
            tariff: HourlyTariff::OnDemand,
            unit,
        });
        let spot = self.spot.as_ref().and_then(|spot| HourlyPrice::of(&spot.price(), "spot", HourlyTariff::Spot));
        let committed = self.commitments.iter().filter_map(|entry| {
            let part = format!("commitments.{}", entry.name);
            HourlyPrice::of(&entry.value.price(), &part, HourlyTariff::Committed(&entry.value))
        });
        on_demand.into_iter().chain(spot).chain(committed).collect()
    }
}

impl<'a> HourlyPrice<'a> {
    /// Price of a part of an option; `None` for a discount.
    fn of(price: &CommittedPrice, part: &str, tariff: HourlyTariff<'a>) -> Option<HourlyPrice<'a>> {
        let (at, unit) = match price {
            CommittedPrice::Discount(_) => return None,
            CommittedPrice::Instance(price) => (price.at, HourlyUnit::Instance),
            CommittedPrice::Accelerator(price) => (price.at, HourlyUnit::Accelerator),
        };
        Some(HourlyPrice { path: format!("{part}.{}", unit.key()), at, tariff, unit })
    }
}
