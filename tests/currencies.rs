//! Amounts in other currencies, in every command: each stays in its own currency, and one rate converts them all.
//! `tests/hand/currency-*.yaml` has the conversion dates.

use crate::support::{answered, ask, decimal, line, read, settings};
use rackrent::Decimal;
use rackrent::analysis::Answer;
use rackrent::analysis::flip::Scope;
use rackrent::analysis::sensitivity::{EndBreakEvens, Moved, sensitivity};
use rackrent::analysis::sweep::{SweepError, Vary, sweep};
use rackrent::diagnostic::Code;
use rackrent::model::CostGroup;
use rackrent::scenario::Setting;
use rackrent::variation::Variation;

/// Own: 100,000 EUR at 1.20 USD are 120,000 USD once and 1,000 a month, 132,000 over the year; no resale. Rent: 8,760 h · 50
/// % · 40 USD = 175,200.
const YEAR: &str = "\
name: A year
currency: USD
exchange_rates: { EUR: 1.20 }
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 8, utilization: 50% }
own:
  box:
    node: { price: 100_000 EUR, accelerators: 8 }
    nodes: 1
    useful_life_months: 60
    value_at_horizon: none
    operating: { hosting: { per_month: 1_000, includes_electricity: true } }
rent:
  cloud: { accelerators_per_instance: 8, on_demand_per_instance_hour: 40 }
";

fn with(set: &[&str]) -> Answer {
    ask("year.yaml", YEAR, &settings(set)).unwrap_or_else(|rejected| panic!("{rejected}"))
}

fn price(answer: &Answer) -> Decimal {
    line(answer, "own.box", CostGroup::Purchase, "nodes")
}

#[test]
fn a_set_amount_has_its_own_currency_or_that_of_the_scenario() {
    assert_eq!(price(&with(&[])), decimal("120000.00"));
    assert_eq!(price(&with(&["own.box.node.price=110_000 EUR"])), decimal("132000.00"));
    assert_eq!(price(&with(&["own.box.node.price=110_000"])), decimal("110000.00"));
    assert_eq!(price(&with(&["exchange_rates.EUR=1.10"])), decimal("110000.00"));
}

#[test]
fn flips_of_an_amount_are_in_its_own_currency_and_rates_have_flips() {
    let flips = answered(YEAR).flips(&Scope::default());
    let flip = |path: &str| flips.found.iter().find(|flip| flip.number.path == path).unwrap();
    // renting wins from 175,200 − 12,000 = 163,200 USD for the server on: 136,000 EUR, or 1.632 USD per EUR
    let (price, rate) = (flip("own.box.node.price"), flip("exchange_rates.EUR"));
    assert_eq!((price.at.normalize(), rate.at.normalize()), (decimal("136000"), decimal("1.632")));
    let code = |flip: &rackrent::analysis::flip::Flip| flip.number.currency.map(rackrent::scenario::CurrencyCode::code);
    assert_eq!((code(price), code(rate)), (Some("EUR"), Some("EUR")));
    assert_eq!(code(flip("rent.cloud.on_demand_per_instance_hour")), None);
}

#[test]
fn sweeps_of_an_amount_are_in_its_own_currency() {
    let (loaded, traces) = read(YEAR);
    let swept = |text: &str| sweep(&loaded, &traces, &[Vary::parse(text).unwrap()]);
    for text in ["own.box.node.price=90000..110000:10000", "own.box.node.price=90000 EUR,100000 EUR,110000 EUR"] {
        let swept = swept(text).unwrap();
        let worth = |at: usize| Decimal::from(swept.points[at].decision.options[0].present_value().unwrap());
        assert_eq!([worth(0), worth(1), worth(2)], ["120000", "132000", "144000"].map(decimal), "{text}");
    }
    assert!(matches!(swept("own.box.node.price=90000 USD,100000"), Err(SweepError::Value { .. })));
    let rates = swept("exchange_rates.EUR=1.00..1.20:0.10").unwrap();
    assert_eq!(rates.points[0].decision.options[0].present_value().map(Decimal::from), Some(decimal("112000")));
}

/// The same with the rate as a map, next to its yearly change.
fn moving() -> String {
    YEAR.replace("{ EUR: 1.20 }", "{ EUR: { rate: 1.20, change_per_year: 0% } }")
}

#[test]
fn a_rate_with_a_yearly_change_has_its_own_path() {
    let (loaded, traces) = read(&moving());
    let swept = |text: &str| sweep(&loaded, &traces, &[Vary::parse(text).unwrap()]);
    let rates = swept("exchange_rates.EUR.rate=1.00,1.20").unwrap();
    assert_eq!(rates.points[0].decision.options[0].present_value().map(Decimal::from), Some(decimal("112000")));
    let part = swept("exchange_rates.EUR=1.00,1.20").unwrap_err();
    let printed =
        "`exchange_rates.EUR` is a part with keys; name one of the numbers in it, such as `exchange_rates.EUR.rate`";
    assert_eq!(part.to_string(), printed);
    // replacing the whole map would remove the yearly change and everything declared for its paths
    let set = ask("year.yaml", &moving(), &settings(&["exchange_rates.EUR=1.10"])).unwrap_err().diagnostics;
    let found: Vec<_> = set.iter().map(|found| (found.code, found.label.as_str())).collect();
    assert_eq!(found, [(Code::SetPath, "set `exchange_rates.EUR.rate`")]);
    let case = format!("{}cases: {{ weak: {{ exchange_rates.EUR: 1.10 }} }}\n", moving());
    let case = ask("year.yaml", &case, &[]).unwrap_err().diagnostics;
    let found: Vec<_> = case.iter().map(|found| (found.code, found.label.as_str())).collect();
    assert_eq!(found, [(Code::UnknownPath, "write `exchange_rates.EUR.rate`")]);
    let flips = answered(&moving()).flips(&Scope::default());
    let rate = flips.found.iter().find(|flip| flip.number.path == "exchange_rates.EUR.rate").unwrap();
    assert_eq!(rate.at.normalize(), decimal("1.632"));
}

#[test]
fn both_ends_of_a_range_are_in_the_currency_of_their_amount() {
    let text = format!("{YEAR}uncertainty:\n  own.box.node.price: {{ low: 90_000 EUR, high: 150_000 EUR }}\n");
    // 108,000 + 12,000 − 175,200; 180,000 + 12,000 − 175,200
    let expected = ["-55200", "16800"].map(decimal);
    let ends = |text: &str, moved| {
        let found = sensitivity(&answered(text), moved, EndBreakEvens::All).unwrap();
        let swing = found.swings.iter().find(|swing| swing.ranges[0].path == "own.box.node.price").unwrap();
        [&swing.low, &swing.high].map(|end| *end.difference.unwrap())
    };
    assert_eq!(ends(&text, Moved::Uncertain), expected);
    // a tenth of 120,000 more and less
    assert_eq!(ends(YEAR, Moved::Every(decimal("0.1"))), ["-55200", "-31200"].map(decimal));
}

#[test]
fn evaluation_by_figures_agrees_with_a_rebuild_in_other_currencies() {
    let (loaded, traces) = read(YEAR);
    let variation = Variation::of(&loaded, &traces);
    for value in ["100_000", "90_000 EUR", "100_000 USD", "120_000 EUR"] {
        let settings = [Setting { path: "own.box.node.price".to_owned(), value: value.to_owned() }];
        assert_eq!(variation.with(&settings), variation.with_rebuilt(&settings), "{value}");
    }
    let other = [Setting { path: "own.box.node.price".to_owned(), value: "100_000".to_owned() }];
    assert_eq!(variation.with(&other).options[0].present_value().map(Decimal::from), Some(decimal("112000")));
}

#[test]
fn an_explanation_shows_both_amounts_and_the_rate() {
    let answer = answered(YEAR);
    let explained = format!("{:?}", answer.explain("own.box.purchase.nodes").unwrap());
    for printed in ["100,000 EUR/node", "1.2 USD/EUR", "exchange rate of EUR", "120,000 USD"] {
        assert!(explained.contains(printed), "{printed}: {explained}");
    }
}

#[test]
fn values_of_an_uncertain_amount_have_its_currency() {
    let uncertain = |values: &str| format!("{YEAR}uncertainty:\n  own.box.node.price: {{ {values} }}\n");
    let found = |text: &str| ask("year.yaml", text, &[]).map(|_| ()).map_err(|rejected| rejected.diagnostics);
    assert!(found(&uncertain("low: 90_000 EUR, high: 110_000 EUR")).is_ok());
    for values in ["low: 90_000, high: 110_000 EUR", "low: 90_000 USD, high: 110_000 EUR"] {
        let found = found(&uncertain(values)).unwrap_err();
        assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::NotANumber], "{values}");
    }
}
