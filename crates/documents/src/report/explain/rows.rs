//! What explanations have in rows, the same in every format for people.

use crate::explain::{PaymentStep, StepValue};
use crate::number::{grouped, readable};
use rust_decimal::Decimal;

/// What stands above the columns of payments.
pub(super) const PAYMENTS: [&str; 6] = ["paid", "amount", "times", "cash", "discount", "present value"];

/// A row for each payment, and what several come to together.
pub(super) fn payments(payments: &[PaymentStep], minor_digits: u32) -> impl Iterator<Item = [String; 6]> {
    let row = move |payment: &PaymentStep| {
        [
            payment.when.clone(),
            readable(payment.amount, 10),
            payment.times.to_string(),
            grouped(payment.cash, minor_digits),
            readable(payment.discount, 10),
            grouped(payment.present_value, minor_digits),
        ]
    };
    let sum = |of: fn(&PaymentStep) -> Decimal| grouped(payments.iter().map(of).sum(), minor_digits);
    let together = (payments.len() > 1).then(|| {
        let (cash, worth) = (sum(|payment| payment.cash), sum(|payment| payment.present_value));
        ["together".to_owned(), String::new(), String::new(), cash, String::new(), worth]
    });
    payments.iter().map(row).chain(together)
}

/// A formula with its values, and what it comes to; that alone where the formula is a value.
pub(super) fn worked_out(value: &StepValue) -> String {
    if value.formula == value.result { value.result.clone() } else { format!("{} = {}", value.formula, value.result) }
}

/// The line of the file in which a number was written: there is one file, and its folder would only lengthen the line.
pub(super) fn place(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}
