//! A scenario along some of its numbers: read once, it is decided at many values of them.

use super::evaluated::Evaluated;
use super::restated::{AtValues, Restated};
use super::standing::Decision;
use super::{Variation, Way, judged_anew};
use crate::model;
use crate::scenario::{Setting, declared};
use crate::sheet::FigureId;
use language::declaration::KeyRole;
use rust_decimal::Decimal;

/// A scenario of which values of some numbers are asked.
#[derive(Debug)]
pub struct Along<'a> {
    whole: &'a Variation<'a>,
    paths: Vec<String>,
    /// The scenario in which they are written; none where each value is read anew.
    restated: Option<Restated>,
    /// What of the stated figures each of them moves.
    moved: Vec<Moved>,
}

impl<'a> Variation<'a> {
    /// The scenario along the numbers at some paths.
    #[must_use]
    pub fn along(&'a self, paths: &[String]) -> Along<'a> {
        let restated = Restated::new(self.loaded, paths);
        let moved = match restated {
            Some(_) => paths.iter().map(|path| self.moved_by(path)).collect(),
            None => Vec::new(),
        };
        Along { whole: self, paths: paths.to_vec(), restated, moved }
    }

    /// What of the stated figures the number at a path moves.
    pub(super) fn moved_by(&self, path: &str) -> Moved {
        let Some(at) = self.loaded.document.find(path) else { return Moved::Shape };
        let sheet = &self.as_stated().model.sheet;
        match sheet.input(at) {
            // a loan stands beside the result, or is part of it: what its term shapes is said by the sheet
            _ if sheet.is_structural(at) => Moved::Shape,
            Some(input) => Moved::Input(input),
            None if declared(&self.loaded.document, at).any(|key| key.role != KeyRole::Input) => Moved::Nothing,
            None => Moved::Shape,
        }
    }
}

/// What of the stated figures a number moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Moved {
    /// An input, and what follows from it.
    Input(FigureId),
    /// Nothing: they are judged by it.
    Nothing,
    /// Their shape.
    Shape,
}

impl Along<'_> {
    /// What is decided at a value of each number, as its author would write it.
    #[must_use]
    pub fn at(&self, values: &[String]) -> Decision {
        let Some((restated, at)) = self.restated(values) else {
            return self.whole.with_by(&self.settings(values), Way::Shortest);
        };
        let judged = match self.moves(&at) {
            Some(moves) => self.whole.judge(&at.scenario, &moves).all(),
            None => judged_anew(&at, restated.document(), self.whole.traces, None),
        };
        self.whole.decision(&judged, at.months)
    }

    /// The same with every figure there; none where the scenario has no answer.
    #[must_use]
    pub fn evaluated(&self, values: &[String]) -> (Decision, Option<Evaluated>) {
        let moved = self.restated(values).and_then(|(_, at)| Some((self.whole.evaluated?, self.moves(&at)?, at)));
        let Some((stated, moves, at)) = moved else {
            let loaded = self.whole.read_with(&self.settings(values)).ok();
            let model = loaded.map(|loaded| model::build(&loaded.scenario, self.whole.traces));
            return (self.at(values), model.and_then(|model| Evaluated::new(model).ok()));
        };
        let evaluated = stated.moved(&moves).ok();
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

    pub(super) fn restated(&self, values: &[String]) -> Option<(&Restated, AtValues)> {
        let restated = self.restated.as_ref()?;
        Some((restated, restated.at(values).ok()?))
    }

    /// Whether the bounds of their quantities and the rules between keys allow values.
    #[must_use]
    pub(super) fn allows(&self, values: &[String]) -> bool {
        self.restated(values).is_some()
    }

    /// The inputs of the stated figures that move; none where their shape changes.
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
