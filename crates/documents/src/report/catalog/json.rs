//! Facts as JSON, `rackrent.catalog/1`.

use super::FoundFacts;
use crate::amount::Ratio;
use crate::catalog::{
    Accelerator, FactMeasure, FactSource, Grade, HourlyPrices, ListKeeper, MeasuredFact, Offer, OfferCovers, PriceList,
    ReferenceRate, Server, SourceStatus, age_in_days,
};
use crate::report::json::{self, Contract};
use crate::scenario::Date;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(facts: &FoundFacts, out: &mut dyn Write) -> io::Result<()> {
    json::write(Contract::Catalog, &WrittenFacts::of(facts), out)
}

/// Facts of the catalog, and offers of lists that were read. What was not found is `null`, never 0.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenFacts<'a> {
    /// The words of the question.
    query: &'a str,
    /// The day on which it is asked, where that is said.
    today: Option<String>,
    /// The lists that were read beside the catalog.
    lists: Vec<WrittenList<'a>>,
    /// Accelerators, and what one alone is sold for.
    accelerators: Vec<WrittenAccelerator<'a>>,
    /// Servers, and what a whole one is sold for.
    servers: Vec<WrittenServer<'a>>,
    /// Offers by the hour, by currency and accelerator, the cheapest accelerator-hour on demand first.
    rentals: Vec<WrittenOffer<'a>>,
    /// What sites and clouds charge beside that, and what was measured of them.
    measures: Vec<WrittenMeasure<'a>>,
    /// What one euro was worth.
    exchange_rates: Vec<WrittenRate<'a>>,
    /// Whose the figures of the catalog are.
    sources: Vec<WrittenSource<'a>>,
}

/// A list that was read.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenList<'a> {
    /// Its file as it was given.
    name: &'a str,
    /// Whose layout it has.
    keeper: ListKeeper,
    /// SHA-256 of its bytes, in hexadecimal.
    sha256: &'a str,
    /// The day of its prices, as whoever asked said.
    as_of: Option<&'a str>,
    /// Rows behind its header.
    rows: u64,
    /// Those that are offers of accelerators, whether or not they fit the question.
    offers: u64,
    /// Those that are hosts without accelerators, which are left out.
    hosts: u64,
}

/// An accelerator.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenAccelerator<'a> {
    /// Its name in the catalog.
    name: &'a str,
    /// Other names of it.
    aliases: &'a [String],
    /// Who makes it.
    vendor: &'a str,
    /// The socket or board, or that it is only rented.
    form_factor: &'a str,
    /// Memory in GB.
    memory_gb: Ratio,
    /// Memory bandwidth in GB a second.
    memory_bandwidth_gb_s: Option<Ratio>,
    /// Dense arithmetic in BF16, in TFLOPS.
    bf16_dense_tflops: Option<Ratio>,
    /// Rated power of the board in watts.
    board_power_w: Option<Ratio>,
    /// When the specification was read.
    spec_as_of: &'a str,
    /// Where it was read.
    spec_source: &'a str,
    /// What one alone is sold for.
    price: Option<WrittenPrice<'a>>,
    /// How good the sources are.
    grade: Grade,
    /// What else to know of it.
    note: Option<&'a str>,
}

/// What something is sold for.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenPrice<'a> {
    /// The least, in USD.
    low: Ratio,
    /// The most, in USD; none where there is one price.
    high: Option<Ratio>,
    /// When.
    as_of: Option<&'a str>,
    /// How many days ago that is at least; none where nobody says which day it is.
    age_days: Option<i32>,
    /// Whose prices these are.
    source: Option<&'a str>,
}

/// A server with its accelerators.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenServer<'a> {
    /// What it is called.
    name: &'a str,
    /// The name of its accelerators in the catalog.
    accelerator: &'a str,
    /// How many it holds.
    accelerators: u32,
    /// What a whole one is sold for.
    price: Option<WrittenPrice<'a>>,
    /// The most power that it draws, in kW.
    power_kw: Option<Ratio>,
    /// Its height in rack units.
    rack_units: Option<u32>,
    /// Where power and height were read.
    spec_source: Option<&'a str>,
    /// How good the sources are.
    grade: Grade,
    /// What else to know of it.
    note: Option<&'a str>,
}

/// What is asked by the hour.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenOffer<'a> {
    /// Who offers it.
    provider: Option<&'a str>,
    /// What the instance is called; none where accelerators are priced without one.
    instance: Option<&'a str>,
    /// Where it runs.
    region: Option<&'a str>,
    /// What the list calls the accelerators.
    accelerator: &'a str,
    /// How many there are; a share of one where an instance has a slice.
    accelerators: Ratio,
    /// Virtual processors.
    vcpus: Option<Ratio>,
    /// Memory of the instance in GiB.
    memory_gib: Option<Ratio>,
    /// What the price pays for.
    covers: OfferCovers,
    /// The currency of the prices.
    currency: &'a str,
    /// Prices of an hour of all that it covers.
    per_hour: WrittenHourly,
    /// The same divided by the accelerators.
    per_accelerator_hour: WrittenHourly,
    /// When these were prices.
    as_of: Option<&'a str>,
    /// How many days ago that is at least; none where nobody says which day it is.
    age_days: Option<i32>,
    /// How good the source is; none of a list that was read.
    grade: Option<Grade>,
    /// Where the row was read.
    source: Option<&'a str>,
    /// What else to know of it.
    note: Option<&'a str>,
    /// The list that it was read from; none of the catalog.
    list: Option<&'a str>,
    /// The line of the list at which its row begins.
    line: Option<u64>,
}

/// Prices of an hour; what nobody states is none.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenHourly {
    /// On demand.
    on_demand: Option<Ratio>,
    /// On spot.
    spot: Option<Ratio>,
    /// Committed for a year.
    committed_1_year: Option<Ratio>,
    /// Committed for three years.
    committed_3_years: Option<Ratio>,
}

/// What somebody published of a site or a cloud.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMeasure<'a> {
    /// What it measures.
    measure: FactMeasure,
    /// The figure.
    value: Ratio,
    /// The currency of a price.
    currency: Option<&'a str>,
    /// Where, of whom and when.
    scope: &'a str,
    /// When it was published.
    as_of: &'a str,
    /// How many days ago that is at least; none where nobody says which day it is.
    age_days: Option<i32>,
    /// Who published it.
    source: &'a str,
    /// How good the source is.
    grade: Grade,
}

/// What one euro was worth in a currency.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenRate<'a> {
    /// The currency.
    currency: &'a str,
    /// So many of it for one euro.
    per_euro: Ratio,
    /// The day of the rate.
    as_of: &'a str,
    /// Who published it.
    source: &'a str,
    /// How good the source is.
    grade: Grade,
}

/// A source of the catalog.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenSource<'a> {
    /// The words by which rows name it.
    name: &'a str,
    /// Who published it.
    publisher: Option<&'a str>,
    /// On what ground its figures are shipped.
    status: SourceStatus,
    /// The licence of the list that the figures stand in, as SPDX writes it; of lists that have one.
    licence: Option<&'a str>,
    /// What else there is to say of that.
    terms: Option<&'a str>,
}

impl<'a> WrittenFacts<'a> {
    fn of(facts: &'a FoundFacts) -> WrittenFacts<'a> {
        let (found, today) = (&facts.found, facts.today);
        WrittenFacts {
            query: &facts.query,
            today: today.map(|day| day.to_string()),
            lists: facts.lists.iter().map(WrittenList::of).collect(),
            accelerators: found.accelerators.iter().map(|row| WrittenAccelerator::of(row, today)).collect(),
            servers: found.servers.iter().map(|row| WrittenServer::of(row, today)).collect(),
            rentals: found.offers.iter().map(|offer| WrittenOffer::of(offer, facts)).collect(),
            measures: found.measures.iter().map(|row| WrittenMeasure::of(row, today)).collect(),
            exchange_rates: found.rates.iter().map(|row| WrittenRate::of(row)).collect(),
            sources: facts.sources().into_iter().map(WrittenSource::of).collect(),
        }
    }
}

impl<'a> WrittenList<'a> {
    fn of(list: &'a PriceList) -> WrittenList<'a> {
        let PriceList { name, keeper, sha256, as_of, rows, offers, hosts } = list;
        WrittenList {
            name,
            keeper: *keeper,
            sha256,
            as_of: as_of.as_deref(),
            rows: *rows,
            offers: *offers,
            hosts: *hosts,
        }
    }
}

fn age(as_of: Option<&str>, today: Option<Date>) -> Option<i32> {
    age_in_days(as_of?, today?)
}

impl<'a> WrittenAccelerator<'a> {
    fn of(row: &'a Accelerator, today: Option<Date>) -> WrittenAccelerator<'a> {
        let as_of = row.price_as_of.as_deref();
        WrittenAccelerator {
            name: &row.name,
            aliases: &row.aliases,
            vendor: &row.vendor,
            form_factor: &row.form_factor,
            memory_gb: row.memory_gb.into(),
            memory_bandwidth_gb_s: row.memory_bandwidth_gb_s.map(Ratio::from),
            bf16_dense_tflops: row.bf16_dense_tflops.map(Ratio::from),
            board_power_w: row.board_power_w.map(Ratio::from),
            spec_as_of: &row.spec_as_of,
            spec_source: &row.spec_source,
            price: row.price_low.map(|low| WrittenPrice {
                low: low.into(),
                high: row.price_high.map(Ratio::from),
                as_of,
                age_days: age(as_of, today),
                source: row.price_source.as_deref(),
            }),
            grade: row.grade,
            note: row.note.as_deref(),
        }
    }
}

impl<'a> WrittenServer<'a> {
    fn of(row: &'a Server, today: Option<Date>) -> WrittenServer<'a> {
        let as_of = row.price_as_of.as_deref();
        WrittenServer {
            name: &row.name,
            accelerator: &row.accelerator,
            accelerators: row.accelerators,
            price: row.price_low.map(|low| WrittenPrice {
                low: low.into(),
                high: row.price_high.map(Ratio::from),
                as_of,
                age_days: age(as_of, today),
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

impl<'a> WrittenOffer<'a> {
    fn of(offer: &'a Offer, facts: &'a FoundFacts) -> WrittenOffer<'a> {
        let list = facts.list_of(offer);
        WrittenOffer {
            provider: offer.provider.as_deref(),
            instance: offer.instance.as_deref(),
            region: offer.region.as_deref(),
            accelerator: &offer.accelerator,
            accelerators: offer.accelerators.into(),
            vcpus: offer.vcpus.map(Ratio::from),
            memory_gib: offer.memory_gib.map(Ratio::from),
            covers: offer.covers,
            currency: &offer.currency,
            per_hour: WrittenHourly::of(offer.per_hour),
            per_accelerator_hour: WrittenHourly::of(offer.per_accelerator_hour()),
            as_of: offer.as_of.as_deref(),
            age_days: age(offer.as_of.as_deref(), facts.today),
            grade: offer.grade,
            source: offer.source.as_deref(),
            note: offer.note.as_deref(),
            list: list.map(|(list, _)| list.name.as_str()),
            line: list.map(|(_, line)| line),
        }
    }
}

impl WrittenHourly {
    fn of(prices: HourlyPrices) -> WrittenHourly {
        let [on_demand, spot, committed_1_year, committed_3_years] = prices.all().map(|price| price.map(Ratio::from));
        WrittenHourly { on_demand, spot, committed_1_year, committed_3_years }
    }
}

impl<'a> WrittenMeasure<'a> {
    fn of(row: &'a MeasuredFact, today: Option<Date>) -> WrittenMeasure<'a> {
        WrittenMeasure {
            measure: row.measure,
            value: row.value.into(),
            currency: row.currency.as_deref(),
            scope: &row.scope,
            as_of: &row.as_of,
            age_days: age(Some(&row.as_of), today),
            source: &row.source,
            grade: row.grade,
        }
    }
}

impl<'a> WrittenRate<'a> {
    fn of(row: &'a ReferenceRate) -> WrittenRate<'a> {
        let ReferenceRate { currency, per_euro, as_of, source, grade } = row;
        WrittenRate { currency, per_euro: (*per_euro).into(), as_of, source, grade: *grade }
    }
}

impl<'a> WrittenSource<'a> {
    fn of(source: &'a FactSource) -> WrittenSource<'a> {
        WrittenSource {
            name: &source.name,
            publisher: source.publisher.as_deref(),
            status: source.status,
            licence: source.licence.as_deref(),
            terms: source.terms.as_deref(),
        }
    }
}
