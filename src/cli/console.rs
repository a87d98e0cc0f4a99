//! Streams of the program and properties of the terminal behind them.

use super::files_read::FilesRead;
use super::input::{self, StandardInput};
use crate::diagnostic::{CommandFilter, Diagnostic, MessageLines, Sources, Style, clean, render};
use crate::report::{Canvas, Colour, ErrorKind, Errors};
use anstyle::AnsiColor;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use terminal_size::{Width, terminal_size_of};

/// Width without a terminal, in columns.
const WIDTH: usize = 100;
/// Minimum width: narrower terminals are treated as this wide.
const NARROWEST: usize = 40;
/// Maximum width that is accepted from the environment.
const WIDEST: usize = 10_000;

/// Style of the word that introduces an error.
const ERROR: anstyle::Style = AnsiColor::Red.on_default().bold();

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColourChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Input and output streams of the program.
pub struct Console<'a> {
    /// Standard input.
    pub(super) input: Box<dyn Read + 'a>,
    /// Standard output, for results.
    pub(super) output: Box<dyn Write + 'a>,
    /// Standard error, for findings.
    pub(super) errors: Box<dyn Write + 'a>,
    /// Files read in addition to those of the command line.
    pub(super) files_read: FilesRead,
    /// Whether its streams are those of the process, so that no other console is used at the same time.
    pub(super) is_of_process: bool,
    output_colour: Colour,
    errors_colour: Colour,
    errors_terminal: Terminal,
    output_terminal: Terminal,
    questions: Terminal,
    terminal: Option<usize>,
    requested_width: Option<usize>,
    unanswered: Errors,
}

/// Whether a stream is a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Terminal {
    Yes,
    No,
}

/// Standard output that was closed before the program started: every write fails.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::other("standard output is closed"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> Console<'a> {
    /// Streams that are not terminals.
    #[must_use]
    pub fn new(input: impl Read + 'a, output: impl Write + 'a, errors: impl Write + 'a) -> Console<'a> {
        Console {
            input: Box::new(input),
            output: Box::new(output),
            errors: Box::new(CommandFilter::in_text(errors)),
            files_read: FilesRead::default(),
            is_of_process: false,
            output_colour: Colour::Plain,
            errors_colour: Colour::Plain,
            errors_terminal: Terminal::No,
            output_terminal: Terminal::No,
            questions: Terminal::No,
            terminal: None,
            requested_width: None,
            unanswered: Errors::default(),
        }
    }

    /// Streams of the process. Standard output is buffered.
    #[must_use]
    pub fn of_process() -> Console<'static> {
        let (output, errors) = (io::stdout(), io::stderr());
        let width = terminal_size_of(&output).map(|(Width(width), _)| usize::from(width).max(NARROWEST));
        let (to_terminal, complains_to_terminal) = (output.is_terminal(), errors.is_terminal());
        // standard error is not locked: other threads draw the progress bar on it
        let closed = streams::output_was_closed();
        let results: Box<dyn Write> =
            if closed { Box::new(Closed) } else { Box::new(io::BufWriter::new(output.lock())) };
        let mut console = Console::new(io::stdin(), results, io::stderr());
        console.is_of_process = true;
        let colour = |terminal: bool| {
            if terminal && wants_colour() { Colour::Ansi } else { Colour::Plain }
        };
        console.output_colour = colour(to_terminal);
        console.errors_colour = colour(complains_to_terminal);
        let looked_at = |terminal: bool| if terminal { Terminal::Yes } else { Terminal::No };
        console.errors_terminal = looked_at(complains_to_terminal);
        console.output_terminal = looked_at(to_terminal);
        // prompts are drawn on standard error and read single keys
        console.questions = looked_at(io::stdin().is_terminal() && complains_to_terminal && !is_dumb());
        console.terminal = width.filter(|_| to_terminal).or_else(columns);
        console
    }

    /// Applies `--width` and `--color`.
    pub(super) fn choose(&mut self, width: Option<usize>, colour: ColourChoice) {
        self.requested_width = width;
        let colour = match colour {
            ColourChoice::Auto => return,
            ColourChoice::Always => Colour::Ansi,
            ColourChoice::Never => Colour::Plain,
        };
        (self.output_colour, self.errors_colour) = (colour, colour);
    }

    /// Whether standard output is a terminal.
    pub(super) fn is_looked_at(&self) -> bool {
        self.output_terminal == Terminal::Yes
    }

    /// Whether the user can be prompted.
    pub(super) fn can_ask(&self) -> bool {
        self.questions == Terminal::Yes
    }

    /// Colour of standard error.
    pub(super) fn errors_colour(&self) -> Colour {
        self.errors_colour
    }

    /// Canvas of a report on standard output.
    pub(super) fn canvas(&self) -> Canvas {
        let width = self.requested_width.or(self.terminal);
        Canvas { messages: lines(width), ..Canvas::new(width.unwrap_or(WIDTH), self.output_colour) }
    }

    /// Canvas of a report in a file: independent of the terminal, so that the file is the same everywhere.
    pub(super) fn file_canvas(&self) -> Canvas {
        Canvas {
            messages: lines(self.requested_width),
            ..Canvas::new(self.requested_width.unwrap_or(WIDTH), Colour::Plain)
        }
    }

    /// Writes findings of a scenario.
    pub(super) fn tell(&mut self, findings: &[Diagnostic], sources: &Sources) {
        let Canvas { width, messages, .. } = self.canvas();
        let style = Style { width, colour: self.errors_colour == Colour::Ansi, messages };
        // a finding that cannot be written does not change the result
        let _ = write!(self.errors, "{}", render(findings, sources, style));
    }

    /// Writes the errors for which a scenario is refused.
    pub(super) fn refuse(&mut self, findings: &[Diagnostic], sources: &Sources) {
        self.unanswered.found(findings, sources);
        self.tell(findings, sources);
    }

    /// Writes the error that prevents a result.
    pub(super) fn complain(&mut self, error: &anyhow::Error) {
        self.unanswered.wrong(ErrorKind::Question, format!("{error:#}"), None, None);
        self.say(error);
    }

    /// Writes an error in a file of the command line that is not a scenario, for one line or the whole file.
    pub(super) fn complain_of(&mut self, file: &str, line: Option<u64>, message: &str) {
        let said = line.map_or_else(|| message.to_owned(), |line| format!("{file}:{line}: {message}"));
        self.unanswered.wrong_at((file, line), message.to_owned());
        self.say(&anyhow::anyhow!(said));
    }

    /// Writes why a file of the command line cannot be read.
    pub(super) fn unreadable(&mut self, path: &Path, named: &StandardInput, error: &anyhow::Error) {
        self.complain_of(&input::name(path, named), None, &format!("{error:#}"));
    }

    /// Writes an error in the command line.
    pub(super) fn misused(&mut self, error: &clap::Error) {
        let text = error.render().to_string();
        let (message, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let tip = rest.lines().find_map(|line| line.trim_start().strip_prefix("tip: ")).map(words);
        let message = words(message.strip_prefix("error: ").unwrap_or(message));
        self.unanswered.wrong(ErrorKind::Usage, message, None, tip);
        // there is nowhere left to report a failure to write this
        let _ = write!(self.errors, "{text}");
    }

    /// Takes the errors recorded since the last call.
    pub(super) fn unanswered(&mut self) -> Errors {
        std::mem::take(&mut self.unanswered)
    }

    /// Writes these errors as JSON to standard output, for programs; people read them on standard error.
    pub(super) fn answer_with_errors(&mut self) {
        let errors = self.unanswered();
        if !errors.is_empty() {
            // standard error has already reported it
            let _ = errors.write(&mut self.output).and_then(|()| self.flush());
        }
    }

    fn say(&mut self, error: &anyhow::Error) {
        let label = match self.errors_colour {
            Colour::Ansi => format!("{ERROR}error{ERROR:#}"),
            Colour::Plain => "error".to_owned(),
        };
        let _ = writeln!(self.errors, "{label}: {}", clean(&format!("{error:#}")));
    }

    /// Writes a note to standard error.
    pub(super) fn note(&mut self, text: &str) {
        // results do not depend on notes
        let _ = writeln!(self.errors, "{}", clean(text));
    }

    /// Progress bar on a terminal; hidden elsewhere.
    pub(super) fn progress(&self, whole: u64, of: &str) -> ProgressBar {
        match self.errors_terminal {
            Terminal::Yes => {
                let target = ProgressDrawTarget::stderr_with_hz(10);
                let bar = ProgressBar::with_draw_target(Some(whole), target);
                let style = ProgressStyle::with_template(&format!(" {{bar:40}} {{human_pos}} of {{human_len}} {of}"));
                style.map_or(bar.clone(), |style| bar.with_style(style))
            }
            Terminal::No => ProgressBar::hidden(),
        }
    }

    /// Flushes buffered results.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl std::fmt::Debug for Console<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Console").field("canvas", &self.canvas()).finish_non_exhaustive()
    }
}

/// Layout of messages: without a known width, each message stays on one line so that it can be searched for.
fn lines(width: Option<usize>) -> MessageLines {
    if width.is_some() { MessageLines::Filled } else { MessageLines::One }
}

/// Width that the environment states in `COLUMNS`, for output piped to a terminal.
fn columns() -> Option<usize> {
    let columns: usize = std::env::var("COLUMNS").ok()?.parse().ok()?;
    (NARROWEST..=WIDEST).contains(&columns).then_some(columns)
}

/// Whether the environment permits colour on a terminal.
fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && !is_dumb()
}

/// Whether the terminal cannot move its cursor.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}
