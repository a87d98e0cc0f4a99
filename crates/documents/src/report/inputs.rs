//! Display names and values of inputs.

use super::page::{Cell, Notation};
use crate::analysis::flip::FactorMeasure;
use crate::analysis::statement::Header;
use crate::scenario::quantity::{self, QuantityKind};
use crate::scenario::{CurrencyCode, DisplayName, declared_at};
use language::declaration::ReferenceKind;
use rust_decimal::Decimal;

/// Value of an input for display: `65 %`, `289,000`.
pub(super) fn value(kind: &QuantityKind, value: Decimal) -> Cell {
    let form = match kind.form {
        quantity::NumberForm::Share => Notation::Rate,
        quantity::NumberForm::Number | quantity::NumberForm::Count => Notation::Readable(8),
    };
    Cell::Number(value, form)
}

/// Value of an input in a sentence, with its currency if that differs from the report's: `36,000 USD`.
pub(super) fn text_with_currency(kind: &QuantityKind, currency: Option<CurrencyCode>, number: Decimal) -> String {
    let text = value(kind, number).text();
    match currency.filter(|_| kind.is_money()) {
        Some(currency) => format!("{text} {}", currency.code()),
        None => text,
    }
}

/// Name of an input in a table: `price of a node, own.hgx`.
pub(super) fn heading(header: &Header, path: &str) -> String {
    header.labels.words(path).heading()
}

/// Name of an input in a sentence: `the price of a node of own.hgx`.
pub(super) fn phrase(header: &Header, path: &str) -> String {
    header.labels.words(path).phrase()
}

/// Name of an input, or of a list of numbers that vary together: `mean load profile`, `load profile in all hours`, or `all
/// market values`.
pub(super) fn measured(header: &Header, path: &str, measure: FactorMeasure) -> DisplayName {
    let words = header.labels.words(path);
    let is_profile = || declared_at(path).key().is_some_and(|key| key.stands_for == Some(ReferenceKind::Profile));
    let display_name = match measure {
        FactorMeasure::Number => words.display_name,
        FactorMeasure::Mean => format!("mean {}", words.display_name),
        FactorMeasure::Multiple if is_profile() => format!("{} in all hours", words.display_name),
        FactorMeasure::Multiple => format!("all {}", words.display_name),
    };
    DisplayName { display_name, ..words }
}
