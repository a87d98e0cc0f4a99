//! Months by their dates while they are read: they are counted from the month in which the document starts.

use super::{Cursor, Reader};
use crate::declaration::Key;
use crate::diagnostic::DocumentCode;
use crate::document::{CalendarMonth, Document, MonthByDate, NodeId};
use crate::quantity::QuantityProblem;
use crate::reading::FromDocument;
use crate::wanted::Wanted;

/// The month in which a document starts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Start {
    /// It is said.
    In(CalendarMonth),
    /// It is said, and cannot be read.
    Unread,
    /// It is not said; the key under which it would be, if there is one.
    Unsaid(Option<&'static str>),
}

impl Start {
    /// Of a document that is read as a type.
    pub(super) fn of<T: FromDocument>(document: &Document) -> Start {
        let Wanted::Part(part) = T::WANTED else { return Start::Unsaid(None) };
        let is_month = |key: &&Key| matches!(key.wanted, Wanted::Scalar(scalar) if scalar.name == "CalendarMonth");
        let Some(key) = part.keys.iter().find(is_month) else { return Start::Unsaid(None) };
        let Some(at) = document.member(NodeId::ROOT, key.name) else { return Start::Unsaid(Some(key.name)) };
        let month = document.text(at).and_then(|text| CalendarMonth::read(text).ok());
        month.map_or(Start::Unread, Start::In)
    }
}

impl Cursor<'_> {
    /// A month by its date, counted from the month in which the document starts; the first where there is none that can be
    /// read, or nothing to count from.
    #[must_use]
    pub fn month_by_date(self) -> MonthByDate {
        let start = self.reader.start;
        let counted = |text: &str| {
            let date = MonthByDate::read(text)?;
            match start {
                Start::In(start) => Ok(MonthByDate::since(start, date)),
                Start::Unread => Ok(MonthByDate::since(date, date)),
                Start::Unsaid(key) => Err(without_start(date, key.unwrap_or("start"))),
            }
        };
        if matches!(start, Start::Unread) {
            self.reader.stands_in(self.at);
        }
        let stand_in = CalendarMonth::STAND_IN;
        self.parsed(MonthByDate::WANTED, counted).unwrap_or_else(|| MonthByDate::since(stand_in, stand_in))
    }
}

impl Reader {
    /// What is read from a node is a stand-in, for a reason that is told elsewhere.
    fn stands_in(&self, at: NodeId) {
        self.stand_ins.borrow_mut().insert(at);
    }
}

fn without_start(date: CalendarMonth, key: &str) -> QuantityProblem {
    let message = format!("is {date}, and the scenario has no `{key}`, from which months are counted");
    let label = format!("add `{key}: {}` at the top, the calendar month of month 1", CalendarMonth::SCALAR.example);
    QuantityProblem::new(DocumentCode::MissingKey, message, label)
}
