//! Changed inputs of two scenarios, compared by value, not by notation.

use crate::amount;
#[cfg(feature = "schema")]
use crate::amount::Ratio;
#[cfg(feature = "schema")]
use crate::analysis::line_and_column::LineAndColumn;
use crate::analysis::line_and_column::line_and_column;
use crate::demand::trace::Traces;
use crate::diagnostic::{Place, SourceId};
use crate::number;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::quantity::{NumberForm, ReadNumber};
use crate::scenario::{Loaded, declared, declared_at};
use language::declaration::{DefaultFrom, Key, KeyRole};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;

/// A changed input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputChange {
    /// Its path; for a changed order, the path of the part with the entries.
    pub path: String,
    /// Kind of the change.
    pub what: ChangeKind,
    /// Whether a present value can depend on it.
    #[serde(rename = "bears_cost", serialize_with = "bears_cost")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub bearing: CostEffect,
    /// Value in the old scenario; null if it has none.
    pub old: Option<InputValue>,
    /// Value in the new scenario; null if it has none.
    pub new: Option<InputValue>,
}

/// Kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// A value or a list of values changed.
    #[serde(rename = "changed")]
    Value,
    /// A value or part was added.
    Added,
    /// A value or part was removed.
    Removed,
    /// The order of workloads changed, and with it the order in which they are served.
    #[serde(rename = "reordered")]
    Order,
    /// The content of a trace changed under the same path.
    Trace,
}

impl ChangeKind {
    /// Its printed name.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            ChangeKind::Value => "changed",
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Order => "reordered",
            ChangeKind::Trace => "trace",
        }
    }
}

/// Whether a present value can depend on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CostEffect {
    /// It can.
    Cost,
    /// It cannot: the input is descriptive, or affects only which options can be chosen.
    None,
}

/// Value of an input in one of the scenarios.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputValue {
    /// Its text; a number is formatted for reading.
    pub text: String,
    /// The number in the unit of its key; null if it is no number.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Ratio>"))]
    pub number: Option<Decimal>,
    /// Whether it is assumed, while the other scenario has a different value.
    pub assumed: bool,
    /// The shared file that contains it; absent if it is in the scenario's own file, or in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its position; none if assumed.
    #[serde(flatten, serialize_with = "line_and_column")]
    #[cfg_attr(feature = "schema", schemars(with = "LineAndColumn"))]
    pub place: Option<Place>,
    /// The workbook cell that contains it, such as `Inputs!C12`; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<String>,
}

/// Serializes whether an amount can depend on a change.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
fn bears_cost<S: Serializer>(bearing: &CostEffect, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*bearing == CostEffect::Cost)
}

/// Two scenarios to compare.
pub(super) struct Compared<'a> {
    pub(super) old: &'a Loaded,
    pub(super) new: &'a Loaded,
    pub(super) old_traces: &'a Traces,
    pub(super) new_traces: &'a Traces,
}

/// Changed inputs, by path.
pub(super) fn changes(compared: &Compared<'_>) -> Vec<InputChange> {
    let mut found = Vec::new();
    walk(compared, (NodeId::ROOT, NodeId::ROOT), &mut found);
    traces(compared, &mut found);
    if compared.new.case.is_some() {
        // changes of the case are at the paths it sets; other cases don't matter
        found.retain(|change| !is_of_cases(&change.path));
    }
    found.sort_by(|a, b| order(&a.path).cmp(&order(&b.path)).then(a.what.cmp(&b.what)));
    found
}

fn is_of_cases(path: &str) -> bool {
    path.split('.').next() == Some("cases")
}

/// Sort key: the scenario as a whole first, then demand, then options.
fn order(path: &str) -> (usize, &str) {
    let first = path.split('.').next().unwrap_or_default();
    let rank = ["demand", "own", "rent", "hybrid", "requires", "sources"].iter().position(|key| *key == first);
    (rank.map_or(0, |rank| rank + 1), path)
}

fn walk(compared: &Compared<'_>, (a, b): (NodeId, NodeId), found: &mut Vec<InputChange>) {
    let (old, new) = (&compared.old.document, &compared.new.document);
    match (&old.node(a).content, &new.node(b).content) {
        (Content::Map(_), Content::Map(_)) => members(compared, (a, b), found),
        (Content::List(x), Content::List(y)) if x.len() == y.len() && is_of_parts(old, x) && is_of_parts(new, y) => {
            x.iter().zip(y).for_each(|(a, b)| walk(compared, (*a, *b), found));
        }
        _ if canonical(old, a) == canonical(new, b) => {}
        _ => found.push(change(compared, Some(a), Some(b), ChangeKind::Value)),
    }
}

fn is_of_parts(document: &Document, items: &[NodeId]) -> bool {
    items.iter().all(|item| matches!(document.node(*item).content, Content::Map(_)))
}

fn members(compared: &Compared<'_>, (a, b): (NodeId, NodeId), found: &mut Vec<InputChange>) {
    let (old, new) = (&compared.old.document, &compared.new.document);
    let common = |document: &Document, at: NodeId, other: &Document, there: NodeId| -> Vec<String> {
        let keys = document.children(at).iter().map(|child| document.key(*child).to_owned());
        keys.filter(|key| other.member(there, key).is_some()).collect()
    };
    if old.path(a) == "demand.workloads" && common(old, a, new, b) != common(new, b, old, a) {
        found.push(reordered(compared, (a, b)));
    }
    for child in old.children(a) {
        match new.member(b, old.key(*child)) {
            Some(other) => walk(compared, (*child, other), found),
            None => one_sided(compared, (*child, b), ChangeKind::Removed, found),
        }
    }
    for child in new.children(b) {
        if old.member(a, new.key(*child)).is_none() {
            one_sided(compared, (*child, a), ChangeKind::Added, found);
        }
    }
}

/// An addition or removal: one change per entry for parts with named entries, else one for the whole.
fn one_sided(compared: &Compared<'_>, (at, around): (NodeId, NodeId), what: ChangeKind, found: &mut Vec<InputChange>) {
    let (has, lacks) = match what {
        ChangeKind::Removed => (&compared.old.document, &compared.new.document),
        ChangeKind::Value | ChangeKind::Added | ChangeKind::Order | ChangeKind::Trace => {
            (&compared.new.document, &compared.old.document)
        }
    };
    if has.origin(at) == Origin::Assumed || is_consequence(has, at, lacks, around) {
        return;
    }
    let push = |at: NodeId, found: &mut Vec<InputChange>| {
        let (old, new) = if what == ChangeKind::Removed { (Some(at), None) } else { (None, Some(at)) };
        found.push(change(compared, old, new, what));
    };
    match &has.node(at).content {
        Content::Map(entries) if declared(has, at).key().is_some_and(|key| key.one_by_one) => {
            for entry in entries {
                push(*entry, found);
            }
        }
        Content::Map(_) | Content::List(_) | Content::Scalar(_) | Content::Nothing => push(at, found),
    }
}

/// Whether a value given in one scenario equals the default that both derive from another key: idle power from power,
/// the life of a part from that of its option, the growth of a workload from that of demand.
fn is_consequence(has: &Document, at: NodeId, lacks: &Document, around: NodeId) -> bool {
    let Some(part) = has.node(at).parent else { return false };
    let Some(key) = declared(has, at).key() else { return false };
    let stated = canonical(has, at);
    [(has, part), (lacks, around)].into_iter().all(|(document, part)| {
        followed(document, part, key).is_some_and(|source| canonical(document, source) == stated)
    })
}

/// Node whose value a missing key takes.
fn followed(document: &Document, part: NodeId, key: &'static Key) -> Option<NodeId> {
    let above = |at: NodeId| document.node(at).parent;
    match key.default_from? {
        DefaultFrom::Key(other) => document.member(part, other),
        DefaultFrom::Around => document.member(above(above(part)?)?, key.name),
    }
}

/// Value of a node in canonical form, independent of notation.
fn canonical(document: &Document, at: NodeId) -> String {
    if let Some(number) = document.number(at) {
        let currency = number.currency.map_or("", CurrencyCode::code);
        return format!("{}{currency}", number.value.normalize());
    }
    let below = |children: &[NodeId]| -> Vec<String> {
        let written = children.iter().filter(|child| document.origin(**child) != Origin::Assumed);
        written.map(|child| format!("{}={}", document.key(*child), canonical(document, *child))).collect()
    };
    match &document.node(at).content {
        Content::Scalar(text) => format!("\"{text}\""),
        Content::Nothing => String::new(),
        Content::Map(children) => {
            let mut members = below(children);
            members.sort_unstable();
            format!("{{{}}}", members.join(","))
        }
        Content::List(children) if declared(document, at).key().is_some_and(|key| key.set) => {
            let items: BTreeSet<String> = children.iter().map(|item| canonical(document, *item)).collect();
            format!("[{}]", items.into_iter().collect::<Vec<_>>().join(","))
        }
        Content::List(children) => format!("[{}]", below(children).join(",")),
    }
}

fn change(compared: &Compared<'_>, old: Option<NodeId>, new: Option<NodeId>, what: ChangeKind) -> InputChange {
    let path = match (old, new) {
        (Some(at), _) => compared.old.document.path(at),
        (None, Some(at)) => compared.new.document.path(at),
        (None, None) => String::new(),
    };
    let bearing = bearing(&path);
    let old = old.map(|at| input_value(compared.old, at, what));
    let new = new.map(|at| input_value(compared.new, at, what));
    InputChange { path, what, bearing, old, new }
}

fn bearing(path: &str) -> CostEffect {
    if declared_at(path).any(|key| key.role != KeyRole::Input) { CostEffect::None } else { CostEffect::Cost }
}

fn input_value(loaded: &Loaded, at: NodeId, what: ChangeKind) -> InputValue {
    let document = &loaded.document;
    let number = document.number(at);
    let text = match number {
        Some(number) if number.kind.form == NumberForm::Share => {
            format!("{} %", number::readable(number.value * Decimal::ONE_HUNDRED, 12))
        }
        Some(ReadNumber { kind, value, currency: Some(own), .. }) if kind.is_money() => {
            format!("{} {}", number::readable(value, 12), own.code())
        }
        Some(number) => number::readable(number.value, 12),
        None => flow(document, at),
    };
    let number = number.map(|number| number.value);
    let place = document.place(at).filter(|_| document.origin(at) != Origin::Assumed);
    let assumed = place.is_none() && what == ChangeKind::Value;
    InputValue { text, number, place, file: shared_file(loaded, place), cell: cell(loaded, place), assumed }
}

/// Name of the shared file that contains a value; none for the scenario's own file.
fn shared_file(loaded: &Loaded, place: Option<Place>) -> Option<String> {
    let place = place.filter(|place| place.source != SourceId::FILE)?;
    Some(loaded.sources.file_of(place)?.name.to_owned())
}

/// Workbook cell that contains a value, without the name of the workbook.
fn cell(loaded: &Loaded, place: Option<Place>) -> Option<String> {
    let workbook = loaded.workbook.as_ref()?;
    let written = loaded.sources.written(place?.source)?;
    Some(written.name.strip_prefix(workbook.as_str())?.trim_start().to_owned())
}

/// A value as one line of YAML, without assumed values.
fn flow(document: &Document, at: NodeId) -> String {
    let written = |children: &[NodeId]| {
        let written = children.iter().copied().filter(|child| document.origin(*child) != Origin::Assumed);
        written.collect::<Vec<NodeId>>()
    };
    match &document.node(at).content {
        Content::Scalar(text) => text.clone(),
        Content::Nothing => String::new(),
        Content::List(items) => {
            let items: Vec<String> = items.iter().map(|item| flow(document, *item)).collect();
            format!("[{}]", items.join(", "))
        }
        Content::Map(children) => {
            let members = written(children).into_iter();
            let members: Vec<String> =
                members.map(|child| format!("{}: {}", document.key(child), flow(document, child))).collect();
            format!("{{ {} }}", members.join(", "))
        }
    }
}

fn reordered(compared: &Compared<'_>, (a, b): (NodeId, NodeId)) -> InputChange {
    let side = |loaded: &Loaded, at: NodeId| {
        let keys = loaded.document.children(at).iter().map(|child| loaded.document.key(*child));
        Some(beside_numbers(loaded, at, keys.collect::<Vec<_>>().join(", ")))
    };
    let [old, new] = [side(compared.old, a), side(compared.new, b)];
    InputChange { path: compared.old.document.path(a), what: ChangeKind::Order, old, new, bearing: CostEffect::Cost }
}

/// Value of an input that is not a number.
fn beside_numbers(loaded: &Loaded, at: NodeId, text: String) -> InputValue {
    let place = loaded.document.place(at);
    InputValue { text, number: None, place, file: shared_file(loaded, place), cell: None, assumed: false }
}

/// Adds traces with changed content under the same path.
fn traces(compared: &Compared<'_>, found: &mut Vec<InputChange>) {
    for (workload, old) in compared.old_traces.iter() {
        let Some(new) = compared.new_traces.get(workload).filter(|new| new.sha256 != old.sha256) else { continue };
        let path = trace_path(workload);
        let side = |loaded: &Loaded, sha256: &str| {
            let at = loaded.document.find(&path)?;
            let hash = sha256.get(..8).unwrap_or(sha256);
            Some(beside_numbers(loaded, at, format!("{}, sha256 {hash}", loaded.document.text(at)?)))
        };
        let old = side(compared.old, &old.sha256);
        let new = side(compared.new, &new.sha256);
        match found.iter_mut().find(|change| change.path == path) {
            // another file with different content: one change with both
            Some(change) => (change.old, change.new) = (old, new),
            None => found.push(InputChange { path, what: ChangeKind::Trace, old, new, bearing: CostEffect::Cost }),
        }
    }
}

/// Path of the trace of a workload.
pub(super) fn trace_path(workload: &str) -> String {
    format!("demand.workloads.{workload}.trace")
}
