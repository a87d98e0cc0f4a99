//! What each option of a model comes to at the values of its sheet, each on its own, so that one that is not possible
//! spoils no other. Figures are computed when they are asked for.

use super::evaluated::{Evaluated, broken_rules, divides_by_nothing};
use super::reason::{CannotWin, Impossible, NoValue};
use super::standing::OptionWorth;
use super::{broken, comparable, eligible};
use crate::amount::{Amount, Ratio};
use crate::model::{Model, OptionModel};
use crate::number;
use crate::scenario::Scenario;
use crate::scenario::document::Document;
use crate::sheet::{FigureId, Sheet, Values};
use rust_decimal::Decimal;

/// An option with what it comes to.
pub(super) type Judged = (String, Result<OptionWorth, Impossible>);

/// The values of a sheet, as far as they were computed.
#[derive(Clone, Debug)]
pub(super) struct Known {
    values: Values<Decimal>,
    /// For every figure, whether it has its value.
    known: Vec<bool>,
}

impl Known {
    /// How much was worked out.
    pub(super) fn worked(&self) -> usize {
        self.values.worked()
    }

    /// The value of a figure in a period, which has to be evaluated: it would be read as zero.
    #[track_caller]
    fn value_in(&self, sheet: &Sheet, figure: FigureId, period: usize) -> Decimal {
        assert!(self.known[figure.index()], "figure {} was not evaluated", figure.index());
        self.values[sheet.at(figure, period)]
    }

    /// Why an option cannot win where a scenario judges its figures; it can when there is no reason.
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
        let not_comparable = comparable::not_comparable_because(scenario, model, option, &value);
        CannotWin::all(ineligible, not_comparable)
    }

    /// What is known of a model that is evaluated.
    pub(super) fn of(evaluated: &Evaluated) -> Known {
        Known { values: evaluated.values.clone(), known: evaluated.known().to_vec() }
    }
}

/// A model while its options are judged.
pub(super) struct Judge<'a> {
    /// The scenario at the values that are asked for.
    scenario: &'a Scenario,
    /// The tree whose nodes the model knows.
    document: &'a Document,
    model: &'a Model,
    sheet: &'a Sheet,
    known: Known,
    digits: u32,
}

impl<'a> Judge<'a> {
    /// Of the model that was built of a scenario.
    pub(super) fn new(scenario: &'a Scenario, document: &'a Document, model: &'a Model) -> Judge<'a> {
        let known = Known { values: model.sheet.values(), known: vec![false; model.sheet.all().len()] };
        Judge::at(scenario, document, model, known)
    }

    /// Of a model of which some figures are known.
    pub(super) fn at(scenario: &'a Scenario, document: &'a Document, model: &'a Model, known: Known) -> Judge<'a> {
        let digits = scenario.currency.value.minor_digits();
        Judge { scenario, document, model, sheet: &model.sheet, known, digits }
    }

    /// Of a model that was built of a scenario, at other values of some of its inputs, which another scenario states.
    pub(super) fn moved(
        scenario: &'a Scenario,
        document: &'a Document,
        model: &'a Model,
        stated: &Known,
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

    /// What was computed so far.
    pub(super) fn known(self) -> Known {
        self.known
    }

    /// Every option with what it comes to.
    pub(super) fn all(&mut self) -> Vec<Judged> {
        let model = self.model;
        model.options.iter().map(|option| (option.name.clone(), self.worth(option))).collect()
    }

    /// The sum of the printed present values of an option's lines; none where it is not possible.
    pub(super) fn present_value_of(&mut self, option: &str) -> Option<Decimal> {
        let option = self.model.options.iter().find(|other| other.name == option)?;
        self.keeps_its_conditions(option).ok()?;
        self.present_value(option).ok()
    }

    /// Whether nothing that its sheet says makes an option impossible.
    fn keeps_its_conditions(&mut self, option: &OptionModel) -> Result<(), Impossible> {
        let rules = &self.sheet.conditions()[option.conditions.clone()];
        let conditions: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).collect();
        self.evaluate(&conditions)?;
        match broken_rules(self.sheet, rules, &self.known.values).first() {
            Some(rule) => Err(Impossible::Breaks(broken::of(self.scenario, self.document, rule))),
            None => Ok(()),
        }
    }

    /// The sum of its printed lines.
    fn present_value(&mut self, option: &OptionModel) -> Result<Decimal, Impossible> {
        let lines: Vec<FigureId> = option.lines.iter().map(|line| line.present_value).collect();
        self.evaluate(&lines)?;
        Ok(lines.into_iter().map(|line| number::money(self.value(line), self.digits)).sum())
    }

    fn worth(&mut self, option: &OptionModel) -> Result<OptionWorth, Impossible> {
        self.keeps_its_conditions(option)?;
        let lines = option.lines.iter().map(|line| line.total);
        let sites = option.parts.iter().filter_map(|part| part.site_power);
        let sums = [option.present_value, option.undone, self.model.demanded];
        let needed: Vec<FigureId> = lines.chain(sites).chain(sums).chain(option.without_headroom).collect();
        self.evaluate(&needed)?;
        let present_value = self.present_value(option)?;
        let money = |figure| number::money(self.value(figure), self.digits);
        Ok(OptionWorth {
            total: Amount::new(option.lines.iter().map(|line| money(line.total)).sum(), self.digits),
            present_value: Amount::new(present_value, self.digits),
            unrounded: self.value(option.present_value),
            cannot_win_because: self.known.cannot_win_because(self.scenario, self.model, option),
            per_useful_hour: self.ratio(option.per_useful_hour),
        })
    }

    #[track_caller]
    fn value(&self, figure: FigureId) -> Decimal {
        self.known.value_in(self.sheet, figure, 0)
    }

    /// A ratio, where it does not divide by nothing.
    fn ratio(&mut self, figure: FigureId) -> Option<Ratio> {
        self.evaluate(&[figure]).ok()?;
        (!divides_by_nothing(self.sheet, &self.known.values, figure)).then(|| Ratio::rounded(self.value(figure)))
    }

    /// Computes figures and all that they are computed from, unless that is done.
    fn evaluate(&mut self, figures: &[FigureId]) -> Result<(), Impossible> {
        let Known { values, known } = &mut self.known;
        let open = self.sheet.unknown_ancestors(figures, known);
        let evaluated = self.sheet.evaluate(&open, values);
        evaluated.map_err(|fault| Impossible::NoValue(NoValue::of(self.sheet, fault)))?;
        for figure in open {
            known[figure.index()] = true;
        }
        Ok(())
    }
}
