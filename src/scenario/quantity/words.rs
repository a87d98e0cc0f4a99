//! What is said about a kind of quantity: its bounds and unit in words, an example, and what is wrong with a text.

use super::{Form, Kind, Problem, bound, hundredth};
use crate::diagnostic::Code;
use crate::number::{self, NotANumber};
use crate::scenario::document::quoted;
use rust_decimal::Decimal;

impl Kind {
    /// The bounds in words: `from 0 to 1,000 kW per node`, `from 0% to 100%`.
    #[must_use]
    pub fn range(&self, currency: &str) -> String {
        let unit = self.spoken_unit(currency);
        let space = if unit.is_empty() { "" } else { " " };
        format!("from {} to {}{space}{unit}", self.spoken(self.least), self.spoken(self.most))
    }

    /// The bounds alone: `0 to 1,000`.
    #[must_use]
    pub fn bounds(&self) -> String {
        format!("{} to {}", self.spoken(self.least), self.spoken(self.most))
    }

    fn spoken(&self, bound_text: &str) -> String {
        match self.form {
            Form::Share => format!("{}%", (bound(bound_text) * Decimal::ONE_HUNDRED).normalize()),
            Form::Number | Form::Count => bound_text.replace('_', ","),
        }
    }

    /// The unit, `USD/kWh`; empty for shares and bare numbers.
    #[must_use]
    pub fn unit_text(&self, currency: &str) -> String {
        if self.form == Form::Share { String::new() } else { self.unit.text(currency, "unit") }
    }

    /// The unit in words, `USD per accelerator-hour`, `months`.
    fn spoken_unit(&self, currency: &str) -> String {
        let unit = self.unit_text(currency);
        let (above, below) = unit.split_once('/').unwrap_or((&unit, ""));
        let below = below.strip_suffix("-h").map_or_else(|| below.to_owned(), |of| format!("{of}-hour"));
        let above = match above {
            "h" => "hours".to_owned(),
            "min" => "minutes".to_owned(),
            word if word.starts_with(|c: char| c.is_ascii_lowercase())
                && !matches!(word, "kW" | "kg")
                && word != currency =>
            {
                format!("{word}s")
            }
            word => word.to_owned(),
        };
        if matches!(above.as_str(), "" | "1") && !below.is_empty() {
            // the currency is not known, or what is counted has no unit
            return format!("per {below}");
        }
        if below.is_empty() { above } else { format!("{above} per {below}") }
    }

    /// A value as it could be typed.
    #[must_use]
    pub fn example(&self) -> &'static str {
        match EXAMPLES.iter().find(|(name, _)| *name == self.name) {
            Some((_, example)) => example,
            None => match self.form {
                Form::Number => "1.5",
                Form::Share => "65%",
                Form::Count => "6",
            },
        }
    }

    pub(super) fn not_a_number(&self, text: &str, why: &NotANumber, currency: &str) -> Problem {
        let (form, expected) = match self.form {
            Form::Number => ("number", "a number"),
            Form::Share => ("share", "a share"),
            Form::Count => ("whole number", "a whole number"),
        };
        let percent = |unit: &str| unit.starts_with('%') || unit.to_lowercase().starts_with("per");
        let is_price = self.unit_text("¤").starts_with('¤');
        let reason = match why {
            NotANumber::WithUnit { unit, .. } if self.form == Form::Share && percent(unit) => {
                "percent is written %".to_owned()
            }
            NotANumber::WithUnit { unit, .. } if number::magnitude(unit).is_some() => {
                "a number is written out".to_owned()
            }
            NotANumber::WithUnit { .. } if self.form != Form::Share => "the unit is in the key".to_owned(),
            NotANumber::Percent(_) if is_price => "a price is no share".to_owned(),
            why => why.to_string(),
        };
        let mut meant: Vec<String> = match why {
            NotANumber::Percent(_) if is_price => Vec::new(),
            NotANumber::Percent(number) => {
                let fraction = number::decimal(number).ok().and_then(hundredth);
                fraction
                    .filter(|_| self.form == Form::Number)
                    .map(|fraction| fraction.to_string())
                    .into_iter()
                    .collect()
            }
            NotANumber::WithUnit { number, unit } if self.form == Form::Share && percent(unit) => {
                vec![format!("{number}%")]
            }
            why => {
                let written = if self.form == Form::Share { text.trim_end_matches('%').trim_end() } else { text };
                let (meant, instead) = (number::meant(written), why.instead().map(str::to_owned));
                // a unit that stands for thousands is never just dropped
                let kept = |unit: &NotANumber| match unit {
                    NotANumber::WithUnit { unit, .. } => number::magnitude(unit).is_none(),
                    _ => true,
                };
                meant.or(instead.filter(|_| kept(why))).into_iter().collect()
            }
        };
        if self.form == Form::Share {
            let percent: Vec<String> =
                meant.iter().map(|number| format!("{}%", number.trim_end_matches('%'))).collect();
            if text.ends_with('%') { meant = percent } else { meant.extend(percent) }
        }
        let label = match meant.into_iter().find(|meant| self.accepts(meant)) {
            Some(meant) => format!("write {meant}"),
            None => format!("write {expected} such as {}", self.example()),
        };
        let found = if text.is_empty() { "empty".to_owned() } else { quoted(text) };
        let message = format!("is {found}, not a {form} {}: {reason}", self.range(currency));
        Problem { code: Code::NotANumber, message, label }
    }

    pub(super) fn out_of_bounds(&self, text: &str, value: Decimal, currency: &str) -> Problem {
        let message = format!("is {text}; it must be {}", self.range(currency));
        let thousandth = (value / Decimal::ONE_THOUSAND).normalize();
        let fits = self.holds(thousandth);
        let label = match self.name {
            "KilowattsPerNode" | "KilowattsPerInstance" | "Kilowatts" if fits => {
                format!("looks like watts: {text} W is {thousandth}")
            }
            "KilogramsPerKilowattHour" if fits => format!("looks like grams: {text} g is {thousandth}"),
            _ if self.form == Form::Share && value > self.maximum() => {
                format!("{} is the bound; write it or less", self.spoken(self.most))
            }
            _ if value < self.minimum() => format!("write {} or more", self.spoken(self.least)),
            _ => format!("write {} or less", self.spoken(self.most)),
        };
        Problem { code: Code::OutOfBounds, message, label }
    }
}

/// What a value of a kind may look like.
const EXAMPLES: &[(&str, &str)] = &[
    ("Amount", "12_000"),
    ("AmountPerMonth", "9_500"),
    ("AmountPerYear", "40_000"),
    ("PricePerNode", "289_000"),
    ("PricePerAccelerator", "36_125"),
    ("PricePerPiece", "31_200"),
    ("PricePerKilowatt", "4_000"),
    ("PricePerKilowattHour", "0.094"),
    ("PricePerKilowattMonth", "165"),
    ("PricePerNodeMonth", "800"),
    ("PricePerNodeYear", "9_500"),
    ("PricePerAcceleratorMonth", "375"),
    ("PricePerAcceleratorHour", "6.88"),
    ("PricePerInstanceHour", "55.04"),
    ("PricePerInstanceMonth", "15_900"),
    ("PricePerOutput", "0.55"),
    ("PricePerUsefulHour", "0.20"),
    ("PricePerFteYear", "185_000"),
    ("PricePerTerabyteMonth", "23"),
    ("PricePerTerabyte", "90"),
    ("SharePerYear", "5%"),
    ("Rate", "9%"),
    ("Change", "3%"),
    ("OutputPerHour", "9.5"),
    ("ReferenceAccelerators", "8"),
    ("AcceleratorHoursPerMonth", "9_000"),
    ("OutputRate", "450"),
    ("OutputPerMonth", "120_000"),
    ("RunsPerMonth", "12"),
    ("RunsPerYear", "30"),
    ("HoursPerRun", "18"),
    ("InterruptionsPerMonth", "0.2"),
    ("InterruptionsPerHour", "0.015"),
    ("Minutes", "4"),
    ("MinutesBetween", "60"),
    ("LostShare", "8%"),
    ("AcceleratorsPerNode", "8"),
    ("AcceleratorsPerInstance", "8"),
    ("Instances", "3"),
    ("Pieces", "4"),
    ("Terabytes", "120"),
    ("TerabytesPerMonth", "30"),
    ("Gibibytes", "80"),
    ("KilowattsPerNode", "10.2"),
    ("KilowattsPerInstance", "10.2"),
    ("Kilowatts", "120"),
    ("PowerUsageEffectiveness", "1.3"),
    ("KilogramsPerKilowattHour", "0.35"),
    ("Throughput", "0.6"),
    ("HoursPerMonth", "730"),
    ("Term", "36"),
    ("Balance", "6_000_000"),
    ("Return", "15%"),
];

pub(super) fn share_above_one(kind: &Kind, text: &str, value: Decimal) -> Problem {
    let fraction = hundredth(value).unwrap_or(value);
    let message = format!("is {text}; a share is written as {text}% or {fraction}");
    let hundredfold = (value * Decimal::ONE_HUNDRED).normalize();
    let label = if value.abs() >= Decimal::from(5) {
        format!("write {text}%")
    } else if kind.accepts(&format!("{hundredfold}%")) {
        format!("write {hundredfold}% or {text}%")
    } else {
        format!("write {text}%; {hundredfold}% is beyond the bounds, {}", kind.bounds())
    };
    Problem { code: Code::ShareAboveOne, message, label }
}
