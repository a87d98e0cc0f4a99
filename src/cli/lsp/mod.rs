//! `lsp`: a language server for editors. Knowledge about scenarios is in [`editor`](crate::editor) and in `check`; this module
//! implements the protocol: messages, open texts, and positions as lines and columns.
//!
//! Messages and their types come from `lsp-server` of rust-analyzer and `lsp-types`. They need no async runtime: one thread
//! reads, one thread checks, and the main thread answers, so every request sees the text as it is at that time. The alternative,
//! `tower-lsp-server` (0.23; 0.24 is not released), needs tokio and tower, whose futures have nothing to wait for in a server
//! with one client on one pipe. It adds 51 crates and 35 CPU seconds to a debug build; these add 19 crates, of which six are new
//! and take 7 seconds. Their licences are those of Rust; `lsp-types` is MIT only. Only the framing of messages is read here,
//! since a stated length cannot be trusted: `lsp-server` allocates that length before any data arrives.

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

/// Start the language server for editors.
///
/// An editor starts it and talks to it over standard input and output. It shows the findings of `check` as you type, with the
/// policy, the baseline and the traces of the folder; explains a key on hover: its meaning, unit and bounds, the value that was
/// read and the result lines that it affects; completes keys, values and names; offers the fixes of `check --fix`; and shows the
/// verdict above the first line. `docs/editor.md` describes how to set up editors.
///
/// Exit status: 0 the editor ended the session properly, 1 it did not, 2 communication failed.
///
/// Example: rackrent lsp
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Use standard input and output; this is the default, and some editors pass it explicitly.
    #[arg(long)]
    stdio: bool,
}

/// Serves an editor until the session ends.
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

/// Next event. A check starts when no event is waiting: when changes arrive faster than checks, only the last is checked.
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
