//! Merging of a scenario with the shared files that it extends. Later files override earlier ones, a file overrides those that it
//! extends, and the scenario overrides all.
//!
//! A file that several others extend is read once and keeps the position of its first mention, so that overrides of it are not
//! undone by a second mention.

mod currency;
mod flat;
mod layers;
mod paths;

pub(super) use currency::ReplacedCurrency;
pub use flat::{as_scalar, flattened, in_double_quotes, part_as_written};
pub use paths::path_relative_to;

use super::document::{Content, Document, NodeId};
use super::{Files, Scenario, why_unread};
use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use layers::Layers;
use std::collections::BTreeSet;
use std::io::{self, Read};

/// Key of the file list.
pub(super) const KEY: &str = "extends";
/// Whether a path is inside the file list.
pub(super) fn is_within(path: &str) -> bool {
    path.split('.').next() == Some(KEY)
}

/// Key that makes a file a scenario.
const NAME: &str = "name";
/// Keys of options by name.
const PARTS: [&str; 2] = ["own", "rent"];
/// Label for an empty shared file.
const TO_SHARE: &str = "add shared keys, such as `currency: USD`, or remove the file from `extends`";
/// Keys required in every scenario itself.
const OF_A_SCENARIO: [&str; 2] = [NAME, "demand"];
/// Maximum number of files of a scenario.
const MOST_FILES: usize = 64;
/// Maximum size of all files in bytes.
const MOST_BYTES: u64 = 16 << 20;
/// Number of findings after which no more files are read.
const MOST_FOUND: usize = 100;

/// Scenario merged with all that it extends.
#[derive(Debug)]
pub(super) struct MergedScenario {
    /// Merged tree, without `extends`.
    pub(super) document: Document,
    /// Texts of the files, the scenario's first.
    pub(super) sources: Sources,
    /// Paths of the files that it extends, relative to its folder, in the order of their texts.
    pub(super) shared: Vec<String>,
    /// Reporting currency that a file has replaced, if any.
    pub(super) replaced_currency: Option<ReplacedCurrency>,
}

/// Findings of a failed merge, with the texts that were read.
#[derive(Debug)]
pub(super) struct MergeFailure {
    pub(super) found: Vec<Diagnostic>,
    pub(super) sources: Sources,
}

/// Reads the files that a scenario extends and merges them with it.
///
/// # Errors
/// If one of the files is invalid, cannot be read, is a scenario itself, or extends itself.
pub(super) fn whole(name: &str, text: &str, files: &dyn Files) -> Result<MergedScenario, MergeFailure> {
    let sources = Sources::new(name, text, Vec::new());
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(found) => {
            return Err(MergeFailure {
                found: found.into_iter().map(language::diagnostic::Diagnostic::coded).collect(),
                sources,
            });
        }
    };
    if document.member(NodeId::ROOT, KEY).is_none() {
        return Ok(MergedScenario { document, sources, shared: Vec::new(), replaced_currency: None });
    }
    let own = name.rsplit(['/', '\\']).next().unwrap_or(name).to_owned();
    let mut reader = Reader {
        files,
        sources,
        read: BTreeSet::from([own.clone()]),
        shared: Vec::new(),
        open: Vec::new(),
        layers: Layers::default(),
        bytes: text.len() as u64,
        found: Vec::new(),
    };
    reader.lay(&own, SourceId::FILE, document);
    reader.end()
}

/// Names of all files that a text extends, directly or indirectly; if the merge fails, those that were read.
#[must_use]
pub fn shared_files(name: &str, text: &str, files: &dyn Files) -> Vec<String> {
    if !text.contains(KEY) {
        return Vec::new();
    }
    let sources = match whole(name, text, files) {
        Ok(whole) => whole.sources,
        Err(not_whole) => not_whole.sources,
    };
    sources.files().skip(1).map(|file| file.name.to_owned()).collect()
}

/// Merged tree of a text; none if it extends nothing or the merge fails.
#[must_use]
pub fn with_shared(name: &str, text: &str, files: &dyn Files) -> Option<Document> {
    let whole = if text.contains(KEY) { whole(name, text, files).ok() } else { None };
    whole.filter(|whole| !whole.shared.is_empty()).map(|whole| whole.document)
}

/// Whether a text can be extended: it has no `name`, which would make it a scenario. An invalid text has none if no line begins
/// with it.
#[must_use]
pub fn may_be_shared(text: &str) -> bool {
    let is_nameless = |document: Document| document.member(NodeId::ROOT, NAME).is_none();
    !shows_a_name(text) && (!shows_keys(text) || Document::parse(text).map_or(true, is_nameless))
}

/// Whether a text has a `name`, by a quick search without parsing.
fn shows_a_name(text: &str) -> bool {
    text.lines().any(|line| line.strip_prefix(NAME).is_some_and(|rest| rest.starts_with(':')))
}

/// Whether a text can have keys, by a quick search without parsing.
fn shows_keys(text: &str) -> bool {
    text.lines().any(|line| !line.starts_with(['%', '#']) && line.contains(':'))
}

/// Whether a text is only for scenarios to extend: it has keys of a scenario, but neither a name nor a demand, which every
/// scenario has itself.
#[must_use]
pub fn is_only_shared(text: &str) -> bool {
    let has = |document: &Document, key: &str| document.member(NodeId::ROOT, key).is_some();
    // not a map where a map is required: not a valid shared file
    let is_map = |document: &Document, key: &str| {
        let part = document.member(NodeId::ROOT, key);
        part.is_none_or(|part| matches!(document.node(part).content, Content::Map(_)))
    };
    let is_shared = |document: &Document| {
        !OF_A_SCENARIO.iter().any(|key| has(document, key))
            && Scenario::PART.keys.iter().any(|key| has(document, key.name))
            && PARTS.iter().all(|key| is_map(document, key))
    };
    !shows_a_name(text) && shows_keys(text) && Document::parse(text).is_ok_and(|document| is_shared(&document))
}

/// Recursive reader of files.
struct Reader<'a> {
    files: &'a dyn Files,
    sources: Sources,
    /// All files read or being read.
    read: BTreeSet<String>,
    shared: Vec<String>,
    /// Chain of files to the current one, the scenario first.
    open: Vec<String>,
    layers: Layers,
    bytes: u64,
    found: Vec<Diagnostic>,
}

/// Reference to a file, with its place.
struct Reference {
    path: String,
    place: Option<Place>,
    /// Path of the value that names it.
    at: String,
}

impl Reader<'_> {
    /// Reads the files that a file extends, and adds the file on top.
    fn lay(&mut self, path: &str, source: SourceId, mut document: Document) {
        let references = self.references(&document);
        document.begin_at_first_key();
        if let Some(extends) = document.member(NodeId::ROOT, KEY) {
            document.remove(extends);
        }
        self.open.push(path.to_owned());
        let mut named: Vec<String> = Vec::new();
        for reference in references {
            let whole = path_relative_to(path, &reference.path);
            if self.found.len() >= MOST_FOUND {
                break;
            } else if let Some((why, instead)) = paths::misplaced(&reference.path) {
                self.refuse(Code::ExtendsUnreadable, &reference, format!("`{}` {why}", reference.path), instead);
            } else if named.contains(&whole) {
                let message = format!("`{}` is extended twice", reference.path);
                self.refuse(Code::DuplicateEntry, &reference, message, "remove it".to_owned());
            } else if self.open.contains(&whole) {
                self.refuse_circle(&whole, &reference);
            } else if self.read.insert(whole.clone()) {
                self.follow(&whole, &reference);
            }
            named.push(whole);
        }
        self.open.pop();
        self.layers.add(source, document);
    }

    /// Files that a file extends; adds findings for values that are not paths.
    fn references(&mut self, document: &Document) -> Vec<Reference> {
        let Some(extends) = document.member(NodeId::ROOT, KEY) else { return Vec::new() };
        let reference = |at: NodeId| {
            let path = document.text(at)?.to_owned();
            Some(Reference { path, place: document.place(at), at: document.path(at) })
        };
        let read: Vec<(NodeId, Option<Reference>)> = match &document.node(extends).content {
            Content::List(items) => items.iter().map(|item| (*item, reference(*item))).collect(),
            Content::Scalar(_) | Content::Map(_) | Content::Nothing => vec![(extends, reference(extends))],
        };
        if read.is_empty() {
            let finding = document.diagnostic(Code::EmptyList, extends, "`extends` names no file");
            self.found.push(finding.label("name one, or remove the key"));
        }
        let mut references = Vec::new();
        for (at, reference) in read {
            match reference {
                Some(reference) => references.push(reference),
                None => self.found.push(
                    document
                        .diagnostic(Code::WrongKind, at, "`extends` must be the path of a file, or a list of paths")
                        .label("write a path such as `../shared/prices.yaml`"),
                ),
            }
        }
        references
    }

    /// Reads an extended file, and those that it extends.
    fn follow(&mut self, path: &str, reference: &Reference) {
        if self.shared.len() + 1 >= MOST_FILES {
            let message = format!("the scenario consists of more than {MOST_FILES} files");
            return self.refuse(Code::TooMany, reference, message, "extend fewer files".to_owned());
        }
        let text = match self.text(path) {
            Ok(text) => text,
            Err(why) => {
                let message = format!("cannot read `{}`: {why}", reference.path);
                let label = "write the path of a YAML file in the repository, relative to this file";
                return self.refuse(Code::ExtendsUnreadable, reference, message, label.to_owned());
            }
        };
        self.bytes += text.len() as u64;
        let source = self.sources.add_file(path_relative_to(self.sources.name(), path), text.as_str());
        self.shared.push(path.to_owned());
        match Document::parse_as(&text, source) {
            Ok(document) => {
                if let Some(name) = document.member(NodeId::ROOT, NAME) {
                    let message = format!("`{}` has a `name`, so it is a scenario, not a shared file", reference.path);
                    let finding =
                        Diagnostic::new(Code::ExtendsScenario, NAME.to_owned(), document.key_place(name), message);
                    self.found.push(
                        finding
                            .label("remove the name, or move the shared keys to a file without one")
                            .related(reference.place, "extended here"),
                    );
                }
                self.lay(path, source, document);
            }
            Err(found) => {
                let of_shared = |finding: language::diagnostic::Diagnostic| {
                    let finding: Diagnostic = finding.coded().related(reference.place, "extended here");
                    match finding.code {
                        Code::EmptyFile => {
                            Diagnostic { message: "the file is empty".to_owned(), ..finding.label(TO_SHARE) }
                        }
                        _ => finding,
                    }
                };
                self.found.extend(found.into_iter().map(of_shared));
            }
        }
    }

    /// Text of a file.
    fn text(&self, path: &str) -> Result<String, String> {
        let mut bytes = Vec::new();
        let left = MOST_BYTES.saturating_sub(self.bytes);
        let opened = self.files.open_shared(path).and_then(|file| file.take(left + 1).read_to_end(&mut bytes));
        opened.map_err(|error| why_unread(&error))?;
        if bytes.len() as u64 > left {
            return Err("the files of the scenario exceed 16 MiB in total".to_owned());
        }
        String::from_utf8(bytes).map_err(|error| {
            let before = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
            let line = before.split(|byte| *byte == b'\n').count();
            format!("line {line} is not UTF-8 text; save the file as UTF-8")
        })
    }

    fn refuse_circle(&mut self, path: &str, reference: &Reference) {
        let begin = self.open.iter().position(|open| open == path).unwrap_or_default();
        let names = self.open[begin..].iter().map(String::as_str).chain([path]);
        let circle = names.map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" extends ");
        let message = format!("circular `extends`: {circle}");
        self.refuse(Code::ExtendsCircle, reference, message, "remove it".to_owned());
    }

    fn refuse(&mut self, code: Code, reference: &Reference, message: String, label: String) {
        self.found.push(Diagnostic::new(code, reference.at.clone(), reference.place, message).label(label));
    }

    fn end(self) -> Result<MergedScenario, MergeFailure> {
        let Reader { sources, shared, layers, mut found, .. } = self;
        let document = if found.is_empty() { layers.laid() } else { None };
        if let Some((document, replaced_currency)) = document {
            return Ok(MergedScenario { document, sources, shared, replaced_currency });
        }
        if found.is_empty() {
            let message = "the files of the scenario have too many values in total";
            let finding = Diagnostic::new(Code::TooComplex, KEY.to_owned(), None, message);
            found.push(finding.label("extend fewer files"));
        }
        found.sort_by_key(|finding| finding.place);
        Err(MergeFailure { found, sources })
    }
}

/// Files of a loaded scenario, from memory.
pub(super) struct LoadedFiles<'a> {
    /// Paths relative to the scenario's folder.
    pub(super) shared: &'a [String],
    /// Texts, after the scenario's.
    pub(super) sources: &'a Sources,
}

impl Files for LoadedFiles<'_> {
    fn open(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn open_shared(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let at = self.shared.iter().position(|shared| shared == path).ok_or(io::ErrorKind::NotFound)?;
        let text = self.sources.files().nth(at + 1).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(io::Cursor::new(text.text)))
    }
}
