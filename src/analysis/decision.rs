//! What a scenario decides at some values: what each option comes to, or that it is not possible there, and which wins.
//! Sweeps, flips of whole numbers and differences ask this of many scenarios, where a whole comparison would be too much.

use super::evaluated::{broken_rules, divides_by_nothing, fault_diagnostic};
use super::{comparable, requirements, unanswered};
use crate::demand::trace::Traces;
use crate::diagnostic::{Code, Diagnostic, Severity, SourceId};
use crate::model::{self, Model, OptionKind, OptionModel};
use crate::number;
use crate::scenario::document::{Document, NodeId};
use crate::scenario::{Loaded, Rejected, Scenario, Setting};
use crate::sheet::{FigureId, Sheet, Values};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// What is decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Every option of the stated scenario, in the order of the file: owned ones, rented ones, hybrids.
    pub options: Vec<Standing>,
    /// The option that wins: of those that are eligible and comparable the one with the least printed present value; a tie
    /// goes to the earlier.
    pub winner: Option<usize>,
}

/// Where an option stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: String,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// What it comes to, where it is possible.
    pub worth: Result<Worth, Impossible>,
}

/// What an option comes to: amounts are sums of printed lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Worth {
    /// Cash over the horizon.
    pub total: Decimal,
    /// Present value of it.
    pub present_value: Decimal,
    /// Present value before any rounding.
    pub unrounded: Decimal,
    /// Levelized cost of a useful accelerator-hour; none where nothing useful is done.
    pub per_useful_hour: Option<Decimal>,
    /// Whether it can win: why not otherwise.
    pub cannot_win_because: Vec<String>,
}

/// Why an option is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Impossible {
    /// The kind of finding that it would be in a scenario that states these values.
    pub code: Code,
    /// The finding in words.
    pub reason: String,
}

impl Standing {
    /// Its printed present value, where it is possible.
    #[must_use]
    pub fn present_value(&self) -> Option<Decimal> {
        self.worth.as_ref().ok().map(|worth| worth.present_value)
    }

    /// Whether it is possible, eligible and comparable.
    #[must_use]
    pub fn can_win(&self) -> bool {
        self.worth.as_ref().is_ok_and(|worth| worth.cannot_win_because.is_empty())
    }
}

impl Decision {
    /// Of options in the order of the file.
    pub(super) fn of(options: Vec<Standing>) -> Decision {
        let ranked = options.iter().enumerate().filter(|(_, option)| option.can_win());
        let winner = ranked.min_by_key(|(_, option)| option.present_value()).map(|(at, _)| at);
        Decision { options, winner }
    }

    /// The option that wins.
    #[must_use]
    pub fn winning(&self) -> Option<&Standing> {
        self.winner.map(|at| &self.options[at])
    }
}

/// What a scenario decides.
#[must_use]
pub fn decide(loaded: &Loaded, traces: &Traces) -> Decision {
    decide_over(loaded, traces, loaded.scenario.horizon_months.value.count())
}

/// What it decides when so many months are compared, at most its own: what lies beyond them is not paid, and a fleet that
/// is not delivered within them is not possible.
#[must_use]
pub fn decide_over(loaded: &Loaded, traces: &Traces, months: u32) -> Decision {
    let judged = judged(loaded, traces, months);
    let reason = format!("nothing of it is delivered within {}", number::counted(months, "month"));
    let late = Impossible { code: Code::DeliveryBeyondHorizon, reason };
    let standing = |(name, kind)| standing_of(name, kind, &judged, &late);
    Decision::of(options(&loaded.scenario).into_iter().map(standing).collect())
}

/// What it decides with other values, each within the bounds of its quantity. An option that the rules between keys refuse
/// with them is not possible, and neither is one that needs it; a refusal that concerns no option leaves none possible.
/// A shorter horizon is that of [`decide_over`].
#[must_use]
pub fn decide_with(loaded: &Loaded, traces: &Traces, settings: &[Setting]) -> Decision {
    let stated = loaded.scenario.horizon_months.value.count();
    let months = settings.iter().filter_map(|setting| horizon(loaded, setting)).fold(stated, u32::min);
    let others: Vec<&Setting> = settings.iter().filter(|setting| horizon(loaded, setting).is_none()).collect();
    let allowed = Allowed::of(loaded, |document| {
        for setting in &others {
            // the path exists, unless the option that it was in does not any more
            let _ = document.set(&setting.path, &setting.value, SourceId::FILE);
        }
    });
    let longest = allowed.loaded.as_ref().map_or(months, |loaded| loaded.scenario.horizon_months.value.count());
    let months = if months < stated { months } else { longest };
    let judged = allowed.loaded.as_ref().map(|loaded| judged(loaded, traces, months)).unwrap_or_default();
    let standing = |(name, kind): (String, OptionKind)| {
        let refused = allowed.refused.iter().find(|(option, _)| *option == name).map(|(_, why)| why.clone());
        let late = format!("nothing of it is delivered within {}", number::counted(months, "month"));
        let late = Impossible { code: Code::DeliveryBeyondHorizon, reason: late };
        let why = refused.or_else(|| allowed.none.clone()).unwrap_or(late);
        standing_of(name, kind, &judged, &why)
    };
    Decision::of(options(&loaded.scenario).into_iter().map(standing).collect())
}

/// What some options come to, as printed, after a change of the tree of what their author wrote; none for an option that is
/// not possible then, or is not there. Nothing else is worked out.
#[must_use]
pub fn present_values(
    loaded: &Loaded,
    traces: &Traces,
    options: &[String],
    change: impl Fn(&mut Document),
) -> Vec<Option<Decimal>> {
    let Some(changed) = Allowed::of(loaded, change).loaded else { return vec![None; options.len()] };
    let model = model::build(&changed.scenario, traces);
    let mut judge = Judge::new(&changed, &model);
    let mut present_value = |name: &String| {
        let option = model.options.iter().find(|option| option.name == *name)?;
        judge.keeps_its_conditions(option).ok()?;
        judge.present_value(option).ok()
    };
    options.iter().map(&mut present_value).collect()
}

/// The months of a setting that shortens the horizon.
fn horizon(loaded: &Loaded, setting: &Setting) -> Option<u32> {
    let stated = loaded.scenario.horizon_months;
    let kind = loaded.document.number(stated.at).filter(|_| setting.path == loaded.document.path(stated.at))?.kind;
    let months = kind.read(&setting.value, loaded.scenario.currency.value.code()).ok()?.to_u32()?;
    (months < stated.value.count()).then_some(months)
}

/// The options of a scenario, in the order in which they are reported.
fn options(scenario: &Scenario) -> Vec<(String, OptionKind)> {
    let named = |kind: OptionKind, name: &str| (format!("{}.{name}", kind.name()), kind);
    let owned = scenario.own.iter().map(|entry| named(OptionKind::Own, &entry.name));
    let rented = scenario.rent.iter().map(|entry| named(OptionKind::Rent, &entry.name));
    let hybrids = scenario.hybrid.iter().map(|entry| named(OptionKind::Hybrid, &entry.name));
    owned.chain(rented).chain(hybrids).collect()
}

/// Where an option stands among those that were judged; one that was not is not possible.
fn standing_of(name: String, kind: OptionKind, judged: &[Judged], why: &Impossible) -> Standing {
    let found = judged.iter().find(|(option, _)| *option == name);
    let worth = found.map_or_else(|| Err(why.clone()), |(_, worth)| worth.clone());
    Standing { name, kind, worth }
}

/// What of a scenario the rules between keys allow with other values.
struct Allowed {
    /// The scenario without what is refused, if any of it is allowed.
    loaded: Option<Loaded>,
    /// The options that are refused.
    refused: Vec<(String, Impossible)>,
    /// What concerns no option in particular, and refuses all.
    none: Option<Impossible>,
}

impl Allowed {
    fn of(loaded: &Loaded, change: impl Fn(&mut Document)) -> Allowed {
        let mut refused: Vec<(String, Impossible)> = Vec::new();
        loop {
            let rejected = match loaded.again(|document| vary(document, &change, &refused)) {
                Ok(loaded) => return Allowed { loaded: Some(loaded), refused, none: None },
                Err(rejected) => rejected,
            };
            let before = refused.len();
            let none = refuse(&rejected, &mut refused);
            // every round takes out an option or ends
            if none.is_some() || refused.len() == before {
                return Allowed { loaded: None, refused, none };
            }
        }
    }
}

/// Notes the options that the findings concern; the first finding that concerns none.
fn refuse(rejected: &Rejected, refused: &mut Vec<(String, Impossible)>) -> Option<Impossible> {
    let errors = rejected.diagnostics.iter().filter(|finding| finding.severity == Severity::Error);
    let mut none = None;
    for finding in errors {
        let why = Impossible { code: finding.code, reason: finding.message.clone() };
        match option_of(finding) {
            Some(option) if refused.iter().all(|(other, _)| *other != option) => refused.push((option, why)),
            Some(_) => {}
            None => none = none.or(Some(why)),
        }
    }
    none
}

/// The option that a finding concerns, by its path.
fn option_of(finding: &Diagnostic) -> Option<String> {
    let mut keys = finding.path.split('.');
    let (side, name) = (keys.next()?, keys.next()?);
    matches!(side, "own" | "rent" | "hybrid").then(|| format!("{side}.{name}"))
}

/// Changes a tree, and takes out what decides nothing, and options.
fn vary(document: &mut Document, change: impl Fn(&mut Document), refused: &[(String, Impossible)]) {
    change(document);
    let beside = ["sources", "uncertainty"].into_iter();
    let paths = beside.chain(refused.iter().map(|(option, _)| option.as_str()));
    let nodes: Vec<NodeId> = paths.filter_map(|path| document.find(path)).collect();
    for node in nodes {
        document.remove(node);
    }
}

/// An option with what it comes to.
type Judged = (String, Result<Worth, Impossible>);

/// Every option of a model, each on its own, so that one that is not possible spoils no other.
fn judged(loaded: &Loaded, traces: &Traces, months: u32) -> Vec<Judged> {
    let model = model::build_over(&loaded.scenario, traces, months);
    let mut judge = Judge::new(loaded, &model);
    model.options.iter().map(|option| (option.name.clone(), judge.worth(option))).collect()
}

/// A model while its options are judged.
struct Judge<'a> {
    loaded: &'a Loaded,
    model: &'a Model,
    sheet: &'a Sheet,
    values: Values<Decimal>,
    /// For every figure, whether it has its value.
    known: Vec<bool>,
    digits: u32,
}

impl<'a> Judge<'a> {
    fn new(loaded: &'a Loaded, model: &'a Model) -> Judge<'a> {
        let digits = loaded.scenario.currency.value.minor_digits();
        let known = vec![false; model.sheet.all().len()];
        Judge { loaded, values: model.sheet.values(), known, digits, sheet: &model.sheet, model }
    }

    /// Whether nothing that its sheet says makes an option impossible.
    fn keeps_its_conditions(&mut self, option: &OptionModel) -> Result<(), Impossible> {
        let rules = &self.sheet.conditions()[option.conditions.clone()];
        let conditions: Vec<FigureId> = rules.iter().map(|rule| rule.not_above_zero).collect();
        self.evaluate(&conditions)?;
        if let Some(broken) = broken_rules(self.sheet, rules, &self.values).first() {
            let message = unanswered::broken(self.loaded, broken).map(|finding| finding.message);
            let reason = message.unwrap_or_else(|| broken.code().description().to_owned());
            return Err(Impossible { code: broken.code(), reason });
        }
        Ok(())
    }

    /// The sum of its printed lines.
    fn present_value(&mut self, option: &OptionModel) -> Result<Decimal, Impossible> {
        let lines: Vec<FigureId> = option.lines.iter().map(|line| line.present_value).collect();
        self.evaluate(&lines)?;
        Ok(lines.into_iter().map(|line| number::money(self.value(line), self.digits)).sum())
    }

    fn worth(&mut self, option: &OptionModel) -> Result<Worth, Impossible> {
        self.keeps_its_conditions(option)?;
        let lines = option.lines.iter().map(|line| line.total);
        let sites = option.parts.iter().filter_map(|part| part.site_power);
        let sums = [option.present_value, option.undone, self.model.demanded];
        let needed: Vec<FigureId> = lines.chain(sites).chain(sums).chain(option.without_headroom).collect();
        self.evaluate(&needed)?;
        let present_value = self.present_value(option)?;
        let money = |figure| number::money(self.value(figure), self.digits);
        Ok(Worth {
            total: option.lines.iter().map(|line| money(line.total)).sum(),
            present_value,
            unrounded: self.value(option.present_value),
            cannot_win_because: self.cannot_win_because(option),
            per_useful_hour: self.ratio(option.per_useful_hour),
        })
    }

    fn cannot_win_because(&self, option: &OptionModel) -> Vec<String> {
        let scenario = &self.loaded.scenario;
        let periods = 0..self.sheet.periods().len();
        let largest = |row| periods.clone().map(|at| self.value_in(row, at)).max().unwrap_or_default();
        let mut reasons = requirements::ineligible_because(scenario, option, &largest);
        reasons.extend(comparable::not_comparable_because(scenario, self.model, option, &|figure| self.value(figure)));
        reasons
    }

    #[track_caller]
    fn value(&self, figure: FigureId) -> Decimal {
        self.value_in(figure, 0)
    }

    /// The value of a figure in a period, which has to be evaluated: it would be read as zero.
    #[track_caller]
    fn value_in(&self, figure: FigureId, period: usize) -> Decimal {
        assert!(self.known[figure.index()], "figure {} was not evaluated", figure.index());
        self.values[self.sheet.at(figure, period)]
    }

    /// A ratio, where it does not divide by nothing.
    fn ratio(&mut self, figure: FigureId) -> Option<Decimal> {
        self.evaluate(&[figure]).ok()?;
        (!divides_by_nothing(self.sheet, &self.values, figure)).then(|| number::ratio(self.value(figure)))
    }

    /// Computes figures and all that they are computed from, unless that is done.
    fn evaluate(&mut self, figures: &[FigureId]) -> Result<(), Impossible> {
        let open = self.sheet.ancestors(figures).into_iter().filter(|figure| !self.known[figure.index()]);
        let open: Vec<FigureId> = open.collect();
        let evaluated = self.sheet.evaluate(&open, &mut self.values);
        evaluated.map_err(|fault| {
            let finding = fault_diagnostic(self.sheet, &self.loaded.document, fault);
            Impossible { code: finding.code, reason: finding.message }
        })?;
        for figure in open {
            self.known[figure.index()] = true;
        }
        Ok(())
    }
}
