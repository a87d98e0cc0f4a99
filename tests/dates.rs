//! Calendar months and payment dates: a `start` changes only the names of months if there is no tax, and `flows` changes no
//! cash. `tests/hand/fiscal-years.yaml` and `flows-*.yaml` calculate their effects.

use crate::generated::{Dice, Tree, cases, dates, scalar, scenario, workloads};
use crate::support::{answered_as, ask, scenarios_in, text_of};
use proptest::prelude::*;
use rackrent::Decimal;
use rackrent::analysis::Answer;
use rackrent::analysis::statement::{By, OptionResult, TimeBasis};
use rackrent::model::CostGroup;

const START: &str = "start: 2027-05\nfiscal_year_starts: 4\n";

/// Examples without lines that begin with these keys.
fn without(keys: &[&str]) -> Vec<(String, String)> {
    let examples =
        scenarios_in("scenarios").into_iter().map(|path| (path.to_str().unwrap().to_owned(), text_of(&path)));
    let found: Vec<(String, String)> =
        examples.filter(|(_, text)| !text.lines().any(|line| keys.iter().any(|key| line.starts_with(key)))).collect();
    assert!(found.len() > 10);
    found
}

/// All results for an option, except the dates of months.
fn printed(answer: &Answer) -> Vec<String> {
    let of = |option: &OptionResult| format!("{option:?}");
    let options = answer.comparison.options.iter().map(of);
    let pairs = answer.comparison.pairs.iter().map(|pair| {
        format!("{:?} {:?} {:?} {:?}", pair.break_even, pair.payback_month, pair.discounted_payback_month, pair.irr)
    });
    options.chain(pairs).chain([format!("{:?}", answer.comparison.verdict.winner)]).collect()
}

#[test]
fn without_tax_a_start_changes_only_labels() {
    for (name, text) in without(&["tax:", "start:"]) {
        let (before, after) = (answered_as(&name, &text, &[]), answered_as(&name, &format!("{text}\n{START}"), &[]));
        assert_eq!(printed(&before), printed(&after), "{name}");
    }
}

#[test]
fn payments_count_at_the_ends_of_months_by_default() {
    for (name, text) in without(&["flows:"]) {
        let after = answered_as(&name, &format!("{text}\nflows: month_end\n"), &[]);
        assert_eq!(printed(&answered_as(&name, &text, &[])), printed(&after), "{name}");
    }
}

/// Cash and the payback month do not change; payments of a year have a lower present value at its end than in its middle.
#[test]
fn dates_of_flows_change_present_values_and_no_cash() {
    for (name, text) in without(&["flows:", "tax:"]) {
        let with = |flows: &str| answered_as(&name, &format!("{text}\nflows: {flows}\n"), &[]);
        let (before, middle, end) = (answered_as(&name, &text, &[]), with("mid_year"), with("year_end"));
        let discounted = !before.comparison.header.discount_rate.is_zero();
        for (at, option) in before.comparison.options.iter().enumerate() {
            let [middle, end] = [&middle, &end].map(|answer| &answer.comparison.options[at]);
            let cash = |option: &OptionResult| option.years.iter().map(|year| year.cash).collect::<Vec<_>>();
            assert_eq!((cash(option), cash(option)), (cash(middle), cash(end)), "{name} {}", option.name);
            let recurring =
                option.lines.iter().all(|line| *line.total >= Decimal::ZERO && line.group != CostGroup::Purchase);
            let falls = *end.present_value < *option.present_value && *end.present_value < *middle.present_value;
            assert!(!(recurring && discounted) || falls, "{name} {}", option.name);
        }
        for (pair, other) in before.comparison.pairs.iter().zip(&end.comparison.pairs) {
            assert_eq!(pair.payback_month, other.payback_month, "{name}");
        }
    }
}

#[test]
fn fiscal_years_split_the_same_amounts_as_contract_years() {
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
        let sum = |from: usize, to: usize| months.totals[from..=to].iter().map(|amount| **amount).sum::<Decimal>();
        let [first, second, third, fourth] = [0, 1, 2, 3].map(|at| *years.totals[at]);
        let apart = [first - sum(0, 11), second - sum(12, 23), third - sum(24, 35), fourth - sum(36, 36)];
        // each column of a line is rounded
        let cents = Decimal::new(20, 2);
        assert!(apart.iter().all(|apart| apart.abs() <= cents), "{apart:?}");
        assert_eq!(years.total, months.total);
    }
}

proptest! {
    #![proptest_config(cases(60))]

    /// A date is another notation for months: the same scenario with dates has the same results.
    #[test]
    fn a_date_equals_its_number_of_months(rolls in prop::collection::vec(any::<u16>(), 60..420), of_workloads: bool) {
        let mut dice = Dice::new(&rolls);
        let mut in_months = if of_workloads { workloads::scenario(&mut dice) } else { scenario(&mut dice) };
        in_months.put("start", scalar("2027-08"));
        let (by_date, any) = dates::dated(&in_months);
        prop_assume!(any);
        let answer = |tree: &Tree| ask("a.yaml", &tree.yaml(""), &[]).map(|answer| printed(&answer)).map_err(|_| ());
        prop_assert_eq!(answer(&in_months), answer(&by_date), "{}", by_date.yaml(""));
    }
}
