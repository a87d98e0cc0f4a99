//! Reads scenarios from files or standard input: UTF-8, at most 16 MiB.

use super::folder::{LEADS_OUT, leads_out};
use crate::workbook_import::is_workbook;
use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// Maximum size of a scenario in bytes.
pub(super) const MOST: u64 = 16 << 20;

/// Path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// Name of standard input in messages and reports.
#[derive(Debug, Args)]
pub(super) struct StandardInput {
    /// Name of standard input in messages and reports; its traces, and the files that it extends, are read from the folder of
    /// this path.
    #[arg(long, value_name = "PATH", default_value = "stdin")]
    pub(super) stdin_name: String,
}

/// Text of a scenario with its name in reports.
#[derive(Debug)]
pub(super) struct Text {
    /// Name.
    pub(super) name: String,
    /// Text.
    pub(super) text: String,
}

/// Bytes of a file with its name in reports.
#[derive(Debug)]
pub(super) struct Bytes {
    /// Name.
    pub(super) name: String,
    /// Bytes.
    pub(super) bytes: Vec<u8>,
}

impl Bytes {
    /// Decodes the bytes as the text of a scenario.
    pub(super) fn text(self) -> Result<Text> {
        let Bytes { name, bytes } = self;
        let text = utf8(bytes).with_context(|| format!("cannot read {name}"))?;
        Ok(Text { name, text })
    }
}

/// Error for a workbook in the place of a scenario.
const WORKBOOK: &str = "it is a workbook; `rackrent diff SCENARIO WORKBOOK` shows what was changed in it";

/// Whether a path stands for standard input.
pub(super) fn is_standard_input(path: &Path) -> bool {
    path == Path::new(STANDARD_INPUT)
}

/// Rejects standard input that is named more than once.
///
/// # Errors
/// If it is.
pub(super) fn once<'a>(files: impl IntoIterator<Item = &'a PathBuf>) -> Result<()> {
    let from_input = files.into_iter().filter(|file| is_standard_input(file)).count();
    ensure!(from_input <= 1, "standard input can be read only once; give `-` once");
    Ok(())
}

/// Name of a file of the command line in messages and reports.
pub(super) fn name(path: &Path, named: &StandardInput) -> String {
    if is_standard_input(path) { named.stdin_name.clone() } else { path.display().to_string() }
}

/// Reads a file of the command line as the text of a scenario.
pub(super) fn read(path: &Path, named: &StandardInput, input: &mut dyn Read) -> Result<Text> {
    read_bytes(path, named, input)?.text()
}

/// Reads a file of the command line, whatever it contains.
pub(super) fn read_bytes(path: &Path, named: &StandardInput, input: &mut dyn Read) -> Result<Bytes> {
    let name = name(path, named);
    let bytes = if is_standard_input(path) {
        limited(input).context("cannot read standard input")?
    } else {
        read_file(path).map_err(in_words).with_context(|| format!("cannot read {name}"))?
    };
    Ok(Bytes { name, bytes })
}

/// Opens a file of the command line, of any size.
pub(super) fn open<'i>(path: &Path, named: &StandardInput, input: &'i mut dyn Read) -> Result<Box<dyn Read + 'i>> {
    if is_standard_input(path) {
        return Ok(Box::new(input));
    }
    let opened = open_file(path).map_err(in_words).with_context(|| format!("cannot read {}", name(path, named)))?;
    Ok(Box::new(opened))
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    limited(&mut open_file(path)?)
}

fn open_file(path: &Path) -> Result<File> {
    ensure!(!leads_out(path), LEADS_OUT);
    // checked before opening: opening a pipe waits for somebody to write
    let kind = fs::metadata(path)?;
    ensure!(!kind.is_dir(), "it is a directory; name a file in it");
    ensure!(kind.is_file() || is_pipe(&kind), "it is neither a file nor a pipe");
    ensure!(
        kind.is_file() || is_of_a_shell(path),
        "it is a pipe, and nobody may be writing to it; redirect it to standard input and pass `-`"
    );
    Ok(File::open(path)?)
}

/// Whether a pipe was opened by a shell, as for `<(…)`.
fn is_of_a_shell(path: &Path) -> bool {
    path.starts_with("/dev") || path.starts_with("/proc")
}

/// Reads a regular file; rejects anything else, and links that lead out of its repository. This is checked before opening, since
/// opening a pipe waits for somebody to write.
pub(super) fn read_regular(path: &Path) -> Result<String> {
    ensure!(!leads_out(path), LEADS_OUT);
    let kind = fs::metadata(path).map_err(|error| anyhow!(plain(&error)))?;
    ensure!(!kind.is_dir(), "it is a directory");
    ensure!(kind.is_file(), "it is not a regular file");
    let mut file = File::open(path).map_err(|error| anyhow!(plain(&error)))?;
    utf8(limited(&mut file)?)
}

/// System error in words, without its number.
pub(super) fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::NotADirectory => "its folder is a file".to_owned(),
        _ => error.to_string(),
    }
}

/// Same error, with a system error in words.
fn in_words(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<io::Error>() {
        Some(system) => anyhow!(plain(system)),
        None => error,
    }
}

fn limited(from: &mut dyn Read) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    from.take(MOST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST {
        bail!("it is larger than 16 MiB");
    }
    Ok(bytes)
}

/// Decodes UTF-8 text; the error names the first invalid line.
pub(super) fn utf8(bytes: Vec<u8>) -> Result<String> {
    ensure!(!is_workbook(&bytes), WORKBOOK);
    String::from_utf8(bytes).map_err(|error| {
        let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        let line = before.split(|byte| *byte == b'\n').count();
        anyhow!("line {line} is not UTF-8 text; save the file as UTF-8")
    })
}

#[cfg(unix)]
fn is_pipe(kind: &Metadata) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.file_type().is_fifo()
}

#[cfg(not(unix))]
fn is_pipe(_: &Metadata) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(path: &Path, input: &[u8]) -> Result<Text> {
        read(path, &StandardInput { stdin_name: "given.yaml".to_owned() }, &mut &*input)
    }

    #[test]
    fn standard_input_bears_its_name() {
        let text = read_text(Path::new("-"), b"name: x").unwrap();
        assert_eq!((text.name.as_str(), text.text.as_str()), ("given.yaml", "name: x"));
    }

    #[test]
    fn what_is_no_scenario_is_said_with_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let said = |path: &Path| format!("{:#}", read_text(path, b"").unwrap_err());
        assert!(said(folder.path()).ends_with(": it is a directory; name a file in it"));
        let latin = folder.path().join("latin.yaml");
        std::fs::write(&latin, b"a: 1\nb: \xfc\n").unwrap();
        assert!(
            said(&latin).ends_with("latin.yaml: line 2 is not UTF-8 text; save the file as UTF-8"),
            "{}",
            said(&latin)
        );
        assert!(said(&folder.path().join("none.yaml")).contains("none.yaml: "));
        let error = read_text(Path::new("-"), &vec![b' '; (16 << 20) + 1]).unwrap_err();
        assert_eq!(format!("{error:#}"), "cannot read standard input: it is larger than 16 MiB");
    }
}
