//! The program: arguments, [`rackrent::cli::run`], exit status.

use rackrent::cli;
use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run(std::env::args_os(), cli::Console::of_process()).code()
}
