//! Interruptions of spot instances, and what an interruption takes with it.

use super::published::{HOURS, Held, THRICE, far, said};
use crate::catalog::{FactMeasure, Published};
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, NodeId};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{Meter, Rent, Spot};
use rust_decimal::Decimal;

/// Minutes of a day: nobody loses more of a run at once and goes on.
const A_DAY: Decimal = Decimal::from_parts(1_440, 0, 0, false, 0);

const INTERRUPTIONS: Held = Held {
    what: "a spot instance is interrupted",
    unit: " times a month",
    label: "write how often one instance is interrupted in a month: 5 % to 10 % of them is 0.075",
    zero: Decimal::ZERO,
    far: THRICE,
    units: &[],
};

/// Rates at which spot instances are taken away that are far from any published one, where work runs on them.
pub(super) fn interruptions(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rented = subject.answer.loaded.scenario.rent.iter();
    let found = rented.flat_map(|option| {
        let rate = interruptions_of(subject, option);
        rate.into_iter().chain(times(subject, option))
    });
    found.collect()
}

fn interruptions_of(subject: &Subject<'_>, option: &Entry<Rent>) -> Option<Diagnostic> {
    let spot = option.value.spot.as_ref()?;
    let name = format!("rent.{}", option.name);
    let runs =
        subject.statement(&name)?.lines.iter().any(|line| line.name == Meter::Spot.name() && !line.total.is_zero());
    let known = Published::of(FactMeasure::InterruptionsPerMonth, None).filter(|_| runs)?;
    let (at, rate) = rate(subject, option, spot)?;
    let message = if rate.is_zero() {
        let (low, high) = (&known.low, &known.high);
        let bounds = format!("{} ({}) to {} ({})", low.value, low.of, high.value, high.of);
        format!("spot instances of {name} are never interrupted; published are {bounds} a month")
    } else {
        said(&name, &INTERRUPTIONS, (rate, ""), &far(&INTERRUPTIONS, rate, &known)?)
    };
    Some(subject.finding(Code::InterruptionsUnusual, at, message).label(INTERRUPTIONS.label))
}

/// Interruptions of an instance in a month of 730 hours, and where they are stated.
fn rate(subject: &Subject<'_>, option: &Entry<Rent>, spot: &Spot) -> Option<(NodeId, Decimal)> {
    let monthly = spot.interruptions_per_month.as_ref().map(|rate| (rate.at, rate.value.decimal()));
    let hourly =
        spot.interruptions_per_hour.as_ref().and_then(|rate| Some((rate.at, rate.value.decimal().checked_mul(HOURS)?)));
    let document = &subject.answer.loaded.document;
    monthly.or(hourly).or_else(|| Some((document.member(option.at, "spot")?, Decimal::ZERO)))
}

/// Checkpoints that are more than a day apart, and restarts that take longer.
fn times(subject: &Subject<'_>, option: &Entry<Rent>) -> Vec<Diagnostic> {
    let Some(spot) = &option.value.spot else { return Vec::new() };
    let apart = spot.checkpoint_interval_minutes.as_ref().map(|time| (time.at, time.value.decimal()));
    let restart = Some((spot.restart_minutes.at, spot.restart_minutes.value.decimal()));
    let named = [apart.map(|time| ("checkpoints are apart", time)), restart.map(|time| ("a restart takes", time))];
    let long = named.into_iter().flatten().filter(|(_, (_, minutes))| *minutes > A_DAY);
    let found = long.map(|(what, (at, minutes))| {
        let message =
            format!("on spot of rent.{} {what} {} minutes, more than a day", option.name, few_digits(minutes));
        subject.finding(Code::InterruptionsUnusual, at, message).label("write minutes; these may be seconds")
    });
    found.collect()
}
