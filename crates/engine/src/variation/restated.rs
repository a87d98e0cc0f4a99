//! A scenario whose numbers can be put in one another's place: it is read once, and each value of a number is then written
//! over the one that was read, with the bounds of its quantity and the rules between keys as for any other.

use crate::diagnostic::{Diagnostic, SourceId};
use crate::scenario::document::{Document, NodeId};
use crate::scenario::quantity::ReadNumber;
use crate::scenario::{Loaded, Scenario};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// A scenario in which some numbers are written.
#[derive(Debug)]
pub(super) struct Restated {
    loaded: Loaded,
    numbers: Vec<Written>,
}

/// A number that is written.
#[derive(Debug)]
struct Written {
    number: ReadNumber,
    /// Whether it is the horizon: a shorter one is not stated but compared, as far as it goes.
    is_horizon: bool,
}

/// A scenario with other values.
#[derive(Debug)]
pub(super) struct AtValues {
    /// The scenario.
    pub(super) scenario: Scenario,
    /// The numbers that it states, in the order of their paths.
    pub(super) numbers: Vec<Decimal>,
    /// Months compared: its own horizon, or a shorter one that was asked for.
    pub(super) months: u32,
}

impl Restated {
    /// Of a scenario with the numbers at these paths; none where they cannot be written there.
    pub(super) fn new(loaded: &Loaded, paths: &[String]) -> Option<Restated> {
        let stated: Vec<&str> = paths.iter().map(|path| text_of(&loaded.document, path)).collect::<Option<_>>()?;
        let written = loaded.again(|document| {
            for beside in ["sources", "uncertainty"] {
                if let Some(at) = document.find(beside) {
                    document.remove(at);
                }
            }
            for (path, text) in paths.iter().zip(&stated) {
                // reading says of a path that is gone that it is not there
                let _ = document.set(path, text, SourceId::FILE);
            }
        });
        let loaded = written.ok()?;
        let horizon = loaded.scenario.horizon_months.at;
        let number = |path: &String| {
            let number = loaded.document.number(loaded.document.find(path)?)?;
            Some(Written { number, is_horizon: number.at == horizon })
        };
        let numbers = paths.iter().map(number).collect::<Option<_>>()?;
        Some(Restated { loaded, numbers })
    }

    /// The tree whose nodes the scenario knows.
    pub(super) fn document(&self) -> &Document {
        &self.loaded.document
    }

    /// The scenario with other values as their author would write them.
    ///
    /// # Errors
    /// What the rules between keys say against them; nothing where one of them is not of its quantity.
    pub(super) fn at(&self, values: &[String]) -> Result<AtValues, Vec<Diagnostic>> {
        let currency = self.loaded.scenario.currency.value.code();
        let read = |(written, text): (&Written, &String)| {
            let ReadNumber { kind, currency: own, .. } = written.number;
            let (value, other) = kind.read_amount(text, currency).ok()?;
            // an amount in another currency is converted at another rate, or at none
            (!kind.is_money() || own == other).then_some(value)
        };
        let values: Option<Vec<Decimal>> = self.numbers.iter().zip(values).map(read).collect();
        let values = values.ok_or_else(Vec::new)?;
        let longest = self.loaded.scenario.horizon_months.value.count();
        let all = || self.numbers.iter().zip(&values);
        let shortens = |number: &Written, value: &Decimal| number.is_horizon && *value < Decimal::from(longest);
        let shorter =
            all().filter(|(number, value)| shortens(number, value)).filter_map(|(_, value)| value.to_u32()).min();
        let stated = all().filter(|(number, value)| !shortens(number, value));
        let stated: Vec<(NodeId, Decimal)> = stated.map(|(number, value)| (number.number.at, *value)).collect();
        let scenario = self.loaded.restated(&stated)?;
        let months = shorter.unwrap_or_else(|| scenario.horizon_months.value.count());
        Ok(AtValues { scenario, numbers: values, months })
    }
}

/// What is written at a path, or assumed there.
fn text_of<'d>(document: &'d Document, path: &str) -> Option<&'d str> {
    let number = document.number(document.find(path)?)?;
    document.text(number.at)
}
