//! By what work is told apart.

use crate::scenario::demand::Workload;
use crate::scenario::document::{Given, Label, Named};
use crate::scenario::{Scenario, nearest};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeSet;
use std::fmt;

/// By what work is told apart. What a workload does not say, its scenario says for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// Those who answer for it.
    Owner,
    /// The value of a tag with this name.
    Tag(String),
}

/// A tag that nothing bears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTag {
    /// The name that was asked for.
    pub name: String,
    /// The known name that is nearest to it.
    pub nearest: Option<String>,
    /// Every known name.
    pub known: Vec<String>,
}

/// As it is asked for: `owner`, `tag:environment`.
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
    /// The group of what belongs to no workload.
    #[must_use]
    pub fn of_scenario(&self, scenario: &Scenario) -> Option<String> {
        match self {
            Grouping::Owner => owner(scenario.owner.as_ref()),
            Grouping::Tag(name) => tag(&scenario.tags, name),
        }
    }

    /// The group of a workload.
    #[must_use]
    pub fn of_workload(&self, scenario: &Scenario, workload: &Workload) -> Option<String> {
        let own = match self {
            Grouping::Owner => owner(workload.owner.as_ref()),
            Grouping::Tag(name) => tag(&workload.tags, name),
        };
        own.or_else(|| self.of_scenario(scenario))
    }
}

fn owner(stated: Option<&Given<String>>) -> Option<String> {
    stated.map(|owner| owner.value.trim().to_owned())
}

fn tag(tags: &Named<Given<Label>>, name: &str) -> Option<String> {
    tags.get(name).map(|entry| entry.value.value.text().to_owned())
}

/// The names of all tags of a scenario and of its workloads.
pub(in crate::analysis) fn tags(scenario: &Scenario) -> BTreeSet<String> {
    let of_workloads = scenario.demand.workloads.iter().flat_map(|entry| entry.value.tags.iter());
    scenario.tags.iter().chain(of_workloads).map(|entry| entry.name.clone()).collect()
}

/// Refuses to tell work apart by a tag that nothing bears.
///
/// # Errors
/// If it is not among the known ones.
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
