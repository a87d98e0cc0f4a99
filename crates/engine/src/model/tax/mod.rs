//! Tax on profits: options are compared after tax. Costs save tax, purchases save tax by depreciation, and sales are
//! taxed. Losses offset other profits.

mod allowances;
mod years;

pub use years::{TaxYear, TaxYears};

use super::capital::Depreciable;
use super::line::{CostGroup, DraftLine, Flow, TAX_ON_RESALE};
use crate::inputs::Inputs as _;
use crate::scenario::Scenario;
use crate::scenario::calendar::Calendar;
use crate::scenario::tax::{DepreciationTerms, TaxSettlement};
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use allowances::Allowances;

/// Name of the line of tax saved by costs.
pub const RELIEF: &str = "tax shield on operating costs";
/// Name of the line of tax saved by depreciation.
pub const DEPRECIATION: &str = "depreciation";

/// The tax of a scenario, while its sheet is built.
#[derive(Clone, Debug)]
pub struct DraftTax<'s> {
    rate: Figure<'s>,
    years: TaxYears<'s>,
    settled: TaxSettlement,
}

/// A purchase with its depreciation terms.
#[derive(Clone, Debug)]
pub struct Depreciated<'a, 's> {
    /// The purchase.
    pub bought: Depreciable<'s>,
    /// Depreciation terms.
    pub terms: DepreciationTerms<'a>,
}

/// Tax lines of purchases.
#[derive(Clone, Debug)]
pub struct TaxOnCapital<'s> {
    /// `depreciation` and `tax on resale`, if any.
    pub lines: Vec<DraftLine<'s>>,
    /// Present value of the tax on all receipts.
    pub of_receipts: Option<Figure<'s>>,
}

impl<'s> DraftTax<'s> {
    /// The tax of a scenario, if it has one.
    #[must_use]
    pub fn of(timeline: &Timeline<'s>, scenario: &Scenario) -> Option<DraftTax<'s>> {
        let (tax, draft) = (scenario.tax.as_ref()?, timeline.draft);
        scenario.start.as_ref().map(|start| draft.structural(start));
        scenario.fiscal_year_starts.as_ref().map(|starts| draft.structural(starts));
        Some(DraftTax {
            rate: draft.given(&tax.rate),
            years: TaxYears::new(timeline, Calendar::of(scenario)),
            settled: draft.structural(&tax.settled),
        })
    }

    /// Tax rate.
    #[must_use]
    pub fn rate(&self) -> Figure<'s> {
        self.rate
    }

    /// Last months of its tax years, in which tax is settled; empty if it is settled each month.
    #[must_use]
    pub fn year_ends(&self) -> Vec<u32> {
        match self.settled {
            TaxSettlement::Month => Vec::new(),
            TaxSettlement::Year => self.years.iter().map(|year| year.last).collect(),
        }
    }

    /// Share of an amount left after tax: `1 − rate`.
    #[must_use]
    pub fn kept(&self) -> Figure<'s> {
        1 - self.rate
    }

    /// Tax shield on the costs of some lines: `−rate` times each, when settled. Costs are recurring costs, charges,
    /// lease payments, one-time payments, and delay; purchases are depreciated instead. None without costs.
    #[must_use]
    pub fn relief(&self, timeline: &Timeline<'s>, lines: &[DraftLine<'s>]) -> Option<DraftLine<'s>> {
        let costs: Vec<Flow<Figure<'s>>> = lines.iter().flat_map(|line| line.costs.iter().copied()).collect();
        let relief = self.saved(timeline, RELIEF, &costs)?;
        Some(self.accruing(timeline, relief, &costs))
    }

    /// Tax shield on depreciation, and the tax on sales, `rate · (receipt − undepreciated part)`. At the horizon
    /// everything counts as sold.
    #[must_use]
    pub fn on_capital(&self, timeline: &Timeline<'s>, all: &[Depreciated<'_, 's>]) -> TaxOnCapital<'s> {
        let (mut allowed, mut accrued, mut gains, mut receipts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for Depreciated { bought, terms } in all {
            let allowances = Allowances::of(timeline, &self.years, bought, terms);
            allowed.extend(allowances.allowed);
            accrued.extend(allowances.accrued);
            let sale = |amount| Flow::Once { month: bought.sold, amount };
            receipts.extend(bought.receipt.map(sale));
            let nothing = || timeline.draft.nothing(Unit::MONEY);
            gains.extend(match (bought.receipt, allowances.left) {
                (Some(receipt), Some(left)) => Some(sale(receipt - left)),
                (Some(receipt), None) => Some(sale(receipt)),
                (None, Some(left)) => Some(sale(nothing() - left)),
                (None, None) => None,
            });
        }
        let depreciation = self.saved(timeline, DEPRECIATION, &allowed);
        let depreciation = depreciation.map(|line| self.accruing(timeline, line, &accrued));
        let on_resale = self.paid(timeline, TAX_ON_RESALE, &gains);
        let of_receipts = self.paid(timeline, TAX_ON_RESALE, &receipts).map(|line| line.present_value);
        TaxOnCapital { lines: depreciation.into_iter().chain(on_resale).collect(), of_receipts }
    }

    /// Present value of the tax shield on interest: `interest(first, last)` is the interest of the months of a tax
    /// year, and `monthly` the present value of that of every month.
    #[must_use]
    pub fn relief_on_interest(
        &self,
        timeline: &Timeline<'s>,
        last: u32,
        interest: impl Fn(u32, u32) -> Figure<'s>,
        monthly: impl FnOnce() -> Figure<'s>,
    ) -> Figure<'s> {
        let present_value = match self.settled {
            TaxSettlement::Month => monthly(),
            TaxSettlement::Year => {
                let years = self.years.iter().filter(|year| year.begins_after() < last);
                let worth = |year: &TaxYear<'s>| {
                    interest(year.begins_after(), year.last.min(last)) * timeline.discount_at(year.last)
                };
                timeline.draft.sum(Unit::MONEY, years.map(worth))
            }
        };
        self.rate * present_value
    }

    /// Line of the tax shield on interest: `interest(first, last)` is the interest of some months, `last` the last
    /// month of all.
    #[must_use]
    pub fn relief_line(
        &self,
        timeline: &Timeline<'s>,
        name: &str,
        last: u32,
        interest: impl Fn(u32, u32) -> Figure<'s>,
    ) -> DraftLine<'s> {
        let saved = |amount: Figure<'s>| timeline.draft.nothing(Unit::MONEY) - self.rate * amount;
        let flows: Vec<Flow<Figure<'s>>> = match self.settled {
            TaxSettlement::Month => {
                (1..=last).map(|month| Flow::Once { month, amount: saved(interest(month - 1, month)) }).collect()
            }
            TaxSettlement::Year => {
                let years = self.years.iter().filter(|year| year.begins_after() < last);
                let relief = |year: &TaxYear<'s>| saved(interest(year.begins_after(), year.last.min(last)));
                years.map(|year| Flow::Once { month: year.last, amount: relief(year) }).collect()
            }
        };
        let line = DraftLine::new(timeline, name, CostGroup::Tax, &flows);
        let monthly = || -> Vec<Flow<Figure<'s>>> {
            (1..=last).map(|month| Flow::Once { month, amount: interest(month - 1, month) }).collect()
        };
        match self.settled {
            TaxSettlement::Month => line,
            TaxSettlement::Year => self.accruing(timeline, line, &monthly()),
        }
    }

    /// Adds the accrual to a line of tax saved, if it differs from the settlement: in the months of the taxed amounts.
    fn accruing(&self, timeline: &Timeline<'s>, line: DraftLine<'s>, amounts: &[Flow<Figure<'s>>]) -> DraftLine<'s> {
        match self.settled {
            TaxSettlement::Month => line,
            TaxSettlement::Year => line.accruing(timeline.draft.nothing(Unit::ONE) - self.rate, amounts),
        }
    }

    fn saved(&self, timeline: &Timeline<'s>, name: &str, amounts: &[Flow<Figure<'s>>]) -> Option<DraftLine<'s>> {
        let nothing = |unit| timeline.draft.nothing(unit);
        self.line(timeline, name, amounts, |amount| nothing(amount.unit()) - self.rate * amount)
    }

    fn paid(&self, timeline: &Timeline<'s>, name: &str, amounts: &[Flow<Figure<'s>>]) -> Option<DraftLine<'s>> {
        self.line(timeline, name, amounts, |amount| self.rate * amount)
    }

    fn line(
        &self,
        timeline: &Timeline<'s>,
        name: &str,
        amounts: &[Flow<Figure<'s>>],
        tax: impl Fn(Figure<'s>) -> Figure<'s>,
    ) -> Option<DraftLine<'s>> {
        let settled = match self.settled {
            TaxSettlement::Month => amounts.to_vec(),
            TaxSettlement::Year => self.years.settled(timeline, amounts),
        };
        let flows: Vec<Flow<Figure<'s>>> = settled.into_iter().map(|flow| flow.map(&tax)).collect();
        (!flows.is_empty()).then(|| DraftLine::new(timeline, name, CostGroup::Tax, &flows))
    }
}
