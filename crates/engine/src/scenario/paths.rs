//! Paths used as keys in a scenario: whether they exist, and suggestions for those that do not.

use super::document::{Content, Document, NodeId};
use super::texts::is_name;
use super::{Scenario, example_path};
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::{OptionId, OptionKind};
use language::suggest::nearest;
use std::collections::BTreeSet;

/// Whether a path exists or can be added, because its enclosing part exists.
pub(super) fn is_a_path(document: &Document, path: &str) -> bool {
    let around = path.rsplit_once('.').map_or(Some(NodeId::ROOT), |(around, _)| document.find(around));
    let is_part = around.is_some_and(|around| matches!(document.node(around).content, Content::Map(_)));
    !path.split('.').any(str::is_empty) && (is_part || document.find(path).is_some())
}

/// Path of the `rate` of a currency, if the given path names the part that contains it.
pub(super) fn of_rate(document: &Document, path: &str) -> Option<String> {
    let currency = path.strip_prefix("exchange_rates.").filter(|code| !code.contains('.'))?;
    let part = document.find(path)?;
    document.member(part, "rate").map(|_| format!("exchange_rates.{currency}.rate"))
}

/// Finding about an entry whose path does not exist.
pub(super) fn no_such_path(document: &Document, path: &str, entry: NodeId, remove: &str) -> Diagnostic {
    let at_key = |message| Diagnostic::new(Code::UnknownPath, document.path(entry), document.key_place(entry), message);
    if let Some(option) = absent_option(document, path) {
        return at_key(format!("there is no `{option}`")).label(remove);
    }
    // an enclosing part is no suggestion: the entry would no longer refer to the number
    let is_around = |near: &str| path.strip_prefix(near).is_some_and(|rest| rest.starts_with('.'));
    let near = document.nearest_path(path).filter(|near| near != path && !is_around(near));
    let label = match &near {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("write the path of a key, such as `{}`", example_path(document)),
    };
    // no fix if that path already has an entry
    let is_free = |near: &&str| document.node(entry).parent.is_some_and(|part| document.member(part, near).is_none());
    let finding = at_key(format!("`{path}` is not a path of the scenario")).label(label);
    finding.suggestion(path, near.as_deref().filter(is_free))
}

/// Whether a path is missing because of another finding: a part on it could not be read, has an invalid name or is misplaced.
pub(super) fn is_reported_elsewhere(document: &Document, path: &str, placeholders: &BTreeSet<NodeId>) -> bool {
    let mut here = NodeId::ROOT;
    for key in path.split('.') {
        let Some(below) = document.member(here, key) else {
            let name = |at: NodeId| document.key(at);
            let is_unknown = |at: &NodeId| Scenario::PART.along(document.keys(*at)).key().is_none();
            let siblings = document.children(here).iter().filter(|at| placeholders.contains(at) && is_unknown(at));
            let misnamed =
                document.children(here).iter().any(|at| !is_name(name(*at)) && nearest(key, [name(*at)]).is_some());
            return misnamed || siblings.count() > 0 || placeholders.iter().any(|at| name(*at) == key);
        };
        if placeholders.contains(&below) && !matches!(document.node(below).content, Content::Map(_)) {
            return true;
        }
        here = below;
    }
    false
}

/// The option that a path belongs to, if there is no option with that or a similar name.
pub(super) fn absent_option(document: &Document, path: &str) -> Option<OptionId> {
    let option = OptionId::of_path(path).filter(|option| option.kind() != OptionKind::Hybrid)?;
    let at = document.member(NodeId::ROOT, option.kind().name());
    let names = || at.iter().flat_map(|at| document.children(*at)).map(|option| document.key(*option));
    let (name, is_known) = (option.name(), names().any(|known| known == option.name()));
    (!name.is_empty() && !is_known && nearest(name, names()).is_none()).then_some(option)
}
