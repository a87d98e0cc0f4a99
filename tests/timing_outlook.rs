//! Timing with rental prices that walk: expected costs in closed form, an order as an option on the rent, and the mean of fixed
//! months by hand.

#![allow(clippy::float_arithmetic, reason = "draws are statistical")]

use crate::support::read;
use rackrent::analysis::timing::{Alternative, ExpectedCost, OrderRequest, Outlook, Timing, TimingError, timing};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

fn timed_with(text: &str, draws: Option<usize>, seed: Option<u64>) -> Result<Timing, TimingError> {
    let (loaded, traces) = read(text);
    timing(&loaded, &traces, &OrderRequest { draws, seed, ..OrderRequest::of("own.lab") })
}

#[track_caller]
fn outlook(text: &str) -> Outlook {
    timed_with(text, Some(40_000), None).unwrap().outlook.unwrap()
}

fn float(value: impl Into<Decimal>) -> f64 {
    value.into().to_f64().unwrap()
}

/// A mean is within four standard errors of its closed form, and a cent.
#[track_caller]
fn assert_mean(found: &ExpectedCost, closed: f64) {
    let (mean, error) = (float(found.mean), float(found.standard_error));
    assert!((mean - closed).abs() < 4.0 * error + 0.011, "{mean} ± {error}, {closed}");
}

/// Cumulative standard normal distribution.
fn phi(x: f64) -> f64 {
    0.5 * libm::erfc(-x / std::f64::consts::SQRT_2)
}

/// Two months of work: rent at 500 a month, or a server for 1,000, half of whose value is left after a month.
const TWO_MONTHS: &str = "
name: Two months
currency: USD
horizon_months: 2
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 1, utilization: 100% }
own:
  lab:
    node: { price: 1_000, accelerators: 1 }
    nodes: 1
    useful_life_months: 2
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 5, price_change_per_year: 0% }
uncertainty:
  rent.cloud.price_change_per_year: { volatility_per_year: 60% }
";

#[test]
fn an_order_in_the_second_month_is_an_option_on_its_rent() {
    let found = outlook(TWO_MONTHS);
    let s = 0.6 / 12.0_f64.sqrt();
    let growth = (s * s / 2.0).exp();
    // ordering now: 1,000; in month 1: 500 of rent and 1,000 less half of it; renting: 500 and 500 · e^(s z)
    assert_mean(found.months[0].as_ref().unwrap(), 1_000.0);
    assert_mean(found.months[1].as_ref().unwrap(), 1_000.0);
    assert_mean(&found.never.as_ref().unwrap().expected, 500.0 + 500.0 * growth);
    assert_eq!(found.best_fixed, Some(Alternative::Order { month: 0 }));
    // whoever orders in month 1 if its rent is above 500 pays 500 + E[min(500 · e^(s z), 500)], after Black (1976) with F = K:
    // E[min] = F · e^(s²/2) · Φ(−s) + K / 2
    let cost = 500.0 + 500.0 * (growth * phi(-s) + 0.5);
    let rule = found.rule.as_ref().unwrap();
    assert_mean(&rule.expected, cost);
    let (saving, error) = (float(rule.saving.unwrap()), float(rule.saving_standard_error.unwrap()));
    assert!((saving - (1_000.0 - cost)).abs() < 4.0 * error, "{saving} ± {error}, {cost}");
    assert_eq!((rule.signal.as_str(), rule.otherwise.as_str(), rule.until_month), ("rent.cloud", "rent.cloud", 1));
    let price = rule.price.as_ref().unwrap();
    assert_eq!((price.today, price.unit.as_str()), (Decimal::from(5), "USD/instance-h"));
    // the best threshold is today's price; the mean is flat around it
    let above = float(rule.above);
    assert!((0.97..=1.03).contains(&above), "{above}");
    assert!((float(rule.orders) - phi(-above.ln() / s)).abs() < 0.01, "{:?}", rule.orders);
    assert_eq!(rule.mean_month.map(Decimal::from), Some(Decimal::ONE));
}

#[test]
fn the_standard_error_is_that_of_the_draws() {
    let found = outlook(TWO_MONTHS);
    let s2 = 0.36 / 12.0_f64;
    // a lognormal price has the variance (e^s² − 1) · e^s²
    let deviation = 500.0 * ((s2.exp() - 1.0) * s2.exp()).sqrt();
    let never = found.never.unwrap().expected;
    let error = float(never.standard_error);
    assert!((error / (deviation / 200.0) - 1.0).abs() < 0.05, "{error}, {deviation}");
    // percentiles: 500 + 500 · e^(±1.2816 s)
    for (found, score) in [(never.p10, -1.281_551_6), (never.p90, 1.281_551_6)] {
        let closed = 500.0 + 500.0 * (score * s2.sqrt()).exp();
        assert!((float(found) / closed - 1.0).abs() < 0.005, "{found}, {closed}");
    }
    // other draws of another seed, a mean as exact
    let other = timed_with(TWO_MONTHS, Some(40_000), Some(2)).unwrap().outlook.unwrap();
    assert_ne!(other.never.as_ref().unwrap().expected, never);
    assert_mean(&other.never.unwrap().expected, 500.0 + 500.0 * (s2 / 2.0).exp());
}

/// Two years: rent of 20 a month that falls by a tenth in the second year, or a server for 600 of two years.
const TWO_YEARS: &str = "
name: Two years
currency: USD
horizon_months: 24
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 1, utilization: 100% }
own:
  lab:
    node: { price: 600, accelerators: 1 }
    nodes: 1
    useful_life_months: 24
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_accelerator_hour: 0.20, price_change_per_year: -10% }
uncertainty:
  rent.cloud.price_change_per_year: { volatility_per_year: 30% }
";

/// Expected rent of the first months: 20 · e^(σ² (m − 1) / 24), a tenth less in the second year.
fn rent(months: u32) -> f64 {
    let of_month = |month: u32| {
        let stated = if month > 12 { 18.0 } else { 20.0 };
        stated * (0.09 * f64::from(month - 1) / 24.0).exp()
    };
    (1..=months).map(of_month).sum()
}

#[test]
fn every_fixed_month_has_its_expected_rent() {
    let found = outlook(TWO_YEARS);
    for (k, expected) in (0..24).zip(&found.months) {
        assert_mean(expected.as_ref().unwrap(), rent(k) + 600.0 * f64::from(24 - k) / 24.0);
    }
    assert_mean(&found.never.as_ref().unwrap().expected, rent(24));
    // a server costs 25 a month, rent less on average
    assert_eq!(found.best_fixed, Some(Alternative::Never { option: "rent.cloud".parse().unwrap() }));
    assert_mean(&found.best_expected.unwrap(), rent(24));
    // waiting for rent above 25 can only save
    let rule = found.rule.unwrap();
    assert!(float(rule.saving.unwrap()) > 4.0 * float(rule.saving_standard_error.unwrap()), "{rule:?}");
    assert!(float(rule.above) > 1.1 && float(rule.orders) < 0.4, "{rule:?}");
}

#[test]
fn deciding_later_is_worth_nothing_if_the_choice_is_clear() {
    // a server for 60: 2.50 a month
    let rule = outlook(&TWO_YEARS.replace("price: 600", "price: 60")).rule.unwrap();
    assert_eq!((float(rule.orders), float(rule.mean_month.unwrap()), float(rule.saving.unwrap())), (1.0, 0.0, 0.0));
    // one for 6,000: never, although rent walks
    let found = outlook(&TWO_YEARS.replace("price: 600", "price: 6_000"));
    let rule = found.rule.unwrap();
    assert_eq!((float(rule.orders), rule.mean_month, float(rule.saving.unwrap())), (0.0, None, 0.0));
    assert_eq!(rule.expected, found.never.unwrap().expected);
}

#[test]
fn a_rule_rents_without_commitments() {
    // committed hours cost half as much: deciding later gives them up
    let committed = "cloud: { commitments: { all: { instances: 1, per_accelerator_hour: 0.10, term_months: 24 } }, accelerators_per";
    let found = outlook(&TWO_YEARS.replace("cloud: { accelerators_per", committed));
    let never = found.never.unwrap();
    // the committed price stays for the term
    assert_mean(&never.expected, 240.0);
    let rule = found.rule.unwrap();
    assert!(float(rule.expected.mean) > 400.0 && float(rule.saving.unwrap()) < -150.0, "{rule:?}");
}

#[test]
fn inputs_of_the_same_name_follow_the_walk() {
    let resale = "    residual_value: 0%\n    useful_life_months: 48\n    market_values: [60%, 40%, 20%, 10%]\n";
    let text = TWO_YEARS
        .replace("    useful_life_months: 24\n", resale)
        .replace("    residual_value: 0%\n", "")
        .replace("30% }", "30%, with: market }\n  own.lab.market_values.1: { low: 20%, high: 60%, with: market }");
    let found = outlook(&text);
    assert_eq!(found.followers, ["own.lab.market_values.1"]);
    // uniform around 40 %: the same mean, and 10 % of the draws below 24 %, so that the server costs more
    let now = found.months[0].unwrap();
    assert_mean(&now, 360.0);
    assert!((float(now.p90) - 600.0 * (1.0 - 0.24)).abs() < 2.0, "{now:?}");
    assert!((float(now.p10) - 600.0 * (1.0 - 0.56)).abs() < 2.0, "{now:?}");
}

#[test]
fn a_scenario_without_a_walk_has_no_outlook() {
    let flat = &TWO_YEARS[..TWO_YEARS.find("uncertainty").unwrap()];
    assert!(timed_with(flat, None, None).unwrap().outlook.is_none());
    // draws without a walk would be ignored
    for (draws, seed) in [(Some(100), None), (None, Some(1))] {
        let refused = timed_with(flat, draws, seed).unwrap_err().to_string();
        assert!(refused.starts_with("no rental price walks, so there is nothing to simulate; "), "{refused}");
    }
    // another uncertain price does not walk
    let priced = format!("{flat}uncertainty:\n  own.lab.node.price: {{ low: 500, high: 700 }}\n");
    assert!(timed_with(&priced, None, None).unwrap().outlook.is_none());
}

#[test]
fn draws_that_do_not_fit_in_memory_are_refused() {
    // 2^24 numbers; a draw has 24 for the months of ordering, 2 for the rented option, and 23 for its walk
    let refused = timed_with(TWO_YEARS, Some(1_000_000), None).unwrap_err().to_string();
    assert_eq!(
        refused,
        "1,000,000 simulations of so many months do not fit in memory; write at most `--draws 342392`, or evaluate fewer \
         months with `--every 3`"
    );
}
