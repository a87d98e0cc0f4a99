//! Demand in the number that its author planned.

use super::demand::CLOSE;
use super::segments::{Segments, ShareOf};
use crate::analysis::statement::{BreakEvenPoint, DemandMeasure, PlannedDemand};
use crate::number;
use crate::unit::counted;
use rust_decimal::Decimal;
use std::borrow::Cow;

const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// Demand in which a side wins, in the planned number first, and then as a share of plan: `above 20.9 accelerators on average,
/// 44 % of plan`, `below 9,120 M tokens a month (26,910 requests a day), 309 % of plan`; the share alone
/// without such a number. `both` says whose replicas are the first and the second.
pub(super) fn segments<W: Copy + PartialEq>(
    planned: Option<&PlannedDemand>,
    won: (&[BreakEvenPoint], &[W]),
    shares: &[String],
    side: W,
    both: [&str; 2],
) -> String {
    let of_plan = || Segments::of(won, (shares, ShareOf::Plan), side).text();
    let (points, _) = won;
    let Some(planned) = planned.filter(|_| points.len() == shares.len()) else { return of_plan() };
    let numbers: Vec<String> = points.iter().map(|point| number_of(planned, *point.factor)).collect();
    let stated = format!("{} {}", Segments::of(won, (&numbers, ShareOf::Amount), side).text(), unit_of(planned));
    let ([point], [share]) = (points, shares) else { return format!("{stated} ({})", of_plan()) };
    let more = [of_requests(planned, *point.factor), replicas(point, both)].into_iter().flatten().collect::<Vec<_>>();
    let more = if more.is_empty() { String::new() } else { format!(" ({})", more.join("; ")) };
    format!("{stated}{more}, {share} of plan")
}

/// The demand in the other numbers of requests: `24,943 a day; 7,673 M tokens a month`, in a month of a twelfth of 365 days;
/// none if it is not in tokens.
fn of_requests(planned: &PlannedDemand, factor: Decimal) -> Option<String> {
    let tokens = *planned.tokens_per_request?;
    let amount = *planned.amount * factor;
    let a_day = |requests: Decimal| {
        let a_day = (requests * Decimal::from(12)).checked_div(Decimal::from(365))?;
        Some(in_millions(a_day, 3))
    };
    if planned.measure == DemandMeasure::RequestsPerMonth {
        let millions = number::readable((amount * tokens).checked_div(MILLION)?, 4);
        return Some(format!("{} a day; {millions} M tokens a month", a_day(amount)?));
    }
    Some(format!("{} requests a day", a_day((amount * MILLION).checked_div(tokens)?)?))
}

/// Replicas that each of two options needs: `needs 2 replicas on own servers, 3 rented`; none without whole replicas.
fn replicas(point: &BreakEvenPoint, both: [&str; 2]) -> Option<String> {
    let stated = point.replicas.iter().zip(both).filter_map(|(count, whose)| Some(((*count)?, whose)));
    let said = stated.enumerate().map(|(at, (count, whose))| {
        let count = number::readable(*count, 1);
        let noun = if at > 0 {
            ""
        } else if count == "1" {
            " replica"
        } else {
            " replicas"
        };
        format!("{count}{noun} {whose}")
    });
    Some(said.collect::<Vec<_>>().join(", ")).filter(|said| !said.is_empty()).map(|said| format!("needs {said}"))
}

/// A number, from a million on in millions: `123.6 M`.
fn in_millions(value: Decimal, digits: u32) -> String {
    match value.checked_div(MILLION).filter(|millions| *millions >= Decimal::ONE) {
        Some(millions) => format!("{} M", number::readable(millions, digits + 1)),
        None => number::readable(value, digits),
    }
}

/// The number alone: `20.9`; requests from a million on `123.6 M`.
pub(in crate::report) fn number_of(planned: &PlannedDemand, factor: Decimal) -> String {
    let digits = if (factor - Decimal::ONE).abs() < CLOSE { 5 } else { 3 };
    let value = *planned.amount * factor;
    match planned.measure {
        DemandMeasure::RequestsPerMonth => in_millions(value, digits),
        _ => number::readable(value, digits),
    }
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
