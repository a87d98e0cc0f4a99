//! What people cost, and how many servers need.

use crate::analysis::usual_costs;
use crate::catalog::{FactMeasure, Published, reference_rate};
use crate::check::rules::words::{few_digits, money};
use crate::check::rules::{CATALOG_CURRENCY, Subject};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Entry, Given, NodeId};
use crate::scenario::line::{OperatingBasis, OwnedLine};
use crate::scenario::own::Own;
use crate::scenario::quantities::{Ftes, PricePerFteYear};
use crate::scenario::quantity::{Money, Quantity};
use rust_decimal::Decimal;

/// Pay differs between places and an employer pays more than the wage: far is below a half of the lowest published pay, or
/// above five times the highest.
const LEAST: Decimal = Decimal::from_parts(5, 0, 0, false, 1);
const MOST: Decimal = Decimal::from_parts(5, 0, 0, false, 0);

/// Hours of a week of forty below which nobody works for something, as a share and in words.
type LeastTime = (Decimal, &'static str);

/// Servers of one's own that are looked after at all take longer.
const OWNED: LeastTime = (Decimal::from_parts(1, 0, 0, false, 1), "four hours a week");

/// Whoever rents has less to do.
const RENTED: LeastTime = (Decimal::from_parts(5, 0, 0, false, 2), "two hours a week");

/// Months of a year, and hours of work in it.
const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);
const HOURS: Decimal = Decimal::from_parts(2_080, 0, 0, false, 0);

/// More servers than one person has looked after where somebody counted: 10 to 20 (META Group, 2002), 30 to 125 by what they are for
/// (D. Cappuccio, Gartner), 130 in a fleet of 30,000 alike (Facebook, 2009).
const FOR_ONE_PERSON: Decimal = Decimal::from_parts(100, 0, 0, false, 0);

/// Fewer servers than this are looked after by the hour.
const CLUSTER: Decimal = Decimal::from_parts(16, 0, 0, false, 0);

/// Staff at a price that looks like that of a month or an hour, more people than there are servers to look after, or far fewer.
pub(super) fn unlikely(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let mut found = Vec::new();
    for option in &scenario.own {
        found.extend(too_few(subject, option));
        for line in &option.value.operating {
            let of = format!("`{}` of own.{}", line.name, option.name);
            if let OperatingBasis::Staff(fte, price) = line.value.basis() {
                found.extend(pay(subject, &of, price));
                found.extend(people(subject, &of, owned(subject, option), (fte, OWNED)));
            }
        }
    }
    for option in &scenario.rent {
        for line in &option.value.operating {
            let of = format!("`{}` of rent.{}", line.name, option.name);
            if let OperatingBasis::Staff(fte, price) = line.value.basis() {
                found.extend(pay(subject, &of, price));
                found.extend(people(subject, &of, demanded(subject), (fte, RENTED)));
            }
        }
    }
    found
}

fn pay(subject: &Subject<'_>, of: &str, price: &Given<PricePerFteYear>) -> Option<Diagnostic> {
    let own = price.value.currency().map(CurrencyCode::code);
    let mut currencies =
        [own, Some(subject.answer.comparison.header.currency.as_str()), Some(CATALOG_CURRENCY)].into_iter().flatten();
    let (known, converted) = currencies.find_map(|currency| {
        let known = Published::of(FactMeasure::StaffPerFteYear, Some(currency))?;
        Some((known, subject.in_currency(&price.value, currency)?))
    })?;
    let asked = converted.value;
    let (low, high) = (known.low.value * LEAST, known.high.value * MOST);
    if asked.is_zero() || (low..=high).contains(&asked) {
        return None;
    }
    let told = converted.told(subject);
    let message = format!(
        "{of} costs {}{told} for a full-time person a year; published pay is {} ({}, {}) to {} ({}, {}){told}",
        money(subject, asked),
        few_digits(known.low.value),
        known.low.of,
        known.low.as_of,
        few_digits(known.high.value),
        known.high.of,
        known.high.as_of
    );
    let by = |times: Decimal| {
        let year = asked.checked_mul(times).filter(|year| (low..=high).contains(year))?;
        year.checked_div(converted.rate)
    };
    let label = match (by(MONTHS), by(HOURS)) {
        (Some(year), _) => format!("write {} if this is for a month", few_digits(year)),
        (None, Some(year)) => format!("write {} if this is for an hour", few_digits(year)),
        (None, None) => "write what one full-time person costs in a year, taxes and contributions included".to_owned(),
    };
    Some(converted.explained(subject.finding(Code::StaffUnlikely, price.at, message).label(label)))
}

/// The servers of a fleet.
fn owned(subject: &Subject<'_>, option: &Entry<Own>) -> Option<(Decimal, &'static str)> {
    let name = format!("own.{}", option.name);
    let nodes = subject.statement(&name)?.nodes?;
    Some((*nodes, if *nodes == Decimal::ONE { "server" } else { "servers" }))
}

/// Clusters of which one person looks after more servers than has been counted anywhere but at the largest: all lines of people together,
/// and what others are paid for it at the lowest published pay.
fn too_few(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let (nodes, _) = owned(subject, option)?;
    let stated = option.value.operating.iter().filter_map(|line| {
        let OperatingBasis::Staff(fte, _) = line.value.basis() else { return None };
        Some((line, fte.value.decimal(), fte.at))
    });
    let others =
        option.value.operating.iter().filter(|line| usual_costs("own", &line.name).any(|cost| cost == "staff"));
    let others = others.map(|line| (line, Decimal::ZERO, line.at));
    let staff: Vec<(&Entry<OwnedLine>, Decimal, NodeId)> = stated.collect();
    let (line, _, at) =
        staff.iter().copied().max_by_key(|(_, fte, _)| *fte).or_else(|| others.min_by_key(|(_, _, at)| *at))?;
    let stated: Decimal = staff.iter().map(|(_, fte, _)| fte).sum();
    let people = stated.checked_add(people_of_others(subject, option)?)?;
    if nodes < CLUSTER || people.checked_mul(FOR_ONE_PERSON)? >= nodes {
        return None;
    }
    let each = nodes.checked_div(people).map(|each| format!(", {} servers for each", few_digits(each.round())));
    let message = format!(
        "`{}` of own.{} is {} full-time equivalents for {} servers{}; one has looked after 10 to 125 (META Group 2002, Gartner)",
        line.name,
        option.name,
        few_digits(people.round_dp(4)),
        few_digits(nodes),
        each.unwrap_or_default()
    );
    let label = "write all who install, update, repair and answer, also at night; or add what others are paid for it";
    Some(subject.finding(Code::StaffUnlikely, at, message).label(label))
}

/// Full-time people at the lowest published pay for what lines of staff cost that say no people, such as `remote-hands`; none where the
/// currency has no rate.
fn people_of_others(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Decimal> {
    let by_the_person = |line: &str| {
        option.value.operating.get(line).is_some_and(|line| matches!(line.value.basis(), OperatingBasis::Staff(..)))
    };
    let is_staff = |line: &str| usual_costs("own", line).any(|cost| cost == "staff") && !by_the_person(line);
    let lines = &subject.statement(&format!("own.{}", option.name))?.lines;
    let paid = lines.iter().filter(|line| line.group.is_of_the_fleet() && is_staff(&line.name));
    let paid: Decimal = paid.map(|line| *line.total).sum();
    if paid.is_zero() {
        return Some(Decimal::ZERO);
    }
    let currency = subject.answer.comparison.header.currency.as_str();
    let rate = if currency == CATALOG_CURRENCY { Decimal::ONE } else { reference_rate(currency, CATALOG_CURRENCY)?.0 };
    let pay = Published::of(FactMeasure::StaffPerFteYear, Some(CATALOG_CURRENCY))?.low.value;
    let months = Decimal::from(subject.answer.loaded.scenario.horizon_months.value.count());
    paid.checked_mul(rate)?.checked_mul(MONTHS)?.checked_div(months)?.checked_div(pay)
}

/// The most accelerators that all work needs at once, or on average where it can wait.
fn demanded(subject: &Subject<'_>) -> Option<(Decimal, &'static str)> {
    let workloads = subject.answer.comparison.workloads.iter();
    let accelerators: Decimal = workloads.map(|load| load.peak.map_or(*load.mean, |peak| *peak)).sum();
    (!accelerators.is_zero()).then_some((accelerators, "accelerators"))
}

/// Less than a few hours a week; or two full-time people or more, and more than servers or accelerators.
fn people(
    subject: &Subject<'_>,
    of: &str,
    looked_after: Option<(Decimal, &str)>,
    (fte, (least, hours)): (&Given<Ftes>, LeastTime),
) -> Option<Diagnostic> {
    let (count, of_what) = looked_after?;
    let people = fte.value.decimal();
    if people > Decimal::ZERO && people < least {
        let message = format!("{of} is {} of a full-time person, less than {hours}", few_digits(people));
        return Some(
            subject
                .finding(Code::StaffUnlikely, fte.at, message)
                .label("write full-time equivalents: a quarter is 0.25"),
        );
    }
    if people <= count || people < Decimal::TWO {
        return None;
    }
    let message = format!("{of} is {} full-time people for {} {of_what}", few_digits(people), few_digits(count));
    let label = "write full-time equivalents: a fifth of a person is 0.2, and 20 % is not 20";
    Some(subject.finding(Code::StaffUnlikely, fte.at, message).label(label))
}
