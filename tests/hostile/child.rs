//! The program as a separate process, with its CPU time and memory.

use std::os::unix::fs::MetadataExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use wait4::Wait4;

/// Wall-clock limit; a process that exceeds it is killed.
const PATIENCE: Duration = Duration::from_secs(300);

/// User id of `nobody` on Unix systems.
const NOBODY: u32 = 65534;

/// Result of a process.
pub struct Ended {
    /// Exit status; `None` if a signal ended the process.
    pub status: Option<i32>,
    /// Standard output.
    pub output: String,
    /// Standard error.
    pub errors: String,
    /// CPU time of all threads.
    pub processor: Duration,
    /// Wall-clock time.
    pub wall: Duration,
    /// Maximum resident memory in bytes.
    pub memory: u64,
}

/// Path of the tested program: `RACKRENT_PROGRAM`, or else the one that was built for this test.
pub fn program() -> String {
    std::env::var("RACKRENT_PROGRAM").unwrap_or_else(|_| env!("CARGO_BIN_EXE_rackrent").to_owned())
}

/// Runs the program in a folder, with empty standard input.
pub fn run(folder: &Path, arguments: &[&str]) -> Ended {
    run_command(&mut Command::new(program()), folder, arguments)
}

/// Runs a shell script; `$0` is the program.
pub fn run_through_shell(folder: &Path, script: &str) -> Ended {
    run_command(&mut Command::new("sh"), folder, &["-c", script, &program()])
}

/// Runs the program as a user without access to all files: `nobody` if the tests run as root. Returns `None` if that is not
/// possible.
pub fn run_as_nobody(folder: &Path, arguments: &[&str]) -> Option<Ended> {
    let is_root = std::fs::metadata(folder).unwrap().uid() == 0;
    let mut command = Command::new(program());
    if is_root {
        command.uid(NOBODY).gid(NOBODY);
        let tried = command.arg("--version").stdout(Stdio::null()).status();
        if !tried.is_ok_and(|status| status.success()) {
            eprintln!("skipped: root can read every file, and `nobody` cannot run the program here");
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
            // the process hangs; the missing exit status reports it
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

/// Content of a file from its start.
fn text(file: &mut std::fs::File) -> String {
    use std::io::{Read, Seek, SeekFrom};
    let mut text = String::new();
    file.seek(SeekFrom::Start(0)).unwrap();
    file.read_to_string(&mut text).expect("the output is UTF-8");
    text
}
