//! Where servers may stand: what electricity costs there by the catalog, the currency that is counted in, and which regions of
//! clouds are near.

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

/// A country, a state, or that it is not said.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    /// Its name on the command line.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The scope of its price of electricity in the catalog; blank where the catalog has none.
    electricity: Option<String>,
    /// The currency that a scenario there is counted in.
    pub currency: String,
    /// Regions of clouds, the nearest first, divided by bars.
    regions: Option<String>,
}

/// The price of electricity of a place, in its currency.
#[derive(Debug)]
pub(super) enum Electricity {
    /// As the catalog states it.
    Stated(&'static MeasuredFact),
    /// The middle between the least and the most that the catalog has in this currency: no price of this place is known.
    Between(Decimal, Published),
}

impl Site {
    /// Every place, in the order in which they are offered.
    #[must_use]
    pub fn all() -> &'static [Site] {
        &PLACES
    }

    /// The place of a name, in any case; as an error what there is.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn named(text: &str) -> Result<&'static Site, String> {
        let meant = text.trim().to_lowercase().replace([' ', '_'], "-");
        let called = |place: &&Site| place.name == meant || place.label.to_lowercase().replace(' ', "-") == meant;
        Site::all().iter().find(called).ok_or_else(|| {
            let names: Vec<&str> = Site::all().iter().map(|place| place.name.as_str()).collect();
            match nearest(&meant, names.iter().copied()) {
                Some(near) => format!("there is no place of this name; did you mean `{near}`?"),
                None => format!("there is no place of this name; there are {}", names.join(", ")),
            }
        })
    }

    /// How near a region of a cloud is, 0 the nearest; nothing if it is elsewhere.
    pub(super) fn rank(&self, region: &str) -> Option<usize> {
        self.regions.as_deref().unwrap_or_default().split('|').position(|near| near == region)
    }

    pub(super) fn electricity(&self) -> Option<Electricity> {
        let scope = self.electricity.as_deref();
        let is_here = |row: &&MeasuredFact| {
            row.measure == FactMeasure::ElectricityPerKwh
                && Some(row.scope.as_str()) == scope
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

/// The row of a measure that holds for any place: the latest of the best grade.
pub(super) fn newest(measure: FactMeasure) -> Option<&'static MeasuredFact> {
    let rows = measures().iter().filter(|row| row.measure == measure && row.grade != Grade::C);
    rows.max_by_key(|row| row.as_of.clone())
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
        assert_eq!(Site::named("Germny").unwrap_err(), "there is no place of this name; did you mean `germany`?");
    }
}
