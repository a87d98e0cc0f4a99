//! Named load profiles over a day or a week, from `profiles.yaml` in this folder.

use language::suggest;
use rust_decimal::Decimal;
use serde::Deserialize;
use std::sync::LazyLock;

const LIST: &str = include_str!("profiles.yaml");

/// Hours in a day.
pub const DAY: usize = 24;

static PROFILES: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let entries: Vec<Entry> =
        serde_yaml::from_str(LIST).expect("profiles.yaml is part of the program, and a test reads it");
    entries.into_iter().map(Profile::of).collect()
});

/// Load profile: share of the peak in every hour of a day, or of a week from Monday 00:00.
#[derive(Debug)]
pub struct Profile {
    /// Name in scenarios.
    pub name: String,
    /// Description in one sentence.
    pub description: String,
    /// Source of the shape, or a note that it is stylized.
    pub source: String,
    /// Aliases.
    aliases: Vec<String>,
    shares: Vec<Decimal>,
}

/// Profile in the data file, in whole percents of the peak.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(default)]
    aliases: Vec<String>,
    description: String,
    source: String,
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the shares"))]
    mean_to_peak: String,
    day: Option<[u8; DAY]>,
    weekday: Option<[u8; DAY]>,
    weekend: Option<[u8; DAY]>,
}

impl Profile {
    fn of(entry: Entry) -> Profile {
        let (weekday, weekend) = (entry.weekday.unwrap_or_default(), entry.weekend.unwrap_or_default());
        let days = entry.day.map_or_else(|| [[weekday; 5].as_slice(), &[weekend; 2]].concat(), |day| vec![day]);
        let shares = days.as_flattened().iter().map(|percent| Decimal::new(i64::from(*percent), 2)).collect();
        Profile {
            name: entry.name,
            aliases: entry.aliases,
            description: entry.description,
            source: entry.source,
            shares,
        }
    }

    /// Shares of the peak: 24 by hour of the day, or 168 by hour of the week, Monday 00:00 first.
    #[must_use]
    pub fn shares(&self) -> &[Decimal] {
        &self.shares
    }

    /// Mean share divided by peak share: the utilization of a fleet that is sized for the peak.
    ///
    /// ```
    /// use engine::scenario::profiles::named;
    /// assert_eq!(named("nightly_batch").unwrap().mean_to_peak().round_dp(3).to_string(), "0.333");
    /// ```
    #[must_use]
    pub fn mean_to_peak(&self) -> Decimal {
        let peak = self.shares.iter().max().copied().unwrap_or_default();
        let sum: Decimal = self.shares.iter().sum();
        // a profile without load has no peak
        sum.checked_div(peak * Decimal::from(self.shares.len())).unwrap_or_default()
    }
}

/// The profile with a name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Profile> {
    all().iter().find(|profile| profile.name == name)
}

/// Name of the profile that a misspelt name or an alias refers to.
#[must_use]
pub fn nearest(name: &str) -> Option<&'static str> {
    let names: Vec<&str> = all().iter().map(|profile| profile.name.as_str()).collect();
    let folded = name.to_lowercase().replace(['-', ' '], "_");
    let by_alias = all().iter().find(|profile| profile.aliases.contains(&folded)).map(|profile| profile.name.as_str());
    by_alias.or_else(|| suggest::nearest(name, names.iter().copied())).or_else(|| suggest::longer(name, &names))
}

/// All profiles, in the order of the data file.
#[must_use]
pub fn all() -> &'static [Profile] {
    &PROFILES
}

#[cfg(test)]
mod tests {
    use super::super::is_name;
    use super::*;

    fn entries() -> Vec<Entry> {
        serde_yaml::from_str(LIST).unwrap()
    }

    #[test]
    fn every_profile_states_a_day_or_a_week_and_what_it_is() {
        for entry in entries() {
            let stated = (entry.day.is_some(), entry.weekday.is_some(), entry.weekend.is_some());
            assert!(matches!(stated, (true, false, false) | (false, true, true)), "{}", entry.name);
            assert!(is_name(&entry.name), "{}", entry.name);
            assert!(entry.description.ends_with('.') && !entry.source.is_empty(), "{}", entry.name);
        }
        let names: std::collections::BTreeSet<&str> = all().iter().map(|profile| profile.name.as_str()).collect();
        assert_eq!(names.len(), all().len());
    }

    #[test]
    fn the_mean_to_peak_stated_by_hand_is_that_of_the_shares() {
        for (entry, profile) in entries().iter().zip(all()) {
            let percent = (profile.mean_to_peak() * Decimal::ONE_HUNDRED).round_dp(1);
            assert_eq!(format!("{percent:.1}%"), entry.mean_to_peak, "{}", entry.name);
        }
    }

    #[test]
    fn shares_are_of_a_peak_of_one() {
        for profile in all() {
            assert!(matches!(profile.shares().len(), 24 | 168), "{}", profile.name);
            assert_eq!(profile.shares().iter().max(), Some(&Decimal::ONE), "{}", profile.name);
        }
    }

    #[test]
    fn a_week_begins_on_monday_and_ends_with_the_weekend() {
        let week = named("weekday_batch").unwrap().shares();
        let hour = |day: usize, hour: usize| week[day * DAY + hour];
        assert_eq!((hour(0, 7), hour(0, 8), hour(4, 19), hour(4, 20)), (0.into(), 1.into(), 1.into(), 0.into()));
        assert!(week[5 * DAY..].iter().all(Decimal::is_zero));
        assert!(named("no-such-profile").is_none());
        assert_eq!((nearest("busines-hours"), nearest("business")), (Some("business_hours"), Some("business_hours")));
        assert_eq!((nearest("office_hours"), nearest("24x7")), (Some("business_hours"), Some("flat")));
        assert_eq!(nearest("mornings"), None);
    }
}
