//! mansi-shiroya1/gpu-tco-model at commit 6e6ffc1c: all 34 printed values, and the "never" of its README.

use super::{Answer, CostGroup, CrossingOutcome, Decimal, break_even, line, near, option, pair, run};

const INTERACTIVE: &str = "demand.unit.per_accelerator_hour=4.921875";

#[track_caller]
fn percent(answer: &Answer, rent: &str, printed: &str) {
    near(rent, break_even(answer, rent) * Decimal::ONE_HUNDRED, printed, "0.05");
}

#[test]
fn a_year_of_owning() {
    let answer = run("own-4xh100", &[]);
    let bought = |name| line(&answer, "own.server", CostGroup::Purchase, name);
    let yearly = |name| line(&answer, "own.server", CostGroup::Operating, name) / Decimal::from(5);
    let capital = bought("nodes") + bought("host");
    near("capital", capital, "120414", "0.5");
    near("depreciation", capital / Decimal::from(5), "24083", "0.5");
    near("colocation", yearly("colocation"), "4913", "0.5");
    near("energy", yearly("electricity"), "7200", "0.5");
    let years = &option(&answer, "own.server").years;
    for year in years.iter().filter(|year| year.year > 0) {
        near("year", *year.amortized, "36196", "0.5");
    }
    assert_eq!(years.len(), 6);
}

#[test]
fn break_even_by_rental_price() {
    let cases = [
        ("1.99", "51.9"),
        ("2.89", "35.7"),
        ("3.29", "31.4"),
        ("3.36", "30.7"),
        ("3.99", "25.9"),
        ("4.25", "24.3"),
        ("6.98", "14.8"),
    ];
    for (price, printed) in cases {
        let answer = run("own-4xh100", &[&format!("rent.rented.on_demand_per_accelerator_hour={price}")]);
        percent(&answer, "rent.rented", printed);
    }
}

/// The publication spreads the cost over the useful life, so the horizon equals the life.
#[test]
fn break_even_by_cost_of_owning() {
    let cases: [(&[&str], &str); 7] = [
        (&["own.server.useful_life_months=36", "horizon_months=36"], "45.3"),
        (&["own.server.useful_life_months=72", "horizon_months=72"], "27.9"),
        (&["own.server.node.price_per_accelerator=25_000"], "29.7"),
        (&["own.server.node.price_per_accelerator=30_000"], "33.1"),
        (&["own.server.operating.colocation.per_kw_month=180"], "31.1"),
        (&["own.server.operating.colocation.per_kw_month=275"], "33.1"),
        (&["own.server.electricity_per_kwh=0.1351"], "28.4"),
    ];
    for (settings, printed) in cases {
        percent(&run("own-4xh100", settings), "rent.rented", printed);
    }
}

#[test]
fn cost_of_a_thousand_requests() {
    let (batch, interactive) = (run("own-4xh100", &[]), run("own-4xh100", &[INTERACTIVE]));
    let cases = [
        (&batch, "own.server", "0.086"),
        (&interactive, "own.server", "0.210"),
        (&batch, "rent.rented", "0.275"),
        (&interactive, "rent.rented", "0.668"),
        (&batch, "rent.deepinfra", "0.184"),
        (&batch, "rent.bedrock", "0.922"),
        (&batch, "rent.fireworks", "1.152"),
        (&batch, "rent.together", "1.331"),
    ];
    for (answer, name, printed) in cases {
        near(name, *option(answer, name).per_unit.unwrap(), printed, "0.0005");
    }
}

#[test]
fn break_even_against_endpoints() {
    let (batch, interactive) = (run("own-4xh100", &[]), run("own-4xh100", &[INTERACTIVE]));
    percent(&batch, "rent.deepinfra", "46.9");
    percent(&batch, "rent.bedrock", "9.4");
    percent(&interactive, "rent.bedrock", "22.8");
    percent(&batch, "rent.fireworks", "7.5");
    percent(&interactive, "rent.fireworks", "18.2");
    percent(&batch, "rent.together", "6.5");
    percent(&interactive, "rent.together", "15.8");
    // "does not break even against DeepInfra for interactive chat"
    assert_eq!(pair(&interactive, "rent.deepinfra").break_even.outcome, CrossingOutcome::AlwaysRent);
}
