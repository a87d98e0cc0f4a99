//! A scenario along some of its numbers: read once, it is decided at many values of them.

use super::restated::{AtValues, Restated};
use super::standing::Decision;
use super::{Variation, Way, judged_anew};
use crate::scenario::{Setting, declared};
use crate::sheet::FigureId;
use language::declaration::Role;
use rust_decimal::Decimal;

/// A scenario of which values of some numbers are asked.
#[derive(Debug)]
pub struct Along<'a> {
    whole: &'a Variation<'a>,
    paths: Vec<String>,
    /// The scenario in which they are written; none where each value is read anew.
    restated: Option<Restated>,
    /// The input of the stated figures that each of them is, if it is one; none where the shape of the figures follows from
    /// one of them.
    inputs: Option<Vec<Option<FigureId>>>,
}

impl<'a> Variation<'a> {
    /// The scenario along the numbers at some paths.
    #[must_use]
    pub fn along(&'a self, paths: &[String]) -> Along<'a> {
        let restated = Restated::new(self.loaded, paths);
        let inputs = restated.is_some().then(|| paths.iter().map(|path| self.input(path)).collect()).flatten();
        Along { whole: self, paths: paths.to_vec(), restated, inputs }
    }

    /// The input of the stated figures that is the number at a path, if any follows from it; none where the shape of the
    /// figures does.
    pub(super) fn input(&self, path: &str) -> Option<Option<FigureId>> {
        let at = self.loaded.document.find(path)?;
        let sheet = &self.as_stated().model.sheet;
        match sheet.input(at) {
            Some(_) if sheet.is_structural(at) => None,
            Some(input) => Some(Some(input)),
            None => declared(&self.loaded.document, at).any(|key| key.role != Role::Input).then_some(None),
        }
    }
}

impl Along<'_> {
    /// What is decided at a value of each number, as its author would write it.
    #[must_use]
    pub fn at(&self, values: &[String]) -> Decision {
        let settings = || -> Vec<Setting> {
            let setting = |(path, value): (&String, &String)| Setting { path: path.clone(), value: value.clone() };
            self.paths.iter().zip(values).map(setting).collect()
        };
        let Some((restated, at)) = self.restated.as_ref().and_then(|restated| Some((restated, restated.at(values)?)))
        else {
            return self.whole.with_by(&settings(), Way::Shortest);
        };
        let judged = match self.moves(&at) {
            Some(moves) => self.whole.judge(&at.scenario, &moves).all(),
            None => judged_anew(&at, restated.document(), self.whole.traces, None),
        };
        self.whole.decision(&judged, at.months)
    }

    /// Whether the bounds of their quantities and the rules between keys allow values.
    #[must_use]
    pub(super) fn allows(&self, values: &[String]) -> bool {
        self.restated.as_ref().is_some_and(|restated| restated.at(values).is_some())
    }

    /// The inputs of the stated figures that move; none where their shape changes.
    fn moves(&self, at: &AtValues) -> Option<Vec<(FigureId, Decimal)>> {
        let inputs = self.inputs.as_ref()?.iter().zip(&at.numbers);
        Some(inputs.filter_map(|(input, value)| input.map(|input| (input, *value))).collect())
    }
}
