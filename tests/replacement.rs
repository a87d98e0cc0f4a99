//! Keep or replace: textbook tables of economic life and of servers that are already owned, and cases calculated by hand.

use crate::support::{answer_of, decimal, option, read, read_as, text_of};
use rackrent::amount::{Amount, Ratio};
use rackrent::analysis::timing::{Replacement, ReplacementError, replacement};
use rackrent::number;
use rackrent::scenario::quantity::Quantity as _;
use rust_decimal::Decimal;

fn replaced(text: &str, option: &str, successor: Option<&str>) -> Result<Replacement, ReplacementError> {
    let (loaded, traces) = read(text);
    replacement(&loaded, &traces, option, successor)
}

/// Whole units of money, as textbooks print them.
fn whole(amount: Amount) -> Decimal {
    number::money(amount.into(), 0)
}

fn annual(found: &Replacement) -> Vec<Decimal> {
    found.lives.iter().map(|life| whole(life.annual_equivalent_cost)).collect()
}

fn decimals(texts: &[&str]) -> Vec<Decimal> {
    texts.iter().map(|text| decimal(text)).collect()
}

/// Expenses of each year as operating lines, paid at its end.
fn expenses(by_year: &[u32]) -> String {
    let line = |(year, amount): (usize, &u32)| {
        let (first, last) = (12 * year + 1, 12 * year + 12);
        format!("      year-{}: {{ per_year: {amount}, starts_month: {first}, ends_month: {last} }}\n", year + 1)
    };
    by_year.iter().enumerate().map(line).collect()
}

/// W. G. Sullivan, E. M. Wicks, C. P. Koelling, *Engineering Economy*, example 9-4 with table 9-2 (a new forklift truck) and
/// example 9-6 with table 9-3 (one that is two years old), as printed at holooly.com (questions 9.4 and 9.6) and
/// solutioninn.com; retrieved 2026-11-27. Market values are shares of 30,000; the price of the old truck is sunk, so its
/// market values are written as shares of 30,000, too.
fn forklift_trucks() -> String {
    format!(
        "
name: Forklift trucks
currency: USD
horizon_months: 60
discount_rate: 10%
flows: year_end
demand: {{ accelerators: 1, utilization: 100% }}
own:
  new:
    node: {{ price: 30_000, accelerators: 1 }}
    nodes: 1
    useful_life_months: 60
    market_values: [75%, 56.25%, 42.5%, 32.5%, 23.75%]
    operating:
{}
  old:
    node: {{ price: 30_000, accelerators: 1 }}
    purchases: [{{ month: -24, nodes: 1, worth: 7_500 }}]
    useful_life_months: 72
    market_values: [50%, 25%, 20%, 15%, 10%, 5%]
    operating:
{}
rent:
  cloud: {{ accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }}
",
        expenses(&[3_000, 4_500, 7_000, 10_000, 13_000]),
        expenses(&[8_250, 9_900, 11_700, 13_200])
    )
}

#[test]
fn the_economic_life_of_a_new_truck_is_that_of_the_textbook() {
    let found = replaced(&forklift_trucks(), "own.new", None).unwrap();
    // table 9-2, column 7, and column 6 with 12,812.50 printed as 12,813
    assert_eq!(annual(&found), decimals(&["13500", "12964", "12918", "13211", "13766"]));
    let marginal: Vec<Decimal> = found.lives.iter().map(|life| whole(life.marginal_cost)).collect();
    assert_eq!(marginal, decimals(&["13500", "12375", "12813", "14275", "16600"]));
    assert_eq!((found.economic_life_years, whole(found.annual_equivalent_cost)), (3, decimal("12918")));
    assert_eq!(found.keep, None);
    // 13,766 is 6.6 % above 12,918; 13,500 is 4.5 % above it
    assert!(found.close.close);
    assert_eq!((found.close.close_years, thousandths(found.close.close_within)), (vec![1, 2, 3, 4], decimal("0.045")));
}

#[test]
fn an_old_truck_is_kept_for_two_more_years_as_in_the_textbook() {
    let found = replaced(&forklift_trucks(), "own.old", Some("own.new")).unwrap();
    let keep = found.keep.as_ref().unwrap();
    // table 9-3, columns 6 and 7
    let marginal: Vec<Decimal> = keep.kept.iter().map(|kept| kept.marginal_cost.into()).collect();
    assert_eq!(marginal, decimals(&["10500", "12000", "13650", "15000"]));
    let annual: Vec<Decimal> = keep.kept.iter().map(|kept| whole(kept.annual_equivalent_cost)).collect();
    assert_eq!(annual, decimals(&["10500", "11214", "11950", "12607"]));
    // the third year costs more than 12,918, the lowest of the new truck
    assert_eq!((keep.years, keep.nodes), (2, 1));
    assert_eq!((found.successor.as_str(), found.economic_life_years), ("own.new", 3));
    assert_eq!(whole(found.annual_equivalent_cost), decimal("12918"));
    let more: Vec<bool> = keep.kept.iter().map(|kept| *kept.against_new > Decimal::ZERO).collect();
    assert_eq!(more, [false, false, true, true]);
    // four years of new ones for 12,918 are worth 40,948; the years from 10,500 to 15,000, at 10 %, save 2,198, 2,957,
    // 2,407 and 985 of it: 38,750 for one year is 2.0 % above 37,991 for two, 40,948 is 7.8 % and 39,963 is 5.2 % above it
    assert_eq!((&keep.close.close_years, keep.close.close), (&vec![1, 2, 3], true));
    assert_eq!(thousandths(keep.close.close_within), decimal("0.02"));
}

fn thousandths(share: Ratio) -> Decimal {
    number::money(share.into(), 3)
}

/// D. G. Newnan, T. G. Eschenbach, J. P. Lavelle, *Engineering Economic Analysis*, example 13-1: a machine for 7,500 without
/// salvage value, maintenance of 0, 900, 1,800 … and operation of 500, 900, 1,300 …, at 8 %: "minimum cost life 4 years,
/// EUAC 4,589". As printed at issuhub.com (view 4775, pages 431 and 432); retrieved 2026-11-27.
#[test]
fn the_minimum_cost_life_of_a_machine_without_salvage_value_is_that_of_the_textbook() {
    let by_year: Vec<u32> = (0..8).map(|year| 900 * year + 500 + 400 * year).collect();
    let text = format!(
        "
name: A machine
currency: USD
horizon_months: 96
discount_rate: 8%
flows: year_end
demand: {{ accelerators: 1, utilization: 100% }}
own:
  machine:
    node: {{ price: 7_500, accelerators: 1 }}
    nodes: 1
    useful_life_months: 96
    value_at_horizon: none
    operating:
{}
rent:
  cloud: {{ accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }}
",
        expenses(&by_year)
    );
    let found = replaced(&text, "own.machine", None).unwrap();
    // the book adds factors of four digits
    assert_eq!(found.economic_life_years, 4);
    assert!((Decimal::from(found.annual_equivalent_cost) - decimal("4589")).abs() < Decimal::TWO, "{found:?}");
    assert_eq!(found.lives.len(), 8);
}

/// A server for 1,200, worth 600 and 240 after one and two years and 0 later, or two of another kind for 300 each; without
/// discounting.
const SERVERS: &str = "
name: Servers
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 4, utilization: 50%, growth_per_year: 50% }
cost_of_delay_per_month: 1_000
own:
  lab:
    node: { price: 1_200, accelerators: 1 }
    purchases: [{ month: -12, nodes: 1, worth: 600 }, { month: 6, nodes: 3 }]
    lead_time_months: 0
    useful_life_months: 36
    market_values: [50%, 20%, 0%]
    burst_to: cloud
    warranty_months: 12
    operating:
      repairs: { per_node_month: 30, after_warranty: true }
  cheap:
    node: { price: 300, accelerators: 1 }
    nodes: 2
    lead_time_weeks: 26
    until_delivery: cloud
    burst_to: wait
    useful_life_months: 24
    residual_value: 10%
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 1 }
";

#[test]
fn only_the_servers_count_without_rent_delay_and_lead_time() {
    let found = replaced(SERVERS, "own.lab", None).unwrap();
    // one server: 1,200 − 600; 1,200 − 240 + 360 of repairs; 1,200 + 720
    let present_values: Vec<Decimal> = found.lives.iter().map(|life| life.present_value.into()).collect();
    assert_eq!(present_values, decimals(&["600", "1320", "1920"]));
    assert_eq!(annual(&found), decimals(&["600", "660", "640"]));
    assert_eq!((found.economic_life_years, found.nodes), (1, 1));
    let keep = found.keep.as_ref().unwrap();
    // 600 − 240 and 360 of repairs in the first further year, 240 and 360 in the second
    let marginal: Vec<Decimal> = keep.kept.iter().map(|kept| kept.marginal_cost.into()).collect();
    assert_eq!(marginal, decimals(&["720", "600"]));
    let against: Vec<Decimal> = keep.kept.iter().map(|kept| kept.against_replacing_now.into()).collect();
    // 120 more than a new one, then as much
    assert_eq!(against, decimals(&["120", "120"]));
    assert_eq!(keep.years, 0);
    // 640 exceeds 600 by more than 5 %, and 1,320 for two more years 1,200
    assert_eq!((found.close.close, found.close.close_years.as_slice()), (false, [1].as_slice()));
    assert_eq!((keep.close.close, keep.close.close_years.as_slice()), (false, [0].as_slice()));
}

#[test]
fn servers_that_last_less_than_a_year_are_not_evaluated() {
    let old = |purchases: &str| {
        let text = SERVERS.replace("{ month: -12, nodes: 1, worth: 600 }", purchases);
        let found = replaced(&text, "own.lab", None).unwrap();
        (found.nodes, found.useful_life_months, annual(&found), found.keep.unwrap())
    };
    // 36 months of life, 11 of them left
    let (nodes, life, new, keep) = old("{ month: -25, nodes: 1, worth: 200 }");
    assert_eq!((nodes, life, new), (1, 36, decimals(&["600", "660", "640"])));
    assert_eq!((keep.nodes, keep.years, keep.kept.len(), keep.close.close), (1, 0, 0, false));
    // the older one decides
    let (.., keep) = old("{ month: -25, nodes: 1, worth: 200 }, { month: -12, nodes: 1, worth: 600 }");
    assert_eq!((keep.nodes, keep.kept.len()), (2, 0));
    // 12 months left: 200 of value and 360 of repairs
    let (.., keep) = old("{ month: -24, nodes: 1, worth: 200 }");
    let marginal: Vec<Decimal> = keep.kept.iter().map(|kept| kept.marginal_cost.into()).collect();
    assert_eq!(marginal, decimals(&["560"]));
}

#[test]
fn one_time_payments_of_later_purchases_do_not_count_for_servers_already_owned() {
    let owned = |purchases: &str| {
        let text = SERVERS.replace("[{ month: -12, nodes: 1, worth: 600 }, { month: 6, nodes: 3 }]", purchases);
        let found =
            replaced(&text.replace("    warranty", "    one_off: { move: 300 }\n    warranty"), "own.lab", None);
        let found = found.unwrap();
        let kept = found.keep.as_ref().unwrap().kept.iter();
        (annual(&found), kept.map(|kept| kept.marginal_cost.into()).collect::<Vec<Decimal>>())
    };
    let old = "{ month: -12, nodes: 1, worth: 600 }";
    let (new, kept) = owned(&format!("[{old}, {{ month: 6, nodes: 3 }}]"));
    // 600 + 300; (1,320 + 300) / 2; (1,920 + 300) / 3
    assert_eq!(new, decimals(&["900", "810", "740"]));
    // the servers of month 6 are moved; the old one costs 360 of value and 360 of repairs, then 240 and 360
    assert_eq!(kept, decimals(&["720", "600"]));
    // without a later purchase, it is the old one that is moved
    assert_eq!(owned(&format!("[{old}]")).1, decimals(&["1020", "600"]));
}

#[test]
fn tax_capital_and_one_time_payments_count_for_new_servers() {
    let text = "
name: Taxed
currency: USD
horizon_months: 12
discount_rate: 0%
tax: { rate: 25% }
demand: { accelerators: 1, utilization: 50% }
own:
  lab:
    node: { price: 1_200, accelerators: 1 }
    purchases: [{ month: -20, nodes: 1, worth: 320, tax_book_value: 320 }, { month: 1, nodes: 1 }]
    useful_life_months: 36
    burst_to: cloud
    capital: { net: { amount: 600, useful_life_months: 60 } }
    one_off: { move: 100 }
    operating: { power: { per_node_month: 10 } }
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 1 }
";
    let found = replaced(text, "own.lab", None).unwrap();
    // a year: 1,200 / 3 of the server, 600 / 5 of the network and 12 · 10; 100 once; three quarters after tax
    let annual: Vec<Decimal> = found.lives.iter().map(|life| life.annual_equivalent_cost.into()).collect();
    assert_eq!(annual, decimals(&["555", "517.5", "505"]));
    // the old one lasts 16 more months: a year of it is 12 / 16 of 320 and 12 · 10, three quarters after tax
    let keep = found.keep.unwrap();
    let marginal: Vec<Decimal> = keep.kept.iter().map(|kept| kept.marginal_cost.into()).collect();
    assert_eq!((keep.years, marginal), (1, decimals(&["270"])));
}

#[test]
fn a_dear_year_is_kept_if_cheaper_ones_outweigh_it() {
    // new servers for 2,400, worth half in a year: 1,200 a year, then 1,140 with repairs, 1,040
    let dear = SERVERS.replace("price: 1_200", "price: 2_400").replace("worth: 600", "worth: 1_200");
    let found = replaced(&dear, "own.lab", None).unwrap();
    assert_eq!(annual(&found), decimals(&["1200", "1140", "1040"]));
    // 1,200 − 480 + 360 is 40 more than 1,040; 480 + 360 is 200 less
    let keep = found.keep.as_ref().unwrap();
    let against: Vec<Decimal> = keep.kept.iter().map(|kept| kept.against_replacing_now.into()).collect();
    assert_eq!(against, decimals(&["40", "-160"]));
    assert_eq!(keep.years, 2);
}

#[test]
fn a_successor_is_evaluated_with_its_own_servers() {
    let found = replaced(SERVERS, "own.lab", Some("own.cheap")).unwrap();
    // two servers for 300: straight line to 10 % over two years, so 600 − 330 after one and 600 − 60 after two
    let present_values: Vec<Decimal> = found.lives.iter().map(|life| life.present_value.into()).collect();
    assert_eq!(present_values, decimals(&["270", "540"]));
    assert_eq!((found.economic_life_years, found.nodes), (1, 2));
    // 270 a year, whether they are kept for one year or two
    assert_eq!(
        (found.close.close_years.as_slice(), found.close.close_within),
        ([1, 2].as_slice(), Ratio::from(Decimal::ZERO))
    );
    assert_eq!(found.keep.unwrap().years, 0);
}

#[test]
fn options_without_an_economic_life_are_refused() {
    let refused = |text: &str, option: &str| replaced(text, option, None).unwrap_err().to_string();
    let sized = SERVERS.replace("    nodes: 2\n", "");
    assert_eq!(
        refused(&sized, "own.cheap"),
        "the program sizes `own.cheap` for every year, so the number of its servers is not known; \
         state `nodes`, such as `nodes: 4`"
    );
    let leased = SERVERS.replace("    residual_value: 10%\n", "    lease: { per_node_month: 20, term_months: 24 }\n");
    assert_eq!(
        refused(&leased, "own.cheap"),
        "`own.cheap` leases its servers, so the term of the lease decides how long they are kept"
    );
    let short = SERVERS.replace("useful_life_months: 24", "useful_life_months: 11");
    assert_eq!(
        refused(&short, "own.cheap"),
        "the useful life of the servers of `own.cheap` ends within a year; write a longer `useful_life_months`"
    );
    assert_eq!(
        refused(SERVERS, "rent.cloud"),
        "`rent.cloud` is not an owned option, so it has no servers to keep; owned options: own.lab and own.cheap"
    );
    let unknown = replaced(SERVERS, "own.lab", Some("own.cheep")).unwrap_err().to_string();
    assert_eq!(unknown, "there is no option `own.cheep`; did you mean `own.cheap`?");
}

#[test]
fn years_of_the_horizon_cost_what_the_comparison_says() {
    // 36 months without lead time and bursts
    let path = "scenarios/usual-spreadsheet.yaml";
    let (loaded, traces) = read_as(path, &text_of(path));
    let found = replacement(&loaded, &traces, "own.server", None).unwrap();
    let compared = answer_of(path, &[]);
    assert_eq!(found.lives[2].present_value, option(&compared, "own.server").present_value);
    let one_year = answer_of(path, &["horizon_months=12"]);
    assert_eq!(found.lives[0].present_value, option(&one_year, "own.server").present_value);
}

#[test]
fn every_example_with_servers_has_an_economic_life() {
    let mut found = 0;
    for (path, option) in [
        ("scenarios/keep-extend-or-sell.yaml", "own.keep"),
        ("scenarios/falling-prices.yaml", "own.cheap-power"),
        ("scenarios/first-year-allowance.yaml", "own.some-at-once"),
        ("scenarios/dollar-quotes-in-europe.yaml", "own.hgx-h100"),
        ("scenarios/usual-spreadsheet.yaml", "own.server"),
    ] {
        let (loaded, traces) = read_as(path, &text_of(path));
        let result = replacement(&loaded, &traces, option, None).unwrap_or_else(|why| panic!("{path}: {why}"));
        let lowest = result.lives.iter().map(|life| life.annual_equivalent_cost).min();
        assert_eq!(lowest, Some(result.annual_equivalent_cost), "{path}");
        // PV(n) = EAC(n) · a(n) = Σ marginal(k) / (1 + r)^k, to half a cent for every year and for each of up to 20 lines
        let rate = loaded.scenario.discount_rate.value.decimal();
        let (mut growth, mut annuity, mut sum) = (Decimal::ONE, Decimal::ZERO, Decimal::ZERO);
        for life in &result.lives {
            growth *= Decimal::ONE + rate;
            annuity += Decimal::ONE / growth;
            sum += Decimal::from(life.marginal_cost) / growth;
            let present_value = Decimal::from(life.present_value);
            let rounding = Decimal::from(life.years + 20) * decimal("0.005");
            let equal = Decimal::from(life.annual_equivalent_cost) * annuity;
            assert!((equal - present_value).abs() <= rounding, "{path}: {life:?}");
            assert!((sum - present_value).abs() <= rounding, "{path}: {life:?}");
        }
        found += result.lives.len();
    }
    assert!(found > 10, "{found}");
}
