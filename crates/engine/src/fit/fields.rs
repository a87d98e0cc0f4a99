//! Fields of a `config.json`, each checked for its type and its bounds.

use serde_json::{Map, Value};
use std::fmt;
use std::ops::RangeInclusive;

/// Maximum length of a value in a message, in characters.
const SHOWN: usize = 40;

/// Error in a `config.json`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Key with the keys above it, such as `text_config.num_hidden_layers`; `None` for the whole text.
    pub key: Option<String>,
    /// What is wrong with it, and what was expected.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.key {
            Some(key) => write!(to, "`{key}` {}", self.message),
            None => to.write_str(&self.message),
        }
    }
}

impl std::error::Error for ConfigError {}

impl ConfigError {
    /// An error of the whole text.
    pub(super) fn whole(message: impl Into<String>) -> ConfigError {
        ConfigError { key: None, message: message.into() }
    }
}

/// Fields of an object, and those of the object around it that hold for both.
#[derive(Clone, Copy)]
pub(super) struct Fields<'a> {
    own: &'a Map<String, Value>,
    /// Key of the object, with a final period; empty for the whole config.
    prefix: &'static str,
}

impl<'a> Fields<'a> {
    /// The fields of an object. `prefix` is its key with a final period.
    pub(super) fn of(own: &'a Map<String, Value>, prefix: &'static str) -> Fields<'a> {
        Fields { own, prefix }
    }

    /// The value of a key; `null` is as good as none.
    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.own.get(key).filter(|value| !value.is_null())
    }

    /// An error at a key.
    pub(super) fn wrong(&self, key: &str, message: impl Into<String>) -> ConfigError {
        ConfigError { key: Some(format!("{}{key}", self.prefix)), message: message.into() }
    }

    /// An error at a key whose value is not as expected.
    pub(super) fn unexpected(&self, key: &str, expected: &str) -> ConfigError {
        match self.get(key) {
            None => self.wrong(key, format!("is missing; expected {expected}")),
            Some(value) => self.wrong(key, format!("is {}; expected {expected}", shown(value))),
        }
    }

    /// A whole number that must be present.
    pub(super) fn whole(&self, key: &str, bounds: RangeInclusive<u64>) -> Result<u128, ConfigError> {
        let found = self.get(key).and_then(Value::as_u64).filter(|number| bounds.contains(number));
        found.map(u128::from).ok_or_else(|| self.unexpected(key, &whole_number(&bounds)))
    }

    /// A whole number; `None` if it is absent.
    pub(super) fn optional(&self, key: &str, bounds: RangeInclusive<u64>) -> Result<Option<u128>, ConfigError> {
        self.get(key).map(|_| self.whole(key, bounds)).transpose()
    }

    /// `true` or `false`; `None` if it is absent.
    pub(super) fn flag(&self, key: &str) -> Result<Option<bool>, ConfigError> {
        let flag = |value: &Value| value.as_bool().ok_or_else(|| self.unexpected(key, "true or false"));
        self.get(key).map(flag).transpose()
    }

    /// A text; `None` if it is absent.
    pub(super) fn text(&self, key: &str) -> Result<Option<&'a str>, ConfigError> {
        let text = |value: &'a Value| value.as_str().ok_or_else(|| self.unexpected(key, "a text"));
        self.get(key).map(text).transpose()
    }

    /// An object; `None` if it is absent.
    pub(super) fn object(&self, key: &str, prefix: &'static str) -> Result<Option<Fields<'a>>, ConfigError> {
        let object = |value: &'a Value| value.as_object().ok_or_else(|| self.unexpected(key, "an object"));
        Ok(self.get(key).map(object).transpose()?.map(|own| Fields::of(own, prefix)))
    }

    /// A list; `None` if it is absent.
    pub(super) fn list(&self, key: &str) -> Result<Option<&'a [Value]>, ConfigError> {
        let list = |value: &'a Value| value.as_array().ok_or_else(|| self.unexpected(key, "a list"));
        Ok(self.get(key).map(list).transpose()?.map(Vec::as_slice))
    }
}

/// What was expected: `a whole number from 1 to 1000`.
fn whole_number(bounds: &RangeInclusive<u64>) -> String {
    format!("a whole number from {} to {}", bounds.start(), bounds.end())
}

/// A value in a message, cut to a readable length.
fn shown(value: &Value) -> String {
    match value {
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
        value => {
            let text = value.to_string();
            let cut: String = text.chars().take(SHOWN).collect();
            if cut.len() < text.len() { format!("{cut}…") } else { text }
        }
    }
}
