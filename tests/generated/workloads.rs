//! Random scenarios with workloads: firm and flexible demand in every form, throughput by workload, spot, leases, loans,
//! options that serve some workloads, and hybrids.

use super::{CHANGES, Dice, Part, Tree, exchange_rates, money, own, rent, scalar, share};

/// Random valid scenario with workloads.
pub fn scenario(dice: &mut Dice<'_>) -> Tree {
    let horizon = 3 + dice.below(26);
    let names: Vec<String> = (0..=dice.below(4)).map(|at| format!("load-{at}")).collect();
    let mut workloads = Part::default();
    for name in &names {
        workloads = workloads.with(name, workload(dice, horizon));
    }
    let rents: Vec<String> = (0..=dice.below(2)).map(|at| format!("cloud-{at}")).collect();
    let mut rented = Part::default();
    for (at, name) in rents.iter().enumerate() {
        let option = rent(dice, at == 0, horizon);
        rented = rented.with(name, rented_with_workloads(dice, option, &names));
    }
    let fleets: Vec<String> = (0..=dice.below(2)).map(|at| format!("fleet-{at}")).collect();
    let mut owned = Part::default();
    for name in &fleets {
        let option = own(dice, horizon, &rents);
        owned = owned.with(name, owned_with_workloads(dice, option, &names));
    }
    if dice.rarely(3) {
        let mut option = rent(dice, true, horizon);
        option.put("serves", serves(dice, &names));
        rented = rented.with("some", option);
    }
    let hybrid = dice.rarely(2).then(|| hybrid(dice, &names, &fleets, &rents));
    Part::default()
        .with("name", scalar("Workloads made at random"))
        .maybe("tags", dice.rarely(4).then(|| tags(dice)))
        .with("currency", scalar(dice.one_of(&["USD", "JPY", "KWD"])))
        .with("exchange_rates", exchange_rates(dice))
        .with("horizon_months", scalar(horizon))
        .maybe("hours_per_month", dice.rarely(2).then(|| scalar("100.5")))
        .with("discount_rate", scalar(dice.one_of(&["0%", "9%", "21%", "0.07"])))
        .maybe("cost_of_delay_per_month", dice.rarely(2).then(|| money(dice, 900)))
        .with("demand", demand(dice, workloads))
        .with("own", Tree::Named(owned.0))
        .with("rent", Tree::Named(rented.0))
        .maybe("hybrid", hybrid.map(|hybrid| Tree::Named(vec![("mixed".to_owned(), hybrid)])))
        .maybe("start", share(dice, &["2027-05", "2031-12"]))
        .part()
}

fn demand(dice: &mut Dice<'_>, workloads: Part) -> Tree {
    Part::default()
        .maybe("growth_per_year", share(dice, CHANGES))
        .with("unit", Part::default().with("name", scalar("run")).with("per_accelerator_hour", scalar("9.5")).part())
        .with("workloads", Tree::Named(workloads.0))
        .part()
}

/// Random workload in one of the forms of demand, in random months.
pub fn workload(dice: &mut Dice<'_>, horizon: u32) -> Tree {
    // a job uses whole accelerators; fractions occur in the short form
    let accelerators = |dice: &mut Dice<'_>| scalar(dice.one_of(&["8", "20", "3", "12", "33"]));
    let part = Part::default().with("kind", scalar(dice.one_of(KINDS)));
    let part = match dice.below(6) {
        0 => part
            .with("accelerators", accelerators(dice))
            .with("utilization", scalar(dice.one_of(&["50%", "0.08", "100%", "1%"]))),
        1 => part
            .with("runs_per_month", scalar(dice.one_of(&["9", "0.5", "41"])))
            .with("hours_per_run", scalar(dice.one_of(&["17", "2.5"])))
            .with("accelerators", accelerators(dice))
            .maybe("failed_share", share(dice, &["8%", "0.25"])),
        2 => part
            .with("runs_per_year", scalar(dice.one_of(&["30", "7"])))
            .with("hours_per_run", scalar("40"))
            .with("accelerators", accelerators(dice))
            .maybe("failed_share", share(dice, &["8%", "0.25"])),
        3 => serving(dice, part),
        4 => part
            .with("accelerator_hours_per_month", scalar(dice.one_of(&["700", "2500.5", "60"])))
            .maybe("accelerators", dice.rarely(2).then(|| accelerators(dice))),
        _ => part.with("trace", scalar("tests/conformance/traces/research.csv")),
    };
    let starts = dice.rarely(3).then(|| 1 + dice.below(horizon));
    let ends = dice.rarely(3).then(|| starts.unwrap_or(1) + dice.below(horizon));
    let has_size = part.0.iter().any(|(key, _)| key == "accelerators");
    part.maybe("elastic", (has_size && dice.rarely(5)).then(|| scalar("true")))
        .maybe("flexible", dice.rarely(2).then(|| scalar(dice.one_of(&["false", "true"]))))
        .maybe("starts_month", starts.map(scalar))
        .maybe("ends_month", ends.map(scalar))
        .maybe("growth_per_year", share(dice, CHANGES))
        .maybe("stalled_share", dice.rarely(4).then(|| scalar(dice.one_of(&["30%", "0.05"]))))
        .maybe("budget", dice.rarely(5).then(|| money(dice, 9_000)))
        .maybe("owner", dice.rarely(4).then(|| scalar(dice.one_of(&["team-a", "team-b"]))))
        .maybe("tags", dice.rarely(4).then(|| tags(dice)))
        .part()
}

/// Random tags.
pub fn tags(dice: &mut Dice<'_>) -> Tree {
    let value = scalar(dice.one_of(&["production", "development", "\"7\""]));
    Tree::Named(vec![("environment".to_owned(), value)])
}

const KINDS: &[&str] = &["realtime_inference", "training", "fine_tuning", "batch_inference", "notebooks", "evaluation"];

fn serving(dice: &mut Dice<'_>, part: Part) -> Part {
    let part = match dice.below(3) {
        0 => part.with("peak_accelerators", scalar(dice.one_of(&["8", "21.5"]))),
        1 => part.with("peak_units_per_hour", scalar("130")),
        _ => part.with("units_per_month", scalar("12_000")),
    };
    let quarters = |dice: &mut Dice<'_>| scalar(dice.one_of(&["100%", "10%", "0.35", "0"]));
    let profile = match dice.below(3) {
        0 => scalar("business_hours"),
        1 => scalar("nightly_batch"),
        _ => Tree::List([scalar("1")].into_iter().chain((1..24).map(|_| quarters(dice))).collect()),
    };
    part.with("profile", profile)
        .maybe("headroom", share(dice, &["25%", "100%"]))
        .maybe("warm_accelerators", share(dice, &["3", "0.5", "12"]))
}

/// Adds spot, if there is an on-demand price, and throughput by workload.
fn rented_with_workloads(dice: &mut Dice<'_>, option: Tree, names: &[String]) -> Tree {
    let on_demand = option.names().iter().any(|key| key.starts_with("on_demand"));
    let has_accelerators = option.get("accelerators_per_instance").is_some();
    let mut part = Part(option.into_entries());
    if on_demand && dice.rarely(2) {
        part = part.with("spot", spot(dice));
    }
    if on_demand && dice.rarely(3) {
        part = part.with("on_demand", failing(dice).part());
    }
    if has_accelerators && dice.rarely(3) {
        part = part.without("relative_throughput").with("relative_throughput", throughput(dice, names));
    }
    part.part()
}

/// Random failures of servers or instances, rare enough for jobs of every size in these scenarios.
fn failing(dice: &mut Dice<'_>) -> Part {
    Part::default()
        .with("interruptions_per_month", scalar(dice.one_of(&["0.1", "0.5"])))
        .maybe("checkpoint_minutes", dice.rarely(2).then(|| scalar("3")))
        .maybe("checkpoint_interval_minutes", dice.rarely(2).then(|| scalar("60")))
        .maybe("restart_minutes", dice.rarely(2).then(|| scalar("15")))
}

/// Random spot terms; interruptions are rare enough for jobs of every size in these scenarios.
fn spot(dice: &mut Dice<'_>) -> Tree {
    let price = match dice.below(3) {
        0 => ("discount", scalar(dice.one_of(&["65%", "0.1"]))),
        1 => ("per_instance_hour", money(dice, 12)),
        _ => ("per_accelerator_hour", money(dice, 2)),
    };
    let part = Part::default().with(price.0, price.1).maybe("share", share(dice, &["70%", "0", "0.333"]));
    match dice.below(3) {
        0 => part.part(),
        1 => part
            .with("interruptions_per_month", scalar(dice.one_of(&["0.2", "1.5"])))
            .with("checkpoint_minutes", scalar("4"))
            .maybe("checkpoint_interval_minutes", dice.rarely(2).then(|| scalar("60")))
            .maybe("restart_minutes", dice.rarely(2).then(|| scalar("12")))
            .part(),
        _ => part
            .with("interruptions_per_hour", scalar("0.002"))
            .with("checkpoint_minutes", scalar("3"))
            .with("restart_minutes", scalar("10"))
            .part(),
    }
}

fn throughput(dice: &mut Dice<'_>, names: &[String]) -> Tree {
    let mut by_workload = Part::default();
    for (at, name) in names.iter().enumerate() {
        if at == 0 || !dice.rarely(3) {
            by_workload = by_workload.with(name, scalar(dice.one_of(&["0.6", "2", "1.37", "1"])));
        }
    }
    Tree::Named(by_workload.0)
}

fn owned_with_workloads(dice: &mut Dice<'_>, option: Tree, names: &[String]) -> Tree {
    let life: u32 = option.get("useful_life_months").and_then(Tree::text).unwrap().parse().unwrap();
    let mut part = Part(option.into_entries());
    if dice.rarely(3) {
        part = part.without("relative_throughput").with("relative_throughput", throughput(dice, names));
    }
    if dice.rarely(3) {
        part.0.extend(failing(dice).0);
    }
    let is_owned_already = option_is_owned_already(&part);
    if dice.rarely(3) && !is_owned_already {
        part = part.without("payment").with("lease", lease(dice, life));
    }
    if dice.rarely(3) {
        let term = 1 + dice.below(40);
        let loan = Part::default()
            .with("financed_share", scalar(dice.one_of(&["80%", "1"])))
            .with("rate", scalar(dice.one_of(&["7.5%", "0"])))
            .with("term_months", scalar(term));
        part = part.with("loan", loan.part());
    }
    part.part()
}

/// Whether servers of an option were ordered before the decision; such servers are not leased.
fn option_is_owned_already(Part(entries): &Part) -> bool {
    let purchases = entries.iter().find(|(key, _)| key == "purchases");
    purchases.is_some_and(|(_, purchases)| !purchases.owned_already().is_empty())
}

/// Random lease. With a buyout, the term ends before the useful life.
fn lease(dice: &mut Dice<'_>, life: u32) -> Tree {
    let buyout = life > 1 && dice.rarely(2);
    let term = if buyout { 1 + dice.below(life - 1) } else { 1 + dice.below(40) };
    Part::default()
        .with("per_node_month", money(dice, 900))
        .with("term_months", scalar(term))
        .maybe("buyout", buyout.then(|| scalar(dice.one_of(&["12%", "0", "1"]))))
        .maybe("in_advance", dice.rarely(2).then(|| scalar("false")))
        .part()
}

fn serves(dice: &mut Dice<'_>, names: &[String]) -> Tree {
    let some = names.iter().enumerate().filter(|(at, _)| *at == 0 || dice.rarely(2));
    Tree::List(some.map(|(_, name)| scalar(name)).collect())
}

fn hybrid(dice: &mut Dice<'_>, names: &[String], fleets: &[String], rents: &[String]) -> Tree {
    let owned = fleets.iter().map(|name| format!("own.{name}"));
    let options: Vec<String> = owned.chain(rents.iter().map(|name| format!("rent.{name}"))).collect();
    let options: Vec<&str> = options.iter().map(String::as_str).collect();
    let mut assigned = Part::default();
    for name in names {
        assigned = assigned.with(name, scalar(dice.one_of(&options)));
    }
    Tree::Named(assigned.0)
}
