//! Counts that are far from what there is to count.

use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use rust_decimal::Decimal;

/// The most accelerators that one instance or one server in the catalog has that is not a rack.
const ONE_SERVER: Decimal = Decimal::from_parts(16, 0, 0, false, 0);

/// The most of the usual sizes of an instance.
const ONE_INSTANCE: Decimal = Decimal::from_parts(8, 0, 0, false, 0);

/// Those of a rack that is sold and rented as one: NVL72.
const ONE_RACK: Decimal = Decimal::from_parts(72, 0, 0, false, 0);

/// Instances and servers with more accelerators than one has.
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

/// Whether an option rents a slice of a pod of TPUs, which is as large as is asked for.
fn is_slice_of_pod(option: &Entry<Rent>) -> bool {
    let says = option.value.accelerator.as_ref().map(|text| text.value.as_str());
    let is_tpu = |text: &str| text.to_lowercase().split(|c: char| !c.is_alphanumeric()).any(|word| word == "tpu");
    is_tpu(&option.name) || says.is_some_and(is_tpu)
}

fn in_one(subject: &Subject<'_>, what: &str, (at, count): (NodeId, Decimal)) -> Option<Diagnostic> {
    if count <= ONE_SERVER || count == ONE_RACK {
        return None;
    }
    let message = format!("{what} has {} accelerators; one has at most 16, a rack 72", few_digits(count));
    Some(
        subject
            .finding(Code::InstanceSizeUnlikely, at, message)
            .label("write how many one has: all of them follow from the demand"),
    )
}

/// An instance between the sizes that are rented: beyond 8, clouds rent 16 and racks.
fn between_sizes(subject: &Subject<'_>, what: &str, (at, count): (NodeId, Decimal)) -> Option<Diagnostic> {
    if count <= ONE_INSTANCE || count == ONE_SERVER || count == ONE_RACK {
        return None;
    }
    let message = format!("{what} has {} accelerators; those of the catalog have 1, 2, 4, 8 or 16", few_digits(count));
    Some(subject.finding(Code::InstanceSizeUnlikely, at, message).label("write how many one has"))
}

/// More spares than servers, and more accelerators kept warm than the peak needs.
pub(super) fn above_need(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let spares = scenario.own.iter().filter_map(|option| {
        let spares = &option.value.spare_nodes;
        let name = format!("own.{}", option.name);
        let nodes = *subject.statement(&name)?.nodes?;
        let count = spares.value.decimal();
        let message = format!("{name} has {} spare servers beside {} that serve", few_digits(count), few_digits(nodes));
        let is_above = count > nodes && count > Decimal::ONE;
        is_above.then(|| subject.finding(Code::ReserveAboveNeed, spares.at, message).label("write how many stand by"))
    });
    let warm = scenario.demand.workloads.iter().filter_map(|entry| {
        let (warm, peak) = (&entry.value.warm_accelerators, entry.value.peak_accelerators.as_ref()?.value.decimal());
        let count = warm.value.decimal();
        let (name, kept, most) = (&entry.name, few_digits(count), few_digits(peak));
        let message = format!("`{name}` keeps {kept} accelerators warm, and its peak needs {most}");
        (count > peak).then(|| {
            subject.finding(Code::ReserveAboveNeed, warm.at, message).label("write how many are kept ready when idle")
        })
    });
    spares.chain(warm).collect()
}
