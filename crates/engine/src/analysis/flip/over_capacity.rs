//! Jobs that fit a fleet at one value but not at another.

use super::factor::Factor;
use super::find::Find;
use super::result::FleetOverCapacity;
use crate::model::{JobModel, OptionKind, PartModel};
use crate::number;
use crate::sheet::{FigureId, Values};
use rust_decimal::Decimal;

impl Find<'_> {
    /// Jobs that fit an owned fleet at the first of two values of a factor, but not at the second.
    pub(super) fn over_capacity(
        &self,
        factor: &Factor,
        (before, beyond): (Decimal, Decimal),
    ) -> Vec<FleetOverCapacity> {
        let model = &self.evaluated.model;
        let alone = model.options.iter().filter(|option| option.id.kind() == OptionKind::Own);
        let fleets = alone.flat_map(|option| &option.parts);
        let jobs: Vec<Job<'_>> = fleets
            .filter_map(|part| Some((part, part.accelerators?)))
            .flat_map(|(part, fleet)| part.jobs.iter().map(move |job| Job { part, model: *job, fleet }))
            .collect();
        if jobs.is_empty() {
            return Vec::new();
        }
        let figures: Vec<FigureId> = jobs.iter().flat_map(|job| [job.model.room, job.fleet]).collect();
        let fits =
            |value| self.at(factor, value, &figures).map(|at| jobs.iter().map(|job| self.fits(job, &at)).collect());
        let both: Option<(Vec<bool>, Vec<bool>)> = fits(before).zip(fits(beyond));
        let both = both.into_iter().flat_map(|(before, beyond)| before.into_iter().zip(beyond));
        let over_capacity = jobs.iter().zip(both).filter(|(_, (before, beyond))| *before && !beyond);
        let named = over_capacity.map(|(job, _)| FleetOverCapacity {
            workload: model.workloads[job.model.workload].name.clone(),
            option: job.part.option.clone(),
        });
        named.collect()
    }

    /// Figures at a value of a factor; none if one of them cannot be computed.
    fn at(&self, factor: &Factor, value: Decimal, figures: &[FigureId]) -> Option<Values<Decimal>> {
        let sheet = &self.evaluated.model.sheet;
        let mut values = self.evaluated.values.clone();
        let inputs: Vec<FigureId> = factor.inputs.iter().map(|input| input.figure).collect();
        for input in &factor.inputs {
            values[sheet.at(input.figure, 0)] = input.at(value);
        }
        sheet.evaluate(&sheet.affected(&inputs, figures), &mut values).ok()?;
        Some(values)
    }

    /// Whether a job fits its fleet whenever the fleet is in service.
    fn fits(&self, Job { model: job, fleet, .. }: &Job<'_>, values: &Values<Decimal>) -> bool {
        let sheet = &self.evaluated.model.sheet;
        let there = (0..sheet.periods().len()).filter(|period| !values[sheet.at(*fleet, *period)].is_zero());
        there.into_iter().all(|period| number::is_something(values[sheet.at(job.room, period)]))
    }
}

/// A job of a workload, and a fleet it may run on.
struct Job<'a> {
    part: &'a PartModel,
    model: JobModel,
    /// Accelerators of the fleet, by period.
    fleet: FigureId,
}
