//! Writing results: a format to a stream, or to a file that appears whole or not at all.

use super::files_read::FilesRead;
use super::input;
use crate::report::{self, Canvas, ChartOf, ComparedOrErrors, Dialect, Format};
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Links that are followed one after another.
const MOST_LINKS: usize = 40;

impl ValueEnum for Format {
    fn value_variants<'a>() -> &'a [Format] {
        Format::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let about = self.about();
        Some(PossibleValue::new(about.name).help(about.what))
    }
}

impl ValueEnum for Dialect {
    fn value_variants<'a>() -> &'a [Dialect] {
        &[Dialect::Standard, Dialect::ExcelEu]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Dialect::Standard => PossibleValue::new("standard").help("Commas between fields, and a decimal point"),
            Dialect::ExcelEu => PossibleValue::new("excel-eu")
                .help("For Excel where numbers have a decimal comma: semicolons between fields, and a mark of UTF-8"),
        })
    }
}

impl ValueEnum for ChartOf {
    fn value_variants<'a>() -> &'a [ChartOf] {
        ChartOf::ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(self.name()).help(self.what()))
    }
}

/// Whether several files were asked for, however many of them have an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Several {
    /// More than one.
    Yes,
    /// One.
    No,
}

/// A format that files are written in, which the ending of their name may say.
pub(super) trait FileFormat: ValueEnum + Copy + 'static {
    /// A format and a file, for which no ending is enough.
    const SAID: &str;

    /// How the names of its files end; the first is the one to write.
    fn endings(self) -> &'static [&'static str];

    /// The format that the name of a file says: the longest ending that is one.
    fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let is_ending = |ending: &str| {
            let stem = name.strip_suffix(ending).and_then(|before| before.strip_suffix('.'));
            stem.is_some_and(|stem| !stem.is_empty())
        };
        let ending_of =
            |format: &Self| format.endings().iter().filter(|ending| is_ending(ending)).map(|ending| ending.len()).max();
        let said = Self::value_variants().iter().filter_map(|format| Some((ending_of(format)?, *format)));
        said.max_by_key(|(length, _)| *length).map(|(_, format)| format)
    }

    /// The endings to write: `.txt, .json or .md`.
    fn listed() -> String {
        let first = Self::value_variants().iter().filter_map(|format| format.endings().first());
        let endings: Vec<String> = first.map(|ending| format!(".{ending}")).collect();
        match endings.as_slice() {
            [rest @ .., last] if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => endings.concat(),
        }
    }
}

/// What `--output` is for.
pub(super) fn help<F: FileFormat>() -> String {
    let endings = F::listed();
    format!("Also writes a file, whole or not at all; without FORMAT the name says which: {endings}. May be repeated")
}

/// A file to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Output<F = Format> {
    /// In which format.
    pub(super) format: F,
    /// Where.
    pub(super) path: PathBuf,
}

impl<F: FileFormat> Output<F> {
    /// Reads `FORMAT=FILE`, or a file whose ending says the format.
    pub(super) fn parse(text: &str) -> Result<Output<F>, String> {
        let named = text.split_once('=').and_then(|(name, path)| Some((F::from_str(name, false).ok()?, path)));
        let (format, path) = match named {
            Some((format, path)) => (Some(format), path),
            None => (F::of(Path::new(text)), text),
        };
        match format {
            _ if input::is_standard_input(Path::new(path)) => {
                Err("`-` is no file; --format is of standard output".to_owned())
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

/// Refuses to write a file twice, or over a scenario.
pub(super) fn check<F>(outputs: &[Output<F>], files: &[PathBuf]) -> Result<()> {
    if outputs.is_empty() {
        return Ok(());
    }
    let files: BTreeSet<PathBuf> = files.iter().map(|file| place(file)).collect();
    for (at, output) in outputs.iter().enumerate() {
        let path = place(&output.path);
        ensure!(!files.contains(&path), is_read(&output.path));
        let twice = outputs.iter().take(at).any(|other| place(&other.path) == path);
        ensure!(!twice, "{} is to be written twice; give each --output a file of its own", output.path.display());
    }
    Ok(())
}

/// What is said of a file that is to be written and was read.
fn is_read(path: &Path) -> String {
    format!("{} is read here; write to another file", path.display())
}

/// Where a path leads to by way of links, also by those to what is not there yet.
fn place(path: &Path) -> PathBuf {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        if let Ok(real) = fs::canonicalize(&path) {
            return real;
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        match fs::read_link(&path) {
            Ok(target) => path = folder.join(target),
            Err(_) => return path.file_name().map_or_else(|| path.clone(), |name| folder.join(name)),
        }
    }
    path
}

/// Writes the files that were asked for, each in its format; none of them over a file that was read.
pub(super) fn write_files<'o, F: 'o>(
    outputs: impl IntoIterator<Item = &'o Output<F>>,
    read: &FilesRead,
    write: impl Fn(&F, &mut dyn Write) -> io::Result<()>,
) -> Result<()> {
    let outputs: Vec<&Output<F>> = outputs.into_iter().collect();
    for output in &outputs {
        ensure!(!read.has(&place(&output.path)), is_read(&output.path));
    }
    outputs.into_iter().try_for_each(|output| replace(&output.path, |out| write(&output.format, out)))
}

/// Writes comparisons in a format; of several files, JSON says why one has none.
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

/// Writes a file whole or not at all: into a new file beside it, which then takes its place and its permissions.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    Replacement::of(path, write)?.put_in_place()
}

/// Writes files that belong together: none is replaced before all are written.
pub(super) fn replace_all(files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let written = files.iter().map(|(path, content)| Replacement::of(path, |out| out.write_all(content)));
    let written = written.collect::<Result<Vec<Replacement>>>()?;
    written.into_iter().try_for_each(Replacement::put_in_place)
}

/// Makes a folder, and those that it stands in, where they are not there.
pub(super) fn make_folder(path: &Path) -> Result<()> {
    let made = match fs::create_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(anyhow!("a file has this name")),
        made => made.map_err(|error| plain(error.into())),
    };
    made.with_context(|| format!("cannot make the folder {}", path.display()))
}

/// A file that is written, and is not yet where it belongs.
struct Replacement {
    path: PathBuf,
    target: PathBuf,
    new: tempfile::NamedTempFile,
}

impl Replacement {
    /// Writes the file beside the one that it is to replace.
    fn of(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Replacement> {
        // a link stays a link: what it points to is replaced
        let target = place(path);
        let new = written_beside(&target, write).map_err(|error| unwritten(path, error))?;
        Ok(Replacement { path: path.to_path_buf(), target, new })
    }

    /// Replaces the old file, if there is one.
    fn put_in_place(self) -> Result<()> {
        let Replacement { path, target, new } = self;
        new.persist(&target).map(drop).map_err(|error| unwritten(&path, error.error.into()))
    }
}

/// The error of a file that cannot be written.
fn unwritten(path: &Path, error: anyhow::Error) -> anyhow::Error {
    plain(error).context(format!("cannot write {}", path.display()))
}

/// An error of the system in words, without its number and without the name of the new file.
fn plain(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<io::Error>().map(io::Error::kind) {
        Some(io::ErrorKind::NotFound) => anyhow!("its folder does not exist"),
        Some(io::ErrorKind::PermissionDenied) => anyhow!("permission denied"),
        Some(io::ErrorKind::NotADirectory) => anyhow!("its folder is a file"),
        Some(io::ErrorKind::StorageFull) => anyhow!("the disk is full"),
        Some(io::ErrorKind::ReadOnlyFilesystem) => anyhow!("the file system is read-only"),
        Some(_) | None => error,
    }
}

/// A new file beside another, with the permissions of that.
fn written_beside(
    target: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<tempfile::NamedTempFile> {
    let existing = match fs::metadata(target) {
        Ok(existing) if existing.is_dir() => bail!("it is a directory"),
        Ok(existing) if !existing.is_file() => bail!("it is not a regular file"),
        Ok(existing) => Some(existing.permissions()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error.into()),
    };
    if existing.as_ref().is_some_and(fs::Permissions::readonly) {
        bail!("it is read-only");
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut new = fresh(folder)?;
    let mut out = BufWriter::new(new.as_file_mut());
    write(&mut out)?;
    out.flush()?;
    drop(out);
    if let Some(permissions) = existing {
        new.as_file().set_permissions(permissions)?;
    }
    new.as_file().sync_all()?;
    Ok(new)
}

/// A new file with the permissions that any new file has.
#[cfg(unix)]
fn fresh(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new().prefix(".rackrent-").permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// A new file with the permissions that any new file has.
#[cfg(not(unix))]
fn fresh(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".rackrent-").tempfile_in(folder)
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_failing_write_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("report.txt");
        fs::write(&path, "old").unwrap();
        let failed = replace(&path, |out| {
            out.write_all(b"half of the new")?;
            Err(io::Error::other("the disk is full"))
        });
        let said = format!("{:#}", failed.unwrap_err());
        assert!(said.contains("report.txt") && said.contains("the disk is full"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        replace(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn files_that_belong_together_are_written_all_or_none() {
        let folder = tempfile::tempdir().unwrap();
        let (first, taken) = (folder.path().join("a.1"), folder.path().join("b.1"));
        fs::write(&first, "old").unwrap();
        fs::create_dir(&taken).unwrap();
        let pages = [(first.clone(), b"new".to_vec()), (taken.clone(), b"new".to_vec())];
        let said = format!("{:#}", replace_all(&pages).unwrap_err());
        assert!(said.ends_with("b.1: it is a directory"), "{said}");
        assert_eq!(fs::read_to_string(&first).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
        fs::remove_dir(&taken).unwrap();
        replace_all(&pages).unwrap();
        assert!([first, taken].iter().all(|path| fs::read_to_string(path).unwrap() == "new"));
    }

    #[test]
    fn a_folder_is_made_where_no_file_has_its_name() {
        let folder = tempfile::tempdir().unwrap();
        let (below, taken) = (folder.path().join("a/b"), folder.path().join("taken"));
        make_folder(&below).unwrap();
        make_folder(&below).unwrap();
        assert!(below.is_dir());
        fs::write(&taken, "").unwrap();
        let said = format!("{:#}", make_folder(&taken).unwrap_err());
        assert!(said.ends_with("taken: a file has this name"), "{said}");
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

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("report.txt"), folder.path().join("link.txt"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
