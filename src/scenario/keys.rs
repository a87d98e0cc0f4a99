//! Which keys a part has, asked of the type that reads it: so that a key of another part can be told from a misspelt one.

use super::demand::{Demand, Workload};
use super::line::OwnedLine;
use super::own::{HardwareNode, Lease, Loan, Own};
use super::rent::{Commitment, Rent, Spot};
use serde::Deserializer;
use serde::de::{self, Deserialize, Visitor};
use std::fmt;

/// Where a key belongs that is not known in a part but in another; the end of a sentence that begins with the key.
pub(super) fn elsewhere(part: &str, key: &str) -> Option<&'static str> {
    match part {
        "Scenario" if of::<Demand>().contains(&key) => Some("belongs in `demand`"),
        "Demand" if of::<Workload>().contains(&key) => Some("belongs in a workload, `workloads: { chat: { … } }`"),
        "Workload" if key == "workloads" => Some("belongs in `demand`, not in one workload"),
        "Own" if of::<HardwareNode>().contains(&key) => Some("belongs in `node`"),
        "Own" if matches!(key, "interest_rate" | "interest") => Some("belongs in `loan`, as `rate`"),
        "Own" if of::<Lease>().contains(&key) && of::<Loan>().contains(&key) => Some("belongs in `lease` or in `loan`"),
        "Own" if of::<Lease>().contains(&key) => Some("belongs in `lease`"),
        "Own" if of::<Loan>().contains(&key) => Some("belongs in `loan`"),
        "Own" if of::<Rent>().contains(&key) => Some("is only for rented options"),
        "HardwareNode" if of::<Own>().contains(&key) => Some("belongs beside `node`, not in it"),
        "Rent" if of::<Own>().contains(&key) || of::<HardwareNode>().contains(&key) => {
            Some("is only for owned options")
        }
        "Rent" if of::<Spot>().contains(&key) && !of::<Commitment>().contains(&key) => Some("belongs in `spot`"),
        "Rent" if of::<Commitment>().contains(&key) && !of::<Spot>().contains(&key) => {
            Some("belongs in a commitment, `commitments: { NAME: { … } }`")
        }
        "Own" | "Rent" if is_of_workload(key) => Some("belongs in a workload of `demand`"),
        "Spot" | "Commitment" if of::<Rent>().contains(&key) => Some("belongs in the option, not in this part of it"),
        "RentedLine" if of::<OwnedLine>().contains(&key) => Some("is only for owned options"),
        _ => None,
    }
}

/// Whether workloads have a key, which the demand as a whole may have as well.
fn is_of_workload(key: &str) -> bool {
    of::<Workload>().contains(&key) || of::<Demand>().contains(&key)
}

/// What people write for a key that is spelt quite otherwise.
pub(super) fn meant(part: &str, key: &str) -> Option<&'static str> {
    meanings(part).iter().find(|(written, _)| *written == key).map(|(_, meant)| *meant)
}

fn meanings(part: &str) -> &'static [(&'static str, &'static str)] {
    match part {
        "Workload" => &[
            ("runs", "runs_per_month"),
            ("hours", "hours_per_run"),
            ("type", "kind"),
            ("peak", "peak_accelerators"),
            ("gpus", "accelerators"),
            ("peak_gpus", "peak_accelerators"),
            ("warm_gpus", "warm_accelerators"),
            ("gpu_hours_per_month", "accelerator_hours_per_month"),
            ("tokens_per_month", "units_per_month"),
            ("requests_per_month", "units_per_month"),
            ("peak_tokens_per_hour", "peak_units_per_hour"),
            ("peak_requests_per_hour", "peak_units_per_hour"),
            ("failure_rate", "failed_share"),
            ("interruptible", "flexible"),
            ("malleable", "elastic"),
            ("shape", "profile"),
            ("csv", "trace"),
        ],
        "Demand" | "HardwareNode" => &[("gpus", "accelerators")],
        "Own" => &[("gpu", "accelerator"), ("workloads", "serves")],
        "Rent" => &[
            ("gpu", "accelerator"),
            ("workloads", "serves"),
            ("gpus_per_instance", "accelerators_per_instance"),
            ("per_instance_hour", "on_demand_per_instance_hour"),
            ("per_accelerator_hour", "on_demand_per_accelerator_hour"),
        ],
        "Spot" => &[
            ("interruptions", "interruptions_per_month"),
            ("interruption_rate", "interruptions_per_month"),
            ("price", "per_instance_hour"),
        ],
        "Loan" => &[("interest_rate", "rate"), ("interest", "rate"), ("share", "financed_share")],
        _ => &[],
    }
}

/// The keys of a part, in the order of its type.
fn of<T: for<'de> Deserialize<'de>>() -> &'static [&'static str] {
    match T::deserialize(Asked) {
        Err(Keys(keys)) => keys,
        Ok(_) => &[],
    }
}

/// Answers the question for a part with the keys that it was asked for.
struct Asked;

#[derive(Debug)]
struct Keys(&'static [&'static str]);

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Keys {}

impl de::Error for Keys {
    fn custom<T: fmt::Display>(_: T) -> Keys {
        Keys(&[])
    }
}

impl<'de> Deserializer<'de> for Asked {
    type Error = Keys;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Keys> {
        Err(Keys(&[]))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        keys: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Keys> {
        Err(Keys(keys))
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_people_write_is_no_key_and_what_they_mean_is_one() {
        let keys = [
            ("Workload", of::<Workload>()),
            ("Demand", of::<Demand>()),
            ("HardwareNode", of::<HardwareNode>()),
            ("Own", of::<Own>()),
            ("Rent", of::<Rent>()),
            ("Spot", of::<Spot>()),
            ("Loan", of::<Loan>()),
        ];
        for (part, known) in keys {
            for (written, means) in meanings(part) {
                assert!(!known.contains(written) && known.contains(means), "{part} {written} {means}");
            }
        }
        assert_eq!(meant("Workload", "runs"), Some("runs_per_month"));
        assert_eq!(elsewhere("Demand", "profile"), Some("belongs in a workload, `workloads: { chat: { … } }`"));
        assert_eq!(elsewhere("Rent", "headroom"), Some("belongs in a workload of `demand`"));
        assert_eq!(elsewhere("Own", "term_months"), Some("belongs in `lease` or in `loan`"));
    }

    #[test]
    fn a_type_is_asked_for_its_keys() {
        assert!(of::<HardwareNode>().starts_with(&["price", "price_per_accelerator"]));
        assert_eq!(elsewhere("RentedLine", "per_node_month"), Some("is only for owned options"));
        assert_eq!(
            elsewhere("RentedLine", "per_month"),
            None.or(elsewhere("OwnedLine", "per_month")).or(Some("is only for owned options"))
        );
    }
}
