//! Explanations for programs, `rackrent.explain/1`; `docs/reference/json.md` documents it.

use super::super::json::{self, Contract};
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
    json::write(Contract::Explain, &WrittenExplanations { scenario: header, asked, explained, topics }, out)
}

/// Where figures come from.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct WrittenExplanations<'a> {
    /// What was asked, and of which file.
    scenario: &'a Header,
    /// The name that was asked for; none where none was.
    asked: Option<&'a str>,
    /// One for each figure of that name.
    explained: Vec<Answer<'a>>,
    /// What can be explained, where nothing was asked for; else empty.
    topics: Vec<Explicable<'a>>,
}

/// Something that can be explained.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Explicable<'a> {
    /// The name to be asked for.
    name: &'a str,
    /// What it is.
    meaning: &'a str,
}

/// Where a figure comes from.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Answer<'a> {
    /// Formulas from the top down, with the payments of a line and the inputs that they end in.
    Formulas {
        /// What is explained.
        title: &'a str,
        /// What there is to say of it.
        sentences: &'a [String],
        /// Of a line: its payments, those alike together.
        payments: Vec<Paid<'a>>,
        /// The formulas; a name in one is the `name` of a later step, or the end of that of an input.
        steps: Vec<Computed<'a>>,
        /// What the formulas end in.
        inputs: Vec<Input<'a>>,
    },
    /// A table of amounts.
    Sums {
        /// What is explained.
        title: &'a str,
        /// What there is to say of it.
        sentences: &'a [String],
        /// What the amounts of a row are.
        columns: &'a [String],
        /// The rows.
        rows: Vec<Row<'a>>,
        /// Their sum; none where they do not add up.
        totals: Option<Row<'a>>,
    },
}

/// Payments that are alike.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Paid<'a> {
    /// When, in words.
    when: &'a str,
    /// The first month in which it is paid; 0 is the moment of the decision.
    first_month: u32,
    /// One payment, unrounded, in the currency.
    amount: Ratio,
    /// How many there are.
    times: u32,
    /// All of them.
    cash: Amount,
    /// What one unit of money of each is worth today, added up.
    discount: Ratio,
    /// What they are worth today.
    present_value: Amount,
}

/// A step of an explanation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Computed<'a> {
    /// What is computed.
    name: &'a str,
    /// How, in names.
    formula: &'a str,
    /// With values, by period.
    values: Vec<Valued<'a>>,
}

/// A formula with values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Valued<'a> {
    /// When; none where it is the same in all months.
    when: Option<&'a str>,
    /// The formula with values.
    formula: &'a str,
    /// What it comes to, with its unit.
    result: &'a str,
    /// The same without unit; none of a curve of levels.
    number: Option<Ratio>,
}

/// What formulas end in.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Input<'a> {
    /// The path of an input, or what it is.
    name: &'a str,
    /// What an input is in words, whose it is with it; none where it is no input.
    words: Option<&'a str>,
    /// Its value, with its unit.
    value: &'a str,
    /// The same without unit; none where it is not one number.
    number: Option<Ratio>,
    /// `FILE:LINE:COLUMN`, `--set:1:COLUMN`, `assumed`, or what it is if it is no input.
    place: &'a str,
    /// The source that the scenario names.
    source: Option<&'a str>,
}

/// A row of a table of amounts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Row<'a> {
    /// What it is.
    label: &'a str,
    /// One for each column; none where there is none.
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
