//! The program as a process of its own, with the processor time and the memory that it took.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// How long a process may take before it is ended, however little it does.
const PATIENCE: Duration = Duration::from_secs(300);

/// The user who owns nothing, on every Unix.
const NOBODY: u32 = 65534;

/// What became of a process.
pub struct Ended {
    /// Its exit status; none if a signal ended it.
    pub status: Option<i32>,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
    /// Processor time of all its threads.
    pub processor: Duration,
    /// From its start to its end.
    pub wall: Duration,
    /// The most memory that it held, in bytes.
    pub memory: u64,
}

/// The program that is tried: the one that was built for this test, or the one named by `RACKRENT_PROGRAM`.
pub fn program() -> String {
    std::env::var("RACKRENT_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_rackrent").to_owned())
}

/// Runs the program in a folder, with nothing on standard input.
pub fn run(folder: &Path, arguments: &[&str]) -> Ended {
    run_command(&mut Command::new(program()), folder, arguments)
}

/// Runs a script that finds the program as `$0`.
pub fn run_through_shell(folder: &Path, script: &str) -> Ended {
    run_command(&mut Command::new("sh"), folder, &["-c", script, &program()])
}

/// Runs the program as somebody who may not read everything, if this is not so already; `None` where that cannot be done.
pub fn run_as_nobody(folder: &Path, arguments: &[&str]) -> Option<Ended> {
    let is_root = std::fs::metadata(folder).unwrap().uid() == 0;
    let mut command = Command::new(program());
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
        let tried = command.arg("--version").stdout(Stdio::null()).status();
        if !tried.is_ok_and(|status| status.success()) {
            eprintln!("skipped: root may read every file, and nobody else may run the program here");
            return None;
        }
        command = Command::new(program());
        command.uid(NOBODY).gid(NOBODY);
    }
    Some(run_command(&mut command, folder, arguments))
}

fn run_command(command: &mut Command, folder: &Path, arguments: &[&str]) -> Ended {
    let (mut output, mut errors) = (tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap());
    command.args(arguments).current_dir(folder).stdin(Stdio::null()).env_remove("NO_COLOR");
    command.stdout(output.try_clone().unwrap()).stderr(errors.try_clone().unwrap());
    let started = Instant::now();
    let mut child = command.spawn().unwrap();
    let (done, watched) = mpsc::channel::<()>();
    let id = child.id().to_string();
    let watch = std::thread::spawn(move || {
        if watched.recv_timeout(PATIENCE) == Err(mpsc::RecvTimeoutError::Timeout) {
            // waits for something that never comes: the missing exit status says so
            let _ = Command::new("kill").args(["-KILL", &id]).status();
        }
    });
    let ended = child.wait4().unwrap();
    let wall = started.elapsed();
    drop(done);
    watch.join().unwrap();
    Ended {
        status: ended.status.code(),
        output: text(&mut output),
        errors: text(&mut errors),
        processor: ended.rusage.utime + ended.rusage.stime,
        wall,
        memory: ended.rusage.maxrss,
    }
}

/// All that was written to a file.
fn text(file: &mut std::fs::File) -> String {
    use std::io::{Read, Seek, SeekFrom};
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).unwrap();
    file.read_to_string(&mut text).expect("what the program prints is UTF-8");
    text
}
