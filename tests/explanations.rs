//! Everything that can be explained, in every example: payments add up to the printed line, sums are spelled out, every name
//! in a formula is explained, and every input has its position.

use crate::support::{answer_of, answered, scenarios_in, text_of};
use rackrent::ScenarioText;
use rackrent::analysis::Answer;
use rackrent::cli::Folder;
use rackrent::explain::{Explained, Explanation};
use rackrent::number;
use rust_decimal::Decimal;

fn answers() -> Vec<Answer> {
    let files = ["scenarios", "tests/transcripts/scenarios"].map(scenarios_in).concat();
    files.iter().map(|path| answer_of(path, &[])).collect()
}

fn formulas(answer: &Answer) -> Vec<(String, Explanation)> {
    let topics = answer.topics().into_iter().map(|topic| topic.name);
    let explained =
        topics.flat_map(|name| answer.explain(&name).unwrap().into_iter().map(move |one| (name.clone(), one)));
    let formulas = explained.filter_map(|(name, one)| match one {
        Explained::Formulas(explanation) => Some((name, explanation)),
        Explained::Sums(_) => None,
    });
    formulas.collect()
}

#[test]
fn payments_add_up_to_the_printed_line() {
    let mut checked = 0;
    for answer in answers() {
        let digits = answer.comparison.header.minor_digits;
        for option in &answer.evaluated.model.options {
            for line in &option.lines {
                let name = format!("{}.{}.{}", option.id, line.group.name(), line.name);
                let explained = answer.explain(&name).unwrap();
                let Explained::Formulas(explanation) = &explained[0] else { panic!("{name} is a line") };
                let printed = |figure| number::money(answer.evaluated.value(figure), digits);
                let cash: Decimal = explanation.payments.iter().map(|payment| payment.cash).sum();
                let worth: Decimal = explanation.payments.iter().map(|payment| payment.present_value).sum();
                assert_eq!((cash, worth), (printed(line.total), printed(line.present_value)), "{name}");
                checked += 1;
            }
        }
    }
    assert!(checked > 100);
}

#[test]
fn a_sum_is_never_shown_as_one_of_its_parts() {
    for answer in answers() {
        for (name, explanation) in formulas(&answer) {
            for value in explanation.steps.iter().flat_map(|step| &step.values) {
                assert!(!value.formula.contains("Σ over periods"), "{name}: {}", value.formula);
            }
        }
    }
}

#[test]
fn every_input_has_its_position() {
    for answer in answers() {
        for (name, explanation) in formulas(&answer) {
            assert!(!explanation.steps.is_empty(), "{name}");
            for leaf in &explanation.leaves {
                assert!(!leaf.place.is_empty() && !leaf.value.is_empty(), "{name}: {leaf:?}");
                let assumed = answer.comparison.assumed.iter().any(|assumed| assumed.path == leaf.name);
                assert!(leaf.place != "assumed" || assumed, "{name}: {} is assumed and not listed", leaf.name);
            }
        }
    }
}

#[test]
fn a_total_with_a_rounding_difference_explains_it() {
    let mut shown = 0;
    for answer in answers() {
        let digits = answer.comparison.header.minor_digits;
        for (name, explanation) in formulas(&answer) {
            // in a hybrid, the name of a part is what the hybrid pays for it
            let is_part = |option: &str| name.starts_with("hybrid.") && !name.starts_with(&format!("{option}."));
            for option in answer.comparison.options.iter().filter(|option| !is_part(option.name.as_str())) {
                let totals = [("total of", option.total), ("present value of", option.present_value)];
                for (what, printed) in totals.map(|(what, printed)| (format!("{what} {}", option.name), printed)) {
                    let Some(leaf) = explanation.leaves.iter().find(|leaf| leaf.name == what) else { continue };
                    let differs = number::money(leaf.number.unwrap(), digits) != *printed;
                    let display_name = answer.comparison.header.labels.display_text(&what);
                    let sentence = format!("The {display_name} is printed as {}, ", printed.grouped());
                    let says = explanation.sentences.iter().any(|one| one.starts_with(&sentence));
                    assert_eq!(says, differs, "{name}: {what}, {:?}", explanation.sentences);
                    shown += usize::from(says);
                }
            }
        }
    }
    assert!(shown > 0, "no example has such a total");
}

/// A label with its amounts.
type Labelled = (String, Vec<String>);

/// Explained sums: their sentences, with the amounts by label.
fn sums(answer: &Answer, topic: &str) -> Vec<(String, Vec<Labelled>)> {
    let explained = answer.explain(topic).unwrap();
    let sums = explained.iter().filter_map(|one| match one {
        Explained::Sums(sums) => Some(sums),
        Explained::Formulas(_) => None,
    });
    let text = |amount: &Option<Decimal>| amount.map(|amount| number::grouped(amount, 2)).unwrap_or_default();
    let of = |sums: &rackrent::explain::Sums| {
        let rows = sums.rows.iter().map(|(label, amounts)| (label.clone(), amounts.iter().map(text).collect()));
        let totals = sums
            .totals
            .iter()
            .map(|(label, totals)| (label.clone(), totals.iter().map(|total| number::grouped(*total, 2)).collect()));
        (sums.sentences.join(" "), rows.chain(totals).collect())
    };
    sums.map(of).collect()
}

/// `explain` computes a pair's break-even, discounted payback and return for the topic that shows them, also from an answer that
/// left them out; they are those of the comparison.
#[test]
fn what_a_decision_leaves_out_is_explained_as_the_comparison_states_it() {
    let mut shown = [0; 3];
    for path in scenarios_in("scenarios") {
        let whole = answer_of(&path, &[]);
        let name = path.to_str().unwrap();
        let decided = ScenarioText::new(&text_of(&path), &Folder::of(name)).named(name).decide().unwrap();
        let [break_evens, paybacks, returns] = ["break-even", "payback", "irr"].map(|topic| sums(&decided, topic));
        let points = whole.comparison.pairs.iter().flat_map(|pair| &pair.break_even.points);
        for point in points {
            let factor = format!("At {} times the planned demand", number::readable(*point.factor, 6));
            assert!(break_evens.iter().any(|(text, _)| text.starts_with(&factor)), "{path:?}: {factor}");
            shown[0] += 1;
        }
        for ((pair, (payback, _)), (irr, years)) in whole.comparison.pairs.iter().zip(&paybacks).zip(&returns) {
            if let Some(month) = pair.payback_month.and(pair.discounted_payback_month) {
                let month = whole.comparison.header.dated(month);
                assert!(
                    payback.contains(&format!("In discounted cash it pays back at the end of {month}")),
                    "{payback}"
                );
                shown[1] += 1;
            }
            if let Some(rate) = pair.irr {
                assert!(irr.contains(&format!("effective {} a year", number::percent(*rate, 2))), "{path:?}: {irr}");
                assert_eq!(
                    years.len(),
                    whole.comparison.options[0].years.len() + 1,
                    "a row for each year, and the total"
                );
                shown[2] += 1;
            }
        }
    }
    assert!(shown.iter().all(|count| *count > 10), "{shown:?}");
}

/// Two accelerators of a server for 800, of 100 hours each; one is needed half of the time and kept warm in the other half:
/// 50 useful hours of 200, 50 ready ones, and 100 of the accelerator that is never needed.
#[test]
fn waste_is_explained_by_hours_share_and_cost() {
    let answer = answered(
        "
name: Waste
currency: USD
horizon_months: 1
hours_per_month: 100
discount_rate: 0%
demand:
  workloads:
    chat:
      kind: realtime_inference
      peak_accelerators: 1
      profile: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      warm_accelerators: 1
own:
  lab:
    node: { price: 800, accelerators: 2 }
    nodes: 1
    useful_life_months: 12
    value_at_horizon: none
",
    );
    let [(shown, rows)] = sums(&answer, "own.lab.waste").try_into().unwrap();
    let row = |label: &str, amounts: [&str; 3]| (label.to_owned(), amounts.map(ToOwned::to_owned).to_vec());
    let expected = [
        row("useful", ["50.00", "25.00", "200.00"]),
        row("idle", ["100.00", "50.00", "400.00"]),
        row("warm and headroom", ["50.00", "25.00", "200.00"]),
        row("paid for", ["200.00", "100.00", "800.00"]),
    ];
    assert_eq!(rows, expected);
    assert!(shown.ends_with("own.lab.idle_hours, own.lab.warm_and_headroom_hours."), "{shown}");
    assert_eq!(sums(&answer, "waste").len(), 1);
}

/// `dear` of the scenario is paid back in month 5 and behind again from month 12 on, to the end: 3,000 against 2,400, then
/// 2,600. The explanation shows the months around each of these.
#[test]
fn a_reversed_payback_is_explained_to_its_end() {
    let answer = answer_of("tests/hand/payback-turns.yaml", &[]);
    let [(stays, _), (dear, rows)] = sums(&answer, "payback").try_into().unwrap();
    assert!(!stays.contains("behind"), "{stays}");
    assert!(dear.contains(" Then own.dear falls behind again for 2 months, to the end. "), "{dear}");
    let row = |month: &str, amounts: [&str; 3]| (month.to_owned(), amounts.map(ToOwned::to_owned).to_vec());
    let expected = [
        row("month 0", ["1,000.00", "0.00", "−1,000.00"]),
        row("month 4", ["1,000.00", "800.00", "−200.00"]),
        row("month 5", ["1,000.00", "1,000.00", "0.00"]),
        row("month 11", ["1,000.00", "2,200.00", "1,200.00"]),
        row("month 12", ["3,000.00", "2,400.00", "−600.00"]),
        row("month 13", ["3,000.00", "2,600.00", "−400.00"]),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn explanations_describe_discounts_and_numbered_names() {
    let answer = answer_of("scenarios/serving-8xh100.yaml", &[]);
    let explained = answer.explain("own.hgx-h100.electricity").unwrap();
    let [Explained::Formulas(explanation)] = explained.as_slice() else { panic!("a line") };
    assert!(
        explanation.sentences[1].starts_with("The discount is the present value of 1 USD paid in each of those months")
    );
    let mut numbered = 0;
    for answer in answers() {
        for (name, explanation) in formulas(&answer) {
            let is_numbered = explanation.steps.iter().any(|step| step.name.ends_with(" #2"));
            let is_said = explanation.sentences.iter().any(|sentence| sentence.contains(" #2 is not "));
            assert_eq!(is_numbered, is_said, "{name}");
            numbered += usize::from(is_numbered);
        }
    }
    assert!(numbered > 0);
}
