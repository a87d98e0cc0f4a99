//! The worked examples of a GPU platform-engineering curriculum (public GitHub repository, snapshot of August 2026),
//! module 11, lesson 06: the size of a commitment, and the cost of spot with checkpoints. A month has 720 hours. The figures
//! cover one month without discounting, so the scenario has a horizon of one month and a rate of 0 %.

use super::{CostGroup, Decimal, decimal, line, near, option, run};
use crate::support::ask;

#[test]
fn a_commitment_of_the_floor() {
    let answer = run("commit-portfolio", &[]);
    let a = option(&answer, "rent.a");
    near("A total", *a.total, "93312", "0.5");
    near("A consumed hours", *a.useful_hours, "41760", "0.5");
    near("A blended", *a.per_useful_hour.unwrap(), "2.234", "0.0006");
    assert_eq!(a.commitments[0].used_share, Some(Decimal::ONE.into()));
}

#[test]
fn a_commitment_above_the_floor() {
    let answer = run("commit-portfolio", &["demand.workloads.gpus.trace=traces/commit-portfolio-b.csv"]);
    let b = option(&answer, "rent.b");
    near("B total", *b.total, "101088", "0.5");
    let used = b.commitments[0].used_share.unwrap();
    near("B utilization of the commitment", *used, "0.700", "0.0005");
    let unused = line(&answer, "rent.b", CostGroup::Usage, "committed") * (Decimal::ONE - used);
    near("B unused", unused, "27216", "0.5");
    near("B blended", *b.per_useful_hour.unwrap(), "2.624", "0.0005");
    let a = run("commit-portfolio", &[]);
    near("B less A", *(b.total - option(&a, "rent.a").total), "7776", "0.5");
}

#[test]
fn a_committed_hour_by_utilization() {
    // the discount, 1 - 1.80 / 3.20, and its complement: the utilization above which the commitment costs less
    let answer = run("commit-rate", &[]);
    let share =
        line(&answer, "rent.committed", CostGroup::Usage, "committed") / option(&answer, "rent.on-demand").total;
    near("discount", Decimal::ONE - share, "0.4375", "0.00005");
    near("break-even", super::break_even(&answer, "rent.on-demand"), "0.5625", "0.00005");
    for (utilization, printed) in [("80%", "2.25"), ("56.25%", "3.20"), ("45%", "4.00"), ("30%", "6.00")] {
        let answer = run("commit-rate", &[&format!("demand.utilization={utilization}")]);
        let rate = option(&answer, "rent.committed").per_useful_hour.unwrap();
        near("effective rate", *rate, printed, "0.005");
    }
}

/// Additional on-demand cost per month and per year for one percentage point of utilization of the 40 GPUs.
#[test]
fn the_cost_of_a_percentage_point() {
    let of = |utilization: &str| {
        let utilization = format!("demand.utilization={utilization}");
        let answer = run("commit-rate", &["demand.accelerators=40", "own.committed.nodes=40", &utilization]);
        option(&answer, "rent.on-demand").total
    };
    let year = of("57%") - of("56%");
    near("a month", year / Decimal::from(12), "921.60", "0.005");
    near("a year", *year, "11059", "0.5");
}

#[test]
fn a_useful_hour() {
    let answer = run("commit-useful", &[]);
    let rate = |name| option(&answer, name).per_useful_hour.unwrap();
    near("committed", *rate("rent.committed"), "6.99", "0.005");
    near("on demand", *(rate("rent.on-demand")), "15.00", "0.006");
}

#[test]
fn spot_that_pays() {
    let answer = run("spot-young-daly", &[]);
    let (win, work) = (option(&answer, "rent.win"), decimal("10835.73"));
    // Young's interval, the square root of 2 · 90 s · 12,000 s, is not printed, but the printed goodput includes it
    near("goodput", decimal("1.47") * work / win.total, "0.848", "0.0006");
    near("effective", *win.per_useful_hour.unwrap(), "1.734", "0.0015");
    let saving = Decimal::ONE - win.total / *(option(&answer, "rent.on-demand").total);
    near("saving in percent", saving * Decimal::ONE_HUNDRED, "64.6", "0.06");
    let portfolio = option(&answer, "rent.portfolio");
    near("goodput of the portfolio", decimal("0.90") * work / portfolio.total, "0.836", "0.0006");
    near("useful rate of the portfolio", *portfolio.per_useful_hour.unwrap(), "1.077", "0.001");
}

#[test]
fn spot_with_a_commitment() {
    let answer = run("spot-portfolio", &[]);
    let portfolio = option(&answer, "rent.c");
    near("committed", line(&answer, "rent.c", CostGroup::Usage, "committed"), "51840", "0.5");
    near("total", *portfolio.total, "63504", "0.5");
    near("blended useful rate", *portfolio.per_useful_hour.unwrap(), "1.602", "0.001");
}

/// Checkpoints of 300 s, an interruption every 900 s, restarts of 600 s: the curriculum's goodput is below zero
/// (-0.044). There is no such price, because the work is never done.
#[test]
fn spot_that_makes_no_progress() {
    let text = std::fs::read_to_string("tests/published/spot-young-daly.yaml").unwrap();
    let lost = "interruptions_per_hour: 4, checkpoint_minutes: 5, restart_minutes: 10";
    let text = text.replace("interruptions_per_hour: 0.3, checkpoint_minutes: 1.5, restart_minutes: 7", lost);
    let rejected = ask("lose", &text, &[]).err().unwrap();
    let codes: Vec<&str> = rejected.diagnostics.iter().map(|finding| finding.code.text()).collect();
    assert!(codes.contains(&"spot-cannot-finish"), "{codes:?}");
    run("spot-young-daly", &[]);
}
