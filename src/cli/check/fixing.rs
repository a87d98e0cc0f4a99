//! `check --fix`: applies or shows the fixes of findings.

use super::super::Status;
use super::super::console::Console;
use super::super::{input, replace, written};
use super::baseline::Baselines;
use super::files::{Content, File};
use super::policies::FilePolicies;
use super::roots::InRepository;
use super::scenarios;
use crate::check::{Checked, KnownFindings, fixed_text};
use crate::diagnostic::{Code, Diagnostic, Fix, FixChoice, FixedText, Severity};
use crate::report::check::patch;
use anyhow::{Context, Result, ensure};
use clap::Args;

/// Options for fixing findings.
#[derive(Debug, Args)]
pub(super) struct FixOptions {
    /// Apply the fixes that keep the meaning, then check the result. Each file is written atomically.
    #[arg(long, conflicts_with_all = ["explain", "set"])]
    pub(super) fix: bool,
    /// Show the fixes as a diff without writing. Exit status 1 if there are any, or findings without a fix.
    #[arg(long, requires = "fix", conflicts_with_all = ["format", "output"])]
    dry_run: bool,
    /// Also apply fixes that choose the likeliest of several meanings or change a stated value.
    #[arg(long = "unsafe", requires = "fix")]
    guesses: bool,
}

/// File with its fixed text.
struct FixedFile<'a> {
    file: &'a File,
    text: String,
    fixed: FixedText,
    /// Failing findings without a fix.
    without_fix: usize,
    is_unread: bool,
}

/// Outcome of `--fix`.
pub(super) enum FixOutcome {
    /// The fixes were shown, or there was nothing to show; the command ends with this status.
    Shown(Status),
    /// The fixes were written, except to files that could not be written.
    Written(Completion),
}

/// Whether all fixes were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Completion {
    /// All were, or none was requested.
    All,
    /// A file could not be written (already reported).
    NotAll,
}

/// Settings by which findings are judged.
pub(super) struct CheckSettings<'a> {
    /// Policy of each file.
    pub(super) policies: &'a FilePolicies,
    /// Known findings of each file.
    pub(super) baselines: &'a Baselines,
    /// Location of each file in its repository.
    pub(super) places: &'a [InRepository],
    /// Lowest severity that fails the check.
    pub(super) fails_on: Severity,
}

/// Applies the fixes, or shows them and ends the command; does nothing unless they are requested.
pub(super) fn run(
    fix_options: &FixOptions,
    files: &[File],
    settings: &CheckSettings<'_>,
    console: &mut Console<'_>,
) -> Result<FixOutcome> {
    if !fix_options.fix {
        return Ok(FixOutcome::Written(Completion::All));
    }
    let is_input = |file: &File| matches!(file.content, Content::Text(_));
    ensure!(!files.iter().any(is_input), "standard input cannot be fixed in place; name a file");
    let choice = if fix_options.guesses { FixChoice::All } else { FixChoice::Sure };
    let checked = scenarios::check_all(files, &[], settings.policies, &console.files_read, |_, checked| checked, || {});
    let fixed = files.iter().zip(checked).enumerate().filter_map(|(at, (file, checked))| {
        let known = settings.places.get(at).map(|place| settings.baselines.known(place)).unwrap_or_default();
        Some(FixedFile::of(file, &checked?, choice, known, settings.fails_on))
    });
    let all: Vec<FixedFile<'_>> = fixed.collect();
    if fix_options.dry_run {
        return show(&all, console).map(FixOutcome::Shown);
    }
    let mut written = Completion::All;
    for one in &all {
        match one.write() {
            Ok(()) => one.report("fixed", console),
            Err(error) => {
                console.complain(&error);
                written = Completion::NotAll;
            }
        }
    }
    Ok(FixOutcome::Written(written))
}

/// Shows the fixes, and reports the findings that would remain.
fn show(all: &[FixedFile<'_>], console: &mut Console<'_>) -> Result<Status> {
    for one in all {
        written(patch(&one.file.name, &one.text, &one.fixed, &mut console.output))?;
        one.report("would be fixed", console);
        if one.without_fix > 0 {
            let findings = if one.without_fix == 1 { "finding without a fix" } else { "findings without a fix" };
            console
                .note(&format!("{}: {} {findings}; run `rackrent check` for details", one.file.name, one.without_fix));
        }
    }
    let is_changed = all.iter().any(|one| one.fixed.made > 0);
    if !is_changed {
        console.note("there are no fixes to apply");
    }
    Ok(if all.iter().any(|one| one.is_unread) {
        Status::NoAnswer
    } else if is_changed || all.iter().any(|one| one.without_fix > 0) {
        Status::Finding
    } else {
        Status::Fine
    })
}

impl<'a> FixedFile<'a> {
    fn of(
        file: &'a File,
        checked: &Checked,
        choice: FixChoice,
        mut known: KnownFindings,
        fails_on: Severity,
    ) -> FixedFile<'a> {
        let text = checked.sources.text().to_owned();
        let fixes: Vec<&Fix> = checked.findings.iter().filter_map(|finding| finding.fix.as_ref()).collect();
        let fixed = fixed_text(&text, &fixes, choice);
        let fails = |finding: &&Diagnostic| finding.severity <= fails_on && finding.fix.is_none();
        let mut is_new = |finding: &&Diagnostic| !known.meets(finding.code, &finding.path);
        let without_fix = checked.findings.iter().filter(|one| fails(one) && is_new(one)).count();
        let is_unread = checked.findings.iter().any(|finding| finding.code == Code::UnreadableFile);
        FixedFile { file, text, fixed, without_fix, is_unread }
    }

    /// Writes the file, unless somebody else changed it after it was read.
    fn write(&self) -> Result<()> {
        if self.fixed.made == 0 {
            return Ok(());
        }
        let path = &self.file.path;
        let now = input::read_regular(path).with_context(|| format!("cannot read {}", self.file.name))?;
        ensure!(now == self.text, "{} has changed since it was read; it was not modified", self.file.name);
        replace::replace(path, |out| out.write_all(self.fixed.text.as_bytes()))
    }

    /// Reports how many fixes were applied, or would be, and how many were not.
    fn report(&self, fixed: &str, console: &mut Console<'_>) {
        let FixedText { made, left, others, .. } = self.fixed;
        let parts = [
            (made > 0).then(|| format!("{made} {fixed}")),
            (left > 0).then(|| format!("{left} skipped because they conflict with another")),
            (others > 0).then(|| format!("{others} more with `--unsafe`")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !parts.is_empty() {
            console.note(&format!("{}: {}", self.file.name, parts.join("; ")));
        }
    }
}
