//! What a reader of a comparison should know beside its figures.

use super::statement::{OptionStatement, PairStatement, WorkloadStatement};
use super::stating::Compare;
use crate::demand;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{CostGroup, OptionKind};
use crate::number;
use crate::scenario::document::{NodeId, ScalarOr};
use crate::scenario::quantity::Quantity;
use crate::sheet::{FigureId, Period};
use rust_decimal::Decimal;

impl Compare<'_> {
    /// What a reader should know beside the figures.
    pub(super) fn warnings(
        &self,
        options: &[OptionStatement],
        workloads: &[WorkloadStatement],
        pairs: &[PairStatement],
    ) -> Vec<Diagnostic> {
        let mut found = self.loaded.warnings.clone();
        found.extend(self.book_resale(options));
        found.extend(self.over_budget(options));
        found.extend(self.workloads_over_budget(workloads));
        found.extend(self.large_jobs());
        found.extend(pairs.iter().filter_map(|pair| {
            let (month, reversal) = pair.payback_month.zip(pair.payback_reversal)?;
            let message = format!(
                "{} pays back against {} in month {month} and then costs more again {}: something is replaced or bought",
                pair.own,
                pair.rent,
                reversal.text()
            );
            let node = self.evaluated.model.options.iter().find(|option| option.name == pair.own).map(|o| o.at);
            let diagnostic = self.loaded.document.diagnostic(Code::PaybackTurns, node.unwrap_or(NodeId::ROOT), message);
            Some(diagnostic.label("`--by month` shows when"))
        }));
        found
    }

    /// Of options by themselves: what is owned of a hybrid is an option that has it too, and that can be mended.
    fn book_resale<'a>(&'a self, options: &'a [OptionStatement]) -> impl Iterator<Item = Diagnostic> + 'a {
        let alone = self.evaluated.model.options.iter().zip(options);
        let alone = alone.filter(|(model, _)| model.kind != OptionKind::Hybrid);
        alone.filter_map(|(model, option)| {
            let book = option.book_resale?;
            let bought: Decimal = option.lines.iter().filter(|l| matches!(l.group, CostGroup::Purchase | CostGroup::Lease)).map(|l| l.total).sum();
            let share = book.checked_div(bought)?;
            let amount = book.grouped();
            let message = format!(
                "{amount} of the resale of {} at month {} is unexpired book value ({} of what was bought), not a market price",
                model.name,
                self.header.horizon_months,
                number::percent(share, 0)
            );
            // prices of servers say nothing of what stands around them
            let member = |key| self.loaded.document.member(model.at, key);
            let (key, label) = match member("market_values") {
                None => ("useful_life_months", "state `market_values` to use prices"),
                Some(_) => ("capital", "write `value_at_horizon: none` for what nobody buys"),
            };
            let node = member(key).unwrap_or(model.at);
            let finding = self.loaded.document.diagnostic(Code::BookResale, node, message).label(label);
            Some(finding.at_stake(self.at_the_end(book.into())))
        })
    }

    /// What an amount at the end of the horizon is worth today, to the minor unit.
    fn at_the_end(&self, amount: Decimal) -> Decimal {
        let mut months = vec![Decimal::ZERO; self.header.horizon_months as usize];
        months.push(amount);
        number::money(self.evaluated.discounted(&months).iter().sum(), self.header.minor_digits)
    }

    fn over_budget<'a>(&'a self, options: &'a [OptionStatement]) -> impl Iterator<Item = Diagnostic> + 'a {
        let budget = self.scenario().budget.as_ref();
        options.iter().filter_map(move |option| {
            let budget = budget.filter(|budget| option.total > budget.value.decimal())?;
            let money = |amount| number::grouped(amount, self.header.minor_digits);
            let over = option.total - budget.value.decimal();
            let message = format!("{} costs {}, {} above the budget", option.name, option.total.grouped(), money(over));
            let diagnostic = self.loaded.document.diagnostic(Code::OverBudget, budget.at, message);
            Some(diagnostic.label("for the whole horizon, nominal"))
        })
    }

    /// Workloads whose share of an option's cash is above their own budget.
    fn workloads_over_budget<'a>(
        &'a self,
        workloads: &'a [WorkloadStatement],
    ) -> impl Iterator<Item = Diagnostic> + 'a {
        let entries = self.scenario().demand.workloads.iter();
        entries.zip(workloads).flat_map(move |(entry, workload)| {
            workload.costs.iter().filter_map(move |cost| {
                let budget = entry.value.budget.as_ref()?;
                let total = cost.total.filter(|total| *total > budget.value.decimal())?;
                let money = |amount| number::grouped(amount, self.header.minor_digits);
                let message = format!(
                    "{} costs {} with {}, {} above its budget",
                    workload.name,
                    total.grouped(),
                    cost.option,
                    money(total - budget.value.decimal())
                );
                let diagnostic = self.loaded.document.diagnostic(Code::OverBudget, budget.at, message);
                Some(diagnostic.label("for the whole horizon, nominal"))
            })
        })
    }

    /// Jobs that need more accelerators than a fleet has in service: they do not run on it, and where they go instead.
    fn large_jobs(&self) -> impl Iterator<Item = Diagnostic> {
        let model = &self.evaluated.model;
        let alone = model.options.iter().filter(|option| option.kind == OptionKind::Own);
        alone.flat_map(|option| &option.parts).flat_map(move |part| {
            part.jobs.iter().filter_map(move |(at, size)| {
                let (workload, size) = (&model.workloads[*at], self.evaluated.value(*size));
                let short = self.short_of(part.accelerators?, *at, size)?;
                let until = short.until.map(|month| format!(" until month {month}")).unwrap_or_default();
                let message = format!(
                    "a job of {} takes {} accelerators, and {} has {}{until}; {}",
                    workload.name,
                    number::readable(size, 6),
                    part.option,
                    number::readable(short.fleet, 6),
                    self.instead(&part.option, short.until.is_some())
                );
                let at = self.loaded.document.member(workload.at, "accelerators").unwrap_or(workload.at);
                let diagnostic = self.loaded.document.diagnostic(Code::JobLargerThanFleet, at, message);
                Some(diagnostic.label("`elastic: true` if it runs on fewer for longer; a smaller job, or more nodes"))
            })
        })
    }

    /// How a fleet is too small for a job of a workload in months in which both are there; none if it never is. A fleet does
    /// not shrink, so that these months come first.
    fn short_of(&self, accelerators: FigureId, workload: usize, size: Decimal) -> Option<Short> {
        let periods = self.evaluated.model.sheet.periods().iter().enumerate();
        let fleets = periods.map(|(at, period)| (period, self.evaluated.value_in(accelerators, at)));
        let asked = |period: &Period| demand::is_asked(self.scenario(), &[workload], (period.first, period.last));
        let (small, large): (Vec<_>, Vec<_>) =
            fleets.filter(|(period, fleet)| !fleet.is_zero() && asked(period)).partition(|(_, fleet)| *fleet < size);
        let (last, fleet) = small.last()?;
        Some(Short { fleet: *fleet, until: (!large.is_empty()).then_some(last.last) })
    }

    /// What becomes of the work that an owned option does not run.
    fn instead(&self, option: &str, for_a_time: bool) -> String {
        let owned = OptionKind::of(option).filter(|(kind, _)| *kind == OptionKind::Own);
        let own = owned.and_then(|(_, name)| self.scenario().own.get(name));
        let rented = match own.and_then(|own| own.value.burst_to.as_ref()) {
            Some(ScalarOr::Scalar(name)) => &name.value,
            Some(ScalarOr::Part(burst)) => &burst.option.value,
            None => return "nothing is named to run it".to_owned(),
        };
        let then = if for_a_time { " until then" } else { "" };
        match rented.as_str() {
            "wait" => format!("its work is not done{then}"),
            rented => format!("its work goes to rent.{rented}{then}"),
        }
    }
}

/// A fleet that is too small for a job.
struct Short {
    /// Accelerators that it has, in the last of the months in which it is.
    fleet: Decimal,
    /// That month, where it is large enough afterwards.
    until: Option<u32>,
}
