//! Implausible counts.

use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use rust_decimal::Decimal;

/// Most accelerators of an instance or server in the catalog, racks aside.
const ONE_SERVER: Decimal = Decimal::from_parts(16, 0, 0, false, 0);

/// Largest of the usual instance sizes.
const ONE_INSTANCE: Decimal = Decimal::from_parts(8, 0, 0, false, 0);

/// Accelerators of a rack that is sold and rented as a unit: NVL72.
const ONE_RACK: Decimal = Decimal::from_parts(72, 0, 0, false, 0);

/// Instances and servers with too many accelerators.
pub(super) fn too_many_in_one(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let owned = scenario.own.iter().filter_map(|option| {
        let count = &option.value.node.accelerators;
        in_one(subject, &format!("a server of own.{}", option.name), (count.at, count.value.decimal()))
    });
    let rented = scenario.rent.iter().filter_map(|option| {
        let count = option.value.accelerators_per_instance.as_ref()?;
        if is_slice_of_pod(option) {
            return None;
        }
        let (what, counted) = (format!("an instance of rent.{}", option.name), (count.at, count.value.decimal()));
        in_one(subject, &what, counted).or_else(|| between_sizes(subject, &what, counted))
    });
    owned.chain(rented).collect()
}

/// Whether an option rents a slice of a TPU pod, which can have any size.
fn is_slice_of_pod(option: &Entry<Rent>) -> bool {
    let says = option.value.accelerator.as_ref().map(|text| text.value.as_str());
    let is_tpu = |text: &str| text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "tpu");
    is_tpu(&option.name) || says.is_some_and(is_tpu)
}

fn in_one(subject: &Subject<'_>, what: &str, (at, count): (NodeId, Decimal)) -> Option<Diagnostic> {
    if count <= ONE_SERVER || count == ONE_RACK {
        return None;
    }
    let message = format!("{what} has {} accelerators; the maximum is 16, or 72 in a rack", few_digits(count));
    Some(
        subject
            .finding(Code::InstanceSizeUnlikely, at, message)
            .label("write the number of accelerators per unit; the total follows from the demand"),
    )
}

/// An instance between the rented sizes: above 8, clouds rent 16 and racks.
fn between_sizes(subject: &Subject<'_>, what: &str, (at, count): (NodeId, Decimal)) -> Option<Diagnostic> {
    if count <= ONE_INSTANCE || count == ONE_SERVER || count == ONE_RACK {
        return None;
    }
    let message =
        format!("{what} has {} accelerators; instances in the catalog have 1, 2, 4, 8 or 16", few_digits(count));
    Some(
        subject.finding(Code::InstanceSizeUnlikely, at, message).label("write the number of accelerators per instance"),
    )
}

/// More spares than servers in service, and more accelerators kept warm than the peak needs.
pub(super) fn above_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let spares = scenario.own.iter().filter_map(|option| {
        let spares = &option.value.spare_nodes;
        let name = OptionId::own(&option.name);
        let nodes = *subject.statement(&name)?.nodes?;
        let count = spares.value.decimal();
        let message = format!("{name} has {} spare servers for {} in service", few_digits(count), few_digits(nodes));
        let is_above = count > nodes && count > Decimal::ONE;
        is_above.then(|| {
            subject.finding(Code::ReserveAboveNeed, spares.at, message).label("write the number of standby servers")
        })
    });
    let warm = scenario.demand.workloads.iter().filter_map(|entry| {
        let (warm, peak) = (&entry.value.warm_accelerators, entry.value.peak_accelerators.as_ref()?.value.decimal());
        let count = warm.value.decimal();
        let (name, kept, most) = (&entry.name, few_digits(count), few_digits(peak));
        let message = format!("`{name}` keeps {kept} accelerators warm, but its peak needs {most}");
        (count > peak).then(|| {
            subject.finding(Code::ReserveAboveNeed, warm.at, message).label("write the number kept ready when idle")
        })
    });
    spares.chain(warm).collect()
}
