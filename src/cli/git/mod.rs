//! A repository, as the `git` program of the machine reads it: what its files were at a commit, and which are there now.
//!
//! A library would bring two hundred crates and minutes of building, and would have to learn what the program knows already:
//! worktrees, shallow and partial clones, alternates, formats of the index and of objects to come. Who has a checkout has
//! the program. It is asked for plumbing with `-z`, whose output no setting changes; it writes nothing and fetches nothing.

mod objects;
mod revision;
mod tracked;

pub(super) use revision::Revision;
pub(super) use tracked::Tracked;

use anyhow::{Result, anyhow, bail, ensure};
use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What hooks of git set for the programs that they run: a repository is found from the folder that is asked about.
const OF_HOOKS: [&str; 4] = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"];

/// A repository with its checkout.
#[derive(Clone, Debug)]
pub(super) struct Repository {
    /// The top folder of the checkout.
    root: PathBuf,
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
        let ran = ended(git(folder).args(["rev-parse", "--show-toplevel"]))?;
        ensure!(ran.status.success(), "`--base` asks for a checkout of a git repository: {}", said(&ran));
        let root = PathBuf::from(line(&ran));
        Ok(Repository { root: std::fs::canonicalize(&root).unwrap_or(root) })
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

    /// The files of the checkout, by their paths from its top: those that git keeps, and those that it might be given.
    /// What a machine's own settings of git ignore is among them, as it is for `check`.
    pub(super) fn present(&self) -> Result<BTreeSet<String>> {
        self.listed(&["ls-files", "-z", "--cached", "--others", "--exclude-per-directory=.gitignore"])
    }

    /// Files of the checkout that git keeps and that it did not write to the disk: a sparse checkout.
    pub(super) fn left_out(&self) -> Result<BTreeSet<String>> {
        let tagged = self.listed(&["ls-files", "-z", "-t", "--cached"])?;
        Ok(tagged.iter().filter_map(|line| line.strip_prefix("S ")).map(str::to_owned).collect())
    }

    /// Files that are not what they were at a commit, or that it does not have.
    pub(super) fn changed(&self, since: &Commit) -> Result<BTreeSet<String>> {
        let kept =
            ["diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--ignore-submodules", &since.0, "--"];
        let mut changed = self.listed(&kept)?;
        changed.extend(self.listed(&["ls-files", "-z", "--others", "--exclude-per-directory=.gitignore"])?);
        Ok(changed)
    }

    fn listed(&self, arguments: &[&str]) -> Result<BTreeSet<String>> {
        let ran = ended(git(&self.root).args(arguments))?;
        ensure!(ran.status.success(), "git {} does not answer: {}", arguments[0], said(&ran));
        Ok(entries(&ran.stdout).map(str::to_owned).collect())
    }
}

/// The program in a folder, with nothing that asks, writes, fetches, or runs what a repository says.
fn git(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder).args(["-c", "core.fsmonitor=false", "-c", "core.quotePath=false"]);
    for name in OF_HOOKS {
        git.env_remove(name);
    }
    git.env("LC_ALL", "C").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("GIT_TERMINAL_PROMPT", "0");
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

/// Entries that end in a zero. One that is no text is left out: no scenario can name it.
fn entries(listed: &[u8]) -> impl Iterator<Item = &str> {
    listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()).filter_map(|entry| str::from_utf8(entry).ok())
}
