//! Useful lives given in years instead of months.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic, FixSafety};
use crate::number::counted;
use crate::scenario::document::{Entry, Located};
use crate::scenario::own::Own;
use crate::scenario::quantities::Term;

/// Lives that servers have in years, not in months.
const YEARS: std::ops::RangeInclusive<u32> = 2..=10;

/// Lives of servers and capital entries that end within months and before the horizon.
pub(super) fn in_years(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().flat_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Own>) -> Vec<Diagnostic> {
    let servers = (format!("the servers of own.{}", option.name), "last", &option.value.useful_life_months);
    let capital = option.value.capital.iter().filter_map(|entry| {
        let life = entry.value.useful_life_months.as_ref()?;
        Some((format!("`{}` of own.{}", entry.name, option.name), "lasts", life))
    });
    let lives = std::iter::once(servers).chain(capital);
    lives.filter_map(|(what, lasts, life)| of_life(subject, &what, lasts, life)).collect()
}

fn of_life(subject: &Subject<'_>, what: &str, lasts: &str, life: &Located<Term>) -> Option<Diagnostic> {
    let (months, horizon) = (life.value.count(), subject.answer.loaded.scenario.horizon_months.value.count());
    // a life that covers the horizon describes a project without a second purchase
    if !YEARS.contains(&months) || months >= horizon {
        return None;
    }
    let years = months * 12;
    let message = format!("{what} {lasts} for {}; {months} years are {years} months", counted(months, "month"));
    let finding = subject.finding(Code::LifeInYears, life.at, message);
    Some(finding.label(format!("write {years} if years are intended")).instead(FixSafety::Unsafe, years.to_string()))
}
