//! Work in tokens against the same work in units of output: requests, rates and prices of tokens must give the figures of
//! the units, relative rates and blended prices that follow from them on paper.

use crate::support::{answered, decimal};
use rackrent::analysis::statement::Comparison;
use rust_decimal::Decimal;

/// Requests of a workload: how many million a month, and the tokens of each.
struct Requests {
    millions: &'static str,
    input: &'static str,
    output: &'static str,
    cached: &'static str,
}

/// A chat and a batch; every share of tokens and every rate below is a finite decimal.
const CASES: [[Requests; 2]; 3] = [
    [
        Requests { millions: "4", input: "900", output: "100", cached: "0" },
        Requests { millions: "2.25", input: "600", output: "400", cached: "0.5" },
    ],
    [
        Requests { millions: "40", input: "750", output: "250", cached: "0.4" },
        Requests { millions: "0.5625", input: "3200", output: "800", cached: "0.25" },
    ],
    [
        Requests { millions: "11", input: "7500", output: "500", cached: "0.8" },
        Requests { millions: "1.125", input: "1900", output: "100", cached: "0" },
    ],
];

/// Tokens per second of an accelerator of each option, for the chat and the batch.
const RATES: [[&str; 2]; 2] = [["4000", "5000"], ["2000", "8000"]];
/// Prices of a million tokens: read, read from the cache, written.
const PRICES: [&str; 3] = ["0.60", "0.06", "1.70"];

fn scenario(chat: &str, batch: &str, [own, rent]: [&str; 2], endpoint: &str) -> String {
    format!(
        "
name: Tokens
currency: USD
horizon_months: 30
discount_rate: 8%
demand:
  growth_per_year: 20%
  workloads:
    chat: {{ kind: realtime_inference, profile: business_hours, headroom: 15%, {chat} }}
    batch: {{ kind: batch_inference, stalled_share: 20%, {batch} }}
own:
  fleet:
    {own}
    node: {{ price: 250_000, accelerators: 8 }}
    useful_life_months: 48
    residual_value: 10%
rent:
  cloud: {{ accelerators_per_instance: 4, on_demand_per_accelerator_hour: 3.10, {rent} }}
  api: {{ discount: 10%, price_change_per_year: -12%, {endpoint} }}
"
    )
}

fn in_tokens([chat, batch]: &[Requests; 2], cached_price: bool) -> String {
    let tokens = |of: &Requests| {
        let requests = decimal(of.millions) * Decimal::from(1_000_000);
        let Requests { input, output, cached, .. } = of;
        format!("tokens: {{ requests_per_month: {requests}, input: {input}, output: {output}, cached: {cached} }}")
    };
    let rates = RATES.map(|[chat, batch]| {
        format!(
            "token_throughput: {{ chat: {{ tokens_per_second: {chat} }}, batch: {{ tokens_per_second: {batch} }} }}"
        )
    });
    let [input, cached, output] = PRICES;
    let cached = if cached_price { format!("cached_input: {cached}, ") } else { String::new() };
    let prices = format!("price_per_million_tokens: {{ input: {input}, {cached}output: {output} }}");
    scenario(&tokens(chat), &tokens(batch), [&rates[0], &rates[1]], &prices)
}

/// The same in units of a million tokens, at the rate of the fleet's accelerators; the batch without a profile is a pool of
/// accelerator-hours at work.
fn in_units(requests: &[Requests; 2]) -> String {
    let per_hour = |rate: &str| decimal(rate) * Decimal::from(3_600) / Decimal::from(1_000_000);
    let units = |of: &Requests| decimal(of.millions) * (decimal(of.input) + decimal(of.output));
    let [chat, batch] = [0, 1].map(|at| (units(&requests[at]), per_hour(RATES[0][at])));
    let unit = |rate: Decimal| format!("unit: {{ name: 1M tokens, per_accelerator_hour: {rate} }}");
    // a fifth of the hours at work waits for data
    let hours = batch.0 / batch.1 / decimal("0.8");
    let relative = |at: usize| decimal(RATES[1][at]) / decimal(RATES[0][at]);
    let rates = format!("relative_throughput: {{ chat: {}, batch: {} }}", relative(0), relative(1));
    let own = "relative_throughput: { chat: 1, batch: 1 }";
    scenario(
        &format!("units_per_month: {}, {}", chat.0, unit(chat.1)),
        &format!("accelerator_hours_per_month: {hours}, {}", unit(batch.1)),
        [own, &rates],
        "price_per_unit: 1",
    )
}

/// Charge of the API over the horizon: every month's tokens by their price, growth on the anniversaries, less a discount
/// of a tenth, at prices that fall by 12 % a year.
fn charged(requests: &[Requests; 2], cached_price: bool) -> Decimal {
    let [input, cached, output] = PRICES.map(decimal);
    let cached = if cached_price { cached } else { input };
    let a_month = |of: &Requests| {
        let share = decimal(of.cached);
        let read = decimal(of.input) * ((Decimal::ONE - share) * input + share * cached);
        decimal(of.millions) * (read + decimal(of.output) * output)
    };
    let first: Decimal = requests.iter().map(a_month).sum();
    let years = [(12, "1"), (12, "1.056"), (6, "1.115136")];
    years.iter().map(|(months, factor)| first * decimal("0.9") * Decimal::from(*months) * decimal(factor)).sum()
}

#[test]
fn tokens_give_the_figures_of_the_units_that_follow_from_them() {
    for requests in &CASES {
        let comparison = |text: &str| answered(text).comparison;
        let (tokens, units) = (comparison(&in_tokens(requests, true)), comparison(&in_units(requests)));
        let option = |comparison: &Comparison, at: usize| {
            let option = &comparison.options[at];
            let digits = |ratio: Option<rackrent::amount::Ratio>| ratio.map(|ratio| ratio.round_dp(9));
            (*option.total, *option.present_value, digits(option.utilization), option.nodes)
        };
        for at in [0, 1] {
            assert_eq!(option(&tokens, at), option(&units, at));
        }
        let useful = |comparison: &Comparison| -> Vec<Decimal> {
            comparison.workloads.iter().map(|workload| workload.useful_hours.round_dp(6)).collect()
        };
        assert_eq!(useful(&tokens), useful(&units));
        let factor = |comparison: &Comparison| -> Vec<Decimal> {
            let factors = comparison.pairs[0].break_even.points.iter();
            factors.map(|point| point.factor.round_dp(6)).collect()
        };
        assert_eq!(factor(&tokens), factor(&units));
    }
}

#[test]
fn an_endpoint_charges_every_kind_of_token() {
    for requests in &CASES {
        for cached_price in [true, false] {
            let comparison = answered(&in_tokens(requests, cached_price)).comparison;
            assert_eq!(*comparison.options[2].total, charged(requests, cached_price).round_dp(2));
        }
    }
}

/// A folder with a scenario, `a.yaml`, and a price list, `o.csv`.
fn with_offers(scenario: &str, offers: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.yaml"), scenario).unwrap();
    std::fs::write(folder.path().join("o.csv"), offers).unwrap();
    folder
}

/// A request takes one second of an H100 and half of one of a B200: 3,600,000 requests in a month of 500 hours keep two H100s
/// or one B200 busy all the time.
#[test]
fn an_offer_has_the_token_rate_of_its_accelerators() {
    let scenario = "
name: Offers
currency: USD
horizon_months: 1
hours_per_month: 500
discount_rate: 0%
demand:
  workloads:
    chat: { kind: realtime_inference, tokens: { requests_per_month: 3_600_000, input: 900, output: 100 } }
rent:
  hopper:
    accelerator: H100 SXM
    accelerators_per_instance: 1
    token_throughput: { chat: { tokens_per_second: 1_000 } }
    on_demand_per_accelerator_hour: 5
  blackwell:
    accelerator: B200
    accelerators_per_instance: 1
    token_throughput: { chat: { tokens_per_second: 2_000 } }
    on_demand_per_accelerator_hour: 9
";
    let offers = "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour,as_of,source
alpha,one,H100 SXM,1,USD,2,2026-11-01,a list
beta,one,B200,1,USD,3,2026-11-01,a list
";
    let folder = with_offers(scenario, offers);
    for like in ["rent.hopper", "rent.blackwell"] {
        let arguments = ["scan", "a.yaml", "--offers", "o.csv", "--like", like, "--format", "json"];
        let report = crate::support::program::run(folder.path(), &arguments).report();
        let found: Vec<(String, String)> = report["ranked"]
            .as_array()
            .unwrap()
            .iter()
            .map(|offer| {
                let text = |key: &str| offer[key].as_str().unwrap().to_owned();
                (text("provider"), text("present_value"))
            })
            .collect();
        // two H100s at 2, one B200 at 3, for 500 hours each
        assert_eq!(found, [("beta".into(), "1500.00".into()), ("alpha".into(), "2000.00".into())], "{like}");
    }
}

/// Warm capacity is counted in the reference accelerator, the first with a rate, also where a plan or a scan leaves it out. 10
/// of it are 40 of the cloud's, 5 instances at 20 an hour: 100 · 500 · 12 = 600,000.
#[test]
fn plans_and_scans_keep_the_reference_accelerator() {
    let scenario = "
name: Warm
currency: USD
horizon_months: 12
hours_per_month: 500
discount_rate: 0%
demand:
  workloads:
    chat:
      kind: realtime_inference
      tokens: { requests_per_month: 3_600_000, input: 900, output: 100 }
      profile: flat
      warm_accelerators: 10
own:
  fleet:
    accelerator: B200
    token_throughput: { chat: { tokens_per_second: 4_000 } }
    node: { price: 900_000, accelerators: 4 }
    useful_life_months: 12
    value_at_horizon: none
rent:
  cloud:
    accelerator: H100 SXM
    accelerators_per_instance: 8
    relative_throughput: 0.25
    on_demand_per_instance_hour: 20
";
    let offers = "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour,as_of,source
alpha,eight,H100 SXM,8,USD,20,2026-11-01,a list
";
    let folder = with_offers(scenario, offers);
    let report = |arguments: &[&str]| crate::support::program::run(folder.path(), arguments).report();
    let compared = report(&["compare", "a.yaml", "--format", "json"]);
    assert_eq!(compared["options"][1]["present_value"], "600000.00");
    let planned = crate::support::program::run(folder.path(), &["plan", "a.yaml"]).output;
    let rented = planned.lines().find(|line| line.contains("all rented, no commitments")).unwrap();
    assert!(rented.contains("600,000.00"), "{planned}");
    let scanned = report(&["scan", "a.yaml", "--offers", "o.csv", "--format", "json"]);
    assert_eq!(scanned["ranked"][0]["present_value"], "600000.00");
}
