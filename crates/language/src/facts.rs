//! Facts about a key in short sentences, shown on hover: allowed values, unit, bounds, and default.

use super::declaration::Key;
use super::expected_type::ExpectedType;
use super::quantity::{NumberForm, QuantityKind};
use super::suggest::listed;

/// Allowed values and default of a key. Amounts are in `currency`, or in `money` where none is known.
///
/// ```
/// use language::facts::facts;
/// use language::{part, quantities, document::Located};
/// use sheet::unit::Unit;
/// quantities! {
///     /// Trees of one kind.
///     TreeCount: Unit::ONE, 1 ..= 1_000, Count, like "12";
/// }
/// part! {
///     /// A garden.
///     pub struct Orchard {
///         /// How many trees it has.
///         trees: Located<TreeCount> = "10";
///         /// Whether it has a fence.
///         fenced: Located<bool>;
///     }
/// }
/// let said = |name: &str| facts(Orchard::PART.key(name).unwrap(), "USD");
/// assert_eq!(said("trees"), ["A whole number, 1 to 1,000.", "Default: `10`."]);
/// assert_eq!(said("fenced"), ["`true` or `false`.", "Required."]);
/// ```
#[must_use]
pub fn facts(key: &Key, currency: &str) -> Vec<String> {
    let absence = match key.default {
        Some(default) => Some(format!("Default: `{default}`.")),
        None => key.is_required().then(|| "Required.".to_owned()),
    };
    may_be(key, key.expected, currency).map(|words| capitalized(&words) + ".").into_iter().chain(absence).collect()
}

/// Allowed values; `None` for free text, and for a part, whose keys describe them.
fn may_be(key: &Key, expected: &ExpectedType, currency: &str) -> Option<String> {
    match expected {
        ExpectedType::Quantity(kind) => Some(quantity(kind, currency)),
        ExpectedType::Scalar(scalar) => Some(scalar.words.to_owned()),
        ExpectedType::Boolean => Some("`true` or `false`".to_owned()),
        ExpectedType::Word(words) => Some(listed(&words.names(), "or")),
        ExpectedType::Text => key.text.map(|text| (text.reference)()),
        ExpectedType::Part(_) => None,
        ExpectedType::Entries(entry) => may_be(key, entry, currency).map(|entry| format!("by name: {entry}")),
        ExpectedType::List(item) => may_be(key, item, currency).map(|item| format!("a list: {item}")),
        ExpectedType::Either(..) if key.words.is_some() && key.text.is_none() => {
            let words = key.words.unwrap_or_default();
            let number = numbers(key.expected).map(|kind| format!(": {}", quantity(kind, currency)));
            Some(format!("{words}{}", number.unwrap_or_default()))
        }
        ExpectedType::Either(one, other) => {
            let both = [may_be(key, one, currency), may_be(key, other, currency)];
            let said: Vec<String> = both.into_iter().flatten().collect();
            (!said.is_empty()).then(|| said.join("; or "))
        }
    }
}

/// Kind of the number under the key, or in its entries or items.
fn numbers(expected: &ExpectedType) -> Option<&'static QuantityKind> {
    match expected {
        ExpectedType::Quantity(kind) => Some(kind),
        ExpectedType::Entries(below) | ExpectedType::List(below) => numbers(below),
        ExpectedType::Either(one, other) => numbers(one).or_else(|| numbers(other)),
        ExpectedType::Scalar(_)
        | ExpectedType::Text
        | ExpectedType::Boolean
        | ExpectedType::Word(_)
        | ExpectedType::Part(_) => None,
    }
}

/// `a number in USD/kWh, 0 to 1,000`.
fn quantity(kind: &QuantityKind, currency: &str) -> String {
    let unit = kind.plural_unit(currency);
    let form = match kind.form {
        NumberForm::Share => return format!("a share, {}, such as {}", kind.bounds(), kind.example),
        NumberForm::Number if unit.is_empty() => "a number".to_owned(),
        NumberForm::Number => format!("a number in {unit}"),
        NumberForm::Count if unit.is_empty() => "a whole number".to_owned(),
        NumberForm::Count => format!("a whole number of {unit}"),
    };
    format!("{form}, {}", kind.bounds())
}

/// Text with a capital first letter.
#[must_use]
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
