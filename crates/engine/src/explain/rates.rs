//! What an hour of an owned fleet costs: the sum of its lines, what of that follows use, and the hours that both are divided by.

use super::formulas::Explainer;
use super::{Explained, Sums};
use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::analysis::rate::{FleetRate, RateLine, rates};
use crate::model::{FleetModel, OptionModel, PartModel};
use crate::number;
use rust_decimal::Decimal;

/// The significant digits of what an hour costs, as where it is stated.
const DIGITS: u32 = 5;

/// The fleets of an option.
fn fleets(option: &OptionModel) -> impl Iterator<Item = (&PartModel, &FleetModel)> {
    option.parts.iter().filter_map(|part| Some((part, part.fleet.as_ref()?)))
}

/// Whether an hour of an option's own servers has a cost.
pub(super) fn has_rate(option: &OptionModel) -> bool {
    fleets(option).next().is_some()
}

impl Answer {
    /// What an hour of each fleet of an option costs, and where its hours come from.
    pub(super) fn explain_rates(&self, option: &OptionModel) -> Vec<Explained> {
        if !has_rate(option) {
            return Vec::new();
        }
        let stated = rates(self).fleets;
        let explained = fleets(option).filter_map(|(part, model)| {
            let rate = stated.iter().find(|rate| rate.option == option.name && rate.fleet == part.option)?;
            let title = if part.option == option.name {
                format!("{}.rate", option.name)
            } else {
                format!("{}.rate, of {}", option.name, part.option)
            };
            let hours = self.explain_hours(&title, model);
            Some([Some(Explained::Sums(self.sum_of_lines(title, rate))), hours])
        });
        explained.flatten().flatten().collect()
    }

    /// The lines of a fleet, with what of each follows use.
    fn sum_of_lines(&self, title: String, rate: &FleetRate) -> Sums {
        let row = |line: &RateLine| {
            let label = format!("{}.{}.{}", rate.option, line.group.name(), line.name);
            (label, vec![Some(*line.present_value), line.follows_use.map(|amount| *amount)])
        };
        let sum = |of: fn(&RateLine) -> Option<Decimal>| rate.lines.iter().filter_map(of).sum::<Decimal>();
        let totals = vec![sum(|line| Some(*line.present_value)), sum(|line| line.follows_use.map(|amount| *amount))];
        Sums {
            title,
            sentences: sentences(rate, &self.comparison.header.currency),
            columns: ["present value", "of it follows use"].map(ToOwned::to_owned).to_vec(),
            rows: rate.lines.iter().map(row).collect(),
            totals: Some(("together".to_owned(), totals)),
        }
    }

    /// The hours that costs are divided by, which nothing else asks for.
    fn explain_hours(&self, title: &str, fleet: &FleetModel) -> Option<Explained> {
        let hours = [
            ("useful hours of its own accelerators, discounted", fleet.discounted_useful),
            ("hours in service of its own accelerators, discounted", fleet.discounted_in_service),
        ];
        let evaluated = self.evaluated.also(&hours.map(|(_, figure)| figure))?;
        let hours = hours.map(|(name, figure)| (name.to_owned(), figure));
        let explainer = Explainer::new(self).by(&evaluated);
        Some(Explained::Formulas(explainer.figures(format!("{title}, its hours"), &hours, &[])))
    }
}

/// How the costs of an hour follow from the lines and the hours.
fn sentences(rate: &FleetRate, currency: &str) -> Vec<String> {
    let cost = rate.present_value.grouped();
    let hours = |hours: Ratio| number::grouped(*hours, 2);
    let (useful, in_service) = (hours(rate.discounted_useful_hours), hours(rate.discounted_hours_in_service));
    let quotient = |amount: &str, hours: &str, result: Option<Ratio>| {
        result.map(|result| format!("{amount} ÷ {hours} = {} {currency}", number::readable(*result, DIGITS)))
    };
    let levelized = quotient(&cost, &useful, rate.levelized.per_useful_accelerator_hour).map(|quotient| {
        format!(
            "A useful hour of an accelerator costs {quotient}: the present value of all that the fleet costs over its useful \
             hours, which are discounted as costs are."
        )
    });
    let paid = quotient(&cost, &in_service, rate.levelized.per_accelerator_hour)
        .map(|quotient| format!("An hour in service, busy or not, costs {quotient}."));
    let marginal = rate.follows_use.and_then(|follows| {
        let quotient = quotient(&follows.grouped(), &useful, rate.marginal.per_useful_accelerator_hour)?;
        Some(format!(
            "One more useful hour costs {quotient}: what follows use is that cost less what the same fleet costs without work; \
             of a fleet that is sized by the demand it is the slope just below the stated demand."
        ))
    });
    [levelized, paid, marginal].into_iter().flatten().collect()
}
