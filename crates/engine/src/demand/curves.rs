//! Load-duration curves of the firm load of a set of workloads.

use super::{DemandPoint, DraftDemand, FirmLevel, FirmLevels, Work};
use crate::sheet::{Curve, CurveQuery, DraftShape, DraftTerm, Figure, Weight};
use crate::unit::{BaseUnits as _, Unit};

/// Conversion of the levels of each workload, by its place.
pub type Weights<'a, 's> = &'a dyn Fn(usize) -> Weight<Figure<'s>>;

impl<'s> DraftDemand<'s> {
    /// Curve of the firm load of a set of workloads, each converted by `weight`, with the query of all of it. A `gauge` gives the
    /// levels at which the curve is cut: useful levels, for example, are cut at the busy levels of which they are a share.
    ///
    /// The demand factor multiplies the levels of a query. Levels in whole replicas are rounded at the demand factor: then it
    /// multiplies the levels of the curve.
    #[must_use]
    pub fn curve(
        &self,
        set: &[usize],
        levels: FirmLevels,
        weight: Weights<'_, 's>,
        gauge: Option<Weights<'_, 's>>,
    ) -> (Curve<'s>, CurveQuery<'s>) {
        let (terms, scale) = self.terms(set, levels, weight, gauge);
        let curve = if levels.with_next {
            self.draft.curve_with_next(self.hours, &terms)
        } else {
            self.draft.curve(self.hours, &terms)
        };
        let curve = self.named(curve, (set, levels), "");
        (curve, CurveQuery { scale, ..CurveQuery::default() })
    }

    /// Curve of the load above a gauge level.
    #[must_use]
    pub fn curve_above(
        &self,
        set: &[usize],
        levels: FirmLevels,
        (weight, gauge): (Weights<'_, 's>, Weights<'_, 's>),
        above: Figure<'s>,
    ) -> Curve<'s> {
        let (terms, scale) = self.terms(set, levels, weight, Some(gauge));
        let curve = self.draft.curve_above(self.hours, &terms, (scale, above), levels.with_next);
        self.named(curve, (set, levels), " beyond the capacity")
    }

    /// Terms of a curve, and the factor that is left for its queries.
    fn terms(
        &self,
        set: &[usize],
        FirmLevels { level, at, .. }: FirmLevels,
        weight: Weights<'_, 's>,
        gauge: Option<Weights<'_, 's>>,
    ) -> (Vec<DraftTerm<'s>>, Option<Figure<'s>>) {
        let scale = self.scale.filter(|_| at == DemandPoint::Factor);
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
            let weight = weight(*at);
            let factor = [weight.factor, share].into_iter().flatten().reduce(|a, b| a * b);
            let gauge = gauge.map(|gauge| {
                let gauge = gauge(*at);
                Weight { factor: Some(gauge.factor.unwrap_or_else(one)), ..gauge }
            });
            terms.push(DraftTerm { shape: shape.clone(), weight: Weight { factor, ..weight }, gauge });
        }
        if terms.is_empty() {
            let weight = set.first().and_then(|at| weight(*at).factor).into();
            let nothing = self.draft.nothing(Unit::REFERENCE);
            terms.push(DraftTerm {
                shape: DraftShape::Steps(vec![(nothing, one())]),
                weight,
                gauge: gauge.map(|_| Some(one()).into()),
            });
        }
        let is_whole = |term: &DraftTerm<'s>| {
            [Some(term.weight), term.gauge].into_iter().flatten().any(|weight| weight.whole.is_some())
        };
        let Some(by) = scale.filter(|_| terms.iter().any(is_whole)) else { return (terms, scale) };
        let scaled = |weight: Weight<Figure<'s>>| Weight {
            factor: Some(weight.factor.map_or(by, |factor| factor * by)),
            ..weight
        };
        for term in &mut terms {
            (term.weight, term.gauge) = (scaled(term.weight), term.gauge.map(scaled));
        }
        (terms, None)
    }

    fn named(&self, curve: Curve<'s>, (set, levels): (&[usize], FirmLevels), beyond: &str) -> Curve<'s> {
        if self.short.is_none() {
            let name = || {
                let what = match levels.level {
                    FirmLevel::Needed => "load",
                    FirmLevel::Spent => "busy load",
                    FirmLevel::Finished => "successful load",
                    FirmLevel::Useful => "useful load",
                };
                let names: Vec<&str> = set.iter().filter_map(|at| self.firm_name(*at)).collect();
                let next = if levels.with_next { ", or that of the next hour" } else { "" };
                format!("{what} of {}{beyond}{next}", listed(&names))
            };
            let _ = curve.levels.named_with(name);
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
