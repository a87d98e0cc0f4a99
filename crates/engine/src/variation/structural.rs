//! What-if evaluation of one input that determines the structure of the sheet, at many values: options that do not
//! depend on it are kept.

use super::allowed::option_of;
use super::horizon_filter::HorizonFilter;
use super::outcome::{Decision, OptionOutcome};
use super::replaceable::{AtValues, ReplaceableScenario};
use super::what_if::{InputWhatIf, Moved};
use super::{EvaluationMode, Variation, float_filter, judged_anew};
use crate::diagnostic::Code;
use crate::model::PresentValues;
use crate::scenario::document::ScalarOr;
use crate::scenario::hybrid::HybridParts;
use crate::scenario::own::Own;
use crate::scenario::rent::Rent;
use crate::scenario::{Loaded, OptionId, OptionKind, Scenario, Setting};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A scenario to evaluate at other values of one path.
#[derive(Debug)]
pub struct StructuralWhatIf<'a> {
    whole: &'a Variation<'a>,
    path: String,
    /// Decision in the base case.
    base_case: Decision,
    /// Options that depend on the value; none if all may.
    options: Option<BTreeSet<OptionId>>,
    way: Evaluator<'a>,
    /// Decides most values of the horizon without a sheet for each.
    horizons: Option<HorizonFilter<'a>>,
}

/// How values are evaluated.
#[derive(Debug)]
enum Evaluator<'a> {
    /// From the figures of the base case, which do not depend on the value.
    Judged(Box<InputWhatIf<'a>>),
    /// From newly built figures of the options concerned.
    ReplaceableNumber(Box<Part>),
}

/// The part of a scenario concerned by a value.
#[derive(Debug)]
struct Part {
    /// The scenario without the rest; none if all of it is concerned, or if it is invalid without the rest.
    loaded: Option<Arc<Loaded>>,
    /// The scenario with a replaceable value; none if it must be read again for each value.
    replaceable: Option<ReplaceableScenario>,
}

impl<'a> Variation<'a> {
    /// What-if evaluation of the value at a path.
    #[must_use]
    pub fn near(&'a self, path: &str) -> StructuralWhatIf<'a> {
        let base_case = self.base_case();
        let paths = [path.to_owned()];
        let concerned = Concerned::by(&self.loaded.scenario, path);
        let way = if self.moved_by(path) == Moved::Nothing {
            Evaluator::Judged(Box::new(self.along(&paths)))
        } else {
            let others = concerned.as_ref().map(|concerned| concerned.others(&base_case)).unwrap_or_default();
            let loaded = if others.is_empty() { None } else { self.reread.without(self.loaded, &others) };
            let replaceable = match &loaded {
                Some(part) => ReplaceableScenario::new(part, &paths, || Some(Arc::clone(part))),
                None => self.replaceable(&paths),
            };
            Evaluator::ReplaceableNumber(Box::new(Part { loaded, replaceable }))
        };
        let is_horizon = self.loaded.document.find(path) == Some(self.loaded.scenario.horizon_months.at);
        StructuralWhatIf {
            whole: self,
            path: path.to_owned(),
            base_case,
            options: concerned.map(|concerned| concerned.options),
            way,
            horizons: is_horizon.then(|| HorizonFilter::new(self)),
        }
    }
}

impl StructuralWhatIf<'_> {
    /// Whether an option may depend on the value.
    #[must_use]
    pub fn concerns(&self, option: &OptionId) -> bool {
        self.options.as_ref().is_none_or(|options| options.contains(option))
    }

    /// Whether figures are built again for each value.
    #[must_use]
    pub fn writes_figures(&self) -> bool {
        matches!(self.way, Evaluator::ReplaceableNumber(_))
    }

    /// Whether the bounds of its quantity and the rules between keys allow a value.
    #[must_use]
    pub fn allows(&self, value: &str) -> bool {
        match &self.way {
            Evaluator::Judged(along) => along.allows(&[value.to_owned()]),
            Evaluator::ReplaceableNumber(part) => {
                part.replaceable.as_ref().is_some_and(|part| part.at(&[value.to_owned()]).is_ok())
            }
        }
    }

    /// Whether an option of some kinds certainly wins at another value, decided with floats; none if undecided. An
    /// error counts as an option that is not possible if `says_what_is_possible` holds for its code.
    #[must_use]
    pub fn always_wins(
        &self,
        value: &str,
        of_kinds: &dyn Fn(OptionKind) -> bool,
        says_what_is_possible: &dyn Fn(Code) -> bool,
    ) -> Option<bool> {
        let values = [value.to_owned()];
        if let Some(wins) = self.wins_over(value, of_kinds) {
            return Some(wins);
        }
        let part = match &self.way {
            Evaluator::Judged(along) => {
                let (_, at) = along.replaceable(&values)?;
                return self.whole.wins_with_base_figures(&at.scenario, of_kinds);
            }
            Evaluator::ReplaceableNumber(part) => part,
        };
        let mut best = float_filter::Best::default();
        let base_case = &self.base_case.options;
        for (position, option) in base_case.iter().enumerate().filter(|(_, option)| !self.concerns(&option.name)) {
            best.meet_outcome(position, option, of_kinds);
        }
        match part.replaceable.as_ref()?.at(&values) {
            Ok(at) => {
                let AtValues { scenario, months, .. } = at;
                let written = PresentValues::over(&scenario, self.whole.traces, months, self.options.as_ref());
                best.meet_all(&scenario, &written, base_case, of_kinds)?;
            }
            Err(refused) => {
                let options: Option<Vec<OptionId>> = refused.iter().map(option_of).collect();
                let (options, concerned) = (options?, self.options.as_ref()?);
                // all options that depend on the value are invalid, each with its own finding, and no other
                let are_they = options.iter().all(|option| concerned.contains(option))
                    && concerned.iter().all(|option| options.contains(option));
                let is_told = !refused.is_empty() && are_they;
                if !is_told || !refused.iter().all(|finding| says_what_is_possible(finding.code)) {
                    return None;
                }
            }
        }
        best.is_of_kinds()
    }

    /// Whether an option of some kinds wins over another horizon; none if undecided, or if the value is no horizon.
    fn wins_over(&self, value: &str, of_kinds: &dyn Fn(OptionKind) -> bool) -> Option<bool> {
        let (horizons, months) = (self.horizons.as_ref()?, value.parse().ok()?);
        // a shorter horizon is always allowed
        let is_allowed = months < self.whole.loaded.scenario.horizon_months.value.count() || self.allows(value);
        if is_allowed { horizons.wins(months, of_kinds) } else { None }
    }

    /// Decision at another value.
    #[must_use]
    pub fn at(&self, value: &str) -> Decision {
        let part = match &self.way {
            Evaluator::Judged(along) => return along.at(&[value.to_owned()]),
            Evaluator::ReplaceableNumber(part) => part,
        };
        let anew = || {
            let settings = [Setting { path: self.path.clone(), value: value.to_owned() }];
            match &part.loaded {
                Some(loaded) => Variation::of(loaded, self.whole.traces).with_by(&settings, EvaluationMode::Long),
                None => self.whole.with_by(&settings, EvaluationMode::Long),
            }
        };
        let at =
            part.replaceable.as_ref().and_then(|restated| Some((restated, restated.at(&[value.to_owned()]).ok()?)));
        let decided = at.map_or_else(anew, |(restated, at)| {
            let judged = judged_anew(&at, restated.document(), self.whole.traces, self.options.as_ref());
            self.whole.decision(&judged, at.months)
        });
        let moved = |option: &OptionOutcome| {
            let moved = self.concerns(&option.name).then(|| decided.option(&option.name));
            moved.flatten().unwrap_or(option).clone()
        };
        Decision::of(self.base_case.options.iter().map(moved).collect())
    }
}

/// Options concerned by a value of an option.
struct Concerned {
    /// Options that depend on it.
    options: BTreeSet<OptionId>,
    /// These, with the options that they consist of or send work to.
    kept: Vec<OptionId>,
}

impl Concerned {
    /// Options of a scenario that are not concerned.
    fn others(&self, base_case: &Decision) -> Vec<OptionId> {
        let others = base_case.options.iter().filter(|option| !self.kept.contains(&option.name));
        others.map(|option| option.name.clone()).collect()
    }

    /// Options concerned by the value at a path; none if it belongs to no single owned or rented option, so all may
    /// depend on it.
    fn by(scenario: &Scenario, path: &str) -> Option<Concerned> {
        let option = OptionId::of_path(path).filter(|option| option.kind() != OptionKind::Hybrid)?;
        let mut options = vec![option];
        let leaning = scenario.own.iter().filter(|own| leans_on(&own.value).contains(&options[0]));
        let leaning: Vec<OptionId> = leaning.map(|own| OptionId::own(&own.name)).collect();
        options.extend(leaning);
        let full = scenario.rent.iter().filter(|rent| overflow(&rent.value).is_some_and(|to| to == options[0]));
        let full: Vec<OptionId> = full.map(|rent| OptionId::rent(&rent.name)).collect();
        options.extend(full);
        let made_of =
            |mix: &HybridParts| mix.parts.iter().filter_map(|part| part.value.value.parse().ok()).collect::<Vec<_>>();
        let mixed = scenario.hybrid.iter().filter(|mix| made_of(&mix.value).iter().any(|part| options.contains(part)));
        let mixed: Vec<_> = mixed.collect();
        let mut kept = options.clone();
        kept.extend(mixed.iter().flat_map(|mix| made_of(&mix.value)));
        options.extend(mixed.iter().map(|mix| OptionId::hybrid(&mix.name)));
        kept.extend(mixed.iter().map(|mix| OptionId::hybrid(&mix.name)));
        let lent = scenario.own.iter().filter(|own| kept.contains(&OptionId::own(&own.name)));
        let lent: Vec<OptionId> = lent.flat_map(|own| leans_on(&own.value)).collect();
        kept.extend(lent);
        let rented = scenario.rent.iter().filter(|rent| kept.contains(&OptionId::rent(&rent.name)));
        let lent: Vec<OptionId> = rented.filter_map(|rent| overflow(&rent.value)).collect();
        kept.extend(lent);
        Some(Concerned { options: options.into_iter().collect(), kept })
    }
}

/// Rented options that an owned option sends work to.
fn leans_on(own: &Own) -> Vec<OptionId> {
    let burst = own.burst_to.as_ref().map(|burst| match burst {
        ScalarOr::Scalar(name) => &name.value,
        ScalarOr::Part(burst) => &burst.option.value,
    });
    let until = own.until_delivery.as_ref().map(|until| &until.value);
    burst.into_iter().chain(until).map(|name| OptionId::rent(name)).collect()
}

/// Rented option that serves what a quota of another leaves.
fn overflow(rent: &Rent) -> Option<OptionId> {
    rent.burst_to.as_ref().map(|name| OptionId::rent(&name.value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demand::trace::Traces;

    /// Owning and renting cost about the same, so each wins at some values.
    const CLOSE: &str = "\
name: x
currency: USD
horizon_months: 24
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  a: { node: { price: 120_000, accelerators: 8 }, useful_life_months: 60, value_at_horizon: book, until_delivery: wait, lead_time_months: 1 }
rent:
  b: { accelerators_per_instance: 8, on_demand_per_instance_hour: 7.5 }
cost_of_delay_per_month: 500
";

    #[test]
    fn who_surely_wins_is_who_wins_exactly() {
        let loaded = crate::scenario::load("x.yaml", CLOSE, &[]).unwrap();
        let traces = Traces::default();
        let variation = Variation::of(&loaded, &traces);
        let is_owned = |kind: OptionKind| kind != OptionKind::Rent;
        let is_possibility = |code: Code| code == Code::DeliveryBeyondHorizon;
        let (mut owned, mut rented, mut refused, mut without_sheet) = (0, 0, 0, 0);
        for path in ["own.a.useful_life_months", "own.a.lead_time_months", "horizon_months"] {
            let near = variation.near(path);
            for value in (1..=60).map(|months: u32| months.to_string()) {
                let Some(wins) = near.always_wins(&value, &is_owned, &is_possibility) else { continue };
                let exactly = near.at(&value).winning().map(|option| is_owned(option.kind));
                assert_eq!(Some(wins), exactly, "{path} {value}");
                owned += usize::from(wins);
                rented += usize::from(!wins);
                refused += usize::from(!near.allows(&value));
                without_sheet += usize::from(near.wins_over(&value, &is_owned) == Some(wins));
            }
        }
        // all three cases occur, and most horizons need no sheet of their own
        assert!(owned > 10 && rented > 10 && refused > 10, "{owned} owned, {rented} rented, {refused} refused");
        assert!(without_sheet > 50, "{without_sheet}");
    }

    /// An owned option of no nodes sends all work to a cloud, and so costs the same.
    fn tied(currency: &str, price: u32) -> Loaded {
        let text = format!(
            "\
name: x
currency: {currency}
horizon_months: 24
discount_rate: 9%
demand: {{ accelerators: 8, utilization: 65% }}
own:
  a: {{ node: {{ price: 120_000, accelerators: 8 }}, nodes: 0, useful_life_months: 60, value_at_horizon: none, burst_to: b }}
rent:
  b: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: {price} }}
"
        );
        crate::scenario::load("x.yaml", &text, &[]).unwrap()
    }

    #[test]
    fn ties_go_to_the_earlier_option_in_floats_too() {
        let traces = Traces::default();
        let mut decided = 0;
        for currency in ["USD", "JPY", "KWD"] {
            for price in (7..120).step_by(7) {
                let loaded = tied(currency, price);
                let variation = Variation::of(&loaded, &traces);
                let near = variation.near("rent.b.accelerators_per_instance");
                assert!(near.writes_figures());
                for accelerators in ["4", "16"] {
                    let exactly = near.at(accelerators);
                    assert_eq!(exactly.options[0].present_value(), exactly.options[1].present_value());
                    let winner = exactly.winning().map(|option| option.kind);
                    for kind in [OptionKind::Own, OptionKind::Rent] {
                        let Some(wins) = near.always_wins(accelerators, &|of| of == kind, &|_| true) else { continue };
                        assert_eq!(wins, winner == Some(kind), "{price} {currency}");
                        decided += 1;
                    }
                }
            }
        }
        // of 204; a line on the border of two minor units is undecided
        assert!(decided > 190, "{decided}");
    }
}
