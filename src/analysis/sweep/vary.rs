//! Which values an input takes in a sweep: `PATH=FROM..TO:STEP`, or `PATH=VALUE,VALUE`.

use crate::number;
use crate::scenario::document::{Content, Origin};
use crate::scenario::quantity::{NumberForm, QuantityKind, QuantityProblem};
use crate::scenario::{Setting, is_expectation};
use crate::variation::Variation;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Points that a sweep may have.
pub const MOST_POINTS: usize = 10_000;

/// How a sweep is written.
const EXAMPLE: &str = "write PATH=FROM..TO:STEP, such as demand.utilization=40%..90%:5%, or PATH=VALUE,VALUE, such as horizon_months=24,36,60";

/// An input with the values that it is to take, as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vary {
    path: String,
    values: Asked,
}

/// Values as they were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    Range { from: String, to: String, step: String },
    List(Vec<String>),
}

/// An input that runs over values.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    pub kind: &'static QuantityKind,
    /// What the scenario states or assumes; none where it is not given.
    pub stated: Option<Decimal>,
    /// Who stated it.
    pub origin: Origin,
    /// The values, rising; of a share the fraction.
    pub values: Vec<Decimal>,
}

impl Vary {
    /// Reads what was typed; whether the path exists and what its values are, the scenario tells.
    ///
    /// # Errors
    /// In words, if it is in neither of the two forms.
    pub fn parse(text: &str) -> Result<Vary, String> {
        let (path, values) = text.split_once('=').ok_or(EXAMPLE)?;
        let (path, values) = (path.trim(), values.trim());
        if path.is_empty() || values.is_empty() {
            return Err(EXAMPLE.to_owned());
        }
        let values = match values.split_once("..") {
            None => Asked::List(values.split(',').map(|value| value.trim().to_owned()).collect()),
            Some((from, rest)) => {
                let (to, step) =
                    rest.split_once(':').ok_or(format!("a range needs a step: write {path}={from}..{rest}:STEP"))?;
                let part = |text: &str| text.trim().to_owned();
                Asked::Range { from: part(from), to: part(to), step: part(step) }
            }
        };
        Ok(Vary { path: path.to_owned(), values })
    }

    /// The values that it takes in a scenario.
    ///
    /// # Errors
    /// In words, if there is no number at the path, or a value is not one that it can take.
    pub fn resolve(&self, variation: &Variation<'_>) -> Result<Swept, String> {
        let document = variation.document();
        let (kind, stated, origin) = match document.find(&self.path) {
            Some(at) => match document.number(at) {
                Some(number) => (number.kind, Some(number.value), document.origin(at)),
                None if is_expectation(document, at) => {
                    return Err(format!("no figure is computed from `{}`; it is what figures are held to", self.path));
                }
                None => return Err(self.no_number(&document.node(at).content)),
            },
            None => (self.kind_of_absent(variation)?, None, Origin::Assumed),
        };
        let currency = variation.scenario().currency.value.code();
        let mut values = match &self.values {
            Asked::List(texts) => {
                texts.iter().map(|text| self.value(kind, text, currency)).collect::<Result<Vec<_>, _>>()?
            }
            Asked::Range { from, to, step } => self.range(kind, [from, to, step], currency)?,
        };
        values.sort_unstable();
        values.dedup();
        Ok(Swept { path: self.path.clone(), kind, stated, origin, values })
    }

    /// The kind of a number that may be given and is not: that of the scenario in which it is.
    fn kind_of_absent(&self, variation: &Variation<'_>) -> Result<&'static QuantityKind, String> {
        let value = match &self.values {
            Asked::Range { from, .. } => from.clone(),
            Asked::List(texts) => texts.first().cloned().unwrap_or_default(),
        };
        let given = variation.read_with(&[Setting { path: self.path.clone(), value }]).map_err(|rejected| {
            let first = rejected.diagnostics.iter().find(|finding| finding.path == self.path);
            match first.or(rejected.diagnostics.first()) {
                Some(finding) if finding.label.is_empty() => finding.message.clone(),
                Some(finding) => format!("{}; {}", finding.message, finding.label),
                None => format!("`{}` is not a path of the scenario", self.path),
            }
        })?;
        let at = given.document.find(&self.path);
        let number = at.and_then(|at| given.document.number(at));
        number.map(|number| number.kind).ok_or_else(|| self.no_number(&Content::Nothing))
    }

    fn no_number(&self, content: &Content) -> String {
        let path = &self.path;
        let instead = format!("compare its values with `--set {path}=…`");
        match content {
            Content::Scalar(text) => format!("`{path}` is `{text}`, not a number; {instead}"),
            Content::Map(_) => format!("`{path}` is a part with keys; name one of the numbers in it"),
            Content::List(_) => format!("`{path}` is a list; name one of the numbers in it, such as `{path}.0`"),
            Content::Nothing => format!("`{path}` is not a number; {instead}"),
        }
    }

    fn value(&self, kind: &'static QuantityKind, text: &str, currency: &str) -> Result<Decimal, String> {
        kind.read(text, currency)
            .map_err(|QuantityProblem { message, label, .. }| format!("`{}` {message}; {label}", self.path))
    }

    fn range(&self, kind: &'static QuantityKind, texts: [&String; 3], currency: &str) -> Result<Vec<Decimal>, String> {
        let [from_text, to_text, step_text] = texts;
        let (from, to) = (self.value(kind, from_text, currency)?, self.value(kind, to_text, currency)?);
        let path = &self.path;
        if from > to {
            let step = step_text.trim_start_matches('-');
            return Err(format!(
                "`{path}` runs from {from_text} down to {to_text}; write {path}={to_text}..{from_text}:{step}"
            ));
        }
        let step = step(kind, step_text).map_err(|why| format!("the step of `{path}` {why}"))?;
        let steps = ((to - from) / step).floor();
        let most = Decimal::from(MOST_POINTS);
        if steps >= most {
            let count = number::grouped(steps + Decimal::ONE, 0);
            return Err(format!(
                "`{path}` takes {count} values; a sweep has at most 10,000 points: take a larger step"
            ));
        }
        let steps = steps.to_u32().unwrap_or_default();
        Ok((0..=steps).map(|at| from + step * Decimal::from(at)).collect())
    }
}

/// How far it is from value to value.
fn step(kind: &QuantityKind, text: &str) -> Result<Decimal, String> {
    let (digits, percent) = match text.strip_suffix('%') {
        Some(digits) if kind.form == NumberForm::Share => (digits.trim_end(), true),
        Some(_) | None => (text, false),
    };
    let instead = match kind.form {
        NumberForm::Share => "write it as 5% or 0.05",
        NumberForm::Count => "write a whole number such as 1",
        NumberForm::Number => "write a number such as 10 or 0.5",
    };
    let step = number::decimal(digits).map_err(|_| format!("is `{text}`, not a number; {instead}"))?;
    if step <= Decimal::ZERO {
        return Err(format!("is {text}; it must be above 0: values rise from FROM to TO"));
    }
    if kind.form == NumberForm::Share && !percent && step >= Decimal::ONE {
        return Err(format!("is {text}; {instead}"));
    }
    if kind.form == NumberForm::Count && !step.is_integer() {
        return Err(format!("is {text}; what is counted has no fractions: {instead}"));
    }
    Ok(if percent { step / Decimal::ONE_HUNDRED } else { step })
}

impl Swept {
    /// Whether the scenario's own value is among the values.
    #[must_use]
    pub fn stated_at(&self) -> Option<usize> {
        self.values.iter().position(|value| Some(*value) == self.stated)
    }

    /// A value as its author would write it.
    #[must_use]
    pub fn text(&self, value: Decimal) -> String {
        match self.kind.form {
            NumberForm::Share => format!("{}%", (value * Decimal::ONE_HUNDRED).normalize()),
            NumberForm::Number | NumberForm::Count => value.normalize().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demand::trace::Traces;

    fn swept(text: &str) -> Result<Vec<String>, String> {
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
        let swept = Vary::parse(text)?.resolve(&Variation::of(&loaded, &Traces::default()))?;
        Ok(swept.values.iter().map(|value| swept.text(*value)).collect())
    }

    #[test]
    fn values_are_written_as_the_quantity_is() {
        let texts = |texts: &[&str]| Ok(texts.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(swept("demand.utilization=40%..55%:5%"), texts(&["40%", "45%", "50%", "55%"]));
        assert_eq!(swept("demand.utilization = 0.4 .. 0.5 : 0.05"), texts(&["40%", "45%", "50%"]));
        // the last step that is not beyond the end
        assert_eq!(swept("own.a.node.price=100_000..260_000:1e5"), texts(&["100000", "200000"]));
        assert_eq!(swept("horizon_months=60,24,36,24"), texts(&["24", "36", "60"]));
        assert_eq!(swept("own.a.availability=95%,1"), texts(&["95%", "100%"]));
        // not given, and nothing is assumed for it
        assert_eq!(swept("own.a.warranty_months=12..36:12"), texts(&["12", "24", "36"]));
        assert_eq!(swept("own.a.market_values.1=20%..30%:10%"), texts(&["20%", "30%"]));
        assert_eq!(swept("discount_rate=5%..5%:1%"), texts(&["5%"]));
    }

    #[test]
    fn what_cannot_be_swept_says_what_to_type() {
        let refused = |text: &str| swept(text).unwrap_err();
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
