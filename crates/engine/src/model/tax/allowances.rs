//! Depreciation of purchases: first-year depreciation, straight line, or a schedule by tax years.

use super::years::{TaxYear, TaxYears};
use crate::inputs::Inputs as _;
use crate::model::capital::{Depreciable, DepreciationBasis};
use crate::model::line::Flow;
use crate::scenario::document::Located;
use crate::scenario::quantities::Term;
use crate::scenario::tax::{AllowanceSchedule, DepreciationTerms};
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

/// Depreciation of a purchase.
#[derive(Clone, Debug)]
pub(super) struct Allowances<'s> {
    /// Deductions and their dates; positive.
    pub allowed: Vec<Flow<Figure<'s>>>,
    /// Deductions by the months in which they accrue: first-year and straight-line depreciation when it is deducted, a
    /// yearly share in equal parts over the months of service in its tax year.
    pub accrued: Vec<Flow<Figure<'s>>>,
    /// Undepreciated part of the price at the sale; none if fully depreciated.
    pub left: Option<Figure<'s>>,
}

impl<'s> Allowances<'s> {
    /// Depreciation of a purchase with a `base`: the share `first_year_share` f in its first month of service, the rest
    /// by the schedule; nothing after the sale. Straight line over D months, n of them before the sale, deducts
    /// `base · (1 − f) / D` in each month and leaves `base · (1 − f) · (D − n) / D`. Assets bought before the decision
    /// are depreciated in equal parts over their remaining life.
    pub(super) fn of(
        timeline: &Timeline<'s>,
        years: &TaxYears<'s>,
        bought: &Depreciable<'s>,
        terms: &DepreciationTerms<'_>,
    ) -> Allowances<'s> {
        let Some(base) = bought.base.filter(|_| bought.first <= bought.sold) else {
            return Allowances { allowed: Vec::new(), accrued: Vec::new(), left: bought.base };
        };
        if bought.depreciation == DepreciationBasis::LifeLeft {
            let Later { allowed, accrued, left } = straight_line(timeline, bought, base, (bought.life.months, None));
            return Allowances { allowed, accrued, left };
        }
        let share_at_once = timeline.draft.given(terms.first_year_share);
        let at_once = [Flow::Once { month: bought.first, amount: base * share_at_once }];
        let rest = base * (1 - share_at_once);
        let draft = timeline.draft;
        let later = match terms.schedule {
            AllowanceSchedule::Line(method, stated) => {
                draft.structural(method);
                let months = stated.map_or(bought.life.months, |stated| stated.value.count());
                straight_line(timeline, bought, rest, (months, stated))
            }
            AllowanceSchedule::YearlyShares(shares) => {
                let shares: Vec<Figure<'s>> = shares.iter().map(|share| draft.given(share)).collect();
                by_years(timeline, years, bought, rest, &shares)
            }
            AllowanceSchedule::Named(name, shares) => {
                draft.structural(name);
                let share =
                    |share: &Decimal| draft.chosen(*share, Unit::ONE, "share of the schedule in its tax year", name.at);
                by_years(timeline, years, bought, rest, &shares.iter().map(share).collect::<Vec<_>>())
            }
        };
        let with = |later: Vec<Flow<Figure<'s>>>| at_once.into_iter().chain(later).collect();
        Allowances { allowed: with(later.allowed), accrued: with(later.accrued), left: later.left }
    }
}

/// Depreciation of the `rest`, its accrual, and the undepreciated part at the sale.
struct Later<'s> {
    allowed: Vec<Flow<Figure<'s>>>,
    accrued: Vec<Flow<Figure<'s>>>,
    left: Option<Figure<'s>>,
}

fn straight_line<'s>(
    timeline: &Timeline<'s>,
    bought: &Depreciable<'s>,
    rest: Figure<'s>,
    (months, stated): (u32, Option<&Located<Term>>),
) -> Later<'s> {
    let draft = timeline.draft;
    let all = stated.map_or(bought.life.figure, |stated| {
        draft.structural(stated);
        draft.given(stated)
    });
    let last = (bought.first + months - 1).min(bought.sold);
    let because: Vec<_> = bought.dates.iter().copied().chain(stated.map(|stated| stated.at)).collect();
    let a_month = rest / all * timeline.within(bought.first, last, &because);
    let before = last + 1 - bought.first;
    let left = (before < months).then(|| {
        let before = draft.constant(before, Unit::MONTH, "months of depreciation before the sale");
        rest * (all - before) / all
    });
    Later { allowed: vec![Flow::Monthly(a_month)], accrued: vec![Flow::Monthly(a_month)], left }
}

fn by_years<'s>(
    timeline: &Timeline<'s>,
    years: &TaxYears<'s>,
    bought: &Depreciable<'s>,
    rest: Figure<'s>,
    shares: &[Figure<'s>],
) -> Later<'s> {
    let whole = years.from(bought.first).iter().take_while(|year| year.last <= bought.sold);
    let whole: Vec<&TaxYear<'s>> = whole.take(shares.len()).collect();
    let (within, after) = shares.split_at(whole.len());
    let (mut allowed, mut accrued) = (Vec::new(), Vec::new());
    for (year, share) in whole.into_iter().zip(within) {
        let amount = rest * *share;
        allowed.push(Flow::Once { month: year.last, amount });
        let first = (year.begins_after() + 1).max(bought.first);
        let served = timeline.draft.constant(year.last + 1 - first, Unit::ONE, "months of service in the tax year");
        let a_month = amount / served;
        accrued.extend((first..=year.last).map(|month| Flow::Once { month, amount: a_month }));
    }
    let left = after.iter().copied().reduce(|a, b| a + b).map(|share| rest * share);
    Later { allowed, accrued, left }
}
