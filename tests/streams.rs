//! Output streams: an answer that cannot be written is a failure.

#![cfg(unix)]

use crate::support::program::{RACKRENT, Ran, ended};
use std::path::Path;
use std::process::Command;

/// Exit of a shell line in which `rackrent` is the program.
fn shell(line: &str) -> Ran {
    let mut shell = Command::new("sh");
    ended(shell.args(["-c", &line.replace("rackrent", RACKRENT)]), "")
}

const COMMANDS: [&str; 8] = [
    "compare scenarios/edge-fleet.yaml",
    "compare scenarios/edge-fleet.yaml --format json",
    "check scenarios/edge-fleet.yaml",
    "profiles",
    "schema",
    "completions zsh",
    "man",
    "--help",
];

#[test]
fn a_failed_write_to_standard_output_is_an_error() {
    for command in COMMANDS {
        let closed = shell(&format!("rackrent {command} >&-"));
        let printed = "error: cannot write the results: standard output is closed\n";
        assert_eq!((closed.status, closed.errors.as_str()), (2, printed), "{command}");
        if Path::new("/dev/full").exists() {
            let full = shell(&format!("rackrent {command} > /dev/full"));
            let printed = "error: cannot write the results: the disk is full\n";
            assert_eq!((full.status, full.errors.as_str()), (2, printed), "{command}");
        }
    }
}

#[test]
fn discarded_output_is_no_error() {
    for command in COMMANDS {
        assert_eq!(shell(&format!("rackrent {command} > /dev/null")).status, 0, "{command}");
        // opened for both, as by programs that start others
        assert_eq!(shell(&format!("rackrent {command} 1<> /dev/null")).status, 0, "{command}");
        let first = shell(&format!("{{ rackrent {command}; echo $? >&2; }} | head -n 1"));
        assert!(first.errors == "0\n" && first.output.lines().count() == 1, "{command}: {}", first.errors);
    }
    // without output, nothing can be lost
    assert_eq!(shell("rackrent check scenarios/edge-fleet.yaml --format concise >&-").status, 0);
}
