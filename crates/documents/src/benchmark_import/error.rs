//! Errors of result files.

use std::fmt;

/// Why there is no rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchmarkError {
    /// File, and benchmark in it, if the error is in one.
    pub at: Option<String>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub instead: String,
}

impl BenchmarkError {
    pub(super) fn new(message: impl Into<String>, instead: impl Into<String>) -> BenchmarkError {
        BenchmarkError { at: None, message: message.into(), instead: instead.into() }
    }

    /// A field is missing or wrong.
    pub(super) fn content(message: String) -> BenchmarkError {
        BenchmarkError::new(message, "give the unchanged file of the tool")
    }

    /// The same error at a place.
    pub(super) fn at(self, place: impl fmt::Display) -> BenchmarkError {
        BenchmarkError { at: Some(place.to_string()), ..self }
    }
}

/// `PLACE: what is wrong; what to do`.
impl fmt::Display for BenchmarkError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = &self.at {
            write!(formatter, "{at}: ")?;
        }
        write!(formatter, "{}; {}", self.message, self.instead)
    }
}

impl std::error::Error for BenchmarkError {}
