//! `history`: estimates calculated by hand and on simulated random walks, the shipped prices, several dates of one list, and wrong and
//! hostile files.

#![allow(clippy::float_arithmetic, reason = "estimates are statistical, and random walks are simulated")]

use crate::support::program::run;
use crate::support::repository::{Repository, git};
use crate::support::{decimal, text_of};
use rackrent::catalog::{ListRequest, PriceListError, read_dated_list};
use rackrent::price_history::{
    Estimate, HistoryError, HistoryRequest, NoOutlook, Pooling, PriceCollector, PriceHistory, PriceKind, PricePool,
    Series,
};
use rackrent::scenario::CalendarMonth;
use rackrent::{Canvas, Colour, Format};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const HEADER: &str =
    "provider,instance_type,accelerator,accelerators_per_instance,region,kind,currency,price_per_hour,as_of\n";

fn history_of(text: &str, request: HistoryRequest) -> Result<PriceHistory, HistoryError> {
    let mut collector = PriceCollector::new(request);
    let of = ListRequest { number: 0, name: "prices.csv", path: "prices.csv", as_of: None };
    let list = read_dated_list(&mut text.as_bytes(), of, &mut |offer| collector.take(&offer)).unwrap();
    collector.history(vec![list])
}

/// History of rows without header, of H100.
fn history(rows: &str) -> PriceHistory {
    history_of(&format!("{HEADER}{rows}"), HistoryRequest::all("H100")).unwrap()
}

fn shipped(accelerator: &str) -> PriceHistory {
    history_of(&text_of("history/prices.csv"), HistoryRequest::all(accelerator)).unwrap()
}

fn series<'h>(of: &'h PriceHistory, instance: &str, region: &str, kind: PriceKind) -> &'h Series {
    let is_it = |one: &&Series| one.name.instance == instance && one.name.region == region && one.name.kind == kind;
    of.series.iter().find(is_it).unwrap()
}

fn float(value: Decimal) -> f64 {
    value.to_f64().unwrap()
}

#[track_caller]
fn close(value: Decimal, expected: f64) {
    assert!((float(value) - expected).abs() < 1e-9, "{value} is not {expected}");
}

/// Two accelerators for 16, 8, 8 and 4 an hour after 3, 3 and 6 months. With L = ln 2:
///
/// | Δ | r | r − μΔ | (r − μΔ)² ÷ Δ |
/// |---|---|---|---|
/// | ¼ | −L | −½ L | L² |
/// | ¼ | 0 | ½ L | L² |
/// | ½ | −L | 0 | 0 |
///
/// μ = −2L ÷ 1, so the price falls to a quarter, by 75 %, in a year. σ² = 2L² ÷ (3 − 1), so σ = L. The standard error of the drift is
/// σ ÷ √1 = L. Deviations of the last column from σ² are 0, 0 and −L², so the standard error of σ² is L² ÷ 2, and that of σ is
/// L² ÷ 2 ÷ 2σ = L ÷ 4.
const FOUR: &str = "\
aws,p5,H100,2,east,on_demand,USD,16,2024-01-31
aws,p5,H100,2,east,on_demand,USD,8,2024-04-02
aws,p5,H100,2,east,on_demand,USD,8,2024-07-15
aws,p5,H100,2,east,on_demand,USD,4,2025-01-01
";

#[track_caller]
fn is_of_four(estimate: &Estimate) {
    let l = std::f64::consts::LN_2;
    let spread = estimate.spread.as_ref().unwrap();
    close(estimate.years, 1.0);
    close(estimate.drift, -2.0 * l);
    close(estimate.change.unwrap(), -0.75);
    close(spread.volatility, l);
    close(spread.drift_error, l);
    close(spread.volatility_error, l / 4.0);
    let (low, high) = spread.confidence_interval.unwrap();
    close(low, 0.25 * (-1.959_963_984_540_054 * l).exp() - 1.0);
    close(high, 0.25 * (1.959_963_984_540_054 * l).exp() - 1.0);
}

#[test]
fn four_prices_give_the_estimate_calculated_by_hand() {
    let of = history(FOUR);
    let [one] = &of.series[..] else { panic!("{:?}", of.series) };
    is_of_four(one.estimate.as_ref().unwrap());
    let prices: Vec<String> = one.observations.iter().map(|each| each.price.to_string()).collect();
    assert_eq!(prices, ["8", "4", "4", "2"]);
    assert_eq!((one.range(), one.changes(), one.missing()), ((decimal("2"), decimal("8")), 2, 13 - 4));
    let [(PricePool::OnDemand, pooled)] = &of.estimates[..] else { panic!("{:?}", of.estimates) };
    is_of_four(pooled);
    let expected = [
        "# estimated from 1 series of H100 on demand, 2024-01 to 2025-01",
        "# drift -75% a year, 95 % confidence -93.6% to -2.7%",
        "# replace `mine` by your option",
        "rent:",
        "  mine:",
        "    price_change_per_year: -75%",
        "uncertainty:",
        "  rent.mine.price_change_per_year: { volatility_per_year: 69.3% }",
        "sources:",
        "  rent.mine.price_change_per_year:",
        "    from: \"prices.csv\"",
        "    date: 2025-01-01",
        &format!("    sha256: {}", of.files[0].sha256),
    ];
    assert_eq!(of.outlook().unwrap().lines(), expected);
}

/// Without the last price, half a year was observed; without the change, no volatility is known.
#[test]
fn there_is_no_outlook_of_less_than_a_year_or_without_a_change() {
    let half = FOUR.lines().take(3).collect::<Vec<_>>().join("\n");
    assert_eq!(history(&half).outlook().err(), Some(NoOutlook::TooShort));
    assert_eq!(history(FOUR.lines().next().unwrap()).outlook().err(), Some(NoOutlook::Unpaired));
    let stays = FOUR.replace(",8,", ",16,").replace(",4,", ",16,");
    let unchanged = history(&stays);
    let of = |changed| Some(NoOutlook::Unchanged { pool: PricePool::OnDemand, changed });
    assert_eq!(unchanged.outlook().err(), of(None));
    let spot = FOUR.replace("on_demand", "spot");
    assert_eq!(history(&format!("{stays}{spot}")).outlook().err(), of(Some(PriceKind::Spot)));
    assert_eq!((&unchanged.estimates[0].1.spread, unchanged.estimates[0].1.drift), (&None, Decimal::ZERO));
}

/// Three prices of half a year each, with log changes p and q: μ = p + q, σ² = 4 · ((p − q) ÷ 2)² = (p − q)², and the standard error of
/// the drift is |p − q|, since T = 1. With L = ln 2:
///
/// | prices | μ | σ | interval of the drift |
/// |---|---|---|---|
/// | 32, 8, 1 | −5 L: −96.9 % | L | −5 L ± 1.96 L: below 0 |
/// | 1, 2, 8 | 3 L: +700 % | L | 3 L ± 1.96 L: above 0 |
/// | 1, 16, 8 | 3 L: +700 % | 5 L = 346.6 % | 3 L ± 9.8 L: contains 0 |
/// | 1, 256, 1 | 0 | 16 L = 1,109 % | contains 0 |
/// | 10.000, 10.001, 10.001 | 0.01 % | 0.01 % | contains 0 |
#[test]
fn an_outlook_is_what_a_scenario_can_state() {
    let rows = |prices: [&str; 3]| {
        let row = |(day, price): (&str, &str)| format!("aws,p5,H100,1,east,on_demand,USD,{price},{day}\n");
        ["2024-01-05", "2024-07-05", "2025-01-05"].into_iter().zip(prices).map(row).collect::<String>()
    };
    for (prices, why) in [
        (["32", "8", "1"], NoOutlook::ChangeOutOfBounds),
        (["1", "2", "8"], NoOutlook::ChangeOutOfBounds),
        (["1", "256", "1"], NoOutlook::VolatilityOutOfBounds),
        (["10.000", "10.001", "10.001"], NoOutlook::NoVolatility),
    ] {
        assert_eq!(history(&rows(prices)).outlook().err(), Some(why), "{prices:?}");
    }
    let of = history(&rows(["1", "16", "8"]));
    let lines = of.outlook().unwrap().lines();
    assert!(lines[1].starts_with("# drift 700% a year, 95 % confidence -99.1% to "), "{lines:?}");
    assert_eq!(lines[2], "# the interval contains 0%, so the change is set to 0%");
    assert_eq!(lines[6], "    price_change_per_year: 0%");
    assert_eq!(lines[8], "  rent.mine.price_change_per_year: { volatility_per_year: 346.6% }");
}

/// Several files have no common hash, so the source has none.
#[test]
fn the_source_of_several_files_has_no_hash() {
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = FOUR.split_at(FOUR.find("aws,p5,H100,2,east,on_demand,USD,4").unwrap());
    for (name, rows) in [("old.csv", before), ("new.csv", after)] {
        fs::write(folder.path().join(name), format!("{HEADER}{rows}")).unwrap();
    }
    let ran = run(folder.path(), &["history", "old.csv", "new.csv", "--accelerator", "H100", "--format", "json"]);
    let report = ran.report();
    let paste = report["paste"].as_str().unwrap();
    assert!(paste.ends_with("    from: \"old.csv, new.csv\"\n    date: 2025-01-01"), "{paste}");
    assert!(report["notes"].to_string().contains("it has no sha256"), "{report}");
}

/// The quarter of an observation has its last price; quarters without one keep it; none follows the last observation.
#[test]
fn a_price_is_held_by_quarter_until_the_next_observation() {
    let of = history(FOUR);
    let first = 2024 * 4;
    let expected = [(first, "8"), (first + 1, "4"), (first + 2, "4"), (first + 3, "4"), (first + 4, "2")];
    let expected: BTreeMap<u32, Decimal> =
        expected.into_iter().map(|(quarter, price)| (quarter, decimal(price))).collect();
    assert_eq!(of.series[0].by_quarter(), expected);
}

/// Each month of a provider counts once: the same prices in three regions change no figure but the number of pairs.
#[test]
fn regions_with_the_same_prices_add_no_evidence() {
    let of = history(&["east", "west", "north"].map(|region| FOUR.replace("east", region)).concat());
    let (_, pooled) = &of.estimates[0];
    is_of_four(pooled);
    assert_eq!((pooled.pairs, pooled.changes, pooled.providers), (9, 6, 1));
}

/// The same prices at two providers: twice the years. With the deviations from above, σ² = 4L² ÷ (6 − 1).
#[test]
fn two_providers_are_independent() {
    let of = history(&["aws", "gcp"].map(|provider| FOUR.replace("aws", provider)).concat());
    let (_, pooled) = &of.estimates[0];
    let l = std::f64::consts::LN_2;
    let volatility = (0.8_f64).sqrt() * l;
    close(pooled.years, 2.0);
    close(pooled.drift, -2.0 * l);
    let spread = pooled.spread.as_ref().unwrap();
    close(spread.volatility, volatility);
    close(spread.drift_error, volatility / 2.0_f64.sqrt());
}

/// A provider with a second region in half of the time. Region east halves its price in each half year, west only exists in the first
/// and keeps its price. In the first half each has a weight of ½: T = ½·½ + ½·½ + ½ = 1, μ = (½·−L + ½·0 − L) ÷ 1 = −1.5 L.
#[test]
fn a_month_of_a_provider_is_shared_by_its_series() {
    let of = history(
        "aws,p5,H100,1,east,on_demand,USD,8,2024-01-31\n\
         aws,p5,H100,1,east,on_demand,USD,4,2024-07-31\n\
         aws,p5,H100,1,east,on_demand,USD,2,2025-01-31\n\
         aws,p5,H100,1,west,on_demand,USD,8,2024-01-31\n\
         aws,p5,H100,1,west,on_demand,USD,8,2024-07-31\n",
    );
    let (_, pooled) = &of.estimates[0];
    close(pooled.years, 1.0);
    close(pooled.drift, -1.5 * std::f64::consts::LN_2);
}

/// One price falls to a quarter in a year without observations between; another provider's price stays in twelve months. μ = −2L ÷ 2 =
/// −L, and deviations r − μΔ are −L of the fall and L ÷ 12 of each month. The fall is one event, so the standard error of the drift is
/// √(L² + 12 · (L ÷ 12)²) ÷ 2 = L ÷ 2 · √(13/12); σ ÷ √T = L · √(2/12) ÷ √2 is smaller.
#[test]
fn a_jump_over_a_long_gap_is_one_event() {
    let stays = (0..=12).map(|month| {
        let (year, month) = (2024 + month / 12, month % 12 + 1);
        format!("gcp,a3,H100,1,east,on_demand,USD,8,{year}-{month:02}-05\n")
    });
    let jump = "aws,p5,H100,1,east,on_demand,USD,8,2024-01-05\naws,p5,H100,1,east,on_demand,USD,2,2025-01-05\n";
    let of = history(&stays.chain([jump.to_owned()]).collect::<String>());
    let (_, pooled) = &of.estimates[0];
    let l = std::f64::consts::LN_2;
    close(pooled.drift, -l);
    let spread = pooled.spread.as_ref().unwrap();
    // Σ (r − μΔ)² ÷ Δ = L² + 12 · (L ÷ 12)² · 12 = 2L², n − 1 = 12
    close(spread.volatility, l * (2.0_f64 / 12.0).sqrt());
    close(spread.drift_error, l / 2.0 * (13.0_f64 / 12.0).sqrt());
}

/// A generator of standard normal numbers: the sum of twelve uniform ones less 6.
pub struct Normal(pub u64);

impl Normal {
    pub fn draw(&mut self) -> f64 {
        let mut uniform = || {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(self.0 >> 32).unwrap()) / f64::from(u32::MAX)
        };
        (0..12).map(|_| uniform()).sum::<f64>() - 6.0
    }
}

const DRIFT: f64 = -0.2;
const VOLATILITY: f64 = 0.35;

/// A random walk over 25 observations, which are `gap(i)` months apart.
fn walk(normal: &mut Normal, provider: &str, gap: impl Fn(u32) -> u32) -> String {
    let (mut month, mut log) = (0, 1.0_f64);
    let rows = (0..25).map(|number| {
        if number > 0 {
            let years = f64::from(gap(number)) / 12.0;
            month += gap(number);
            log += DRIFT * years + VOLATILITY * years.sqrt() * normal.draw();
        }
        let (year, of_year) = (2000 + month / 12, month % 12 + 1);
        format!("{provider},x,H100,1,east,on_demand,USD,{:.15},{year}-{of_year:02}-11\n", log.exp())
    });
    rows.collect()
}

/// Over 200 walks, 95 % confidence intervals contain the drift in 190 ± 4·√(200·0.95·0.05) = 190 ± 12; fewer are too narrow. The mean of
/// σ² is within 4 standard errors, σ²·√(2 ÷ 23 ÷ 200), and so is the mean of the standard errors of σ: σ ÷ √(2·23), which 25
/// observations underestimate by some per cent.
#[test]
fn estimates_of_random_walks_are_right_also_with_irregular_spacing() {
    let spacings: [fn(u32) -> u32; 3] = [|_| 1, |number| 1 + number % 5, |number| if number == 12 { 24 } else { 1 }];
    for (seed, gap) in spacings.into_iter().enumerate() {
        let mut normal = Normal(7 + seed as u64);
        let (mut within, mut variances, mut errors) = (0, 0.0, 0.0);
        for _ in 0..200 {
            let of = history(&walk(&mut normal, "aws", gap));
            let estimate = of.series[0].estimate.clone().unwrap();
            let spread = estimate.spread.unwrap();
            let away = (float(estimate.drift) - DRIFT).abs();
            assert!(away < 5.0 * VOLATILITY / float(estimate.years).sqrt(), "{away}");
            within += i32::from(away < 1.96 * float(spread.drift_error));
            variances += float(spread.volatility).powi(2) / 200.0;
            errors += float(spread.volatility_error) / 200.0;
        }
        assert!((178..=200).contains(&within), "{within}");
        let variance = VOLATILITY * VOLATILITY;
        assert!((variances - variance).abs() < 4.0 * variance * (2.0_f64 / 23.0 / 200.0).sqrt(), "{variances}");
        let expected = VOLATILITY / (2.0_f64 * 23.0).sqrt();
        assert!((0.8..1.1).contains(&(errors / expected)), "{errors} {expected}");
    }
}

/// 40 providers: the pooled estimate is 40 times as exact as that of one, in squares.
#[test]
fn a_pooled_estimate_of_random_walks_is_right() {
    let mut normal = Normal(99);
    let rows: String =
        (0..40).map(|number| walk(&mut normal, &format!("p{number}"), |number| 1 + number % 3)).collect();
    let of = history(&rows);
    let (_, pooled) = &of.estimates[0];
    let spread = pooled.spread.as_ref().unwrap();
    let years = float(pooled.years);
    close(spread.drift_error, float(spread.volatility) / years.sqrt());
    assert!((float(pooled.drift) - DRIFT).abs() < 4.0 * VOLATILITY / years.sqrt(), "{}", pooled.drift);
    let error = VOLATILITY / (2.0_f64 * 40.0 * 24.0).sqrt();
    assert!((float(spread.volatility) - VOLATILITY).abs() < 4.0 * error, "{}", spread.volatility);
}

/// Figures of a Python program that follows the rules of docs/questions/history.md.
#[test]
fn the_estimate_of_a_shipped_pool_is_that_of_another_program() {
    let of = shipped("H100");
    let (pool, estimate) = &of.estimates[0];
    assert_eq!((*pool, estimate.changes, estimate.pairs), (PricePool::OnDemand, 8, 260));
    let spread = estimate.spread.as_ref().unwrap();
    let (low, high) = spread.confidence_interval.unwrap();
    assert_eq!(estimate.years.round_dp(2), decimal("10.58"));
    let figures = [estimate.change.unwrap(), low, high, spread.volatility, spread.volatility_error];
    let expected = ["-0.1266", "-0.2556", "0.0247", "0.2401", "0.0680"].map(decimal);
    for (figure, expected) in figures.into_iter().zip(expected) {
        assert!((figure - expected).abs() < decimal("0.0001"), "{figure} {expected}");
    }
}

/// AWS publishes p5.48xlarge for 98.32 and, from June 2025, 55.04: 12.29 and 6.88 for each of 8 accelerators. GCP publishes spot prices
/// of a3-highgpu-8g that fall from 7.80 to 2.55 and rise to 6.33.
#[test]
fn the_shipped_history_shows_both_directions() {
    let of = shipped("H100");
    let aws = series(&of, "p5.48xlarge", "us-east-1", PriceKind::OnDemand);
    assert_eq!((aws.first().price, aws.last().price, aws.changes()), (decimal("12.29"), decimal("6.88"), 1));
    let month = |text: &str| CalendarMonth::read(text).unwrap();
    let change = aws.observations.windows(2).find(|pair| pair[0].price != pair[1].price).unwrap();
    assert_eq!(change[1].month, month("2025-06"));
    let spot = series(&of, "a3-highgpu-8g", "us-central1", PriceKind::Spot);
    let price = |text: &str| spot.observations.iter().find(|one| one.month == month(text)).unwrap().price.round_dp(2);
    assert_eq!(["2024-06", "2025-03", "2026-08"].map(price), ["7.80", "2.55", "6.33"].map(decimal));
    let on_demand = series(&of, "a3-highgpu-8g", "us-central1", PriceKind::OnDemand);
    assert_eq!(on_demand.changes(), 0);
    // a price of a chip repeats the instance of the same provider and time; that of a provider without instances does not
    let chip = |provider: &str| {
        let is_it = |one: &&Series| one.name.provider == provider && one.name.instance.starts_with("per-chip:");
        of.series.iter().find(is_it).unwrap().pooling
    };
    assert_eq!((chip("aws"), chip("cr8dl")), (Pooling::Repeats, Pooling::Used));
}

/// The file has one row for each month of a series, so every row is an observation of one accelerator; changes are counted again here.
#[test]
fn every_shipped_row_is_an_observation() {
    let text = text_of("history/prices.csv");
    let mut by_series: BTreeMap<Vec<String>, BTreeMap<String, String>> = BTreeMap::new();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    for row in reader.records().map(Result::unwrap) {
        let cell = |at: usize| row[at].to_owned();
        let day = by_series.entry([0, 1, 2, 4, 5, 6].map(cell).to_vec()).or_default().insert(cell(8), cell(7));
        assert_eq!(day, None);
    }
    let names: std::collections::BTreeSet<&String> = by_series.keys().map(|key| &key[2]).collect();
    let (mut rows, mut changes) = (0, 0);
    for name in names {
        let of = history_of(&text, HistoryRequest::all(name)).unwrap();
        // a name such as H100 includes its variants
        for one in of.series.iter().filter(|one| one.name.accelerator == *name) {
            rows += one.observations.len();
            changes += one.changes();
        }
    }
    let differ = |prices: &BTreeMap<String, String>| {
        let prices: Vec<Decimal> = prices.values().map(|price| decimal(price)).collect();
        prices.windows(2).filter(|pair| pair[0] != pair[1]).count()
    };
    assert_eq!((rows, changes), (3_613, by_series.values().map(differ).sum()));
}

#[test]
fn a_variant_is_requested_by_its_name() {
    let accelerators = |name: &str| {
        let of = shipped(name);
        let names: std::collections::BTreeSet<String> =
            of.series.iter().map(|one| one.name.accelerator.clone()).collect();
        names.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(accelerators("nvidia h100"), ["H100", "H100-NVL-94GB", "H100-PCIe"]);
    assert_eq!(accelerators("H100 PCIe"), ["H100-PCIe"]);
    // `A100` may have 40 or 80 GB, so it is not among those with 80
    assert_eq!(accelerators("A100 80GB"), ["A100-80GB"]);
}

#[test]
fn what_no_price_has_is_reported_with_what_there_is() {
    let refused = |change: fn(&mut HistoryRequest)| {
        let mut request = HistoryRequest::all("H100");
        change(&mut request);
        match history_of(&format!("{HEADER}{FOUR}"), request) {
            Err(HistoryError::NoMatch(why)) => why.to_string(),
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(
        refused(|of| of.accelerator = "H800".to_owned()),
        "no price of `H800`; accelerators are H100; did you mean `H100`?"
    );
    assert_eq!(
        refused(|of| of.provider = Some("azure".to_owned())),
        "no price of the provider `azure`; providers are aws"
    );
    assert_eq!(refused(|of| of.region = Some("west".to_owned())), "no price in the region `west`; regions are east");
    assert_eq!(refused(|of| of.kind = Some(PriceKind::Spot)), "no price of the kind `spot`; kinds are on_demand");
    let later = |of: &mut HistoryRequest| of.from = CalendarMonth::new(2026, 1);
    assert_eq!(refused(later), "no price from 2026-01 on; there are prices from 2024-01 to 2025-01");
    let earlier = |of: &mut HistoryRequest| of.to = CalendarMonth::new(2023, 1);
    assert_eq!(refused(earlier), "no price up to 2023-01; there are prices from 2024-01 to 2025-01");
    let between =
        |of: &mut HistoryRequest| (of.from, of.to) = (CalendarMonth::new(2024, 2), CalendarMonth::new(2024, 3));
    assert_eq!(refused(between), "no price from 2024-02 to 2024-03; there are prices from 2024-01 to 2025-01");
}

/// Of two prices of a month the later counts; of two of a day the lower, whichever comes first.
#[test]
fn a_month_has_its_last_price() {
    for order in [[0, 1, 2], [2, 1, 0]] {
        let rows = [("9", "2024-01-05"), ("7", "2024-01-20"), ("8", "2024-01-20")];
        let row = |at: usize| format!("aws,p5,H100,1,east,on_demand,USD,{},{}\n", rows[at].0, rows[at].1);
        let of = history(&order.map(row).concat());
        assert_eq!((of.series[0].last().price, of.contradicted), (decimal("7"), 1));
    }
}

#[test]
fn a_price_of_zero_is_not_used_and_is_reported() {
    let of = history(&format!("{FOUR}aws,p5,H100,2,east,on_demand,USD,0,2025-02-01\n"));
    assert_eq!((of.zeros, of.series[0].last().price), (1, decimal("2")));
}

#[test]
fn wrong_rows_are_refused_at_their_line() {
    let refused = |text: &str| {
        let of = ListRequest { number: 0, name: "prices.csv", path: "prices.csv", as_of: None };
        match read_dated_list(&mut text.as_bytes(), of, &mut |_| ()) {
            Err(PriceListError::Rows(errors, _)) => {
                errors.iter().map(|error| format!("{}: {}", error.line, error.text())).collect::<Vec<_>>().join("\n")
            }
            Err(PriceListError::Header(why)) => why,
            other => panic!("{other:?}"),
        }
    };
    let row = |from: &str, to: &str| refused(&format!("{HEADER}{}", FOUR.lines().next().unwrap().replace(from, to)));
    for (from, to, said) in [
        ("16", "", "2: `price_per_hour` is blank"),
        ("16", "NaN", "2: `price_per_hour` is `NaN`; write a number such as 12.34, or leave it blank"),
        ("16", "-1", "2: `price_per_hour` is `-1`, which is negative"),
        ("on_demand", "reserved", "2: `kind` is `reserved`; write on_demand, spot, reserved_1y or reserved_3y"),
        ("2024-01-31", "", "2: `as_of` is blank; write the day of the price"),
        ("2024-01-31", "2024-02-31", "2: `as_of` is `2024-02-31`: write a day of that month: the last is 2024-02-29"),
        (
            ",2,",
            ",0,",
            "2: `accelerators_per_instance` must be the number of `H100` that the price covers, and is blank or 0",
        ),
        (",east", "", "2: it has 8 cells for 9 columns; write a comma for every blank cell, and close all quotes"),
    ] {
        assert_eq!(row(from, to), said);
    }
    let header = HEADER.replace("as_of", "asof");
    let said = "its header lacks the column `as_of` of a price history; is `asof` meant to be `as_of`?";
    assert_eq!(refused(&format!("{header}{FOUR}")), said);
    // without its column, prices of all regions would be one series
    let header = HEADER.replace("region", "Region");
    let said = "its header has no column `region`; is `Region` meant to be `region`?";
    assert_eq!(refused(&format!("{header}{FOUR}")), said);
    let said = "or of a price history, which needs `provider,instance_type,accelerator,accelerators_per_instance,kind,currency,\
                price_per_hour,as_of`";
    assert!(refused("a,b\n1,2\n").ends_with(said));
}

/// A column of another name is ignored, also beside `region`.
#[test]
fn other_columns_of_a_history_are_ignored() {
    let rows = FOUR.replace(",east", "");
    let read = |header: &str, rows: &str| history_of(&format!("{header}{rows}"), HistoryRequest::all("H100")).unwrap();
    assert_eq!(read(&HEADER.replace("region,", ""), &rows).series.len(), 1);
    let of = read(&HEADER.replace("region", "origin"), FOUR);
    assert_eq!(of.series[0].name.region, "");
    let of = read(&HEADER.replace("region,", "region,Region,"), &FOUR.replace(",east", ",east,EAST"));
    assert_eq!(of.series[0].name.region, "east");
}

/// Catalogs of SkyPilot name the zone after the region: zones of Google Cloud start with it, those of AWS do not. Regions of two words
/// have no zone.
#[test]
fn a_region_includes_its_zones() {
    let count = |region: &str, requested: &str| {
        let request = HistoryRequest { region: Some(requested.to_owned()), ..HistoryRequest::all("H100") };
        history_of(&format!("{HEADER}{}", FOUR.replace("east", region)), request).map_or(0, |of| of.series.len())
    };
    for (region, requested, series) in [
        ("us-east-1 use1-az2", "us-east-1", 1),
        ("us-central1 us-central1-a", "US-central1", 1),
        ("us-central1 us-central1-a", "us-central1 us-central1-a", 1),
        ("us-central1 us-central1-a", "us", 0),
        ("US East (Northern Virginia)", "us", 0),
        ("East US", "east", 0),
        ("East US 2", "east", 0),
    ] {
        assert_eq!(count(region, requested), series, "{region} {requested}");
    }
}

/// Prices and dates at the ends of what can be written: every format answers.
#[test]
fn extreme_prices_and_dates_are_estimated_or_left_out() {
    let largest = "9999999999999999999999999999";
    let of = history(&format!(
        "aws,p5,H100,1,east,spot,USD,0.0000000000000000000000000001,0001-01-01\n\
         aws,p5,H100,1,east,spot,USD,{largest},0001-02-01\n\
         aws,p5,H100,1,east,spot,USD,{largest},9999-12-31\n\
         aws,p5,H100,1,east,on_demand,USD,0.0000000000000000000000000001,2024-01-01\n\
         aws,p5,H100,1,east,on_demand,USD,{largest},2024-02-01\n\
         aws,p5,H100,1,east,on_demand,USD,{largest},2024-03-01\n",
    ));
    let (_, pooled) = &of.estimates[0];
    // ln(10^28 ÷ 10^−28) · 6 a year: its exponential is no decimal
    assert_eq!(pooled.change, None);
    assert!(of.outlook().is_err());
    for format in Format::ALL.iter().filter(|format| format.is_text()) {
        let mut out = Vec::new();
        format.write(&of, &Canvas::new(100, Colour::Plain), &mut out).unwrap();
        assert!(!out.is_empty());
    }
}

/// Two dates of a custom list, each with its date on the command line, and the same file twice.
#[test]
fn several_dates_of_one_list_are_series() {
    let folder = tempfile::tempdir().unwrap();
    let list = |price: &str| {
        format!(
            "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour\nalpha,x8,H100,8,USD,{price}\n"
        )
    };
    fs::write(folder.path().join("june.csv"), list("24")).unwrap();
    fs::write(folder.path().join("july.csv"), list("20")).unwrap();
    let ask = |files: &[&str]| {
        let all = ["history"].iter().chain(files).chain(&["--accelerator", "H100", "--format", "json"]).copied();
        run(folder.path(), &all.collect::<Vec<_>>())
    };
    let report = ask(&["2026-06-01=june.csv", "2026-07-01=july.csv"]).report();
    let observations = &report["series"][0]["observations"];
    assert_eq!(
        *observations,
        json!([
            { "month": "2026-06", "as_of": "2026-06-01", "price": 3 },
            { "month": "2026-07", "as_of": "2026-07-01", "price": 2.5 },
        ])
    );
    let twice = ask(&["2026-06-01=june.csv", "2026-06-01=./june.csv"]);
    assert!(
        twice.errors.contains("./june.csv has the same content as june.csv; give each file once"),
        "{}",
        twice.errors
    );
    let undated = ask(&["june.csv"]);
    let said = "june.csv:2: this row has no date; fill `as_of`, or write the day before the file: 2026-11-20=june.csv";
    assert!(undated.errors.contains(said), "{}", undated.errors);
    // a month is no year
    assert_eq!(report["paste"], json!(null));
    let refused = |files: &[&str], said: &str| {
        let errors = ask(files).errors;
        assert!(errors.contains(said), "{errors}");
    };
    refused(&["2026-6-01=june.csv"], "write 2026-06-01");
    refused(&["june.csv", "--from", "2026-02", "--to", "2026-01"], "--from 2026-02 is after --to 2026-01");
    // a row of another accelerator needs no date
    let header = "provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour,as_of\n";
    let rows = "alpha,x8,H100,8,USD,24,2026-06-01\nalpha,l4,L4,1,USD,1,\n";
    fs::write(folder.path().join("dated.csv"), format!("{header}{rows}")).unwrap();
    assert_eq!(ask(&["dated.csv"]).report()["series"].as_array().unwrap().len(), 1);
    // rows of a history have their own dates
    fs::write(folder.path().join("history.csv"), format!("{HEADER}{FOUR}")).unwrap();
    refused(
        &["2026-01-01=history.csv"],
        "cannot read history.csv: it is a price history, whose rows have their own dates; give it without a date",
    );
}

#[test]
fn revisions_of_a_list_are_its_last_of_every_month() {
    let Some(git) = git("price histories from revisions") else { return };
    let repository = Repository::with(&[("README.md", "prices\n")]);
    let root = repository.path();
    git.init(root);
    let commit = |date: &str, price: Option<&str>| {
        match price {
            Some(price) => drop(repository.with_file(
                "aws lists/vms.csv",
                &format!("provider,instance,accelerator,accelerators,currency,on_demand_per_instance_hour\nalpha,x8,H100,8,USD,{price}\n"),
            )),
            None => fs::remove_file(root.join("aws lists/vms.csv")).unwrap(),
        }
        git.run(root, &["add", "--all"]);
        git.run_at(date, root, &["commit", "--quiet", "--message", "prices"]);
    };
    commit("2026-05-03T12:00:00Z", Some("24"));
    commit("2026-05-28T12:00:00Z", Some("20"));
    commit("2026-06-10T12:00:00Z", None);
    // the same list again, two months later
    commit("2026-07-10T12:00:00Z", Some("20"));
    commit("2026-08-10T12:00:00Z", Some("28"));
    let ask = |folder: &Path, arguments: &[&str]| {
        let all = ["history"].iter().chain(arguments).chain(&["--accelerator", "H100", "--format", "json"]).copied();
        run(folder, &all.collect::<Vec<_>>())
    };
    let observations = json!([
        { "month": "2026-05", "as_of": "2026-05-28", "price": 2.5 },
        { "month": "2026-07", "as_of": "2026-07-10", "price": 2.5 },
        { "month": "2026-08", "as_of": "2026-08-10", "price": 3.5 },
    ]);
    let report = ask(root, &["aws lists/vms.csv", "--revisions"]).report();
    assert_eq!(report["series"][0]["observations"], observations);
    assert_eq!(report["files"].as_array().unwrap().len(), 3);
    // a file that is not in the checkout, from its folder
    fs::remove_file(root.join("aws lists/vms.csv")).unwrap();
    let report = ask(&root.join("aws lists"), &["vms.csv", "--revisions"]).report();
    assert_eq!(report["series"][0]["observations"], observations);
    let refused = |arguments: &[&str], said: &str| {
        let ran = ask(root, arguments);
        assert!(ran.status == 2 && ran.errors.contains(said), "{}", ran.errors);
    };
    refused(&["aws lists/none.csv", "--revisions"], "no commit has aws lists/none.csv");
    refused(&["2026-05-03=aws lists/vms.csv", "--revisions"], "the date of a list is that of its commit");
    refused(&["aws lists/vms.csv", "README.md", "--revisions"], "--revisions reads one file; 2 are given");
    // a shallow clone says what it lacks
    let shallow = tempfile::tempdir().unwrap();
    let origin = format!("file://{}", root.display());
    git.run(shallow.path(), &["clone", "--quiet", "--depth", "1", &origin, "clone"]);
    let cut_off = ask(&shallow.path().join("clone"), &["aws lists/vms.csv", "--revisions"]);
    assert_eq!(cut_off.report()["series"][0]["observations"].as_array().unwrap().len(), 1);
    assert!(cut_off.errors.contains("this clone is shallow, and lacks earlier revisions"), "{}", cut_off.errors);
    // an invalid revision is named
    commit("2026-09-10T12:00:00Z", Some("much"));
    let ran = ask(root, &["aws lists/vms.csv", "--revisions"]);
    assert!(ran.errors.contains("aws lists/vms.csv@") && ran.errors.contains(":2: "), "{}", ran.errors);
    // a link is no list
    #[cfg(unix)]
    {
        fs::remove_file(root.join("aws lists/vms.csv")).unwrap();
        std::os::unix::fs::symlink("../README.md", root.join("aws lists/vms.csv")).unwrap();
        git.run(root, &["add", "--all"]);
        git.run_at("2026-09-11T12:00:00Z", root, &["commit", "--quiet", "--message", "link"]);
        refused(&["aws lists/vms.csv", "--revisions"], "it is not a regular file");
    }
    let outside = tempfile::tempdir().unwrap();
    fs::write(outside.path().join("vms.csv"), "").unwrap();
    assert!(ask(outside.path(), &["vms.csv", "--revisions"]).errors.contains("vms.csv is in no git repository"));
}

/// A history is no list of current prices: `scan` would rent at prices of the past.
#[test]
fn a_history_is_no_list_of_current_prices() {
    for arguments in [
        ["catalog", "h100", "--read", "history/prices.csv"],
        ["scan", "scenarios/serving-8xh100.yaml", "--offers", "history/prices.csv"],
    ] {
        let ran = run(Path::new("."), &arguments);
        assert!(ran.errors.contains("read it with `rackrent history`"), "{}", ran.errors);
    }
}

#[test]
fn a_scenario_reads_the_pasted_change() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let example =
        text_of("scenarios/doubted-utilization.yaml").replace("\nname: Four servers, if they are busy\n", "\n");
    fs::write(path.join("base.yaml"), example).unwrap();
    fs::write(path.join("prices.csv"), format!("{HEADER}{FOUR}")).unwrap();
    let paste = history(FOUR).outlook().unwrap().lines().join("\n").replace("mine", "lambda");
    fs::write(path.join("walk.yaml"), format!("extends: base.yaml\nname: A walk\n{paste}\n")).unwrap();
    let simulated = run(path, &["simulate", "walk.yaml", "--draws", "1000", "--format", "json"]).report();
    let inputs = simulated["inputs"].as_array().unwrap();
    let walk = inputs.iter().find(|input| input["path"] == "rent.lambda.price_change_per_year").unwrap();
    assert_eq!(walk["spread"]["kind"], "random_walk");
    assert_eq!(walk["spread"]["volatility_per_year"], 0.693);
    let checked = run(path, &["check", "walk.yaml", "--format", "json"]).output;
    assert!(!checked.contains("source-differs"), "{checked}");
}
