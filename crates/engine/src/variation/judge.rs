//! Evaluation of each option of a model on its own, so an option that is not possible doesn't affect others. Figures
//! are computed on demand.

use super::changed::{OptionLines, PrintedLine};
use super::evaluated::{Evaluated, broken_rules, divides_by_nothing};
use super::outcome::OptionCost;
use super::reason::{CannotWin, Impossible, NoValue};
use super::{broken, comparable, eligible};
use crate::amount::{Amount, Ratio};
use crate::model::{Model, OptionId, OptionModel};
use crate::number;
use crate::scenario::Scenario;
use crate::scenario::document::Document;
use crate::sheet::{FigureId, Sheet, Values};
use rust_decimal::Decimal;

/// An option with its cost.
pub(super) type Judged = (OptionId, Result<OptionCost, Impossible>);

/// Values of a sheet, as far as computed.
#[derive(Clone, Debug)]
pub(super) struct KnownFigures {
    values: Values<Decimal>,
    /// Whether each figure has its value.
    known: Vec<bool>,
}

impl KnownFigures {
    /// Numbers computed.
    pub(super) fn work(&self) -> usize {
        self.values.work()
    }

    /// Value of a figure in a period; it must be evaluated, otherwise it would be read as zero.
    #[track_caller]
    fn value_in(&self, sheet: &Sheet, figure: FigureId, period: usize) -> Decimal {
        assert!(self.known[figure.index()], "figure {} was not evaluated", figure.index());
        self.values[sheet.at(figure, period)]
    }

    /// Reasons why an option cannot win, given the settings of a scenario; it can if there are none.
    pub(super) fn cannot_win_because(
        &self,
        scenario: &Scenario,
        model: &Model,
        option: &OptionModel,
    ) -> Vec<CannotWin> {
        let sheet = &model.sheet;
        let periods = 0..sheet.periods().len();
        let largest = |row| periods.clone().map(|at| self.value_in(sheet, row, at)).max().unwrap_or_default();
        let ineligible = eligible::ineligible_because(scenario, option, &largest);
        let value = |figure| self.value_in(sheet, figure, 0);
        let not_comparable = comparable::not_comparable_because(scenario, option, model.demanded, &value);
        CannotWin::all(ineligible, not_comparable)
    }

    /// Values of an evaluated model.
    pub(super) fn of(evaluated: &Evaluated) -> KnownFigures {
        KnownFigures { values: evaluated.values.clone(), known: evaluated.known().to_vec() }
    }
}

/// A model whose options are evaluated.
pub(super) struct Judge<'a> {
    /// The scenario with the requested values.
    scenario: &'a Scenario,
    /// The document whose nodes the model refers to.
    document: &'a Document,
    model: &'a Model,
    sheet: &'a Sheet,
    known: KnownFigures,
    digits: u32,
}

impl<'a> Judge<'a> {
    /// Evaluates the model of a scenario.
    pub(super) fn new(scenario: &'a Scenario, document: &'a Document, model: &'a Model) -> Judge<'a> {
        let known = KnownFigures { values: model.sheet.values(), known: vec![false; model.sheet.all().len()] };
        Judge::at(scenario, document, model, known)
    }

    /// Evaluates a model with some known figures.
    pub(super) fn at(
        scenario: &'a Scenario,
        document: &'a Document,
        model: &'a Model,
        known: KnownFigures,
    ) -> Judge<'a> {
        let digits = scenario.currency.value.minor_digits();
        Judge { scenario, document, model, sheet: &model.sheet, known, digits }
    }

    /// Evaluates the model of a scenario at other values of some inputs, which another scenario gives.
    pub(super) fn moved(
        scenario: &'a Scenario,
        document: &'a Document,
        model: &'a Model,
        stated: &KnownFigures,
        moves: &[(FigureId, Decimal)],
    ) -> Judge<'a> {
        let mut known = stated.clone();
        let inputs: Vec<FigureId> = moves.iter().map(|(input, _)| *input).collect();
        for figure in model.sheet.dependents(&inputs) {
            known.known[figure.index()] = false;
        }
        for (input, value) in moves {
            known.values[model.sheet.at(*input, 0)] = *value;
            known.known[input.index()] = true;
        }
        Judge::at(scenario, document, model, known)
    }

    /// Values computed so far.
    pub(super) fn known(self) -> KnownFigures {
        self.known
    }

    /// All options with their cost.
    pub(super) fn all(&mut self) -> Vec<Judged> {
        let model = self.model;
        model.options.iter().map(|option| (option.id.clone(), self.cost(option))).collect()
    }

    /// Sum of the printed present values of an option's lines; none if the option is not possible.
    pub(super) fn present_value_of(&mut self, option: &OptionId) -> Option<Decimal> {
        let option = self.model.options.iter().find(|other| other.id == *option)?;
        self.keeps_its_conditions(option).ok()?;
        self.present_value(option).ok()
    }

    /// Checks the conditions of an option.
    fn keeps_its_conditions(&mut self, option: &OptionModel) -> Result<(), Impossible> {
        let rules = &self.sheet.conditions()[option.conditions.clone()];
        let conditions: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).collect();
        self.evaluate(&conditions)?;
        match broken_rules(self.sheet, rules, &self.known.values).first() {
            Some(rule) => Err(Impossible::Breaks(broken::of(self.scenario, self.document, rule))),
            None => Ok(()),
        }
    }

    /// Sum of its printed lines.
    fn present_value(&mut self, option: &OptionModel) -> Result<Decimal, Impossible> {
        let lines: Vec<FigureId> = option.lines.iter().map(|line| line.present_value).collect();
        self.evaluate(&lines)?;
        Ok(lines.into_iter().map(|line| number::money(self.value(line), self.digits)).sum())
    }

    fn cost(&mut self, option: &OptionModel) -> Result<OptionCost, Impossible> {
        self.keeps_its_conditions(option)?;
        let lines = option.lines.iter().map(|line| line.total);
        let sites = option.parts.iter().filter_map(|part| part.site_power);
        let sums = [option.present_value, option.unserved, self.model.demanded];
        let needed: Vec<FigureId> = lines.chain(sites).chain(sums).chain(option.without_headroom).collect();
        self.evaluate(&needed)?;
        let present_value = self.present_value(option)?;
        let money = |figure| number::money(self.value(figure), self.digits);
        Ok(OptionCost {
            total: Amount::new(option.lines.iter().map(|line| money(line.total)).sum(), self.digits),
            present_value: Amount::new(present_value, self.digits),
            unrounded: self.value(option.present_value),
            cannot_win_because: self.known.cannot_win_because(self.scenario, self.model, option),
            per_useful_hour: self.ratio(option.per_useful_hour),
        })
    }

    /// Cost of an option with its printed lines.
    pub(super) fn lines(&mut self, option: &OptionModel) -> Result<OptionLines, Impossible> {
        let cost = self.cost(option)?;
        let lines = option.lines.iter().map(|line| PrintedLine {
            group: line.group,
            name: line.name.clone(),
            is_already_owned: line.is_already_owned,
            present_value: Amount::rounded(self.value(line.present_value), self.digits),
        });
        Ok(OptionLines { cost, lines: lines.collect() })
    }

    #[track_caller]
    fn value(&self, figure: FigureId) -> Decimal {
        self.known.value_in(self.sheet, figure, 0)
    }

    /// A ratio, unless it divides by zero.
    fn ratio(&mut self, figure: FigureId) -> Option<Ratio> {
        self.evaluate(&[figure]).ok()?;
        (!divides_by_nothing(self.sheet, &self.known.values, figure)).then(|| Ratio::rounded(self.value(figure)))
    }

    /// Computes figures and their ancestors, unless known.
    fn evaluate(&mut self, figures: &[FigureId]) -> Result<(), Impossible> {
        let KnownFigures { values, known } = &mut self.known;
        let open = self.sheet.unknown_ancestors(figures, known);
        let evaluated = self.sheet.evaluate(&open, values);
        evaluated.map_err(|fault| Impossible::NoValue(NoValue::of(self.sheet, fault)))?;
        for figure in open {
            known[figure.index()] = true;
        }
        Ok(())
    }
}
