//! Self-hosting against an API by the token: calculators and a provider's own account of a day.

use super::{decimal, line, near, option, run};
use crate::support::program;
use rackrent::amount::Ratio;
use rackrent::analysis::Answer;
use rackrent::model::CostGroup;
use rust_decimal::Decimal;
use serde_json::Value;
use std::path::Path;

/// Cost of an option a month.
fn a_month(answer: &Answer, name: &str) -> Decimal {
    *option(answer, name).total / Decimal::from(answer.comparison.header.horizon_months)
}

/// Cost of a million tokens.
fn per_million(answer: &Answer, name: &str) -> Decimal {
    option(answer, name).per_unit.map(Ratio::into).unwrap()
}

/// Pair of the two rented options: its outcome, the demands at which the cheaper one changes, in multiples of the plan, and
/// the winners between them.
fn rented_pair(name: &str, settings: &[&str]) -> (String, Vec<Decimal>, Vec<String>) {
    let file = format!("tests/published/{name}.yaml");
    let arguments = ["compare", &file, "--pairs", "all", "--format", "json"].into_iter();
    let arguments: Vec<&str> = arguments.chain(settings.iter().flat_map(|setting| ["--set", *setting])).collect();
    let report = program::run(Path::new("."), &arguments).report();
    let is_rented =
        |pair: &&Value| ["first", "second"].iter().all(|side| pair[side].as_str().unwrap().starts_with("rent."));
    let found = &report["pairs"].as_array().unwrap().iter().find(is_rented).unwrap()["break_even"];
    let factors = found["demand_factor"].as_array().unwrap().iter().map(|factor| decimal(&factor.to_string()));
    let wins = found["wins"].as_array().unwrap().iter().map(|wins| wins.as_str().unwrap().to_owned());
    (found["outcome"].as_str().unwrap().to_owned(), factors.collect(), wins.collect())
}

/// `ConfigIQ`'s audit: cost of each path at four volumes.
#[test]
fn configiq_costs_by_volume() {
    let cases = [
        ("1", "1.40", "200", "400"),
        ("40.5", "56.70", "200", "400"),
        ("80.19", "112.266", "200", "400"),
        ("81.000001", "113.4000014", "400", "800"),
    ];
    for (millions, hosted, rented, purchased) in cases {
        let millions = format!("demand.workloads.requests.tokens.millions_per_month={millions}");
        let answer = run("tokens-audit", &[&millions]);
        near(&millions, a_month(&answer, "rent.hosted"), hosted, "0.005");
        near(&millions, a_month(&answer, "rent.instance"), rented, "0.005");
        near(&millions, a_month(&answer, "own.server"), purchased, "0.005");
    }
}

/// `ConfigIQ`'s audit: renting at 1 an hour and 30 a month is first cheaper than the API at 235,714,286 tokens, on the third
/// instance. It stops at the first crossing; the fourth instance makes the API cheaper again.
#[test]
fn configiq_first_crossing() {
    let settings = [
        "demand.workloads.requests.tokens.millions_per_month=100",
        "rent.instance.on_demand_per_instance_hour=1",
        "rent.instance.operating.infrastructure.per_month=30",
    ];
    let (_, factors, wins) = rented_pair("tokens-audit", &settings);
    let tokens = (factors[0] * Decimal::from(100_000_000)).ceil();
    assert_eq!(tokens, decimal("235714286"));
    assert_eq!(wins[..3], ["first", "second", "first"]);
    near("fourth instance, million tokens", factors[1] * Decimal::ONE_HUNDRED, "243", "0.000001");
}

/// `ConfigIQ`'s walkthrough: 360 and 270 of usage, 900 of operations, 416.67 of implementation; 0.78 a million tokens.
#[test]
fn configiq_hosted_walkthrough() {
    let answer = run("tokens-hosted", &[]);
    let months = Decimal::from(36);
    near("token usage", line(&answer, "rent.deepinfra", CostGroup::Usage, "endpoint") / months, "630", "0.005");
    near("operations", line(&answer, "rent.deepinfra", CostGroup::Operating, "operations") / months, "900", "0.005");
    near("full TCO", a_month(&answer, "rent.deepinfra"), "1946.67", "0.005");
    near("effective cost", per_million(&answer, "rent.deepinfra"), "0.779", "0.0005");
}

/// `DeepSeek`'s day: 562,027 at the prices of R1 and 87,072 for 226.75 nodes on average. The token counts are published in whole
/// billions and the rates in hundreds, and whole nodes are rented.
#[test]
fn deepseek_day() {
    let answer = run("tokens-deepseek", &[]);
    near("revenue", *option(&answer, "rent.r1-prices").total, "562027", "100");
    let nodes = *answer.comparison.workloads[0].mean / Decimal::from(8);
    near("nodes on average", nodes, "226.75", "0.25");
    near("cost of the day", *option(&answer, "rent.nodes").total, "87072", "100");
}

/// induwara.lk: 110.00 against 998.46 a month, and equal at 1.45 billion tokens a month.
#[test]
fn induwara_always_on() {
    let answer = run("tokens-always-on", &[]);
    near("API", a_month(&answer, "rent.api"), "110.00", "0.005");
    near("self-hosted", a_month(&answer, "rent.accelerator"), "998.46", "0.005");
    let (_, factors, wins) = rented_pair("tokens-always-on", &[]);
    near("break-even, billion tokens", factors[0] * decimal("0.16"), "1.45", "0.005");
    assert_eq!(wins, ["first", "second"]);
}

/// forg.pro: one replica for 3,650 against 45 at 100 million tokens, 36.50 a million. Its break-even, 8,111.1 million tokens,
/// divides the cost of one replica by the price; but one replica has 126.1 million, and every further one costs as much, so
/// the API is cheaper at every demand.
#[test]
fn forg_replicas() {
    let answer = run("tokens-replicas", &[]);
    near("self-hosted", a_month(&answer, "rent.replicas"), "3650.00", "0.005");
    near("API", a_month(&answer, "rent.api"), "45.00", "0.005");
    near("per million", per_million(&answer, "rent.replicas"), "36.50", "0.005");
    let one = a_month(&answer, "rent.replicas") / per_million(&answer, "rent.api");
    near("one replica by the price, million tokens", one, "8111.1", "0.05");
    let full = run("tokens-replicas", &["demand.workloads.service.tokens.millions_per_month=126.144"]);
    near("full replica", a_month(&full, "rent.replicas"), "3650.00", "0.005");
    let more = run("tokens-replicas", &["demand.workloads.service.tokens.millions_per_month=126.145"]);
    near("a second replica", a_month(&more, "rent.replicas"), "7300.00", "0.005");
    assert_eq!(rented_pair("tokens-replicas", &[]).0, "always_first");
}

/// llmtco.com: 1.50 an hour at 2,000 tokens/s and full use is 0.21 a million; 320 a month against 3 a million is equal at
/// 106.7 million tokens.
#[test]
fn llmtco_rates() {
    let settings = [
        "demand.workloads.service.tokens.millions_per_month=5253.12",
        "rent.accelerator.on_demand_per_accelerator_hour=1.5",
        "rent.accelerator.token_throughput.service.tokens_per_second=2000",
    ];
    near("full use", per_million(&run("tokens-always-on", &settings), "rent.accelerator"), "0.21", "0.005");
    let fixed = decimal("320") / decimal("729.6");
    let fixed = format!("rent.accelerator.on_demand_per_accelerator_hour={}", fixed.round_dp(20));
    let settings =
        [fixed.as_str(), "rent.api.price_per_million_tokens.input=3", "rent.api.price_per_million_tokens.output=3"];
    let (_, factors, _) = rented_pair("tokens-always-on", &settings);
    near("break-even, million tokens", factors[0] * decimal("160"), "106.7", "0.05");
}

/// Manning, Rearchitecting LLMs, section 12.9: an accelerator at 2.50 an hour and an API at 0.004 a request cost the same at 625
/// requests an hour; at 2,950, with 4.2 % of them sent to the API as well, a request costs 0.001015. A request has 1,000 tokens
/// here, so a million tokens are 1,000 requests.
#[test]
fn manning_requests() {
    let of_price = [
        "rent.accelerator.on_demand_per_accelerator_hour=2.5",
        "rent.accelerator.token_throughput.service.tokens_per_second=2000",
        "rent.api.price_per_million_tokens.input=4",
        "rent.api.price_per_million_tokens.output=4",
    ];
    let (_, factors, wins) = rented_pair("tokens-always-on", &of_price);
    let thousands_an_hour = factors[0] * decimal("160") / decimal("729.6");
    near("break-even, requests an hour", thousands_an_hour * Decimal::ONE_THOUSAND, "625", "0.0001");
    assert_eq!(wins, ["first", "second"]);
    let at_work = format!("demand.workloads.service.tokens.millions_per_month={}", decimal("2.95") * decimal("729.6"));
    let answer = run("tokens-always-on", &[of_price.as_slice(), &[&at_work]].concat());
    let escalated = decimal("0.042") * per_million(&answer, "rent.api");
    let a_request = (per_million(&answer, "rent.accelerator") + escalated) / Decimal::ONE_THOUSAND;
    near("cost of a request", a_request, "0.001015", "0.000001");
}
