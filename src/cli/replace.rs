//! Atomic writing of files.

use super::folder::{LEADS_OUT, leads_out};
use anyhow::{Context, Result, anyhow, bail, ensure};
use std::fs;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Maximum number of links to follow one after another.
const MOST_LINKS: usize = 40;

/// Writes a file atomically: into a new file next to it, which then replaces it and keeps its permissions.
pub(super) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    Replacement::of(path, write)?.put_in_place()
}

/// Writes a file that must not exist yet, atomically.
pub(super) fn create(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    ensure!(fs::symlink_metadata(path).is_err(), is_there(path));
    Replacement::of(path, write)?.put_where_nothing_is()
}

/// Error for an output file that already exists.
pub(super) fn is_there(path: &Path) -> String {
    format!("{} already exists; name another file with --output, or overwrite it with --overwrite", path.display())
}

/// Writes files that belong together: none is replaced before all are written.
pub(super) fn replace_all(files: &[(PathBuf, Vec<u8>)]) -> Result<()> {
    let written = files.iter().map(|(path, content)| Replacement::of(path, |out| out.write_all(content)));
    let written = written.collect::<Result<Vec<Replacement>>>()?;
    written.into_iter().try_for_each(Replacement::put_in_place)
}

/// Creates a folder and its parents if they do not exist.
pub(super) fn make_folder(path: &Path) -> Result<()> {
    let made = match fs::create_dir_all(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(anyhow!("a file has this name")),
        made => made.map_err(|error| plain(error.into())),
    };
    made.with_context(|| format!("cannot create the folder {}", path.display()))
}

/// File that is written but not yet in its place.
struct Replacement {
    path: PathBuf,
    target: PathBuf,
    new: tempfile::NamedTempFile,
}

impl Replacement {
    /// Writes the file next to the one that it will replace.
    fn of(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Replacement> {
        // a link stays a link and its target is replaced, unless a pull request may have put the link there
        ensure!(!leads_out(path), "cannot write {}: {LEADS_OUT}", path.display());
        let target = place(path);
        let new = written_next_to(&target, write).map_err(|error| unwritten(path, error))?;
        Ok(Replacement { path: path.to_path_buf(), target, new })
    }

    /// Moves the file into place; fails if another was created there in the meantime.
    fn put_where_nothing_is(self) -> Result<()> {
        let Replacement { path, target, new } = self;
        new.persist_noclobber(&target).map(drop).map_err(|error| match error.error.kind() {
            io::ErrorKind::AlreadyExists => anyhow!(is_there(&path)),
            _ => unwritten(&path, error.error.into()),
        })
    }

    /// Replaces the old file, if there is one.
    fn put_in_place(self) -> Result<()> {
        let Replacement { path, target, new } = self;
        new.persist(&target).map(drop).map_err(|error| unwritten(&path, error.error.into()))
    }
}

/// Error for a file that cannot be written.
fn unwritten(path: &Path, error: anyhow::Error) -> anyhow::Error {
    plain(error).context(format!("cannot write {}", path.display()))
}

/// System error in words, without its number and without the name of the temporary file.
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

/// Writes a new file next to another, with the same permissions.
fn written_next_to(
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

/// Temporary file with the permissions of any new file.
#[cfg(unix)]
fn fresh(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    use std::os::unix::fs::PermissionsExt;
    tempfile::Builder::new().prefix(".rackrent-").permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// Temporary file with the permissions of any new file.
#[cfg(not(unix))]
fn fresh(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    tempfile::Builder::new().prefix(".rackrent-").tempfile_in(folder)
}

/// Resolves a path through links, including broken ones.
pub(super) fn place(path: &Path) -> PathBuf {
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_new_file_takes_the_place_of_none() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new.yaml");
        // somebody else is faster
        let late = create(&path, |out| fs::write(&path, "theirs").and_then(|()| out.write_all(b"ours")));
        let said = format!("{:#}", late.unwrap_err());
        assert!(said.contains("new.yaml already exists"), "{said}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert!(create(&path, |_| panic!("nothing is to be written")).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
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
