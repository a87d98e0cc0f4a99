//! Header and footer of pages.

use super::figures;
use super::page::{Block, Data, Page, PageContext};
use crate::analysis::statement::Header;
use crate::catalog::catalog_pack;
use crate::number;
use crate::reasons;
use crate::scenario::Labels;
use crate::scenario::conventions::{Financing, FlowDates};

/// An empty page about a scenario. `margin` is the width of section headings in terminal cells.
pub(super) fn page(header: &Header, margin: usize, data: Data) -> Page {
    Page {
        name: header.name.clone(),
        conventions: conventions(header),
        request: None,
        notes: Vec::new(),
        read: PageContext::Alone,
        blocks: Vec::new(),
        margin,
        footer: footer(header),
        data,
        labels: header.labels.clone(),
    }
}

/// A page of no single scenario. `margin` is the width of section headings in terminal cells.
pub(super) fn page_alone(
    name: String,
    conventions: impl Into<String>,
    margin: usize,
    blocks: Vec<Block>,
    data: Data,
) -> Page {
    Page {
        name,
        conventions: conventions.into(),
        request: None,
        notes: Vec::new(),
        read: PageContext::Alone,
        blocks,
        margin,
        footer: footer_of_several(None),
        data,
        labels: Labels::default(),
    }
}

/// Conventions of two scenarios: one text, or both if they differ.
pub(super) fn conventions_of_both(before: &Header, after: &Header) -> String {
    let (old, new) = (conventions(before), conventions(after));
    if old == new { new } else { format!("before: {old}; after: {new}") }
}

/// Conventions of all figures: months, currency, tax, cash dates and discount rate.
fn conventions(header: &Header) -> String {
    let tax = if header.tax_rate.is_some() { "after tax" } else { "before tax" };
    let rates: Vec<String> = header.indirect_tax_rates.iter().map(|rate| figures::rate(**rate)).collect();
    let indirect =
        if rates.is_empty() { String::new() } else { format!(", {} indirect tax included", reasons::listed(&rates)) };
    let cash = match header.flows.unwrap_or(FlowDates::MonthEnd) {
        FlowDates::MonthEnd => "month-end cash",
        FlowDates::YearEnd => "year-end cash",
        FlowDates::MidYear => "mid-year cash",
    };
    let loans = match header.financing {
        Financing::Separate => "",
        Financing::Inside => ", loans included",
    };
    let from = header.calendar.map(|calendar| format!(" from {}", calendar.start)).unwrap_or_default();
    format!(
        "{}{from} · {} · {tax}{indirect}, nominal, {cash}{loans}, {}/year",
        number::counted(header.horizon_months, "month"),
        header.currency,
        figures::rate(*header.discount_rate)
    )
}

/// Footer: program version, file, case and settings.
pub(super) fn footer(header: &Header) -> String {
    format!("{} · {}{}", program(), file(header), options_of(header))
}

/// Footer of a comparison of two scenarios.
pub(super) fn footer_of_both(before: &Header, after: &Header) -> String {
    format!("{} · before: {} · after: {}{}", program(), file(before), file(after), options_of(after))
}

/// Program version, and the catalog if it is a pack.
fn program() -> String {
    const PROGRAM: &str = concat!("rackrent ", env!("CARGO_PKG_VERSION"));
    let catalog = catalog_pack().map(|pack| format!(" · catalog {}", pack.words()));
    format!("{PROGRAM}{}", catalog.unwrap_or_default())
}

/// Footer of several files; case and settings are those of the first.
pub(super) fn footer_of_several(first: Option<&Header>) -> String {
    format!("{}{}", program(), first.map(options_of).unwrap_or_default())
}

/// File and the first digits of its hash.
fn file(header: &Header) -> String {
    format!("{} · sha256 {}", header.file, header.sha256.get(..8).unwrap_or(&header.sha256))
}

/// Case, settings and workbook.
fn options_of(header: &Header) -> String {
    let case = header.case.iter().flat_map(|case| [" · --case ", case]);
    let set = header.set.iter().flat_map(|set| [" · --set ", set]);
    let workbook = header.workbook.iter().flat_map(|workbook| [" · values from ", workbook]);
    case.chain(set).chain(workbook).collect()
}

#[cfg(test)]
mod tests {
    use super::super::example;
    use super::*;

    #[test]
    fn the_footer_says_which_program_file_case_and_settings() {
        let mut header = example::comparison(2).header;
        header.set = vec!["demand.utilization=45%".to_owned()];
        let version = env!("CARGO_PKG_VERSION");
        let expected = format!("rackrent {version} · quote.yaml · sha256 3f9a41c2 · --set demand.utilization=45%");
        assert_eq!(footer(&header), expected);
        header.case = Some("downside".to_owned());
        assert!(footer(&header).ends_with(" · sha256 3f9a41c2 · --case downside · --set demand.utilization=45%"));
    }
}
