//! Power of servers, compared with the rated power of their accelerators.

use crate::catalog::{Kinds, accelerators, recognized};
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Entry, Located};
use crate::scenario::own::Own;
use crate::scenario::quantities::KilowattsPerNode;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// Limits of a server's power per accelerator, relative to the accelerator's rated power: measured servers stay above half of it
/// even below full load, and processors, network and fans at most double it.
const LEAST: Decimal = Decimal::from_parts(5, 0, 0, false, 1);
const MOST: Decimal = Decimal::from_parts(3, 0, 0, false, 0);

/// Servers whose power is far from the rated power of their accelerators.
pub(super) fn unlikely(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().flat_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Own>) -> Vec<Diagnostic> {
    let node = &option.value.node;
    let powers = [&node.power_kw, &node.nameplate_kw].into_iter().flatten();
    let unlike: Vec<Diagnostic> = powers.filter_map(|power| of_server(subject, option, power)).collect();
    if !unlike.is_empty() {
        return unlike;
    }
    above_nameplate(subject, option).into_iter().chain(hardly_idle(subject, option)).collect()
}

/// A server that is on draws more than this share of its power at work: its memory, processors and fans run with or without
/// work.
const IDLE: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Servers with hardly any idle power. Zero is accepted, since it means switched off.
fn hardly_idle(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let node = &option.value.node;
    let (power, idle) = node.power_kw.as_ref().zip(node.idle_power_kw.as_ref())?;
    let (at_work, waiting) = (power.value.decimal(), idle.value.decimal());
    if waiting.is_zero() || waiting > at_work * IDLE {
        return None;
    }
    let message = format!(
        "a server of own.{} draws {} kW when idle, a tenth or less of its {} kW at work",
        option.name,
        few_digits(waiting),
        few_digits(at_work)
    );
    let finding = subject.finding(Code::PowerUnlikely, idle.at, message);
    Some(finding.label("write the measured power of a server that is on and idle"))
}

/// Servers that draw more at work than their nameplate power.
fn above_nameplate(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let node = &option.value.node;
    let (power, nameplate) = node.power_kw.as_ref().zip(node.nameplate_kw.as_ref())?;
    let (drawn, rated) = (power.value.decimal(), nameplate.value.decimal());
    if drawn <= rated {
        return None;
    }
    let message = format!(
        "a server of own.{} draws {} kW at work, more than its nameplate of {} kW",
        option.name,
        few_digits(drawn),
        few_digits(rated)
    );
    let finding = subject.finding(Code::PowerUnlikely, power.at, message);
    Some(finding.label("write the measured power here, and the larger one of the data sheet as `nameplate_kw`"))
}

/// Whether the power of a server is far from the rated power of its accelerators.
pub(super) fn is_far_from_rated(option: &Entry<Own>, power: &Located<KilowattsPerNode>) -> bool {
    far_from_rated(option, power).is_some()
}

/// Power per accelerator that is far from the rated power, with the recognized accelerators and the lowest and highest rating.
type FarFromRated = (Decimal, Option<Kinds>, (Decimal, Decimal));

fn far_from_rated(option: &Entry<Own>, power: &Located<KilowattsPerNode>) -> Option<FarFromRated> {
    if power.value.decimal().is_zero() {
        return None;
    }
    let each = power.value.decimal().checked_div(option.value.node.accelerators.value.decimal())?;
    let known = recognized(option.value.accelerator.as_ref().map(|text| text.value.as_str()), &option.name);
    let (least, most) = rated(known.as_ref())?;
    let is_likely = (least * LEAST..=most * MOST).contains(&each);
    (!is_likely).then_some((each, known, (least, most)))
}

fn of_server(subject: &Subject<'_>, option: &Entry<Own>, power: &Located<KilowattsPerNode>) -> Option<Diagnostic> {
    let (each, known, (least, most)) = far_from_rated(option, power)?;
    let accelerators = option.value.node.accelerators.value.decimal();
    let text = few_digits(each);
    let rated =
        if least == most { few_digits(least) } else { format!("{} to {}", few_digits(least), few_digits(most)) };
    let whose = if known.is_some() { "such accelerators are" } else { "accelerators in the catalog are" };
    let message = format!(
        "a server of own.{} draws {text} kW for each of its {accelerators} accelerators; {whose} rated at {rated} kW",
        option.name
    );
    Some(subject.finding(Code::PowerUnlikely, power.at, message).label(suggestion(option, power, (least, most))))
}

/// Lowest and highest rated power in kW, of the recognized accelerators or else of all.
fn rated(known: Option<&Kinds>) -> Option<(Decimal, Decimal)> {
    let watts = |of: &[&'static crate::catalog::Accelerator]| {
        let rated: Vec<Decimal> = of.iter().filter_map(|one| one.board_power_w).collect();
        let kilowatts = |watts: &Decimal| *watts / Decimal::ONE_THOUSAND;
        Some((rated.iter().min().map(kilowatts)?, rated.iter().max().map(kilowatts)?))
    };
    known.and_then(|known| watts(known.accelerators())).or_else(|| watts(&accelerators().iter().collect::<Vec<_>>()))
}

/// Suggested correction: watts, the power of one accelerator, or that of the whole fleet.
fn suggestion(option: &Entry<Own>, power: &Located<KilowattsPerNode>, (least, most): (Decimal, Decimal)) -> String {
    let accelerators = option.value.node.accelerators.value.decimal();
    let is_likely = |kilowatts: Decimal| {
        kilowatts.checked_div(accelerators).is_some_and(|each| (least * LEAST..=most * MOST).contains(&each))
    };
    let kilowatts = power.value.decimal();
    let first = option.value.purchases.as_ref().and_then(|purchases| purchases.first()).map(|first| &first.nodes);
    let nodes = option.value.nodes.as_ref().or(first).map(|nodes| nodes.value.decimal());
    let of_one = nodes.and_then(|nodes| Some((nodes, kilowatts.checked_div(nodes)?)));
    let (from_watts, of_all) = (kilowatts / Decimal::ONE_THOUSAND, kilowatts.checked_mul(accelerators));
    if is_likely(from_watts) {
        format!("if these are watts, write {}", few_digits(from_watts))
    } else if let Some(of_all) = of_all.filter(|of_all| is_likely(*of_all)) {
        format!("if this is the power of one accelerator, write {}, that of the whole server", few_digits(of_all))
    } else if let Some((nodes, of_one)) = of_one.filter(|(_, of_one)| is_likely(*of_one)) {
        format!("if this is the power of all {nodes} servers of the fleet, write {}", few_digits(of_one))
    } else {
        "write the power of one server in kilowatts".to_owned()
    }
}
