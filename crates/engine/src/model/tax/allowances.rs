//! What is allowed against profits of what was paid for something: at once, in equal parts, or by tax years.

use super::years::TaxYears;
use crate::inputs::Inputs as _;
use crate::model::capital::{AllowedBy, Depreciable};
use crate::model::line::Flow;
use crate::scenario::document::Given;
use crate::scenario::quantities::Term;
use crate::scenario::tax::{AllowanceSchedule, DepreciationTerms};
use crate::sheet::Figure;
use crate::timeline::Timeline;
use crate::unit::{BaseUnits as _, Unit};
use rust_decimal::Decimal;

/// The allowances of one thing bought.
#[derive(Clone, Debug)]
pub(super) struct Allowances<'s> {
    /// What is allowed, and when; positive.
    pub allowed: Vec<Flow<Figure<'s>>>,
    /// What of the price is not allowed when it is sold; none where all of it is.
    pub left: Option<Figure<'s>>,
}

impl<'s> Allowances<'s> {
    /// Of something with a `base`: `first_year_share` f of it in its first month of service, the rest by the schedule, of
    /// which nothing is allowed after the sale. A straight line over D months, of which n lie before it, allows
    /// `base · (1 − f) / D` in each of them and leaves `base · (1 − f) · (D − n) / D`. What was bought before the decision is
    /// allowed in equal parts over the life that is left.
    pub(super) fn of(
        timeline: &Timeline<'s>,
        years: &TaxYears<'s>,
        bought: &Depreciable<'s>,
        terms: &DepreciationTerms<'_>,
    ) -> Allowances<'s> {
        let Some(base) = bought.base.filter(|_| bought.first <= bought.sold) else {
            return Allowances { allowed: Vec::new(), left: bought.base };
        };
        if bought.depreciation == AllowedBy::LifeLeft {
            let (allowed, left) = straight_line(timeline, bought, base, (bought.life.months, None));
            return Allowances { allowed, left };
        }
        let at_once = timeline.draft.given(terms.first_year_share);
        let mut allowed = vec![Flow::Once { month: bought.first, amount: base * at_once }];
        let rest = base * (1 - at_once);
        let draft = timeline.draft;
        let (later, left) = match terms.schedule {
            AllowanceSchedule::Line(method, stated) => {
                draft.structural(method);
                let months = stated.map_or(bought.life.months, |stated| stated.value.count());
                straight_line(timeline, bought, rest, (months, stated))
            }
            AllowanceSchedule::Stated(shares) => {
                let shares: Vec<Figure<'s>> = shares.iter().map(|share| draft.given(share)).collect();
                by_years(years, bought, rest, &shares)
            }
            AllowanceSchedule::Named(name, shares) => {
                draft.structural(name);
                let share =
                    |share: &Decimal| draft.chosen(*share, Unit::ONE, "share of the schedule in its tax year", name.at);
                by_years(years, bought, rest, &shares.iter().map(share).collect::<Vec<_>>())
            }
        };
        allowed.extend(later);
        Allowances { allowed, left }
    }
}

/// What is allowed later of the `rest`, and what is left of it at the sale.
type Later<'s> = (Vec<Flow<Figure<'s>>>, Option<Figure<'s>>);

fn straight_line<'s>(
    timeline: &Timeline<'s>,
    bought: &Depreciable<'s>,
    rest: Figure<'s>,
    (months, stated): (u32, Option<&Given<Term>>),
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
    (vec![Flow::Monthly(a_month)], left)
}

fn by_years<'s>(years: &TaxYears<'s>, bought: &Depreciable<'s>, rest: Figure<'s>, shares: &[Figure<'s>]) -> Later<'s> {
    let ends = years.from(bought.first).iter().map(|year| year.last).take_while(|last| *last <= bought.sold);
    let ends: Vec<u32> = ends.take(shares.len()).collect();
    let (within, after) = shares.split_at(ends.len());
    let allowed = ends.iter().zip(within).map(|(month, share)| Flow::Once { month: *month, amount: rest * *share });
    let left = after.iter().copied().reduce(|a, b| a + b).map(|share| rest * share);
    (allowed.collect(), left)
}
