//! An owned fleet at several demands: its cost, hours in service and useful hours.

use super::{FleetRate, Hourly, RateAt, RateLine, SeparateLine, TENTHS};
use crate::amount::{Amount, Ratio};
use crate::analysis::Answer;
use crate::model::{CostLine, FleetModel, OptionModel, PartModel};
use crate::number;
use crate::scenario::quantity::Quantity as _;
use crate::sheet::{FigureId, Values};
use crate::variation::{broken_rules, values_at};
use rust_decimal::Decimal;

/// Demand factor just below the plan.
const NEARBY: Decimal = Decimal::from_parts(999, 0, 0, false, 3);

/// A fleet of an answer.
pub(super) struct Fleet<'a> {
    answer: &'a Answer,
    option: &'a OptionModel,
    part: &'a PartModel,
    model: &'a FleetModel,
    /// Values of all figures in the base case, including those of the fleet's hours, which only rates use.
    values: Values<Decimal>,
    at_plan: FleetFigures,
}

/// Figures of a fleet at a demand.
struct FleetFigures {
    /// Present values of all lines.
    lines: Vec<Decimal>,
    /// Hours in service and useful hours over the horizon.
    in_service: Decimal,
    useful: Decimal,
    /// The same hours, discounted.
    discounted_in_service: Decimal,
    discounted_useful: Decimal,
}

impl<'a> Fleet<'a> {
    /// Fleets of an answer.
    pub(super) fn all(answer: &'a Answer) -> Vec<Fleet<'a>> {
        let options = answer.evaluated.model.options.iter();
        let parts = options.flat_map(|option| option.parts.iter().map(move |part| (option, part)));
        parts.filter_map(|(option, part)| Fleet::of(answer, option, part)).collect()
    }

    fn of(answer: &'a Answer, option: &'a OptionModel, part: &'a PartModel) -> Option<Fleet<'a>> {
        let model = part.fleet.as_ref()?;
        let values = answer.evaluated.with_figures(&model.result_figures())?.values;
        let at_plan = FleetFigures::of(answer, model, &values);
        Some(Fleet { answer, option, part, model, values, at_plan })
    }

    /// Cost per hour.
    pub(super) fn rate(&self) -> FleetRate {
        let loaded = &self.answer.loaded;
        let own = loaded.scenario.own.iter().find(|entry| entry.at == self.part.at);
        let per_node = own.map_or(Decimal::ONE, |entry| entry.value.node.accelerators.value.decimal());
        let digits = loaded.scenario.currency.value.minor_digits();
        let (at_plan, following) = (&self.at_plan, self.following());
        let cost: Decimal = at_plan.lines.iter().sum();
        let follows_use = following.as_deref().map(|lines| lines.iter().sum());
        let hourly = |cost| Hourly::of(cost, at_plan.discounted_useful, at_plan.discounted_in_service, per_node);
        FleetRate {
            option: self.option.id.clone(),
            fleet: self.part.option.clone(),
            accelerator: own.and_then(|entry| Some(entry.value.accelerator.as_ref()?.value.clone())),
            accelerators_per_node: per_node.into(),
            utilization: at_plan.utilization().map(Ratio::rounded),
            hours_in_service: Ratio::rounded(at_plan.in_service),
            useful_hours: Ratio::rounded(at_plan.useful),
            discounted_hours_in_service: Ratio::rounded(at_plan.discounted_in_service),
            discounted_useful_hours: Ratio::rounded(at_plan.discounted_useful),
            present_value: Amount::rounded(cost, digits),
            follows_use: follows_use.map(|cost| Amount::rounded(cost, digits)),
            levelized: hourly(Some(cost)),
            marginal: hourly(follows_use),
            lines: self.lines(following.as_deref(), digits),
            separate_lines: self.separate_lines(),
            at: self.at_other_utilizations(),
        }
    }

    /// Lines with their contributions.
    fn lines(&self, following: Option<&[Decimal]>, digits: u32) -> Vec<RateLine> {
        let over = |value: Decimal| {
            let hours = Some(self.at_plan.discounted_useful).filter(|hours| number::is_something(*hours))?;
            value.checked_div(hours).map(Ratio::rounded)
        };
        let line = |(at, line): (usize, &CostLine)| {
            let value = self.at_plan.lines.get(at).copied().unwrap_or_default();
            let follows_use = following.and_then(|lines| lines.get(at)).copied();
            RateLine {
                name: line.name.clone(),
                group: line.group,
                is_already_owned: line.is_already_owned,
                present_value: Amount::rounded(value, digits),
                follows_use: follows_use.map(|value| Amount::rounded(value, digits)),
                per_useful_accelerator_hour: over(value),
                marginal: follows_use.and_then(over),
            }
        };
        self.model.lines.iter().enumerate().map(line).collect()
    }

    /// Other lines of its option.
    fn separate_lines(&self) -> Vec<SeparateLine> {
        let lines = self.model.separate_lines.iter();
        lines.map(|line| SeparateLine { name: line.name.clone(), group: line.group }).collect()
    }

    /// Part of each line that varies with use: its cost minus that of the same fleet without work. A fleet that is
    /// sized by the demand does not exist without work; for it, the slope just below the plan is used, times all its
    /// useful hours. None if the fleet changes there too.
    fn following(&self) -> Option<Vec<Decimal>> {
        let at_plan = &self.at_plan;
        let idle = self.at(Decimal::ZERO).filter(|at| at.has_fleet_of(at_plan));
        let (other, scale) = if let Some(idle) = idle {
            (idle, Decimal::ONE)
        } else {
            let near = self.at(NEARBY).filter(|at| at.has_fleet_of(at_plan))?;
            let hours = at_plan.discounted_useful - near.discounted_useful;
            (near, at_plan.discounted_useful.checked_div(hours)?)
        };
        let difference = at_plan.lines.iter().zip(&other.lines);
        Some(difference.map(|(planned, other)| (planned - other) * scale).collect())
    }

    /// Cost per hour with the same fleet busy in tenths of its hours, up to the highest utilization possible.
    fn at_other_utilizations(&self) -> Vec<RateAt> {
        let Some(utilization) = self.at_plan.utilization().filter(|share| number::is_something(*share)) else {
            return Vec::new();
        };
        let mut found: Vec<RateAt> = Vec::new();
        for tenth in TENTHS {
            let factor = (Decimal::from(tenth) / Decimal::TEN).checked_div(utilization);
            let Some(at) = factor.and_then(|factor| self.rate_at(factor)) else { continue };
            if found.last().is_some_and(|last| last.utilization >= at.utilization) {
                break;
            }
            found.push(at);
        }
        found
    }

    fn rate_at(&self, factor: Decimal) -> Option<RateAt> {
        if !self.is_possible_at(factor) {
            return None;
        }
        let at = self.at(factor).filter(|at| at.has_fleet_of(&self.at_plan))?;
        let cost: Decimal = at.lines.iter().sum();
        Some(RateAt {
            utilization: Ratio::rounded(at.utilization()?),
            demand_factor: Ratio::rounded(factor),
            per_useful_accelerator_hour: Ratio::rounded(cost.checked_div(at.discounted_useful)?),
            per_accelerator_hour: Ratio::rounded(cost.checked_div(at.discounted_in_service)?),
        })
    }

    /// Figures at a demand factor; none if one cannot be computed.
    fn at(&self, factor: Decimal) -> Option<FleetFigures> {
        let model = &self.answer.evaluated.model;
        let mut values = self.values.clone();
        values[model.sheet.at(model.factor, 0)] = factor;
        model.sheet.evaluate(&model.sheet.affected(&[model.factor], &self.model.result_figures()), &mut values).ok()?;
        Some(FleetFigures::of(self.answer, self.model, &values))
    }

    /// Whether no condition of its option is broken there; a fleet over capacity without an option to burst to has no
    /// cost.
    fn is_possible_at(&self, factor: Decimal) -> bool {
        let sheet = &self.answer.evaluated.model.sheet;
        let rules = &sheet.conditions()[self.option.conditions.clone()];
        let figures: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).collect();
        values_at(&self.answer.evaluated, &figures, factor)
            .is_some_and(|values| broken_rules(sheet, rules, &values).is_empty())
    }
}

impl FleetFigures {
    /// Figures of a fleet from the values of a sheet.
    fn of(answer: &Answer, fleet: &FleetModel, values: &Values<Decimal>) -> FleetFigures {
        let value = |figure: FigureId| values[answer.evaluated.model.sheet.at(figure, 0)];
        FleetFigures {
            lines: fleet.lines.iter().map(|line| value(line.present_value)).collect(),
            in_service: value(fleet.in_service),
            useful: value(fleet.useful),
            discounted_in_service: value(fleet.discounted_in_service),
            discounted_useful: value(fleet.discounted_useful),
        }
    }

    /// Useful hours divided by hours in service.
    fn utilization(&self) -> Option<Decimal> {
        self.useful.checked_div(self.in_service)
    }

    /// Whether it is the same fleet: an equal number of hours in service.
    fn has_fleet_of(&self, other: &FleetFigures) -> bool {
        self.discounted_in_service == other.discounted_in_service
    }
}
