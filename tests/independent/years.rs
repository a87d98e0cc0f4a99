//! Independent model of payback with tax, and of yearly budgets: cash month by month, tax in the months in which it accrues,
//! and fiscal years that overlap contract years.

use super::percent;
use crate::generated::cases;
use crate::support::answered;
use proptest::prelude::*;
use rackrent::analysis::statement::{BudgetOf, BudgetYear, Concern, Reversal, ReversalCause, Spending};
use std::fmt::Write as _;

/// Calendar settings of a scenario.
#[derive(Clone, Copy, Debug)]
enum Calendar {
    None,
    Start(u32),
    Fiscal(u32, u32),
}

#[derive(Clone, Copy, Debug)]
enum Depreciation {
    /// Over the given number of months; over the life without one.
    Line(Option<u32>),
    /// 50 %, 30 % and 20 % in the first three tax years.
    Shares,
}

#[derive(Clone, Copy, Debug)]
struct Case {
    horizon: u32,
    discount: u32,
    is_year_end: bool,
    calendar: Calendar,
    rate: u32,
    is_settled_monthly: bool,
    depreciation: Depreciation,
    at_once: u32,
    price: u32,
    replacement_change: i32,
    life: u32,
    lead: u32,
    running: u32,
    running_growth: u32,
    once: u32,
    rent: u32,
    rent_change: i32,
    budget: u32,
}

fn drawn() -> impl Strategy<Value = Case> {
    let calendar = prop_oneof![
        Just(Calendar::None),
        (1..=12_u32).prop_map(Calendar::Start),
        (1..=12_u32, 1..=12_u32).prop_map(|(start, fiscal)| Calendar::Fiscal(start, fiscal)),
    ];
    let depreciation = prop_oneof![
        Just(Depreciation::Line(None)),
        (6..60_u32).prop_map(|months| Depreciation::Line(Some(months))),
        Just(Depreciation::Shares),
    ];
    let money = (5..60_u32, 0..25_u32, any::<bool>(), calendar, 1..50_u32, prop::bool::weighted(0.2));
    let owned = (depreciation, 0..=100_u32, 5_000..60_000_u32, -20..40_i32, 8..70_u32, 0..4_u32);
    let running = (0..1_500_u32, 0..12_u32, 0..3_000_u32, 500..4_000_u32, -20..20_i32, 5_000..60_000_u32);
    (money, owned, running).prop_map(|(money, owned, running)| {
        let (horizon, discount, is_year_end, calendar, rate, is_settled_monthly) = money;
        let (depreciation, at_once, price, replacement_change, life, lead) = owned;
        let (running, running_growth, once, rent, rent_change, budget) = running;
        Case {
            horizon,
            discount,
            is_year_end,
            calendar,
            rate,
            is_settled_monthly,
            depreciation,
            at_once,
            price,
            replacement_change,
            life,
            lead,
            running,
            running_growth,
            once,
            rent,
            rent_change,
            budget,
        }
    })
}

/// Cash and tax relief of an option by month of payment, and its depreciation by month of accrual.
struct ByMonth {
    bought: Vec<f64>,
    running: Vec<f64>,
    /// Depreciation of a month, for the settled tax.
    allowed: Vec<f64>,
    accrued: Vec<f64>,
    /// Remaining depreciation of an asset that is sold for nothing: part of the cash, but not of payback.
    left: Vec<f64>,
}

/// A payback, and its reversal.
type Found = Option<(u32, Option<Reversal>)>;

fn at(month: u32) -> usize {
    usize::try_from(month).unwrap()
}

impl Case {
    /// First and last months of tax years, or of the years of a budget.
    fn years(&self, of_budget: bool) -> Vec<(u32, u32)> {
        let ends = |month: u32| match self.calendar {
            Calendar::Fiscal(start, fiscal) => (start - 1 + month) % 12 == fiscal - 1,
            Calendar::Start(start) if !of_budget => (start - 1 + month).is_multiple_of(12),
            Calendar::Start(_) | Calendar::None => month.is_multiple_of(12),
        };
        let (mut years, mut first) = (Vec::new(), 1);
        for month in 1..=self.horizon {
            if month == self.horizon || ends(month) {
                years.push((first, month));
                first = month + 1;
            }
        }
        years
    }

    /// The last month of the tax year of a month.
    fn settled_in(&self, month: u32) -> u32 {
        if self.is_settled_monthly {
            return month;
        }
        self.years(false).into_iter().find(|(_, last)| month <= *last).unwrap().1
    }

    fn factor(&self, month: u32) -> f64 {
        let months = if self.is_year_end { (month.div_ceil(12) * 12).min(self.horizon) } else { month };
        percent(100 + self.discount.cast_signed()).powf(-f64::from(months) / 12.0)
    }

    fn rented_in(&self, month: u32) -> f64 {
        f64::from(self.rent) * percent(100 + self.rent_change).powi(((month - 1) / 12).cast_signed())
    }

    fn empty(&self) -> ByMonth {
        let nothing = || vec![0.0; at(self.horizon) + 1];
        let (bought, running, allowed, accrued, left) = (nothing(), nothing(), nothing(), nothing(), nothing());
        ByMonth { bought, running, allowed, accrued, left }
    }

    fn rented(&self) -> ByMonth {
        let mut option = self.empty();
        for month in 1..=self.horizon {
            option.running[at(month)] = self.rented_in(month);
        }
        option
    }

    fn owned(&self) -> ByMonth {
        let mut option = self.empty();
        option.running[0] += f64::from(self.once);
        for month in 1..=self.horizon {
            let growth = percent(100 + self.running_growth.cast_signed()).powi(((month - 1) / 12).cast_signed());
            option.running[at(month)] +=
                if month <= self.lead { self.rented_in(month) } else { f64::from(self.running) * growth };
        }
        let mut ordered = 0;
        while ordered + self.lead < self.horizon {
            let change = percent(100 + self.replacement_change).powi((ordered / 12).cast_signed());
            let paid = f64::from(self.price) * change;
            option.bought[at(ordered)] += paid;
            self.allow(&mut option, paid, ordered + self.lead + 1);
            ordered += self.life;
        }
        option
    }

    /// Adds the depreciation of a price from the first month of service on, to the end of its life or of the comparison.
    fn allow(&self, option: &mut ByMonth, paid: f64, first: u32) {
        let sold = (first + self.life - 1).min(self.horizon);
        let at_once = paid * percent(self.at_once.cast_signed());
        let rest = paid - at_once;
        option.allowed[at(first)] += at_once;
        option.accrued[at(first)] += at_once;
        let mut left = rest;
        match self.depreciation {
            Depreciation::Line(months) => {
                let months = months.unwrap_or(self.life);
                for month in first..=sold.min(first + months - 1) {
                    let allowed = rest / f64::from(months);
                    option.allowed[at(month)] += allowed;
                    option.accrued[at(month)] += allowed;
                    left -= allowed;
                }
            }
            Depreciation::Shares => {
                let years = self.years(false).into_iter().filter(|(_, last)| *last >= first);
                for ((begins, last), share) in years.zip([0.5, 0.3, 0.2]).filter(|((_, last), _)| *last <= sold) {
                    option.allowed[at(last)] += rest * share;
                    left -= rest * share;
                    let served = begins.max(first)..=last;
                    let months = f64::from(last + 1 - begins.max(first));
                    for month in served {
                        option.accrued[at(month)] += rest * share / months;
                    }
                }
            }
        }
        option.left[at(sold)] += left;
    }

    fn tax(&self) -> f64 {
        percent(self.rate.cast_signed())
    }

    /// Cash that payback counts by month, purchases and everything else, discounted or not.
    fn for_payback(&self, option: &ByMonth, is_discounted: bool) -> (Vec<f64>, Vec<f64>) {
        let factor = |month: u32| if is_discounted { self.factor(month) } else { 1.0 };
        // settled monthly, tax is paid as depreciation accrues
        let allowances = if self.is_settled_monthly { &option.allowed } else { &option.accrued };
        let bought = (0..=self.horizon).map(|month| option.bought[at(month)] * factor(month));
        let rest = (0..=self.horizon).map(|month| {
            let saved = self.tax() * (option.running[at(month)] + allowances[at(month)]);
            option.running[at(month)] * factor(month) - saved * factor(self.settled_in(month))
        });
        (bought.collect(), rest.collect())
    }

    /// All cash by month, with the tax when it is settled.
    fn cash(&self, option: &ByMonth) -> Vec<f64> {
        let mut cash: Vec<f64> = option.bought.iter().zip(&option.running).map(|(a, b)| a + b).collect();
        for month in 0..=self.horizon {
            let deducted = option.running[at(month)] + option.allowed[at(month)] + option.left[at(month)];
            cash[at(self.settled_in(month))] -= self.tax() * deducted;
        }
        cash
    }

    /// The payback and its reversal; `None` if cents decide.
    fn payback(&self, is_discounted: bool) -> Option<Found> {
        let [owned, rented] = [self.owned(), self.rented()].map(|option| self.for_payback(&option, is_discounted));
        let (mut ahead, mut found): (f64, Found) = (0.0, None);
        for month in 0..=self.horizon {
            let bought = owned.0[at(month)];
            let running = owned.1[at(month)] - rented.1[at(month)];
            ahead += bought + running;
            if ahead.abs() < 0.02 || (bought - running).abs() < 1e-6 {
                return None;
            }
            let cause = if bought > running { ReversalCause::Purchase } else { ReversalCause::RunningCosts };
            match (&mut found, ahead > 0.0) {
                (None, false) => found = Some((month, None)),
                (Some((_, reversal @ None)), true) => {
                    *reversal = Some(Reversal { months: 1, times: 1, until: None, cause });
                }
                (Some((_, Some(reversal))), true) => {
                    reversal.times += u32::from(reversal.until.take().is_some());
                    reversal.months += 1;
                }
                (Some((_, Some(reversal))), false) => {
                    reversal.until.get_or_insert(month.into());
                }
                (None, true) | (Some((_, None)), false) => {}
            }
        }
        Some(found)
    }

    /// The largest yearly cash under a budget, with the index of the year; `None` if cents decide between two years.
    fn most_of_a_year(&self, option: &ByMonth) -> Option<(f64, usize)> {
        let cash = self.cash(option);
        let sum = |(first, last): (u32, u32)| -> f64 {
            let from = if first == 1 { 0 } else { first };
            (from..=last).map(|month| cash[at(month)]).sum()
        };
        let mut sums: Vec<(f64, usize)> = self.years(true).into_iter().map(sum).zip(0..).collect();
        sums.sort_by(|a, b| b.0.total_cmp(&a.0));
        sums.get(1).is_none_or(|second| sums[0].0 - second.0 > 1.0).then(|| sums[0])
    }

    fn text(&self) -> String {
        let mut text = format!(
            "name: Drawn\ncurrency: USD\nhorizon_months: {}\nhours_per_month: 100\ndiscount_rate: {}%\nbudget: {{ per_year: {} }}\n",
            self.horizon, self.discount, self.budget
        );
        text.push_str(if self.is_year_end { "flows: year_end\n" } else { "" });
        let _ = match self.calendar {
            Calendar::None => Ok(()),
            Calendar::Start(start) => writeln!(text, "start: 2027-{start:02}"),
            Calendar::Fiscal(start, fiscal) => {
                writeln!(text, "start: 2027-{start:02}\nfiscal_year_starts: {fiscal}")
            }
        };
        let settled = if self.is_settled_monthly { "month" } else { "year" };
        let depreciation = match self.depreciation {
            Depreciation::Line(None) => String::new(),
            Depreciation::Line(Some(months)) => format!("depreciation_months: {months}, "),
            Depreciation::Shares => "depreciation: [50%, 30%, 20%], ".to_owned(),
        };
        let until = if self.lead > 0 { "    until_delivery: cloud\n" } else { "" };
        let _ = write!(
            text,
            "\
tax: {{ rate: {}%, first_year_share: {}%, {depreciation}settled: {settled} }}
demand: {{ accelerators: 8, utilization: 100% }}
own:
  box:
    node: {{ price: {}, accelerators: 8 }}
    nodes: 1
    useful_life_months: {}
    value_at_horizon: none
    replacement_price_change_per_year: {}%
    lead_time_months: {}
{until}    one_off: {{ start: {} }}
    operating: {{ hosting: {{ per_month: {}, growth_per_year: {}%, includes_electricity: true }} }}
rent:
  cloud: {{ accelerators_per_instance: 8, dedicated_per_instance_month: {}, price_change_per_year: {}% }}
",
            self.rate,
            self.at_once,
            self.price,
            self.life,
            self.replacement_change,
            self.lead,
            self.once,
            self.running,
            self.running_growth,
            self.rent,
            self.rent_change,
        );
        text
    }
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn payback_counts_the_tax_that_has_accrued(case in drawn()) {
        let answer = answered(&case.text());
        let pair = &answer.comparison.pairs[0];
        let plain = (pair.payback_month.map(|month| (month, pair.payback_reversal)), case.payback(false));
        let discounted = pair.discounted_payback_month.map(|month| (month, pair.discounted_payback_reversal));
        for (found, expected) in [plain, (discounted, case.payback(true))] {
            // the answer has calendar dates
            let undated = |reversal: Reversal| {
                let until = reversal.until.map(|until| until.month.into());
                Reversal { until, ..reversal }
            };
            let found = found.map(|(month, reversal)| (month, reversal.map(undated)));
            prop_assert!(expected.is_none_or(|expected| found == expected), "{found:?} instead of {expected:?}\n{}", case.text());
        }
    }

    #[test]
    fn a_yearly_budget_applies_to_fiscal_years_if_they_are_stated(case in drawn()) {
        let answer = answered(&case.text());
        for (name, option) in [("own.box", case.owned()), ("rent.cloud", case.rented())] {
            let Some((most, year)) = case.most_of_a_year(&option) else { continue };
            let budget = f64::from(case.budget);
            if (most - budget).abs() < 0.1 {
                continue;
            }
            let found = answer.comparison.warnings.iter().find_map(|warning| match &warning.concern {
                Concern::OverBudget { whose: BudgetOf::Scenario { option, spending: Spending::Year(year), .. }, total, .. }
                    if option == name => Some((*total, *year)),
                _ => None,
            });
            prop_assert_eq!(found.is_some(), most > budget, "{} {}: {:?}\n{}", name, most, found, case.text());
            let Some((total, found)) = found else { continue };
            let total: f64 = total.to_string().parse().unwrap();
            prop_assert!((total - most).abs() < 0.1, "{total} instead of {most}\n{}", case.text());
            let (first, last) = case.years(true)[year];
            let expected = match (found, case.calendar) {
                (BudgetYear::Contract(year), Calendar::None | Calendar::Start(_)) => (year - 1) * 12 + 1 == first,
                (BudgetYear::Fiscal(year), Calendar::Fiscal(..)) => (year.first, year.last) == (first, last),
                (BudgetYear::Contract(_), Calendar::Fiscal(..)) | (BudgetYear::Fiscal(_), _) => false,
            };
            prop_assert!(expected, "{found:?} instead of months {first} to {last}\n{}", case.text());
        }
    }
}
