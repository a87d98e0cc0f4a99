//! Spot jobs that lose nothing on an interruption.

use super::spot::runs_on_spot;
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::demand::Workload;
use crate::scenario::document::{Entry, ScalarOr};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::Rent;
use rust_decimal::Decimal;

/// Options with jobs on several spot instances whose checkpoints take no time and are therefore written continuously.
pub(super) fn absent(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.rent.iter().filter_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Rent>) -> Option<Diagnostic> {
    let spot = option.value.spot.as_ref()?;
    let takes = &spot.checkpoint_minutes;
    if !takes.value.decimal().is_zero() || spot.checkpoint_interval_minutes.is_some() {
        return None;
    }
    let name = OptionId::rent(&option.name);
    if !runs_on_spot(subject.statement(&name)?) {
        return None;
    }
    let of_one = option.value.accelerators_per_instance.as_ref()?.value.decimal();
    let throughput = match &option.value.relative_throughput {
        ScalarOr::Scalar(times) => times.value.decimal(),
        ScalarOr::Part(_) => Decimal::ONE,
    };
    let served = subject.served(option.at);
    let jobs = served.into_iter().filter_map(|load| Some((load, size_of_job(subject, load)?)));
    let (load, size) = jobs.max_by_key(|(_, size)| *size)?;
    let instances = size.checked_div(throughput)?.checked_div(of_one)?.ceil();
    if instances <= Decimal::ONE {
        return None;
    }
    let message = format!(
        "a job of `{}` needs {} accelerators, {} spot instances of {name} at once, and loses nothing when one is \
         interrupted: its checkpoints take no time",
        load.name,
        few_digits(size),
        few_digits(instances)
    );
    // a default has no place of its own
    let document = &subject.answer.loaded.document;
    let stated =
        document.member(option.at, "spot").map(|spot| document.member(spot, "checkpoint_minutes").unwrap_or(spot));
    let finding = subject.finding(Code::SpotWithoutCheckpoints, stated.unwrap_or(takes.at), message);
    let label =
        "set `checkpoint_minutes` and `restart_minutes`; work without checkpoints starts over, so rent it on demand";
    Some(finding.label(label))
}

/// Accelerators that a job needs at once; `None` for firm or elastic work, or work without a job size.
fn size_of_job(subject: &Subject<'_>, load: &Entry<Workload>) -> Option<Decimal> {
    let result = subject.answer.comparison.workloads.iter().find(|result| result.name == load.name)?;
    let size = load.value.accelerators.as_ref().filter(|_| result.flexible() && !load.value.elastic.value)?;
    Some(size.value.decimal())
}
