//! A model in which the nodes and committed instances of a plan are integer variables.

use super::variant::Variant;
use crate::demand::trace::Traces;
use crate::model::{self, Model, OptionKind, OptionModel};
use crate::number;
use crate::scenario::document::NodeId;
use crate::sheet::{DescendingLevels, FigureId, Number, Relaxation, Sheet, Values};
use crate::variation::NoValue;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Bounds of the search, both inclusive: nodes first if any are owned, then the instances of each commitment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Region {
    pub from: Vec<u32>,
    pub to: Vec<u32>,
}

impl Region {
    /// Whether it is a single mix.
    pub(crate) fn is_single(&self) -> bool {
        self.from == self.to
    }
}

/// A model with its variables.
#[derive(Debug)]
pub(crate) struct Space {
    pub variant: Variant,
    pub model: Model,
    /// Index of the planned option.
    option: usize,
    /// Whether it is owned or rented.
    pub kind: OptionKind,
    /// Figures of the variables.
    inputs: Vec<FigureId>,
    values: Values<Relaxation>,
    /// Figures of values that are fixed during a search; none for a value without effect on figures.
    held: Vec<Option<FigureId>>,
    /// Deciding figures that depend on the variables.
    moved: Vec<FigureId>,
    /// Reported figures that depend on the variables or the demand factor.
    reported: Vec<FigureId>,
    digits: u32,
}

impl Space {
    /// # Errors
    /// If a figure cannot be computed: that figure.
    pub(crate) fn new(variant: Variant, traces: &Traces, kind: OptionKind) -> Result<Space, NoValue> {
        let scenario = &variant.loaded.scenario;
        let model = model::build(scenario, traces);
        let digits = scenario.currency.value.minor_digits();
        let option = model.options.iter().position(|option| option.id.kind() == kind);
        let option = option.expect("the option of the pair is part of its model");
        let nodes: Vec<NodeId> = variant.nodes.iter().chain(&variant.commitments).copied().collect();
        let input = |node: &NodeId| model.sheet.input(*node).expect("a number of the plan is an input of its option");
        let inputs: Vec<FigureId> = nodes.iter().map(input).collect();
        let decisive = decisive(&model, &model.options[option]);
        let reported = reported(&model, &model.options[option]);
        let moving: Vec<FigureId> = inputs.iter().copied().chain([model.factor]).collect();
        let mut space = Space {
            moved: model.sheet.affected(&inputs, &decisive),
            reported: model.sheet.affected(&moving, &reported),
            values: model.sheet.values(),
            option,
            kind,
            inputs,
            held: Vec::new(),
            model,
            variant,
            digits,
        };
        let all = space.model.sheet.ancestors(&reported);
        if let Err(fault) = space.model.sheet.evaluate(&all, &mut space.values) {
            return Err(NoValue::of(&space.model.sheet, fault));
        }
        Ok(space)
    }

    /// Adds values of the scenario, such as prices, that can change between searches.
    pub(crate) fn holding(self, values: &[NodeId]) -> Space {
        let held: Vec<Option<FigureId>> = values.iter().map(|value| self.model.sheet.input(*value)).collect();
        let Space { model, option, inputs, .. } = &self;
        let moving: Vec<FigureId> = inputs.iter().copied().chain(held.iter().copied().flatten()).collect();
        let all: Vec<FigureId> = moving.iter().copied().chain([model.factor]).collect();
        let moved = model.sheet.affected(&moving, &decisive(model, &model.options[*option]));
        let reported = model.sheet.affected(&all, &reported(model, &model.options[*option]));
        Space { held, moved, reported, ..self }
    }

    /// Sets these values, in the same order.
    pub(crate) fn hold(&mut self, values: &[Decimal]) {
        for (figure, value) in self.held.iter().zip(values) {
            if let Some(figure) = figure {
                let at = self.model.sheet.at(*figure, 0);
                self.values[at] = Relaxation::Fixed(*value);
            }
        }
    }

    pub(crate) fn option(&self) -> &OptionModel {
        &self.model.options[self.option]
    }

    pub(crate) fn sheet(&self) -> &Sheet {
        &self.model.sheet
    }

    /// Levels of a curve in a period.
    pub(crate) fn levels(&self, curve: FigureId, period: usize) -> Option<&DescendingLevels> {
        self.model.sheet.levels(curve, period, &self.values)?.exact()
    }

    /// Numbers computed so far.
    pub(crate) fn work(&self) -> usize {
        self.values.work()
    }

    /// Number of variables that are nodes.
    pub(crate) fn owned(&self) -> usize {
        usize::from(self.variant.nodes.is_some())
    }

    fn put(&mut self, region: &Region) {
        for (direction, input) in self.inputs.iter().enumerate() {
            let at = self.model.sheet.at(*input, 0);
            self.values[at] = Relaxation::input(direction, region.from[direction], region.to[direction]);
        }
    }

    /// Lower bound of the present value in a region; none if no plan in it is possible.
    pub(crate) fn least(&mut self, region: &Region) -> Option<Decimal> {
        self.put(region);
        let Space { model, moved, values, .. } = self;
        model.sheet.evaluate(moved, values).ok()?;
        if self.breaks_a_rule() {
            return None;
        }
        let least = self.values[self.model.sheet.at(self.option().present_value, 0)].bounds();
        Some(least.map_or(Decimal::MIN, |(least, _)| number::money(least, self.digits)))
    }

    /// Present value at a point, rounded to the minor unit; none if not possible.
    pub(crate) fn present_value(&mut self, point: &[u32]) -> Option<Decimal> {
        let region = Region { from: point.to_vec(), to: point.to_vec() };
        self.least(&region)?;
        let present_value = self.values[self.model.sheet.at(self.option().present_value, 0)].exact()?;
        Some(number::money(present_value, self.digits))
    }

    /// Whether a condition is broken everywhere in the region evaluated last.
    fn breaks_a_rule(&self) -> bool {
        let sheet = &self.model.sheet;
        let rules = &sheet.conditions()[self.option().conditions.clone()];
        rules.iter().any(|rule| {
            let at = |period| self.values[sheet.at(rule.not_above_zero, period)].bounds();
            (0..sheet.periods().len()).any(|period| at(period).is_some_and(|(least, _)| number::is_something(least)))
        })
    }

    /// Evaluates the reported figures at a point and a demand factor.
    pub(crate) fn look(&mut self, point: &[u32], factor: Decimal) -> Look<'_> {
        self.put(&Region { from: point.to_vec(), to: point.to_vec() });
        let Space { model, reported, values, .. } = self;
        values[model.sheet.at(model.factor, 0)] = Relaxation::Fixed(factor);
        if model.sheet.evaluate(reported, values).is_err() {
            // a curve has too many levels: all these figures are unknown
            for figure in reported.iter() {
                let places = model.sheet.at(*figure, 0)..;
                places.take(model.sheet.numbers_of(&[*figure])).for_each(|at| values[at] = Relaxation::Unknown);
            }
        }
        values[model.sheet.at(model.factor, 0)] = Relaxation::Fixed(Decimal::ONE);
        Look { space: self }
    }
}

/// A model at a point.
pub(crate) struct Look<'a> {
    space: &'a Space,
}

impl Look<'_> {
    pub(crate) fn value(&self, figure: FigureId) -> Option<Decimal> {
        self.value_in(figure, 0)
    }

    pub(crate) fn value_in(&self, figure: FigureId, period: usize) -> Option<Decimal> {
        self.space.values[self.space.model.sheet.at(figure, period)].exact()
    }

    /// Largest value of a row.
    pub(crate) fn largest(&self, row: FigureId) -> Decimal {
        let periods = 0..self.space.model.sheet.periods().len();
        periods.filter_map(|period| self.value_in(row, period)).max().unwrap_or_default()
    }

    /// An amount rounded to the minor unit.
    pub(crate) fn money(&self, figure: FigureId) -> Option<Decimal> {
        Some(number::money(self.value(figure)?, self.space.digits))
    }

    /// Sum of the printed present values of the lines.
    pub(crate) fn printed(&self) -> Option<Decimal> {
        self.space.option().lines.iter().map(|line| self.money(line.present_value)).sum()
    }

    pub(crate) fn whole(&self, row: FigureId) -> u32 {
        self.largest(row).to_u32().unwrap_or(u32::MAX)
    }

    pub(crate) fn option(&self) -> &OptionModel {
        self.space.option()
    }

    pub(crate) fn space(&self) -> &Space {
        self.space
    }
}

/// Figures that decide between plans.
fn decisive(model: &Model, option: &OptionModel) -> Vec<FigureId> {
    let rules = model.sheet.conditions()[option.conditions.clone()].iter().map(|rule| rule.not_above_zero);
    rules.chain([option.present_value]).collect()
}

/// Figures that are reported for a plan.
fn reported(model: &Model, option: &OptionModel) -> Vec<FigureId> {
    let mut figures = decisive(model, option);
    figures.extend([option.total, option.unserved, model.demanded, model.factor]);
    figures.extend(option.lines.iter().flat_map(|line| [line.present_value, line.total]));
    figures.extend(option.utilization.into_iter().chain(option.nodes));
    for part in &option.parts {
        figures.extend(part.site_power);
        figures.extend(part.jobs.iter().map(|job| job.size));
        figures.extend(part.burst_commitments.iter().map(|commitment| commitment.used_share));
    }
    figures.extend(option.commitments.iter().map(|commitment| commitment.used_share));
    let parts = model.options.iter().flat_map(|option| &option.parts);
    figures.extend(parts.filter_map(|part| part.sizing).flat_map(|sizing| [sizing.units, sizing.unit, sizing.curve]));
    figures
}
