//! Load-duration curves of the firm load of a set of workloads.

use super::{DraftDemand, FirmLevel, Work};
use crate::sheet::{Curve, DraftShape, DraftTerm, Figure};
use crate::unit::{BaseUnits as _, Unit};

/// Weight of the levels of each workload, by its place; none for 1.
type Weights<'a, 's> = &'a dyn Fn(usize) -> Option<Figure<'s>>;

impl<'s> DraftDemand<'s> {
    /// Curve of the firm load of a set of workloads, each weighted by `weight`. A `gauge` gives the levels at which the curve is
    /// cut: useful levels, for example, are cut at the busy levels of which they are a share.
    #[must_use]
    pub fn curve(
        &self,
        set: &[usize],
        level: FirmLevel,
        weight: &dyn Fn(usize) -> Option<Figure<'s>>,
        gauge: Option<&dyn Fn(usize) -> Option<Figure<'s>>>,
    ) -> Curve<'s> {
        self.named(self.draft.curve(self.hours, &self.terms(set, level, weight, gauge)), (set, level), "")
    }

    /// Curve of the load above a gauge level, at the demand factor.
    #[must_use]
    pub fn curve_above(
        &self,
        set: &[usize],
        level: FirmLevel,
        (weight, gauge): (Weights<'_, 's>, Weights<'_, 's>),
        above: Figure<'s>,
    ) -> Curve<'s> {
        let terms = self.terms(set, level, weight, Some(gauge));
        let curve = self.draft.curve_above(self.hours, &terms, (self.scale, above));
        self.named(curve, (set, level), " beyond the fleet")
    }

    fn terms(
        &self,
        set: &[usize],
        level: FirmLevel,
        weight: Weights<'_, 's>,
        gauge: Option<Weights<'_, 's>>,
    ) -> Vec<DraftTerm<'s>> {
        let one = || self.draft.constant(1, Unit::ONE, "unweighted");
        let mut terms: Vec<DraftTerm<'s>> = Vec::new();
        for at in set {
            let Work::Firm(firm) = &self.workloads[*at].work else { continue };
            let shape = match level {
                FirmLevel::Needed => &firm.needed,
                FirmLevel::Spent | FirmLevel::Finished | FirmLevel::Useful => {
                    firm.spent.as_ref().unwrap_or(&firm.needed)
                }
            };
            let share = match level {
                FirmLevel::Needed | FirmLevel::Spent => None,
                FirmLevel::Finished => self.workloads[*at].finished_share,
                FirmLevel::Useful => self.workloads[*at].useful_share,
            };
            let weight = [weight(*at), share].into_iter().flatten().reduce(|a, b| a * b);
            let gauge = gauge.map(|gauge| gauge(*at).unwrap_or_else(one));
            terms.push(DraftTerm { shape: shape.clone(), weight, gauge });
        }
        if terms.is_empty() {
            let weight = set.first().and_then(|at| weight(*at));
            let nothing = self.draft.nothing(Unit::REFERENCE);
            terms.push(DraftTerm {
                shape: DraftShape::Steps(vec![(nothing, one())]),
                weight,
                gauge: gauge.map(|_| one()),
            });
        }
        terms
    }

    fn named(&self, curve: Curve<'s>, (set, level): (&[usize], FirmLevel), beyond: &str) -> Curve<'s> {
        if self.short.is_none() {
            let what = match level {
                FirmLevel::Needed => "load",
                FirmLevel::Spent => "busy load",
                FirmLevel::Finished => "successful load",
                FirmLevel::Useful => "useful load",
            };
            let names: Vec<&str> = set.iter().filter_map(|at| self.firm_name(*at)).collect();
            let _ = curve.levels.named(format!("{what} of {}{beyond}", listed(&names)));
        }
        curve
    }

    fn firm_name(&self, at: usize) -> Option<&str> {
        match self.workloads[at].work {
            Work::Firm(_) => self.workloads[at].name.as_deref(),
            Work::Flexible(_) => None,
        }
    }
}

/// `a, b and c`; `no firm work` for an empty list.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "no firm work".to_owned(),
        [one] => (*one).to_owned(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
