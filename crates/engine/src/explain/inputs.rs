//! The values in an explanation, and the inputs that its formulas end in.

use super::formulas::{DIGITS, Explainer};
use super::result::Leaf;
use crate::analysis::Answer;
use crate::diagnostic::SourceId;
use crate::number;
use crate::scenario::dates::InMonths;
use crate::scenario::document::{Content, Document, NodeId, Origin};
use crate::scenario::{Loaded, declared, profiles};
use crate::sheet::{Falling, FigureId, Formula, Levels, Source};
use crate::unit::Unit;
use language::declaration::StandsFor;
use rust_decimal::Decimal;

impl Answer {
    /// Every number that is written or assumed, in the order in which it is used first; the shares of a list as one.
    #[must_use]
    pub fn inputs(&self) -> Vec<Leaf> {
        let sheet = &self.evaluated.model.sheet;
        let is_given = |figure: &FigureId| matches!(sheet.row(*figure).formula, Formula::Leaf(Source::Given(_)));
        let given: Vec<FigureId> = sheet.all().into_iter().filter(is_given).collect();
        Explainer::new(self).leaves(&given)
    }
}

impl Answer {
    /// What the date at a node comes to in months, `24 months, to the end of month 24`, or the weeks of a delivery, `9 months`; none
    /// of another value.
    #[must_use]
    pub fn in_months(&self, at: NodeId) -> Option<String> {
        let (month, fewest, most) = match self.loaded.scenario.in_months(at)? {
            InMonths::From(month) => return Some(format!("from month {month} on")),
            InMonths::Delivery(months) => return Some(number::counted(months, "month")),
            InMonths::Ends { month, fewest, most } => (month, fewest, most),
        };
        let until = match month {
            1.. => format!("to the end of month {month}"),
            _ => "over before the decision".to_owned(),
        };
        let months = number::counted(most, "month");
        Some(if fewest == most { format!("{months}, {until}") } else { format!("{fewest} to {months}, {until}") })
    }
}

impl Explainer<'_> {
    /// The number of a figure.
    pub(super) fn number(&self, figure: FigureId, period: usize) -> Decimal {
        without_residue(self.evaluated.value_in(figure, period))
    }

    pub(super) fn value(&self, figure: FigureId, period: usize) -> String {
        let value = self.with_unit(self.evaluated.value_in(figure, period), self.sheet().row(figure).unit);
        // the number of a curve is its highest level
        if self.falling(figure, period).is_some_and(|falling| falling.shares().nth(1).is_some()) {
            format!("levels up to {value}")
        } else {
            value
        }
    }

    /// What a curve holds: `24 levels up to 82 reference accelerators, 34.2 on average`.
    pub(super) fn levels(&self, figure: FigureId, period: usize) -> Option<String> {
        let falling = self.falling(figure, period)?;
        let (count, mean) = falling
            .shares()
            .fold((0_u32, Decimal::ZERO), |(count, mean), (level, share)| (count + 1, mean + level * share));
        let mean = number::readable(mean, DIGITS);
        (count > 1).then(|| format!("{count} {}, {mean} on average", self.value(figure, period)))
    }

    /// The levels of a curve; none of another figure.
    fn falling(&self, figure: FigureId, period: usize) -> Option<&Falling> {
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

    /// An input, or a figure that is not broken down here; constants and the calendar explain themselves.
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
                (self.names.get(&figure)?.clone(), "what a break-even moves".to_owned(), String::new())
            }
            _ => (self.names.get(&figure)?.clone(), "unrounded; explained on its own".to_owned(), String::new()),
        };
        let number = self.falling(figure, 0).is_none().then(|| self.number(figure, 0));
        Some(Leaf { name, words, value: self.value(figure, 0), number, place, source })
    }

    /// The leaves of a formula, the shares of a list in one.
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

    /// The list of a profile that an input is one of the shares of.
    fn list_of(&self, figure: FigureId) -> Option<NodeId> {
        let Formula::Leaf(Source::Given(given)) = self.sheet().row(figure).formula else { return None };
        let node = NodeId::from(given);
        let document = &self.answer.loaded.document;
        let is_list = |list: &NodeId| matches!(document.node(*list).content, Content::List(_));
        document
            .node(node)
            .parent
            .filter(|list| stands_for(document, *list) == Some(StandsFor::Profile) && is_list(list))
    }

    /// A stated profile: `24 shares, mean 48 %`.
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

    /// A value that rows follow from: a month, the name of a profile, the path of a trace.
    pub(super) fn decided(&self, node: NodeId) -> Leaf {
        let document = &self.answer.loaded.document;
        let text = document.text(node).unwrap_or_default();
        let workload = document.node(node).parent.map(|workload| document.key(workload)).unwrap_or_default();
        let value = match stands_for(document, node) {
            Some(StandsFor::Profile) => profiles::named(text).map(|profile| {
                let shares = profile.shares();
                format!("{text}, {}", shares_text(shares.len(), shares.iter().sum()))
            }),
            Some(StandsFor::Trace) => self.answer.traces.get(workload).map(|trace| {
                let hash = trace.sha256.get(..8).unwrap_or(&trace.sha256);
                format!("{text}, {} rows, sha256 {hash}", number::grouped(trace.rows.into(), 0))
            }),
            Some(
                StandsFor::Option
                | StandsFor::AnyOption
                | StandsFor::OwnOption
                | StandsFor::RentOption
                | StandsFor::Workload
                | StandsFor::Commitment
                | StandsFor::Case
                | StandsFor::Accelerator
                | StandsFor::Server,
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

    /// What is at a node, in words.
    pub(super) fn words(&self, node: NodeId) -> String {
        let path = self.answer.loaded.document.path(node);
        self.answer.comparison.header.labels.words(&path).heading()
    }

    /// Where a value was written.
    fn place(&self, node: NodeId) -> String {
        let document = &self.answer.loaded.document;
        match (document.origin(node), document.place(node)) {
            (Origin::Assumed, _) | (_, None) => "assumed".to_owned(),
            (Origin::File | Origin::Set, Some(place)) => self.answer.loaded.sources.locate(place),
        }
    }

    /// What the scenario's `sources` say of a value, or of a part around it.
    fn source(&self, node: NodeId) -> String {
        let Loaded { document, case, .. } = &self.answer.loaded;
        let mut path = match (document.origin(node), case) {
            (Origin::File, _) => document.path(node),
            // what the file says of its own value does not hold for that of a case
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
                let said = [Some(date), until, sha256].into_iter().flatten().collect::<String>();
                return format!("{}{said}", stated.from.value);
            }
            match path.rfind('.') {
                Some(point) => path.truncate(point),
                None => return String::new(),
            }
        }
    }
}

/// A value without what divisions left over, which is nothing.
fn without_residue(value: Decimal) -> Decimal {
    if value.abs() < Decimal::new(1, 18) { Decimal::ZERO } else { value }
}

/// Whether a value stands in a file, rather than on the command line.
fn is_written_in_the_file(document: &Document, at: NodeId) -> bool {
    document.place(at).is_some_and(|place| matches!(place.source, SourceId::File(_)))
}

/// `24 shares, mean 48 %`.
fn shares_text(count: usize, sum: Decimal) -> String {
    let mean = sum.checked_div(Decimal::from(count)).unwrap_or_default();
    format!("{count} shares, mean {}", number::percent(mean, 1))
}

/// What the text at a node, or the list in its place, stands for.
fn stands_for(document: &Document, at: NodeId) -> Option<StandsFor> {
    declared(document, at).key().and_then(|key| key.stands_for)
}
