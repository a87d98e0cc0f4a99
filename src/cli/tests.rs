//! The program as its user sees it: arguments and files in; standard output, standard error and status out.

use super::{Console, Status, run};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;

const SCENARIO: &str = "\
name: Eight accelerators
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 60% }
own:
  hgx:
    node: { price: 298000, accelerators: 8, power_kw: 10.2 }
    nodes: 1
    useful_life_months: 60
    pue: 1.3
    electricity_per_kwh: 0.094
rent:
  neocloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 55.04 }
";

struct Ran {
    status: Status,
    output: String,
    errors: String,
}

fn ran(arguments: &[&str], input: &str) -> Ran {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let arguments = std::iter::once("rackrent").chain(arguments.iter().copied()).map(OsString::from);
    let status = run(arguments, Console::new(input.as_bytes(), &mut output, &mut errors));
    Ran { status, output: String::from_utf8(output).unwrap(), errors: String::from_utf8(errors).unwrap() }
}

fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path.display().to_string()
}

#[test]
fn a_scenario_is_compared() {
    let ran = ran(&["compare", "-", "--stdin-name", "quote.yaml", "--set", "demand.utilization=45%"], SCENARIO);
    assert_eq!((ran.status, ran.errors.as_str()), (Status::Fine, ""), "{}", ran.errors);
    assert!(ran.output.contains("Verdict") && ran.output.contains("quote.yaml · sha256"), "{}", ran.output);
    assert!(ran.output.contains("--set demand.utilization=45%") && ran.output.contains("plan 45 %"), "{}", ran.output);
    assert!(ran.output.lines().all(|line| line.chars().count() <= 100), "{}", ran.output);
}

#[test]
fn every_format_is_written_to_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let outputs = ["a.txt", "a.json", "a.csv", "a.md"].map(path);
    let mut arguments = vec!["compare", "-", "--by", "year", "--format", "json"];
    arguments.extend(outputs.iter().flat_map(|output| ["--output", output.as_str()]));
    let ran = ran(&arguments, SCENARIO);
    assert_eq!(ran.status, Status::Fine, "{}", ran.errors);
    for (output, starts) in
        outputs.iter().zip(["Eight accelerators", "{\n", "scenario,case,date,currency,option,", "## Eight"])
    {
        let text = std::fs::read_to_string(output).unwrap();
        assert!(text.starts_with(starts), "{output}: {text}");
    }
    assert_eq!(std::fs::read_to_string(&outputs[1]).unwrap(), ran.output);
}

#[test]
fn an_error_in_one_file_still_shows_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let good = file(&folder, "good.yaml", SCENARIO);
    let bad = file(&folder, "bad.yaml", &SCENARIO.replace("60%", "65"));
    let ran = ran(&["compare", &bad, &good, "--format", "json"], "");
    assert_eq!(ran.status, Status::NoAnswer);
    assert!(ran.errors.contains("bad.yaml:5"), "{}", ran.errors);
    let document: serde_json::Value = serde_json::from_str(&ran.output).unwrap();
    assert_eq!(document.as_array().map(Vec::len), Some(2));
    let error = &document[0]["errors"][0];
    assert_eq!((&document[0]["schema"], &error["line"]), (&"rackrent.errors/1".into(), &5.into()), "{error}");
    assert_eq!((&error["file"], &error["path"]), (&bad.as_str().into(), &"demand.utilization".into()), "{error}");
    assert_eq!(document[1]["scenario"]["name"], "Eight accelerators");
}

#[test]
fn no_answer_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let kept = file(&folder, "report.md", "old");
    let ran = ran(&["compare", "-", "--output", &kept], "name: x\n");
    assert_eq!((ran.status, ran.output.as_str()), (Status::NoAnswer, ""));
    assert!(ran.errors.contains("error["), "{}", ran.errors);
    assert_eq!(std::fs::read_to_string(&kept).unwrap(), "old");
}

/// The codes of the one document that a command writes where it has no answer, with the files that they are about.
fn errors_in_json(arguments: &[&str], input: &str) -> Vec<(String, Option<String>)> {
    let ran = ran(arguments, input);
    assert!(ran.status == Status::NoAnswer && !ran.errors.is_empty(), "{arguments:?}: {}", ran.errors);
    let document: serde_json::Value = serde_json::from_str(&ran.output).unwrap();
    assert_eq!(document["schema"], "rackrent.errors/1", "{arguments:?}");
    let text = |value: &serde_json::Value| value.as_str().map(ToOwned::to_owned);
    let errors = document["errors"].as_array().unwrap();
    assert!(errors.iter().all(|error| error["severity"] == "error" && error["message"].is_string()), "{document}");
    errors.iter().map(|error| (text(&error["code"]).unwrap(), text(&error["file"]))).collect()
}

#[test]
fn errors_are_json_where_the_answer_would_be() {
    let one = |code: &str, file: Option<&str>| vec![(code.to_owned(), file.map(ToOwned::to_owned))];
    for command in ["compare", "flip", "plan", "sensitivity", "simulate"] {
        let refused = errors_in_json(&[command, "-", "--format", "json"], &SCENARIO.replace("60%", "65"));
        assert_eq!(refused, one("share-above-one", Some("stdin")), "{command}");
        let unread = errors_in_json(&[command, "no-such-file.yaml", "--format=json"], "");
        assert_eq!(unread, one("unreadable-file", Some("no-such-file.yaml")), "{command}");
    }
    let both = errors_in_json(&["diff", "old.yaml", "new.yaml", "--format", "json"], "");
    assert_eq!(both.len(), 2);
    let unknown = errors_in_json(&["compare", "-", "--case", "worst", "--format", "json"], SCENARIO);
    assert_eq!(unknown.first().map(|(code, _)| code.as_str()), Some("unknown-case"));
    assert_eq!(
        errors_in_json(&["explain", "-", "own.hgx.price", "--format", "json"], SCENARIO),
        one("no-answer", None)
    );
    let set = ["compare", "-", "--set", "demand.utilisation=60%", "--format", "json"];
    assert_eq!(errors_in_json(&set, SCENARIO), one("unknown-key", None));
    assert_eq!(errors_in_json(&["simulate", "-", "--format", "json"], SCENARIO), one("no-answer", None));
    assert_eq!(errors_in_json(&["profiles", "no-such-profile", "--format", "json"], ""), one("no-answer", None));
    assert_eq!(errors_in_json(&["compare", "--format", "json"], ""), one("wrong-usage", None));
    // what follows `--` is a file
    let file = ran(&["compare", "--", "--format=json"], "");
    assert_eq!((file.status, file.output.as_str()), (Status::NoAnswer, ""));
}

#[test]
fn several_files_without_an_answer_are_an_array_of_errors() {
    let ran = ran(&["compare", "a.yaml", "b.yaml", "--format", "json"], "");
    let document: serde_json::Value = serde_json::from_str(&ran.output).unwrap();
    let files: Vec<&serde_json::Value> =
        document.as_array().unwrap().iter().map(|one| &one["errors"][0]["file"]).collect();
    assert_eq!((ran.status, files), (Status::NoAnswer, vec![&"a.yaml".into(), &"b.yaml".into()]));
}

#[test]
fn usage_has_status_two_and_help_has_none() {
    for wrong in [
        &["compare"] as &[&str],
        &["compare", "-", "--set", "x"],
        &["compare", "-", "--output", "x.pdf"],
        &["compare", "-", "--basis", "cash"],
        &["compare", "-", "-"],
        &["compare", "no-such-file.yaml"],
        &["nothing"],
    ] {
        let ran = ran(wrong, "");
        assert_eq!((ran.status, ran.output.as_str()), (Status::NoAnswer, ""), "{wrong:?}");
        assert!(ran.errors.starts_with("error: "), "{wrong:?}: {}", ran.errors);
    }
    for asked in
        [&["--help"] as &[&str], &["compare", "--help"], &["explain", "--help"], &["schema", "-h"], &["--version"]]
    {
        let ran = ran(asked, "");
        assert_eq!((ran.status, ran.errors.as_str()), (Status::Fine, ""), "{asked:?}");
        assert!(!ran.output.is_empty());
    }
}

#[test]
fn what_can_be_explained_is_listed_and_each_is_explained() {
    let listed = ran(&["explain", "-"], SCENARIO);
    assert_eq!(listed.status, Status::Fine, "{}", listed.errors);
    // what a name means goes on below itself
    let named = listed.output.lines().filter(|line| !line.starts_with(' '));
    for topic in named.filter_map(|line| line.split_whitespace().next()) {
        let explained = ran(&["explain", "-", topic], SCENARIO);
        assert_eq!(explained.status, Status::Fine, "{topic}: {}", explained.errors);
        assert!(!explained.output.is_empty(), "{topic}");
    }
    let unknown = ran(&["explain", "-", "own.hgx.electrcity"], SCENARIO);
    assert_eq!((unknown.status, unknown.output.as_str()), (Status::NoAnswer, ""));
    assert!(unknown.errors.contains("did you mean `own.hgx.operating.electricity`"), "{}", unknown.errors);
}

#[test]
fn an_explanation_is_typed() {
    let json = ran(&["explain", "-", "own.hgx.purchase.nodes", "--format", "json"], SCENARIO);
    let document: serde_json::Value = serde_json::from_str(&json.output).unwrap();
    assert_eq!((&document["schema"], &document["scenario"]["file"]), (&"rackrent.explain/1".into(), &"stdin".into()));
    let explained = &document["explained"][0];
    // one node of 298,000 at month 0
    let payment = &explained["payments"][0];
    assert_eq!((&payment["cash"], &payment["times"]), (&"298000.00".into(), &1.into()), "{explained}");
    let inputs = explained["inputs"].as_array().unwrap();
    let price = inputs.iter().find(|input| input["name"] == "own.hgx.node.price").unwrap();
    assert_eq!((&price["number"], &price["place"]), (&298_000.into(), &"stdin:8:20".into()), "{price}");
    assert!(price["source"].is_null() && document["topics"].as_array().unwrap().is_empty());
    let topics = ran(&["explain", "-", "--format", "json"], SCENARIO);
    let document: serde_json::Value = serde_json::from_str(&topics.output).unwrap();
    assert_eq!(document["topics"][0]["name"], "verdict");
    assert!(document["asked"].is_null() && document["explained"].as_array().unwrap().is_empty());
}

#[test]
fn an_explanation_is_a_nested_list_in_markdown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("why.md").display().to_string();
    let table = ran(&["explain", "-", "own.hgx.purchase.nodes", "--output", &path], SCENARIO);
    assert!(table.status == Status::Fine && table.output.starts_with("own.hgx.purchase.nodes\n  298,000.00 USD"));
    let markdown = ran(&["explain", "-", "own.hgx.purchase.nodes", "--format", "markdown"], SCENARIO).output;
    assert_eq!(std::fs::read_to_string(&path).unwrap(), markdown);
    assert!(
        markdown.contains("\n- price of a node, own.hgx, `own.hgx.node.price`: 298,000 USD/node (stdin:8:20)\n"),
        "{markdown}"
    );
    let sums = ran(&["explain", "-", "own.hgx", "--format", "markdown"], SCENARIO).output;
    assert!(sums.contains("\n| own.hgx.purchase.nodes | 298,000.00 | 298,000.00 |\n"), "{sums}");
}

#[test]
fn the_language_is_described() {
    let schema = ran(&["schema"], "");
    assert_eq!(schema.status, Status::Fine);
    assert!(serde_json::from_str::<serde_json::Value>(&schema.output).is_ok_and(|schema| schema.is_object()));
    assert!(ran(&["schema", "--format", "markdown"], "").output.contains("horizon_months"));
}

#[test]
fn colour_is_only_where_it_is_asked_for() {
    let coloured = ran(&["compare", "-", "--color", "always"], SCENARIO);
    assert!(coloured.output.contains("\u{1b}["), "{}", coloured.output);
    assert!(!ran(&["compare", "-", "--color", "never"], SCENARIO).output.contains('\u{1b}'));
    assert!(!ran(&["compare", "-"], SCENARIO).output.contains('\u{1b}'));
}

/// A reader that has gone.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Err(io::ErrorKind::BrokenPipe.into())
    }
}

#[test]
fn a_closed_pipe_is_success() {
    for format in ["table", "json", "csv", "markdown"] {
        let mut errors = Vec::new();
        let arguments = ["rackrent", "compare", "-", "--by", "month", "--format", format].map(OsString::from);
        let status = run(arguments, Console::new(SCENARIO.as_bytes(), Closed, &mut errors));
        let errors = String::from_utf8(errors).unwrap();
        assert!(status == Status::Fine && !errors.contains("error"), "{format}: {errors}");
    }
    // what a check found stays found: a job that shows the first lines alone fails all the same
    let mut errors = Vec::new();
    let arguments = ["rackrent", "check", "-"].map(OsString::from);
    let status = run(arguments, Console::new("own: 1".as_bytes(), Closed, &mut errors));
    assert!(status == Status::Finding && errors.is_empty(), "{status:?}");
}

#[test]
fn a_full_disk_is_no_answer() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for command in [&["compare", "-"] as &[&str], &["compare", "-", "--format", "csv"], &["explain", "-"], &["schema"]]
    {
        let mut errors = Vec::new();
        let arguments = std::iter::once("rackrent").chain(command.iter().copied()).map(OsString::from);
        let status = run(arguments, Console::new(SCENARIO.as_bytes(), Full, &mut errors));
        let errors = String::from_utf8(errors).unwrap();
        assert_eq!(status, Status::NoAnswer, "{command:?}");
        assert!(errors.contains("error: cannot write the results: "), "{command:?}: {errors}");
    }
}

#[test]
fn a_model_is_read_from_standard_input_and_its_errors_name_their_key() {
    let config = r#"{
        "model_type": "llama", "hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2, "vocab_size": 100, "torch_dtype": "bfloat16"
    }"#;
    let fit = ["fit", "--model", "-", "--stdin-name", "config.json", "--accelerator", "L4", "--format", "csv"];
    let fitted = ran(&fit, config);
    assert_eq!((fitted.status, fitted.errors.as_str()), (Status::Fine, ""), "{}", fitted.errors);
    assert!(fitted.output.lines().nth(1).is_some_and(|row| row.starts_with("config.json,24992,")), "{}", fitted.output);
    let refused = ran(&fit, &config.replace("\"vocab_size\": 100,", ""));
    let error = "error: cannot fit config.json: `vocab_size` is missing; expected a whole number from 1 to 4194304\n";
    assert_eq!((refused.status, refused.errors.as_str()), (Status::NoAnswer, error));
}
