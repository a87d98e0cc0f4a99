//! Search of all inputs in scope for their flip values.

use super::candidates::contest;
use super::effort::MOST_FOR_FIGURES;
use super::evaluation::Candidates;
use super::factor::{Factor, Factors};
use super::find::{Find, Outcome};
use super::moving::EvaluationCache;
use super::result::{Flips, Scope, Undecided};
use super::whole::WholeNumbers;
use crate::analysis::compare::answer::Answer;
use crate::analysis::effort::shared;
use crate::analysis::header::header;
use crate::analysis::winner::Winner;
use crate::scenario::quantity::ReadNumber;
use crate::variation::Variation;
use std::sync::Mutex;

impl Answer {
    /// Inputs in scope with values that flip the decision, all other inputs fixed.
    #[must_use]
    pub fn flips(&self, scope: &Scope) -> Flips {
        let candidates = Candidates::new(&self.loaded.scenario, &self.evaluated);
        let today = contest(&candidates, &self.evaluated.model);
        let factors = Factors::new(&self.loaded.document, &self.loaded.scenario, &self.evaluated.model.sheet);
        let document = &self.loaded.document;
        let of_figures = factors.of_figures.iter().filter(|factor| scope.covers(&document.path(factor.at)));
        let of_shape = factors.of_shape.iter().filter(|number| scope.covers(&document.path(number.at)));
        let (of_figures, of_shape): (Vec<&Factor>, Vec<&ReadNumber>) = (of_figures.collect(), of_shape.collect());
        let sides = today.as_ref();
        let outcomes = sides.map(|today| self.outcomes(&candidates, today.side, (&of_figures, &of_shape), scope));
        let outcomes = outcomes.unwrap_or_default();
        let mut flips = Flips {
            header: header(&self.loaded),
            undecided_because: if today.is_none() { self.undecided_because() } else { Vec::new() },
            today,
            close: self.comparison.verdict.close,
            found: Vec::new(),
            same_side: self.same_side_flips(&candidates, &of_figures, scope),
            steady: Vec::new(),
            idle: 0,
            within: scope.within,
        };
        for outcome in outcomes {
            match outcome {
                Outcome::Flips(flip) => flips.found.push(flip),
                Outcome::Steady(steady) => flips.steady.push(steady),
                Outcome::Idle => flips.idle += 1,
                Outcome::NotRequested => {}
            }
        }
        flips.found.sort_by(|a, b| (a.order(), &a.number.path).cmp(&(b.order(), &b.number.path)));
        flips
    }

    /// Outcome for every input, in parallel, in the order of the file: first the inputs of figures.
    fn outcomes(
        &self,
        candidates: &Candidates<'_>,
        side: Winner,
        (of_figures, of_shape): (&[&Factor], &[&ReadNumber]),
        scope: &Scope,
    ) -> Vec<Outcome> {
        let variation = Variation::of_figures(&self.loaded, &self.traces, &self.evaluated);
        let search = Find { loaded: &self.loaded, evaluated: &self.evaluated, candidates, side: side.half(), scope };
        let whole = WholeNumbers::new(&self.loaded, &variation, side);
        let most = self.effort.of(MOST_FOR_FIGURES);
        let requested: Vec<(&Factor, Mutex<EvaluationCache>)> =
            of_figures.iter().map(|factor| (*factor, Mutex::default())).collect();
        let mut outcomes = shared(&requested, most, |(factor, cache), most| {
            let mut cache = cache.lock().expect("no search panics");
            search.of_figure(factor, &mut cache, most)
        });
        outcomes.extend(search.of_whole(&whole, of_shape, self.effort));
        outcomes
    }

    /// Reasons why a side has no option that can win.
    fn undecided_because(&self) -> Vec<Undecided> {
        let mut reasons = Vec::new();
        for side in [Winner::Own, Winner::Rent] {
            let of_side = || self.comparison.options.iter().filter(move |option| Winner::of(option.kind) == side);
            if of_side().any(|option| option.eligible() && option.comparable()) {
                continue;
            }
            if of_side().next().is_none() {
                reasons.push(Undecided::Nothing(side));
            }
            reasons.extend(of_side().map(|option| Undecided::CannotWin {
                option: option.name.clone(),
                because: option.cannot_win_because(),
            }));
        }
        reasons
    }
}
