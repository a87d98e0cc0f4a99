//! Names for completion: from the scenario and from the catalog.

use crate::catalog::{Accelerator, Server, accelerators, servers};
use crate::number;
use crate::scenario::Scenario;
use crate::scenario::document::{Document, NodeId};
use language::declaration::{Keyed, ReferenceKind};
use language::expected_type::ExpectedType;
use rust_decimal::Decimal;

/// Maximum number of paths that are proposed.
const MOST_PATHS: usize = 400;

/// Name with a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedThing {
    /// Name.
    pub(super) name: String,
    /// Description in a few words.
    pub(super) about: String,
}

fn named(name: impl Into<String>, about: impl Into<String>) -> NamedThing {
    NamedThing { name: name.into(), about: about.into() }
}

/// Names of a kind, from the scenario and from its tree with the files that it extends. `path` is the position of the name.
pub(super) fn names(of: ReferenceKind, documents: &[&Document], path: &[&str]) -> Vec<NamedThing> {
    match of {
        ReferenceKind::Option => ["own", "rent"].into_iter().flat_map(|side| paths_of(documents, side)).collect(),
        ReferenceKind::AnyOption => {
            ["own", "rent", "hybrid"].into_iter().flat_map(|side| paths_of(documents, side)).collect()
        }
        ReferenceKind::OwnOption => {
            let owned = below(documents, "own").into_iter().map(|name| named(name, "owned option"));
            owned.chain(paths_of(documents, "hybrid")).collect()
        }
        ReferenceKind::RentOption => same_named(documents, "rent", "rented option"),
        ReferenceKind::Workload => same_named(documents, "demand.workloads", "workload"),
        ReferenceKind::Case => same_named(documents, "cases", "case"),
        ReferenceKind::Commitment => commitments(documents, path),
        ReferenceKind::Accelerator => accelerators().iter().flat_map(display_name).collect(),
        ReferenceKind::Server => {
            servers().iter().map(|server| named(server.option_name(), of_server(server))).collect()
        }
        // profiles are words of the language; trace files are not known
        ReferenceKind::Profile | ReferenceKind::Trace => Vec::new(),
    }
}

/// Distinct keys below a path.
fn below<'d>(documents: &[&'d Document], path: &str) -> Vec<&'d str> {
    let mut all: Vec<&str> = Vec::new();
    for document in documents {
        let children = document.find(path).into_iter().flat_map(|at| document.children(at));
        for name in children.map(|child| document.key(*child)) {
            if !all.contains(&name) {
                all.push(name);
            }
        }
    }
    all
}

fn same_named(documents: &[&Document], path: &str, about: &str) -> Vec<NamedThing> {
    below(documents, path).into_iter().map(|name| named(name, about)).collect()
}

fn paths_of<'d>(documents: &[&'d Document], side: &'static str) -> impl Iterator<Item = NamedThing> + use<'d> {
    let about = match side {
        "own" => "owned option",
        "rent" => "rented option",
        _ => "hybrid option",
    };
    below(documents, side).into_iter().map(move |name| named(format!("{side}.{name}"), about))
}

/// Commitments of the option at the same level: `burst_to: { option: cloud, commitments: { … } }`.
fn commitments(documents: &[&Document], path: &[&str]) -> Vec<NamedThing> {
    let Some((_, around)) = path.split_last() else { return Vec::new() };
    let around = around.join(".");
    let option = documents.iter().find_map(|document| {
        let part = document.find(&around)?;
        document.text(document.member(part, "option")?)
    });
    option.map(|option| same_named(documents, &format!("rent.{option}.commitments"), "commitment")).unwrap_or_default()
}

/// Names of an accelerator: the catalog name and its aliases.
fn display_name(accelerator: &Accelerator) -> Vec<NamedThing> {
    let about = format!("{}, {} GB", accelerator.vendor, accelerator.memory_gb);
    let names = accelerator.names();
    names.map(|name| named(name, about.as_str())).collect()
}

/// Description of a server: `8 × H100-80GB-SXM5, 230,000 to 375,000 USD as of 2025-03-03`.
fn of_server(server: &Server) -> String {
    let grouped = |price: Decimal| number::grouped(price, 0);
    let price = match (server.price_low, server.price_high.filter(|high| Some(*high) != server.price_low)) {
        (Some(low), Some(high)) => format!(", {} to {} USD", grouped(low), grouped(high)),
        (Some(price), None) | (None, Some(price)) => format!(", {} USD", grouped(price)),
        (None, None) => String::new(),
    };
    let date = server.price_as_of.as_ref().filter(|_| !price.is_empty());
    let date = date.map(|date| format!(" as of {date}")).unwrap_or_default();
    format!("{} × {}{price}{date}", server.accelerators, server.accelerator)
}

/// Paths of the numbers of a scenario in file order, without numbers about other numbers.
pub(super) fn paths(document: &Document) -> Vec<NamedThing> {
    let is_number = |at: &NodeId| {
        let keys = document.keys(*at);
        let is_told_of = keys
            .first()
            .and_then(|root| Scenario::PART.key(root))
            .is_some_and(|key| !key.speaks_of_others() && key.keyed == Keyed::ByName);
        let expected = Scenario::PART.expected_at(keys.iter().copied()).filter(|_| is_told_of);
        let kinds = expected.map(|expected| expected.kinds()).unwrap_or_default();
        document.text(*at).is_some() && kinds.iter().any(|kind| matches!(kind, ExpectedType::Quantity(_)))
    };
    let all = document.all().into_iter().filter(is_number).take(MOST_PATHS);
    all.map(|at| named(document.path(at), document.text(at).unwrap_or_default())).collect()
}
