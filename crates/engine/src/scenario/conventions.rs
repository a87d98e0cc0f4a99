//! Conventions: the discounting dates of payments, and whether loans count in the result.

use language::words;

words! {
    /// Date at which the payments and the work of a month are discounted.
    pub enum FlowDates {
        /// End of the month.
        MonthEnd = "month_end" aliases "monthly", "end_of_month";
        /// End of the contract year, or of the horizon if that is earlier.
        YearEnd = "year_end" aliases "yearly", "end_of_year";
        /// Middle of the contract year, or of its part within the horizon.
        MidYear = "mid_year" aliases "middle_of_year", "midyear";
    }
}

words! {
    /// Treatment of loans in the result.
    pub enum Financing {
        /// Loans are reported separately: totals, verdict and all other results are before financing.
        Separate = "beside" aliases "outside", "before";
        /// Borrowing, repayments and outstanding debt count as cash in totals, present values, verdict, break-even, payback and
        /// rate of return.
        Inside = "inside" aliases "included", "within", "after";
    }
}

/// Months in a contract year.
const OF_A_YEAR: u32 = 12;

impl FlowDates {
    /// Half months from the decision to the discounting date of payments in a month, for a horizon in months. Month 0 is not
    /// discounted.
    ///
    /// ```
    /// use engine::scenario::conventions::FlowDates;
    /// // in month 14 of 21: at its own end, at the end of month 21, half way between months 12 and 21
    /// assert_eq!(FlowDates::MonthEnd.half_months(14, 21), 28);
    /// assert_eq!(FlowDates::YearEnd.half_months(14, 21), 42);
    /// assert_eq!(FlowDates::MidYear.half_months(14, 21), 33);
    /// ```
    #[must_use]
    pub fn half_months(self, month: u32, horizon: u32) -> u32 {
        let year_end = (month.div_ceil(OF_A_YEAR) * OF_A_YEAR).min(horizon);
        match self {
            FlowDates::MonthEnd => 2 * month,
            FlowDates::YearEnd => 2 * year_end,
            FlowDates::MidYear => (month.div_ceil(OF_A_YEAR) * OF_A_YEAR).saturating_sub(OF_A_YEAR) + year_end,
        }
    }

    /// Whether all discounting dates within a horizon are month ends.
    #[must_use]
    pub fn at_month_ends(self, horizon: u32) -> bool {
        match self {
            FlowDates::MonthEnd | FlowDates::YearEnd => true,
            FlowDates::MidYear => horizon.is_multiple_of(2),
        }
    }
}
