//! Decisions at percentiles of rental prices that walk.

use super::judge::Judge;
use super::reason::Impossible;
use super::{Decision, Evaluated, OptionCost, Variation, options, outcome_of};
use crate::model;
use crate::scenario::Setting;
use crate::scenario::document::NodeId;
use crate::scenario::price_walk::{RandomWalk, WalkPath};
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
                let rents: Vec<NodeId> = walks.iter().map(|walk| walk.rent).collect();
                let model = model::build_walking(&loaded.scenario, self.traces, &rents, None);
                let moves: Vec<(FigureId, Decimal)> = model
                    .walks
                    .iter()
                    .zip(walks)
                    .flat_map(|(built, walk)| {
                        (0..).zip(&built.factors).map(move |(month, factor)| (*factor, walk.factor_at(path, month)))
                    })
                    .collect();
                let nothing = Judge::new(&loaded.scenario, &loaded.document, &model).known();
                let judged = Judge::moved(&loaded.scenario, &loaded.document, &model, &nothing, &moves).all();
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
        let costs = |path| {
            let (decision, _) = self.walked(&[], std::slice::from_ref(walk), path);
            let unrounded = |cost: &OptionCost| cost.unrounded;
            decision.options.iter().map(|option| option.cost.as_ref().ok().map(unrounded)).collect::<Vec<_>>()
        };
        costs(WalkPath::Median) != costs(WalkPath::P90)
    }
}
