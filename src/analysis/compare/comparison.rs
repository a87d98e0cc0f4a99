//! The comparison: options stated side by side, judged, and set against each other in pairs.

use super::answer::{Answer, Depth, NoAnswer};
use super::cashflow::Cashflow;
use super::horizon::Horizons;
use super::statement::{Comparison, OptionStatement, PairStatement, Pairs};
use super::stating::Compare;
use super::too_varied::too_varied;
use super::verdict::verdict;
use crate::analysis::flip::holding::holds_while;
use crate::analysis::header::header;
use crate::demand::trace::Traces;
use crate::model;
use crate::scenario::Loaded;
use crate::variation::Evaluated;
use rayon::prelude::*;

/// Computes what a scenario says.
///
/// # Errors
/// If it asks for something impossible.
pub fn answer(loaded: Loaded, traces: Traces) -> Result<Answer, Box<NoAnswer>> {
    answer_to(loaded, traces, Depth::Whole)
}

/// Computes as much of what a scenario says.
///
/// # Errors
/// As [`answer`].
pub fn answer_to(loaded: Loaded, traces: Traces, depth: Depth) -> Result<Answer, Box<NoAnswer>> {
    if let Some(why) = too_varied(&loaded, &traces) {
        return Err(Box::new(NoAnswer::TooVaried(loaded, why)));
    }
    let model = model::build(&loaded.scenario, &traces);
    let evaluated = match Evaluated::new(model) {
        Ok(evaluated) => evaluated,
        Err(why) => return Err(Box::new(NoAnswer::Unanswered(loaded, why))),
    };
    let header = header(&loaded);
    let comparison = Compare { loaded: &loaded, traces: &traces, evaluated: &evaluated, header, depth }.comparison();
    Ok(Answer { loaded, traces, evaluated, comparison })
}

impl Compare<'_> {
    fn comparison(self) -> Comparison {
        let model = &self.evaluated.model;
        let flows: Vec<Cashflow> = model.options.iter().map(|option| Cashflow::of(self.evaluated, option)).collect();
        let options: Vec<OptionStatement> = (0..model.options.len()).map(|at| self.option(at, &flows)).collect();
        let shortest = self.shortest_horizons();
        // on all cores, in their order
        let pairs = model.pairs.par_iter().zip(&shortest);
        let pairs: Vec<PairStatement> = pairs.map(|(pair, shortest)| self.pair(pair, &flows, *shortest)).collect();
        let workloads = self.workloads();
        let verdict = verdict(&self.header, &options, &pairs);
        let warnings = self.warnings(&options, &workloads, &pairs);
        let assumed = self.assumed();
        let flips = match self.depth {
            Depth::Whole => holds_while(self.loaded, self.evaluated),
            Depth::WithoutHorizons | Depth::Verdict => Vec::new(),
        };
        let pairs = Pairs { across_sides: pairs, ..Pairs::default() };
        Comparison { header: self.header, options, workloads, pairs, verdict, flips, assumed, warnings }
    }

    /// For every pair the shortest horizon from which on owning wins; none where nobody asks.
    fn shortest_horizons(&self) -> Vec<Option<u32>> {
        let pairs = &self.evaluated.model.pairs;
        match self.depth {
            Depth::Whole => Horizons::of(self.loaded, self.traces, self.evaluated).shortest(pairs),
            Depth::WithoutHorizons | Depth::Verdict => vec![None; pairs.len()],
        }
    }
}
