//! The program as a process, and the external tools of the tests.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Path of the program built for these tests.
pub const RACKRENT: &str = env!("CARGO_BIN_EXE_rackrent");

/// Result of a process.
pub struct Ran {
    /// Exit status.
    pub status: i32,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
}

impl Ran {
    /// Standard output as JSON.
    #[track_caller]
    pub fn report(&self) -> Value {
        serde_json::from_str(&self.output).unwrap_or_else(|_| panic!("{}{}", self.output, self.errors))
    }
}

/// Runs the program in a folder, with empty standard input.
#[track_caller]
pub fn run(folder: &Path, arguments: &[&str]) -> Ran {
    run_with_input(folder, arguments, "")
}

/// Runs the program in a folder, with a text as standard input.
#[track_caller]
pub fn run_with_input(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    ended(Command::new(RACKRENT).args(arguments).current_dir(folder), input)
}

/// Runs a command to its end, with a text as standard input.
#[track_caller]
pub fn ended(command: &mut Command, input: &str) -> Ran {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // a program that has found an error may end without reading
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap(), output: text(output.stdout), errors: text(output.stderr) }
}

/// Commands listed in the help of the program.
pub fn commands() -> Vec<String> {
    let help = run(Path::new("."), &["-h"]).output;
    let listed = help.split("\n\n").skip(2).take_while(|part| !part.starts_with("Options:"));
    let names = listed.flat_map(|part| match part.strip_prefix("More:") {
        Some(names) => names.split(',').map(|name| name.trim().to_owned()).collect::<Vec<String>>(),
        None => part.lines().skip(1).filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect(),
    });
    let mut names: Vec<String> = names.filter(|name| name != "help").collect();
    names.sort_unstable();
    names
}

/// Long options listed in the help of a command.
pub fn options(command: &str) -> Vec<String> {
    let words: Vec<&str> = command.split(' ').chain(["-h"]).collect();
    let help = run(Path::new("."), &words).output;
    let listed = help.split("Options:\n").nth(1).unwrap().lines();
    let entries =
        listed.filter_map(|line| ["      ", "  -h, ", "  -V, "].iter().find_map(|begin| line.strip_prefix(begin)));
    let options = entries.filter(|entry| entry.starts_with("--"));
    options.map(|entry| entry.split(' ').next().unwrap().to_owned()).collect()
}

/// A tool that `.ci/install-test-tools` installs. Without it, prints what is not tested and returns `None`, unless
/// `RACKRENT_TEST_TOOLS=required`, as on CI.
pub fn tool(name: &str, not_tested: &str) -> Option<PathBuf> {
    let required = std::env::var_os("RACKRENT_TEST_TOOLS").is_some_and(|value| value == "required");
    let tool = system_tool(name, not_tested);
    assert!(tool.is_some() || !required, "{name} is not there; run .ci/install-test-tools");
    tool
}

/// A tool from a system package, which may be unavailable. Without it, prints what is not tested and returns `None`.
pub fn system_tool(name: &str, not_tested: &str) -> Option<PathBuf> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/test-tools/bin").join(name);
    if tool.exists() {
        return Some(tool);
    }
    // bypasses the test harness, which hides the output of passing tests
    let skipped = format!("skipped: {not_tested}; .ci/install-test-tools brings what is needed\n");
    std::io::stderr().write_all(skipped.as_bytes()).unwrap();
    None
}
