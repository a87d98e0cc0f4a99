//! The days until which something should be looked at again.

use super::document::{Date, Given, ScalarOr};
use std::slice;

/// One day, or several.
pub type ReviewDates = ScalarOr<Given<Date>, Vec<Given<Date>>>;

/// Each day that is stated, in the order of the file.
#[must_use]
pub fn days(stated: Option<&ReviewDates>) -> &[Given<Date>] {
    match stated {
        None => &[],
        Some(ScalarOr::Scalar(day)) => slice::from_ref(day),
        Some(ScalarOr::Part(days)) => days,
    }
}

/// The first of them.
#[must_use]
pub fn first(stated: Option<&ReviewDates>) -> Option<Given<Date>> {
    days(stated).iter().copied().min_by_key(|day| day.value)
}
