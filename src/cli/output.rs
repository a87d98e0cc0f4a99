//! Writes results in a format, to a stream or to a file.

use super::choice::Choice;
use super::files_read::FilesRead;
use super::input;
use super::replace::{place, replace};
use crate::report::{self, Canvas, ChartOf, ComparedOrErrors, Dialect, Format};
use anyhow::{Result, ensure};
use clap::builder::PossibleValue;
use std::collections::BTreeSet;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

impl Choice for Format {
    fn all() -> &'static [Format] {
        Format::ALL
    }

    fn shown(self) -> PossibleValue {
        let about = self.about();
        PossibleValue::new(about.name).help(about.what)
    }
}

impl Choice for Dialect {
    fn all() -> &'static [Dialect] {
        &[Dialect::Standard, Dialect::ExcelEu]
    }

    fn shown(self) -> PossibleValue {
        match self {
            Dialect::Standard => PossibleValue::new("standard").help("Comma-separated, with a decimal point"),
            Dialect::ExcelEu => PossibleValue::new("excel-eu")
                .help("For Excel with decimal commas: semicolon-separated, with a UTF-8 byte order mark"),
        }
    }
}

impl Choice for ChartOf {
    fn all() -> &'static [ChartOf] {
        ChartOf::ALL
    }

    fn shown(self) -> PossibleValue {
        PossibleValue::new(self.name()).help(self.what())
    }
}

/// Whether several files were named, however many of them have a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Several {
    /// Several files.
    Yes,
    /// One file.
    No,
}

/// Format of an output file, which the file extension may select.
pub(super) trait FileFormat: Choice {
    /// Example for `--output` where no extension selects the format.
    const SAID: &str;

    /// File extensions; the first is the one to write.
    fn endings(self) -> &'static [&'static str];

    /// Format that the name of a file selects: the one with the longest matching extension.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let is_ending = |ending: &str| {
            let stem = name.strip_suffix(ending).and_then(|before| before.strip_suffix('.'));
            stem.is_some_and(|stem| !stem.is_empty())
        };
        let ending_of =
            |format: &Self| format.endings().iter().filter(|ending| is_ending(ending)).map(|ending| ending.len()).max();
        let said = Self::all().iter().filter_map(|format| Some((ending_of(format)?, *format)));
        said.max_by_key(|(length, _)| *length).map(|(_, format)| format)
    }

    /// Extensions as shown in help: `.txt, .json or .md`.
    fn listed() -> String {
        let first = Self::all().iter().filter_map(|format| format.endings().first());
        let endings: Vec<String> = first.map(|ending| format!(".{ending}")).collect();
        match endings.as_slice() {
            [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => endings.concat(),
        }
    }
}

/// Help text of `--output`.
pub(super) fn help<F: FileFormat>() -> String {
    let endings = F::listed();
    format!("Also write a file, atomically; without FORMAT, its extension selects the format: {endings}. Repeatable")
}

/// File to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output<F = Format> {
    /// Format.
    pub(super) format: F,
    /// Path.
    pub(super) path: PathBuf,
}

impl<F: FileFormat> Output<F> {
    /// Parses `FORMAT=FILE`, or a file whose extension selects the format.
    pub(super) fn parse(text: &str) -> Result<Output<F>, String> {
        let named = text.split_once('=').and_then(|(name, path)| Some((F::named(name)?, path)));
        let (format, path) = match named {
            Some((format, path)) => (Some(format), path),
            None => (F::of(Path::new(text)), text),
        };
        match format {
            _ if input::is_standard_input(Path::new(path)) => {
                Err("`-` is not a file; use --format for standard output".to_owned())
            }
            Some(format) if !path.is_empty() => Ok(Output { format, path: PathBuf::from(path) }),
            Some(_) | None => Err(format!("write FILE{}, or FORMAT=FILE such as {}", F::listed(), F::SAID)),
        }
    }
}

impl FileFormat for Format {
    const SAID: &str = "json=report";

    fn endings(self) -> &'static [&'static str] {
        self.about().endings
    }
}

/// Rejects a file that is written twice, or that is a scenario.
pub(super) fn check<F>(outputs: &[Output<F>], files: &[PathBuf]) -> Result<()> {
    if outputs.is_empty() {
        return Ok(());
    }
    let files: BTreeSet<PathBuf> = files.iter().map(|file| place(file)).collect();
    for (at, output) in outputs.iter().enumerate() {
        let path = place(&output.path);
        ensure!(!files.contains(&path), is_read(&output.path));
        let twice = outputs.iter().take(at).any(|other| place(&other.path) == path);
        ensure!(!twice, "{} would be written twice; give each --output its own file", output.path.display());
    }
    Ok(())
}

/// Error for an output file that was read as an input.
fn is_read(path: &Path) -> String {
    format!("{} is an input of this command; write to another file", path.display())
}

/// Rejects a file that was read, such as one that a scenario extends.
pub(super) fn check_read<'o, F: 'o>(outputs: impl IntoIterator<Item = &'o Output<F>>, read: &FilesRead) -> Result<()> {
    let mut outputs = outputs.into_iter();
    outputs.try_for_each(|output| {
        ensure!(!read.has(&place(&output.path)), is_read(&output.path));
        Ok(())
    })
}

/// Writes the requested files, each in its format, but never over a file that was read.
pub(super) fn write_files<'o, F: 'o>(
    outputs: impl IntoIterator<Item = &'o Output<F>>,
    read: &FilesRead,
    write: impl Fn(&F, &mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let outputs: Vec<&Output<F>> = outputs.into_iter().collect();
    check_read(outputs.iter().copied(), read)?;
    outputs.into_iter().try_for_each(|output| replace(&output.path, |out| write(&output.format, out)))
}

/// Writes comparisons in a format; for several files, JSON includes the errors of those without a result.
pub(super) fn write(
    format: Format,
    all: &[ComparedOrErrors<'_>],
    several: Several,
    canvas: &Canvas,
    out: &mut dyn Write,
) -> io::Result<()> {
    match several {
        Several::No => all.iter().flatten().try_for_each(|compared| format.write(compared, canvas, out)),
        Several::Yes => report::write_several(format, all, canvas, out),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_format_is_said_or_is_the_ending() {
        let parsed =
            |text: &str| Output::<Format>::parse(text).map(|output| (output.format, output.path.display().to_string()));
        assert_eq!(parsed("a.b/report.MD"), Ok((Format::Markdown, "a.b/report.MD".to_owned())));
        assert_eq!(parsed("json=report.txt"), Ok((Format::Json, "report.txt".to_owned())));
        assert_eq!(parsed("a=b.csv"), Ok((Format::Csv, "a=b.csv".to_owned())));
        assert!(parsed("report").is_err() && parsed("report.pdf").is_err() && parsed("json=").is_err());
        assert!(parsed("json").is_err() && parsed(".json").is_err() && parsed("notjson").is_err());
    }

    #[test]
    fn neither_a_scenario_nor_a_folder_is_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let scenario = folder.path().join("a.json");
        fs::write(&scenario, "name: x").unwrap();
        let output = Output { format: Format::Json, path: scenario.clone() };
        assert!(check(std::slice::from_ref(&output), std::slice::from_ref(&scenario)).is_err());
        assert!(check(&[output.clone(), output], &[]).is_err());
        assert!(replace(folder.path(), |_| Ok(())).is_err());
    }
}
