//! A comparison while it is stated: figures as they are printed.

use super::answer::Depth;
use crate::analysis::header::Header;
use crate::demand::trace::Traces;
use crate::number;
use crate::scenario::{Loaded, Scenario};
use crate::sheet::FigureId;
use crate::variation::Evaluated;
use rust_decimal::Decimal;

/// A comparison while it is stated.
pub(super) struct Compare<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) traces: &'a Traces,
    pub(super) evaluated: &'a Evaluated,
    pub(super) header: Header,
    pub(super) depth: Depth,
}

impl Compare<'_> {
    pub(super) fn scenario(&self) -> &Scenario {
        &self.loaded.scenario
    }

    pub(super) fn money(&self, figure: FigureId) -> Decimal {
        number::money(self.evaluated.value(figure), self.header.minor_digits)
    }

    pub(super) fn ratio(&self, figure: Option<FigureId>) -> Option<Decimal> {
        figure.and_then(|figure| self.evaluated.ratio(figure)).map(number::ratio)
    }

    pub(super) fn value(&self, figure: Option<FigureId>) -> Option<Decimal> {
        figure.map(|figure| number::ratio(self.evaluated.value(figure)))
    }
}
