//! Places for servers: electricity price in the catalog, currency, and nearby cloud regions.

use crate::catalog::{FactMeasure, Grade, MeasuredFact, Published, measures};
use crate::scenario::nearest;
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

static PLACES: LazyLock<Vec<Site>> = LazyLock::new(|| {
    let rows: Result<Vec<Site>, csv::Error> =
        csv::Reader::from_reader(include_str!("places.csv").as_bytes()).deserialize().collect();
    rows.expect("places.csv is part of the program, and a test reads it")
});

/// Country or state, or an unspecified place.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Name on the command line.
    pub name: String,
    /// Display name.
    pub label: String,
    /// Scope of its electricity price in the catalog; blank if there is none.
    electricity: Option<String>,
    /// Currency of scenarios there.
    pub currency: String,
    /// Cloud regions, the nearest first, separated by `|`.
    regions: Option<String>,
}

/// Electricity price of a place, in its currency.
#[derive(Debug)]
pub(super) enum Electricity {
    /// Catalog price.
    Stated(&'static MeasuredFact),
    /// Midpoint of the lowest and the highest catalog price in this currency, if the place has no price.
    Between(Decimal, Published),
}

impl Site {
    /// All places, in display order.
    #[must_use]
    pub fn all() -> &'static [Site] {
        &PLACES
    }

    /// Place by name, in any case.
    ///
    /// # Errors
    /// If there is no such place; lists the names.
    pub fn named(text: &str) -> Result<&'static Site, String> {
        let suggestion = text.trim().to_lowercase().replace([' ', '_'], "-");
        let is_named =
            |place: &&Site| place.name == suggestion || place.label.to_lowercase().replace(' ', "-") == suggestion;
        Site::all().iter().find(is_named).ok_or_else(|| {
            let names: Vec<&str> = Site::all().iter().map(|place| place.name.as_str()).collect();
            match nearest(&suggestion, names.iter().copied()) {
                Some(near) => format!("unknown place; did you mean `{near}`?"),
                None => format!("unknown place; the places are {}", names.join(", ")),
            }
        })
    }

    /// Rank of a cloud region by distance, 0 the nearest; none if it is not nearby.
    pub(super) fn rank(&self, region: &str) -> Option<usize> {
        self.regions.as_deref().unwrap_or_default().split('|').position(|near| near == region)
    }

    pub(super) fn electricity(&self) -> Option<Electricity> {
        let scope = self.electricity.as_deref();
        let is_here = |row: &&MeasuredFact| {
            row.measure == FactMeasure::ElectricityPerKwh
                && Some(&*row.scope) == scope
                && row.currency.as_deref() == Some(&self.currency)
        };
        if let Some(row) = measures().iter().find(is_here) {
            return Some(Electricity::Stated(row));
        }
        let bounds = Published::of(FactMeasure::ElectricityPerKwh, Some(&self.currency))?;
        let middle = (bounds.low.value.checked_add(bounds.high.value)?).checked_div(Decimal::TWO)?;
        Some(Electricity::Between(middle.round_dp(2), bounds))
    }
}

/// Catalog row of a measure that applies everywhere: the latest with a sound grade.
pub(super) fn newest(measure: FactMeasure) -> Option<&'static MeasuredFact> {
    let rows = measures().iter().filter(|row| row.measure == measure && row.grade != Grade::C);
    rows.max_by_key(|row| row.as_of.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::rentals;

    #[test]
    fn every_place_names_electricity_and_regions_that_the_catalog_has() {
        for place in Site::all() {
            assert_eq!(Site::named(&place.label.to_uppercase()).unwrap().name, place.name);
            match (&place.electricity, place.electricity().unwrap()) {
                (Some(scope), Electricity::Stated(row)) => assert_eq!(row.scope, *scope),
                (None, Electricity::Between(..)) => {}
                (stated, found) => panic!("{}: {stated:?} {found:?}", place.name),
            }
            for region in place.regions.iter().flat_map(|regions| regions.split('|')) {
                assert!(rentals().iter().any(|row| row.region == region), "{}: {region}", place.name);
            }
        }
    }

    #[test]
    fn electricity_of_a_place_without_a_price_is_the_middle_of_what_is_published() {
        // in EUR from 0.089 in Finland to 0.276 in Cyprus, of sound sources: 0.1825
        let Some(Electricity::Between(middle, _)) = Site::named("eu").unwrap().electricity() else { panic!() };
        assert_eq!(middle.to_string(), "0.18");
        assert_eq!(Site::named("Germny").unwrap_err(), "unknown place; did you mean `germany`?");
    }
}
