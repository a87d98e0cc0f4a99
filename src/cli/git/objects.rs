//! Contents of a repository, read one after another from one git process.

use super::{Repository, git, unstarted};
use anyhow::{Result, anyhow};
use std::io::{self, BufRead, BufReader, Error, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::sync::Mutex;

/// Process that returns the contents of objects on request.
#[derive(Debug)]
pub(super) struct Objects {
    streams: Mutex<Streams>,
    child: Child,
}

#[derive(Debug)]
struct Streams {
    input: Option<ChildStdin>,
    answered: BufReader<ChildStdout>,
}

impl Objects {
    pub(super) fn of(repository: &Repository) -> Result<Objects> {
        let mut command = git(&repository.root);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| unstarted(&error))?;
        let streams = child.stdin.take().zip(child.stdout.take());
        let (input, answered) = streams.ok_or_else(|| anyhow!("cannot connect to git"))?;
        let streams = Mutex::new(Streams { input: Some(input), answered: BufReader::new(answered) });
        Ok(Objects { streams, child })
    }

    /// Content of an object, up to a size limit.
    pub(super) fn content(&self, object: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut streams = self.streams.lock().map_err(|_| Error::other("reading from git was interrupted"))?;
        streams.content(object, most)
    }
}

impl Streams {
    /// Requests an object and reads `NAME blob SIZE`, the content and a line end, or `NAME missing` for an object that this clone
    /// lacks.
    fn content(&mut self, object: &str, most: u64) -> io::Result<Vec<u8>> {
        let input = self.input.as_mut().ok_or_else(ended)?;
        writeln!(input, "{object}").and_then(|()| input.flush()).map_err(|_| ended())?;
        let mut head = String::new();
        self.answered.read_line(&mut head)?;
        let missing = || Error::other("its content is not in this clone; fetch the complete repository");
        let size: u64 = head.split_whitespace().nth(2).and_then(|size| size.parse().ok()).ok_or_else(missing)?;
        // all of it is read in any case: the next reply starts after it
        let mut content = Vec::new();
        self.answered.by_ref().take(size.min(most)).read_to_end(&mut content)?;
        io::copy(&mut self.answered.by_ref().take(size - size.min(most) + 1), &mut io::sink())?;
        if size > most {
            return Err(Error::other(format!("it is larger than {} MiB", most >> 20)));
        }
        Ok(content)
    }
}

/// Error for a git process that ended; not the broken pipe itself, which means that the reader of the results has gone.
fn ended() -> Error {
    Error::other("git stopped responding")
}

impl Drop for Objects {
    fn drop(&mut self) {
        if let Ok(streams) = self.streams.get_mut() {
            // closing its input ends the process
            drop(streams.input.take());
        }
        // its exit status does not matter: everything was read
        let _ = self.child.wait();
    }
}
