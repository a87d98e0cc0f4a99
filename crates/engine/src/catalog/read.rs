//! Reading of the catalog files: cells are matched to fields by position, and numbers are exact.

use crate::number;
use rust_decimal::Decimal;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, Visitor};
use std::fmt;

/// Rows of a file whose columns are in field order, after a header line. Matching by position avoids looking up the field of
/// every cell, which would take most of the time.
///
/// # Panics
/// If a row is invalid: the files are part of the program, and a test reads every row.
pub(super) fn rows<T: DeserializeOwned>(text: &str) -> Vec<T> {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let mut record = csv::StringRecord::new();
    let mut rows = Vec::new();
    loop {
        let is_read = reader.read_record(&mut record);
        match is_read.and_then(|is_read| is_read.then(|| record.deserialize(None)).transpose()) {
            Ok(Some(row)) => rows.push(row),
            Ok(None) => return rows,
            Err(broken) => panic!("the catalog is part of the program: {broken}"),
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

/// Deserializes words separated by bars.
pub(super) fn words<'de, D: Deserializer<'de>>(cell: D) -> Result<Vec<String>, D::Error> {
    let text = Option::<String>::deserialize(cell)?.unwrap_or_default();
    Ok(text.split('|').filter(|word| !word.is_empty()).map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use crate::catalog::accelerator::Accelerator;
    use crate::catalog::api_price::ApiPriceRow;
    use crate::catalog::exchange_rate::ReferenceRate;
    use crate::catalog::marketplace::Marketplace;
    use crate::catalog::measure::MeasuredFact;
    use crate::catalog::rental::Rental;
    use crate::catalog::server::Server;
    use crate::catalog::source::FactSource;
    use crate::catalog::throughput::{BenchmarkModel, BenchmarkRound, ThroughputResult};
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    /// Asserts that matching by column name gives the same rows.
    fn stands_in_the_order_of_its_fields<T: DeserializeOwned + Debug>(text: &str) {
        let by_name: Vec<T> = csv::Reader::from_reader(text.as_bytes()).deserialize().map(Result::unwrap).collect();
        assert!(!by_name.is_empty());
        assert_eq!(format!("{:?}", super::rows::<T>(text)), format!("{by_name:?}"));
    }

    #[test]
    fn columns_stand_in_the_order_of_the_fields() {
        stands_in_the_order_of_its_fields::<Accelerator>(include_str!("data/accelerators.csv"));
        stands_in_the_order_of_its_fields::<ApiPriceRow>(include_str!("data/api_prices.csv"));
        stands_in_the_order_of_its_fields::<ReferenceRate>(include_str!("data/exchange_rates.csv"));
        stands_in_the_order_of_its_fields::<Marketplace>(include_str!("data/marketplaces.csv"));
        stands_in_the_order_of_its_fields::<MeasuredFact>(include_str!("data/measures.csv"));
        stands_in_the_order_of_its_fields::<Rental>(include_str!("data/rentals.csv"));
        stands_in_the_order_of_its_fields::<Server>(include_str!("data/servers.csv"));
        stands_in_the_order_of_its_fields::<FactSource>(include_str!("data/sources.csv"));
        stands_in_the_order_of_its_fields::<ThroughputResult>(include_str!("data/throughput.csv"));
        stands_in_the_order_of_its_fields::<BenchmarkModel>(include_str!("data/throughput_models.csv"));
        stands_in_the_order_of_its_fields::<BenchmarkRound>(include_str!("data/throughput_rounds.csv"));
    }

    #[test]
    #[should_panic(expected = "the catalog is part of the program")]
    fn a_broken_row_is_a_bug() {
        super::rows::<ReferenceRate>("currency,per_euro,as_of,source,grade\nUSD,about 1,2026-01-01,ecb,A\n");
    }
}
