//! The names that may stand at a place: of what the file has, and of what the catalog knows.

use crate::catalog::{Accelerator, Server, accelerators, servers};
use crate::number;
use crate::scenario::Scenario;
use crate::scenario::document::{Document, NodeId};
use language::declaration::{Keyed, StandsFor};
use language::wanted::Wanted;
use rust_decimal::Decimal;

/// Paths that are offered at most.
const MOST_PATHS: usize = 400;

/// A name, with what is known of what bears it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedThing {
    /// How it is written.
    pub(super) name: String,
    /// What it is, in a few words.
    pub(super) about: String,
}

fn named(name: impl Into<String>, about: impl Into<String>) -> NamedThing {
    NamedThing { name: name.into(), about: about.into() }
}

/// The names of things of a kind, in the order of the documents: the file, and the tree of it with what it extends. The path is that of
/// the place where one is written.
pub(super) fn names(of: StandsFor, documents: &[&Document], path: &[&str]) -> Vec<NamedThing> {
    match of {
        StandsFor::Option => ["own", "rent"].into_iter().flat_map(|side| paths_of(documents, side)).collect(),
        StandsFor::AnyOption => {
            ["own", "rent", "hybrid"].into_iter().flat_map(|side| paths_of(documents, side)).collect()
        }
        StandsFor::OwnOption => {
            let owned = below(documents, "own").into_iter().map(|name| named(name, "an option to own"));
            owned.chain(paths_of(documents, "hybrid")).collect()
        }
        StandsFor::RentOption => called_alike(documents, "rent", "an option to rent"),
        StandsFor::Workload => called_alike(documents, "demand.workloads", "a workload"),
        StandsFor::Case => called_alike(documents, "cases", "a case"),
        StandsFor::Commitment => commitments(documents, path),
        StandsFor::Accelerator => accelerators().iter().flat_map(called).collect(),
        StandsFor::Server => servers().iter().map(|server| named(server.option_name(), of_server(server))).collect(),
        // profiles are words of the language, and which files there are nobody tells
        StandsFor::Profile | StandsFor::Trace => Vec::new(),
    }
}

/// The keys below a path, each once.
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

fn called_alike(documents: &[&Document], path: &str, about: &str) -> Vec<NamedThing> {
    below(documents, path).into_iter().map(|name| named(name, about)).collect()
}

fn paths_of<'d>(documents: &[&'d Document], side: &'static str) -> impl Iterator<Item = NamedThing> + use<'d> {
    let about = match side {
        "own" => "an option to own",
        "rent" => "an option to rent",
        _ => "an option that is made of others",
    };
    below(documents, side).into_iter().map(move |name| named(format!("{side}.{name}"), about))
}

/// The commitments of the option beside them, `burst_to: { option: cloud, commitments: { … } }`.
fn commitments(documents: &[&Document], path: &[&str]) -> Vec<NamedThing> {
    let Some((_, around)) = path.split_last() else { return Vec::new() };
    let around = around.join(".");
    let option = documents.iter().find_map(|document| {
        let part = document.find(&around)?;
        document.text(document.member(part, "option")?)
    });
    option
        .map(|option| called_alike(documents, &format!("rent.{option}.commitments"), "a commitment"))
        .unwrap_or_default()
}

/// The names of an accelerator: that of the catalog, and others that mean it.
fn called(accelerator: &Accelerator) -> Vec<NamedThing> {
    let about = format!("{}, {} GB", accelerator.vendor, accelerator.memory_gb);
    let names = std::iter::once(&accelerator.name).chain(&accelerator.aliases);
    names.map(|name| named(name.as_str(), about.as_str())).collect()
}

/// `8 × H100-80GB-SXM5, 230,000 to 375,000 USD in 2025-03-03`.
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

/// The paths of the numbers of a file, in its order, without those that speak of others.
pub(super) fn paths(document: &Document) -> Vec<NamedThing> {
    let is_number = |at: &NodeId| {
        let keys = document.keys(*at);
        let is_told_of = keys
            .first()
            .and_then(|root| Scenario::PART.key(root))
            .is_some_and(|key| !key.speaks_of_others() && key.keyed == Keyed::ByName);
        let expected = Scenario::PART.wanted_at(keys.iter().copied()).filter(|_| is_told_of);
        let kinds = expected.map(|expected| expected.kinds()).unwrap_or_default();
        document.text(*at).is_some() && kinds.iter().any(|kind| matches!(kind, Wanted::Quantity(_)))
    };
    let all = document.all().into_iter().filter(is_number).take(MOST_PATHS);
    all.map(|at| named(document.path(at), document.text(at).unwrap_or_default())).collect()
}
