//! Lenovo Press LP2368, "On-Premise vs Cloud: Generative AI Total Cost of Ownership (2026 Edition)". Nothing is
//! discounted and nothing is sold; a month has 730 hours.

use super::{Answer, CostGroup, Decimal, FIVE_YEARS, break_even, decimal, line, near, option, pair, run};

/// The paper spreads colocation over 720 hours a month and everything else over 730, so they use separate scenarios.
#[test]
fn operating_cost_of_an_hour() {
    let (year, month) = (run("lenovo-hourly-opex", &[]), run("lenovo-hourly-opex", &["hours_per_month=720"]));
    let hourly = |option: &str, answer: &Answer, name: &str, hours: &str| {
        line(answer, option, CostGroup::Operating, name) / (Decimal::from(60) * decimal(hours))
    };
    let opex = |option: &str| {
        let maintenance = hourly(option, &year, "maintenance", "730");
        let colocation = hourly(option, &month, "colocation", "720");
        (maintenance, colocation, hourly(option, &year, "power-and-cooling", "730"))
    };
    let (a, b, d) = (opex("own.a-8xh100"), opex("own.b-8xh200"), opex("own.d-8xb300"));
    near("A maintenance", a.0, "3.42", "0.01"); // 3.4266, truncated in the paper
    near("B maintenance", b.0, "3.8", "0.05");
    near("D maintenance", d.0, "6.32", "0.005");
    near("colocation", a.1, "2.08", "0.005");
    // the paper adds its printed, truncated parts, so truncate ours in the same way
    let sum = |parts: (Decimal, Decimal, Decimal), digits| {
        parts.0.trunc_with_scale(digits) + parts.1.trunc_with_scale(2) + parts.2
    };
    near("A", sum(a, 2), "6.37", "0.005");
    near("B", sum(b, 1), "8.79", "0.005");
    near("D", sum(d, 2), "12.6", "0.005");
}

/// Hours until the difference of the hourly rates has paid for the server: the break-even utilization over five years, times
/// the hours of five years. At full load, payback is the printed number of months.
#[test]
fn hours_until_break_even() {
    let answer = run("lenovo-a", &[]);
    let hours = |rent: &str| break_even(&answer, rent) * FIVE_YEARS;
    near("on demand", hours("rent.on-demand"), "2720", "0.5");
    near("reserved 1 year", hours("rent.reserved-1y"), "4423", "0.5");
    near("reserved 3 years", hours("rent.reserved-3y"), "6800", "1"); // 6,799.18, rounded up to hundreds in the paper
    near("reserved 5 years", hours("rent.reserved-5y"), "7591", "1"); // 7,591.56, truncated in the paper
    let months = |rent: &str| hours(rent) / Decimal::from(730);
    let cases = [
        ("rent.on-demand", "3.7", "0.05", 4),
        ("rent.reserved-1y", "6", "0.5", 7),
        ("rent.reserved-3y", "9.3", "0.05", 10),
        ("rent.reserved-5y", "10.4", "0.05", 11),
    ];
    for (rent, printed, tolerance, month) in cases {
        near(rent, months(rent), printed, tolerance);
        near(rent, *pair(&answer, rent).payback_months.unwrap(), printed, tolerance);
        assert_eq!(pair(&answer, rent).payback_month, Some(month), "{rent}");
    }
}

/// The paper rounds the cost of renting to thousands before it subtracts, so its saving is 4 dollars above the exact one.
#[test]
fn five_years_at_full_load() {
    let answer = run("lenovo-d", &[]);
    let (own, rent) = (option(&answer, "own.d-8xb300").total, option(&answer, "rent.p6-b300").total);
    near("own", *own, "1013447", "1");
    near("rent", *rent, "6238000", "500");
    near("saving", Decimal::from(6_238_000) - own, "5224552", "1");
    let verdict = &answer.comparison.verdict;
    assert_eq!(verdict.saving.map(Decimal::from), Some(decimal("5224548.50")));
    near("saving share", verdict.saving_share.unwrap() * Decimal::ONE_HUNDRED, "83.8", "0.05");
}

#[test]
fn hours_a_day_above_which_owning_wins() {
    let answer = run("lenovo-b", &[]);
    near("own", *(option(&answer, "own.b-8xh200").total), "662900", "0.5");
    let daily_hour = option(&answer, "rent.a3-ultragpu").total / Decimal::from(24);
    near("rent for one hour a day", daily_hour, "154778", "0.5");
    let point = &pair(&answer, "rent.a3-ultragpu").break_even.points[0];
    near("hours a day", *point.hours_per_day.unwrap(), "4.3", "0.05");
}

#[test]
fn cost_of_a_million_tokens() {
    let hourly = |answer: &Answer, name: &str| option(answer, name).total / FIVE_YEARS;
    let unit = |answer: &Answer, name: &str| option(answer, name).per_unit.unwrap();
    let a = run("lenovo-a", &[]);
    near("A own an hour", hourly(&a, "own.a-8xh100"), "12.08", "0.005");
    near("A own", *(unit(&a, "own.a-8xh100")), "0.11", "0.005");
    near("A rent", *(unit(&a, "rent.on-demand")), "0.89", "0.005");
    let d = run("lenovo-d", &[]);
    near("D rent", *(unit(&d, "rent.p6-b300")), "29.09", "0.005");
    // an error of the source: it prints 23.19 an hour, but 461,567.50 / 43,800 + 12.60 = 23.138
    near("D own an hour", hourly(&d, "own.d-8xb300"), "23.138", "0.0005");
    near("D own", *(unit(&d, "own.d-8xb300")), "4.73", "0.005");
    // the paper computes 4.74 from its 23.19, with a server price of (23.19 - 12.60) x 43,800 = 463,842
    let printed = run("lenovo-d", &["own.d-8xb300.node.price=463_842"]);
    near("D own an hour as printed", hourly(&printed, "own.d-8xb300"), "23.19", "0.005");
    near("D own as printed", *(unit(&printed, "own.d-8xb300")), "4.74", "0.005");
}
