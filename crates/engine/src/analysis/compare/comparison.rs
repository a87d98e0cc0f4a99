//! The comparison: options, verdict, and pairs.

use super::answer::{Answer, Depth, NoAnswer};
use super::break_even::break_evens;
use super::cashflow::Cashflow;
use super::context::{Compare, without_indirect_tax};
use super::horizon::{Horizons, MOST_FOR_HORIZONS, ShortestHorizon};
use super::statement::{BreakEven, Comparison, NoBreakEven, OptionResult, PairResult, Pairs};
use super::too_varied::too_varied;
use super::verdict::verdict;
use crate::analysis::effort::BudgetMultiple;
use crate::analysis::flip::holding::holds_while;
use crate::analysis::header::header;
use crate::demand::trace::Traces;
use crate::model;
use crate::parallel::on_all_cores;
use crate::scenario::Loaded;
use crate::variation::Evaluated;

/// Answer to a scenario.
///
/// # Errors
/// If the scenario has no answer.
pub fn answer(loaded: Loaded, traces: Traces) -> Result<Answer, Box<NoAnswer>> {
    answer_to(loaded, traces, Depth::Whole, BudgetMultiple::USUAL)
}

/// Answer to a scenario at a depth, with a work budget.
///
/// # Errors
/// As [`answer`].
pub fn answer_to(
    loaded: Loaded,
    traces: Traces,
    depth: Depth,
    effort: BudgetMultiple,
) -> Result<Answer, Box<NoAnswer>> {
    if let Some(why) = too_varied(&loaded, &traces) {
        return Err(Box::new(NoAnswer::TooVaried(loaded, why)));
    }
    let model = model::build(&loaded.scenario, &traces);
    let evaluated = match Evaluated::new(model) {
        Ok(evaluated) => evaluated,
        Err(why) => return Err(Box::new(NoAnswer::Unanswered(loaded, why))),
    };
    let header = header(&loaded);
    let without_indirect_tax = without_indirect_tax(&loaded, &evaluated);
    let compare = Compare {
        loaded: &loaded,
        traces: &traces,
        evaluated: &evaluated,
        without_indirect_tax: without_indirect_tax.as_ref(),
        header,
        depth,
        effort,
    };
    let comparison = compare.comparison();
    Ok(Answer { loaded, traces, evaluated, comparison, effort })
}

impl Compare<'_> {
    fn comparison(self) -> Comparison {
        let model = &self.evaluated.model;
        let flows: Vec<Cashflow> = model.options.iter().map(|option| Cashflow::of(self.evaluated, option)).collect();
        let options: Vec<OptionResult> = (0..model.options.len()).map(|at| self.option(at, &flows)).collect();
        let shortest = self.shortest_horizons();
        let break_evens = self.break_evens();
        let pairs = model.pairs.iter().zip(break_evens).zip(&shortest);
        let pairs: Vec<PairResult> =
            on_all_cores(pairs, |((pair, break_even), shortest)| self.pair(pair, &flows, break_even, *shortest));
        let workloads = self.workloads();
        let planned_demand = self.planned_demand(&workloads);
        let verdict = verdict(&self.header, &options, &pairs);
        let warnings = self.warnings(&options, &workloads, &pairs, &verdict);
        let assumed = self.assumed();
        let flips = match self.depth {
            Depth::Whole => holds_while(self.loaded, self.evaluated),
            Depth::WithoutHorizons | Depth::Verdict => Vec::new(),
        };
        let pairs = Pairs { across_sides: pairs, ..Pairs::default() };
        Comparison { header: self.header, options, workloads, planned_demand, pairs, verdict, flips, assumed, warnings }
    }

    /// Break-even of every pair; omitted at verdict depth.
    fn break_evens(&self) -> Vec<BreakEven> {
        match self.depth {
            Depth::Whole | Depth::WithoutHorizons => break_evens(self.evaluated, self.effort),
            Depth::Verdict => {
                let pairs = self.evaluated.model.pairs.iter();
                pairs.map(|_| BreakEven::none(NoBreakEven::NotRequested, None)).collect()
            }
        }
    }

    /// Shortest horizon of every pair; omitted below full depth.
    fn shortest_horizons(&self) -> Vec<ShortestHorizon> {
        let pairs = &self.evaluated.model.pairs;
        match self.depth {
            Depth::Whole => {
                let horizons = Horizons::of(self.loaded, self.traces, self.evaluated);
                horizons.shortest(pairs, self.effort.of(MOST_FOR_HORIZONS))
            }
            Depth::WithoutHorizons | Depth::Verdict => vec![ShortestHorizon::None; pairs.len()],
        }
    }
}
