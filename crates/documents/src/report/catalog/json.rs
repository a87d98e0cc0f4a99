//! Facts as JSON, `rackrent.catalog/1`.

use super::FoundFacts;
use crate::amount::Ratio;
use crate::catalog::{
    Accelerator, ApiPrice, ApiPriceList, FactMeasure, FactSource, Grade, HourlyPrices, LeftOutReason, MeasuredFact,
    ModelLeftOut, Offer, OfferCovers, PriceList, PricesPerMillionTokens, ReferenceRate, RequestLengths, Server,
};
use crate::report::json::{self, Contract};
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(facts: &FoundFacts, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Catalog, &FactsJson::of(facts), out)
}

/// Facts of the catalog, and offers of price lists. An unknown value is `null`, never 0.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct FactsJson<'a> {
    /// The search words.
    query: &'a str,
    /// The date of the query, if given.
    today: Option<String>,
    /// The age in days above which a price is old.
    max_price_age_days: u32,
    /// The price lists of rentals read in addition to the catalog.
    lists: &'a [PriceList],
    /// The price lists of APIs read in addition to the catalog.
    api_lists: &'a [ApiPriceList],
    /// The models that these lists leave out and that match the query.
    left_out: Vec<ModelLeftOutJson<'a>>,
    /// Accelerators, with the price of a single one.
    accelerators: Vec<AcceleratorJson<'a>>,
    /// Servers, with the price of a complete one.
    servers: Vec<ServerJson<'a>>,
    /// Hourly offers, by currency and accelerator, the cheapest on-demand accelerator-hour first.
    rentals: Vec<OfferJson<'a>>,
    /// Prices of APIs per million tokens of text, the cheapest input first.
    api_prices: Vec<ApiPriceJson<'a>>,
    /// Other published figures of sites and clouds: prices and measurements.
    measures: Vec<MeasuredFactJson<'a>>,
    /// Exchange rates of the euro.
    exchange_rates: Vec<&'a ReferenceRate>,
    /// The sources of the catalog's figures.
    sources: Vec<&'a FactSource>,
    /// YAML of the prices of APIs as options of a scenario, with their sources; none unless one to three were found.
    paste: Option<String>,
}

/// An accelerator.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct AcceleratorJson<'a> {
    /// Its name in the catalog.
    name: &'a str,
    /// Other names.
    aliases: Vec<&'a str>,
    /// The manufacturer.
    vendor: &'a str,
    /// The socket or board, or a note that it can only be rented.
    form_factor: &'a str,
    /// Memory in GB.
    memory_gb: Ratio,
    /// Memory bandwidth in GB/s.
    memory_bandwidth_gb_s: Option<Ratio>,
    /// Dense BF16 throughput in TFLOPS.
    bf16_dense_tflops: Option<Ratio>,
    /// Rated power of the board in watts.
    board_power_w: Option<Ratio>,
    /// The date on which the specification was read.
    spec_as_of: &'a str,
    /// The source of the specification.
    spec_source: &'a str,
    /// The price of a single one.
    price: Option<PriceJson<'a>>,
    /// The quality of the sources.
    grade: Grade,
    /// A note.
    note: Option<&'a str>,
}

/// A purchase price.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PriceJson<'a> {
    /// The lowest price, in USD.
    low: Ratio,
    /// The highest price, in USD; none if there is only one.
    high: Option<Ratio>,
    /// The date of the price.
    as_of: Option<&'a str>,
    /// The minimum age in days; none without a date of the query.
    age_days: Option<i32>,
    /// Whether the price is older than `max_price_age_days`; none without a date of the query.
    old: Option<bool>,
    /// The source of the price.
    source: Option<&'a str>,
}

/// A server with its accelerators.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ServerJson<'a> {
    /// Its name.
    name: &'a str,
    /// The name of its accelerators in the catalog.
    accelerator: &'a str,
    /// The number of accelerators.
    accelerators: u32,
    /// The price of a complete server.
    price: Option<PriceJson<'a>>,
    /// Maximum power in kW.
    power_kw: Option<Ratio>,
    /// Its height in rack units.
    rack_units: Option<u32>,
    /// The source of power and height.
    spec_source: Option<&'a str>,
    /// The quality of the sources.
    grade: Grade,
    /// A note.
    note: Option<&'a str>,
}

/// An hourly offer.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct OfferJson<'a> {
    /// The provider.
    provider: Option<&'a str>,
    /// The name of the instance; none if accelerators are priced without one.
    instance: Option<&'a str>,
    /// The region.
    region: Option<&'a str>,
    /// The name of the accelerators in the list.
    accelerator: &'a str,
    /// The number of accelerators; a fraction if an instance has a slice of one.
    accelerators: Ratio,
    /// Virtual processors.
    vcpus: Option<Ratio>,
    /// Memory of the instance in GiB.
    memory_gib: Option<Ratio>,
    /// The scope of the price.
    covers: OfferCovers,
    /// The currency of the prices.
    currency: &'a str,
    /// Hourly prices of everything that the offer covers.
    per_hour: HourlyPrices,
    /// The hourly prices divided by the number of accelerators.
    per_accelerator_hour: HourlyPrices,
    /// The date of the prices.
    as_of: Option<&'a str>,
    /// The minimum age in days; none without a date of the query.
    age_days: Option<i32>,
    /// Whether the price is older than `max_price_age_days`; none without a date of the query.
    old: Option<bool>,
    /// Whether the provider is a marketplace, whose hosts set the prices: no firm offer.
    marketplace: bool,
    /// The quality of the source; none for a price list.
    grade: Option<Grade>,
    /// The source of the row.
    source: Option<&'a str>,
    /// A note.
    note: Option<&'a str>,
    /// The price list; none for the catalog.
    list: Option<&'a str>,
    /// The line of the price list at which the row begins.
    line: Option<u64>,
}

/// Prices of a model behind an API, for requests of some lengths.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ApiPriceJson<'a> {
    /// The provider.
    provider: &'a str,
    /// The name of the model at the provider.
    model: &'a str,
    /// The currency of the prices: `USD`.
    currency: &'static str,
    /// Prices of requests that are answered at once.
    per_million_tokens: PricesPerMillionTokens,
    /// Prices of requests that wait in a batch.
    batch_per_million_tokens: PricesPerMillionTokens,
    /// The requests to which the prices apply, by tokens read.
    requests: RequestLengths,
    /// The most tokens that a request can read.
    context_tokens: Option<u64>,
    /// The date of the prices.
    as_of: Option<&'a str>,
    /// The minimum age in days; none without a date of the query.
    age_days: Option<i32>,
    /// Whether the price is older than `max_price_age_days`; none without a date of the query.
    old: Option<bool>,
    /// The quality of the source; none for a price list.
    grade: Option<Grade>,
    /// The source of the row; none for a price list.
    source: Option<&'a str>,
    /// A note.
    note: Option<&'a str>,
    /// The price list; none for the catalog.
    list: Option<&'a str>,
}

/// A model without prices per million tokens.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct ModelLeftOutJson<'a> {
    /// Its name in the list, after that of the provider if the list groups by provider.
    name: &'a str,
    /// Why it is left out.
    reason: LeftOutReason,
    /// The price list.
    list: Option<&'a str>,
}

/// A published figure of a site or a cloud.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MeasuredFactJson<'a> {
    /// The kind of figure.
    measure: FactMeasure,
    /// The value.
    value: Ratio,
    /// The currency of a price.
    currency: Option<&'a str>,
    /// The scope: place, organization and period.
    scope: &'a str,
    /// The date of publication.
    as_of: &'a str,
    /// The minimum age in days; none without a date of the query.
    age_days: Option<i32>,
    /// The publisher.
    source: &'a str,
    /// The quality of the source.
    grade: Grade,
}

impl<'a> FactsJson<'a> {
    fn of(facts: &'a FoundFacts) -> FactsJson<'a> {
        let (found, today) = (&facts.found, facts.today);
        FactsJson {
            query: &facts.query,
            today: today.map(|day| day.to_string()),
            max_price_age_days: facts.max_price_age_days,
            lists: &facts.lists,
            api_lists: &facts.api_lists,
            left_out: facts.left_out.iter().map(|model| ModelLeftOutJson::of(model, facts)).collect(),
            accelerators: found.accelerators.iter().map(|row| AcceleratorJson::of(row, facts)).collect(),
            servers: found.servers.iter().map(|row| ServerJson::of(row, facts)).collect(),
            rentals: found.offers.iter().map(|offer| OfferJson::of(offer, facts)).collect(),
            api_prices: found.api_prices.iter().map(|price| ApiPriceJson::of(price, facts)).collect(),
            measures: found.measures.iter().map(|row| MeasuredFactJson::of(row, facts)).collect(),
            exchange_rates: found.rates.clone(),
            sources: facts.sources(),
            paste: facts.paste().map(|lines| lines.join("\n")),
        }
    }
}

impl<'a> AcceleratorJson<'a> {
    fn of(row: &'a Accelerator, facts: &FoundFacts) -> AcceleratorJson<'a> {
        let as_of = row.price_as_of.as_deref();
        AcceleratorJson {
            name: &row.name,
            aliases: row.aliases().collect(),
            vendor: &row.vendor,
            form_factor: &row.form_factor,
            memory_gb: row.memory_gb.into(),
            memory_bandwidth_gb_s: row.memory_bandwidth_gb_s.map(Ratio::from),
            bf16_dense_tflops: row.bf16_dense_tflops.map(Ratio::from),
            board_power_w: row.board_power_w.map(Ratio::from),
            spec_as_of: &row.spec_as_of,
            spec_source: &row.spec_source,
            price: row.price_low.map(|low| PriceJson {
                low: low.into(),
                high: row.price_high.map(Ratio::from),
                as_of,
                age_days: facts.age_days(as_of),
                old: facts.is_old(as_of),
                source: row.price_source.as_deref(),
            }),
            grade: row.grade,
            note: row.note.as_deref(),
        }
    }
}

impl<'a> ServerJson<'a> {
    fn of(row: &'a Server, facts: &FoundFacts) -> ServerJson<'a> {
        let as_of = row.price_as_of.as_deref();
        ServerJson {
            name: &row.name,
            accelerator: &row.accelerator,
            accelerators: row.accelerators,
            price: row.price_low.map(|low| PriceJson {
                low: low.into(),
                high: row.price_high.map(Ratio::from),
                as_of,
                age_days: facts.age_days(as_of),
                old: facts.is_old(as_of),
                source: row.price_source.as_deref(),
            }),
            power_kw: row.power_kw.map(Ratio::from),
            rack_units: row.rack_units,
            spec_source: row.spec_source.as_deref(),
            grade: row.grade,
            note: row.note.as_deref(),
        }
    }
}

impl<'a> OfferJson<'a> {
    fn of(offer: &'a Offer, facts: &'a FoundFacts) -> OfferJson<'a> {
        let list = facts.list_of(offer);
        OfferJson {
            provider: offer.provider.as_deref(),
            instance: offer.instance.as_deref(),
            region: offer.region.as_deref(),
            accelerator: &offer.accelerator,
            accelerators: offer.accelerators.into(),
            vcpus: offer.vcpus.map(Ratio::from),
            memory_gib: offer.memory_gib.map(Ratio::from),
            covers: offer.covers,
            currency: &offer.currency,
            per_hour: offer.per_hour,
            per_accelerator_hour: offer.per_accelerator_hour(),
            as_of: offer.as_of.as_deref(),
            age_days: facts.age_days(offer.as_of.as_deref()),
            old: facts.is_old(offer.as_of.as_deref()),
            marketplace: offer.is_of_marketplace(),
            grade: offer.grade,
            source: offer.source.as_deref(),
            note: offer.note.as_deref(),
            list: list.map(|(list, _)| list.name.as_str()),
            line: list.map(|(_, line)| line),
        }
    }
}

impl<'a> ApiPriceJson<'a> {
    fn of(price: &'a ApiPrice, facts: &'a FoundFacts) -> ApiPriceJson<'a> {
        ApiPriceJson {
            provider: &price.provider,
            model: &price.model,
            currency: "USD",
            per_million_tokens: price.standard,
            batch_per_million_tokens: price.batch,
            requests: price.requests,
            context_tokens: price.context_tokens,
            as_of: price.as_of.as_deref(),
            age_days: facts.age_days(price.as_of.as_deref()),
            old: facts.is_old(price.as_of.as_deref()),
            grade: price.grade,
            source: price.source.as_deref(),
            note: price.note.as_deref(),
            list: facts.api_list_of(price).map(|list| list.name.as_str()),
        }
    }
}

impl<'a> ModelLeftOutJson<'a> {
    fn of(model: &'a ModelLeftOut, facts: &'a FoundFacts) -> ModelLeftOutJson<'a> {
        let list = facts.api_lists.get(model.list).map(|list| list.name.as_str());
        ModelLeftOutJson { name: &model.name, reason: model.reason, list }
    }
}

impl<'a> MeasuredFactJson<'a> {
    fn of(row: &'a MeasuredFact, facts: &FoundFacts) -> MeasuredFactJson<'a> {
        MeasuredFactJson {
            measure: row.measure,
            value: row.value.into(),
            currency: row.currency.as_deref(),
            scope: &row.scope,
            as_of: &row.as_of,
            age_days: facts.age_days(Some(&row.as_of)),
            source: &row.source,
            grade: row.grade,
        }
    }
}
