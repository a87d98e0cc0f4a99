//! Cost of an hour of an owned fleet: the sum of its lines, their usage-dependent part, and the hours they are divided by.

use super::formulas::Explainer;
use super::{Explained, Sums};
use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::analysis::rate::{FleetRate, RateLine, rates};
use crate::model::{FleetModel, OptionModel, PartModel};
use crate::number;
use rust_decimal::Decimal;

/// Significant digits of hourly costs, as in the report.
const DIGITS: u32 = 5;

/// The fleets of an option.
fn fleets(option: &OptionModel) -> impl Iterator<Item = (&PartModel, &FleetModel)> {
    option.parts.iter().filter_map(|part| Some((part, part.fleet.as_ref()?)))
}

/// Whether an option has a rate for its own servers.
pub(super) fn has_rate(option: &OptionModel) -> bool {
    fleets(option).next().is_some()
}

impl Answer {
    /// Hourly cost of each fleet of an option, and its hours.
    pub(super) fn explain_rates(&self, option: &OptionModel) -> Vec<Explained> {
        if !has_rate(option) {
            return Vec::new();
        }
        let stated = rates(self).fleets;
        let explained = fleets(option).filter_map(|(part, model)| {
            let rate = stated.iter().find(|rate| rate.option == option.id && rate.fleet == part.option)?;
            let title = if part.option == option.id {
                format!("{}.rate", option.id)
            } else {
                format!("{}.rate, of {}", option.id, part.option)
            };
            let hours = self.explain_hours(&title, model);
            Some([Some(Explained::Sums(self.sum_of_lines(title, rate))), hours])
        });
        explained.flatten().flatten().collect()
    }

    /// Lines of a fleet, with their usage-dependent parts.
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
            columns: ["present value", "usage-dependent"].map(ToOwned::to_owned).to_vec(),
            rows: rate.lines.iter().map(row).collect(),
            totals: Some(("total".to_owned(), totals)),
        }
    }

    /// Hours that costs are divided by; evaluated only for this explanation.
    fn explain_hours(&self, title: &str, fleet: &FleetModel) -> Option<Explained> {
        let hours = [
            ("useful hours of its own accelerators, discounted", fleet.discounted_useful),
            ("hours in service of its own accelerators, discounted", fleet.discounted_in_service),
        ];
        let evaluated = self.evaluated.with_figures(&hours.map(|(_, figure)| figure))?;
        let hours = hours.map(|(name, figure)| (name.to_owned(), figure));
        let explainer = Explainer::new(self).by(&evaluated);
        Some(Explained::Formulas(explainer.figures(format!("{title}: hours"), &hours, &[])))
    }
}

/// Sentences on how the hourly costs follow from the lines and the hours.
fn sentences(rate: &FleetRate, currency: &str) -> Vec<String> {
    let cost = rate.present_value.grouped();
    let hours = |hours: Ratio| number::grouped(*hours, 2);
    let (useful, in_service) = (hours(rate.discounted_useful_hours), hours(rate.discounted_hours_in_service));
    let quotient = |amount: &str, hours: &str, result: Option<Ratio>| {
        result.map(|result| format!("{amount} ÷ {hours} = {} {currency}", number::readable(*result, DIGITS)))
    };
    let levelized = quotient(&cost, &useful, rate.levelized.per_useful_accelerator_hour).map(|quotient| {
        format!(
            "A useful accelerator-hour costs {quotient}: the present value of all costs of the fleet divided by its useful \
             hours, discounted at the same rate."
        )
    });
    let paid = quotient(&cost, &in_service, rate.levelized.per_accelerator_hour)
        .map(|quotient| format!("An accelerator-hour in service, busy or idle, costs {quotient}."));
    let marginal = rate.follows_use.and_then(|cost| {
        let quotient = quotient(&cost.grouped(), &useful, rate.marginal.per_useful_accelerator_hour)?;
        Some(format!(
            "One more useful hour costs {quotient}: the usage-dependent cost is the total less that of the same fleet without work; \
             for a fleet sized by demand, the slope just below the planned demand."
        ))
    });
    [levelized, paid, marginal].into_iter().flatten().collect()
}
