//! The streams of the program, and what is known of the terminal behind them.

use super::files_read::FilesRead;
use super::input::{self, StandardInput};
use crate::diagnostic::{Diagnostic, MessageLines, NoCommands, Sources, Style, clean, render};
use crate::report::{Canvas, Colour, Errors, Wrong};
use anstyle::AnsiColor;
use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;
use terminal_size::{Width, terminal_size_of};

/// Columns where there is no terminal.
const WIDTH: usize = 100;
/// A terminal narrower than this is written to as if it had so many columns.
const NARROWEST: usize = 40;
/// No terminal has more columns.
const WIDEST: usize = 10_000;

/// How the word is painted with which the program says that it cannot go on.
const ERROR: anstyle::Style = AnsiColor::Red.on_default().bold();

/// When to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ColourChoice {
    /// On a terminal, unless `NO_COLOR` is set.
    Auto,
    /// Everywhere.
    Always,
    /// Nowhere.
    Never,
}

/// Where the program reads and writes.
pub struct Console<'a> {
    /// Standard input.
    pub(super) input: Box<dyn Read + 'a>,
    /// Results.
    pub(super) output: Box<dyn Write + 'a>,
    /// Findings.
    pub(super) errors: Box<dyn Write + 'a>,
    /// What was read beside the files of the command line.
    pub(super) files_read: FilesRead,
    output_colour: Colour,
    errors_colour: Colour,
    errors_terminal: Terminal,
    output_terminal: Terminal,
    questions: Terminal,
    terminal: Option<usize>,
    asked: Option<usize>,
    unanswered: Errors,
}

/// Whether somebody looks at a stream as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Terminal {
    Yes,
    No,
}

/// A standard output that was closed when the program was started: what is written reaches nobody.
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
    /// Streams that are no terminal.
    #[must_use]
    pub fn new(input: impl Read + 'a, output: impl Write + 'a, errors: impl Write + 'a) -> Console<'a> {
        Console {
            input: Box::new(input),
            output: Box::new(output),
            errors: Box::new(NoCommands::in_text(errors)),
            files_read: FilesRead::default(),
            output_colour: Colour::Plain,
            errors_colour: Colour::Plain,
            errors_terminal: Terminal::No,
            output_terminal: Terminal::No,
            questions: Terminal::No,
            terminal: None,
            asked: None,
            unanswered: Errors::default(),
        }
    }

    /// The streams of the process. Results are buffered.
    #[must_use]
    pub fn of_process() -> Console<'static> {
        let (output, errors) = (io::stdout(), io::stderr());
        let width = terminal_size_of(&output).map(|(Width(width), _)| usize::from(width).max(NARROWEST));
        let (to_terminal, complains_to_terminal) = (output.is_terminal(), errors.is_terminal());
        // standard error stays free for the progress bar, which other threads draw
        let closed = streams::output_was_closed();
        let results: Box<dyn Write> =
            if closed { Box::new(Closed) } else { Box::new(io::BufWriter::new(output.lock())) };
        let mut console = Console::new(io::stdin(), results, io::stderr());
        let colour = |terminal: bool| {
            if terminal && wants_colour() { Colour::Ansi } else { Colour::Plain }
        };
        console.output_colour = colour(to_terminal);
        console.errors_colour = colour(complains_to_terminal);
        let looked_at = |terminal: bool| if terminal { Terminal::Yes } else { Terminal::No };
        console.errors_terminal = looked_at(complains_to_terminal);
        console.output_terminal = looked_at(to_terminal);
        // a question is drawn on standard error, and answered by single keys
        console.questions = looked_at(io::stdin().is_terminal() && complains_to_terminal && !is_dumb());
        console.terminal = width.filter(|_| to_terminal).or_else(columns);
        console
    }

    /// Takes what was asked for on the command line.
    pub(super) fn choose(&mut self, width: Option<usize>, colour: ColourChoice) {
        self.asked = width;
        let colour = match colour {
            ColourChoice::Auto => return,
            ColourChoice::Always => Colour::Ansi,
            ColourChoice::Never => Colour::Plain,
        };
        (self.output_colour, self.errors_colour) = (colour, colour);
    }

    /// Whether somebody looks at standard output as it is written.
    pub(super) fn is_looked_at(&self) -> bool {
        self.output_terminal == Terminal::Yes
    }

    /// Whether somebody can be asked.
    pub(super) fn can_ask(&self) -> bool {
        self.questions == Terminal::Yes
    }

    /// Whether what is said beside results has colour.
    pub(super) fn errors_colour(&self) -> Colour {
        self.errors_colour
    }

    /// What a report on standard output knows of it.
    pub(super) fn canvas(&self) -> Canvas {
        let width = self.asked.or(self.terminal);
        Canvas { messages: lines(width), ..Canvas::new(width.unwrap_or(WIDTH), self.output_colour) }
    }

    /// What a report in a file knows: nothing of the terminal, so that the file is the same everywhere.
    pub(super) fn file_canvas(&self) -> Canvas {
        Canvas { messages: lines(self.asked), ..Canvas::new(self.asked.unwrap_or(WIDTH), Colour::Plain) }
    }

    /// Writes findings of a scenario.
    pub(super) fn tell(&mut self, findings: &[Diagnostic], sources: &Sources) {
        let Canvas { width, messages, .. } = self.canvas();
        let style = Style { width, colour: self.errors_colour == Colour::Ansi, messages };
        // a finding that cannot be written changes no result
        let _ = write!(self.errors, "{}", render(findings, sources, style));
    }

    /// Writes what a scenario is refused for.
    pub(super) fn refuse(&mut self, findings: &[Diagnostic], sources: &Sources) {
        self.unanswered.found(findings, sources);
        self.tell(findings, sources);
    }

    /// Writes why there is no answer.
    pub(super) fn complain(&mut self, error: &anyhow::Error) {
        self.unanswered.wrong(Wrong::Question, format!("{error:#}"), None, None);
        self.say(error);
    }

    /// Writes what is wrong with a file of the command line that is no scenario, at a line of it or as a whole.
    pub(super) fn complain_of(&mut self, file: &str, line: Option<u64>, message: &str) {
        let said = line.map_or_else(|| message.to_owned(), |line| format!("{file}:{line}: {message}"));
        self.unanswered.wrong_at((file, line), message.to_owned());
        self.say(&anyhow::anyhow!(said));
    }

    /// Writes why a file of the command line cannot be read.
    pub(super) fn unreadable(&mut self, path: &Path, named: &StandardInput, error: &anyhow::Error) {
        self.complain_of(&input::name(path, named), None, &format!("{error:#}"));
    }

    /// Writes what is wrong with the command line.
    pub(super) fn misused(&mut self, error: &clap::Error) {
        let text = error.render().to_string();
        let (message, rest) = text.split_once("\n\n").unwrap_or((&text, ""));
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let tip = rest.lines().find_map(|line| line.trim_start().strip_prefix("tip: ")).map(words);
        let message = words(message.strip_prefix("error: ").unwrap_or(message));
        self.unanswered.wrong(Wrong::Usage, message, None, tip);
        // nobody is left to be told if this cannot be written
        let _ = write!(self.errors, "{text}");
    }

    /// What stood between a question and its answer since this was asked last.
    pub(super) fn unanswered(&mut self) -> Errors {
        std::mem::take(&mut self.unanswered)
    }

    /// Writes the same to standard output, for programs; people read it on standard error.
    pub(super) fn answer_with_errors(&mut self) {
        let errors = self.unanswered();
        if !errors.is_empty() {
            // standard error has said it, whoever reads this
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

    /// Writes what was done beside the results.
    pub(super) fn note(&mut self, text: &str) {
        // the results are the same without it
        let _ = writeln!(self.errors, "{}", clean(text));
    }

    /// A bar of work that is done, on a terminal; elsewhere nothing is shown.
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

    /// Hands on what is buffered.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

impl std::fmt::Debug for Console<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Console").field("canvas", &self.canvas()).finish_non_exhaustive()
    }
}

/// In how many lines a message stands: where nobody says how many columns there are it stays in one, to be searched for.
fn lines(width: Option<usize>) -> MessageLines {
    if width.is_some() { MessageLines::Filled } else { MessageLines::One }
}

/// The columns that the environment says a terminal has, for output that goes through a pipe to one.
fn columns() -> Option<usize> {
    let columns: usize = std::env::var("COLUMNS").ok()?.parse().ok()?;
    (NARROWEST..=WIDEST).contains(&columns).then_some(columns)
}

/// Whether the environment leaves colour to a terminal.
fn wants_colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    !refused && !is_dumb()
}

/// Whether the terminal can't move its cursor.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb")
}
