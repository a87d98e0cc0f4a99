//! Months that look like years or weeks.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::number::counted;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;
use std::ops::RangeInclusive;

/// Terms that are usual in years, and in months hardly ever.
const YEARS: RangeInclusive<u32> = 2..=7;

/// Months of a delivery that are more than has been reported: 36 to 52 weeks at the height of the shortage (Omdia, November
/// 2023), 8 to 12 in April 2024 (Dell).
const LONGEST: u32 = 12;

/// A commitment is looked at where the comparison runs for more than so many of its terms, and it is not renewed.
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
        // a date is no number of years
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
    let message = format!("{what} {}; {months} years are {years}", counted(months, "month"));
    Some(subject.finding(Code::TermInYears, at, message).label(format!("write {years} if years are meant")))
}

/// Months from which on no price of today says anything: accelerators have been replaced by faster ones every two to three years.
const TEN_YEARS: u32 = 120;

/// Comparisons of ten years or more, and servers that are to serve as long.
pub(super) fn long(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let compared = (scenario.horizon_months.value.count() >= TEN_YEARS).then(|| {
        let message =
            format!("{} are compared at the prices of today", counted(scenario.horizon_months.value.count(), "month"));
        let label = "compare as many months as the decision binds: three to five years are usual";
        subject.finding(Code::HorizonLong, scenario.horizon_months.at, message).label(label)
    });
    let lives = scenario.own.iter().filter_map(|option| {
        let life = &option.value.useful_life_months;
        let months = life.value.count();
        let message = format!("the servers of own.{} serve for {}", option.name, counted(months, "month"));
        let label = "write `useful_life_months` as long as they earn their power: four to six years are usual";
        (months >= TEN_YEARS).then(|| subject.finding(Code::HorizonLong, life.at, message).label(label))
    });
    compared.into_iter().chain(lives).collect()
}

/// Servers of which nobody has dozens on a shelf.
const DOZENS: u32 = 24;

/// Dozens of servers that are there on the day of the order, where nobody says so.
pub(super) fn no_lead_time(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let at_once = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let own = &option.value;
        let is_assumed = subject.answer.loaded.document.origin(own.lead_time().at) == Origin::Assumed;
        // those that are owned already are there
        let bought = own.purchases.iter().flatten().find(|purchase| !purchase.is_owned_already());
        let first = bought.map(|first| &first.nodes);
        let nodes = own.nodes.as_ref().or(first).filter(|_| is_assumed)?;
        let bought = nodes.value.decimal();
        if bought < Decimal::from(DOZENS) {
            return None;
        }
        let message = format!("the {bought} servers of own.{} serve from the month of the order on", option.name);
        let label = "add `lead_time_months: 3` (8 to 12 weeks in April 2024, Dell), or `0` if they are there";
        Some(subject.finding(Code::NoLeadTime, nodes.at, message).label(label))
    });
    at_once.collect()
}

/// Deliveries that take longer than any that was reported.
pub(super) fn lead_times(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let late = subject.answer.loaded.scenario.own.iter().filter_map(|option| {
        let lead = option.value.lead_time();
        let months = lead.value;
        if months <= LONGEST {
            return None;
        }
        let message = format!(
            "the servers of own.{} arrive after {}; the longest that was reported is 52 weeks (Omdia, November 2023)",
            option.name,
            counted(months, "month")
        );
        let label = match option.value.lead_time_weeks {
            None => format!("write `lead_time_weeks: {months}` if these are weeks"),
            Some(_) => "look at the quote again".to_owned(),
        };
        Some(subject.finding(Code::LeadTimeUnlikely, lead.at, message).label(label))
    });
    late.collect()
}
