//! What options come to over another number of months, and nothing else of them.

use super::part::{DraftPart, Writer};
use super::tax::DraftTax;
use super::{Plans, PresentValueModel, Titled, each_option, periods, taxation, timeline};
use crate::demand::DraftDemand;
use crate::demand::trace::Traces;
use crate::scenario::Scenario;
use crate::scenario::conventions::FlowDates;
use crate::sheet::{Draft, FigureId, Sheet};
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// The present values of some options over another number of months: what [`super::build_over`] writes of them, and no more.
#[derive(Debug)]
pub struct PresentValues {
    /// The figures.
    pub sheet: Sheet,
    /// Each option that can be had within these months.
    pub options: Vec<PresentValueModel>,
    /// `(1 + r)^(−1/12)`.
    pub monthly_discount: FigureId,
    /// At which dates payments count for discounting.
    pub flows: FlowDates,
}

impl PresentValues {
    /// Writes those of the options that are `wanted` by their names.
    #[must_use]
    pub fn over(scenario: &Scenario, traces: &Traces, months: u32, wanted: &BTreeSet<String>) -> PresentValues {
        let plans = Plans::new(scenario, months);
        // those of all options, so that every row has the same numbers as in a comparison of all of them
        let draft = Draft::new(periods(scenario, &plans, months)).sharing(traces.curves());
        let timeline = timeline(&draft, scenario, months);
        let demand = DraftDemand::new(&timeline, scenario, traces);
        let tax = DraftTax::of(&timeline, scenario);
        let tax = taxation(scenario, tax.as_ref());
        let writer = Writer { scenario, timeline: &timeline, demand: &demand, tax };
        let present_value = |titled: Titled<'_>, parts: &[DraftPart<'_>]| writer.present_value(titled, parts);
        let options = each_option(&writer, &plans.only(wanted), &present_value);
        let options = options.into_iter().map(|(option, _)| option).collect();
        let monthly_discount = timeline.monthly_discount.id();
        PresentValues { options, monthly_discount, flows: timeline.flows(), sheet: draft.finish() }
    }

    /// What each option comes to, before any rounding; none where that has no value.
    #[must_use]
    pub fn worths(&self) -> Vec<(String, Option<Decimal>)> {
        let PresentValues { sheet, options, .. } = self;
        let mut values = sheet.values();
        let figures: Vec<FigureId> = options.iter().map(|option| option.present_value).collect();
        let known = sheet.evaluate(&sheet.ancestors(&figures), &mut values).is_ok();
        let worth = |figure| known.then(|| values[sheet.at(figure, 0)]);
        options.iter().map(|option| (option.name.clone(), worth(option.present_value))).collect()
    }
}
