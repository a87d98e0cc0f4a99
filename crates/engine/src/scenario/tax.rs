//! Tax on profits: costs reduce taxable profits of the company, purchases are depreciated over years, and receipts are taxed.

use super::document::{Located, ScalarOr};
use super::quantities::{Share, TaxRate, Term};
use super::schedules::{self, DepreciationMethod};
use language::declaration::{DefaultFrom, Nature};
use language::quantity::Quantity as _;
use language::{keys, part, words};
use rust_decimal::Decimal;

/// Tax depreciation schedule: a named method or yearly shares.
pub type Depreciation = ScalarOr<Located<DepreciationMethod>, Vec<Located<Share>>>;

keys! {
    ($)
    /// Tax depreciation of purchases.
    depreciated {
        /// Tax depreciation: `straight_line`, the name of a schedule, or yearly shares that add up to 100 %; default: that of the
        /// enclosing part, and finally that of `tax`.
        depreciation: Option<ScalarOr<Located<DepreciationMethod>, Vec<Located<Share>>>>,
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            default_from(DefaultFrom::Around),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            display_name("tax depreciation"),
            each("tax depreciation in year");
        /// Straight-line tax depreciation period in months; default: that of the enclosing part, and finally the useful life.
        depreciation_months: Option<Located<Term>>, example("36"), default_from(DefaultFrom::Around), display_name("tax depreciation period");
        /// Share of the price that is deducted in the first month of service (bonus depreciation, first-year allowance); the rest
        /// follows `depreciation`.
        first_year_share: Option<Located<Share>>, example("100%"), default_from(DefaultFrom::Around), display_name("first-year depreciation");
    }
}

part! {
    /// Tax on profits; with it all figures are after tax.
    pub struct Tax {
        /// Tax rate, for the tax shield on costs and the tax on receipts.
        rate: Located<TaxRate>,
            example("25%"),
            aliases(&["tax_rate", "corporate_tax_rate", "marginal_rate"]),
            display_name("tax rate");
        /// Tax depreciation of purchases: `straight_line`, the name of a schedule, or yearly shares that add up to 100 %.
        depreciation: ScalarOr<Located<DepreciationMethod>, Vec<Located<Share>>> = "straight_line",
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            display_name("tax depreciation"),
            each("tax depreciation in year");
        /// Straight-line tax depreciation period in months; default: the useful life.
        depreciation_months: Option<Located<Term>>,
            example("36"),
            display_name("tax depreciation period");
        /// Share of the price that is deducted in the first month of service (bonus depreciation, first-year allowance); the rest
        /// follows `depreciation`.
        first_year_share: Located<Share> = "0%",
            example("100%"),
            aliases(&["bonus_depreciation", "first_year_allowance"]),
            display_name("first-year depreciation");
        /// A second tax on the same profits, such as that of a state.
        state: Option<StateTax>, example("{ rate: 8.84%, first_year_share: 0% }");
        /// Timing of tax payments and tax savings.
        settled: Located<TaxSettlement> = "year", nature(Nature::Measured), display_name("tax settlement");
    }
}

part! {
    /// A second tax on the same profits, such as that of a state. Its depreciation keys apply to every purchase; without them it
    /// depreciates as the first tax does.
    pub struct StateTax {
        /// Its rate.
        rate: Located<TaxRate>, example("8.84%"), aliases(&["tax_rate"]), display_name("state tax rate");
        /// Whether it is deducted from the profits that the first tax is charged on.
        deductible: Located<bool> = "true", aliases(&["deductible_from_federal"]), display_name("deductibility of the state tax");
        /// Its depreciation of purchases: `straight_line`, the name of a schedule, or yearly shares that add up to 100 %; default:
        /// as for the first tax.
        depreciation: Option<ScalarOr<Located<DepreciationMethod>, Vec<Located<Share>>>>,
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            default_from(DefaultFrom::Around),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            display_name("state tax depreciation"),
            each("state tax depreciation in year");
        /// Its straight-line depreciation period in months; default: as for the first tax.
        depreciation_months: Option<Located<Term>>,
            example("36"),
            default_from(DefaultFrom::Around),
            display_name("state tax depreciation period");
        /// Share of the price that it lets a company deduct in the first month of service; default: as for the first tax.
        first_year_share: Option<Located<Share>>,
            example("0%"),
            default_from(DefaultFrom::Around),
            display_name("first-year depreciation for the state tax");
    }
}

words! {
    /// Timing of tax payments and tax savings.
    pub enum TaxSettlement {
        /// In the last month of the tax year, or of the horizon if that is earlier.
        Year = "year" aliases "yearly", "annually";
        /// In the month of the taxed payment.
        Month = "month" aliases "monthly";
    }
}

/// Depreciation keys given in a part.
#[derive(Clone, Copy, Debug, Default)]
pub struct DepreciationKeys<'a> {
    /// Schedule.
    pub schedule: Option<&'a Depreciation>,
    /// Straight-line period.
    pub months: Option<&'a Located<Term>>,
    /// First-year share.
    pub first_year_share: Option<&'a Located<Share>>,
}

/// Reads the depreciation keys that a part includes.
macro_rules! depreciation_keys {
    ($($part:ty),*) => {$(
        impl $part {
            /// Depreciation keys given in this part.
            #[must_use]
            pub fn depreciation_keys(&self) -> $crate::scenario::tax::DepreciationKeys<'_> {
                $crate::scenario::tax::DepreciationKeys {
                    schedule: self.depreciation.as_ref(),
                    months: self.depreciation_months.as_ref(),
                    first_year_share: self.first_year_share.as_ref(),
                }
            }
        }
    )*};
}
pub(super) use depreciation_keys;

depreciation_keys!(StateTax);

/// Depreciation terms of a purchase.
#[derive(Clone, Copy, Debug)]
pub struct DepreciationTerms<'a> {
    /// Schedule of the share that is not deducted in the first month.
    pub schedule: AllowanceSchedule<'a>,
    /// First-year share.
    pub first_year_share: &'a Located<Share>,
}

/// Depreciation schedule with the node that gives it.
#[derive(Clone, Copy, Debug)]
pub enum AllowanceSchedule<'a> {
    /// Straight line over the given months, or over the useful life.
    Line(&'a Located<DepreciationMethod>, Option<&'a Located<Term>>),
    /// Yearly shares given in the scenario.
    YearlyShares(&'a [Located<Share>]),
    /// Yearly shares of a named schedule.
    Named(&'a Located<DepreciationMethod>, &'static [Decimal]),
}

impl AllowanceSchedule<'_> {
    /// Straight-line period in months for a useful life in months; none for a schedule by tax years.
    #[must_use]
    pub fn line_months(&self, life: u32) -> Option<u32> {
        match self {
            AllowanceSchedule::Line(_, months) => Some(months.map_or(life, |months| months.value.count())),
            AllowanceSchedule::YearlyShares(_) | AllowanceSchedule::Named(..) => None,
        }
    }
}

impl Tax {
    /// Rate of all taxes on profits: `t + s · (1 − t)` with a deductible state tax s, `t + s` with another.
    #[must_use]
    pub fn combined_rate(&self) -> Decimal {
        let rate = self.rate.value.decimal();
        let state = self.state.as_ref().map(|state| {
            let kept = if state.deductible.value { Decimal::ONE - rate } else { Decimal::ONE };
            state.rate.value.decimal() * kept
        });
        rate + state.unwrap_or_default()
    }

    /// Depreciation terms for the state tax, if it has its own; see [`Tax::terms`].
    #[must_use]
    pub fn state_terms<'a>(&'a self, nearest: &[DepreciationKeys<'a>]) -> Option<DepreciationTerms<'a>> {
        let stated = self.state.as_ref()?.depreciation_keys();
        let has_its_own = stated.schedule.is_some() || stated.months.is_some() || stated.first_year_share.is_some();
        has_its_own.then(|| self.terms(&[&[stated], nearest].concat()))
    }

    /// Depreciation terms for every tax: the first, and the state tax if it has its own.
    pub fn all_terms<'a>(
        &'a self,
        nearest: &[DepreciationKeys<'a>],
    ) -> impl Iterator<Item = DepreciationTerms<'a>> + use<'a> {
        [Some(self.terms(nearest)), self.state_terms(nearest)].into_iter().flatten()
    }

    /// Depreciation terms from several parts, the innermost first: each key is taken from the innermost part that gives it.
    #[must_use]
    pub fn terms<'a>(&'a self, nearest: &[DepreciationKeys<'a>]) -> DepreciationTerms<'a> {
        let schedule = nearest.iter().find_map(|stated| stated.schedule).unwrap_or(&self.depreciation);
        let months = nearest.iter().find_map(|stated| stated.months).or(self.depreciation_months.as_ref());
        let at_once = nearest.iter().find_map(|stated| stated.first_year_share);
        let schedule = match schedule {
            ScalarOr::Scalar(method) => schedules::yearly_shares(method.value)
                .map_or(AllowanceSchedule::Line(method, months), |shares| AllowanceSchedule::Named(method, shares)),
            ScalarOr::Part(shares) => AllowanceSchedule::YearlyShares(shares),
        };
        DepreciationTerms { schedule, first_year_share: at_once.unwrap_or(&self.first_year_share) }
    }
}
