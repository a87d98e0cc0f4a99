//! Facts as a page: counts, a table per kind, the price lists, and the sources.

use super::{FoundFacts, data, tables};
use crate::catalog::{ApiPriceList, FactSource, Offer, OfferCovers, PriceList, SourceStatus};
use crate::number::{self, counted};
use crate::report::header;
use crate::report::page::{Block, Meaning, Page, Section, Snippet};

/// Width of the column of section headings, in cells.
pub(super) const MARGIN: usize = 10;

/// The page.
pub(super) fn page(facts: &FoundFacts) -> Page {
    let tables = tables::tables(facts).into_iter().map(Block::Table);
    let blocks = [answer(facts)].into_iter().chain(tables).chain([details(facts)]).chain(paste(facts)).collect();
    let conventions = "published prices; get a quote before deciding";
    header::page_alone(titled("Catalog", &facts.query), conventions, MARGIN, blocks, data::data(facts))
}

/// The name of a page with its query: `Catalog: h100`.
pub(super) fn titled(name: &str, query: &str) -> String {
    if query.is_empty() { name.to_owned() } else { format!("{name}: {query}") }
}

/// The number of facts of each kind.
fn answer(facts: &FoundFacts) -> Block {
    let found = &facts.found;
    let counts = [
        (found.accelerators.len(), "accelerator"),
        (found.servers.len(), "server"),
        (found.offers.len(), "offer by the hour"),
        (found.api_prices.len(), "API price"),
        (found.measures.len(), "measure"),
        (found.rates.len(), "exchange rate"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, of)| match of.split_once(' ') {
        Some((noun @ "offer", rest)) => format!("{} {rest}", counted(count, noun)),
        _ => counted(count, of),
    });
    let counts = counts.collect::<Vec<_>>().join(" · ");
    Block::Sections(vec![Section::answer("Found", Meaning::Winner, vec![counts])])
}

/// The price lists, the sources of the catalog's figures, and notes that prevent misreading them.
fn details(facts: &FoundFacts) -> Block {
    let alone = facts.found.offers.iter().any(|offer| offer.covers == OfferCovers::AcceleratorsAlone);
    let alone = alone.then(|| "* accelerators only: their host is charged separately".to_owned());
    let shipped = !facts.sources().is_empty();
    let grades = shipped.then(|| {
        "grade A is a primary source with a date, B quotes one, C is weak; a blank value is unknown, not 0".to_owned()
    });
    let content = (!facts.found.api_prices.is_empty()).then(|| {
        "prices of APIs: images, sound, tools, searches and faster service have prices of their own".to_owned()
    });
    let marketplace = facts.found.offers.iter().any(Offer::is_of_marketplace);
    let marketplace = marketplace.then(|| "marketplace: hosts set the price, which is no firm offer".to_owned());
    let lists = facts.lists.iter().map(|list| list_line(list, facts));
    let lists = lists.chain(facts.api_lists.iter().map(|list| api_list_line(list, facts)));
    let sections = [
        Section::detail("Lists", lists.collect()),
        Section::detail("Left out", left_out(facts)),
        Section::detail("Sources", sources(facts.sources())),
        Section::detail(
            "Note",
            alone.into_iter().chain(marketplace).chain(content).chain(old(facts)).chain(grades).collect(),
        ),
    ];
    Block::Sections(sections.into_iter().flatten().collect())
}

/// Meaning of the mark of old prices, if there are any.
fn old(facts: &FoundFacts) -> Option<String> {
    let found = &facts.found;
    let offers = found.offers.iter().map(|offer| offer.as_of.as_deref());
    let api_prices = found.api_prices.iter().map(|price| price.as_of.as_deref());
    let bought = found.accelerators.iter().map(|row| row.price_as_of.as_deref());
    let bought = bought.chain(found.servers.iter().map(|row| row.price_as_of.as_deref()));
    let mut dates = offers.chain(api_prices).chain(bought);
    let days = counted(facts.max_price_age_days, "day");
    let today = facts.today.filter(|_| dates.any(|as_of| facts.is_old(as_of) == Some(true)))?;
    Some(format!("old: a price of more than {days} before {today}"))
}

/// Most models that are left out and named.
const MOST_LEFT_OUT: usize = 5;

/// Models that would match, but have no price per million tokens; none without a query, which everything matches.
fn left_out(facts: &FoundFacts) -> Vec<String> {
    if facts.query.is_empty() {
        return Vec::new();
    }
    let named = facts.left_out.iter().take(MOST_LEFT_OUT);
    let named = named.map(|model| format!("{}, {}", model.name, model.reason.after_count()));
    let more = facts.left_out.len().saturating_sub(MOST_LEFT_OUT);
    named.chain((more > 0).then(|| format!("{} more", number::grouped(more.into(), 0)))).collect()
}

/// The prices of the APIs as a piece of a scenario, if there are any.
fn paste(facts: &FoundFacts) -> Option<Block> {
    let lines = facts.paste().unwrap_or_default();
    (!facts.found.api_prices.is_empty()).then(|| {
        Block::Snippet(Snippet {
            heading: "Paste",
            language: "yaml",
            lines,
            nothing: "narrow QUERY to at most three prices to get them as YAML".to_owned(),
        })
    })
}

/// Description of a price list of APIs: `prices.json: the list of LiteLLM, 4,878 models, 3,651 with prices; left out: 98 under
/// another name, undated · sha256 3f9a41c2…`.
fn api_list_line(list: &ApiPriceList, facts: &FoundFacts) -> String {
    let count = |count: u64| number::grouped(count.into(), 0);
    let models = format!("{} models, {} with prices per token", count(list.models), count(list.priced));
    let left_out = list.left_out.iter().map(|of| format!("{} {}", count(of.models), of.reason.after_count()));
    let left_out = left_out.collect::<Vec<_>>().join(", ");
    let left_out = if left_out.is_empty() { left_out } else { format!("; left out: {left_out}") };
    let dated = list.as_of.as_ref().map(|day| format!("dated {day}{}", age(day, facts)));
    let dated = dated.unwrap_or_else(|| "undated".to_owned());
    format!("{}: {}, {dated}, {models}{left_out} · sha256 {}", list.name, list.keeper.display_name(), list.sha256)
}

/// Description of a price list: `aws/vms.csv: a catalog of SkyPilot, 2,345 rows, 45 offers, undated · sha256 3f9a41c2…`. The
/// fingerprint has all its digits, for the source of a scenario.
fn list_line(list: &PriceList, facts: &FoundFacts) -> String {
    let rows = [counted(list.rows, "row"), counted(list.offers, "offer")].join(", ");
    let hosts = if list.hosts == 0 {
        String::new()
    } else {
        format!(", {} without accelerators left out", counted(list.hosts, "host"))
    };
    let of_rows = || {
        let dated = facts.found.offers.iter().filter(|offer| facts.list_of(offer).is_some_and(|(of, _)| of == list));
        dated.clone().any(|offer| offer.as_of.is_some()).then(|| "dated by row".to_owned())
    };
    let dated = list.as_of.as_ref().map(|day| format!("dated {day}{}", age(day, facts)));
    let dated = dated.or_else(of_rows).unwrap_or_else(|| "undated".to_owned());
    format!("{}: {}, {rows}{hosts}, {dated} · sha256 {}", list.name, list.keeper.display_name(), list.sha256)
}

/// The age of a list: `, 45 days old`.
fn age(day: &str, facts: &FoundFacts) -> String {
    match facts.age_days(Some(day)).map(u32::try_from) {
        Some(Ok(days)) => format!(", {} old", counted(days, "day")),
        Some(Err(_)) => ", in the future".to_owned(),
        None => String::new(),
    }
}

/// The sources, without repetition.
pub(super) fn sources(of: impl IntoIterator<Item = &'static FactSource>) -> Vec<String> {
    let mut sources: Vec<String> = of.into_iter().map(source).collect();
    sources.dedup();
    sources
}

/// A source with its terms: `Epoch AI: CC-BY-4.0`.
fn source(source: &FactSource) -> String {
    let publisher = source.publisher.as_deref().unwrap_or(&source.name);
    let named = match source.status {
        SourceStatus::Licensed if !publisher.contains(&*source.name) => format!("{publisher} ({})", source.name),
        SourceStatus::Licensed | SourceStatus::Public | SourceStatus::Page => publisher.to_owned(),
        SourceStatus::Definition => source.name.to_string(),
    };
    let terms: Vec<&str> = source.licence.iter().chain(&source.terms).map(AsRef::as_ref).collect();
    if terms.is_empty() { named } else { format!("{named}: {}", terms.join(", ")) }
}
