//! Number of licences, compared with servers and accelerators.

use crate::analysis::usual_costs;
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::document::Entry;
use crate::scenario::own::{CapitalBasis, CapitalEntry, Own};
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Words in the name of software that is licensed per accelerator: NVIDIA AI Enterprise and its virtual GPUs are licensed per GPU
/// (NVIDIA AI Enterprise Licensing Guide, 2026).
const FOR_EACH_ACCELERATOR: [&str; 3] = ["nvaie", "nvidia", "vgpu"];

/// Software with fewer licences than servers, or than accelerators if each needs one.
pub(super) fn too_few(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let options = subject.answer.loaded.scenario.own.iter();
    options
        .flat_map(|option| option.value.capital.iter().filter_map(|entry| of_entry(subject, option, entry)))
        .collect()
}

fn of_entry(subject: &Subject<'_>, option: &Entry<Own>, entry: &Entry<CapitalEntry>) -> Option<Diagnostic> {
    let CapitalBasis::Pieces(count, _) = entry.value.basis() else { return None };
    if !usual_costs("own", &entry.name).any(|cost| cost == "software") {
        return None;
    }
    let name = OptionId::own(&option.name);
    let nodes = *subject.statement(&name)?.nodes?;
    let accelerators = nodes.checked_mul(option.value.node.accelerators.value.decimal())?;
    let has = |word: &str| entry.name.split(['-', '_']).any(|part| part == word);
    let for_each = FOR_EACH_ACCELERATOR.into_iter().any(has) || has("ai") && has("enterprise");
    let (needed, what) = if for_each { (accelerators, "accelerators") } else { (nodes, "servers") };
    let bought = count.value.decimal();
    if bought >= needed {
        return None;
    }
    let licences = if bought == Decimal::ONE { "licence" } else { "licences" };
    let message =
        format!("`{}` of {name} has {} {licences} for {} {what}", entry.name, few_digits(bought), few_digits(needed));
    let label = if for_each {
        "write one licence per accelerator: this software is licensed per GPU"
    } else {
        "write as many as are needed; a site licence is an `amount`"
    };
    Some(subject.finding(Code::LicencesTooFew, count.at, message).label(label))
}
