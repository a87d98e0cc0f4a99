//! `throughput`: files of each tool, whose own totals are the reference; small files calculated by hand; wrong and hostile ones;
//! and the piece of YAML in a scenario.

use crate::support::program::{run, run_with_input};
use crate::support::{decimal, text_of};
use rackrent::benchmark_import::{
    BenchmarkError, BenchmarkFile, BenchmarkTool, LatencyTarget, LeftOut, MeasuredThroughput, ThroughputRequest,
    best_rate, read_benchmarks,
};
use rackrent::scenario::OptionId;
use rackrent::{Canvas, Colour, Format};
use rust_decimal::Decimal;
use serde_json::{Value, json};
use std::fs;
use std::num::NonZeroU32;
use std::path::Path;

fn parsed(name: &str, text: &str) -> Result<BenchmarkFile, BenchmarkError> {
    read_benchmarks(name, &mut text.as_bytes())
}

fn stored(name: &str) -> (BenchmarkFile, Vec<Value>) {
    let text = text_of(format!("tests/benchmarks/{name}.json"));
    let values = serde_json::Deserializer::from_str(&text).into_iter().collect::<Result<_, _>>().unwrap();
    (parsed(name, &text).unwrap(), values)
}

fn request(target: &str, accelerators: u32) -> ThroughputRequest {
    ThroughputRequest {
        target: if target.is_empty() { LatencyTarget::default() } else { LatencyTarget::parse(target).unwrap() },
        accelerators: NonZeroU32::new(accelerators),
        option: OptionId::rent("mine"),
        workload: "chat".to_owned(),
    }
}

fn best(texts: &[String], target: &str, accelerators: u32) -> Result<MeasuredThroughput, BenchmarkError> {
    let files = texts.iter().enumerate().map(|(index, text)| parsed(&format!("run-{index}.json"), text).unwrap());
    best_rate(files.collect(), request(target, accelerators))
}

/// A result of vLLM: 100 requests in 10 s, each of 300 tokens read and 100 written, except for the given fields.
fn vllm(changed: Value) -> String {
    let mut result = json!({
        "date": "20261127-120000", "model_id": "m", "num_prompts": 100, "request_rate": 10.0, "max_concurrency": null,
        "duration": 10.0, "completed": 100, "failed": 0, "total_input_tokens": 30_000, "total_output_tokens": 10_000,
        "request_throughput": 10.0, "total_token_throughput": 4_000.0, "mean_ttft_ms": 100.0, "p99_ttft_ms": 500.0,
        "p99_tpot_ms": 40.0,
    });
    let Value::Object(changed) = changed else { panic!("{changed}") };
    result.as_object_mut().unwrap().extend(changed);
    result.to_string()
}

/// At most a millionth of the reference: tools compute with floats.
#[track_caller]
fn same(figure: Decimal, reference: &Value) {
    let reference = decimal(&reference.to_string());
    assert!((figure - reference).abs() <= reference * decimal("0.000001"), "{figure} {reference}");
}

#[test]
fn the_rate_is_that_of_each_tool() {
    for name in ["rate-6", "rate-20", "rate-80", "failures"] {
        let (file, values) = stored(&format!("vllm-{name}"));
        assert_eq!((file.tool, file.points.len()), (BenchmarkTool::Vllm, 1));
        same(file.points[0].tokens_per_second().unwrap(), &values[0]["total_token_throughput"]);
        assert_eq!(file.points[0].accelerators, Some(Decimal::TWO));
        assert_eq!(file.points[0].date.unwrap().to_string(), "2026-11-27");
    }
    let (file, values) = stored("vllm-appended");
    assert_eq!(file.points.len(), 2);
    for (point, value) in file.points.iter().zip(&values) {
        same(point.tokens_per_second().unwrap(), &value["total_token_throughput"]);
        assert_eq!(point.offered_per_second, None);
    }
    assert_eq!(
        file.points.iter().map(|point| point.concurrency).collect::<Vec<_>>(),
        [8, 16].map(|at| Some(at.into()))
    );
    for name in ["c4", "c16", "r10", "fail"] {
        let (file, values) = stored(&format!("aiperf-{name}"));
        assert_eq!((file.tool, file.version.as_deref()), (BenchmarkTool::AiPerf, Some("0.13.0")));
        same(file.points[0].tokens_per_second().unwrap(), &values[0]["total_token_throughput"]["avg"]);
        assert_eq!(file.points[0].failed, Some(if name == "fail" { 5.into() } else { Decimal::ZERO }));
        // the server reports 32 of 256 tokens as cached
        assert_eq!(file.points[0].cached, Some(decimal("0.125")));
        assert_eq!(file.points[0].model.as_deref(), Some("mock-8b"));
    }
    for name in ["c4", "c16", "r60"] {
        let (file, values) = stored(&format!("genai-perf-{name}"));
        assert_eq!((file.tool, file.points[0].date, file.points[0].failed), (BenchmarkTool::GenAiPerf, None, None));
        assert_eq!(file.points[0].model.as_deref(), Some("mock-8b"));
        // 256 + 32 tokens for 32 written
        let written = values[0]["output_token_throughput"]["avg"].as_f64().unwrap();
        same(file.points[0].tokens_per_second().unwrap(), &json!(written * 9.0));
    }
    for stage in 0..3 {
        let (file, values) = stored(&format!("inference-perf-stage-{stage}"));
        assert_eq!((file.tool, file.points[0].cached), (BenchmarkTool::InferencePerf, Some(decimal("0.125"))));
        same(
            file.points[0].tokens_per_second().unwrap(),
            &values[0]["successes"]["throughput"]["total_tokens_per_sec"],
        );
        let ttft = values[0]["successes"]["latency"]["time_to_first_token"]["p99"].as_f64().unwrap();
        let figure = LatencyTarget::parse("ttft_p99<=1s").unwrap().0[0].figure;
        same(file.points[0].latencies_ms[&figure], &json!(ttft * 1_000.0));
    }
}

/// GuideLLM counts tokens as they arrive, also those of unfinished requests; so the reference is the number of its successful
/// requests over the measured time, in which each has 288 tokens. One of them may have begun in the warm-up.
#[test]
fn the_rate_of_guidellm_is_that_of_its_successful_requests() {
    for (name, failed) in [("guidellm-rates", [0, 0, 0].as_slice()), ("guidellm-failures", &[2, 10])] {
        let (file, values) = stored(name);
        let benchmarks = values[0]["benchmarks"].as_array().unwrap();
        assert_eq!((file.tool, file.points.len()), (BenchmarkTool::GuideLlm, benchmarks.len()));
        for ((point, benchmark), failed) in file.points.iter().zip(benchmarks).zip(failed) {
            let requests = benchmark["metrics"]["request_totals"]["successful"].as_f64().unwrap();
            let seconds = benchmark["duration"].as_f64().unwrap();
            let [all, but_one] = [requests, requests - 1.0].map(|requests| {
                let rate = requests * 288.0 / seconds;
                decimal(&format!("{rate:.6}"))
            });
            let rate = point.tokens_per_second().unwrap().round_dp(6);
            assert!(rate <= all && rate >= but_one, "{but_one} {rate} {all}");
            assert_eq!(
                (point.failed.unwrap(), point.date.unwrap().to_string().as_str()),
                ((*failed).into(), "2026-11-27")
            );
            assert!(point.unfinished > Decimal::ZERO, "{point:?}");
        }
    }
    let (file, _) = stored("guidellm-rates");
    let sent: Vec<_> = file.points.iter().map(|point| (point.offered_per_second, point.concurrency)).collect();
    assert_eq!(sent, [4, 20, 60].map(|rate| (Some(rate.into()), None)));
    assert!(file.points.iter().all(|point| point.left_out_seconds.is_some_and(|warm| warm > decimal("0.7"))));
    let (file, _) = stored("guidellm-failures");
    let sent: Vec<_> = file.points.iter().map(|point| (point.offered_per_second, point.concurrency)).collect();
    assert_eq!(sent, [2, 12].map(|streams| (None, Some(streams.into()))));
}

#[test]
fn the_highest_rate_within_the_target_is_chosen() {
    // 400 tokens per request: 10 requests/s are 4,000 tokens/s, of 8 accelerators 500 each
    let slow = vllm(json!({}));
    let fast =
        vllm(json!({ "request_throughput": 20.0, "request_rate": 20, "p99_ttft_ms": 2_000.0, "p99_tpot_ms": 40.001 }));
    let chosen = |target| {
        let found = best(&[slow.clone(), fast.clone()], target, 8).unwrap();
        found.best().map(|best| (best.file, best.per_accelerator))
    };
    assert_eq!(chosen(""), Some((1, Decimal::from(1_000))));
    // a limit itself is kept
    assert_eq!(chosen("ttft_p99<=2s"), Some((1, Decimal::from(1_000))));
    assert_eq!(chosen("ttft_p99<=1.999s"), Some((0, Decimal::from(500))));
    assert_eq!(chosen("ttft_p99<=2s,tpot_p99<=40ms"), Some((0, Decimal::from(500))));
    assert_eq!(chosen("ttft_p99<=499ms"), None);
    // of equal rates, the first
    let equal = best(&[slow, vllm(json!({ "date": "" }))], "", 8).unwrap();
    assert_eq!(equal.chosen, Some(0));
}

#[test]
fn failed_and_cancelled_measurements_are_left_out() {
    let left_out = |changed| best(&[vllm(changed)], "ttft_p99<=1s", 1).unwrap().points[0].left_out;
    // 1 of 100, and 1 of 99
    assert_eq!(left_out(json!({ "completed": 99, "failed": 1 })), None);
    assert_eq!(left_out(json!({ "completed": 98, "failed": 1 })), Some(LeftOut::Failures));
    // older files do not count failures: 100 were sent
    assert_eq!(left_out(json!({ "completed": 98, "failed": null })), Some(LeftOut::Failures));
    assert_eq!(left_out(json!({ "completed": 0, "failed": 100 })), Some(LeftOut::Failures));
    let unknown = parsed("x.json", &vllm(json!({ "failed": null, "num_prompts": null }))).unwrap();
    assert_eq!(unknown.points[0].failed, None);
    assert_eq!(
        left_out(json!({ "completed": 0, "num_prompts": 0, "request_throughput": 0 })),
        Some(LeftOut::NoAnswers)
    );
    assert_eq!(left_out(json!({ "total_output_tokens": 0 })), Some(LeftOut::NoAnswers));
    let (file, _) = stored("aiperf-c4");
    let text = text_of("tests/benchmarks/aiperf-c4.json");
    for (before, after) in
        [("\"was_cancelled\": false", "\"was_cancelled\": true"), ("\"is_complete\": true", "\"is_complete\": false")]
    {
        assert!(!file.points[0].is_cancelled && text.contains(before));
        let judged = best(&[text.replace(before, after)], "", 1).unwrap();
        assert_eq!((judged.points[0].left_out, judged.chosen), (Some(LeftOut::Cancelled), None));
    }
}

/// Random arrivals of 100 requests spread by 10 %, of 400 by 5 %: behind by 20 % is twice the spread of the first, and four times
/// that of the second.
#[test]
fn a_measurement_is_saturated_if_answers_fall_behind_by_more_than_chance() {
    let is_saturated = |answered: &str, completed: u32| {
        let answered: Value = serde_json::from_str(answered).unwrap();
        let text = vllm(json!({ "request_throughput": answered, "completed": completed, "num_prompts": completed }));
        best(&[text], "", 1).unwrap().points[0].is_saturated
    };
    assert!(!is_saturated("8", 100) && is_saturated("7.99", 100));
    assert!(!is_saturated("9", 4_000) && is_saturated("8.99", 4_000));
    let (file, _) = stored("vllm-rate-80");
    assert!(best_rate(vec![file], request("", 2)).unwrap().points[0].is_saturated);
    // a limit of requests at once holds them back in the client
    let limited = vllm(json!({ "max_concurrency": 8, "request_throughput": 7.99 }));
    let limited = best(&[limited], "", 1).unwrap();
    assert!(!limited.points[0].is_saturated && limited.points[0].is_held_back);
    let kept_up = best(&[vllm(json!({ "max_concurrency": 8 }))], "", 1).unwrap();
    assert!(!kept_up.points[0].is_saturated && !kept_up.points[0].is_held_back);
    // all requests at once are behind no rate
    let at_once = vllm(json!({ "request_rate": "inf", "request_throughput": 1 }));
    assert!(!best(&[at_once], "", 1).unwrap().points[0].is_saturated);
}

#[test]
fn the_number_of_accelerators_is_stated_once() {
    let stated = |number: Value| vllm(json!({ "accelerators": number }));
    let number = |texts: &[String], stated| best(texts, "", stated).map(|found| found.accelerators.get());
    assert_eq!(number(&[stated(json!("8"))], 0), Ok(8));
    assert_eq!(number(&[stated(json!(8)), vllm(json!({}))], 0), Ok(8));
    for (texts, option, message) in [
        (
            vec![vllm(json!({}))],
            0,
            "the files do not state how many accelerators served, and a rate is that of one; add --accelerators N",
        ),
        (
            vec![stated(json!("8"))],
            4,
            "run-0.json: it states 8 accelerators, not 4; omit --accelerators, or correct the metadata of the file",
        ),
        (
            vec![stated(json!(8)), stated(json!(4))],
            0,
            "run-1.json: it states 4 accelerators, not 8; give the results of one system",
        ),
        (vec![stated(json!("2.5"))], 0, "run-0.json: `accelerators` is 2.5, not a whole number"),
        (vec![stated(json!(0))], 0, "run-0.json: `accelerators` is 0, not a whole number"),
    ] {
        let error = number(&texts, option).unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn files_of_several_sweeps_are_refused() {
    let refused = |texts: &[String]| best(texts, "", 1).unwrap_err().to_string();
    let other = refused(&[vllm(json!({})), vllm(json!({ "date": "" })), vllm(json!({ "model_id": "n" }))]);
    assert_eq!(other, "run-2.json: its model is n, but that of run-0.json is m; give the results of one model");
    let tools = refused(&[vllm(json!({})), text_of("tests/benchmarks/inference-perf-stage-0.json")]);
    assert!(
        tools.starts_with("run-1.json: it is from inference-perf, but run-0.json is from vLLM serving benchmark"),
        "{tools}"
    );
    let twice = refused(&[vllm(json!({})), vllm(json!({ "date": "" })), vllm(json!({}))]);
    assert_eq!(twice, "run-2.json: it has the same content as run-0.json; give each file once");
    let genai_perf = text_of("tests/benchmarks/genai-perf-c4.json");
    let other = refused(&[genai_perf.clone(), genai_perf.replace("[\"mock-8b\"]", "[\"n\"]")]);
    assert_eq!(other, "run-1.json: its model is n, but that of run-0.json is mock-8b; give the results of one model");
}

#[test]
fn a_latency_that_a_file_lacks_is_refused_with_those_it_has() {
    let error = best(&[vllm(json!({}))], "ttft_p99<=2s,tpot_p90<=40ms", 1).unwrap_err().to_string();
    let message =
        "run-0.json: it has no TPOT p90; it has ttft_mean, ttft_p99, tpot_p99; run it with --percentile-metrics";
    assert!(error.starts_with(message), "{error}");
    // vLLM writes 0 if no answer was streamed
    let zero = best(&[vllm(json!({ "p99_ttft_ms": 0 }))], "ttft_p99<=2s", 1).unwrap_err().to_string();
    assert!(zero.starts_with("run-0.json: it has no TTFT p99; it has ttft_mean, tpot_p99; run it with"), "{zero}");
    assert!(zero.ends_with(", or choose one of these"), "{zero}");
    let none = json!({ "mean_ttft_ms": 0, "p99_ttft_ms": 0.0, "p99_tpot_ms": null });
    let none = best(&[vllm(none)], "ttft_p99<=2s", 1).unwrap_err().to_string();
    assert!(none.contains("it has no latencies, so no TTFT p99; run it with") && !none.contains("choose"), "{none}");
    // one that is left out needs none
    let failed = vllm(json!({ "completed": 10, "failed": 90, "p99_ttft_ms": null }));
    assert!(best(&[failed, vllm(json!({}))], "ttft_p99<=2s", 1).is_ok());
}

#[test]
fn what_is_no_result_is_refused() {
    let deep = "{\"config\": ".repeat(100_000);
    let many = format!("{{\"benchmarks\": [{}]}}", "{\"metrics\": 1},".repeat(150_000));
    let overflow = vllm(json!({ "total_input_tokens": 9e27, "request_throughput": 9e27 }));
    let infinite = vllm(json!({})).replace("\"request_throughput\":10.0", "\"request_throughput\":1e300");
    let guidellm = text_of("tests/benchmarks/guidellm-rates.json");
    let mut too_slow: Value = serde_json::from_str(&guidellm).unwrap();
    too_slow["benchmarks"][0]["metrics"]["request_latency"]["successful"]["mean"] = json!(7e28);
    let too_slow = too_slow.to_string();
    let cases: Vec<(String, &str)> = vec![
        (String::new(), "x.json: the JSON ends too early, at line 1 column 0; give the complete file"),
        ("{\"completed\": 1".into(), "x.json: the JSON ends too early, at line 1 column 15"),
        ("hello".into(), "x.json: it is not JSON of a benchmark: expected value at line 1 column 1; give the JSON of"),
        ("\u{0}\u{1}".into(), "x.json: it is not JSON of a benchmark"),
        ("{}".into(), "x.json: unrecognised format; give the JSON of `vllm bench serve --save-result`, GuideLLM"),
        ("[1, 2]".into(), "x.json: unrecognised format"),
        ("null".into(), "x.json: unrecognised format"),
        ("{\"benchmarks\": []}".into(), "x.json: it has no completed benchmark; check the log of the tool"),
        ("{\"benchmarks\": 5}".into(), "x.json: it has no completed benchmark"),
        ("{\"benchmarks\": [5]}".into(), "x.json: it has no `metrics.request_totals.successful`"),
        (format!("{}\n{{}}", vllm(json!({}))), "x.json, benchmark 2: unrecognised format"),
        (format!("{{}}\n{guidellm}"), "x.json: unrecognised format"),
        (format!("{guidellm}\n[1]"), "x.json, benchmark 4: unrecognised format"),
        (format!("{guidellm}\n{}", vllm(json!({}))), "x.json, benchmark 4: unrecognised format"),
        (too_slow, "x.json: its end-to-end mean is too large"),
        (format!("{} x", vllm(json!({}))), "x.json: it is not JSON of a benchmark: expected value"),
        (vllm(json!({ "completed": -1 })), "x.json: `completed` is -1, below 0; give the unchanged file of the tool"),
        (vllm(json!({ "completed": "many" })), "x.json: `completed` is not a number"),
        (vllm(json!({ "p99_ttft_ms": { "of": 1 } })), "x.json: `p99_ttft_ms` is not a number"),
        (
            vllm(json!({ "accelerators": "8 GPUs" })),
            "x.json: `accelerators` is not a number; write --metadata accelerators=8",
        ),
        (vllm(json!({ "total_input_tokens": null })), "x.json: it has no `total_input_tokens`"),
        (vllm(json!({})).replace("10.0", "NaN"), "x.json: it is not JSON of a benchmark: expected value"),
        (infinite, "x.json: `request_throughput` is not a number"),
        (overflow, "run: its token rate is too large to be one"),
        ("[".repeat(100_000), "x.json: the JSON ends too early, at line 1 column 100000"),
        ("1 ".repeat(300_000), "x.json: it is not JSON of a benchmark: it has more results than one sweep"),
        (deep, "x.json: it is not JSON of a benchmark: recursion limit exceeded"),
        (many, "x.json: it is not JSON of a benchmark: it has more results than one sweep"),
        (
            text_of("tests/benchmarks/inference-perf-summary.json"),
            "x.json: it is a summary of all stages, which mixes their rates",
        ),
    ];
    for (text, message) in cases {
        let judged = parsed("x.json", &text).and_then(|file| {
            best_rate(vec![BenchmarkFile { name: "run".to_owned(), ..file }], request("", 1)).map(|_| ())
        });
        let error = judged.unwrap_err().to_string();
        assert!(error.starts_with(message), "{message}\n{error}");
    }
}

/// Every number of a file of each tool, replaced by extreme ones, gives a result in every format or an error.
#[test]
fn extreme_numbers_never_stop_the_program() {
    let extreme = ["0", "1e-28", "79228162514264337593543950335", "1e300", "-1", "{}"];
    for name in ["vllm-rate-20", "guidellm-failures", "aiperf-fail", "genai-perf-c4", "inference-perf-stage-0"] {
        let (original, values) = stored(name);
        let mut paths = Vec::new();
        numbers(&values[0], String::new(), &mut paths);
        assert!(paths.len() > 20, "{name}");
        let mut answered = 0;
        for (path, number) in paths.iter().flat_map(|path| extreme.iter().map(move |number| (path, number))) {
            let mut value = values[0].clone();
            *value.pointer_mut(path).unwrap() = serde_json::from_str(number).unwrap();
            let Ok(file) = parsed(name, &value.to_string()) else { continue };
            if file.points == original.points {
                continue;
            }
            let Ok(measured) = best_rate(vec![file], request("e2e_p99<=2s", 2)) else { continue };
            for format in [Format::Table, Format::Json, Format::Csv] {
                let mut out = Vec::new();
                format.write(&measured, &Canvas::new(100, Colour::Plain), &mut out).unwrap();
                answered += 1;
            }
        }
        assert!(answered > 60, "{name}: {answered}");
    }
}

/// Paths of all numbers.
fn numbers(value: &Value, path: String, found: &mut Vec<String>) {
    match value {
        Value::Number(_) => found.push(path),
        Value::Object(fields) => fields.iter().for_each(|(key, value)| {
            let key = key.replace('~', "~0").replace('/', "~1");
            numbers(value, format!("{path}/{key}"), found);
        }),
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| numbers(item, format!("{path}/{index}"), found));
        }
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[test]
fn lists_of_requests_change_nothing() {
    let plain = parsed("a", &vllm(json!({}))).unwrap();
    let texts = vec!["x".repeat(1_000); 5_000];
    let detailed = parsed(
        "a",
        &format!("\u{feff}{}", vllm(json!({ "generated_texts": texts, "itls": vec![vec![0.5; 10]; 5_000] }))),
    );
    let detailed = detailed.unwrap();
    assert_eq!(plain.points, detailed.points);
    assert_ne!(plain.sha256, detailed.sha256);
}

/// The names that nobody wrote are to be replaced; the others are not.
#[test]
fn the_paste_says_which_names_to_replace() {
    let replace = |option: &str, workload: &str| {
        let asked =
            ThroughputRequest { option: option.parse().unwrap(), workload: workload.to_owned(), ..request("", 1) };
        let paste = best_rate(vec![parsed("x.json", &vllm(json!({}))).unwrap()], asked).unwrap().paste().unwrap();
        paste.into_iter().find(|line| line.starts_with("# replace"))
    };
    let line = "# replace `mine` and `chat` by your option, rented or owned, and your workload";
    assert_eq!(replace("rent.mine", "chat").as_deref(), Some(line));
    assert_eq!(replace("rent.mine", "code").as_deref(), Some("# replace `mine` by your option, rented or owned"));
    assert_eq!(replace("own.mine", "chat").as_deref(), Some("# replace `chat` by your workload"));
    assert_eq!(replace("own.mine", "code"), None);
}

/// What became of measurements that are not chosen.
#[test]
fn the_table_says_why_a_measurement_is_not_chosen() {
    let slow = |date: &str| vllm(json!({ "date": date, "request_throughput": 5, "request_rate": 5 }));
    let none = vllm(json!({ "completed": 0, "num_prompts": 0, "request_throughput": 0 }));
    let texts =
        [slow(""), vllm(json!({})), vllm(json!({ "date": "" })), none, vllm(json!({ "total_output_tokens": 0 }))];
    let measured = best(&texts, "", 1).unwrap();
    let mut out = Vec::new();
    Format::Table.write(&measured, &Canvas::new(200, Colour::Plain), &mut out).unwrap();
    let table = String::from_utf8(out).unwrap();
    for (index, outcome) in
        ["lower rate", "chosen", "equal rate", "left out: no answers", "left out: no tokens"].iter().enumerate()
    {
        let file = format!(" run-{index}.json ");
        let row = table.lines().find(|line| line.starts_with(&file)).unwrap();
        assert!(row.trim_end().ends_with(outcome), "{outcome}\n{table}");
    }
}

/// The piece is read by `check`, which compares the file with its SHA-256, and reports it when it changes.
#[test]
fn a_scenario_reads_the_pasted_rate() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let example = text_of("scenarios/chat-by-the-token.yaml").replace("\nname: A 70B chat by the token\n", "\n");
    fs::write(path.join("chat.yaml"), example).unwrap();
    fs::write(path.join("run.json"), vllm(json!({ "accelerators": "8" }))).unwrap();
    let arguments = ["throughput", "run.json", "--at", "ttft_p99<=2s", "--option", "rent.nebius", "--format", "json"];
    let ran = run(path, &arguments).report();
    let paste = ran["paste"].as_str().unwrap();
    let lines = [
        "        tokens_per_second: 500",
        "        at: { input: 300, output: 100 }",
        "        latency: TTFT p99 2 s",
        "        grade: measured",
        "  rent.nebius.token_throughput.chat:",
        "    from: \"run.json\"",
        "    date: 2026-11-27",
    ];
    for line in lines {
        assert!(paste.lines().any(|one| one == line), "{line}\n{paste}");
    }
    fs::write(path.join("measured.yaml"), format!("extends: chat.yaml\nname: Measured\n{paste}\n")).unwrap();
    let flat = run(path, &["flatten", "measured.yaml"]);
    assert!(flat.status == 0 && flat.output.contains("tokens_per_second: 500"), "{}{}", flat.output, flat.errors);
    let codes = || {
        let checked = run(path, &["check", "measured.yaml", "--format", "json"]).report();
        let file =
            checked["files"].as_array().unwrap().iter().find(|file| file["path"] == "measured.yaml").unwrap().clone();
        let findings = file["findings"].as_array().unwrap().clone();
        findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    // requests of other lengths than those of the workload
    assert!(codes().contains(&"rate-of-other-requests".to_owned()), "{:?}", codes());
    assert!(!codes().contains(&"source-differs".to_owned()), "{:?}", codes());
    fs::write(path.join("run.json"), vllm(json!({ "accelerators": "9" }))).unwrap();
    assert!(codes().contains(&"source-differs".to_owned()), "{:?}", codes());
}

#[test]
fn notes_say_what_limits_the_rate() {
    let notes = |texts: &[String], arguments: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let names: Vec<String> = (0..texts.len()).map(|index| format!("run-{index}.json")).collect();
        names.iter().zip(texts).for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let ran = run(
            folder.path(),
            &[&["throughput", "--accelerators", "8", "--format", "json"], arguments, &names].concat(),
        );
        ran.report()["notes"]
            .as_array()
            .unwrap()
            .iter()
            .map(|note| note.as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join("\n")
    };
    let target = ["--at", "ttft_p99<=1s"];
    let faster = vllm(json!({ "request_throughput": 30, "request_rate": 30, "p99_ttft_ms": 1001 }));
    let plain = notes(&[vllm(json!({})), faster], &target);
    assert_eq!(plain.lines().count(), 1, "{plain}");
    assert!(
        plain.contains("the share of a prefix cache is unknown (vLLM serving benchmark does not write it)"),
        "{plain}"
    );
    let cases = [
        (vec![vllm(json!({}))], [].as_slice(), "no latency target: a rate for batches"),
        (vec![vllm(json!({}))], &target, "the highest measured rate keeps the target, so a higher one may too"),
        (vec![vllm(json!({ "request_rate": 50 }))], &target, "saturated: 10 of 50 requests/s were answered"),
        (
            vec![vllm(json!({ "completed": 99, "num_prompts": 99 }))],
            &target,
            "TTFT p99 of 99 requests is about their maximum",
        ),
        (
            vec![vllm(json!({ "total_token_throughput": 4_041 }))],
            &target,
            "the tool states 4,041 tokens/s, 4,000 are computed here",
        ),
        (vec![vllm(json!({ "date": "" }))], &target, "the file states no date"),
        (
            vec![vllm(json!({ "request_rate": 50, "max_concurrency": 8 }))],
            &target,
            "requests waited in the client: at most 8 at once; latencies exclude that wait",
        ),
        (
            vec![vllm(json!({ "failed": null, "num_prompts": null }))],
            &target,
            "failed requests are unknown: the file does not count them",
        ),
        (
            vec![vllm(json!({})), vllm(json!({ "total_input_tokens": 22_000 }))],
            &target,
            "1 measurement of requests whose lengths differ by more than 25 %",
        ),
    ];
    for (texts, arguments, note) in cases {
        let found = notes(&texts, arguments);
        assert!(found.contains(note), "{note}\n{found}");
        assert!(!plain.contains(note), "{note}");
    }
}

#[test]
fn mistakes_on_the_command_line_are_explained() {
    let file = "tests/benchmarks/vllm-rate-20.json";
    for (arguments, message) in [
        (
            vec![file, "--at", "ttft_p99<2s"],
            "`ttft_p99<2s` has no limit; write a latency, <= and a time, such as ttft_p99<=2s",
        ),
        (vec![file, "--option", "hybrid.x"], "write own.NAME or rent.NAME, such as rent.mine"),
        (vec![file, "--option", "rent.a: b"], "write own.NAME or rent.NAME"),
        (vec![file, "--workload", "a b"], "write letters, digits, - and _, beginning with a letter"),
        (vec![file, "--accelerators", "0"], "write a whole number, 1 or more"),
        (vec!["tests/benchmarks/none.json"], "cannot read tests/benchmarks/none.json: there is no such file"),
        (vec!["-", "-"], "standard input can be read only once"),
    ] {
        let ran = run(Path::new("."), &[&["throughput"], arguments.as_slice()].concat());
        assert!(ran.status == 2 && ran.errors.contains(message) && ran.output.is_empty(), "{message}\n{}", ran.errors);
    }
    let note = "the source is standard input; name its file with --stdin-name PATH";
    for (named, is_noted) in [([].as_slice(), true), (&["--stdin-name", "runs/a.json"], false)] {
        let arguments = [&["throughput", "-", "--accelerators", "8"], named].concat();
        let ran = run_with_input(Path::new("."), &arguments, &vllm(json!({})));
        assert_eq!(ran.output.contains(note), is_noted, "{}{}", ran.output, ran.errors);
    }
    let ran = run_with_input(
        Path::new("."),
        &["throughput", "-", "--accelerators", "8", "--format", "csv"],
        &vllm(json!({})),
    );
    assert!(
        ran.status == 0 && ran.output.contains("\nstdin,,vllm,10,,100,0,0,10,300,100,4000,500,no,chosen,"),
        "{}{}",
        ran.output,
        ran.errors
    );
}
