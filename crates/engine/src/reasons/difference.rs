//! Reasons why two scenarios can't be compared, and names of groups of changes.

use crate::analysis::difference::{CurrenciesDiffer, GroupName};
use std::borrow::Cow;
use std::error::Error;
use std::fmt;

impl fmt::Display for CurrenciesDiffer {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CurrenciesDiffer { old, new } = self;
        write!(out, "the scenarios are in different currencies, {old} and {new}; use one currency in both")
    }
}

impl Error for CurrenciesDiffer {}

/// Name of changes that are attributed together: `own.hgx.node.price`, `own.hgx + rent.cloud`, `own.hgx + 2 more`.
#[must_use]
pub fn group_name(name: &GroupName) -> Cow<'_, str> {
    let names = match name {
        GroupName::One(name) => return name.into(),
        GroupName::Together(names) => names,
    };
    match names.as_slice() {
        [one, other] => format!("{one} + {other}").into(),
        [one, rest @ ..] => format!("{one} + {} more", rest.len()).into(),
        [] => "".into(),
    }
}
