//! A rented option with the prices of a month: the settings that an author would have written then.

use super::{BacktestError, DatedOption, PricesByMonth};
use crate::analysis::{NoHourlyPrice, rented};
use crate::model::OptionId;
use crate::scenario::document::Document;
use crate::scenario::hourly::{HourlyPrice, HourlyTariff, HourlyUnit};
use crate::scenario::price::PriceMove;
use crate::scenario::{CalendarMonth, Scenario};
use rust_decimal::Decimal;

/// A rented option whose prices are replaced.
#[derive(Debug)]
pub(super) struct Priced<'a> {
    /// `rent.NAME`.
    pub(super) option: OptionId,
    pub(super) dated: &'a DatedOption,
    prices: Vec<PricedKey<'a>>,
}

/// A price of an option, with its series.
#[derive(Debug)]
struct PricedKey<'a> {
    path: String,
    /// Path of the part that has the price and its path of later prices.
    part: String,
    unit: HourlyUnit,
    /// Accelerators that the price covers.
    accelerators: Decimal,
    series: &'a PricesByMonth,
}

impl<'a> Priced<'a> {
    /// The option of the scenario with this name.
    ///
    /// # Errors
    /// If there is none, it is not rented by the hour, or its price is a path.
    pub(super) fn of(scenario: &Scenario, dated: &'a DatedOption) -> Result<Priced<'a>, BacktestError> {
        let (option, rent) = rented(scenario, &dated.option).map_err(BacktestError::NoHourlyPrice)?;
        if matches!(rent.price_move(), PriceMove::Path(_)) {
            return Err(BacktestError::HasPath { option });
        }
        let prices = rent.hourly_prices();
        let keyed = |price: &HourlyPrice<'_>, series: &'a PricesByMonth| {
            let path = option.path(&price.path);
            let part = path.rsplit_once('.').map_or("", |(part, _)| part).to_owned();
            Some(PricedKey { path, part, unit: price.unit, accelerators: price.unit.accelerators(rent)?, series })
        };
        let on_demand = prices.iter().find(|price| matches!(price.tariff, HourlyTariff::OnDemand));
        let Some(list) = on_demand.and_then(|price| keyed(price, &dated.list)) else {
            return Err(BacktestError::NoHourlyPrice(NoHourlyPrice::NotByTheHour { option }));
        };
        let spot = prices.iter().find(|price| matches!(price.tariff, HourlyTariff::Spot));
        let spot = spot.zip(dated.spot.as_ref()).and_then(|(price, series)| keyed(price, series));
        Ok(Priced { prices: [Some(list), spot].into_iter().flatten().collect(), option, dated })
    }

    /// Whether its spot price is that of a series.
    pub(super) fn has_spot_prices(&self) -> bool {
        self.prices.len() > 1
    }

    /// First and last month in which all its series have a price.
    pub(super) fn months(&self) -> [CalendarMonth; 2] {
        self.prices
            .iter()
            .map(|price| price.series.months())
            .fold(self.dated.list.months(), |all, one| [all[0].max(one[0]), all[1].min(one[1])])
    }

    /// Sets the prices of a month.
    pub(super) fn set_prices(&self, document: &mut Document, month: CalendarMonth) {
        for price in &self.prices {
            let amount = price.written(price.series.at(month), &self.dated.currency);
            document.set_at(&price.path, &amount);
        }
    }

    /// Sets the expected change of its list price in a year.
    pub(super) fn set_change(&self, document: &mut Document, change: Decimal) {
        document.remove_at(&self.option.path("price_change_per_month"));
        document.set_at(&self.option.path("price_change_per_year"), &change.to_string());
    }

    /// Replaces the expected change by the prices of the months after a month, the last of which holds.
    pub(super) fn set_later_prices(&self, document: &mut Document, month: CalendarMonth, horizon: u32) {
        for key in ["price_change_per_month", "price_change_per_year"] {
            document.remove_at(&self.option.path(key));
        }
        for price in &self.prices {
            let path = format!("{}.price_path", price.part);
            let later = (2..=horizon).map(|number| (number, price.series.at(month.later(number - 1))));
            let mut before = price.series.at(month);
            // without a change, the price stays, also on spot
            let steps: Vec<(u32, Decimal)> =
                later.filter(|(_, now)| std::mem::replace(&mut before, *now) != *now).collect();
            document.remove_at(&path);
            let Some(list) = (!steps.is_empty()).then(|| document.set_list(&path)).flatten() else { continue };
            for (at, (number, now)) in steps.into_iter().enumerate() {
                document.append_part(list);
                document.set_at(&format!("{path}.{at}.month"), &number.to_string());
                let amount = price.written(now, &self.dated.currency);
                document.set_at(&format!("{path}.{at}.{}", price.unit.key()), &amount);
            }
        }
    }
}

impl PricedKey<'_> {
    /// A price per accelerator-hour as an author writes it: `55.04 USD`. One beyond every number is beyond the bounds of a scenario.
    fn written(&self, price: Decimal, currency: &str) -> String {
        let amount = price.checked_mul(self.accelerators).unwrap_or(Decimal::MAX);
        format!("{} {currency}", amount.normalize())
    }
}

/// Paths of prices for hours that keep the stated amount: those of rented options without a series, of commitments, and of spot.
pub(super) fn unchanged(scenario: &Scenario, priced: &[Priced<'_>]) -> Vec<String> {
    let mut paths = Vec::new();
    for entry in &scenario.rent {
        let id = OptionId::rent(&entry.name);
        let found = priced.iter().find(|one| one.option == id);
        let is_replaced = |price: &HourlyPrice<'_>| match price.tariff {
            HourlyTariff::OnDemand => found.is_some(),
            HourlyTariff::Spot => found.is_some_and(Priced::has_spot_prices),
            HourlyTariff::Committed(_) => false,
        };
        let stated = entry.value.hourly_prices().into_iter().filter(|price| !is_replaced(price));
        paths.extend(stated.map(|price| id.path(&price.path)));
    }
    paths
}
