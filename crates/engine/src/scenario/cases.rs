//! Cases: named sets of values with which a scenario is read again, each as `--set` reads it. The file as it stands is the
//! case `stated`.

use super::document::{Content, Document, NodeId};
use super::limits::MOST_CASES;
use super::paths::{is_a_path, no_such_path, of_rate};
use crate::diagnostic::{Code, Diagnostic};
use language::declaration::{Scalar, any_text};
use language::reading::{Cursor, FromDocument};
use language::suggest::{listed, nearest};
use language::wanted::Wanted;
use serde_json::json;

/// What the file as it stands is called.
pub const STATED: &str = "stated";
/// The key of the cases.
pub(super) const KEY: &str = "cases";
/// Parts of which a case sets nothing: no figure follows from them.
const NEVER_SET: [&str; 3] = [KEY, "expect", super::extends::KEY];
/// Findings after which unknown paths are no longer looked for.
const MOST_FOUND: usize = 100;

/// A value as its author wrote it, of a kind that its path decides; it is read where it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseValue(pub String);

impl CaseValue {
    const SCALAR: Scalar = Scalar {
        name: "CaseValue",
        meaning: "A single value as it may stand at its path, `40%`.",
        words: "a single value, as it may stand at its path",
        example: "40%",
        schema: || any_text(json!({})),
    };
}

impl FromDocument for CaseValue {
    const WANTED: &'static Wanted = &Wanted::Scalar(&CaseValue::SCALAR);

    fn read(cursor: Cursor<'_>) -> CaseValue {
        CaseValue(cursor.parsed(Self::WANTED, |text| Ok(text.to_owned())).unwrap_or_default())
    }
}

/// Whether a path leads into a case.
pub(super) fn is_within(path: &str) -> bool {
    path.strip_prefix(KEY).is_some_and(|rest| rest.starts_with('.'))
}

/// Gives a document the values of one of its cases.
///
/// # Errors
/// If there is no case of that name.
pub(super) fn apply(name: &str, document: &mut Document) -> Result<(), Box<Diagnostic>> {
    if name == STATED {
        return Ok(());
    }
    let cases = document.member(NodeId::ROOT, KEY);
    let Some(case) = cases.and_then(|cases| document.member(cases, name)) else {
        return Err(Box::new(no_such_case(name, cases, document)));
    };
    for setting in document.children(case).to_vec() {
        let path = document.key(setting).to_owned();
        if is_single(document, setting) && may_be_set(&path) {
            // a path that does not exist is found in every reading of the file
            let _ = document.set_as(&path, setting);
        }
    }
    Ok(())
}

fn is_single(document: &Document, at: NodeId) -> bool {
    matches!(document.node(at).content, Content::Scalar(_))
}

fn may_be_set(path: &str) -> bool {
    !NEVER_SET.contains(&path.split('.').next().unwrap_or_default())
}

/// A case that was asked for and that there is none of: at the cases, or where the file begins.
fn no_such_case(name: &str, cases: Option<NodeId>, document: &Document) -> Diagnostic {
    let known: Vec<&str> = cases.iter().flat_map(|at| document.children(*at)).map(|at| document.key(*at)).collect();
    let at = cases.or_else(|| document.children(NodeId::ROOT).first().copied());
    let place = at.and_then(|at| document.key_place(at));
    let finding = Diagnostic::new(Code::UnknownCase, KEY.to_owned(), place, unknown(name, &known));
    let add = || format!("add `cases: {{ {name}: {{ demand.utilization: 40% }} }}`");
    finding.label(like(name, &known).unwrap_or_else(add))
}

/// What is said of a name that no case has.
pub(super) fn unknown(name: &str, known: &[&str]) -> String {
    match known {
        [] => format!("`{name}` is not a case: the scenario has none"),
        [_, ..] => format!("`{name}` is not a case of the scenario"),
    }
}

/// What to write in the place of a name that no case has; nothing where there are no cases, or none is meant.
pub(super) fn like(name: &str, known: &[&str]) -> Option<String> {
    match nearest(name, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() || name == STATED => None,
        None => Some(format!("write {}", listed(known, "or"))),
    }
}

/// Everything that is wrong with the paths of the cases of a document, as its author wrote it.
pub(super) fn check(document: &Document) -> Vec<Diagnostic> {
    let cases = document.member(NodeId::ROOT, KEY).into_iter();
    let cases = cases.flat_map(|cases| document.children(cases).iter().take(MOST_CASES));
    let found = cases.flat_map(|case| {
        let settings = document.children(*case);
        settings.iter().filter_map(|setting| wrong_path(document, *setting).or_else(|| twice(document, *setting)))
    });
    found.take(MOST_FOUND).collect()
}

/// A path that is none, or that a case does not set.
fn wrong_path(document: &Document, setting: NodeId) -> Option<Diagnostic> {
    // what a comma cut off a number before it is said where that is read
    let path = Some(document.key(setting)).filter(|path| !path.chars().all(|c| c.is_ascii_digit()))?;
    if !may_be_set(path) {
        let message = format!("a case does not set `{path}`, from which no figure follows");
        let place = document.key_place(setting);
        let finding = Diagnostic::new(Code::UnknownPath, document.path(setting), place, message);
        let label = if is_within(path) || super::extends::is_within(path) {
            "remove it"
        } else {
            "write what is expected of a case under `expect.cases`"
        };
        return Some(finding.label(label));
    }
    if let Some(rate) = of_rate(document, path) {
        let message = format!("`{path}` has keys of its own, and a case sets one value at a time");
        let finding = Diagnostic::new(Code::UnknownPath, document.path(setting), document.key_place(setting), message);
        return Some(finding.label(format!("write `{rate}`")).meant(path, Some(&rate)));
    }
    (!is_a_path(document, path)).then(|| no_such_path(document, path, setting, "remove this value"))
}

/// A value that another of the same case, of a part around it, takes the place of.
fn twice(document: &Document, setting: NodeId) -> Option<Diagnostic> {
    let (path, case) = (document.key(setting), document.node(setting).parent?);
    let around = path.match_indices('.').find_map(|(point, _)| document.member(case, &path[..point]))?;
    let message = format!("`{path}` is set, and `{}` around it as well", document.key(around));
    let place = document.key_place(setting);
    let finding = Diagnostic::new(Code::ExclusiveKeys, document.path(setting), place, message);
    Some(finding.label("remove one of them").related(document.key_place(around), "the part around it"))
}
