//! Explanations as JSON, `rackrent.explain/1`; `docs/reference/json.md` documents it.

use super::super::json::{self, Contract};
use crate::amount::{Amount, Ratio};
use crate::analysis::statement::Header;
use crate::explain::{Explained, Explanation, FormulaStep, Leaf, PaymentStep, StepValue, Sums, Topic};
use rust_decimal::Decimal;
use serde::Serialize;
use std::io::{self, Write};

pub(super) fn write(
    header: &Header,
    requested: Option<&str>,
    explained: &[Explained],
    topics: &[Topic],
    out: &mut dyn Write,
) -> io::Result<()> {
    let explained = explained.iter().map(|one| Answer::of(one, header.minor_digits)).collect();
    let topics = topics.iter().map(|topic| Explicable { name: &topic.name, meaning: &topic.meaning }).collect();
    json::write(Contract::Explain, &ExplanationsJson { scenario: header, requested, explained, topics }, out)
}

/// Explanations of figures.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub(in crate::report) struct ExplanationsJson<'a> {
    /// The scenario.
    scenario: &'a Header,
    /// The requested name; none without one.
    #[serde(rename = "asked")]
    requested: Option<&'a str>,
    /// One explanation per figure of that name.
    explained: Vec<Answer<'a>>,
    /// The topics that can be explained; empty if a name was requested.
    topics: Vec<Explicable<'a>>,
}

/// A topic that can be explained.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Explicable<'a> {
    /// The name to request.
    name: &'a str,
    /// Its meaning.
    meaning: &'a str,
}

/// Explanation of a figure.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Answer<'a> {
    /// Formulas from the figure down to the inputs, with the payments of a cost line.
    Formulas {
        /// The title.
        title: &'a str,
        /// Explanatory sentences.
        sentences: &'a [String],
        /// For a cost line: its payments, equal ones together.
        payments: Vec<PaymentGroup<'a>>,
        /// The formulas; a name in one is the `name` of a later step, or the last part of that of an input.
        steps: Vec<Computed<'a>>,
        /// The inputs of the formulas.
        inputs: Vec<Input<'a>>,
    },
    /// A table of amounts.
    Sums {
        /// The title.
        title: &'a str,
        /// Explanatory sentences.
        sentences: &'a [String],
        /// The headings of the columns.
        columns: &'a [String],
        /// The rows.
        rows: Vec<Row<'a>>,
        /// The sums of the columns; none if the rows do not add up.
        totals: Option<Row<'a>>,
    },
}

/// Equal payments.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct PaymentGroup<'a> {
    /// The months, in words.
    when: &'a str,
    /// The first month of payment; 0 is the moment of the decision.
    first_month: u32,
    /// One payment, unrounded, in the currency.
    amount: Ratio,
    /// The number of payments.
    times: u32,
    /// Their sum.
    cash: Amount,
    /// The sum of their discount factors.
    discount: Ratio,
    /// Their present value.
    present_value: Amount,
}

/// A step of an explanation.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Computed<'a> {
    /// The quantity computed.
    name: &'a str,
    /// The formula with names.
    formula: &'a str,
    /// The formula with values, by period.
    values: Vec<Valued<'a>>,
}

/// A formula with values.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Valued<'a> {
    /// The months; none if the values hold for all months.
    when: Option<&'a str>,
    /// The formula with values.
    formula: &'a str,
    /// The result, with its unit.
    result: &'a str,
    /// The result as a number; none for a load-duration curve.
    number: Option<Ratio>,
}

/// An input of a formula.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Input<'a> {
    /// The path of an input, or the name of another value.
    name: &'a str,
    /// The display name of an input, with its option; none for another value.
    words: Option<&'a str>,
    /// The value, with its unit.
    value: &'a str,
    /// The value as a number; none if it is not a single number.
    number: Option<Ratio>,
    /// `FILE:LINE:COLUMN`, `--set:1:COLUMN` or `assumed`; for a value that is not an input, its kind.
    place: &'a str,
    /// The source named by the scenario.
    source: Option<&'a str>,
}

/// A row of a table of amounts.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Row<'a> {
    /// The label.
    label: &'a str,
    /// One amount per column; none without an amount.
    amounts: Vec<Option<Amount>>,
}

impl<'a> Answer<'a> {
    fn of(explained: &'a Explained, minor_digits: u32) -> Answer<'a> {
        match explained {
            Explained::Formulas(Explanation { title, sentences, payments, steps, leaves }) => Answer::Formulas {
                title,
                sentences,
                payments: payments.iter().map(|payment| PaymentGroup::of(payment, minor_digits)).collect(),
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

impl<'a> PaymentGroup<'a> {
    fn of(payment: &'a PaymentStep, minor_digits: u32) -> PaymentGroup<'a> {
        PaymentGroup {
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

/// A text, or `None` if it is empty.
fn some(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}
