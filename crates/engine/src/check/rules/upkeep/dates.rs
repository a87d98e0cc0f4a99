//! Owners, reviews, and the days of prices.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::Given;
use crate::scenario::own::quoted_with_age;
use crate::scenario::reviews::{self, ReviewDates};
use crate::scenario::{Date, Provenance};

/// Sources that hold until a day which is past: on the day of the check, or else on that of the scenario's prices.
pub(super) fn expired_price(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let on = subject.today.map(|today| (today, "today is"));
    let Some((day, said)) = on.or_else(|| Some((scenario.date?.value, "the prices are of"))) else {
        return Vec::new();
    };
    let expired = |path: &str, source: &Provenance| {
        let until = source.valid_until.filter(|until| until.value < day)?;
        let message = format!("the source of {} holds until {}, and {said} {day}", quoted_with_age(path), until.value);
        let finding = subject.finding(Code::ExpiredPrice, until.at, message);
        Some(finding.label("ask anew, and write the price and the day"))
    };
    scenario.sources.iter().filter_map(|entry| expired(&entry.name, &entry.value)).collect()
}

/// Days that have not come: of sources after that of the scenario's prices, and of both after today.
pub(super) fn date_ahead(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let stated = scenario.date.map(|date| date.value);
    let finding = |date: Given<Date>, what: String, day: Date, said: &str| {
        let message = format!("{what} {}, and {said} {day}", date.value);
        subject.finding(Code::DateAhead, date.at, message).label("write the day on which the price was read")
    };
    let ahead = |date: Given<Date>, what: String| {
        let today = subject.today.filter(|today| date.value > *today);
        let of_prices = stated.filter(|day| date.value > *day);
        let of_prices = of_prices.map(|day| (day, "the prices of the scenario are of"));
        let (day, said) = today.map(|today| (today, "today is")).or(of_prices)?;
        Some(finding(date, what, day, said))
    };
    let sources = scenario
        .sources
        .iter()
        .filter_map(|entry| ahead(entry.value.date?, format!("the source of {} is of", quoted_with_age(&entry.name))));
    let general = scenario.date.and_then(|date| ahead(date, "the prices are of".to_owned()));
    general.into_iter().chain(sources).collect()
}

/// Prices that nobody should decide by: older than three years on the day of the scenario, or older than one when it is next
/// looked at.
pub(super) fn stale_price(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let mut found = stale_at_review(subject);
    // one that is too old now is too old then
    found.extend(aged(subject).into_iter().filter(|_| subject.answer.loaded.scenario.review_by.is_none()));
    found
}

/// Prices older than three years on the day of the scenario. The price of an accelerator for an hour has fallen by 44 % in a
/// single year (AWS p5.48xlarge, June 2025).
fn aged(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(day) = scenario.date.map(|date| date.value).or(subject.today) else { return Vec::new() };
    let is_aged = |date: &Given<Date>| years_after(date.value, YEARS).is_some_and(|last| last < day);
    let sources = scenario.sources.iter().filter_map(|entry| {
        let date = entry.value.date.filter(is_aged)?;
        let whose = quoted_with_age(&entry.name);
        let message = format!("the source of {whose} is of {}, older than three years on {day}", date.value);
        Some(subject.finding(Code::StalePrice, date.at, message).label("look the price up anew"))
    });
    sources.collect()
}

/// Prices that will be older than a year on the day of the review: those of sources, and those of the scenario's own day.
fn stale_at_review(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(review) = reviews::first(scenario.review_by.as_ref()) else { return Vec::new() };
    let finding = |date: Given<Date>, what: String| {
        let message = format!("{what} {}, more than a year before the review by {}", date.value, review.value);
        let reviewed = subject.answer.loaded.document.place(review.at);
        let finding = subject.finding(Code::StalePrice, date.at, message);
        finding.label("look the price up anew, or review sooner").related(reviewed, "looked at again by then")
    };
    let is_stale = |date: &Given<Date>| years_after(date.value, 1).is_some_and(|day| day < review.value);
    let sources = scenario.sources.iter().filter_map(|entry| {
        let date = entry.value.date.filter(is_stale)?;
        Some(finding(date, format!("the source of {} is of", quoted_with_age(&entry.name))))
    });
    let general = scenario.date.filter(is_stale).map(|date| finding(date, "the prices are of".to_owned()));
    general.into_iter().chain(sources).collect()
}

/// Years after which a price is too old, even where no day of a review is named: longer than any accelerator has been the
/// newest.
const YEARS: i16 = 3;

/// The same day some years later; of February 29 the last of the month. None at the end of the calendar.
fn years_after(date: Date, years: i16) -> Option<Date> {
    date.0.checked_add(jiff::Span::new().years(years)).ok().map(Date)
}

/// Nobody who answers for the scenario.
pub(super) fn no_owner(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    if scenario.owner.is_some() {
        return Vec::new();
    }
    let finding = subject.finding(Code::NoOwner, scenario.name.at, "nobody is named who answers for the scenario");
    vec![finding.label("add a line `owner:` with a team or a person")]
}

/// No day on which the scenario is looked at again.
pub(super) fn no_review(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    if scenario.review_by.is_some() {
        return Vec::new();
    }
    let at = scenario.date.map_or(scenario.name.at, |date| date.at);
    let finding = subject.finding(Code::NoReview, at, "no day is named on which the scenario is looked at again");
    vec![finding.label("add a line `review_by:` with a day")]
}

/// Reviews that are due before the day of the check.
pub(super) fn review_overdue(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let Some(today) = subject.today else { return Vec::new() };
    let overdue = |whose: &str, review: &Given<Date>| {
        let message = format!("{whose} should have been looked at by {}; today is {today}", review.value);
        let finding = subject.finding(Code::ReviewOverdue, review.at, message);
        finding.label("look at it again, and write the next day")
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
