//! Review dates.

use super::document::{Date, Located, ScalarOr};
use std::slice;

/// One date, or several.
pub type ReviewDates = ScalarOr<Located<Date>, Vec<Located<Date>>>;

/// All given dates, in the order of the file.
#[must_use]
pub fn days(stated: Option<&ReviewDates>) -> &[Located<Date>] {
    match stated {
        None => &[],
        Some(ScalarOr::Scalar(day)) => slice::from_ref(day),
        Some(ScalarOr::Part(days)) => days,
    }
}

/// Earliest given date.
#[must_use]
pub fn first(stated: Option<&ReviewDates>) -> Option<Located<Date>> {
    days(stated).iter().copied().min_by_key(|day| day.value)
}
