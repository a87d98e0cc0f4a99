//! Random scenarios with jobs, some of them larger than the fleet.

use super::{Dice, Part, Tree, scalar};

/// Random scenario with a steady load and jobs of different sizes, some of them elastic, and a fleet of one small node. An
/// additional node can make room for a job.
pub fn scenario(dice: &mut Dice<'_>) -> Tree {
    let mut workloads = Part::default().with(
        "steady",
        Part::default()
            .with("kind", scalar("realtime_inference"))
            .with("accelerators", scalar(dice.one_of(&["2", "5", "9"])))
            .with("utilization", scalar(dice.one_of(&["100%", "60%"])))
            .part(),
    );
    for at in 0..=dice.below(3) {
        let months = dice.rarely(3).then(|| scalar(1 + dice.below(8)));
        let job = Part::default()
            .with("kind", scalar("training"))
            .with("accelerator_hours_per_month", scalar(dice.one_of(&["90", "300", "700", "1_300"])))
            .with("accelerators", scalar(dice.one_of(&["3", "6", "10", "12", "21"])))
            .maybe("elastic", dice.rarely(4).then(|| scalar("true")))
            .maybe("starts_month", months);
        workloads = workloads.with(&format!("job-{at}"), job.part());
    }
    let cloud = Part::default()
        .with("accelerators_per_instance", scalar(dice.one_of(&["1", "4"])))
        .with("on_demand_per_accelerator_hour", money(dice.one_of(&["1", "2.5"])));
    let commitment = Part::default()
        .with("instances", scalar("1"))
        .with("discount", scalar("40%"))
        .with("term_months", scalar("12"));
    let commitments = vec![("year".to_owned(), commitment.part())];
    let cloud = cloud.maybe("commitments", dice.rarely(2).then_some(Tree::Named(commitments)));
    let late = dice.rarely(4);
    let fleet = Part::default()
        .with(
            "node",
            Part::default()
                .with("price", money(dice.one_of(&["900", "2500", "6000"])))
                .with("accelerators", scalar("4"))
                .part(),
        )
        .with("nodes", scalar("1"))
        .with("burst_to", scalar("cloud"))
        .maybe("availability", dice.rarely(3).then(|| scalar("90%")))
        .maybe("relative_throughput", dice.rarely(3).then(|| scalar("0.7")))
        .maybe("lead_time_months", late.then(|| scalar("2")))
        .maybe("until_delivery", late.then(|| scalar("cloud")))
        .with("useful_life_months", scalar("36"));
    let run = Part::default().with("name", scalar("run")).with("per_accelerator_hour", scalar("9.5")).part();
    Part::default()
        .with("name", scalar("Jobs made at random"))
        .with("currency", scalar("USD"))
        .with("horizon_months", scalar("12"))
        .with("hours_per_month", scalar("100"))
        .with("discount_rate", scalar("9%"))
        .with("demand", Part::default().with("unit", run).with("workloads", Tree::Named(workloads.0)).part())
        .with("own", Tree::Named(vec![("fleet".to_owned(), fleet.part())]))
        .with("rent", Tree::Named(vec![("cloud".to_owned(), cloud.part())]))
        .part()
}

/// An amount of money.
fn money(text: &str) -> Tree {
    Tree::Money(text.parse().unwrap(), None)
}
