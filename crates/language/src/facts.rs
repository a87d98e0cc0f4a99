//! What may be written under a key, in short sentences for whoever has it under a cursor: unit, bounds, and what holds where
//! it is left out.

use super::declaration::Key;
use super::quantity::{NumberForm, QuantityKind};
use super::suggest::listed;
use super::wanted::Wanted;

/// What may be written under a key, and what holds without it; amounts are in a currency, or in `money` where none is known.
///
/// ```
/// use language::facts::facts;
/// use language::{part, quantities, document::Given};
/// use sheet::unit::Unit;
/// quantities! {
///     /// Trees of one kind.
///     TreeCount: Unit::ONE, 1 ..= 1_000, Count, like "12";
/// }
/// part! {
///     /// A garden.
///     pub struct Orchard {
///         /// How many trees it has.
///         trees: Given<TreeCount> = "10";
///         /// Whether it has a fence.
///         fenced: Given<bool>;
///     }
/// }
/// let said = |name: &str| facts(Orchard::PART.key(name).unwrap(), "USD");
/// assert_eq!(said("trees"), ["A whole number, 1 to 1,000.", "`10` where it is left out."]);
/// assert_eq!(said("fenced"), ["`true` or `false`.", "It has to be there."]);
/// ```
#[must_use]
pub fn facts(key: &Key, currency: &str) -> Vec<String> {
    let absence = match key.default {
        Some(default) => Some(format!("`{default}` where it is left out.")),
        None => key.is_required().then(|| "It has to be there.".to_owned()),
    };
    may_be(key, key.wanted, currency).map(|words| capitalized(&words) + ".").into_iter().chain(absence).collect()
}

/// What may be written: nothing where that is any text, or a part whose keys say it.
fn may_be(key: &Key, wanted: &Wanted, currency: &str) -> Option<String> {
    match wanted {
        Wanted::Quantity(kind) => Some(quantity(kind, currency)),
        Wanted::Scalar(scalar) => Some(scalar.words.to_owned()),
        Wanted::Truth => Some("`true` or `false`".to_owned()),
        Wanted::Word(words) => Some(listed(&words.names(), "or")),
        Wanted::Text => key.text.map(|text| (text.reference)()),
        Wanted::Part(_) => None,
        Wanted::Entries(entry) => may_be(key, entry, currency).map(|entry| format!("by name: {entry}")),
        Wanted::List(item) => may_be(key, item, currency).map(|item| format!("a list: {item}")),
        Wanted::Either(..) if key.words.is_some() && key.text.is_none() => {
            let words = key.words.unwrap_or_default();
            let number = numbers(key.wanted).map(|kind| format!(": {}", quantity(kind, currency)));
            Some(format!("{words}{}", number.unwrap_or_default()))
        }
        Wanted::Either(one, other) => {
            let both = [may_be(key, one, currency), may_be(key, other, currency)];
            let said: Vec<String> = both.into_iter().flatten().collect();
            (!said.is_empty()).then(|| said.join("; or "))
        }
    }
}

/// The number that may stand there as it is, or in the entries or items there.
fn numbers(wanted: &Wanted) -> Option<&'static QuantityKind> {
    match wanted {
        Wanted::Quantity(kind) => Some(kind),
        Wanted::Entries(below) | Wanted::List(below) => numbers(below),
        Wanted::Either(one, other) => numbers(one).or_else(|| numbers(other)),
        Wanted::Scalar(_) | Wanted::Text | Wanted::Truth | Wanted::Word(_) | Wanted::Part(_) => None,
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

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
