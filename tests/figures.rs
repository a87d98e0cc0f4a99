//! Key figures of the examples, calculated by hand from each file in the comments.

use crate::support::{answer_of, answered, decimal, line, option};
use rackrent::analysis::Answer;
use rackrent::model::CostGroup;
use rust_decimal::Decimal;

fn example(name: &str, settings: &[&str]) -> Answer {
    answer_of(format!("scenarios/{name}.yaml"), settings)
}

#[track_caller]
fn amounts(answer: &Answer, expected: &[(&str, CostGroup, &str, &str)]) {
    for (name, group, line_name, amount) in expected {
        assert_eq!(line(answer, name, *group, line_name), decimal(amount), "{name} {line_name}");
    }
}

#[track_caller]
fn near(found: Decimal, expected: &str, tolerance: &str) {
    let away = (found - decimal(expected)).abs();
    assert!(away <= decimal(tolerance), "found {found}, worked out {expected} within {tolerance}");
}

#[test]
fn a_service_with_a_daily_curve() {
    let answer = example("inference-service", &[]);
    // half of a peak of 306 / 15.3 = 20 on average: 10 · 730 h · 36; 15.3 million tokens in each
    assert_eq!(option(&answer, "rent.gcp-on-demand").useful_hours, decimal("262800"));
    // with a fifth of headroom, 4 warm: 10 h a day one instance of 8, 6 h two, 8 h three: 46 / 24 · 730 · 36 = 50,370
    // h, and a tenth of it idle: 55,407 h at 88.49 and at 55.04
    let expected = [
        ("rent.gcp-on-demand", CostGroup::Usage, "on-demand", "4902965.43"),
        ("rent.aws-p5", CostGroup::Usage, "on-demand", "3049601.28"),
        // two for every hour: 2 · 730 · 36 · 38.8644; the third 8 h a day: 8,760 · 1.1 · 88.49
        ("rent.gcp-reserved", CostGroup::Usage, "committed", "2042712.86"),
        ("rent.gcp-reserved", CostGroup::Usage, "on-demand", "852689.64"),
        // down for 1 % of the hours: 503.7 · 1.1 · 88.49
        ("own.hgx-h100", CostGroup::Burst, "on-demand", "49029.65"),
        // 3 · 2.4 kW · 730 h + 7.8 kW · 7,300 h · 99 % / 8 = 12,302.325 kWh a month · 1.54 · 0.1102 · 36
        ("own.hgx-h100", CostGroup::Operating, "electricity", "75160.91"),
    ];
    amounts(&answer, &expected);
    // 7,300 · 99 % of 24 · 730
    assert_eq!(option(&answer, "own.hgx-h100").utilization, Some(decimal("0.4125").into()));
    // the first commitment's two instances run for 24 and 14 of 24 hours, and cover 38 of 46
    let commitment = &option(&answer, "rent.gcp-reserved").commitments[0];
    near(*commitment.used_share.unwrap(), "0.791666666667", "0.000000000001");
    near(*commitment.covered_share.unwrap(), "0.826086956522", "0.000000000001");
}

#[test]
fn a_team_that_trains_and_fine_tunes() {
    let answer = example("training-team", &[]);
    // 12 · (3 · (3,840 + 12,000 · 94 %) + 960 · (1 + 1.3 + 1.69)): of the hours of pretraining 6 % wait for data
    assert_eq!(option(&answer, "rent.aws-on-demand").useful_hours, decimal("590284.8"));
    let expected = [
        // spent: 12 · (3 · (3,840 / 0.9 + 12,000) + 960 / 0.8 · 3.99) / 8 = 80,382 instance-hours · 1.05 · 55.04
        ("rent.aws-on-demand", CostGroup::Usage, "on-demand", "4645436.54"),
        // 80 % of them on spot. An instance is interrupted 0.175 / 730 times an hour; a checkpoint takes 1/12 h, a
        // restart 1/4. By Young's rule goodput is 0.990961 for tuning on two instances, 0.993629 for ablations on
        // one, 0.988903 for pretraining on three: 12 · 0.8 / 8 · 18.6838 · (12,800 / 0.990961 + 4,788 / 0.993629 +
        // 36,000 / 0.988903)
        ("rent.aws-spot", CostGroup::Usage, "spot", "1213836.18"),
        ("rent.aws-spot", CostGroup::Usage, "on-demand", "929087.31"),
        // three instances for 26,280 h each at 38.8644. They take 17,520 accelerator-hours a month: all of the first
        // year; of 17,826.67 and 18,294.67 in the others the rest is on demand: 12 · (306.67 + 774.67) / 8 · 1.05 ·
        // 88.49
        ("rent.gcp-committed", CostGroup::Usage, "committed", "3064069.30"),
        ("rent.gcp-committed", CostGroup::Usage, "on-demand", "150707.32"),
        // the fleet has 24 · 730 · 97 % = 16,994.4 a month; 472.27, 832.27 and 1,300.27 of pretraining do not fit:
        // 12 · 2,604.8 / 8, of which 80 % / 0.988903 · 18.6838 and 20 % · 1.05 · 55.04
        ("own.hgx-h100", CostGroup::Burst, "spot", "59056.43"),
        ("own.hgx-h100", CostGroup::Burst, "on-demand", "45160.98"),
    ];
    amounts(&answer, &expected);
}

#[test]
fn a_department_on_one_fleet() {
    let answer = example("department", &[]);
    let expected = [
        // 2 · 255,237; of which 90 % is written off over 60 months, 48 of them past: 510,474 · 28 %
        ("own.hgx-h100", CostGroup::Purchase, "nodes", "510474"),
        ("own.hgx-h100", CostGroup::Resale, "nodes", "-142932.72"),
        // 2 · (36 · 7,260 + 15 % · 255,237); half way from 15 % to 10 % of the price at month 48
        ("own.hgx-h100-leased", CostGroup::Lease, "nodes", "599291.10"),
        ("own.hgx-h100-leased", CostGroup::Resale, "nodes", "-63809.25"),
    ];
    amounts(&answer, &expected);
    // business hours are 6,057 of 16,800 of the peak: 12 · 6,057 / 16,800 · 730 h = 3,158.29 a month, · 15.3 · 0.72;
    // demand grows by 10 %, the price falls by 15 %: 12 · (1 + 0.935 + 0.935^2 + 0.935^3) of it
    let endpoint = [("rent.bedrock", CostGroup::Usage, "endpoint", "1514119.90")];
    amounts(&answer, &endpoint);
    // 80 % of 510,474 at 8 % / 12 over 36 months: 12,797.12 a month, 460,696.31 in all
    let loan = option(&answer, "own.hgx-h100").loan.as_ref().unwrap();
    assert_eq!((*loan.borrowed, *loan.payment), (decimal("408379.20"), decimal("12797.12")));
    assert_eq!(loan.interest, decimal("52317.11"));
    // reports: 15,330 / 14 = 1,095 h a month; in 48 months 1 + 1.1 + 1.21 + 1.331 = 4.641 years of them
    let reports = answer.comparison.workloads.iter().find(|workload| workload.name == "reports").unwrap();
    assert_eq!(reports.useful_hours, decimal("60982.74"));
    // 6 of the day's hours: 1,095 / (730 / 4) = 6 at the peak, grown to 1.331 times that
    assert_eq!(reports.peak, Some(decimal("7.986").into()));
}

#[test]
fn training_in_the_cloud_and_serving_at_home() {
    let answer = example("train-in-cloud-serve-at-home", &[]);
    let hybrid = "hybrid.serve-at-home-train-in-cloud";
    let expected = [
        (hybrid, CostGroup::Purchase, "nodes", "510474"),
        // chat needs 14 at all hours; while the two servers are down, 1 % of 730 h, two instances: 14.6 · 55.04 · 36
        (hybrid, CostGroup::Burst, "on-demand", "28929.02"),
        // tuning spends 6 · 10 · 16 / 96 % = 1,000 accelerator-hours a month, 125 instance-hours, in all 4,500;
        // pretraining 30,000 in six months, 22,500. 80 % on spot: goodput by Young's rule 0.990961 on two instances,
        // 0.981726 on eight: 0.8 · 18.6838 · (4,500 / 0.990961 + 22,500 / 0.981726); 20 % on demand: 5,400 · 55.04
        (hybrid, CostGroup::Usage, "spot", "410443.52"),
        (hybrid, CostGroup::Usage, "on-demand", "297216.00"),
        // and chat in the cloud too: two instances at all hours, 52,560 · 55.04 more
        ("rent.aws-p5", CostGroup::Usage, "spot", "410443.52"),
        ("rent.aws-p5", CostGroup::Usage, "on-demand", "3190118.40"),
    ];
    amounts(&answer, &expected);
    // on premises the 80 hold a job of 64 next to chat's 14: 64 · 730 · 99 % = 46,252.8 hours a month are enough for 30,000
    assert_eq!(line(&answer, "own.everything-at-home", CostGroup::Burst, "spot"), Decimal::ZERO);
    assert!(!option(&answer, "own.at-home").comparable());
}

#[test]
fn a_baseline_owned_and_bursts_rented() {
    let answer = example("baseline-and-bursts", &[]);
    // 32 by day, 12 by night, 24 more in a tenth of either: 56, 36 for 5 % each, 32, 12 for 45 % each
    let expected = [
        // above the 32 that four servers have: three instances and one, each for 36.5 h: 146 · 1.1 · 23.60 · 36
        ("own.baseline", CostGroup::Burst, "on-demand", "136445.76"),
        ("own.peak", CostGroup::Purchase, "nodes", "1786659"),
        // 7 and 5 instances for 5 %, 4 and 2 for 45 %: 3.3 · 730 · 1.1 · 23.60 · 36
        ("rent.nebius", CostGroup::Usage, "on-demand", "2251355.04"),
        // 4 · 730 · 36 · 38.8644; above them 3 and 1 for 5 %: 146 · 1.1 · 88.49 · 36
        ("rent.gcp-committed", CostGroup::Usage, "committed", "4085425.73"),
        ("rent.gcp-committed", CostGroup::Usage, "on-demand", "511613.78"),
    ];
    amounts(&answer, &expected);
    // (32 · 5 % + 32 · 45 % + 32 · 5 % + 12 · 45 %) / 32
    assert_eq!(option(&answer, "own.baseline").utilization, Some(decimal("0.71875").into()));
    // (56 + 36) · 5 % + (32 + 12) · 45 % = 24.4 of 56
    near(*option(&answer, "own.peak").utilization.unwrap(), "0.435714285714", "0.000000000001");
}

/// Sums over the trace's 1,752 hours, each representing 730 · 48 / 1,752 = 20 hours of four years.
#[test]
fn the_load_of_a_real_cluster() {
    let answer = example("philly-cluster", &[]);
    // 805,672 accelerator-hours
    assert_eq!(option(&answer, "rent.aws-p5").useful_hours, decimal("16113440"));
    let expected = [
        // 101,496 hours of instances of 8, in whole instances
        ("rent.aws-p5", CostGroup::Usage, "on-demand", "111726796.80"),
        ("rent.nebius", CostGroup::Usage, "on-demand", "47906112.00"),
        // 5,782 of them above the 600 accelerators of 75 servers
        ("own.for-the-base", CostGroup::Burst, "on-demand", "2729104.00"),
        // 1.54 · 0.079 · 48 · (135 · 2.4 kW · 730 h + 7.8 kW · 805,672 / 1,752 · 730 h / 8)
        ("own.for-the-peak", CostGroup::Operating, "electricity", "3292553.20"),
        // the same of 75 servers and the 760,984 accelerator-hours up to 600
        ("own.for-the-base", CostGroup::Operating, "electricity", "2572669.56"),
    ];
    amounts(&answer, &expected);
    // 805,672 / 1,752 / 1,080 and 760,984 / 1,752 / 600
    near(*(option(&answer, "own.for-the-peak").utilization.unwrap()), "0.425794858786", "0.000000000001");
    near(*(option(&answer, "own.for-the-base").utilization.unwrap()), "0.723919330289", "0.000000000001");
}

#[test]
fn a_project_cancelled_half_way() {
    let answer = example("cancelled-project", &[]);
    let expected = [
        // 4 · 255,237, of which the market pays 30 % after three years
        ("own.bought", CostGroup::Purchase, "nodes", "1020948"),
        ("own.bought", CostGroup::Resale, "nodes", "-306284.40"),
        // all 36 rates of four servers; 4 · 730 · 36 hours at 38.8644; 24 months of four instances
        ("own.leased", CostGroup::Lease, "nodes", "1176192"),
        ("rent.committed", CostGroup::Usage, "committed", "4085425.73"),
        ("rent.committed", CostGroup::Usage, "on-demand", "0"),
        ("rent.by-the-month", CostGroup::Usage, "dedicated", "1653888"),
        // 60 % of 730 h in 18 months: 4 · 7,884 · 88.49
        ("rent.by-the-hour", CostGroup::Usage, "on-demand", "2790620.64"),
    ];
    amounts(&answer, &expected);
    // 70 % of 1,020,948 at 8 % / 12 over 36 months
    let loan = option(&answer, "own.bought").loan.as_ref().unwrap();
    assert_eq!((*loan.borrowed, *loan.payment, *loan.interest), {
        (decimal("714663.60"), decimal("22394.96"), decimal("91554.95"))
    });
    // sold when it ends: half way from 62.5 % to 42.5 %; 18 rates; the instances by the month to the end
    let sold = example("cancelled-project", &["horizon_months=18"]);
    let expected = [
        ("own.bought", CostGroup::Resale, "nodes", "-535997.70"),
        ("own.leased", CostGroup::Lease, "nodes", "588096"),
        ("rent.by-the-month", CostGroup::Usage, "dedicated", "1240416"),
    ];
    amounts(&sold, &expected);
}

#[test]
fn a_model_of_two_billion_parameters() {
    let answer = example("two-billion-parameter-training", &[]);
    // experiments 85 % of 8 · 730 h, twelve times, and the run's 16,852
    assert_eq!(option(&answer, "rent.on-demand").useful_hours, decimal("76420"));
    let expected = [
        // instance-hours: 620.5 · 12 = 7,446 and 16,852 / 90 % / 8 = 2,340.56, together · 1.05 · 88.5558
        ("rent.on-demand", CostGroup::Usage, "on-demand", "909989.07"),
        // 730 · 12 · 61.4251; in its idle 109.5 h a month the instance is one of the run's four: 438 of 2,340.56 are saved
        ("rent.reserved", CostGroup::Usage, "committed", "538083.88"),
        ("rent.reserved", CostGroup::Usage, "on-demand", "176906.45"),
        // a run of 32 on spot is all there, on four instances: (1 - 3 / 45) · (1 - 4 · 0.175 / 730 · (0.375 + 1 / 6)) =
        // 0.932849; 2,340.56 / 0.932849 at 41 % of 88.5558
        ("rent.reserved-and-spot", CostGroup::Usage, "committed", "538083.88"),
        ("rent.reserved-and-spot", CostGroup::Usage, "spot", "91097.97"),
        ("rent.reserved-and-spot", CostGroup::Usage, "on-demand", "0"),
    ];
    amounts(&answer, &expected);
    // the mix saves 280,807.22: 31 % of all on demand, the reserved baseline alone 21 %
    let total = |name| option(&answer, name).total;
    assert_eq!(total("rent.on-demand") - total("rent.reserved-and-spot"), decimal("280807.22"));
    near(total("rent.reserved-and-spot") / *(total("rent.on-demand")), "0.691417", "0.0000005");
    near(total("rent.reserved") / *(total("rent.on-demand")), "0.785713", "0.0000005");
}

#[test]
fn a_service_that_is_always_on_or_disciplined() {
    let answer = example("always-on-or-disciplined", &[]);
    let expected = [
        // two instances at all hours: 2 · 730 · 36 · 55.04
        ("rent.always-on", CostGroup::Usage, "on-demand", "2892902.40"),
        // (16 · 8 + 8 · 6 + 3 · 10) / 24 = 206 / 24 accelerators: 225,570 hours and a tenth more, at 6.88
        ("rent.disciplined", CostGroup::Usage, "on-demand", "1707113.76"),
        // two servers and a spare, or one, and 8 accelerators for 8 h a day: 70,080 · 1.1 · 6.88
        ("own.always-on", CostGroup::Purchase, "nodes", "765711"),
        ("own.disciplined", CostGroup::Purchase, "nodes", "255237"),
        ("own.disciplined", CostGroup::Burst, "on-demand", "530365.44"),
        // 2 · 10.2 kW · 730 h · 1.54 · 0.1102 · 36, at full power
        ("own.always-on", CostGroup::Operating, "electricity", "90982.50"),
        // 2.4 kW · 730 h + 7.8 kW · (8 · 14 + 3 · 10) / 24 / 8 · 730 h = 5,963.1875 kWh a month
        ("own.disciplined", CostGroup::Operating, "electricity", "36432.02"),
    ];
    amounts(&answer, &expected);
    // discipline saves 41 % of the rented cost
    near(option(&answer, "rent.disciplined").total / decimal("2892902.40"), "0.590104", "0.0000005");
}

#[test]
fn four_servers_that_may_not_be_busy() {
    let answer = example("doubted-utilization", &[]);
    let expected = [
        // 32 · 60 % · 730 h · 1.08 · 4.29 · 12 · (1 + 0.9 + 0.81)
        ("rent.lambda", CostGroup::Usage, "on-demand", "2111814.04"),
        // 1.54 · (4 · 2.4 kW · 730 h + 7.8 kW · 32 · 60 % · 730 h / 8) = 31,837.344 kWh a month · 0.1102 · 36
        ("own.hgx-h100", CostGroup::Operating, "electricity", "126305.11"),
        // 4 · 10.2 kW · 188.70 · 12 · (1 + 1.03 + 1.0609)
        ("own.hgx-h100", CostGroup::Operating, "colocation", "285560.59"),
        // 92,500 · (1 + 1.04 + 1.0816)
        ("own.hgx-h100", CostGroup::Operating, "staff", "288748.00"),
        // 30 % of 4 · 255,237 at the age of three years
        ("own.hgx-h100", CostGroup::Resale, "nodes", "-306284.40"),
    ];
    amounts(&answer, &expected);
}

#[test]
fn a_budget_round() {
    let answer = example("budget-round", &[]);
    let useful = |name: &str| answer.comparison.workloads.iter().find(|load| load.name == name).unwrap().useful_hours;
    // 10 runs · 20 h · 16 · 12 · (1 + 1.35 + 1.8225)
    assert_eq!(useful("tuning"), decimal("160224"));
    let expected = [
        // 3 · 730 h · 36 · 2.95 · 70 %
        ("rent.nebius", CostGroup::Usage, "committed", "162804.60"),
        // from month 4 on: 3 · 10.2 kW · 188.70 · (9 + 12 · 1.03 + 12 · 1.0609)
        ("own.hgx-h100", CostGroup::Operating, "colocation", "196847.78"),
        // 92,500 · (9 / 12 + 1.04 + 1.0816)
        ("own.hgx-h100", CostGroup::Operating, "staff", "265623.00"),
        // at 33 months three quarters of the way from 42 % to 30 %: 33 % of 3 · 255,237
        ("own.hgx-h100", CostGroup::Resale, "nodes", "-252684.63"),
    ];
    amounts(&answer, &expected);
    // the draft compares the same 36 months of service, bought at once and sold at three years for 30 %
    let draft = example("budget-round-draft", &[]);
    assert_eq!(line(&draft, "own.hgx-h100", CostGroup::Resale, "nodes"), decimal("-229713.30"));
}

/// A server of 1,200 that is busy half of the time, and an endpoint at 2 for each of 300 units a month, 7,200 in a year:
/// half of the server's cost, 600, is idle. A price per unit contains its idle capacity.
#[test]
fn unit_prices_are_no_cost_of_idle_hours() {
    let answer = answered(
        "
name: Idle
currency: USD
horizon_months: 12
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    tuning: { kind: realtime_inference, accelerators: 1, utilization: 50% }
    chat: { kind: realtime_inference, units_per_month: 300, unit: { name: answers, per_accelerator_hour: 10 }, profile: flat }
own:
  lab: { node: { price: 1_200, accelerators: 1 }, nodes: 1, useful_life_months: 12, serves: [tuning] }
rent:
  endpoint: { price_per_unit: 2, serves: [chat] }
hybrid:
  both: { tuning: own.lab, chat: rent.endpoint }
",
    );
    let both = option(&answer, "hybrid.both");
    assert_eq!(both.total.to_string(), "8400.00");
    let idle: Vec<String> = both.waste.iter().map(|waste| waste.cost.to_string()).collect();
    assert_eq!(idle, ["600.00"]);
}
