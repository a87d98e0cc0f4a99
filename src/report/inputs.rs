//! Values of inputs.

use super::page::{Cell, Form};
use crate::scenario::quantity::{self, Kind};
use rust_decimal::Decimal;

/// A value of an input as people read it: `65 %`, `289,000`.
pub(super) fn value(kind: &Kind, value: Decimal) -> Cell {
    let form = match kind.form {
        quantity::Form::Share => Form::Rate,
        quantity::Form::Number | quantity::Form::Count => Form::Readable(8),
    };
    Cell::Number(value, form)
}
