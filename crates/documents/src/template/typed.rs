//! Numbers as people type them: `265,000`, `$265k`, `1.2m`, `265 000`, `60` for 60 %. Errors of scenarios suggest what such a
//! text means; here the suggestion is taken if it only changes the notation.

use crate::diagnostic::FixSafety;
use crate::number;
use crate::scenario::quantity::{NumberForm, QuantityKind, QuantityProblem};

/// Typed number in the notation of scenarios, in which it may still be invalid: `265_000`, `60%`.
///
/// # Errors
/// If it could be two numbers: `1.234`.
pub(super) fn in_notation(kind: &QuantityKind, text: &str, currency: &str) -> Result<String, String> {
    let text = text.trim();
    if let Some([decimal, grouped]) = two_readings(kind, text) {
        return Err(format!("is `{text}`, which could be {decimal} or {grouped}; write one of these"));
    }
    let problem = kind.read_amount(text, currency).err();
    Ok(problem.as_ref().and_then(|problem| meant(text, problem)).unwrap_or(text).to_owned())
}

/// The suggested number, if it can only have meant this or only changes grouping, a currency sign or a word for thousands.
fn meant<'p>(text: &str, problem: &'p QuantityProblem) -> Option<&'p str> {
    let (safety, suggestion) = problem.instead.as_ref()?;
    let suggested = number_of(suggestion);
    let is_same = number::suggestion(number_of(text)).is_some_and(|read| read == suggested);
    (is_same || *safety == FixSafety::Safe).then_some(suggestion)
}

/// Both readings of one point before exactly three digits, which is a decimal point in scenarios and groups thousands in many
/// countries; none if only one is valid, or if the sign of euros decides.
fn two_readings(kind: &QuantityKind, text: &str) -> Option<[String; 2]> {
    let typed = number_of(text);
    let digits = typed.trim_matches(|c: char| !c.is_ascii_digit());
    let is_pointed = digits.chars().all(|c| c.is_ascii_digit() || c == '.') && !typed.contains('€');
    if !is_pointed || number::is_ungrouped(digits) || digits.matches('.').count() != 1 {
        return None;
    }
    let percent = if kind.form == NumberForm::Share && text.ends_with('%') { "%" } else { "" };
    let reading = |all: &str, with: &str| {
        let read = number::suggestion(&typed.replace(all, with))?;
        let decimals = number::decimal(&read).ok()?.normalize().scale();
        // three decimals would be ambiguous again
        let read = if decimals == 3 { format!("{read}0{percent}") } else { format!("{read}{percent}") };
        kind.read(&read, "").is_ok().then_some(read)
    };
    Some([reading(digits, digits)?, reading(digits, &digits.replace('.', ""))?])
}

/// A text without its percent sign or the code of its currency.
fn number_of(text: &str) -> &str {
    let text = text.trim().trim_end_matches('%').trim_end();
    match text.rsplit_once(' ') {
        Some((number, code)) if code.len() == 3 && code.chars().all(|c| c.is_ascii_uppercase()) => number.trim_end(),
        Some(_) | None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::quantities::{Pieces, PricePerNode, Share};
    use crate::scenario::quantity::{Money as _, Quantity as _};

    #[test]
    fn numbers_are_read_as_people_type_them() {
        for (text, expected) in [
            ("265_000", "265_000"),
            ("265,000", "265_000"),
            ("$265,000", "265_000"),
            ("$289,750", "289_750"),
            ("265 000", "265_000"),
            ("265'000", "265_000"),
            ("265k", "265_000"),
            ("$265k", "265_000"),
            ("1.2m", "1_200_000"),
            ("1,2 million", "1_200_000"),
            ("265,000.50", "265_000.5"),
            ("265.000,50", "265_000.5"),
            ("1.265.000", "1_265_000"),
            ("265k USD", "265_000 USD"),
            ("265,000 EUR", "265_000 EUR"),
            // not a number, or not the same one: the error is that of a scenario
            ("16: x", "16: x"),
            ("265 apples", "265 apples"),
            ("1\n2", "1\n2"),
        ] {
            assert_eq!(in_notation(PricePerNode::KIND, text, "USD").as_deref(), Ok(expected), "{text}");
        }
        assert_eq!(in_notation(PricePerNode::KIND, "€265.000", "EUR").as_deref(), Ok("265_000"));
        for (text, expected) in [
            ("60", "60%"),
            ("60 %", "60 %"),
            ("0,6", "0.6"),
            ("60,5%", "60.5%"),
            ("60.125%", "60.125%"),
            ("0.125", "0.125"),
            ("1.5", "1.5"),
        ] {
            assert_eq!(in_notation(Share::KIND, text, "").as_deref(), Ok(expected), "{text}");
        }
        for (text, expected) in [("1,000", "1_000"), ("1k", "1_000"), ("1 000", "1_000")] {
            assert_eq!(in_notation(Pieces::KIND, text, "").as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_number_with_two_readings_is_refused_with_both() {
        for (text, readings) in [
            ("1.234", "1.2340 or 1_234"),
            ("265.000", "265 or 265_000"),
            ("1.234k", "1_234 or 1_234_000"),
            ("265.000 USD", "265 or 265_000"),
        ] {
            let expected = format!("is `{text}`, which could be {readings}; write one of these");
            assert_eq!(in_notation(PricePerNode::KIND, text, "USD"), Err(expected));
        }
        assert!(in_notation(Pieces::KIND, "1.000", "").is_err());
    }
}
