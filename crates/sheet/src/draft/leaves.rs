//! Leaves of a draft.

use super::{Draft, Figure, Reason};
use crate::formula::{Formula, OriginId, Source};
use crate::period::Period;
use crate::unit::Unit;
use rust_decimal::Decimal;

impl Draft {
    /// An input; the same source returns the same figure.
    pub fn input(&self, from: impl Into<OriginId>, value: Decimal, unit: Unit) -> Figure<'_> {
        let from = from.into();
        if let Some(id) = self.inputs.borrow().get(&from) {
            return self.figure(*id);
        }
        let figure = self.add(Formula::Leaf(Source::Given(from)), unit, false, &[value]);
        self.inputs.borrow_mut().insert(from, figure.id);
        figure
    }

    /// Records an input that determines the structure of the sheet: a month, a choice.
    pub fn shaped_by(&self, from: impl Into<OriginId>) {
        self.structural.borrow_mut().push(from.into());
    }

    /// Value of an input, a constant or a variable in the draft, with its source if it is an input; none for a computed
    /// figure and for a row.
    #[must_use]
    pub fn known_value(&self, figure: Figure<'_>) -> Option<(Decimal, Option<OriginId>)> {
        let rows = self.rows.borrow();
        let row = &rows[figure.id.index()];
        let origin = match row.formula {
            Formula::Leaf(Source::Given(origin)) => Some(origin),
            Formula::Leaf(Source::Constant(_) | Source::Variable(_)) => None,
            _ => return None,
        };
        let leaves = self.leaves.borrow();
        let at = leaves.binary_search_by_key(&row.first, |leaf| leaf.at).ok()?;
        (!row.wide).then(|| (leaves[at].value, origin))
    }

    /// A constant of the model with its reason; the same one returns the same figure.
    pub fn constant(&self, value: impl Into<Decimal>, unit: Unit, why: &'static str) -> Figure<'_> {
        let value = value.into();
        let key = (value.serialize(), Reason(why), unit);
        if let Some(id) = self.constants.borrow().get(&key) {
            return self.figure(*id);
        }
        let figure = self.add(Formula::Leaf(Source::Constant(why)), unit, false, &[value]);
        self.constants.borrow_mut().insert(key, figure.id);
        figure
    }

    /// A constant selected by an input, such as a share of a named profile; the same one returns the same figure.
    pub fn chosen(&self, value: Decimal, unit: Unit, why: &'static str, by: impl Into<OriginId>) -> Figure<'_> {
        let key = ((value.serialize(), Reason(why), unit), by.into());
        if let Some(id) = self.chosen.borrow().get(&key) {
            return self.figure(*id);
        }
        let figure = self.add(Formula::Leaf(Source::Constant(why)), unit, false, &[value]).decided_by([key.1]);
        self.chosen.borrow_mut().insert(key, figure.id);
        figure
    }

    /// Zero, with a unit.
    pub fn nothing(&self, unit: Unit) -> Figure<'_> {
        self.constant(0, unit, "")
    }

    /// A row that follows from the calendar.
    pub fn calendar(&self, what: &'static str, unit: Unit, of: impl Fn(Period) -> Decimal) -> Figure<'_> {
        let values: Vec<Decimal> = self.periods.iter().map(|period| of(*period)).collect();
        self.add(Formula::Leaf(Source::Calendar(what)), unit, true, &values)
    }

    /// A variable of a solver, at its neutral value.
    pub fn variable(&self, what: &'static str, value: Decimal) -> Figure<'_> {
        self.add(Formula::Leaf(Source::Variable(what)), Unit::ONE, false, &[value])
    }
}
