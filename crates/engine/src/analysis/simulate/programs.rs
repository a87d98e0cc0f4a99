//! Programs of a simulation. An uncertain whole number, such as a lead time or a number of servers, determines the structure
//! of the figures, so these are built once for each combination of whole numbers.

#![allow(clippy::float_arithmetic, reason = "draws are statistical: lanes compute in binary floating point")]

use super::Input;
use super::judge::Judge;
use super::tally::{DrawCounts, DrawOutcome};
use super::walks::support;
use crate::analysis::compare::answer::Answer;
use crate::demand::trace::Traces;
use crate::model::{self, Model};
use crate::parallel::on_all_cores;
use crate::scenario::document::NodeId;
use crate::scenario::{Loaded, OptionId, Scenario, Setting};
use crate::sheet::{Drawn, FigureId, LANES, LaneProgram, Lanes, Values};
use crate::variation::{CannotWin, Unanswered, Variation};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeSet;

/// Programs for all combinations of whole numbers.
pub(super) struct Programs {
    /// Indices of the uncertain whole numbers among the inputs, each with its values in ascending order.
    whole: Vec<(usize, Vec<f64>)>,
    /// In the order of the combinations, the last whole number first; none if no option is possible.
    of_combinations: Vec<Option<Program>>,
    options: usize,
    /// Digits of the minor unit: present values are compared in whole minor units.
    minor_digits: u32,
}

/// A program with the inputs that it reads and the results that it computes.
pub(super) struct Program {
    lanes: LaneProgram,
    judge: Judge,
    /// Indices of the inputs that its figures depend on.
    inputs: Vec<usize>,
}

/// A model with values of its figures, as far as computed.
struct PartialModel<'a> {
    model: &'a Model,
    values: Values<Decimal>,
    computed: Vec<bool>,
}

impl PartialModel<'_> {
    /// Computes figures; whether all of them have a value.
    fn evaluate(&mut self, results: &[(FigureId, usize)]) -> bool {
        let figures: Vec<FigureId> = results.iter().map(|(figure, _)| *figure).collect();
        let open = self.model.sheet.unknown_ancestors(&figures, &self.computed);
        let evaluated = self.model.sheet.evaluate(&open, &mut self.values).is_ok();
        if evaluated {
            for figure in &open {
                self.computed[figure.index()] = true;
            }
        }
        evaluated
    }
}

impl Programs {
    /// Programs for the uncertain inputs of an answer.
    ///
    /// # Errors
    /// If a figure cannot be computed in any draw.
    pub(super) fn new(answer: &Answer, inputs: &[Input]) -> Result<Programs, Unanswered> {
        let evaluated = &answer.evaluated;
        let names: Vec<OptionId> = evaluated.model.options.iter().map(|option| option.id.clone()).collect();
        let whole: Vec<(usize, Vec<Decimal>)> = inputs
            .iter()
            .enumerate()
            .filter(|(_, input)| input.uncertain.is_whole)
            .filter_map(|(at, input)| Some((at, input.uncertain.spread.whole_values()?)))
            .collect();
        let programs = if whole.is_empty() && inputs.iter().all(|input| input.uncertain.spread.walk().is_none()) {
            let judge = Judge::new(&answer.loaded.scenario, &evaluated.model, &names, |_| true);
            vec![Some(Program::new(&answer.loaded, &evaluated.model, &evaluated.values, judge, inputs)?)]
        } else {
            let variation = Variation::of(&answer.loaded, &answer.traces);
            let one = |values: Vec<Decimal>| {
                let setting = |((at, _), value): (&(usize, Vec<Decimal>), &Decimal)| {
                    let Input { uncertain, .. } = &inputs[*at];
                    Setting { path: uncertain.path.clone(), value: value.to_string() }
                };
                let settings: Vec<Setting> = whole.iter().zip(&values).map(setting).collect();
                let Some(loaded) = variation.allowed_with(&settings) else { return Ok(None) };
                let walking = walking(inputs, &loaded.scenario);
                let model = model::build_walking(&loaded.scenario, &answer.traces, &walking, None);
                Program::partial(&loaded, &model, &names, inputs).map(Some)
            };
            let built: Vec<Result<Option<Program>, Unanswered>> = on_all_cores(combinations(&whole), one);
            built.into_iter().collect::<Result<_, Unanswered>>()?
        };
        let float = |values: Vec<Decimal>| values.iter().map(|value| value.to_f64().unwrap_or_default()).collect();
        Ok(Programs {
            whole: whole.into_iter().map(|(at, values)| (at, float(values))).collect(),
            of_combinations: programs,
            options: names.len(),
            minor_digits: answer.loaded.scenario.currency.value.minor_digits(),
        })
    }

    /// Number of options.
    pub(super) fn options(&self) -> usize {
        self.options
    }

    /// Digits of the minor unit.
    pub(super) fn minor_digits(&self) -> u32 {
        self.minor_digits
    }

    /// Reasons why an option cannot win in any draw; none if it can with some whole numbers.
    pub(super) fn cannot_win_because(&self, option: usize) -> Vec<CannotWin> {
        let judged =
            self.of_combinations.iter().flatten().filter_map(|program| program.judge.options()[option].as_ref());
        let mut least: Option<&Vec<CannotWin>> = None;
        for judged in judged {
            if least.is_none_or(|least| judged.cannot_win_because.len() < least.len()) {
                least = Some(&judged.cannot_win_because);
            }
        }
        least.cloned().unwrap_or_default()
    }

    /// Lanes for playing any of the programs.
    #[allow(clippy::vec_box, reason = "as programs allocate them")]
    pub(super) fn lanes(&self) -> Vec<Box<Lanes>> {
        let lanes = self.of_combinations.iter().flatten().map(|program| program.lanes.lanes());
        lanes.max_by_key(Vec::len).unwrap_or_default()
    }

    /// Evaluates the draws of a block, those with the same whole numbers together.
    pub(super) fn play(&self, drawn: &[Vec<f64>], count: usize, lanes: &mut [Box<Lanes>], tally: &mut DrawCounts) {
        let minor_units = libm::pow(10.0, f64::from(self.minor_digits));
        let mut draws_of: Vec<Vec<usize>> = vec![Vec::new(); self.of_combinations.len()];
        for draw in 0..count {
            draws_of[self.program_of(drawn, draw)].push(draw);
        }
        for (program, draws) in self.of_combinations.iter().zip(&draws_of) {
            if let Some(program) = program {
                program.play((drawn, draws), lanes, minor_units, tally);
                continue;
            }
            let none = std::iter::repeat_n((f64::NAN, DrawOutcome::NotPossible), self.options);
            for _ in draws {
                tally.add(none.clone(), minor_units);
            }
        }
    }

    /// Index of the program for the whole numbers of a draw.
    fn program_of(&self, drawn: &[Vec<f64>], draw: usize) -> usize {
        self.whole.iter().fold(0, |index, (at, values)| {
            index * values.len() + values.partition_point(|value| *value < drawn[*at][draw]).min(values.len() - 1)
        })
    }
}

/// Nodes of the rented options whose prices walk, as far as a scenario has them.
fn walking(inputs: &[Input], scenario: &Scenario) -> Vec<NodeId> {
    inputs.iter().filter_map(|input| rent_of_walk(input, scenario)).collect()
}

/// Node of the rented option whose price walks.
fn rent_of_walk(input: &Input, scenario: &Scenario) -> Option<NodeId> {
    input.uncertain.spread.walk()?;
    let option = OptionId::of_path(&input.uncertain.path)?;
    scenario.rent.iter().find(|entry| OptionId::rent(&entry.name) == option).map(|entry| entry.at)
}

impl Program {
    /// Program of one option of a scenario whose prices walk; none if the option is not possible whatever is drawn.
    ///
    /// # Errors
    /// If a figure cannot be computed in any draw.
    pub(super) fn of_option(
        loaded: &Loaded,
        traces: &Traces,
        option: &OptionId,
        inputs: &[Input],
    ) -> Result<Option<Program>, Unanswered> {
        let required = BTreeSet::from([option.clone()]);
        let walking = walking(inputs, &loaded.scenario);
        let model = model::build_walking(&loaded.scenario, traces, &walking, Some(&required));
        let program = Program::partial(loaded, &model, std::slice::from_ref(option), inputs)?;
        Ok(program.judge.options().iter().all(Option::is_some).then_some(program))
    }

    /// Program of some options of a model of which nothing is known yet.
    fn partial(loaded: &Loaded, model: &Model, names: &[OptionId], inputs: &[Input]) -> Result<Program, Unanswered> {
        let mut known =
            PartialModel { model, values: model.sheet.values(), computed: vec![false; model.sheet.all().len()] };
        let judge = Judge::new(&loaded.scenario, model, names, |results| known.evaluate(results));
        Program::new(loaded, model, &known.values, judge, inputs)
    }

    fn new(
        loaded: &Loaded,
        model: &Model,
        values: &Values<Decimal>,
        judge: Judge,
        inputs: &[Input],
    ) -> Result<Program, Unanswered> {
        let figure = |input: &Input| model.sheet.input(loaded.document.find(&input.uncertain.path)?);
        let mut read = Vec::new();
        let mut drawn = Vec::new();
        // the factors of walks come after all inputs, in their order
        let mut next = inputs.len();
        for (at, input) in inputs.iter().enumerate().filter(|(_, input)| !input.uncertain.is_whole) {
            if let Some(walk) = input.uncertain.spread.walk() {
                let rent = rent_of_walk(input, &loaded.scenario);
                let factors = model.walks.iter().filter(|of| Some(of.rent) == rent).flat_map(|of| &of.factors);
                for (month, figure) in (0..).zip(factors) {
                    let (low, high) = support(walk, month);
                    read.push(next + month as usize);
                    drawn.push(Drawn { figure: *figure, low, high });
                }
                next += walk.steps() as usize;
            } else if let Some(figure) = figure(input) {
                let (low, high) = input.distribution.support();
                read.push(at);
                drawn.push(Drawn { figure, low, high });
            }
        }
        let lanes = model
            .sheet
            .lane_program(values, &drawn, judge.results())
            .map_err(|fault| Unanswered::fault(&model.sheet, fault))?;
        Ok(Program { lanes, judge, inputs: read })
    }

    /// Lanes for playing it.
    #[allow(clippy::vec_box, reason = "as programs allocate them")]
    pub(super) fn lanes(&self) -> Vec<Box<Lanes>> {
        self.lanes.lanes()
    }

    /// Evaluates some draws, and adds them to the tally.
    pub(super) fn play(
        &self,
        (drawn, draws): (&[Vec<f64>], &[usize]),
        lanes: &mut [Box<Lanes>],
        minor_units: f64,
        tally: &mut DrawCounts,
    ) {
        for some in draws.chunks(LANES) {
            self.lanes.play(&self.lanes_of(drawn, some), lanes);
            self.judge.tell(&self.lanes, lanes, some.len(), minor_units, tally);
        }
    }

    /// Lanes with some draws of the inputs that it reads; the last is repeated.
    fn lanes_of(&self, drawn: &[Vec<f64>], draws: &[usize]) -> Vec<Lanes> {
        let lanes = |at: &usize| {
            let mut lanes = [0.0; LANES];
            for (lane, to) in lanes.iter_mut().enumerate() {
                let draw = draws.get(lane).or(draws.last());
                *to = draw.map(|draw| drawn[*at][*draw]).unwrap_or_default();
            }
            lanes
        };
        self.inputs.iter().map(lanes).collect()
    }
}

/// All combinations of the values of whole numbers, the last changing fastest.
fn combinations(whole: &[(usize, Vec<Decimal>)]) -> Vec<Vec<Decimal>> {
    whole.iter().fold(vec![Vec::new()], |before, (_, values)| {
        let longer = |first: &Vec<Decimal>| -> Vec<Vec<Decimal>> {
            values.iter().map(|value| first.iter().copied().chain([*value]).collect()).collect()
        };
        before.iter().flat_map(longer).collect()
    })
}
