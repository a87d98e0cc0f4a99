//! Text about the ages of offers and price lists, and about marketplaces.

use super::words::offers;
use crate::number;
use crate::scan::{ListScanned, MixedOffer, RankedOffer, Scan};

/// The prices of an offer: their provider, their date, and how firm they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Priced<'a> {
    provider: Option<&'a str>,
    as_of: Option<&'a str>,
    age_days: Option<i32>,
    is_old: bool,
    is_of_marketplace: bool,
}

impl<'a> Priced<'a> {
    pub(super) fn of(offer: &'a RankedOffer) -> Priced<'a> {
        Priced {
            provider: offer.provider.as_deref(),
            as_of: offer.as_of.as_deref(),
            age_days: offer.age_days,
            is_old: offer.old == Some(true),
            is_of_marketplace: offer.marketplace,
        }
    }

    pub(super) fn of_mix(mix: &'a MixedOffer) -> Priced<'a> {
        Priced {
            provider: mix.provider.as_deref(),
            as_of: mix.as_of.as_deref(),
            age_days: mix.age_days,
            is_old: mix.old == Some(true),
            is_of_marketplace: mix.marketplace,
        }
    }
}

/// Caveats of the headline: a price that is old or undated, and one of a marketplace.
pub(super) fn caveats(scan: &Scan, offer: Priced<'_>) -> impl Iterator<Item = String> {
    let dated = match (offer.age_days, offer.as_of, &scan.today) {
        (Some(days), Some(as_of), Some(today)) if offer.is_old => {
            Some(format!("Its price is dated {as_of}, {} before {today}", days_of(days)))
        }
        (_, None, _) => Some("Its price is undated".to_owned()),
        (_, Some(_), _) => None,
    };
    let dated = dated.map(|said| format!("{said}: it may no longer be available, so get a quote before deciding."));
    let marketplace = offer.provider.filter(|_| offer.is_of_marketplace);
    let marketplace = marketplace.map(|provider| {
        format!("{provider} is a marketplace: its hosts set the price, and no provider offers it for the term.")
    });
    dated.into_iter().chain(marketplace)
}

fn days_of(days: i32) -> String {
    number::counted(days.unsigned_abs(), "day")
}

/// The date of a price with its age and marks: `2026-11-12, 9 days`, `2026-05-24, 181 days, old, marketplace`.
pub(super) fn dated(offer: Priced<'_>) -> Option<String> {
    let dated = offer.as_of.map(|as_of| match offer.age_days {
        Some(days) if days < 0 => format!("{as_of}, in the future"),
        Some(days) => format!("{as_of}, {}", days_of(days)),
        None => as_of.to_owned(),
    });
    let marks = [offer.is_old.then_some("old"), offer.is_of_marketplace.then_some("marketplace")];
    let said: Vec<String> = dated.into_iter().chain(marks.into_iter().flatten().map(str::to_owned)).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// Meaning of the marks in the ranking.
pub(super) fn notes(scan: &Scan) -> Vec<String> {
    let old = scan.ranked.iter().any(|offer| offer.old == Some(true)).then_some(scan.today.as_deref()).flatten();
    let days = number::counted(scan.max_price_age_days, "day");
    let old = old.map(|today| format!("old: more than {days} before {today}"));
    let marketplace = scan.ranked.iter().any(|offer| offer.marketplace);
    let marketplace = marketplace.then(|| "marketplace: hosts set the price, which is no firm offer".to_owned());
    old.into_iter().chain(marketplace).collect()
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
