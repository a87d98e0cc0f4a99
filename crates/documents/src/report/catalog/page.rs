//! Facts as a page: how many were found, a table for each kind, then the lists that were read and whose the figures are.

use super::{FoundFacts, data, tables};
use crate::catalog::{FactSource, OfferCovers, PriceList, SourceStatus, age_in_days};
use crate::number;
use crate::report::header;
use crate::report::page::{Block, FileRead, Meaning, Page, Section};
use crate::scenario::Labels;

/// Cells that the headings of sections take.
const MARGIN: usize = 10;

/// The page.
pub(super) fn page(facts: &FoundFacts) -> Page {
    let tables = tables::tables(facts).into_iter().map(Block::Table);
    let blocks = [answer(facts)].into_iter().chain(tables).chain([details(facts)]).collect();
    let of = if facts.query.is_empty() { String::new() } else { format!(": {}", facts.query) };
    Page {
        name: format!("Catalog{of}"),
        conventions: "what was published, to look at and not to decide with".to_owned(),
        asked: None,
        notes: Vec::new(),
        read: FileRead::Alone,
        blocks,
        margin: MARGIN,
        footer: header::footer_of_several(None),
        data: data::data(facts),
        labels: Labels::default(),
    }
}

/// How many there are of each kind.
fn answer(facts: &FoundFacts) -> Block {
    let found = &facts.found;
    let counts = [
        (found.accelerators.len(), "accelerator"),
        (found.servers.len(), "server"),
        (found.offers.len(), "offer by the hour"),
        (found.measures.len(), "measure"),
        (found.rates.len(), "exchange rate"),
    ];
    let said = counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, of)| match of.split_once(' ') {
        Some((noun, rest)) if noun == "offer" => format!("{} {rest}", counted(count, noun)),
        _ => counted(count, of),
    });
    let said = said.collect::<Vec<_>>().join(" · ");
    Block::Sections(vec![Section::answer("Found", Meaning::Winner, vec![said])])
}

fn counted(count: impl TryInto<u32>, noun: &str) -> String {
    number::counted(count.try_into().unwrap_or(u32::MAX), noun)
}

/// The lists that were read, whose the figures of the catalog are, and what keeps a reader from misreading them.
fn details(facts: &FoundFacts) -> Block {
    let alone = facts.found.offers.iter().any(|offer| offer.covers == OfferCovers::AcceleratorsAlone);
    let alone = alone
        .then(|| "* of the accelerators alone: the host that they are attached to is charged beside them".to_owned());
    let shipped = !facts.sources().is_empty();
    let grades = shipped.then(|| {
        "grade A is a primary source with a date, B quotes one, C is weak; a blank was not found and is not nothing"
            .to_owned()
    });
    let sections = [
        Section::detail("Lists", facts.lists.iter().map(|list| said(list, facts)).collect()),
        Section::detail("Sources", sources(facts)),
        Section::detail("Note", alone.into_iter().chain(grades).collect()),
    ];
    Block::Sections(sections.into_iter().flatten().collect())
}

/// `aws/vms.csv: a catalog of SkyPilot, 2,345 rows, 45 offers, 2,300 hosts left out, no date · sha256 3f9a41c2…`, with all its digits, since the
/// source of a scenario states them.
fn said(list: &PriceList, facts: &FoundFacts) -> String {
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
    let dated = list.as_of.as_ref().map(|day| format!("of {day}{}", age(day, facts)));
    let dated = dated.or_else(of_rows).unwrap_or_else(|| "of no date that it says".to_owned());
    format!("{}: {}, {rows}{hosts}, {dated} · sha256 {}", list.name, list.keeper.called(), list.sha256)
}

/// `, 45 days old`.
fn age(day: &str, facts: &FoundFacts) -> String {
    let days = facts.today.and_then(|today| age_in_days(day, today));
    match days.map(u32::try_from) {
        Some(Ok(days)) => format!(", {} old", counted(days, "day")),
        Some(Err(_)) => ", which is ahead".to_owned(),
        None => String::new(),
    }
}

/// Whose the figures are, each said once.
fn sources(facts: &FoundFacts) -> Vec<String> {
    let mut said: Vec<String> = facts.sources().into_iter().map(source).collect();
    said.dedup();
    said
}

/// `Epoch AI: CC-BY-4.0`.
fn source(source: &FactSource) -> String {
    let publisher = source.publisher.as_deref().unwrap_or(&source.name);
    let named = match source.status {
        SourceStatus::Licensed if !publisher.contains(&source.name) => format!("{publisher} ({})", source.name),
        SourceStatus::Licensed | SourceStatus::Public | SourceStatus::Page => publisher.to_owned(),
        SourceStatus::Definition => source.name.clone(),
    };
    let terms: Vec<&str> = source.licence.iter().chain(&source.terms).map(String::as_str).collect();
    if terms.is_empty() { named } else { format!("{named}: {}", terms.join(", ")) }
}
