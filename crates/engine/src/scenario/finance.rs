//! How what is owned is paid for but at once: a lease or a loan.

use super::dates::TermLength;
use super::document::{Given, MonthByDate};
use super::quantities::{PricePerNodeMonth, Rate, Share, Term};
use language::choice::Choice;
use language::part;

part! {
    /// A lease of the nodes.
    pub struct Lease {
        /// Rate for each node and spare.
        per_node_month: Given<PricePerNodeMonth>, price(" per node and month"), called("lease rate");
        /// Months of a lease.
        term_months: Option<Given<Term>>, within_horizon(), called("lease term");
        /// The month with whose end a lease is over that begins with the delivery, in place of its months; leases that follow have
        /// as many months.
        until: Option<Given<MonthByDate>>,
            example("2030-03"),
            also(&["ends", "end", "end_date", "until_date", "expires", "lease_until"]),
            called("end of the lease");
        /// Share of the price for which the nodes are bought at the end of the term; without it they go back.
        buyout: Option<Given<Share>>, example("12%"), called("buyout at the end of the lease");
        /// Whether a month is paid before it begins.
        in_advance: Given<bool> = "true", called("whether the lease is paid in advance");
    }
    choices(&[
        Choice::one_of(
            TermLength::KEYS,
            "does not say how long it lasts",
            "add `term_months: 36`, or `until: 2030-03` with a `start` of the scenario",
        ),
    ]);
}

part! {
    /// A loan with level payments.
    pub struct Loan {
        /// Share of the first purchase that is borrowed at month 0.
        financed_share: Given<Share>, example("80%"), also(&["share"]), called("financed share");
        /// Interest a year, a twelfth of it each month.
        rate: Given<Rate>, example("7.5%"), also(&["interest_rate", "interest"]), called("interest rate of the loan");
        /// Months of level payments.
        term_months: Given<Term>, within_horizon(), called("term of the loan");
    }
}
