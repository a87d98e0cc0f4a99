//! Criteria to group work by.

use crate::scenario::demand::Workload;
use crate::scenario::document::{Label, Located, Named};
use crate::scenario::{Scenario, nearest};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;

/// Criterion to group work by. Workloads inherit missing values from their scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Owner.
    Owner,
    /// Value of the tag with this name.
    Tag(String),
}

/// Error: no workload has this tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTag {
    /// Requested name.
    pub name: String,
    /// Suggested name, if one is similar.
    pub nearest: Option<String>,
    /// All known names.
    pub known: Vec<String>,
}

/// As on the command line: `owner`, `tag:environment`.
impl fmt::Display for Grouping {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Grouping::Owner => f.write_str("owner"),
            Grouping::Tag(name) => write!(f, "tag:{name}"),
        }
    }
}

impl Serialize for Grouping {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Grouping {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Grouping, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.strip_prefix("tag:") {
            Some(name) => Ok(Grouping::Tag(name.to_owned())),
            None if text == "owner" => Ok(Grouping::Owner),
            None => Err(D::Error::unknown_variant(&text, &["owner", "tag:NAME"])),
        }
    }
}

impl Grouping {
    /// Group of work without a workload.
    #[must_use]
    pub fn of_scenario(&self, scenario: &Scenario) -> Option<String> {
        match self {
            Grouping::Owner => owner(scenario.owner.as_ref()),
            Grouping::Tag(name) => tag(&scenario.tags, name),
        }
    }

    /// Group of a workload.
    #[must_use]
    pub fn of_workload(&self, scenario: &Scenario, workload: &Workload) -> Option<String> {
        let own = match self {
            Grouping::Owner => owner(workload.owner.as_ref()),
            Grouping::Tag(name) => tag(&workload.tags, name),
        };
        own.or_else(|| self.of_scenario(scenario))
    }
}

fn owner(stated: Option<&Located<String>>) -> Option<String> {
    stated.map(|owner| owner.value.trim().to_owned())
}

fn tag(tags: &Named<Located<Label>>, name: &str) -> Option<String> {
    tags.get(name).map(|entry| entry.value.value.text().to_owned())
}

/// Names of all tags of a scenario and its workloads.
pub(in crate::analysis) fn tags(scenario: &Scenario) -> BTreeSet<String> {
    let of_workloads = scenario.demand.workloads.iter().flat_map(|entry| entry.value.tags.iter());
    scenario.tags.iter().chain(of_workloads).map(|entry| entry.name.clone()).collect()
}

/// Checks that a tag is known.
///
/// # Errors
/// If it is not among the known tags.
pub fn known_tag(by: &Grouping, known: &BTreeSet<String>) -> Result<(), UnknownTag> {
    match by {
        Grouping::Tag(name) if !known.contains(name) => Err(UnknownTag {
            name: name.clone(),
            nearest: nearest(name, known.iter().map(String::as_str)).map(str::to_owned),
            known: known.iter().cloned().collect(),
        }),
        Grouping::Owner | Grouping::Tag(_) => Ok(()),
    }
}
