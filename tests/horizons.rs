//! Other horizons evaluated together, against a separate sheet for each.

use crate::generated::{cases, scenarios};
use crate::support::{self, read_as, scenarios_in, text_of};
use proptest::prelude::*;
use rackrent::Decimal;
use rackrent::demand::Traces;
use rackrent::model::OptionId;
use rackrent::scenario::{Loaded, Setting};
use rackrent::variation::{OtherHorizons, Variation};
use std::collections::BTreeSet;

/// Dates within contract years: ages of servers, terms, leases, begin and end of work, payments.
const MANY_DATES: &str = "\
name: Many dates
currency: USD
horizon_months: 47
discount_rate: 9%
demand:
  growth_per_year: 20%
  workloads:
    chat: { kind: realtime_inference, peak_accelerators: 20, profile: business_hours }
    tuning: { kind: fine_tuning, accelerator_hours_per_month: 3_000, starts_month: 5, ends_month: 33 }
own:
  bought:
    node: { price: 289_000, accelerators: 8, power_kw: 10.2 }
    lead_time_months: 3
    payment: { order: 30%, delivery: 70% }
    useful_life_months: 31
    market_values: [70%, 45%, 30%]
    pue: 1.3
    electricity_per_kwh: 0.094
    capital: { fitting-out: { amount: 90_000, useful_life_months: 20 } }
    one_off: { removal: { amount: 9_000, month: 40 } }
    burst_to: { option: cloud, commitments: { long: 1 } }
    until_delivery: cloud
  leased:
    nodes: 4
    node: { price: 289_000, accelerators: 8, power_kw: 10.2 }
    lease: { per_node_month: 7_900, term_months: 17, buyout: 12%, in_advance: true }
    useful_life_months: 29
    pue: 1.3
    electricity_per_kwh: 0.094
    burst_to: cloud
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88
    scaling: autoscale
    commitments:
      long: { instances: 2, term_months: 14, discount: 40%, upfront: 50%, renew: true, starts_month: 4 }
      short: { instances: 1, term_months: 7, discount: 20%, upfront: 100% }
    one_off: { migration: { amount: 5_000, month: 9 } }
  dedicated:
    accelerators_per_instance: 8
    dedicated_per_instance_month: 30_000
    minimum_term_months: 5
hybrid:
  mix: { chat: own.bought, tuning: rent.cloud }
";

/// Evaluates every horizon up to a year longer than that of a scenario and compares it with its own sheet, and the options that can
/// win with the decision over the shortest of each segment; returns the smallest horizon of each segment, descending.
fn held_to_sheets((loaded, traces): &(Loaded, Traces)) -> Vec<u32> {
    let scenario = &loaded.scenario;
    let own = scenario.own.iter().map(|entry| OptionId::own(&entry.name));
    let rent = scenario.rent.iter().map(|entry| OptionId::rent(&entry.name));
    let hybrid = scenario.hybrid.iter().map(|entry| OptionId::hybrid(&entry.name));
    let options: BTreeSet<OptionId> = own.chain(rent).chain(hybrid).collect();
    let variation = Variation::of(loaded, traces);
    let mut horizons = OtherHorizons::with_winners(&variation);
    let stated = scenario.horizon_months.value.count();
    let (mut longest, mut begins) = (stated + 12, Vec::new());
    while longest > 0 {
        let stretch = horizons.up_to(longest, options.clone());
        assert!((1..=longest).contains(&stretch.first()));
        for months in stretch.first()..=longest {
            let sheet = variation.present_values_over(months, &options);
            for option in &options {
                let exact = sheet.iter().find(|(name, _)| name == option).and_then(|(_, present_value)| *present_value);
                let estimate = stretch.present_value(months, option);
                assert_eq!(estimate.is_some(), exact.is_some(), "{option} over {months} months");
                let Some((estimate, exact)) = estimate.zip(exact) else { continue };
                let apart = (estimate.present_value - exact).abs();
                let printed = format!(
                    "{option} over {months} months: {} ± {}, and {exact}",
                    estimate.present_value, estimate.off_by
                );
                assert!(apart <= estimate.off_by && estimate.off_by <= exact.abs().max(Decimal::ONE), "{printed}");
            }
        }
        if !stretch.is_exact() {
            let months = stretch.first();
            let horizon = Setting { path: "horizon_months".to_owned(), value: months.to_string() };
            // rules between keys may forbid a longer horizon, which `flip` asks before
            if months <= stated || variation.read_with(std::slice::from_ref(&horizon)).is_ok() {
                let decision = variation.with_rebuilt(&[horizon]);
                let possible = decision.options.iter().filter(|option| option.can_win()).map(|option| &option.name);
                let can_win = stretch.can_win(months).map(|(option, _)| &option.id);
                assert!(possible.eq(can_win), "over {months} months: {decision:?}");
            }
        }
        begins.push(stretch.first());
        longest = stretch.first() - 1;
    }
    begins
}

#[test]
fn horizons_without_a_date_between_them_share_a_segment() {
    // 36 months, and no dates except the anniversaries of the decision
    let begins = held_to_sheets(&read_as("s", &text_of("scenarios/serving-8xh100.yaml")));
    assert_eq!(begins, [37, 25, 13, 1]);
}

#[test]
fn dates_within_contract_years_separate_segments() {
    let begins = held_to_sheets(&support::read(MANY_DATES));
    // the servers bought serve from month 4 on, so they are a year old after month 15 and two after month 27
    assert!([15, 27].iter().all(|birthday| begins.contains(birthday)), "{begins:?}");
    assert!(begins.iter().filter(|first| **first < 47).count() < 40, "{begins:?}");
}

#[test]
fn other_horizons_of_examples_agree_with_separate_sheets() {
    for path in scenarios_in("scenarios") {
        let path = path.to_str().unwrap();
        held_to_sheets(&read_as(path, &text_of(path)));
    }
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn other_horizons_agree_with_separate_sheets(scenario in scenarios()) {
        held_to_sheets(&support::read(&scenario.0.yaml("")));
    }
}
