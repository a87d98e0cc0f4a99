//! Keys in another unit: `lead_time_weeks` where months are expected. The value is converted, so that nobody keeps the old
//! number under the known key.

use crate::declaration::Key;
use crate::diagnostic::{Fix, FixSafety, Place, TextEdit};
use crate::expected_type::ExpectedType;
use crate::quantity::{NumberForm, QuantityKind};
use rust_decimal::{Decimal, RoundingStrategy};
use sheet::number;

/// A unit suffix of keys.
struct Ending {
    /// Suffix.
    suffix: &'static str,
    /// Unit in words.
    unit_name: &'static str,
    /// Factor to the smallest unit of the scale.
    factor: Decimal,
}

const fn ending(suffix: &'static str, unit_name: &'static str, factor: u32) -> Ending {
    Ending { suffix, unit_name, factor: Decimal::from_parts(factor, 0, 0, false, 0) }
}

/// Units of the same quantity; `starts_month` is not a duration but the number of a month. A year has twelve months and 365.25
/// days on average, so the smallest unit is a quarter of a day.
const SCALES: [&[Ending]; 4] = [
    &[
        Ending { suffix: "_months", unit_name: "months", factor: Decimal::from_parts(12175, 0, 0, false, 2) },
        ending("_years", "years", 1461),
        ending("_weeks", "weeks", 28),
        ending("_days", "days", 4),
    ],
    &[ending("_w", "W", 1), ending("_watts", "W", 1), ending("_kw", "kW", 1_000), ending("_mw", "MW", 1_000_000)],
    &[ending("_seconds", "seconds", 1), ending("_minutes", "minutes", 60), ending("_hours", "hours", 3_600)],
    &[ending("_gib", "GiB", 1), ending("_tib", "TiB", 1_024)],
];

/// A price per unit, which falls as the unit gets smaller.
struct Rate {
    /// Suffix as written.
    written: &'static str,
    /// Suffix of the known key.
    known: &'static str,
    /// Number of known units per written unit; `None` where it varies.
    factor: Option<(u32, u32)>,
    /// Unit of the known key in words.
    unit_name: &'static str,
}

const fn rate(written: &'static str, known: &'static str, factor: Option<(u32, u32)>, unit_name: &'static str) -> Rate {
    Rate { written, known, factor, unit_name }
}

const RATES: [Rate; 8] = [
    rate("per_mwh", "per_kwh", Some((1_000, 1)), "per kWh"),
    rate("per_gb", "per_tb", Some((1, 1_000)), "per TB"),
    rate("per_gb_month", "per_tb_month", Some((1, 1_000)), "per TB and month"),
    rate("_day", "_hour", Some((24, 1)), "per hour"),
    rate("_month", "_hour", None, "per hour; a month has 730 hours on average"),
    rate("_year", "_hour", None, "per hour; a year has 8,760 hours"),
    rate("_hour", "_month", None, "per month, which has 730 hours on average"),
    rate("_year", "_month", Some((12, 1)), "per month"),
];

/// A key in another unit than the known one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OtherUnit {
    /// Known key.
    pub(super) known: &'static str,
    /// Converted value, if the value is a number.
    value: Option<ConvertedNumber>,
    /// What to type.
    pub(super) label: String,
}

/// A converted number.
#[derive(Debug, PartialEq, Eq)]
struct ConvertedNumber {
    text: String,
    /// Whether the conversion is exact.
    meaning: FixSafety,
}

impl OtherUnit {
    /// Fix that replaces key and value.
    pub(super) fn fix(&self, key: Place, value: Place) -> Option<Fix> {
        let ConvertedNumber { text, meaning } = self.value.as_ref()?;
        Fix::new(*meaning, vec![TextEdit::new(key, self.known), TextEdit::new(value, text)])
    }
}

/// The known key that differs from a key only by its unit, with the converted value; `None` if there is none.
pub(super) fn other_unit(written: &str, text: Option<&str>, known: &'static [Key]) -> Option<OtherUnit> {
    known.iter().find_map(|key| {
        let ExpectedType::Quantity(kind) = key.expected else { return None };
        if let Some(other) = other_rate(written, text, key, kind) {
            return Some(other);
        }
        let (from, to) = key.aliases.iter().chain([&key.name]).find_map(|known| units(written, known))?;
        let value = text.and_then(|text| converted(text, from, to, kind));
        let label = match &value {
            Some(value) => format!("write `{}: {}`, in {}", key.name, value.text, to.unit_name),
            None => format!("write `{}`, in {}", key.name, to.unit_name),
        };
        Some(OtherUnit { known: key.name, value, label })
    })
}

/// The known price per unit that differs from a key only by its unit, with the converted value.
fn other_rate(written: &str, text: Option<&str>, key: &Key, kind: &QuantityKind) -> Option<OtherUnit> {
    let is_same = |known: &str, rate: &&Rate| {
        let stem = known
            .strip_suffix(rate.known)
            .filter(|stem| stem.is_empty() || stem.contains("per_") || stem.ends_with('_'));
        stem.is_some() && written.strip_suffix(rate.written) == stem
    };
    let mut names = key.aliases.iter().chain([&key.name]).filter(|_| kind.is_money());
    let rate = names.find_map(|known| RATES.iter().find(|rate| is_same(known, rate)))?;
    let number = text.and_then(|text| number::decimal(text).ok());
    let exact = rate
        .factor
        .zip(number)
        .and_then(|((many, of), number)| number.checked_mul(of.into())?.checked_div(many.into()));
    let value = exact.map(|exact| {
        let value = number::significant(exact, 4, RoundingStrategy::MidpointNearestEven);
        ConvertedNumber { text: value.normalize().to_string(), meaning: FixSafety::safe_if(value == exact) }
    });
    let label = match &value {
        Some(value) => format!("write `{}: {}`, {}", key.name, value.text, rate.unit_name),
        None => format!("write `{}`, {}", key.name, rate.unit_name),
    };
    Some(OtherUnit { known: key.name, value, label })
}

/// Units of two keys that differ only by their unit. Rates are excluded: their value falls as the unit grows.
fn units(written: &str, known: &str) -> Option<(&'static Ending, &'static Ending)> {
    if known.contains("per_") {
        return None;
    }
    SCALES.iter().find_map(|scale| {
        let to = scale.iter().find(|unit| known.ends_with(unit.suffix))?;
        let stem = known.strip_suffix(to.suffix)?;
        let from = scale.iter().find(|unit| written.strip_suffix(unit.suffix) == Some(stem))?;
        (from.unit_name != to.unit_name).then_some((from, to))
    })
}

/// Converted number: counts are rounded up, others to four significant digits.
fn converted(text: &str, from: &Ending, to: &Ending, kind: &QuantityKind) -> Option<ConvertedNumber> {
    let exact = number::decimal(text).ok()?.checked_mul(from.factor)?.checked_div(to.factor)?;
    let value = match kind.form {
        NumberForm::Count => exact.ceil(),
        NumberForm::Number | NumberForm::Share => number::significant(exact, 4, RoundingStrategy::MidpointNearestEven),
    };
    Some(ConvertedNumber { text: value.normalize().to_string(), meaning: FixSafety::safe_if(value == exact) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(written: &str, known: &str, text: &str, form: NumberForm) -> Option<String> {
        let kind = QuantityKind {
            name: "Any",
            unit: sheet::unit::Unit::ONE,
            least: "0",
            most: "1_000_000",
            form,
            meaning: "",
            example: "1",
            thousandth: None,
        };
        let (from, to) = units(written, known)?;
        converted(text, from, to, &kind).map(|value| value.text)
    }

    #[test]
    fn what_was_written_is_converted() {
        let whole = |written, known, text| said(written, known, text, NumberForm::Count);
        // 12 weeks are 84 days, a month is 30.4375 days: 2.76 months
        assert_eq!(whole("lead_time_weeks", "lead_time_months", "12"), Some("3".to_owned()));
        assert_eq!(whole("useful_life_years", "useful_life_months", "5"), Some("60".to_owned()));
        let any = |written, known, text| said(written, known, text, NumberForm::Number);
        assert_eq!(any("power_w", "power_kw", "10200"), Some("10.2".to_owned()));
        assert_eq!(any("restart_seconds", "restart_minutes", "90"), Some("1.5".to_owned()));
    }

    #[test]
    fn a_price_of_more_is_less_for_each() {
        const PRICE: QuantityKind = QuantityKind {
            name: "Any",
            unit: sheet::unit::Unit::base(&[sheet::unit::Base::Currency], 0),
            least: "0",
            most: "1_000_000",
            form: NumberForm::Number,
            meaning: "",
            example: "1",
            thousandth: None,
        };
        let said = |written: &str, known: &'static str, text: &str| {
            let key = Key::new(known, &[], &ExpectedType::Text, false);
            let other = other_rate(written, Some(text), &key, &PRICE)?;
            Some((other.label, other.value.map(|value| value.text)))
        };
        let (label, value) = said("electricity_per_mwh", "electricity_per_kwh", "110.2").unwrap();
        assert_eq!(
            (label.as_str(), value.as_deref()),
            ("write `electricity_per_kwh: 0.1102`, per kWh", Some("0.1102"))
        );
        // 168 a day are 7 an hour
        assert_eq!(said("per_instance_day", "per_instance_hour", "168").unwrap().1.as_deref(), Some("7"));
        let (label, value) = said("per_instance_month", "per_instance_hour", "5000").unwrap();
        assert!(value.is_none() && label.contains("730"), "{label}");
        assert!(said("electricity_per_mwh", "carbon_per_kwh", "1").is_none());
    }

    #[test]
    fn only_the_unit_may_differ() {
        assert!(units("lead_time_weeks", "useful_life_months").is_none());
        assert!(units("lead_time_months", "lead_time_months").is_none());
        assert!(units("weeks", "lead_time_months").is_none());
        assert!(units("starts_year", "starts_month").is_none(), "the second year starts in month 13, not 24");
        assert!(units("growth_per_month", "growth_per_year").is_none(), "1 % a month is not 12 % a year");
    }
}
