//! Data of one scenario in a portfolio.

use super::{Member, MemberGroup, MemberWinner, ReviewDay};
use crate::amount::Amount;
use crate::analysis::flip::holding::HALF;
use crate::analysis::groups::{GroupResult, Grouping, tags};
use crate::analysis::{Answer, settled};
use crate::scenario::document::{Entry, Located};
use crate::scenario::{Date, Scenario, reviews};
use rust_decimal::Decimal;

impl Member {
    /// Data of an answer in a portfolio; an answer at verdict depth is enough.
    #[must_use]
    pub fn of(answer: Answer, by: &Grouping) -> Member {
        let winner = winner(&answer, by);
        let nearest = answer.flips_nearby(HALF, usize::MAX, |_| true).result.into_iter().next();
        let scenario = &answer.loaded.scenario;
        let (reviews, tags) = (days(scenario, &answer.comparison.header.file), tags(scenario));
        let options = answer.comparison.options.len();
        Member { header: answer.comparison.header, options, winner, reviews, nearest, tags }
    }
}

/// The winning option with its groups.
fn winner(answer: &Answer, by: &Grouping) -> Option<MemberWinner> {
    let comparison = &answer.comparison;
    let name = comparison.verdict.winner.as_ref()?;
    let at = comparison.options.iter().position(|option| option.name == *name)?;
    let option = &comparison.options[at];
    let groups = answer.grouped(by).options.swap_remove(at).groups;
    let (months, digits) = (Decimal::from(comparison.header.horizon_months), comparison.header.minor_digits);
    let shares: Vec<Decimal> = groups.iter().map(|group| group.total / months).collect();
    let shares = Amount::all(settled(&shares, *option.per_month, digits), digits);
    let part = |(group, per_month): (GroupResult, Amount)| MemberGroup { group: group.group, per_month };
    Some(MemberWinner {
        option: option.name.clone(),
        label: option.label.clone(),
        kind: option.kind,
        close: comparison.verdict.close,
        total: option.total,
        present_value: option.present_value,
        per_month: option.per_month,
        groups: groups.into_iter().zip(shares).map(part).collect(),
    })
}

/// Review dates of the scenario and its workloads.
fn days(scenario: &Scenario, file: &str) -> Vec<ReviewDay> {
    let of = |stated, workload: Option<&String>, owner: Option<String>| -> Vec<ReviewDay> {
        let days = reviews::days(stated).iter();
        let review = |day: &Located<Date>| ReviewDay {
            day: day.value.to_string(),
            file: file.to_owned(),
            workload: workload.cloned(),
            owner: owner.clone(),
        };
        days.map(review).collect()
    };
    let mut all = of(scenario.review_by.as_ref(), None, Grouping::Owner.of_scenario(scenario));
    for Entry { name, value: workload, .. } in &scenario.demand.workloads {
        all.extend(of(workload.review_by.as_ref(), Some(name), Grouping::Owner.of_workload(scenario, workload)));
    }
    all.sort();
    all
}
