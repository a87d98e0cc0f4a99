//! Text about the ages of offers and price lists.

use super::words::offers;
use crate::number;
use crate::scan::{ListScanned, OLD_AFTER_DAYS, RankedOffer, Scan};

/// Caveat of the cheapest offer if its price is old or undated.
pub(super) fn of_cheapest(scan: &Scan, cheapest: &RankedOffer) -> Option<String> {
    let said = match (cheapest.age_days, &cheapest.as_of, &scan.today) {
        (Some(days), Some(as_of), Some(today)) if days > OLD_AFTER_DAYS => {
            format!("Its price is dated {as_of}, {} before {today}", days_of(days))
        }
        (_, None, _) => "Its price is undated".to_owned(),
        (_, Some(_), _) => return None,
    };
    Some(format!("{said}: it may no longer be available, so get a quote before deciding."))
}

fn days_of(days: i32) -> String {
    number::counted(days.unsigned_abs(), "day")
}

/// The date of a price with its age: `2026-11-12, 9 days`.
pub(super) fn dated(as_of: Option<&str>, age_days: Option<i32>) -> Option<String> {
    let as_of = as_of?;
    Some(match age_days {
        Some(days) if days < 0 => format!("{as_of}, in the future"),
        Some(days) => format!("{as_of}, {}", days_of(days)),
        None => as_of.to_owned(),
    })
}

/// The price lists read, with their ages.
pub(super) fn lists(scan: &Scan) -> Vec<String> {
    if scan.lists.is_empty() {
        return vec!["rentals of the catalog, dated by row; use --offers for current price lists".to_owned()];
    }
    scan.lists.iter().map(|read| list(scan, read)).collect()
}

fn list(scan: &Scan, list: &ListScanned) -> String {
    let is_of_scenario = scan.today == scan.header.date;
    let on = scan.today.as_deref().filter(|_| !is_of_scenario).unwrap_or("the scenario's prices");
    let age = list.age_days.filter(|days| *days > 0);
    let age = age.map(|days| format!(", {} before {on}", days_of(days))).unwrap_or_default();
    let dated = match (&list.as_of, &list.oldest) {
        (Some(day), _) => format!("dated {day}{age}"),
        (None, Some(day)) => format!("dated by row, the oldest {day}{age}"),
        (None, None) => "undated; write --offers DATE=CSV".to_owned(),
    };
    let sha256 = list.sha256.get(..8).unwrap_or(&list.sha256);
    let offers = offers(u32::try_from(list.offers).unwrap_or(u32::MAX));
    format!("{}: {offers}, {dated} · sha256 {sha256}", list.name)
}
