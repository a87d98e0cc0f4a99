//! Owners, review dates, and dates of prices.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::Located;
use crate::scenario::own::quoted_with_age;
use crate::scenario::reviews::{self, ReviewDates};
use crate::scenario::{Date, Provenance};

/// Sources whose validity ended before the day of the check, or else before the date of the scenario's prices.
pub(super) fn expired_price(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let on = subject.today.map(|today| (today, "today is"));
    let Some((day, said)) = on.or_else(|| Some((scenario.date?.value, "the prices are dated"))) else {
        return Vec::new();
    };
    let expired = |path: &str, source: &Provenance| {
        let until = source.valid_until.filter(|until| until.value < day)?;
        let message =
            format!("the source of {} was valid until {}, but {said} {day}", quoted_with_age(path), until.value);
        let finding = subject.finding(Code::ExpiredPrice, until.at, message);
        Some(finding.label("get a new price, and update the price and its dates"))
    };
    scenario.sources.iter().filter_map(|entry| expired(&entry.name, &entry.value)).collect()
}

/// Dates in the future: sources dated after the scenario's prices, and sources and prices dated after today.
pub(super) fn date_ahead(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let stated = scenario.date.map(|date| date.value);
    let finding = |date: Located<Date>, what: String, day: Date, label: &str| {
        let message = format!("{what} {}, but {label} {day}", date.value);
        subject.finding(Code::DateAhead, date.at, message).label("write the day on which the price was read")
    };
    let ahead = |date: Located<Date>, what: String| {
        let today = subject.today.filter(|today| date.value > *today);
        let of_prices = stated.filter(|day| date.value > *day);
        let of_prices = of_prices.map(|day| (day, "the scenario's prices are dated"));
        let (day, said) = today.map(|today| (today, "today is")).or(of_prices)?;
        Some(finding(date, what, day, said))
    };
    let sources = scenario.sources.iter().filter_map(|entry| {
        ahead(entry.value.date?, format!("the source of {} is dated", quoted_with_age(&entry.name)))
    });
    let general = scenario.date.and_then(|date| ahead(date, "the prices are dated".to_owned()));
    general.into_iter().chain(sources).collect()
}

/// Outdated prices: older than three years on the date of the scenario, or older than one year at its next review.
pub(super) fn stale_price(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = stale_at_review(subject);
    // a price that is too old now is too old at the review
    found.extend(aged(subject).into_iter().filter(|_| subject.answer.loaded.scenario.review_by.is_none()));
    found
}

/// Prices older than three years on the date of the scenario. The hourly price of an accelerator has fallen by 44 % in a single
/// year (AWS p5.48xlarge, June 2025).
fn aged(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(day) = scenario.date.map(|date| date.value).or(subject.today) else { return Vec::new() };
    let is_aged = |date: &Located<Date>| years_after(date.value, YEARS).is_some_and(|last| last < day);
    let sources = scenario.sources.iter().filter_map(|entry| {
        let date = entry.value.date.filter(is_aged)?;
        let whose = quoted_with_age(&entry.name);
        let message = format!("the source of {whose} is dated {}, more than three years before {day}", date.value);
        Some(subject.finding(Code::StalePrice, date.at, message).label("look up the price again"))
    });
    sources.collect()
}

/// Prices older than a year at the review: those of sources, and those of the scenario's own date.
fn stale_at_review(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(review) = reviews::first(scenario.review_by.as_ref()) else { return Vec::new() };
    let finding = |date: Located<Date>, what: String| {
        let message = format!("{what} {}, more than a year before the review by {}", date.value, review.value);
        let reviewed = subject.answer.loaded.document.place(review.at);
        let finding = subject.finding(Code::StalePrice, date.at, message);
        finding.label("look up the price again, or review sooner").related(reviewed, "review date")
    };
    let is_stale = |date: &Located<Date>| years_after(date.value, 1).is_some_and(|day| day < review.value);
    let sources = scenario.sources.iter().filter_map(|entry| {
        let date = entry.value.date.filter(is_stale)?;
        Some(finding(date, format!("the source of {} is dated", quoted_with_age(&entry.name))))
    });
    let general = scenario.date.filter(is_stale).map(|date| finding(date, "the prices are dated".to_owned()));
    general.into_iter().chain(sources).collect()
}

/// Years after which a price is too old even without a review date: longer than any accelerator has been the newest.
const YEARS: i16 = 3;

/// The same day some years later; for February 29 the last day of that month. `None` at the end of the calendar.
fn years_after(date: Date, years: i16) -> Option<Date> {
    date.0.checked_add(jiff::Span::new().years(years)).ok().map(Date)
}

/// A scenario without an owner.
pub(super) fn no_owner(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    if scenario.owner.is_some() {
        return Vec::new();
    }
    let finding = subject.finding(Code::NoOwner, scenario.name.at, "the scenario has no owner");
    vec![finding.label("add `owner:` with a team or a person")]
}

/// A scenario without a review date.
pub(super) fn no_review(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    if scenario.review_by.is_some() {
        return Vec::new();
    }
    let at = scenario.date.map_or(scenario.name.at, |date| date.at);
    let finding = subject.finding(Code::NoReview, at, "the scenario has no review date");
    vec![finding.label("add `review_by:` with a date")]
}

/// Reviews due before the day of the check.
pub(super) fn review_overdue(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(today) = subject.today else { return Vec::new() };
    let overdue = |whose: &str, review: &Located<Date>| {
        let message = format!("the review of {whose} was due by {}; today is {today}", review.value);
        let finding = subject.finding(Code::ReviewOverdue, review.at, message);
        finding.label("review it, then set `review_by` to the next date")
    };
    let past = |whose: String, stated: Option<&ReviewDates>| -> Vec<Diagnostic> {
        let days = reviews::days(stated).iter().filter(|day| day.value < today);
        days.map(|day| overdue(&whose, day)).collect()
    };
    let workloads = scenario.demand.workloads.iter();
    let workloads =
        workloads.flat_map(|entry| past(format!("the workload {}", entry.name), entry.value.review_by.as_ref()));
    past("the scenario".to_owned(), scenario.review_by.as_ref()).into_iter().chain(workloads).collect()
}
