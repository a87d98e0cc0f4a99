//! Every row of the catalog: it can be read, it says where it comes from and when, and its figures make sense.

use rackrent::catalog::{FactMeasure, Grade, accelerators, kinds, measures, rentals, servers};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// `2026`, `2026-05` or `2026-05-24`; of a span the day on which it begins.
fn is_dated(text: &str) -> bool {
    let first = text.split("..").next().unwrap_or_default();
    let parts: Vec<&str> = first.split('-').collect();
    let year = parts[0].len() == 4 && parts[0].starts_with("20");
    year && parts[1..].iter().all(|part| part.len() == 2) && parts.len() <= 3
}

#[test]
fn every_accelerator_has_a_name_of_its_own_a_source_and_a_date() {
    let names: BTreeSet<&str> = accelerators().iter().map(|row| row.name.as_str()).collect();
    assert_eq!((names.len(), accelerators().len()), (35, 35));
    for row in accelerators() {
        assert!(!row.vendor.is_empty() && !row.form_factor.is_empty() && !row.spec_source.is_empty(), "{row:?}");
        assert!(is_dated(&row.spec_as_of) && row.memory_gb > Decimal::ONE, "{row:?}");
        assert!(row.price_low <= row.price_high && row.price_low.is_some() == row.price_high.is_some(), "{row:?}");
        let said = row.price_source.is_some() && row.price_as_of.as_deref().is_some_and(is_dated);
        assert_eq!(row.price_low.is_some(), said, "{row:?}");
    }
}

#[test]
fn every_server_holds_an_accelerator_of_the_catalog() {
    assert_eq!(servers().len(), 8);
    for row in servers() {
        assert!(accelerators().iter().any(|one| one.name == row.accelerator) && row.accelerators > 1, "{row:?}");
        assert!(row.price_high.is_none() || row.price_low <= row.price_high, "{row:?}");
        let said = row.price_source.is_some() && row.price_as_of.as_deref().is_some_and(is_dated);
        assert_eq!(row.price_low.is_some(), said, "{row:?}");
    }
}

#[test]
fn every_offer_has_a_price_a_source_and_a_date() {
    assert_eq!(rentals().len(), 238);
    for row in rentals() {
        let prices =
            [row.on_demand_per_hour, row.spot_per_hour, row.reserved_1_year_per_hour, row.reserved_3_years_per_hour];
        assert!(
            prices.iter().flatten().all(|price| *price > Decimal::ZERO) && prices.iter().any(Option::is_some),
            "{row:?}"
        );
        assert!(is_dated(&row.as_of) && !row.source.is_empty() && row.accelerators > Decimal::ZERO, "{row:?}");
        assert!(!row.provider.is_empty() && !row.instance.is_empty() && !row.region.is_empty(), "{row:?}");
    }
}

#[test]
fn offers_are_of_accelerators_in_the_catalog_but_for_a_slice_and_a_pair_of_forms() {
    let unknown: BTreeSet<&str> =
        rentals().iter().map(|row| row.accelerator.as_str()).filter(|name| kinds(name).is_none()).collect();
    // a sixth of a card, and a PCIe card that is joined to another
    assert_eq!(unknown, BTreeSet::from(["A10-24GB (1/6 GPU)", "H100-PCIe-NVLink-80GB"]));
}

#[test]
fn every_measure_has_figures_from_sound_sources() {
    assert_eq!(measures().len(), 110);
    for row in measures() {
        assert!(is_dated(&row.as_of) && !row.source.is_empty() && !row.scope.is_empty(), "{row:?}");
        assert!(row.value > Decimal::ZERO, "{row:?}");
        let is_price = !matches!(row.measure, FactMeasure::Pue | FactMeasure::InterruptionsPerMonth);
        assert_eq!(row.currency.is_some(), is_price, "{row:?}");
        assert!(row.measure != FactMeasure::Pue || row.value > Decimal::ONE, "{row:?}");
    }
    let all = [
        FactMeasure::ElectricityPerKwh,
        FactMeasure::Pue,
        FactMeasure::StaffPerFteYear,
        FactMeasure::ColocationPerKwMonth,
        FactMeasure::EgressPerTb,
        FactMeasure::StoragePerTbMonth,
        FactMeasure::InterruptionsPerMonth,
    ];
    for measure in all {
        assert!(
            measures().iter().filter(|row| row.measure == measure && row.grade != Grade::C).count() > 1,
            "{measure:?}"
        );
    }
}
