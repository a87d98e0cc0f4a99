//! Rates of exchange that are far from what they were on the day of the catalog, or that look upside down.

use crate::catalog::reference_rate;
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic, Fix, FixMeaning};
use crate::number;
use crate::scenario::exchange::StatedRate;
use crate::scenario::quantity::Quantity;
use rust_decimal::{Decimal, RoundingStrategy};

/// How far is far: the euro has moved between 0.96 and 1.60 USD since the year 2003.
const FAR: Decimal = Decimal::from_parts(15, 0, 0, false, 1);

/// From here on it is asked whether the rate is upside down: nearer ones are ordinary movements.
const ASIDE: Decimal = Decimal::from_parts(112, 0, 0, false, 2);

/// Rates that are far from those of the catalog.
pub(super) fn unlikely(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let own = scenario.currency.value.code();
    let found = scenario.exchange_rates.iter().filter_map(|entry| {
        let rate = StatedRate::of(entry).rate;
        let stated = rate.value.decimal();
        let (known, day) = reference_rate(&entry.name, own)?;
        let inverse = Decimal::ONE.checked_div(stated)?;
        let aside = apart(stated, known)?;
        let is_upside_down = aside > ASIDE && apart(inverse, known)?.checked_mul(apart(inverse, known)?)? < aside;
        if !is_upside_down && aside <= FAR {
            return None;
        }
        let (code, on_the_day) = (&entry.name, few_digits(known));
        let message = format!(
            "one {code} is stated to be worth {} {own}; on {day} it was {on_the_day} {own} (ECB)",
            stated.normalize()
        );
        let finding = subject.finding(Code::ExchangeRateUnlikely, rate.at, message);
        if !is_upside_down {
            return Some(finding.label(format!("write what one {code} is worth in {own}")));
        }
        let meant = number::significant(inverse, 4, RoundingStrategy::MidpointNearestEven).normalize();
        let fix = Fix::replace(FixMeaning::Guessed, subject.answer.loaded.document.place(rate.at), meant.to_string());
        let label = format!("if this is how many {code} one {own} is worth, write {meant}");
        Some(finding.label(label).fix(fix))
    });
    found.collect()
}

/// How many times the larger of two numbers is the smaller.
fn apart(one: Decimal, other: Decimal) -> Option<Decimal> {
    one.max(other).checked_div(one.min(other))
}
