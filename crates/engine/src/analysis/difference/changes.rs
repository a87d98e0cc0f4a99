//! Which inputs two scenarios have that differ: compared as they are read, not as they are written.

use crate::amount::Ratio;
use crate::demand::trace::Traces;
use crate::diagnostic::{Place, SourceId};
use crate::number;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::quantity::{NumberForm, ReadNumber};
use crate::scenario::{Loaded, declared, declared_at};
use crate::written::written_as;
use language::declaration::{Follows, Key, KeyRole};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;

/// An input that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputChange {
    /// Its path; of an order that of the part whose entries are in another order.
    pub path: String,
    /// What differs.
    pub what: What,
    /// Whether a present value can depend on it.
    #[serde(rename = "bears_cost", serialize_with = "bears_cost")]
    #[cfg_attr(feature = "schema", schemars(with = "bool"))]
    pub bearing: Bearing,
    /// What the old scenario says; none where it says nothing.
    pub old: Option<StatedInput>,
    /// What the new one says.
    pub new: Option<StatedInput>,
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum What {
    /// A value, or a list of them.
    #[serde(rename = "changed")]
    Value,
    /// A value or a part that only the new scenario has.
    Added,
    /// A value or a part that only the old one has.
    Removed,
    /// The order of workloads, which is that in which they are served.
    #[serde(rename = "reordered")]
    Order,
    /// The content of a trace under the same path.
    Trace,
}

impl What {
    /// As it is printed.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            What::Value => "changed",
            What::Added => "added",
            What::Removed => "removed",
            What::Order => "reordered",
            What::Trace => "trace",
        }
    }
}

/// Whether a present value can depend on an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// It may.
    Cost,
    /// It describes, or decides what may be chosen: no amount depends on it.
    None,
}

/// What one of the scenarios says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatedInput {
    /// In the author's words; of a number as people read it.
    pub text: String,
    /// The number, where it is one.
    pub number: Option<Decimal>,
    /// Where it was written; none of what was assumed.
    pub place: Option<Place>,
    /// The shared file that it stands in; none of what stands in the scenario's own.
    pub file: Option<String>,
    /// The cell of the workbook that it stands in, where it stands in one: `Inputs!C12`.
    pub cell: Option<String>,
    /// Whether it was assumed, where the other scenario has another value.
    pub assumed: bool,
}

/// Whether an amount can depend on a change.
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands fields over by reference")]
fn bears_cost<S: Serializer>(bearing: &Bearing, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bool(*bearing == Bearing::Cost)
}

written_as! {
    StatedInput => WrittenInput<'_>;
}

/// What a scenario says, and where in its file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenInput<'a> {
    /// In the author's words; of a number as people read it.
    text: &'a str,
    /// The number, in the unit of its key; none of what is none.
    number: Option<Ratio>,
    /// Whether it was assumed, where the other scenario has another value.
    assumed: bool,
    /// The shared file that it stands in; absent where it stands in the scenario's own, or in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Its line, from 1; none of what does not stand in a file.
    line: Option<u32>,
    /// Its column in characters, from 1.
    column: Option<u32>,
    /// The cell of the workbook that it stands in; absent where it stands in none.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<&'a str>,
}

impl<'a> From<&'a StatedInput> for WrittenInput<'a> {
    fn from(stated: &'a StatedInput) -> WrittenInput<'a> {
        // a line of a `--set` is no line of a file
        let place = stated.place.filter(|place| matches!(place.source, SourceId::File(_)));
        WrittenInput {
            text: &stated.text,
            number: stated.number.map(Ratio::from),
            assumed: stated.assumed,
            file: stated.file.as_deref(),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            cell: stated.cell.as_deref(),
        }
    }
}

/// Two scenarios while they are compared.
pub(super) struct Compared<'a> {
    pub(super) old: &'a Loaded,
    pub(super) new: &'a Loaded,
    pub(super) old_traces: &'a Traces,
    pub(super) new_traces: &'a Traces,
}

/// Every input that differs, by its path.
pub(super) fn changes(compared: &Compared<'_>) -> Vec<InputChange> {
    let mut found = Vec::new();
    walk(compared, (NodeId::ROOT, NodeId::ROOT), &mut found);
    traces(compared, &mut found);
    if compared.new.case.is_some() {
        // what the case sets stands at its path, and what others set is no matter of it
        found.retain(|change| !is_of_cases(&change.path));
    }
    found.sort_by(|a, b| order(&a.path).cmp(&order(&b.path)).then(a.what.cmp(&b.what)));
    found
}

fn is_of_cases(path: &str) -> bool {
    path.split('.').next() == Some("cases")
}

/// The scenario as a whole first, then demand, then options side by side.
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
        _ => found.push(change(compared, Some(a), Some(b), What::Value)),
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
            None => one_sided(compared, (*child, b), What::Removed, found),
        }
    }
    for child in new.children(b) {
        if old.member(a, new.key(*child)).is_none() {
            one_sided(compared, (*child, a), What::Added, found);
        }
    }
}

/// What only one of the scenarios has: of a part of named entries each of them, else the whole.
fn one_sided(compared: &Compared<'_>, (at, around): (NodeId, NodeId), what: What, found: &mut Vec<InputChange>) {
    let (has, lacks) = match what {
        What::Removed => (&compared.old.document, &compared.new.document),
        What::Value | What::Added | What::Order | What::Trace => (&compared.new.document, &compared.old.document),
    };
    if has.origin(at) == Origin::Assumed || is_what_follows(has, at, lacks, around) {
        return;
    }
    let push = |at: NodeId, found: &mut Vec<InputChange>| {
        let (old, new) = if what == What::Removed { (Some(at), None) } else { (None, Some(at)) };
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

/// Whether a value that one scenario states is what the other takes for it where it is left out, and from a value that
/// both have: idle power from power, a part's life from that of its option, a workload's growth from that of demand.
fn is_what_follows(has: &Document, at: NodeId, lacks: &Document, around: NodeId) -> bool {
    let Some(part) = has.node(at).parent else { return false };
    let Some(key) = declared(has, at).key() else { return false };
    let stated = canonical(has, at);
    [(has, part), (lacks, around)].into_iter().all(|(document, part)| {
        followed(document, part, key).is_some_and(|source| canonical(document, source) == stated)
    })
}

/// The node whose value a key takes where it is left out.
fn followed(document: &Document, part: NodeId, key: &'static Key) -> Option<NodeId> {
    let above = |at: NodeId| document.node(at).parent;
    match key.follows? {
        Follows::Key(other) => document.member(part, other),
        Follows::Around => document.member(above(above(part)?)?, key.name),
    }
}

/// What a node says, without how it is written.
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

fn change(compared: &Compared<'_>, old: Option<NodeId>, new: Option<NodeId>, what: What) -> InputChange {
    let path = match (old, new) {
        (Some(at), _) => compared.old.document.path(at),
        (None, Some(at)) => compared.new.document.path(at),
        (None, None) => String::new(),
    };
    let bearing = bearing(&path);
    let old = old.map(|at| stated(compared.old, at, what));
    let new = new.map(|at| stated(compared.new, at, what));
    InputChange { path, what, bearing, old, new }
}

fn bearing(path: &str) -> Bearing {
    if declared_at(path).any(|key| key.role != KeyRole::Input) { Bearing::None } else { Bearing::Cost }
}

fn stated(loaded: &Loaded, at: NodeId, what: What) -> StatedInput {
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
    let assumed = place.is_none() && what == What::Value;
    StatedInput { text, number, place, file: shared_file(loaded, place), cell: cell(loaded, place), assumed }
}

/// The name of the shared file that a value stands in; none of the scenario's own.
fn shared_file(loaded: &Loaded, place: Option<Place>) -> Option<String> {
    let place = place.filter(|place| place.source != SourceId::FILE)?;
    Some(loaded.sources.file_of(place)?.name.to_owned())
}

/// The cell of a workbook that a value stands in, without the name of the workbook.
fn cell(loaded: &Loaded, place: Option<Place>) -> Option<String> {
    let workbook = loaded.workbook.as_ref()?;
    let written = loaded.sources.written(place?.source)?;
    Some(written.name.strip_prefix(workbook.as_str())?.trim_start().to_owned())
}

/// A value as it stands on one line of a file, without what was assumed in it.
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
    InputChange { path: compared.old.document.path(a), what: What::Order, old, new, bearing: Bearing::Cost }
}

/// What is said at a node where it is no value.
fn beside_numbers(loaded: &Loaded, at: NodeId, text: String) -> StatedInput {
    let place = loaded.document.place(at);
    StatedInput { text, number: None, place, file: shared_file(loaded, place), cell: None, assumed: false }
}

/// Traces whose content differs where their path does not.
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
            // another file with other content: one change that says both
            Some(change) => (change.old, change.new) = (old, new),
            None => found.push(InputChange { path, what: What::Trace, old, new, bearing: Bearing::Cost }),
        }
    }
}

/// Where a workload names its trace.
pub(super) fn trace_path(workload: &str) -> String {
    format!("demand.workloads.{workload}.trace")
}
