//! Requests and tokens as people type them: `300k/month`, `20 M tokens a day`.

use crate::number;
use crate::scenario::quantities::{OutputPerMonth, RequestsPerMonth, Share, TokensPerRequest};
use crate::scenario::quantity::{Quantity, QuantityKind};
use crate::template::answers::problem_text;
use crate::template::typed;
use rust_decimal::Decimal;

/// Tokens of a unit of output.
const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

/// Amount of work of a month of 730 hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountOfWork {
    /// Requests.
    Requests(Decimal),
    /// Millions of tokens, read and written.
    Millions(Decimal),
}

/// Ends of a text that state its period, with the number of them in a month, as a fraction: a year has 12 months and 365 days.
const PERIODS: [(&str, u32, u32); 4] = [("month", 1, 1), ("week", 365, 84), ("day", 365, 12), ("year", 1, 12)];

/// What to write instead of a text that is not an amount.
const LIKE: &str = "write a number such as 300k, or 20 M tokens a day (or a week, a month, a year)";

impl AmountOfWork {
    /// Requests per month, of this many tokens each.
    pub(super) fn requests(self, tokens: Decimal) -> Decimal {
        match self {
            AmountOfWork::Requests(requests) => requests,
            AmountOfWork::Millions(millions) => millions * MILLION / tokens,
        }
    }

    /// Half of the amount, and twice as much or the largest of a scenario; requests are whole.
    pub(super) fn range(self) -> [Decimal; 2] {
        let (kind, low, amount) = match self {
            AmountOfWork::Requests(requests) => (RequestsPerMonth::KIND, (requests / Decimal::TWO).ceil(), requests),
            AmountOfWork::Millions(millions) => (OutputPerMonth::KIND, millions / Decimal::TWO, millions),
        };
        let most = number::decimal(kind.most).unwrap_or(Decimal::MAX);
        [low, (amount * Decimal::TWO).min(most)]
    }

    /// Text for a prompt: `10_000_000 requests a month`.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            AmountOfWork::Requests(requests) => format!("{} requests a month", number::typed(requests)),
            AmountOfWork::Millions(millions) => format!("{} million tokens a month", number::typed(millions)),
        }
    }
}

/// Requests, or tokens if the text says so: `300k`, `10k a day`, `20 M tokens a day`.
///
/// # Errors
/// If it is not a number, is less than one request a month, or has a period other than a month, a week, a day or a year.
pub fn work_per_month(text: &str) -> Result<AmountOfWork, String> {
    let (amount, of_tokens) = amount(text)?;
    if of_tokens {
        return tokens_per_month(text);
    }
    let requests = read(RequestsPerMonth::KIND, &amount, text)?;
    let requests = per_month(requests, text)?;
    if requests < Decimal::ONE {
        return Err(format!("is `{text}`, which is less than one request a month; {LIKE}"));
    }
    within(RequestsPerMonth::KIND, requests.round_dp(0)).map(AmountOfWork::Requests)
}

/// Tokens, read and written: `600M`, `20 M tokens a day`.
///
/// # Errors
/// As [`work_per_month`], and if it is of requests.
pub fn tokens_per_month(text: &str) -> Result<AmountOfWork, String> {
    let (amount, _) = amount(text)?;
    if text.to_lowercase().contains("request") {
        return Err(format!("is `{text}`, in requests; use --requests"));
    }
    let tokens = read(OutputPerMonth::KIND, &amount, text)?;
    let millions = (per_month(tokens, text)? / MILLION).round_dp(6).normalize();
    if millions.is_zero() {
        return Err(format!("is `{text}`, which leaves nothing to compare; {LIKE}"));
    }
    within(OutputPerMonth::KIND, millions).map(AmountOfWork::Millions)
}

/// Tokens that a request reads or writes.
///
/// # Errors
/// If it is not a number of at least one token.
pub fn tokens_per_request(text: &str) -> Result<Decimal, String> {
    let typed = typed::in_notation(TokensPerRequest::KIND, text, "")?;
    let value = TokensPerRequest::KIND.read(&typed, "").map_err(problem_text)?;
    if value < Decimal::ONE {
        return Err(format!(
            "is `{text}`; a request reads and writes at least one token: write a number such as 1_000"
        ));
    }
    Ok(value)
}

/// Share of the input that a prefix cache has.
///
/// # Errors
/// If it is not a share.
pub fn cached(text: &str) -> Result<Decimal, String> {
    let typed = typed::in_notation(Share::KIND, text, "")?;
    Share::KIND.read(&typed, "").map_err(problem_text)
}

/// The number of a text, and whether it is of tokens.
fn amount(text: &str) -> Result<(String, bool), String> {
    let (before, _) = period(text);
    let before = before.trim();
    let lower = before.to_lowercase();
    let words = [("tokens", true), ("token", true), ("requests", false), ("request", false)];
    let (number, of_tokens) = words
        .iter()
        .find_map(|(word, of_tokens)| lower.ends_with(word).then(|| (before.len() - word.len(), *of_tokens)))
        .map_or((before, false), |(at, of_tokens)| (before.get(..at).unwrap_or_default(), of_tokens));
    let number = number.trim();
    if number.is_empty() {
        return Err(format!("is `{text}`; {LIKE}"));
    }
    Ok((number.to_owned(), of_tokens))
}

/// A text without its period, and the number of such periods in a month, as a fraction.
fn period(text: &str) -> (&str, (u32, u32)) {
    let text = text.trim();
    let lower = text.to_ascii_lowercase();
    let before = |name: &str| {
        let rest = lower.strip_suffix(name)?;
        let slash = rest.trim_end().strip_suffix('/');
        slash.or_else(|| [" a ", " per "].into_iter().find_map(|word| rest.strip_suffix(word)))
    };
    let found = PERIODS.into_iter().find_map(|(name, times, over)| Some((before(name)?.len(), (times, over))));
    found.map_or((text, (1, 1)), |(end, times)| (text.get(..end).unwrap_or_default(), times))
}

/// Amount per month of an amount per period.
fn per_month(amount: Decimal, text: &str) -> Result<Decimal, String> {
    let (_, (times, over)) = period(text);
    if amount.is_zero() {
        return Err(format!("is `{text}`, which leaves nothing to compare; {LIKE}"));
    }
    let total = amount.checked_mul(times.into()).and_then(|all| all.checked_div(over.into()));
    total.ok_or_else(|| format!("is `{text}`, which is too large"))
}

/// A number that may be out of its bounds.
fn read(kind: &QuantityKind, typed: &str, text: &str) -> Result<Decimal, String> {
    let typed = typed::in_notation(kind, typed, "")?;
    let number = number::decimal(&typed).ok();
    // a number out of bounds is in the notation in which it was typed
    let number = number.or_else(|| number::decimal(&number::suggestion(&typed)?).ok());
    number.filter(|number| !number.is_sign_negative()).ok_or_else(|| format!("is `{text}`; {LIKE}"))
}

/// A value within the bounds of its kind in scenarios.
fn within(kind: &QuantityKind, value: Decimal) -> Result<Decimal, String> {
    kind.read(&number::typed(value), "").map_err(problem_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_with_their_period() {
        let requests = |text| work_per_month(text);
        for (text, expected) in [
            ("300k", 300_000),
            ("300k/month", 300_000),
            ("300k / Month", 300_000),
            ("300k Per Month", 300_000),
            ("300,000 requests a month", 300_000),
            ("1.2m", 1_200_000),
            // 12,000 × 365 / 12, and × 365 / 84 weeks
            ("12k a day", 365_000),
            ("84k requests per week", 365_000),
            ("12 M/year", 1_000_000),
            ("12 a year", 1),
        ] {
            assert_eq!(requests(text), Ok(AmountOfWork::Requests(expected.into())), "{text}");
        }
        for (text, expected) in [
            // 24 million × 365 / 12
            ("24 M tokens a day", Decimal::from(730)),
            ("600M tokens", Decimal::from(600)),
            ("2.5B Tokens/month", Decimal::from(2_500)),
            ("1 token", Decimal::new(1, 6)),
        ] {
            assert_eq!(requests(text), Ok(AmountOfWork::Millions(expected)), "{text}");
            assert_eq!(tokens_per_month(text), requests(text), "{text}");
        }
        assert_eq!(tokens_per_month("24M/day"), Ok(AmountOfWork::Millions(Decimal::from(730))));
        // more than a number of requests may be
        assert_eq!(tokens_per_month("2_000_000M"), Ok(AmountOfWork::Millions(Decimal::from(2_000_000))));
        assert_eq!(requests("1.234"), Err("is `1.234`, which could be 1.2340 or 1_234; write one of these".to_owned()));
        for wrong in [
            "",
            "0",
            "-1",
            "many",
            "5 apples",
            "tokens",
            "1e30",
            "/day",
            "10 a fortnight",
            "10k/hour",
            "300k month",
            "2000000m",
            "\u{1b}[2J",
            "ä a day",
        ] {
            assert!(
                requests(wrong).is_err() && tokens_per_month(&format!("{wrong} tokens")).is_err()
                    || wrong == "2000000m",
                "{wrong}"
            );
        }
        assert!(requests("2000000m").is_err() && tokens_per_month("5 requests").is_err());
        let periods = "20 M tokens a day (or a week, a month, a year)";
        assert!(requests("10k/hour").is_err_and(|why| why.contains(periods)), "{:?}", requests("10k/hour"));
        let less = requests("11 a year").unwrap_err();
        assert!(less.starts_with("is `11 a year`, which is less than one request a month; "), "{less}");
    }

    #[test]
    fn ranges_have_whole_requests() {
        let range = |work: AmountOfWork| work.range().map(|bound| bound.normalize().to_string());
        assert_eq!(range(AmountOfWork::Requests(301.into())), ["151", "602"]);
        assert_eq!(range(AmountOfWork::Requests(Decimal::ONE)), ["1", "2"]);
        assert_eq!(range(AmountOfWork::Millions(Decimal::ONE)), ["0.5", "2"]);
    }

    #[test]
    fn a_request_has_at_least_one_token() {
        assert_eq!(tokens_per_request("1k"), Ok(Decimal::from(1_000)));
        assert_eq!(tokens_per_request("1_024"), Ok(Decimal::from(1_024)));
        assert_eq!(cached("40"), Ok(Decimal::new(4, 1)));
        assert_eq!(cached("0%"), Ok(Decimal::ZERO));
        for wrong in ["0", "0.5", "-3", "x", "1e9", ""] {
            assert!(tokens_per_request(wrong).is_err(), "{wrong}");
        }
        assert!(cached("140%").is_err());
    }
}
