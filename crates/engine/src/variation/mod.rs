//! The scenario at other values: what each option comes to there, or why it is not possible. Whoever asks "what if" asks a
//! [`Variation`].
//!
//! A number that is a figure of the sheet takes a short way: what follows from it is computed again. What decides the shape
//! of the sheet takes a long one: the figures are written anew. Either way the scenario is read again first, so that the
//! bounds of its quantities and the rules between its keys hold of the other values as they do of those in a file, and both
//! ways say the same to the last digit. Who asks does not know which was taken.

mod accrued;
mod allowed;
mod along;
mod at_demand;
mod broken;
pub mod comparable;
pub mod eligible;
mod evaluated;
mod follows;
mod judge;
mod moves;
mod near;
mod reason;
mod restated;
mod shorter_horizons;
mod standing;
mod surely;

pub use along::Along;
pub use at_demand::{compares_at, values_at};
pub use broken::of as broken;
pub use evaluated::{BrokenRule, Evaluated, Unanswered, broken_rules, core_figures};
pub use near::Near;
pub use reason::{Broken, CannotWin, Cooling, Impossible, Ineligible, Lacks, NoValue, NotComparable};
pub use shorter_horizons::{Estimate, HorizonStretch, ShorterHorizons};
#[cfg(feature = "schema")]
pub(crate) use standing::Position;
pub(crate) use standing::position;
pub use standing::{BestOfEach, Decision, OptionWorth, Standing};

use crate::demand::trace::Traces;
use crate::diagnostic::SourceId;
use crate::model::{self, Model, OptionKind, PresentValues};
use crate::scenario::document::Document;
use crate::scenario::{Loaded, Rejected, Scenario, Setting};
use crate::sheet::FigureId;
use allowed::Allowed;
use judge::{Judge, Judged, Known};
use restated::AtValues;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// A scenario of which other values are asked.
#[derive(Debug)]
pub struct Variation<'a> {
    loaded: &'a Loaded,
    traces: &'a Traces,
    /// Its figures, where they are known already.
    evaluated: Option<&'a Evaluated>,
    /// Its figures and what they come to as it is stated, once anybody asks.
    stated: OnceLock<Stated>,
}

/// What a scenario comes to as it is stated.
#[derive(Debug)]
struct Stated {
    model: Arc<Model>,
    known: Known,
    judged: Vec<Judged>,
}

impl<'a> Variation<'a> {
    /// Of a scenario with the levels of its traces.
    #[must_use]
    pub fn of(loaded: &'a Loaded, traces: &'a Traces) -> Variation<'a> {
        Variation { loaded, traces, evaluated: None, stated: OnceLock::new() }
    }

    /// Of a scenario whose figures are known.
    #[must_use]
    pub fn of_figures(loaded: &'a Loaded, traces: &'a Traces, evaluated: &'a Evaluated) -> Variation<'a> {
        Variation { evaluated: Some(evaluated), ..Variation::of(loaded, traces) }
    }

    /// The scenario as it is stated.
    #[must_use]
    pub fn scenario(&self) -> &'a Scenario {
        &self.loaded.scenario
    }

    /// Its tree as it is stated.
    #[must_use]
    pub fn document(&self) -> &'a Document {
        &self.loaded.document
    }

    /// What it decides as it is stated.
    #[must_use]
    pub fn stated(&self) -> Decision {
        let months = self.loaded.scenario.horizon_months.value.count();
        self.decision(&self.as_stated().judged, months)
    }

    /// What it decides when so many months are compared, at most its own: what lies beyond them is not paid, and a fleet
    /// that is not delivered within them is not possible.
    #[must_use]
    pub fn over(&self, months: u32) -> Decision {
        self.decision(&written_anew(self.loaded, self.traces, months), months)
    }

    /// What it decides with other values, each within the bounds of its quantity. An option that the rules between keys
    /// refuse with them is not possible, and neither is one that needs it; a refusal that concerns no option leaves none
    /// possible. A shorter horizon is that of [`Variation::over`].
    #[must_use]
    pub fn with(&self, settings: &[Setting]) -> Decision {
        let paths: Vec<String> = settings.iter().map(|setting| setting.path.clone()).collect();
        let values: Vec<String> = settings.iter().map(|setting| setting.value.clone()).collect();
        self.along(&paths).at(&values)
    }

    /// The same by the long way alone: what the short one must say too.
    #[must_use]
    pub fn with_written_anew(&self, settings: &[Setting]) -> Decision {
        self.with_by(settings, Way::Long)
    }

    fn with_by(&self, settings: &[Setting], way: Way) -> Decision {
        let stated = self.loaded.scenario.horizon_months.value.count();
        let shorter = settings.iter().filter_map(|setting| self.shorter_horizon(setting)).min();
        let others: Vec<&Setting> = settings.iter().filter(|setting| self.shorter_horizon(setting).is_none()).collect();
        let allowed = Allowed::after(self.loaded, |document| {
            for setting in &others {
                // the path exists, unless the option that it was in does not any more
                let _ = document.set(&setting.path, &setting.value, SourceId::FILE);
            }
        });
        let longest = allowed.loaded.as_ref().map_or(stated, |loaded| loaded.scenario.horizon_months.value.count());
        let months = shorter.unwrap_or(longest);
        let judged = allowed.loaded.as_ref().map(|loaded| {
            let moves = match (way, shorter) {
                (Way::Shortest, None) => self.moves_to(loaded),
                (Way::Shortest, Some(_)) | (Way::Long, _) => None,
            };
            match moves {
                Some(moves) => self.judge(&loaded.scenario, &moves).all(),
                None => written_anew(loaded, self.traces, months),
            }
        });
        let late = Impossible::NotDeliveredWithin(months);
        let standing = |(name, kind): (String, OptionKind)| {
            let why = allowed.why_not(&name).unwrap_or(&late);
            standing_of(name, kind, judged.as_deref().unwrap_or_default(), why)
        };
        Decision::of(options(&self.loaded.scenario).into_iter().map(standing).collect())
    }

    /// What some options come to, as printed, after a change of the tree of what the scenario's author wrote; none for an
    /// option that is not possible then, or is not there.
    pub fn present_values(&self, options: &[String], change: impl Fn(&mut Document)) -> Vec<Option<Decimal>> {
        self.present_values_with(self.traces, options, change)
    }

    /// The same with the levels of other traces.
    pub fn present_values_with(
        &self,
        traces: &Traces,
        options: &[String],
        change: impl Fn(&mut Document),
    ) -> Vec<Option<Decimal>> {
        let Some(changed) = Allowed::after(self.loaded, change).loaded else { return vec![None; options.len()] };
        // a single question is not worth the stated figures, unless they are there
        let is_near = self.stated.get().is_some() && traces == self.traces;
        let moves = if is_near { self.moves_to(&changed) } else { None };
        let of_all = |judge: &mut Judge<'_>| options.iter().map(|option| judge.present_value_of(option)).collect();
        if let Some(moves) = moves {
            of_all(&mut self.judge(&changed.scenario, &moves))
        } else {
            let months = changed.scenario.horizon_months.value.count();
            let wanted = options.iter().cloned().collect();
            let model = model::build_some(&changed.scenario, traces, months, &wanted);
            of_all(&mut Judge::new(&changed.scenario, &changed.document, &model))
        }
    }

    /// The present values, before any rounding, of the options with these names over another number of months; none for
    /// one that cannot be had within them. Nothing else is worked out.
    #[must_use]
    pub fn worths_over(&self, months: u32, wanted: &BTreeSet<String>) -> Vec<(String, Option<Decimal>)> {
        PresentValues::over(&self.loaded.scenario, self.traces, months, wanted).worths()
    }

    /// The scenario after a change of the tree of what its author wrote.
    ///
    /// # Errors
    /// What the bounds of its quantities or the rules between its keys say against it.
    pub fn read(&self, change: impl FnOnce(&mut Document)) -> Result<Loaded, Rejected> {
        self.loaded.again(change)
    }

    /// The scenario with other values, read as if they had been given on the command line.
    ///
    /// # Errors
    /// As [`Variation::read`], with the place of a value in its setting.
    pub fn read_with(&self, settings: &[Setting]) -> Result<Loaded, Rejected> {
        self.loaded.with(settings)
    }

    /// How much was worked out to decide it as it is stated: what another value takes, about.
    #[must_use]
    pub fn worked(&self) -> usize {
        self.as_stated().known.worked()
    }

    /// The months of a setting that shortens the horizon.
    fn shorter_horizon(&self, setting: &Setting) -> Option<u32> {
        let (document, scenario) = (&self.loaded.document, &self.loaded.scenario);
        let stated = scenario.horizon_months;
        let kind = document.number(stated.at).filter(|_| setting.path == document.path(stated.at))?.kind;
        let months = kind.read(&setting.value, scenario.currency.value.code()).ok()?.to_u32()?;
        (months < stated.value.count()).then_some(months)
    }

    fn as_stated(&self) -> &Stated {
        self.stated.get_or_init(|| {
            let Loaded { scenario, document, .. } = self.loaded;
            let model = match self.evaluated {
                Some(evaluated) => Arc::clone(&evaluated.model),
                None => Arc::new(model::build(scenario, self.traces)),
            };
            let mut judge = match self.evaluated {
                Some(evaluated) => Judge::at(scenario, document, &model, Known::of(evaluated)),
                None => Judge::new(scenario, document, &model),
            };
            let judged = judge.all();
            let known = judge.known();
            Stated { model, known, judged }
        })
    }

    /// The inputs of the stated figures that another reading of the scenario moves; none where it changes their shape.
    fn moves_to(&self, other: &Loaded) -> Option<Vec<(FigureId, Decimal)>> {
        moves::between(&self.loaded.document, &other.document, &self.as_stated().model.sheet)
    }

    /// The stated figures with some inputs moved to what another reading of the scenario states.
    fn judge<'j>(&'j self, scenario: &'j Scenario, moves: &[(FigureId, Decimal)]) -> Judge<'j> {
        let Stated { model, known, .. } = self.as_stated();
        Judge::moved(scenario, &self.loaded.document, model, known, moves)
    }

    /// The stated figures with other values, all of them known.
    fn judge_evaluated<'j>(&'j self, scenario: &'j Scenario, evaluated: &'j Evaluated) -> Judge<'j> {
        Judge::at(scenario, &self.loaded.document, &evaluated.model, Known::of(evaluated))
    }

    /// Whether an option of some kinds wins where another scenario judges the stated figures; none where two present values are
    /// printed alike, and where no option can win.
    fn wins_by_what_is_stated(&self, scenario: &Scenario, of_kinds: &dyn Fn(OptionKind) -> bool) -> Option<bool> {
        let Stated { model, known, judged } = self.as_stated();
        let mut best = surely::Best::default();
        for (option, (name, worth)) in model.options.iter().zip(judged) {
            debug_assert_eq!(option.name, *name, "options are judged in their order");
            let Ok(worth) = worth else { continue };
            let cannot_win_because = known.cannot_win_because(scenario, model, option);
            let standing = Standing {
                name: name.clone(),
                kind: option.kind,
                worth: Ok(OptionWorth { cannot_win_because, ..worth.clone() }),
            };
            best.meet_standing(&standing, of_kinds);
        }
        best.is_of_kinds()
    }

    /// What is decided by what options come to over so many months; one that is not among them is not delivered within them.
    fn decision(&self, judged: &[Judged], months: u32) -> Decision {
        let late = Impossible::NotDeliveredWithin(months);
        let standing = |(name, kind)| standing_of(name, kind, judged, &late);
        Decision::of(options(&self.loaded.scenario).into_iter().map(standing).collect())
    }
}

/// How other values are worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// By the stated figures where they have the same shape.
    Shortest,
    /// By figures that are written anew.
    Long,
}

/// What the options of a scenario come to, all figures written for it.
fn written_anew(loaded: &Loaded, traces: &Traces, months: u32) -> Vec<Judged> {
    let model = model::build_over(&loaded.scenario, traces, months);
    Judge::new(&loaded.scenario, &loaded.document, &model).all()
}

/// What options of a scenario with other values come to, of all of them or of some, their figures written for it.
fn judged_anew(at: &AtValues, document: &Document, traces: &Traces, options: Option<&BTreeSet<String>>) -> Vec<Judged> {
    Judge::new(&at.scenario, document, &model_at(at, traces, options)).all()
}

/// The figures of a scenario with other values, of all of its options or of some.
fn model_at(at: &AtValues, traces: &Traces, options: Option<&BTreeSet<String>>) -> Model {
    let AtValues { scenario, months, .. } = at;
    match options {
        Some(options) => model::build_some(scenario, traces, *months, options),
        None => model::build_over(scenario, traces, *months),
    }
}

/// The options of a scenario, in the order in which they are reported.
fn options(scenario: &Scenario) -> Vec<(String, OptionKind)> {
    let named = |kind: OptionKind, name: &str| (kind.named(name), kind);
    let owned = scenario.own.iter().map(|entry| named(OptionKind::Own, &entry.name));
    let rented = scenario.rent.iter().map(|entry| named(OptionKind::Rent, &entry.name));
    let hybrids = scenario.hybrid.iter().map(|entry| named(OptionKind::Hybrid, &entry.name));
    owned.chain(rented).chain(hybrids).collect()
}

/// Where an option stands among those that were judged; one that was not is not possible.
fn standing_of(name: String, kind: OptionKind, judged: &[Judged], why_not: &Impossible) -> Standing {
    let found = judged.iter().find(|(option, _)| *option == name);
    let worth = found.map_or_else(|| Err(why_not.clone()), |(_, worth)| worth.clone());
    Standing { name, kind, worth }
}
