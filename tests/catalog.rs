//! Rows of the catalog: all are readable, with source and date, and have plausible figures.

use crate::support::program::run;
use rackrent::catalog::{
    FactKind, FactMeasure, FactQuery, Grade, NoMatch, SourceStatus, accelerators, benchmark_models, benchmark_rounds,
    catalog_api_prices, fact_sources, is_marketplace, kinds, marketplaces, measures, reference_rates, rentals, servers,
    sources_named,
};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;

/// Whether a text is `2026`, `2026-05` or `2026-05-24`; for a range, the day on which it begins.
fn is_dated(text: &str) -> bool {
    let first = text.split("..").next().unwrap_or_default();
    let parts: Vec<&str> = first.split('-').collect();
    let year = parts[0].len() == 4 && parts[0].starts_with("20");
    year && parts[1..].iter().all(|part| part.len() == 2) && parts.len() <= 3
}

#[test]
fn every_accelerator_has_a_unique_name_a_source_and_a_date() {
    let names: BTreeSet<&str> = accelerators().iter().map(|row| &*row.name).collect();
    assert_eq!((names.len(), accelerators().len()), (35, 35));
    for row in accelerators() {
        assert!(!row.vendor.is_empty() && !row.form_factor.is_empty() && !row.spec_source.is_empty(), "{row:?}");
        assert!(is_dated(&row.spec_as_of) && row.memory_gb > Decimal::ONE, "{row:?}");
        assert!(row.price_low <= row.price_high && row.price_low.is_some() == row.price_high.is_some(), "{row:?}");
        let printed = row.price_source.is_some() && row.price_as_of.as_deref().is_some_and(is_dated);
        assert_eq!(row.price_low.is_some(), printed, "{row:?}");
    }
}

#[test]
fn every_server_has_an_accelerator_of_the_catalog() {
    assert_eq!(servers().len(), 8);
    for row in servers() {
        assert!(accelerators().iter().any(|one| one.name == row.accelerator) && row.accelerators > 1, "{row:?}");
        assert!(row.price_high.is_none() || row.price_low <= row.price_high, "{row:?}");
        let printed = row.price_source.is_some() && row.price_as_of.as_deref().is_some_and(is_dated);
        assert_eq!(row.price_low.is_some(), printed, "{row:?}");
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
fn offers_have_accelerators_of_the_catalog_with_two_exceptions() {
    let unknown: BTreeSet<&str> =
        rentals().iter().map(|row| &*row.accelerator).filter(|name| kinds(name).is_none()).collect();
    // a sixth of a card, and two linked PCIe cards
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

#[test]
fn every_source_of_a_row_has_a_licence_entry() {
    let of_accelerators = accelerators().iter().flat_map(|row| [Some(&row.spec_source), row.price_source.as_ref()]);
    let of_servers = servers().iter().flat_map(|row| [row.spec_source.as_ref(), row.price_source.as_ref()]);
    let of_others = rentals().iter().map(|row| Some(&row.source)).chain(measures().iter().map(|row| Some(&row.source)));
    let of_rates = reference_rates().iter().map(|row| Some(&row.source));
    let of_apis: Vec<_> = catalog_api_prices().filter_map(|price| price.source).collect();
    let of_throughput = benchmark_rounds().iter().map(|row| Some(&row.source));
    let of_throughput = of_throughput.chain(benchmark_models().iter().map(|row| Some(&row.source)));
    let mut used = BTreeSet::new();
    let of_marketplaces = marketplaces().iter().map(|row| Some(&row.source));
    let all = of_accelerators.chain(of_servers).chain(of_others).chain(of_rates).chain(of_throughput);
    let all = all.chain(of_marketplaces);
    for text in all.flatten().map(|text| text.as_str()).chain(of_apis.iter().map(String::as_str)) {
        let named: Vec<&str> = sources_named(text).map(|source| &*source.name).collect();
        assert!(!named.is_empty(), "nobody says whose `{text}` is, and whether it may be handed on");
        used.extend(named);
    }
    for source in fact_sources() {
        assert!(used.contains(&*source.name), "no row names `{}`", source.name);
        let is_licensed = source.status == SourceStatus::Licensed;
        assert_eq!(is_licensed, source.licence.is_some(), "{source:?}");
        assert!(source.publisher.is_some() || source.status == SourceStatus::Definition, "{source:?}");
    }
}

#[test]
fn all_words_of_a_query_must_match() {
    let found = |text: &str, kind| FactQuery::of(text, kind).in_catalog();
    // words for an accelerator match together, in any spelling, with other words around them
    let h100 = found("AWS H100 SXM us-east-1", None);
    assert!(h100.accelerators.is_empty() && h100.servers.is_empty() && h100.measures.is_empty());
    let instances: BTreeSet<&str> = h100.offers.iter().filter_map(|offer| offer.instance.as_deref()).collect();
    assert_eq!(instances, BTreeSet::from(["p5.48xlarge", "p5.48xlarge (capacity-block)", "p5.4xlarge"]));
    let names: Vec<&str> =
        found("A100 80GB", Some(FactKind::Accelerators)).accelerators.iter().map(|row| &*row.name).collect();
    assert_eq!(names, ["A100-80GB-SXM4", "A100-80GB-PCIe"]);
    assert_eq!(found("electricity", None).measures.len(), 31);
    assert_eq!(found("CHF", None).rates.len(), 1);
    assert!(found("H100 electricity", None).is_empty());
    let nothing = |text: &str| {
        let query = FactQuery::of(text, None);
        query.nothing(query.words())
    };
    let near = NoMatch::Word { word: "electrcity".to_owned(), near: Some("electricity".to_owned()) };
    assert_eq!(nothing("electrcity"), near);
    assert_eq!(nothing("H100 electricity"), NoMatch::Together);
    // a word of a list is known, even if nothing has it together with the others
    assert_eq!(FactQuery::of("alpha CHF", None).nothing(&[]), NoMatch::Together);
}

/// Prices of Vast.ai are of 2026-05-24: 45 days old on 2026-07-08, and older than 45 days on the day after.
#[test]
fn old_prices_and_marketplaces_are_marked_in_every_format() {
    let on = |query: &str, today: &str, format: &str| {
        let ran =
            run(Path::new("."), &["catalog", query, "l4", "--kind", "rentals", "--today", today, "--format", format]);
        assert_eq!(ran.status, 0, "{}", ran.errors);
        ran.output.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    for format in ["table", "text", "markdown", "html"] {
        let old = on("vast-ai", "2026-07-09", format);
        assert!(
            old.contains("B 46 old") && old.contains("old: a price of more than 45 days before"),
            "{format}: {old}"
        );
        assert!(old.contains("L4, marketplace") && old.contains("no firm offer"), "{format}: {old}");
        let young = on("vast-ai", "2026-07-08", format);
        assert!(
            young.contains("B 45") && !young.contains("45 old") && !young.contains("old: a price"),
            "{format}: {young}"
        );
        let firm = on("runpod", "2026-07-08", format);
        assert!(!firm.contains("marketplace"), "{format}: {firm}");
    }
    assert!(on("vast-ai", "2026-07-09", "csv").contains(",46,true,true"));
    assert!(on("runpod", "2026-07-08", "csv").contains(",45,false,false"));
    let json: Value = serde_json::from_str(&on("vast-ai", "2026-07-09", "json")).unwrap();
    let offer = &json["rentals"][0];
    assert_eq!((&offer["age_days"], &offer["old"], &offer["marketplace"]), (&json!(46), &json!(true), &json!(true)));
    assert_eq!(json["max_price_age_days"], json!(45));
}

#[test]
fn every_marketplace_has_a_name_a_source_and_a_date() {
    for row in marketplaces() {
        assert_eq!(row.provider, row.provider.to_lowercase());
        assert!(is_dated(&row.as_of) && !row.source.is_empty() && !row.marketplace.is_empty(), "{row:?}");
    }
    assert!(rentals().iter().any(|rental| is_marketplace(&rental.provider)));
}
