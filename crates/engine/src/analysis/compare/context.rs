//! Context for building the results of a comparison.

use super::answer::Depth;
use crate::amount::{Amount, Ratio};
use crate::analysis::effort::BudgetMultiple;
use crate::analysis::header::{Header, indirect_taxes};
use crate::demand::trace::Traces;
use crate::scenario::{Loaded, Scenario};
use crate::sheet::FigureId;
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// Context for building the results of a comparison; figures are rounded as printed.
pub(super) struct Compare<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) traces: &'a Traces,
    pub(super) evaluated: &'a Evaluated,
    /// The figures with all rates of indirect tax at zero; none if there are no rates.
    pub(super) without_indirect_tax: Option<&'a Evaluated>,
    pub(super) header: Header,
    pub(super) depth: Depth,
    pub(super) effort: BudgetMultiple,
}

/// The figures with all rates of indirect tax at zero; none if there are no rates.
pub(super) fn without_indirect_tax(loaded: &Loaded, evaluated: &Evaluated) -> Option<Evaluated> {
    let sheet = &evaluated.model.sheet;
    let rates = indirect_taxes(&loaded.document).filter_map(|rate| sheet.input(rate.at));
    let zero: Vec<(FigureId, Decimal)> = rates.map(|rate| (rate, Decimal::ZERO)).collect();
    if zero.is_empty() { None } else { evaluated.moved(&zero).ok() }
}

impl Compare<'_> {
    pub(super) fn scenario(&self) -> &Scenario {
        &self.loaded.scenario
    }

    pub(super) fn money(&self, figure: FigureId) -> Amount {
        Amount::rounded(self.evaluated.value(figure), self.header.minor_digits)
    }

    pub(super) fn ratio(&self, figure: Option<FigureId>) -> Option<Ratio> {
        figure.and_then(|figure| self.evaluated.ratio(figure)).map(Ratio::rounded)
    }

    pub(super) fn value(&self, figure: Option<FigureId>) -> Option<Ratio> {
        figure.map(|figure| Ratio::rounded(self.evaluated.value(figure)))
    }
}
