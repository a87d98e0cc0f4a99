//! Present values of options over another number of months.

use super::part::{DraftPart, Writer};
use super::tax::DraftTax;
use super::{Plans, PresentValueModel, Titled, demanded, each_option, periods, taxation, timeline};
use crate::demand::DraftDemand;
use crate::demand::trace::Traces;
use crate::scenario::conventions::FlowDates;
use crate::scenario::{OptionId, Scenario};
use crate::sheet::{Draft, FigureId, Sheet};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// What decides which option wins over a number of months: the same figures as in [`super::build_over`], without others
/// and without explanations.
#[derive(Debug)]
pub struct PresentValues {
    /// The figures.
    pub sheet: Sheet,
    /// Options that can be delivered within these months.
    pub options: Vec<PresentValueModel>,
    /// `(1 + r)^(−1/12)`.
    pub monthly_discount: FigureId,
    /// Dates at which payments count for discounting.
    pub flows: FlowDates,
    /// Useful hours demanded over the horizon.
    pub demanded: FigureId,
}

impl PresentValues {
    /// Builds the present values of the options in `required`, by name, or of all.
    #[must_use]
    pub fn over(
        scenario: &Scenario,
        traces: &Traces,
        months: u32,
        required: Option<&BTreeSet<OptionId>>,
    ) -> PresentValues {
        let plans = Plans::new(scenario, months);
        // the periods of all options, so every row has the same numbers as in a full comparison
        let draft =
            Draft::new(periods(scenario, &plans, months, &[])).sharing_curves(traces.curves()).without_explanations();
        let timeline = timeline(&draft, scenario, months);
        let demand = DraftDemand::new(&timeline, scenario, traces);
        let tax = DraftTax::of(&timeline, scenario);
        let tax = taxation(scenario, tax.as_ref());
        let writer = Writer { scenario, timeline: &timeline, demand: &demand, tax };
        let present_value = |titled: Titled, parts: &[DraftPart<'_>]| writer.present_value(titled, parts);
        let options = each_option(&writer, &plans.only(required), &present_value);
        let options =
            options.into_iter().map(|(option, conditions)| PresentValueModel { conditions, ..option }).collect();
        let monthly_discount = timeline.monthly_discount.id();
        let demanded = demanded(&demand, &timeline).id();
        PresentValues { options, monthly_discount, flows: timeline.flows(), demanded, sheet: draft.finish() }
    }

    /// Present value of each option by name, unrounded; none if it cannot be computed.
    #[must_use]
    pub fn present_values(&self) -> Vec<(OptionId, Option<Decimal>)> {
        let PresentValues { sheet, options, .. } = self;
        let mut values = sheet.values();
        let figures: Vec<FigureId> = options.iter().map(|option| option.present_value).collect();
        let known = sheet.evaluate(&sheet.ancestors(&figures), &mut values).is_ok();
        let present_value = |figure| known.then(|| values[sheet.at(figure, 0)]);
        options.iter().map(|option| (option.id.clone(), present_value(option.present_value))).collect()
    }
}
