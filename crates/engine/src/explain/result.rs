//! Types of explanations.

use crate::scenario::Labels;
use rust_decimal::Decimal;

/// Explanation of a figure.
#[derive(Debug)]
pub enum Explained {
    /// Formulas with names and with values, down to the inputs.
    Formulas(Explanation),
    /// Amounts that add up, or that are compared.
    Sums(Sums),
}

/// A table of amounts.
#[derive(Debug)]
pub struct Sums {
    /// Topic.
    pub title: String,
    /// Sentences above the table.
    pub sentences: Vec<String>,
    /// Headings of the amount columns.
    pub columns: Vec<String>,
    /// Labels with amounts.
    pub rows: Vec<(String, Vec<Option<Decimal>>)>,
    /// Totals of the columns, where they add up.
    pub totals: Option<(String, Vec<Decimal>)>,
}

/// A topic that can be explained.
#[derive(Debug)]
pub struct Topic {
    /// Name to type.
    pub name: String,
    /// Description.
    pub meaning: String,
}

/// Explanation of a figure by formulas.
#[derive(Debug, Default)]
pub struct Explanation {
    /// Topic.
    pub title: String,
    /// Sentences above the formulas.
    pub sentences: Vec<String>,
    /// Payments, if a line is explained.
    pub payments: Vec<PaymentStep>,
    /// Formulas from the top down; a name in one is the title of a later one.
    pub steps: Vec<FormulaStep>,
    /// Inputs and constants that the formulas end in.
    pub leaves: Vec<Leaf>,
}

impl Explained {
    /// Replaces option names in sentences by labels; names in titles and rows are typed by users and stay.
    pub(super) fn labelled(mut self, labels: &Labels) -> Explained {
        let sentences = match &mut self {
            Explained::Formulas(explanation) => &mut explanation.sentences,
            Explained::Sums(sums) => &mut sums.sentences,
        };
        for sentence in sentences {
            *sentence = labels.display_text(sentence);
        }
        self
    }
}

/// A payment or a stream of payments of a line.
#[derive(Debug)]
pub struct PaymentStep {
    /// `month 0`, `months 1–12`.
    pub when: String,
    /// First month.
    pub first: u32,
    /// Unrounded amount of one payment.
    pub amount: Decimal,
    /// Number of payments.
    pub times: u32,
    /// Sum of all payments, rounded to the minor unit.
    pub cash: Decimal,
    /// Sum of the discount factors of all payments.
    pub discount: Decimal,
    /// Present value of all payments, rounded to the minor unit.
    pub present_value: Decimal,
}

/// A formula with its values.
#[derive(Debug)]
pub struct FormulaStep {
    /// Name of the result.
    pub name: String,
    /// Formula with names.
    pub formula: String,
    /// Formula with values, by period if they differ.
    pub values: Vec<StepValue>,
}

/// A formula with values for some months.
#[derive(Debug)]
pub struct StepValue {
    /// `months 1–12`; empty if there is only one value.
    pub when: String,
    /// Formula with values.
    pub formula: String,
    /// Result with its unit.
    pub result: String,
    /// Result without the unit; `None` for a curve, which has several values.
    pub number: Option<Decimal>,
}

/// Equality of the displayed text.
impl PartialEq for StepValue {
    fn eq(&self, other: &StepValue) -> bool {
        (&self.when, &self.formula, &self.result) == (&other.when, &other.formula, &other.result)
    }
}

/// An input or a constant.
#[derive(Debug)]
pub struct Leaf {
    /// Path of an input, which ends with its name in the formulas; otherwise that name.
    pub name: String,
    /// Display name: `price of a node, own.hgx`; `None` if it is not an input.
    pub words: Option<String>,
    /// Value with its unit.
    pub value: String,
    /// Value without the unit, if it is a single number.
    pub number: Option<Decimal>,
    /// `file:line:column`, `--set:1:column`, `assumed`, or a note if it is not an input.
    pub place: String,
    /// Source given in the scenario.
    pub source: String,
}
