//! Utilization of paid capacity.

use crate::analysis::statement::Waste;
use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic, FixSafety, SourceId};
use crate::model::{OptionId, OptionKind};
use crate::scenario::document::Entry;
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{Rent, Scaling};
use rust_decimal::{Decimal, RoundingStrategy};

/// A mean load below this share of the peak is low, and paid hours with a larger idle share are mostly idle.
const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Highest published utilization of a cluster. Measurements, collected on 2026-11-21, are between 21 % and 75 %; accelerators
/// held by jobs were busy 52 % of the time in M. Jeon et al., *Analysis of Large-Scale Multi-Tenant GPU Clusters for DNN
/// Training Workloads*, USENIX ATC 2019.
const MEASURED: Decimal = Decimal::from_parts(75, 0, 0, false, 2);

/// Always-on instances for a load that is mostly far below its peak.
pub(super) fn always_on_low_load(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rent = subject.answer.loaded.scenario.rent.iter();
    rent.filter(|entry| entry.value.scaling.value == Scaling::AlwaysOn)
        .filter_map(|entry| always_on(subject, entry))
        .collect()
}

/// Finding for one option. Both the load and the use must be low: a flat load leaves only partly filled instances idle, and
/// loads with different peak times fill each other's idle hours.
fn always_on(subject: &Subject<'_>, entry: &Entry<Rent>) -> Option<Diagnostic> {
    let name = OptionId::rent(&entry.name);
    let option = subject.statement(&name)?;
    let idle = option.waste.iter().find(|waste| waste.cause == Waste::Idle && waste.share > HALF)?;
    let of_peak = mean_of_peak(subject, entry).filter(|of_peak| *of_peak < HALF)?;
    // a growing flat load has a low mean too, but no variation to follow
    if !subject.may_write_option_anew(Code::AlwaysOnLowLoad, entry.value.scaling.at) {
        return None;
    }
    let saved = option.present_value - present_value_autoscaled(subject, entry)?;
    if saved * Decimal::ONE_HUNDRED < *option.present_value {
        return None;
    }
    let message = format!(
        "{name} is always on, and its mean load is {} of the peak: {} of its {} pay for idle hours",
        share(of_peak.round_dp_with_strategy(3, RoundingStrategy::ToZero)),
        idle.cost.grouped(),
        option.total.grouped()
    );
    let finding = subject.finding(Code::AlwaysOnLowLoad, entry.value.scaling.at, message);
    let finding = finding.instead(FixSafety::Unsafe, "autoscale");
    Some(finding.label("write `autoscale` if instances can follow the load"))
}

/// Present value of an option whose instances follow the load.
fn present_value_autoscaled(subject: &Subject<'_>, entry: &Entry<Rent>) -> Option<Decimal> {
    let loaded = &subject.answer.loaded;
    let path = loaded.document.path(entry.value.scaling.at);
    let names = [OptionId::rent(&entry.name)];
    let values = subject.variation().present_values(&names, |document| {
        let _ = document.set(&path, "autoscale", SourceId::FILE);
    });
    values.into_iter().next().flatten()
}

/// Mean of an option's firm loads, as a share of their peaks.
fn mean_of_peak(subject: &Subject<'_>, entry: &Entry<Rent>) -> Option<Decimal> {
    if let Some(utilization) = &subject.answer.loaded.scenario.demand.utilization {
        return Some(utilization.value.decimal());
    }
    let served = subject.served(entry.at);
    let workloads = subject.answer.comparison.workloads.iter();
    let firm = workloads.filter(|load| served.iter().any(|served| served.name == load.name));
    let firm: Vec<(Decimal, Decimal)> = firm.filter_map(|load| Some((*load.mean, *load.peak?))).collect();
    let mean: Decimal = firm.iter().map(|(mean, _)| mean).sum();
    let peak: Decimal = firm.iter().map(|(_, peak)| peak).sum();
    mean.checked_div(peak)
}

/// A given utilization, or that of an owned fleet, above every measured one.
pub(super) fn utilization_high(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let stated = subject.answer.loaded.scenario.demand.utilization;
    if let Some(stated) = stated.filter(|stated| stated.value.decimal() > MEASURED) {
        let message = format!(
            "demand has a utilization of {}; measured clusters are at 21 to 75 %",
            share(stated.value.decimal())
        );
        return vec![subject.finding(Code::UtilizationHigh, stated.at, message).label("check how this was measured")];
    }
    let options = subject.answer.evaluated.model.options.iter().zip(&subject.answer.comparison.options);
    let owned = options.filter(|(model, _)| model.id.kind() == OptionKind::Own);
    owned
        .filter_map(|(model, option)| {
            // in whole per cent, as printed
            let utilization = option.utilization.map(|utilization| utilization.round_dp(2));
            let busy = share(utilization.filter(|utilization| *utilization > MEASURED)?);
            let message = format!("{} is busy {busy} of the time; measured clusters are at 21 to 75 %", option.name);
            let at = subject.answer.loaded.document.member(model.at, "nodes").unwrap_or(model.at);
            Some(subject.finding(Code::UtilizationHigh, at, message).label("check that the work is spread this evenly"))
        })
        .collect()
}
