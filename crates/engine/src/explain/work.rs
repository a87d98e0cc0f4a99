//! Workloads, what they cost, and the loan.

use super::Explained;
use super::formulas::Explainer;
use crate::analysis::Answer;
use crate::model::{OptionModel, WorkloadCost};
use crate::sheet::FigureId;

impl Answer {
    /// The workload named by a topic: `workloads.chat`, with or without `demand` before it.
    pub(super) fn workload_of(&self, name: &str) -> Option<usize> {
        let requested = name.strip_prefix("demand.").unwrap_or(name).strip_prefix("workloads.")?;
        self.evaluated.model.workloads.iter().position(|workload| workload.name == requested)
    }

    /// Hours, mean and peak of a workload.
    pub(super) fn explain_workload(&self, at: usize) -> Explained {
        let workload = &self.evaluated.model.workloads[at];
        let title = format!("workloads.{}", workload.name);
        let mut figures = vec![
            ("useful hours over the horizon".to_owned(), workload.useful_hours),
            ("hours spent over the horizon".to_owned(), workload.spent_hours),
            ("mean".to_owned(), workload.mean),
        ];
        figures.extend(workload.peak.map(|peak| ("peak needed".to_owned(), peak)));
        self.explain_several(title, &figures)
    }

    /// Names of the workloads with a known share of the cost of an option.
    pub(super) fn costed(&self, option: &OptionModel) -> Vec<&str> {
        let known = option.workloads.iter().filter(|cost| self.evaluated.is_known(cost.cost));
        known.map(|cost| self.evaluated.model.workloads[cost.workload].name.as_str()).collect()
    }

    /// Explains the cost of a workload with an option, and of a unit of its output.
    pub(super) fn explain_cost(&self, option: &OptionModel, workload: &str) -> Option<Explained> {
        let named = |cost: &&WorkloadCost| self.evaluated.model.workloads[cost.workload].name == workload;
        let cost = option.workloads.iter().find(named).filter(|cost| self.evaluated.is_known(cost.cost))?;
        let mut figures = vec![(format!("cost of {workload}, present value"), cost.cost)];
        let per_unit = cost.per_unit.filter(|figure| self.evaluated.is_known(*figure));
        figures.extend(per_unit.map(|figure| (format!("cost of a unit of {workload}"), figure)));
        let per_run = cost.per_run.filter(|figure| self.evaluated.is_known(*figure));
        figures.extend(per_run.map(|figure| (format!("cost of a run of {workload}"), figure)));
        let per_kind = cost
            .per_kind
            .map(|of| [("read", Some(of.input)), ("read from the cache", of.cached), ("written", Some(of.output))]);
        let per_kind = per_kind.into_iter().flatten().filter_map(|(what, figure)| Some((what, figure?)));
        let per_kind = per_kind.filter(|(_, figure)| self.evaluated.is_known(*figure));
        figures
            .extend(per_kind.map(|(what, figure)| (format!("cost of a million tokens {what} of {workload}"), figure)));
        let part = option.parts.iter().find(|part| part.workloads.contains(&cost.workload));
        let mut stops = self.stops();
        stops.extend(part.map(|part| (cost.whole, format!("present value of {}", part.option))));
        let title = format!("{}.workloads.{workload}", option.id);
        let output = self.evaluated.model.workloads[cost.workload].output.as_deref();
        Some(Explained::Formulas(Explainer::new(self).counting(output).figures(title, &figures, &stops)))
    }

    /// Explains the loan on the initial purchase of an option.
    pub(super) fn explain_loan(&self, option: &OptionModel) -> Option<Explained> {
        let loan = option.loan.as_ref()?;
        let figures = [
            ("borrowed at month 0", loan.borrowed),
            ("payment a month", loan.payment),
            ("balance at the horizon", loan.balance),
            ("interest", loan.interest),
            ("present value", loan.present_value),
        ];
        let figures: Vec<(String, FigureId)> = figures.map(|(name, figure)| (name.to_owned(), figure)).into();
        Some(self.explain_several(format!("{}.loan", option.id), &figures))
    }

    fn explain_several(&self, title: String, figures: &[(String, FigureId)]) -> Explained {
        Explained::Formulas(Explainer::new(self).figures(title, figures, &self.stops()))
    }
}
