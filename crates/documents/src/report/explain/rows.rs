//! Rows of explanations, the same in every format for people.

use crate::explain::{PaymentStep, StepValue};
use crate::number::{grouped, readable};
use rust_decimal::Decimal;

/// Headings of the columns of payments.
pub(super) const PAYMENTS: [&str; 6] = ["paid", "amount", "times", "cash", "discount", "present value"];

/// A row per payment, and a total if there are several.
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
        let (cash, present_value) = (sum(|payment| payment.cash), sum(|payment| payment.present_value));
        ["total".to_owned(), String::new(), String::new(), cash, String::new(), present_value]
    });
    payments.iter().map(row).chain(together)
}

/// A formula with its values and its result; only the result if the formula is a single value.
pub(super) fn worked_out(value: &StepValue) -> String {
    if value.formula == value.result { value.result.clone() } else { format!("{} = {}", value.formula, value.result) }
}

/// The place of a number without the folder of its file.
pub(super) fn place(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}
