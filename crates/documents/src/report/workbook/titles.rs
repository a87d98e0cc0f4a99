//! Names of figures on sheets of workings: the model's own, their use in an option, or the figure that they are a part of.

use super::layout::Layout;
use crate::model::{Flow, OptionModel};
use crate::sheet::{Binary, FigureId, Formula, Source};
use std::collections::BTreeMap;

/// Maximum number of characters of a formula in words that is a name.
const MOST_WORDS: usize = 60;

/// Names for one sheet.
pub(super) struct Titles<'l, 'a> {
    layout: &'l Layout<'a>,
    by_use: BTreeMap<FigureId, String>,
    /// A figure that is computed from the figure; one with a row and a name, if there is one.
    used_by: BTreeMap<FigureId, FigureId>,
}

impl<'a> Layout<'a> {
    /// Names for the sheet of an option; without one, for a sheet that shows figures of all options.
    pub(super) fn titles(&self, here: Option<usize>) -> Titles<'_, 'a> {
        let mut by_use = BTreeMap::new();
        let others = (0..self.options().len()).filter(|at| Some(*at) != here);
        for at in here.into_iter().chain(others) {
            let option = &self.options()[at];
            let of = if Some(at) == here { String::new() } else { format!("{}: ", option.id) };
            for (figure, name) in self.uses(option) {
                by_use.entry(figure).or_insert_with(|| format!("{of}{name}"));
            }
        }
        for pair in self.pairs() {
            let [own, rent] = [pair.own, pair.rent].map(|at| &self.options()[at].id);
            by_use.entry(pair.difference).or_insert_with(|| format!("present value of {own} less {rent}"));
        }
        Titles { layout: self, by_use, used_by: self.used_by() }
    }

    /// Uses of an option's figures.
    fn uses(&self, option: &OptionModel) -> Vec<(FigureId, String)> {
        let mut uses = Vec::new();
        for condition in self.conditions(option) {
            uses.push((condition.not_above_zero, "must not exceed zero".to_owned()));
        }
        for line in &option.lines {
            let name = format!("{}, {}", line.name, line.group.name().replace('_', " "));
            uses.push((line.total, format!("{name}: total, unrounded")));
            uses.push((line.present_value, format!("{name}: present value, unrounded")));
            for flow in &line.flows {
                let what = match flow {
                    Flow::Monthly(_) => "per month".to_owned(),
                    Flow::InAdvance(_) => "per month, in advance".to_owned(),
                    Flow::FirstMonth(_) => "in the first month".to_owned(),
                    Flow::Once { month, .. } => format!("in {}", self.answer.comparison.header.dated(*month)),
                };
                uses.push((flow.amount(), format!("{name}: {what}")));
            }
        }
        let unnamed = |(figure, name): (Option<FigureId>, &str)| {
            let figure = figure.filter(|figure| self.sheet().row(*figure).name.is_none())?;
            Some((figure, name.to_owned()))
        };
        let results = [
            (Some(option.total), "total of all lines, unrounded"),
            (Some(option.present_value), "present value of all lines, unrounded"),
            (Some(option.useful_hours), "useful accelerator-hours"),
            (Some(option.per_useful_hour), "cost per useful accelerator-hour, levelized"),
            (option.per_unit, "cost per unit of output, levelized"),
            (option.useful_share, "useful share of paid hours"),
            (option.utilization, "utilization of the fleet"),
            (option.energy, "energy a year"),
            (option.carbon, "CO2e a year"),
            (option.nodes, "servers"),
            (option.value.map(|value| value.present_value), "value of the work, present value"),
            (option.factor_limit, "largest demand factor"),
        ];
        uses.extend(results.into_iter().filter_map(unnamed));
        uses
    }

    /// For each figure one that is computed from it, with a row and a name of the model if there is one.
    fn used_by(&self) -> BTreeMap<FigureId, FigureId> {
        let sheet = self.sheet();
        let is_named = |figure: FigureId| sheet.row(figure).name.is_some() && self.has_cells(figure);
        let mut used_by = BTreeMap::new();
        for user in sheet.ancestors(&self.placed()) {
            for operand in sheet.operands(user) {
                let first = *used_by.entry(operand).or_insert(user);
                if !is_named(first) && is_named(user) {
                    used_by.insert(operand, user);
                }
            }
        }
        used_by
    }
}

impl Titles<'_, '_> {
    /// Name of a figure, and whether it is the figure's own.
    pub(super) fn of(&self, figure: FigureId) -> (String, bool) {
        if let Some(name) = self.own(figure) {
            return (name, true);
        }
        let words = self.layout.in_words(figure, 0);
        let formula = &self.layout.sheet().row(figure).formula;
        // brackets stand for what only the formula shows, such as months
        let is_name = words.chars().count() <= MOST_WORDS && !words.contains('[');
        let what = if is_name { words } else { operation(formula).to_owned() };
        let mut user = self.used_by.get(&figure);
        while let Some(at) = user {
            if let Some(name) = self.own(*at).filter(|_| self.layout.has_cells(*at)) {
                return (format!("{what}, part of {name}"), false);
            }
            user = self.used_by.get(at);
        }
        (what, false)
    }

    /// Name by the use of a figure, by the model, or by the calendar.
    fn own(&self, figure: FigureId) -> Option<String> {
        let row = self.layout.sheet().row(figure);
        let by_model = || match (&row.name, &row.formula) {
            (Some(name), _) => Some(name.to_string()),
            (None, Formula::Leaf(Source::Calendar(what))) => Some((*what).to_owned()),
            (None, _) => None,
        };
        self.by_use.get(&figure).cloned().or_else(by_model)
    }
}

/// What a formula computes, in a word or two.
fn operation(formula: &Formula) -> &'static str {
    match formula {
        Formula::Leaf(_) => "number",
        Formula::Binary(Binary::Add, ..) => "sum",
        Formula::Binary(Binary::Subtract, ..) => "difference",
        Formula::Binary(Binary::Multiply, ..) => "product",
        Formula::Binary(Binary::Divide, ..) => "quotient",
        Formula::Binary(Binary::Minimum, ..) => "minimum",
        Formula::Binary(Binary::Maximum, ..) => "maximum",
        Formula::Binary(Binary::PositivePart, ..) => "excess",
        Formula::Ceil(_) => "whole number",
        Formula::Any(_) => "whether above zero",
        Formula::Power(..) => "power",
        Formula::Root(..) => "root",
        Formula::Annuity(_) | Formula::Series(..) => "sum of powers",
        Formula::Dot(..) => "sum over the periods",
        Formula::Pick(..) => "one period",
        Formula::Join(_) => "values by period",
        Formula::Hours(_) => "hours by load",
        Formula::Most(_) => "maximum by load",
        Formula::Curve(_) => "load",
    }
}
