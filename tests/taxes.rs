//! Taxes: properties of every scenario, and results of an independent implementation.

use crate::support::program::run;
use crate::support::{answer_of, answered, answered_as, decimal, line, option, scenarios_in, text_of};
use rackrent::analysis::Answer;
use rackrent::analysis::statement::{LoanResult, OptionResult, PairResult};
use rackrent::model::{CostGroup, OptionModel};
use rackrent::reasons;
use rackrent::scenario::Setting;
use rackrent::scenario::document::Located;
use rackrent::scenario::quantities::PricePerNode;
use rackrent::scenario::quantity::{Money as _, Quantity as _};
use rust_decimal::Decimal;
use std::path::{Path, PathBuf};

/// Every example, and every hand case with an answer.
fn files() -> Vec<PathBuf> {
    let with_answers = [
        "taxes.yaml",
        "taxes-by-month.yaml",
        "indirect-tax.yaml",
        "lease-purchases.yaml",
        "own-payment.yaml",
        "owned-already.yaml",
    ];
    let by_hand = with_answers.iter().map(|name| PathBuf::from("tests/hand").join(name));
    scenarios_in("scenarios").into_iter().chain(by_hand).collect()
}

/// The file with another tax instead of its own.
fn taxed(path: &Path, tax: &str) -> Answer {
    let text = text_of(path);
    let mut is_within = false;
    let mut is_kept = |line: &&str| {
        is_within = line.starts_with("tax:") || is_within && line.starts_with(' ');
        !is_within && !line.starts_with("  tax:")
    };
    let text: Vec<&str> = text.lines().filter(|line| is_kept(line)).chain([tax]).collect();
    answered_as(path.to_str().unwrap(), &text.join("\n"), &[])
}

/// The file without a tax.
fn untaxed(path: &Path) -> Answer {
    taxed(path, "")
}

fn of_tax(option: &OptionResult) -> Decimal {
    option.lines.iter().filter(|line| line.group == CostGroup::Tax).map(|line| *line.total).sum()
}

#[test]
fn a_tax_rate_of_zero_changes_nothing() {
    for path in files() {
        let (before, after) = (untaxed(&path), taxed(&path, "tax: { rate: 0% }\n"));
        for (before, after) in before.comparison.options.iter().zip(&after.comparison.options) {
            let of = |option: &OptionResult| (option.total, option.present_value, option.per_useful_hour);
            assert_eq!(of(before), of(after), "{} {}", path.display(), before.name);
            assert!(after.lines.iter().any(|line| line.group == CostGroup::Tax), "{} has no tax", after.name);
            let years = |option: &OptionResult| option.years.iter().map(|year| year.cash).collect::<Vec<_>>();
            assert_eq!(years(before), years(after), "{} {}", path.display(), before.name);
            let worth = |option: &OptionResult| option.loan.as_ref().map(|loan| loan.present_value);
            assert_eq!(worth(before), worth(after), "{} {}", path.display(), before.name);
        }
        let verdict = |answer: &Answer| format!("{:?}", answer.comparison.verdict);
        assert_eq!(verdict(&before), verdict(&after), "{}", path.display());
        for (before, after) in before.comparison.pairs.iter().zip(&after.comparison.pairs) {
            assert_eq!(format!("{before:?}"), format!("{after:?}"), "{}", path.display());
        }
    }
}

/// Remaining tax value of servers that are already owned.
fn left_for_tax(answer: &Answer, model: &OptionModel) -> Decimal {
    let own = answer.loaded.scenario.own.iter();
    let parts = own.filter(|own| model.parts.iter().any(|part| part.option == format!("own.{}", own.name)));
    let purchases = parts.flat_map(|own| own.value.purchases.iter().flatten());
    let left = |value: &Located<PricePerNode>| value.value.amount();
    purchases
        .map(|purchase| purchase.tax_book_value.as_ref().map_or(Decimal::ZERO, left) * purchase.nodes.value.decimal())
        .sum()
}

/// Depreciation and the remaining tax value at a sale add up to the price paid, whatever the schedule, and every receipt is
/// taxed. Over the horizon all tax is `−rate` times all cash before tax, with the remaining tax value of already owned
/// servers instead of their resale value.
#[test]
fn depreciation_and_disposals_add_up_to_cost_less_proceeds() {
    let schedules = [
        "",
        ", depreciation_months: 18, first_year_share: 40%",
        ", depreciation: macrs_5_year",
        ", depreciation: macrs_3_year, first_year_share: 60%, settled: month",
        ", depreciation_months: 84, settled: month",
    ];
    for path in files() {
        let before_tax = untaxed(&path);
        for schedule in schedules {
            let after = taxed(&path, &format!("tax: {{ rate: 25%{schedule} }}\n"));
            let models = &before_tax.evaluated.model.options;
            let options = before_tax.comparison.options.iter().zip(&after.comparison.options);
            for ((before, after), model) in options.zip(models) {
                let worth: Decimal = before
                    .lines
                    .iter()
                    .filter(|line| line.name == "nodes, already owned")
                    .map(|line| *line.total)
                    .sum();
                let expected = -(*before.total - worth + left_for_tax(&before_tax, model)) / Decimal::from(4);
                // lines are rounded once each
                let rounded = Decimal::new(i64::try_from(after.lines.len()).unwrap(), after.total.scale());
                let (name, file) = (&before.name, path.display());
                let apart = (of_tax(after) - expected).abs();
                assert!(apart <= rounded, "{file} {name} {schedule:?}: {} is not {expected}", of_tax(after));
            }
        }
    }
}

#[test]
fn all_amounts_scale_with_the_currency() {
    for name in ["taxes.yaml", "taxes-by-month.yaml", "indirect-tax.yaml"] {
        let path = PathBuf::from("tests/hand").join(name);
        let once = answer_of(&path, &[]);
        let document = &once.loaded.document;
        let is_money = |unit: &str| unit.contains("MONEY");
        let numbers = document.numbers().into_iter().filter(|number| is_money(&number.kind.unit.text("MONEY", "unit")));
        let twice: Vec<Setting> = numbers
            .map(|number| Setting { path: document.path(number.at), value: (number.value * Decimal::TWO).to_string() })
            .collect();
        let twice = answered_as(path.to_str().unwrap(), &text_of(&path), &twice);
        for (once, twice) in once.comparison.options.iter().zip(&twice.comparison.options) {
            let rounded = Decimal::new(i64::try_from(once.lines.len()).unwrap(), once.total.scale());
            let of = |a: Decimal, b: Decimal| (a * Decimal::TWO - b).abs();
            assert!(of(*once.total, *twice.total) <= rounded, "{name} {}", once.name);
            assert!(of(*once.present_value, *twice.present_value) <= rounded, "{name} {}", once.name);
        }
    }
}

/// Interest of each month of a loan, on the debt before the payment.
fn interest(loan: &LoanResult, monthly_rate: Decimal, months: usize) -> Vec<Decimal> {
    let mut owed = *loan.borrowed;
    let month = |_| {
        let interest = owed * monthly_rate;
        owed += interest - *loan.payment;
        interest
    };
    (1..=months).map(month).collect()
}

/// Monthly settled tax relieves interest when it is paid, yearly settled tax at the end of the contract year.
#[test]
fn the_tax_relief_of_loan_interest_is_outside_the_result() {
    let scenario = |tax: &str| {
        let text = "name: A loan\ncurrency: USD\nhorizon_months: 32\nhours_per_month: 100\ndiscount_rate: 8%\n\
                    demand: { accelerators: 1, utilization: 50% }\nown:\n  lab:\n    node: { price: 90_000, accelerators: 1 }\n    \
                    nodes: 1\n    useful_life_months: 48\n    loan: { financed_share: 80%, rate: 6%, term_months: 40 }\n";
        answered(&format!("{text}{tax}"))
    };
    let worth = |answer: &Answer| *answer.comparison.options[0].loan.as_ref().unwrap().present_value;
    let before = scenario("");
    let v = before.evaluated.value(before.evaluated.model.monthly_discount);
    let at = |month: usize| (0..month).fold(Decimal::ONE, |power, _| power * v);
    let loan = before.comparison.options[0].loan.as_ref().unwrap();
    let interest = interest(loan, Decimal::new(5, 3), 32);
    let relief = |dates: &dyn Fn(usize) -> usize| -> Decimal {
        interest.iter().enumerate().map(|(before, interest)| *interest * at(dates(before + 1)) / Decimal::from(4)).sum()
    };
    let by_month = worth(&before) - worth(&scenario("tax: { rate: 25%, settled: month }\n"));
    let by_year = worth(&before) - worth(&scenario("tax: { rate: 25% }\n"));
    // payments are printed to the cent
    let close = |a: Decimal, b: Decimal| assert!((a - b).abs() < decimal("0.1"), "{a} is not {b}");
    close(by_month, relief(&|month| month));
    close(by_year, relief(&|month| (month.div_ceil(12) * 12).min(32)));
}

#[test]
fn an_independent_implementation_agrees_on_the_tax_of_rented_options() {
    let answer = answer_of("tests/conformance/19-owned-already.yaml", &[]);
    let cloud = option(&answer, "rent.cloud");
    assert_eq!((*cloud.total, *cloud.present_value), (decimal("1361522.88"), decimal("1220298.24")));
    assert_eq!(line(&answer, "rent.cloud", CostGroup::Usage, "committed"), decimal("887281.09"));
    assert_eq!(line(&answer, "rent.cloud", CostGroup::Tax, "tax shield on operating costs"), decimal("-429954.59"));
}

/// Straight-line depreciation accrues as if settled monthly: payback is the same either way, with loans inside too.
#[test]
fn payback_does_not_depend_on_the_settlement_of_tax() {
    let (mut paid_back, mut with_loans) = (0, 0);
    for path in files() {
        let text = text_of(&path);
        let of_years = text.lines().any(|line| line.starts_with("  ") && line.contains("depreciation:"));
        if of_years {
            continue;
        }
        let inside = text.contains("loan:") && !text.contains("financing:");
        let financing = if inside { "\nfinancing: inside" } else { "" };
        let settled = |how: &str| taxed(&path, &format!("tax: {{ rate: 30%, settled: {how} }}{financing}\n"));
        let (by_year, by_month) = (settled("year"), settled("month"));
        for (year, month) in by_year.comparison.pairs.iter().zip(&by_month.comparison.pairs) {
            let of = |pair: &PairResult| (pair.payback_month, pair.payback_reversal);
            assert_eq!(of(year), of(month), "{} {} {}", path.display(), year.own, year.rent);
            paid_back += u32::from(year.payback_month.is_some());
            with_loans += u32::from(inside);
        }
    }
    assert!(paid_back > 20 && with_loans > 0, "{paid_back} paybacks, {with_loans} pairs with loans");
}

/// Owning costs 48,000 after tax without any receipt, renting 60,000 (calculated above the scenario): owning wins by the tax
/// relief without purchases, which payback excludes, like resale. It has cost 96,000 minus 24,000 by then.
#[test]
fn a_missing_payback_is_not_attributed_to_an_unneeded_resale() {
    let answer = answer_of("tests/rules/silent/a-book-value-that-decides-nothing-after-tax.yaml", &[]);
    let pair = &answer.comparison.pairs[0];
    assert_eq!((pair.payback_month, pair.resale_needed.map(Decimal::from)), (None, Some(Decimal::ZERO)));
    let printed: Vec<String> = answer.comparison.verdict.disagreements.iter().map(reasons::disagreement).collect();
    let why = "payback excludes resale and the tax on it, and does not discount payments";
    assert_eq!(printed, [format!("own.lab does not pay back against rent.cloud within 24 months: {why}")]);
}

#[test]
fn a_scenario_with_tax_shows_it_in_the_heading_with_its_assumptions() {
    let answer = answer_of("tests/hand/taxes.yaml", &[]);
    assert_eq!(answer.comparison.header.tax_rate.map(Decimal::from), Some(decimal("0.3")));
    let path = |assumed: &rackrent::analysis::statement::Assumed| assumed.path.clone();
    let assumed: Vec<String> = answer.comparison.assumed.iter().map(path).collect();
    for key in ["tax", "tax.depreciation", "tax.depreciation_months", "tax.first_year_share", "tax.settled"] {
        assert!(assumed.iter().any(|path| path == key), "{key} is not said to be assumed: {assumed:?}");
    }
}

#[test]
fn the_equivalent_before_tax_of_rent_is_its_price() {
    // rent that is taxed at once and not discounted: 10 an hour before tax, 10 · (1 - 40 %) = 6 after it
    let text = "
name: One server
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
tax: { rate: 40%, settled: month }
demand: { accelerators: 1, utilization: 50% }
own:
  lab: { node: { price: 600, accelerators: 1 }, nodes: 1, useful_life_months: 12 }
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.yaml"), text).unwrap();
    let printed = run(folder.path(), &["compare", "a.yaml", "--format", "markdown"]).output;
    let cells = |label: &str| -> Vec<&str> {
        let row = printed.lines().find(|line| line.starts_with('|') && line.contains(label));
        row.unwrap_or_else(|| panic!("{printed}")).split('|').map(|cell| cell.trim_matches(['*', ' '])).collect()
    };
    let heads = printed.lines().rfind(|line| line.starts_with("| |") && line.contains("rent.cloud")).unwrap();
    let column = heads.split('|').position(|head| head.contains("rent.cloud")).unwrap();
    assert_eq!(cells("per useful accelerator-hour, levelized, after tax")[column], "6.00", "{printed}");
    assert_eq!(cells("equivalent before tax")[column], "10.00", "{printed}");
    assert!(!printed.contains("indirect tax"), "{printed}");
    let set = ["rent.cloud.indirect_tax=19%", "own.lab.indirect_tax=8.1%"].map(|set| ["--set", set]).concat();
    let printed = run(folder.path(), &[&["compare", "a.yaml"], &set[..]].concat()).output;
    assert!(printed.contains("after tax, 8.1 % and 19 % indirect tax included, nominal"), "{printed}");
}
