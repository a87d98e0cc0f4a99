//! Errors of a sweep, as values; `reasons` has the messages.

use crate::scenario::document::Content;
use crate::scenario::quantity::{NumberForm, QuantityProblem};
use rust_decimal::Decimal;

/// Reason why a sweep has no points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SweepError {
    /// The argument is neither a range nor a list of values.
    Form,
    /// A range has no step.
    NoStep {
        /// Path of the input.
        path: String,
        /// First value.
        from: String,
        /// Last value.
        to: String,
    },
    /// Both inputs are the same.
    Twice {
        /// Path of the input.
        path: String,
    },
    /// The inputs have too many combinations of values.
    TooManyPoints {
        /// Number of values of each.
        values: Vec<usize>,
        /// Number of points.
        points: usize,
    },
    /// The path is an expectation, which no figure depends on.
    Expectation {
        /// Its path.
        path: String,
    },
    /// The value at the path is not a number.
    NoNumber {
        /// The path.
        path: String,
        /// The value.
        there: Content,
        /// Path of the first number in it; none if it has none of its own.
        first: Option<String>,
    },
    /// The scenario does not know the path, or its first value is invalid.
    Refused {
        /// Message.
        message: String,
        /// Suggested argument; empty if there is none.
        label: String,
    },
    /// The scenario has no value at the path.
    Nowhere {
        /// The path.
        path: String,
    },
    /// A value is invalid for an input.
    Value {
        /// Path of the input.
        path: String,
        /// Reason.
        problem: QuantityProblem,
    },
    /// The first value of a range is above its last.
    Falls {
        /// Path of the input.
        path: String,
        /// First value.
        from: String,
        /// Last value.
        to: String,
        /// The step without its minus sign.
        step: String,
    },
    /// The step of a range is invalid.
    Step {
        /// Path of the input.
        path: String,
        /// Step as given.
        step: String,
        /// Form of numbers of this kind.
        form: NumberForm,
        /// Reason.
        fault: StepError,
    },
    /// A range has too many values.
    TooManyValues {
        /// Path of the input.
        path: String,
        /// Number of values.
        values: Decimal,
    },
}

/// Reason why a step is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepError {
    /// It is not a number.
    NoNumber,
    /// It is not positive.
    NotAboveZero,
    /// It is 1 or more for a share; a percentage is probably meant.
    NoShare,
    /// It is a fraction for an integer input.
    Fraction,
}
