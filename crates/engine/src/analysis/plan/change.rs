//! Changes of a scenario that a plan proposes, also as YAML.

use super::result::Mix;
use super::space::Space;
use super::variant::{Pair, UntilDelivery};
use crate::scenario::document::{NodeId, Origin};
use serde::{Serialize, Serializer};

/// A proposed change of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedChange {
    /// Path of the input.
    pub path: String,
    /// Proposed value.
    pub value: Planned,
}

/// Proposed value of an input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Planned {
    /// A count.
    Count(u32),
    /// A name.
    Name(String),
    /// A rented option with committed instances.
    Burst {
        /// Name of the rented option.
        option: String,
        /// Instances by commitment.
        #[serde(serialize_with = "by_name")]
        #[cfg_attr(feature = "schema", schemars(with = "std::collections::BTreeMap<String, u32>"))]
        commitments: Vec<(String, u32)>,
    },
    /// Purchases: those of already owned servers, and that of the plan.
    Purchases(Vec<PlannedPurchase>),
    /// Null: the key is removed.
    Removed,
}

/// A purchase: its keys and values as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedPurchase(pub Vec<(String, String)>);

impl Serialize for PlannedPurchase {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(key, text)| (key, text)))
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for PlannedPurchase {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "PlannedPurchase".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        std::collections::BTreeMap::<String, String>::json_schema(generator)
    }
}

/// Serializes counts by name as an object.
pub(super) fn by_name<S: Serializer>(counts: &[(String, u32)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(counts.iter().map(|(name, count)| (name, count)))
}

/// The changes as YAML lines below their parent keys; removed keys are comments.
pub(super) fn yaml(changes: &[PlannedChange]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for change in changes {
        let mut keys: Vec<&str> = change.path.split('.').collect();
        let Some(key) = keys.pop() else { continue };
        let shared = open.iter().zip(&keys).take_while(|(a, b)| a == b).count();
        for (depth, part) in keys.iter().enumerate().skip(shared) {
            lines.push(format!("{}{part}:", "  ".repeat(depth)));
        }
        let indent = "  ".repeat(keys.len());
        lines.push(match &change.value {
            Planned::Removed => format!("{indent}# without `{key}`"),
            Planned::Count(count) => format!("{indent}{key}: {count}"),
            Planned::Name(name) => format!("{indent}{key}: {name}"),
            Planned::Burst { option, commitments } => format!("{indent}{key}: {}", burst(option, commitments)),
            Planned::Purchases(all) => {
                format!("{indent}{key}: [{}]", all.iter().map(purchase).collect::<Vec<_>>().join(", "))
            }
        });
        open = keys;
    }
    lines
}

fn purchase(PlannedPurchase(keys): &PlannedPurchase) -> String {
    let keys: Vec<String> = keys.iter().map(|(key, text)| format!("{key}: {text}")).collect();
    format!("{{ {} }}", keys.join(", "))
}

fn burst(option: &str, commitments: &[(String, u32)]) -> String {
    if commitments.is_empty() {
        return option.to_owned();
    }
    let instances: Vec<String> = commitments.iter().map(|(name, count)| format!("{name}: {count}")).collect();
    format!("{{ option: {option}, commitments: {{ {} }} }}", instances.join(", "))
}

/// Changes of the scenario for a mix.
pub(super) fn planned(pair: &Pair<'_>, space: &Space, mix: &Mix) -> Vec<PlannedChange> {
    let own = |key: &str| pair.own_id().path(key);
    if mix.nodes == 0 && pair.already_owned().is_none() {
        let instances = |(name, count): &(String, u32)| PlannedChange {
            path: pair.rent_id().path(&format!("commitments.{name}.instances")),
            value: Planned::Count(*count),
        };
        return mix.commitments.iter().map(instances).collect();
    }
    let rented = || pair.rent.name.clone();
    let committed: Vec<(String, u32)> = mix.commitments.iter().filter(|(_, count)| *count > 0).cloned().collect();
    let burst = Planned::Burst { option: rented(), commitments: committed };
    let purchases = pair.own.value.purchases.as_ref().filter(|_| pair.already_owned().is_none());
    let nodes = match pair.already_owned() {
        None => PlannedChange { path: own("nodes"), value: Planned::Count(mix.nodes) },
        Some(_) => {
            PlannedChange { path: own("purchases"), value: Planned::Purchases(purchases_in_addition(pair, mix.nodes)) }
        }
    };
    let until = (space.variant.until_delivery == UntilDelivery::Rented).then(rented);
    let all = [
        Some(nodes),
        Some(PlannedChange { path: own("burst_to"), value: burst }),
        until.map(|name| PlannedChange { path: own("until_delivery"), value: Planned::Name(name) }),
        purchases.map(|_| PlannedChange { path: own("purchases"), value: Planned::Removed }),
    ];
    all.into_iter().flatten().collect()
}

/// Purchases of already owned servers as written, and that of the plan.
fn purchases_in_addition(pair: &Pair<'_>, nodes: u32) -> Vec<PlannedPurchase> {
    let document = pair.variation.document();
    let list = document.find(&pair.own_id().path("purchases"));
    let items = list.map(|list| document.children(list)).unwrap_or_default();
    let written = |at: NodeId| {
        let keys = document.children(at).iter().copied().filter(|key| document.origin(*key) != Origin::Assumed);
        PlannedPurchase(
            keys.filter_map(|at| Some((document.key(at).to_owned(), document.text(at)?.to_owned()))).collect(),
        )
    };
    let already = pair.already().filter_map(|(at, _)| items.get(at)).map(|at| written(*at));
    let keys = [("month", "0".to_owned()), ("nodes", nodes.to_string())];
    let bought = PlannedPurchase(keys.map(|(key, text)| (key.to_owned(), text)).into());
    already.chain((nodes > 0).then_some(bought)).collect()
}
