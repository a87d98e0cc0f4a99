//! Text of a scenario, or a file name, is never a command for a CI runner: in every format of every command, at every width,
//! on both streams.

#![cfg(unix)]

use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{Ran, commands, run, run_with_input};
use crate::support::{ONE_SERVER as BASE, text_of};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Words that are each a command at the beginning of a line, or anywhere. There are enough that at any width one begins a
/// line.
const WORDS: &str = "::error::x ::set-env name=A::b \u{a0}::add-mask::y ##[error]z ##vso[task.complete]u ##teamcity[v] \
                     ::warning file=a::w ::stop-commands::v ::error::a ::error::bb ::error::ccc ::error::dddd ::debug::e";

/// As many of them as fit in a label.
const LABEL: &str = "::error::x ##[error]z ::set-env name=A::b ::debug::y";

/// A scenario in which every text consists of such words.
fn scenario() -> String {
    let label = |of: &str| format!("label: \"{LABEL}{of}\"");
    let head = format!("name: \"{WORDS}\"\nowner: \"{WORDS}\"\nnotes: \"{WORDS}\"\ntags: {{ \"team\": \"{LABEL}\" }}");
    let line = format!("    one_off: {{ setup: {{ {}, amount: 5, month: 1 }} }}\n", label("line"));
    let load = format!("{}, kind: realtime_inference, accelerators: 1, utilization: 50%", label("work"));
    BASE.replace("name: One server", &head)
        .replace("  lab:\n", &format!("  lab:\n    {}\n{line}", label("lab")))
        .replace("cloud: { ", &format!("cloud: {{ {}, ", label("rent")))
        .replace("{ accelerators: 1, utilization: 50% }", &format!("{{ workloads: {{ chat: {{ {load} }} }} }}"))
        + &format!(
            "sources:\n  own.lab.node.price: {{ from: \"{WORDS}\" }}\n\
             uncertainty:\n  own.lab.node.price: {{ low: 500, likely: 600, high: 700 }}\n\
             expect: {{ winner: own.lab }}\nallow: [{{ rule: left-out, reason: \"{WORDS}\" }}]\n# {WORDS}\n"
        )
}

/// Lines that a runner treats as commands: those of GitHub Actions begin with two colons, after any space, or have a
/// bracketed text after two hashes anywhere; Azure Pipelines and `TeamCity` have a word between.
fn runner_commands(output: &str) -> Vec<&str> {
    let is_command = |line: &&str| {
        let behind_hashes =
            |rest: &str| rest.trim_start_matches(|c: char| c == '#' || c.is_ascii_alphanumeric()).starts_with('[');
        line.trim_start().starts_with("::") || line.match_indices("##").any(|(at, _)| behind_hashes(&line[at..]))
    };
    output.split(['\n', '\r']).filter(is_command).collect()
}

#[track_caller]
fn no_commands(ran: &Ran, arguments: &[&str]) {
    for output in [&ran.output, &ran.errors] {
        let found = runner_commands(output);
        assert!(found.is_empty(), "{arguments:?}: {found:#?}");
    }
}

const FORMATS: [&str; 7] = ["table", "json", "csv", "markdown", "html", "text", "svg"];

/// Every command for a file, with its other arguments and its formats.
const ASKED: [(&str, &[&str], &[&str]); 16] = [
    ("compare", &[], &FORMATS),
    ("compare", &["--by", "year", "--format"], &["table", "text", "csv"]),
    ("flip", &[], &FORMATS),
    ("explain", &["own.lab"], &["table", "json", "markdown"]),
    ("explain", &[], &["table", "json", "markdown"]),
    ("plan", &[], &FORMATS),
    ("rate", &[], &["table", "json", "csv", "markdown", "html", "text", "skypilot", "opencost"]),
    ("report", &[], &["table", "json", "csv", "markdown", "html", "text"]),
    ("scan", &["--offers", "::error::offers.csv"], &["table", "json", "csv", "markdown", "text"]),
    ("sensitivity", &[], &FORMATS),
    ("simulate", &["--draws", "100"], &FORMATS),
    ("sweep", &["--vary", "demand.workloads.chat.utilization=10%..30%:10%"], &FORMATS),
    ("timing", &["own.lab"], &FORMATS),
    ("timing", &["--keep", "own.lab"], &FORMATS),
    ("check", &["--verbose"], &["human", "concise", "json", "github", "gitlab", "junit", "sarif", "markdown"]),
    ("check", &["--fix", "--dry-run", "--unsafe"], &[]),
];

/// Commands that read no scenario, or print the author's own text.
const OTHERS: [&str; 11] =
    ["app", "catalog", "completions", "diff", "flatten", "lsp", "man", "new", "portfolio", "profiles", "schema"];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    fs::create_dir(path.join("##[error]folder")).unwrap();
    let write = |name: &str, text: &str| fs::write(path.join(name), text).unwrap();
    write("::error::a.yaml", &scenario());
    write("##[error]folder/::set-env name=A::b.yaml", &scenario());
    // errors show the author's line, or quote it
    write("::warning::wrong.yaml", &scenario().replace("utilization: 50%", "utilization: \"::error::x ##[error]y\""));
    write(
        "::notice::keys.yaml",
        &format!("{}\"::error::x ##[error]y\": 1\nhorizont_months: 3 # ##[error]z\n", scenario()),
    );
    write("##vso[task.complete].yaml", "::error::x: [\n ::error::y ##[z]\n");
    write(
        "::error::offers.csv",
        "provider,instance,region,accelerator,accelerators,currency,on_demand_per_accelerator_hour,as_of,source\n\
         ::error::p,\"##[error]i\n::error::j\",::error::r,H100 SXM,1,USD,2.60,2026-11-01,##vso[task.complete]\n",
    );
    folder
}

#[test]
fn no_text_of_an_author_is_a_command_for_the_runner() {
    let folder = folder();
    let files = ["::error::a.yaml", "##[error]folder/::set-env name=A::b.yaml"];
    let refused = ["::warning::wrong.yaml", "::notice::keys.yaml", "##vso[task.complete].yaml", "::debug::none.yaml"];
    let mut answers = 0;
    for (command, with, formats) in ASKED {
        for file in files.iter().chain(&refused) {
            let formats = if formats.is_empty() { vec![None] } else { formats.iter().map(Some).collect() };
            for format in formats {
                let is_wrapped = format.is_none_or(|format| ["table", "text", "human"].contains(format));
                let widths: &[&str] = if is_wrapped { &["40", "57", "100"] } else { &["40"] };
                for width in widths {
                    let with: Vec<&str> = with.iter().copied().filter(|argument| *argument != "--format").collect();
                    let mut arguments = vec![command, "--width", width, "--"];
                    arguments.splice(3..3, with.iter().copied().filter(|argument| *argument != "own.lab"));
                    if let Some(format) = format {
                        arguments.splice(1..1, ["--format", format]);
                    }
                    arguments.push(file);
                    arguments.extend(with.iter().copied().filter(|argument| *argument == "own.lab"));
                    let ran = run(folder.path(), &arguments);
                    answers += usize::from(files.contains(file) && !ran.output.is_empty());
                    if format == Some(&"github") {
                        annotations(&ran);
                    } else {
                        no_commands(&ran, &arguments);
                    }
                }
            }
            // the same text gives the same output from memory
            let text = fs::read_to_string(folder.path().join(file)).unwrap_or_default();
            let arguments = [command, "-", "--stdin-name", "::error::stdin.yaml"];
            no_commands(&run_with_input(folder.path(), &arguments, &text), &arguments);
        }
    }
    assert!(answers > 200, "{answers}");
    let known: Vec<&str> = ASKED
        .iter()
        .map(|(command, ..)| *command)
        .chain(OTHERS)
        .chain(["backtest", "fit", "history", "reprice", "throughput", "trace"])
        .collect();
    assert!(
        commands().iter().all(|command| known.contains(&command.as_str())),
        "a command is not asked: {:?}",
        commands()
    );
}

/// Asserts that annotations are the program's own commands, and no others.
fn annotations(ran: &Ran) {
    for line in ran.output.lines() {
        let begins = ["::error file=", "::warning file=", "::notice file="].iter().any(|begin| line.starts_with(begin));
        assert!(begins && line.contains(",title=rackrent "), "{line}");
        let (properties, _) = line[2..].split_once("::").unwrap();
        let file = properties.split_once("file=").unwrap().1.split(',').next().unwrap();
        assert!(Path::new(file).extension().is_some(), "{line}");
    }
    assert_eq!(runner_commands(&ran.errors), Vec::<&str>::new());
}

#[test]
fn texts_of_other_input_files_are_escaped() {
    let folder = folder();
    let path = folder.path();
    let offers = "::error::offers.csv";
    fs::write(path.join("::error::trace.csv"), "JobID|Start\n::error::x|##[error]y\n").unwrap();
    let model = crate::models::small_with(&json!({}));
    fs::write(path.join("##[error]model.json"), model.to_string()).unwrap();
    let unknown = crate::models::small_with(&json!({ "model_type": "::error::x ##[error]y\n::error::z" }));
    fs::write(path.join("::error::unknown.json"), unknown.to_string()).unwrap();
    fs::write(path.join("rackrent.toml"), "\"::error::x\" = \"##[error]y\"\n").unwrap();
    fs::write(path.join("rackrent-baseline.toml"), "\"::error::x\" = \"##[error]y\"\n").unwrap();
    let every = |formats: &[&str], arguments: &[&str]| {
        for format in formats {
            let arguments = [arguments, &["--format", format]].concat();
            no_commands(&run(path, &arguments), &arguments);
        }
    };
    every(&["table", "json", "csv", "text", "markdown"], &["catalog", "h100", "--read", offers]);
    every(&["csv", "json"], &["trace", "::error::trace.csv"]);
    every(&FORMATS, &["fit", "--model", "##[error]model.json"]);
    every(&["table", "json"], &["fit", "--model", "::error::unknown.json"]);
    every(&["table", "json"], &["fit", "--model", "::error::x ##[error]y", "--accelerator", "##[error]z"]);
    let result = text_of("tests/benchmarks/vllm-rate-20.json");
    fs::write(path.join("##[error]run.json"), result.replace("mock-8b", "::error::x\\n::error::y ##[error]z")).unwrap();
    every(&FORMATS, &["throughput", "##[error]run.json"]);
    fs::write(path.join("##[error]other.json"), "{\"::error::x\": 1}").unwrap();
    every(&["table", "json"], &["throughput", "##[error]other.json"]);
    let history = text_of("history/prices.csv").replace("aws,p5.48xlarge", "::error::x,##[error]y");
    fs::write(path.join("##[error]history.csv"), history).unwrap();
    fs::write(path.join("b.yaml"), text_of("scenarios/serving-8xh100.yaml")).unwrap();
    let of_history = ["backtest", "b.yaml", "--history", "##[error]history.csv", "--accelerator", "H100", "--series"];
    every(&FORMATS, &[&of_history[..], &["rent.aws-p5=::error::x"]].concat());
    every(&["table"], &[&of_history[..], &["rent.aws-p5=##[error]z"]].concat());
    let list = "provider,instance,accelerator,accelerators,currency,as_of,on_demand_per_instance_hour\n\
                ::error::x,##[error]y,H100,8,USD,2026-01-01,40\n::error::z,##[error]y,H100,8,USD,2026-01-01,41\n";
    fs::write(path.join("##[error]list.csv"), list).unwrap();
    let of_list = ["reprice", "b.yaml", "--offers", "##[error]list.csv", "--offer"];
    every(&FORMATS, &[&of_list[..], &["rent.aws-p5=::error::x"]].concat());
    every(&["table"], &[&of_list[..], &["rent.aws-p5=##[error]y"]].concat());
    every(&["human", "json"], &["check", "."]);
    every(&["table"], &["compare", "::error::x ##[error]y", "--set", "::error::x=##[error]y"]);
    every(&["table"], &["::error::x", "##[error]y"]);
}

#[test]
fn names_of_scenarios_in_a_review_are_no_commands() {
    let Some(repository) = TemporaryRepository::new() else { return };
    let name = "::error::a ##[error]b.yaml";
    for (path, text) in [(name, scenario()), ("##[error]gone.yaml", scenario()), ("::error::q/b.yaml", scenario())] {
        repository.write(path, &text);
    }
    repository.commit();
    repository.write(name, &scenario().replace("instance_hour: 10", "instance_hour: 13"));
    repository
        .write("::error::q/b.yaml", &scenario().replace("utilization: 50%", "utilization: \"::error::x ##[error]y\""));
    repository.remove("##[error]gone.yaml");
    repository.write("##[error]q/rackrent.toml", "\"::error::x\" = \"##[error]y\"\n");
    for format in ["table", "json", "csv", "markdown", "html", "text"] {
        for width in ["40", "57", "100"] {
            let arguments = ["diff", "--base", "main", "--format", format, "--width", width];
            let ran = repository.rackrent(&arguments);
            assert!(ran.output.contains("gone"), "{format}: {}", ran.errors);
            no_commands(&ran, &arguments);
        }
    }
    let arguments = ["diff", "--base", "::error::main"];
    no_commands(&repository.rackrent(&arguments), &arguments);
}
