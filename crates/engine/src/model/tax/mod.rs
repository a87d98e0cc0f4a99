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
    /// Rate of all taxes on profits.
    rate: Figure<'s>,
    /// Rates of the first tax and of the state tax after it, which add up to `rate`; none without a state tax.
    parts: Option<[Figure<'s>; 2]>,
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
    /// Depreciation terms for the state tax, if it has its own.
    pub state_terms: Option<DepreciationTerms<'a>>,
}

/// Amounts that are taxed or deducted at a rate.
#[derive(Clone, Debug)]
struct Taxed<'s> {
    rate: Figure<'s>,
    flows: Vec<Flow<Figure<'s>>>,
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
        let first = draft.given(&tax.rate);
        let parts = tax.state.as_ref().map(|state| {
            let second = draft.given(&state.rate);
            let is_deducted = draft.structural(&state.deductible);
            [first, if is_deducted { (second * (1 - first)).named("state tax after deduction") } else { second }]
        });
        Some(DraftTax {
            rate: parts.map_or(first, |[first, second]| (first + second).named("combined tax rate")),
            parts,
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
        let costs = [Taxed { rate: self.rate, flows: costs }];
        let relief = self.saved(timeline, RELIEF, &costs)?;
        Some(self.accruing(timeline, relief, &costs))
    }

    /// Tax shield on depreciation, and the tax on sales, `rate · (receipt − undepreciated part)`. At the horizon
    /// everything counts as sold.
    #[must_use]
    pub fn on_capital(&self, timeline: &Timeline<'s>, all: &[Depreciated<'_, 's>]) -> TaxOnCapital<'s> {
        let (mut allowed, mut accrued, mut gains) = (Vec::new(), Vec::new(), Vec::new());
        for (rate, is_state) in self.depreciating(all) {
            let mut taxed = [(); 3].map(|()| Taxed { rate, flows: Vec::new() });
            let [allowed_at, accrued_at, gains_at] = &mut taxed;
            for Depreciated { bought, terms, state_terms } in all {
                let terms = state_terms.as_ref().filter(|_| is_state).unwrap_or(terms);
                let allowances = Allowances::of(timeline, &self.years, bought, terms);
                allowed_at.flows.extend(allowances.allowed);
                accrued_at.flows.extend(allowances.accrued);
                let nothing = || timeline.draft.nothing(Unit::MONEY);
                let gain = match (bought.receipt, allowances.left) {
                    (Some(receipt), Some(left)) => Some(receipt - left),
                    (Some(receipt), None) => Some(receipt),
                    (None, Some(left)) => Some(nothing() - left),
                    (None, None) => None,
                };
                gains_at.flows.extend(gain.map(|amount| Flow::Once { month: bought.sold, amount }));
            }
            let [allowed_at, accrued_at, gains_at] = taxed;
            allowed.push(allowed_at);
            accrued.push(accrued_at);
            gains.push(gains_at);
        }
        let sale = |one: &Depreciated<'_, 's>| Some(Flow::Once { month: one.bought.sold, amount: one.bought.receipt? });
        let receipts = Taxed { rate: self.rate, flows: all.iter().filter_map(sale).collect() };
        let depreciation = self.saved(timeline, DEPRECIATION, &allowed);
        let depreciation = depreciation.map(|line| self.accruing(timeline, line, &accrued));
        let on_resale = self.paid(timeline, TAX_ON_RESALE, &gains);
        let of_receipts = self.paid(timeline, TAX_ON_RESALE, &[receipts]).map(|line| line.present_value);
        TaxOnCapital { lines: depreciation.into_iter().chain(on_resale).collect(), of_receipts }
    }

    /// Rates at which purchases are depreciated, and whether by the terms of the state tax; one rate if all have the same
    /// terms.
    fn depreciating(&self, all: &[Depreciated<'_, 's>]) -> Vec<(Figure<'s>, bool)> {
        match self.parts.filter(|_| all.iter().any(|one| one.state_terms.is_some())) {
            Some([first, state]) => vec![(first, false), (state, true)],
            None => vec![(self.rate, false)],
        }
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
                let tax_of_year = |year: &TaxYear<'s>| {
                    interest(year.begins_after(), year.last.min(last)) * timeline.discount_at(year.last)
                };
                timeline.draft.sum(Unit::MONEY, years.map(tax_of_year))
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
            TaxSettlement::Year => self.accruing(timeline, line, &[Taxed { rate: self.rate, flows: monthly() }]),
        }
    }

    /// Adds the accrual to a line of tax saved, if it differs from the settlement: in the months of the taxed amounts.
    fn accruing(&self, timeline: &Timeline<'s>, line: DraftLine<'s>, amounts: &[Taxed<'s>]) -> DraftLine<'s> {
        match self.settled {
            TaxSettlement::Month => line,
            TaxSettlement::Year => amounts
                .iter()
                .fold(line, |line, taxed| line.accruing(timeline.draft.nothing(Unit::ONE) - taxed.rate, &taxed.flows)),
        }
    }

    fn saved(&self, timeline: &Timeline<'s>, name: &str, amounts: &[Taxed<'s>]) -> Option<DraftLine<'s>> {
        let nothing = |unit| timeline.draft.nothing(unit);
        self.line(timeline, name, amounts, |rate, amount| nothing(amount.unit()) - rate * amount)
    }

    fn paid(&self, timeline: &Timeline<'s>, name: &str, amounts: &[Taxed<'s>]) -> Option<DraftLine<'s>> {
        self.line(timeline, name, amounts, |rate, amount| rate * amount)
    }

    fn line(
        &self,
        timeline: &Timeline<'s>,
        name: &str,
        amounts: &[Taxed<'s>],
        tax: impl Fn(Figure<'s>, Figure<'s>) -> Figure<'s>,
    ) -> Option<DraftLine<'s>> {
        let of_rate = |taxed: &Taxed<'s>| -> Vec<Flow<Figure<'s>>> {
            let settled = match self.settled {
                TaxSettlement::Month => taxed.flows.clone(),
                TaxSettlement::Year => self.years.settled(timeline, &taxed.flows),
            };
            settled.into_iter().map(|flow| flow.map(|amount| tax(taxed.rate, amount))).collect()
        };
        let flows: Vec<Flow<Figure<'s>>> = amounts.iter().flat_map(of_rate).collect();
        (!flows.is_empty()).then(|| DraftLine::new(timeline, name, CostGroup::Tax, &flows))
    }
}
