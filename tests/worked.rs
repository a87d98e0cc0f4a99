//! Small scenarios with results calculated by hand in the comments.

use crate::support::{answered, decimal};
use rackrent::analysis::Answer;
use rackrent::analysis::statement::{CrossingOutcome, OptionResult};
use rackrent::reasons::ineligible;
use rust_decimal::Decimal;

fn own(answer: &Answer) -> &OptionResult {
    &answer.comparison.options[0]
}

fn line(option: &OptionResult, name: &str) -> Decimal {
    *option.lines.iter().find(|line| line.name == name).unwrap().total
}

#[test]
fn an_asset_that_outlives_the_servers_has_its_own_warranty() {
    let answer = answered(
        "
name: Servers that are replaced when their warranty ends
currency: USD
horizon_months: 18
discount_rate: 0%
demand: { accelerators: 1, utilization: 50% }
own:
  lab:
    node: { price: 1_200, accelerators: 1 }
    nodes: 1
    useful_life_months: 12
    warranty_months: 12
    capital:
      cabling: { amount: 2_400, useful_life_months: 24 }
    operating:
      maintenance: { share_of_capital_per_year: 12%, after_warranty: true }
      inspection: { per_month: 10, after_warranty: true }
",
    );
    // no server is in service for more than 12 months; the cabling is from month 13 on: 2,400 · 12 % / 12 · 6 months
    assert_eq!(line(own(&answer), "maintenance"), decimal("144"));
    // a plain amount is paid from the first month in which a server is out of warranty, which never comes
    assert!(own(&answer).lines.iter().all(|line| line.name != "inspection"));
}

#[test]
fn waiting_work_is_the_work_that_does_not_fit_while_the_fleet_is_up() {
    let answer = answered(
        "
name: Two accelerators for work that needs three
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 3, utilization: 50% }
own:
  small:
    node: { price: 600, accelerators: 2 }
    nodes: 1
    availability: 80%
    burst_to: wait
    useful_life_months: 12
    value_at_horizon: none
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
",
    );
    // of 3 · 50 = 150 hours the fleet serves 2 · 50 · 80 % = 80; 1 · 50 · 80 % = 40 wait; all 3 · 50 · 20 % = 30 are lost
    let option = own(&answer);
    assert_eq!(option.useful_hours, decimal("80"));
    assert_eq!(option.hours_lost_to_downtime, decimal("30"));
    // break-even: work that does not fit while up is rented at 10: 600 + 40 · 10 x = 150 · 10 x at x = 6 / 11
    let points = &answer.comparison.pairs[0].break_even.points;
    assert_eq!(points.len(), 1);
    assert_eq!(points[0].factor, decimal("0.545454545455"));
}

#[test]
fn a_site_that_cannot_power_the_servers_alone_cannot_power_them_with_cooling() {
    let scenario = |available: &str| {
        format!(
            "
name: A site of which the PUE is not known
currency: USD
horizon_months: 12
discount_rate: 0%
demand: {{ accelerators: 2, utilization: 50% }}
own:
  closet:
    node: {{ price: 600, accelerators: 1, power_kw: 6 }}
    nodes: 2
    useful_life_months: 12
    available_power_kw: {available}
"
        )
    };
    // 2 · 6 kW, and no PUE is below 1
    let short = answered(&scenario("11.9"));
    let because = ["the site delivers 11.9 kW, but the servers need 12 kW even without cooling"];
    assert!(own(&short).ineligible_because.iter().map(ineligible).eq(because));
    assert!(own(&answered(&scenario("12"))).eligible());
}

#[test]
fn a_quarter_of_a_yearly_amount_is_rounded_as_a_quarter() {
    let answer = answered(
        "
name: Three months
currency: USD
horizon_months: 3
discount_rate: 0%
demand: { accelerators: 1, utilization: 50% }
rent:
  cloud:
    accelerators_per_instance: 1
    on_demand_per_instance_hour: 1
    operating:
      audit: { per_year: 14_371.90 }
",
    );
    // 14,371.90 / 4 = 3,592.975, half away from zero
    assert_eq!(line(own(&answer), "audit"), decimal("3592.98"));
}

#[test]
fn waiting_work_is_rented_for_a_minimum_term_and_no_longer() {
    let answer = answered(
        "
name: The second server comes three months after the first
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 2, utilization: 100% }
own:
  lab:
    node: { price: 850, accelerators: 1 }
    purchases: [{ month: 2, nodes: 1 }, { month: 5, nodes: 1 }]
    until_delivery: wait
    burst_to: wait
    useful_life_months: 24
    value_at_horizon: none
rent:
  rack: { accelerators_per_instance: 1, dedicated_per_instance_month: 100, minimum_term_months: 5 }
",
    );
    // in months 3 to 5 one accelerator's work does not fit; rented for it, an instance is paid for in months 3 to 7, at
    // every demand above nothing: 2 · 850 + 5 · 100 = 2,200 against 2 · 12 · 100 = 2,400
    assert_eq!(answer.comparison.pairs[0].break_even.outcome, CrossingOutcome::AlwaysOwn);
}

#[test]
fn resale_needed_of_a_large_fleet_is_a_figure() {
    let answer = answered(
        "
name: Forty thousand servers at two thousand million each
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 40_000, utilization: 50% }
own:
  fleet:
    node: { price: 2_000_000_000, accelerators: 1 }
    nodes: 40_000
    useful_life_months: 12
    residual_value: 50%
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 1 }
",
    );
    // 40,000 · 2 · 10^9 = 8 · 10^13 less 40,000 · 730 · 50 % · 12 = 175,200,000
    assert_eq!(answer.comparison.pairs[0].resale_needed.map(Decimal::from), Some(decimal("79999824800000")));
}
