//! Memory that differs from the catalog, and required memory that no accelerator has.

use crate::catalog::{Accelerator, accelerators, kinds};
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::document::Located;
use crate::scenario::quantities::Gibibytes;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Tolerance between the given and the published memory: vendors count in gigabytes, programs in gibibytes (7 % fewer), and
/// error correction reserves a part.
const APART: Decimal = Decimal::from_parts(15, 0, 0, false, 2);

/// Memory that differs from that of the named accelerator, and required memory that no accelerator has.
pub(super) fn unlike(subject: &Subject<'_>) -> Vec<Diagnostic> {
    [of_options(subject), beyond_all(subject)].concat()
}

/// Required memory that no accelerator in the catalog has and no option offers.
fn beyond_all(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(most) = accelerators().iter().max_by_key(|one| one.memory_gb) else { return Vec::new() };
    let owned = scenario.own.iter().map(|option| option.value.accelerator_memory_gib.as_ref());
    let rented = scenario.rent.iter().map(|option| option.value.accelerator_memory_gib.as_ref());
    let offered: Vec<Decimal> = owned.chain(rented).flatten().map(|memory| memory.value.decimal()).collect();
    let of_workloads = scenario.demand.workloads.iter().filter_map(|workload| workload.value.requires.as_ref());
    let required = scenario.requires.iter().chain(of_workloads);
    let required = required.filter_map(|required| required.accelerator_memory_gib.as_ref());
    let is_beyond = |memory: &&Located<Gibibytes>| {
        let required = memory.value.decimal();
        required > most.memory_gb * (Decimal::ONE + APART) && !offered.iter().any(|has| *has >= required)
    };
    required.filter(is_beyond).map(|memory| required_too_large(subject, memory, most)).collect()
}

fn required_too_large(subject: &Subject<'_>, memory: &Located<Gibibytes>, most: &Accelerator) -> Diagnostic {
    let message = format!(
        "{} GiB of memory are required per accelerator; the largest known accelerator has {} GB ({})",
        few_digits(memory.value.decimal()),
        few_digits(most.memory_gb),
        most.name
    );
    subject.finding(Code::MemoryUnlike, memory.at, message).label("write the memory needed per accelerator, in GiB")
}

fn of_options(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let owned = scenario.own.iter().filter_map(|option| {
        let own = &option.value;
        of(subject, &OptionId::own(&option.name), own.accelerator.as_ref()?, own.accelerator_memory_gib.as_ref()?)
    });
    let rented = scenario.rent.iter().filter_map(|option| {
        let rent = &option.value;
        of(subject, &OptionId::rent(&option.name), rent.accelerator.as_ref()?, rent.accelerator_memory_gib.as_ref()?)
    });
    owned.chain(rented).collect()
}

fn of(
    subject: &Subject<'_>,
    option: &OptionId,
    name: &Located<String>,
    memory: &Located<Gibibytes>,
) -> Option<Diagnostic> {
    let known = kinds(&name.value)?;
    let stated = memory.value.decimal();
    let is_near = |published: Decimal| (stated - published).abs() <= published * APART;
    if known.accelerators().iter().any(|one| is_near(one.memory_gb)) {
        return None;
    }
    let published: Vec<String> =
        known.accelerators().iter().map(|one| format!("{} GB ({})", few_digits(one.memory_gb), one.name)).collect();
    let message = format!(
        "an accelerator of {option} has {} GiB of memory; published: {}",
        few_digits(stated),
        published.join(", ")
    );
    let finding = subject.finding(Code::MemoryUnlike, memory.at, message);
    Some(
        finding
            .label("write the memory of one accelerator")
            .related(subject.answer.loaded.document.place(name.at), "the accelerator"),
    )
}
