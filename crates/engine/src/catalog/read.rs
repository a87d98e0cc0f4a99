//! Rows of the catalog: constants, or those of a pack. Cells are matched to fields by position, and numbers are exact.

use super::pack::text_in_use;
use crate::number;
use rust_decimal::Decimal;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, Visitor};
use std::fmt;

/// Rows of a file in the catalog of this process: those of the pack, or else those that `build.rs` wrote.
macro_rules! in_use {
    ($file:literal, $row:ty) => {{
        #[allow(clippy::unreadable_literal, reason = "numbers are written by a program")]
        static SHIPPED: &[$row] = include!(concat!(env!("OUT_DIR"), "/", $file, ".rs"));
        $crate::catalog::read::of_pack(concat!($file, ".csv")).unwrap_or(SHIPPED)
    }};
}
pub(super) use in_use;

/// Rows of a file of the pack; `None` for the shipped catalog. They are kept for the rest of the process, which has one pack.
pub(super) fn of_pack<T: DeserializeOwned>(file: &str) -> Option<&'static [T]> {
    text_in_use(file).map(|text| &*rows(text).leak())
}

/// Rows of a file whose columns are in field order, after a header line. Matching by position avoids looking up the field of
/// every cell, which would take most of the time.
///
/// # Panics
/// If a row is invalid: a pack is checked before it is used.
fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut rows = Vec::new();
    loop {
        let is_read = reader.read_record(&mut record);
        match is_read.and_then(|is_read| is_read.then(|| record.deserialize(None)).transpose()) {
            Ok(Some(row)) => rows.push(row),
            Ok(None) => return rows,
            Err(broken) => panic!("a pack is checked before it is used: {broken}"),
        }
    }
}

/// A numeric cell.
struct Number(Decimal);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(cell: D) -> Result<Number, D::Error> {
        cell.deserialize_str(NumberInCell).map(Number)
    }
}

struct NumberInCell;

impl Visitor<'_> for NumberInCell {
    type Value = Decimal;

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("a number")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Decimal, E> {
        number::decimal(text).map_err(|_| E::custom(format!("`{text}` is not a number")))
    }
}

/// Deserializes a number.
pub(super) fn decimal<'de, D: Deserializer<'de>>(cell: D) -> Result<Decimal, D::Error> {
    Number::deserialize(cell).map(|Number(number)| number)
}

/// Deserializes a number or a blank cell.
pub(super) fn blank_or_decimal<'de, D: Deserializer<'de>>(cell: D) -> Result<Option<Decimal>, D::Error> {
    Ok(Option::<Number>::deserialize(cell)?.map(|Number(number)| number))
}

#[cfg(test)]
mod tests {
    use crate::catalog::{
        ReferenceRate, accelerator, accelerators, api_price, benchmark_models, benchmark_rounds, exchange_rate,
        fact_sources, marketplace, marketplaces, measure, measures, reference_rates, rental, rentals, server, servers,
        source, throughput, throughput_results,
    };
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    /// Asserts that matching by position and by column name gives the constants.
    fn are_in<T: DeserializeOwned + Debug>(text: &str, constants: &[T]) {
        let by_name: Vec<T> = csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect();
        assert!(!by_name.is_empty());
        assert_eq!(format!("{constants:?}"), format!("{by_name:?}"));
        assert_eq!(format!("{:?}", super::rows::<T>(text)), format!("{by_name:?}"));
    }

    #[test]
    fn the_constants_are_the_rows_of_the_files() {
        are_in(accelerator::SHIPPED, accelerators());
        are_in(api_price::SHIPPED, api_price::rows());
        are_in(exchange_rate::SHIPPED, reference_rates());
        are_in(marketplace::SHIPPED, marketplaces());
        are_in(measure::SHIPPED, measures());
        are_in(rental::SHIPPED, rentals());
        are_in(server::SHIPPED, servers());
        are_in(source::SHIPPED, fact_sources());
        are_in(throughput::SHIPPED_RESULTS, throughput_results());
        are_in(throughput::SHIPPED_MODELS, benchmark_models());
        are_in(throughput::SHIPPED_ROUNDS, benchmark_rounds());
    }

    #[test]
    #[should_panic(expected = "a pack is checked before it is used")]
    fn a_broken_row_is_a_bug() {
        super::rows::<ReferenceRate>("currency,per_euro,as_of,source,grade\nUSD,about 1,2026-01-01,ecb,A\n");
    }
}
