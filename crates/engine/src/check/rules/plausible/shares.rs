//! Shares below one per cent where shares are hardly ever that small: `0.65 %` for 65 %.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::scenario::quantity::ReadNumber;
use rust_decimal::Decimal;

/// Below this, a fraction was probably written with a percent sign.
const ONE_PER_CENT: Decimal = Decimal::from_parts(1, 0, 0, false, 2);

/// Keys whose shares are either zero or above one per cent, with the plausible maximum of a hundred times the value.
const KEYS: &[(&str, Decimal)] = &[
    ("utilization", Decimal::ONE),
    ("discount", Decimal::ONE),
    ("availability", Decimal::ONE),
    ("residual_value", Decimal::ONE),
    ("market_values", Decimal::ONE),
    ("financed_share", Decimal::ONE),
    ("buyout", Decimal::ONE),
    ("share", Decimal::ONE),
    ("upfront", Decimal::ONE),
    ("order", Decimal::ONE),
    ("delivery", Decimal::ONE),
    ("discount_rate", USUAL_RATE),
    ("rate", USUAL_RATE),
    ("price_change_per_year", USUAL_RATE),
    ("replacement_price_change_per_year", USUAL_RATE),
    ("share_of_capital_per_year", USUAL_RATE),
    ("indirect_tax", USUAL_RATE),
    ("first_year_share", Decimal::ONE),
    ("depreciation", Decimal::ONE),
];

/// A yearly rate above this is as unlikely as the written one.
const USUAL_RATE: Decimal = Decimal::from_parts(3, 0, 0, false, 1);

/// Highest tax rate on profits.
const USUAL_TAX: Decimal = Decimal::from_parts(6, 0, 0, false, 1);

/// Shares that appear to be divided by a hundred twice.
pub(super) fn twice(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let document = &subject.answer.loaded.document;
    document.numbers().into_iter().filter_map(|number| of_number(subject, &number)).collect()
}

fn of_number(subject: &Subject<'_>, number: &ReadNumber) -> Option<Diagnostic> {
    let document = &subject.answer.loaded.document;
    let is_written = document.text(number.at)?.trim_end().ends_with('%');
    let little = number.value.abs();
    if !is_written || little.is_zero() || little >= ONE_PER_CENT {
        return None;
    }
    let path = document.path(number.at);
    let hundredfold = number.value * Decimal::ONE_HUNDRED;
    if hundredfold.abs() > most(&path)? {
        return None;
    }
    let message = format!("`{path}` is {}, as a fraction {}", share(number.value), number.value.normalize());
    Some(
        subject
            .finding(Code::ShareTwice, number.at, message)
            .label(format!("write {} if that is intended", share(hundredfold))),
    )
}

/// Plausible maximum for the last key of a path, ignoring list items; `None` for other keys and for ranges of uncertain inputs.
fn most(path: &str) -> Option<Decimal> {
    let mut keys = path.rsplit('.').skip_while(|key| key.bytes().all(|byte| byte.is_ascii_digit()));
    if matches!(path, "tax.rate" | "tax.state.rate") {
        return Some(USUAL_TAX);
    }
    let is_range = path.starts_with("uncertainty.") || path.starts_with("cases.");
    let key = keys.next().filter(|_| !is_range)?;
    KEYS.iter().find(|(name, _)| *name == key).map(|(_, most)| *most)
}
