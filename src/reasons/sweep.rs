//! Why a sweep has no points.

use crate::analysis::sweep::{StepFault, Unswept};
use crate::number;
use crate::scenario::document::Content;
use crate::scenario::quantity::{NumberForm, QuantityProblem};
use rust_decimal::Decimal;
use std::error::Error;
use std::fmt;

/// How a sweep is written.
const EXAMPLE: &str = "write PATH=FROM..TO:STEP, such as demand.utilization=40%..90%:5%, or PATH=VALUE,VALUE, such as horizon_months=24,36,60";

impl fmt::Display for Unswept {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&unswept(self))
    }
}

impl Error for Unswept {}

fn unswept(why: &Unswept) -> String {
    match why {
        Unswept::Form => EXAMPLE.to_owned(),
        Unswept::NoStep { path, from, to } => format!("a range needs a step: write {path}={from}..{to}:STEP"),
        Unswept::Twice { path } => format!("`{path}` is given twice; sweep two different inputs"),
        Unswept::TooManyPoints { values, points } => {
            let values: Vec<String> = values.iter().map(ToString::to_string).collect();
            let points = number::grouped(Decimal::from(*points), 0);
            format!("{} values make {points} points; a sweep has at most 10,000", values.join(" × "))
        }
        Unswept::Expectation { path } => {
            format!("no figure is computed from `{path}`; it is what figures are held to")
        }
        Unswept::NoNumber { path, there } => no_number(path, there),
        Unswept::Refused { message, label } if label.is_empty() => message.clone(),
        Unswept::Refused { message, label } => format!("{message}; {label}"),
        Unswept::Nowhere { path } => format!("`{path}` is not a path of the scenario"),
        Unswept::Value { path, problem: QuantityProblem { message, label, .. } } => {
            format!("`{path}` {message}; {label}")
        }
        Unswept::Falls { path, from, to, step } => {
            format!("`{path}` runs from {from} down to {to}; write {path}={to}..{from}:{step}")
        }
        Unswept::Step { path, step, form, fault } => {
            format!("the step of `{path}` {}", step_fault(step, *form, *fault))
        }
        Unswept::TooManyValues { path, values } => {
            let values = number::grouped(*values, 0);
            format!("`{path}` takes {values} values; a sweep has at most 10,000 points: take a larger step")
        }
    }
}

fn no_number(path: &str, there: &Content) -> String {
    let instead = format!("compare its values with `--set {path}=…`");
    match there {
        Content::Scalar(text) => format!("`{path}` is `{text}`, not a number; {instead}"),
        Content::Map(_) => format!("`{path}` is a part with keys; name one of the numbers in it"),
        Content::List(_) => format!("`{path}` is a list; name one of the numbers in it, such as `{path}.0`"),
        Content::Nothing => format!("`{path}` is not a number; {instead}"),
    }
}

fn step_fault(step: &str, form: NumberForm, fault: StepFault) -> String {
    let instead = match form {
        NumberForm::Share => "write it as 5% or 0.05",
        NumberForm::Count => "write a whole number such as 1",
        NumberForm::Number => "write a number such as 10 or 0.5",
    };
    match fault {
        StepFault::NoNumber => format!("is `{step}`, not a number; {instead}"),
        StepFault::NotAboveZero => format!("is {step}; it must be above 0: values rise from FROM to TO"),
        StepFault::NoShare => format!("is {step}; {instead}"),
        StepFault::Fraction => format!("is {step}; what is counted has no fractions: {instead}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::sweep::{Swept, Vary};
    use crate::demand::trace::Traces;
    use crate::variation::Variation;

    fn swept(text: &str) -> Result<Swept, Unswept> {
        let scenario = "\
name: x
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  a:
    node: { price: 289_000, accelerators: 8 }
    useful_life_months: 60
    value_at_horizon: none
    market_values: [65%, 40%]
";
        let loaded = crate::scenario::load("x.yaml", scenario, &[]).unwrap();
        Vary::parse(text)?.resolve(&Variation::of(&loaded, &Traces::default()))
    }

    #[test]
    fn what_cannot_be_swept_says_what_to_type() {
        let refused = |text: &str| swept(text).unwrap_err().to_string();
        for (text, said) in [
            ("demand.utilization", EXAMPLE),
            ("=1", EXAMPLE),
            ("demand.utilization=40%..90%", "a range needs a step: write demand.utilization=40%..90%:STEP"),
            ("demand.utilisation=1%,2%", "`utilisation` is not a key of `demand`; did you mean `utilization`?"),
            (
                "own.b.node.price=1,2",
                "`own.b.node.price` is not a path of the scenario; did you mean `own.a.node.price`?",
            ),
            (
                "own.a.value_at_horizon=1,2",
                "`own.a.value_at_horizon` is `none`, not a number; compare its values with \
              `--set own.a.value_at_horizon=…`",
            ),
            ("own.a.node=1,2", "`own.a.node` is a part with keys; name one of the numbers in it"),
            (
                "own.a.market_values=1%,2%",
                "`own.a.market_values` is a list; name one of the numbers in it, such as \
              `own.a.market_values.0`",
            ),
            ("demand.utilization=40..90:5", "`demand.utilization` is 40; a share is written as 40% or 0.4; write 40%"),
            ("demand.utilization=40%..90%:5", "the step of `demand.utilization` is 5; write it as 5% or 0.05"),
            (
                "demand.utilization=40%..90%:0%",
                "the step of `demand.utilization` is 0%; it must be above 0: values rise \
              from FROM to TO",
            ),
            (
                "demand.utilization=90%..40%:-5%",
                "`demand.utilization` runs from 90% down to 40%; write \
              demand.utilization=40%..90%:5%",
            ),
            (
                "horizon_months=12..48:1.5",
                "the step of `horizon_months` is 1.5; what is counted has no fractions: write a \
              whole number such as 1",
            ),
            (
                "horizon_months=12..48:x",
                "the step of `horizon_months` is `x`, not a number; write a whole number such as 1",
            ),
            (
                "own.a.node.price=0..1e9:1",
                "`own.a.node.price` takes 1,000,000,001 values; a sweep has at most 10,000 points: \
              take a larger step",
            ),
        ] {
            assert_eq!(refused(text), said, "{text}");
        }
        assert!(
            refused("horizon_months=0..48:1").starts_with("`horizon_months` is 0; it must be from 1 to 360 months")
        );
        assert!(refused("own.a.node.price=abc").contains("is `abc`"));
    }
}
