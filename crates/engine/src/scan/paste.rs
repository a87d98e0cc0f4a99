//! The option of an offer as a piece of the scenario, with where its prices come from.

use crate::scenario::document::Document;
use crate::scenario::{Date, in_double_quotes, part_as_written};

/// Where the prices of an option come from.
#[derive(Clone, Debug)]
pub(super) struct PriceSource {
    /// The list and the row in it, or whom the catalog quotes.
    pub from: String,
    /// The day of the prices; of a month or a year the last one of it.
    pub date: Option<Date>,
}

/// The option with its source.
pub(super) fn pasted(document: &Document, name: &str, source: &PriceSource) -> String {
    let date = source.date.map(|day| format!(", date: {day}")).unwrap_or_default();
    let stated = format!("  rent.{name}: {{ from: {}{date} }}", in_double_quotes(&source.from));
    let option = part_as_written(document, &format!("rent.{name}"));
    [vec!["rent:".to_owned()], option, vec!["sources:".to_owned(), stated]].concat().join("\n")
}
