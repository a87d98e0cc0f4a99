//! What decides whether an option can win, apart from its cost.

use super::figures::OptionModel;
use super::option::PresentValueModel;
use crate::scenario::OptionId;
use crate::scenario::document::NodeId;
use crate::sheet::FigureId;

/// An option whose requirements and work decide whether it can win.
pub trait Candidate {
    /// Its ID.
    fn id(&self) -> &OptionId;
    /// The options that it consists of.
    fn parts(&self) -> Vec<CandidatePart<'_>>;
    /// Unserved useful hours over the horizon.
    fn unserved(&self) -> FigureId;
    /// Hours over the horizon without headroom; none if it has no headroom.
    fn without_headroom(&self) -> Option<FigureId>;
}

/// A part of such an option.
#[derive(Clone, Copy, Debug)]
pub struct CandidatePart<'m> {
    /// `own.NAME` or `rent.NAME`.
    pub option: &'m OptionId,
    /// Its node in the document.
    pub at: NodeId,
    /// Indices of the workloads in the demand.
    pub workloads: &'m [usize],
    /// Power that its site must deliver, by period.
    pub site_power: Option<FigureId>,
}

/// Both models have the same fields for it.
macro_rules! candidates {
    ($($model:ty),*) => {
        $(impl Candidate for $model {
            fn id(&self) -> &OptionId {
                &self.id
            }

            fn parts(&self) -> Vec<CandidatePart<'_>> {
                let parts = self.parts.iter().map(|part| CandidatePart {
                    option: &part.option,
                    at: part.at,
                    workloads: &part.workloads,
                    site_power: part.site_power,
                });
                parts.collect()
            }

            fn unserved(&self) -> FigureId {
                self.unserved
            }

            fn without_headroom(&self) -> Option<FigureId> {
                self.without_headroom
            }
        })*
    };
}

candidates!(OptionModel, PresentValueModel);
