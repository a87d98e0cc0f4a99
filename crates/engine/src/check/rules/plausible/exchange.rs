//! Exchange rates that are far from those on the day of the catalog, or look inverted.

use crate::catalog::reference_rate;
use crate::check::rules::Subject;
use crate::check::rules::words::few_digits;
use crate::diagnostic::{Code, Diagnostic, Fix, FixSafety};
use crate::number;
use crate::scenario::exchange::LocatedRate;
use crate::scenario::quantity::Quantity;
use rust_decimal::{Decimal, RoundingStrategy};

/// Factor from which a rate is far off: the euro has moved between 0.96 and 1.60 USD since 2003.
const FAR: Decimal = Decimal::from_parts(15, 0, 0, false, 1);

/// Factor from which a rate may be inverted; smaller differences are ordinary movements.
const ASIDE: Decimal = Decimal::from_parts(112, 0, 0, false, 2);

/// Rates far from those of the catalog.
pub(super) fn unlikely(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let own = scenario.currency.value.code();
    let found = scenario.exchange_rates.iter().filter_map(|entry| {
        let rate = LocatedRate::of(entry).rate;
        let stated = rate.value.decimal();
        let (known, day) = reference_rate(&entry.name, own)?;
        let inverse = Decimal::ONE.checked_div(stated)?;
        let aside = apart(stated, known)?;
        let is_upside_down = aside > ASIDE && apart(inverse, known)?.checked_mul(apart(inverse, known)?)? < aside;
        if !is_upside_down && aside <= FAR {
            return None;
        }
        let (code, on_the_day) = (&entry.name, few_digits(known));
        let message =
            format!("1 {code} is given as {} {own}; on {day} it was {on_the_day} {own} (ECB)", stated.normalize());
        let finding = subject.finding(Code::ExchangeRateUnlikely, rate.at, message);
        if !is_upside_down {
            return Some(finding.label(format!("write the value of 1 {code} in {own}")));
        }
        let suggestion = number::significant(inverse, 4, RoundingStrategy::MidpointNearestEven).normalize();
        let fix =
            Fix::replace(FixSafety::Unsafe, subject.answer.loaded.document.place(rate.at), suggestion.to_string());
        let label = format!("if this is the value of 1 {own} in {code}, write {suggestion}");
        Some(finding.label(label).fix(fix))
    });
    found.collect()
}

/// Ratio of the larger to the smaller of two numbers.
fn apart(one: Decimal, other: Decimal) -> Option<Decimal> {
    one.max(other).checked_div(one.min(other))
}
