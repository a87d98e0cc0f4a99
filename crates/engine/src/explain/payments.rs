//! Payments of a line, with their present values.

use super::formulas::Explainer;
use super::result::PaymentStep;
use crate::analysis::settled;
use crate::model::{CostLine, Flow};
use crate::number;
use crate::scenario::conventions::FlowDates;
use crate::sheet::FigureId;
use rust_decimal::Decimal;

impl Explainer<'_> {
    /// Payments of a line by date, rounded so that they add up to the printed amounts.
    pub(super) fn settled(&self, line: &CostLine) -> Vec<PaymentStep> {
        let digits = self.answer.comparison.header.minor_digits;
        let printed = |figure| number::money(self.evaluated.value(figure), digits);
        let mut payments: Vec<PaymentStep> = line.flows.iter().flat_map(|flow| self.payments(*flow)).collect();
        payments.sort_by_key(|payment| payment.first);
        let cash: Vec<Decimal> = payments.iter().map(|payment| payment.cash).collect();
        let present_value: Vec<Decimal> = payments.iter().map(|payment| payment.present_value).collect();
        let cash = settled(&cash, printed(line.total), digits);
        let present_value = settled(&present_value, printed(line.present_value), digits);
        for (payment, (cash, present_value)) in payments.iter_mut().zip(cash.into_iter().zip(present_value)) {
            (payment.cash, payment.present_value) = (cash, present_value);
        }
        payments
    }

    pub(super) fn payments(&self, flow: Flow<FigureId>) -> Vec<PaymentStep> {
        let evaluated = self.evaluated;
        let v = evaluated.value(evaluated.model.monthly_discount);
        let present_value = |month: u32| match evaluated.model.flows {
            FlowDates::MonthEnd => crate::sheet::Number::power(&v, month).unwrap_or_default(),
            FlowDates::YearEnd | FlowDates::MidYear => evaluated.discount_factor(month),
        };
        let payment = |when, amount: Decimal, months: std::ops::RangeInclusive<u32>| {
            let (first, times) = (*months.start(), months.end() + 1 - months.start());
            let discount: Decimal = months.map(present_value).sum();
            PaymentStep {
                when,
                first,
                amount,
                times,
                cash: amount * Decimal::from(times),
                discount,
                present_value: amount * discount,
            }
        };
        let periods = evaluated.model.sheet.periods().iter().enumerate();
        let all: Vec<PaymentStep> = match flow {
            Flow::Once { month, amount } => {
                vec![payment(self.month(month), evaluated.value(amount), month..=month)]
            }
            Flow::Monthly(row) => {
                periods.map(|(at, p)| payment(self.span(*p), evaluated.value_in(row, at), p.first..=p.last)).collect()
            }
            Flow::InAdvance(row) => periods
                .map(|(at, p)| {
                    let when = format!("{}, in advance", self.span(*p));
                    payment(when, evaluated.value_in(row, at), p.first - 1..=p.last - 1)
                })
                .collect(),
            Flow::FirstMonth(row) => periods
                .map(|(at, p)| payment(self.month(p.first), evaluated.value_in(row, at), p.first..=p.first))
                .collect(),
        };
        all.into_iter().filter(|payment| !payment.amount.is_zero()).collect()
    }
}
