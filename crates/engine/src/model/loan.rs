//! A loan with level payments on the first purchase. It is shown separately, since results are before financing, or is
//! included in the result on request.

use super::line::{CostGroup, DraftLine, Flow};
use super::tax::DraftTax;
use crate::inputs::Inputs as _;
use crate::scenario::conventions::FlowDates;
use crate::scenario::document::NodeId;
use crate::scenario::finance::Loan;
use crate::sheet::{Figure, FigureId};
use crate::timeline::{Timeline, contract_years};
use crate::unit::{BaseUnits as _, Unit};

/// Name of the line of a loan that is part of the result.
pub const LOAN: &str = "loan";
/// Name of the line of the tax saved by its interest.
pub const RELIEF_ON_INTEREST: &str = "tax shield on interest";

/// A loan while the sheet is built.
#[derive(Clone, Copy, Debug)]
pub struct DraftLoan<'s> {
    borrowed: Figure<'s>,
    payment: Figure<'s>,
    balance: Figure<'s>,
    interest: Figure<'s>,
    present_value: Figure<'s>,
    months: u32,
    /// Months of level payments.
    term: u32,
    /// Discount factor of one month at the loan's rate.
    discount: Figure<'s>,
    /// Document node of its term.
    term_at: NodeId,
}

/// A loan in the finished sheet.
#[derive(Clone, Copy, Debug)]
pub struct LoanModel {
    /// Borrowed at month 0.
    pub borrowed: FigureId,
    /// Paid at the end of each of its months.
    pub payment: FigureId,
    /// Outstanding at the horizon.
    pub balance: FigureId,
    /// Payments and balance minus the amount borrowed.
    pub interest: FigureId,
    /// Present value of −borrowed, payments and balance.
    pub present_value: FigureId,
    /// Months with payments within the horizon.
    pub months: u32,
}

impl<'s> DraftLoan<'s> {
    /// A loan on a share of `cost`: level payments `borrowed / a(term)` with `a(k) = Σ_{i=1..k} (1 + rate/12)^−i`; the
    /// balance at the horizon H is `payment · a(term − H)`.
    #[must_use]
    pub fn new(timeline: &Timeline<'s>, loan: &Loan, cost: Figure<'s>) -> DraftLoan<'s> {
        let (draft, horizon) = (timeline.draft, timeline.horizon);
        let term = draft.structural(&loan.term_months).count();
        let year = draft.constant(12, Unit::ONE, "months of a year");
        let discount = (1 / (1 + draft.given(&loan.rate) / year)).named("discount of a month of the loan");
        let borrowed = (draft.given(&loan.financed_share) * cost).named("borrowed");
        let payment = (borrowed / discount.series(term)).named("payment of the loan");
        let months = term.min(horizon);
        let balance = (payment * discount.series(term - months)).named("balance at the horizon");
        let paid = payment * draft.constant(months, Unit::ONE, "payments within the horizon");
        let interest = (paid + balance - borrowed).named("interest of the loan");
        let paid = payment * timeline.discounted_months(months);
        let present_value = paid + balance * timeline.discount_at(horizon) - borrowed;
        let present_value = present_value.named("present value of the loan");
        DraftLoan {
            borrowed,
            payment,
            balance,
            interest,
            present_value,
            months,
            term,
            discount,
            term_at: loan.term_months.at,
        }
    }

    /// The loan with the tax shield on interest in its present value. The balance after m months is
    /// `payment · a(term − m)`; the interest of several months is the payments minus the decrease of the balance, and
    /// that of month m alone `payment · (1 − d^(term − m + 1))` with `d` the discount of a month.
    #[must_use]
    pub fn after_tax(self, timeline: &Timeline<'s>, tax: &DraftTax<'s>) -> DraftLoan<'s> {
        let draft = timeline.draft;
        let interest = |after: u32, last: u32| self.interest_of(timeline, after, last);
        let monthly = || match timeline.flows() {
            FlowDates::MonthEnd => {
                let v = timeline.monthly_discount;
                let first = self.discount.power(draft.constant(self.term + 1, Unit::ONE, "payments plus one"));
                self.payment * (v.series(self.months) - first * (v / self.discount).series(self.months))
            }
            FlowDates::YearEnd | FlowDates::MidYear => {
                let years = contract_years(self.months);
                draft
                    .sum(Unit::MONEY, years.map(|(first, last)| interest(first - 1, last) * timeline.discount_at(last)))
            }
        };
        let relief = tax.relief_on_interest(timeline, self.months, interest, monthly);
        let present_value = (self.present_value - relief).named("present value of the loan, after tax");
        DraftLoan { present_value, ..self }
    }

    /// Interest of the months `after + 1` to `last`.
    fn interest_of(&self, timeline: &Timeline<'s>, after: u32, last: u32) -> Figure<'s> {
        let outstanding = |month: u32| self.payment * self.discount.series(self.term - month);
        let payments = timeline.draft.constant(last - after, Unit::ONE, "payments of the tax year");
        self.payment * payments - (outstanding(after) - outstanding(last))
    }

    /// Its lines if loans are part of the result: the amount borrowed as a receipt at month 0, monthly payments, and
    /// the balance at the horizon; with a tax also the tax shield on interest.
    #[must_use]
    pub fn lines(&self, timeline: &Timeline<'s>, tax: Option<&DraftTax<'s>>) -> Vec<DraftLine<'s>> {
        let draft = timeline.draft;
        let received = draft.nothing(Unit::MONEY) - self.borrowed;
        let month = draft.constant(1, Unit::MONTH, "a month");
        let payment = timeline.limited(self.payment / month, 1, self.months, &[self.term_at]);
        let mut flows = vec![Flow::Once { month: 0, amount: received }, Flow::Monthly(payment)];
        if self.term > timeline.horizon {
            flows.push(Flow::Once { month: timeline.horizon, amount: self.balance });
        }
        let loan = DraftLine::new(timeline, LOAN, CostGroup::Financing, &flows);
        let relief = tax.map(|tax| {
            tax.relief_line(timeline, RELIEF_ON_INTEREST, self.months, |after, last| {
                self.interest_of(timeline, after, last)
            })
        });
        [loan].into_iter().chain(relief).collect()
    }

    /// The loan by figure IDs.
    #[must_use]
    pub fn finished(&self) -> LoanModel {
        LoanModel {
            borrowed: self.borrowed.id(),
            payment: self.payment.id(),
            balance: self.balance.id(),
            interest: self.interest.id(),
            present_value: self.present_value.id(),
            months: self.months,
        }
    }
}
