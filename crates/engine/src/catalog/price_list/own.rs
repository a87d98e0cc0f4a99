//! Custom lists: one row per offer, with prices per instance or per accelerator.

use super::ListRequest;
use super::row::{Row, RowError};
use crate::catalog::{HourlyPrices, Offer, OfferCovers, OfferListed};
use crate::scenario::{CurrencyCode, Date};
use language::suggest::shown;
use rust_decimal::Decimal;

/// Required columns.
pub(super) const NEEDED: &[&str] = &["provider", "instance", "accelerator", "accelerators", "currency"];
/// Optional columns.
const OTHER: &[&str] = &["region", "vcpus", "memory_gib", "as_of", "source", "note"];
/// Price columns per instance.
const OF_INSTANCE: [&str; 4] = [
    "on_demand_per_instance_hour",
    "spot_per_instance_hour",
    "committed_1_year_per_instance_hour",
    "committed_3_years_per_instance_hour",
];
/// Price columns per accelerator.
const OF_ACCELERATOR: [&str; 4] = [
    "on_demand_per_accelerator_hour",
    "spot_per_accelerator_hour",
    "committed_1_year_per_accelerator_hour",
    "committed_3_years_per_accelerator_hour",
];

/// All known columns.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    [NEEDED, OTHER, &OF_INSTANCE, &OF_ACCELERATOR].into_iter().flatten().copied()
}

/// All price columns.
pub(super) fn prices_of() -> impl Iterator<Item = &'static str> {
    [OF_INSTANCE, OF_ACCELERATOR].into_iter().flatten()
}

/// Offer of a row; `None` for a host without accelerators.
pub(super) fn offer(row: &Row<'_>, request: ListRequest<'_>) -> Result<Option<Offer>, RowError> {
    let Some(accelerators) = accelerators(row, "accelerators")? else { return Ok(None) };
    let currency = currency(row)?;
    let as_of = day(row)?.or(request.as_of);
    Ok(Some(Offer {
        provider: Some(row.needed("provider")?.to_owned()),
        instance: Some(row.needed("instance")?.to_owned()),
        region: row.owned("region"),
        accelerator: row.needed("accelerator")?.to_owned(),
        accelerators,
        vcpus: row.number("vcpus")?,
        memory_gib: row.number("memory_gib")?,
        covers: OfferCovers::Instance,
        currency,
        per_hour: prices(row, accelerators)?,
        as_of: as_of.map(|day| day.to_string()),
        grade: None,
        source: row.owned("source"),
        note: row.owned("note"),
        kinds: None,
        listed: OfferListed::Read { list: request.number, line: row.line() },
    }))
}

/// Number of accelerators that a price covers; `None` for a host without accelerators.
pub(super) fn accelerators(row: &Row<'_>, column: &str) -> Result<Option<Decimal>, RowError> {
    let count = row.number(column)?.filter(|count| *count > Decimal::ZERO);
    match (count, row.text("accelerator")) {
        (None, Some(name)) => {
            let name = shown(name);
            Err(row.fault(column, format!("must be the number of `{name}` that the price covers, and is blank or 0")))
        }
        (count, _) => Ok(count),
    }
}

/// Currency code of a row.
pub(super) fn currency(row: &Row<'_>) -> Result<String, RowError> {
    let read = CurrencyCode::read(row.needed("currency")?);
    let read = read.map_err(|wrong| row.fault("currency", format!("{}; {}", wrong.message, wrong.label)))?;
    Ok(read.code().to_owned())
}

/// Day of a row; `None` if it is blank.
pub(super) fn day(row: &Row<'_>) -> Result<Option<Date>, RowError> {
    let Some(text) = row.text("as_of") else { return Ok(None) };
    let day = Date::parse(text);
    day.map(Some).map_err(|label| row.fault("as_of", format!("is `{}`: {label}", shown(text))))
}

/// Hourly prices of the instance, given per instance or per accelerator.
fn prices(row: &Row<'_>, accelerators: Decimal) -> Result<HourlyPrices, RowError> {
    let of = |columns: [&str; 4]| -> Result<HourlyPrices, RowError> {
        let [on_demand, spot, one, three] = columns;
        Ok(HourlyPrices {
            on_demand: row.number(on_demand)?,
            spot: row.number(spot)?,
            committed_1_year: row.number(one)?,
            committed_3_years: row.number(three)?,
        })
    };
    let (whole, each) = (of(OF_INSTANCE)?, of(OF_ACCELERATOR)?);
    let states = |prices: &HourlyPrices| prices.all().iter().any(Option::is_some);
    match (states(&whole), states(&each)) {
        (true, false) => Ok(whole),
        (false, true) => {
            let priced = each.multiplied(accelerators);
            priced.ok_or_else(|| row.fault("accelerators", "is too large for the price"))
        }
        (false, false) => {
            let column = prices_of().find(|column| row.has(column)).unwrap_or(OF_INSTANCE[0]);
            Err(row.fault(column, "and all other prices are blank"))
        }
        (true, true) => {
            let message = "is given together with a price per accelerator; use one of the two in a row";
            Err(row.fault(OF_INSTANCE[0], message))
        }
    }
}
