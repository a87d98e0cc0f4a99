//! What servers are worth at an age, against what has been seen.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::document::Entry;
use crate::scenario::own::Own;
use crate::scenario::quantity::Quantity;
use rust_decimal::Decimal;

/// The most that an accelerator was worth of its price after two to three years: used H100s at 22 to 25 thousand against 31
/// thousand new (runlocalai.co, first quarter of 2026).
const AFTER_TWO_YEARS: Decimal = Decimal::from_parts(81, 0, 0, false, 2);

/// Months after which a residual value is held against it.
const TWO_YEARS: u32 = 24;

/// Values that rise with age, or that hold beyond what has been seen.
pub(super) fn holding(subject: &Subject<'_>) -> Vec<Diagnostic> {
    subject.answer.loaded.scenario.own.iter().filter_map(|option| of_option(subject, option)).collect()
}

fn of_option(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    rising(subject, option).or_else(|| held(subject, option)).or_else(|| residual(subject, option))
}

/// A market value above that of the year before.
fn rising(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let values = option.value.market_values.as_ref()?;
    let (age, pair) =
        values.windows(2).enumerate().find(|(_, pair)| pair[1].value.decimal() > pair[0].value.decimal())?;
    let message = format!(
        "the servers of own.{} are worth {} at age {}, more than the {} at age {}",
        option.name,
        share(pair[1].value.decimal()),
        age + 2,
        share(pair[0].value.decimal()),
        age + 1
    );
    let finding = subject.finding(Code::ValueHolds, pair[1].at, message);
    Some(finding.label("write the values in the order of their age, as shares of the price when new"))
}

/// A market value from the second year on that is above any that was seen.
fn held(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let values = option.value.market_values.as_ref()?.iter().enumerate().skip(1);
    let (age, value) = values.into_iter().find(|(_, value)| value.value.decimal() > AFTER_TWO_YEARS)?;
    let what =
        format!("the servers of own.{} are worth {} at age {}", option.name, share(value.value.decimal()), age + 1);
    Some(subject.finding(Code::ValueHolds, value.at, beyond(&what)).label(LABEL))
}

/// A residual value at the end of a life of two years or more.
fn residual(subject: &Subject<'_>, option: &Entry<Own>) -> Option<Diagnostic> {
    let (value, life) = (&option.value.residual_value, option.value.useful_life_months.value.count());
    if life < TWO_YEARS || value.value.decimal() <= AFTER_TWO_YEARS {
        return None;
    }
    let what =
        format!("the servers of own.{} are sold for {} after {life} months", option.name, share(value.value.decimal()));
    Some(subject.finding(Code::ValueHolds, value.at, beyond(&what)).label(LABEL))
}

const LABEL: &str = "write what a buyer pays for a used one, as a share of the price when new";

fn beyond(what: &str) -> String {
    let seen = share(AFTER_TWO_YEARS);
    format!("{what}; the most that was seen after two to three years is {seen} (used H100s, first quarter of 2026)")
}
