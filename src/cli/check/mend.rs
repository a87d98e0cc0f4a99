//! `check --fix`: the edits that settle findings are made, or shown.

use super::super::Status;
use super::super::console::Console;
use super::super::{input, output, written};
use super::files::{Content, File};
use super::policies::Policies;
use super::scenarios;
use crate::check::{Checked, mend};
use crate::diagnostic::{Fix, FixChoice, MendedText};
use crate::report::check::patch;
use anyhow::{Context, Result, ensure};
use clap::Args;
use rayon::prelude::*;

/// What is mended, and how.
#[derive(Debug, Args)]
pub(super) struct Mending {
    /// Makes the edits that settle findings and keep what the author meant, and then checks what the files say. A file is
    /// written whole or not at all.
    #[arg(long, conflicts_with_all = ["explain", "set"])]
    pub(super) fix: bool,
    /// Shows these edits as a diff, and writes nothing. Exit status 1 where there are any.
    #[arg(long, requires = "fix")]
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
}

/// Makes the edits, or shows them, which ends the command; nothing where they are not asked for.
pub(super) fn run(
    mending: &Mending,
    files: &[File],
    policies: &Policies,
    console: &mut Console<'_>,
) -> Result<Option<Status>> {
    if !mending.fix {
        return Ok(None);
    }
    let is_input = |file: &File| matches!(file.content, Content::Text(_));
    ensure!(!files.iter().any(is_input), "standard input is nothing that can be mended; name the file");
    let choice = if mending.guesses { FixChoice::All } else { FixChoice::Sure };
    let looked = files.par_iter().enumerate().map(|(at, file)| {
        let checked = scenarios::check(file, &[], policies.of_file(at))?;
        Some(MendedFile::of(file, &checked, choice))
    });
    let all: Vec<MendedFile<'_>> = looked.collect::<Vec<_>>().into_iter().flatten().collect();
    if mending.dry_run {
        for one in &all {
            written(patch(&one.file.name, &one.text, &one.mended, &mut console.output))?;
            one.tell("would be mended", console);
        }
        let is_changed = all.iter().any(|one| one.mended.made > 0);
        if !is_changed {
            console.note("no edit settles anything that is found");
        }
        return Ok(Some(if is_changed { Status::Finding } else { Status::Fine }));
    }
    for one in &all {
        one.write()?;
        one.tell("mended", console);
    }
    Ok(None)
}

impl<'a> MendedFile<'a> {
    fn of(file: &'a File, checked: &Checked, choice: FixChoice) -> MendedFile<'a> {
        let text = checked.sources.text().to_owned();
        let fixes: Vec<&Fix> = checked.findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let mended = mend(&text, &fixes, choice);
        MendedFile { file, text, mended }
    }

    /// Writes the file, unless somebody else has since it was read.
    fn write(&self) -> Result<()> {
        if self.mended.made == 0 {
            return Ok(());
        }
        let path = &self.file.path;
        let now = input::read_regular(path).with_context(|| format!("cannot read {}", self.file.name))?;
        ensure!(now == self.text, "{} has changed since it was read, and is left as it is", self.file.name);
        output::replace(path, |out| out.write_all(self.mended.text.as_bytes()))
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
