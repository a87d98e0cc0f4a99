//! Access to JSON with the exact text of its numbers, without keeping a tree of it.

use crate::catalog::RequestLengths;
use crate::number::{self, NotANumber};
use crate::scenario::Date;
use language::suggest::shown;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Most members of an object that is kept; those of lists have a few dozen.
const MOST_MEMBERS: usize = 1_000;
/// Most characters of a value that a message needs.
const LONGEST: usize = 200;
/// Tokens to which prices refer.
pub(super) const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);
/// Highest price per million tokens, as in a scenario.
const MOST_PRICE: Decimal = Decimal::from_parts(0xd4a5_1000, 0xe8, 0, false, 0);

/// Error in a value.
#[derive(Debug)]
pub(super) struct Fault<'a> {
    /// The value.
    pub(super) at: &'a RawValue,
    /// Error, as a sentence.
    pub(super) message: String,
}

/// An object with its members, in order. A member that is `null` is absent.
#[derive(Debug)]
pub(super) struct Object<'a> {
    at: &'a RawValue,
    members: Vec<(String, &'a RawValue)>,
}

/// Passes each element of an array to `each`.
pub(super) fn elements<'a>(text: &'a str, each: &mut dyn FnMut(&'a RawValue)) -> Result<(), serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    json.deserialize_seq(All { each: &mut |_, value| each(value) })?;
    json.end()
}

/// Passes each member of an object to `each`.
pub(super) fn members<'a>(text: &'a str, each: &mut dyn FnMut(String, &'a RawValue)) -> Result<(), serde_json::Error> {
    let mut json = serde_json::Deserializer::from_str(text);
    json.deserialize_map(All { each })?;
    json.end()
}

/// Visitor that passes on the elements of an array or the members of an object.
struct All<'a, 'e> {
    each: &'e mut dyn FnMut(String, &'a RawValue),
}

impl<'a> Visitor<'a> for All<'a, '_> {
    type Value = ();

    fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("an array or an object")
    }

    fn visit_seq<S: SeqAccess<'a>>(self, mut array: S) -> Result<(), S::Error> {
        while let Some(value) = array.next_element()? {
            (self.each)(String::new(), value);
        }
        Ok(())
    }

    fn visit_map<M: MapAccess<'a>>(self, mut object: M) -> Result<(), M::Error> {
        while let Some((key, value)) = object.next_entry()? {
            (self.each)(key, value);
        }
        Ok(())
    }
}

impl<'a> Object<'a> {
    /// The object that a value is.
    pub(super) fn of(at: &'a RawValue) -> Result<Object<'a>, Fault<'a>> {
        let mut kept = Vec::new();
        let mut count = 0_usize;
        let read = members(at.get(), &mut |key, value| {
            count += 1;
            if count <= MOST_MEMBERS {
                kept.push((key, value));
            }
        });
        let fault = |message: &str| Fault { at, message: message.to_owned() };
        read.map_err(|_| fault("must be an object with keys, in braces"))?;
        if count > MOST_MEMBERS {
            return Err(fault("has more than 1,000 keys"));
        }
        Ok(Object { at, members: kept })
    }

    /// All members, in order.
    pub(super) fn all(&self) -> impl Iterator<Item = (&str, &'a RawValue)> {
        self.members.iter().map(|(key, value)| (key.as_str(), *value))
    }

    /// A member; the last one of this name.
    pub(super) fn member(&self, key: &str) -> Option<&'a RawValue> {
        let value = self.members.iter().rev().find(|(name, _)| name == key)?.1;
        (value.get() != "null").then_some(value)
    }

    /// A required member.
    pub(super) fn needed(&self, key: &str) -> Result<&'a RawValue, Fault<'a>> {
        self.member(key).ok_or_else(|| Fault { at: self.at, message: format!("lacks the key `{key}`") })
    }

    /// Text of a member.
    pub(super) fn text(&self, key: &str) -> Result<Option<String>, Fault<'a>> {
        let Some(at) = self.member(key) else { return Ok(None) };
        serde_json::from_str(at.get()).map(Some).map_err(|_| wrong(key, at, "write text in quotes"))
    }

    /// Text of a required member.
    pub(super) fn needed_text(&self, key: &str) -> Result<String, Fault<'a>> {
        let at = self.needed(key)?;
        serde_json::from_str(at.get()).map_err(|_| wrong(key, at, "write text in quotes"))
    }

    /// A day, such as `"2026-11-21"`.
    pub(super) fn day(&self, key: &str) -> Result<Option<Date>, Fault<'a>> {
        let Some((at, text)) = self.member(key).zip(self.text(key)?) else { return Ok(None) };
        Date::parse(&text).map(Some).map_err(|_| wrong(key, at, "write a day such as \"2026-11-21\""))
    }

    /// A number of at least zero, exactly as written.
    pub(super) fn number(&self, key: &str) -> Result<Option<Decimal>, Fault<'a>> {
        self.member(key).map(|at| number(key, at)).transpose()
    }

    /// A price per million tokens, from one for a number of tokens.
    pub(super) fn price(&self, key: &str, tokens: Decimal) -> Result<Option<Decimal>, Fault<'a>> {
        let Some((at, price)) = self.member(key).zip(self.number(key)?) else { return Ok(None) };
        let price = MILLION.checked_div(tokens).and_then(|times| price.checked_mul(times));
        let price = price.filter(|price| *price <= MOST_PRICE);
        price.map(|price| Some(price.normalize())).ok_or_else(|| wrong(key, at, "it is too large for a price"))
    }

    /// A whole number of tokens, such as `128000` or `128000.0`.
    pub(super) fn tokens(&self, key: &str) -> Result<Option<u64>, Fault<'a>> {
        self.member(key).map(|at| tokens(key, at)).transpose()
    }

    /// Elements of a member that is an array of objects; none if it is absent.
    pub(super) fn objects(&self, key: &str) -> Result<Vec<Object<'a>>, Fault<'a>> {
        self.member(key).map_or(Ok(Vec::new()), |at| objects(key, at))
    }

    /// Lengths of requests from an array of two numbers of tokens, `[0, 32000]`.
    pub(super) fn range(&self, key: &str) -> Result<RequestLengths, Fault<'a>> {
        let at = self.needed(key)?;
        let mut ends = Vec::new();
        let read = elements(at.get(), &mut |end| ends.push(tokens(key, end)));
        match (read, &mut ends[..]) {
            (Ok(()), [_, _]) => {}
            _ => return Err(wrong(key, at, "write two numbers of tokens in brackets")),
        }
        let ends = ends.into_iter().collect::<Result<Vec<u64>, Fault<'a>>>()?;
        match ends[..] {
            [above, up_to] if above < up_to => {
                Ok(RequestLengths { above: (above > 0).then_some(above), up_to: Some(up_to) })
            }
            _ => Err(wrong(key, at, "its second number must be above the first")),
        }
    }
}

/// Elements of an array of objects.
pub(super) fn objects<'a>(key: &str, at: &'a RawValue) -> Result<Vec<Object<'a>>, Fault<'a>> {
    let mut all = Vec::new();
    let mut count = 0_usize;
    let read = elements(at.get(), &mut |element| {
        count += 1;
        if count <= MOST_MEMBERS {
            all.push(Object::of(element));
        }
    });
    read.map_err(|_| wrong(key, at, "write an array, in brackets"))?;
    if count > MOST_MEMBERS {
        return Err(Fault { at, message: format!("`{key}` has more than 1,000 elements") });
    }
    all.into_iter().collect()
}

/// A number of at least zero, exactly as written.
fn number<'a>(key: &str, at: &'a RawValue) -> Result<Decimal, Fault<'a>> {
    match number::decimal(at.get()) {
        Ok(value) if value >= Decimal::ZERO => Ok(value),
        Ok(_) => Err(wrong(key, at, "it must not be negative")),
        Err(NotANumber::TooLarge | NotANumber::TooManyDigits) => Err(wrong(key, at, "it has too many digits")),
        Err(_) => Err(wrong(key, at, "write a number such as 6e-07, without quotes")),
    }
}

fn tokens<'a>(key: &str, at: &'a RawValue) -> Result<u64, Fault<'a>> {
    let number = number(key, at)?;
    let whole = number.to_u64().filter(|_| number.is_integer());
    whole.ok_or_else(|| wrong(key, at, "write a whole number of tokens"))
}

/// Error in a member: `` `mode` is `5`; write text in quotes``.
pub(super) fn wrong<'a>(key: &str, at: &'a RawValue, advice: &str) -> Fault<'a> {
    let start: String = at.get().chars().take(LONGEST).collect();
    let words: Vec<&str> = start.split_whitespace().collect();
    Fault { at, message: format!("`{key}` is `{}`; {advice}", shown(&words.join(" "))) }
}
