//! The figures of options and pairs, by their identity in the finished sheet.

use super::line::Line;
use crate::scenario::document::NodeId;
use crate::sheet::FigureId;

/// Owned or rented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A fleet of one's own.
    Own,
    /// Rented.
    Rent,
}

impl OptionKind {
    /// Its name in paths and in every machine-readable format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OptionKind::Own => "own",
            OptionKind::Rent => "rent",
        }
    }
}

/// The figures of an option.
#[derive(Clone, Debug)]
pub struct OptionModel {
    /// `own.NAME` or `rent.NAME`.
    pub name: String,
    /// Its part of the document.
    pub at: NodeId,
    /// Owned or rented.
    pub kind: OptionKind,
    /// Its lines.
    pub lines: Vec<Line>,
    /// Cash over the horizon.
    pub total: FigureId,
    /// Present value of it.
    pub present_value: FigureId,
    /// Useful hours over the horizon, in reference accelerator-hours.
    pub useful_hours: FigureId,
    /// Useful hours that are left undone (`wait`).
    pub undone: FigureId,
    /// Useful hours lost because the fleet is down.
    pub lost: FigureId,
    /// Servers in service, by period.
    pub nodes: Option<FigureId>,
    /// Power that the site has to deliver, by period.
    pub site_power: Option<FigureId>,
    /// Metered energy, an average year.
    pub energy: Option<FigureId>,
    /// CO2 equivalent of it.
    pub carbon: Option<FigureId>,
    /// What of the resale is the book value of unexpired life at the horizon.
    pub book_resale: Option<FigureId>,
    /// The largest demand factor that a break-even looks at; a ratio.
    pub factor_limit: Option<FigureId>,
    /// Present value of costs over present value of useful hours; a ratio.
    pub per_useful_hour: FigureId,
    /// The same for a unit of output; a ratio.
    pub per_unit: Option<FigureId>,
    /// Useful hours of the fleet over its hours in service; a ratio.
    pub utilization: Option<FigureId>,
    /// Useful hours over hours owned or paid for; a ratio.
    pub useful_share: Option<FigureId>,
    /// How its commitments are used; ratios.
    pub commitments: Vec<CommitmentFigures>,
}

/// How a commitment is used.
#[derive(Clone, Debug)]
pub struct CommitmentFigures {
    /// Its name.
    pub name: String,
    /// Hours used over hours paid for.
    pub used_share: FigureId,
    /// Hours used over all hours needed.
    pub covered_share: FigureId,
}

impl OptionModel {
    /// Figures that divide by something that may be nothing.
    pub fn ratios(&self) -> impl Iterator<Item = FigureId> {
        let commitments = self.commitments.iter().flat_map(|c| [c.used_share, c.covered_share]);
        let optional = [self.per_unit, self.utilization, self.useful_share, self.factor_limit];
        [self.per_useful_hour].into_iter().chain(optional.into_iter().flatten()).chain(commitments)
    }
}

/// An owned option against a rented one.
#[derive(Clone, Debug)]
pub struct PairModel {
    /// Index of the owned option.
    pub own: usize,
    /// Index of the rented option.
    pub rent: usize,
    /// Present value of owning less that of renting, as a function of the demand factor.
    pub difference: FigureId,
    /// Present values beside its lines that the owned side is compared with: work that waits is served by the other
    /// option, and no delay is paid for it.
    pub adjustments: Vec<(&'static str, FigureId)>,
    /// Resale that owning needs to win; a ratio.
    pub resale_needed: Option<FigureId>,
}
