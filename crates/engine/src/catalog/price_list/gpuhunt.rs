//! gpuhunt catalogs: one file per provider. A row is an instance at a location, on demand or spot, with the hourly price in USD
//! of the whole instance. The provider is the name of the file.

use super::row::{Row, RowError};
use super::{ListRequest, tpu};
use crate::catalog::{HourlyPrices, Offer, OfferCovers, OfferListed};
use rust_decimal::Decimal;
use std::path::Path;

/// Required columns; older catalogs lack some of the others.
pub(super) const NEEDED: &[&str] = &["instance_name", "location", "price", "gpu_count", "gpu_name", "spot"];

/// Offer of a row; `None` for a host.
pub(super) fn offer(row: &Row<'_>, request: ListRequest<'_>) -> Result<Option<Offer>, RowError> {
    let count = row.number("gpu_count")?.ok_or_else(|| row.fault("gpu_count", "is blank; a host must have 0"))?;
    if count.is_zero() {
        return Ok(None);
    }
    let price = row.number("price")?.ok_or_else(|| row.fault("price", "is blank"))?;
    let per_hour = match row.needed("spot")?.to_ascii_lowercase().as_str() {
        "true" => HourlyPrices { spot: Some(price), ..HourlyPrices::default() },
        "false" => HourlyPrices { on_demand: Some(price), ..HourlyPrices::default() },
        _ => return Err(row.fault("spot", "is neither `True` nor `False`")),
    };
    let name = named(row)?;
    let (accelerator, chips) = tpu::slice(&name).unwrap_or((name, Decimal::ONE));
    let accelerators = count.checked_mul(chips).ok_or_else(|| row.fault("gpu_count", "is too large"))?;
    let stem = Path::new(request.path).file_stem().and_then(|stem| stem.to_str());
    Ok(Some(Offer {
        provider: row.owned("provider").or_else(|| stem.map(str::to_owned)),
        instance: Some(row.needed("instance_name")?.to_owned()),
        region: row.owned("location"),
        accelerator,
        accelerators,
        vcpus: row.number("cpu")?,
        memory_gib: row.number("memory")?,
        covers: OfferCovers::Instance,
        currency: "USD".to_owned(),
        per_hour,
        as_of: request.as_of.map(|day| day.to_string()),
        grade: None,
        source: None,
        note: None,
        kinds: None,
        listed: OfferListed::Read { list: request.number, line: row.line() },
    }))
}

/// Name of the accelerators with their memory, which distinguishes `A100` with 40 GB from 80 GB. TPUs are named as slices; in
/// newer catalogs the vendor column identifies them.
fn named(row: &Row<'_>) -> Result<String, RowError> {
    let name = row.needed("gpu_name")?;
    if name.starts_with("tpu-") {
        return Ok(name.to_owned());
    }
    if row.text("gpu_vendor") == Some("google") {
        return Ok(format!("tpu-{name}"));
    }
    Ok(match row.number("gpu_memory")? {
        Some(memory) => format!("{name} {memory}GB"),
        None => name.to_owned(),
    })
}
