//! Timing of purchases: cases calculated by hand, and every month of ordering against a comparison of the scenario that an
//! author would write for it.

use crate::support::{
    answer_of, answered, answered_as, decimal, option, read, read_as, scenarios_in, settings, text_of,
};
use rackrent::analysis::timing::{Alternative, OrderMonth, OrderRequest, Timing, TimingError, When, timing};
use rackrent::model::{CostGroup, OptionId, OptionKind};
use rackrent::variation::Impossible;
use rust_decimal::Decimal;
use std::num::NonZeroU32;

/// A server for 1,200 that lasts the two years of the comparison, or an instance for 20 a month; always busy, without
/// discounting. Servers cost a tenth from the second year on. What is left of a server's life counts in equal parts.
const FALLING: &str = "
name: One server
currency: USD
horizon_months: 24
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 1, utilization: 100% }
own:
  lab:
    node: { price: 1_200, accelerators: 1 }
    nodes: 1
    useful_life_months: 24
    replacement_price_change_per_year: -90%
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 0.20 }
";

fn request(option: &str, every: u32) -> OrderRequest<'_> {
    OrderRequest { every: NonZeroU32::new(every).unwrap(), ..OrderRequest::of(option) }
}

fn timed_every(text: &str, option: &str, every: u32) -> Result<Timing, TimingError> {
    let (loaded, traces) = read(text);
    timing(&loaded, &traces, &request(option, every))
}

fn timed(text: &str) -> Timing {
    timed_every(text, "own.lab", 1).unwrap()
}

#[track_caller]
fn month(timing: &Timing, month: u32) -> &OrderMonth {
    timing.months.iter().find(|row| row.month == month).unwrap()
}

#[track_caller]
fn present_value(timing: &Timing, at: u32) -> Decimal {
    month(timing, at).present_value.unwrap().into()
}

#[test]
fn the_best_month_is_that_of_the_lower_price() {
    let found = timed(FALLING);
    assert_eq!(found.months.iter().map(|row| row.month).collect::<Vec<_>>(), (0..=23).collect::<Vec<_>>());
    // an order in month k: 20 · k of rent, and price · (24 − k) / 24 for the months of service
    for k in 0..=23 {
        let price = if k < 12 { 1_200 } else { 120 };
        let by_hand = Decimal::from(20 * k) + Decimal::from(price * (24 - k)) / Decimal::from(24);
        assert_eq!(present_value(&found, k), by_hand, "month {k}");
        assert_eq!(month(&found, k).against_now, Some(amount(by_hand - Decimal::from(1_200))));
        assert_eq!(month(&found, k).first_month_of_service, k + 1);
        assert_eq!(month(&found, k).until_delivery.as_ref().map(OptionId::as_str), (k > 0).then_some("rent.cloud"));
    }
    // 240 + 60 in month 12, 220 + 650 in month 11; 24 · 20 without an order
    assert_eq!((found.best_month, present_value(&found, 12)), (Some(12), decimal("300")));
    assert_eq!(month(&found, 12).against_before, Some(amount(decimal("-570"))));
    assert_eq!(month(&found, 0).against_before, None);
    let never = found.never.as_ref().unwrap();
    assert_eq!((never.option.as_str(), Decimal::from(never.present_value)), ("rent.cloud", decimal("480")));
    assert_eq!((found.choice.choice, found.choice.runner_up), (Some(When::Wait), Some(When::Never)));
    assert_eq!(found.choice.saving.map(Decimal::from), Some(decimal("180")));
    assert_eq!(found.choice.saving_share.map(Decimal::from), Some(decimal("0.375")));
    assert!(!found.choice.close);
}

fn amount(value: Decimal) -> rackrent::amount::Amount {
    rackrent::amount::Amount::new(value, 2)
}

#[test]
fn waiting_costs_what_rent_exceeds_the_price_of_a_month_of_service() {
    // 100 of rent a month against 1,200 / 24 of a server
    let dear = FALLING.replace("0.20", "1.00");
    let found = timed(&dear);
    assert_eq!((found.choice.choice, found.best_month), (Some(When::Now), Some(0)));
    for k in 1..=11 {
        assert_eq!(month(&found, k).against_before, Some(amount(decimal("50"))), "month {k}");
    }
    // 24 · 100 of rent
    assert_eq!(found.never.unwrap().present_value, decimal("2400"));
    // every month up to 11 costs 50 more than the one before, so none of them is an alternative; month 12 is: 1,200 of
    // rent and 60 of a server, 60 more than now, and less than 5 %
    assert_eq!((found.choice.choice, found.choice.runner_up), (Some(When::Now), Some(When::Wait)));
    assert_eq!((found.choice.saving, found.choice.close), (Some(amount(decimal("60"))), true));
    assert_eq!(found.reasons[0].against, Alternative::Order { month: 12 });
    // at the same price for ever there is no later month to wait for: renting is the runner-up, and the next month a reason
    let found = timed(&dear.replace("    replacement_price_change_per_year: -90%\n", ""));
    assert_eq!((found.choice.choice, found.choice.runner_up), (Some(When::Now), Some(When::Never)));
    assert_eq!(found.choice.saving, Some(amount(decimal("1200"))));
    assert_eq!(found.reasons[0].against, Alternative::Order { month: 1 });
    assert_eq!(found.reasons[0].difference, decimal("-50"));
}

/// Two accelerators of work that halves every year, and a server with one of them that leaves the rest undone.
const HALVING: &str = "
name: Work that halves
currency: USD
horizon_months: 36
hours_per_month: 700
discount_rate: 0%
demand: { accelerators: 2, utilization: 100%, growth_per_year: -50% }
own:
  lab:
    node: { price: 1_200, accelerators: 1 }
    nodes: 1
    burst_to: wait
    useful_life_months: 36
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 0.20 }
";

#[test]
fn months_that_cannot_be_chosen_are_no_alternative() {
    let found = timed(HALVING);
    // in the first year the server does half of the work, without a cost of delay
    assert!(found.months.iter().all(|row| row.present_value.is_some()));
    assert!(found.months.iter().all(|row| row.can_win() == (row.month >= 12)));
    // 12 · 2 · 140 of rent and 24 months of a server for 1,200 / 36: 3,360 + 800; renting costs 3,360 + 24 · 140, because
    // half the work takes a whole instance
    assert_eq!((found.best_month, present_value(&found, 12)), (Some(12), decimal("4160")));
    assert_eq!((found.choice.choice, found.choice.runner_up), (Some(When::Wait), Some(When::Never)));
    assert_eq!(found.choice.saving, Some(amount(decimal("2560"))));
    // no difference to a month that cannot be chosen, although month 0 costs 1,200
    assert_eq!(present_value(&found, 0), decimal("1200"));
    assert_eq!((month(&found, 12).against_now, month(&found, 12).against_before), (None, None));
    // a month of rent is 140, a month of a server 1,200 / 36
    assert_eq!(month(&found, 13).against_before, Some(amount(decimal("106.67"))));
    let [never] = found.reasons.as_slice() else { panic!("{:?}", found.reasons) };
    assert_eq!(never.against, Alternative::Never { option: "rent.cloud".parse().unwrap() });
}

#[test]
fn renting_wins_if_no_month_costs_less() {
    // 12 of rent a month: 288; an order in month 23 costs 276 of rent and 5 of a server
    let cheap = FALLING.replace("0.20", "0.12").replace("-90%", "-50%");
    let found = timed(&cheap);
    assert_eq!((found.choice.choice, found.best_month), (Some(When::Never), Some(23)));
    // 276 + 600 / 24
    assert_eq!(present_value(&found, 23), decimal("301"));
    assert_eq!(found.choice.saving.map(Decimal::from), Some(decimal("13")));
    // 13 of 301 is less than 5 %
    assert!(found.choice.close);
}

#[test]
fn the_lead_time_delays_service_and_not_the_price() {
    let text = FALLING.replace("    nodes: 1\n", "    nodes: 1\n    lead_time_months: 2\n    until_delivery: cloud\n");
    let found = timed(&text);
    // the last order that serves a month
    assert_eq!(found.months.last().unwrap().month, 21);
    // 14 months of rent, and 10 of 24 months of service at the price of the order
    assert_eq!(present_value(&found, 12), decimal("330"));
    assert_eq!(month(&found, 12).first_month_of_service, 15);
    // 13 months of rent, and 11 of 24 months of service
    assert_eq!(present_value(&found, 11), decimal("810"));
    // the scenario decides what serves until delivery
    assert!(found.months.iter().all(|row| row.until_delivery.is_none()));
    assert_eq!(present_value(&found, 0), Decimal::from(option(&answered(&text), "own.lab").present_value));
}

#[test]
fn the_cheapest_rented_option_serves_until_delivery() {
    // 20 a month and 100 once, or 30 a month: the first is cheaper from the tenth month on, where they are equal
    let cloud = "cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 0.20, one_off: { setup: 100 } }";
    let spare = "  spare: { accelerators_per_instance: 1, on_demand_per_instance_hour: 0.30 }";
    let whole = FALLING.find("  cloud:").unwrap();
    let found = timed(&format!("{}  {cloud}\n{spare}\n", &FALLING[..whole]));
    for k in 1..=23 {
        let cheapest = if k < 10 { "rent.spare" } else { "rent.cloud" };
        assert_eq!(month(&found, k).until_delivery.as_ref().unwrap(), cheapest, "month {k}");
    }
    assert_eq!(month(&found, 0).until_delivery, None);
    // 240 + 100 + 60
    assert_eq!(present_value(&found, 12), decimal("400"));
}

#[test]
fn a_successor_is_ordered_from_its_month_on_where_it_costs_less() {
    let next = "  next: { node: { price: 600, accelerators: 1 }, purchases: [{ month: 6, nodes: 1 }], useful_life_months: 24, \
                lead_time_months: 1, until_delivery: cloud }\nrent:";
    let text = FALLING.replace("rent:", next);
    let (loaded, traces) = read(&text);
    let found = |request: &OrderRequest<'_>| timing(&loaded, &traces, request);
    let timed = found(&OrderRequest { successor: Some("own.next"), ..request("own.lab", 1) }).unwrap();
    let new = timed.successor.as_ref().unwrap();
    assert_eq!((new.option.as_str(), new.first_month, new.lead_time_months), ("own.next", 6, 1));
    for k in 0..=23 {
        let lab = Decimal::from(20 * k) + Decimal::from((if k < 12 { 50 } else { 5 }) * (24 - k));
        // it serves a month later; 25 for each month of service
        let next = Decimal::from(20 * (k + 1) + 25 * (23 - k));
        let is_next = (6..12).contains(&k);
        let row = month(&timed, k);
        assert_eq!(row.option.as_str(), if is_next { "own.next" } else { "own.lab" }, "month {k}");
        assert_eq!(present_value(&timed, k), if is_next { next } else { lab }, "month {k}");
        assert_eq!(row.first_month_of_service, k + if is_next { 2 } else { 1 });
    }
    // the option itself is no successor, and a successor is an owned option
    let refused = |name| found(&OrderRequest { successor: Some(name), ..request("own.lab", 1) }).unwrap_err();
    assert_eq!(
        refused("own.lab").to_string(),
        "`own.lab` cannot succeed itself; name another owned option with `--successor`"
    );
    assert!(matches!(refused("rent.cloud"), TimingError::NotOwned { .. }));
}

#[test]
fn between_the_last_order_and_that_of_a_successor_there_are_no_rows() {
    // the lab serves 12 months after its order, so its last order is in month 11; the next from month 20 on, the last in month 22
    let next = "  next: { node: { price: 600, accelerators: 1 }, purchases: [{ month: 20, nodes: 1 }], useful_life_months: 24, \
                lead_time_months: 1, until_delivery: cloud }\nrent:";
    let text = FALLING
        .replace("rent:", next)
        .replace("nodes: 1\n", "nodes: 1\n    lead_time_months: 12\n    until_delivery: cloud\n");
    let (loaded, traces) = read(&text);
    let request = OrderRequest { successor: Some("own.next"), ..request("own.lab", 1) };
    let timed = timing(&loaded, &traces, &request).unwrap();
    let months: Vec<u32> = timed.months.iter().map(|row| row.month).collect();
    assert_eq!(months, (0..=11).chain(20..=22).collect::<Vec<_>>());
    assert_eq!(month(&timed, 20).option.as_str(), "own.next");
    // 21 months of rent, and 3 of 24 months of service
    assert_eq!(present_value(&timed, 20), decimal("495"));
}

#[test]
fn reasons_add_up_to_the_difference() {
    let found = timed(FALLING);
    let [now, never] = found.reasons.as_slice() else { panic!("{:?}", found.reasons) };
    let parts = |reason: &rackrent::analysis::timing::Reason| {
        let one = |line: &rackrent::analysis::timing::LineDifference| {
            (line.group, line.name.clone(), line.best.map(Decimal::from), Decimal::from(line.difference))
        };
        reason.lines.iter().map(one).collect::<Vec<_>>()
    };
    let line = |group, name: &str, best: i64, difference: i64| {
        (group, name.to_owned(), Some(Decimal::from(best)), Decimal::from(difference))
    };
    assert_eq!(now.against, Alternative::Order { month: 0 });
    // month 12: bought for 120, half of it left; now: 1,200 and nothing left; 12 · 20 of rent
    assert_eq!(
        parts(now),
        [
            line(CostGroup::Purchase, "nodes", 120, -1_080),
            line(CostGroup::Resale, "nodes", -60, -60),
            line(CostGroup::UntilDelivery, "on-demand", 240, 240),
        ]
    );
    assert_eq!(now.difference, decimal("-900"));
    // now, nothing is rented until delivery
    assert_eq!((now.lines[0].other, now.lines[2].other), (Some(amount(decimal("1200"))), None));
    assert_eq!(never.difference, decimal("-180"));
    assert_eq!(never.against, Alternative::Never { option: "rent.cloud".parse().unwrap() });
}

/// Two purchases, a lead time, a split payment, market values, a warranty, tax and growing demand.
const PURCHASES: &str = "
name: Two purchases
currency: EUR
horizon_months: 40
discount_rate: 9%
tax: { rate: 25% }
demand: { accelerators: 12, utilization: 55%, growth_per_year: 10% }
own:
  lab:
    node: { price: 255_237, accelerators: 8, power_kw: 10.2, idle_power_kw: 2.4 }
    purchases: [{ month: 3, nodes: 2 }, { month: 14, nodes: 1 }]
    spare_nodes: 1
    lead_time_months: 2
    until_delivery: cloud
    burst_to: cloud
    payment: { order: 30% }
    useful_life_months: 30
    market_values: [62%, 42%, 30%, 17%]
    replacement_price_change_per_year: -15%
    warranty_months: 12
    pue: 1.4
    electricity_per_kwh: 0.11
    electricity_growth_per_year: 4%
    capital: { network: { per_node: 15_000 }, storage: { amount: 40_000, useful_life_months: 60 } }
    operating:
      colocation: { per_kw_month: 180, includes_electricity: false }
      maintenance: { per_node_year: 9_500, after_warranty: true }
    one_off: { move: 8_000 }
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 4.10
    price_change_per_month: -1%
    operating: { support: { share_of_bill: 3% } }
  committed:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 5.00
    commitments: { year: { instances: 1, per_accelerator_hour: 2.90, term_months: 12, renew: true } }
";

#[test]
fn every_month_is_the_scenario_with_its_purchases_set_to_it() {
    let found = timed(PURCHASES);
    assert_eq!((found.stated_month, found.lead_time_months), (3, 2));
    assert_eq!(found.months.len(), 38);
    for row in &found.months {
        let first = format!("own.lab.purchases.0.month={}", row.month);
        // what is ordered in the last month is not delivered, as what would be ordered after it
        let second = format!("own.lab.purchases.1.month={}", (row.month + 11).min(40));
        let answer = answered_as("scenario.yaml", PURCHASES, &settings(&[&first, &second]));
        let stated = option(&answer, "own.lab");
        assert_eq!(row.present_value, Some(stated.present_value), "month {}", row.month);
        assert_eq!(row.total, Some(stated.total), "month {}", row.month);
        let lines: Decimal = row.lines.iter().map(|line| Decimal::from(line.present_value)).sum();
        assert_eq!(lines, Decimal::from(stated.present_value), "month {}", row.month);
    }
}

#[test]
fn servers_that_are_already_owned_stay() {
    let path = "scenarios/keep-extend-or-sell.yaml";
    let (loaded, traces) = read_as(path, &text_of(path));
    let found = timing(&loaded, &traces, &request("own.extend", 11)).unwrap();
    // 36 months, and two of them until delivery
    assert_eq!(found.months.iter().map(|row| row.month).collect::<Vec<_>>(), [0, 11, 22, 33]);
    for row in &found.months {
        let answer = answer_of(path, &[&format!("own.extend.purchases.2.month={}", row.month)]);
        assert_eq!(row.present_value, Some(option(&answer, "own.extend").present_value), "month {}", row.month);
        assert_eq!(row.until_delivery, None, "the older servers serve from the first month on");
    }
}

#[test]
fn the_stated_month_and_never_are_those_of_the_comparison() {
    let mut compared = 0;
    for path in scenarios_in("scenarios") {
        let answer = answer_of(&path, &[]);
        let (loaded, traces) = read_as(path.to_str().unwrap(), &text_of(&path));
        for stated in answer.comparison.options.iter().filter(|option| option.kind == OptionKind::Own) {
            let found = timing(&loaded, &traces, &request(stated.name.as_str(), 12));
            let Ok(found) = found else { continue };
            let row = month(&found, found.stated_month);
            assert_eq!(row.present_value, Some(stated.present_value), "{}: {}", path.display(), stated.name);
            let rented = answer.comparison.options.iter().filter(|option| {
                option.kind == OptionKind::Rent
                    && option.ineligible_because.is_empty()
                    && option.not_comparable_because.is_empty()
            });
            let cheapest = rented.map(|option| option.present_value).min();
            assert_eq!(found.never.map(|never| never.present_value), cheapest, "{}", path.display());
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
}

#[test]
fn a_row_every_so_many_months_and_the_stated_one() {
    let found = timed_every(PURCHASES, "own.lab", 12).unwrap();
    assert_eq!(found.months.iter().map(|row| row.month).collect::<Vec<_>>(), [0, 3, 12, 24, 36]);
    let all = timed(PURCHASES);
    for row in &found.months {
        assert_eq!(row.present_value, month(&all, row.month).present_value);
    }
}

#[test]
fn steps_beyond_the_last_order_are_refused() {
    // 24 months: an order in month 23 serves for one
    assert_eq!(timed_every(FALLING, "own.lab", 23).unwrap().months.len(), 2);
    assert_eq!(
        timed_every(FALLING, "own.lab", 24).unwrap_err().to_string(),
        "`--every 24` skips all later months, because an order after month 23 is not delivered within the horizon; write at \
         most `--every 23`"
    );
    // three months, and two of them until delivery
    let short = FALLING
        .replace("horizon_months: 24", "horizon_months: 3")
        .replace("nodes: 1\n", "nodes: 1\n    lead_time_months: 2\n    until_delivery: cloud\n");
    assert_eq!(timed(&short).months.len(), 1);
    assert!(matches!(timed_every(&short, "own.lab", 2), Err(TimingError::Sparse { every: 2, last: 0 })));
}

#[test]
fn a_month_that_a_rule_refuses_has_its_reason() {
    // demand outgrows the server in the second year; the months before the delivery are served by the cloud
    let text = FALLING.replace("utilization: 100% }", "utilization: 100%, growth_per_year: 100% }");
    let text = text.replace("nodes: 1\n", "nodes: 1\n    until_delivery: cloud\n    burst_to: cloud\n");
    assert!(timed(&text).months.iter().all(OrderMonth::can_win));
    let (loaded, traces) = read(&text.replace("    burst_to: cloud\n", "").replace("nodes: 1\n", "nodes: 2\n"));
    let found = timing(&loaded, &traces, &request("own.lab", 1)).unwrap();
    assert!(found.months.iter().all(OrderMonth::can_win));
    // a second server eleven months after the first
    let purchases = text.replace("nodes: 1\n", "purchases: [{ month: 0, nodes: 1 }, { month: 11, nodes: 1 }]\n");
    let found = timed(&purchases.replace("    burst_to: cloud\n", ""));
    assert!(month(&found, 1).can_win());
    // the second server comes in month 14, a month after the demand has doubled
    let late = month(&found, 2);
    assert!(matches!(late.impossible_because, Some(Impossible::Breaks(_))), "{late:?}");
    assert_eq!((late.present_value, late.against_now, late.can_win()), (None, None, false));
}

#[test]
fn a_fleet_without_a_purchase_to_move_is_refused() {
    let refused = |text: &str, option: &str| timed_every(text, option, 1).unwrap_err().to_string();
    assert_eq!(
        refused(&FALLING.replace("    nodes: 1\n", ""), "own.lab"),
        "the program sizes `own.lab` for every year, so it has no purchase to move; state `nodes`, such as `nodes: 4`, or `purchases`; \
         `rackrent plan` finds the number"
    );
    let owned = FALLING.replace("nodes: 1\n", "purchases: [{ month: -3, nodes: 1, worth: 900 }]\n");
    assert_eq!(
        refused(&owned, "own.lab"),
        "all servers of `own.lab` are already owned, so it has no purchase to move; name an option with a purchase in \
         month 0 or later"
    );
    assert_eq!(
        refused(FALLING, "rent.cloud"),
        "`rent.cloud` is not an owned option, so it has no purchase to move; owned options: own.lab"
    );
    assert_eq!(refused(FALLING, "lab"), "there is no option `lab`; did you mean `own.lab`?");
    assert_eq!(
        refused(FALLING, "own.zzzzzzz"),
        "there is no option `own.zzzzzzz`; available options: own.lab and rent.cloud"
    );
}
