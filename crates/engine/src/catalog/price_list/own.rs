//! A list of one's own: a row for each offer, prices by the instance or by the accelerator.

use super::ListAsked;
use super::row::{Row, RowFault};
use crate::catalog::{HourlyPrices, Offer, OfferCovers, OfferListed};
use crate::scenario::{CurrencyCode, Date};
use rust_decimal::Decimal;

/// The columns that a list has.
pub(super) const NEEDED: &[&str] = &["provider", "instance", "accelerator", "accelerators", "currency"];
/// What it may say beside them.
const OTHER: &[&str] = &["region", "vcpus", "memory_gib", "as_of", "source", "note"];
/// The four prices of an instance.
const OF_INSTANCE: [&str; 4] = [
    "on_demand_per_instance_hour",
    "spot_per_instance_hour",
    "committed_1_year_per_instance_hour",
    "committed_3_years_per_instance_hour",
];
/// The four prices of an accelerator.
const OF_ACCELERATOR: [&str; 4] = [
    "on_demand_per_accelerator_hour",
    "spot_per_accelerator_hour",
    "committed_1_year_per_accelerator_hour",
    "committed_3_years_per_accelerator_hour",
];

/// Every column that is known.
pub(super) fn columns() -> impl Iterator<Item = &'static str> {
    [NEEDED, OTHER, &OF_INSTANCE, &OF_ACCELERATOR].into_iter().flatten().copied()
}

/// The columns of prices.
pub(super) fn prices_of() -> impl Iterator<Item = &'static str> {
    [OF_INSTANCE, OF_ACCELERATOR].into_iter().flatten()
}

/// The offer of a row; none where it is a host, which has no accelerators.
pub(super) fn offer(row: &Row<'_>, asked: ListAsked<'_>) -> Result<Option<Offer>, RowFault> {
    let count = row.number("accelerators")?;
    let Some(accelerators) = count.filter(|count| *count > Decimal::ZERO) else {
        let Some(name) = row.text("accelerator") else { return Ok(None) };
        return Err(
            row.fault("accelerators", format!("says of how many `{name}` the price is, and is blank or nothing"))
        );
    };
    let currency = row.needed("currency")?;
    let currency = CurrencyCode::read(currency)
        .map_err(|problem| row.fault("currency", format!("{}; {}", problem.message, problem.label)))?;
    let as_of = match row.text("as_of") {
        Some(text) => Some(Date::parse(text).map_err(|label| row.fault("as_of", format!("is `{text}`: {label}")))?),
        None => asked.as_of,
    };
    Ok(Some(Offer {
        provider: Some(row.needed("provider")?.to_owned()),
        instance: Some(row.needed("instance")?.to_owned()),
        region: row.owned("region"),
        accelerator: row.needed("accelerator")?.to_owned(),
        accelerators,
        vcpus: row.number("vcpus")?,
        memory_gib: row.number("memory_gib")?,
        covers: OfferCovers::Instance,
        currency: currency.code().to_owned(),
        per_hour: prices(row, accelerators)?,
        as_of: as_of.map(|day| day.to_string()),
        grade: None,
        source: row.owned("source"),
        note: row.owned("note"),
        kinds: None,
        listed: OfferListed::Read { list: asked.number, line: row.line() },
    }))
}

/// The prices of an hour of the instance, which a row states by the instance or by the accelerator.
fn prices(row: &Row<'_>, accelerators: Decimal) -> Result<HourlyPrices, RowFault> {
    let of = |columns: [&str; 4]| -> Result<HourlyPrices, RowFault> {
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
            let message = "stands beside a price by the accelerator; state the prices of a row by one of the two";
            Err(row.fault(OF_INSTANCE[0], message))
        }
    }
}
