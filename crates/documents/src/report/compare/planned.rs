//! Demand in the number that its author planned.

use super::demand::CLOSE;
use crate::analysis::statement::{BreakEvenPoint, DemandMeasure, PlannedDemand};
use crate::number;
use crate::unit::counted;
use rust_decimal::Decimal;
use std::borrow::Cow;

/// A single break-even in the planned number, with its share of plan; none without such a number, or at several points.
pub(super) fn single<'w>(
    planned: Option<&PlannedDemand>,
    points: &[BreakEvenPoint],
    shares: &'w [String],
) -> Option<(String, &'w str)> {
    match (planned, points, shares) {
        (Some(planned), [point], [share]) => Some((amount(planned, *point.factor), share)),
        (Some(_) | None, _, _) => None,
    }
}

/// A multiple of planned demand in its number: `20.9 accelerators on average`, `12.3 M tokens a month`.
fn amount(planned: &PlannedDemand, factor: Decimal) -> String {
    format!("{} {}", number_of(planned, factor), unit_of(planned))
}

/// The number alone: `20.9`.
pub(in crate::report) fn number_of(planned: &PlannedDemand, factor: Decimal) -> String {
    let digits = if (factor - Decimal::ONE).abs() < CLOSE { 5 } else { 3 };
    number::readable(*planned.amount * factor, digits)
}

/// The unit alone: `accelerators on average`, `M tokens a month`.
pub(in crate::report) fn unit_of(planned: &PlannedDemand) -> String {
    let unit = planned.unit.as_deref().unwrap_or_default();
    let units = match counted(unit) {
        Cow::Owned(units) => units,
        Cow::Borrowed(_) => "units of output".to_owned(),
    };
    match planned.measure {
        DemandMeasure::Accelerators => "accelerators".to_owned(),
        DemandMeasure::PeakAccelerators => "accelerators at the peak".to_owned(),
        DemandMeasure::MeanAccelerators => "accelerators on average".to_owned(),
        DemandMeasure::AcceleratorHoursPerMonth => "accelerator-hours a month".to_owned(),
        DemandMeasure::PeakUnitsPerHour => format!("{units} an hour at the peak"),
        DemandMeasure::UnitsPerMonth => format!("{units} a month"),
        DemandMeasure::RequestsPerMonth => "requests a month".to_owned(),
        DemandMeasure::RunsPerMonth => "runs a month".to_owned(),
        DemandMeasure::RunsPerYear => "runs a year".to_owned(),
    }
}
