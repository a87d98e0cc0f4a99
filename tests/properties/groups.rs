//! Properties of every scenario whose costs are split by owner or by tag.

use super::{answered, close};
use crate::generated::{Tree, cases, scalar, scenarios};
use proptest::prelude::*;
use rackrent::analysis::Answer;
use rackrent::analysis::groups::{GroupResult, Grouping, OptionGroups};
use rust_decimal::Decimal;

fn by_owner(answer: &Answer) -> Vec<OptionGroups> {
    answer.groups(&Grouping::Owner).unwrap().options
}

/// Sets or removes the owner of every workload.
fn with_owners(tree: &mut Tree, owner: impl Fn(usize) -> Option<String>) {
    let Some(workloads) = tree.at(&["demand", "workloads"]) else { return };
    for (at, (_, workload)) in workloads.entries_mut().iter_mut().enumerate() {
        workload.remove("owner");
        if let Some(owner) = owner(at) {
            workload.put("owner", scalar(owner));
        }
    }
}

/// Figures of a group, without its name.
fn figures(group: &GroupResult) -> impl PartialEq + std::fmt::Debug {
    let ratios = (group.share, group.useful_hours, group.per_useful_hour);
    (group.workloads.clone(), group.total, group.present_value, ratios)
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn groups_add_up_to_the_option(scenario in scenarios()) {
        let mut tree = scenario.0;
        with_owners(&mut tree, |at| (at != 1).then(|| format!("team-{}", at % 2)));
        let answer = answered(&tree);
        let by_tag = answer.groups(&Grouping::Tag("environment".to_owned()));
        for options in [Ok(by_owner(&answer)), by_tag.map(|groups| groups.options)].into_iter().flatten() {
            for (split, stated) in options.iter().zip(&answer.comparison.options) {
                let sum = |of: fn(&GroupResult) -> Decimal| split.groups.iter().map(of).sum::<Decimal>();
                prop_assert_eq!(sum(|group| *group.total), *stated.total);
                prop_assert_eq!(sum(|group| *group.present_value), *stated.present_value);
                let hours = *stated.useful_hours;
                // each group is rounded to twelve digits
                let rounding = hours.max(Decimal::ONE) * Decimal::new(1, 11);
                prop_assert!((sum(|group| *group.useful_hours) - hours).abs() <= rounding, "{}", split.name);
            }
        }
    }

    #[test]
    fn a_single_owner_bears_the_whole_cost(scenario in scenarios()) {
        let mut tree = scenario.0;
        with_owners(&mut tree, |_| None);
        tree.put("owner", scalar("platform"));
        let answer = answered(&tree);
        for (split, stated) in by_owner(&answer).iter().zip(&answer.comparison.options) {
            let [group] = split.groups.as_slice() else { panic!("{split:?}") };
            prop_assert_eq!(group.group.as_deref(), Some("platform"));
            prop_assert_eq!((group.total, group.present_value), (stated.total, stated.present_value));
            prop_assert_eq!(group.per_useful_hour.is_some(), stated.per_useful_hour.is_some());
            if let Some((part, whole)) = group.per_useful_hour.zip(stated.per_useful_hour) {
                close("a useful hour", *part, *whole, *whole * Decimal::from(100_000));
            }
        }
    }

    #[test]
    fn renaming_an_owner_changes_only_the_name(scenario in scenarios()) {
        let mut tree = scenario.0;
        with_owners(&mut tree, |at| (at % 2 == 0).then(|| "team-a".to_owned()));
        let before = by_owner(&answered(&tree));
        with_owners(&mut tree, |at| (at % 2 == 0).then(|| "zeta".to_owned()));
        let after = by_owner(&answered(&tree));
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(before.groups.len(), after.groups.len());
            for (before, after) in before.groups.iter().zip(&after.groups) {
                let renamed = before.group.as_ref().map(|name| name.replace("team-a", "zeta"));
                prop_assert_eq!(&renamed, &after.group);
                prop_assert_eq!(figures(before), figures(after));
            }
        }
    }
}
