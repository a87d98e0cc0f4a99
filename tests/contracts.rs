//! JSON output of every command against its JSON Schema in `schema/`, with an independent validator: the schema accepts the
//! output for every example, and rejects objects with a field less, a field more or a value of another kind.

use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{run, tool};
use crate::support::scenarios_in;
use rackrent::report::Contract;
use rayon::prelude::*;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const NOT_TESTED: &str = "the JSON of commands is not judged by its schemas";

/// Validation errors of each of some objects, by the schema that the object names.
fn judged(python: &Path, documents: &[Value]) -> Vec<Option<String>> {
    let mut child = Command::new(python)
        .args(["tests/schema/judge.py", "schema/results.schema.json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines: String = documents.iter().map(|document| document.to_string() + "\n").collect();
    let mut input = child.stdin.take().unwrap();
    // a separate thread writes, so that neither side waits for the other
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    writer.join().unwrap().unwrap();
    let answers = String::from_utf8(output.stdout).unwrap();
    let judged: Vec<_> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(judged.len(), documents.len());
    judged
}

/// Commands for one scenario; `FILE` is its path.
const OF_ONE: &[&str] = &[
    "compare FILE --by year",
    "compare FILE --by month --basis amortized",
    "compare FILE --by owner",
    "flip FILE",
    "compare FILE --pairs all",
    "plan FILE",
    "rate FILE",
    "scan FILE --offers docs/questions/offers.csv --throughput H200=1.4 --throughput A100=0.5 --throughput H100=1",
    "sensitivity FILE",
    "simulate FILE --draws 1000",
    "sweep FILE --vary horizon_months=12..24:12 --vary discount_rate=5%..10%:5%",
    "explain FILE",
    "explain FILE irr",
    "explain FILE verdict",
    "explain FILE payback",
    "explain FILE break-even",
    "diff scenarios/budget-round-draft.yaml FILE",
    "check FILE --today 2030-01-01",
];

/// Commands for all scenarios together, or for none.
const OF_ALL: &[&str] = &[
    "compare scenarios",
    "timing scenarios/usual-spreadsheet.yaml own.server",
    "timing scenarios/keep-extend-or-sell.yaml own.keep --keep",
    "timing scenarios/usual-spreadsheet.yaml own.server --keep",
    "timing scenarios/keep-extend-or-sell.yaml own.extend --every 12",
    "backtest scenarios/serving-8xh100.yaml --history history/prices.csv --accelerator H100 --out-of-sample --series rent.aws-p5=p5.48xlarge",
    "reprice scenarios/search-team.yaml --offers docs/check/offers.csv --offer rent.aws-p5=us-west-2",
    "reprice scenarios/training-team.yaml --offers docs/questions/offers.csv --offer rent.aws-spot=alpha --offer rent.gcp-committed=alpha",
    "timing scenarios/train-in-cloud-serve-at-home.yaml own.at-home --every 12",
    "compare scenarios/edge-fleet.yaml tests/bad/unknown-key.yaml scenarios/absent.yaml",
    "compare scenarios tests/bad/unknown-key.yaml --by owner",
    "compare tests/cash_plan tests/bad/unknown-key.yaml --by fiscal-year",
    "compare scenarios --by quarter",
    "check scenarios tests/bad tests/rules",
    "check tests/schema --set horizon_months=0",
    "check --explain rules",
    "check --explain book-resale",
    "check --explain empty-file",
    "catalog",
    "catalog h100 --today 2026-11-23 --read docs/guide/offers.csv",
    "catalog throughput --top 1",
    "catalog throughput llama2-70b server h100",
    "catalog throughput llama3.1-8b offline h100",
    "profiles",
    "fit --model llama-3.1-70b --context 32k --concurrency 64",
    "fit --model deepseek-v3 --accelerator L4",
    "fit --model llama-3.1-7b",
    "throughput tests/benchmarks/vllm-rate-20.json tests/benchmarks/vllm-failures.json --at ttft_p99<=1s",
    "throughput tests/benchmarks/guidellm-rates.json --accelerators 4 --at e2e_mean<=1ms",
    "throughput tests/benchmarks/inference-perf-summary.json --accelerators 4",
    "history history/prices.csv --accelerator H100",
    "history history/prices.csv --accelerator TPU-v5e --kind on_demand --region us-central1 --provider gcp --from 2024-01 --to 2026-01",
    "profiles office_hours",
    "trace tests/measured/sacct-berlin.txt",
    "trace tests/measured/opencost.json",
    "report scenarios/doubted-utilization.yaml tests/bad/unknown-key.yaml",
    "compare scenarios/edge-fleet.yaml --frobnicate",
    "sweep scenarios/edge-fleet.yaml --vary horizon_months=1..9999999:1",
];

/// Everything written, with the command that writes it; of an array, each of its objects.
fn written() -> Vec<(String, Value)> {
    let files = scenarios_in("scenarios").into_iter().map(|path| path.display().to_string());
    let of_files: Vec<String> =
        files.flat_map(|file| OF_ONE.iter().map(move |command| command.replace("FILE", &file))).collect();
    let refused = scenarios_in("tests/bad").into_iter().map(|path| format!("compare {}", path.display()));
    let commands: Vec<String> = OF_ALL.iter().map(ToString::to_string).chain(of_files).chain(refused).collect();
    let objects = |command: String| {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend(["--format", "json"]);
        let report = run(Path::new("."), &arguments).report();
        let objects = if let Value::Array(objects) = report { objects } else { vec![report] };
        objects.into_iter().map(move |object| (command.clone(), object)).collect::<Vec<_>>()
    };
    let review = review().map(|review| ("diff --base".to_owned(), review));
    commands.into_par_iter().flat_map_iter(objects).collect::<Vec<_>>().into_iter().chain(review).collect()
}

/// Review of a repository with scenarios of every kind; none without git.
fn review() -> Option<Value> {
    let repository = TemporaryRepository::new()?;
    let [draft, round] = ["budget-round-draft", "budget-round"]
        .map(|name| std::fs::read_to_string(format!("scenarios/{name}.yaml")).unwrap());
    repository.write("changed.yaml", &draft);
    repository.write("broken.yaml", &draft);
    repository.commit();
    repository.write("changed.yaml", &round);
    repository.write("broken.yaml", "horizon_months: x\n");
    repository.write("rackrent.toml", "rules = 1\n");
    Some(repository.rackrent(&["diff", "--base", "main", "--format", "json"]).report())
}

/// Mutations of an object with their description: one field or entry less, one field more, or a value of another kind.
fn mutations(value: &Value, path: &str) -> Vec<(String, Value)> {
    let mut all = Vec::new();
    match value {
        // names given by the author
        Value::Object(_) if path.ends_with("commitments") || path.ends_with("tags") => {}
        Value::Object(fields) => {
            let with = |key: &str, value: Value| {
                let mut fields: Map<String, Value> = fields.clone();
                fields.insert(key.to_owned(), value);
                Value::from(fields)
            };
            all.push((format!("{path}.unsaid added"), with("unsaid", Value::Null)));
            for (key, value) in fields {
                let mut less = fields.clone();
                less.remove(key);
                // labels, the owner of a workload, and settings of a scenario besides the usual ones, are absent if not given; and so are
                // latencies that a benchmark does not measure or a target does not limit
                let latencies = ["throughput/1.target", ".latencies_ms"];
                let settings =
                    ["budgets", "reviews", "start", "fiscal_year_starts", "financing", "flows", "tax_rate", "labels"];
                let may_be_absent = latencies.iter().any(|map| path.ends_with(map))
                    || path.ends_with(".scenario.labels")
                    || (key == "owner" && path.ends_with("workloads[0]"))
                    || (path.ends_with(".scenario") && settings.contains(&key.as_str()));
                if !may_be_absent {
                    all.push((format!("{path}.{key} removed"), less.into()));
                }
                // a value that no schema allows
                all.push((format!("{path}.{key} is a list of lists"), with(key, serde_json::json!([[[]]]))));
                let below = mutations(value, &format!("{path}.{key}"));
                all.extend(below.into_iter().map(|(what, value)| (what, with(key, value))));
            }
        }
        Value::Array(entries) => {
            if let Some(first) = entries.first() {
                let below = mutations(first, &format!("{path}[0]"));
                all.extend(below.into_iter().map(|(what, value)| {
                    let mut entries = entries.clone();
                    entries[0] = value;
                    (what, entries.into())
                }));
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    all
}

/// The value with only the first entry of each list, which alone is mutated: this keeps documents short for thousands of
/// validations.
fn shortened(value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            fields.iter().map(|(key, value)| (key.clone(), shortened(value))).collect::<Map<String, Value>>().into()
        }
        Value::Array(entries) => entries.iter().take(1).map(shortened).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

#[test]
fn the_output_for_every_example_matches_its_schema() {
    let Some(python) = tool("python", NOT_TESTED) else { return };
    let (commands, documents): (Vec<String>, Vec<Value>) = written().into_iter().unzip();
    let judged_by_command = commands.iter().zip(judged(&python, &documents));
    let wrong: Vec<String> =
        judged_by_command.filter_map(|(command, wrong)| Some(format!("{command}: {}", wrong?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut largest: BTreeMap<&str, &Value> = BTreeMap::new();
    for document in &documents {
        let kept = largest.entry(document["schema"].as_str().unwrap()).or_insert(document);
        if document.to_string().len() > kept.to_string().len() {
            *kept = document;
        }
    }
    let mut ids: Vec<String> = Contract::ALL.iter().map(|contract| contract.id()).collect();
    ids.sort();
    assert_eq!(largest.keys().copied().collect::<Vec<_>>(), ids, "every kind of JSON is written");
    let short: Vec<(&str, Value)> = largest.into_iter().map(|(id, document)| (id, shortened(document))).collect();
    let of_short: Vec<Value> = short.iter().map(|(_, document)| document.clone()).collect();
    assert_eq!(judged(&python, &of_short), vec![None; of_short.len()], "what is mutated is allowed itself");
    let (changes, mutated): (Vec<String>, Vec<Value>) =
        short.iter().flat_map(|(id, document)| mutations(document, id)).unzip();
    assert!(mutated.len() > 1_000, "{}", mutated.len());
    let judged_by_change = changes.iter().zip(judged(&python, &mutated));
    let accepted: Vec<&String> =
        judged_by_change.filter(|(_, wrong)| wrong.is_none()).map(|(change, _)| change).collect();
    assert!(accepted.is_empty(), "the schemas accept {accepted:#?}");
}
