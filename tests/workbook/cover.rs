//! Cover of a workbook: the cost per unit of output, and how often the winner wins in simulations.

use super::{Book, agree, book, written};
use calamine::Data;
use std::fs;

/// 1,000 accelerator-hours make 2,000 units: owning costs 1,200, 0.60 a unit and 1.20 an hour; renting 1,000, 0.50 and 1.
const SCENARIO: &str = "\
name: Units
currency: USD
horizon_months: 10
hours_per_month: 100
discount_rate: 0%
demand: { UNIT accelerators: 1, utilization: 100% }
own:
  box: { node: { price: 1_200, accelerators: 1 }, nodes: 1, useful_life_months: 10, value_at_horizon: none }
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 1 }
";
const UNIT: &str = "unit: { name: 1M tokens, per_accelerator_hour: 2 },";
/// With prices from 1 to 1.5, all alike, renting is cheaper up to 1.2, in 40 % of simulations.
const UNCERTAIN: &str = "uncertainty: { rent.cloud.on_demand_per_instance_hour: { low: 1, high: 1.5 } }\n";

fn workbook(scenario: &str) -> Book {
    let folder = tempfile::tempdir().unwrap();
    let (path, output) = (folder.path().join("units.yaml"), folder.path().join("units.xlsx"));
    fs::write(&path, scenario).unwrap();
    let ran = written(&path, &[], &output);
    assert_eq!(ran.status, 0, "{}", ran.errors);
    book(&output)
}

fn cover(book: &Book, row: u32, column: u32) -> Option<&Data> {
    book.values.get(&("Cover".to_owned(), row, column))
}

#[test]
fn the_cover_has_the_cost_per_unit_of_output() {
    for (unit, head, costs) in [(UNIT, "per 1M tokens", [0.5, 0.6]), ("", "per useful hour", [1.0, 1.2])] {
        let book = workbook(&SCENARIO.replace("UNIT ", unit));
        assert_eq!(cover(&book, 10, 4).map(Data::to_string).as_deref(), Some(head));
        let names = [11, 12].map(|row| cover(&book, row, 0).map(Data::to_string).unwrap());
        assert_eq!(names, ["rent.cloud", "own.box"]);
        for (row, cost) in (11..).zip(costs) {
            assert!(agree(cover(&book, row, 4), Some(&Data::Float(cost))), "{head}");
        }
    }
}

#[test]
#[allow(clippy::float_arithmetic, reason = "a share of simulations is statistical")]
fn the_cover_says_how_often_the_winner_wins() {
    let certain = SCENARIO.replace("UNIT ", "");
    let book = workbook(&format!("{certain}{UNCERTAIN}"));
    assert_eq!(cover(&book, 7, 1).map(Data::to_string).as_deref(), Some("clear"));
    assert_eq!(cover(&book, 8, 0).map(Data::to_string).as_deref(), Some("simulations, as written"));
    let said = cover(&book, 8, 1).unwrap().to_string();
    let share = said.strip_prefix("rent.cloud wins in ").and_then(|rest| rest.split_once(" % of simulations")).unwrap();
    let share: f64 = share.0.parse().unwrap();
    // five standard errors of a thousand draws: 7.7 percentage points
    assert!((share - 40.0).abs() < 7.7, "{said}");
    assert_eq!(cover(&workbook(&certain), 8, 0), None);
}
