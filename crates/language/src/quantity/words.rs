//! Messages about a kind of quantity: bounds and unit in words, an example, and errors.

use super::money::in_another_currency;
use super::{NumberForm, QuantityKind, QuantityProblem, bound, hundredth};
use crate::diagnostic::{DocumentCode, FixSafety};
use crate::document::{CurrencyCode, quoted};
use rust_decimal::Decimal;
use sheet::number::{self, NotANumber};

impl QuantityKind {
    /// Bounds in words: `from 0 to 1,000 kW per node`, `from 0% to 100%`.
    #[must_use]
    pub fn range(&self, currency: &str) -> String {
        self.range_in(None, currency)
    }

    /// Bounds in words, with a unit in its own currency.
    #[must_use]
    pub fn range_in(&self, own: Option<CurrencyCode>, currency: &str) -> String {
        let unit = self.own_unit_text(own, currency);
        let space = if unit.is_empty() { "" } else { " " };
        format!("from {} to {}{space}{unit}", self.display_text(self.least), self.display_text(self.most))
    }

    /// Bounds without the unit: `0 to 1,000`.
    #[must_use]
    pub fn bounds(&self) -> String {
        format!("{} to {}", self.display_text(self.least), self.display_text(self.most))
    }

    fn display_text(&self, bound_text: &str) -> String {
        match self.form {
            NumberForm::Share => format!("{}%", (bound(bound_text) * Decimal::ONE_HUNDRED).normalize()),
            NumberForm::Number | NumberForm::Count => bound_text.replace('_', ","),
        }
    }

    /// Unit, `USD/kWh`; empty for shares and bare numbers.
    #[must_use]
    pub fn unit_text(&self, currency: &str) -> String {
        self.unit_text_in(None, currency)
    }

    /// Unit in its own currency.
    #[must_use]
    pub fn unit_text_in(&self, own: Option<CurrencyCode>, currency: &str) -> String {
        let currency = if self.is_money() { own.map_or(currency, |own| own.code()) } else { currency };
        let unit = self.unit.coded(own.map(CurrencyCode::code));
        if self.form == NumberForm::Share { String::new() } else { unit.text(currency, "unit") }
    }

    /// Unit in the plural, `nodes`, `USD/kWh`; empty for shares and bare numbers.
    #[must_use]
    pub fn plural_unit(&self, currency: &str) -> String {
        if self.form == NumberForm::Share { String::new() } else { self.unit.plural(currency, "unit") }
    }

    /// Unit in words, `USD per accelerator-hour`, `months`.
    fn own_unit_text(&self, own: Option<CurrencyCode>, currency: &str) -> String {
        let currency = if self.is_money() { own.map_or(currency, |own| own.code()) } else { currency };
        let unit = self.unit.coded(own.map(CurrencyCode::code));
        let unit = if self.form == NumberForm::Share { String::new() } else { unit.plural(currency, "unit") };
        let (above, below) = unit.split_once('/').unwrap_or((&unit, ""));
        let below = below.strip_suffix("-h").map_or_else(|| below.to_owned(), |of| format!("{of}-hour"));
        let above = match above {
            "h" => "hours".to_owned(),
            "min" => "minutes".to_owned(),
            "unit" => "units".to_owned(),
            word => word.strip_suffix("-h").map_or_else(|| word.to_owned(), |of| format!("{of}-hours")),
        };
        if matches!(above.as_str(), "" | "1") && !below.is_empty() {
            // the currency is unknown, or a count has no unit
            return format!("per {below}");
        }
        if below.is_empty() { above } else { format!("{above} per {below}") }
    }

    pub(super) fn not_a_number(&self, text: &str, why: &NotANumber, currency: &str) -> QuantityProblem {
        let of_unit = || match why {
            NotANumber::WithUnit { number, unit } => self.in_another_unit(text, (number, unit), currency),
            _ => None,
        };
        let of_currency = || self.is_money().then(|| in_another_currency(text, currency)).flatten();
        let is_rate = text.contains('/') || text.contains(" per ");
        let other = if is_rate { of_unit().or_else(of_currency) } else { of_currency().or_else(of_unit) };
        if let Some(problem) = other {
            return problem;
        }
        let (form, expected) = match self.form {
            NumberForm::Number => ("number", "a number"),
            NumberForm::Share => ("share", "a share"),
            NumberForm::Count => ("whole number", "a whole number"),
        };
        let percent = |unit: &str| unit.starts_with('%') || unit.to_lowercase().starts_with("per");
        let is_price = self.is_money();
        let reason = match why {
            _ if text.contains(" //") => "a comment begins with `#`".to_owned(),
            NotANumber::WithUnit { unit, .. } if self.form == NumberForm::Share && percent(unit) => {
                "percent is written as %".to_owned()
            }
            NotANumber::WithUnit { unit, .. } if number::magnitude(unit).is_some() => {
                "numbers are written out in full".to_owned()
            }
            NotANumber::WithUnit { .. } if self.form != NumberForm::Share => {
                "the key already gives the unit".to_owned()
            }
            NotANumber::Percent(_) if is_price => "a price is not a share".to_owned(),
            why => why.to_string(),
        };
        let mut suggestion: Vec<String> = match why {
            NotANumber::Percent(_) if is_price => Vec::new(),
            NotANumber::Percent(number) => {
                let fraction = number::decimal(number).ok().and_then(hundredth);
                fraction
                    .filter(|_| self.form == NumberForm::Number)
                    .map(|fraction| fraction.to_string())
                    .into_iter()
                    .collect()
            }
            NotANumber::WithUnit { number, unit } if self.form == NumberForm::Share && percent(unit) => {
                vec![format!("{number}%")]
            }
            why => {
                let written = match self.form {
                    NumberForm::Share => text.trim_end_matches('%').trim_end(),
                    NumberForm::Number | NumberForm::Count => self.without_code(text, currency),
                };
                let (suggestion, instead) = (number::suggestion(written), why.instead().map(str::to_owned));
                // a suffix that stands for thousands must not be dropped
                let kept = |unit: &NotANumber| match unit {
                    NotANumber::WithUnit { unit, .. } => number::magnitude(unit).is_none(),
                    _ => true,
                };
                suggestion.or(instead.filter(|_| kept(why))).into_iter().collect()
            }
        };
        if self.form == NumberForm::Share {
            let percent: Vec<String> =
                suggestion.iter().map(|number| format!("{}%", number.trim_end_matches('%'))).collect();
            if text.ends_with('%') { suggestion = percent } else { suggestion.extend(percent) }
        }
        let suggestion = suggestion.into_iter().find(|suggestion| self.accepts(suggestion));
        let label = match &suggestion {
            Some(suggestion) => format!("write {suggestion}"),
            None => format!("write {expected} such as {}", self.example),
        };
        let found = if text.is_empty() { "empty".to_owned() } else { quoted(text) };
        let message = format!("is {found}, not a {form} {}: {reason}", self.range(currency));
        let problem = QuantityProblem::new(DocumentCode::NotANumber, message, label);
        let meaning = FixSafety::safe_if(self.says_one_number(text, why, currency));
        suggestion.into_iter().fold(problem, |problem, suggestion| problem.instead(meaning, suggestion))
    }

    /// An amount without the code of its currency before it.
    fn without_code<'t>(&self, text: &'t str, currency: &str) -> &'t str {
        let amount = || text.trim_start().strip_prefix(currency).filter(|amount| amount.starts_with(' '));
        self.is_money().then(amount).flatten().map_or(text, str::trim_start)
    }

    /// Whether an invalid number is unambiguous: no character in it may be either a group separator or a decimal separator, and
    /// the rest is the expected unit.
    fn says_one_number(&self, text: &str, why: &NotANumber, currency: &str) -> bool {
        let sign = |c: char| matches!(c, '$' | '€' | '£' | '¥' | '₹');
        let unit = self.unit_text(currency);
        // the sign of another currency has already been reported
        let amount = if unit.starts_with(currency) {
            self.without_code(text, currency).trim().trim_matches(sign).trim()
        } else {
            text
        };
        match why {
            NotANumber::WithUnit { number, unit: written } => {
                let percent = self.form == NumberForm::Share
                    && ["%", "percent", "per cent"].contains(&written.to_lowercase().as_str());
                let is_own = !unit.is_empty() && unit.split('/').next() == Some(written.as_str());
                number::is_ungrouped(number) && (percent || is_own)
            }
            NotANumber::Grouping(_) => !text.contains(['.', ',']),
            NotANumber::BarePoint(_) | NotANumber::Dash(_) => true,
            NotANumber::DecimalComma(_) | NotANumber::Characters(_) => number::is_ungrouped(amount),
            NotANumber::Nothing
            | NotANumber::Underscores
            | NotANumber::Points
            | NotANumber::LeadingZero(_)
            | NotANumber::OtherBase
            | NotANumber::NotFinite
            | NotANumber::Exponent
            | NotANumber::TooManyDigits
            | NotANumber::TooLarge
            | NotANumber::Range
            | NotANumber::Percent(_) => false,
        }
    }

    pub(super) fn out_of_bounds(&self, text: &str, value: Decimal, currency: &str) -> QuantityProblem {
        let message = format!("is {text}; it must be {}", self.range(currency));
        let thousandth = (value / Decimal::ONE_THOUSAND).normalize();
        let thousandfold = self.thousandth.filter(|_| self.holds(thousandth));
        let label = match thousandfold {
            Some((display_name, short)) => format!("looks like {display_name}: {text} {short} is {thousandth}"),
            None if self.form == NumberForm::Share && value > self.maximum() => {
                format!("the maximum is {}; write it or less", self.display_text(self.most))
            }
            None if value < self.minimum() => format!("write {} or more", self.display_text(self.least)),
            None => format!("write {} or less", self.display_text(self.most)),
        };
        let problem = QuantityProblem::new(DocumentCode::OutOfBounds, message, label);
        match thousandfold {
            Some(_) => problem.instead(FixSafety::Unsafe, thousandth.to_string()),
            None => problem,
        }
    }
}

pub(super) fn share_above_one(kind: &QuantityKind, text: &str, value: Decimal) -> QuantityProblem {
    let fraction = hundredth(value).unwrap_or(value);
    let message = format!("is {text}; a share is written as {text}% or {fraction}");
    let hundredfold = (value * Decimal::ONE_HUNDRED).normalize();
    let is_either = kind.accepts(&format!("{hundredfold}%"));
    let problem = |label: String| QuantityProblem::new(DocumentCode::ShareAboveOne, message, label);
    let percent = format!("{text}%");
    if value.abs() >= Decimal::from(5) {
        problem(format!("write {percent}")).instead(FixSafety::safe_if(!is_either), percent)
    } else if is_either {
        problem(format!("write {hundredfold}% or {percent}"))
    } else if value > Decimal::ONE && value < Decimal::TWO {
        // a factor, as 1.09 for a rate of 9 %, or a share that is too large, as 1.2 for 120 %
        let change = ((value - Decimal::ONE) * Decimal::ONE_HUNDRED).normalize();
        problem(format!(
            "write {change}% if {text} is a factor, or {percent} if it is a percentage; {hundredfold}% is out of bounds ({})",
            kind.bounds()
        ))
    } else {
        problem(format!("write {percent}; {hundredfold}% is out of bounds ({})", kind.bounds()))
            .instead(FixSafety::Safe, percent)
    }
}
