//! The same thing, paid for in two lines of an option.

use crate::analysis::usual_costs;
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{CurrencyCode, Document, NodeId};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// The parts of an option whose lines are what somebody is paid.
const PARTS: [&str; 3] = ["capital", "operating", "one_off"];

/// Keys that count something: the same people, the same data, in two lines are hardly two things.
const COUNTED: [&str; 3] = ["fte", "stored_tb", "transferred_tb_per_month"];

/// Numbers of a line by their paths in it, each with the currency that it is quoted in.
type LineNumbers = BTreeMap<String, (Decimal, Option<&'static str>)>;

/// Two lines of one part that say the same of the same cost, and bills for electricity beside its metered price.
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
    }
    found
}

/// Lines that say what one before them says.
fn alike(subject: &Subject<'_>, side: &str, lines: &[NodeId]) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let said: Vec<(NodeId, LineNumbers)> = lines.iter().map(|at| (*at, numbers(document, *at))).collect();
    let mut found = Vec::new();
    for (at, (line, numbers)) in said.iter().enumerate() {
        let is_same = |(other, others): &&(NodeId, LineNumbers)| {
            numbers == others && is_of_one_cost(side, document.key(*line), document.key(*other), numbers)
        };
        let pays = numbers.values().any(|(number, _)| !number.is_zero());
        let Some((first, _)) = said[..at].iter().filter(|_| pays).find(is_same) else { continue };
        let message = format!(
            "`{}` says the same as `{}` of {}: it is paid twice",
            document.key(*line),
            document.key(*first),
            option_of(document, *line)
        );
        let finding =
            subject.finding(Code::PaidTwice, *line, message).related(document.key_place(*first), "first here");
        found.push(finding.label("remove one of them, or write what each of them is for"));
    }
    found
}

/// Whether two lines with the same numbers are of the same cost: by their names, or because they count the same.
fn is_of_one_cost(side: &str, line: &str, other: &str, numbers: &LineNumbers) -> bool {
    let shared = usual_costs(side, line).any(|cost| usual_costs(side, other).any(|another| another == cost));
    shared || COUNTED.iter().any(|key| numbers.contains_key(*key))
}

/// What a line says in numbers, by their keys; nothing of a bare amount, which may be the same by chance.
fn numbers(document: &Document, line: NodeId) -> LineNumbers {
    let mut said = LineNumbers::new();
    below(document, line, "", &mut said);
    let changes = |key: &String| key == "growth_per_year";
    if said.keys().all(changes) { LineNumbers::new() } else { said }
}

/// Adds the numbers below a node, as in the tiers of a price, by their paths from the line.
fn below(document: &Document, at: NodeId, path: &str, said: &mut LineNumbers) {
    for (position, child) in document.children(at).iter().enumerate() {
        let key = if document.is_item(*child) { position.to_string() } else { document.key(*child).to_owned() };
        let path = if path.is_empty() { key } else { format!("{path}.{key}") };
        match document.number(*child) {
            Some(number) => {
                said.insert(path, (number.value, number.currency.map(CurrencyCode::code)));
            }
            None => below(document, *child, &path, said),
        }
    }
}

/// A line that is called after electricity, where that has a price by the kilowatt-hour.
fn metered_and_billed(subject: &Subject<'_>, option: NodeId) -> Option<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let metered = document.member(option, "electricity_per_kwh")?;
    let lines = document.children(document.member(option, "operating")?);
    let is_bill = |line: &&NodeId| usual_costs("own", document.key(**line)).eq(["electricity"]);
    let line = lines.iter().find(is_bill)?;
    let message = format!(
        "`{}` of {} is electricity, which `electricity_per_kwh` bills as well",
        document.key(*line),
        option_of(document, *line)
    );
    let finding = subject.finding(Code::PaidTwice, *line, message);
    let finding = finding.related(document.key_place(metered), "by the kilowatt-hour");
    Some(finding.label("keep one of the two, or name the line after what else it pays"))
}

/// The option that a line is of.
fn option_of(document: &Document, line: NodeId) -> String {
    document.path(line).split('.').take(2).collect::<Vec<_>>().join(".")
}
