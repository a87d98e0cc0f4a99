//! Building blocks of typed values: a value with its node, named entries, a value or a part, currencies, dates.

use super::{NodeId, day, quoted};
use crate::declaration::Scalar;
use crate::diagnostic::{DocumentCode, FixSafety};
use crate::quantity::QuantityProblem;
use crate::suggest;
use iso_currency::Currency;
use serde_json::json;
use std::fmt;
use std::sync::LazyLock;

/// A value with its node in the document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// Node.
    pub at: NodeId,
}

/// Named entries, in file order.
#[derive(Clone, Debug, PartialEq)]
pub struct Named<T> {
    entries: Vec<Entry<T>>,
}

/// A named entry.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry<T> {
    /// Name.
    pub name: String,
    /// Node.
    pub at: NodeId,
    /// Value.
    pub value: T,
}

impl<T> Default for Named<T> {
    fn default() -> Named<T> {
        Named { entries: Vec::new() }
    }
}

impl<T> Named<T> {
    /// Entries, in file order.
    pub fn iter(&self) -> std::slice::Iter<'_, Entry<T>> {
        self.entries.iter()
    }

    /// Values, mutable.
    pub(crate) fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.entries.iter_mut().map(|entry| &mut entry.value)
    }

    /// The entry with a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Entry<T>> {
        self.iter().find(|entry| entry.name == name)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Number of entries.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

impl<T> FromIterator<Entry<T>> for Named<T> {
    fn from_iter<I: IntoIterator<Item = Entry<T>>>(entries: I) -> Named<T> {
        Named { entries: entries.into_iter().collect() }
    }
}

impl<'a, T> IntoIterator for &'a Named<T> {
    type Item = &'a Entry<T>;
    type IntoIter = std::slice::Iter<'a, Entry<T>>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A single value, or a part with keys.
#[derive(Clone, Debug, PartialEq)]
pub enum ScalarOr<A, B> {
    /// A single value.
    Scalar(A),
    /// A part.
    Part(B),
}

/// An ISO 4217 currency with a minor unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CurrencyCode(Currency);

impl CurrencyCode {
    pub(crate) const SCALAR: Scalar = Scalar {
        name: "CurrencyCode",
        meaning: "An ISO 4217 currency code, such as `USD`.",
        words: "a currency code such as USD",
        example: "USD",
        schema: || json!({ "type": "string", "enum": *CODES }),
    };
    /// Placeholder for an invalid one.
    pub(crate) const PLACEHOLDER: CurrencyCode = CurrencyCode(Currency::USD);

    /// All payment currencies, found by trying every three-letter word. The crate has a list of them behind a feature, which adds
    /// two code-generating crates.
    fn all() -> impl Iterator<Item = CurrencyCode> {
        let words = (b'A'..=b'Z').flat_map(|a| (b'A'..=b'Z').flat_map(move |b| (b'A'..=b'Z').map(move |c| [a, b, c])));
        words.filter_map(|word| CurrencyCode::of(std::str::from_utf8(&word).ok()?))
    }

    /// Code, `USD`.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.0.code()
    }

    /// Whether a text next to a number names another currency: its code, or a sign that this one does not have.
    pub(crate) fn is_foreign(self, unit: &str) -> bool {
        let signs = ['$', '€', '£', '¥', '₹'];
        let has_sign = |sign: char| self.0.symbol().symbol.contains(sign);
        match unit.chars().find(|c| signs.contains(c)) {
            Some(sign) => !has_sign(sign),
            None => Currency::from_code(unit).is_some_and(|other| other != self.0),
        }
    }

    /// Decimal places of an amount: 2 for dollars, 0 for yen.
    #[must_use]
    pub fn minor_digits(self) -> u32 {
        self.0.exponent().map_or(0, u32::from)
    }

    /// The payment currency with a code; `None` if there is none.
    #[must_use]
    pub fn of(code: &str) -> Option<CurrencyCode> {
        Currency::from_code(code).filter(|currency| currency.exponent().is_some()).map(CurrencyCode)
    }

    /// Parses a code.
    ///
    /// # Errors
    /// If it is not a payment currency.
    pub fn read(text: &str) -> Result<CurrencyCode, QuantityProblem> {
        CurrencyCode::of(text).ok_or_else(|| unknown_currency(text))
    }
}

/// Codes of all payment currencies, computed once.
static CODES: LazyLock<Vec<&str>> = LazyLock::new(|| CurrencyCode::all().map(CurrencyCode::code).collect());

fn unknown_currency(text: &str) -> QuantityProblem {
    if Currency::from_code(text).is_some() {
        let message = format!("is `{text}`, which is not a payment currency: it has no minor unit in ISO 4217");
        let label = "write a currency code, such as USD or EUR".to_owned();
        return QuantityProblem::new(DocumentCode::UnknownCurrency, message, label);
    }
    let message = format!("is {}, which is not an ISO 4217 currency code", quoted(text));
    let problem = |label: String| QuantityProblem::new(DocumentCode::UnknownCurrency, message, label);
    match suggested_currency(text).or_else(|| suggest::nearest(text, CODES.iter().copied())) {
        Some(near) => problem(format!("did you mean {near}?"))
            .instead(FixSafety::safe_if(suggest::is_same_word(text, near)), near),
        None => problem("write a three-letter code, such as USD or EUR".to_owned()),
    }
}

/// Currency code for a sign, a name or an alias.
pub(crate) fn suggested_currency(text: &str) -> Option<&'static str> {
    let lower = text.to_lowercase();
    match lower.as_str() {
        "$" | "us$" | "us" | "dollar" | "dollars" => Some("USD"),
        "€" | "euro" | "euros" => Some("EUR"),
        "£" | "pound" | "pounds" => Some("GBP"),
        "¥" | "yen" => Some("JPY"),
        "rmb" => Some("CNY"),
        "sfr" | "franken" => Some("CHF"),
        _ => Currency::from_code(&lower.to_uppercase()).map(|currency| currency.code()),
    }
}

/// A calendar day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(pub jiff::civil::Date);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Date {
    pub(crate) const SCALAR: Scalar = Scalar {
        name: "Date",
        meaning: "A day, such as `2026-11-01`.",
        words: "a day such as 2026-11-01",
        example: "2026-11-01",
        schema: || json!({ "type": "string", "format": "date", "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$" }),
    };
    /// Placeholder for an invalid one.
    pub(crate) const PLACEHOLDER: Date = Date(jiff::civil::date(2000, 1, 1));

    /// Parses `YEAR-MONTH-DAY`.
    ///
    /// # Errors
    /// What to type, if it has another form or does not exist.
    pub fn parse(text: &str) -> Result<Date, String> {
        Date::read(text).map_err(|problem| problem.label)
    }

    pub(crate) fn read(text: &str) -> Result<Date, QuantityProblem> {
        let shape = text.len() == 10
            && text.char_indices().all(|(i, c)| if i == 4 || i == 7 { c == '-' } else { c.is_ascii_digit() });
        let date = if shape { text.parse::<jiff::civil::Date>().ok() } else { None };
        date.map(Date).ok_or_else(|| not_a_day(text, shape))
    }
}

/// Error about an invalid day; `shape` is whether it has the right form.
fn not_a_day(text: &str, shape: bool) -> QuantityProblem {
    let why = if shape { "which is not in the calendar" } else { "which is not of the form YEAR-MONTH-DAY" };
    let message = format!("is {}, {why}", quoted(text));
    let problem = |label: String| QuantityProblem::new(DocumentCode::InvalidDate, message, label);
    match &day::suggestion(text)[..] {
        [] => match last_of_month(text).filter(|_| shape) {
            Some(last) => problem(format!("write a day of that month: the last is {last}")),
            None => problem("write year-month-day, such as 2026-11-01".to_owned()),
        },
        // year first: take the second number as the month unless it can't be one
        [day, ..] if text.starts_with(|c: char| c.is_ascii_digit()) && text.find('-') == Some(4) => {
            problem(format!("write {day}")).instead(FixSafety::Safe, day.to_string())
        }
        [day] => problem(format!("write {day}")).instead(FixSafety::Safe, day.to_string()),
        [first, others @ ..] => {
            let others: Vec<String> = others.iter().map(ToString::to_string).collect();
            problem(format!("write {first} or {}", others.join(" or ")))
        }
    }
}

/// Last day of the month in a text, whatever its day.
fn last_of_month(text: &str) -> Option<Date> {
    let first: jiff::civil::Date = format!("{}-01", text.get(..7)?).parse().ok()?;
    Some(Date(first.last_of_month()))
}
