//! A key that is known in another unit: `lead_time_weeks` where months are asked for. What was written is converted, so that
//! nobody types the old number under the known key.

use crate::declaration::Key;
use crate::diagnostic::{Fix, FixMeaning, Place, TextEdit};
use crate::quantity::{NumberForm, QuantityKind};
use crate::wanted::Wanted;
use rust_decimal::Decimal;
use sheet::number;

/// A unit that keys say at their end.
struct Ending {
    /// How the key ends.
    suffix: &'static str,
    /// The unit in words.
    called: &'static str,
    /// How many of the smallest unit of its kind it is.
    worth: Decimal,
}

const fn ending(suffix: &'static str, called: &'static str, worth: u32) -> Ending {
    Ending { suffix, called, worth: Decimal::from_parts(worth, 0, 0, false, 0) }
}

/// Units that measure the same; `starts_month` is no length, but the number of a month. A year has twelve months and, on average, 365.25 days: quarters of a day are the smallest.
const SCALES: [&[Ending]; 4] = [
    &[
        Ending { suffix: "_months", called: "months", worth: Decimal::from_parts(12175, 0, 0, false, 2) },
        ending("_years", "years", 1461),
        ending("_weeks", "weeks", 28),
        ending("_days", "days", 4),
    ],
    &[ending("_w", "W", 1), ending("_watts", "W", 1), ending("_kw", "kW", 1_000), ending("_mw", "MW", 1_000_000)],
    &[ending("_seconds", "seconds", 1), ending("_minutes", "minutes", 60), ending("_hours", "hours", 3_600)],
    &[ending("_gib", "GiB", 1), ending("_tib", "TiB", 1_024)],
];

/// What a key says in a unit that is not asked for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct OtherUnit {
    /// The key that is known.
    pub(super) known: &'static str,
    /// What was written, in its unit, if that is one number.
    value: Option<ConvertedNumber>,
    /// What to type.
    pub(super) label: String,
}

/// A number in another unit.
#[derive(Debug, PartialEq, Eq)]
struct ConvertedNumber {
    text: String,
    /// Whether it is as much as what was written, and not rounded.
    meaning: FixMeaning,
}

impl OtherUnit {
    /// The known key and the number in its unit, in the places of what was written.
    pub(super) fn fix(&self, key: Place, value: Place) -> Option<Fix> {
        let ConvertedNumber { text, meaning } = self.value.as_ref()?;
        Fix::new(*meaning, vec![TextEdit::new(key, self.known), TextEdit::new(value, text)])
    }
}

/// The key of the same quantity among those that are known, and what was written in its unit; nothing where none differs by
/// its unit alone.
pub(super) fn other_unit(written: &str, text: Option<&str>, known: &'static [Key]) -> Option<OtherUnit> {
    known.iter().find_map(|key| {
        let Wanted::Quantity(kind) = key.wanted else { return None };
        let (from, to) = key.also.iter().chain([&key.name]).find_map(|known| units(written, known))?;
        let value = text.and_then(|text| converted(text, from, to, kind));
        let label = match &value {
            Some(value) => format!("write `{}: {}`, in {}", key.name, value.text, to.called),
            None => format!("write `{}`, in {}", key.name, to.called),
        };
        Some(OtherUnit { known: key.name, value, label })
    })
}

/// The units of two keys that are the same but for them. What is counted per unit, such as a rate, is another matter: its
/// number falls as the unit grows.
fn units(written: &str, known: &str) -> Option<(&'static Ending, &'static Ending)> {
    if known.contains("per_") {
        return None;
    }
    SCALES.iter().find_map(|scale| {
        let to = scale.iter().find(|unit| known.ends_with(unit.suffix))?;
        let stem = known.strip_suffix(to.suffix)?;
        let from = scale.iter().find(|unit| written.strip_suffix(unit.suffix) == Some(stem))?;
        (from.called != to.called).then_some((from, to))
    })
}

/// A number in another unit: whole numbers are rounded up, others keep four significant digits.
fn converted(text: &str, from: &Ending, to: &Ending, kind: &QuantityKind) -> Option<ConvertedNumber> {
    let exact = number::decimal(text).ok()?.checked_mul(from.worth)?.checked_div(to.worth)?;
    let value = match kind.form {
        NumberForm::Count => exact.ceil(),
        NumberForm::Number | NumberForm::Share => exact.round_sf(4)?,
    };
    Some(ConvertedNumber { text: value.normalize().to_string(), meaning: FixMeaning::kept_if(value == exact) })
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
    fn only_the_unit_may_differ() {
        assert!(units("lead_time_weeks", "useful_life_months").is_none());
        assert!(units("lead_time_months", "lead_time_months").is_none());
        assert!(units("weeks", "lead_time_months").is_none());
        assert!(units("starts_year", "starts_month").is_none(), "the second year starts in month 13, not 24");
        assert!(units("growth_per_month", "growth_per_year").is_none(), "1 % a month is not 12 % a year");
    }
}
