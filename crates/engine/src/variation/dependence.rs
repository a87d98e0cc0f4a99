//! Whether a decision depends on an input.

use super::evaluated::broken_rules;
use super::{Decision, Evaluated, Variation};
use crate::model::OptionModel;
use crate::scenario::Setting;
use crate::scenario::document::NodeId;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

impl Evaluated {
    /// Whether an option's present value changes at another value of an input. It recomputes existing figures only, so
    /// it can miss the effect of an input that determines their structure or affects more than amounts.
    #[must_use]
    pub fn amounts_follow(&self, input: NodeId, value: Decimal) -> bool {
        let sheet = &self.model.sheet;
        let Some(input) = sheet.input(input) else { return false };
        let present_values: Vec<FigureId> = self.model.options.iter().map(|option| option.present_value).collect();
        let affected = sheet.affected(&[input], &present_values);
        let mut values = self.values.clone();
        values[sheet.at(input, 0)] = value;
        // a figure that can't be computed there counts as a change
        let computed = sheet.evaluate(&affected, &mut values).is_ok();
        !computed
            || present_values.iter().any(|figure| values[sheet.at(*figure, 0)] != self.values[sheet.at(*figure, 0)])
    }

    /// Some figures of an option at another value of an input; none if that breaks a condition of the option, or if one
    /// of them cannot be computed. Other options are not evaluated.
    #[must_use]
    pub fn of_option_at(
        &self,
        option: &OptionModel,
        figures: &[FigureId],
        (input, value): (FigureId, Decimal),
    ) -> Option<Vec<Decimal>> {
        let sheet = &self.model.sheet;
        let rules = &sheet.conditions()[option.conditions.clone()];
        let results: Vec<FigureId> =
            rules.iter().map(|rule| rule.not_above_zero).chain(figures.iter().copied()).collect();
        let mut values = self.values.clone();
        values[sheet.at(input, 0)] = value;
        sheet.evaluate(&sheet.affected(&[input], &results), &mut values).ok()?;
        let figures = figures.iter().map(|figure| values[sheet.at(*figure, 0)]).collect();
        broken_rules(sheet, rules, &values).is_empty().then_some(figures)
    }
}

impl Variation<'_> {
    /// Whether the decision or the cost of any option differs between values of an input, over a number of months.
    #[must_use]
    pub fn changes_over(&self, months: u32, path: &str, values: &[Decimal]) -> bool {
        let horizon = &self.loaded.scenario.horizon_months;
        let document = &self.loaded.document;
        let number = document.find(path).and_then(|at| document.number(at));
        let at = |value: &Decimal| -> Decision {
            let written = number.map_or_else(|| value.to_string(), |number| number.written(*value));
            let mut settings = vec![Setting { path: path.to_owned(), value: written }];
            if months != horizon.value.count() {
                settings.push(Setting { path: self.loaded.document.path(horizon.at), value: months.to_string() });
            }
            self.with(&settings)
        };
        let mut decisions = values.iter().map(at);
        let first = decisions.next();
        decisions.any(|other| first.as_ref() != Some(&other))
    }
}
