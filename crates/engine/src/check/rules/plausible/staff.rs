//! Cost and number of staff.

use crate::analysis::usual_costs;
use crate::catalog::{FactMeasure, Published, reference_rate};
use crate::check::rules::words::{few_digits, money};
use crate::check::rules::{CATALOG_CURRENCY, Subject};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::scenario::CurrencyCode;
use crate::scenario::document::{Entry, Located, NodeId};
use crate::scenario::line::{OperatingBasis, OwnedLine};
use crate::scenario::own::Own;
use crate::scenario::quantities::{Ftes, PricePerFteYear};
use crate::scenario::quantity::{Money, Quantity};
use rust_decimal::Decimal;

/// Limits relative to the lowest and highest published pay. Pay differs between places, and an employer pays more than the wage.
const LEAST: Decimal = Decimal::from_parts(5, 0, 0, false, 1);
const MOST: Decimal = Decimal::from_parts(5, 0, 0, false, 0);

/// Least plausible working time, as a share of a week of forty hours and in words.
type LeastTime = (Decimal, &'static str);

/// Least time for owned servers.
const OWNED: LeastTime = (Decimal::from_parts(1, 0, 0, false, 1), "four hours a week");

/// Least time for rented capacity, which needs less work.
const RENTED: LeastTime = (Decimal::from_parts(5, 0, 0, false, 2), "two hours a week");

/// Months in a year, and working hours in a year.
const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);
const HOURS: Decimal = Decimal::from_parts(2_080, 0, 0, false, 0);

/// Most plausible number of servers per person. Counted were 10 to 20 (META Group, 2002), 30 to 125 depending on their use
/// (D. Cappuccio, Gartner), 130 in a uniform fleet of 30,000 (Facebook, 2009).
const FOR_ONE_PERSON: Decimal = Decimal::from_parts(100, 0, 0, false, 0);

/// Smaller fleets may be managed by the hour.
const CLUSTER: Decimal = Decimal::from_parts(16, 0, 0, false, 0);

/// Staff paid as if a monthly or hourly amount were yearly, more people than servers, or far too few.
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

fn pay(subject: &Subject<'_>, of: &str, price: &Located<PricePerFteYear>) -> Option<Diagnostic> {
    let own = price.value.currency().map(CurrencyCode::code);
    let mut currencies =
        [own, Some(subject.answer.comparison.header.currency.as_str()), Some(CATALOG_CURRENCY)].into_iter().flatten();
    let (known, converted) = currencies.find_map(|currency| {
        let known = Published::of(FactMeasure::StaffPerFteYear, Some(currency))?;
        Some((known, subject.in_currency(&price.value, currency)?))
    })?;
    let pay = converted.value;
    let (low, high) = (known.low.value * LEAST, known.high.value * MOST);
    if pay.is_zero() || (low..=high).contains(&pay) {
        return None;
    }
    let currency = converted.currency_suffix(subject);
    let message = format!(
        "{of} costs {}{currency} per full-time person and year; published pay is {} ({}, {}) to {} ({}, {}){currency}",
        money(subject, pay),
        few_digits(known.low.value),
        known.low.of,
        known.low.as_of,
        few_digits(known.high.value),
        known.high.of,
        known.high.as_of
    );
    let by = |times: Decimal| {
        let year = pay.checked_mul(times).filter(|year| (low..=high).contains(year))?;
        year.checked_div(converted.rate)
    };
    let label = match (by(MONTHS), by(HOURS)) {
        (Some(year), _) => format!("if this is per month, write {}", few_digits(year)),
        (None, Some(year)) => format!("if this is per hour, write {}", few_digits(year)),
        (None, None) => "write the yearly cost of one full-time person, taxes and contributions included".to_owned(),
    };
    Some(converted.explained(subject.finding(Code::StaffUnlikely, price.at, message).label(label)))
}

/// Number of servers in a fleet, with its noun.
fn owned(subject: &Subject<'_>, option: &Entry<Own>) -> Option<(Decimal, &'static str)> {
    let name = OptionId::own(&option.name);
    let nodes = subject.statement(&name)?.nodes?;
    Some((*nodes, if *nodes == Decimal::ONE { "server" } else { "servers" }))
}

/// Clusters with more servers per person than counted anywhere but in the largest fleets. Adds up all staff lines, and payments
/// to others at the lowest published pay.
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
    let each = nodes.checked_div(people).map(|each| format!(", {} servers per person", few_digits(each.round())));
    let message = format!(
        "`{}` of own.{} is {} full-time equivalents for {} servers{}; one person has managed 10 to 125 (META Group 2002, Gartner)",
        line.name,
        option.name,
        few_digits(people.round_dp(4)),
        few_digits(nodes),
        each.unwrap_or_default()
    );
    let label = "count everyone who installs, updates, repairs and is on call, or add what others are paid for it";
    Some(subject.finding(Code::StaffUnlikely, at, message).label(label))
}

/// Staff lines without a number of people, such as `remote-hands`, converted to full-time people at the lowest published pay;
/// `None` if the currency has no rate.
fn people_of_others(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Decimal> {
    let by_the_person = |line: &str| {
        option.value.operating.get(line).is_some_and(|line| matches!(line.value.basis(), OperatingBasis::Staff(..)))
    };
    let is_staff = |line: &str| usual_costs("own", line).any(|cost| cost == "staff") && !by_the_person(line);
    let lines = &subject.statement(&OptionId::own(&option.name))?.lines;
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

/// Accelerators that all work needs at its peak, or on average if it is deferrable.
fn demanded(subject: &Subject<'_>) -> Option<(Decimal, &'static str)> {
    let workloads = subject.answer.comparison.workloads.iter();
    let accelerators: Decimal = workloads.map(|load| load.peak.map_or(*load.mean, |peak| *peak)).sum();
    (!accelerators.is_zero()).then_some((accelerators, "accelerators"))
}

/// Less than a few hours a week; or two full-time people or more that outnumber the servers or accelerators.
fn people(
    subject: &Subject<'_>,
    of: &str,
    looked_after: Option<(Decimal, &str)>,
    (fte, (least, hours)): (&Located<Ftes>, LeastTime),
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
    let label = "write full-time equivalents: 20 % of a person is 0.2, not 20";
    Some(subject.finding(Code::StaffUnlikely, fte.at, message).label(label))
}
