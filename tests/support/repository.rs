//! Repositories in temporary folders.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// A folder with `.git`, which ends the search for policies and baselines.
pub struct Repository {
    folder: TempDir,
}

impl Repository {
    /// A repository with files, each by its path.
    pub fn with(files: &[(&str, &str)]) -> Repository {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        let repository = Repository { folder };
        for (path, text) in files {
            repository.write(path, text);
        }
        repository
    }

    /// Writes a file, or replaces it.
    pub fn with_file(&self, path: &str, text: &str) -> &Repository {
        self.write(path, text);
        self
    }

    /// Path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

/// The program `git`, by its name.
pub struct Git(&'static str);

/// Git, if it is installed; otherwise prints what is not tested.
pub fn git(not_tested: &str) -> Option<Git> {
    let git = Git("git");
    if Command::new(git.0).arg("--version").output().is_ok_and(|ran| ran.status.success()) {
        return Some(git);
    }
    // bypasses the test harness, which hides the output of passing tests
    std::io::stderr().write_all(format!("skipped: {not_tested}; git is not installed\n").as_bytes()).unwrap();
    None
}

impl Git {
    /// Makes a folder a repository without tracked files.
    #[track_caller]
    pub fn init(&self, folder: &Path) {
        fs::remove_dir_all(folder.join(".git")).unwrap();
        self.run(folder, &["init", "--quiet", "--initial-branch", "main"]);
    }

    /// Runs git in a folder.
    #[track_caller]
    pub fn run(&self, folder: &Path, arguments: &[&str]) {
        self.run_at("2026-11-01T12:00:00Z", folder, arguments);
    }

    /// Runs git in a folder, with a date for its commits.
    #[track_caller]
    pub fn run_at(&self, date: &str, folder: &Path, arguments: &[&str]) {
        let who = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
        let dates = ["GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"].map(|name| (name, date));
        let mut git = Command::new(self.0);
        let ran = git.args(who).args(arguments).envs(dates).current_dir(folder).output().unwrap();
        assert!(ran.status.success(), "git {arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
    }
}
