//! Files that git tracks below a folder, even if ignore rules hide them. The `git` program lists them, since it knows every index
//! format; without it, hidden files stay hidden.

use super::{Repository, entries, name, root_of};
use std::path::{Path, PathBuf};

/// Files of a folder that git tracks, as far as it lists them.
pub(in super::super) enum Tracked {
    /// The tracked files.
    Files(Vec<PathBuf>),
    /// Unknown: git is not installed, or the folder is not in a repository.
    Unknown,
    /// Refused, with the reason.
    Refused(String),
}

impl Tracked {
    /// Files that git tracks below a folder; `real` is its path with links resolved.
    pub(in super::super) fn below(folder: &Path, real: &Path) -> Tracked {
        let Some(root) = root_of(real) else { return Tracked::Unknown };
        let repository = match Repository::at(root) {
            Ok(repository) => repository,
            Err(error) => return Tracked::unsaid(&format!("{error:#}")),
        };
        let below = real.strip_prefix(root).unwrap_or(Path::new(""));
        let mut listed = vec!["ls-files", "-z", "--cached", "--"];
        let Some(requested) = below.to_str() else { return Tracked::Refused("its name is not UTF-8".to_owned()) };
        listed.extend(Some(requested).filter(|requested| !requested.is_empty()));
        match repository.listed(&listed) {
            Ok(files) => {
                let paths = entries(&files).map(name).map(PathBuf::from);
                let of_folder = paths.filter_map(|path| Some(folder.join(path.strip_prefix(below).ok()?)));
                Tracked::Files(of_folder.collect())
            }
            Err(error) => Tracked::unsaid(&format!("{error:#}")),
        }
    }

    /// Classifies an error of git.
    fn unsaid(said: &str) -> Tracked {
        let is_unknown = ["not a git repository", "there is no `git`"].iter().any(|unknown| said.contains(unknown));
        match said {
            _ if is_unknown => Tracked::Unknown,
            said if said.contains("dubious ownership") => Tracked::Refused("they belong to somebody else".to_owned()),
            said => Tracked::Refused(said.to_owned()),
        }
    }
}
