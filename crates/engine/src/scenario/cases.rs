//! Cases: named sets of values, each applied like `--set`. The scenario without a case is the base case, `stated`.

use super::document::{Content, Document, NodeId};
use super::limits::MOST_CASES;
use super::paths::{is_a_path, no_such_path, of_rate};
use crate::diagnostic::{Code, Diagnostic};
use language::declaration::{Scalar, any_text};
use language::expected_type::ExpectedType;
use language::reading::{Cursor, FromDocument};
use language::suggest::{listed, nearest};
use serde_json::json;

/// Name of the base case.
pub const STATED: &str = "stated";
/// Key of the cases.
pub(super) const KEY: &str = "cases";
/// Parts that a case cannot set, because no figure depends on them.
const NEVER_SET: [&str; 3] = [KEY, "expect", super::extends::KEY];
/// Maximum number of findings; further unknown paths are not reported.
const MOST_FOUND: usize = 100;

/// Value of a case as written. Its type depends on its path, so it is parsed where it is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseValue(pub String);

impl CaseValue {
    const SCALAR: Scalar = Scalar {
        name: "CaseValue",
        meaning: "A single value that is valid at its path, such as `40%`.",
        words: "a single value that is valid at its path",
        example: "40%",
        schema: || any_text(json!({})),
    };
}

impl FromDocument for CaseValue {
    const EXPECTED: &'static ExpectedType = &ExpectedType::Scalar(&CaseValue::SCALAR);

    fn read(cursor: Cursor<'_>) -> CaseValue {
        CaseValue(cursor.parsed(Self::EXPECTED, |text| Ok(text.to_owned())).unwrap_or_default())
    }
}

/// Whether a path is inside a case.
pub(super) fn is_within(path: &str) -> bool {
    path.strip_prefix(KEY).is_some_and(|rest| rest.starts_with('.'))
}

/// Sets the values of a case in a document.
///
/// # Errors
/// If there is no case with that name.
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
            // `check` reports paths that do not exist
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

/// Finding about a requested case that does not exist, placed at `cases` or at the first key.
fn no_such_case(name: &str, cases: Option<NodeId>, document: &Document) -> Diagnostic {
    let known: Vec<&str> = cases.iter().flat_map(|at| document.children(*at)).map(|at| document.key(*at)).collect();
    let at = cases.or_else(|| document.children(NodeId::ROOT).first().copied());
    let place = at.and_then(|at| document.key_place(at));
    let finding = Diagnostic::new(Code::UnknownCase, KEY.to_owned(), place, unknown(name, &known));
    let add = || format!("add `cases: {{ {name}: {{ demand.utilization: 40% }} }}`");
    finding.label(like(name, &known).unwrap_or_else(add))
}

/// Message for an unknown case name.
pub(super) fn unknown(name: &str, known: &[&str]) -> String {
    match known {
        [] => format!("`{name}` is not a case; the scenario has no cases"),
        [_, ..] => format!("`{name}` is not a case of the scenario"),
    }
}

/// Suggestion for an unknown case name; none if there are no cases, or for the base case.
pub(super) fn like(name: &str, known: &[&str]) -> Option<String> {
    match nearest(name, known.iter().copied()) {
        Some(near) => Some(format!("did you mean `{near}`?")),
        None if known.is_empty() || name == STATED => None,
        None => Some(format!("write {}", listed(known, "or"))),
    }
}

/// Findings about the paths in the cases of a document as written.
pub(super) fn check(document: &Document) -> Vec<Diagnostic> {
    let cases = document.member(NodeId::ROOT, KEY).into_iter();
    let cases = cases.flat_map(|cases| document.children(cases).iter().take(MOST_CASES));
    let found = cases.flat_map(|case| {
        let settings = document.children(*case);
        settings.iter().filter_map(|setting| wrong_path(document, *setting).or_else(|| twice(document, *setting)))
    });
    found.take(MOST_FOUND).collect()
}

/// Finding about a path that does not exist or that a case cannot set.
fn wrong_path(document: &Document, setting: NodeId) -> Option<Diagnostic> {
    // digits cut off by a comma in a number are reported when the number is read
    let path = Some(document.key(setting)).filter(|path| !path.chars().all(|c| c.is_ascii_digit()))?;
    if !may_be_set(path) {
        let message = format!("a case cannot set `{path}`; no figure depends on it");
        let place = document.key_place(setting);
        let finding = Diagnostic::new(Code::UnknownPath, document.path(setting), place, message);
        let label = if is_within(path) || super::extends::is_within(path) {
            "remove it"
        } else {
            "put the expectations of a case under `expect.cases`"
        };
        return Some(finding.label(label));
    }
    if let Some(rate) = of_rate(document, path) {
        let message = format!("`{path}` is a part with keys; a case sets single values");
        let finding = Diagnostic::new(Code::UnknownPath, document.path(setting), document.key_place(setting), message);
        return Some(finding.label(format!("write `{rate}`")).suggestion(path, Some(&rate)));
    }
    (!is_a_path(document, path)).then(|| no_such_path(document, path, setting, "remove this value"))
}

/// Finding about a value whose enclosing part is set in the same case.
fn twice(document: &Document, setting: NodeId) -> Option<Diagnostic> {
    let (path, case) = (document.key(setting), document.node(setting).parent?);
    let around = path.match_indices('.').find_map(|(point, _)| document.member(case, &path[..point]))?;
    let message = format!("`{path}` is set, and so is `{}`, which contains it", document.key(around));
    let place = document.key_place(setting);
    let finding = Diagnostic::new(Code::ExclusiveKeys, document.path(setting), place, message);
    Some(finding.label("remove one of them").related(document.key_place(around), "the enclosing part"))
}
