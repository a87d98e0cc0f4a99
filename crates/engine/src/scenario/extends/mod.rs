//! What a scenario extends: files that others share with it, over which it is laid. Later files lie over earlier ones, a file
//! lies over those that it extends, and the scenario over all of them.
//!
//! A file is read once, however many name it: where it is met first it lies, so that what one of them says over it is not
//! undone by another that extends it as well.

mod currency;
mod flat;
mod layers;
mod paths;

pub(super) use currency::ReplacedCurrency;
pub use flat::{flattened, in_double_quotes, part_as_written};
pub use paths::path_beside;

use super::document::{Content, Document, NodeId};
use super::{Files, Scenario, why_unread};
use crate::diagnostic::{Code, Diagnostic, Place, SourceId, Sources};
use layers::Layers;
use std::collections::BTreeSet;
use std::io::{self, Read};

/// The key that names the files.
pub(super) const KEY: &str = "extends";
/// Whether a path leads to the names of files.
pub(super) fn is_within(path: &str) -> bool {
    path.split('.').next() == Some(KEY)
}

/// The key of a scenario of its own.
const NAME: &str = "name";
/// Keys that hold options by their names.
const PARTS: [&str; 2] = ["own", "rent"];
/// What to type where a shared file says nothing.
const TO_SHARE: &str = "write what scenarios share, such as `currency: USD`, or take the file out of `extends`";
/// Keys of which no scenario can do without either.
const OF_A_SCENARIO: [&str; 2] = [NAME, "demand"];
/// Files that a scenario is made of.
const MOST_FILES: usize = 64;
/// Bytes that they have together.
const MOST_BYTES: u64 = 16 << 20;
/// Findings after which no more files are looked at.
const MOST_FOUND: usize = 100;

/// A scenario with all that it extends in one tree.
#[derive(Debug)]
pub(super) struct Whole {
    /// The tree; `extends` is not in it.
    pub(super) document: Document,
    /// The texts of the files, the scenario's first.
    pub(super) sources: Sources,
    /// The paths of the files that it extends, relative to its folder, in the order of their texts.
    pub(super) shared: Vec<String>,
    /// A currency that a file states in place of one that it extends; none where all that state one state the same.
    pub(super) replaced_currency: Option<ReplacedCurrency>,
}

/// What cannot be put together, with the texts that were read.
#[derive(Debug)]
pub(super) struct NotWhole {
    pub(super) found: Vec<Diagnostic>,
    pub(super) sources: Sources,
}

/// Reads what a scenario extends and lays it over that.
///
/// # Errors
/// If one of the files is no document, cannot be read, is a scenario of its own, or extends itself.
pub(super) fn whole(name: &str, text: &str, files: &dyn Files) -> Result<Whole, NotWhole> {
    let sources = Sources::new(name, text, Vec::new());
    let document = match Document::parse(text) {
        Ok(document) => document,
        Err(found) => {
            return Err(NotWhole {
                found: found.into_iter().map(language::diagnostic::Diagnostic::coded).collect(),
                sources,
            });
        }
    };
    if document.member(NodeId::ROOT, KEY).is_none() {
        return Ok(Whole { document, sources, shared: Vec::new(), replaced_currency: None });
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

/// The names of the files that a text extends, as places say them, those that are extended by these too; of a text that cannot
/// be put together those that were read.
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

/// The tree of a text with all that it extends; none of a text that extends nothing, or cannot be put together.
#[must_use]
pub fn with_shared(name: &str, text: &str, files: &dyn Files) -> Option<Document> {
    let whole = if text.contains(KEY) { whole(name, text, files).ok() } else { None };
    whole.filter(|whole| !whole.shared.is_empty()).map(|whole| whole.document)
}

/// Whether a text may be extended: it has no name, which makes a scenario of its own. One that cannot be read has none where no
/// line begins with it.
#[must_use]
pub fn may_be_shared(text: &str) -> bool {
    let is_nameless = |document: Document| document.member(NodeId::ROOT, NAME).is_none();
    !shows_a_name(text) && (!shows_keys(text) || Document::parse(text).map_or(true, is_nameless))
}

/// Whether a name is found without reading a text as YAML, as in most files.
fn shows_a_name(text: &str) -> bool {
    text.lines().any(|line| line.strip_prefix(NAME).is_some_and(|rest| rest.starts_with(':')))
}

/// Whether a text may have keys: what is slow to read and has none is not read to find that out.
fn shows_keys(text: &str) -> bool {
    text.lines().any(|line| !line.starts_with(['%', '#']) && line.contains(':'))
}

/// Whether a text is there for scenarios to extend, even where none does: it has keys of a scenario, and neither a name nor a
/// demand, which every scenario says for itself.
#[must_use]
pub fn is_only_shared(text: &str) -> bool {
    let has = |document: &Document, key: &str| document.member(NodeId::ROOT, key).is_some();
    // what is no map where one is asked for is wrong with every scenario
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

/// Files that are read one after another.
struct Reader<'a> {
    files: &'a dyn Files,
    sources: Sources,
    /// Every file that was met.
    read: BTreeSet<String>,
    shared: Vec<String>,
    /// The files on the way to the one that is read, the scenario first.
    open: Vec<String>,
    layers: Layers,
    bytes: u64,
    found: Vec<Diagnostic>,
}

/// A file that is named, and where.
struct Reference {
    path: String,
    place: Option<Place>,
    /// The path of what names it.
    at: String,
}

impl Reader<'_> {
    /// Lays a file over those that it extends, which are read for it.
    fn lay(&mut self, path: &str, source: SourceId, mut document: Document) {
        let references = self.references(&document);
        document.begin_at_first_key();
        if let Some(extends) = document.member(NodeId::ROOT, KEY) {
            document.remove(extends);
        }
        self.open.push(path.to_owned());
        let mut named: Vec<String> = Vec::new();
        for reference in references {
            let whole = path_beside(path, &reference.path);
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

    /// What a file extends; what is no path is reported.
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
                        .diagnostic(Code::WrongKind, at, "`extends` is not the path of a file, or a list of paths")
                        .label("write a path such as `../shared/prices.yaml`"),
                ),
            }
        }
        references
    }

    /// Reads a file that is extended, and what that extends.
    fn follow(&mut self, path: &str, reference: &Reference) {
        if self.shared.len() + 1 >= MOST_FILES {
            let message = format!("the scenario is made of more than {MOST_FILES} files");
            return self.refuse(Code::TooMany, reference, message, "extend fewer files".to_owned());
        }
        let text = match self.text(path) {
            Ok(text) => text,
            Err(why) => {
                let message = format!("cannot read `{}`: {why}", reference.path);
                let label = "write the path of a YAML file of the repository, relative to this file";
                return self.refuse(Code::ExtendsUnreadable, reference, message, label.to_owned());
            }
        };
        self.bytes += text.len() as u64;
        let source = self.sources.add_file(path_beside(self.sources.name(), path), text.as_str());
        self.shared.push(path.to_owned());
        match Document::parse_as(&text, source) {
            Ok(document) => {
                if let Some(name) = document.member(NodeId::ROOT, NAME) {
                    let message = format!("`{}` has a name, which makes it a scenario of its own", reference.path);
                    let finding =
                        Diagnostic::new(Code::ExtendsScenario, NAME.to_owned(), document.key_place(name), message);
                    self.found.push(
                        finding
                            .label("remove the name, or move what is shared to a file without one")
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
                            Diagnostic { message: "the file says nothing".to_owned(), ..finding.label(TO_SHARE) }
                        }
                        _ => finding,
                    }
                };
                self.found.extend(found.into_iter().map(of_shared));
            }
        }
    }

    /// The text of a file.
    fn text(&self, path: &str) -> Result<String, String> {
        let mut bytes = Vec::new();
        let left = MOST_BYTES.saturating_sub(self.bytes);
        let opened = self.files.open_shared(path).and_then(|file| file.take(left + 1).read_to_end(&mut bytes));
        opened.map_err(|error| why_unread(&error))?;
        if bytes.len() as u64 > left {
            return Err("the files of the scenario are larger than 16 MiB together".to_owned());
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
        let message = format!("files extend each other in a circle: {circle}");
        self.refuse(Code::ExtendsCircle, reference, message, "remove it".to_owned());
    }

    fn refuse(&mut self, code: Code, reference: &Reference, message: String, label: String) {
        self.found.push(Diagnostic::new(code, reference.at.clone(), reference.place, message).label(label));
    }

    fn end(self) -> Result<Whole, NotWhole> {
        let Reader { sources, shared, layers, mut found, .. } = self;
        let document = if found.is_empty() { layers.laid() } else { None };
        if let Some((document, replaced_currency)) = document {
            return Ok(Whole { document, sources, shared, replaced_currency });
        }
        if found.is_empty() {
            let message = "the files of the scenario have too many values together";
            let finding = Diagnostic::new(Code::TooComplex, KEY.to_owned(), None, message);
            found.push(finding.label("extend fewer files"));
        }
        found.sort_by_key(|finding| finding.place);
        Err(NotWhole { found, sources })
    }
}

/// The files of a scenario that was read, to be read again.
pub(super) struct ReadBefore<'a> {
    /// Their paths, relative to the scenario's folder.
    pub(super) shared: &'a [String],
    /// Their texts, after the scenario's.
    pub(super) sources: &'a Sources,
}

impl Files for ReadBefore<'_> {
    fn open(&self, _: &str) -> io::Result<Box<dyn Read + '_>> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn open_shared(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let at = self.shared.iter().position(|shared| shared == path).ok_or(io::ErrorKind::NotFound)?;
        let text = self.sources.files().nth(at + 1).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(io::Cursor::new(text.text)))
    }
}
