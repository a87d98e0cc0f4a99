//! The program on a terminal, where it colours its results and shows how far it is.

#![cfg(unix)]
#![allow(clippy::print_stderr, reason = "a skipped test says so")]

use crate::support::program::RACKRENT;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What the program writes to a terminal of its own, made by `script`; none where that is not installed.
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
        (format!("compare {scenario}"), "Verdict"),
        (format!("flip {scenario}"), "rent.nebius"),
        (format!("sweep {uncertain} --vary demand.utilization=20%..80%:20%"), "\u{1b}["),
        (format!("plan {scenario}"), "Paste"),
        (format!("rate {scenario}"), "levelized"),
        (format!("report {scenario}"), "What would turn it"),
        (format!("sensitivity {uncertain}"), "Matters"),
        (format!("simulate {uncertain} --draws 1000000"), "Chances"),
        (format!("diff {draft} {scenario}"), "Flipped"),
        ("check scenarios --fail-on error".to_owned(), "files checked"),
        ("trace tests/measured/prometheus-kube.json".to_owned(), "requested accelerators"),
    ] {
        let Some(written) = on_a_terminal(&arguments) else { return };
        assert!(written.contains(shown), "{arguments}: {written}");
    }
}
