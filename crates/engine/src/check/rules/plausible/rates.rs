//! Rates and ratios that nobody has.

use super::paths;
use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::{Document, Entry, Given, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::quantities::Throughput;
use crate::scenario::quantity::{Quantity, ReadNumber};
use rust_decimal::Decimal;

/// Rates and ratios of time, of work and of leases.
pub(super) fn all(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let of_money = [of_leases(subject), of_changes(subject), paths::steps(subject)];
    [of_time(subject), of_work(subject), of_idle_hours(subject), of_money.concat(), of_taxes(subject)].concat()
}

/// Above this profits are taxed nowhere.
const TAX_ON_PROFITS: Decimal = Decimal::from_parts(6, 0, 0, false, 1);

/// Above this hardly any tax is added to invoices; the highest rate of a value added tax in Europe is 27 %.
const TAX_ON_INVOICES: Decimal = Decimal::from_parts(3, 0, 0, false, 1);

/// Taxes that nobody pays.
fn of_taxes(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let of_number = |number: ReadNumber| {
        let (most, what) = match document.key(number.at) {
            "rate" if document.path(number.at) == "tax.rate" => (TAX_ON_PROFITS, "profits are taxed at"),
            "indirect_tax" => (TAX_ON_INVOICES, "what is added to invoices is"),
            _ => return None,
        };
        (number.value > most).then(|| {
            let message = format!("{what} {}", share(number.value));
            let label = format!("write the rate; more than {} is paid nowhere", share(most));
            subject.finding(Code::RateUnlikely, number.at, message).label(label)
        })
    };
    document.numbers().into_iter().filter_map(of_number).collect()
}

/// Above this a cost of capital is that of nobody who buys servers.
const COST_OF_CAPITAL: Decimal = Decimal::from_parts(4, 0, 0, false, 1);

/// Under this a cost of capital is next to nothing; nothing at all is how one compares without discounting.
const ONE_PER_CENT: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// The hours of a month of 28 days; those of one of 31 are the most that the language allows.
const SHORTEST_MONTH: Decimal = Decimal::from_parts(672, 0, 0, false, 0);

/// Discount rates above 40 % or below 1 %, and months of less than 28 days.
fn of_time(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let (rate, hours) = (&scenario.discount_rate, &scenario.hours_per_month);
    let a_year = rate.value.decimal();
    let is_usual = a_year.is_zero() || (ONE_PER_CENT..=COST_OF_CAPITAL).contains(&a_year);
    let unusual = (!is_usual).then(|| {
        let message = format!("later money is discounted by {} a year", share(a_year));
        subject.finding(Code::RateUnlikely, rate.at, message).label("write your cost of capital: 6 % to 15 % are usual")
    });
    let short = (hours.value.decimal() < SHORTEST_MONTH).then(|| {
        let message = format!("a month has {} hours; the shortest has 672", few_digits(hours.value.decimal()));
        let label = "write the hours of a month; how many of them are used is `utilization`";
        subject.finding(Code::RateUnlikely, hours.at, message).label(label)
    });
    unusual.into_iter().chain(short).collect()
}

/// How many times the reference an accelerator may do: from one generation to the next it is two to four.
const TIMES: Decimal = Decimal::from_parts(20, 0, 0, false, 0);

/// Accelerators that are taken to be more than twenty times as fast or as slow as the reference.
fn of_work(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let owned = scenario.own.iter().map(|option| (format!("own.{}", option.name), &option.value.relative_throughput));
    let rented =
        scenario.rent.iter().map(|option| (format!("rent.{}", option.name), &option.value.relative_throughput));
    owned.chain(rented).filter_map(|(name, throughput)| of_option(subject, &name, throughput)).collect()
}

fn of_option<N>(subject: &Subject<'_>, name: &str, throughput: &ScalarOr<Given<Throughput>, N>) -> Option<Diagnostic> {
    let ScalarOr::Scalar(times) = throughput else { return None };
    let value = times.value.decimal();
    if value <= TIMES && value * TIMES >= Decimal::ONE {
        return None;
    }
    let message = format!("an accelerator of {name} does {} times the work of the reference", few_digits(value));
    let label = "write the work of one in an hour over that of the reference: 0.6 is slower, 2 is twice as fast";
    Some(subject.finding(Code::RateUnlikely, times.at, message).label(label))
}

/// Idle hours for each hour used, above which instances do not follow the load at all.
const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Instances that follow the load and are idle for more than half as long as they work.
fn of_idle_hours(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rented = subject.answer.loaded.scenario.rent.iter().filter_map(|option| {
        let idle = &option.value.idle_overhead;
        let hours = idle.value.decimal();
        let message = format!("rent.{} pays {} idle hours for each hour used", option.name, few_digits(hours));
        let label = "write the share by which paid hours exceed used ones; `scaling: always_on` pays for all hours";
        (hours >= HALF).then(|| subject.finding(Code::RateUnlikely, idle.at, message).label(label))
    });
    rented.collect()
}

/// The least that a lease comes to of the price a year: level payments of three years come to 36 to 46 %.
const LEAST_A_YEAR: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// The most that it comes to of the price over its term.
const MOST_OVER_ALL: Decimal = Decimal::from_parts(25, 0, 0, false, 1);
/// Months of a year.
const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// Leases whose payments are far from the price of what is leased.
fn of_leases(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_lease(subject, option)).collect()
}

fn of_lease(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let (lease, term) = option.value.leased()?;
    let node = &option.value.node;
    let list = node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    let (month, term) = (subject.reported(&lease.per_node_month.value)?, Decimal::from(term.months(0)));
    let of_price = |payments: Decimal| payments.checked_div(list);
    let (a_year, all) = (of_price(month.checked_mul(MONTHS)?)?, of_price(month.checked_mul(term)?)?);
    if a_year >= LEAST_A_YEAR && all <= MOST_OVER_ALL {
        return None;
    }
    let message = format!(
        "the lease of own.{} comes to {} of the price of a server a year, and to {} over its term",
        option.name,
        share(a_year.round_dp(3)),
        share(all.round_dp(3))
    );
    let label = "write the rate of one server for a month";
    Some(subject.finding(Code::RateUnlikely, lease.per_node_month.at, message).label(label))
}

/// The most that a price has fallen or risen within a year: the list price of AWS p5.48xlarge by 44 % in June 2025, an index of
/// rented H100s by 38 % from October 2025 to March 2026.
const CHANGE: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// The most that a price moves within a month: the same index, 6.7 % a month.
const CHANGE_PER_MONTH: Decimal = Decimal::from_parts(7, 0, 0, false, 2);

/// The most that wages and rents of space grow within a year: colocation by 18.6 % from 2022 to 2023 (CBRE).
const GROWTH: Decimal = Decimal::from_parts(25, 0, 0, false, 2);

/// Prices that change by more than half each year, and costs that grow by more than a quarter.
fn of_changes(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let of_cost =
        |growth: Decimal| (growth.abs() > GROWTH, "colocation grew by 18.6 % in its dearest year (CBRE, 2023)");
    let found = document.numbers().into_iter().filter_map(|number| {
        let key = document.key(number.at);
        let (is_beyond, seen) = match key {
            "price_change_per_year" | "replacement_price_change_per_year" => {
                (number.value.abs() > CHANGE, "the most that was seen within a year is -44 % (AWS p5.48xlarge, 2025)")
            }
            "price_change_per_month" | "electricity_growth_per_month" => (
                number.value.abs() > CHANGE_PER_MONTH,
                "rented H100s became 38 % dearer within five months, 7 % a month (index of rents, March 2026)",
            ),
            "electricity_growth_per_year" => of_cost(number.value),
            "growth_per_year" if is_pay_or_space(document, number.at) => of_cost(number.value),
            _ => return None,
        };
        let path = document.path(number.at);
        if !is_beyond || !(path.starts_with("own.") || path.starts_with("rent.")) {
            return None;
        }
        let each = if key.ends_with("_per_month") { "month" } else { "year" };
        let message = format!("`{path}` is {} for each {each}; {seen}", share(number.value));
        let label = format!("write what changes from one {each} to the next, every {each} again");
        Some(subject.finding(Code::RateUnlikely, number.at, message).label(label))
    });
    found.collect()
}

/// Whether the growth of a line is that of what people are paid, or space: data may grow at any rate.
fn is_pay_or_space(document: &Document, growth: NodeId) -> bool {
    let line = document.node(growth).parent;
    let has = |key: &str| line.is_some_and(|line| document.member(line, key).is_some());
    has("per_fte_year") || has("per_kw_month")
}
