//! A tax on profits: what is paid is set against other profits, what is bought is allowed over years, and what is received is
//! taxed.

use super::document::{Given, ScalarOr};
use super::own::{CapitalEntry, HardwareNode, Own};
use super::quantities::{Share, TaxRate, Term};
use super::schedules;
use language::declaration::Nature;
use language::{keys, part, words};

/// How what was paid for something is allowed over the years: by a method with a name, or in yearly shares.
pub type Depreciation = ScalarOr<Given<DepreciationMethod>, Vec<Given<Share>>>;

keys! {
    ($)
    /// How what is bought is depreciated for tax.
    depreciated {
        /// How what was paid is allowed against profits: `straight_line`, a schedule by its name, or a list of yearly shares that
        /// add up to 100 %; where it is left out, that of the part around it, and at last that of `tax`.
        depreciation: Option<ScalarOr<Given<DepreciationMethod>, Vec<Given<Share>>>>,
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            follows(Follows::Around),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            called("depreciation for tax"),
            each("share of the price allowed in tax year");
        /// Months over which a straight line allows what was paid; where it is left out, those of the part around it, and at
        /// last the useful life.
        depreciation_months: Option<Given<Term>>, example("36"), follows(Follows::Around), called("months of depreciation for tax");
        /// Share of what was paid that is allowed at once, in the first month of service; the rest as `depreciation` says.
        first_year_share: Option<Given<Share>>, example("100%"), follows(Follows::Around), called("share allowed at once");
    }
}

part! {
    /// A tax on profits. With it every figure is after tax.
    pub struct Tax {
        /// The rate: what is paid saves tax at it, what is received is taxed at it.
        rate: Given<TaxRate>,
            example("25%"),
            also(&["tax_rate", "corporate_tax_rate", "marginal_rate"]),
            called("tax rate");
        /// How what was paid for things bought is allowed against profits: `straight_line`, a schedule by its name, or a list of
        /// yearly shares that add up to 100 %.
        depreciation: ScalarOr<Given<DepreciationMethod>, Vec<Given<Share>>> = "straight_line",
            example("macrs_5_year"),
            words("`straight_line`, the name of a schedule, or a list of yearly shares"),
            not_empty("write the share of every tax year, `[50%, 50%]`, or remove the key"),
            one_whole(),
            called("depreciation for tax"),
            each("share of the price allowed in tax year");
        /// Months over which a straight line allows what was paid; the useful life when absent.
        depreciation_months: Option<Given<Term>>,
            example("36"),
            called("months of depreciation for tax");
        /// Share of what was paid that is allowed at once, in the first month of service; the rest as `depreciation` says.
        first_year_share: Given<Share> = "0%",
            example("100%"),
            also(&["bonus_depreciation", "first_year_allowance"]),
            called("share allowed at once");
        /// When the tax on what falls in a tax year is paid or saved.
        settled: Given<TaxSettlement> = "year", nature(Nature::Measured), called("when tax is settled");
    }
}

words! {
    /// When tax is paid or saved.
    pub enum TaxSettlement {
        /// In the last month of its tax year, or of the horizon where that is earlier.
        Year = "year" also "yearly", "annually";
        /// In the month of what it falls on.
        Month = "month" also "monthly";
    }
}

words! {
    /// How what was paid is allowed against profits.
    pub enum DepreciationMethod {
        /// In equal parts over `depreciation_months`, from the first month of service until it is sold.
        StraightLine = "straight_line" also "linear", "sl", "afa";
        /// By the yearly shares of three-year property in the United States.
        Macrs3Year = "macrs_3_year" also "macrs_3", "macrs3";
        /// By the yearly shares of five-year property in the United States.
        Macrs5Year = "macrs_5_year" also "macrs", "macrs_5", "macrs5";
    }
}

/// What a part says of how it is depreciated.
#[derive(Clone, Copy, Debug, Default)]
pub struct StatedDepreciation<'a> {
    /// By which schedule.
    pub schedule: Option<&'a Depreciation>,
    /// Over how many months in equal parts.
    pub months: Option<&'a Given<Term>>,
    /// What is allowed at once.
    pub first_year_share: Option<&'a Given<Share>>,
}

macro_rules! stated {
    ($($part:ty),*) => {$(
        impl $part {
            /// What it says of how it is depreciated.
            #[must_use]
            pub fn stated_depreciation(&self) -> StatedDepreciation<'_> {
                StatedDepreciation {
                    schedule: self.depreciation.as_ref(),
                    months: self.depreciation_months.as_ref(),
                    first_year_share: self.first_year_share.as_ref(),
                }
            }
        }
    )*};
}
stated!(Own, HardwareNode, CapitalEntry);

/// How something bought is depreciated.
#[derive(Clone, Copy, Debug)]
pub struct DepreciationTerms<'a> {
    /// How the rest is allowed.
    pub schedule: AllowanceSchedule<'a>,
    /// What is allowed at once.
    pub first_year_share: &'a Given<Share>,
}

/// How what was paid is allowed over time.
#[derive(Clone, Copy, Debug)]
pub enum AllowanceSchedule<'a> {
    /// In equal parts over so many months, or over the useful life, by a method that stands at a place.
    Line(&'a Given<DepreciationMethod>, Option<&'a Given<Term>>),
    /// In the shares of the tax years, as stated.
    Stated(&'a [Given<Share>]),
    /// In the shares of the tax years of a schedule with a name, which stands at a place.
    Named(&'a Given<DepreciationMethod>, &'static [rust_decimal::Decimal]),
}

impl AllowanceSchedule<'_> {
    /// Months over which it allows in equal parts what serves for so many; none of a schedule by tax years.
    #[must_use]
    pub fn line_months(&self, life: u32) -> Option<u32> {
        match self {
            AllowanceSchedule::Line(_, months) => Some(months.map_or(life, |months| months.value.count())),
            AllowanceSchedule::Stated(_) | AllowanceSchedule::Named(..) => None,
        }
    }
}

impl Tax {
    /// How something is depreciated of which several parts speak, the nearest first: each key by the nearest that states it.
    #[must_use]
    pub fn terms<'a>(&'a self, nearest: &[StatedDepreciation<'a>]) -> DepreciationTerms<'a> {
        let schedule = nearest.iter().find_map(|stated| stated.schedule).unwrap_or(&self.depreciation);
        let months = nearest.iter().find_map(|stated| stated.months).or(self.depreciation_months.as_ref());
        let at_once = nearest.iter().find_map(|stated| stated.first_year_share);
        let schedule = match schedule {
            ScalarOr::Scalar(method) => schedules::yearly_shares(method.value)
                .map_or(AllowanceSchedule::Line(method, months), |shares| AllowanceSchedule::Named(method, shares)),
            ScalarOr::Part(shares) => AllowanceSchedule::Stated(shares),
        };
        DepreciationTerms { schedule, first_year_share: at_once.unwrap_or(&self.first_year_share) }
    }
}
