//! Price histories: one row per provider, instance, region, kind of price and date, with the hourly price of the instance.

use super::row::{Row, RowError};
use super::{ListRequest, own};
use crate::catalog::{HourlyPrices, Offer, OfferCovers, OfferListed};
use language::suggest::{is_slip, shown};

/// Required columns; others, such as the origin of a row, are ignored.
pub(super) const NEEDED: &[&str] = &[
    "provider",
    "instance_type",
    "accelerator",
    "accelerators_per_instance",
    "kind",
    "currency",
    "price_per_hour",
    "as_of",
];

/// Rejects a misspelt optional column `region`, without which prices of all regions would be one series.
pub(super) fn has_region(names: &[&str]) -> Result<(), String> {
    let misspelt = names.iter().find(|name| is_slip(name, "region", [])).filter(|_| !names.contains(&"region"));
    match misspelt {
        Some(name) => Err(format!("its header has no column `region`; is `{}` meant to be `region`?", shown(name))),
        None => Ok(()),
    }
}

/// Offer of a row, with the price of its kind; `None` for a host without accelerators.
pub(super) fn offer(row: &Row<'_>, request: ListRequest<'_>) -> Result<Option<Offer>, RowError> {
    let Some(accelerators) = own::accelerators(row, "accelerators_per_instance")? else { return Ok(None) };
    let as_of = own::day(row)?.ok_or_else(|| row.fault("as_of", "is blank; write the day of the price"))?;
    Ok(Some(Offer {
        provider: Some(row.needed("provider")?.to_owned()),
        instance: Some(row.needed("instance_type")?.to_owned()),
        region: row.owned("region"),
        accelerator: row.needed("accelerator")?.to_owned(),
        accelerators,
        vcpus: None,
        memory_gib: None,
        covers: OfferCovers::Instance,
        currency: own::currency(row)?,
        per_hour: price(row)?,
        as_of: Some(as_of.to_string()),
        grade: None,
        source: None,
        note: None,
        kinds: None,
        listed: OfferListed::Read { list: request.number, line: row.line() },
    }))
}

fn price(row: &Row<'_>) -> Result<HourlyPrices, RowError> {
    let price = row.number("price_per_hour")?.ok_or_else(|| row.fault("price_per_hour", "is blank"))?;
    let (price, none) = (Some(price), HourlyPrices::default());
    match row.needed("kind")? {
        "on_demand" => Ok(HourlyPrices { on_demand: price, ..none }),
        "spot" => Ok(HourlyPrices { spot: price, ..none }),
        "reserved_1y" => Ok(HourlyPrices { committed_1_year: price, ..none }),
        "reserved_3y" => Ok(HourlyPrices { committed_3_years: price, ..none }),
        other => {
            let instead = "write on_demand, spot, reserved_1y or reserved_3y";
            Err(row.fault("kind", format!("is `{}`; {instead}", shown(other))))
        }
    }
}
