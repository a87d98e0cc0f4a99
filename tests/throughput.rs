//! Measured throughput of the catalog: the totals of its source, plausible rows, the published limits of the benchmarks, and
//! the rate that a scenario gets from a result, calculated by hand.

use crate::support::program::run;
use crate::support::{decimal, text_of};
use rackrent::catalog::{
    BenchmarkScenario, FactQuery, NoMatch, ThroughputResult, accelerators, benchmark_models, benchmark_rounds,
    pasted_rate, sources_named, throughput_results,
};
use rust_decimal::Decimal;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn found(query: &str) -> Vec<&'static ThroughputResult> {
    FactQuery::of(query, None).results()
}

fn distinct<'a>(of: impl Fn(&'static ThroughputResult) -> &'a str) -> usize {
    throughput_results().iter().map(of).collect::<BTreeSet<&str>>().len()
}

/// `summary_results.json` of `mlcommons/inference_results_v5.1` has 454 rows in the datacenter suite, closed division: 80 are not
/// in tokens per second, 12 have no accelerators, and 8 have accelerators of two kinds. The totals are those of the other 354;
/// names of systems are counted without spaces around them.
#[test]
fn the_rows_have_the_totals_of_their_source() {
    let rows = throughput_results();
    assert_eq!((rows.len(), 454 - 80 - 12 - 8), (354, 354));
    let counts = [distinct(|row| &row.system), distinct(|row| &row.id), distinct(|row| &row.submitter)];
    assert_eq!((counts, distinct(|row| &row.model)), ([53, 57, 25], 6));
    let of = |scenario| rows.iter().filter(|row| row.scenario == scenario).count();
    assert_eq!(BenchmarkScenario::ALL.map(of), [150, 146, 58]);
    let models = ["deepseek-r1", "llama2-70b-99", "llama2-70b-99.9", "llama3.1-405b", "llama3.1-8b", "mixtral-8x7b"];
    let counts = models.map(|model| rows.iter().filter(|row| row.model == model).count());
    assert_eq!(counts, [16, 110, 112, 58, 36, 22]);
    assert_eq!(rows.iter().map(|row| row.tokens_per_second).sum::<Decimal>(), decimal("16430592.946"));
    assert_eq!(rows.iter().map(|row| row.accelerators).sum::<u32>(), 3_564);
}

#[test]
fn every_row_is_plausible() {
    let mut seen = BTreeSet::new();
    let mut others = BTreeSet::new();
    for row in throughput_results() {
        assert!(seen.insert((row.id.as_str(), row.model.as_str(), row.scenario)), "{row:?}");
        assert!(!row.submitter.is_empty() && !row.system.is_empty() && row.system == row.system.trim(), "{row:?}");
        assert!(["fp4", "fp8", "UINT4"].contains(&&*row.weights), "{row:?}");
        assert!(["available", "preview"].contains(&&*row.availability), "{row:?}");
        assert!([1, 2, 3, 4, 8, 16, 24, 32, 48, 72].contains(&row.accelerators), "{row:?}");
        // an accelerator writes a few tokens of a large model, and some ten thousand of a small one
        let each = row.per_accelerator();
        assert!(each > Decimal::TEN && each < Decimal::from(20_000), "{row:?}: {each}");
        assert_eq!(row.of_model().model, row.model);
        assert_eq!(row.latency().is_none(), row.scenario == BenchmarkScenario::Offline, "{row:?}");
        assert_eq!(row.of_round().round, "5.1");
        if !accelerators().iter().any(|one| one.name == row.accelerator) {
            others.insert(&*row.accelerator);
        }
    }
    // products that the catalog lacks keep their own names
    assert_eq!(others, BTreeSet::from(["NVIDIA GB300", "[MAXSUN] MS-Intel Arc Pro B60 Dual 48G Turbo"]));
    let sources =
        benchmark_models().iter().map(|model| &model.source).chain(benchmark_rounds().iter().map(|of| &of.source));
    for source in sources {
        assert!(sources_named(source).count() > 0, "nobody says whose `{source}` is");
    }
}

/// Without latency limits, a system is at least about as fast: within 2 %, by which runs differ.
#[test]
fn tighter_limits_cost_throughput() {
    let best = |model: &str, accelerator: &str, scenario| {
        let of = throughput_results().iter().filter(|row| row.model == model && row.accelerator == accelerator);
        of.filter(|row| row.scenario == scenario).map(ThroughputResult::per_accelerator).max()
    };
    let mut compared = 0;
    for model in benchmark_models() {
        for accelerator in accelerators() {
            let rates = BenchmarkScenario::ALL.map(|scenario| best(&model.model, &accelerator.name, scenario));
            for (looser, tighter) in rates.iter().flatten().zip(rates.iter().flatten().skip(1)) {
                assert!(*tighter < looser * decimal("1.02"), "{} {}: {rates:?}", model.model, accelerator.name);
                compared += 1;
            }
        }
    }
    assert!(compared > 40, "{compared}");
}

/// `loadgen/mlperf.conf` of mlcommons/inference at v5.1.1, in milliseconds, at the 99th percentile.
#[test]
fn limits_are_those_of_the_rules() {
    use BenchmarkScenario::{Interactive, Offline, Server};
    let limits = |model: &str, scenario| {
        let model = benchmark_models().iter().find(|one| one.model == model).unwrap();
        model.latency(scenario).map(|limits| (limits.ttft_ms, limits.tpot_ms))
    };
    for (model, scenario, expected) in [
        ("llama2-70b-99", Server, Some((2_000, 200))),
        ("llama2-70b-99", Interactive, Some((450, 40))),
        ("llama2-70b-99.9", Server, Some((2_000, 200))),
        ("llama2-70b-99.9", Interactive, Some((450, 40))),
        ("mixtral-8x7b", Server, Some((2_000, 200))),
        ("llama3.1-405b", Server, Some((6_000, 175))),
        ("llama3.1-405b", Interactive, Some((4_500, 80))),
        ("llama3.1-8b", Server, Some((2_000, 100))),
        ("llama3.1-8b", Interactive, Some((500, 30))),
        ("deepseek-r1", Server, Some((2_000, 80))),
        ("deepseek-r1", Offline, None),
    ] {
        assert_eq!(limits(model, scenario), expected, "{model} {scenario:?}");
    }
}

#[test]
fn all_words_of_a_query_must_match_a_result() {
    // Cisco's two systems, each with both accuracies
    let ids = |query: &str| found(query).iter().map(|row| &*row.id).collect::<Vec<_>>();
    assert_eq!(ids("llama2-70b h100 server"), ["5.1-0016", "5.1-0015", "5.1-0016", "5.1-0015"]);
    assert_eq!(ids("Cisco H100 SXM SERVER llama2-70b-99"), ["5.1-0016", "5.1-0015"]);
    assert_eq!(ids("NVIDIA H100 80GB llama3.1-8b"), ["5.1-0083", "5.1-0083"]);
    assert!(found("gb300").iter().all(|row| row.accelerator == "NVIDIA GB300") && found("gb300").len() == 6);
    // of a model and scenario, the highest rate comes first
    let all = found("");
    let steps = all.windows(2).filter(|pair| (&pair[0].model, pair[0].scenario) == (&pair[1].model, pair[1].scenario));
    assert!(all.len() == 354 && steps.clone().count() > 300);
    assert!(steps.clone().all(|pair| pair[0].per_accelerator() >= pair[1].per_accelerator()));
    let nothing = |query: &str| FactQuery::of(query, None).no_result();
    let near = NoMatch::Word { word: "interactiv3".to_owned(), near: Some("interactive".to_owned()) };
    assert_eq!((nothing("interactiv3"), nothing("h100 deepseek-r1")), (near, NoMatch::Together));
}

/// Result 5.1-0016: 122,274 tokens a second by 32 accelerators are 3,821.0625 by each. A request reads 222.33 tokens and writes
/// 294.45, so 516.78 are read and written for 294.45 written: 3,821.0625 × 516.78 / 294.45 = 6,706.2275.
#[test]
fn a_rate_of_written_tokens_becomes_one_of_all_tokens() {
    let results = found("llama2-70b-99.9 h100 server");
    let [first, _] = results.as_slice() else { panic!("{results:?}") };
    assert_eq!((first.tokens_per_second, first.accelerators), (decimal("122274"), 32));
    assert_eq!(first.per_accelerator(), decimal("3821.0625"));
    let all = first.read_and_written_per_accelerator().unwrap();
    assert_eq!(all.round_dp(4), decimal("6706.2275"));
    let yaml = pasted_rate(&results).unwrap().join("\n");
    for line in [
        "        tokens_per_second: 6_706.23\n",
        "        at: { input: 222.33, output: 294.45 }\n",
        "        latency: TTFT p99 2 s, TPOT p99 200 ms\n",
        "        grade: published\n",
        "v5.1 Closed llama2-70b-99.9 Server, result 5.1-0016, Cisco, HPF HGX System (32xH100-SXM-80GB, TensorRT)\"\n",
        "    date: 2025-09-09",
    ] {
        assert!(yaml.contains(line), "{line}{yaml}");
    }
}

#[test]
fn results_that_cannot_stand_for_each_other_give_no_rate() {
    for query in ["llama2-70b server", "llama2-70b h100", "h100 server", "h200 llama2-70b server"] {
        assert!(found(query).len() > 1 && pasted_rate(&found(query)).is_none(), "{query}");
    }
    assert_eq!(pasted_rate(&[]), None);
    // both accuracies have the same requests
    assert!(pasted_rate(&found("h200-sxm llama2-70b server")).is_some());
    // the catalog does not know how much llama3.1-8b writes: every line is a comment
    let lines = pasted_rate(&found("llama3.1-8b h100 server")).unwrap();
    assert!(lines.iter().all(|line| line.starts_with("# ")), "{lines:?}");
    assert!(
        lines.iter().any(|line| line.contains("tokens written per request of CNN/DailyMail is unknown")),
        "{lines:?}"
    );
}

/// The pasted rate replaces that of an example: its option then has it, and `check` says that its requests are others.
#[test]
fn a_scenario_reads_the_pasted_rate() {
    let folder = tempfile::tempdir().unwrap();
    let example = text_of(Path::new("scenarios/chat-by-the-token.yaml"));
    // a file that others extend has no name
    let shared = example.replace("\nname: A 70B chat by the token\n", "\n");
    assert_ne!(shared, example);
    fs::write(folder.path().join("chat.yaml"), shared).unwrap();
    let paste = pasted_rate(&found("llama2-70b-99.9 h100 server")).unwrap().join("\n").replace("mine", "nebius");
    fs::write(folder.path().join("measured.yaml"), format!("extends: chat.yaml\nname: Measured\n{paste}\n")).unwrap();
    let flat = run(folder.path(), &["flatten", "measured.yaml"]);
    assert!(flat.status == 0 && flat.output.contains("tokens_per_second: 6_706.23"), "{}{}", flat.output, flat.errors);
    let checked = run(folder.path(), &["check", "measured.yaml", "--format", "json"]).report();
    let files = checked["files"].as_array().unwrap();
    let measured = files.iter().find(|file| file["path"] == "measured.yaml").unwrap();
    let findings = measured["findings"].as_array().unwrap();
    assert!(findings.iter().any(|finding| finding["code"] == "rate-of-other-requests"), "{checked}");
}
