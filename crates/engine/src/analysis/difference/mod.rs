//! Difference between two scenarios: changed inputs, their effect on the present value of each option, and on the
//! verdict.

mod changes;
mod choice;
mod groups;
mod json;
mod mixture;
mod shapley;

pub use changes::{ChangeKind, CostEffect, InputChange, InputValue};
pub use choice::Chosen;
pub use groups::{ChangeGroup, GroupKind, GroupName, MOST_ALONE};

use super::compare::comparison::answer_to;
use super::compare::statement::{Comparison, PairResult};
use super::compare::{Answer, Depth};
use super::effort::BudgetMultiple;
use super::header::{Header, header};
use crate::amount::{Amount, Ratio};
use crate::demand::trace::Traces;
use crate::model::{OptionId, OptionKind};
use crate::scenario::Loaded;
#[cfg(feature = "schema")]
use crate::variation::Position;
use crate::variation::{Decision, OptionCost, OptionOutcome, Variation, position};
use changes::Compared;
use mixture::{Mixtures, amount, present_value};
use serde::Serialize;
use shapley::{Coalitions, Share};
use std::collections::BTreeMap;

/// A scenario with its decision.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DiffSide {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// Its decision.
    #[serde(skip)]
    pub decision: Decision,
    /// Winner and margin.
    #[serde(flatten)]
    pub choice: Chosen,
}

/// Difference between two scenarios, and its effects.
#[derive(Debug)]
pub struct Difference {
    /// Old scenario.
    pub old: DiffSide,
    /// New scenario.
    pub new: DiffSide,
    /// Changed inputs.
    pub changes: Vec<InputChange>,
    /// Options of both scenarios, those of the new one first.
    pub options: Vec<OptionDifference>,
    /// Effects of the changes.
    pub effects: Vec<Effect>,
    /// The pair whose break-even is reported; none if they have none in common, or an option is not possible in one.
    pub pair: Option<PairDifference>,
}

/// A pair in both scenarios: that of the new decision if both have it, else that of the old decision.
#[derive(Debug)]
pub struct PairDifference {
    /// The old and the new result, with the break-even by demand.
    pub results: [PairResult; 2],
    /// The old and the new comparison, without break-evens.
    pub comparisons: [Comparison; 2],
}

/// An option in both scenarios.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OptionDifference {
    /// `own.NAME`, `rent.NAME` or `hybrid.NAME`.
    pub name: OptionId,
    /// Owned, rented or both.
    pub kind: OptionKind,
    /// Change of its printed present value; null unless it is possible in both scenarios.
    pub change: Option<Amount>,
    /// Its outcome in the old scenario; null if the old scenario does not have it.
    #[serde(serialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Position<'static>>"))]
    pub old: Option<OptionOutcome>,
    /// Its outcome in the new scenario; null if the new scenario does not have it.
    #[serde(serialize_with = "position")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<Position<'static>>"))]
    pub new: Option<OptionOutcome>,
}

/// Effect of a group of changes.
#[derive(Debug)]
pub struct Effect {
    /// The changes.
    pub group: ChangeGroup,
    /// Contribution to the change of the present value of each option, in the order of [`Difference::options`], rounded
    /// so that contributions add up; none if the option's cost does not depend on the changes.
    pub amounts: Vec<Option<Amount>>,
}

impl Difference {
    /// Whether another option wins, or one wins where none did.
    #[must_use]
    pub fn flipped(&self) -> bool {
        self.old.choice.winner != self.new.choice.winner
    }

    /// Change of the winner's margin, see [`Chosen::margin_moved`].
    #[must_use]
    pub fn margin_moved(&self) -> Option<Ratio> {
        self.new.choice.margin_moved(&self.old.choice)
    }

    /// Whether a result changed: the winner, an option's cost, or the set of options.
    #[must_use]
    pub fn moved(&self) -> bool {
        let stays = |option: &OptionDifference| match (&option.old, &option.new) {
            (Some(old), Some(new)) => is_the_same(old, new),
            (None, _) | (_, None) => false,
        };
        self.flipped() || !self.options.iter().all(stays)
    }
}

/// Whether the amounts and eligibility of an option are unchanged.
fn is_the_same(old: &OptionOutcome, new: &OptionOutcome) -> bool {
    match (&old.cost, &new.cost) {
        (Ok(old), Ok(new)) => {
            let amounts = |cost: &OptionCost| (cost.total, cost.present_value);
            amounts(old) == amounts(new) && old.cannot_win_because == new.cannot_win_because
        }
        (old, new) => old == new,
    }
}

/// Error: two scenarios in different currencies can't be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrenciesDiffer {
    /// Currency of the old scenario, such as `EUR`.
    pub old: &'static str,
    /// Currency of the new scenario.
    pub new: &'static str,
}

impl CurrenciesDiffer {
    /// Currencies of two scenarios; none if they are equal.
    #[must_use]
    pub fn between(old: &Loaded, new: &Loaded) -> Option<CurrenciesDiffer> {
        let [old, new] = [old, new].map(|loaded| loaded.scenario.currency.value.code());
        (old != new).then_some(CurrenciesDiffer { old, new })
    }
}

/// Compares two scenarios of one currency.
///
/// # Errors
/// If their currencies differ.
pub fn difference(old: (Loaded, Traces), new: (Loaded, Traces)) -> Result<Difference, CurrenciesDiffer> {
    match CurrenciesDiffer::between(&old.0, &new.0) {
        Some(differ) => Err(differ),
        None => Ok(difference_in_one_currency(old, new)),
    }
}

/// Compares two scenarios known to be in one currency.
#[must_use]
pub fn difference_in_one_currency(old: (Loaded, Traces), new: (Loaded, Traces)) -> Difference {
    let compared = Compared { old: &old.0, new: &new.0, old_traces: &old.1, new_traces: &new.1 };
    let changes = changes::changes(&compared);
    let variation = Variation::of(&old.0, &old.1);
    let decisions = [variation.base_case(), Variation::of(&new.0, &new.1).base_case()];
    let options = options(&decisions);
    let effects = effects(&compared, &variation, &changes, &options, &decisions);
    let [before, after] = decisions;
    let sides = [side(&old.0, before), side(&new.0, after)];
    let pair = decide(old).zip(decide(new)).and_then(|(old, new)| pair([old, new]));
    let [old, new] = sides;
    Difference { old, new, changes, options, effects, pair }
}

/// A single scenario with its decision.
#[must_use]
pub fn decided((loaded, traces): (Loaded, Traces)) -> DiffSide {
    let decision = Variation::of(&loaded, &traces).base_case();
    side(&loaded, decision)
}

fn side(loaded: &Loaded, decision: Decision) -> DiffSide {
    let header = header(loaded);
    let choice = Chosen::of(&decision, header.close_call);
    DiffSide { header, decision, choice }
}

fn decide((loaded, traces): (Loaded, Traces)) -> Option<Answer> {
    answer_to(loaded, traces, Depth::Verdict, BudgetMultiple::USUAL).ok()
}

/// The pair of the old and the new answer whose break-even is reported.
fn pair(answers: [Answer; 2]) -> Option<PairDifference> {
    let best = |answer: &Answer| answer.comparison.best_pair().map(|pair| (pair.own.clone(), pair.rent.clone()));
    let [old, new] = &answers;
    let is_in_both = |(own, rent): &(OptionId, OptionId)| answers.iter().all(|answer| answer.pair(own, rent).is_some());
    let (own, rent) = [best(new), best(old)].into_iter().flatten().find(is_in_both)?;
    let results = [old.pair_with_break_even(&own, &rent)?, new.pair_with_break_even(&own, &rent)?];
    Some(PairDifference { results, comparisons: answers.map(|answer| answer.comparison) })
}

/// Options of both scenarios: those of the new one in their order, then removed ones.
fn options([old, new]: &[Decision; 2]) -> Vec<OptionDifference> {
    let kept = new.options.iter().map(|option| (option, old.option(&option.name).cloned(), Some(option.clone())));
    let gone = old.options.iter().filter(|option| new.option(&option.name).is_none());
    let gone = gone.map(|option| (option, Some(option.clone()), None));
    let present_value = |outcome: &Option<OptionOutcome>| outcome.as_ref().and_then(OptionOutcome::present_value);
    kept.chain(gone)
        .map(|(option, old, new)| {
            let change = present_value(&new).zip(present_value(&old)).map(|(after, before)| after - before);
            OptionDifference { name: option.name.clone(), kind: option.kind, change, old, new }
        })
        .collect()
}

/// Effect of each group of changes on each option that is possible in both scenarios.
fn effects(
    compared: &Compared<'_>,
    variation: &Variation<'_>,
    changes: &[InputChange],
    options: &[OptionDifference],
    decisions: &[Decision; 2],
) -> Vec<Effect> {
    let digits = compared.new.scenario.currency.value.minor_digits();
    let groups = groups::groups(changes);
    let names: Vec<OptionId> =
        options.iter().filter(|option| option.change.is_some()).map(|o| o.name.clone()).collect();
    let documents = [&compared.old.document, &compared.new.document];
    let concerns = |group: &ChangeGroup, option: &OptionId| {
        group.changes.iter().any(|change| groups::concerns(&changes[*change].path, option, documents))
    };
    let players: Vec<Vec<usize>> = names
        .iter()
        .map(|option| (0..groups.len()).filter(|group| concerns(&groups[*group], option)).collect())
        .collect();
    let mut requested: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (option, players) in players.iter().enumerate() {
        for mask in mixtures_of(players) {
            requested.entry(mask).or_default().push(option);
        }
    }
    let mixtures = Mixtures::of(compared, variation, changes, (&groups, &names), requested);
    let coalitions: Vec<(Vec<usize>, Coalitions)> = players
        .into_iter()
        .enumerate()
        .map(|(option, players)| {
            let mut worth_of: Vec<Option<i128>> =
                mixtures_of(&players).map(|mask| mixtures.present_value(mask, option)).collect();
            // the first and last mixture are the scenarios themselves
            let ends = decisions.each_ref().map(|decision| present_value(decision, &names[option], digits));
            let last = worth_of.len() - 1;
            (worth_of[0], worth_of[last]) = (ends[0], ends[1]);
            let coalitions = Coalitions::new(u32::try_from(players.len()).unwrap_or(u32::MAX), worth_of);
            (players, coalitions)
        })
        .collect();
    let parts = groups::joined(&groups, &coalitions);
    let shared: Vec<Vec<Option<Share>>> =
        coalitions.iter().map(|(players, coalitions)| shares(&parts, players, coalitions)).collect();
    let column = |option: &OptionDifference| names.iter().position(|name| *name == option.name);
    let part = |(at, part): (usize, &Vec<usize>)| {
        let share = |option: &OptionDifference| shared[column(option)?][at].filter(|share| share.matters);
        let amounts =
            options.iter().map(|option| share(option).map(|share| Amount::new(amount(share.amount, digits), digits)));
        Effect { group: groups::whole(&groups, part), amounts: amounts.collect() }
    };
    parts.iter().enumerate().map(part).collect()
}

/// Mixtures of some groups as masks of all groups, ordered by the mask of these groups.
fn mixtures_of(players: &[usize]) -> impl Iterator<Item = usize> {
    (0..1_usize << players.len()).map(|mask| {
        let made = players.iter().enumerate().filter(|(bit, _)| mask & (1 << bit) != 0);
        made.fold(0, |all, (_, group)| all | 1 << group)
    })
}

/// Share of each part in the change of an option; none if the option does not depend on it.
fn shares(parts: &[Vec<usize>], players: &[usize], coalitions: &Coalitions) -> Vec<Option<Share>> {
    let (involved, coalitions) = groups::of_parts(parts, players, coalitions);
    let shares = coalitions.shares().unwrap_or_default();
    let of = |part: usize| involved.iter().position(|at| *at == part).and_then(|at| shares.get(at).copied());
    (0..parts.len()).map(of).collect()
}
