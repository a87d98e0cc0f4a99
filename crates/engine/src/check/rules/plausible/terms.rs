//! Terms in months that look like years or weeks.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;
use std::ops::RangeInclusive;

/// Terms that are usual in years but not in months.
const YEARS: RangeInclusive<u32> = 2..=7;

/// Longest reported delivery in months: 36 to 52 weeks at the peak of the shortage (Omdia, November 2023), 8 to 12 in April 2024
/// (Dell).
const LONGEST: u32 = 12;

/// A commitment that is not renewed is checked if the horizon exceeds so many of its terms.
const TERMS: u32 = 6;

/// Horizons, leases, loans, warranties and commitments of a few months that look like years.
pub(super) fn in_years(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let horizon = scenario.horizon_months.value.count();
    let mut found = Vec::new();
    let mut look = |what: String, (at, months): (NodeId, u32)| found.extend(in_years_of(subject, &what, at, months));
    if !scenario.own.is_empty() {
        look("the comparison runs for".to_owned(), (scenario.horizon_months.at, horizon));
    }
    for option in &scenario.own {
        let (name, own) = (&option.name, &option.value);
        if let Some(term) = own.lease.as_ref().and_then(|lease| lease.term_months) {
            look(format!("the lease of own.{name} runs for"), (term.at, term.value.count()));
        }
        if let Some(loan) = &own.loan {
            look(format!("the loan of own.{name} runs for"), (loan.term_months.at, loan.term_months.value.count()));
        }
        if let Some(warranty) = &own.warranty_months {
            look(format!("the warranty of own.{name} holds for"), (warranty.at, warranty.value.count()));
        }
    }
    for option in &scenario.rent {
        // a date can't be confused with years
        let stated = option.value.commitments.iter().filter_map(|entry| Some((entry, entry.value.term_months?)));
        for (entry, term) in stated {
            let months = term.value.count();
            if !entry.value.renew.value && horizon > months.saturating_mul(TERMS) {
                let what = format!("the commitment `{}` of rent.{} runs for", entry.name, option.name);
                look(what, (term.at, months));
            }
        }
    }
    found
}

fn in_years_of(subject: &Subject<'_>, what: &str, at: NodeId, months: u32) -> Option<Diagnostic> {
    if !YEARS.contains(&months) {
        return None;
    }
    let years = months * 12;
    let message = format!("{what} {}; {months} years are {years} months", counted(months, "month"));
    Some(subject.finding(Code::TermInYears, at, message).label(format!("write {years} if years are intended")))
}

/// Months from which today's prices mean little: accelerators have been replaced by faster ones every two to three years.
const TEN_YEARS: u32 = 120;

/// Comparisons over ten years or more, and servers with such a life.
pub(super) fn long(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let compared = (scenario.horizon_months.value.count() >= TEN_YEARS).then(|| {
        let message = format!(
            "the comparison runs for {} at today's prices",
            counted(scenario.horizon_months.value.count(), "month")
        );
        let label = "compare for as long as the decision binds, usually three to five years";
        subject.finding(Code::HorizonLong, scenario.horizon_months.at, message).label(label)
    });
    let lives = scenario.own.iter().filter_map(|option| {
        let life = &option.value.useful_life_months;
        let months = life.value.count();
        let message = format!("the servers of own.{} are used for {}", option.name, counted(months, "month"));
        let label =
            "set `useful_life_months` to the time in which they are worth their power, usually four to six years";
        (months >= TEN_YEARS).then(|| subject.finding(Code::HorizonLong, life.at, message).label(label))
    });
    compared.into_iter().chain(lives).collect()
}

/// Number of servers that no vendor has in stock.
const DOZENS: u32 = 24;

/// Dozens of servers that serve from the order, without a given lead time.
pub(super) fn no_lead_time(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let at_once = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let own = &option.value;
        let is_assumed = subject.answer.loaded.document.origin(own.lead_time().at) == Origin::Assumed;
        // servers owned already need no delivery
        let bought = own.purchases.iter().flatten().find(|purchase| !purchase.is_owned_already());
        let first = bought.map(|first| &first.nodes);
        let nodes = own.nodes.as_ref().or(first).filter(|_| is_assumed)?;
        let bought = nodes.value.decimal();
        if bought < Decimal::from(DOZENS) {
            return None;
        }
        let message = format!("the {bought} servers of own.{} serve from the month of the order", option.name);
        let label = "add `lead_time_months: 3` (8 to 12 weeks in April 2024, Dell), or `0` if they are already there";
        Some(subject.finding(Code::NoLeadTime, nodes.at, message).label(label))
    });
    at_once.collect()
}

/// Deliveries longer than the longest reported one.
pub(super) fn lead_times(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let late = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let lead = option.value.lead_time();
        let months = lead.value;
        if months <= LONGEST {
            return None;
        }
        let message = format!(
            "the servers of own.{} arrive after {}; the longest reported delivery is 52 weeks (Omdia, November 2023)",
            option.name,
            counted(months, "month")
        );
        let label = match option.value.lead_time_weeks {
            None => format!("if these are weeks, write `lead_time_weeks: {months}`"),
            Some(_) => "check the quote".to_owned(),
        };
        Some(subject.finding(Code::LeadTimeUnlikely, lead.at, message).label(label))
    });
    late.collect()
}
