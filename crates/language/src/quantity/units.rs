//! Numbers that say a unit of their own: another unit of the same quantity is converted, and what measures something else is named.

use super::{NumberForm, QuantityKind, QuantityProblem};
use crate::diagnostic::{DocumentCode, FixMeaning};
use crate::document::quoted;
use rust_decimal::Decimal;
use sheet::number;

/// A unit that people write behind a number, and how many of the unit that is asked for it is.
struct Written {
    /// Its names, in small letters.
    names: &'static [&'static str],
    /// The unit that is asked for.
    asked: &'static str,
    /// How many of that one of it is.
    worth: Decimal,
}

const fn written(names: &'static [&'static str], asked: &'static str, worth: (u32, u32)) -> Written {
    Written { names, asked, worth: Decimal::from_parts(worth.0, 0, 0, false, worth.1) }
}

/// Units that are exactly so many of the one that is asked for: `¤` is the currency.
const UNITS: [Written; 7] = [
    written(&["w", "watt", "watts"], "kW", (1, 3)),
    written(&["mw", "megawatt", "megawatts"], "kW", (1_000, 0)),
    written(&["y", "yr", "yrs", "year", "years"], "month", (12, 0)),
    written(&["h", "hour", "hours"], "min", (60, 0)),
    written(&["d", "day", "days"], "h", (24, 0)),
    written(&["¢", "c", "ct", "cts", "cent", "cents"], "¤", (1, 2)),
    written(&["g", "gram", "grams"], "kg", (1, 3)),
];

/// Units of energy, which are written for those of power.
const ENERGY: [&str; 6] = ["kwh", "wh", "mwh", "kw/h", "kwhr", "kilowatt-hours"];

impl QuantityKind {
    /// What is wrong with a number behind which another unit stands than the one that is asked for, where that is known.
    pub(super) fn in_another_unit(
        &self,
        text: &str,
        (number, unit): (&str, &str),
        currency: &str,
    ) -> Option<QuantityProblem> {
        if self.form == NumberForm::Share {
            return None;
        }
        let asked = self.unit_text("¤");
        let asked = asked.split('/').next().unwrap_or_default();
        let spoken = unit.to_lowercase();
        let range = self.range(currency);
        if asked == "kW" && ENERGY.contains(&spoken.as_str()) {
            let message = format!("is {}, which is energy; it must be a power {range}", quoted(text));
            let label = format!("write what is drawn at any moment, in kW, such as {}", self.example);
            return Some(QuantityProblem::new(DocumentCode::NotANumber, message, label));
        }
        // 14.6 ct/kWh says for what as the key does
        let alone = spoken.split('/').next().unwrap_or_default().trim_end();
        let written = UNITS.iter().find(|written| written.asked == asked && written.names.contains(&alone))?;
        let value = number::decimal(number).ok()?.checked_mul(written.worth)?.normalize();
        let meant = number::meant(&value.to_string()).filter(|meant| self.accepts(meant))?;
        let message = format!("is {}, not a number {range}: the unit is in the key", quoted(text));
        let problem = QuantityProblem::new(DocumentCode::NotANumber, message, format!("write {meant}"));
        Some(problem.instead(FixMeaning::kept_if(number::is_ungrouped(number)), meant))
    }
}

/// What is wrong with a factor in the place of a change: 1.08 is a growth of 8 %, or of 1.08 %.
pub(super) fn factor_for_a_change(kind: &QuantityKind, text: &str, value: Decimal) -> Option<QuantityProblem> {
    let is_factor = kind.minimum() < Decimal::ZERO && value > Decimal::ONE && value < Decimal::TWO;
    is_factor.then(|| {
        let change = ((value - Decimal::ONE) * Decimal::ONE_HUNDRED).normalize();
        let message = format!("is {text}; a change is written as a share, {change}% or {text}%");
        let label = format!("write {change}% if {text} is a factor, and {text}% if it is a percentage");
        QuantityProblem::new(DocumentCode::ShareAboveOne, message, label)
    })
}
