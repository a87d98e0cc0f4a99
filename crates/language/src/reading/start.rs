//! Reading of months given by date, which are counted from the start of the document.

use super::{Cursor, Reader};
use crate::declaration::Key;
use crate::diagnostic::DocumentCode;
use crate::document::{CalendarMonth, Document, MonthByDate, NodeId};
use crate::expected_type::ExpectedType;
use crate::quantity::QuantityProblem;
use crate::reading::FromDocument;

/// First month of a document.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// It is given.
    In(CalendarMonth),
    /// It is given but invalid.
    Unread,
    /// It is missing; the key for it, if there is one.
    Missing(Option<&'static str>),
}

impl Start {
    /// Start of a document that is read as a type.
    pub(super) fn of<T: FromDocument>(document: &Document) -> Start {
        let ExpectedType::Part(part) = T::EXPECTED else { return Start::Missing(None) };
        let is_month =
            |key: &&Key| matches!(key.expected, ExpectedType::Scalar(scalar) if scalar.name == "CalendarMonth");
        let Some(key) = part.keys.iter().find(is_month) else { return Start::Missing(None) };
        let Some(at) = document.member(NodeId::ROOT, key.name) else { return Start::Missing(Some(key.name)) };
        let month = document.text(at).and_then(|text| CalendarMonth::read(text).ok());
        month.map_or(Start::Unread, Start::In)
    }
}

impl Cursor<'_> {
    /// A month given by date, counted from the start of the document; the first month if it is invalid or the start is missing.
    #[must_use]
    pub fn month_by_date(self) -> MonthByDate {
        let start = self.reader.start;
        let counted = |text: &str| {
            let date = MonthByDate::read(text)?;
            match start {
                Start::In(start) => Ok(MonthByDate::since(start, date)),
                Start::Unread => Ok(MonthByDate::since(date, date)),
                Start::Missing(key) => Err(without_start(date, key.unwrap_or("start"))),
            }
        };
        if matches!(start, Start::Unread) {
            self.reader.stands_in(self.at);
        }
        let placeholder = CalendarMonth::PLACEHOLDER;
        self.parsed(MonthByDate::EXPECTED, counted).unwrap_or_else(|| MonthByDate::since(placeholder, placeholder))
    }
}

impl Reader {
    /// Marks a node as a placeholder whose error is reported elsewhere.
    fn stands_in(&self, at: NodeId) {
        self.placeholders.borrow_mut().insert(at);
    }
}

fn without_start(date: CalendarMonth, key: &str) -> QuantityProblem {
    let message = format!("is {date}, but the scenario has no `{key}` to count months from");
    let label = format!("add `{key}: {}` at the top, the calendar month of month 1", CalendarMonth::SCALAR.example);
    QuantityProblem::new(DocumentCode::MissingKey, message, label)
}
