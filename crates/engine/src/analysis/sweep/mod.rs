//! Sweep: the decision over values of one or two inputs, with the cost of each option and the winner at every value.

mod json;
mod unswept;
mod vary;

pub use unswept::{StepError, SweepError};
pub use vary::{MOST_POINTS, Swept, Vary};

use super::UnknownOption;
use super::difference::Chosen;
use super::header::{Header, header};
use crate::amount::{self, Amount};
use crate::demand::trace::Traces;
use crate::model::OptionId;
use crate::parallel::on_all_cores;
use crate::scenario::Loaded;
use crate::variation::{Decision, Variation};
use rust_decimal::Decimal;
use serde::Serialize;

/// Decisions of a scenario over values of its inputs.
#[derive(Debug)]
pub struct Sweep {
    /// Settings of the scenario.
    pub header: Header,
    /// The one or two inputs that vary.
    pub inputs: Vec<Swept>,
    /// Decision at every value of the first input and, within it, of the second.
    pub points: Vec<Point>,
    /// Figure in the cells of a table of two inputs.
    pub figure: PointFigure,
}

/// Figure of a point in a table of two inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum PointFigure {
    /// Saving of the winner over the runner-up, in present value.
    #[default]
    Saving,
    /// Present value of the winner.
    PresentValue,
    /// Present value of one option, wherever it is possible.
    PresentValueOf(OptionId),
    /// None: the winner alone.
    Winner,
}

/// Decision at one value of every input.
#[derive(Debug, PartialEq, Eq)]
pub struct Point {
    /// Value of each input.
    pub values: Vec<Decimal>,
    /// Decision there.
    pub decision: Decision,
}

/// Range of values of an input with the same winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WinnerRange {
    /// Option that wins; null if no option can be chosen.
    pub winner: Option<OptionId>,
    /// First value.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "amount::Ratio"))]
    pub from: Decimal,
    /// Last value.
    #[serde(serialize_with = "amount::ratio")]
    #[cfg_attr(feature = "schema", schemars(with = "amount::Ratio"))]
    pub to: Decimal,
}

/// Resolves the inputs of a sweep and decides at every point, in parallel, with points in order.
///
/// # Errors
/// If an input does not exist, cannot take a value, or there are too many points.
pub fn sweep(loaded: &Loaded, traces: &Traces, inputs: &[Vary]) -> Result<Sweep, SweepError> {
    let variation = Variation::of(loaded, traces);
    let inputs: Vec<Swept> = inputs.iter().map(|input| input.resolve(&variation)).collect::<Result<_, _>>()?;
    if let [first, second] = inputs.as_slice()
        && first.path == second.path
    {
        return Err(SweepError::Twice { path: first.path.clone() });
    }
    let count: usize = inputs.iter().map(|input| input.values.len()).product();
    if count > MOST_POINTS {
        let values = inputs.iter().map(|input| input.values.len()).collect();
        return Err(SweepError::TooManyPoints { values, points: count });
    }
    let all: Vec<Vec<Decimal>> = combinations(&inputs);
    let along = variation.along(&inputs.iter().map(|input| input.path.clone()).collect::<Vec<_>>());
    let points = on_all_cores(all, |values| {
        let texts: Vec<String> = inputs.iter().zip(&values).map(|(input, value)| input.text(*value)).collect();
        Point { decision: along.at(&texts), values }
    });
    Ok(Sweep { header: header(loaded), inputs, points, figure: PointFigure::default() })
}

/// Every value of the first input with every value of the others.
fn combinations(inputs: &[Swept]) -> Vec<Vec<Decimal>> {
    inputs.iter().fold(vec![Vec::new()], |before, input| {
        let with = |values: Vec<Decimal>| {
            input.values.iter().map(move |value| values.iter().copied().chain([*value]).collect::<Vec<_>>())
        };
        before.into_iter().flat_map(with).collect()
    })
}

impl Sweep {
    /// The sweep with another figure in the cells of its table.
    ///
    /// # Errors
    /// If no option has the name.
    pub fn showing(self, figure: PointFigure) -> Result<Sweep, UnknownOption> {
        if let (PointFigure::PresentValueOf(option), Some(point)) = (&figure, self.points.first())
            && point.decision.option(option).is_none()
        {
            return Err(UnknownOption::new(option.as_str(), point.decision.options.iter().map(|known| &known.name)));
        }
        Ok(Sweep { figure, ..self })
    }

    /// Winner of a point, and its margin over the runner-up.
    #[must_use]
    pub fn choice(&self, point: &Point) -> Chosen {
        Chosen::of(&point.decision, self.header.close_call)
    }

    /// The figure of a point; none if it has none, such as a saving without a runner-up.
    #[must_use]
    pub fn amount(&self, point: &Point) -> Option<Amount> {
        match &self.figure {
            PointFigure::Saving => self.choice(point).saving,
            PointFigure::PresentValue => point.decision.winning()?.present_value(),
            PointFigure::PresentValueOf(option) => point.decision.option(option)?.present_value(),
            PointFigure::Winner => None,
        }
    }

    /// Ranges of the first input with the same winner; only for a single input.
    #[must_use]
    pub fn winner_ranges(&self) -> Vec<WinnerRange> {
        let mut found: Vec<WinnerRange> = Vec::new();
        for point in self.points.iter().filter(|point| point.values.len() == 1) {
            let winner = point.decision.winning().map(|option| option.name.clone());
            match found.last_mut() {
                Some(last) if last.winner == winner => last.to = point.values[0],
                Some(_) | None => found.push(WinnerRange { winner, from: point.values[0], to: point.values[0] }),
            }
        }
        found
    }

    /// Whether a point is the base case.
    #[must_use]
    pub fn is_base_case(&self, point: &Point) -> bool {
        self.inputs.iter().zip(&point.values).all(|(input, value)| input.base_value == Some(*value))
    }
}
