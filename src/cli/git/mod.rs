//! Repository access through the `git` program: the files of a commit, and the current ones.
//!
//! The library gix, even with a minimal feature set, would add sixty crates to the hundred and sixty of the program, and would
//! have to support future index and object formats. Everybody with a checkout has git. It runs only plumbing commands with `-z`,
//! whose output no setting changes; it writes nothing and fetches nothing.
//!
//! A repository may be hostile: nothing that its configuration or attributes name is run. The folder with `.git` is found here
//! and not by git, which would accept a folder with `HEAD`, `objects` and `refs` as a repository. Git runs only in that folder,
//! and must report that same folder and its `.git`, whatever its version. Files of the checkout are read here as well, since git
//! would pass them through filters.

mod changes;
mod file_history;
mod objects;
mod revision;
mod tracked;

pub(super) use changes::Changes;
pub(super) use file_history::FileHistory;
pub(super) use revision::Revision;
pub(super) use tracked::Tracked;

use super::input;
use anyhow::{Result, anyhow, bail, ensure};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Environment variables that would make git read another repository or other content; hooks set most of them.
const OF_A_REPOSITORY: [&str; 18] = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_ATTR_SOURCE",
    "GIT_CEILING_DIRECTORIES",
    "GIT_COMMON_DIR",
    "GIT_CONFIG",
    "GIT_DEFAULT_HASH",
    "GIT_DIR",
    "GIT_EXTERNAL_DIFF",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NAMESPACE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Settings that override those of a repository. Each disables a program that git would start, or a repository that it would find
/// where there is none; a git that does not know a setting ignores it.
const SETTINGS: [&str; 4] =
    ["safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=false"];

/// Repository with its checkout.
#[derive(Clone, Debug)]
pub(super) struct Repository {
    /// Root folder of the checkout.
    root: PathBuf,
}

/// Nearest folder that has `.git`: a folder without links, or one above it.
pub(super) fn root_of(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|above| has_git(above))
}

/// Whether a folder has `.git`, of any type.
pub(super) fn has_git(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".git")).is_ok()
}

/// Commit, by its hexadecimal name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Commit(String);

impl Commit {
    /// Full name.
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

impl Repository {
    /// Repository that contains a folder.
    pub(super) fn around(folder: &Path) -> Result<Repository> {
        let folder = fs::canonicalize(folder)?;
        let root = root_of(&folder);
        let root =
            root.ok_or_else(|| anyhow!("--base requires the checkout of a git repository, and there is none here"))?;
        Repository::at(root)
    }

    /// Repository whose checkout starts at a folder without links that has `.git`.
    ///
    /// # Errors
    /// If git reports another root folder, or keeps its objects elsewhere than `.git` says.
    fn at(root: &Path) -> Result<Repository> {
        let repository = Repository { root: root.to_path_buf() };
        let top = repository.folder("--show-toplevel")?;
        let shown = root.display();
        ensure!(top == root, "git reports {} as the root of the repository at {shown}", top.display());
        let kept = repository.folder("--absolute-git-dir")?;
        let is_its_own = git_folder(root).is_some_and(|own| own == kept);
        ensure!(is_its_own, "git reports {} as the git directory of {shown}, whose `.git` is another", kept.display());
        Ok(repository)
    }

    /// Folder that git reports, with links resolved.
    fn folder(&self, argument: &str) -> Result<PathBuf> {
        let ran = ended(git(&self.root).args(["rev-parse", argument]))?;
        ensure!(
            ran.status.success(),
            "git cannot read the repository at {}: {}",
            self.root.display(),
            error_message(&ran)
        );
        let printed = ran.stdout.strip_suffix(b"\n").unwrap_or(&ran.stdout);
        let folder = PathBuf::from(name(printed.strip_suffix(b"\r").unwrap_or(printed)));
        Ok(fs::canonicalize(&folder).unwrap_or(folder))
    }

    /// Root folder of the checkout.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Merge base of a revision and HEAD.
    pub(super) fn merge_base(&self, revision: &str) -> Result<Commit> {
        let commit = self.commit(revision)?;
        let head = self.commit("HEAD")?;
        let ran = ended(git(&self.root).args(["merge-base", &commit.0, &head.0]))?;
        match ran.status.code() {
            Some(0) => Ok(Commit(line(&ran))),
            Some(1) if self.is_shallow() => bail!(
                "this clone has too little history to find the merge base of {revision} and HEAD; fetch more: \
                 `git fetch --unshallow`, `fetch-depth: 0` of actions/checkout, `GIT_DEPTH: 0` of GitLab"
            ),
            Some(1) => bail!("{revision} and HEAD have no commit in common"),
            _ => bail!("git cannot find the merge base of {revision} and HEAD: {}", error_message(&ran)),
        }
    }

    fn commit(&self, revision: &str) -> Result<Commit> {
        let argument = format!("{revision}^{{commit}}");
        let ran = ended(git(&self.root).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &argument]))?;
        let more =
            if self.is_shallow() { "; this clone is shallow, so fetch the revision with its history" } else { "" };
        ensure!(ran.status.success(), "there is no revision {revision} here{more}");
        Ok(Commit(line(&ran)))
    }

    fn is_shallow(&self) -> bool {
        let ran = ended(git(&self.root).args(["rev-parse", "--is-shallow-repository"]));
        ran.is_ok_and(|ran| line(&ran) == "true")
    }

    /// Output of git as a list of zero-terminated entries.
    fn listed(&self, arguments: &[&str]) -> Result<Vec<u8>> {
        let ran = ended(git(&self.root).args(arguments))?;
        ensure!(ran.status.success(), "git {} failed: {}", arguments[0], error_message(&ran));
        Ok(ran.stdout)
    }
}

/// Git directory of a checkout: its folder `.git`, or the one that its file `.git` names, as in worktrees and submodules.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let own = root.join(".git");
    if own.is_dir() {
        return fs::canonicalize(own).ok();
    }
    let text = input::read_regular(&own).ok()?;
    let named = text.strip_prefix("gitdir:")?.trim_start_matches(' ').trim_end_matches(['\n', '\r']);
    fs::canonicalize(root.join(named)).ok()
}

/// Command `git` in the root folder of a checkout, which cannot prompt, write, fetch, or run what the repository names.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(["--no-pager", "--literal-pathspecs", "--no-replace-objects"]);
    git.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
    for name in OF_A_REPOSITORY {
        git.env_remove(name);
    }
    // a git without GIT_NO_LAZY_FETCH is left without any protocol to fetch by
    git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "none").env("GIT_TERMINAL_PROMPT", "0");
    git.env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0");
    git.stdin(Stdio::null());
    git
}

fn ended(git: &mut Command) -> Result<Output> {
    git.output().map_err(|error| unstarted(&error))
}

fn unstarted(error: &io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => {
            anyhow!("there is no `git` on this machine, which is required to read old versions of files")
        }
        _ => anyhow!("git cannot be started: {error}"),
    }
}

/// Single output line of git.
fn line(ran: &Output) -> String {
    String::from_utf8_lossy(&ran.stdout).trim_end_matches(['\n', '\r']).to_owned()
}

/// Error message of git, on one line.
fn error_message(ran: &Output) -> String {
    let said = String::from_utf8_lossy(&ran.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    said.strip_prefix("fatal: ").map(str::to_owned).unwrap_or(said)
}

/// Zero-terminated entries.
fn entries(listed: &[u8]) -> impl Iterator<Item = &[u8]> {
    listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty())
}

/// Entries that are UTF-8 text: a scenario cannot name others.
fn texts(listed: &[u8]) -> impl Iterator<Item = &str> {
    entries(listed).filter_map(|entry| str::from_utf8(entry).ok())
}

/// Path as git prints it.
#[cfg(unix)]
fn name(printed: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(printed.to_vec())
}

/// Path as git prints it.
#[cfg(not(unix))]
fn name(printed: &[u8]) -> OsString {
    OsString::from(String::from_utf8_lossy(printed).into_owned())
}
