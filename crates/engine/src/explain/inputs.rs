//! Values in an explanation, and its inputs.

use super::formulas::{DIGITS, Explainer};
use super::result::Leaf;
use crate::analysis::Answer;
use crate::diagnostic::SourceId;
use crate::number;
use crate::scenario::dates::ResolvedDate;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::{Loaded, declared, profiles};
use crate::sheet::{DescendingLevels, FigureId, Formula, Levels, Source};
use crate::unit::Unit;
use language::declaration::ReferenceKind;
use rust_decimal::Decimal;

impl Answer {
    /// All numbers, given or assumed, in order of first use; a list of shares is one entry.
    #[must_use]
    pub fn inputs(&self) -> Vec<Leaf> {
        let sheet = &self.evaluated.model.sheet;
        let is_given = |figure: &FigureId| matches!(sheet.row(*figure).formula, Formula::Leaf(Source::Given(_)));
        let given: Vec<FigureId> = sheet.all().into_iter().filter(is_given).collect();
        Explainer::new(self).leaves(&given)
    }
}

impl Answer {
    /// A date in months, `24 months, to the end of month 24`, or a delivery in weeks, `9 months`; `None` for other values.
    #[must_use]
    pub fn in_months(&self, at: NodeId) -> Option<String> {
        let (month, fewest, most) = match self.loaded.scenario.in_months(at)? {
            ResolvedDate::From(month) => return Some(format!("from month {month} on")),
            ResolvedDate::Delivery(months) => return Some(number::counted(months, "month")),
            ResolvedDate::Ends { month, fewest, most } => (month, fewest, most),
        };
        let until = match month {
            1.. => format!("to the end of month {month}"),
            _ => "ending before the decision".to_owned(),
        };
        let months = number::counted(most, "month");
        Some(if fewest == most { format!("{months}, {until}") } else { format!("{fewest} to {months}, {until}") })
    }
}

impl Explainer<'_> {
    /// Number of a figure.
    pub(super) fn number(&self, figure: FigureId, period: usize) -> Decimal {
        without_residue(self.evaluated.value_in(figure, period))
    }

    pub(super) fn value(&self, figure: FigureId, period: usize) -> String {
        if let Some(known) = self.values.borrow().get(&(figure, period)) {
            return known.clone();
        }
        let text = self.value_text(figure, period);
        self.values.borrow_mut().insert((figure, period), text.clone());
        text
    }

    fn value_text(&self, figure: FigureId, period: usize) -> String {
        let value = self.with_unit(self.evaluated.value_in(figure, period), self.sheet().row(figure).unit);
        // the value of a curve is its highest level
        if self.falling(figure, period).is_some_and(|falling| falling.parts().0 > 1) {
            format!("levels up to {value}")
        } else {
            value
        }
    }

    /// Summary of a curve: `24 levels up to 82 reference accelerators, 34.2 on average`.
    pub(super) fn levels(&self, figure: FigureId, period: usize) -> Option<String> {
        let falling = self.falling(figure, period)?;
        let mean = number::readable(falling.mean().ok()?, DIGITS);
        let count = match falling.parts() {
            (0 | 1, None) => return None,
            (count, None) => count.to_string(),
            (count, Some(others)) => format!("{count} × {others}"),
        };
        Some(format!("{count} {}, {mean} on average", self.value(figure, period)))
    }

    /// Levels of a curve; `None` for other figures.
    fn falling(&self, figure: FigureId, period: usize) -> Option<&DescendingLevels> {
        self.sheet().levels(figure, period, &self.evaluated.values).and_then(Levels::exact)
    }

    pub(super) fn with_unit(&self, value: Decimal, unit: Unit) -> String {
        let header = &self.answer.comparison.header;
        let output = self.output.or(header.output_unit.as_deref()).unwrap_or("unit");
        let value = without_residue(value);
        let unit = if value == Decimal::ONE {
            unit.text(&header.currency, output)
        } else {
            unit.plural(&header.currency, output)
        };
        let value = number::readable(value, DIGITS);
        if unit.is_empty() { value } else { format!("{value} {unit}") }
    }

    /// Leaf for an input, or for a figure with its own explanation; `None` for constants and calendar rows, which need none.
    fn leaf(&self, figure: FigureId) -> Option<Leaf> {
        let answer = self.answer;
        let mut words = None;
        let (name, place, source) = match self.sheet().row(figure).formula {
            Formula::Leaf(Source::Given(given)) => {
                let node = given.into();
                words = Some(self.words(node));
                (answer.loaded.document.path(node), self.place(node), self.source(node))
            }
            Formula::Leaf(Source::Constant(_) | Source::Calendar(_)) => return None,
            Formula::Leaf(Source::Variable(_)) => {
                (self.names.get(&figure)?.clone(), "varied by the break-even search".to_owned(), String::new())
            }
            _ => (self.names.get(&figure)?.clone(), "unrounded; explained separately".to_owned(), String::new()),
        };
        let number = self.falling(figure, 0).is_none().then(|| self.number(figure, 0));
        Some(Leaf { name, words, value: self.value(figure, 0), number, place, source })
    }

    /// Leaves of a formula; a list of shares is one leaf.
    pub(super) fn leaves(&self, figures: &[FigureId]) -> Vec<Leaf> {
        let mut lists: Vec<NodeId> = Vec::new();
        let mut leaves = Vec::new();
        for figure in figures {
            match self.list_of(*figure) {
                None => leaves.extend(self.leaf(*figure)),
                Some(list) if lists.contains(&list) => {}
                Some(list) => {
                    lists.push(list);
                    leaves.push(self.shares(list));
                }
            }
        }
        leaves
    }

    /// List of the profile that contains an input.
    fn list_of(&self, figure: FigureId) -> Option<NodeId> {
        let Formula::Leaf(Source::Given(given)) = self.sheet().row(figure).formula else { return None };
        let node = NodeId::from(given);
        let document = &self.answer.loaded.document;
        let is_list = |list: &NodeId| matches!(document.node(*list).content, Content::List(_));
        document
            .node(node)
            .parent
            .filter(|list| stands_for(document, *list) == Some(ReferenceKind::Profile) && is_list(list))
    }

    /// Leaf for a given profile: `24 shares, mean 48 %`.
    fn shares(&self, list: NodeId) -> Leaf {
        let document = &self.answer.loaded.document;
        let nodes = document.children(list);
        let given = nodes.iter().filter_map(|node| self.sheet().input(*node));
        let sum: Decimal = given.map(|figure| self.evaluated.value(figure)).sum();
        Leaf {
            name: document.path(list),
            words: Some(self.words(list)),
            value: shares_text(nodes.len(), sum),
            number: None,
            place: self.place(list),
            source: self.source(list),
        }
    }

    /// Leaf for a value that determines rows: a month, the name of a profile, the path of a trace.
    pub(super) fn decided(&self, node: NodeId) -> Leaf {
        let document = &self.answer.loaded.document;
        let text = document.text(node).unwrap_or_default();
        let workload = document.node(node).parent.map(|workload| document.key(workload)).unwrap_or_default();
        let value = match stands_for(document, node) {
            Some(ReferenceKind::Profile) => profiles::named(text).map(|profile| {
                let shares = profile.shares();
                format!("{text}, {}", shares_text(shares.len(), shares.iter().sum()))
            }),
            Some(ReferenceKind::Trace) => self.answer.traces.get(workload).map(|trace| {
                let hash = trace.sha256.get(..8).unwrap_or(&trace.sha256);
                format!("{text}, {} rows, sha256 {hash}", number::grouped(trace.rows.into(), 0))
            }),
            Some(
                ReferenceKind::Option
                | ReferenceKind::AnyOption
                | ReferenceKind::OwnOption
                | ReferenceKind::RentOption
                | ReferenceKind::Workload
                | ReferenceKind::Commitment
                | ReferenceKind::Case
                | ReferenceKind::Accelerator
                | ReferenceKind::Server,
            )
            | None => None,
        };
        let dated = || self.answer.in_months(node).map(|months| format!("{text}: {months}"));
        let value = value.or_else(dated).unwrap_or_else(|| text.to_owned());
        Leaf {
            name: document.path(node),
            words: Some(self.words(node)),
            value,
            number: None,
            place: self.place(node),
            source: self.source(node),
        }
    }

    /// Display name of a node.
    pub(super) fn words(&self, node: NodeId) -> String {
        let path = self.answer.loaded.document.path(node);
        self.answer.comparison.header.labels.words(&path).heading()
    }

    /// Place of a value.
    fn place(&self, node: NodeId) -> String {
        let document = &self.answer.loaded.document;
        match (document.origin(node), document.place(node)) {
            (Origin::Assumed, _) | (_, None) => "assumed".to_owned(),
            (Origin::File | Origin::Set, Some(place)) => self.answer.loaded.sources.locate(place),
        }
    }

    /// Entry of `sources` for a value, or for an enclosing part.
    fn source(&self, node: NodeId) -> String {
        let Loaded { document, case, .. } = &self.answer.loaded;
        let mut path = match (document.origin(node), case) {
            (Origin::File, _) => document.path(node),
            // a source of the base value does not apply to that of a case
            (Origin::Set, Some(case)) if is_written_in_the_file(document, node) => {
                format!("cases.{case}.{}", document.path(node))
            }
            (Origin::Set | Origin::Assumed, _) => return String::new(),
        };
        loop {
            if let Some(entry) = self.answer.loaded.scenario.sources.get(&path) {
                let stated = &entry.value;
                let date = stated.date.as_ref().map(|date| format!(", {}", date.value)).unwrap_or_default();
                let until = stated.valid_until.as_ref().map(|date| format!(", valid until {}", date.value));
                let sha256 = stated.sha256.map(|sha256| format!(", sha256 {:.8}", sha256.value));
                let details = [Some(date), until, sha256].into_iter().flatten().collect::<String>();
                return format!("{}{details}", stated.from.value);
            }
            match path.rfind('.') {
                Some(point) => path.truncate(point),
                None => return String::new(),
            }
        }
    }
}

/// A value with rounding residue of divisions removed.
fn without_residue(value: Decimal) -> Decimal {
    if value.abs() < Decimal::new(1, 18) { Decimal::ZERO } else { value }
}

/// Whether a value is from a file rather than the command line.
fn is_written_in_the_file(document: &Document, at: NodeId) -> bool {
    document.place(at).is_some_and(|place| matches!(place.source, SourceId::File(_)))
}

/// `24 shares, mean 48 %`.
fn shares_text(count: usize, sum: Decimal) -> String {
    let mean = sum.checked_div(Decimal::from(count)).unwrap_or_default();
    format!("{count} shares, mean {}", number::percent(mean, 1))
}

/// What the text at a node, or the list in its place, refers to.
fn stands_for(document: &Document, at: NodeId) -> Option<ReferenceKind> {
    declared(document, at).key().and_then(|key| key.stands_for)
}
