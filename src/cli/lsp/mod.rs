//! `lsp`: a language server, for editors. What it knows of scenarios is in [`editor`](crate::editor) and in `check`; here is the
//! protocol: messages, open texts, and places in lines and columns.
//!
//! The messages and their types are those of rust-analyzer's `lsp-server` and of `lsp-types`. They bring no runtime: a thread
//! reads, a thread checks, and the thread of the program answers, so that whatever is asked of a text is asked of the text as it
//! is then. `tower-lsp-server` (0.23; 0.24 is not released), the other choice, stands on tokio and tower, whose futures have
//! nothing to wait for in a server that talks to one client over one pipe. By itself it is 51 crates and 35 seconds of a
//! processor in a debug build; these are 19 crates, of which six were not here before and take 7 seconds, beside the others.
//! The licences are those of Rust, of `lsp-types` MIT alone. Only the bytes of a message are read here, since a length is
//! nothing to trust: `lsp-server` makes room for what it is told before anything has come.

mod checks;
mod findings;
mod offered;
mod paths;
mod positions;
mod server;
mod texts;
mod wire;

use super::Status;
use super::console::Console;
use anyhow::Result;
use checks::Checker;
use clap::Args;
use server::{Server, Step};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;
use wire::Event;

/// A language server for editors: findings as scenarios are written, completion, and what a number comes to.
///
/// Use it from an editor, which starts it and talks to it over standard input and output. It shows what `check` finds, with
/// the policy, the baseline and the traces of the folder; says what a key means, which unit and bounds it has, what was read
/// and in which lines of the answer it ends; completes keys, words and names; offers the edits of `check --fix`; and puts the
/// verdict above the first line. How to set editors up stands in `docs/editor.md`.
///
/// Exit status: 0 the editor said that it was done, 1 it did not, 2 it cannot be talked to.
///
/// Example: rackrent lsp
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Talks over standard input and output, as it does anyway: some editors say so.
    #[arg(long)]
    stdio: bool,
}

/// Talks to an editor until it ends.
pub(super) fn run(_: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    let (sender, events) = mpsc::channel();
    let checker = Checker::started(sender.clone())?;
    thread::Builder::new().name("reader".to_owned()).spawn(move || wire::read(&sender))?;
    let mut server = Server::new(checker, &mut *console.output);
    loop {
        let Some(event) = next(&events, &mut server) else { return Ok(Status::Finding) };
        match server.take(event)? {
            Step::On => {}
            Step::Ended(status) => return Ok(status),
        }
    }
}

/// The next event. A check begins when nothing else waits: of changes that come faster than checks only the last is looked at.
fn next(events: &Receiver<Event>, server: &mut Server<'_>) -> Option<Event> {
    match events.try_recv() {
        Ok(event) => Some(event),
        Err(TryRecvError::Empty) => {
            server.begin_check();
            events.recv().ok()
        }
        Err(TryRecvError::Disconnected) => None,
    }
}
