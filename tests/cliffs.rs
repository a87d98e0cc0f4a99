//! Months in which the monthly cost of an option changes: each hand-calculated above its scenario.

use crate::support::{answer_of, answered, option, scenarios_in};
use rackrent::Answer;
use rackrent::analysis::statement::{By, Cliff, TimeBasis};
use rackrent::model::{CostGroup, Flow};
use rackrent::reasons;
use rust_decimal::Decimal;

/// Cliffs of an option: the month, the monthly cost before and after, and the cause.
fn cliffs(answer: &Answer, name: &str) -> Vec<String> {
    let printed = |cliff: &Cliff| {
        let causes: Vec<String> = cliff.causes.iter().map(|cause| reasons::cliff(cause, name)).collect();
        format!("{}: {} to {}, {}", cliff.month, cliff.from.grouped(), cliff.to.grouped(), causes.join("; "))
    };
    option(answer, name).cliffs.iter().map(printed).collect()
}

/// A scenario of 8 accelerators that always work, months of 100 hours, with these options.
fn scenario(months: u32, options: &str) -> Answer {
    answered(&format!(
        "
name: Cliffs
currency: USD
horizon_months: {months}
hours_per_month: 100
discount_rate: 0%
demand: {{ accelerators: 8, utilization: 100% }}
{options}"
    ))
}

/// An on-demand instance costs 10 an hour, 1,000 a month; committed for three years 60 % of that, 600. In year 4 the list
/// price applies again. The average month costs (36 · 600 + 12 · 1,000) / 48 = 700; the step of 400 is more than 70. Half of
/// the other commitment is prepaid: 250 a month remain of 500, and the prepayment is no cliff.
#[test]
fn a_commitment_that_ends_falls_back_to_the_list_price() {
    let answer = scenario(
        48,
        "
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 10
    commitments:
      three-year: { instances: 1, discount: 40%, term_months: 36 }
    one_off:
      migration: { amount: 100_000, month: 20 }
  ahead:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 10
    commitments:
      year: { instances: 1, per_instance_hour: 5, upfront: 50%, term_months: 12, starts_month: 7 }
",
    );
    let end = "the commitment `three-year` has ended, and its hours are charged at other prices";
    assert_eq!(cliffs(&answer, "rent.cloud"), [format!("37: 600.00 to 1,000.00, {end}")]);
    let cliff = &option(&answer, "rent.cloud").cliffs[0];
    let lines: Vec<String> = cliff
        .lines
        .iter()
        .map(|line| format!("{} {} to {}", line.name, line.from.grouped(), line.to.grouped()))
        .collect();
    assert_eq!(lines, ["on-demand 0.00 to 1,000.00", "committed 600.00 to 0.00"]);
    let ahead = [
        "7: 1,000.00 to 250.00, the commitment `year` begins".to_owned(),
        "19: 250.00 to 1,000.00, the commitment `year` has ended, and its hours are charged at other prices".to_owned(),
    ];
    assert_eq!(cliffs(&answer, "rent.ahead"), ahead);
}

/// A quote in dollars costs 1,000 a month in the first year and, with a rising exchange rate, 1,200 in the second: on
/// demand, with a commitment, or monthly, where the minimum term of 12 months ends at the same time without a refund.
#[test]
fn an_exchange_rate_that_changes_is_the_cause_of_a_cliff() {
    let answer = scenario(
        24,
        "
exchange_rates: { EUR: { rate: 2.00, change_per_year: 20% } }
rent:
  metered: { accelerators_per_instance: 8, on_demand_per_instance_hour: 5 EUR }
  committed:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 50 EUR
    commitments:
      two-years: { instances: 1, per_instance_hour: 5 EUR, term_months: 24 }
  dedicated: { accelerators_per_instance: 8, dedicated_per_instance_month: 500 EUR, minimum_term_months: 12 }
  at-home: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10 }
",
    );
    for name in ["rent.metered", "rent.committed", "rent.dedicated"] {
        let expected = "13: 1,000.00 to 1,200.00, the exchange rate of EUR grows by 20 % a year";
        assert_eq!(cliffs(&answer, name), [expected], "{name}");
    }
    assert!(cliffs(&answer, "rent.at-home").is_empty());
}

/// A server leased for 24 of 36 months at 300 a month, in advance or not, with power at 50 a month: 350, then 50. Bought at
/// the end of the lease, it stays in service. The purchase is paid once, and is no cliff.
#[test]
fn the_end_of_a_lease_is_a_cliff_in_the_first_month_without_payment() {
    for in_advance in ["true", "false"] {
        let answer = scenario(
            36,
            &format!(
                "
own:
  fleet:
    node: {{ price: 10_000, accelerators: 8 }}
    nodes: 1
    useful_life_months: 36
    lease: {{ per_node_month: 300, term_months: 24, buyout: 10%, in_advance: {in_advance} }}
    operating: {{ power: {{ per_month: 50 }} }}
"
            ),
        );
        assert_eq!(cliffs(&answer, "own.fleet"), ["25: 350.00 to 50.00, the lease has ended"]);
    }
}

/// Until the servers arrive in month 4 the work is rented for 1,000 a month; then staff costs 200. After the warranty of 12
/// months, from month 16 on, maintenance costs 100 more. After 24 months of service, in month 28, the servers are replaced
/// and under warranty again. The price of staff grows by 5 % a year: 10 a month in month 13, no cliff. Month 25 is none
/// either: it adds 10.50. A month costs (3 · 1,000 + 9 · 200 + 3 · 210 + 9 · 310 + 3 · 320.50 + 9 · 220.50) / 36 = 310.17 on
/// average, so 31.02 is the smallest cliff.
#[test]
fn delivery_warranty_and_replacement_are_cliffs_and_small_growth_is_none() {
    let answer = scenario(
        36,
        "
own:
  fleet:
    node: { price: 10_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 24
    lead_time_months: 3
    warranty_months: 12
    until_delivery: cloud
    operating:
      staff: { per_month: 200, growth_per_year: 5% }
      maintenance: { per_node_month: 100, after_warranty: true }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10 }
",
    );
    let expected = [
        "4: 1,000.00 to 200.00, servers are delivered",
        "16: 210.00 to 310.00, the warranty has ended",
        "28: 320.50 to 220.50, servers are replaced at the end of their life",
    ];
    assert_eq!(cliffs(&answer, "own.fleet"), expected);
    assert_eq!(cliffs(&answer, "rent.cloud"), [""; 0]);
}

/// Work that ends after month 4 leaves an instance with a minimum term of 12 months: 900 a month until then. A line begins
/// in month 3 with 100 and ends with month 20: (2 · 900 + 10 · 1,000 + 8 · 100 + 4 · 0) / 24 = 525 a month on average; 100
/// is more than a tenth of it.
#[test]
fn a_minimum_term_outlasts_the_work_and_lines_have_their_months() {
    let answer = answered(
        "
name: Cliffs
currency: USD
horizon_months: 24
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    chat: { kind: realtime_inference, accelerators: 8, utilization: 100%, ends_month: 4 }
rent:
  cloud:
    accelerators_per_instance: 8
    dedicated_per_instance_month: 900
    minimum_term_months: 12
    operating: { storage: { per_month: 100, starts_month: 3, ends_month: 20 } }
",
    );
    let expected = [
        "3: 900.00 to 1,000.00, `storage` begins",
        "13: 1,000.00 to 100.00, instances are returned at the end of their minimum term",
        "21: 100.00 to 0.00, `storage` ends",
    ];
    assert_eq!(cliffs(&answer, "rent.cloud"), expected);
}

/// 8 accelerators double every year, at prices that fall by 60 %: 1,000, then 2,000 · 0.4 = 800, then 4,000 · 0.16 = 640,
/// then 8,000 · 0.064 = 512. In the last year 6.4 % of today's price is left, which is reported. Demand alone, at a constant
/// price: 1,000, 2,000, 4,000, 8,000.
#[test]
fn a_price_path_towards_zero_is_reported_with_its_last_price() {
    let answer = answered(
        "
name: Cliffs
currency: USD
horizon_months: 48
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 8, utilization: 100%, growth_per_year: 100% }
rent:
  falling: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10, price_change_per_year: -60% }
  steady: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10 }
",
    );
    let path = "the price of on-demand falls by 60 % a year and reaches 6.4 % of today's price in the last year; demand grows by 100 %";
    let falling = ["13: 1,000.00 to 800.00", "25: 800.00 to 640.00", "37: 640.00 to 512.00"];
    assert_eq!(cliffs(&answer, "rent.falling"), falling.map(|step| format!("{step}, {path}")));
    let steady = ["13: 1,000.00 to 2,000.00", "25: 2,000.00 to 4,000.00", "37: 4,000.00 to 8,000.00"];
    assert_eq!(cliffs(&answer, "rent.steady"), steady.map(|step| format!("{step}, demand grows by 100 %")));
    assert!(option(&answer, "rent.falling").cliffs.iter().all(Cliff::is_on_a_path));
}

/// Spot at half of the list price: 5 an hour of an instance in year 1, 7.50 in year 2, 4 from month 19 on. An instance works
/// all 100 hours of a month in year 1, 150 in year 2 and 225 in year 3: 500; 1,125; 600; 900. The growth of the list price
/// changes the spot price at month 13, but not at month 25. At −80 % a year, which would leave 4 % in year 3, this is not
/// reported.
#[test]
fn a_list_price_change_causes_no_cliff_after_spot_has_its_own_path() {
    let answer = answered(
        "
name: Cliffs
currency: USD
horizon_months: 36
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    t: { kind: training, accelerator_hours_per_month: 800, accelerators: 8, growth_per_year: 50% }
rent:
  dearer:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 10
    price_change_per_year: 50%
    spot: { discount: 50%, price_path: [{ month: 19, per_instance_hour: 4 }] }
  falling:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 10
    price_change_per_year: -80%
    spot: { discount: 50%, price_path: [{ month: 19, per_instance_hour: 4 }] }
",
    );
    let path = "the next price of its price path applies";
    let printed = |step: &str, price: &str| format!("{step}, the price of spot {price}; demand grows by 50 %");
    let grows = "25: 600.00 to 900.00, demand grows by 50 %".to_owned();
    let dearer = [
        printed("13: 500.00 to 1,125.00", "grows by 50 % a year"),
        format!("19: 1,125.00 to 600.00, {path}"),
        grows.clone(),
    ];
    assert_eq!(cliffs(&answer, "rent.dearer"), dearer);
    let falling =
        [printed("13: 500.00 to 150.00", "falls by 80 % a year"), format!("19: 150.00 to 600.00, {path}"), grows];
    assert_eq!(cliffs(&answer, "rent.falling"), falling);
}

/// Work that begins in month 7, with no payment before, and ends with month 18.
#[test]
fn work_begins_and_ends() {
    let answer = answered(
        "
name: Cliffs
currency: USD
horizon_months: 24
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    chat: { kind: realtime_inference, accelerators: 8, utilization: 100%, starts_month: 7, ends_month: 18 }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 10 }
",
    );
    assert_eq!(cliffs(&answer, "rent.cloud"), ["7: 0.00 to 1,000.00, work begins", "19: 1,000.00 to 0.00, work ends"]);
    assert_eq!(option(&answer, "rent.cloud").cliffs[0].change(), None);
}

/// In every example the cost of a month equals the lines by month, except payments that are made once or in advance; and
/// every cliff is a change by a tenth of the average month or more, with a cause.
#[test]
fn cliffs_agree_with_the_monthly_lines() {
    let mut checked = 0;
    for path in scenarios_in("scenarios") {
        let answer = answer_of(&path, &[]);
        let view = answer.view(By::Month, TimeBasis::Cash).unwrap();
        let horizon = Decimal::from(answer.comparison.header.horizon_months);
        for (statement, model) in answer.comparison.options.iter().zip(&answer.evaluated.model.options) {
            let by_month = view.options.iter().find(|option| option.name == statement.name).unwrap();
            let is_monthly =
                |line: &&rackrent::model::CostLine| line.flows.iter().all(|flow| matches!(flow, Flow::Monthly(_)));
            let once = model.lines.iter().any(|line| !is_monthly(&line) && line.group != CostGroup::Purchase);
            let paid: Decimal =
                model.lines.iter().filter(is_monthly).flat_map(|line| answer.evaluated.cash(line)).sum();
            for cliff in &statement.cliffs {
                assert!(!cliff.causes.is_empty() && !cliff.lines.is_empty(), "{}: {cliff:?}", statement.name);
                let change = (*cliff.to - *cliff.from).abs();
                if !once {
                    let bought = |at: usize| {
                        by_month
                            .lines
                            .iter()
                            .filter(|line| line.group == CostGroup::Purchase)
                            .map(move |line| line.amounts[at])
                    };
                    let month = |at: usize| *by_month.totals[at] - bought(at).map(Decimal::from).sum::<Decimal>();
                    let rounding = Decimal::new(10, 2);
                    assert!(
                        (month(cliff.month as usize) - *cliff.to).abs() < rounding,
                        "{}: {cliff:?}",
                        statement.name
                    );
                    assert!((month(cliff.month as usize - 1) - *cliff.from).abs() < rounding, "{}", statement.name);
                    assert!(change * Decimal::TEN * horizon >= paid - Decimal::ONE, "{}: {cliff:?}", statement.name);
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 10, "{checked}");
}

/// An instance of 1,000 a month that is always needed, at prices that fall by 20 % a year: 800 in year 2, 640 in year 3. Its
/// minimum term ends with each year, without a refund.
#[test]
fn a_falling_price_causes_no_refund_at_the_end_of_a_minimum_term() {
    let answer = scenario(
        36,
        "rent:
  kept: { accelerators_per_instance: 8, dedicated_per_instance_month: 1_000, minimum_term_months: 12, price_change_per_year: -20% }
",
    );
    let printed = cliffs(&answer, "rent.kept");
    let steps = ["13: 1,000.00 to 800.00, ", "25: 800.00 to 640.00, "];
    assert_eq!(printed.len(), steps.len(), "{printed:?}");
    assert!(
        printed.iter().zip(steps).all(|(printed, step)| printed.starts_with(step) && !printed.contains("term")),
        "{printed:?}"
    );
    assert!(option(&answer, "rent.kept").cliffs.iter().all(Cliff::is_on_a_path));
}
