//! Different accelerators without relative throughput, and accelerators with more memory than needed.

use super::prices::named;
use crate::catalog::Kinds;
use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::number;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Located, Named, NodeId, Origin, ScalarOr};
use crate::scenario::quantities::{Gibibytes, Throughput};
use crate::scenario::quantity::Quantity;
use crate::scenario::{Requires, Scenario};
use rust_decimal::Decimal;

/// Accelerators of an option.
struct Accelerators<'a> {
    option: OptionId,
    name: Option<&'a Located<String>>,
    memory: Option<&'a Located<Gibibytes>>,
    throughput: &'a ScalarOr<Located<Throughput>, Named<Located<Throughput>>>,
    has_token_rates: bool,
    serves: Option<&'a Vec<Located<String>>>,
}

fn all(scenario: &Scenario) -> Vec<Accelerators<'_>> {
    let owned = scenario.own.iter().map(|entry| Accelerators {
        option: OptionId::own(&entry.name),
        name: entry.value.accelerator.as_ref(),
        memory: entry.value.accelerator_memory_gib.as_ref(),
        throughput: &entry.value.relative_throughput,
        has_token_rates: !entry.value.token_throughput.is_empty(),
        serves: entry.value.serves.as_ref(),
    });
    let rented = scenario.rent.iter().map(|entry| Accelerators {
        option: OptionId::rent(&entry.name),
        name: entry.value.accelerator.as_ref(),
        memory: entry.value.accelerator_memory_gib.as_ref(),
        throughput: &entry.value.relative_throughput,
        has_token_rates: !entry.value.token_throughput.is_empty(),
        serves: entry.value.serves.as_ref(),
    });
    owned.chain(rented).collect()
}

impl Accelerators<'_> {
    fn states_throughput(&self, subject: &Subject<'_>) -> bool {
        self.has_token_rates
            || match self.throughput {
                ScalarOr::Scalar(one) => subject.answer.loaded.document.origin(one.at) != Origin::Assumed,
                ScalarOr::Part(_) => true,
            }
    }
}

/// Options whose accelerators differ from those of the first, if no option gives a relative throughput or the rate of a workload in tokens.
pub(super) fn unlike(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let options = all(&subject.answer.loaded.scenario);
    if options.iter().any(|option| option.states_throughput(subject)) {
        return Vec::new();
    }
    let known = options.iter().filter_map(|option| Some((option.option.as_str(), option.name?, named(option.name)?)));
    let known: Vec<(&str, &Located<String>, Kinds)> = known.collect();
    let Some(((first, reference, kinds), others)) = known.split_first() else { return Vec::new() };
    let unlike = others.iter().filter(|(_, _, other)| !other.overlap(kinds));
    let finding = |(option, name, _): &(&str, &Located<String>, Kinds)| {
        let message = format!(
            "{} of {option} is assumed to be as fast as {} of {first}: no option sets `relative_throughput`",
            one_line(name),
            one_line(reference)
        );
        let finding = subject.finding(Code::UnlikeAccelerators, name.at, message);
        let finding = finding.related(subject.answer.loaded.document.place(reference.at), "another accelerator");
        finding.label("add `relative_throughput`, the hourly work of one relative to the other")
    };
    unlike.map(finding).collect()
}

/// A name on one line.
fn one_line(name: &Located<String>) -> String {
    name.value.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Accelerators with at least twice the required memory.
pub(super) fn memory(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    all(scenario).iter().filter_map(|option| memory_of(subject, scenario, option)).collect()
}

fn memory_of(subject: &Subject<'_>, scenario: &Scenario, option: &Accelerators<'_>) -> Option<Diagnostic> {
    let needed = needed(scenario, option).filter(|needed| !needed.is_zero())?;
    let (at, memory) = held(option)?;
    let times = memory.checked_div(needed).filter(|times| *times >= Decimal::TWO)?;
    let message = format!(
        "an accelerator of {} has {} GiB of memory, {} times the required {} GiB",
        option.option,
        number::readable(memory, 6),
        number::readable(times, 2),
        number::readable(needed, 6)
    );
    let finding = subject.finding(Code::MemoryBeyondNeed, at, message);
    Some(finding.label("compare an accelerator with less memory, or raise the requirement if more is needed"))
}

/// The given memory, or that of every accelerator that the name may mean.
fn held(option: &Accelerators<'_>) -> Option<(NodeId, Decimal)> {
    if let Some(memory) = option.memory {
        return Some((memory.at, memory.value.decimal()));
    }
    let kinds = named(option.name)?;
    let memory = kinds.accelerators().first()?.memory_gb;
    let agreed = kinds.accelerators().iter().all(|one| one.memory_gb == memory);
    agreed.then_some((option.name?.at, memory))
}

/// Memory required of an option: the maximum of the general requirement and those of the workloads that it serves. `None` if
/// there is no general requirement and a workload has none.
fn needed(scenario: &Scenario, option: &Accelerators<'_>) -> Option<Decimal> {
    let required = |requires: Option<&Requires>| Some(requires?.accelerator_memory_gib.as_ref()?.value.decimal());
    let serves = |name: &str| option.serves.is_none_or(|serves| serves.iter().any(|served| served.value == name));
    let served: Vec<&Workload> =
        scenario.demand.workloads.iter().filter(|entry| serves(&entry.name)).map(|entry| &entry.value).collect();
    let of_workloads: Vec<Decimal> =
        served.iter().filter_map(|workload| required(workload.requires.as_ref())).collect();
    let of_all = required(scenario.requires.as_ref());
    let is_known = of_all.is_some() || of_workloads.len() == served.len();
    of_workloads.into_iter().chain(of_all).max().filter(|_| is_known)
}
