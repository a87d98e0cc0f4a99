//! A scenario with replaceable numbers: it is read once, then numbers are replaced and checked against the bounds of
//! their quantities and the rules between keys.

use crate::diagnostic::{Diagnostic, SourceId};
use crate::scenario::document::{Document, NodeId, Origin};
use crate::scenario::quantity::ReadNumber;
use crate::scenario::tokens::state_references;
use crate::scenario::{Loaded, OptionId, Scenario};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// Keys that do not affect decisions.
const WITHOUT_EFFECT: [&str; 2] = ["sources", "uncertainty"];

/// A scenario read again; none if that is invalid.
type Reread = Option<Arc<Loaded>>;

/// A scenario read again without the parts that do not affect decisions and without some options, each combination
/// once.
#[derive(Debug, Default)]
pub(super) struct RereadCache(Mutex<BTreeMap<Vec<OptionId>, Arc<OnceLock<Reread>>>>);

/// A scenario with replaceable numbers.
#[derive(Debug)]
pub(super) struct ReplaceableScenario {
    loaded: Arc<Loaded>,
    numbers: Vec<ReplaceableNumber>,
}

/// A replaceable number.
#[derive(Debug)]
struct ReplaceableNumber {
    number: ReadNumber,
    /// Whether it is the horizon: a shorter horizon shortens the comparison instead of replacing the value.
    is_horizon: bool,
}

/// A scenario with other values.
#[derive(Debug)]
pub(super) struct AtValues {
    /// The scenario.
    pub(super) scenario: Scenario,
    /// Its numbers, in the order of their paths.
    pub(super) numbers: Vec<Decimal>,
    /// Months of the comparison: its own horizon, or a shorter one.
    pub(super) months: u32,
}

impl RereadCache {
    /// The scenario without these options.
    pub(super) fn without(&self, loaded: &Loaded, options: &[OptionId]) -> Reread {
        let mut known = self.0.lock().expect("nothing is read while locked");
        let reread = Arc::clone(known.entry(options.to_vec()).or_default());
        drop(known);
        let remove = |document: &mut Document| {
            if !options.is_empty() {
                // the reference rate may be that of a removed option
                state_references(document);
            }
            for option in options {
                document.remove_at(option.as_str());
            }
        };
        reread.get_or_init(|| read_again(loaded, remove)).clone()
    }
}

impl ReplaceableScenario {
    /// A scenario with replaceable numbers at these paths; none if they can't be set there. Numbers of the file share
    /// the scenario read again; a default must become a number of the file first.
    pub(super) fn new(
        loaded: &Loaded,
        paths: &[String],
        reread: impl FnOnce() -> Reread,
    ) -> Option<ReplaceableScenario> {
        let document = &loaded.document;
        let numbers: Vec<ReadNumber> =
            paths.iter().map(|path| document.number(document.find(path)?)).collect::<Option<_>>()?;
        let loaded = if numbers.iter().all(|number| document.origin(number.at) != Origin::Assumed) {
            reread()?
        } else {
            let texts: Vec<&str> = numbers.iter().map(|number| document.text(number.at)).collect::<Option<_>>()?;
            read_again(loaded, |document| {
                for (path, text) in paths.iter().zip(&texts) {
                    // reading reports a missing path
                    let _ = document.set(path, text, SourceId::FILE);
                }
            })?
        };
        let horizon = loaded.scenario.horizon_months.at;
        let number = |path: &String| {
            let number = loaded.document.number(loaded.document.find(path)?)?;
            Some(ReplaceableNumber { number, is_horizon: number.at == horizon })
        };
        let numbers = paths.iter().map(number).collect::<Option<_>>()?;
        Some(ReplaceableScenario { loaded, numbers })
    }

    /// The document whose nodes the scenario refers to.
    pub(super) fn document(&self) -> &Document {
        &self.loaded.document
    }

    /// The scenario with other values, given as text.
    ///
    /// # Errors
    /// Findings of the rules between keys; an empty list if a value is invalid for its quantity.
    pub(super) fn at(&self, values: &[String]) -> Result<AtValues, Vec<Diagnostic>> {
        let currency = self.loaded.scenario.currency.value.code();
        let read = |(written, text): (&ReplaceableNumber, &String)| {
            let ReadNumber { kind, currency: own, .. } = written.number;
            let (value, other) = kind.read_amount(text, currency).ok()?;
            // an amount in another currency has another exchange rate, or none
            (!kind.is_money() || own == other).then_some(value)
        };
        let values: Option<Vec<Decimal>> = self.numbers.iter().zip(values).map(read).collect();
        let values = values.ok_or_else(Vec::new)?;
        let longest = self.loaded.scenario.horizon_months.value.count();
        let all = || self.numbers.iter().zip(&values);
        let shortens =
            |number: &ReplaceableNumber, value: &Decimal| number.is_horizon && *value < Decimal::from(longest);
        let shorter =
            all().filter(|(number, value)| shortens(number, value)).filter_map(|(_, value)| value.to_u32()).min();
        let stated = all().filter(|(number, value)| !shortens(number, value));
        let stated: Vec<(NodeId, Decimal)> = stated.map(|(number, value)| (number.number.at, *value)).collect();
        let scenario = self.loaded.with_numbers(&stated)?;
        let months = shorter.unwrap_or_else(|| scenario.horizon_months.value.count());
        Ok(AtValues { scenario, numbers: values, months })
    }
}

/// The scenario read again after an edit, without parts that do not affect decisions; none if it is invalid.
fn read_again(loaded: &Loaded, edit: impl FnOnce(&mut Document)) -> Reread {
    let read = loaded.again(|document| {
        for part in WITHOUT_EFFECT {
            document.remove_at(part);
        }
        edit(document);
    });
    read.ok().map(Arc::new)
}
