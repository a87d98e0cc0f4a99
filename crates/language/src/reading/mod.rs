//! Reading of typed values from the tree: every type declares its expected type and is read from a node. Reading keeps
//! places, reports every unknown key, checks quantities, fills in defaults, and never stops early: what is missing or invalid
//! is reported and replaced by a placeholder, so that one run finds all errors. If there was an error, the value must not be
//! used.

mod cursor;
mod members;
mod numbers;
mod other_unit;
mod split;
mod start;
mod types;
mod typing_errors;
mod under_indented;

pub use cursor::Cursor;
pub use members::Members;
pub use types::FromDocument;

use super::declaration::{Advice, DeclaredPart, Key};
use super::document::{Content, CurrencyCode, Document, NodeId, Origin};
use super::expected_type::ExpectedType;
use super::quantity::QuantityProblem;
use super::suggest::{is_slip, listed, longer, nearest};
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixSafety, Place};
use other_unit::other_unit;
use start::Start;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// Most findings that are kept.
const MOST_FOUND: usize = 256;

/// Result of reading.
#[derive(Debug)]
pub struct Reading<T> {
    /// The document, with the numbers that were read and the defaults that were filled in.
    pub document: Document,
    /// The value; with placeholders where there were errors.
    pub value: T,
    /// Findings.
    pub diagnostics: Vec<Diagnostic>,
    /// Nodes whose typed values are placeholders; for a missing key the node of its part.
    pub placeholders: BTreeSet<NodeId>,
    /// Number of findings beyond those that are kept.
    pub beyond: usize,
}

/// Reads a document as a type.
#[must_use]
pub fn read<T: FromDocument>(document: Document) -> Reading<T> {
    let reader = Reader {
        currency: currency::<T>(&document).map_or("", CurrencyCode::code),
        start: Start::of::<T>(&document),
        whole: T::EXPECTED,
        document: RefCell::new(document),
        found: RefCell::default(),
        placeholders: RefCell::default(),
        misspelt: RefCell::default(),
        percents: RefCell::default(),
        beyond: Cell::default(),
        under_indented: RefCell::default(),
    };
    let value = T::read(Cursor::root(&reader));
    Reading {
        beyond: reader.beyond.get(),
        document: reader.document.into_inner(),
        value,
        diagnostics: reader.found.into_inner(),
        placeholders: reader.placeholders.into_inner(),
    }
}

/// Currency of a document, if it names a valid one.
fn currency<T: FromDocument>(document: &Document) -> Option<CurrencyCode> {
    let ExpectedType::Part(part) = T::EXPECTED else { return None };
    let is_currency =
        |key: &&Key| matches!(key.expected, ExpectedType::Scalar(scalar) if scalar.name == "CurrencyCode");
    let at = document.member(NodeId::ROOT, part.keys.iter().find(is_currency)?.name)?;
    CurrencyCode::of(document.text(at)?)
}

#[derive(Debug)]
struct Reader {
    /// Expected type of the whole document.
    whole: &'static ExpectedType,
    document: RefCell<Document>,
    found: RefCell<Vec<Diagnostic>>,
    placeholders: RefCell<BTreeSet<NodeId>>,
    /// Misspelt keys with their part; these are not reported as missing.
    misspelt: RefCell<BTreeSet<(NodeId, &'static str)>>,
    /// Lists with a share that is a percentage without its sign; reported once per list.
    percents: RefCell<BTreeSet<NodeId>>,
    /// Number of findings beyond those that are kept.
    beyond: Cell<usize>,
    /// Under-indented nodes and the keys they belong to; reported once.
    under_indented: RefCell<BTreeSet<NodeId>>,
    /// Currency for error messages; empty if unknown.
    currency: &'static str,
    /// First month, from which dates are counted.
    start: Start,
}

impl Reader {
    fn report(&self, diagnostic: Diagnostic) {
        let mut found = self.found.borrow_mut();
        let same = |other: &Diagnostic| {
            other.code == diagnostic.code
                && other.place == diagnostic.place
                && (other.message == diagnostic.message || !diagnostic.related.is_empty())
        };
        // an error inside an anchor is reported once, however often it is used
        if found.len() >= MOST_FOUND {
            self.beyond.update(|beyond| beyond + 1);
        } else if diagnostic.place.is_none() || !found.iter().any(same) {
            found.push(diagnostic);
        }
    }

    /// Reports an error in a value, `` `price` is …``, at its place.
    fn report_at(&self, at: NodeId, place: Option<Place>, problem: QuantityProblem, fix: Option<Fix>) {
        let document = self.document.borrow();
        let node = document.node(at);
        let message = format!("{} {}", self.subject(&document, at), problem.message);
        self.placeholders.borrow_mut().insert(at);
        let mut diagnostic = Diagnostic::new(problem.code, document.path(at), place, message)
            .label(problem.label)
            .related(node.used_place, "used here")
            .fix(fix);
        if problem.code == DocumentCode::ShareAboveOne
            && let Some(list) = node.parent.filter(|list| matches!(document.node(*list).content, Content::List(_)))
        {
            if !self.percents.borrow_mut().insert(list) {
                return;
            }
            // other items may lack the sign too, and an item of at most 1 is ambiguous
            diagnostic.fix = None;
            diagnostic.help = Some("write every share of the list with `%`, as in `[10%, 65%]`".to_owned());
        }
        self.report(diagnostic);
    }

    fn problem(&self, at: NodeId, problem: QuantityProblem) {
        let (place, fix) = {
            let document = self.document.borrow();
            let node = document.node(at);
            let written = node.value_place.filter(|_| matches!(node.content, Content::Scalar(_)));
            let instead = problem.instead.clone();
            (document.place(at), instead.and_then(|(meaning, text)| Fix::replace(meaning, written, text)))
        };
        self.report_at(at, place, problem, fix);
    }

    fn unknown_key(&self, part: NodeId, declared: &DeclaredPart, child: NodeId) {
        if self.found.borrow().len() >= MOST_FOUND {
            self.beyond.update(|beyond| beyond + 1);
            return;
        }
        if self.is_mistyped(part, declared, child) || self.is_entry_of_the_part_before(part, declared, child) {
            return;
        }
        let document = self.document.borrow();
        let (key, known) = (document.key(child), declared.names());
        let path = document.path(part);
        let whose = if path.is_empty() { "a scenario".to_owned() } else { format!("`{path}`") };
        let not_known = format!("`{key}` is not a key of {whose}");
        self.placeholders.borrow_mut().insert(child);
        // a key that is already given was not meant, except with `--set`, which replaces it
        let set = document.origin(child) == Origin::Set;
        let is_free = |known: &&'static str| set || document.member(part, known).is_none();
        // check only the few similar keys: a part may have very many
        let like = known.iter().copied().filter(|word| nearest(key, [*word]).is_some()).filter(is_free);
        let begun: Vec<&'static str> =
            known.iter().copied().filter(|word| longer(key, &[*word]).is_some()).filter(is_free).collect();
        let other_unit = other_unit(key, document.text(child), declared.keys).filter(|other| is_free(&other.known));
        let near = other_unit.as_ref().map(|other| other.known).or_else(|| declared.suggestion(key).filter(is_free));
        let near = near.or_else(|| nearest(key, like)).or_else(|| longer(key, &begun));
        let there = nearest(key, known.iter().copied());
        let (message, label, help) = match (declared.elsewhere(key), near, there) {
            (Some(Advice { words, label }), _, _) => (format!("`{key}` {words}"), label.to_owned(), None),
            (None, Some(near), _) => {
                let suggestion = || format!("did you mean `{near}`?");
                (not_known, other_unit.as_ref().map_or_else(suggestion, |other| other.label.clone()), None)
            }
            (None, None, Some(there)) => (not_known, format!("remove it; `{there}` is already given"), None),
            (None, None, None) if is_rest_of_text(&document, part, child) => {
                let label = "a comma ends a text within braces: put the whole text in quotes";
                (not_known, label.to_owned(), None)
            }
            (None, None, None) => {
                let help = format!("known keys: {}", listed(&known, "and"));
                (not_known, "unknown key".to_owned(), Some(help))
            }
        };
        let is_advised = declared.elsewhere(key).is_some();
        let instead = near.filter(|near| !is_advised && document.member(part, near).is_none());
        let (key_place, value_place) = (document.node(child).key_place, document.node(child).value_place);
        let fix = instead.and_then(|near| match &other_unit {
            Some(other) => other.fix(key_place?, value_place?),
            None => Fix::replace(FixSafety::safe_if(is_slip(key, near, known.iter().copied())), key_place, near),
        });
        self.misspelt.borrow_mut().extend(near.map(|near| (part, near)));
        let mut diagnostic =
            Diagnostic::new(DocumentCode::UnknownKey, document.path(child), document.key_place(child), message)
                .label(label)
                .related(document.node(child).used_place, "used here");
        diagnostic.help = help;
        self.report(diagnostic.fix(fix));
    }

    /// Subject of a message about a node: its key; its path if others may have the same key; for an item of a list its index and
    /// label.
    fn subject(&self, document: &Document, at: NodeId) -> String {
        let node = document.node(at);
        match node.parent.map(|parent| document.node(parent)) {
            Some(parent) if matches!(parent.content, Content::List(_)) => {
                let counted = match self.whole {
                    ExpectedType::Part(part) => part.along(document.keys(at)).counted(&node.key),
                    _ => None,
                };
                let counted = counted.map(|counted| format!(" at {counted}")).unwrap_or_default();
                format!("`{}.{}`{counted}", parent.key, node.key)
            }
            _ if document.children(at).is_empty() => format!("`{}`", node.key),
            _ => format!("`{}`", document.path(at)),
        }
    }

    fn missing_key(&self, part: NodeId, key: &'static Key, expected: &ExpectedType) {
        let document = self.document.borrow();
        let (path, name) = (document.path(part), key.name);
        self.placeholders.borrow_mut().insert(part);
        if self.misspelt.borrow().contains(&(part, name)) {
            return;
        }
        let (whose, place, path) = if path.is_empty() {
            // the first key may be in a file that the document extends
            let own = document.place(part);
            let first = document.children(part).first().and_then(|&first| document.key_place(first));
            let first = first.filter(|first| own.is_none_or(|own| own.source == first.source));
            ("the scenario".to_owned(), first.or(own), name.to_owned())
        } else {
            (self.subject(&document, part), document.place(part), format!("{path}.{name}"))
        };
        let example = key.example.map_or_else(|| expected.example(name), |value| format!("`{name}: {value}`"));
        let mut diagnostic = Diagnostic::new(DocumentCode::MissingKey, path, place, format!("{whose} has no `{name}`"))
            .label(format!("add {example}"));
        if let Some(help) = key.help {
            diagnostic = diagnostic.help(help);
        }
        if let ExpectedType::Word(words) = expected {
            diagnostic = diagnostic.help(format!("allowed values: {}", listed(&words.names(), "and")));
        }
        self.report(diagnostic);
    }

    /// Reports a blank text that people are to read.
    fn says_nothing(&self, at: NodeId) {
        let document = self.document.borrow();
        let message = format!("`{}` is blank", document.key(at));
        let diagnostic = Diagnostic::new(DocumentCode::NoValue, document.path(at), document.place(at), message);
        self.report(diagnostic.label("write a few words, or remove what it belongs to"));
    }

    /// Reports an empty list that needs items.
    fn empty_list(&self, at: NodeId, label: &str) {
        let document = self.document.borrow();
        let message = format!("`{}` is an empty list", document.key(at));
        self.report(
            Diagnostic::new(DocumentCode::EmptyList, document.path(at), document.place(at), message).label(label),
        );
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether a key is the rest of a text that a comma split in braces: `{ reason: known, and accepted }` has a key `and accepted`.
fn is_rest_of_text(document: &Document, part: NodeId, child: NodeId) -> bool {
    let siblings = document.children(part);
    let at = siblings.iter().position(|sibling| *sibling == child).unwrap_or_default();
    let before = at.checked_sub(1).map(|before| siblings[before]);
    let follows_text = before.is_some_and(|before| document.text(before).is_some_and(|text| !text.ends_with(is_digit)));
    follows_text && document.node(child).content == Content::Nothing
}
