//! Explanations of pairs of an owned option or hybrid and a rented one: break-even, payback, return, and the resale value
//! needed.

use super::{Explained, Sums, line_name};
use crate::analysis::statement::{BreakEven, BreakEvenPoint, CrossingOutcome, PairResult, Winner, YearResult};
use crate::analysis::{Answer, Cashflow, Payback, settled, value_at};
use crate::model::{OptionModel, PairModel};
use crate::number;
use crate::reasons;
use crate::scenario::conventions::FlowDates;
use crate::sheet::FigureId;
use rust_decimal::Decimal;
use std::fmt::Write as _;

impl Answer {
    pub(super) fn explain_break_even(&self) -> Vec<Explained> {
        let pairs = self.pairs().zip(self.break_evens());
        let explained =
            pairs.flat_map(|((pair, statement), break_even)| self.explain_crossings(pair, statement, &break_even));
        explained.map(Explained::Sums).collect()
    }

    /// Lines of both options at each break-even; for a pair without one, the outcome of the search.
    fn explain_crossings(&self, pair: &PairModel, statement: &PairResult, break_even: &BreakEven) -> Vec<Sums> {
        let title = format!("break-even of {} and {}", statement.own, statement.rent);
        if break_even.points.is_empty() {
            let sentence = no_crossing(statement, break_even);
            return vec![Sums {
                title,
                sentences: vec![sentence],
                columns: Vec::new(),
                rows: Vec::new(),
                totals: None,
            }];
        }
        let model = &self.evaluated.model;
        let sides = [&model.options[pair.own], &model.options[pair.rent]];
        let at = |(index, point): (usize, &BreakEvenPoint)| {
            let present_value = |figure| value_at(&self.evaluated, *point.factor, figure).unwrap_or_default();
            let mut rows: Vec<(String, Vec<Option<Decimal>>)> = Vec::new();
            let digits = self.comparison.header.minor_digits;
            let mut totals = Vec::new();
            for (side, option) in sides.iter().enumerate() {
                let adjustments =
                    pair.adjustments.iter().filter(|(_, figure)| side == 0 && !present_value(*figure).is_zero());
                let adjusted = adjustments.map(|(name, figure)| (format!("{}: {name}", option.id), *figure));
                let lines = option.lines.iter().map(|line| (line_name(option, line), line.present_value));
                let (labels, figures): (Vec<String>, Vec<FigureId>) = lines.chain(adjusted).unzip();
                let amounts: Vec<Decimal> = figures.into_iter().map(present_value).collect();
                let total = number::money(amounts.iter().sum(), digits);
                for (label, amount) in labels.into_iter().zip(settled(&amounts, total, digits)) {
                    let mut columns = vec![None, None];
                    columns[side] = Some(amount);
                    rows.push((label, columns));
                }
                totals.push(total);
            }
            let below = break_even.wins.get(index);
            let above = break_even.wins.get(index + 1);
            Sums {
                title: title.clone(),
                sentences: vec![crossing(point, below.copied(), above.copied())],
                columns: vec![format!("{}, PV", statement.own), format!("{}, PV", statement.rent)],
                rows,
                totals: Some(("present value".to_owned(), totals)),
            }
        };
        break_even.points.iter().enumerate().map(at).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (&PairModel, &PairResult)> {
        self.evaluated.model.pairs.iter().zip(&self.comparison.pairs)
    }

    /// Cumulative cash of both options at the end of each year, and around the payback.
    pub(super) fn explain_paybacks(&self) -> Vec<Explained> {
        self.pairs().map(|(pair, statement)| Explained::Sums(self.explain_payback(pair, statement))).collect()
    }

    fn explain_payback(&self, pair: &PairModel, statement: &PairResult) -> Sums {
        let title = format!("payback of {} against {}", statement.own, statement.rent);
        if statement.leased {
            let sentence = "Its servers are leased: there is nothing to pay back.".to_owned();
            return Sums { title, sentences: vec![sentence], columns: Vec::new(), rows: Vec::new(), totals: None };
        }
        let digits = self.comparison.header.minor_digits;
        let dated = |month| self.comparison.header.dated(month);
        let running = |option: usize| -> Vec<Decimal> {
            let flow = Cashflow::of(&self.evaluated, &self.evaluated.model.options[option]);
            let sums = flow.for_payback.all.iter().scan(Decimal::ZERO, |sum, cash| {
                *sum += cash;
                Some(number::money(*sum, digits))
            });
            sums.collect()
        };
        let (own, rent) = (running(pair.own), running(pair.rent));
        let found = statement.payback_month;
        let last = u32::try_from(own.len()).unwrap_or(u32::MAX).saturating_sub(1);
        let is_behind: Vec<bool> = own.iter().zip(&rent).map(|(own, rent)| own > rent).collect();
        // from the payback on, every month in which the lead changes
        let turns = |month: u32| match (is_behind.get(month as usize), is_behind.get(month as usize + 1)) {
            (Some(now), Some(next)) => found.is_some_and(|found| month >= found) && now != next,
            (Some(_) | None, None) | (None, Some(_)) => false,
        };
        let is_found = |month: u32| found.is_some_and(|found| month + 1 == found || month == found);
        let around = |month: u32| {
            let turns = turns(month) || month.checked_sub(1).is_some_and(turns);
            month.is_multiple_of(12) || month == last || is_found(month) || turns
        };
        let row = |(month, (own, rent)): (u32, (&Decimal, &Decimal))| {
            (dated(month).to_string(), vec![Some(*own), Some(*rent), Some(*rent - *own)])
        };
        let months = (0u32..).zip(own.iter().zip(&rent)).filter(|(month, _)| around(*month));
        let sentence = match found {
            Some(month) => format!(
                "At the end of {}, {} has for the first time cost no more cash than renting, excluding resale.",
                dated(month),
                statement.own
            ),
            None => {
                format!(
                    "Within {}, {} never costs less cash than renting, excluding resale.",
                    months_of(last),
                    statement.own
                )
            }
        };
        let reversal = statement.payback_reversal;
        let reversal = reversal
            .map(|reversal| format!("Then {} falls behind again {}.", statement.own, reasons::falls_behind(&reversal)));
        let discounted = found.map(|_| match self.of_pair(pair).discounted_payback() {
            None => format!("In discounted cash it does not pay back within {}.", months_of(last)),
            Some(Payback { month, reversal: None, .. }) => {
                format!("In discounted cash it pays back at the end of {}.", dated(month))
            }
            Some(Payback { month, reversal: Some(reversal), .. }) => format!(
                "In discounted cash it pays back at the end of {}; then {} falls behind again {}.",
                dated(month),
                statement.own,
                reasons::falls_behind(&reversal)
            ),
        });
        let columns =
            vec![format!("{}, paid", statement.own), format!("{}, paid", statement.rent), "owning ahead by".to_owned()];
        let how = "Cumulative sums of unrounded payments, rounded at the end of each month.".to_owned();
        let is_settled_later = !self.evaluated.model.tax_year_ends.is_empty();
        let tax = is_settled_later.then(|| "Tax counts in the month in which it accrues.".to_owned());
        let sentences = [Some(sentence), reversal, discounted, Some(how), tax].into_iter().flatten().collect();
        Sums { title, sentences, columns, rows: months.map(row).collect(), totals: None }
    }

    /// Extra cost of renting by year, and the rate of return.
    pub(super) fn explain_returns(&self) -> Vec<Explained> {
        self.pairs().map(|(pair, statement)| Explained::Sums(self.explain_return(pair, statement))).collect()
    }

    fn explain_return(&self, pair: &PairModel, statement: &PairResult) -> Sums {
        let model = |option: usize| -> &OptionModel { &self.evaluated.model.options[option] };
        let cash = |year: &YearResult| *year.cash;
        let by_year = |option: usize| -> Vec<Decimal> { self.years(model(option)).iter().map(cash).collect() };
        let total = |option: usize| self.statement(model(option)).map(|option| *option.total).unwrap_or_default();
        let ((own, owned), (rent, rented)) =
            ((by_year(pair.own), total(pair.own)), (by_year(pair.rent), total(pair.rent)));
        let sentence = match self.of_pair(pair).return_of_buying() {
            Ok(irr) => format!(
                "Discounted {} at an effective {} a year, the extra cost of renting has a present value of zero; resale included.",
                match self.evaluated.model.flows {
                    FlowDates::MonthEnd => "month by month",
                    FlowDates::YearEnd => "from the ends of years",
                    FlowDates::MidYear => "from the middle of years",
                },
                number::percent(*irr, 2)
            ),
            Err(why) => format!("There is no rate of return: {}.", reasons::no_return(&why)),
        };
        let years = (0u32..).zip(own.iter().zip(&rent));
        let rows = years
            .map(|(year, (own, rent))| (format!("year {year}"), vec![Some(*own), Some(*rent), Some(*rent - *own)]));
        Sums {
            title: format!("irr of {} against {}", statement.own, statement.rent),
            sentences: vec![sentence],
            columns: vec![
                format!("{}, cash", statement.own),
                format!("{}, cash", statement.rent),
                "extra cost of renting".to_owned(),
            ],
            rows: rows.collect(),
            totals: Some(("total".to_owned(), vec![owned, rented, rented - owned])),
        }
    }

    /// Resale value that each owned option needs to win.
    pub(super) fn explain_resales_needed(&self) -> Vec<Explained> {
        let known = |(pair, statement): (&PairModel, &PairResult)| {
            let figure = pair.resale_needed.iter().copied().find(|figure| self.evaluated.is_known(*figure))?;
            Some(self.explain_figure(&format!("resale needed by {} against {}", statement.own, statement.rent), figure))
        };
        self.pairs().filter_map(known).collect()
    }
}

fn months_of(count: u32) -> String {
    number::counted(count, "month")
}

/// Outcome of a search without a break-even.
fn no_crossing(pair: &PairResult, break_even: &BreakEven) -> String {
    let limit = break_even.factor_limit;
    let limit =
        limit.map(|limit| format!(" tested (up to {} of plan)", number::percent(*limit, 1))).unwrap_or_default();
    match &break_even.outcome {
        CrossingOutcome::AlwaysOwn => {
            format!("Owning {} costs less than {} at every demand{limit}.", pair.own, pair.rent)
        }
        CrossingOutcome::Equal => format!("{} and {} cost the same at every demand{limit}.", pair.own, pair.rent),
        CrossingOutcome::AlwaysRent => {
            let share = break_even.beyond_capacity.and_then(|beyond| beyond.share_of_capacity);
            let beyond = share.map(|share| {
                let share = number::percent(*share, 1);
                format!(
                    " To win at its full-load cost, the fleet would have to deliver more than {share} of its capacity."
                )
            });
            let beyond = beyond.unwrap_or_default();
            format!("Renting {} costs less than {} at every demand{limit}.{beyond}", pair.rent, pair.own)
        }
        CrossingOutcome::None(why) => format!("There is no break-even: {}.", reasons::no_break_even(*why)),
        CrossingOutcome::Crosses => String::new(),
    }
}

/// A break-even, and the winners on its two sides.
fn crossing(point: &BreakEvenPoint, below: Option<Winner>, above: Option<Winner>) -> String {
    let mut text = format!("At {} times the planned demand", number::readable(*point.factor, 6));
    if let Some(utilization) = point.utilization {
        let _ = write!(text, ", where the servers are busy {} of the time", number::percent(*utilization, 1));
    }
    if point.jump {
        text.push_str(", the cheaper option changes at a jump in cost");
    } else {
        text.push_str(", both options cost the same");
    }
    if let (Some(below), Some(above)) = (below, above) {
        let _ = write!(text, ": {} wins below, {} above", side(below), side(above));
    }
    text.push('.');
    text
}

fn side(winner: Winner) -> &'static str {
    match winner {
        Winner::Own => "owning",
        Winner::Rent => "renting",
    }
}
