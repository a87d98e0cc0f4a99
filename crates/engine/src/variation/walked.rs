//! Decisions at percentiles of rental prices that walk.

use super::judge::{Judge, Judged};
use super::reason::Impossible;
use super::{Decision, Evaluated, OptionCost, Variation, options, outcome_of};
use crate::model::{self, Model, WalkModel};
use crate::scenario::document::NodeId;
use crate::scenario::price_walk::{RandomWalk, WalkPath};
use crate::scenario::{Loaded, Setting};
use crate::sheet::FigureId;
use rust_decimal::Decimal;

impl Variation<'_> {
    /// Decision with other values and with the prices of some walks on a path; its figures, if all options have some.
    #[must_use]
    pub fn walked(&self, settings: &[Setting], walks: &[RandomWalk], path: WalkPath) -> (Decision, Option<Evaluated>) {
        let allowed = self.allowed(&settings.iter().collect::<Vec<_>>());
        let months = self.loaded.scenario.horizon_months.value.count();
        let late = Impossible::NotDeliveredWithin(months);
        let (judged, evaluated) = match &allowed.loaded {
            None => (Vec::new(), None),
            Some(loaded) => {
                let model = self.walking(loaded, walks);
                let moves = moves(&model, walks, path);
                let judged = judged(loaded, &model, &moves);
                let evaluated = Evaluated::new(model).ok().and_then(|evaluated| evaluated.moved(&moves).ok());
                (judged, evaluated)
            }
        };
        let outcome = |name| {
            let why = allowed.why_not(&name).unwrap_or(&late);
            outcome_of(name, &judged, why)
        };
        (Decision::of(options(&self.loaded.scenario).map(outcome).collect()), evaluated)
    }

    /// Whether the walk of a price changes the cost of an option.
    #[must_use]
    pub fn follows_walk(&self, walk: &RandomWalk) -> bool {
        let (allowed, walks) = (self.allowed(&[]), std::slice::from_ref(walk));
        let Some(loaded) = &allowed.loaded else { return false };
        let model = self.walking(loaded, walks);
        let costs = |path| {
            let judged = judged(loaded, &model, &moves(&model, walks, path));
            let unrounded = |cost: &OptionCost| cost.unrounded;
            judged.iter().map(|(_, cost)| cost.as_ref().ok().map(unrounded)).collect::<Vec<_>>()
        };
        costs(WalkPath::Median) != costs(WalkPath::P90)
    }

    /// Model in which the prices of some walks can move month by month.
    fn walking(&self, loaded: &Loaded, walks: &[RandomWalk]) -> Model {
        let rents: Vec<NodeId> = walks.iter().map(|walk| walk.rent).collect();
        model::build_walking(&loaded.scenario, self.traces, &rents, None)
    }
}

/// Prices of walks on a path, relative to the first month.
fn moves(model: &Model, walks: &[RandomWalk], path: WalkPath) -> Vec<(FigureId, Decimal)> {
    let of_walk = |(built, walk): (&WalkModel, &RandomWalk)| {
        (0..).zip(&built.factors).map(|(month, factor)| (*factor, walk.factor_at(path, month))).collect::<Vec<_>>()
    };
    model.walks.iter().zip(walks).flat_map(of_walk).collect()
}

/// Options with these figures moved.
fn judged(loaded: &Loaded, model: &Model, moves: &[(FigureId, Decimal)]) -> Vec<Judged> {
    let nothing = Judge::new(&loaded.scenario, &loaded.document, model).known();
    Judge::moved(&loaded.scenario, &loaded.document, model, &nothing, moves).all()
}
