//! Offers: what somebody asks by the hour for an instance with accelerators, whichever list it stands in.

use super::published::RENTAL_KINDS;
use super::{Grade, Kinds, Rental, rentals};
use crate::number;
use crate::scenario::Date;
use rust_decimal::Decimal;
use serde::Serialize;

/// What is asked by the hour for an instance, or for accelerators without one.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Who offers it; none where a list does not say.
    pub provider: Option<String>,
    /// What the instance is called; none where accelerators are priced without one.
    pub instance: Option<String>,
    /// Where it runs, with its zone where prices differ by zone.
    pub region: Option<String>,
    /// What the list calls the accelerators.
    pub accelerator: String,
    /// How many there are, above nothing; a share of one where an instance has a slice.
    pub accelerators: Decimal,
    /// Virtual processors.
    pub vcpus: Option<Decimal>,
    /// Memory of the instance in GiB.
    pub memory_gib: Option<Decimal>,
    /// What the price pays for.
    pub covers: OfferCovers,
    /// The currency of the prices, by its code.
    pub currency: String,
    /// What it costs an hour: the instance, or its accelerators together.
    pub per_hour: HourlyPrices,
    /// When these were prices: a day, a month, a year, or several days; none where nobody says.
    pub as_of: Option<String>,
    /// How good the source is; none of a list that was read.
    pub grade: Option<Grade>,
    /// Where the row was read.
    pub source: Option<String>,
    /// What else to know of it.
    pub note: Option<String>,
    /// The accelerators of the catalog that it may have, where their name is understood.
    pub kinds: Option<Kinds>,
    /// Which list it stands in.
    pub listed: OfferListed,
}

/// What the price of an offer pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OfferCovers {
    /// An instance with its accelerators.
    Instance,
    /// The accelerators; the host that they are attached to is charged beside them.
    AcceleratorsAlone,
}

/// Which list an offer stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferListed {
    /// In the catalog.
    Catalog,
    /// In a list that was read.
    Read {
        /// Which of them, from 0.
        list: usize,
        /// The line at which its row begins, from 1.
        line: u64,
    },
}

/// Prices of an hour; what nobody states is absent, and never nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HourlyPrices {
    /// On demand.
    pub on_demand: Option<Decimal>,
    /// On spot.
    pub spot: Option<Decimal>,
    /// Committed for a year.
    pub committed_1_year: Option<Decimal>,
    /// Committed for three years.
    pub committed_3_years: Option<Decimal>,
}

impl HourlyPrices {
    /// All of them, in the order of their fields.
    #[must_use]
    pub fn all(&self) -> [Option<Decimal>; 4] {
        [self.on_demand, self.spot, self.committed_1_year, self.committed_3_years]
    }

    /// The same, each divided by a count above nothing.
    fn divided(&self, by: Decimal) -> HourlyPrices {
        let each = |price: Option<Decimal>| price.and_then(|price| price.checked_div(by)).map(number::ratio);
        let [on_demand, spot, committed_1_year, committed_3_years] = self.all().map(each);
        HourlyPrices { on_demand, spot, committed_1_year, committed_3_years }
    }

    /// The same, each multiplied by a count.
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
    /// What an accelerator of it costs an hour: price / accelerators.
    #[must_use]
    pub fn per_accelerator_hour(&self) -> HourlyPrices {
        self.per_hour.divided(self.accelerators)
    }

    /// What its accelerators are called: as in the catalog, where only one can be meant; else as its list calls them.
    #[must_use]
    pub fn accelerator_called(&self) -> String {
        match self.kinds.as_ref().map(Kinds::accelerators) {
            Some([one]) => one.name.clone(),
            Some(_) | None => self.accelerator.clone(),
        }
    }

    /// Where it runs; none where its list does not say, as with `any`.
    #[must_use]
    pub fn place(&self) -> Option<&str> {
        self.region.as_deref().filter(|region| *region != "any")
    }

    fn of_rental(rental: &Rental, kinds: Option<Kinds>) -> Offer {
        Offer {
            provider: Some(rental.provider.clone()),
            instance: Some(rental.instance.clone()),
            region: Some(rental.region.clone()),
            accelerator: rental.accelerator.clone(),
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
            as_of: Some(rental.as_of.clone()),
            grade: Some(rental.grade),
            source: Some(rental.source.clone()),
            note: rental.note.clone(),
            kinds,
            listed: OfferListed::Catalog,
        }
    }
}

/// Every offer of the catalog.
pub fn catalog_offers() -> impl Iterator<Item = Offer> {
    rentals().iter().zip(RENTAL_KINDS.iter()).map(|(rental, kinds)| Offer::of_rental(rental, kinds.clone()))
}

/// How many days old a fact is at least, on a day: since the last day of the time that it is of. Below nothing where that lies
/// ahead; none where the text is no date.
///
/// ```
/// use engine::catalog::age_in_days;
/// use engine::scenario::Date;
/// let today = Date::parse("2026-11-23").unwrap();
/// assert_eq!(age_in_days("2026-11-20", today), Some(3));
/// // a price of October was one on the 31st, and of 2025 on the last day of the year
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

/// The last day of the time that a fact is of; none where the text is no date.
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
