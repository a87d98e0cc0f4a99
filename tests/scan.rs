//! Offers of price lists as options of a scenario: hand calculations, comparison with every mix of every offer, and results
//! pasted into their scenarios.

use crate::support::program::run;
use crate::support::{answered_as, decimal as d, option, read_as, scenarios_in, text_of};
use rackrent::analysis::BudgetMultiple;
use rackrent::catalog::{ListRequest, OLD_AFTER_DAYS, Offer, PriceList, catalog_offers, read_list};
use rackrent::scan::{MixFound, NotScanned, RankedOffer, Scan, ScanRequest, ThroughputArgument, scan};
use rackrent::variation::Variation;
use rust_decimal::Decimal;
use serde_json::{Value, json};
use std::fs;
use std::num::NonZeroUsize;
use std::path::Path;

/// Twelve months of 100 hours, no discounting, and four accelerators for half of the hours: 600 hours. Offers follow
/// `cloud`: a tenth more on-demand hours than used, a tenth of the bill for support, 100 once. Its discount does not apply
/// to them.
const HALF_BUSY: &str = "
name: Half of the hours
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand: { accelerators: 4, utilization: 50% }
rent:
  cloud:
    accelerator: H100 SXM
    accelerators_per_instance: 4
    on_demand_per_instance_hour: 12
    discount: 50%
    idle_overhead: 10%
    operating: { support: { share_of_bill: 10% } }
    one_off: { migration: 100 }
";

/// Prices by hand, each with support and 100 once:
///
/// - gamma commits one instance for 1,200 hours at 3.00, without idle hours: 3,600 · 1.1 + 100 = 4,060; on demand it would
///   be 600 · 1.1 · 20 = 13,200.
/// - delta takes one instance of eight: 600 · 1.1 · 6 = 3,960, · 1.1 + 100 = 4,456.
/// - beta takes four instances of one: 2,400 · 1.1 · 1.80 = 4,752, · 1.1 + 100 = 5,327.20.
/// - alpha: 600 · 1.1 · 8 = 5,280, · 1.1 + 100 = 5,908, in two regions.
/// - epsilon is twice as fast: two instances of one, 1,200 · 1.1 · 2.90 = 3,828, · 1.1 + 100 = 4,310.80.
const OFFERS: &str = "\
provider,instance,region,accelerator,accelerators,currency,on_demand_per_instance_hour,spot_per_instance_hour,committed_1_year_per_instance_hour,committed_3_years_per_instance_hour,as_of,source
alpha,four,east,H100 SXM,4,USD,8,,,,2026-11-01,
alpha,four,west,H100 SXM,4,USD,8,,,,2026-11-01,
beta,one,,H100-80GB-SXM5,1,USD,1.80,0.9,,,,
gamma,four,any,H100 SXM,4,USD,20,,3,1,2026-11-02,quote G-7
delta,eight,east,NVIDIA H100,8,USD,6,,,,,
epsilon,one,east,H200,1,USD,2.90,,,,,
zeta,half,east,H100 SXM,0.5,USD,1,,,,,
eta,four,east,H100 SXM,4,GBP,1,,,,,
theta,four,east,H100 SXM,4,USD,,1,,,,
";

fn list(text: &str) -> (Vec<PriceList>, Vec<Offer>) {
    let mut offers = Vec::new();
    let request = ListRequest { number: 0, name: "offers.csv", path: "offers.csv", as_of: None };
    let list = read_list(&mut text.as_bytes(), request, &mut |offer| offers.push(offer)).unwrap();
    (vec![list], offers)
}

fn request(factors: &[&str]) -> ScanRequest {
    ScanRequest {
        like: None,
        factors: factors.iter().map(|factor| ThroughputArgument::parse(factor).unwrap()).collect(),
        top: NonZeroUsize::new(100).unwrap(),
        effort: BudgetMultiple::USUAL,
        today: None,
        max_price_age_days: OLD_AFTER_DAYS,
        max_age: None,
    }
}

fn scanned(text: &str, offers: &str, request: &ScanRequest) -> Scan {
    let (loaded, traces) = read_as("scenario.yaml", text);
    let (lists, offers) = list(offers);
    scan((&loaded, &traces), (&lists, offers), request).unwrap()
}

/// Ranked options, with their cost.
fn ranking(scan: &Scan) -> Vec<(String, Decimal)> {
    let ranked = scan.ranked.iter();
    ranked.map(|offer| (offer.provider.clone().unwrap(), *offer.present_value)).collect()
}

fn expected(ranked: &[(&str, &str)]) -> Vec<(String, Decimal)> {
    ranked.iter().map(|(name, amount)| ((*name).to_owned(), d(amount))).collect()
}

#[test]
fn offers_agree_with_hand_calculations() {
    let scan = scanned(HALF_BUSY, OFFERS, &request(&["H200=2"]));
    let by_hand =
        [("gamma", "4060"), ("epsilon", "4310.80"), ("delta", "4456"), ("beta", "5327.20"), ("alpha", "5908")];
    assert_eq!(ranking(&scan), expected(&by_hand));
    let ranks: Vec<u32> = scan.ranked.iter().map(|offer| offer.rank).collect();
    assert_eq!(ranks, [1, 2, 3, 4, 5]);
    let gamma = &scan.ranked[0];
    let committed: Vec<(u32, u32)> = gamma.commitments.iter().map(|one| (one.months, one.instances)).collect();
    // three years do not end within the horizon, however low the price
    assert_eq!((committed, gamma.regions.len(), gamma.line), (vec![(12, 1)], 0, Some(5)));
    assert_eq!(scan.ranked[4].regions, ["east", "west"]);
    assert!(scan.ranked[1..].iter().all(|offer| offer.commitments.is_empty()));
    // nine rows, six of them evaluated; cloud: 600 · 1.1 · 6 = 3,960, · 1.1 + 100 = 4,456
    assert_eq!((scan.offers, scan.evaluated), (9, 6));
    let winner = scan.winner.unwrap();
    assert_eq!((winner.option.as_str(), *winner.present_value), ("rent.cloud", d("4456")));
    assert_eq!(winner.saving.map(Decimal::from), Some(d("396")));
}

#[test]
fn offers_left_out_are_counted_with_their_reasons() {
    let scan = scanned(HALF_BUSY, OFFERS, &request(&[]));
    let printed = serde_json::to_value(&scan.left_out).unwrap();
    let printed: Vec<Value> =
        printed.as_array().unwrap().iter().map(|why| json!([why["reason"], why["offers"]])).collect();
    let expected = [
        json!(["slice", 1]),
        json!(["no_exchange_rate", 1]),
        json!(["no_price_on_demand", 1]),
        json!(["throughput_unknown", 1]),
    ];
    for reason in &expected {
        assert!(printed.contains(reason), "{printed:?} has not {reason}");
    }
    assert_eq!(printed.len(), expected.len());
    // evaluated and rejected offers add up to all offers read
    let left_out: u32 = scan.left_out.iter().map(|why| why.offers).sum();
    assert_eq!(scan.evaluated + left_out, scan.offers);
}

/// A specific name takes precedence over a general one, in any order, and both over options.
#[test]
fn a_more_specific_throughput_takes_precedence() {
    let offers = "\
provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour
any,four,H100,4,USD,8
card,four,H100 PCIe,4,USD,8
module,four,H100 SXM,4,USD,8
";
    for factors in [["H100=0.75", "H100 PCIe=0.5"], ["H100 PCIe=0.5", "H100=0.75"]] {
        let scan = scanned(HALF_BUSY, offers, &request(&factors));
        let of = |offer: &RankedOffer| (offer.accelerator.clone(), offer.throughput.relative_throughput.clone());
        let factors: Vec<(String, String)> = scan.ranked.iter().map(of).collect();
        let expected = [("H100", "0.75"), ("H100-80GB-SXM5", "0.75"), ("H100-80GB-PCIe", "0.5")];
        for (accelerator, factor) in expected {
            assert!(factors.contains(&(accelerator.to_owned(), factor.to_owned())), "{factors:?}");
        }
    }
    let (loaded, traces) = read_as("scenario.yaml", HALF_BUSY);
    let (lists, offers) = list(OFFERS);
    let twice = |one, other| scan((&loaded, &traces), (&lists, offers.clone()), &request(&[one, other]));
    let contradict = NotScanned::Contradicting("H200=1.4".to_owned(), "h200=2".to_owned());
    assert_eq!(twice("H200=1.4", "h200=2").unwrap_err(), contradict);
    assert!(twice("H200=2", "H200=2.0").is_ok());
}

/// A factor for accelerators without offers is reported, with suggestions.
#[test]
fn an_unused_throughput_is_reported() {
    let scan = scanned(HALF_BUSY, OFFERS, &request(&["H200=2", "H20=3", "MI300X=1"]));
    let unused = serde_json::to_value(&scan.throughputs_of_no_offer).unwrap();
    let expected = json!([{ "accelerator": "H20", "near": "H200" }, { "accelerator": "MI300X", "near": null }]);
    assert_eq!(unused, expected);
}

/// Lists use 0 for an unknown price; such an offer is not the cheapest.
#[test]
fn an_offer_with_a_price_of_zero_is_left_out() {
    let header = OFFERS.lines().next().unwrap();
    let offers = format!(
        "{header}\na,four,,H100 SXM,4,USD,0,,,,,\nb,four,,H100 SXM,4,USD,8,,0.00,,,\nc,four,,H100 SXM,4,USD,8,,,,,\n"
    );
    let scan = scanned(HALF_BUSY, &offers, &request(&[]));
    assert_eq!(ranking(&scan), expected(&[("c", "5908")]));
    let left_out = serde_json::to_value(&scan.left_out).unwrap();
    assert_eq!((&left_out[0]["reason"], &left_out[0]["offers"]), (&json!("price_of_zero"), &json!(2)));
}

/// A reason whose numbers differ between offers is given for the first, and an equal one for each.
#[test]
fn a_reason_says_whether_it_applies_to_each_offer() {
    let folder = tempfile::tempdir().unwrap();
    let text = HALF_BUSY.replace("rent:", "requires: { location: [north] }\nrent:");
    fs::write(folder.path().join("a.yaml"), text).unwrap();
    let printed = |regions: [&str; 2]| {
        let row = |region: &str| format!("a,four,{region},H100 SXM,4,USD,8,,,,,\n");
        let rows: String = regions.map(row).concat();
        fs::write(folder.path().join("o.csv"), format!("{}\n{rows}", OFFERS.lines().next().unwrap())).unwrap();
        let output = run(folder.path(), &["scan", "a.yaml", "--offers", "o.csv", "--format", "text"]).output;
        output.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (differ, same) = (printed(["east", "west"]), printed(["east", "east"]));
    assert!(differ.contains("2 offers, the first of them: it is in east"), "{differ}");
    assert!(same.contains("2 offers, each: it is in east"), "{same}");
}

/// Requirements of an option apply to offers: 80 GB are not 100, and only one region is allowed.
#[test]
fn offers_must_meet_the_requirements_of_the_scenario() {
    let requiring =
        |requires: &str| scanned(&format!("{HALF_BUSY}requires: {requires}\n"), OFFERS, &request(&["H200=2"]));
    let providers = |scan: &Scan| ranking(scan).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    assert_eq!(providers(&requiring("{ location: [west] }")), ["alpha"]);
    assert_eq!(requiring("{ location: [west] }").ranked[0].regions, ["west"]);
    assert_eq!(providers(&requiring("{ accelerator_memory_gib: 100 }")), ["epsilon"]);
    // `cloud` has no features, and neither does an offer that follows it
    let scan = requiring("{ features: [infiniband] }");
    assert!(scan.ranked.is_empty());
    assert_eq!(serde_json::to_value(&scan.left_out[0]).unwrap()["reason"], "requires");
    let text = HALF_BUSY.replace("discount: 50%", "features: [infiniband]");
    let scan = scanned(&format!("{text}requires: {{ features: [infiniband] }}\n"), OFFERS, &request(&[]));
    assert_eq!(providers(&scan), ["gamma", "delta", "beta", "alpha"]);
}

/// In euros at 0.50 a dollar: all hourly rents are half, 100 once stays. gamma: 1,800 · 1.1 + 100 = 2,080. A price in pounds
/// counts if they have a rate: eta is 600 · 1.1 · 1 · 2 = 1,320, · 1.1 + 100 = 1,552.
#[test]
fn prices_are_converted_at_the_rates_of_the_scenario() {
    let euros = HALF_BUSY.replace("currency: USD", "currency: EUR\nexchange_rates: { USD: 0.5, GBP: 2 }");
    let scan = scanned(&euros, OFFERS, &request(&[]));
    assert_eq!(ranking(&scan)[..2], expected(&[("eta", "1552"), ("gamma", "2080")]));
    // of one shape in dollars, which are half: iota at 4.20 is 600 · 1.1 · 4.20 / 2 = 1,386, · 1.1 + 100 = 1,624.60, behind eta
    let more = format!("{OFFERS}iota,four,east,H100 SXM,4,USD,4.20,,,,,\nkappa,four,east,H100 SXM,4,USD,9,,,,,\n");
    let few = ScanRequest { top: NonZeroUsize::new(2).unwrap(), ..request(&[]) };
    assert_eq!(ranking(&scanned(&euros, &more, &few)), expected(&[("eta", "1552"), ("iota", "1624.60")]));
}

/// Training for 600 accelerator-hours a month on four accelerators: 150 instance-hours of four, 1,800 in the year. Spot at 2
/// costs 3,600 without interruptions; at 9 it is not worth it: on demand at 8 it is 14,400. gpuhunt has a row for each
/// price.
#[test]
fn spot_is_used_if_interruptions_are_stated_and_it_costs_less() {
    let text = "
name: Training
currency: USD
horizon_months: 12
hours_per_month: 200
discount_rate: 0%
demand:
  workloads:
    train: { kind: training, accelerator_hours_per_month: 600 }
rent:
  cloud:
    accelerator: H100 SXM
    accelerators_per_instance: 4
    on_demand_per_instance_hour: 12
    spot: { discount: 50%, interruptions_per_month: 0 }
";
    let offers = "\
instance_name,location,price,cpu,memory,gpu_count,gpu_name,gpu_memory,spot
four,east,8,,,4,H100,80,False
four,east,2,,,4,H100,80,True
four,west,8,,,4,H100,80,False
four,west,9,,,4,H100,80,True
";
    let scan = scanned(text, offers, &request(&[]));
    let printed: Vec<_> = scan.ranked.iter().map(|one| (one.regions.concat(), one.spot, *one.present_value)).collect();
    assert_eq!(printed, [("east".to_owned(), true, d("3600")), ("west".to_owned(), false, d("14400"))]);
    let scan =
        scanned(&text.replace("    spot: { discount: 50%, interruptions_per_month: 0 }\n", ""), offers, &request(&[]));
    assert!(scan.ranked.iter().all(|offer| !offer.spot && *offer.present_value == d("14400")));
}

const STEADY_WITH_PEAKS: &str = "
name: Steady load with peaks
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    steady: { kind: realtime_inference, accelerators: 16, utilization: 100% }
    peaks: { kind: realtime_inference, accelerators: 8, utilization: 25% }
own:
  hgx:
    accelerator: H100 SXM
    node: { price: 12_000, accelerators: 8 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
    burst_to: cloud
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 20 }
";

const OFFERS_FOR_PEAKS: &str = "\
provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour,committed_1_year_per_instance_hour
dear,eight,H100 SXM,8,USD,17,
yearly,eight,H100 SXM,8,USD,40,11
hourly,eight,H100 SXM,8,USD,16,
";

/// Sixteen accelerators all the time, eight more for a quarter of it, in months of 100 hours. A node of eight costs 1,000 a
/// month. On `hourly` 16 · 25 = 400 a month serve the peak: two nodes and that are 2,000 + 400, 28,800 in the year. On
/// `yearly` it costs 2 · 100 · 11 = 2,200 for the base and 25 · 40 = 1,000 for the peak, 38,400, and on `hourly` 200 · 16 +
/// 400 = 3,600, 43,200. `dear` costs more than `hourly` and is in no mix.
#[test]
fn the_cheapest_mix_can_use_another_offer_than_the_cheapest() {
    let scan = scanned(STEADY_WITH_PEAKS, OFFERS_FOR_PEAKS, &request(&[]));
    assert_eq!(ranking(&scan), expected(&[("yearly", "38400"), ("hourly", "43200"), ("dear", "45900")]));
    let MixFound::Cheaper { cheapest: mix } = &scan.mix else { panic!("{:?}", scan.mix) };
    assert_eq!((mix.provider.as_deref(), mix.plan.plan.nodes), (Some("hourly"), 2));
    assert_eq!(*mix.plan.plan.present_value, d("28800"));
}

/// The same with a cloud at 8: (200 + 25) · 8 · 12 = 21,600, which is less than any mix with an offer.
#[test]
fn a_mix_that_costs_more_than_the_winner_is_not_offered_to_paste() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), STEADY_WITH_PEAKS.replace("hour: 20", "hour: 8")).unwrap();
    fs::write(folder.path().join("dear.yaml"), STEADY_WITH_PEAKS).unwrap();
    fs::write(folder.path().join("o.csv"), OFFERS_FOR_PEAKS).unwrap();
    let printed = |file: &str| {
        let output = run(folder.path(), &["scan", file, "--offers", "o.csv", "--format", "text"]).output;
        output.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let cheap = printed("a.yaml");
    let mix = "Present value 28,800.00, 9,600.00 (25 %) below the cheapest offer alone, and 7,200.00 (25 %) above \
               rent.cloud, which wins in the base case.";
    assert!(cheap.contains(mix) && cheap.contains("It does not change the decision: rent.cloud"), "{cheap}");
    assert!(cheap.contains("Paste: rent: yearly-eight:") && !cheap.contains("own: hgx:"), "{cheap}");
    // at 20 the fleet of one node costs 12,000 + 125 · 20 · 12 = 42,000, and the mix is the answer
    let dear = printed("dear.yaml");
    let short = "A mix with owned nodes costs less than both: 9,600.00 (25 %) below the cheapest offer alone; see Mix.";
    assert!(dear.contains(short) && dear.contains("Used alone it is 3,600.00"), "{dear}");
    assert!(dear.contains("own: hgx:"), "{dear}");
    // the same two nodes in the base case, which burst to an offer at its price
    let equal = STEADY_WITH_PEAKS.replace("nodes: 1", "nodes: 2").replace("hour: 20", "hour: 16");
    fs::write(folder.path().join("equal.yaml"), equal).unwrap();
    let equal = printed("equal.yaml");
    assert!(equal.contains("offer alone, as much as own.hgx, which wins in the base case."), "{equal}");
}

fn put(into: &mut Value, part: Value) {
    match (into, part) {
        (Value::Object(into), Value::Object(part)) => {
            for (key, value) in part {
                put(into.entry(key).or_insert(Value::Null), value);
            }
        }
        (into, part) => *into = part,
    }
}

/// A scenario with a piece pasted in.
fn with(text: &str, piece: &str) -> String {
    let mut scenario: Value = serde_yaml::from_str(text).unwrap();
    put(&mut scenario, serde_yaml::from_str(piece).unwrap());
    serde_json::to_string(&scenario).unwrap()
}

/// Every example with the catalog rentals that can be committed to; H100s have the throughput of the reference unless given
/// otherwise. The cheapest rental of all would leave no reason to commit or own.
#[test]
fn a_pasted_offer_costs_the_same_to_the_cent() {
    let (mut tried, mut committed, mut mixed) = (0, 0, 0);
    for path in scenarios_in("scenarios") {
        let name = path.display().to_string();
        let text = text_of(&path);
        let (loaded, traces) = read_as(&name, &text);
        let offers = catalog_offers().filter(|offer| offer.per_hour.committed_3_years.is_some()).collect();
        let request = ScanRequest { top: NonZeroUsize::new(3).unwrap(), ..request(&["A100=0.4", "B200=2", "H100=1"]) };
        let scan = scan((&loaded, &traces), (&[], offers), &request).unwrap();
        for offer in &scan.ranked {
            let answer = answered_as(&name, &with(&text, &offer.yaml), &[]);
            let stated = option(&answer, offer.option.as_str());
            assert_eq!(
                (stated.present_value, stated.total),
                (offer.present_value, offer.total),
                "{name}: {}",
                offer.yaml
            );
            committed += usize::from(!offer.commitments.is_empty());
            tried += 1;
        }
        if let MixFound::Cheaper { cheapest: mix } = &scan.mix {
            let (plan, mut text) = (&mix.plan, with(&text, &mix.option_yaml));
            if plan.changes.iter().any(|change| change.path.ends_with(".purchases")) || plan.yaml.is_empty() {
                continue;
            }
            let mut scenario: Value = serde_yaml::from_str(&text).unwrap();
            scenario["own"][plan.own.name()].as_object_mut().unwrap().remove("burst_to");
            text = with(&scenario.to_string(), &plan.yaml);
            let answer = answered_as(&name, &text, &[]);
            assert_eq!(option(&answer, plan.own.as_str()).present_value, plan.plan.present_value, "{name}");
            mixed += 1;
        }
    }
    assert!(tried > 40 && committed > 3 && mixed > 1, "{tried} offers, {committed} with commitments, {mixed} mixes");
}

/// Offers with prices from a small, fixed set: each evaluated with every count of each commitment.
#[test]
fn the_ranking_agrees_with_an_exhaustive_search() {
    let text = HALF_BUSY
        .replace("horizon_months: 12", "horizon_months: 40")
        .replace("demand: { accelerators: 4, utilization: 50% }", "demand:\n  growth_per_year: -40%\n  workloads:\n    base: { kind: realtime_inference, accelerators: 5, utilization: 80% }\n    more: { kind: realtime_inference, accelerators: 4, utilization: 30% }")
        .replace("discount: 50%", "price_change_per_year: -8%")
        .replace("discount_rate: 0%", "discount_rate: 7%");
    let mut state: u32 = 7;
    let mut next = |of: u32| {
        state = state.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        (state >> 16) % of
    };
    let header = "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour,\
                  committed_1_year_per_instance_hour,committed_3_years_per_instance_hour";
    let mut rows = vec![header.to_owned()];
    let mut prices: Vec<(u32, [Option<u32>; 3])> = Vec::new();
    for number in 0..14 {
        let accelerators = [4, 8][next(2) as usize];
        let each = 100 + next(300);
        let less = |share: u32| each * share / 100 * accelerators;
        let one = (next(3) > 0).then(|| less(50 + next(60)));
        let three = (next(3) > 0).then(|| less(30 + next(60)));
        let cents =
            |price: Option<u32>| price.map(|price| Decimal::new(price.into(), 2).to_string()).unwrap_or_default();
        prices.push((accelerators, [Some(each * accelerators), one, three]));
        let [on_demand, one, three] = [Some(each * accelerators), one, three].map(cents);
        rows.push(format!("p{number},i,H100 SXM,{accelerators},USD,{on_demand},{one},{three}"));
    }
    let (loaded, traces) = read_as("scenario.yaml", &text);
    let mut every: Vec<(Decimal, usize)> = Vec::new();
    for (number, (accelerators, [on_demand, one, three])) in prices.iter().enumerate() {
        let cents = |price: &Option<u32>| price.map(|price| Decimal::new(price.into(), 2).to_string());
        let [on_demand, one, three] = [on_demand, one, three].map(cents);
        let path = "rent.cloud";
        // nine accelerators need three instances of four, and the demand falls later
        let counts = |price: &Option<String>| if price.is_some() { 0..=3 } else { 0..=0 };
        let mut least: Option<Decimal> = None;
        for (a, b) in counts(&one).flat_map(|a| counts(&three).map(move |b| (a, b))) {
            let part = |price: &Option<String>, months: u32, count: u32| {
                price.as_ref().map(|price| {
                    format!("c{months}: {{ instances: {count}, per_instance_hour: {price}, term_months: {months} }}")
                })
            };
            let commitments = [part(&one, 12, a), part(&three, 36, b)].into_iter().flatten();
            let commitments = format!("{{ {} }}", commitments.collect::<Vec<_>>().join(", "));
            let piece = format!(
                "rent: {{ cloud: {{ accelerators_per_instance: {accelerators}, on_demand_per_instance_hour: {}, commitments: {commitments} }} }}",
                on_demand.as_ref().unwrap()
            );
            let (loaded, traces) = read_as("scenario.yaml", &with(&text, &piece));
            let cost = Variation::of(&loaded, &traces)
                .base_case()
                .option(&path.parse().unwrap())
                .unwrap()
                .cost
                .clone()
                .unwrap();
            least = least.into_iter().chain([*cost.present_value]).min();
        }
        every.push((least.unwrap(), number));
    }
    every.sort();
    let (lists, offers) = list(&rows.join("\n"));
    for top in [1, 5, 14] {
        let request = ScanRequest { top: NonZeroUsize::new(top).unwrap(), ..request(&[]) };
        let scan = scan((&loaded, &traces), (&lists, offers.clone()), &request).unwrap();
        let of = every.iter().take(top).map(|(cost, number)| (format!("p{number}"), *cost));
        assert_eq!(ranking(&scan), of.collect::<Vec<_>>());
        assert!(top < 14 || scan.ranked.iter().filter(|offer| offer.commitments.len() > 1).count() > 0);
    }
}

#[test]
fn an_unknown_option_is_refused() {
    let (loaded, traces) = read_as("scenario.yaml", HALF_BUSY);
    let (lists, offers) = list(OFFERS);
    let like = |name: &str| ScanRequest { like: Some(name.to_owned()), ..request(&[]) };
    let ask = |name: &str| scan((&loaded, &traces), (&lists, offers.clone()), &like(name));
    assert!(ask("cloud").is_ok() && ask("rent.cloud").is_ok());
    let (near, options) = (Some("rent.cloud".to_owned()), vec!["rent.cloud".to_owned()]);
    assert_eq!(ask("clowd").unwrap_err(), NotScanned::NoSuchOption { name: "clowd".to_owned(), near, options });
    let rows = NotScanned::NoOffers { rows: 9 };
    assert_eq!(scan((&loaded, &traces), (&lists, Vec::new()), &request(&[])).unwrap_err(), rows);
}

#[test]
fn a_throughput_has_the_bounds_of_the_scenario_key() {
    let factor =
        |text: &str| ThroughputArgument::parse(text).map(|stated| (stated.accelerator, stated.factor.to_string()));
    assert_eq!(factor("TPU v6e = 0.60"), Ok(("TPU v6e".to_owned(), "0.6".to_owned())));
    for wrong in ["H200", "=1", "H200=", "H200=two", "H200=0", "H200=-1", "H200=1001", "H200=1 000 000"] {
        assert!(factor(wrong).is_err(), "{wrong}");
    }
}

/// Text of a list is data: a formula, a control character and YAML stay text in every format.
#[test]
fn texts_of_a_price_list_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let offers = "\
provider,instance,region,accelerator,accelerators,currency,on_demand_per_instance_hour
\"=HYPERLINK(\"\"x\"\")\",\"a: [b\u{1b}[31m\",\"- {#x\",H100 SXM,4,USD,8
";
    fs::write(folder.path().join("a.yaml"), HALF_BUSY).unwrap();
    fs::write(folder.path().join("o.csv"), offers).unwrap();
    let ran = |format: &str| run(folder.path(), &["scan", "a.yaml", "--offers", "o.csv", "--format", format]);
    let report = ran("json").report();
    let offer = &report["ranked"][0];
    assert_eq!(offer["provider"], "=HYPERLINK(\"x\")");
    let answer = answered_as("scenario.yaml", &with(HALF_BUSY, offer["yaml"].as_str().unwrap()), &[]);
    assert_eq!(*option(&answer, offer["option"].as_str().unwrap()).present_value, d("5908"));
    for format in ["table", "csv", "markdown", "html", "text"] {
        let output = ran(format).output;
        // a script reads all characters of CSV, a spreadsheet no formula; people see neither
        let is_data = match format {
            "csv" => !output.contains(",=HYPERLINK"),
            _ => !output.contains('\u{1b}'),
        };
        assert!(is_data, "{format}: {output}");
    }
}

/// Ages of offers on a given day: alpha's prices are of 2026-11-01 and gamma's of the 2nd; the others have no date.
fn ages(scan: &Scan) -> Vec<(String, Option<i32>)> {
    scan.ranked.iter().map(|offer| (offer.provider.clone().unwrap(), offer.age_days)).collect()
}

#[test]
fn the_age_of_offers_is_relative_to_today_or_to_the_scenario_date() {
    let on = |text: &str, today: Option<&str>| {
        let today = today.map(|day| rackrent::scenario::Date::parse(day).unwrap());
        scanned(text, OFFERS, &ScanRequest { today, ..request(&[]) })
    };
    let of = |gamma: Option<i32>, alpha: Option<i32>| {
        let ages = [("gamma", gamma), ("delta", None), ("beta", None), ("alpha", alpha)];
        ages.map(|(name, age)| (name.to_owned(), age)).to_vec()
    };
    let dated = format!("{HALF_BUSY}date: 2026-11-12\n");
    // 2026-11-30 is 28 days after the 2nd
    let asked_for = on(&dated, Some("2026-11-30"));
    assert_eq!((ages(&asked_for), asked_for.today.as_deref()), (of(Some(28), Some(29)), Some("2026-11-30")));
    assert_eq!((asked_for.lists[0].age_days, asked_for.lists[0].days_before_scenario), (Some(29), Some(11)));
    let of_scenario = on(&dated, None);
    assert_eq!((ages(&of_scenario), of_scenario.today.as_deref()), (of(Some(10), Some(11)), Some("2026-11-12")));
    // without a date, nothing has an age
    let never = on(HALF_BUSY, None);
    assert_eq!((ages(&never), never.today), (of(None, None), None));
    // a future date gives a negative age
    assert_eq!(ages(&on(HALF_BUSY, Some("2026-10-31"))), of(Some(-2), Some(-1)));
}

#[test]
fn an_instance_has_the_age_of_its_oldest_row() {
    let rows = "\
provider,instance,region,accelerator,accelerators,currency,on_demand_per_instance_hour,spot_per_instance_hour,as_of
alpha,four,east,H100 SXM,4,USD,8,,2026-11-10
alpha,four,east,H100 SXM,4,USD,,3,2026-08-01
";
    let scan = scanned(HALF_BUSY, rows, &request(&[]));
    assert_eq!(scan.ranked[0].as_of.as_deref(), Some("2026-08-01"));
}

/// The cheapest offer of `docs/questions/offers.csv` for the quote is gamma's, of 2026-11-12.
#[test]
fn an_old_price_of_the_cheapest_offer_is_reported() {
    let on = |today: &str, format: &str| {
        let request = ["scan", "scenarios/vendor-quote.yaml", "--offers", "docs/questions/offers.csv", "--top", "1"];
        let ran = run(Path::new("."), &[&request[..], &["--today", today, "--format", format]].concat());
        assert_eq!(ran.status, 0, "{}", ran.errors);
        ran.output.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // 45 days later is 2026-12-27
    let young = on("2026-12-27", "text");
    assert!(young.contains("2026-11-12, 45 days") && !young.contains("it may no longer be available"), "{young}");
    let old = on("2026-12-28", "text");
    assert!(
        old.contains("Its price is dated 2026-11-12, 46 days before 2026-12-28: it may no longer be available"),
        "{old}"
    );
    assert!(on("2026-12-28", "csv").contains(",46"));
    for format in ["table", "markdown", "html"] {
        let page = on("2026-12-28", format);
        assert!(page.contains("46 days") && page.contains("it may no longer be available"), "{format}: {page}");
    }
    let json: Value = serde_json::from_str(&on("2026-12-28", "json")).unwrap();
    assert_eq!((&json["today"], &json["ranked"][0]["age_days"]), (&json!("2026-12-28"), &json!(46)));
}

/// Alpha's two rows are of 2026-11-01 and gamma's of the 2nd: on the 30th they are 29 and 28 days old. The other six rows have no
/// date.
#[test]
fn offers_above_a_maximum_age_are_left_out_and_counted() {
    let on = |max_age: Option<u32>, today: Option<&str>| {
        let today = today.map(|day| rackrent::scenario::Date::parse(day).unwrap());
        let (loaded, traces) = read_as("scenario.yaml", HALF_BUSY);
        let (lists, offers) = list(OFFERS);
        scan((&loaded, &traces), (&lists, offers), &ScanRequest { max_age, today, ..request(&[]) })
    };
    let names = |scan: &Scan| -> Vec<String> { ranking(scan).into_iter().map(|(name, _)| name).collect() };
    let left_out = |scan: &Scan, reason: &str| {
        let json = serde_json::to_value(&scan.left_out).unwrap();
        let of = json.as_array().unwrap().iter().filter(|of| of["reason"] == reason);
        of.map(|of| of["offers"].as_u64().unwrap()).sum::<u64>()
    };
    let all = on(None, Some("2026-11-30")).unwrap();
    assert_eq!((left_out(&all, "too_old"), left_out(&all, "undated")), (0, 0));
    let both = on(Some(29), Some("2026-11-30")).unwrap();
    assert_eq!(names(&both), ["gamma", "alpha"]);
    assert_eq!((left_out(&both, "too_old"), left_out(&both, "undated")), (0, 6));
    let one = on(Some(28), Some("2026-11-30")).unwrap();
    assert_eq!(names(&one), ["gamma"]);
    assert_eq!((left_out(&one, "too_old"), left_out(&one, "undated")), (2, 6));
    // neither the request nor the scenario has a day to count from
    assert_eq!(on(Some(28), None).unwrap_err(), NotScanned::NoToday);
}

/// The age from which a price is old is that of the repository: a price of 2026-11-12 is 46 days old on 2026-12-28.
#[test]
fn a_policy_sets_the_age_from_which_a_price_is_old() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join(".git")).unwrap();
    fs::write(folder.path().join("a.yaml"), HALF_BUSY).unwrap();
    fs::write(folder.path().join("o.csv"), OFFERS.replace("2026-11-02", "2026-11-12")).unwrap();
    let on = |policy: &str| {
        fs::write(folder.path().join("rackrent.toml"), policy).unwrap();
        let ran = run(
            folder.path(),
            &["scan", "a.yaml", "--offers", "o.csv", "--today", "2026-12-28", "--top", "1", "--format", "json"],
        );
        assert_eq!(ran.status, 0, "{}", ran.errors);
        let json: Value = serde_json::from_str(&ran.output).unwrap();
        (json["max_price_age_days"].clone(), json["ranked"][0]["age_days"].clone(), json["ranked"][0]["old"].clone())
    };
    assert_eq!(on(""), (json!(45), json!(46), json!(true)));
    assert_eq!(on("max_price_age_days = 46\n"), (json!(46), json!(46), json!(false)));
    fs::write(folder.path().join("rackrent.toml"), "max_price_age_days = 0\n").unwrap();
    let refused = run(folder.path(), &["scan", "a.yaml", "--offers", "o.csv"]);
    assert!(refused.status == 2 && refused.errors.contains("an integer from 1 to 36500"), "{}", refused.errors);
}

/// A marketplace is marked in every format, and the headline says what it rests on.
#[test]
fn an_offer_of_a_marketplace_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), HALF_BUSY).unwrap();
    fs::write(folder.path().join("o.csv"), OFFERS.replace("gamma", "vast-ai")).unwrap();
    for (format, said) in [
        ("table", "vast-ai is a marketplace"),
        ("text", "vast-ai is a marketplace"),
        ("markdown", "vast-ai is a marketplace"),
        ("html", "is a marketplace: its hosts set the price"),
        ("csv", ",true"),
        ("json", "\"marketplace\": true"),
    ] {
        let output = run(folder.path(), &["scan", "a.yaml", "--offers", "o.csv", "--format", format]).output;
        assert!(output.contains(said), "{format}: {output}");
    }
    let firm = OFFERS.replace("gamma", "vast-ai-reseller");
    fs::write(folder.path().join("o.csv"), firm).unwrap();
    let output = run(folder.path(), &["scan", "a.yaml", "--offers", "o.csv"]).output;
    assert!(!output.contains("marketplace"), "{output}");
}

#[test]
fn an_offer_without_a_date_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.yaml"), HALF_BUSY).unwrap();
    let printed = |day: &str, today: &[&str]| {
        fs::write(folder.path().join("o.csv"), OFFERS.replace("2026-11-02", day)).unwrap();
        let request = ["scan", "a.yaml", "--offers", "o.csv", "--format", "text"];
        let output = run(folder.path(), &[&request[..], today].concat()).output;
        output
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .contains("Its price is undated: it may no longer be available")
    };
    assert!(printed("", &[]) && printed("", &["--today", "2026-11-03"]));
    // there is no day from which to count ages
    assert!(!printed("2026-11-02", &[]));
}
