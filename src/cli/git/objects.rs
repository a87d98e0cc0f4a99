//! The contents of a repository, read one after another from one process of git.

use super::{Repository, git, unstarted};
use anyhow::{Result, anyhow};
use std::io::{self, BufRead, BufReader, Error, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Mutex;

/// A process that answers with the contents it is asked for.
#[derive(Debug)]
pub(super) struct Objects {
    streams: Mutex<Streams>,
    child: Child,
}

#[derive(Debug)]
struct Streams {
    asked: Option<ChildStdin>,
    answered: BufReader<ChildStdout>,
}

impl Objects {
    pub(super) fn of(repository: &Repository) -> Result<Objects> {
        let mut command = git(&repository.root);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| unstarted(&error))?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (asked, answered) = streams.ok_or_else(|| anyhow!("git cannot be asked for contents"))?;
        let streams = Mutex::new(Streams { asked: Some(asked), answered: BufReader::new(answered) });
        Ok(Objects { streams, child })
    }

    /// The content of an object of at most so many bytes.
    pub(super) fn content(&self, object: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut streams = self.streams.lock().map_err(|_| Error::other("git was not read to its end"))?;
        streams.content(object, most)
    }
}

impl Streams {
    /// Asks, and reads `NAME blob SIZE`, the content and a line end; `NAME missing` of what is not in this clone.
    fn content(&mut self, object: &str, most: u64) -> io::Result<Vec<u8>> {
        let asked = self.asked.as_mut().ok_or_else(ended)?;
        writeln!(asked, "{object}").and_then(|()| asked.flush()).map_err(|_| ended())?;
        let mut head = String::new();
        self.answered.read_line(&mut head)?;
        let missing = || Error::other("its content is not in this clone; fetch the whole of it");
        let size: u64 = head.split_whitespace().nth(2).and_then(|size| size.parse().ok()).ok_or_else(missing)?;
        // the whole is read in any case: the next answer begins behind it
        let mut content = Vec::new();
        self.answered.by_ref().take(size.min(most)).read_to_end(&mut content)?;
        io::copy(&mut self.answered.by_ref().take(size - size.min(most) + 1), &mut io::sink())?;
        if size > most {
            return Err(Error::other(format!("it is larger than {} MiB", most >> 20)));
        }
        Ok(content)
    }
}

/// The error of a process that is gone; not that of the pipe to it, which would be taken for that of a reader of results.
fn ended() -> Error {
    Error::other("git does not answer any more")
}

impl Drop for Objects {
    fn drop(&mut self) {
        if let Ok(streams) = self.streams.get_mut() {
            // without anything to be asked the process ends
            drop(streams.asked.take());
        }
        // how it ended changes nothing that was read
        let _ = self.child.wait();
    }
}
