//! Conventions: the dates at which payments count for discounting, and whether loans are part of the result.

use language::words;

words! {
    /// At which date what is paid, or done, in a month counts for discounting.
    pub enum FlowDates {
        /// At the end of its month.
        MonthEnd = "month_end" also "monthly", "end_of_month";
        /// At the end of its contract year, or at that of the horizon if it comes first.
        YearEnd = "year_end" also "yearly", "end_of_year";
        /// In the middle of its contract year, as far as the horizon reaches.
        MidYear = "mid_year" also "middle_of_year", "midyear";
    }
}

words! {
    /// Whether loans are part of the result.
    pub enum Financing {
        /// They are reported beside it: totals, the verdict and all that follows are before financing.
        Beside = "beside" also "outside", "before";
        /// What is borrowed, paid back and still owed is cash, and counts in totals, present values, verdict, break-even, payback and
        /// return.
        Inside = "inside" also "included", "within", "after";
    }
}

/// Months of a contract year.
const OF_A_YEAR: u32 = 12;

impl FlowDates {
    /// Half months from the decision to the date at which what is paid at the end of a month counts, over a horizon of months.
    /// Month 0 counts at once.
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

    /// Whether all dates over a horizon lie at the ends of months.
    #[must_use]
    pub fn at_month_ends(self, horizon: u32) -> bool {
        match self {
            FlowDates::MonthEnd | FlowDates::YearEnd => true,
            FlowDates::MidYear => horizon.is_multiple_of(2),
        }
    }
}
