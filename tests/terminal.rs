//! The program on a terminal, with colours and progress.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use crate::support::program::{RACKRENT, run};
use std::io::{Read as _, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// Output on a pseudo-terminal, made by `script`; none if that is not installed.
fn on_a_terminal(arguments: &str) -> Option<String> {
    let record = tempfile::NamedTempFile::new().unwrap();
    let command = format!("{RACKRENT} {arguments}");
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--command", &command]).arg(record.path());
    script.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).env("TERM", "xterm").env_remove("NO_COLOR");
    let Ok(mut running) = script.spawn() else {
        eprintln!("skipped: `script` of util-linux is not installed");
        return None;
    };
    let started = Instant::now();
    let status = loop {
        if let Some(status) = running.try_wait().unwrap() {
            break status;
        }
        if started.elapsed() > Duration::from_secs(60) {
            running.kill().unwrap();
            panic!("`rackrent {arguments}` does not end on a terminal");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let written = std::fs::read_to_string(record.path()).unwrap();
    assert!(status.success(), "{arguments}: {status}\n{written}");
    Some(written)
}

#[test]
fn every_command_ends_on_a_terminal_and_colours_the_winner() {
    let (scenario, draft) = ("scenarios/budget-round.yaml", "scenarios/budget-round-draft.yaml");
    let uncertain = "scenarios/doubted-utilization.yaml";
    for (arguments, shown) in [
        ("catalog h100".to_owned(), "Found"),
        ("catalog throughput llama2-70b server h100".to_owned(), "Paste"),
        (format!("compare {scenario}"), "Verdict"),
        ("fit --model gpt-oss-120b".to_owned(), "Fits"),
        ("throughput tests/benchmarks/vllm-rate-20.json".to_owned(), "Paste"),
        (format!("flip {scenario}"), "rent.nebius"),
        ("history history/prices.csv --accelerator H100".to_owned(), "Paste"),
        (format!("sweep {uncertain} --vary demand.utilization=20%..80%:20%"), "\u{1b}["),
        (format!("plan {scenario}"), "Paste"),
        ("timing scenarios/usual-spreadsheet.yaml own.server".to_owned(), "Timing"),
        (
            "backtest scenarios/serving-8xh100.yaml --history history/prices.csv --accelerator H100 --series rent.aws-p5=p5.48xlarge"
                .to_owned(),
            "Backtest",
        ),
        ("reprice scenarios/search-team.yaml --offers docs/check/offers.csv --offer rent.aws-p5=us-west-2".to_owned(), "Prices"),
        (format!("rate {scenario}"), "levelized"),
        (format!("report {scenario}"), "What would change the decision"),
        (format!("scan {scenario}"), "Paste"),
        (format!("sensitivity {uncertain}"), "Key input"),
        (format!("simulate {uncertain} --draws 1000000"), "Chances"),
        (format!("diff {draft} {scenario}"), "Flipped"),
        ("check scenarios --fail-on error".to_owned(), "files checked"),
        ("trace tests/measured/prometheus-kube.json".to_owned(), "requested accelerators"),
        ("new --defaults --output -".to_owned(), "uncertainty:"),
    ] {
        let Some(written) = on_a_terminal(&arguments) else { return };
        assert!(written.contains(shown), "{arguments}: {written}");
    }
}

/// Output on a pseudo-terminal with typed keys: each time a text appears, its keys are sent. None if `script` is not
/// installed.
fn typed_on_a_terminal(folder: &Path, arguments: &str, keys: &[(&str, &str)]) -> Option<(i32, String)> {
    let mut script = Command::new("script");
    script.args(["--quiet", "--return", "--flush", "--command", &format!("{RACKRENT} {arguments}"), "/dev/null"]);
    script.current_dir(folder).env("TERM", "xterm").env_remove("NO_COLOR");
    let Ok(mut running) = script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn() else {
        eprintln!("skipped: `script` of util-linux is not installed");
        return None;
    };
    let (mut keyboard, mut screen) = (running.stdin.take().unwrap(), running.stdout.take().unwrap());
    let (sender, shown) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(read @ 1..) = screen.read(&mut bytes) {
            let _ = sender.send(bytes[..read].to_vec());
        }
    });
    let mut written = Vec::new();
    let mut from = 0;
    for (text, pressed) in keys {
        let at = loop {
            let screen = String::from_utf8_lossy(&written[from..]).into_owned();
            if let Some(at) = screen.find(text) {
                break at + text.len();
            }
            let more = shown.recv_timeout(Duration::from_secs(60));
            written.extend(more.unwrap_or_else(|_| panic!("`{text}` is not asked:\n{screen}")));
        };
        from += at;
        keyboard.write_all(pressed.as_bytes()).unwrap();
        keyboard.flush().unwrap();
    }
    while let Ok(more) = shown.recv_timeout(Duration::from_secs(60)) {
        written.extend(more);
    }
    let status = running.wait().unwrap();
    reader.join().unwrap();
    Some((status.code().unwrap(), String::from_utf8_lossy(&written).into_owned()))
}

const ENTER: &str = "\r";

/// Asserts that keys lead to the same file as options.
fn lead_to(keys: &[(&str, &str)], options: &str) {
    let folder = tempfile::tempdir().unwrap();
    let Some((status, shown)) = typed_on_a_terminal(folder.path(), "new", keys) else { return };
    assert_eq!(status, 0, "{shown}");
    assert!(shown.contains("Verdict") && shown.contains("Next: "), "{shown}");
    let request = std::fs::read(folder.path().join("serve.yaml")).unwrap();
    let options = format!("new serve {options} --output said.yaml");
    let printed = run(folder.path(), &options.split(' ').collect::<Vec<_>>());
    assert_eq!(printed.status, 0, "{}", printed.errors);
    assert_eq!(request, std::fs::read(folder.path().join("said.yaml")).unwrap());
}

#[test]
fn ten_keys_lead_from_a_model_to_a_verdict_and_to_the_same_bytes_as_options() {
    let questions =
        ["be decided?", "model?", "requests", "read?", "write?", "cache?", "target?", "accelerator?", "Where?", "file"];
    lead_to(
        &questions.map(|text| (text, ENTER)),
        "--model llama-3.1-70b --requests 1m --input-tokens 1000 --output-tokens 300 --cached 0 --target relaxed --accelerator \
         h100-sxm --where us",
    );
}

#[test]
fn six_keys_lead_from_accelerators_to_a_verdict() {
    let questions = ["accelerator?", "accelerators?", "busy", "Where?", "file"].map(|text| (text, ENTER));
    lead_to(
        &[&[("be decided?", ENTER), ("model?", "no model\r")][..], &questions].concat(),
        "--accelerator h100 --count 8 --utilization 60% --where us",
    );
}

#[test]
fn answers_about_a_model_can_be_corrected_and_are_skipped_where_options_give_them() {
    let folder = tempfile::tempdir().unwrap();
    let config = r#"{"model_type": "llama", "torch_dtype": "bfloat16", "hidden_size": 1024, "intermediate_size": 4096,
        "num_hidden_layers": 8, "num_attention_heads": 8, "num_key_value_heads": 8, "vocab_size": 32000}"#;
    std::fs::write(folder.path().join("mine.json"), config).unwrap();
    let erased = |text: &str| format!("{}{text}\r", "\u{7f}".repeat(4));
    let tokens = erased("20 M tokens a day");
    let keys = [
        ("model?", "another\r"),
        ("config.json?", "none\r"),
        ("no file none", &erased("mine.json")),
        ("requests", "many\r"),
        ("`many`", &tokens),
        ("read?", "2k\r"),
        ("cache?", ENTER),
        ("target?", "interactive\r"),
        ("accelerator?", "l4\r"),
        ("file", ENTER),
    ];
    let arguments = "new endpoint --output-tokens 100 --where finland";
    let Some((status, shown)) = typed_on_a_terminal(folder.path(), arguments, &keys) else { return };
    assert_eq!(status, 0, "{shown}");
    let text = std::fs::read_to_string(folder.path().join("endpoint.yaml")).unwrap();
    for expected in [
        "# mine.json\n",
        "        millions_per_month: 608.333333 ",
        "        input: 2_000 ",
        "        output: 100 ",
        "currency: EUR",
    ] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn answers_can_be_searched_and_corrected() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("quote.yaml"), "mine").unwrap();
    let keys = [
        ("be decided?", "quote\r"),
        ("accelerator?", "l40s\r"),
        ("accelerators?", "many\r"),
        ("is `many`", "\u{7f}\u{7f}\u{7f}\u{7f}24\r"),
        ("Where?", "germany\r"),
        ("in EUR?", "61_000\r"),
        ("quote-2.yaml", ENTER),
    ];
    let Some((status, shown)) = typed_on_a_terminal(folder.path(), "new --utilization 50%", &keys) else { return };
    assert_eq!(status, 0, "{shown}");
    let options =
        "new quote --accelerator l40s --count 24 --utilization 50% --where germany --price 61000 --output said.yaml";
    let printed = run(folder.path(), &options.split(' ').collect::<Vec<_>>());
    assert_eq!(printed.status, 0, "{}", printed.errors);
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("quote-2.yaml"), read("said.yaml"));
    assert_eq!(read("quote.yaml"), "mine");
    assert!(read("said.yaml").contains("      price: 61_000\n"), "{}", read("said.yaml"));
}

#[test]
fn rented_accelerators_are_not_offered_to_buy_and_cancelling_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, keys, shows) in [
        ("new extend", &[("accelerator?", "tpu"), ("arrows", "\u{3}")][..], "H100"),
        ("new --accelerator tpu-v6e", &[("be decided?", "\u{1b}")][..], "endpoint"),
        (
            "new serve",
            &[("model?", "no model\r"), ("accelerator?", ENTER), ("accelerators?", "\u{3}")][..],
            "stopped; nothing was written",
        ),
    ] {
        let Some((status, shown)) = typed_on_a_terminal(folder.path(), arguments, keys) else { return };
        assert_eq!(status, 2, "{shown}");
        assert!(shown.contains(shows) && shown.contains("nothing was written"), "{arguments}: {shown}");
        assert!(!shown.contains("TPU-v") && !shown.contains("extend  "), "{arguments}: {shown}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
