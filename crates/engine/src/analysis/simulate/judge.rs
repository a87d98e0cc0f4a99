//! Evaluation of every draw: the present value of each option, whether it is possible, and which option wins.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::tally::{DrawCounts, DrawOutcome};
use crate::analysis::compare::answer::Answer;
use crate::model::{OptionModel, PartModel};
use crate::scenario::Scenario;
use crate::scenario::quantity::Quantity;
use crate::sheet::{FigureId, LANES, LaneProgram, Lanes};
use crate::variation::{CannotWin, comparable, eligible};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Tolerance for rounding around zero.
const NOTHING: f64 = 1e-9;
/// Maximum of any figure.
const LIMIT: f64 = 1e27;

/// The options with the results that the program computes for them.
pub(super) struct Judge<'a> {
    options: Vec<Judged<'a>>,
    /// Figures with their period, in order.
    results: Vec<(FigureId, usize)>,
    /// Index of the useful hours demanded in the results.
    demanded: usize,
    /// Minor units per unit of the currency: present values are compared in whole minor units.
    minor_units: f64,
    /// Digits of the minor unit.
    minor_digits: u32,
}

/// An option with the indices of its results.
pub(super) struct Judged<'a> {
    pub model: &'a OptionModel,
    /// Reasons why it cannot win in any draw.
    pub cannot_win_because: Vec<CannotWin>,
    present_value: usize,
    /// Figures that must not be above zero.
    conditions: std::ops::Range<usize>,
    /// Unserved work, if no cost of delay is given.
    unserved: Option<usize>,
    /// Hours without headroom, if no cost of delay is given.
    without_headroom: Option<usize>,
    /// Power needed at a site, with the available power.
    power: Vec<(usize, f64)>,
}

/// Indices of results while they are collected.
struct Places<'a> {
    answer: &'a Answer,
    results: Vec<(FigureId, usize)>,
}

impl Places<'_> {
    fn one(&mut self, figure: FigureId) -> usize {
        self.results.push((figure, 0));
        self.results.len() - 1
    }

    /// One result for each period of a row.
    fn all(&mut self, figure: FigureId) -> std::ops::Range<usize> {
        let sheet = &self.answer.evaluated.model.sheet;
        let periods = if sheet.is_row(figure) { sheet.periods().len() } else { 1 };
        let first = self.results.len();
        self.results.extend((0..periods).map(|period| (figure, period)));
        first..self.results.len()
    }

    fn option<'a>(&mut self, scenario: &Scenario, model: &'a OptionModel) -> Judged<'a> {
        let evaluated = &self.answer.evaluated.model;
        let nothing = |_: FigureId| Decimal::ZERO;
        let cannot_win_because = CannotWin::all(
            eligible::ineligible_because(scenario, model, &nothing),
            comparable::not_comparable_because(scenario, evaluated, model, &nothing),
        );
        let present_value = self.one(model.present_value);
        let first = self.results.len();
        for condition in &evaluated.sheet.conditions()[model.conditions.clone()] {
            self.all(condition.not_above_zero);
        }
        let conditions = first..self.results.len();
        let uncosted = scenario.cost_of_delay_per_month.is_none();
        let unserved = uncosted.then(|| self.one(model.unserved));
        let without_headroom = model.without_headroom.filter(|_| uncosted).map(|hours| self.one(hours));
        let power = model.parts.iter().flat_map(|part| self.power(scenario, part)).collect();
        Judged { model, cannot_win_because, present_value, conditions, unserved, without_headroom, power }
    }

    fn power(&mut self, scenario: &Scenario, part: &PartModel) -> Vec<(usize, f64)> {
        let own = scenario.own.iter().find(|entry| entry.at == part.at);
        let available = own.and_then(|entry| entry.value.available_power_kw.as_ref());
        let Some((available, needed)) = available.zip(part.site_power) else { return Vec::new() };
        let available = available.value.decimal().to_f64().unwrap_or(f64::MAX);
        self.all(needed).map(|place| (place, available)).collect()
    }
}

impl<'a> Judge<'a> {
    pub fn new(answer: &'a Answer) -> Judge<'a> {
        let (model, scenario) = (&answer.evaluated.model, &answer.loaded.scenario);
        let mut places = Places { answer, results: Vec::new() };
        let options = model.options.iter().map(|option| places.option(scenario, option)).collect();
        let demanded = places.one(model.demanded);
        let minor_digits = scenario.currency.value.minor_digits();
        let minor_units = libm::pow(10.0, f64::from(minor_digits));
        Judge { options, results: places.results, demanded, minor_units, minor_digits }
    }

    pub fn minor_digits(&self) -> u32 {
        self.minor_digits
    }

    pub fn results(&self) -> &[(FigureId, usize)] {
        &self.results
    }

    pub fn options(&self) -> &[Judged<'a>] {
        &self.options
    }

    /// Adds the first `count` draws of evaluated lanes to the tally.
    pub fn tell(&self, program: &LaneProgram, lanes: &[Box<Lanes>], count: usize, tally: &mut DrawCounts) {
        let demanded = program.result(self.demanded, lanes);
        let mut present_values = Vec::with_capacity(self.options.len());
        for option in &self.options {
            present_values.push((program.result(option.present_value, lanes), option.fares(program, lanes, &demanded)));
        }
        for draw in 0..count {
            let worth = |(worth, fares): &(Lanes, [DrawOutcome; LANES])| (worth[draw], fares[draw]);
            tally.add(present_values.iter().map(worth), self.minor_units);
        }
    }
}

impl Judged<'_> {
    fn fares(&self, program: &LaneProgram, lanes: &[Box<Lanes>], demanded: &Lanes) -> [DrawOutcome; LANES] {
        let can = if self.cannot_win_because.is_empty() { DrawOutcome::CanWin } else { DrawOutcome::CannotWin };
        let mut fares = [can; LANES];
        let mut mark = |at: usize, what: DrawOutcome, broken: &dyn Fn(usize, f64) -> bool| {
            if program.constant(at).is_some_and(|value| (0..LANES).all(|lane| !broken(lane, value))) {
                return;
            }
            for (lane, value) in program.result(at, lanes).into_iter().enumerate() {
                if broken(lane, value) {
                    fares[lane] = what;
                }
            }
        };
        for (place, available) in &self.power {
            mark(*place, DrawOutcome::CannotWin, &|_, needed| needed > available * (1.0 + 1e-12));
        }
        if let Some(unserved) = self.unserved {
            mark(unserved, DrawOutcome::CannotWin, &|lane, hours| hours > demanded[lane] * NOTHING);
        }
        if let Some(hours) = self.without_headroom {
            mark(hours, DrawOutcome::CannotWin, &|_, hours| hours > NOTHING);
        }
        // NaN counts as a broken condition
        for place in self.conditions.clone() {
            mark(place, DrawOutcome::NotPossible, &|_, by| by.is_nan() || by > NOTHING);
        }
        mark(self.present_value, DrawOutcome::NotPossible, &|_, worth| worth.is_nan() || worth.abs() > LIMIT);
        fares
    }
}
