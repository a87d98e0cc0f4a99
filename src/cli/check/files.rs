//! Which files a check reads: those that are named, and the YAML files of folders.

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

/// A file to check.
#[derive(Debug)]
pub(in crate::cli) struct File {
    /// What it is opened by, and what lies beside it.
    pub(in crate::cli) path: PathBuf,
    /// What reports call it, with forward slashes.
    pub(in crate::cli) name: String,
    /// The folder that it lies in, as an absolute path.
    pub(in crate::cli) folder: PathBuf,
    /// What there is to read.
    pub(in crate::cli) content: Content,
    /// Whether it was named itself on the command line.
    pub(in crate::cli) is_named: bool,
    /// Whether it was named on the command line; a file that was only met in a folder may be something else than a scenario.
    pub(in crate::cli) asked: Asked,
    /// The folders of the command line that it was met in, by their position.
    pub(in crate::cli) met_in: Vec<usize>,
    /// The names of the scenarios that extend it.
    pub(in crate::cli) shared_by: Vec<String>,
}

/// What was named on the command line, so that a file is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Asked {
    /// It was itself.
    File,
    /// A folder above it was.
    Folder,
    /// A scenario was that extends it.
    Extended,
    /// It, or a folder above it, was, and it is there to be extended though no scenario does.
    Shared,
}

/// What there is to read.
#[derive(Debug)]
pub(in crate::cli) enum Content {
    /// The file.
    File,
    /// What was read from standard input already.
    Text(String),
    /// Nothing, for a reason.
    Nothing(String),
}

/// What the paths of the command line mean.
#[derive(Debug, Default)]
pub(in crate::cli) struct Meant {
    /// The files, in the order of their names.
    pub(in crate::cli) files: Vec<File>,
    /// The folders that were named.
    pub(in crate::cli) folders: Vec<AskedFolder>,
    /// Files of folders that are passed over without being read.
    pub(in crate::cli) skipped: Vec<Skipped>,
    /// What is to be said of the search.
    pub(in crate::cli) notes: Vec<String>,
}

/// A folder that was named.
#[derive(Debug)]
pub(in crate::cli) struct AskedFolder {
    /// What reports call it.
    pub(in crate::cli) name: String,
    /// Its absolute path, without links.
    pub(in crate::cli) path: PathBuf,
}

/// Finds the files; each is there once, however often it was named.
pub(in crate::cli) fn find(paths: &[PathBuf], named: &StandardInput, input: &mut dyn Read) -> Meant {
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
    Meant { files, folders: search.folders, skipped, notes: search.notes }
}

/// The YAML files of a folder that was not named.
pub(in crate::cli) fn below(folder: &Path) -> Vec<File> {
    let mut search = Search::default();
    search.folder(folder);
    search.files.into_values().map(|file| File { met_in: Vec::new(), ..file }).collect()
}

impl File {
    fn of(path: &Path, content: Content, asked: Asked) -> File {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let folder = fs::canonicalize(folder).or_else(|_| std::path::absolute(folder));
        File {
            path: path.to_path_buf(),
            name: shown(path),
            folder: folder.unwrap_or_default(),
            content,
            is_named: asked == Asked::File,
            asked,
            met_in: Vec::new(),
            shared_by: Vec::new(),
        }
    }

    /// A file that is named itself.
    pub(in crate::cli) fn named(path: &Path) -> File {
        File::of(path, Content::File, Asked::File)
    }

    /// A file that a scenario extends, by the name that it bears there.
    pub(in crate::cli) fn extended(name: &str) -> File {
        File { name: name.to_owned(), ..File::of(Path::new(name), Content::File, Asked::Folder) }
    }

    /// What there is to read in it, or why there is nothing.
    pub(in crate::cli) fn text(&self) -> Result<Cow<'_, str>, String> {
        match &self.content {
            Content::Text(text) => Ok(Cow::Borrowed(text.as_str())),
            Content::File => input::read_regular(&self.path).map(Cow::Owned).map_err(|error| format!("{error:#}")),
            Content::Nothing(reason) => Err(reason.clone()),
        }
    }

    /// A text that somebody is writing, as a file of a folder that is open in an editor.
    pub(in crate::cli) fn typed(path: &Path, text: String) -> File {
        File { met_in: vec![0], ..File::of(path, Content::Text(text), Asked::Folder) }
    }

    /// The folder of its repository; its own folder where it lies in none.
    pub(in crate::cli) fn repository(&self) -> &Path {
        root_of(&self.folder).unwrap_or(&self.folder)
    }

    /// Its path from the top of its repository, with forward slashes, wherever the program runs; the name that reports give it
    /// where it lies in none.
    pub(in crate::cli) fn path_in_repository(&self) -> String {
        let root = root_of(&self.folder);
        let from_root = root.and_then(|root| Some(self.folder.strip_prefix(root).ok()?.join(self.path.file_name()?)));
        let from_root = from_root.map(|path| path.display().to_string());
        let from_root = from_root.map(|path| if cfg!(windows) { path.replace('\\', "/") } else { path });
        from_root.unwrap_or_else(|| self.name.clone())
    }

    /// One of two names of the same file: the one that was asked for, the first of several; in folders that of the file
    /// rather than that of a link to it, whatever order a folder is listed in.
    fn or(self, other: File) -> File {
        let met_in = [self.met_in.as_slice(), other.met_in.as_slice()].concat();
        let weight = |file: &File| match file.asked {
            Asked::File => (false, false, String::new()),
            Asked::Folder | Asked::Extended | Asked::Shared => (true, is_link(&file.path), file.name.clone()),
        };
        let chosen = if weight(&other) < weight(&self) { other } else { self };
        File { met_in, ..chosen }
    }

    /// What is the same however a file is named.
    pub(in crate::cli) fn identity(&self) -> PathBuf {
        match self.content {
            Content::File => fs::canonicalize(&self.path).unwrap_or_else(|_| self.folder.join(&self.name)),
            Content::Text(_) | Content::Nothing(_) => PathBuf::from("-").join(&self.name),
        }
    }
}

/// A path as reports write it, the same on every machine: relative to where the program runs, if it lies below, and with
/// forward slashes.
pub(in crate::cli) fn shown(path: &Path) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    let below = path.strip_prefix(&here).or_else(|_| path.strip_prefix(".")).unwrap_or(path);
    let shown = if below.as_os_str().is_empty() { Path::new(".") } else { below }.display().to_string();
    let shown = if cfg!(windows) { shown.replace('\\', "/") } else { shown };
    // a line that begins with `::` or `##` would be a command to what runs CI
    if shown.starts_with([':', '#']) { format!("./{shown}") } else { shown }
}

/// What is said of a link that git tracks and that nobody follows.
const TRACKED_LINK: &str =
    "it is a link that leads out of the folder, or nowhere; put the scenario itself in its place";

/// Whether a path is a link itself.
fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|kind| kind.is_symlink())
}

/// Files that were found so far, by what is the same however they are named.
#[derive(Debug, Default)]
struct Search {
    files: BTreeMap<PathBuf, File>,
    folders: Vec<AskedFolder>,
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
        self.add(File::of(Path::new(&named.stdin_name), content, Asked::File));
    }

    /// The YAML files of a folder and below, without what `.gitignore` names and git does not track. What a machine's own
    /// settings of git say is not looked at, nor a `.gitignore` above the repository, and hidden files are: a check ends the
    /// same everywhere.
    fn folder(&mut self, folder: &Path) {
        let at = self.folders.len();
        let within = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        self.folders.push(AskedFolder { name: shown(folder), path: within.clone() });
        if leads_out(folder) {
            let refused = File::of(folder, Content::Nothing(LEADS_OUT.to_owned()), Asked::Folder);
            return self.add(File { met_in: vec![at], ..refused });
        }
        let in_repository = root_of(&within).is_some();
        let walk = WalkBuilder::new(folder)
            .hidden(false)
            .ignore(false)
            .git_global(false)
            .git_exclude(false)
            // the walk stops at the folder with `.git` only where it asks for one
            .require_git(in_repository)
            .parents(in_repository)
            .filter_entry(|entry| entry.file_name() != ".git")
            .build();
        let mut repositories: Vec<PathBuf> = in_repository.then(|| folder.to_path_buf()).into_iter().collect();
        for entry in walk {
            let file = match entry {
                Ok(entry) => {
                    // a repository in the repository, as a submodule is, has an index of its own
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

    /// The files of a folder that git tracks: an ignore rule that came later hides none of them.
    fn tracked(&mut self, folder: &Path, at: usize, within: &Path) {
        let real = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        match Tracked::below(folder, &real) {
            Tracked::Files(files) => {
                for path in files.iter().filter(|path| is_yaml(path)) {
                    let is_within = |target: PathBuf| target.starts_with(within) && target.is_file();
                    let content = match fs::canonicalize(path).is_ok_and(is_within) && !leads_out(path) {
                        true => Content::File,
                        // nobody checks what it leads to, and it stands where a scenario may have stood
                        false if is_link(path) => Content::Nothing(TRACKED_LINK.to_owned()),
                        // what was deleted is not there
                        false => continue,
                    };
                    let name = shown(path);
                    self.skipped.retain(|skipped| skipped.path != name);
                    self.add(File { met_in: vec![at], ..File::of(path, content, Asked::Folder) });
                }
            }
            Tracked::Unknown => {}
            Tracked::Refused(why) => self.notes.push(format!(
                "git does not say which files of {} it tracks: {why}; what .gitignore names is not looked at",
                shown(folder)
            )),
        }
    }

    /// A file of a folder, if it may be a scenario.
    fn met(&mut self, entry: &DirEntry, within: &Path) -> Option<File> {
        let (path, kind) = (entry.path(), entry.file_type()?);
        if kind.is_symlink() && entry.depth() > 0 {
            let target = fs::canonicalize(path).ok();
            let outside = target.as_ref().is_none_or(|target| !target.starts_with(within)) || leads_out(path);
            let is_folder = target.as_ref().is_some_and(|target| target.is_dir());
            if outside && (is_folder || is_yaml(path)) {
                let because = "a link that leads out of the folder, or nowhere".to_owned();
                self.skipped.push(Skipped { path: shown(path), because });
            }
            if outside || is_folder {
                return None;
            }
        } else if kind.is_dir() {
            return None;
        }
        is_yaml(path).then(|| File::of(path, Content::File, Asked::Folder))
    }
}

/// A folder, or a file in it, that cannot be looked at.
fn unread(error: &ignore::Error, folder: &Path) -> File {
    let path = concerned(error).unwrap_or(folder);
    let reason = match error.io_error() {
        Some(io) => input::plain(io),
        None => error.to_string(),
    };
    File::of(path, Content::Nothing(reason), Asked::Folder)
}

fn concerned(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => concerned(err),
        _ => None,
    }
}
