//! Mixtures of changes: present values of the old scenario with some of the changes applied. A mixture takes the values
//! of the new scenario at the changed paths and evaluates them with the same sheet.

use super::changes::{ChangeKind, Compared, InputChange, trace_path};
use super::groups::ChangeGroup;
use crate::model::OptionId;
use crate::number;
use crate::parallel::on_all_cores;
use crate::scenario::document::Document;
use crate::variation::{Decision, Variation};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;

/// Present value of an option at a mixture, by the mask of the mixture and the option.
type MixtureValue = ((usize, usize), Option<i128>);

/// Present values of options at mixtures of changes, in whole minor units.
pub(super) struct Mixtures {
    /// By mask of the groups, and option.
    present_values: BTreeMap<(usize, usize), Option<i128>>,
}

impl Mixtures {
    /// Evaluates mixtures in parallel; each is a mask of groups with the requested options.
    pub(super) fn of(
        compared: &Compared<'_>,
        variation: &Variation<'_>,
        changes: &[InputChange],
        (groups, options): (&[ChangeGroup], &[OptionId]),
        requested: BTreeMap<usize, Vec<usize>>,
    ) -> Mixtures {
        let written = compared.new.document.written();
        let digits = compared.new.scenario.currency.value.minor_digits();
        let present_values: Vec<Vec<MixtureValue>> = on_all_cores(requested, |(mask, requested)| {
            let chosen = groups.iter().enumerate().filter(|(group, _)| mask & (1 << group) != 0);
            let made: Vec<&InputChange> =
                chosen.flat_map(|(_, group)| group.changes.iter().map(|change| &changes[*change])).collect();
            let ids: Vec<OptionId> = requested.iter().map(|option| options[*option].clone()).collect();
            let amounts = mixed(compared, variation, (&made, &written), &ids).into_iter();
            let amounts = amounts.map(|amount| amount.and_then(|amount| minor_units(amount, digits)));
            requested.into_iter().map(|option| (mask, option)).zip(amounts).collect()
        });
        Mixtures { present_values: present_values.into_iter().flatten().collect() }
    }

    /// Present value of an option at a mixture; none if the option is not possible there.
    pub(super) fn present_value(&self, mask: usize, option: usize) -> Option<i128> {
        self.present_values.get(&(mask, option)).copied().flatten()
    }
}

/// Present values of options with these changes made to the old scenario.
fn mixed(
    compared: &Compared<'_>,
    variation: &Variation<'_>,
    (made, new): (&[&InputChange], &Document),
    options: &[OptionId],
) -> Vec<Option<Decimal>> {
    let traces = compared.old_traces.mixed(compared.new_traces, |workload| {
        let path = trace_path(workload);
        made.iter().any(|change| change.path == path)
    });
    variation.present_values_with(&traces, options, |document| {
        for change in made {
            match change.what {
                ChangeKind::Value | ChangeKind::Added | ChangeKind::Removed => document.graft(&change.path, new),
                ChangeKind::Order | ChangeKind::Trace => {}
            }
        }
        // reorder after all entries are in place
        for change in made.iter().filter(|change| change.what == ChangeKind::Order) {
            document.order_as(&change.path, new);
        }
    })
}

/// Printed present value of an option in whole minor units.
pub(super) fn present_value(decision: &Decision, option: &OptionId, minor_digits: u32) -> Option<i128> {
    minor_units(*decision.option(option)?.present_value()?, minor_digits)
}

fn minor_units(amount: Decimal, minor_digits: u32) -> Option<i128> {
    let mut amount = number::money(amount, minor_digits);
    amount.rescale(minor_digits);
    (amount.scale() == minor_digits).then(|| amount.mantissa())
}

/// Amount of a number of minor units.
pub(super) fn amount(units: i128, minor_digits: u32) -> Decimal {
    let exact = Decimal::try_from_i128_with_scale(units, minor_digits);
    exact.unwrap_or_else(|_| Decimal::from(units.to_i64().unwrap_or_default()))
}
