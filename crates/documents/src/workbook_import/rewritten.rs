//! Text of a scenario with the values of a workbook. Only these values change, each in the spelling of the old value.

use crate::diagnostic::{Fix, FixChoice, FixSafety, TextEdit, fixed};
use crate::scenario::document::{Content, Document};
use crate::scenario::{CellValues, Loaded};
use std::collections::{BTreeMap, BTreeSet};

/// Text of a scenario with the values of a workbook.
///
/// # Errors
/// Paths of values that no edit of a single value can set: values shared by several parts, and values set on the command line.
pub fn rewritten(original: &Loaded, edited: &Loaded, cells: &CellValues) -> Result<String, Vec<String>> {
    let text = original.sources.text();
    if cells.values.is_empty() {
        return Ok(text.to_owned());
    }
    let edit = |path: &str| -> Option<TextEdit> {
        let (before, after) = (original.document.find(path)?, edited.document.find(path)?);
        let after = edited.document.number(after)?;
        original.document.replaced_in(text, before, after.value, after.currency.filter(|_| after.kind.is_money()))
    };
    // a value without its own place may be set by the edit of another one, such as their common anchor
    let mut edits: Vec<TextEdit> = cells.values.iter().filter_map(|value| edit(&value.setting.path)).collect();
    // one edit for each place: values of one place that differ are found below
    edits.sort_by_key(|edit| edit.place);
    edits.dedup_by_key(|edit| edit.place);
    let fix = Fix::new(FixSafety::Safe, edits);
    let text = fixed(text, fix.iter(), FixChoice::Sure).text;
    let values = original.in_other_words(&text).map(|loaded| values_by_path(&loaded.document)).unwrap_or_default();
    let expected = self::values_by_path(&edited.document);
    // in the selected case the case's text holds the value of the workbook
    let in_case = |path: &str| {
        let within = original.case.as_deref().and_then(|case| path.strip_prefix(&format!("cases.{case}.")));
        within.is_some_and(|within| cells.values.iter().any(|value| value.setting.path == within))
    };
    let differs = |path: &&String| expected.get(*path) != values.get(*path) && !in_case(path);
    let differing: BTreeSet<String> = expected.keys().chain(values.keys()).filter(differs).cloned().collect();
    if differing.is_empty() { Ok(text) } else { Err(differing.into_iter().collect()) }
}

/// Every value of a document by path.
pub(crate) fn values_by_path(document: &Document) -> BTreeMap<String, String> {
    let of = |at| {
        let number = document.number(at).map(|number| {
            let code = number.currency.map(|own| format!(" {}", own.code())).unwrap_or_default();
            format!("{}{code}", number.value.normalize())
        });
        number.or_else(|| match &document.node(at).content {
            Content::Scalar(text) => Some(text.clone()),
            Content::Nothing => Some(String::new()),
            Content::Map(_) | Content::List(_) => None,
        })
    };
    document.all().into_iter().filter_map(|at| Some((document.path(at), of(at)?))).collect()
}
