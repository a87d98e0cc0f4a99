//! Interruption rates of spot instances, and checkpoint and restart times on all capacity.

use super::published::{HOURS, PublishedQuantity, THRICE, far, message};
use crate::analysis::statement::OptionResult;
use crate::catalog::{FactMeasure, Published};
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::quantity::Quantity;
use crate::scenario::rent::{Meter, Rent, Spot};
use rust_decimal::Decimal;

/// Minutes in a day: the most that a run can plausibly lose at once.
const A_DAY: Decimal = Decimal::from_parts(1_440, 0, 0, false, 0);

const INTERRUPTIONS: PublishedQuantity = PublishedQuantity {
    what: "a spot instance is interrupted",
    unit: " times a month",
    label: "write the interruptions per instance and month: 5 % to 10 % of the instances is 0.075",
    zero: Decimal::ZERO,
    far: THRICE,
    units: &[],
};

/// Interruption rates far from every published one, if work runs on spot; and implausible checkpoint and restart times anywhere.
pub(super) fn interruptions(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rented = subject.answer.loaded.scenario.rent.iter();
    rented.filter_map(|option| interruptions_of(subject, option)).chain(times(subject)).collect()
}

fn interruptions_of(subject: &Subject<'_>, option: &Entry<Rent>) -> Option<Diagnostic> {
    let spot = option.value.spot.as_ref()?;
    let name = OptionId::rent(&option.name);
    let runs = runs_on_spot(subject.statement(&name)?);
    let known = Published::of(FactMeasure::InterruptionsPerMonth, None).filter(|_| runs)?;
    let (at, rate) = rate(subject, option, spot)?;
    let message = if rate.is_zero() {
        let (low, high) = (&known.low, &known.high);
        let bounds = format!("{} ({}) to {} ({})", low.value, low.of, high.value, high.of);
        format!("spot instances of {name} are never interrupted; published rates are {bounds} a month")
    } else {
        message(&name, &INTERRUPTIONS, (rate, ""), &far(&INTERRUPTIONS, rate, &known)?)
    };
    Some(subject.finding(Code::InterruptionsUnusual, at, message).label(INTERRUPTIONS.label))
}

/// Whether an option runs any work on spot.
pub(super) fn runs_on_spot(option: &OptionResult) -> bool {
    option.lines.iter().any(|line| line.name == Meter::Spot.name() && !line.total.is_zero())
}

/// Interruptions per instance in a month of 730 hours, with the node that gives them.
fn rate(subject: &Subject<'_>, option: &Entry<Rent>, spot: &Spot) -> Option<(NodeId, Decimal)> {
    let monthly = spot.interruptions_per_month.as_ref().map(|rate| (rate.at, rate.value.decimal()));
    let hourly =
        spot.interruptions_per_hour.as_ref().and_then(|rate| Some((rate.at, rate.value.decimal().checked_mul(HOURS)?)));
    let document = &subject.answer.loaded.document;
    monthly.or(hourly).or_else(|| Some((document.member(option.at, "spot")?, Decimal::ZERO)))
}

/// Checkpoint and restart times, with their nodes.
struct Times {
    whose: String,
    checkpoint: Option<(NodeId, Decimal)>,
    apart: Option<(NodeId, Decimal)>,
    restart: Option<(NodeId, Decimal)>,
}

fn stated<Q: Quantity>(given: &Located<Q>) -> (NodeId, Decimal) {
    (given.at, given.value.decimal())
}

/// Times of every fleet, and of the on-demand and spot instances of every option.
fn all_times(subject: &Subject<'_>) -> Vec<Times> {
    let scenario = &subject.answer.loaded.scenario;
    let owned = scenario.own.iter().map(|Entry { name, value: own, .. }| Times {
        whose: format!("in own.{name}"),
        checkpoint: own.checkpoint_minutes.as_ref().map(stated),
        apart: own.checkpoint_interval_minutes.as_ref().map(stated),
        restart: own.restart_minutes.as_ref().map(stated),
    });
    let on_demand = scenario.rent.iter().filter_map(|Entry { name, value, .. }| {
        let part = value.on_demand.as_ref()?;
        Some(Times {
            whose: format!("on demand in rent.{name}"),
            checkpoint: Some(stated(&part.checkpoint_minutes)),
            apart: part.checkpoint_interval_minutes.as_ref().map(stated),
            restart: Some(stated(&part.restart_minutes)),
        })
    });
    let on_spot = scenario.rent.iter().filter_map(|Entry { name, value, .. }| {
        let part = value.spot.as_ref()?;
        Some(Times {
            whose: format!("on spot in rent.{name}"),
            checkpoint: Some(stated(&part.checkpoint_minutes)),
            apart: part.checkpoint_interval_minutes.as_ref().map(stated),
            restart: Some(stated(&part.restart_minutes)),
        })
    });
    owned.chain(on_demand).chain(on_spot).collect()
}

/// Checkpoints more than a day apart or that take half of the time, and restarts that take longer than a day.
fn times(subject: &Subject<'_>) -> Vec<Diagnostic> {
    all_times(subject).iter().flat_map(|times| of_times(subject, times)).collect()
}

fn of_times(subject: &Subject<'_>, Times { whose, checkpoint, apart, restart }: &Times) -> Vec<Diagnostic> {
    let named = [("the checkpoint interval is", apart), ("a restart takes", restart)];
    let named = named.into_iter().filter_map(|(what, time)| Some((what, (*time)?)));
    let long = named.filter(|(_, (_, minutes))| *minutes > A_DAY).map(|(what, (at, minutes))| {
        let message = format!("{whose}, {what} {} minutes, more than a day", few_digits(minutes));
        subject.finding(Code::InterruptionsUnusual, at, message).label("write minutes; this may be in seconds")
    });
    let half = checkpoint.zip(*apart).filter(|((_, takes), (_, apart))| *takes * Decimal::TWO >= *apart);
    let half = half.map(|((at, takes), (_, apart))| {
        let every = (few_digits(takes), few_digits(apart));
        let message = format!("{whose}, a checkpoint takes {} of every {} minutes", every.0, every.1);
        let label = "write the pause per checkpoint and the interval between checkpoints, in minutes";
        subject.finding(Code::InterruptionsUnusual, at, message).label(label)
    });
    long.chain(half).collect()
}
