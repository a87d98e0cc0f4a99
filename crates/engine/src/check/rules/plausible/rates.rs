//! Implausible rates and ratios.

use super::{paths, tokens};
use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{OptionId, OptionKind};
use crate::scenario::document::{Document, Entry, Located, NodeId, ScalarOr};
use crate::scenario::finance::LeaseRate;
use crate::scenario::own::Own;
use crate::scenario::quantities::Throughput;
use crate::scenario::quantity::{Quantity, ReadNumber};
use rust_decimal::Decimal;

/// Implausible rates of time, work, idle hours, leases, price changes and taxes.
pub(super) fn all(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let of_money = [of_leases(subject), of_changes(subject), paths::steps(subject)];
    let of_tokens = tokens::all(subject);
    [of_time(subject), of_work(subject), of_idle_hours(subject), of_money.concat(), of_taxes(subject), of_tokens]
        .concat()
}

/// Highest tax rate on profits.
const TAX_ON_PROFITS: Decimal = Decimal::from_parts(6, 0, 0, false, 1);

/// Highest plausible tax on invoices; the highest value added tax in Europe is 27 %.
const TAX_ON_INVOICES: Decimal = Decimal::from_parts(3, 0, 0, false, 1);

/// Tax rates above every known one.
fn of_taxes(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let of_number = |number: ReadNumber| {
        let (most, what) = match document.key(number.at) {
            "rate" if matches!(document.path(number.at).as_str(), "tax.rate" | "tax.state.rate") => {
                (TAX_ON_PROFITS, "the tax on profits is")
            }
            "indirect_tax" => (TAX_ON_INVOICES, "the tax on invoices is"),
            _ => return None,
        };
        (number.value > most).then(|| {
            let message = format!("{what} {}", share(number.value));
            let label = format!("check the rate: more than {} is not charged anywhere", share(most));
            subject.finding(Code::RateUnlikely, number.at, message).label(label)
        })
    };
    document.numbers().into_iter().filter_map(of_number).collect()
}

/// Highest plausible cost of capital.
const COST_OF_CAPITAL: Decimal = Decimal::from_parts(4, 0, 0, false, 1);

/// Lowest plausible cost of capital; zero compares without discounting.
const ONE_PER_CENT: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Hours in a month of 28 days; the reader limits the value to those of 31 days.
const SHORTEST_MONTH: Decimal = Decimal::from_parts(672, 0, 0, false, 0);

/// Discount rates above 40 % or below 1 %, and months of less than 28 days.
fn of_time(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let (rate, hours) = (&scenario.discount_rate, &scenario.hours_per_month);
    let a_year = rate.value.decimal();
    let is_usual = a_year.is_zero() || (ONE_PER_CENT..=COST_OF_CAPITAL).contains(&a_year);
    let unusual = (!is_usual).then(|| {
        let message = format!("the discount rate is {} a year", share(a_year));
        subject.finding(Code::RateUnlikely, rate.at, message).label("write your cost of capital, usually 6 % to 15 %")
    });
    let short = (hours.value.decimal() < SHORTEST_MONTH).then(|| {
        let message = format!("a month has {} hours; the shortest month has 672", few_digits(hours.value.decimal()));
        let label = "write all hours of a month; the used share is `utilization`";
        subject.finding(Code::RateUnlikely, hours.at, message).label(label)
    });
    unusual.into_iter().chain(short).collect()
}

/// Largest plausible throughput relative to the reference: one generation gains a factor of two to four.
const TIMES: Decimal = Decimal::from_parts(20, 0, 0, false, 0);

/// Accelerators more than twenty times as fast or as slow as the reference.
fn of_work(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let owned = scenario.own.iter().map(|option| (OptionId::own(&option.name), &option.value.relative_throughput));
    let rented = scenario.rent.iter().map(|option| (OptionId::rent(&option.name), &option.value.relative_throughput));
    owned.chain(rented).filter_map(|(name, throughput)| of_option(subject, &name, throughput)).collect()
}

fn of_option<N>(
    subject: &Subject<'_>,
    name: &OptionId,
    throughput: &ScalarOr<Located<Throughput>, N>,
) -> Option<Diagnostic> {
    let ScalarOr::Scalar(times) = throughput else { return None };
    let value = times.value.decimal();
    if value <= TIMES && value * TIMES >= Decimal::ONE {
        return None;
    }
    let message = format!("an accelerator of {name} does {} times the work of the reference", few_digits(value));
    let label = "write its hourly work relative to the reference: 0.6 is slower, 2 is twice as fast";
    Some(subject.finding(Code::RateUnlikely, times.at, message).label(label))
}

/// Idle hours per used hour from which instances do not follow the load at all.
const HALF: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Instances that follow the load but are idle for half as long as they work, or longer.
fn of_idle_hours(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let rented = subject.answer.loaded.scenario.rent.iter().filter_map(|option| {
        let idle = &option.value.idle_overhead;
        let hours = idle.value.decimal();
        let message = format!("{} pays {} idle hours per used hour", OptionId::rent(&option.name), few_digits(hours));
        let label = "write the share by which paid hours exceed used hours; `scaling: always_on` pays for all hours";
        (hours >= HALF).then(|| subject.finding(Code::RateUnlikely, idle.at, message).label(label))
    });
    rented.collect()
}

/// Lowest plausible lease payments per year, relative to the price: level payments over three years are 36 to 46 %.
const LEAST_A_YEAR: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Highest plausible lease payments over the term, relative to the price.
const MOST_OVER_ALL: Decimal = Decimal::from_parts(25, 0, 0, false, 1);
/// Months in a year.
const MONTHS: Decimal = Decimal::from_parts(12, 0, 0, false, 0);

/// Leases whose payments are far from the price of the servers.
fn of_leases(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_lease(subject, option)).collect()
}

fn of_lease(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let (lease, term) = option.value.leased()?;
    let node = &option.value.node;
    let list = node.server_list_price(&subject.answer.loaded.scenario.exchange_rates)?;
    let (at, month) = match lease.rate() {
        LeaseRate::Monthly(rate) => (rate.at, subject.reported(&rate.value)?),
        LeaseRate::Yearly(rate) => (rate.at, subject.reported(&rate.value)?.checked_div(MONTHS)?),
    };
    let term = Decimal::from(term.months(0));
    let of_price = |payments: Decimal| payments.checked_div(list);
    let (a_year, all) = (of_price(month.checked_mul(MONTHS)?)?, of_price(month.checked_mul(term)?)?);
    if a_year >= LEAST_A_YEAR && all <= MOST_OVER_ALL {
        return None;
    }
    let message = format!(
        "the lease of own.{} costs {} of the price of a server a year, and {} over its term",
        option.name,
        share(a_year.round_dp(3)),
        share(all.round_dp(3))
    );
    let label = match lease.rate() {
        LeaseRate::Monthly(_) => "write the monthly payment for one server",
        LeaseRate::Yearly(_) => "write the yearly payment for one server",
    };
    Some(subject.finding(Code::RateUnlikely, at, message).label(label))
}

/// Largest plausible price change within a year: the list price of AWS p5.48xlarge fell by 44 % in June 2025, an index of rented
/// H100s rose by 38 % from October 2025 to March 2026.
const CHANGE: Decimal = Decimal::from_parts(5, 0, 0, false, 1);

/// Largest plausible price change within a month: the same index rose by 6.7 % a month.
const CHANGE_PER_MONTH: Decimal = Decimal::from_parts(7, 0, 0, false, 2);

/// Largest plausible growth of pay and colocation within a year: colocation rose by 18.6 % from 2022 to 2023 (CBRE).
const GROWTH: Decimal = Decimal::from_parts(25, 0, 0, false, 2);

/// Prices that change by more than half a year, or costs that grow by more than a quarter.
fn of_changes(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let of_cost =
        |growth: Decimal| (growth.abs() > GROWTH, "the largest yearly rise of colocation was 18.6 % (CBRE, 2023)");
    let found = document.numbers().into_iter().filter_map(|number| {
        let key = document.key(number.at);
        let (is_beyond, seen) = match key {
            "price_change_per_year" | "replacement_price_change_per_year" => (
                number.value.abs() > CHANGE,
                "the largest observed change within a year is -44 % (AWS p5.48xlarge, 2025)",
            ),
            "price_change_per_month" | "electricity_growth_per_month" => (
                number.value.abs() > CHANGE_PER_MONTH,
                "rents of H100s rose by 38 % within five months, 7 % a month (index of rents, March 2026)",
            ),
            "electricity_growth_per_year" => of_cost(number.value),
            "growth_per_year" if is_pay_or_space(document, number.at) => of_cost(number.value),
            _ => return None,
        };
        let path = document.path(number.at);
        let of_option = OptionId::of_path(&path).filter(|option| option.kind() != OptionKind::Hybrid);
        if !is_beyond || of_option.is_none() {
            return None;
        }
        let each = if key.ends_with("_per_month") { "month" } else { "year" };
        let message = format!("`{path}` is {} per {each}; {seen}", share(number.value));
        let label = format!("write the change from one {each} to the next, applied every {each}");
        Some(subject.finding(Code::RateUnlikely, number.at, message).label(label))
    });
    found.collect()
}

/// Whether a line pays people or space. Data may grow at any rate.
fn is_pay_or_space(document: &Document, growth: NodeId) -> bool {
    let line = document.node(growth).parent;
    let has = |key: &str| line.is_some_and(|line| document.member(line, key).is_some());
    has("per_fte_year") || has("per_kw_month")
}
