//! The program as a process of its own, and the tools that judge what it says.

use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where the program is that was built for these tests.
pub const RACKRENT: &str = env!("CARGO_BIN_EXE_rackrent");

/// How the program ended.
pub struct Ran {
    /// Its exit status.
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

/// Runs the program in a folder, with nothing on standard input.
#[track_caller]
pub fn run(folder: &Path, arguments: &[&str]) -> Ran {
    run_with_input(folder, arguments, "")
}

/// Runs the program in a folder, with a text on standard input.
#[track_caller]
pub fn run_with_input(folder: &Path, arguments: &[&str], input: &str) -> Ran {
    ended(Command::new(RACKRENT).args(arguments).current_dir(folder), input)
}

/// Runs a command to its end, with a text on standard input.
#[track_caller]
pub fn ended(command: &mut Command, input: &str) -> Ran {
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().unwrap();
    // a program that has found a mistake may have ended without reading
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { status: output.status.code().unwrap(), output: text(output.stdout), errors: text(output.stderr) }
}

/// The commands that the help of the program lists.
pub fn commands() -> Vec<String> {
    let help = run(Path::new("."), &["-h"]).output;
    let listed = help.split("Commands:\n").nth(1).unwrap().lines().take_while(|line| !line.is_empty());
    // what a command is goes on further to the right
    let entries = listed.filter_map(|line| line.strip_prefix("  ").filter(|entry| !entry.starts_with(' ')));
    let names = entries.map(|entry| entry.split(' ').next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// The long options that the help of a command lists.
pub fn options(command: &str) -> Vec<String> {
    let help = run(Path::new("."), &[command, "-h"]).output;
    let listed = help.split("Options:\n").nth(1).unwrap().lines();
    let entries =
        listed.filter_map(|line| ["      ", "  -h, ", "  -V, "].iter().find_map(|begin| line.strip_prefix(begin)));
    let options = entries.filter(|entry| entry.starts_with("--"));
    options.map(|entry| entry.split(' ').next().unwrap().to_owned()).collect()
}

/// A tool that `.ci/install-test-tools` brings. Where it is not installed, this says what is not tested and is `None`,
/// unless `RACKRENT_TEST_TOOLS=required`, as on CI.
pub fn tool(name: &str, not_tested: &str) -> Option<PathBuf> {
    let required = std::env::var_os("RACKRENT_TEST_TOOLS").is_some_and(|value| value == "required");
    let tool = system_tool(name, not_tested);
    assert!(tool.is_some() || !required, "{name} is not there; run .ci/install-test-tools");
    tool
}

/// A tool that is a package of the system, which may be refused anywhere. Where it is not installed, this says what is not
/// tested and is `None`.
pub fn system_tool(name: &str, not_tested: &str) -> Option<PathBuf> {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/test-tools/bin").join(name);
    if tool.exists() {
        return Some(tool);
    }
    // written past the test harness, which keeps what a passing test prints to itself
    let skipped = format!("skipped: {not_tested}; .ci/install-test-tools brings what is needed\n");
    std::io::stderr().write_all(skipped.as_bytes()).unwrap();
    None
}
