//! Cost of an option split by groups of work.

use super::grouping::{known_tag, tags};
use super::{GroupResult, Grouping, OptionGroups, UnknownTag, WorkGroups};
use crate::amount::{Amount, Ratio};
use crate::analysis::Answer;
use crate::analysis::statement::OptionResult;
use crate::model::{OptionModel, WorkloadCost};
use crate::number;
use rust_decimal::Decimal;

/// Share of one workload in an option, with its group.
struct Share {
    group: Option<String>,
    workload: String,
    total: Amount,
    present_value: Amount,
    useful_hours: Decimal,
    /// Unrounded present value, and present value of the useful hours.
    levelized: (Decimal, Decimal),
}

impl Answer {
    /// Cost of each option by the owners of its work, or by a tag.
    ///
    /// # Errors
    /// If nothing in the scenario has the tag.
    pub fn groups(&self, by: &Grouping) -> Result<WorkGroups, UnknownTag> {
        known_tag(by, &tags(&self.loaded.scenario))?;
        Ok(self.grouped(by))
    }

    /// Like `groups`, without checking the tag.
    pub(in crate::analysis) fn grouped(&self, by: &Grouping) -> WorkGroups {
        let options = self.evaluated.model.options.iter().zip(&self.comparison.options);
        let options = options.map(|(model, result)| OptionGroups {
            name: result.name.clone(),
            groups: match self.shares(by, model) {
                Some(shares) => grouped(shares, result),
                None => vec![self.whole(by, model, result)],
            },
            total: result.total,
            present_value: result.present_value,
        });
        WorkGroups { by: by.clone(), options: options.collect() }
    }

    /// Shares of all workloads in an option; none in the short form, or if no work is served.
    fn shares(&self, by: &Grouping, model: &OptionModel) -> Option<Vec<Share>> {
        let scenario = &self.loaded.scenario;
        let share = |cost: &WorkloadCost| {
            let entry = scenario.demand.workloads.iter().nth(cost.workload)?;
            let workload = self.comparison.workloads.get(cost.workload)?;
            let printed = workload.costs.iter().find(|printed| printed.option == model.id)?;
            Some(Share {
                group: by.of_workload(scenario, &entry.value),
                workload: entry.name.clone(),
                total: printed.total?,
                present_value: printed.cost?,
                useful_hours: self.evaluated.ratio(cost.useful_hours)?,
                levelized: (self.evaluated.ratio(cost.cost)?, self.evaluated.ratio(cost.done)?),
            })
        };
        let shares: Option<Vec<Share>> = model.workloads.iter().map(share).collect();
        shares.filter(|shares| !shares.is_empty())
    }

    /// A whole option as the group of the scenario itself.
    fn whole(&self, by: &Grouping, model: &OptionModel, result: &OptionResult) -> GroupResult {
        let name = |cost: &WorkloadCost| Some(self.comparison.workloads.get(cost.workload)?.name.clone());
        GroupResult {
            group: by.of_scenario(&self.loaded.scenario),
            workloads: model.workloads.iter().filter_map(name).collect(),
            useful_hours: result.useful_hours,
            total: result.total,
            present_value: result.present_value,
            share: share_of(result.total, result.total),
            per_useful_hour: result.per_useful_hour,
        }
    }
}

/// Merges shares of the same group, in the order of their first share; shares without a group come last.
fn grouped(shares: Vec<Share>, result: &OptionResult) -> Vec<GroupResult> {
    let mut groups: Vec<(Option<String>, Vec<Share>)> = Vec::new();
    for share in shares {
        match groups.iter_mut().find(|(group, _)| *group == share.group) {
            Some((_, of_group)) => of_group.push(share),
            None => groups.push((share.group.clone(), vec![share])),
        }
    }
    groups.sort_by_key(|(group, _)| group.is_none());
    groups.into_iter().map(|(group, shares)| together(group, &shares, result)).collect()
}

fn together(group: Option<String>, shares: &[Share], result: &OptionResult) -> GroupResult {
    // the amounts are already rounded, so sums need no rounding
    let sum = |of: fn(&Share) -> Amount| shares.iter().map(of).reduce(|a, b| a + b);
    let total = sum(|share| share.total).unwrap_or(result.total);
    let cost: Decimal = shares.iter().map(|share| share.levelized.0).sum();
    let done: Decimal = shares.iter().map(|share| share.levelized.1).sum();
    let per_hour = number::is_something(done).then(|| cost.checked_div(done)).flatten();
    GroupResult {
        workloads: shares.iter().map(|share| share.workload.clone()).collect(),
        useful_hours: Ratio::rounded(shares.iter().map(|share| share.useful_hours).sum()),
        total,
        present_value: sum(|share| share.present_value).unwrap_or(result.present_value),
        share: share_of(total, result.total),
        per_useful_hour: per_hour.map(Ratio::rounded),
        group,
    }
}

/// Quotient of two amounts; none if the divisor is zero.
fn share_of(part: Amount, whole: Amount) -> Option<Ratio> {
    (*part).checked_div(*whole).map(Ratio::rounded)
}
