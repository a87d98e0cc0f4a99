//! Which accelerator a Prometheus series measures, by its labels.
//!
//! Several series can measure one accelerator: one per pod that shares it by time slicing (the DCGM exporter writes the pod as a
//! label) or that used it earlier, and one per Prometheus server or exporter. Slices of an accelerator (MIG) have its `UUID`, and
//! their own labels `GPU_I_ID` and `GPU_I_PROFILE`.

use super::fault::{TraceError, shown};
use super::metric::{MetricUnit, REQUESTS};
use super::slice::Slice;
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Labels that differ between Prometheus servers that scrape the same targets.
const REPLICA: [&str; 3] = ["prometheus_replica", "__replica__", "thanos_replica"];
/// Labels of the scrape target and job.
const SCRAPED: [&str; 5] = ["instance", "job", "endpoint", "service", "replica"];
/// Labels of the pod that uses an accelerator, or of the exporter if the pod's labels are `exported_…`.
const POD: [&str; 6] = ["pod", "namespace", "container", "exported_pod", "exported_namespace", "exported_container"];
/// Unique labels of an accelerator.
const UUIDS: [&str; 3] = ["UUID", "uuid", "gpu_uuid"];
/// Labels of the machine of an accelerator, and its number there.
const HOSTS: [&str; 4] = ["Hostname", "hostname", "node", "instance"];
const NUMBERS: [&str; 4] = ["gpu", "minor_number", "device", "index"];

/// Labels of a series.
#[derive(Debug, Default)]
pub(super) struct SeriesLabels(BTreeMap<String, String>);

/// Source of a series.
#[derive(Debug)]
pub(super) struct Source {
    /// Accelerator and slice.
    pub(super) id: SourceId,
    /// Display name.
    pub(super) name: String,
    /// Slice, if it is one.
    pub(super) slice: Option<Slice>,
    /// Whether it exists all the time, so that a missing sample is not 0: true for accelerators, false for pods.
    pub(super) lasts: bool,
    /// Exporter or server that measured it.
    pub(super) scraper: u64,
}

/// Identity of an accelerator and a slice of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SourceId {
    pub(super) accelerator: u128,
    pub(super) slice: u64,
}

impl SeriesLabels {
    /// Label that is present and not empty.
    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str).filter(|value| !value.is_empty())
    }

    fn first(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| self.get(name))
    }

    /// Name of the metric.
    pub(super) fn metric(&self) -> Option<&str> {
        self.get("__name__")
    }

    /// Kubernetes resource.
    pub(super) fn resource(&self) -> Option<&str> {
        self.get("resource")
    }

    /// Type of the accelerator.
    pub(super) fn model(&self) -> Option<&str> {
        self.first(&["modelName", "name"])
    }

    /// Source of the series. `unit` is that of a known metric.
    pub(super) fn source(&self, unit: Option<MetricUnit>, resource: Option<Slice>) -> Result<Source, TraceError> {
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
                    format!("a series measures a slice of an accelerator with {profile}, so its share is unknown");
                return Err(TraceError::new(message, "keep the label GPU_I_PROFILE in the query, such as 1g.10gb"));
            }
        };
        let slice_id = profile.or(instance).map_or(0, |_| half((profile, instance), 2));
        let scraped = SCRAPED.iter().chain(&REPLICA).map(|name| self.get(name));
        let scraper = half((self.metric(), scraped.collect::<Vec<_>>()), 3);
        let is_of_a_pod = self.first(&POD).is_some();
        let lasts = is_of_one || uuid.is_some() || !is_of_a_pod;
        Ok(Source { id: SourceId { accelerator, slice: slice_id }, name, slice, lasts, scraper })
    }

    /// Identity of a series without an accelerator label: all its labels except those of the scrape.
    fn by_the_rest(&self, unit: Option<MetricUnit>, is_of_one: bool) -> (u128, String) {
        let is_exported = self.get("exported_pod").is_some();
        let is_kept = |name: &str| {
            let is_pod = POD.contains(&name) && (is_of_one || is_exported && !name.starts_with("exported_"));
            // of an unknown metric, `replica` may be a replica of a served model
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

/// Hash that identifies a source.
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
