//! SkyPilot catalogs: the file `vms.csv` of each cloud, stored by SkyPilot in `~/.sky/catalogs`.
//!
//! A row is an instance type in a region, often in a zone, with the hourly prices in USD of the whole instance. A row without
//! `AcceleratorName` is a host. Accelerators of Google Cloud have rows without `InstanceType`: their prices are for the
//! accelerators only, and the host is priced in a separate row. TPU slices have such rows too, but their price includes the
//! host.

use super::row::{Row, RowError};
use super::{ListRequest, tpu};
use crate::catalog::{HourlyPrices, Offer, OfferCovers, OfferListed};
use rust_decimal::Decimal;
use std::path::Path;

/// Required columns; catalogs differ in the others and in their order.
pub(super) const NEEDED: &[&str] = &["InstanceType", "AcceleratorName", "AcceleratorCount", "Price", "Region"];

/// Offer of a row; `None` for a host.
pub(super) fn offer(row: &Row<'_>, request: ListRequest<'_>) -> Result<Option<Offer>, RowError> {
    let Some(name) = row.text("AcceleratorName") else { return Ok(None) };
    let count = row.number("AcceleratorCount")?.filter(|count| *count > Decimal::ZERO);
    let count = count.ok_or_else(|| row.fault("AcceleratorCount", "is blank or 0, but `AcceleratorName` is not"))?;
    let slice = tpu::slice(name);
    let is_alone = row.text("InstanceType").is_none() && slice.is_none();
    let (accelerator, chips) = slice.unwrap_or((name.to_owned(), Decimal::ONE));
    let accelerators = count.checked_mul(chips).ok_or_else(|| row.fault("AcceleratorCount", "is too large"))?;
    let place = [row.text("Region"), row.text("AvailabilityZone")];
    let place: Vec<&str> = place.into_iter().flatten().collect();
    Ok(Some(Offer {
        provider: provider(request.path),
        instance: row.owned("InstanceType").or_else(|| (accelerator != name).then(|| name.to_owned())),
        region: (!place.is_empty()).then(|| place.join(" ")),
        accelerator,
        accelerators,
        vcpus: row.number("vCPUs")?,
        memory_gib: row.number("MemoryGiB")?,
        covers: if is_alone { OfferCovers::AcceleratorsAlone } else { OfferCovers::Instance },
        currency: "USD".to_owned(),
        per_hour: HourlyPrices {
            on_demand: row.number("Price")?,
            spot: row.number("SpotPrice")?,
            ..HourlyPrices::default()
        },
        as_of: request.as_of.map(|day| day.to_string()),
        grade: None,
        source: None,
        note: None,
        kinds: None,
        listed: OfferListed::Read { list: request.number, line: row.line() },
    }))
}

/// Cloud, from the folder of the file: `aws` for `catalogs/v8/aws/vms.csv`.
fn provider(path: &str) -> Option<String> {
    let folder = Path::new(path).parent()?.file_name()?.to_str()?;
    Some(folder.to_owned())
}
