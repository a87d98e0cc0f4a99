//! Values of inputs.

use super::page::{Cell, Notation};
use crate::scenario::quantity::{self, QuantityKind};
use rust_decimal::Decimal;

/// A value of an input as people read it: `65 %`, `289,000`.
pub(super) fn value(kind: &QuantityKind, value: Decimal) -> Cell {
    let form = match kind.form {
        quantity::NumberForm::Share => Notation::Rate,
        quantity::NumberForm::Number | quantity::NumberForm::Count => Notation::Readable(8),
    };
    Cell::Number(value, form)
}
