//! PUE of a site, compared with its climate.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::number;
use crate::scenario::document::Entry;
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Average of all AWS sites in 2024 (AWS, 2025), which AWS builds itself and cools with outside air where possible. Public clouds
/// are at 1.25 and sites of companies at 1.63 (IDC, January 2025, as quoted by AWS), sites in a survey at 1.54 (Uptime Institute,
/// 2025).
const OF_A_CLOUD: Decimal = Decimal::from_parts(115, 0, 0, false, 2);

/// Places and cloud regions where outside air cools all year: zones 6 to 8 of ASHRAE 90.1, appendix B.
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

/// Sites that bill electricity at a PUE below the AWS average, in a place that is not known to be cold, without a dated source.
pub(super) fn pue_low(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_site(subject, option)).collect()
}

fn of_site(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let own = &option.value;
    let pue = own.pue.as_ref().filter(|pue| pue.value.decimal() < OF_A_CLOUD)?;
    own.electricity_per_kwh.as_ref()?;
    let location = own.location.as_ref().map(|place| place.value.as_str());
    if location.is_some_and(is_cold) || is_sourced(subject, &OptionId::own(&option.name).path("pue")) {
        return None;
    }
    let place = match location {
        Some(place) => format!("in {place}, which is not known to be cold"),
        None => "at a location that is not specified".to_owned(),
    };
    let message = format!(
        "the PUE of own.{} is {} {place}; AWS sites average 1.15, public clouds 1.25, companies 1.63",
        option.name,
        number::readable(pue.value.decimal(), 6)
    );
    let label = "write this site's PUE over a full year, and under `sources` who measured it and when";
    Some(subject.finding(Code::PueLow, pue.at, message).label(label))
}

/// Whether exactly this path has a source with a date. A source of the whole option does not count.
fn is_sourced(subject: &Subject<'_>, path: &str) -> bool {
    let sources = subject.answer.loaded.scenario.sources.iter();
    sources.into_iter().any(|entry| entry.name == path && entry.value.date.is_some())
}

/// Whether a location, by its name or cloud region, is known to be cold.
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
