//! A repository, as the `git` program of the machine reads it: what its files were at a commit, and which are there now.
//!
//! A library (gix, with the least that this asks) would bring sixty crates more, beside the hundred and sixty of the program,
//! and would have to learn forms of the index and of objects to come. Who has a checkout has the program. It is asked for
//! plumbing with `-z`, whose output no setting changes; it writes nothing and fetches nothing.
//!
//! A repository may be hostile: nothing that its configuration or its attributes name is run. The folder with `.git` is found
//! here and not by git, which would take a folder with `HEAD`, `objects` and `refs` for a repository; git is asked in that
//! folder alone, and has to report that very folder and its `.git`, whatever its version is. Files of the checkout are read
//! here as well: git would hand them to filters.

mod changes;
mod objects;
mod revision;
mod tracked;

pub(super) use changes::Changes;
pub(super) use revision::Revision;
pub(super) use tracked::Tracked;

use super::input;
use anyhow::{Result, anyhow, bail, ensure};
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Variables that would have git read another repository than that of the folder, or another content of it: hooks set most.
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

/// What git is told whatever a repository says. Each is of a program that it would start, or of a repository that it would find
/// where there is none; a git that does not know one of them ignores it.
const SETTINGS: [&str; 4] =
    ["safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.quotePath=false"];

/// A repository with its checkout.
#[derive(Clone, Debug)]
pub(super) struct Repository {
    /// The top folder of the checkout.
    root: PathBuf,
}

/// The nearest folder that has `.git`, of a folder without links and those above it.
pub(super) fn root_of(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|above| has_git(above))
}

/// Whether a folder has `.git`, whatever that is.
pub(super) fn has_git(folder: &Path) -> bool {
    fs::symlink_metadata(folder.join(".git")).is_ok()
}

/// A commit, by its hexadecimal name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Commit(String);

impl Commit {
    /// Its name in full.
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

impl Repository {
    /// The repository that a folder lies in.
    pub(super) fn around(folder: &Path) -> Result<Repository> {
        let folder = fs::canonicalize(folder)?;
        let root = root_of(&folder);
        let root =
            root.ok_or_else(|| anyhow!("`--base` asks for a checkout of a git repository, and there is none here"))?;
        Repository::at(root)
    }

    /// The repository whose checkout begins at a folder without links, which has `.git`.
    ///
    /// # Errors
    /// If git takes another folder for it, or keeps its objects elsewhere than `.git` says.
    fn at(root: &Path) -> Result<Repository> {
        let repository = Repository { root: root.to_path_buf() };
        let top = repository.folder("--show-toplevel")?;
        let shown = root.display();
        ensure!(top == root, "git takes {} for the top of the repository at {shown}", top.display());
        let kept = repository.folder("--absolute-git-dir")?;
        let is_its_own = git_folder(root).is_some_and(|own| own == kept);
        ensure!(is_its_own, "git takes {} for the repository of {shown}, whose `.git` is another", kept.display());
        Ok(repository)
    }

    /// A folder that git reports, without links.
    fn folder(&self, asked: &str) -> Result<PathBuf> {
        let ran = ended(git(&self.root).args(["rev-parse", asked]))?;
        ensure!(ran.status.success(), "git does not know the repository at {}: {}", self.root.display(), said(&ran));
        let printed = ran.stdout.strip_suffix(b"\n").unwrap_or(&ran.stdout);
        let folder = PathBuf::from(name(printed.strip_suffix(b"\r").unwrap_or(printed)));
        Ok(fs::canonicalize(&folder).unwrap_or(folder))
    }

    /// The top folder of the checkout.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// The best common ancestor of a revision and of what is checked out.
    pub(super) fn merge_base(&self, revision: &str) -> Result<Commit> {
        let commit = self.commit(revision)?;
        let head = self.commit("HEAD")?;
        let ran = ended(git(&self.root).args(["merge-base", &commit.0, &head.0]))?;
        match ran.status.code() {
            Some(0) => Ok(Commit(line(&ran))),
            Some(1) if self.is_shallow() => bail!(
                "this clone has too little history to know what {revision} and HEAD have in common; fetch more of it: \
                 `git fetch --unshallow`, `fetch-depth: 0` of actions/checkout, `GIT_DEPTH: 0` of GitLab"
            ),
            Some(1) => bail!("{revision} and HEAD have no commit in common"),
            _ => bail!("git cannot tell what {revision} and HEAD have in common: {}", said(&ran)),
        }
    }

    fn commit(&self, revision: &str) -> Result<Commit> {
        let asked = format!("{revision}^{{commit}}");
        let ran = ended(git(&self.root).args(["rev-parse", "--verify", "--quiet", "--end-of-options", &asked]))?;
        let more = if self.is_shallow() { "; this clone is shallow, so fetch it first, with its history" } else { "" };
        ensure!(ran.status.success(), "there is no revision {revision} here{more}");
        Ok(Commit(line(&ran)))
    }

    fn is_shallow(&self) -> bool {
        let ran = ended(git(&self.root).args(["rev-parse", "--is-shallow-repository"]));
        ran.is_ok_and(|ran| line(&ran) == "true")
    }

    /// What git prints as a list whose entries end in a zero.
    fn listed(&self, arguments: &[&str]) -> Result<Vec<u8>> {
        let ran = ended(git(&self.root).args(arguments))?;
        ensure!(ran.status.success(), "git {} does not answer: {}", arguments[0], said(&ran));
        Ok(ran.stdout)
    }
}

/// What keeps a checkout: its folder `.git`, or the one that its file `.git` names, as in worktrees and submodules.
fn git_folder(root: &Path) -> Option<PathBuf> {
    let own = root.join(".git");
    if own.is_dir() {
        return fs::canonicalize(own).ok();
    }
    let text = input::read_regular(&own).ok()?;
    let named = text.strip_prefix("gitdir:")?.trim_start_matches(' ').trim_end_matches(['\n', '\r']);
    fs::canonicalize(root.join(named)).ok()
}

/// The program in the top folder of a checkout, with nothing that asks, writes, fetches, or runs what a repository says.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root).args(["--no-pager", "--literal-pathspecs", "--no-replace-objects"]);
    git.args(SETTINGS.iter().flat_map(|setting| ["-c", setting]));
    for name in OF_A_REPOSITORY {
        git.env_remove(name);
    }
    // one that does not know how to fetch nothing is allowed no way to fetch by
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
            anyhow!("there is no `git` on this machine, which `--base` asks for what files were")
        }
        _ => anyhow!("git cannot be started: {error}"),
    }
}

/// The only line that git prints.
fn line(ran: &Output) -> String {
    String::from_utf8_lossy(&ran.stdout).trim_end_matches(['\n', '\r']).to_owned()
}

/// What git says of a failure, on one line.
fn said(ran: &Output) -> String {
    let said = String::from_utf8_lossy(&ran.stderr).split_whitespace().collect::<Vec<_>>().join(" ");
    said.strip_prefix("fatal: ").map(str::to_owned).unwrap_or(said)
}

/// Entries that end in a zero.
fn entries(listed: &[u8]) -> impl Iterator<Item = &[u8]> {
    listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty())
}

/// The entries that are text: no scenario can name another.
fn texts(listed: &[u8]) -> impl Iterator<Item = &str> {
    entries(listed).filter_map(|entry| str::from_utf8(entry).ok())
}

/// A path as git prints it.
#[cfg(unix)]
fn name(printed: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStringExt;
    OsString::from_vec(printed.to_vec())
}

/// A path as git prints it.
#[cfg(not(unix))]
fn name(printed: &[u8]) -> OsString {
    OsString::from(String::from_utf8_lossy(printed).into_owned())
}
