//! What-if evaluation: a scenario at other values, with the cost of each option or the reason why it is not possible.
//! All what-if questions use a [`Variation`].
//!
//! If a value is an input of the sheet, only its dependents are recomputed. If it determines the structure of the
//! sheet, all figures are built again. In both cases the scenario is read again first, so bounds of quantities and
//! rules between keys apply to the other values as to those in a file. Both ways give the same result to the last
//! digit, and callers need not know which is used.

mod accrued;
mod allowed;
mod at_demand;
mod broken;
mod changed;
pub mod comparable;
mod dependence;
pub mod eligible;
mod evaluated;
mod float_filter;
mod horizon_filter;
mod judge;
mod moves;
mod other_horizons;
mod outcome;
mod reason;
mod replaceable;
mod structural;
mod walked;
mod what_if;

pub use at_demand::{compares_at, has_limit, is_within_limits, values_at};
pub use broken::of as broken;
pub use changed::{OptionLines, PrintedLine};
pub use evaluated::{BrokenRule, Evaluated, Unanswered, broken_rules, core_figures};
pub use other_horizons::{Estimate, HorizonRange, OtherHorizons};
#[cfg(feature = "schema")]
pub(crate) use outcome::Position;
pub(crate) use outcome::position;
pub use outcome::{BestOfEach, Decision, OptionCost, OptionOutcome};
pub use reason::{Broken, CannotWin, Cooling, HostResource, Impossible, Ineligible, Lacks, NoValue, NotComparable};
pub use structural::StructuralWhatIf;
pub use what_if::InputWhatIf;

use crate::demand::trace::Traces;
use crate::diagnostic::SourceId;
use crate::model::{self, Model, OptionId, OptionKind, PresentValues};
use crate::scenario::document::Document;
use crate::scenario::{Loaded, Rejected, Scenario, Setting};
use crate::sheet::FigureId;
use allowed::Allowed;
use judge::{Judge, Judged, KnownFigures};
use replaceable::{AtValues, ReplaceableScenario, RereadCache};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// A scenario to evaluate at other values.
#[derive(Debug)]
pub struct Variation<'a> {
    loaded: &'a Loaded,
    traces: &'a Traces,
    /// Its figures, if already known.
    evaluated: Option<&'a Evaluated>,
    /// Figures and results of the base case, computed on first use.
    base_case: OnceLock<BaseCase>,
    reread: RereadCache,
}

/// Figures and results of the base case.
#[derive(Debug)]
struct BaseCase {
    model: Arc<Model>,
    known: KnownFigures,
    judged: Vec<Judged>,
}

impl<'a> Variation<'a> {
    /// Variation of a scenario with the levels of its traces.
    #[must_use]
    pub fn of(loaded: &'a Loaded, traces: &'a Traces) -> Variation<'a> {
        Variation { loaded, traces, evaluated: None, base_case: OnceLock::new(), reread: RereadCache::default() }
    }

    /// Variation of a scenario with known figures.
    #[must_use]
    pub fn of_figures(loaded: &'a Loaded, traces: &'a Traces, evaluated: &'a Evaluated) -> Variation<'a> {
        Variation { evaluated: Some(evaluated), ..Variation::of(loaded, traces) }
    }

    /// The scenario in the base case.
    #[must_use]
    pub fn scenario(&self) -> &'a Scenario {
        &self.loaded.scenario
    }

    /// Its document in the base case.
    #[must_use]
    pub fn document(&self) -> &'a Document {
        &self.loaded.document
    }

    /// Decision in the base case.
    #[must_use]
    pub fn base_case(&self) -> Decision {
        let months = self.loaded.scenario.horizon_months.value.count();
        self.decision(&self.base_figures().judged, months)
    }

    /// Decision over a shorter horizon, at most its own: later payments are excluded, and a fleet that is not delivered
    /// within it is not possible.
    #[must_use]
    pub fn over(&self, months: u32) -> Decision {
        self.decision(&rebuilt(self.loaded, self.traces, months), months)
    }

    /// Decision with other values, each within the bounds of its quantity. Options that then break rules between keys
    /// are not possible, nor are options that need them; an error that concerns no option makes all impossible. A
    /// shorter horizon is handled by [`Variation::over`].
    #[must_use]
    pub fn with(&self, settings: &[Setting]) -> Decision {
        let paths: Vec<String> = settings.iter().map(|setting| setting.path.clone()).collect();
        let values: Vec<String> = settings.iter().map(|setting| setting.value.clone()).collect();
        self.along(&paths).at(&values)
    }

    fn replaceable(&self, paths: &[String]) -> Option<ReplaceableScenario> {
        ReplaceableScenario::new(self.loaded, paths, || self.reread.without(self.loaded, &[]))
    }

    /// Like `with`, but always builds all figures again; the results must be equal.
    #[must_use]
    pub fn with_rebuilt(&self, settings: &[Setting]) -> Decision {
        self.with_by(settings, EvaluationMode::Long)
    }

    /// The scenario with other values, without the options that then break rules between keys; none if an error concerns
    /// all of them.
    #[must_use]
    pub fn allowed_with(&self, settings: &[Setting]) -> Option<Loaded> {
        self.allowed(&settings.iter().collect::<Vec<_>>()).loaded
    }

    /// The scenario after a change of its document, without parts that do not affect decisions and without the options that then
    /// break rules between keys; none if an error concerns all of them.
    pub fn allowed_after(&self, change: impl Fn(&mut Document)) -> Option<Loaded> {
        Allowed::after(self.loaded, change).loaded
    }

    fn allowed(&self, settings: &[&Setting]) -> Allowed {
        Allowed::after(self.loaded, |document| {
            for setting in settings {
                // the path exists, unless its option has been removed
                let _ = document.set(&setting.path, &setting.value, SourceId::FILE);
            }
        })
    }

    fn with_by(&self, settings: &[Setting], way: EvaluationMode) -> Decision {
        let stated = self.loaded.scenario.horizon_months.value.count();
        let shorter = settings.iter().filter_map(|setting| self.shorter_horizon(setting)).min();
        let others: Vec<&Setting> = settings.iter().filter(|setting| self.shorter_horizon(setting).is_none()).collect();
        let allowed = self.allowed(&others);
        let longest = allowed.loaded.as_ref().map_or(stated, |loaded| loaded.scenario.horizon_months.value.count());
        let months = shorter.unwrap_or(longest);
        let judged = allowed.loaded.as_ref().map(|loaded| {
            let moves = match (way, shorter) {
                (EvaluationMode::Shortest, None) => self.moves_to(loaded),
                (EvaluationMode::Shortest, Some(_)) | (EvaluationMode::Long, _) => None,
            };
            match moves {
                Some(moves) => self.judge(&loaded.scenario, &moves).all(),
                None => rebuilt(loaded, self.traces, months),
            }
        });
        let late = Impossible::NotDeliveredWithin(months);
        let option_outcome = |name: OptionId| {
            let why = allowed.why_not(&name).unwrap_or(&late);
            outcome_of(name, judged.as_deref().unwrap_or_default(), why)
        };
        Decision::of(options(&self.loaded.scenario).map(option_outcome).collect())
    }

    /// Printed present values of some options after a change of the document; none for an option that is then missing
    /// or not possible.
    pub fn present_values(&self, options: &[OptionId], change: impl Fn(&mut Document)) -> Vec<Option<Decimal>> {
        self.present_values_with(self.traces, options, change)
    }

    /// Like `present_values`, with the levels of other traces.
    pub fn present_values_with(
        &self,
        traces: &Traces,
        options: &[OptionId],
        change: impl Fn(&mut Document),
    ) -> Vec<Option<Decimal>> {
        let Some(changed) = Allowed::after(self.loaded, change).loaded else { return vec![None; options.len()] };
        // for a single question the base case is not worth computing, but use it if known
        let is_near = self.base_case.get().is_some() && traces == self.traces;
        let moves = if is_near { self.moves_to(&changed) } else { None };
        let of_all = |judge: &mut Judge<'_>| options.iter().map(|option| judge.present_value_of(option)).collect();
        if let Some(moves) = moves {
            of_all(&mut self.judge(&changed.scenario, &moves))
        } else {
            let months = changed.scenario.horizon_months.value.count();
            let required = options.iter().cloned().collect();
            let model = model::build_some(&changed.scenario, traces, months, &required);
            of_all(&mut Judge::new(&changed.scenario, &changed.document, &model))
        }
    }

    /// Unrounded present values of the options with these names over another number of months; none for an option that
    /// cannot be delivered within them. Nothing else is computed.
    #[must_use]
    pub fn present_values_over(&self, months: u32, required: &BTreeSet<OptionId>) -> Vec<(OptionId, Option<Decimal>)> {
        PresentValues::over(&self.loaded.scenario, self.traces, months, Some(required)).present_values()
    }

    /// The scenario after a change of its document.
    ///
    /// # Errors
    /// Broken bounds of quantities or rules between keys.
    pub fn read(&self, change: impl FnOnce(&mut Document)) -> Result<Loaded, Rejected> {
        self.loaded.again(change)
    }

    /// The scenario with other values, read as if given on the command line.
    ///
    /// # Errors
    /// As [`Variation::read`], with the position of a value in its setting.
    pub fn read_with(&self, settings: &[Setting]) -> Result<Loaded, Rejected> {
        self.loaded.with(settings)
    }

    /// Numbers computed for the base case, an estimate for another value.
    #[must_use]
    pub fn work(&self) -> usize {
        self.base_figures().known.work()
    }

    /// Months of a setting that shortens the horizon.
    fn shorter_horizon(&self, setting: &Setting) -> Option<u32> {
        let (document, scenario) = (&self.loaded.document, &self.loaded.scenario);
        let stated = scenario.horizon_months;
        let kind = document.number(stated.at).filter(|_| setting.path == document.path(stated.at))?.kind;
        let months = kind.read(&setting.value, scenario.currency.value.code()).ok()?.to_u32()?;
        (months < stated.value.count()).then_some(months)
    }

    fn base_figures(&self) -> &BaseCase {
        self.base_case.get_or_init(|| {
            let Loaded { scenario, document, .. } = self.loaded;
            let model = match self.evaluated {
                Some(evaluated) => Arc::clone(&evaluated.model),
                None => Arc::new(model::build(scenario, self.traces)),
            };
            let mut judge = match self.evaluated {
                Some(evaluated) => Judge::at(scenario, document, &model, KnownFigures::of(evaluated)),
                None => Judge::new(scenario, document, &model),
            };
            let judged = judge.all();
            let known = judge.known();
            BaseCase { model, known, judged }
        })
    }

    /// Inputs of the base case that another reading of the scenario changes; none if the structure of the figures
    /// changes.
    fn moves_to(&self, other: &Loaded) -> Option<Vec<(FigureId, Decimal)>> {
        moves::between(&self.loaded.document, &other.document, &self.base_figures().model.sheet)
    }

    /// Figures of the base case with some inputs changed to those of another reading of the scenario.
    fn judge<'j>(&'j self, scenario: &'j Scenario, moves: &[(FigureId, Decimal)]) -> Judge<'j> {
        let BaseCase { model, known, .. } = self.base_figures();
        Judge::moved(scenario, &self.loaded.document, model, known, moves)
    }

    /// Figures of the base case with other values, all known.
    fn judge_evaluated<'j>(&'j self, scenario: &'j Scenario, evaluated: &'j Evaluated) -> Judge<'j> {
        Judge::at(scenario, &self.loaded.document, &evaluated.model, KnownFigures::of(evaluated))
    }

    /// Whether an option of some kinds wins if another scenario judges the figures of the base case; none if no option
    /// can win.
    fn wins_with_base_figures(&self, scenario: &Scenario, of_kinds: &dyn Fn(OptionKind) -> bool) -> Option<bool> {
        let BaseCase { model, known, judged } = self.base_figures();
        let mut best = float_filter::Best::default();
        for (position, (option, (name, cost))) in model.options.iter().zip(judged).enumerate() {
            debug_assert_eq!(option.id, *name, "options are judged in their order");
            let Ok(cost) = cost else { continue };
            let cannot_win_because = known.cannot_win_because(scenario, model, option);
            let option_outcome = OptionOutcome {
                name: name.clone(),
                kind: option.id.kind(),
                cost: Ok(OptionCost { cannot_win_because, ..cost.clone() }),
            };
            best.meet_outcome(position, &option_outcome, of_kinds);
        }
        best.is_of_kinds()
    }

    /// Decision from the cost of options over a number of months; a missing option is not delivered within them.
    fn decision(&self, judged: &[Judged], months: u32) -> Decision {
        let late = Impossible::NotDeliveredWithin(months);
        let option_outcome = |name| outcome_of(name, judged, &late);
        Decision::of(options(&self.loaded.scenario).map(option_outcome).collect())
    }
}

/// How to evaluate other values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EvaluationMode {
    /// From the figures of the base case, if they have the same structure.
    Shortest,
    /// From newly built figures.
    Long,
}

/// Cost of the options of a scenario, from newly built figures.
fn rebuilt(loaded: &Loaded, traces: &Traces, months: u32) -> Vec<Judged> {
    let model = model::build_over(&loaded.scenario, traces, months);
    Judge::new(&loaded.scenario, &loaded.document, &model).all()
}

/// Cost of all or some options of a scenario with other values, from newly built figures.
fn judged_anew(
    at: &AtValues,
    document: &Document,
    traces: &Traces,
    options: Option<&BTreeSet<OptionId>>,
) -> Vec<Judged> {
    let AtValues { scenario, months, .. } = at;
    let model = match options {
        Some(options) => model::build_some(scenario, traces, *months, options),
        None => model::build_over(scenario, traces, *months),
    };
    Judge::new(scenario, document, &model).all()
}

/// Options of a scenario, in reporting order.
fn options(scenario: &Scenario) -> impl Iterator<Item = OptionId> {
    let owned = scenario.own.iter().map(|entry| OptionId::own(&entry.name));
    let rented = scenario.rent.iter().map(|entry| OptionId::rent(&entry.name));
    let hybrids = scenario.hybrid.iter().map(|entry| OptionId::hybrid(&entry.name));
    owned.chain(rented).chain(hybrids)
}

/// Outcome of an option from the evaluated ones; an option that is missing there is not possible.
fn outcome_of(name: OptionId, judged: &[Judged], why_not: &Impossible) -> OptionOutcome {
    let found = judged.iter().find(|(option, _)| *option == name);
    let cost = found.map_or_else(|| Err(why_not.clone()), |(_, cost)| cost.clone());
    OptionOutcome { kind: name.kind(), name, cost }
}
