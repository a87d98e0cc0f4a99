//! Files of a check: those named explicitly, and the YAML files of folders.

use super::super::folder::{LEADS_OUT, is_yaml, leads_out};
use super::super::git::{Tracked, has_git, root_of};
use super::super::input::{self, StandardInput};
use crate::report::check::Skipped;
use ignore::{DirEntry, WalkBuilder};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// File to check.
#[derive(Debug)]
pub(in crate::cli) struct File {
    /// Path that opens it; other files are read relative to its folder.
    pub(in crate::cli) path: PathBuf,
    /// Name in reports, with forward slashes.
    pub(in crate::cli) name: String,
    /// Folder of the file, as an absolute path.
    pub(in crate::cli) folder: PathBuf,
    /// Content to read.
    pub(in crate::cli) content: Content,
    /// Whether the command line names the file itself.
    pub(in crate::cli) is_named: bool,
    /// Why the file is included. A file that was only found in a folder may not be a scenario.
    pub(in crate::cli) inclusion: InclusionReason,
    /// Folders of the command line in which it was found, by index.
    pub(in crate::cli) met_in: Vec<usize>,
    /// Names of the scenarios that extend it.
    pub(in crate::cli) shared_by: Vec<String>,
}

/// Why a file is included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum InclusionReason {
    /// The command line names it.
    File,
    /// The command line names a folder above it.
    Folder,
    /// A scenario that is included extends it.
    Extended,
    /// The command line names it or a folder above it, and it is a shared file that no scenario extends.
    Shared,
}

/// Content to read.
#[derive(Debug)]
pub(in crate::cli) enum Content {
    /// The file on disk.
    File,
    /// Text already in memory, such as standard input.
    Text(String),
    /// Nothing, with the reason.
    Nothing(String),
}

/// Files and folders that the command line refers to.
#[derive(Debug, Default)]
pub(in crate::cli) struct RequestedPaths {
    /// Files, ordered by name.
    pub(in crate::cli) files: Vec<File>,
    /// Folders named on the command line.
    pub(in crate::cli) folders: Vec<RequestedFolder>,
    /// Files of folders that were skipped unread.
    pub(in crate::cli) skipped: Vec<Skipped>,
    /// Notes about the search.
    pub(in crate::cli) notes: Vec<String>,
}

/// Folder named on the command line.
#[derive(Debug)]
pub(in crate::cli) struct RequestedFolder {
    /// Name in reports.
    pub(in crate::cli) name: String,
    /// Absolute path, with links resolved.
    pub(in crate::cli) path: PathBuf,
}

/// Finds the files; each appears once, however often it is named.
pub(in crate::cli) fn find(paths: &[PathBuf], named: &StandardInput, input: &mut dyn Read) -> RequestedPaths {
    let mut search = Search::default();
    for path in paths {
        if input::is_standard_input(path) {
            search.standard_input(named, input);
        } else if fs::metadata(path).is_ok_and(|kind| kind.is_dir()) {
            search.folder(path);
        } else {
            search.add(File::named(path));
        }
    }
    let mut files: Vec<File> = search.files.into_values().collect();
    files.sort_by(|a, b| a.name.cmp(&b.name));
    let mut skipped = search.skipped;
    skipped.sort_by(|a, b| a.path.cmp(&b.path));
    RequestedPaths { files, folders: search.folders, skipped, notes: search.notes }
}

/// YAML files of a folder that the command line does not name.
pub(in crate::cli) fn below(folder: &Path) -> Vec<File> {
    let mut search = Search::default();
    search.folder(folder);
    search.files.into_values().map(|file| File { met_in: Vec::new(), ..file }).collect()
}

impl File {
    fn of(path: &Path, content: Content, inclusion: InclusionReason) -> File {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).or_else(|_| std::path::absolute(folder));
        File {
            path: path.to_path_buf(),
            name: shown(path),
            folder: folder.unwrap_or_default(),
            content,
            is_named: inclusion == InclusionReason::File,
            inclusion,
            met_in: Vec::new(),
            shared_by: Vec::new(),
        }
    }

    /// File named explicitly.
    pub(in crate::cli) fn named(path: &Path) -> File {
        File::of(path, Content::File, InclusionReason::File)
    }

    /// File that a scenario extends, by the name used there.
    pub(in crate::cli) fn extended(name: &str) -> File {
        File { name: name.to_owned(), ..File::of(Path::new(name), Content::File, InclusionReason::Folder) }
    }

    /// Reads the text, or says why it cannot be read.
    pub(in crate::cli) fn text(&self) -> Result<Cow<'_, str>, String> {
        match &self.content {
            Content::Text(text) => Ok(Cow::Borrowed(text.as_str())),
            Content::File => input::read_regular(&self.path).map(Cow::Owned).map_err(|error| format!("{error:#}")),
            Content::Nothing(reason) => Err(reason.clone()),
        }
    }

    /// Unsaved text, as a file of a folder open in an editor.
    pub(in crate::cli) fn typed(path: &Path, text: String) -> File {
        File { met_in: vec![0], ..File::of(path, Content::Text(text), InclusionReason::Folder) }
    }

    /// Root of its repository; its own folder if there is none.
    pub(in crate::cli) fn repository(&self) -> &Path {
        root_of(&self.folder).unwrap_or(&self.folder)
    }

    /// Path from the root of its repository, with forward slashes, independent of the working directory; the name in reports if
    /// there is no repository.
    pub(in crate::cli) fn path_in_repository(&self) -> String {
        let root = root_of(&self.folder);
        let from_root = root.and_then(|root| Some(self.folder.strip_prefix(root).ok()?.join(self.path.file_name()?)));
        let from_root = from_root.map(|path| path.display().to_string());
        let from_root = from_root.map(|path| if cfg!(windows) { path.replace('\\', "/") } else { path });
        from_root.unwrap_or_else(|| self.name.clone())
    }

    /// Chooses between two names of the same file: the one named explicitly, the first of several; in folders, the file rather
    /// than a link to it, independent of the order in which a folder is listed.
    fn or(self, other: File) -> File {
        let met_in = [self.met_in.as_slice(), other.met_in.as_slice()].concat();
        let weight = |file: &File| match file.inclusion {
            InclusionReason::File => (false, false, String::new()),
            InclusionReason::Folder | InclusionReason::Extended | InclusionReason::Shared => {
                (true, is_link(&file.path), file.name.clone())
            }
        };
        let chosen = if weight(&other) < weight(&self) { other } else { self };
        File { met_in, ..chosen }
    }

    /// Identity of the file, independent of the name used for it.
    pub(in crate::cli) fn identity(&self) -> PathBuf {
        match self.content {
            Content::File => fs::canonicalize(&self.path).unwrap_or_else(|_| self.folder.join(&self.name)),
            Content::Text(_) | Content::Nothing(_) => PathBuf::from("-").join(&self.name),
        }
    }
}

/// Path as reports show it, the same on every machine: relative to the working directory if it lies below it, and with forward
/// slashes.
pub(in crate::cli) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).or_else(|_| path.strip_prefix(".")).unwrap_or(path);
    let shown = if below.as_os_str().is_empty() { Path::new(".") } else { below }.display().to_string();
    let shown = if cfg!(windows) { shown.replace('\\', "/") } else { shown };
    // CI runners execute lines that start with `::` or `##` as commands
    if shown.starts_with([':', '#']) { format!("./{shown}") } else { shown }
}

/// Reason given for a tracked link that is not followed.
const TRACKED_LINK: &str =
    "it is a link that leads out of the folder or is broken; replace it with the scenario itself";

/// Whether a path is a symbolic link.
fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|kind| kind.is_symlink())
}

/// Files found so far, by identity.
#[derive(Debug, Default)]
struct Search {
    files: BTreeMap<PathBuf, File>,
    folders: Vec<RequestedFolder>,
    skipped: Vec<Skipped>,
    notes: Vec<String>,
}

impl Search {
    fn add(&mut self, file: File) {
        let identity = file.identity();
        let file = match self.files.remove(&identity) {
            Some(known) => known.or(file),
            None => file,
        };
        self.files.insert(identity, file);
    }

    fn standard_input(&mut self, named: &StandardInput, input: &mut dyn Read) {
        let content = match input::read(Path::new("-"), named, input) {
            Ok(text) => Content::Text(text.text),
            Err(error) => Content::Nothing(error.root_cause().to_string()),
        };
        self.add(File::of(Path::new(&named.stdin_name), content, InclusionReason::File));
    }

    /// Adds the YAML files in a folder and below it, except those that `.gitignore` excludes and git does not track. Git settings
    /// of the machine and `.gitignore` files above the repository are ignored, and hidden files are included, so that a check has
    /// the same result everywhere.
    fn folder(&mut self, folder: &Path) {
        let at = self.folders.len();
        let within = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        self.folders.push(RequestedFolder { name: shown(folder), path: within.clone() });
        if leads_out(folder) {
            let refused = File::of(folder, Content::Nothing(LEADS_OUT.to_owned()), InclusionReason::Folder);
            return self.add(File { met_in: vec![at], ..refused });
        }
        let in_repository = root_of(&within).is_some();
        let walk = WalkBuilder::new(folder)
            .hidden(false)
            .ignore(false)
            .git_global(false)
            .git_exclude(false)
            // the walk stops at the folder with `.git` only if it requires one
            .require_git(in_repository)
            .parents(in_repository)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        let mut repositories: Vec<PathBuf> = in_repository.then(|| folder.to_path_buf()).into_iter().collect();
        for entry in walk {
            let file = match entry {
                Ok(entry) => {
                    // a nested repository, such as a submodule, has its own index
                    let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                    if is_folder && entry.depth() > 0 && has_git(entry.path()) {
                        repositories.push(entry.path().to_path_buf());
                    }
                    self.met(&entry, &within)
                }
                Err(error) => Some(unread(&error, folder)),
            };
            if let Some(file) = file {
                self.add(File { met_in: vec![at], ..file });
            }
        }
        for repository in repositories {
            self.tracked(&repository, at, &within);
        }
    }

    /// Adds the files of a folder that git tracks: later ignore rules do not hide them.
    fn tracked(&mut self, folder: &Path, at: usize, within: &Path) {
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        match Tracked::below(folder, &real) {
            Tracked::Files(files) => {
                for path in files.iter().filter(|path| is_yaml(path)) {
                    let is_within = |target: PathBuf| target.starts_with(within) && target.is_file();
                    let content = match fs::canonicalize(path).is_ok_and(is_within) && !leads_out(path) {
                        true => Content::File,
                        // the target is not checked, but the link may have replaced a scenario
                        false if is_link(path) => Content::Nothing(TRACKED_LINK.to_owned()),
                        // deleted from the working tree
                        false => continue,
                    };
                    let name = shown(path);
                    self.skipped.retain(|skipped| skipped.path != name);
                    self.add(File { met_in: vec![at], ..File::of(path, content, InclusionReason::Folder) });
                }
            }
            Tracked::Unknown => {}
            Tracked::Refused(why) => self.notes.push(format!(
                "cannot list the files of {} that git tracks: {why}; files excluded by .gitignore are skipped",
                shown(folder)
            )),
        }
    }

    /// File found in a folder, if it may be a scenario.
    fn met(&mut self, entry: &DirEntry, within: &Path) -> Option<File> {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_symlink() && entry.depth() > 0 {
            let target = fs::canonicalize(path).ok();
            let outside = target.as_ref().is_none_or(|target| !target.starts_with(within)) || leads_out(path);
            let is_folder = target.as_ref().is_some_and(|target| target.is_dir());
            if outside && (is_folder || is_yaml(path)) {
                let because = "a link that leads out of the folder or is broken".to_owned();
                self.skipped.push(Skipped { path: shown(path), because });
            }
            if outside || is_folder {
                return None;
            }
        } else if kind.is_dir() {
            return None;
        }
        is_yaml(path).then(|| File::of(path, Content::File, InclusionReason::Folder))
    }
}

/// Folder, or file in it, that cannot be read.
fn unread(error: &ignore::Error, folder: &Path) -> File {
    let path = concerned(error).unwrap_or(folder);
    let reason = match error.io_error() {
        Some(io) => input::plain(io),
        None => error.to_string(),
    };
    File::of(path, Content::Nothing(reason), InclusionReason::Folder)
}

fn concerned(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => concerned(err),
        _ => None,
    }
}
