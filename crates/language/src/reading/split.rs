//! Numbers split by a comma within braces: `{ price: 289,000 }` has a key `000` without a value, `{ power_kw: 10,2 kW }` a key
//! `2 kW`, `{ utilization: 65,5% }` a key `5%`.

use super::{Reader, is_digit};
use crate::diagnostic::{DocumentCode, Fix, FixSafety, Place};
use crate::document::{Content, Document, NodeId, quoted};
use crate::expected_type::ExpectedType;
use crate::quantity::{QuantityProblem, in_another_currency};
use sheet::number;

impl Reader {
    /// Whether a key is the second part of a number that a comma split.
    pub(super) fn is_rest_of_number(&self, part: NodeId, child: NodeId) -> bool {
        let document = self.document.borrow();
        if rests(&document, &[child]) == 0 {
            return false;
        }
        let siblings = document.children(part);
        let Some(at) = siblings.iter().position(|sibling| *sibling == child) else { return false };
        let before = siblings[..at].iter().rev().find(|before| rests(&document, &[**before]) == 0);
        before.and_then(|before| document.text(*before)).is_some_and(|text| text.ends_with(is_digit))
    }

    /// Whether a key without a value looks like the end of a number.
    pub(super) fn is_digits_alone(&self, child: NodeId) -> bool {
        rests(&self.document.borrow(), &[child]) > 0
    }

    /// Whether a value ends with a digit.
    pub(super) fn ends_with_digit(&self, child: NodeId) -> bool {
        self.document.borrow().text(child).is_some_and(|text| text.ends_with(is_digit))
    }

    /// Reports a number that a comma split, if this is its first part; whether it is.
    pub(super) fn split_number(&self, part: NodeId, child: NodeId, expected: &ExpectedType) -> bool {
        let document = self.document.borrow();
        let siblings = document.children(part);
        let Some(at) = siblings.iter().position(|sibling| *sibling == child) else { return false };
        let rest = &siblings[at + 1..];
        let rest = &rest[..rests(&document, rest)];
        let Some(text) = document.text(child).filter(|text| text.ends_with(is_digit) && !rest.is_empty()) else {
            return false;
        };
        let all = rest.iter().fold(text.to_owned(), |all, rest| format!("{all},{}", document.key(*rest)));
        if let Some(problem) = in_another_currency(&all, self.currency) {
            // a fix would replace only the first part of the amount
            self.problem(child, QuantityProblem { instead: None, ..problem });
            return true;
        }
        let suggestion = self.suggestion(&all, expected);
        let fix = suggestion.as_ref().and_then(|(meaning, suggestion)| {
            let (first, last) = (document.node(child).value_place?, document.node(*rest.last()?).key_place?);
            let whole = Place { len: u32::try_from(last.end()).ok()?.checked_sub(first.start)?, ..first };
            Fix::replace(*meaning, Some(whole), suggestion)
        });
        let label = match (&suggestion, expected) {
            (Some((_, suggestion)), _) => format!("write {suggestion}"),
            (None, ExpectedType::Quantity(kind)) => format!("write a number such as {}", kind.example),
            (None, _) => "write a number such as 289_000".to_owned(),
        };
        let groups =
            rest.iter().all(|rest| halves_of(document.key(*rest)).is_some_and(|(digits, _)| digits.len() == 3));
        let rule = if groups { "digits are grouped by underscores" } else { "the decimal sign is a point" };
        let message = format!("is {}; {rule}", quoted(&all));
        let problem = QuantityProblem::new(DocumentCode::NotANumber, message, label);
        self.report_at(child, document.place(child), problem, fix);
        true
    }

    /// Likely meaning of a number with its comma, including the unit after it if that is valid.
    fn suggestion(&self, all: &str, expected: &ExpectedType) -> Option<(FixSafety, String)> {
        let end = all.rfind(is_digit)? + 1;
        let (digits, behind) = all.split_at(end);
        let number = number::suggestion(digits)?;
        let meaning = FixSafety::safe_if(number::is_ungrouped(digits));
        if behind.is_empty() {
            return Some((meaning, number));
        }
        let ExpectedType::Quantity(kind) = expected else { return None };
        let text = format!("{number}{behind}");
        match kind.read_amount(&text, self.currency) {
            Ok(_) => Some((meaning, text)),
            // a redundant unit is left out, another unit is converted
            Err(problem) => {
                let (of_unit, text) = problem.instead?;
                Some((if of_unit == FixSafety::Safe { meaning } else { of_unit }, text))
            }
        }
    }
}

/// Leading digits of a key, and the rest: empty, a percent sign, or a unit without digits.
fn halves_of(key: &str) -> Option<(&str, &str)> {
    let end = key.find(|c| !is_digit(c)).unwrap_or(key.len());
    let (digits, unit) = key.split_at(end);
    (!digits.is_empty() && !unit.contains(is_digit)).then_some((digits, unit))
}

/// Number of leading nodes that are keys without a value that look like the end of a number.
fn rests(document: &Document, nodes: &[NodeId]) -> usize {
    let is_rest = |at: &&NodeId| {
        let node = document.node(**at);
        node.content == Content::Nothing && halves_of(&node.key).is_some()
    };
    nodes.iter().take_while(is_rest).count()
}
