//! Reasons why a sweep has no points.

use crate::analysis::sweep::{StepError, SweepError};
use crate::number;
use crate::scenario::document::Content;
use crate::scenario::quantity::{NumberForm, QuantityProblem};
use rust_decimal::Decimal;
use std::error::Error;
use std::fmt;

/// Syntax of a sweep.
const EXAMPLE: &str = "write PATH=FROM..TO:STEP, such as demand.utilization=40%..90%:5%, or PATH=VALUE,VALUE, such as horizon_months=24,36,60";

impl fmt::Display for SweepError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&unswept(self))
    }
}

impl Error for SweepError {}

fn unswept(why: &SweepError) -> String {
    match why {
        SweepError::Form => EXAMPLE.to_owned(),
        SweepError::NoStep { path, from, to } => format!("a range needs a step: write {path}={from}..{to}:STEP"),
        SweepError::Twice { path } => format!("`{path}` is given twice; sweep two different inputs"),
        SweepError::TooManyPoints { values, points } => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            let points = number::grouped(Decimal::from(*points), 0);
            format!("{} values make {points} points; a sweep has at most 10,000", values.join(" × "))
        }
        SweepError::Expectation { path } => {
            format!("`{path}` is an expectation, not an input; sweep an input")
        }
        SweepError::NoNumber { path, there, first } => no_number(path, there, first.as_deref()),
        SweepError::Refused { message, label } if label.is_empty() => message.clone(),
        SweepError::Refused { message, label } => format!("{message}; {label}"),
        SweepError::Nowhere { path } => format!("`{path}` is not a path of the scenario"),
        SweepError::Value { path, problem: QuantityProblem { message, label, .. } } => {
            format!("`{path}` {message}; {label}")
        }
        SweepError::Falls { path, from, to, step } => {
            format!("`{path}` runs from {from} down to {to}; write {path}={to}..{from}:{step}")
        }
        SweepError::Step { path, step, form, fault } => {
            format!("the step of `{path}` {}", step_fault(step, *form, *fault))
        }
        SweepError::TooManyValues { path, values } => {
            let values = number::grouped(*values, 0);
            format!("`{path}` takes {values} values; a sweep has at most 10,000 points: take a larger step")
        }
    }
}

fn no_number(path: &str, there: &Content, first: Option<&str>) -> String {
    let instead = format!("compare its values with `--set {path}=…`");
    let such_as = first.map_or_else(String::new, |first| format!(", such as `{first}`"));
    match there {
        Content::Scalar(text) => format!("`{path}` is `{text}`, not a number; {instead}"),
        Content::Map(_) => format!("`{path}` is a part with keys; name one of the numbers in it{such_as}"),
        Content::List(_) => format!("`{path}` is a list; name one of the numbers in it{such_as}"),
        Content::Nothing => format!("`{path}` is not a number; {instead}"),
    }
}

fn step_fault(step: &str, form: NumberForm, fault: StepError) -> String {
    let instead = match form {
        NumberForm::Share => "write it as 5% or 0.05",
        NumberForm::Count => "write a whole number such as 1",
        NumberForm::Number => "write a number such as 10 or 0.5",
    };
    match fault {
        StepError::NoNumber => format!("is `{step}`, not a number; {instead}"),
        StepError::NotAboveZero => format!("is {step}; it must be above 0: values rise from FROM to TO"),
        StepError::NoShare => format!("is {step}; {instead}"),
        StepError::Fraction => format!("is {step}; it must be a whole number: {instead}"),
    }
}
