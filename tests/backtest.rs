//! Backtest: decisions and regrets calculated by hand, and every month against a comparison of the scenario that an author would have
//! written with its prices.

use crate::price_history::Normal;
use crate::support::program::run;
use crate::support::{answered, decimal, read, text_of};
use rackrent::amount::Ratio;
use rackrent::analysis::backtest::{
    Backtest, BacktestError, BacktestMonth, BacktestRequest, DatedOption, Outlook, PricesByMonth, backtest,
};
use rackrent::catalog::{ListRequest, read_dated_list};
use rackrent::price_history::{HistoryRequest, PriceCollector, PriceHistory};
use rackrent::scenario::CalendarMonth;
use rust_decimal::Decimal;
use std::num::NonZeroU32;
use std::path::Path;

/// A server for 300 that is worth nothing after the three months, or an instance for 100 hours a month.
const THREE: &str = "
name: Three months
currency: USD
horizon_months: 3
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 1, utilization: 100% }
own:
  lab: { node: { price: 900, accelerators: 1 }, nodes: 1, useful_life_months: 3 }
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_accelerator_hour: 9 }
";

fn month(text: &str) -> CalendarMonth {
    CalendarMonth::read(text).unwrap()
}

/// Consecutive prices from a month on.
fn prices(from: &str, prices: &[&str]) -> PricesByMonth {
    let from = month(from);
    let months = (0..).map(|number| from.later(number));
    PricesByMonth::of(months.zip(prices.iter().map(|price| decimal(price)))).unwrap()
}

fn dated(option: &str, list: PricesByMonth) -> DatedOption {
    DatedOption {
        option: option.to_owned(),
        series: "a series".to_owned(),
        currency: "USD".to_owned(),
        list,
        spot: None,
        estimates: Vec::new(),
    }
}

fn tested(text: &str, options: Vec<DatedOption>, least: u32) -> Result<Backtest, BacktestError> {
    let (loaded, traces) = read(text);
    backtest(&loaded, &traces, &BacktestRequest { files: Vec::new(), options, every: NonZeroU32::MIN, least })
}

fn regrets(found: &Backtest, outlook: Outlook) -> Vec<(String, Decimal)> {
    let of = |month: &BacktestMonth| Some((month.month.to_string(), month.by(outlook)?.regret.into()));
    found.months.iter().filter_map(of).collect()
}

/// Prices of 4, 2, 2, 8 and 8: with constant prices, renting is expected to cost 1,200, 600, 600 and 2,400 against 900, and it costs
/// 800, 1,200, 1,800 and (with 8 held for the third month) 2,400.
#[test]
fn decisions_and_regrets_are_those_calculated_by_hand() {
    let of = || vec![dated("rent.cloud", prices("2024-01", &["4", "2", "2", "8", "8"]))];
    let found = tested(THREE, of(), 2).unwrap();
    let expected = [("2024-01", "100"), ("2024-02", "300"), ("2024-03", "900"), ("2024-04", "0")];
    let expected = expected.map(|(month, regret)| (month.to_owned(), decimal(regret)));
    assert_eq!(regrets(&found, Outlook::Stated), expected);
    let choices: Vec<[&str; 2]> = found
        .months
        .iter()
        .map(|month| [month.by(Outlook::Stated).unwrap().choice.as_str(), month.best.as_str()])
        .collect();
    let (own, rent) = ("own.lab", "rent.cloud");
    assert_eq!(choices, [[own, rent], [rent, own], [rent, own], [own, own]]);
    assert_eq!(found.months.iter().map(|month| month.observed_months).collect::<Vec<_>>(), [3, 3, 3, 2]);
    assert_eq!((found.complete, found.options[0].missing_months), (3, 0));
    let stated = &found.outlooks[0];
    assert_eq!((stated.decisions, stated.own, stated.held), (4, 2, 1));
    assert_eq!(stated.mean_regret.map(Decimal::from), Some(decimal("325")));
    assert_eq!(
        (stated.worst_regret.map(Decimal::from), stated.worst_month),
        (Some(decimal("900")), Some(month("2024-03")))
    );
    assert_eq!(stated.coverage, None);
    let other: Vec<Decimal> = found.months.iter().map(|month| month.other_side_present_value.unwrap().into()).collect();
    assert_eq!(other, ["900", "1200", "1800", "2400"].map(decimal));
    // less than a year is known, so there is no trend of the last year
    let outlooks: Vec<Outlook> = found.outlooks.iter().map(|result| result.outlook).collect();
    assert_eq!(outlooks, [Outlook::Stated, Outlook::Flat, Outlook::Falling]);
    // three observed months are needed by default here: the last decision is left out
    assert_eq!(tested(THREE, of(), 36).unwrap().months.len(), 3);
}

/// Of three times 99 years of random walks with a drift of 0, the 80 % range around the price of the first month has that of the last in
/// 238 ± 4·√(297·0.8·0.2) = 238 ± 28.
#[test]
#[allow(clippy::float_arithmetic, reason = "random walks are simulated")]
fn four_fifths_of_simulated_prices_are_within_the_range() {
    let text = THREE.to_owned() + "uncertainty: { rent.cloud.price_change_per_year: { volatility_per_year: 10% } }\n";
    let (loaded, traces) = read(&text);
    let mut normal = Normal(41);
    let mut covered = || {
        let (mut log, first) = (1.0_f64, month("2024-01"));
        let walk = (0..=99).map(|year| {
            let price = (first.later(12 * year), decimal(&format!("{:.9}", log.exp())));
            log += 0.1 * normal.draw();
            price
        });
        let options = vec![dated("rent.cloud", PricesByMonth::of(walk).unwrap())];
        let request = BacktestRequest { files: Vec::new(), options, every: NonZeroU32::new(12).unwrap(), least: 1 };
        let coverage = backtest(&loaded, &traces, &request).unwrap().outlooks[0].coverage.unwrap();
        assert_eq!(coverage.prices, 99);
        coverage.within
    };
    let within: u32 = (0..3).map(|_| covered()).sum();
    assert!((210..=266).contains(&within), "{within}");
}

/// May has the price of April, and so has June.
#[test]
fn months_without_an_observation_have_the_price_before() {
    let observed = [("2024-03", "5"), ("2024-04", "4"), ("2024-07", "2")];
    let list = PricesByMonth::of(observed.into_iter().map(|(text, price)| (month(text), decimal(price)))).unwrap();
    let found = tested(THREE, vec![dated("rent.cloud", list)], 1).unwrap();
    let prices: Vec<Ratio> = found.months.iter().flat_map(|month| month.prices.clone()).collect();
    assert_eq!(prices, ["5", "4", "4", "4", "2"].map(|price| Ratio::from(decimal(price))));
    assert_eq!(found.options[0].missing_months, 2);
}

/// 14 months: a price of 4 for a year, then 2 and 5. After twelve months, the price has halved; over two years it is expected to cost
/// 100 · 12 · (2 + 1) = 3,600, and 4,800 if it stays. A server costs 4,000. The range around 4 with a volatility of 24 % is
/// 4 · e^(∓0.3076) = 2.94 to 5.44: it has 5, not 2. The price rises by 25 % in the year to the last month.
#[test]
fn outlooks_differ_where_a_trend_decides() {
    let text = THREE.replace("horizon_months: 3\n", "horizon_months: 24\n").replace(
        "node: { price: 900, accelerators: 1 }, nodes: 1, useful_life_months: 3",
        "node: { price: 4_000, accelerators: 1 }, nodes: 1, useful_life_months: 24",
    ) + "uncertainty: { rent.cloud.price_change_per_year: { volatility_per_year: 24% } }\n";
    let year = ["4"; 12];
    let found = tested(&text, vec![dated("rent.cloud", prices("2024-01", &[&year[..], &["2", "5"]].concat()))], 1);
    let found = found.unwrap();
    let choice = |at: usize, outlook| found.months[at].by(outlook).map(|decision| decision.choice.as_str());
    assert_eq!(choice(12, Outlook::Stated), Some("own.lab"));
    assert_eq!(choice(12, Outlook::Flat), Some("own.lab"));
    // 100 · 12 · (2 + 1.84) = 4,608
    assert_eq!(choice(12, Outlook::Falling), Some("own.lab"));
    assert_eq!(choice(12, Outlook::LastYear), Some("rent.cloud"));
    assert_eq!(choice(11, Outlook::LastYear), None);
    let coverage = found.outlooks[0].coverage.unwrap();
    assert_eq!((coverage.within, coverage.prices), (1, 2));
    let last = found.outlooks.iter().find(|result| result.outlook == Outlook::LastYear).unwrap();
    assert_eq!((last.decisions, last.coverage), (2, None));
    // 2 in month 1 and 5 from month 2 on: 100 · (2 + 23 · 5) = 11,700 against 4,000
    assert_eq!(regrets(&found, Outlook::LastYear)[0].1, decimal("7700"));
}

/// List price per instance, a spot price of its own, an option without a series and a commitment, with an outlook of their own.
const SPOT: &str = "
name: Spot
currency: EUR
horizon_months: 30
discount_rate: 6%
exchange_rates: { USD: 0.9 }
demand:
  workloads:
    training: { kind: training, accelerators: 8, utilization: 70% }
own:
  lab: { node: { price: 260_000, accelerators: 8 }, nodes: 2, useful_life_months: 48 }
rent:
  cloud:
    accelerators_per_instance: 8
    on_demand_per_instance_hour: 55.04
    price_change_per_year: -20%
    spot: { per_accelerator_hour: 2.5, share: 60%, interruptions_per_month: 2, restart_minutes: 10 }
  other:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 7
    price_change_per_month: 1%
    commitments: { one: { instances: 1, term_months: 12, per_accelerator_hour: 3 } }
";

#[test]
fn every_month_is_the_scenario_with_its_prices() {
    let list = ["12", "12", "9", "9", "7.5"];
    let spot = ["3", "2.5", "2.5", "4", "4"];
    let of = DatedOption { spot: Some(prices("2024-03", &spot)), ..dated("rent.cloud", prices("2024-03", &list)) };
    let found = tested(SPOT, vec![of], 1).unwrap();
    assert_eq!(
        found.unchanged,
        ["rent.other.on_demand_per_accelerator_hour", "rent.other.commitments.one.per_accelerator_hour"]
    );
    assert!(found.options[0].has_spot_prices);
    for (at, row) in found.months.iter().enumerate() {
        let stated = SPOT
            .replace("on_demand_per_instance_hour: 55.04", &format!("on_demand_per_accelerator_hour: {} USD", list[at]))
            .replace("per_accelerator_hour: 2.5", &format!("per_accelerator_hour: {} USD", spot[at]));
        let best = |text: &str| {
            let answer = answered(text);
            let options = answer.comparison.options.iter().filter(|option| option.cannot_win_because().is_empty());
            let best = options.min_by_key(|option| option.present_value).unwrap();
            (best.name.clone(), Decimal::from(best.present_value))
        };
        assert_eq!(best(&stated).0, row.by(Outlook::Stated).unwrap().choice, "{}", row.month);
        let step = |prices: &[&str]| {
            let later = prices.iter().enumerate().skip(at + 1);
            let steps = later
                .map(|(number, price)| format!("{{ month: {}, per_accelerator_hour: {price} USD }}", number - at + 1));
            steps.collect::<Vec<_>>().join(", ")
        };
        let (list, spot) = (step(&list), step(&spot));
        let path = |steps: String| if steps.is_empty() { String::new() } else { format!("price_path: [{steps}]") };
        let followed = stated.replace("    price_change_per_year: -20%\n", &format!("    {}\n", path(list))).replace(
            ", share: 60%",
            &format!(", {}{}share: 60%", path(spot.clone()), if spot.is_empty() { "" } else { ", " }),
        );
        assert_eq!(best(&followed), (row.best.clone(), row.best_present_value.into()), "{}", row.month);
    }
    assert_eq!(found.months.len(), 5);
    assert_eq!(found.months[4].prices, [Ratio::from(decimal("7.5"))]);
}

fn history(until: Option<&str>) -> PriceHistory {
    let request = HistoryRequest { to: until.map(month), ..HistoryRequest::all("H100") };
    let mut collector = PriceCollector::new(request);
    let of = ListRequest { number: 0, name: "prices.csv", path: "prices.csv", as_of: None };
    let text = text_of("history/prices.csv");
    let list = read_dated_list(&mut text.as_bytes(), of, &mut |offer| collector.take(&offer)).unwrap();
    collector.history(vec![list]).unwrap()
}

/// What `rackrent history --to` shows is what was known then.
#[test]
fn estimates_use_only_what_was_known() {
    let dated = history(None).dated_option("rent.cloud", "aws p5.48xlarge us-east-1", true).unwrap();
    let [first, last] = dated.list.months();
    let months = last.months_since(first).unwrap();
    assert_eq!(dated.estimates.len(), months as usize + 1);
    let mut found = 0;
    for number in (0..=months).step_by(5) {
        let known = history(Some(&first.later(number).to_string()));
        let expected = known.outlook().ok().map(|outlook| (outlook.change_per_year, outlook.volatility_per_year));
        let estimate = dated.estimates[number as usize].map(|estimate| (estimate.change, estimate.volatility));
        assert_eq!(estimate, expected, "{}", first.later(number));
        found += usize::from(estimate.is_some());
    }
    assert!(found > 2, "{found}");
}

#[test]
fn what_cannot_be_tested_is_refused() {
    let of = |option: &str| vec![dated(option, prices("2024-01", &["4", "2"]))];
    let refused = |text: &str, option: &str| tested(text, of(option), 1).unwrap_err().to_string();
    assert_eq!(refused(THREE, "rent.clod"), "there is no option `rent.clod`; did you mean `rent.cloud`?");
    assert_eq!(
        refused(THREE, "own.lab"),
        "`own.lab` is not a rented option, so it has no hourly price to replace; rented options: rent.cloud"
    );
    // times two accelerators it is beyond every number
    let large = vec![dated("rent.cloud", prices("2024-01", &["79228162514264337593543950335", "1"]))];
    let instances = THREE
        .replace("accelerators_per_instance: 1", "accelerators_per_instance: 2")
        .replace("on_demand_per_accelerator_hour", "on_demand_per_instance_hour");
    assert!(matches!(tested(&instances, large, 1), Err(BacktestError::Refused { .. })));
    let ends = [("0001-01", "1"), ("9999-12", "1")].map(|(text, price)| (month(text), decimal(price)));
    assert!(PricesByMonth::of(ends.into_iter()).is_none());
    let path = THREE.replace("hour: 9 }", "hour: 9, price_path: [{ month: 2, per_accelerator_hour: 3 }] }");
    assert_eq!(
        refused(&path, "rent.cloud"),
        "`rent.cloud` has a `price_path`, which says nothing about other months; write `price_change_per_year` instead"
    );
    let monthly = THREE.replace("on_demand_per_accelerator_hour: 9", "dedicated_per_accelerator_month: 900");
    assert_eq!(
        refused(&monthly, "rent.cloud"),
        "`rent.cloud` has no on-demand price per hour to replace; name an option with `on_demand_per_accelerator_hour` or \
         `on_demand_per_instance_hour`"
    );
    assert_eq!(
        refused(&THREE.replace("USD", "EUR"), "rent.cloud"),
        "the scenario is not valid with the prices of 2024-01: `on_demand_per_accelerator_hour` is in USD, but there is no \
         exchange rate to EUR"
    );
    assert_eq!(
        tested(THREE, of("rent.cloud"), 3).unwrap_err().to_string(),
        "the series have fewer than 3 months in common, the least that must be observed from a decision on; lower `--least`, or \
         use longer series"
    );
}

#[test]
fn a_series_is_named_by_its_words() {
    let of = history(None);
    let named = |text: &str| of.dated_option("rent.cloud", text, false).map(|dated| dated.series);
    assert_eq!(named("US-EAST-1 p5.48xlarge").unwrap(), "aws p5.48xlarge us-east-1");
    let ambiguous = named("aws us-east-1").unwrap_err().to_string();
    assert_eq!(
        ambiguous,
        "`aws us-east-1` fits 2 series; add words: `aws p5.48xlarge us-east-1`, `aws p5.4xlarge us-east-1`"
    );
    let unknown = named("aws p6").unwrap_err().to_string();
    assert!(unknown.starts_with("no on-demand series has the words `aws p6`; there are `"), "{unknown}");
    assert!(unknown.ends_with(" more"), "{unknown}");
}

#[test]
fn mistakes_on_the_command_line_are_reported() {
    let series = ["--series", "rent.aws-p5=aws p5.48xlarge us-east-1"];
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let all = ["backtest", "scenarios/serving-8xh100.yaml", "--history", "history/prices.csv"];
    let unnamed = run(folder, &[&all[..], &series].concat());
    assert_eq!(unnamed.status, 2);
    assert_eq!(unnamed.errors, "error: `rent.aws-p5` names no accelerator; add `--accelerator H100`\n");
    let unknown = run(folder, &[&all[..], &["--series", "rent.aws=aws"]].concat());
    assert_eq!(unknown.errors, "error: there is no option `rent.aws`; available options: rent.aws-p5\n");
    let twice = run(folder, &[&all[..], &["--accelerator", "H100"], &series, &series].concat());
    assert_eq!(twice.errors, "error: `rent.aws-p5` has two series; name one\n");
}

/// `| 10 % | 22 of 24 | 3 | … |` in docs/guide/knowing-prices.md.
#[test]
fn the_guide_shows_the_results_of_the_shipped_history() {
    let guide = text_of("docs/guide/knowing-prices.md");
    let table = guide.split_once("| utilization | to own | held |").unwrap().1;
    let text = text_of("scenarios/serving-8xh100.yaml");
    let mut rows = 0;
    for row in table.lines().skip(2).take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let utilization = format!("utilization: {}", cells[0].replace(' ', ""));
        let of = history(None).dated_option("rent.aws-p5", "aws p5.48xlarge", false).unwrap();
        let found = tested(&text.replace("utilization: 65%", &utilization), vec![of], 13).unwrap();
        let stated = &found.outlooks[0];
        let [mean, worst] = [stated.mean_regret, stated.worst_regret].map(|amount| Decimal::from(amount.unwrap()));
        let thousands = |amount: Decimal| match (amount / decimal("1000")).round() {
            none if none.is_zero() => "0".to_owned(),
            some => format!("USD {some} k"),
        };
        let expected = [
            format!("{} of {}", stated.own, stated.decisions),
            stated.held.to_string(),
            thousands(mean),
            thousands(worst),
        ];
        assert_eq!(cells[1..], expected, "{row}");
        rows += 1;
    }
    assert_eq!(rows, 6);
}
