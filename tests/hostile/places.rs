//! Paths that are not readable files (folders, pipes, devices, links, and files without read permission), as scenarios and as
//! traces of scenarios.

use super::child::{Ended, run, run_as_nobody};
use super::{MOST_MEMORY, MOST_TIME, is_visible};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const SCENARIO: &str = "\
name: Chat
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { workloads: { chat: { kind: realtime_inference, trace: TRACE } } }
rent:
  aws:
    accelerators_per_instance: 8
    on_demand_per_accelerator_hour: 6.88
";

#[track_caller]
fn is_refused(ended: &Ended, message: &str) {
    let what = format!("{message:?} in {:?} {}", ended.status, ended.errors);
    assert!(ended.status == Some(2) && ended.errors.contains(message), "{what}");
    assert!(is_visible(&ended.errors) && ended.errors.len() < 10_000 && ended.output.is_empty(), "{what}");
    assert!(
        ended.processor < MOST_TIME && ended.memory < MOST_MEMORY,
        "{:?}, {}: {what}",
        ended.processor,
        ended.memory
    );
}

fn pipe(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_path_that_is_not_a_regular_file_is_refused_as_a_scenario() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    fs::create_dir(at("folder.yaml")).unwrap();
    pipe(&at("pipe.yaml"));
    let _socket = UnixListener::bind(at("socket.yaml")).unwrap();
    symlink("nowhere.yaml", at("dangling.yaml")).unwrap();
    symlink("circle-2.yaml", at("circle-1.yaml")).unwrap();
    symlink("circle-1.yaml", at("circle-2.yaml")).unwrap();
    symlink("/dev/zero", at("zeros.yaml")).unwrap();
    symlink("/proc/self/mem", at("memory.yaml")).unwrap();
    for (name, message) in [
        ("folder.yaml", "folder.yaml is a folder; name its scenario files, or aggregate them with `--by owner`"),
        (
            "pipe.yaml",
            "cannot read pipe.yaml: it is a pipe, and nobody may be writing to it; redirect it to standard input",
        ),
        ("socket.yaml", "cannot read socket.yaml: it is neither a file nor a pipe"),
        ("dangling.yaml", "cannot read dangling.yaml: there is no such file"),
        ("circle-1.yaml", "cannot read circle-1.yaml: Too many levels of symbolic links"),
        ("zeros.yaml", "cannot read zeros.yaml: it is neither a file nor a pipe"),
        ("/dev/zero", "cannot read /dev/zero: it is neither a file nor a pipe"),
        ("memory.yaml", "cannot read memory.yaml: "),
        ("a\u{1b}[2J\u{202e}.yaml", "cannot read a\u{fffd}[2J\u{fffd}.yaml: there is no such file"),
        (&"x".repeat(5_000), "File name too long"),
        ("/dev/null", "cannot read /dev/null: it is neither a file nor a pipe"),
    ] {
        is_refused(&run(root.path(), &["compare", name]), message);
    }
}

#[test]
fn a_file_without_read_permission_is_named_in_the_error() {
    let root = open_to_all();
    let (scenario, trace) = (root.path().join("scenario.yaml"), root.path().join("trace.csv"));
    fs::write(&scenario, SCENARIO.replace("TRACE", "trace.csv")).unwrap();
    fs::write(&trace, "accelerators,hours\n4,8760\n").unwrap();
    let forbid = |path: &Path| fs::set_permissions(path, fs::Permissions::from_mode(0o000)).unwrap();
    forbid(&trace);
    let Some(ended) = run_as_nobody(root.path(), &["compare", "scenario.yaml"]) else { return };
    is_refused(&ended, "error[trace-unreadable]: cannot read `trace.csv`: permission denied\n --> scenario.yaml:5:");
    forbid(&scenario);
    let Some(ended) = run_as_nobody(root.path(), &["compare", "scenario.yaml"]) else { return };
    is_refused(&ended, "error: cannot read scenario.yaml: permission denied");
}

/// Temporary folder that every user can read.
fn open_to_all() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    fs::set_permissions(root.path(), fs::Permissions::from_mode(0o755)).unwrap();
    root
}

#[test]
fn a_path_that_is_not_a_regular_file_is_refused_as_a_trace() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join("inside").join(name);
    fs::create_dir(root.path().join("inside")).unwrap();
    fs::write(root.path().join("secret.csv"), "accelerators,hours\n4,8760\n").unwrap();
    fs::create_dir(at("folder.csv")).unwrap();
    pipe(&at("pipe.csv"));
    let _socket = UnixListener::bind(at("socket.csv")).unwrap();
    symlink("nowhere.csv", at("dangling.csv")).unwrap();
    symlink("circle.csv", at("circle.csv")).unwrap();
    symlink("/dev/zero", at("zeros.csv")).unwrap();
    symlink("../secret.csv", at("out.csv")).unwrap();
    symlink("..", at("up")).unwrap();
    for (trace, message) in [
        ("folder.csv", "cannot read `folder.csv`: it is not a regular file"),
        ("pipe.csv", "cannot read `pipe.csv`: it is not a regular file"),
        ("socket.csv", "cannot read `socket.csv`: it is not a regular file"),
        ("dangling.csv", "cannot read `dangling.csv`: it is a broken link"),
        ("circle.csv", "cannot read `circle.csv`: "),
        ("zeros.csv", "cannot read `zeros.csv`: it is not in the scenario's folder"),
        ("out.csv", "cannot read `out.csv`: it is not in the scenario's folder"),
        ("up/secret.csv", "cannot read `up/secret.csv`: it is not in the scenario's folder"),
        ("up/inside/../secret.csv", "cannot read `up/inside/../secret.csv`: it is not in the scenario's folder"),
        ("scenario.yaml", "line 1 of `scenario.yaml` is not the header of a trace"),
    ] {
        fs::write(at("scenario.yaml"), SCENARIO.replace("TRACE", trace)).unwrap();
        let ended = run(&root.path().join("inside"), &["compare", "scenario.yaml"]);
        is_refused(&ended, message);
        assert!(ended.errors.contains(" --> scenario.yaml:5:"), "{}", ended.errors);
    }
}

/// Error message of a trace, and the trace.
type Refused = (&'static str, fn() -> Vec<u8>);

/// Hostile traces.
const TRACES: &[Refused] = &[
    ("is empty", Vec::new),
    ("has no rows below its header", || b"accelerators,hours\n".to_vec()),
    ("line 1 of `trace.csv` is longer than 1 MiB", || vec![b'x'; 15 << 20]),
    ("line 1 of `trace.csv` is longer than 1 MiB", || vec![0; 15 << 20]),
    ("line 2 of `trace.csv` is longer than 1 MiB", || {
        [b"accelerators,hours\n".to_vec(), vec![b'1'; 15 << 20]].concat()
    }),
    ("line 1 of `trace.csv` is longer than 1 MiB", || b"a,".repeat(1_000_000)),
    ("line 1 of `trace.csv` is not the header of a trace", || b"a,".repeat(500_000)),
    ("line 2 of `trace.csv`", || [b"accelerators,hours\n1,".to_vec(), b"1,".repeat(500_000)].concat()),
    ("line 2 of `trace.csv`", || [b"accelerators,hours\n".to_vec(), b"1".repeat(500_000), b",1\n".to_vec()].concat()),
    ("line 2 of `trace.csv`", || b"accelerators,hours\n1e999999999,1\n".to_vec()),
    ("line 2 of `trace.csv`", || b"accelerators,hours\n1,1e-999999999\n".to_vec()),
    ("line 2 of `trace.csv`", || b"accelerators,hours\nnan,inf\n".to_vec()),
    ("line 2 of `trace.csv`", || b"accelerators,hours\n-1,1\n".to_vec()),
    ("line 2 of `trace.csv`", || b"accelerators,hours\n1000000.1,1\n".to_vec()),
    ("line 2 of `trace.csv`", || "accelerators,hours\n\u{1b}[2J\u{202e}4\u{200b},1\n".into()),
    ("line 2 of `trace.csv`", || b"accelerators,hours\n\xff\xfe4,1\n".to_vec()),
    ("line 2 of `trace.csv`", || b"timestamp,accelerators\n2026-02-30T00:00:00Z,1\n".to_vec()),
    ("line 3 of `trace.csv`", || b"timestamp,accelerators\n2026-01-02T00:00:00Z,1\n2026-01-01T00:00:00Z,1\n".to_vec()),
    ("line 1 of `trace.csv` is not the header of a trace", || {
        "timestamp,accelerators".encode_utf16().flat_map(u16::to_le_bytes).collect()
    }),
    ("line 1 of `trace.csv` is not the header of a trace", || b"\x1f\x8b\x08\0\0\0\0\0".to_vec()),
    ("line 1 of `trace.csv` is not the header of a trace", || b"\n".repeat(1_000_000)),
    ("`trace.csv` exceeds the limit of 100,000 different", || rows(|at| format!("0.{at:06},1"))),
    ("`trace.csv` has no hours: all of them are 0", || rows(|at| format!("{},0", at % 100))),
];

fn rows(row: fn(usize) -> String) -> Vec<u8> {
    let rows: Vec<String> = (0..200_000).map(row).collect();
    format!("accelerators,hours\n{}\n", rows.join("\n")).into_bytes()
}

#[test]
fn a_hostile_trace_is_refused_at_its_line() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("scenario.yaml"), SCENARIO.replace("TRACE", "trace.csv")).unwrap();
    for (message, trace) in TRACES {
        fs::write(root.path().join("trace.csv"), trace()).unwrap();
        is_refused(&run(root.path(), &["compare", "scenario.yaml"]), message);
    }
}

#[test]
fn an_endless_trace_is_not_read_to_its_end() {
    let root = tempfile::tempdir().unwrap();
    fs::write(root.path().join("scenario.yaml"), SCENARIO.replace("TRACE", "trace.csv")).unwrap();
    // a sparse file of a terabyte of zeros
    fs::File::create(root.path().join("trace.csv")).unwrap().set_len(1 << 40).unwrap();
    is_refused(&run(root.path(), &["compare", "scenario.yaml"]), "line 1 of `trace.csv` is longer than 1 MiB");
}

#[test]
fn more_levels_than_can_be_computed_are_refused() {
    let root = tempfile::tempdir().unwrap();
    let levels: Vec<String> = (1..=100_000).map(|at| format!("{}.{:02},0.0876", at / 100, at % 100)).collect();
    fs::write(root.path().join("trace.csv"), format!("accelerators,hours\n{}\n", levels.join("\n"))).unwrap();
    let workloads: Vec<String> = (0..64)
        .map(|at| format!("chat-{at}: {{ kind: realtime_inference, trace: trace.csv, growth_per_year: 10% }}"))
        .collect();
    let (before, after) = SCENARIO.split_once("chat: {").unwrap();
    let after = after.split_once('}').unwrap().1;
    let scenario = format!("{before}{}{after}", workloads.join(", ")).replace("months: 36", "months: 360");
    fs::write(root.path().join("scenario.yaml"), scenario).unwrap();
    let ended = run(root.path(), &["compare", "scenario.yaml"]);
    is_refused(&ended, "error[too-many-levels]: the traces have 6400000 distinct levels");
    assert!(ended.errors.contains("--> scenario.yaml:5:"), "{}", ended.errors);
}
