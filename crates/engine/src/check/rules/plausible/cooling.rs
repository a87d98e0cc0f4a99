//! What the cooling of a site takes, against what its climate allows.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::number;
use crate::scenario::document::Entry;
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// The average of all sites of AWS in 2024 (AWS, 2025), which builds its own and cools them with outside air where it can. Public
/// clouds are at 1.25 and sites of companies at 1.63 (IDC, January 2025, as AWS quotes it), sites in a survey at 1.54 (Uptime
/// Institute, 2025).
const OF_A_CLOUD: Decimal = Decimal::from_parts(115, 0, 0, false, 2);

/// Places and regions of clouds in climates in which outside air cools all year: zones 6 to 8 of ASHRAE 90.1, appendix B.
const COLD: [&str; 26] = [
    "iceland",
    "norway",
    "sweden",
    "finland",
    "greenland",
    "alaska",
    "oslo",
    "stockholm",
    "lulea",
    "luleå",
    "helsinki",
    "reykjavik",
    "quebec",
    "québec",
    "montreal",
    "montréal",
    "manitoba",
    "north-dakota",
    "eu-north-1",
    "eu-north1",
    "europe-north1",
    "europe-north2",
    "swedencentral",
    "norwayeast",
    "ca-central-1",
    "northamerica-northeast1",
];

/// Sites that bill electricity at a lower PUE than a cloud reaches on average, in a place that is not cold, without a dated source.
pub(super) fn pue_low(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_site(subject, option)).collect()
}

fn of_site(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let own = &option.value;
    let pue = own.pue.as_ref().filter(|pue| pue.value.decimal() < OF_A_CLOUD)?;
    own.electricity_per_kwh.as_ref()?;
    let location = own.location.as_ref().map(|place| place.value.as_str());
    if location.is_some_and(is_cold) || is_sourced(subject, &format!("own.{}.pue", option.name)) {
        return None;
    }
    let place = match location {
        Some(place) => format!("in {place}, which is not known to be cold"),
        None => "at a place that is not named".to_owned(),
    };
    let message = format!(
        "the PUE of own.{} is {} {place}; AWS has 1.15 on average of all its sites, public clouds 1.25, companies 1.63",
        option.name,
        number::readable(pue.value.decimal(), 6)
    );
    let label = "write the PUE of a whole year of this site, and who measured it under `sources`, with the day";
    Some(subject.finding(Code::PueLow, pue.at, message).label(label))
}

/// Whether a source of this very number says its day: one of the whole option says nothing of it.
fn is_sourced(subject: &Subject<'_>, path: &str) -> bool {
    let sources = subject.answer.loaded.scenario.sources.iter();
    sources.into_iter().any(|entry| entry.name == path && entry.value.date.is_some())
}

/// Whether a place, by its name or by the region of a cloud, lies where it is cold.
fn is_cold(location: &str) -> bool {
    let lower = location.to_lowercase();
    let words: Vec<&str> = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    COLD.iter().any(|cold| {
        let cold: Vec<&str> = cold.split('-').collect();
        words.windows(cold.len()).any(|window| window == cold)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_cold_by_its_name_or_by_a_region_of_a_cloud() {
        for cold in ["Finland", "Luleå, Sweden", "eu-north-1", "AWS eu-north-1 (Stockholm)", "North Dakota"] {
            assert!(is_cold(cold), "{cold}");
        }
        for other in ["Singapore", "eu-west-1", "us-north-1", "Dakota", "Swedenborg", "New Finlandia", ""] {
            assert!(!is_cold(other), "{other}");
        }
    }
}
