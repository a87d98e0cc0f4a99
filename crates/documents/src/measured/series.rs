//! Which accelerator a series of Prometheus measures, by its labels.
//!
//! Several series may measure one: pods that share it by time slicing have one each (the DCGM exporter writes the pod as a label), so
//! have pods that had it one after another, and two Prometheus servers or exporters have one each. Slices of an accelerator (MIG) have
//! its `UUID`, and labels `GPU_I_ID` and `GPU_I_PROFILE` of their own.

use super::fault::{NoTrace, shown};
use super::metric::{MetricUnit, REQUESTS};
use super::slice::Slice;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Labels by which servers of Prometheus that scrape the same differ.
const REPLICA: [&str; 3] = ["prometheus_replica", "__replica__", "thanos_replica"];
/// Labels that say who was scraped, or by which job.
const SCRAPED: [&str; 5] = ["instance", "job", "endpoint", "service", "replica"];
/// Labels of the pod that uses an accelerator, or of the exporter where those are `exported_…`.
const POD: [&str; 6] = ["pod", "namespace", "container", "exported_pod", "exported_namespace", "exported_container"];
/// Labels of an accelerator that no other has.
const UUIDS: [&str; 3] = ["UUID", "uuid", "gpu_uuid"];
/// Labels of the machine that it is in, and which of its accelerators it is.
const HOSTS: [&str; 4] = ["Hostname", "hostname", "node", "instance"];
const NUMBERS: [&str; 4] = ["gpu", "minor_number", "device", "index"];

/// The labels of a series.
#[derive(Debug, Default)]
pub(super) struct SeriesLabels(BTreeMap<String, String>);

/// What a series measures.
#[derive(Debug)]
pub(super) struct Source {
    /// Which accelerator, and which slice of it.
    pub(super) id: SourceId,
    /// What it is called.
    pub(super) name: String,
    /// Its slice, if it is one.
    pub(super) slice: Option<Slice>,
    /// Whether it exists all the time, so that a missing sample is not 0: an accelerator does, and a pod does not.
    pub(super) lasts: bool,
    /// Who measured it.
    pub(super) scraper: u64,
}

/// An accelerator and a slice of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SourceId {
    pub(super) accelerator: u128,
    pub(super) slice: u64,
}

impl SeriesLabels {
    /// A label that is there and not empty.
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.get(name))
    }

    /// The name of the metric.
    pub(super) fn metric(&self) -> Option<&str> {
        self.get("__name__")
    }

    /// The resource of Kubernetes.
    pub(super) fn resource(&self) -> Option<&str> {
        self.get("resource")
    }

    /// The type of the accelerator.
    pub(super) fn model(&self) -> Option<&str> {
        self.first(&["modelName", "name"])
    }

    /// What the series measures; of a metric that is known here, its unit.
    pub(super) fn source(&self, unit: Option<MetricUnit>, resource: Option<Slice>) -> Result<Source, NoTrace> {
        let is_of_one = match unit {
            Some(MetricUnit::Percent | MetricUnit::Share) => true,
            Some(MetricUnit::Accelerators) | None => false,
        };
        let uuid = self.first(&UUIDS).filter(|_| self.metric() != Some(REQUESTS));
        let host = self.first(&HOSTS).zip(self.first(&NUMBERS)).filter(|_| is_of_one);
        let (accelerator, name) = match (uuid, host) {
            (Some(uuid), _) => (identity(uuid), shown(uuid)),
            (None, Some((host, number))) => {
                let name = format!("{} of {}", shown(number), shown(host));
                (identity((self.get("cluster"), host, number)), name)
            }
            (None, None) => self.by_the_rest(unit, is_of_one),
        };
        let (instance, profile) = (self.get("GPU_I_ID"), self.get("GPU_I_PROFILE"));
        let slice = match (profile.map(|profile| Slice::named_in(profile, self.model())), instance) {
            (Some(Some(slice)), _) => Some(slice),
            (None, None) => resource,
            (Some(None), _) | (None, Some(_)) => {
                let profile = profile
                    .map_or("no label GPU_I_PROFILE".to_owned(), |profile| format!("the profile {}", shown(profile)));
                let message =
                    format!("a series is of a slice of an accelerator with {profile}, which says no share of it");
                return Err(NoTrace::new(message, "keep the label GPU_I_PROFILE in the query, such as 1g.10gb"));
            }
        };
        let slice_id = profile.or(instance).map_or(0, |_| half((profile, instance), 2));
        let scraped = SCRAPED.iter().chain(&REPLICA).map(|name| self.get(name));
        let scraper = half((self.metric(), scraped.collect::<Vec<_>>()), 3);
        let is_of_a_pod = self.first(&POD).is_some();
        let lasts = is_of_one || uuid.is_some() || !is_of_a_pod;
        Ok(Source { id: SourceId { accelerator, slice: slice_id }, name, slice, lasts, scraper })
    }

    /// Who a series is of whose accelerator has no name: all its labels, but for those that say who measured it.
    fn by_the_rest(&self, unit: Option<MetricUnit>, is_of_one: bool) -> (u128, String) {
        let is_exported = self.get("exported_pod").is_some();
        let is_kept = |name: &str| {
            let is_pod = POD.contains(&name) && (is_of_one || is_exported && !name.starts_with("exported_"));
            // of what is not known here, a replica may be one of a model that is served
            !REPLICA.contains(&name) && (unit.is_none() || name != "replica") && !is_pod
        };
        let of_pods = unit == Some(MetricUnit::Accelerators) && self.first(&POD).is_some();
        let kept = self.0.iter().filter(|(name, _)| is_kept(name) && !(of_pods && SCRAPED.contains(&name.as_str())));
        let kept: Vec<_> = kept.collect();
        let said =
            kept.iter().filter(|(name, _)| *name != "__name__").map(|(name, value)| format!("{name}=\"{value}\""));
        let said = said.collect::<Vec<_>>().join(",");
        (identity(&kept), if said.is_empty() { "the series".to_owned() } else { shown(&said) })
    }
}

/// What tells one thing from others.
fn identity(of: impl Hash) -> u128 {
    u128::from(half(&of, 0)) << 64 | u128::from(half(&of, 1))
}

fn half(of: impl Hash, salt: u8) -> u64 {
    let mut hasher = DefaultHasher::new();
    (salt, of).hash(&mut hasher);
    hasher.finish()
}

impl<'de> Deserialize<'de> for SeriesLabels {
    fn deserialize<D: Deserializer<'de>>(json: D) -> Result<SeriesLabels, D::Error> {
        struct LabelsVisitor;
        impl<'de> Visitor<'de> for LabelsVisitor {
            type Value = SeriesLabels;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("the labels of a series")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<SeriesLabels, A::Error> {
                let mut labels = SeriesLabels::default();
                while let Some((name, value)) = map.next_entry()? {
                    labels.0.insert(name, value);
                }
                Ok(labels)
            }
        }
        json.deserialize_map(LabelsVisitor)
    }
}
