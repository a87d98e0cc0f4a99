//! Everything that can be explained, in every example: payments add up to the printed line, sums are written out, every
//! name in a formula is explained, and every input says where it was written.

use crate::support::{answer_of, scenarios_in};
use rackrent::analysis::Answer;
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
                let name = format!("{}.{}.{}", option.name, line.group.name(), line.name);
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
fn a_sum_is_never_written_as_if_it_were_one_of_its_parts() {
    for answer in answers() {
        for (name, explanation) in formulas(&answer) {
            for value in explanation.steps.iter().flat_map(|step| &step.values) {
                assert!(!value.formula.contains("Σ over periods"), "{name}: {}", value.formula);
            }
        }
    }
}

#[test]
fn every_input_says_where_it_was_written() {
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
fn a_total_that_is_printed_with_another_cent_says_why() {
    let mut said = 0;
    for answer in answers() {
        let digits = answer.comparison.header.minor_digits;
        for (name, explanation) in formulas(&answer) {
            // in a hybrid, the name of a part stands for what the hybrid pays for it
            let is_part = |option: &str| name.starts_with("hybrid.") && !name.starts_with(&format!("{option}."));
            for option in answer.comparison.options.iter().filter(|option| !is_part(&option.name)) {
                let totals = [("total of", option.total), ("present value of", option.present_value)];
                for (what, printed) in totals.map(|(what, printed)| (format!("{what} {}", option.name), printed)) {
                    let Some(leaf) = explanation.leaves.iter().find(|leaf| leaf.name == what) else { continue };
                    let differs = number::money(leaf.number.unwrap(), digits) != *printed;
                    let called = answer.comparison.header.labels.spoken(&what);
                    let sentence = format!("The {called} is printed as {}: ", printed.grouped());
                    let says = explanation.sentences.iter().any(|one| one.starts_with(&sentence));
                    assert_eq!(says, differs, "{name}: {what}, {:?}", explanation.sentences);
                    said += usize::from(says);
                }
            }
        }
    }
    assert!(said > 0, "no example has such a total");
}
