//! Months in the calendar: what a `start` changes, which without a tax is what months are called, and nothing else. What tax years
//! change by it, `tests/hand/fiscal-years.yaml` works out.

use crate::support::{answered_as, scenarios_in, text_of};
use rackrent::analysis::Answer;
use rackrent::analysis::statement::{By, OptionStatement, TimeBasis};

const START: &str = "start: 2027-05\nfiscal_year_starts: 4\n";

/// Everything that a comparison says of an option, but for the dates of months.
fn said(answer: &Answer) -> Vec<String> {
    let of = |option: &OptionStatement| format!("{option:?}");
    let options = answer.comparison.options.iter().map(of);
    let pairs = answer.comparison.pairs.iter().map(|pair| {
        format!("{:?} {:?} {:?} {:?}", pair.break_even, pair.payback_month, pair.discounted_payback_month, pair.irr)
    });
    options.chain(pairs).chain([format!("{:?}", answer.comparison.verdict.winner)]).collect()
}

#[test]
fn a_start_changes_nothing_but_labels_where_there_is_no_tax() {
    let mut looked_at = 0;
    for path in scenarios_in("scenarios") {
        let text = text_of(&path);
        if text.lines().any(|line| line.starts_with("tax:") || line.starts_with("start:")) {
            continue;
        }
        let name = path.to_str().unwrap();
        let (before, after) = (answered_as(name, &text, &[]), answered_as(name, &format!("{text}\n{START}"), &[]));
        assert_eq!(said(&before), said(&after), "{name}");
        looked_at += 1;
    }
    assert!(looked_at > 10);
}

#[test]
fn fiscal_years_divide_what_contract_years_do() {
    let text = text_of("scenarios/serving-8xh100.yaml");
    let before = answered_as("a.yaml", &text, &[]);
    assert!(before.view(By::FiscalYear, TimeBasis::Cash).is_none(), "it does not say when it starts");
    let after = answered_as("a.yaml", &format!("{text}\n{START}"), &[]);
    // from May 2027 on: eleven months, two years, and the first month of a fourth
    let view = after.view(By::FiscalYear, TimeBasis::Cash).unwrap();
    assert_eq!(view.columns, [2027, 2028, 2029, 2030]);
    let months = after.view(By::Month, TimeBasis::Cash).unwrap();
    let named = |at: usize| months.dates.as_ref().unwrap()[at].as_deref();
    assert_eq!((named(0), named(1), named(9), named(36)), (None, Some("2027-05"), Some("2028-01"), Some("2030-04")));
    for (years, months) in view.options.iter().zip(&months.options) {
        let sum =
            |from: usize, to: usize| months.totals[from..=to].iter().map(|amount| **amount).sum::<rackrent::Decimal>();
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|at| *years.totals[at]);
        let apart = [first - sum(0, 11), second - sum(12, 23), third - sum(24, 35), fourth - sum(36, 36)];
        // each column of a line is rounded
        let cents = rackrent::Decimal::new(20, 2);
        assert!(apart.iter().all(|apart| apart.abs() <= cents), "{apart:?}");
        assert_eq!(years.total, months.total);
    }
}
