//! `check --fix`: the edits that settle findings are made, or shown.

use super::super::Status;
use super::super::console::Console;
use super::super::{input, replace, written};
use super::baseline::Baselines;
use super::files::{Content, File};
use super::policies::FilePolicies;
use super::roots::InRepository;
use super::scenarios;
use crate::check::{Checked, KnownFindings, mend};
use crate::diagnostic::{Code, Diagnostic, Fix, FixChoice, MendedText, Severity};
use crate::report::check::patch;
use anyhow::{Context, Result, ensure};
use clap::Args;

/// What is mended, and how.
#[derive(Debug, Args)]
pub(super) struct Mending {
    /// Makes the edits that settle findings and keep what the author meant, and then checks what the files say. A file is
    /// written whole or not at all.
    #[arg(long, conflicts_with_all = ["explain", "set"])]
    pub(super) fix: bool,
    /// Shows these edits as a diff, and writes nothing. Exit status 1 where there are any, or findings that none settles.
    #[arg(long, requires = "fix", conflicts_with_all = ["format", "output"])]
    dry_run: bool,
    /// Makes those edits too that are the likeliest of several meanings, or change what was said.
    #[arg(long = "unsafe", requires = "fix")]
    guesses: bool,
}

/// A file and what became of its text.
struct MendedFile<'a> {
    file: &'a File,
    text: String,
    mended: MendedText,
    /// Findings that fail the check and that no edit settles.
    unsettled: usize,
    is_unread: bool,
}

/// How mending ended.
pub(super) enum Mended {
    /// The edits were shown, or there was nothing to do but show them: the command ends so.
    Shown(Status),
    /// The files say now what they are checked for, but for some that could not be written.
    Written(Written),
}

/// Whether every edit was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// It was, or none was asked for.
    All,
    /// A file could not be written, which was said.
    NotAll,
}

/// What findings are held against.
pub(super) struct HeldTo<'a> {
    /// The policy of each file.
    pub(super) policies: &'a FilePolicies,
    /// What is known of each.
    pub(super) baselines: &'a Baselines,
    /// Where each is in its repository.
    pub(super) places: &'a [InRepository],
    /// The least grave of what fails it.
    pub(super) fails_on: Severity,
}

/// Makes the edits, or shows them, which ends the command; does nothing where they are not asked for.
pub(super) fn run(mending: &Mending, files: &[File], held: &HeldTo<'_>, console: &mut Console<'_>) -> Result<Mended> {
    if !mending.fix {
        return Ok(Mended::Written(Written::All));
    }
    let is_input = |file: &File| matches!(file.content, Content::Text(_));
    ensure!(!files.iter().any(is_input), "standard input is nothing that can be mended; name the file");
    let choice = if mending.guesses { FixChoice::All } else { FixChoice::Sure };
    let checked = scenarios::check_all(files, &[], held.policies, &console.files_read, || {});
    let looked = files.iter().zip(checked).enumerate().filter_map(|(at, (file, checked))| {
        let known = held.places.get(at).map(|place| held.baselines.known(place)).unwrap_or_default();
        Some(MendedFile::of(file, &checked?, choice, known, held.fails_on))
    });
    let all: Vec<MendedFile<'_>> = looked.collect();
    if mending.dry_run {
        return show(&all, console).map(Mended::Shown);
    }
    let mut written = Written::All;
    for one in &all {
        match one.write() {
            Ok(()) => one.tell("mended", console),
            Err(error) => {
                console.complain(&error);
                written = Written::NotAll;
            }
        }
    }
    Ok(Mended::Written(written))
}

/// Shows what would be mended, and says what would be left.
fn show(all: &[MendedFile<'_>], console: &mut Console<'_>) -> Result<Status> {
    for one in all {
        written(patch(&one.file.name, &one.text, &one.mended, &mut console.output))?;
        one.tell("would be mended", console);
        if one.unsettled > 0 {
            let are = if one.unsettled == 1 { "finding that no edit settles" } else { "findings that no edit settles" };
            console.note(&format!("{}: {} {are}; `rackrent check` shows more", one.file.name, one.unsettled));
        }
    }
    let is_changed = all.iter().any(|one| one.mended.made > 0);
    if !is_changed {
        console.note("no edit settles anything that is found");
    }
    Ok(if all.iter().any(|one| one.is_unread) {
        Status::NoAnswer
    } else if is_changed || all.iter().any(|one| one.unsettled > 0) {
        Status::Finding
    } else {
        Status::Fine
    })
}

impl<'a> MendedFile<'a> {
    fn of(
        file: &'a File,
        checked: &Checked,
        choice: FixChoice,
        mut known: KnownFindings,
        fails_on: Severity,
    ) -> MendedFile<'a> {
        let text = checked.sources.text().to_owned();
        let fixes: Vec<&Fix> = checked.findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let mended = mend(&text, &fixes, choice);
        let fails = |finding: &&Diagnostic| finding.severity <= fails_on && finding.fix.is_none();
        let mut is_new = |finding: &&Diagnostic| !known.meets(finding.code, &finding.path);
        let unsettled = checked.findings.iter().filter(|one| fails(one) && is_new(one)).count();
        let is_unread = checked.findings.iter().any(|finding| finding.code == Code::UnreadableFile);
        MendedFile { file, text, mended, unsettled, is_unread }
    }

    /// Writes the file, unless somebody else has since it was read.
    fn write(&self) -> Result<()> {
        if self.mended.made == 0 {
            return Ok(());
        }
        let path = &self.file.path;
        let now = input::read_regular(path).with_context(|| format!("cannot read {}", self.file.name))?;
        ensure!(now == self.text, "{} has changed since it was read, and is left as it is", self.file.name);
        replace::replace(path, |out| out.write_all(self.mended.text.as_bytes()))
    }

    /// Says how many edits were made, or would be, and how many were not.
    fn tell(&self, mended: &str, console: &mut Console<'_>) {
        let MendedText { made, left, others, .. } = self.mended;
        let said = [
            (made > 0).then(|| format!("{made} {mended}")),
            (left > 0).then(|| format!("{left} left that do not go together with another")),
            (others > 0).then(|| format!("{others} more with `--unsafe`")),
        ];
        let said: Vec<String> = said.into_iter().flatten().collect();
        if !said.is_empty() {
            console.note(&format!("{}: {}", self.file.name, said.join("; ")));
        }
    }
}
