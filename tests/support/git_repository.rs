//! Git repositories in temporary folders.

use super::program::{Ran, ended, run};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A temporary git repository.
pub struct TemporaryRepository {
    folder: tempfile::TempDir,
}

impl TemporaryRepository {
    /// An empty repository, on the branch `main`; without git it prints what is not tested and returns none.
    pub fn new() -> Option<TemporaryRepository> {
        if Command::new("git").arg("version").output().is_err() {
            // bypasses the test harness, which hides the output of passing tests
            std::io::stderr().write_all(b"skipped: there is no git to make repositories with\n").unwrap();
            return None;
        }
        let repository = TemporaryRepository { folder: tempfile::tempdir().unwrap() };
        repository.git(&["init", "--quiet", "--initial-branch", "main"]);
        Some(repository)
    }

    /// Root folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Runs git in it, and returns the output.
    #[track_caller]
    pub fn git(&self, arguments: &[&str]) -> String {
        let mut git = Command::new("git");
        git.current_dir(self.path())
            .args(["-c", "user.name=Test", "-c", "user.email=test@example.org"])
            .args(arguments);
        git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
        let ran = ended(&mut git, "");
        assert_eq!(ran.status, 0, "git {arguments:?}: {}", ran.errors);
        ran.output.trim().to_owned()
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path
    }

    /// Deletes a file.
    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path().join(path)).unwrap();
    }

    /// Commits all files.
    pub fn commit(&self) {
        self.git(&["add", "--all"]);
        self.git(&["commit", "--quiet", "--allow-empty", "--message", "as it stands"]);
    }

    /// Runs the program in it.
    #[track_caller]
    pub fn rackrent(&self, arguments: &[&str]) -> Ran {
        run(self.path(), arguments)
    }
}
