//! Where a figure comes from.

use crate::scenario::Labels;
use rust_decimal::Decimal;

/// An answer to "where does this come from?".
#[derive(Debug)]
pub enum Explained {
    /// Formulas with names and values, down to the inputs.
    Formulas(Explanation),
    /// Amounts that add up, or that are compared.
    Sums(Sums),
}

/// Amounts side by side under a sum.
#[derive(Debug)]
pub struct Sums {
    /// What is explained.
    pub title: String,
    /// What it says.
    pub sentences: Vec<String>,
    /// Heads of the columns of amounts.
    pub columns: Vec<String>,
    /// Labels with amounts.
    pub rows: Vec<(String, Vec<Option<Decimal>>)>,
    /// Sums of the columns, where they add up.
    pub totals: Option<(String, Vec<Decimal>)>,
}

/// A name that can be explained and what it is.
#[derive(Debug)]
pub struct Topic {
    /// What to type.
    pub name: String,
    /// What it is.
    pub meaning: String,
}

/// Why a figure is what it is.
#[derive(Debug, Default)]
pub struct Explanation {
    /// What is explained, with its value.
    pub title: String,
    /// One or more sentences.
    pub sentences: Vec<String>,
    /// Payments of a line, if one is explained.
    pub payments: Vec<PaymentStep>,
    /// Formulas from the top down; a name in one is the title of a later one.
    pub steps: Vec<FormulaStep>,
    /// Inputs and constants that the formulas end in.
    pub leaves: Vec<Leaf>,
}

impl Explained {
    /// The same with the labels of options in its sentences; its names are typed, and stay as they are.
    pub(super) fn labelled(mut self, labels: &Labels) -> Explained {
        let sentences = match &mut self {
            Explained::Formulas(explanation) => &mut explanation.sentences,
            Explained::Sums(sums) => &mut sums.sentences,
        };
        for sentence in sentences {
            *sentence = labels.spoken(sentence);
        }
        self
    }
}

/// A payment or a stream of payments of a line.
#[derive(Debug)]
pub struct PaymentStep {
    /// `month 0`, `months 1–12`.
    pub when: String,
    /// The first month of it.
    pub first: u32,
    /// Amount of one payment, unrounded.
    pub amount: Decimal,
    /// How many of them.
    pub times: u32,
    /// All of them together, rounded to the minor unit.
    pub cash: Decimal,
    /// What one unit of money of each is worth today, added up.
    pub discount: Decimal,
    /// Present value of all of them, rounded to the minor unit.
    pub present_value: Decimal,
}

/// A formula with its values.
#[derive(Debug)]
pub struct FormulaStep {
    /// What it computes.
    pub name: String,
    /// The formula with names.
    pub formula: String,
    /// The formula with values, where it differs by period with the months.
    pub values: Vec<StepValue>,
}

/// A formula with its values in some months.
#[derive(Debug)]
pub struct StepValue {
    /// `months 1–12`; empty where there is only one value.
    pub when: String,
    /// The formula with values.
    pub formula: String,
    /// Its result with its unit.
    pub result: String,
    /// Its result without the unit; none of a curve, which has many.
    pub number: Option<Decimal>,
}

/// Those are the same that read the same.
impl PartialEq for StepValue {
    fn eq(&self, other: &StepValue) -> bool {
        (&self.when, &self.formula, &self.result) == (&other.when, &other.formula, &other.result)
    }
}

/// An input or a constant.
#[derive(Debug)]
pub struct Leaf {
    /// The path of an input, of which its name in the formulas is the end; otherwise that name.
    pub name: String,
    /// What it is in words: `price of a node, own.hgx`; nothing where it is no input.
    pub words: Option<String>,
    /// Its value with its unit.
    pub value: String,
    /// Its value without the unit, where it is one number.
    pub number: Option<Decimal>,
    /// `file:line:column`, `--set:1:column`, `assumed`, or what it is if it is no input.
    pub place: String,
    /// Its source as the scenario states it.
    pub source: String,
}
