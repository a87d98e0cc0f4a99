//! How the files of the catalog are read: by the names of their columns, numbers exactly.

use crate::number;
use rust_decimal::Decimal;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error};

/// The rows of a file.
///
/// # Panics
/// If a row is broken: the files are part of the program, and a test reads every row.
pub(super) fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let rows: Result<Vec<T>, csv::Error> = csv::Reader::from_reader(text.as_bytes()).deserialize().collect();
    rows.unwrap_or_else(|broken| panic!("the catalog is part of the program: {broken}"))
}

/// A number.
pub(super) fn decimal<'de, D: Deserializer<'de>>(cell: D) -> Result<Decimal, D::Error> {
    let text = String::deserialize(cell)?;
    number::decimal(&text).map_err(|_| D::Error::custom(format!("`{text}` is not a number")))
}

/// A number, or nothing in a blank cell.
pub(super) fn blank_or_decimal<'de, D: Deserializer<'de>>(cell: D) -> Result<Option<Decimal>, D::Error> {
    let text = Option::<String>::deserialize(cell)?;
    let read = |text: String| number::decimal(&text).map_err(|_| D::Error::custom(format!("`{text}` is not a number")));
    text.map(read).transpose()
}

/// Words that a bar divides.
pub(super) fn words<'de, D: Deserializer<'de>>(cell: D) -> Result<Vec<String>, D::Error> {
    let text = Option::<String>::deserialize(cell)?.unwrap_or_default();
    Ok(text.split('|').filter(|word| !word.is_empty()).map(str::to_owned).collect())
}
