//! YAML of an offer's option with the source of its prices.

use crate::model::OptionId;
use crate::scenario::document::Document;
use crate::scenario::{Date, in_double_quotes, part_as_written};

/// Source of the prices of an option.
#[derive(Clone, Debug)]
pub(super) struct PriceSource {
    /// The list and its row, or the source quoted by the catalog.
    pub from: String,
    /// Day of the prices; for a month or a year its last day.
    pub date: Option<Date>,
}

/// The option with its source as YAML.
pub(super) fn pasted(document: &Document, name: &str, source: &PriceSource) -> String {
    let date = source.date.map(|day| format!(", date: {day}")).unwrap_or_default();
    let stated = format!("  rent.{name}: {{ from: {}{date} }}", in_double_quotes(&source.from));
    let option = part_as_written(document, OptionId::rent(name).as_str());
    [vec!["rent:".to_owned()], option, vec!["sources:".to_owned(), stated]].concat().join("\n")
}
