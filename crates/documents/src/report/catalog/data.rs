//! Facts as CSV rows: one per figure, with its unit, date and source.

use super::{FoundFacts, tables};
use crate::catalog::{ApiPrice, Grade, Offer, OfferCovers};
use crate::report::page::{Cell, Data};
use rust_decimal::Decimal;

const COLUMNS: [&str; 20] = [
    "kind",
    "provider",
    "name",
    "region",
    "accelerator",
    "accelerators",
    "figure",
    "value",
    "unit",
    "per_accelerator_hour",
    "as_of",
    "grade",
    "source",
    "note",
    "list",
    "line",
    "requests",
    "age_days",
    "old",
    "marketplace",
];

/// Fields shared by the figures of a catalog row.
#[derive(Default)]
struct OfRow<'a> {
    kind: &'static str,
    provider: Option<&'a str>,
    name: Option<&'a str>,
    region: Option<&'a str>,
    accelerator: Option<&'a str>,
    accelerators: Option<Decimal>,
    grade: Option<Grade>,
    note: Option<&'a str>,
    list: Option<&'a str>,
    line: Option<u64>,
    requests: Option<String>,
    marketplace: Option<bool>,
}

/// A figure of a catalog row.
struct OneFigure<'a> {
    figure: &'a str,
    value: Option<Decimal>,
    unit: Option<String>,
    each: Option<Decimal>,
    as_of: Option<&'a str>,
    source: Option<&'a str>,
    /// Whether it is a price that can be old.
    is_price: bool,
}

impl OfRow<'_> {
    /// The CSV row of a figure; `None` without a value.
    fn with(&self, one: OneFigure<'_>, facts: &FoundFacts) -> Option<Vec<Cell>> {
        let value = Cell::exact(one.value?);
        let old = facts.is_old(one.as_of).filter(|_| one.is_price);
        Some(vec![
            self.kind.into(),
            self.provider.into(),
            self.name.into(),
            self.region.into(),
            self.accelerator.into(),
            self.accelerators.map(Cell::exact).into(),
            one.figure.into(),
            value,
            one.unit.into(),
            one.each.map(Cell::exact).into(),
            one.as_of.into(),
            self.grade.map(tables::letter).into(),
            one.source.into(),
            self.note.into(),
            self.list.into(),
            self.line.map(|line| Cell::exact(Decimal::from(line))).into(),
            self.requests.clone().into(),
            facts.age_days(one.as_of).map(Cell::exact).into(),
            old.into(),
            self.marketplace.into(),
        ])
    }
}

/// The rows of all facts.
pub(super) fn data(facts: &FoundFacts) -> Data {
    let offers = facts.found.offers.iter().flat_map(|offer| of_offer(offer, facts));
    let api_prices = facts.found.api_prices.iter().flat_map(|price| of_api_price(price, facts));
    let rows =
        accelerators(facts).into_iter().chain(servers(facts)).chain(offers).chain(api_prices).chain(measures(facts));
    Data::new(COLUMNS, rows.chain(rates(facts)))
}

fn accelerators(facts: &FoundFacts) -> Vec<Vec<Cell>> {
    let of = facts.found.accelerators.iter().flat_map(|row| {
        let of = OfRow {
            kind: "accelerator",
            provider: Some(&row.vendor),
            name: Some(&row.name),
            accelerator: Some(&row.name),
            accelerators: Some(Decimal::ONE),
            grade: Some(row.grade),
            note: row.note.as_deref(),
            ..OfRow::default()
        };
        let specified = [
            ("memory", Some(row.memory_gb), "GB"),
            ("memory_bandwidth", row.memory_bandwidth_gb_s, "GB/s"),
            ("bf16_dense", row.bf16_dense_tflops, "TFLOPS"),
            ("board_power", row.board_power_w, "W"),
        ];
        let specified = specified.map(|(figure, value, unit)| {
            let (as_of, source) = (Some(&*row.spec_as_of), Some(&*row.spec_source));
            of.with(
                OneFigure { figure, value, unit: Some(unit.to_owned()), each: None, as_of, source, is_price: false },
                facts,
            )
        });
        let prices = [("price_low", row.price_low), ("price_high", row.price_high)].map(|(figure, value)| {
            let (as_of, source) = (row.price_as_of.as_deref(), row.price_source.as_deref());
            of.with(
                OneFigure {
                    figure,
                    value,
                    unit: Some("USD/accelerator".to_owned()),
                    each: None,
                    as_of,
                    source,
                    is_price: true,
                },
                facts,
            )
        });
        specified.into_iter().chain(prices).flatten().collect::<Vec<_>>()
    });
    of.collect()
}

fn servers(facts: &FoundFacts) -> Vec<Vec<Cell>> {
    let of = facts.found.servers.iter().flat_map(|row| {
        let of = OfRow {
            kind: "server",
            name: Some(&row.name),
            accelerator: Some(&row.accelerator),
            accelerators: Some(Decimal::from(row.accelerators)),
            grade: Some(row.grade),
            note: row.note.as_deref(),
            ..OfRow::default()
        };
        let price = |figure, value| {
            let (as_of, source) = (row.price_as_of.as_deref(), row.price_source.as_deref());
            of.with(
                OneFigure {
                    figure,
                    value,
                    unit: Some("USD/server".to_owned()),
                    each: None,
                    as_of,
                    source,
                    is_price: true,
                },
                facts,
            )
        };
        let built = |figure, value, unit: &str| {
            let source = row.spec_source.as_deref();
            of.with(
                OneFigure {
                    figure,
                    value,
                    unit: Some(unit.to_owned()),
                    each: None,
                    as_of: None,
                    source,
                    is_price: false,
                },
                facts,
            )
        };
        let figures = [
            price("price_low", row.price_low),
            price("price_high", row.price_high),
            built("power", row.power_kw, "kW"),
            built("height", row.rack_units.map(Decimal::from), "rack units"),
        ];
        figures.into_iter().flatten().collect::<Vec<_>>()
    });
    of.collect()
}

fn of_offer(offer: &Offer, facts: &FoundFacts) -> Vec<Vec<Cell>> {
    let listed = facts.list_of(offer);
    let of = OfRow {
        kind: "rental",
        provider: offer.provider.as_deref(),
        name: offer.instance.as_deref(),
        region: offer.region.as_deref(),
        accelerator: Some(&offer.accelerator),
        accelerators: Some(offer.accelerators),
        grade: offer.grade,
        note: offer.note.as_deref(),
        list: listed.map(|(list, _)| list.name.as_str()),
        line: listed.map(|(_, line)| line),
        marketplace: Some(offer.is_of_marketplace()),
        ..OfRow::default()
    };
    let per = match offer.covers {
        OfferCovers::Instance => "instance-hour",
        OfferCovers::AcceleratorsAlone => "hour of all accelerators, without their host",
    };
    let names = ["on_demand", "spot", "committed_1_year", "committed_3_years"];
    let prices = names.into_iter().zip(offer.per_hour.all()).zip(offer.per_accelerator_hour().all());
    let rows = prices.filter_map(|((figure, value), each)| {
        let unit = Some(format!("{}/{per}", offer.currency));
        let (as_of, source) = (offer.as_of.as_deref(), offer.source.as_deref());
        of.with(OneFigure { figure, value, unit, each, as_of, source, is_price: true }, facts)
    });
    rows.collect()
}

fn of_api_price(price: &ApiPrice, facts: &FoundFacts) -> Vec<Vec<Cell>> {
    let of = OfRow {
        kind: "api",
        provider: Some(&price.provider),
        name: Some(&price.model),
        grade: price.grade,
        note: price.note.as_deref(),
        list: facts.api_list_of(price).map(|list| list.name.as_str()),
        requests: Some(price.requests.to_string()).filter(|lengths| !lengths.is_empty()),
        ..OfRow::default()
    };
    let names = ["input", "cached_input", "cache_write", "output"];
    let batch = ["batch_input", "batch_cached_input", "batch_cache_write", "batch_output"];
    let prices = names.into_iter().zip(price.standard.all()).chain(batch.into_iter().zip(price.batch.all()));
    let rows = prices.filter_map(|(figure, value)| {
        let unit = Some("USD/1M tokens".to_owned());
        let (as_of, source) = (price.as_of.as_deref(), price.source.as_deref());
        of.with(OneFigure { figure, value, unit, each: None, as_of, source, is_price: true }, facts)
    });
    rows.collect()
}

fn measures(facts: &FoundFacts) -> Vec<Vec<Cell>> {
    let rows = facts.found.measures.iter().filter_map(|row| {
        let of = OfRow { kind: "measure", region: Some(&row.scope), grade: Some(row.grade), ..OfRow::default() };
        of.with(
            OneFigure {
                figure: row.measure.name(),
                value: Some(row.value),
                unit: tables::unit(row),
                each: None,
                as_of: Some(&row.as_of),
                source: Some(&row.source),
                is_price: false,
            },
            facts,
        )
    });
    rows.collect()
}

fn rates(facts: &FoundFacts) -> Vec<Vec<Cell>> {
    let rows = facts.found.rates.iter().filter_map(|row| {
        let of = OfRow { kind: "exchange_rate", name: Some(&row.currency), grade: Some(row.grade), ..OfRow::default() };
        of.with(
            OneFigure {
                figure: "per_euro",
                value: Some(row.per_euro),
                unit: Some(format!("{}/EUR", row.currency)),
                each: None,
                as_of: Some(&row.as_of),
                source: Some(&row.source),
                is_price: false,
            },
            facts,
        )
    });
    rows.collect()
}
