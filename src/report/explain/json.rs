//! Explanations for programs, `rackrent.explain/1`; `docs/reference/json.md` documents it.

use super::super::json;
use crate::amount::{Amount, Ratio};
use crate::analysis::statement::Header;
use crate::explain::{Explained, Explanation, FormulaStep, Leaf, PaymentStep, StepValue, Sums, Topic};
use rust_decimal::Decimal;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(
    header: &Header,
    asked: Option<&str>,
    explained: &[Explained],
    topics: &[Topic],
    out: &mut dyn Write,
) -> io::Result<()> {
    let explained = explained.iter().map(|one| Answer::of(one, header.minor_digits)).collect();
    let topics = topics.iter().map(|topic| Explicable { name: &topic.name, meaning: &topic.meaning }).collect();
    json::write("rackrent.explain/1", &Document { scenario: header, asked, explained, topics }, out)
}

#[derive(Serialize)]
struct Document<'a> {
    scenario: &'a Header,
    asked: Option<&'a str>,
    explained: Vec<Answer<'a>>,
    topics: Vec<Explicable<'a>>,
}

#[derive(Serialize)]
struct Explicable<'a> {
    name: &'a str,
    meaning: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Answer<'a> {
    Formulas {
        title: &'a str,
        sentences: &'a [String],
        payments: Vec<Paid<'a>>,
        steps: Vec<Computed<'a>>,
        inputs: Vec<Input<'a>>,
    },
    Sums {
        title: &'a str,
        sentences: &'a [String],
        columns: &'a [String],
        rows: Vec<Row<'a>>,
        totals: Option<Row<'a>>,
    },
}

#[derive(Serialize)]
struct Paid<'a> {
    when: &'a str,
    first_month: u32,
    amount: Ratio,
    times: u32,
    cash: Amount,
    discount: Ratio,
    present_value: Amount,
}

#[derive(Serialize)]
struct Computed<'a> {
    name: &'a str,
    formula: &'a str,
    values: Vec<Valued<'a>>,
}

#[derive(Serialize)]
struct Valued<'a> {
    when: Option<&'a str>,
    formula: &'a str,
    result: &'a str,
    number: Option<Ratio>,
}

#[derive(Serialize)]
struct Input<'a> {
    name: &'a str,
    words: Option<&'a str>,
    value: &'a str,
    number: Option<Ratio>,
    place: &'a str,
    source: Option<&'a str>,
}

#[derive(Serialize)]
struct Row<'a> {
    label: &'a str,
    amounts: Vec<Option<Amount>>,
}

impl<'a> Answer<'a> {
    fn of(explained: &'a Explained, minor_digits: u32) -> Answer<'a> {
        match explained {
            Explained::Formulas(Explanation { title, sentences, payments, steps, leaves }) => Answer::Formulas {
                title,
                sentences,
                payments: payments.iter().map(|payment| Paid::of(payment, minor_digits)).collect(),
                steps: steps.iter().map(Computed::of).collect(),
                inputs: leaves.iter().map(Input::of).collect(),
            },
            Explained::Sums(Sums { title, sentences, columns, rows, totals }) => {
                let amount = |amount: &Decimal| Amount::new(*amount, minor_digits);
                let row = |(label, amounts): &'a (String, Vec<Option<Decimal>>)| Row {
                    label,
                    amounts: amounts.iter().map(|one| one.as_ref().map(amount)).collect(),
                };
                let totals = totals.as_ref().map(|(label, amounts)| Row {
                    label,
                    amounts: amounts.iter().map(|one| Some(amount(one))).collect(),
                });
                Answer::Sums { title, sentences, columns, rows: rows.iter().map(row).collect(), totals }
            }
        }
    }
}

impl<'a> Paid<'a> {
    fn of(payment: &'a PaymentStep, minor_digits: u32) -> Paid<'a> {
        Paid {
            when: &payment.when,
            first_month: payment.first,
            amount: Ratio::from(payment.amount),
            times: payment.times,
            cash: Amount::new(payment.cash, minor_digits),
            discount: Ratio::from(payment.discount),
            present_value: Amount::new(payment.present_value, minor_digits),
        }
    }
}

impl<'a> Computed<'a> {
    fn of(step: &'a FormulaStep) -> Computed<'a> {
        Computed { name: &step.name, formula: &step.formula, values: step.values.iter().map(Valued::of).collect() }
    }
}

impl<'a> Valued<'a> {
    fn of(value: &'a StepValue) -> Valued<'a> {
        Valued {
            when: some(&value.when),
            formula: &value.formula,
            result: &value.result,
            number: value.number.map(Ratio::from),
        }
    }
}

impl<'a> Input<'a> {
    fn of(leaf: &'a Leaf) -> Input<'a> {
        Input {
            name: &leaf.name,
            words: leaf.words.as_deref(),
            value: &leaf.value,
            number: leaf.number.map(Ratio::from),
            place: &leaf.place,
            source: some(&leaf.source),
        }
    }
}

/// What is said, if anything is.
fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
