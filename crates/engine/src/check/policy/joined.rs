//! Combines the `rackrent.toml` files of a repository. The root file decides; a nested file may be stricter, and less strict only
//! where the root file allows it.

use super::pattern::PathPattern;
use super::read::{self, Loosened, Placed, PolicyFile, Section};
use super::{Policy, RuleLevel, refused, unreadable};
use crate::diagnostic::{Code, Diagnostic, Place};
use crate::scenario::{Files, Rejected};
use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read as _};

/// Name of the files.
const NAME: &str = "rackrent.toml";
/// Maximum size of a file in bytes.
const MOST: u64 = 64 << 10;

/// Policy for the scenarios of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FolderPolicy {
    /// The policy.
    pub policy: Policy,
    /// Files that define it, the root file first, as paths below the root. Without any, the rules apply with their defaults.
    pub files: Vec<String>,
}

/// Policies of the folders of a repository, which is a folder or a revision. Each file is read once.
pub struct Policies<'a> {
    files: &'a dyn Files,
    folders: BTreeMap<String, FolderPolicy>,
    excluded: Vec<Excluded>,
    /// What the root file allows nested files to loosen.
    may_loosen: Vec<Loosened>,
    sections: BTreeMap<String, Placed<Section>>,
    /// Text of the root file.
    text: String,
    rejected: Vec<Rejected>,
}

/// Files that a policy file excludes from checks.
#[derive(Debug)]
struct Excluded {
    /// Folder of the policy file.
    folder: String,
    pattern: PathPattern,
    file: String,
}

impl<'a> Policies<'a> {
    /// Policies of a repository whose files are opened by their paths below its root. `before` applies to everything that they do
    /// not set.
    #[must_use]
    pub fn of(files: &'a dyn Files, before: Policy) -> Policies<'a> {
        let mut policies = Policies {
            files,
            folders: BTreeMap::new(),
            excluded: Vec::new(),
            may_loosen: Vec::new(),
            sections: BTreeMap::new(),
            text: String::new(),
            rejected: Vec::new(),
        };
        let mut root = FolderPolicy { policy: before, files: Vec::new() };
        if let Some((name, text)) = policies.opened("") {
            policies.root(&name, &text, &mut root);
        }
        policies.folders.insert(String::new(), root);
        policies
    }

    /// Policy for the scenarios in a folder, given by its path below the root (empty for the root).
    pub fn of_folder(&mut self, folder: &str) -> FolderPolicy {
        if let Some(known) = self.folders.get(folder) {
            return known.clone();
        }
        let mut judged = self.of_folder(above(folder));
        if let Some(section) = self.sections.get(folder) {
            judged.policy.decide_section(&section.value);
        }
        if let Some((name, text)) = self.opened(folder) {
            self.nested(folder, &name, &text, &mut judged);
        }
        self.folders.insert(folder.to_owned(), judged.clone());
        judged
    }

    /// The policy file that excludes the scenario at a path, if any. Files in an excluded folder are not read.
    pub fn excluded(&mut self, path: &str) -> Option<&str> {
        let folders = std::iter::once("").chain(path.match_indices('/').filter_map(|(end, _)| path.get(..end)));
        for folder in folders {
            self.of_folder(folder);
            let names = |one: &Excluded| {
                let below = if one.folder.is_empty() { Some(path) } else { path.strip_prefix(&one.folder) };
                below.is_some_and(|below| one.pattern.names(below.trim_start_matches('/')))
            };
            if let Some(at) = self.excluded.iter().position(|one| one.folder == folder && names(one)) {
                return self.excluded.get(at).map(|one| one.file.as_str());
            }
        }
        None
    }

    /// Rejects entries of the root file for folders that do not exist.
    pub fn hold_folders(&mut self, is_there: impl Fn(&str) -> bool) {
        let absent = self.sections.iter().filter(|(folder, _)| !is_there(folder));
        let found: Vec<Diagnostic> = absent
            .map(|(folder, section)| {
                let message = format!("there is no folder `{folder}`");
                finding(&format!("folders.{folder}"), section.place, message)
                    .label("write the path of an existing folder, or remove it")
            })
            .collect();
        if !found.is_empty() {
            self.rejected.push(refused(NAME, &self.text, found));
        }
    }

    /// Unusable files among those read so far, each with all its errors.
    #[must_use]
    pub fn rejected(self) -> Vec<Rejected> {
        self.rejected
    }

    /// Path and text of the file in a folder, if it exists and can be read.
    fn opened(&mut self, folder: &str) -> Option<(String, String)> {
        let name = if folder.is_empty() { NAME.to_owned() } else { format!("{folder}/{NAME}") };
        let text = self.files.open(&name).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(MOST + 1).read_to_end(&mut bytes)?;
            let wrong = |words: &str| io::Error::new(ErrorKind::InvalidData, words.to_owned());
            if bytes.len() as u64 > MOST {
                return Err(wrong("it is larger than 64 KiB"));
            }
            String::from_utf8(bytes).map_err(|_| wrong("it is not UTF-8 text; save the file as UTF-8"))
        });
        match text {
            Ok(text) => Some((name, text)),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => {
                let reason = match error.kind() {
                    ErrorKind::PermissionDenied => "permission denied".to_owned(),
                    _ => error.to_string(),
                };
                self.rejected.push(unreadable(&name, &reason));
                None
            }
        }
    }

    /// Applies the root file.
    fn root(&mut self, name: &str, text: &str, root: &mut FolderPolicy) {
        match read::policy_file(text) {
            Ok(file) => {
                root.policy.decide(&file);
                root.files.push(name.to_owned());
                self.exclude("", name, file.exclude);
                self.may_loosen = file.may_loosen.into_iter().map(|one| one.value).collect();
                self.sections = file.folders;
                text.clone_into(&mut self.text);
            }
            Err(found) => self.rejected.push(refused(name, text, found)),
        }
    }

    /// Applies a nested file, unless it loosens what it may not.
    fn nested(&mut self, folder: &str, name: &str, text: &str, judged: &mut FolderPolicy) {
        let file = read::policy_file(text).and_then(|file| {
            let found = self.loosened(&file, &judged.policy);
            if found.is_empty() { Ok(file) } else { Err(found) }
        });
        match file {
            Ok(file) => {
                judged.policy.decide(&file);
                judged.files.push(name.to_owned());
                self.exclude(folder, name, file.exclude);
            }
            Err(found) => self.rejected.push(refused(name, text, found)),
        }
    }

    fn exclude(&mut self, folder: &str, file: &str, patterns: Vec<Placed<PathPattern>>) {
        let patterns = patterns.into_iter().map(|pattern| pattern.value);
        self.excluded.extend(patterns.map(|pattern| Excluded {
            folder: folder.to_owned(),
            pattern,
            file: file.to_owned(),
        }));
    }

    /// Errors for everything that a nested file may not loosen, given the policy above it.
    fn loosened(&self, file: &PolicyFile, above: &Policy) -> Vec<Diagnostic> {
        let may = |what: Loosened| self.may_loosen.contains(&what);
        let mut found = Vec::new();
        for (code, level) in &file.section.levels {
            let before = above.level(*code);
            if level.value.strictness() < before.strictness() && !may(Loosened::Rule(*code)) {
                found.push(turned_down(*code, before, level));
            }
        }
        for waived in &file.section.waive {
            if above.requires.contains(&waived.value) && !may(Loosened::Requirement(waived.value)) {
                let message = format!("`{}` is required in this repository", waived.value.text());
                found.push(not_here("waive", waived.place, message));
            }
        }
        if let Some(rules) = file.rules.as_ref().filter(|rules| rules.value < above.rules && !may(Loosened::Rules)) {
            let message =
                format!("this repository uses version {} of the rules, and {} is older", above.rules, rules.value);
            found.push(not_here("rules", rules.place, message));
        }
        let days = file.section.max_price_age_days.as_ref();
        if let Some(days) = days.filter(|days| days.value > above.max_price_age_days && !may(Loosened::PriceAge)) {
            let stated = above.max_price_age_days;
            let message = format!("a price is old after {stated} days in this repository, and {} is more", days.value);
            found.push(not_here(read::PRICE_AGE, days.place, message));
        }
        if !may(Loosened::Exclude) {
            let message = "only the rackrent.toml at the root of the repository may exclude files";
            found.extend(file.exclude.iter().map(|one| not_here("exclude", one.place, message)));
        }
        let of_the_root = file.may_loosen.iter().map(|one| ("may_loosen", one.place));
        let of_the_root = of_the_root.chain(file.catalog.iter().map(|catalog| (read::CATALOG, catalog.place)));
        let of_the_root = of_the_root.chain(file.folders.values().map(|section| ("folders", section.place)));
        found.extend(of_the_root.map(|(key, place)| {
            let message = format!("`{key}` is only valid in the rackrent.toml at the root of the repository");
            finding(key, place, message).label("move it there")
        }));
        found.sort_by_key(|finding| finding.place);
        found
    }
}

impl std::fmt::Debug for Policies<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Policies").field("folders", &self.folders).finish_non_exhaustive()
    }
}

/// Parent folder of a folder.
fn above(folder: &str) -> &str {
    folder.rsplit_once('/').map_or("", |(above, _)| above)
}

/// Error for a rule whose severity a nested file lowers.
fn turned_down(code: Code, before: RuleLevel, level: &Placed<RuleLevel>) -> Diagnostic {
    let (rule, before, after) = (code.text(), before.text(), level.value.text());
    let message = format!("`{rule}` is \"{before}\" in this repository, and \"{after}\" is less strict");
    not_here(&format!("severity.{rule}"), level.place, message)
}

/// Error for something that a nested file may not loosen.
fn not_here(path: &str, place: Place, message: impl Into<String>) -> Diagnostic {
    finding(path, place, message).label("remove it, or add it to `may_loosen` in the root file")
}

fn finding(path: &str, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::InvalidConfiguration, path.to_owned(), Some(place), message)
}

#[cfg(test)]
mod tests {
    use super::super::Requirement;
    use super::*;
    use crate::diagnostic::Severity;
    use crate::scenario::FilesInMemory;

    fn repository(files: &[(&str, &str)]) -> FilesInMemory {
        files.iter().fold(FilesInMemory::none(), |files, (path, text)| files.with(*path, *text))
    }

    /// Severity of a rule in a folder, and the errors of the policy files above it.
    fn level(files: &FilesInMemory, folder: &str) -> (RuleLevel, Vec<(String, String)>) {
        let mut policies = Policies::of(files, Policy::default());
        let level = policies.of_folder(folder).policy.level(Code::OverBudget);
        let all = policies.rejected().into_iter();
        let said = all.flat_map(|one| {
            let name = one.sources.name().to_owned();
            one.diagnostics.into_iter().map(move |finding| (name.clone(), finding.message))
        });
        (level, said.collect())
    }

    #[test]
    fn a_file_further_down_may_ask_for_more() {
        let files = repository(&[
            ("rackrent.toml", "[severity]\nover-budget = \"information\"\n"),
            ("a/rackrent.toml", "[severity]\nover-budget = \"warning\"\n"),
            ("a/b/c/rackrent.toml", "[severity]\nover-budget = \"error\"\n"),
        ]);
        let weighs = |folder| level(&files, folder);
        assert_eq!(weighs(""), (RuleLevel::At(Severity::Information), vec![]));
        assert_eq!(weighs("other/place"), (RuleLevel::At(Severity::Information), vec![]));
        assert_eq!(weighs("a/b"), (RuleLevel::At(Severity::Warning), vec![]));
        assert_eq!(weighs("a/b/c/d"), (RuleLevel::At(Severity::Error), vec![]));
        let judged = Policies::of(&files, Policy::default()).of_folder("a/b/c");
        assert_eq!(judged.files, ["rackrent.toml", "a/rackrent.toml", "a/b/c/rackrent.toml"]);
    }

    #[test]
    fn a_file_further_down_loosens_only_what_the_root_names() {
        let off = ("a/b/rackrent.toml", "[severity]\nover-budget = \"off\"\n");
        let refused = |files: &[(&str, &str)]| level(&repository(files), "a/b");
        let said = |before: &str| {
            let message = format!("`over-budget` is \"{before}\" in this repository, and \"off\" is less strict");
            vec![("a/b/rackrent.toml".to_owned(), message)]
        };
        // without a root file the rules have their default severity
        assert_eq!(refused(&[off]), (RuleLevel::At(Severity::Warning), said("warning")));
        let tightened = ("a/rackrent.toml", "[severity]\nover-budget = \"error\"\n");
        assert_eq!(refused(&[tightened, off]), (RuleLevel::At(Severity::Error), said("error")));
        let may = |what: &str| format!("may_loosen = [\"{what}\"]\n");
        assert_eq!(refused(&[("rackrent.toml", &may("over-budget")), tightened, off]), (RuleLevel::Off, vec![]));
        assert_eq!(refused(&[("rackrent.toml", &may("left-out")), off]).1, said("warning"));
        // only the root file may say what may be loosened
        let (_, found) = refused(&[("a/rackrent.toml", &may("over-budget")), off]);
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn what_is_required_is_added_up_on_the_way_down() {
        let files = repository(&[
            (
                "rackrent.toml",
                "require = [\"owner\"]\nmay_loosen = [\"expect\"]\n\
                 [folders.approved]\nrequire = [\"expect\", \"sources\"]\n[folders.drafts]\nwaive = [\"owner\"]\n",
            ),
            ("approved/eu/rackrent.toml", "require = [\"review_by\"]\nwaive = [\"expect\"]\n"),
            ("approved/us/rackrent.toml", "waive = [\"sources\"]\n"),
        ]);
        let mut policies = Policies::of(&files, Policy::default());
        let mut required = |folder: &str| {
            policies.of_folder(folder).policy.requires.into_iter().map(Requirement::text).collect::<Vec<_>>()
        };
        assert_eq!(required("other"), ["owner"]);
        assert_eq!(required("approved/deep/er"), ["sources", "owner", "expect"]);
        assert_eq!(required("approved/eu"), ["sources", "owner", "review_by"]);
        assert_eq!(required("drafts/a"), Vec::<&str>::new());
        assert_eq!(required("approved/us"), ["sources", "owner", "expect"]);
        let rejected = policies.rejected();
        assert_eq!(rejected.len(), 1);
        assert_eq!(rejected[0].diagnostics[0].message, "`sources` is required in this repository");
    }

    #[test]
    fn what_is_excluded_is_not_looked_at_and_nothing_in_it_is_read() {
        let files = repository(&[
            ("rackrent.toml", "exclude = [\"vendor\", \"**/*.draft.yaml\"]\nmay_loosen = [\"exclude\"]\n"),
            ("vendor/rackrent.toml", "[["),
            ("a/rackrent.toml", "exclude = [\"old/*\"]\n"),
        ]);
        let mut policies = Policies::of(&files, Policy::default());
        let mut by = |path: &str| policies.excluded(path).map(str::to_owned);
        assert_eq!(by("vendor/deep/a.yaml").as_deref(), Some("rackrent.toml"));
        assert_eq!(by("b/c.draft.yaml").as_deref(), Some("rackrent.toml"));
        assert_eq!(by("a/old/x.yaml").as_deref(), Some("a/rackrent.toml"));
        assert_eq!((by("old/x.yaml"), by("a/x.yaml"), by("ab/old/x.yaml")), (None, None, None));
        assert!(policies.rejected().is_empty());
        // not allowed by the root file
        let files = repository(&[("a/rackrent.toml", "exclude = [\"old\"]\n")]);
        let mut policies = Policies::of(&files, Policy::default());
        assert_eq!(policies.excluded("a/old/x.yaml"), None);
        assert_eq!(policies.rejected().len(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_said_and_one_that_is_not_there_is_none() {
        let long = "#".repeat(65 << 10);
        let files = FilesInMemory::none().with("rackrent.toml", vec![0xff_u8]).with("a/rackrent.toml", long);
        let mut policies = Policies::of(&files, Policy::default());
        assert_eq!(policies.of_folder("a/b"), FolderPolicy::default());
        let said: Vec<String> = policies.rejected().iter().map(|one| one.diagnostics[0].message.clone()).collect();
        let because = ["it is not UTF-8 text; save the file as UTF-8", "it is larger than 64 KiB"];
        assert_eq!(said, because.map(|because| format!("cannot read this file: {because}")));
    }
}
