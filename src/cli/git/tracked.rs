//! What git tracks below a folder, whatever ignore rules hide: asked of the `git` program, which knows every form of its index.
//! Where there is none, files that are hidden stay hidden.

use super::{Repository, entries, name, root_of};
use std::path::{Path, PathBuf};

/// What git says of a folder.
pub(in super::super) enum Tracked {
    /// These files.
    Files(Vec<PathBuf>),
    /// Nothing: it is not there, or the folder is in no repository of its.
    Unknown,
    /// Nothing, for a reason.
    Refused(String),
}

impl Tracked {
    /// The files that git tracks below a folder, of which this is the path without links.
    pub(in super::super) fn below(folder: &Path, real: &Path) -> Tracked {
        let Some(root) = root_of(real) else { return Tracked::Unknown };
        let repository = match Repository::at(root) {
            Ok(repository) => repository,
            Err(error) => return Tracked::unsaid(&format!("{error:#}")),
        };
        let below = real.strip_prefix(root).unwrap_or(Path::new(""));
        let mut listed = vec!["ls-files", "-z", "--cached", "--"];
        let Some(asked) = below.to_str() else { return Tracked::Refused("its name is no text".to_owned()) };
        listed.extend(Some(asked).filter(|asked| !asked.is_empty()));
        match repository.listed(&listed) {
            Ok(files) => {
                let paths = entries(&files).map(name).map(PathBuf::from);
                let of_folder = paths.filter_map(|path| Some(folder.join(path.strip_prefix(below).ok()?)));
                Tracked::Files(of_folder.collect())
            }
            Err(error) => Tracked::unsaid(&format!("{error:#}")),
        }
    }

    /// Why git says nothing.
    fn unsaid(said: &str) -> Tracked {
        let is_unknown = ["not a git repository", "there is no `git`"].iter().any(|unknown| said.contains(unknown));
        match said {
            _ if is_unknown => Tracked::Unknown,
            said if said.contains("dubious ownership") => Tracked::Refused("they belong to somebody else".to_owned()),
            said => Tracked::Refused(said.to_owned()),
        }
    }
}
