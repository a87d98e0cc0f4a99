//! Values and keys that would be understood but for how they were typed: typographic marks around them, spaces that are none to
//! YAML, a colon without its space.

use super::Reader;
use crate::declaration::DeclaredPart;
use crate::diagnostic::{Diagnostic, DocumentCode, Fix, FixMeaning, Place, TextEdit};
use crate::document::{Content, NodeId, quoted, without_odd, without_typographic};
use crate::quantity::QuantityProblem;
use crate::wanted::Wanted;

/// What is wrong with a text that says something without its typographic marks, or without odd spaces around it.
pub(super) fn in_other_marks<T>(
    text: &str,
    problem: QuantityProblem,
    read: impl Fn(&str) -> Result<T, QuantityProblem>,
) -> QuantityProblem {
    let bare = without_typographic(text).map(|inner| (inner, "typographic quotation marks"));
    let bare = bare.or_else(|| Some((text.trim(), "spaces that are text to YAML")).filter(|(bare, _)| *bare != text));
    match bare.filter(|(bare, _)| read(bare).is_ok()) {
        Some((bare, marks)) => {
            let message = format!("is {}, in {marks}", quoted(text));
            QuantityProblem::new(problem.code, message, format!("write {bare}")).instead(FixMeaning::Kept, bare)
        }
        None => problem,
    }
}

/// What to do where a setting, which is a single value, is to be a part or a list.
pub(super) fn set_below(path: &str, wanted: &Wanted) -> String {
    let below = match wanted {
        Wanted::Part(part) => part.keys.first().map_or("…", |key| key.name),
        Wanted::List(_) => "0",
        _ => "…",
    };
    let others = if matches!(wanted, Wanted::List(_)) { ", `.1` and so on" } else { "" };
    format!("one value is set at a time: set `{path}.{below}`{others}, or write it in the file")
}

impl Reader {
    /// Reports an unknown key that is known but for an odd space in it, or holds its value behind a colon; whether it is one.
    pub(super) fn is_mistyped(&self, part: NodeId, declared: &DeclaredPart, child: NodeId) -> bool {
        let document = self.document.borrow();
        let (key, place) = (document.key(child), document.key_place(child));
        let known = |name: &str| declared.key(name.trim()).map(|key| key.name);
        let without_space = without_odd(key).and_then(|(bare, called)| Some((known(&bare)?, called)));
        let behind_colon = key.split_once(':').filter(|_| document.node(child).content == Content::Nothing);
        let behind_colon = behind_colon.and_then(|(name, value)| Some((known(name)?, name, value)));
        let (meant, message, label, fix) = match (without_space, behind_colon) {
            (Some((meant, called)), _) => {
                let fix = Fix::replace(FixMeaning::Kept, place, meant);
                (meant, format!("{} has {called} in it", quoted(key)), format!("write `{meant}`"), fix)
            }
            (None, Some((meant, name, value))) => {
                let space = |place: Place| {
                    let start = place.start + u32::try_from(name.len()).ok()? + 1;
                    Some(TextEdit::new(Place { start, len: 0, ..place }, " "))
                };
                let fix = place.and_then(space).and_then(|space| Fix::new(FixMeaning::Kept, vec![space]));
                let label = format!("write `{meant}: {}`", value.trim());
                (meant, format!("no space follows the colon of `{meant}`"), label, fix)
            }
            (None, None) => return false,
        };
        let diagnostic = Diagnostic::new(DocumentCode::UnknownKey, document.path(child), place, message);
        drop(document);
        self.stand_ins.borrow_mut().insert(child);
        self.misspelt.borrow_mut().insert((part, meant));
        self.report(diagnostic.label(label).fix(fix));
        true
    }
}
