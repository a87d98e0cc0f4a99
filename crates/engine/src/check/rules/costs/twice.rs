//! The same cost in two lines of an option.

use crate::analysis::{usual_costs, usual_costs_of_line};
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{CurrencyCode, Document, NodeId};
use rust_decimal::Decimal;
use std::collections::{BTreeMap, BTreeSet};

/// Parts of an option with cost lines.
const PARTS: [&str; 3] = ["capital", "operating", "one_off"];

/// Keys that count something: two lines with the same people or data are probably the same cost.
const COUNTED: [&str; 3] = ["fte", "stored_tb", "transferred_tb_per_month"];

/// Numbers of a line by their paths in it, each with its currency.
type LineNumbers = BTreeMap<String, (Decimal, Option<&'static str>)>;

/// Two lines of one part that appear to charge the same cost, electricity bills in addition to a metered price, and software
/// that is both bought and subscribed to.
pub(super) fn paid(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let options = ["own", "rent"].into_iter().flat_map(|side| {
        let all = document.find(side).into_iter().flat_map(|at| document.children(at).to_vec());
        all.map(move |option| (side, option))
    });
    let mut found = Vec::new();
    for (side, option) in options {
        for part in PARTS.iter().filter_map(|part| document.member(option, part)) {
            found.extend(alike(subject, side, document.children(part)));
        }
        found.extend(metered_and_billed(subject, option));
        found.extend(licensed(subject, option));
    }
    found
}

/// Lines that repeat an earlier line.
fn alike(subject: &Subject<'_>, side: &str, lines: &[NodeId]) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let amounts: Vec<(NodeId, LineNumbers)> = lines.iter().map(|at| (*at, numbers(document, *at))).collect();
    let mut found = Vec::new();
    for (at, (line, numbers)) in amounts.iter().enumerate() {
        let is_same = |(other, others): &&(NodeId, LineNumbers)| {
            numbers == others && is_of_one_cost(document, side, (*line, *other), numbers)
        };
        let pays = numbers.values().any(|(number, _)| !number.is_zero());
        let Some((first, _)) = amounts[..at].iter().filter(|_| pays).find(is_same) else { continue };
        let message = format!(
            "`{}` and `{}` of {} appear to charge the same cost",
            document.key(*line),
            document.key(*first),
            option_of(document, *line)
        );
        let finding =
            subject.finding(Code::PaidTwice, *line, message).related(document.key_place(*first), "first here");
        found.push(finding.label("remove one, or name each after what it pays for"));
    }
    found
}

/// Whether two lines with the same numbers are for the same cost: by their names, or because they count the same.
fn is_of_one_cost(document: &Document, side: &str, (line, other): (NodeId, NodeId), numbers: &LineNumbers) -> bool {
    let costs = |line: NodeId| usual_costs_of_line(document, side, line);
    let shared = costs(line).any(|cost| costs(other).any(|another| another == cost));
    shared || COUNTED.iter().any(|key| numbers.contains_key(*key))
}

/// Numbers of a line, by their keys; none for a bare amount, which may be equal by chance.
fn numbers(document: &Document, line: NodeId) -> LineNumbers {
    let mut numbers = LineNumbers::new();
    below(document, line, "", &mut numbers);
    let changes = |key: &String| key == "growth_per_year";
    if numbers.keys().all(changes) { LineNumbers::new() } else { numbers }
}

/// Adds the numbers below a node, such as price tiers, by their paths from the line.
fn below(document: &Document, at: NodeId, path: &str, numbers: &mut LineNumbers) {
    for (position, child) in document.children(at).iter().enumerate() {
        let key = if document.is_item(*child) { position.to_string() } else { document.key(*child).to_owned() };
        let path = if path.is_empty() { key } else { format!("{path}.{key}") };
        match document.number(*child) {
            Some(number) => {
                numbers.insert(path, (number.value, number.currency.map(CurrencyCode::code)));
            }
            None => below(document, *child, &path, numbers),
        }
    }
}

/// A line named after electricity that is also metered.
fn metered_and_billed(subject: &Subject<'_>, option: NodeId) -> Option<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let metered = document.member(option, "electricity_per_kwh")?;
    let lines = document.children(document.member(option, "operating")?);
    let is_bill = |line: &&NodeId| usual_costs("own", document.key(**line)).eq(["electricity"]);
    let line = lines.iter().find(is_bill)?;
    let message = format!(
        "`{}` of {} bills electricity, which `electricity_per_kwh` bills as well",
        document.key(*line),
        option_of(document, *line)
    );
    let finding = subject.finding(Code::PaidTwice, *line, message);
    let finding = finding.related(document.key_place(metered), "metered price");
    Some(finding.label("keep one, or rename the line if it pays for something else"))
}

/// Words in the name of a software line that describe its payment, not the product.
const WAYS_TO_PAY: [&str; 12] = [
    "software",
    "licence",
    "licences",
    "license",
    "licenses",
    "subscription",
    "subscriptions",
    "annual",
    "yearly",
    "perpetual",
    "fee",
    "fees",
];

/// Words in the name of a line that pays for more of the same software: its support, or a later period.
const FURTHER: [&str; 7] = ["support", "maintenance", "renewal", "renewals", "upgrade", "upgrades", "extension"];

/// Software that is paid in two parts of an option: bought as capital and also subscribed to.
fn licensed(subject: &Subject<'_>, option: NodeId) -> Option<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let lines = PARTS.iter().filter_map(|part| document.member(option, part)).flat_map(|part| document.children(part));
    let is_software = |line: &&NodeId| usual_costs("own", document.key(**line)).eq(["software"]);
    // a line with a later start may continue an earlier one
    let is_later = |line: &&NodeId| document.member(**line, "starts_month").is_some();
    let lines: Vec<NodeId> = lines.filter(|line| is_software(line) && !is_later(line)).copied().collect();
    let words = |line: NodeId| document.key(line).split(['-', '_']).filter(|word| !WAYS_TO_PAY.contains(word));
    let further = |line: NodeId| words(line).any(|word| FURTHER.contains(&word));
    let is_same = |one: NodeId, other: NodeId| {
        let (some, others): (BTreeSet<&str>, BTreeSet<&str>) = (words(one).collect(), words(other).collect());
        // `software` alone does not match named software
        some.is_empty() == others.is_empty() && (some.is_subset(&others) || others.is_subset(&some))
    };
    let part = |line: NodeId| document.node(line).parent;
    let (line, first) = lines.iter().enumerate().find_map(|(at, line)| {
        let mut before = lines[..at].iter().filter(|first| part(**first) != part(*line));
        let first = before.find(|first| !further(**first) && !further(*line) && is_same(**first, *line))?;
        Some((*line, *first))
    })?;
    let message = format!(
        "`{}` and `{}` of {} look like the same software, bought and subscribed to",
        document.key(first),
        document.key(line),
        option_of(document, line)
    );
    let finding = subject.finding(Code::PaidTwice, line, message).related(document.key_place(first), "bought here");
    Some(finding.label("keep one, or name each after its product, such as `scheduler-licences`"))
}

/// Option of a line.
fn option_of(document: &Document, line: NodeId) -> String {
    document.path(line).split('.').take(2).collect::<Vec<_>>().join(".")
}
