//! Folder of a scenario, from which its traces and the files that it extends are read.

use super::files_read::FilesRead;
use super::git::root_of;
use crate::scenario::Files;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Error, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};

/// Files in the folder of a scenario and below it, or in a repository; never files outside, not even through a link.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
    /// Name used in errors about files outside.
    description: &'static str,
    /// Records the files that are read.
    read: FilesRead,
}

impl Folder {
    /// Folder of a scenario, by its name in reports; for standard input, by `--stdin-name`.
    #[must_use]
    pub fn of(scenario: &str) -> Folder {
        Folder::of_file(Path::new(scenario))
    }

    /// Folder of a file.
    pub(super) fn of_file(scenario: &Path) -> Folder {
        let folder = scenario.parent().filter(|folder| !folder.as_os_str().is_empty());
        let path = folder.unwrap_or(Path::new(".")).to_path_buf();
        Folder { path, description: "the scenario's folder", read: FilesRead::default() }
    }

    /// Same folder; every file that is read is recorded.
    pub(super) fn noted_in(self, read: &FilesRead) -> Folder {
        Folder { read: read.clone(), ..self }
    }

    /// Repository, by its root folder.
    pub(super) fn repository(root: &Path) -> Folder {
        Folder { path: root.to_path_buf(), description: "the repository", read: FilesRead::default() }
    }

    fn outside(&self) -> Error {
        Error::new(ErrorKind::InvalidInput, format!("it is not in {}", self.description))
    }

    /// Opens a regular file inside a folder, even after all links are resolved.
    fn opened(&self, path: &Path, within: &Path, outside: impl Fn() -> Error) -> io::Result<Box<dyn Read + '_>> {
        let file = fs::canonicalize(path).map_err(|error| {
            // a broken link exists but cannot be read
            let is_link = error.kind() == ErrorKind::NotFound && fs::symlink_metadata(path).is_ok();
            if is_link { Error::new(ErrorKind::InvalidInput, "it is a broken link") } else { error }
        })?;
        if !file.strip_prefix(within).is_ok_and(is_of_the_checkout) {
            return Err(outside());
        }
        // checked before opening: opening a pipe waits for somebody to write
        if !fs::metadata(&file)?.is_file() {
            return Err(Error::new(ErrorKind::InvalidInput, "it is not a regular file"));
        }
        let opened = File::open(&file)?;
        self.read.note(file);
        Ok(Box::new(opened))
    }
}

impl Files for Folder {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let path = Path::new(path);
        if !stays_within(path) {
            return Err(self.outside());
        }
        let folder = fs::canonicalize(&self.path)?;
        self.opened(&folder.join(path), &folder, || self.outside())
    }

    fn open_shared(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let folder = fs::canonicalize(&self.path)?;
        let Some(root) = root_of(&folder) else { return self.open(path) };
        let outside = || Folder::repository(root).outside();
        // checked on the path alone, so that nothing is revealed about files outside
        let below = folder.strip_prefix(root).unwrap_or(Path::new("")).join(path);
        if !stays_within(&below) {
            return Err(outside());
        }
        self.opened(&root.join(below), root, outside)
    }
}

/// File name suffix of templates, which are not scenarios: they contain placeholders.
pub(super) const TEMPLATE: &str = ".template.yaml";

/// Whether a file may be a scenario, by its name.
pub(super) fn is_yaml(path: &Path) -> bool {
    let ending = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| ending == "yaml" || ending == "yml") && template_name(path).is_none()
}

/// Name of a template; `None` for other files.
pub(super) fn template_name(path: &Path) -> Option<&str> {
    path.file_name()?.to_str()?.strip_suffix(TEMPLATE).filter(|name| !name.is_empty())
}

/// Whether a path, read from left to right, never leaves its starting folder.
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

/// Error for a path through a link that [`leads_out`].
pub(super) const LEADS_OUT: &str = "it is a link that leads out of the repository; name its target";

/// Whether a path goes through a link that lies in a repository and leads out of it, or into its `.git`. A pull request can put
/// such a link in the place of a file that somebody names.
pub(super) fn leads_out(path: &Path) -> bool {
    let mut links = MOST_LINKS;
    std::path::absolute(path).is_ok_and(|path| real_way(&path, &mut links).is_none())
}

/// Maximum number of links to follow, more than any system allows: links can refer to others repeatedly.
const MOST_LINKS: usize = 80;

/// Resolves an absolute path through links, including broken ones; `None` if one of them leads out of its repository.
fn real_way(path: &Path, links: &mut usize) -> Option<PathBuf> {
    let mut real = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => {
                real.pop();
            }
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => real.push(component),
        }
        let Ok(target) = fs::read_link(&real) else { continue };
        real.pop();
        let root = root_of(&real).map(Path::to_path_buf);
        // no system follows this many links, so nothing is opened
        let Some(left) = links.checked_sub(1) else { continue };
        *links = left;
        real = real_way(&real.join(target), links)?;
        if root.is_some_and(|root| !real.strip_prefix(root).is_ok_and(is_of_the_checkout)) {
            return None;
        }
    }
    Some(real)
}

/// Whether a path from the root of a repository is outside `.git`, where git keeps its own files, such as credentials.
fn is_of_the_checkout(path: &Path) -> bool {
    !path.components().any(|component| component.as_os_str().eq_ignore_ascii_case(".git"))
}

/// Error for a file that a scenario must not read.
pub(super) fn outside() -> Error {
    Error::new(ErrorKind::InvalidInput, "it is not in the scenario's folder")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(opened: io::Result<Box<dyn Read + '_>>) -> Result<String, String> {
        let mut text = String::new();
        opened.map_err(|error| error.to_string())?.read_to_string(&mut text).unwrap();
        Ok(text)
    }

    fn text(folder: &Folder, path: &str) -> Result<String, String> {
        read(folder.open(path))
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

    fn shared(folder: &Folder, path: &str) -> Result<String, String> {
        read(folder.open_shared(path))
    }

    #[test]
    fn what_is_shared_lies_anywhere_in_the_repository() {
        let root = tempfile::tempdir().unwrap();
        let (repository, below) = (root.path().join("repository"), root.path().join("repository/teams/a"));
        fs::create_dir_all(&below).unwrap();
        fs::write(root.path().join("secret.yaml"), "secret").unwrap();
        fs::write(repository.join("prices.yaml"), "prices").unwrap();
        fs::write(below.join("own.yaml"), "own").unwrap();
        let folder = Folder::of(below.join("scenario.yaml").to_str().unwrap());
        // without a repository it lies beside the scenario
        assert_eq!(shared(&folder, "own.yaml").as_deref(), Ok("own"));
        assert_eq!(shared(&folder, "../../prices.yaml").unwrap_err(), "it is not in the scenario's folder");
        fs::create_dir(repository.join(".git")).unwrap();
        assert_eq!(shared(&folder, "../../prices.yaml").as_deref(), Ok("prices"));
        for path in ["../../../secret.yaml", "../../../repository/prices.yaml", "../../../none.yaml", "/etc/passwd"] {
            assert_eq!(shared(&folder, path).unwrap_err(), "it is not in the repository", "{path}");
        }
        assert_eq!(shared(&folder, "../..").unwrap_err(), "it is not a regular file");
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root.path().join("secret.yaml"), repository.join("out.yaml")).unwrap();
            assert_eq!(shared(&folder, "../../out.yaml").unwrap_err(), "it is not in the repository");
        }
        // a trace lies in the folder of its scenario all the same
        assert_eq!(text(&folder, "../../prices.yaml").unwrap_err(), "it is not in the scenario's folder");
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

    #[cfg(unix)]
    #[test]
    fn links_of_a_repository_stay_in_it() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (root, outside) = (folder.path().join("repository"), folder.path().join("outside"));
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::create_dir_all(root.join("below")).unwrap();
        // a repository as well, so that the nearest one of a file behind a link is not the one of the link
        fs::create_dir_all(outside.join(".git")).unwrap();
        for path in ["repository/below/a.yaml", "repository/.git/config", "outside/b.yaml"] {
            fs::write(folder.path().join(path), "").unwrap();
        }
        let link = |target: &str, name: &str| symlink(target, root.join(name)).unwrap();
        link("below/a.yaml", "same");
        link("below", "down");
        link("../outside/b.yaml", "out");
        link("../outside", "beside");
        link("down/../../outside/b.yaml", "around");
        link("same", "twice");
        link("out", "through");
        link("../outside/none", "nothing");
        link("beside/none", "behind");
        link(".git/config", "secrets");
        link("circle", "circle");
        symlink("repository", folder.path().join("way")).unwrap();
        for path in ["below/a.yaml", "same", "twice", "down/a.yaml", "none", ".git/config", "circle"] {
            assert!(!leads_out(&root.join(path)), "{path}");
        }
        for path in
            ["out", "beside", "beside/b.yaml", "around", "through", "nothing", "behind", "secrets", "down/../out"]
        {
            assert!(leads_out(&root.join(path)), "{path}");
            assert!(leads_out(&folder.path().join("way").join(path)), "{path}");
        }
        // each of them names the one before twice: to follow them all would never end
        link(".", "twice-0");
        (1..60).for_each(|at| link(&format!("twice-{0}/twice-{0}", at - 1), &format!("twice-{at}")));
        assert!(!leads_out(&root.join("twice-59")));
        // a link that lies in no repository may lead anywhere
        assert!(!leads_out(&folder.path().join("way/same")) && !leads_out(Path::new("/dev/stdin")));
    }

    #[test]
    fn a_scenario_without_a_folder_is_where_the_program_runs() {
        assert_eq!(Folder::of("stdin").path, Path::new("."));
        assert_eq!(Folder::of("quotes/a.yaml").path, Path::new("quotes"));
    }
}
