//! Evaluation of every draw: the present value of each option, whether it is possible, and which option wins.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::tally::{DrawCounts, DrawOutcome};
use crate::model::{Model, OptionModel, PartModel};
use crate::scenario::quantity::Quantity;
use crate::scenario::{OptionId, Scenario};
use crate::sheet::{FigureId, LANES, LaneProgram, Lanes};
use crate::variation::{CannotWin, comparable, eligible};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Tolerance for rounding around zero.
const NOTHING: f64 = 1e-9;
/// Maximum of any figure.
const LIMIT: f64 = 1e27;

/// The options with the results that a program computes for them.
pub(super) struct Judge {
    /// In the order of the results of a simulation; none if an option is not possible whatever is drawn.
    options: Vec<Option<Judged>>,
    /// Figures with their period, in order.
    results: Vec<(FigureId, usize)>,
    /// Index of the useful hours demanded in the results.
    demanded: usize,
}

/// An option with the indices of its results.
pub(super) struct Judged {
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
    scenario: &'a Scenario,
    model: &'a Model,
    results: Vec<(FigureId, usize)>,
}

impl Places<'_> {
    fn one(&mut self, figure: FigureId) -> usize {
        self.results.push((figure, 0));
        self.results.len() - 1
    }

    /// One result for each period of a row.
    fn all(&mut self, figure: FigureId) -> std::ops::Range<usize> {
        let sheet = &self.model.sheet;
        let periods = if sheet.is_row(figure) { sheet.periods().len() } else { 1 };
        let first = self.results.len();
        self.results.extend((0..periods).map(|period| (figure, period)));
        first..self.results.len()
    }

    fn option(&mut self, option: &OptionModel) -> Judged {
        let (model, scenario) = (self.model, self.scenario);
        let nothing = |_: FigureId| Decimal::ZERO;
        let cannot_win_because = CannotWin::all(
            eligible::ineligible_because(scenario, option, &nothing),
            comparable::not_comparable_because(scenario, option, model.demanded, &nothing),
        );
        let present_value = self.one(option.present_value);
        let first = self.results.len();
        for condition in &model.sheet.conditions()[option.conditions.clone()] {
            self.all(condition.not_above_zero);
        }
        let conditions = first..self.results.len();
        let uncosted = scenario.cost_of_delay_per_month.is_none();
        let unserved = uncosted.then(|| self.one(option.unserved));
        let without_headroom = option.without_headroom.filter(|_| uncosted).map(|hours| self.one(hours));
        let power = option.parts.iter().flat_map(|part| self.power(part)).collect();
        Judged { cannot_win_because, present_value, conditions, unserved, without_headroom, power }
    }

    fn power(&mut self, part: &PartModel) -> Vec<(usize, f64)> {
        let own = self.scenario.own.iter().find(|entry| entry.at == part.at);
        let available = own.and_then(|entry| entry.value.available_power_kw.as_ref());
        let Some((available, needed)) = available.zip(part.site_power) else { return Vec::new() };
        let available = available.value.decimal().to_f64().unwrap_or(f64::MAX);
        self.all(needed).map(|place| (place, available)).collect()
    }
}

impl Judge {
    /// The options with these names. `evaluated` computes figures of the model, and returns whether all of them have a
    /// value; an option without is not possible.
    pub fn new(
        scenario: &Scenario,
        model: &Model,
        names: &[OptionId],
        mut evaluated: impl FnMut(&[(FigureId, usize)]) -> bool,
    ) -> Judge {
        let mut places = Places { scenario, model, results: Vec::new() };
        let option = |name: &OptionId| {
            let first = places.results.len();
            let judged = places.option(model.options.iter().find(|option| option.id == *name)?);
            let has_values = evaluated(&places.results[first..]);
            if !has_values {
                places.results.truncate(first);
            }
            has_values.then_some(judged)
        };
        let options = names.iter().map(option).collect();
        let demanded = places.one(model.demanded);
        evaluated(&places.results[demanded..]);
        Judge { options, results: places.results, demanded }
    }

    pub fn results(&self) -> &[(FigureId, usize)] {
        &self.results
    }

    pub fn options(&self) -> &[Option<Judged>] {
        &self.options
    }

    /// Adds the first `count` draws of evaluated lanes to the tally.
    pub fn tell(
        &self,
        program: &LaneProgram,
        lanes: &[Box<Lanes>],
        count: usize,
        minor_units: f64,
        tally: &mut DrawCounts,
    ) {
        let demanded = program.result(self.demanded, lanes);
        let present_values: Vec<(Lanes, [DrawOutcome; LANES])> = self
            .options
            .iter()
            .map(|option| match option {
                Some(option) => {
                    (program.result(option.present_value, lanes), option.outcomes(program, lanes, &demanded))
                }
                None => ([f64::NAN; LANES], [DrawOutcome::NotPossible; LANES]),
            })
            .collect();
        for draw in 0..count {
            let one = |(value, outcomes): &(Lanes, [DrawOutcome; LANES])| (value[draw], outcomes[draw]);
            tally.add(present_values.iter().map(one), minor_units);
        }
    }
}

impl Judged {
    fn outcomes(&self, program: &LaneProgram, lanes: &[Box<Lanes>], demanded: &Lanes) -> [DrawOutcome; LANES] {
        let can = if self.cannot_win_because.is_empty() { DrawOutcome::CanWin } else { DrawOutcome::CannotWin };
        let mut outcomes = [can; LANES];
        let mut mark = |at: usize, what: DrawOutcome, broken: &dyn Fn(usize, f64) -> bool| {
            if program.constant(at).is_some_and(|value| (0..LANES).all(|lane| !broken(lane, value))) {
                return;
            }
            for (lane, value) in program.result(at, lanes).into_iter().enumerate() {
                if broken(lane, value) {
                    outcomes[lane] = what;
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
        mark(self.present_value, DrawOutcome::NotPossible, &|_, value| value.is_nan() || value.abs() > LIMIT);
        outcomes
    }
}
