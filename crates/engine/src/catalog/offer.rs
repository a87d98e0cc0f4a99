//! Offers: hourly prices of an instance with accelerators, from the catalog or a price list.

use super::published::RENTAL_KINDS;
use super::{Grade, Kinds, Rental, is_marketplace, rentals};
use crate::amount;
#[cfg(feature = "schema")]
use crate::amount::Ratio;
use crate::number;
use crate::scenario::Date;
use rust_decimal::Decimal;
use serde::Serialize;

/// Hourly prices of an instance, or of accelerators without one.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Provider; `None` if the list does not give it.
    pub provider: Option<String>,
    /// Name of the instance; `None` if accelerators are priced without one.
    pub instance: Option<String>,
    /// Region, with its zone if prices differ by zone.
    pub region: Option<String>,
    /// Name of the accelerators in the list.
    pub accelerator: String,
    /// Number of accelerators, above zero; a fraction if an instance has a slice of one.
    pub accelerators: Decimal,
    /// Virtual processors.
    pub vcpus: Option<Decimal>,
    /// Memory of the instance in GiB.
    pub memory_gib: Option<Decimal>,
    /// What the price includes.
    pub covers: OfferCovers,
    /// Currency code of the prices.
    pub currency: String,
    /// Hourly prices of the instance, or of all its accelerators.
    pub per_hour: HourlyPrices,
    /// Date of the prices: a day, a month, a year, or a range of days; `None` if unknown.
    pub as_of: Option<String>,
    /// Quality of the source; `None` for a price list.
    pub grade: Option<Grade>,
    /// Source of the row.
    pub source: Option<String>,
    /// Note.
    pub note: Option<String>,
    /// Matching accelerators of the catalog, if the name is recognized.
    pub kinds: Option<Kinds>,
    /// List that contains it.
    pub listed: OfferListed,
}

/// What the price of an offer includes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferCovers {
    /// An instance with its accelerators.
    Instance,
    /// The accelerators only; the host is charged separately.
    AcceleratorsAlone,
}

/// List that contains an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferListed {
    /// The catalog.
    Catalog,
    /// A price list.
    Read {
        /// Index of the list, from 0.
        list: usize,
        /// Line of the row, from 1.
        line: u64,
    },
}

/// Hourly prices; an unknown price is `null`, never 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HourlyPrices {
    /// On demand.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub on_demand: Option<Decimal>,
    /// Spot.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub spot: Option<Decimal>,
    /// Committed for one year.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub committed_1_year: Option<Decimal>,
    /// Committed for three years.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub committed_3_years: Option<Decimal>,
}

impl HourlyPrices {
    /// All prices, in field order.
    #[must_use]
    pub fn all(&self) -> [Option<Decimal>; 4] {
        [self.on_demand, self.spot, self.committed_1_year, self.committed_3_years]
    }

    /// Prices divided by a positive number.
    fn divided(&self, by: Decimal) -> HourlyPrices {
        let each = |price: Option<Decimal>| price.and_then(|price| price.checked_div(by)).map(number::ratio);
        let [on_demand, spot, committed_1_year, committed_3_years] = self.all().map(each);
        HourlyPrices { on_demand, spot, committed_1_year, committed_3_years }
    }

    /// Prices multiplied by a number; `None` on overflow.
    #[must_use]
    pub fn multiplied(&self, by: Decimal) -> Option<HourlyPrices> {
        let each = |price: Option<Decimal>| price.map_or(Some(None), |price| price.checked_mul(by).map(Some));
        let [on_demand, spot, committed_1_year, committed_3_years] = self.all().map(each);
        Some(HourlyPrices {
            on_demand: on_demand?,
            spot: spot?,
            committed_1_year: committed_1_year?,
            committed_3_years: committed_3_years?,
        })
    }
}

impl Offer {
    /// Hourly prices of one accelerator: price / accelerators.
    #[must_use]
    pub fn per_accelerator_hour(&self) -> HourlyPrices {
        self.per_hour.divided(self.accelerators)
    }

    /// Name of its accelerators: that of the catalog if it is unambiguous, else that of the list.
    #[must_use]
    pub fn accelerator_name(&self) -> String {
        match self.kinds.as_ref().map(Kinds::accelerators) {
            Some([one]) => one.name.to_string(),
            Some(_) | None => self.accelerator.clone(),
        }
    }

    /// Region; `None` if the list does not give one, as with `any`.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.region.as_deref().filter(|region| *region != "any")
    }

    /// Whether its provider is a marketplace.
    #[must_use]
    pub fn is_of_marketplace(&self) -> bool {
        self.provider.as_deref().is_some_and(is_marketplace)
    }

    fn of_rental(rental: &Rental, kinds: Option<Kinds>) -> Offer {
        Offer {
            provider: Some(rental.provider.to_string()),
            instance: Some(rental.instance.to_string()),
            region: Some(rental.region.to_string()),
            accelerator: rental.accelerator.to_string(),
            accelerators: rental.accelerators,
            vcpus: rental.vcpus.map(Decimal::from),
            memory_gib: rental.memory_gib,
            covers: OfferCovers::Instance,
            currency: "USD".to_owned(),
            per_hour: HourlyPrices {
                on_demand: rental.on_demand_per_hour,
                spot: rental.spot_per_hour,
                committed_1_year: rental.reserved_1_year_per_hour,
                committed_3_years: rental.reserved_3_years_per_hour,
            },
            as_of: Some(rental.as_of.to_string()),
            grade: Some(rental.grade),
            source: Some(rental.source.to_string()),
            note: rental.note.as_deref().map(str::to_owned),
            kinds,
            listed: OfferListed::Catalog,
        }
    }
}

/// All offers of the catalog.
pub fn catalog_offers() -> impl Iterator<Item = Offer> {
    rentals().iter().zip(RENTAL_KINDS.iter()).map(|(rental, kinds)| Offer::of_rental(rental, kinds.clone()))
}

/// Default age in days above which a price may be outdated; a repository can set another one. Quotes hold for a month, and of 651
/// spot prices of Google Cloud from August 2022 to August 2026, 234 had changed a month later.
pub const OLD_AFTER_DAYS: u32 = 45;

/// Whether a price is older than a number of days; `None` if its age is unknown.
#[must_use]
pub fn is_old(age_days: Option<i32>, max_days: u32) -> Option<bool> {
    age_days.map(|days| i64::from(days) > i64::from(max_days))
}

/// Minimum age of a fact in days: since the last day of its date. Negative if that is in the future; `None` if the text is not
/// a date.
///
/// ```
/// use engine::catalog::age_in_days;
/// use engine::scenario::Date;
/// let today = Date::parse("2026-11-23").unwrap();
/// assert_eq!(age_in_days("2026-11-20", today), Some(3));
/// // a price of October is dated to the 31st, one of 2025 to the last day of the year
/// assert_eq!(age_in_days("2026-10", today), Some(23));
/// assert_eq!(age_in_days("2025", today), Some(327));
/// assert_eq!(age_in_days("2026-11-01..2026-11-20", today), Some(3));
/// assert_eq!(age_in_days("last week", today), None);
/// ```
#[must_use]
pub fn age_in_days(as_of: &str, today: Date) -> Option<i32> {
    let last = last_day(as_of)?.0;
    last.until(today.0).ok().map(|span| span.get_days())
}

/// Last day of a date; `None` if the text is not a date.
///
/// ```
/// use engine::catalog::last_day;
/// let said = |as_of| last_day(as_of).map(|day| day.to_string());
/// assert_eq!(said("2026-11-20").as_deref(), Some("2026-11-20"));
/// assert_eq!(said("2026-02").as_deref(), Some("2026-02-28"));
/// assert_eq!(said("2025").as_deref(), Some("2025-12-31"));
/// assert_eq!(said("2026-11-01..2026-11-20").as_deref(), Some("2026-11-20"));
/// ```
#[must_use]
pub fn last_day(as_of: &str) -> Option<Date> {
    let last = as_of.rsplit("..").next()?;
    let of_month = |year: &str, month: &str| {
        Date::parse(&format!("{year}-{month}-01")).ok().map(|day| Date(day.0.last_of_month()))
    };
    match last.split('-').collect::<Vec<_>>()[..] {
        [year] => of_month(year, "12"),
        [year, month] => of_month(year, month),
        _ => Date::parse(last).ok(),
    }
}
