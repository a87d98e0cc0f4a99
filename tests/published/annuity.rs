//! Philbertcychan/ai-economics, `engine/unit_economics.py` and its reference tests at commit e78d760c. The source spreads the
//! price of an accelerator over yearly payments with the capital recovery factor. A scenario discounts every month, so this
//! test computes the factor from the same lines over five periods, each of which represents a year of 8,760 hours. Cash and
//! payback do not depend on this convention and come from scenarios. Revenue is the cost of renting.

use super::{
    Answer, CostGroup, Decimal, FIVE_YEARS, Flow, Unit, annuity, decimal, line, near, option, over_periods, pair, run,
};
use rackrent::model::line::DraftLine;
use rackrent::unit::BaseUnits as _;

const CLOSE: &str = "0.000000001";
const PRICE: u32 = 32_000;

/// Revenue per hour that pays for the accelerator, less its resale value after five years, and for the cash costs of an hour.
fn cost_of_an_hour(sold_for: u32, cash: Decimal) -> Decimal {
    over_periods(5, decimal("0.08"), |timeline| {
        let draft = timeline.draft;
        let money = |amount| draft.constant(amount, Unit::MONEY, "an amount of the publication");
        let hourly = draft.constant(cash, Unit::MONEY.per(Unit::HOUR), "cash an hour");
        let flows = vec![
            Flow::Once { month: 0, amount: money(Decimal::from(PRICE)) },
            Flow::Monthly(hourly * timeline.hours * timeline.once),
            Flow::Once { month: 5, amount: money(-Decimal::from(sold_for)) },
        ];
        let line = DraftLine::new(timeline, "accelerator", CostGroup::Purchase, &flows);
        line.present_value / timeline.hours.dot(timeline.discount)
    })
}

/// Cash of lines over five years, per hour.
fn cash(answer: &Answer, lines: &[&str]) -> Decimal {
    lines.iter().map(|name| line(answer, "own.chip", CostGroup::Operating, name)).sum::<Decimal>() / FIVE_YEARS
}

fn revenue(answer: &Answer, name: &str) -> Decimal {
    option(answer, name).total / FIVE_YEARS
}

/// Asserts the months until cash has paid for the accelerator; the program reports the month at the end of which it has.
#[track_caller]
fn payback(answer: &Answer, rent: &str, margin: Decimal, printed: &str) {
    let months = line(answer, "own.chip", CostGroup::Purchase, "nodes") / (margin * Decimal::from(730));
    near("payback months", months, printed, CLOSE);
    let whole: u32 = months.ceil().to_string().parse().unwrap();
    assert_eq!(pair(answer, rent).payback_month, Some(whole));
}

#[test]
fn a_seller_of_tokens() {
    near("capital recovery factor", Decimal::ONE / annuity(5, decimal("0.08")), "0.2504564545668364", CLOSE);
    near("capital", cost_of_an_hour(0, Decimal::ZERO), "0.9149094230752015", CLOSE);
    let answer = run("annuity-tokens", &[]);
    let (cash, revenue) = (cash(&answer, &["electricity"]), revenue(&answer, "rent.sold"));
    near("cash", cash, "0.10", "0.005");
    near("revenue", revenue, "2.70", "0.005");
    let cost = cost_of_an_hour(0, cash);
    near("cost", cost, "1.0149094230752016", CLOSE);
    // 2,500 tokens/s for 60 % of an hour are 5.4 million
    near("cost of a million tokens", cost / decimal("5.4"), "0.18794618945837066", CLOSE);
    near("margin", revenue - cost, "1.6850905769247986", CLOSE);
    payback(&answer, "rent.sold", revenue - cash, "16.859852476290833");
}

#[test]
fn a_seller_of_hours_with_a_residual_value() {
    let answer = run("annuity-rental", &[]);
    let energy = cash(&answer, &["electricity"]);
    near("energy", energy, "0.093", "0.0005");
    near("facility", cash(&answer, &["facility"]), "0.2054794520547945", CLOSE);
    let cash = cash(&answer, &["electricity", "facility", "other"]);
    near("cash", cash, "0.3984794520547945", CLOSE);
    let sold_for = line(&answer, "own.chip", CostGroup::Resale, "nodes");
    assert_eq!(sold_for, Decimal::from(-3_200));
    near("capital", cost_of_an_hour(3_200, Decimal::ZERO), "0.8526422250599188", CLOSE);
    let cost = cost_of_an_hour(3_200, cash);
    near("cost", cost, "1.2511216771147133", CLOSE);
    // required revenue per useful hour at a utilization of 90 %
    near("break-even price", cost / decimal("0.9"), "1.390135196794126", CLOSE);
    let revenue = revenue(&answer, "rent.rented-out");
    near("cash margin", revenue - cash, "1.8515205479452055", CLOSE);
    near("margin", revenue - cost, "0.9988783228852867", CLOSE);
    payback(&answer, "rent.rented-out", revenue - cash, "23.67546851532617");
}
