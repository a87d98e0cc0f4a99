//! A rented option with the prices of a month: the settings that an author would have written then.

use super::{BacktestError, DatedOption, PricesByMonth};
use crate::analysis::UnknownOption;
use crate::model::OptionId;
use crate::scenario::document::Document;
use crate::scenario::price::PriceMove;
use crate::scenario::quantity::Quantity as _;
use crate::scenario::rent::Rent;
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
    /// Path of the part that has the price and its path of later prices.
    part: String,
    key: &'static str,
    /// Key of the same price in a step of a price path.
    step: &'static str,
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
        let (option, rent) = rented(scenario, &dated.option)?;
        if matches!(rent.price_move(), PriceMove::Path(_)) {
            return Err(BacktestError::HasPath { option });
        }
        let Some((key, step, accelerators)) = list_price(rent) else {
            return Err(BacktestError::NotByTheHour { option });
        };
        let mut prices =
            vec![PricedKey { part: option.as_str().to_owned(), key, step, accelerators, series: &dated.list }];
        if let Some((series, (key, step, accelerators))) = dated.spot.as_ref().zip(spot_price(rent)) {
            prices.push(PricedKey { part: option.path("spot"), key, step, accelerators, series });
        }
        Ok(Priced { option, dated, prices })
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
            document.set_at(&format!("{}.{}", price.part, price.key), &amount);
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
                document.set_at(&format!("{path}.{at}.{}", price.step), &amount);
            }
        }
    }
}

/// The rented option with this name.
///
/// # Errors
/// If there is none, or it is not a rented one.
pub(super) fn rented<'s>(scenario: &'s Scenario, name: &str) -> Result<(OptionId, &'s Rent), BacktestError> {
    if let Some(entry) = scenario.rent.iter().find(|entry| OptionId::rent(&entry.name).as_str() == name) {
        return Ok((OptionId::rent(&entry.name), &entry.value));
    }
    let rented: Vec<OptionId> = scenario.rent.iter().map(|entry| OptionId::rent(&entry.name)).collect();
    let owned = scenario.own.iter().map(|entry| OptionId::own(&entry.name));
    let hybrids = scenario.hybrid.iter().map(|entry| OptionId::hybrid(&entry.name));
    Err(match owned.chain(hybrids).find(|id| id.as_str() == name) {
        Some(option) => BacktestError::NotRented { option, rented },
        None => BacktestError::Unknown(UnknownOption::new(name, rented.iter())),
    })
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
        let (id, rent) = (OptionId::rent(&entry.name), &entry.value);
        let found = priced.iter().find(|one| one.option == id);
        if let (None, Some((key, ..))) = (found, list_price(rent)) {
            paths.push(id.path(key));
        }
        if let (false, Some((key, ..))) = (found.is_some_and(Priced::has_spot_prices), spot_price(rent)) {
            paths.push(id.path(&format!("spot.{key}")));
        }
        for commitment in &rent.commitments {
            let part = &commitment.value;
            let keys = [
                ("per_instance_hour", part.per_instance_hour.is_some()),
                ("per_accelerator_hour", part.per_accelerator_hour.is_some()),
            ];
            let stated = keys.into_iter().filter(|(_, is_stated)| *is_stated);
            paths.extend(stated.map(|(key, _)| id.path(&format!("commitments.{}.{key}", commitment.name))));
        }
    }
    paths
}

/// A key of a price, that of the same price in a step, and the accelerators that it covers.
type Key = (&'static str, &'static str, Decimal);

const INSTANCE: &str = "per_instance_hour";
const ACCELERATOR: &str = "per_accelerator_hour";

fn list_price(rent: &Rent) -> Option<Key> {
    if rent.on_demand_per_accelerator_hour.is_some() {
        return Some(("on_demand_per_accelerator_hour", ACCELERATOR, Decimal::ONE));
    }
    rent.on_demand_per_instance_hour.as_ref()?;
    Some(("on_demand_per_instance_hour", INSTANCE, accelerators(rent)?))
}

fn spot_price(rent: &Rent) -> Option<Key> {
    let spot = rent.spot.as_ref()?;
    if spot.per_accelerator_hour.is_some() {
        return Some((ACCELERATOR, ACCELERATOR, Decimal::ONE));
    }
    spot.per_instance_hour.as_ref()?;
    Some((INSTANCE, INSTANCE, accelerators(rent)?))
}

fn accelerators(rent: &Rent) -> Option<Decimal> {
    rent.accelerators_per_instance.as_ref().map(|count| count.value.decimal())
}
