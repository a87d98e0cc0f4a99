//! The folder of a scenario: what its traces are read from.

use crate::scenario::Files;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// The files in the folder of a scenario and below, or in a repository; never those outside, nor by way of a link.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// What it is called where a file is not in it.
    called: &'static str,
}

impl Folder {
    /// The folder in which a scenario lies, by its name in reports: of standard input by what `--stdin-name` says.
    #[must_use]
    pub fn of(scenario: &str) -> Folder {
        Folder::beside(Path::new(scenario))
    }

    /// The folder in which a file lies.
    pub(super) fn beside(scenario: &Path) -> Folder {
        let folder = scenario.parent().filter(|folder| !folder.as_os_str().is_empty());
        Folder { path: folder.unwrap_or(Path::new(".")).to_path_buf(), called: "the scenario's folder" }
    }

    /// A repository, by the folder that it begins at.
    pub(super) fn repository(root: &Path) -> Folder {
        Folder { path: root.to_path_buf(), called: "the repository" }
    }

    fn outside(&self) -> Error {
        Error::new(ErrorKind::InvalidInput, format!("it is not in {}", self.called))
    }
}

impl Files for Folder {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let path = Path::new(path);
        if !stays_within(path) {
            return Err(self.outside());
        }
        let folder = fs::canonicalize(&self.path)?;
        let path = folder.join(path);
        let file = fs::canonicalize(&path).map_err(|error| {
            // a link to nothing is there, and cannot be read
            let is_link = error.kind() == ErrorKind::NotFound && fs::symlink_metadata(&path).is_ok();
            if is_link { Error::new(ErrorKind::InvalidInput, "it is a link to nothing") } else { error }
        })?;
        if !file.starts_with(&folder) {
            return Err(self.outside());
        }
        // asked before it is opened: to open a pipe is to wait for somebody to write
        if !fs::metadata(&file)?.is_file() {
            return Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
        }
        Ok(Box::new(File::open(file)?))
    }
}

/// Whether a file may be a scenario, by its name.
pub(super) fn is_yaml(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| ending == "yaml" || ending == "yml")
}

/// Whether a path, read from left to right, never climbs above where it begins.
pub(super) fn stays_within(path: &Path) -> bool {
    let mut depth = 0_usize;
    path.components().all(|component| match component {
        Component::Normal(_) => {
            depth += 1;
            true
        }
        Component::ParentDir => {
            let above = depth.checked_sub(1);
            depth = above.unwrap_or_default();
            above.is_some()
        }
        Component::CurDir => true,
        Component::RootDir | Component::Prefix(_) => false,
    })
}

/// The error of a file that a scenario must not read.
pub(super) fn outside() -> Error {
    Error::new(ErrorKind::InvalidInput, "it is not in the scenario's folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(folder: &Folder, path: &str) -> Result<String, String> {
        let mut text = String::new();
        let opened = folder.open(path).map_err(|error| error.to_string())?;
        { opened }.read_to_string(&mut text).unwrap();
        Ok(text)
    }

    #[test]
    fn files_of_the_folder_are_read_and_no_others() {
        let root = tempfile::tempdir().unwrap();
        let (inside, below) = (root.path().join("inside"), root.path().join("inside/below"));
        fs::create_dir_all(&below).unwrap();
        fs::write(root.path().join("secret.csv"), "secret").unwrap();
        fs::write(below.join("load.csv"), "load").unwrap();
        let folder = Folder::of(inside.join("scenario.yaml").to_str().unwrap());
        for path in ["below/load.csv", "./below/../below/load.csv"] {
            assert_eq!(text(&folder, path).as_deref(), Ok("load"), "{path}");
        }
        let secret = root.path().join("secret.csv");
        for path in ["../secret.csv", "below/../../secret.csv", "../inside/below/load.csv", secret.to_str().unwrap()] {
            assert_eq!(text(&folder, path).unwrap_err(), "it is not in the scenario's folder", "{path}");
        }
        for path in ["below", "", "."] {
            assert_eq!(text(&folder, path).unwrap_err(), "it is not a regular file", "{path}");
        }
        assert!(folder.open("none.csv").is_err_and(|error| error.kind() == ErrorKind::NotFound));
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_within_the_folder_alone() {
        use std::os::unix::fs::symlink;
        let root = tempfile::tempdir().unwrap();
        let inside = root.path().join("inside");
        fs::create_dir_all(&inside).unwrap();
        fs::write(root.path().join("secret.csv"), "secret").unwrap();
        fs::write(inside.join("load.csv"), "load").unwrap();
        symlink(root.path().join("secret.csv"), inside.join("out.csv")).unwrap();
        symlink(root.path(), inside.join("up")).unwrap();
        symlink("load.csv", inside.join("same.csv")).unwrap();
        let folder = Folder::of(inside.join("scenario.yaml").to_str().unwrap());
        assert_eq!(text(&folder, "same.csv").as_deref(), Ok("load"));
        for path in ["out.csv", "up/secret.csv", "up/inside/../secret.csv"] {
            assert_eq!(text(&folder, path).unwrap_err(), "it is not in the scenario's folder", "{path}");
        }
        assert_eq!(text(&folder, "/dev/null").unwrap_err(), "it is not in the scenario's folder");
    }

    #[test]
    fn a_scenario_without_a_folder_is_where_the_program_runs() {
        assert_eq!(Folder::of("stdin").path, Path::new("."));
        assert_eq!(Folder::of("quotes/a.yaml").path, Path::new("quotes"));
    }
}
