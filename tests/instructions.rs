//! CPU instructions of commands: unlike times, they hardly vary between runs. `tests/instructions.txt` has the recorded
//! counts. A command that takes a fifth more needs a review: is it worth it? `RACKRENT_BLESS=1` updates them. The counts are
//! for the test build, by the compiler that the file names; other compilers are not compared.

use crate::generated;
use crate::support::program::{RACKRENT, ended, system_tool};
use rayon::prelude::*;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Random scenarios, by number, that exact numbers decided in up to a hundred times the instructions.
const COMPARED: [usize; 3] = [42, 131, 155];

/// Commands, on the smallest and on medium scenarios, each with its own kind of work or worst part.
const ASKED: [&str; 10] = [
    "compare scenarios/serving-8xh100.yaml",
    "compare scenarios/growing-team.yaml",
    "check scenarios/training-512xh100.yaml",
    "flip scenarios/serving-8xh100.yaml",
    "sensitivity scenarios/training-512xh100.yaml",
    "plan scenarios/growing-team.yaml",
    "sweep scenarios/vendor-quote.yaml --vary horizon_months=12..36:6",
    "simulate scenarios/market-that-moves.yaml --draws 2000",
    "diff scenarios/budget-round-draft.yaml scenarios/budget-round.yaml",
    "explain scenarios/serving-8xh100.yaml verdict",
];

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The commands: how they are listed, and as they are run.
fn asked() -> Vec<(String, String)> {
    let random = generated::numbered().enumerate().take(COMPARED[2] + 1).filter(|(at, _)| COMPARED.contains(at));
    let random = random.map(|(at, text)| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("random-{at}.yaml"));
        fs::write(&path, text).unwrap();
        (format!("compare random-{at}.yaml"), format!("compare {}", path.display()))
    });
    let listed = ASKED.iter().map(|command_line| ((*command_line).to_owned(), (*command_line).to_owned()));
    listed.chain(random).collect()
}

/// Instructions of a command, on one thread.
fn counted(valgrind: &Path, command_line: &str) -> u64 {
    let mut command = Command::new(valgrind);
    // no cache simulation: only instructions are counted
    command.args(["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", RACKRENT]);
    command.args(command_line.split(' ')).env("RAYON_NUM_THREADS", "1").current_dir(folder());
    let ran = ended(&mut command, "");
    assert_eq!(ran.status, 0, "{command_line}: {}", ran.errors);
    let printed = ran.errors.lines().find_map(|line| line.split_once("refs:"));
    let (_, count) = printed.unwrap_or_else(|| panic!("{command_line}: {}", ran.errors));
    count.trim().replace(',', "").parse().unwrap()
}

/// The compiler version: `rustc 1.95.0 (59807616e 2026-04-14)`.
fn compiler() -> String {
    ended(Command::new("rustc").arg("--version"), "").output.trim().to_owned()
}

/// The compiler, and a line for each command: millions of instructions, and the command.
fn table(asked: &[(String, String)], counts: &[u64]) -> String {
    let head = format!("{}\n", compiler());
    let line = |((listed, _), count): (&(String, String), &u64)| format!("{:>6} {listed}\n", count.div_ceil(1_000_000));
    head + &asked.iter().zip(counts).map(line).collect::<String>()
}

#[test]
fn no_command_takes_a_fifth_more_instructions_than_recorded() {
    let Some(valgrind) = system_tool("valgrind", "instructions are not counted without valgrind") else { return };
    // the program finds its other files next to itself, not next to a link to it
    let valgrind = fs::canonicalize(valgrind).unwrap();
    let asked = asked();
    let counts: Vec<u64> = asked.par_iter().map(|(_, command_line)| counted(&valgrind, command_line)).collect();
    let path = folder().join("tests/instructions.txt");
    if std::env::var_os("RACKRENT_BLESS").is_some() {
        assert!(std::env::var_os("CI").is_none(), "expectations are not written on CI");
        fs::write(&path, table(&asked, &counts)).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    let (by, kept) = kept.split_once('\n').unwrap();
    let kept: Vec<(u64, &str)> = kept
        .lines()
        .map(|line| line.trim_start().split_once(' ').unwrap())
        .map(|(millions, command_line)| (millions.parse().unwrap(), command_line))
        .collect();
    assert_eq!(
        kept.iter().map(|(_, listed)| *listed).collect::<Vec<_>>(),
        asked.iter().map(|(listed, _)| listed.as_str()).collect::<Vec<_>>(),
        "tests/instructions.txt has others"
    );
    if by != compiler() {
        let skipped = format!("skipped: instructions are those of {by}, and are not compared with those of another\n");
        std::io::stderr().write_all(skipped.as_bytes()).unwrap();
        return;
    }
    // a fifth less is reported too: otherwise the recorded count would hide a later increase
    let grown = kept.iter().zip(&counts).filter(|((millions, _), count)| {
        let kept = millions * 1_000_000;
        **count > kept / 5 * 6 || **count < kept / 5 * 4
    });
    let grown: Vec<String> = grown
        .map(|((millions, command_line), count)| {
            format!("{command_line}: {millions} before, {} now", count.div_ceil(1_000_000))
        })
        .collect();
    assert!(grown.is_empty(), "millions of instructions; RACKRENT_BLESS=1 writes them anew:\n{}", grown.join("\n"));
}
