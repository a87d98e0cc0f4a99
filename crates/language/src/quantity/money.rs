//! Amounts of money with a currency code: `3.20 USD`. An amount without one is in the currency of the document.

use super::{NumberForm, QuantityKind, QuantityProblem};
use crate::diagnostic::{DocumentCode, FixSafety};
use crate::document::{CurrencyCode, quoted, suggested_currency};
use rust_decimal::Decimal;
use sheet::number;
use sheet::unit::Unit;

/// Currency signs.
const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

impl QuantityKind {
    /// Whether it is an amount of money, which may have a currency code; an exchange rate is not.
    #[must_use]
    pub fn is_money(&self) -> bool {
        self.unit.is_of_money() && !self.unit.is_exchange_rate()
    }

    /// Unit in its own currency.
    #[must_use]
    pub fn unit_in(&self, own: Option<CurrencyCode>) -> Unit {
        let code = own.map(CurrencyCode::code);
        match code {
            Some(_) if self.is_money() => self.unit.in_foreign_currency().coded(code),
            Some(_) | None => self.unit.coded(code),
        }
    }

    /// A number in the author's notation: `65%`, `3.2 USD`.
    #[must_use]
    pub fn written_in(&self, own: Option<CurrencyCode>, value: Decimal) -> String {
        match (self.form, own) {
            (NumberForm::Share, _) => format!("{}%", (value * Decimal::ONE_HUNDRED).normalize()),
            (NumberForm::Number | NumberForm::Count, Some(own)) if self.is_money() => {
                format!("{} {}", value.normalize(), own.code())
            }
            (NumberForm::Number | NumberForm::Count, _) => value.normalize().to_string(),
        }
    }

    /// Reads the number in an author's text, and its currency if it differs from that of the document.
    ///
    /// # Errors
    /// As [`QuantityKind::read`], and if the code after the number is not a currency.
    pub fn read_amount(&self, text: &str, currency: &str) -> Result<(Decimal, Option<CurrencyCode>), QuantityProblem> {
        let Some((number, code)) = self.is_money().then(|| with_code(text)).flatten() else {
            return self.read(text, currency).map(|value| (value, None));
        };
        let own = CurrencyCode::read(code).map_err(|problem| unknown_code(text, number, problem))?;
        if number.contains(SIGNS) {
            return Err(twice(self, text, number, own));
        }
        let value = self.read(number, own.code()).map_err(|problem| coded(problem, own))?;
        Ok((value, Some(own).filter(|own| own.code() != currency)))
    }

    /// Reads an amount in a known currency, whose code may be repeated.
    ///
    /// # Errors
    /// As [`QuantityKind::read_amount`], and if its code is of another currency.
    pub fn read_in(&self, text: &str, own: Option<CurrencyCode>, currency: &str) -> Result<Decimal, QuantityProblem> {
        let expected = own.filter(|_| self.is_money()).map_or(currency, |own| own.code());
        let in_another = |text: &str| {
            let message = format!("is {}; it must be in {expected}", quoted(text));
            QuantityProblem::new(DocumentCode::NotANumber, message, format!("convert it to {expected}"))
        };
        if self.is_money() && in_another_currency(text, expected).is_some() && with_code(text).is_none() {
            return Err(in_another(text));
        }
        match self.read_amount(text, expected)? {
            (value, None) => Ok(value),
            (_, Some(_)) => Err(in_another(text)),
        }
    }
}

/// A number and the three-letter code after it, separated by a space.
fn with_code(text: &str) -> Option<(&str, &str)> {
    let (number, code) = text.trim().rsplit_once(char::is_whitespace)?;
    let is_code = code.len() == 3 && code.chars().all(|c| c.is_ascii_uppercase());
    (is_code && number.contains(|c: char| c.is_ascii_digit())).then(|| (number.trim_end(), code))
}

/// Error about a code that is not a currency.
fn unknown_code(text: &str, number: &str, problem: QuantityProblem) -> QuantityProblem {
    let instead = problem.instead.map(|(meaning, code)| (meaning, format!("{number} {code}")));
    let message = format!("is {}; the code after the number is not an ISO 4217 currency code", quoted(text));
    let label = instead.as_ref().map_or(problem.label, |(_, text)| format!("did you mean {text}?"));
    QuantityProblem { code: problem.code, message, label, instead }
}

/// Error about an amount with both a currency sign and a code.
fn twice(kind: &QuantityKind, text: &str, number: &str, own: CurrencyCode) -> QuantityProblem {
    let message = format!("is {}, which names its currency twice", quoted(text));
    let plain = number.trim_matches(|c: char| SIGNS.contains(&c) || c.is_whitespace());
    let is_same = number.chars().all(|c| !SIGNS.contains(&c) || !own.is_foreign(&c.to_string()));
    let suggestion = number::decimal(plain).is_ok().then(|| plain.to_owned()).or_else(|| number::suggestion(plain));
    let suggestion = suggestion.filter(|suggestion| kind.accepts(suggestion));
    let label = |suggestion: &str| format!("write {suggestion} {}", own.code());
    let problem = |label| QuantityProblem::new(DocumentCode::NotANumber, message, label);
    match suggestion {
        Some(suggestion) if is_same => {
            let kept = FixSafety::safe_if(number::is_ungrouped(plain) || number::decimal(plain).is_ok());
            problem(label(&suggestion)).instead(kept, format!("{suggestion} {}", own.code()))
        }
        Some(suggestion) => problem(format!("{}, or the code of the other currency", label(&suggestion))),
        None => problem(label(kind.example)),
    }
}

/// Error about the number of an amount, with the currency code appended to the suggestion.
fn coded(problem: QuantityProblem, own: CurrencyCode) -> QuantityProblem {
    let instead = problem.instead.map(|(meaning, text)| (meaning, format!("{text} {}", own.code())));
    let label = match &instead {
        Some((_, text)) if problem.label.starts_with("write ") => format!("write {text}"),
        Some(_) | None => problem.label,
    };
    QuantityProblem { label, instead, ..problem }
}

/// Error about an amount in a foreign currency that is not marked by a code after the number.
pub(crate) fn in_another_currency(text: &str, currency: &str) -> Option<QuantityProblem> {
    let own = CurrencyCode::of(currency)?;
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | ' ' | '-');
    let unit = text.trim().trim_matches(is_of_number);
    // a lower-case code is a typo
    let is_code = unit.len() == 3 && unit.chars().all(|c| c.is_ascii_alphabetic());
    let is_suggested = || is_code && suggested_currency(unit).is_some_and(|code| code != currency);
    if !own.is_foreign(unit) && !is_suggested() {
        return None;
    }
    let message = format!("is {}; an amount in a currency other than {currency} needs its code", quoted(text));
    let problem = |label| QuantityProblem::new(DocumentCode::NotANumber, message, label);
    let number = text.replace(unit, " ");
    let number = number.trim();
    let plain = number::suggestion(text).or_else(|| number::suggestion(number));
    let Some((number_meant, code)) = plain.zip(suggested_currency(unit).filter(|code| *code != currency)) else {
        return Some(problem(format!(
            "write it with its code, such as `3.20 USD`, and add its value in {currency} under `exchange_rates`"
        )));
    };
    let written = format!("{number_meant} {code}");
    let label =
        format!("write {written}, and add the value of 1 {code} in {currency} as `exchange_rates: {{ {code}: … }}`");
    // the dollar sign is ambiguous
    let meaning = FixSafety::safe_if(unit.eq_ignore_ascii_case(code) && number::is_ungrouped(number));
    Some(problem(label).instead(meaning, written))
}
