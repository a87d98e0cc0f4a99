//! Standard financial functions. A payment of a scenario has a month, and a payment in month 0 is not discounted, as in
//! numpy-financial (the first flow is today's). Excel, `FormCalc` and MESCIUS put the first flow at the end of the first
//! period, so those scenarios pay it in month 1.

use super::{Decimal, annuity, decimal, near, option, pair, run};
use crate::support::answered;
use std::fmt::Write as _;

/// Result of a purchase of `outlay` with receipts in the given months; the receipts are the cost of renting.
fn bought(rate: &str, outlay: (u32, u32), receipts: &[(u32, u32)]) -> rackrent::analysis::Answer {
    let mut text = format!(
        "name: flows\ncurrency: USD\nhorizon_months: 60\ndiscount_rate: {rate}\n\
         demand: {{ accelerators: 1, utilization: 100% }}\n\
         own:\n  bought:\n    node: {{ price: 0, accelerators: 1 }}\n    useful_life_months: 60\n    \
         one_off: {{ outlay: {{ amount: {}, month: {} }} }}\n\
         rent:\n  received:\n    accelerators_per_instance: 1\n    on_demand_per_accelerator_hour: 0\n    one_off:\n",
        outlay.1, outlay.0
    );
    for (month, amount) in receipts {
        writeln!(text, "      in-{month}: {{ amount: {amount}, month: {month} }}").unwrap();
    }
    answered(&text)
}

/// Net present value, unrounded: the present value of renting less that of owning.
fn net_present_value(rate: &str, outlay: (u32, u32), receipts: &[(u32, u32)]) -> Decimal {
    let answer = bought(rate, outlay, receipts);
    -answer.evaluated.value(answer.evaluated.model.pairs[0].difference)
}

#[test]
fn net_present_value_of_numpy() {
    let receipts = [(12, 1_500), (24, 2_500), (36, 3_500), (48, 4_500), (60, 6_000)];
    let found = net_present_value("5%", (0, 15_000), &receipts);
    near("numpy-financial", found, "122.894854950942692161628715", "0.0000000001");
}

#[test]
fn net_present_value_with_the_first_flow_a_period_from_now() {
    let close = "0.00000001";
    near("FormCalc 1", net_present_value("6.5%", (0, 0), &[(12, 5_000)]), "4694.83568075117", close);
    let receipts = [(12, 500), (24, 1_500), (36, 4_000), (48, 10_000)];
    near("FormCalc 2", net_present_value("10%", (0, 0), &receipts), "11529.60863329007", close);
    // 2.75 % / 12 a month is (1 + 0.0275 / 12)^12 - 1 a year
    let rate = "0.0278492760362782452113682580";
    let receipts = [(1, 50), (2, 60), (3, 40), (4, 100), (5, 25)];
    near("FormCalc 3", net_present_value(rate, (0, 0), &receipts), "273.14193838457", close);
    let receipts = [(24, 3_000), (36, 3_400), (48, 7_700)];
    near("MESCIUS", net_present_value("6.5%", (12, 10_000), &receipts), "2055.38", "0.005");
}

#[test]
fn internal_rate_of_return_of_numpy() {
    let receipts = [(12, 100_000), (24, 150_000), (36, 200_000), (48, 250_000), (60, 300_000)];
    let answer = bought("8%", (0, 250_000), &receipts);
    near("IRR", *pair(&answer, "rent.received").irr.unwrap(), "0.5672303344358536", "0.000000000001");
}

/// Microsoft's PMT page (end of period), its DAX page (beginning of period), numpy-financial (PMT, PV).
#[test]
fn payments_and_their_present_value() {
    let (ten, sixty) =
        (annuity(10, decimal("0.08") / Decimal::from(12)), annuity(60, decimal("0.08") / Decimal::from(12)));
    let payment = Decimal::from(10_000) / ten;
    near("PMT", payment, "1037.03", "0.005");
    let growth = Decimal::ONE + decimal("0.08") / Decimal::from(12);
    near("PMT in advance", payment / growth, "1030.16432717797", "0.0000000001");
    near("PMT of numpy", Decimal::from(15_000) / sixty, "304.1459143262052370338701494", "0.0000000001");
    let found = Decimal::from(12_000) * annuity(20, decimal("0.07"));
    near("PV of numpy", found, "127128.1709461939327295222005", "0.0000000001");
}

/// double-entry-bookkeeping.com, "Present Value of a Growing Annuity Due Formula" (March 2023), for payments that grow or
/// decline: 8,000 · 1.06 · (1 − (1 + g)¹⁰ · 1.06⁻¹⁰) / (6 % − g). Its example grows by 3 %; here, rental prices fall.
#[test]
fn payments_at_the_start_of_each_term_at_prices_that_move() {
    let found = |settings: &[&str]| *option(&run("growing-annuity-due", settings), "rent.prepaid").present_value;
    near("growing", found(&[]), "70543.46", "0.005");
    // 8,000 · 1.06 · (1 − 0.97¹⁰ / 1.06¹⁰) / 0.09
    near("falling", found(&["rent.prepaid.price_change_per_year=-3%"]), "55423.98", "0.005");
}

/// The level payment of a loan on the whole price.
fn level_payment(price: &str, rate: &str, months: u32) -> Decimal {
    let text = format!(
        "name: loan\ncurrency: USD\nhorizon_months: 12\ndiscount_rate: 0%\n\
         demand: {{ accelerators: 1, utilization: 100% }}\n\
         own:\n  bought:\n    node: {{ price: {price}, accelerators: 1 }}\n    nodes: 1\n    \
         useful_life_months: 60\n    loan: {{ financed_share: 100%, rate: {rate}, term_months: {months} }}\n"
    );
    let answer = answered(&text);
    *option(&answer, "own.bought").loan.as_ref().unwrap().payment
}

/// Microsoft's PMT page and numpy-financial. The payment of 304.1459143262052 is tested with a million times the amount,
/// because amounts are rounded to cents.
#[test]
fn level_payments_of_a_loan() {
    near("PMT", level_payment("10_000", "8%", 10), "1037.03", "0.005");
    near("PMT of numpy", level_payment("15_000_000_000", "8%", 60), "304145914.3262052", "0.005");
}
