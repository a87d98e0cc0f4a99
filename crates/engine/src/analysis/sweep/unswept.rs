//! Why a sweep has no points, as values; in words it is said elsewhere.

use crate::scenario::document::Content;
use crate::scenario::quantity::{NumberForm, QuantityProblem};
use rust_decimal::Decimal;

/// Why a sweep has no points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unswept {
    /// What was typed is neither a range nor a list of values.
    Form,
    /// A range was typed without its step.
    NoStep {
        /// The input.
        path: String,
        /// Its first value.
        from: String,
        /// Its last value.
        to: String,
    },
    /// Both inputs are the same.
    Twice {
        /// The input.
        path: String,
    },
    /// The inputs have too many values together.
    TooManyPoints {
        /// How many each of them takes.
        values: Vec<usize>,
        /// How many points that is.
        points: usize,
    },
    /// What figures are held to is no input of them.
    Expectation {
        /// Where it is stated.
        path: String,
    },
    /// No number stands there.
    NoNumber {
        /// The path.
        path: String,
        /// What stands there.
        there: Content,
        /// The path of the first number in that; none where it has none of its own.
        first: Option<String>,
    },
    /// The scenario does not know the path, or refuses its first value.
    Refused {
        /// What is wrong.
        message: String,
        /// What to type; empty if nobody knows.
        label: String,
    },
    /// The scenario has nothing at the path.
    Nowhere {
        /// The path.
        path: String,
    },
    /// An input cannot take a value.
    Value {
        /// The input.
        path: String,
        /// What is wrong with the value.
        problem: QuantityProblem,
    },
    /// The first value of a range is above its last.
    Falls {
        /// The input.
        path: String,
        /// The first value.
        from: String,
        /// The last.
        to: String,
        /// The step, rising.
        step: String,
    },
    /// The step of a range is none.
    Step {
        /// The input.
        path: String,
        /// The step as it was typed.
        step: String,
        /// How numbers of the kind are written.
        form: NumberForm,
        /// What is wrong with it.
        fault: StepFault,
    },
    /// A range has too many values.
    TooManyValues {
        /// The input.
        path: String,
        /// How many.
        values: Decimal,
    },
}

/// What is wrong with a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepFault {
    /// It is no number.
    NoNumber,
    /// It does not rise.
    NotAboveZero,
    /// It is a whole or more, of a number that is a share.
    NoShare,
    /// It is a fraction, of what is counted.
    Fraction,
}
