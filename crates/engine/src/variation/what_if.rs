//! What-if evaluation along inputs: a scenario is read once and decided at many values of some inputs.

use super::evaluated::Evaluated;
use super::outcome::Decision;
use super::replaceable::{AtValues, ReplaceableScenario};
use super::{EvaluationMode, Variation, judged_anew};
use crate::model;
use crate::scenario::{Setting, declared};
use crate::sheet::FigureId;
use language::declaration::KeyRole;
use rust_decimal::Decimal;

/// A scenario with some inputs that vary.
#[derive(Debug)]
pub struct InputWhatIf<'a> {
    whole: &'a Variation<'a>,
    paths: Vec<String>,
    /// The scenario with replaceable values; none if it must be read again for each value.
    replaceable: Option<ReplaceableScenario>,
    /// Effect of each input on the figures of the base case.
    moved: Vec<Moved>,
}

impl<'a> Variation<'a> {
    /// What-if evaluation along the inputs at some paths.
    #[must_use]
    pub fn along(&'a self, paths: &[String]) -> InputWhatIf<'a> {
        let replaceable = self.replaceable(paths);
        let moved = match replaceable {
            Some(_) => paths.iter().map(|path| self.moved_by(path)).collect(),
            None => Vec::new(),
        };
        InputWhatIf { whole: self, paths: paths.to_vec(), replaceable, moved }
    }

    /// Effect of the input at a path on the figures of the base case.
    pub(super) fn moved_by(&self, path: &str) -> Moved {
        let Some(at) = self.loaded.document.find(path) else { return Moved::Shape };
        let sheet = &self.base_figures().model.sheet;
        match sheet.input(at) {
            // a loan may or may not be part of the result; the sheet knows whether its term determines the structure
            _ if sheet.is_structural(at) => Moved::Shape,
            Some(input) => Moved::Input(input),
            None if declared(&self.loaded.document, at).any(|key| key.role != KeyRole::Input) => Moved::Nothing,
            None => Moved::Shape,
        }
    }
}

/// Effect of an input on the figures of the base case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// An input of the sheet and its dependents.
    Input(FigureId),
    /// None; it affects only how figures are judged.
    Nothing,
    /// Their structure.
    Shape,
}

impl InputWhatIf<'_> {
    /// Decision at a value of each input, given as text.
    #[must_use]
    pub fn at(&self, values: &[String]) -> Decision {
        let Some((restated, at)) = self.replaceable(values) else {
            return self.whole.with_by(&self.settings(values), EvaluationMode::Shortest);
        };
        let judged = match self.moves(&at) {
            Some(moves) => self.whole.judge(&at.scenario, &moves).all(),
            None => judged_anew(&at, restated.document(), self.whole.traces, None),
        };
        self.whole.decision(&judged, at.months)
    }

    /// Decision with all figures; no figures if the scenario has no answer.
    #[must_use]
    pub fn evaluated(&self, values: &[String]) -> (Decision, Option<Evaluated>) {
        let at = self.replaceable.as_ref().map(|restated| restated.at(values));
        if matches!(&at, Some(Err(refused)) if !refused.is_empty()) {
            return (self.at(values), None);
        }
        let moved = at.and_then(|at| Some((self.whole.evaluated?, at.ok()?)));
        let moved = moved.and_then(|(stated, at)| Some((stated, self.moves(&at)?, at)));
        let Some((stated, moves, at)) = moved else {
            let loaded = self.whole.read_with(&self.settings(values)).ok();
            let model = loaded.map(|loaded| model::build(&loaded.scenario, self.whole.traces));
            return (self.at(values), model.and_then(|model| Evaluated::new(model).ok()));
        };
        let evaluated = stated.decisive_moved(&moves).ok();
        let judged = match &evaluated {
            Some(evaluated) => self.whole.judge_evaluated(&at.scenario, evaluated).all(),
            None => self.whole.judge(&at.scenario, &moves).all(),
        };
        (self.whole.decision(&judged, at.months), evaluated)
    }

    fn settings(&self, values: &[String]) -> Vec<Setting> {
        let setting = |(path, value): (&String, &String)| Setting { path: path.clone(), value: value.clone() };
        self.paths.iter().zip(values).map(setting).collect()
    }

    pub(super) fn replaceable(&self, values: &[String]) -> Option<(&ReplaceableScenario, AtValues)> {
        let restated = self.replaceable.as_ref()?;
        Some((restated, restated.at(values).ok()?))
    }

    /// Whether the bounds of their quantities and the rules between keys allow the values.
    #[must_use]
    pub(super) fn allows(&self, values: &[String]) -> bool {
        self.replaceable(values).is_some()
    }

    /// Changed inputs of the sheet; none if its structure changes.
    fn moves(&self, at: &AtValues) -> Option<Vec<(FigureId, Decimal)>> {
        let mut moves = Vec::new();
        for (moved, value) in self.moved.iter().zip(&at.numbers) {
            match moved {
                Moved::Input(input) => moves.push((*input, *value)),
                Moved::Nothing => {}
                Moved::Shape => return None,
            }
        }
        Some(moves)
    }
}
