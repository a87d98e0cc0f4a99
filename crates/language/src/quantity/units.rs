//! Numbers with a unit: another unit of the same quantity is converted, another currency is kept, and a unit of another
//! quantity, or an unknown one, is reported.

use super::{NumberForm, QuantityKind, QuantityProblem};
use crate::diagnostic::{DocumentCode, FixSafety};
use crate::document::{CurrencyCode, quoted, suggested_currency};
use rust_decimal::{Decimal, RoundingStrategy};
use sheet::number;
use sheet::unit::Unit;

/// A unit that people write after a number, with its factor to the expected unit.
struct UnitConversion {
    /// Names, in lower case.
    names: &'static [&'static str],
    /// Expected unit.
    expected: &'static str,
    /// Factor to the expected unit.
    factor: ConversionFactor,
}

/// Conversion factor, `many / of`.
#[derive(Clone, Copy)]
struct ConversionFactor {
    many: u32,
    of: u32,
    meaning: FixSafety,
}

/// The same unit.
const SAME: ConversionFactor = ConversionFactor { many: 1, of: 1, meaning: FixSafety::Safe };

const fn written(names: &'static [&'static str], expected: &'static str, (many, of): (u32, u32)) -> UnitConversion {
    UnitConversion { names, expected, factor: ConversionFactor { many, of, meaning: FixSafety::Safe } }
}

/// A unit with an average conversion factor.
const fn about(names: &'static [&'static str], expected: &'static str, (many, of): (u32, u32)) -> UnitConversion {
    UnitConversion { names, expected, factor: ConversionFactor { many, of, meaning: FixSafety::Unsafe } }
}

const YEARS: &[&str] = &["y", "yr", "yrs", "year", "years", "jahr", "jahre", "jahren"];
const QUARTERS: &[&str] = &["q", "quarter", "quarters", "quartal", "quartale"];
const MONTHS: &[&str] = &["mo", "mos", "mth", "mths", "month", "months", "monat", "monate", "monaten"];
const WEEKS: &[&str] = &["w", "wk", "wks", "week", "weeks", "woche", "wochen"];
const DAYS: &[&str] = &["d", "day", "days", "tag", "tage", "tagen"];
const HOURS: &[&str] = &["h", "hr", "hrs", "hour", "hours", "std", "stunde", "stunden"];
const MINUTES: &[&str] = &["min", "mins", "minute", "minutes", "minuten"];

/// Conversions to expected units.
const UNITS: [UnitConversion; 28] = [
    written(YEARS, "month", (12, 1)),
    written(QUARTERS, "month", (3, 1)),
    written(MONTHS, "month", (1, 1)),
    about(WEEKS, "month", (12, 52)),
    about(DAYS, "month", (12, 365)),
    written(YEARS, "year", (1, 1)),
    written(QUARTERS, "year", (1, 4)),
    written(MONTHS, "year", (1, 12)),
    written(HOURS, "h", (1, 1)),
    written(DAYS, "h", (24, 1)),
    written(MINUTES, "h", (1, 60)),
    written(MINUTES, "min", (1, 1)),
    written(HOURS, "min", (60, 1)),
    written(&["s", "sec", "secs", "second", "seconds"], "min", (1, 60)),
    written(&["w", "watt", "watts"], "kW", (1, 1_000)),
    written(&["kw", "kilowatt", "kilowatts"], "kW", (1, 1)),
    written(&["mw", "megawatt", "megawatts"], "kW", (1_000, 1)),
    written(&["wh"], "kWh", (1, 1_000)),
    written(&["kwh", "kwhr", "kw-h", "kilowatt-hour", "kilowatt-hours"], "kWh", (1, 1)),
    written(&["mwh", "megawatt-hour", "megawatt-hours"], "kWh", (1_000, 1)),
    written(&["gwh"], "kWh", (1_000_000, 1)),
    written(&["g", "gram", "grams"], "kg", (1, 1_000)),
    written(&["kilogram", "kilograms", "kgco2", "kgco2e"], "kg", (1, 1)),
    written(&["t", "tonne", "tonnes"], "kg", (1_000, 1)),
    written(&["gb", "gigabyte", "gigabytes"], "TB", (1, 1_000)),
    written(&["terabyte", "terabytes"], "TB", (1, 1)),
    written(&["pb", "petabyte", "petabytes"], "TB", (1_000, 1)),
    written(&["piece", "pieces"], "1", (1, 1)),
];

/// Hours of a day or of a week, which are shares of time.
const SHARES: [(&str, u32); 6] =
    [("h/day", 24), ("h/d", 24), ("hours/day", 24), ("hrs/day", 24), ("h/week", 168), ("hours/week", 168)];

/// Units of energy, which people write in place of power.
const ENERGY: [&str; 6] = ["kwh", "wh", "mwh", "kw/h", "kwhr", "kilowatt-hours"];

/// Currency after a number.
enum Currency {
    /// That of the document, or none.
    Own,
    /// A hundredth of that of the document.
    Cents,
    /// Another currency.
    Other(&'static str),
}

impl QuantityKind {
    /// Error about a number followed by something other than the expected unit.
    pub(super) fn in_another_unit(
        &self,
        text: &str,
        (number, unit): (&str, &str),
        currency: &str,
    ) -> Option<QuantityProblem> {
        let expected = self.unit_text("¤");
        let display_text = unit.trim().to_lowercase().replace(" per ", "/").replace(" / ", "/");
        if self.form == NumberForm::Share {
            return self.share_of_time(text, number, &display_text);
        }
        if self.unit.is_exchange_rate() {
            return None;
        }
        // without a letter or sign it is not a unit
        if !unit.contains(|c: char| c.is_alphabetic() || matches!(c, '$' | '€' | '£' | '¥' | '₹' | '¢' | '°')) {
            return None;
        }
        let is_note = unit.contains(['#', '(', ';']) || unit.contains("//");
        if expected.is_empty() || is_note || number::magnitude(unit).is_some() || ["x", "×"].contains(&unit) {
            return None;
        }
        if expected.split('/').next() == Some("kW") && ENERGY.contains(&display_text.as_str()) {
            let message = format!("is {}, which is energy; it must be power {}", quoted(text), self.range(currency));
            let label = format!("write the power draw in kW, such as {}", self.example);
            return Some(QuantityProblem::new(DocumentCode::NotANumber, message, label));
        }
        let form = if self.form == NumberForm::Count { "whole number" } else { "number" };
        let message =
            format!("is {}, not a {form} {}: the key already gives the unit", quoted(text), self.range(currency));
        let problem = |label: String| QuantityProblem::new(DocumentCode::NotANumber, &message, label);
        let unknown = || {
            let unit = self.plural_unit(currency);
            problem(format!("convert it to {unit} and write the number alone, such as {}", self.example))
        };
        let Some((factor, code)) = factor_of((&display_text, unit), (self.unit, &expected), currency) else {
            return Some(unknown());
        };
        let is_same = factor.many == factor.of && code.is_none();
        if is_same {
            // numbers report their own notation
            return None;
        }
        let plain = number::decimal(number).ok().or_else(|| number::decimal(&number::suggestion(number)?).ok())?;
        let exact = plain.checked_mul(factor.many.into())?.checked_div(factor.of.into())?;
        let value = match self.form {
            NumberForm::Count => exact.ceil(),
            NumberForm::Number | NumberForm::Share => {
                number::significant(exact, 6, RoundingStrategy::MidpointNearestEven)
            }
        };
        let Some(suggestion) =
            number::suggestion(&value.normalize().to_string()).filter(|suggestion| self.accepts(suggestion))
        else {
            return Some(unknown());
        };
        // the exchange rate is still missing
        let is_kept =
            code.is_none() && factor.meaning == FixSafety::Safe && value == exact && number::is_ungrouped(number);
        let (suggestion, label) = match code {
            None => (suggestion.clone(), format!("write {suggestion}")),
            Some(code) => {
                let amount = format!("{suggestion} {code}");
                let rate = format!("add the value of 1 {code} in {currency} as `exchange_rates: {{ {code}: … }}`");
                (amount.clone(), format!("write {amount}, and {rate}"))
            }
        };
        Some(problem(label).instead(FixSafety::safe_if(is_kept), suggestion))
    }

    /// Error about hours of a day or a week where a share is expected.
    fn share_of_time(&self, text: &str, number: &str, display_text: &str) -> Option<QuantityProblem> {
        let (_, whole) = SHARES.iter().find(|(name, _)| *name == display_text.replace(' ', ""))?;
        let percent = number::decimal(number).ok()?.checked_mul(Decimal::ONE_HUNDRED)?.checked_div((*whole).into())?;
        let suggestion =
            format!("{}%", number::significant(percent, 4, RoundingStrategy::MidpointNearestEven).normalize());
        let message = format!("is {}; a share of time is written in percent", quoted(text));
        let problem = QuantityProblem::new(DocumentCode::NotANumber, message, format!("write {suggestion}"));
        self.accepts(&suggestion).then(|| problem.instead(FixSafety::Unsafe, suggestion))
    }
}

/// Factor from a unit to the expected one, and its currency; `None` for an unknown unit.
fn factor_of(
    (display_text, unit): (&str, &str),
    (kind, expected): (Unit, &str),
    currency: &str,
) -> Option<(ConversionFactor, Option<&'static str>)> {
    let (expected_above, expected_below) = expected.split_once('/').unwrap_or((expected, ""));
    let (above, below) = display_text.split_once('/').unwrap_or((display_text, ""));
    let (above, code) = match expected_above {
        "¤" => match currency_of(above.trim(), unit.split('/').next().unwrap_or_default().trim(), currency)? {
            Currency::Own => (SAME, None),
            Currency::Cents => (ConversionFactor { of: 100, ..SAME }, None),
            Currency::Other(code) => (SAME, Some(code)),
        },
        "1" if above.is_empty() => (SAME, None),
        expected => (factor(above.trim(), (kind, expected))?, None),
    };
    // without a denominator, 14.6 ct has that of the key
    let below = if below.is_empty() { SAME } else { product(below.trim(), (kind, expected_below))? };
    let meaning = FixSafety::safe_if(above.meaning == FixSafety::Safe && below.meaning == FixSafety::Safe);
    Some((ConversionFactor { many: above.many * below.of, of: above.of * below.many, meaning }, code))
}

/// Factor of a product, such as accelerator-hours; hours alone are accepted, since the key names the rest.
fn product(written: &str, (kind, expected): (Unit, &str)) -> Option<ConversionFactor> {
    if let Some(factor) = factor(written, (kind, expected)) {
        return Some(factor);
    }
    let (thing, time) = expected.rsplit_once('-')?;
    let written = written.replace(['/', ' '], "-");
    match written.rsplit_once('-') {
        None => factor(&written, (kind, time)),
        Some((of, during)) => {
            let (of, during) = (factor(of, (kind, thing))?, factor(during, (kind, time))?);
            let meaning = FixSafety::safe_if(of.meaning == FixSafety::Safe && during.meaning == FixSafety::Safe);
            Some(ConversionFactor { many: of.many * during.many, of: of.of * during.of, meaning })
        }
    }
}

/// Factor from a single unit to the expected one.
fn factor(written: &str, (kind, expected): (Unit, &str)) -> Option<ConversionFactor> {
    let lower = expected.to_lowercase();
    if written == lower || written.strip_suffix('s') == Some(&lower) || kind.has_name(expected, written) {
        return Some(SAME);
    }
    let unit = UNITS.iter().find(|unit| unit.expected == expected && unit.names.contains(&written))?;
    Some(unit.factor)
}

/// Currency after a number; `None` if it is not a currency.
fn currency_of(display_text: &str, unit: &str, currency: &str) -> Option<Currency> {
    if ["¢", "c", "ct", "cts", "cent", "cents"].contains(&display_text) {
        return Some(Currency::Cents);
    }
    let own = CurrencyCode::of(currency);
    if display_text.is_empty() || display_text == currency.to_lowercase() {
        return Some(Currency::Own);
    }
    let code = suggested_currency(display_text)?;
    let is_own = own.is_none_or(|own| code == own.code() || (unit.chars().count() == 1 && !own.is_foreign(unit)));
    Some(if is_own { Currency::Own } else { Currency::Other(code) })
}

/// Error about a factor where a change is expected: 1.08 may mean a growth of 8 % or of 1.08 %.
pub(super) fn factor_for_a_change(kind: &QuantityKind, text: &str, value: Decimal) -> Option<QuantityProblem> {
    let is_factor = kind.minimum() < Decimal::ZERO && value > Decimal::ONE && value < Decimal::TWO;
    is_factor.then(|| {
        let change = ((value - Decimal::ONE) * Decimal::ONE_HUNDRED).normalize();
        let message = format!("is {text}; a change is written as a share, {change}% or {text}%");
        let label = format!("write {change}% if {text} is a factor, or {text}% if it is a percentage");
        QuantityProblem::new(DocumentCode::ShareAboveOne, message, label)
    })
}
