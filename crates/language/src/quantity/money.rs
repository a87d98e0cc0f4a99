//! Amounts of money that say their currency: `3.20 USD`. One that says none is in the currency of the document.

use super::{NumberForm, QuantityKind, QuantityProblem};
use crate::diagnostic::{DocumentCode, FixMeaning};
use crate::document::{CurrencyCode, currency_meant, quoted};
use rust_decimal::Decimal;
use sheet::number;
use sheet::unit::Unit;

/// Signs that people write beside an amount.
const SIGNS: [char; 5] = ['$', '€', '£', '¥', '₹'];

impl QuantityKind {
    /// Whether it is an amount of money, which may say its currency; a rate of exchange is none.
    #[must_use]
    pub fn is_money(&self) -> bool {
        self.unit.is_of_money() && !self.unit.is_exchange_rate()
    }

    /// What it counts where it says a currency of its own.
    #[must_use]
    pub fn unit_in(&self, own: Option<CurrencyCode>) -> Unit {
        let code = own.map(CurrencyCode::code);
        match code {
            Some(_) if self.is_money() => self.unit.in_foreign_currency().coded(code),
            Some(_) | None => self.unit.coded(code),
        }
    }

    /// As an author would write a number of this kind: `65%`, `3.2 USD`.
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

    /// The number that an author's text says, and its currency where it is an amount in another than that of the document.
    ///
    /// # Errors
    /// As [`QuantityKind::read`], and if what stands behind the number is no currency.
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

    /// The number of an amount in a currency that is known already, and may be said again.
    ///
    /// # Errors
    /// As [`QuantityKind::read_amount`], and if it says another currency.
    pub fn read_in(&self, text: &str, own: Option<CurrencyCode>, currency: &str) -> Result<Decimal, QuantityProblem> {
        let asked = own.filter(|_| self.is_money()).map_or(currency, |own| own.code());
        let in_another = |text: &str| {
            let message = format!("is {}, and it has to be in {asked}", quoted(text));
            QuantityProblem::new(DocumentCode::NotANumber, message, format!("write what that is in {asked}"))
        };
        if self.is_money() && in_another_currency(text, asked).is_some() && with_code(text).is_none() {
            return Err(in_another(text));
        }
        match self.read_amount(text, asked)? {
            (value, None) => Ok(value),
            (_, Some(_)) => Err(in_another(text)),
        }
    }
}

/// A number and the code of three letters behind it, set off by a space.
fn with_code(text: &str) -> Option<(&str, &str)> {
    let (number, code) = text.trim().rsplit_once(char::is_whitespace)?;
    let is_code = code.len() == 3 && code.chars().all(|c| c.is_ascii_uppercase());
    (is_code && number.contains(|c: char| c.is_ascii_digit())).then(|| (number.trim_end(), code))
}

/// What stands behind the number is the code of no currency.
fn unknown_code(text: &str, number: &str, problem: QuantityProblem) -> QuantityProblem {
    let instead = problem.instead.map(|(meaning, code)| (meaning, format!("{number} {code}")));
    let message = format!("is {}, and what stands behind the number is not a currency code of ISO 4217", quoted(text));
    let label = instead.as_ref().map_or(problem.label, |(_, text)| format!("did you mean {text}?"));
    QuantityProblem { code: problem.code, message, label, instead }
}

/// The currency is said by a sign and by its code.
fn twice(kind: &QuantityKind, text: &str, number: &str, own: CurrencyCode) -> QuantityProblem {
    let message = format!("is {}, which says its currency twice", quoted(text));
    let plain = number.trim_matches(|c: char| SIGNS.contains(&c) || c.is_whitespace());
    let is_same = number.chars().all(|c| !SIGNS.contains(&c) || !own.is_foreign(&c.to_string()));
    let meant = number::decimal(plain).is_ok().then(|| plain.to_owned()).or_else(|| number::meant(plain));
    let meant = meant.filter(|meant| kind.accepts(meant));
    let label = |meant: &str| format!("write {meant} {}", own.code());
    let problem = |label| QuantityProblem::new(DocumentCode::NotANumber, message, label);
    match meant {
        Some(meant) if is_same => {
            let kept = FixMeaning::kept_if(number::is_ungrouped(plain) || number::decimal(plain).is_ok());
            problem(label(&meant)).instead(kept, format!("{meant} {}", own.code()))
        }
        Some(meant) => problem(format!("{}, or the code of the other currency", label(&meant))),
        None => problem(label(kind.example)),
    }
}

/// What is wrong with the number of an amount, with its code behind what is to be written.
fn coded(problem: QuantityProblem, own: CurrencyCode) -> QuantityProblem {
    let instead = problem.instead.map(|(meaning, text)| (meaning, format!("{text} {}", own.code())));
    let label = match &instead {
        Some((_, text)) if problem.label.starts_with("write ") => format!("write {text}"),
        Some(_) | None => problem.label,
    };
    QuantityProblem { label, instead, ..problem }
}

/// What is wrong with an amount that says another currency than that of the file, but not by its code behind the number.
pub(crate) fn in_another_currency(text: &str, currency: &str) -> Option<QuantityProblem> {
    let own = CurrencyCode::of(currency)?;
    let is_of_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '_' | ' ' | '-');
    let unit = text.trim().trim_matches(is_of_number);
    // a code in small letters is one that was meant
    let is_code = unit.len() == 3 && unit.chars().all(|c| c.is_ascii_alphabetic());
    let is_meant = || is_code && currency_meant(unit).is_some_and(|code| code != currency);
    if !own.is_foreign(unit) && !is_meant() {
        return None;
    }
    let message = format!("is {}, and an amount says another currency than {currency} by its code", quoted(text));
    let problem = |label| QuantityProblem::new(DocumentCode::NotANumber, message, label);
    let number = text.replace(unit, " ");
    let number = number.trim();
    let plain = number::meant(text).or_else(|| number::meant(number));
    let Some((number_meant, code)) = plain.zip(currency_meant(unit).filter(|code| *code != currency)) else {
        return Some(problem(format!(
            "write it with its code, such as `3.20 USD`, and what one of it is worth in {currency} under `exchange_rates`"
        )));
    };
    let written = format!("{number_meant} {code}");
    let label =
        format!("write {written}, and what one {code} is worth in {currency} as `exchange_rates: {{ {code}: … }}`");
    // a dollar may be another country's
    let meaning = FixMeaning::kept_if(unit.eq_ignore_ascii_case(code) && number::is_ungrouped(number));
    Some(problem(label).instead(meaning, written))
}
