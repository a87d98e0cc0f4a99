//! What a reader of a comparison should know beside its figures.

use super::statement::{OptionStatement, PairStatement, WorkloadStatement};
use super::stating::Compare;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Group, OptionKind};
use crate::number;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::Quantity;
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
        found.extend(pairs.iter().filter(|pair| pair.payback_turns).map(|pair| {
            let month = pair.payback_month.unwrap_or_default();
            let message = format!(
                "{} pays back against {} in month {month} and costs more again later, when something is replaced or bought",
                pair.own, pair.rent
            );
            let node = self.evaluated.model.options.iter().find(|option| option.name == pair.own).map(|o| o.at);
            let diagnostic = self.loaded.document.diagnostic(Code::PaybackTurns, node.unwrap_or(NodeId::ROOT), message);
            diagnostic.label("`--by month` shows when")
        }));
        found
    }

    /// Of options by themselves: what is owned of a hybrid is an option that has it too, and that can be mended.
    fn book_resale<'a>(&'a self, options: &'a [OptionStatement]) -> impl Iterator<Item = Diagnostic> + 'a {
        let alone = self.evaluated.model.options.iter().zip(options);
        let alone = alone.filter(|(model, _)| model.kind != OptionKind::Hybrid);
        alone.filter_map(|(model, option)| {
            let book = option.book_resale?;
            let bought: Decimal = option.lines.iter().filter(|l| matches!(l.group, Group::Purchase | Group::Lease)).map(|l| l.total).sum();
            let share = book.checked_div(bought)?;
            let amount = number::grouped(book, self.header.minor_digits);
            let message = format!(
                "{amount} of the resale of {} at month {} is unexpired book value ({} of what was bought), not a market price",
                model.name,
                self.header.horizon_months,
                number::percent(share, 0)
            );
            let node = self.loaded.document.member(model.at, "useful_life_months").unwrap_or(model.at);
            Some(self.loaded.document.diagnostic(Code::BookResale, node, message).label("state `market_values` to use prices"))
        })
    }

    fn over_budget<'a>(&'a self, options: &'a [OptionStatement]) -> impl Iterator<Item = Diagnostic> + 'a {
        let budget = self.scenario().budget.as_ref();
        options.iter().filter_map(move |option| {
            let budget = budget.filter(|budget| option.total > budget.value.decimal())?;
            let money = |amount| number::grouped(amount, self.header.minor_digits);
            let over = option.total - budget.value.decimal();
            let message = format!("{} costs {}, {} above the budget", option.name, money(option.total), money(over));
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
                    money(total),
                    cost.option,
                    money(total - budget.value.decimal())
                );
                let diagnostic = self.loaded.document.diagnostic(Code::OverBudget, budget.at, message);
                Some(diagnostic.label("for the whole horizon, nominal"))
            })
        })
    }

    /// Jobs that need more accelerators than a fleet ever has: as a fluid their hours fit, as jobs they would not run.
    fn large_jobs(&self) -> impl Iterator<Item = Diagnostic> {
        let model = &self.evaluated.model;
        let alone = model.options.iter().filter(|option| option.kind == OptionKind::Own);
        alone.flat_map(|option| &option.parts).flat_map(move |part| {
            let fleet = part.accelerators.map(|figure| self.evaluated.largest(figure));
            part.jobs.iter().filter_map(move |(at, size)| {
                let (fleet, size) = (fleet?, self.evaluated.value(*size));
                let workload = &model.workloads[*at];
                let message = format!(
                    "a job of {} takes {} accelerators, and {} has {}; its hours are counted as if they fitted",
                    workload.name,
                    number::readable(size, 6),
                    part.option,
                    number::readable(fleet, 6)
                );
                let at = self.loaded.document.member(workload.at, "accelerators").unwrap_or(workload.at);
                let diagnostic = self.loaded.document.diagnostic(Code::JobLargerThanFleet, at, message);
                (size > fleet).then(|| diagnostic.label("a smaller job, more nodes, or `serves` without it"))
            })
        })
    }
}
