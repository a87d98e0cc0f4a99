//! Properties of every scenario with workloads.

use super::{answered, close};
use crate::generated::{Dice, Tree, cases, scalar, scenarios, workload_scenarios, workloads};
use proptest::prelude::*;
use rackrent::analysis::statement::{
    BreakEvenPoint, CrossingOutcome, OptionResult, PairHalf, RequestedPairs, SameSideOutcome, Winner,
};
use rackrent::analysis::{Answer, value_at};
use rackrent::model::OptionKind;
use rackrent::sheet::Formula;
use rust_decimal::Decimal;

fn workloads_of(tree: &mut Tree) -> &mut Vec<(String, Tree)> {
    tree.at(&["demand", "workloads"]).unwrap().entries_mut()
}

/// Whether a workload is flexible, by its own `flexible` or else by its kind.
fn is_flexible(workload: &Tree) -> bool {
    let value = |key| workload.get(key).and_then(Tree::text);
    let by_kind = matches!(value("kind").unwrap(), "training" | "fine_tuning" | "batch_inference");
    value("flexible").map_or(by_kind, |flexible| flexible == "true")
}

/// Options of one side.
fn side<'t>(tree: &'t mut Tree, side: &str) -> Vec<&'t mut Tree> {
    tree.at(&[side]).unwrap().entries_mut().iter_mut().map(|(_, option)| option).collect()
}

/// Removes keys with which more work can cost less for good reasons. A fleet that the program sizes buys earlier, at another
/// price and with another age at the horizon. Work that displaces other work changes the useful hours and the headroom, and
/// with them hourly lines and electricity. A dedicated instance that is rented earlier has another price.
fn without_savings(tree: &mut Tree) {
    for option in side(tree, "own") {
        if option.get("nodes").is_none() && option.get("purchases").is_none() {
            option.put("nodes", scalar(2));
            option.put("burst_to", scalar("cloud-0"));
        }
        option.at(&["node"]).unwrap().remove("idle_power_kw");
        if let Some(lines) = option.at(&["operating"]) {
            lines.entries_mut().retain(|(_, line)| line.get("per_useful_hour").is_none());
        }
        if option.get("operating").is_some_and(|lines| lines.names().is_empty()) {
            option.remove("operating");
        }
    }
    for option in side(tree, "rent") {
        if option.get("minimum_term_months").is_some() {
            option.remove("price_change_per_year");
        }
    }
}

/// Removes all firm workloads, wherever they are named.
fn without_firm_work(tree: &mut Tree) {
    let workloads = workloads_of(tree);
    workloads.retain(|(_, workload)| is_flexible(workload));
    let names: Vec<String> = workloads.iter().map(|(name, _)| name.clone()).collect();
    for named in ["own", "rent"] {
        for option in side(tree, named) {
            if let Some(Tree::Named(throughput)) = option.at(&["relative_throughput"]) {
                throughput.retain(|(name, _)| names.contains(name));
            }
            if matches!(option.get("relative_throughput"), Some(Tree::Named(throughput)) if throughput.is_empty()) {
                option.remove("relative_throughput");
            }
            if let Some(Tree::List(serves)) = option.at(&["serves"]) {
                serves.retain(|name| names.iter().any(|known| Some(known.as_str()) == name.text()));
            }
        }
    }
}

/// The scenario with an additional workload, which the first rented option serves in a hybrid.
fn with_more(tree: &Tree, workload: &Tree) -> Tree {
    let mut more = tree.clone();
    workloads_of(&mut more).push(("more".to_owned(), workload.clone()));
    if let Some(hybrid) = more.at(&["hybrid", "mixed"]) {
        hybrid.put("more", scalar("rent.cloud-0"));
    }
    for option in side(&mut more, "rent") {
        if let Some(Tree::List(serves)) = option.at(&["serves"]) {
            serves.push(scalar("more"));
        }
    }
    more
}

/// Exact total cost of an option: cash and present value.
fn costs(answer: &Answer, option: usize) -> [Decimal; 2] {
    let model = &answer.evaluated.model.options[option];
    [model.total, model.present_value].map(|figure| answer.evaluated.value(figure))
}

fn figures(option: &OptionResult) -> impl PartialEq + std::fmt::Debug {
    let lines: Vec<_> = option.lines.iter().map(|line| (line.name.clone(), line.total, line.present_value)).collect();
    let hours = [option.useful_hours, option.hours_undone, option.hours_lost_to_downtime];
    (option.name.clone(), option.total, option.present_value, hours, option.nodes, option.utilization, lines)
}

/// Demand factors just below and just above a point, with no other point between.
fn around(points: &[BreakEvenPoint], at: usize, limit: Decimal) -> (Decimal, Decimal) {
    let point = points[at].factor;
    let before = at.checked_sub(1).map_or(Decimal::ZERO, |before| *points[before].factor);
    let after = points.get(at + 1).map_or(limit, |after| *after.factor);
    let little = point * Decimal::new(1, 7);
    (point - little.min((point - before) / Decimal::TWO), point + little.min((after - point) / Decimal::TWO))
}

proptest! {
    #![proptest_config(cases(32))]

    #[test]
    fn an_additional_workload_never_makes_an_option_cheaper(
        scenario in workload_scenarios(),
        rolls in prop::collection::vec(any::<u16>(), 0..60),
    ) {
        let mut tree = scenario.0;
        without_savings(&mut tree);
        let before = answered(&tree);
        let more = with_more(&tree, &workloads::workload(&mut Dice::new(&rolls), before.comparison.header.horizon_months));
        let after = answered(&more);
        for (at, option) in before.comparison.options.iter().enumerate() {
            prop_assert_eq!(&option.name, &after.comparison.options[at].name);
            for (before, after) in costs(&before, at).into_iter().zip(costs(&after, at)) {
                let negligible = before.abs().max(Decimal::ONE) * Decimal::new(1, 16);
                prop_assert!(after >= before - negligible, "{}: {before}, with more {after}\n{}", option.name, more.yaml(""));
            }
        }
    }

    #[test]
    fn flexible_work_costs_no_more_on_demand_than_the_same_hours_of_firm_work(
        scenario in workload_scenarios(),
        hours in 1..40_000_u32,
    ) {
        let mut tree = scenario.0;
        tree.remove("hybrid");
        for option in side(&mut tree, "rent") {
            option.remove("spot");
            // interruptions cost hours of flexible work only
            option.remove("on_demand");
        }
        // a flat load can use free capacity of instances for other firm work; a pool cannot
        without_firm_work(&mut tree);
        let stated = |flexible: &str| {
            let entries = [
                ("kind", scalar("batch_inference")),
                ("accelerator_hours_per_month", scalar(hours)),
                ("flexible", scalar(flexible)),
            ];
            let workload = Tree::Part(entries.map(|(key, value)| (key.to_owned(), value)).into());
            answered(&with_more(&tree, &workload))
        };
        let [pool, firm] = ["true", "false"].map(stated);
        for (at, option) in pool.comparison.options.iter().enumerate().filter(|(_, option)| option.kind == OptionKind::Rent) {
            for (pool, firm) in costs(&pool, at).into_iter().zip(costs(&firm, at)) {
                let negligible = firm.abs().max(Decimal::ONE) * Decimal::new(1, 16);
                prop_assert!(pool <= firm + negligible, "{}: {pool}, firm {firm}\n{}", option.name, tree.yaml(""));
            }
        }
    }

    #[test]
    fn the_order_of_firm_workloads_changes_nothing(scenario in workload_scenarios(), order in prop::collection::vec(any::<u16>(), 8)) {
        let mut tree = scenario.0;
        let before = answered(&tree);
        let workloads = workloads_of(&mut tree);
        let mut firm: Vec<(String, Tree)> = workloads.iter().filter(|(_, workload)| !is_flexible(workload)).cloned().collect();
        let mut dice = Dice::new(&order);
        for end in (1..firm.len()).rev() {
            firm.swap(end, dice.below(u32::try_from(end).unwrap() + 1) as usize);
        }
        let mut firm = firm.into_iter();
        for workload in workloads.iter_mut().filter(|(_, workload)| !is_flexible(workload)) {
            *workload = firm.next().unwrap();
        }
        let after = answered(&tree);
        for (before, after) in before.comparison.options.iter().zip(&after.comparison.options) {
            prop_assert_eq!(figures(before), figures(after));
        }
        prop_assert_eq!(&before.comparison.verdict.winner, &after.comparison.verdict.winner);
        for (before, after) in before.comparison.pairs.iter().zip(&after.comparison.pairs) {
            prop_assert_eq!(&before.break_even.outcome, &after.break_even.outcome);
            prop_assert_eq!(before.break_even.points.len(), after.break_even.points.len());
        }
    }

    #[test]
    fn the_hours_of_every_curve_add_up_to_the_month(scenario in workload_scenarios()) {
        let answer = answered(&scenario.0);
        let (sheet, values) = (&answer.evaluated.model.sheet, &answer.evaluated.values);
        for figure in sheet.all().into_iter().filter(|figure| matches!(sheet.row(*figure).formula, Formula::Curve(_))) {
            for period in 0..sheet.periods().len() {
                let levels = sheet.levels(figure, period, values).and_then(|levels| levels.exact());
                // a curve without demand in a period is not evaluated
                let Some(levels) = levels else { continue };
                let shares: Vec<(Decimal, Decimal)> = levels.shares().unwrap();
                close("shares", shares.iter().map(|(_, share)| *share).sum(), Decimal::ONE, Decimal::ONE);
                prop_assert!(shares.iter().all(|(level, share)| *level >= Decimal::ZERO && *share >= Decimal::ZERO), "{shares:?}");
                prop_assert!(shares.windows(2).all(|pair| pair[0].0 >= pair[1].0), "{shares:?}");
            }
        }
    }

    #[test]
    fn work_served_elsewhere_is_part_of_the_useful_hours(scenario in workload_scenarios()) {
        let answer = answered(&scenario.0);
        for (option, model) in answer.comparison.options.iter().zip(&answer.evaluated.model.options) {
            let value = |figure| answer.evaluated.value(figure);
            let elsewhere: Decimal = model.parts.iter().flat_map(|part| &part.elsewhere).map(|other| value(other.useful_hours)).sum();
            let (useful, demanded) = (value(model.useful_hours), value(model.demanded));
            prop_assert!(elsewhere <= useful + demanded * Decimal::new(1, 16), "{}: {elsewhere} of {useful}", option.name);
            for waste in &option.waste {
                prop_assert!(waste.hours >= Decimal::ZERO && waste.share >= Decimal::ZERO && waste.share <= Decimal::ONE, "{waste:?}");
            }
            if let Some(useful) = option.useful_share_of_paid_hours {
                let wasted: Decimal = option.waste.iter().map(|waste| waste.share).sum();
                prop_assert!((useful + wasted - Decimal::ONE).abs() < Decimal::new(1, 9), "{}: {useful} {:?}", option.name, option.waste);
            }
        }
    }

    #[test]
    fn every_break_even_has_the_reported_winners_on_both_sides(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        let (evaluated, model) = (&answer.evaluated, &answer.evaluated.model);
        for (pair, statement) in model.pairs.iter().zip(&answer.comparison.pairs) {
            let break_even = &statement.break_even;
            let Some(limit) = break_even.factor_limit.filter(|_| break_even.outcome == CrossingOutcome::Crosses) else { continue };
            prop_assert_eq!(break_even.wins.len(), break_even.points.len() + 1);
            let difference = |x| value_at(evaluated, x, pair.difference).unwrap();
            let winner = |x| if difference(x) < Decimal::ZERO { Winner::Own } else { Winner::Rent };
            for (at, point) in break_even.points.iter().enumerate() {
                let (below, above) = around(&break_even.points, at, *limit);
                prop_assert_eq!(winner(below), break_even.wins[at], "below {:?} of {:?}", point, statement);
                prop_assert_ne!(break_even.wins[at], break_even.wins[at + 1]);
                // a point at the limit has no upper side
                if above > *point.factor {
                    prop_assert_eq!(winner(above), break_even.wins[at + 1], "above {:?} of {:?}", point, statement);
                }
            }
        }
    }

    #[test]
    fn options_of_one_side_cross_at_the_reported_points(scenario in scenarios()) {
        let answer = answered(&scenario.0).with_pairs(RequestedPairs::All).unwrap();
        let (evaluated, model) = (&answer.evaluated, &answer.evaluated.model);
        let present_value = |name: &str| model.options.iter().find(|option| option.id == name).unwrap().present_value;
        for pair in &answer.comparison.pairs.of_one_side {
            let break_even = &pair.break_even;
            let Some(limit) = break_even.factor_limit.filter(|_| break_even.outcome == SameSideOutcome::Crosses) else { continue };
            prop_assert_eq!(break_even.wins.len(), break_even.points.len() + 1);
            // beyond work in every hour with more accelerators
            let always = model.demand_utilization.map(|share| Decimal::ONE / evaluated.value(share));
            let at = |x: Decimal, name: &str| match always.filter(|always| x > *always) {
                Some(always) => {
                    let stated = answer.loaded.scenario.demand.accelerators.as_ref().unwrap().at;
                    let count = model.sheet.input(stated).unwrap();
                    let more = (count, evaluated.value(count) * x / always);
                    evaluated.moved(&[(model.factor, always), more]).unwrap().value(present_value(name))
                }
                None => value_at(evaluated, x, present_value(name)).unwrap(),
            };
            let winner = |x| if at(x, pair.first.as_str()) < at(x, pair.second.as_str()) { PairHalf::First } else { PairHalf::Second };
            for (at, point) in break_even.points.iter().enumerate() {
                let (below, above) = around(&break_even.points, at, *limit);
                prop_assert_eq!(winner(below), break_even.wins[at], "below {:?} of {:?}", point, pair);
                if above > *point.factor {
                    prop_assert_eq!(winner(above), break_even.wins[at + 1], "above {:?} of {:?}", point, pair);
                }
            }
        }
    }

    /// Checks the reported demand beyond capacity: at that demand, renting costs as much as a full fleet; just below, it costs less.
    #[test]
    fn at_the_demand_beyond_capacity_renting_costs_as_much_as_a_full_fleet(scenario in scenarios()) {
        let answer = answered(&scenario.0);
        let (evaluated, model) = (&answer.evaluated, &answer.evaluated.model);
        for (pair, statement) in model.pairs.iter().zip(&answer.comparison.pairs) {
            let Some(factor) = statement.break_even.beyond_capacity.and_then(|beyond| beyond.demand_factor) else { continue };
            let full = evaluated.ratio(model.options[pair.own].filling_factor.unwrap()).unwrap();
            let rented = |x| value_at(evaluated, x, model.options[pair.rent].present_value).unwrap();
            // in the short form, a fleet can be larger than the work of every hour
            if model.demand_utilization.is_some() || *factor <= full { continue }
            let owned = value_at(evaluated, full, pair.difference).unwrap() + rented(full);
            let step = *factor * Decimal::new(1, 9);
            prop_assert!(rented(*factor - step) <= owned && owned <= rented(*factor + step), "{statement:?}");
        }
    }
}
