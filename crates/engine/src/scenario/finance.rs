//! Financing of owned servers: a lease or a loan.

use super::document::{Located, MonthByDate};
use super::quantities::{PricePerNodeMonth, PricePerNodeYear, Rate, Share, Term};
use language::choice::Choice;
use language::{one_of, part};

part! {
    /// A lease of the nodes.
    pub struct Lease {
        /// Monthly rate for each node and each spare.
        per_node_month: Option<Located<PricePerNodeMonth>>, price(" per node and month"), display_name("lease rate");
        /// Yearly rate for each node and each spare, paid once per year of the lease; a last year that the term or the horizon cuts
        /// costs its months.
        per_node_year: Option<Located<PricePerNodeYear>>, price(" per node and year"), display_name("lease rate per year");
        /// Lease term in months.
        term_months: Option<Located<Term>>, within_horizon(), display_name("lease term");
        /// Last month of the lease that begins with the delivery, instead of `term_months`; subsequent leases have the same term.
        until: Option<Located<MonthByDate>>,
            example("2030-03"),
            aliases(&["ends", "end", "end_date", "until_date", "expires", "lease_until"]),
            display_name("end of the lease");
        /// Buyout price of the nodes at the end of the term, as a share of their price; without it they are returned.
        buyout: Option<Located<Share>>, example("12%"), display_name("lease buyout");
        /// Whether each month, or with a yearly rate each year, is paid in advance.
        in_advance: Located<bool> = "true", display_name("lease payment in advance");
    }
    choices(&[
        Choice::one_of(
            LeaseRate::KEYS,
            "has no rate",
            "add `per_node_month: 7_900`, or `per_node_year` if it is paid once a year",
        ),
        Choice::one_of(
            TermLength::KEYS,
            "has no term",
            "add `term_months: 36`, or `until: 2030-03` if the scenario has a `start`",
        ),
    ]);
}

one_of! {
    /// Rate of a lease, and how often it is paid.
    pub enum LeaseRate of Lease by rate {
        /// Paid every month.
        Monthly(per_node_month: Located<PricePerNodeMonth>);
        /// Paid every year.
        Yearly(per_node_year: Located<PricePerNodeYear>);
    }
}

one_of! {
    /// Length of a commitment or a lease.
    pub enum TermLength of Lease by term {
        /// Number of months.
        Months(term_months: Located<Term>);
        /// Until the end of a month.
        Until(until: Located<MonthByDate>);
    }
}

part! {
    /// A loan with level monthly payments.
    pub struct Loan {
        /// Share of the first purchase that is borrowed in month 0.
        financed_share: Located<Share>, example("80%"), aliases(&["share"]), display_name("financed share");
        /// Annual interest rate; one twelfth is charged each month.
        rate: Located<Rate>, example("7.5%"), aliases(&["interest_rate", "interest"]), display_name("loan interest rate");
        /// Number of level monthly payments.
        term_months: Located<Term>, within_horizon(), display_name("loan term");
    }
}
