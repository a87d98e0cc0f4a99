//! Values and keys with typing errors: typographic marks around them, spaces that YAML takes for text, a colon without its
//! space.

use super::Reader;
use crate::declaration::DeclaredPart;
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixSafety, Place, TextEdit};
use crate::document::{Content, NodeId, quoted, without_odd, without_typographic};
use crate::expected_type::ExpectedType;
use crate::quantity::QuantityProblem;

/// Error about a text that is valid without its typographic marks or the odd spaces around it.
pub(super) fn in_other_marks<T>(
    text: &str,
    problem: QuantityProblem,
    read: impl Fn(&str) -> Result<T, QuantityProblem>,
) -> QuantityProblem {
    let bare = without_typographic(text).map(|inner| (inner, "in typographic quotation marks"));
    let bare =
        bare.or_else(|| Some((text.trim(), "with spaces that YAML reads as text")).filter(|(bare, _)| *bare != text));
    match bare.filter(|(bare, _)| read(bare).is_ok()) {
        Some((bare, marks)) => {
            let message = format!("is {}, {marks}", quoted(text));
            QuantityProblem::new(problem.code, message, format!("write {bare}")).instead(FixSafety::Safe, bare)
        }
        None => problem,
    }
}

/// What to do if a setting, which is a single value, is given for a part or a list.
pub(super) fn set_below(path: &str, expected: &ExpectedType) -> String {
    let below = match expected {
        ExpectedType::Part(part) => part.keys.first().map_or("…", |key| key.name),
        ExpectedType::List(_) => "0",
        _ => "…",
    };
    let others = if matches!(expected, ExpectedType::List(_)) { ", `.1` and so on" } else { "" };
    format!("a setting is a single value: set `{path}.{below}`{others}, or write it in the scenario")
}

impl Reader {
    /// Reports an unknown key that is known but for an odd space or a missing space after its colon; whether it is one.
    pub(super) fn is_mistyped(&self, part: NodeId, declared: &DeclaredPart, child: NodeId) -> bool {
        let document = self.document.borrow();
        let (key, place) = (document.key(child), document.key_place(child));
        let known = |name: &str| declared.key(name.trim()).map(|key| key.name);
        let without_space = without_odd(key).and_then(|(bare, character)| Some((known(&bare)?, character)));
        let behind_colon = key.split_once(':').filter(|_| document.node(child).content == Content::Nothing);
        let behind_colon = behind_colon.and_then(|(name, value)| Some((known(name)?, name, value)));
        let (suggestion, message, label, fix) = match (without_space, behind_colon) {
            (Some((suggestion, character)), _) => {
                let fix = Fix::replace(FixSafety::Safe, place, suggestion);
                (suggestion, format!("{} contains {character}", quoted(key)), format!("write `{suggestion}`"), fix)
            }
            (None, Some((suggestion, name, value))) => {
                let space = |place: Place| {
                    let start = place.start + u32::try_from(name.len()).ok()? + 1;
                    Some(TextEdit::new(Place { start, len: 0, ..place }, " "))
                };
                let fix = place.and_then(space).and_then(|space| Fix::new(FixSafety::Safe, vec![space]));
                let label = format!("write `{suggestion}: {}`", value.trim());
                (suggestion, format!("the space after the colon of `{suggestion}` is missing"), label, fix)
            }
            (None, None) => return false,
        };
        let diagnostic = Diagnostic::new(DocumentCode::UnknownKey, document.path(child), place, message);
        drop(document);
        self.placeholders.borrow_mut().insert(child);
        self.misspelt.borrow_mut().insert((part, suggestion));
        self.report(diagnostic.label(label).fix(fix));
        true
    }
}
