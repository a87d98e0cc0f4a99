//! Ranges of published values: lowest and highest among the rows with a sound source.

use super::{
    Accelerator, FactMeasure, Kinds, MeasuredFact, Rental, Server, accelerators, kinds, measures, rentals, servers,
};
use crate::number;
use rust_decimal::Decimal;
use std::collections::HashMap;
use std::sync::LazyLock;

/// Lowest and highest published value.
#[derive(Clone, Debug)]
pub struct Published {
    /// Lowest value.
    pub low: PublishedFigure,
    /// Highest value.
    pub high: PublishedFigure,
}

/// A published value with its origin.
#[derive(Clone, Debug)]
pub struct PublishedFigure {
    /// Value.
    pub value: Decimal,
    /// Subject: an offer, a place, a server.
    pub of: String,
    /// Date.
    pub as_of: &'static str,
}

impl Published {
    /// Range of a measurement; for a price, in one currency.
    #[must_use]
    pub fn of(measure: FactMeasure, currency: Option<&str>) -> Option<Published> {
        let rows = measures().iter().filter(|row| row.measure == measure && row.grade.is_sound());
        let rows = rows.filter(|row| row.currency.as_deref() == currency);
        bounds(rows.map(|row| (row.value, row)), |row: &MeasuredFact| (row.scope.to_string(), Some(&*row.as_of)))
    }

    /// Range of on-demand prices of an accelerator-hour in USD: price of the instance / its accelerators. Over offers that may be
    /// of the given kinds, or over all offers.
    #[must_use]
    pub fn on_demand_per_accelerator_hour(of: Option<&Kinds>) -> Option<Published> {
        let offers = rentals().iter().enumerate().filter(|(at, row)| row.grade.is_sound() && may_be(of, *at));
        let priced = offers.filter_map(|(_, row)| {
            let each = row.on_demand_per_hour?.checked_div(row.accelerators)?;
            Some((each, row))
        });
        bounds(priced, |row: &Rental| (format!("{} {}", row.provider, row.instance), Some(&*row.as_of)))
    }

    /// Range of on-demand prices of an accelerator-hour of one provider.
    #[must_use]
    pub fn of_provider(provider: &str, of: &Kinds) -> Option<Published> {
        let offers = rentals().iter().enumerate();
        let offers =
            offers.filter(|(at, row)| row.provider == provider && row.grade.is_sound() && may_be(Some(of), *at));
        let priced = offers.filter_map(|(_, row)| Some((row.on_demand_per_hour?.checked_div(row.accelerators)?, row)));
        bounds(priced, |row: &Rental| (format!("{} {}", row.provider, row.instance), Some(&*row.as_of)))
    }

    /// Range of server prices per accelerator in USD, over the given kinds or over all.
    #[must_use]
    pub fn server_price_per_accelerator(of: Option<&Kinds>) -> Option<Published> {
        let rows = servers().iter().filter(|row| row.grade.is_sound());
        let rows = rows.filter(|row| of.is_none_or(|of| of.has(&row.accelerator)));
        let priced = rows.flat_map(|row| {
            let each = |price: Decimal| price.checked_div(Decimal::from(row.accelerators));
            [row.price_low, row.price_high].map(|price| price.and_then(each).map(|each| (each, row)))
        });
        bounds(priced.flatten(), |row: &Server| (row.name.to_string(), row.price_as_of.as_deref()))
    }

    /// Range of prices of single accelerators in USD, over the given kinds or over all.
    #[must_use]
    pub fn price_of_accelerator(of: Option<&Kinds>) -> Option<Published> {
        let rows = accelerators().iter().filter(|row| row.grade.is_sound());
        let rows = rows.filter(|row| of.is_none_or(|of| of.has(&row.name)));
        let priced = rows.flat_map(|row| [row.price_low, row.price_high].map(|price| price.map(|price| (price, row))));
        bounds(priced.flatten(), |row: &Accelerator| (row.name.to_string(), row.price_as_of.as_deref()))
    }

    /// Range that covers both.
    #[must_use]
    pub fn and(self, other: Published) -> Published {
        let low = if other.low.value < self.low.value { other.low } else { self.low };
        let high = if other.high.value > self.high.value { other.high } else { self.high };
        Published { low, high }
    }
}

/// Recognized accelerators of each offer; `None` if they are not in the catalog. Each name is recognized once, since many offers
/// share it.
pub(super) static RENTAL_KINDS: LazyLock<Vec<Option<Kinds>>> = LazyLock::new(|| {
    let mut known: HashMap<&str, Option<Kinds>> = HashMap::new();
    let of = |row: &'static Rental| known.entry(&row.accelerator).or_insert_with(|| kinds(&row.accelerator)).clone();
    rentals().iter().map(of).collect()
});

/// Whether an offer, by its index, may be of the given kinds.
fn may_be(of: Option<&Kinds>, offer: usize) -> bool {
    of.is_none_or(|of| RENTAL_KINDS[offer].as_ref().is_some_and(|offered| offered.overlap(of)))
}

fn bounds<R: 'static>(
    priced: impl Iterator<Item = (Decimal, &'static R)>,
    describe: impl Fn(&'static R) -> (String, Option<&'static str>),
) -> Option<Published> {
    let priced: Vec<(Decimal, &R)> = priced.collect();
    let figure = |(value, row): &(Decimal, &'static R)| {
        let (of, as_of) = describe(row);
        PublishedFigure { value: number::ratio(*value), of, as_of: as_of.unwrap_or_default() }
    };
    let low = priced.iter().min_by_key(|(value, _)| *value).map(figure)?;
    let high = priced.iter().max_by_key(|(value, _)| *value).map(figure)?;
    Some(Published { low, high })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(published: Option<Published>) -> (String, String) {
        let Published { low, high } = published.unwrap();
        (low.value.to_string(), high.value.to_string())
    }

    #[test]
    fn bounds_are_those_of_the_rows_with_a_sound_source() {
        let h100 = kinds("H100 SXM");
        // vast-ai, one H100 SXM5: 1.49; a3-highgpu-8g of Google Cloud in asia-northeast1: 126.6434 / 8
        let (low, high) = text(Published::on_demand_per_accelerator_hour(h100.as_ref()));
        assert_eq!((low.as_str(), high.as_str()), ("1.49", "15.830425"));
        // 230,000 / 8 and 375,000 / 8; the price of a single accelerator is grade C
        let servers = text(Published::server_price_per_accelerator(h100.as_ref()));
        assert_eq!(servers, ("28750".to_owned(), "46875".to_owned()));
        assert!(Published::price_of_accelerator(h100.as_ref()).is_none());
        // Iowa, industrial; California, commercial: lower prices in Asia are grade C
        let electricity = text(Published::of(FactMeasure::ElectricityPerKwh, Some("USD")));
        assert_eq!(electricity, ("0.0604".to_owned(), "0.2946".to_owned()));
        assert_eq!(text(Published::of(FactMeasure::Pue, None)), ("1.1".to_owned(), "1.65".to_owned()));
        assert!(Published::of(FactMeasure::EgressPerTb, Some("EUR")).is_none());
    }

    #[test]
    fn of_what_is_not_named_every_row_counts() {
        let (low, high) = text(Published::on_demand_per_accelerator_hour(None));
        // vast-ai L4; p6-b300.48xlarge, 142.416 / 8
        assert_eq!((low.as_str(), high.as_str()), ("0.13", "17.802"));
    }
}
