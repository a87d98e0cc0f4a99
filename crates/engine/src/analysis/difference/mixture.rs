//! What an option is worth when some changes are made and others are not: the old scenario with the values of the new one at
//! the paths of those that are, through the same sheet.

use super::changes::{Compared, InputChange, What, trace_path};
use super::groups::ChangeGroup;
use crate::number;
use crate::scenario::document::Document;
use crate::variation::{Decision, Variation};
use rayon::prelude::*;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::collections::BTreeMap;

/// What an option is worth at a mixture, by the mask of the mixture and the option.
type Worth = ((usize, usize), Option<i128>);

/// The present values of options at mixtures of changes, in whole minor units.
pub(super) struct Mixtures {
    /// By the mask of the groups, and the option.
    worth: BTreeMap<(usize, usize), Option<i128>>,
}

impl Mixtures {
    /// Works out mixtures, each a mask of groups with the options that are asked about, on all cores.
    pub(super) fn of(
        compared: &Compared<'_>,
        variation: &Variation<'_>,
        changes: &[InputChange],
        (groups, options): (&[ChangeGroup], &[String]),
        asked: BTreeMap<usize, Vec<usize>>,
    ) -> Mixtures {
        let written = compared.new.document.written();
        let digits = compared.new.scenario.currency.value.minor_digits();
        let asked: Vec<(usize, Vec<usize>)> = asked.into_iter().collect();
        let worth: Vec<Vec<Worth>> = asked
            .into_par_iter()
            .map(|(mask, asked)| {
                let chosen = groups.iter().enumerate().filter(|(group, _)| mask & (1 << group) != 0);
                let made: Vec<&InputChange> =
                    chosen.flat_map(|(_, group)| group.changes.iter().map(|change| &changes[*change])).collect();
                let names: Vec<String> = asked.iter().map(|option| options[*option].clone()).collect();
                let amounts = mixed(compared, variation, (&made, &written), &names).into_iter();
                let amounts = amounts.map(|amount| amount.and_then(|amount| minor_units(amount, digits)));
                asked.into_iter().map(|option| (mask, option)).zip(amounts).collect()
            })
            .collect();
        Mixtures { worth: worth.into_iter().flatten().collect() }
    }

    /// The present value of an option at a mixture; none where it is not possible there.
    pub(super) fn worth(&self, mask: usize, option: usize) -> Option<i128> {
        self.worth.get(&(mask, option)).copied().flatten()
    }
}

/// What options come to when these changes are made to the old scenario.
fn mixed(
    compared: &Compared<'_>,
    variation: &Variation<'_>,
    (made, new): (&[&InputChange], &Document),
    options: &[String],
) -> Vec<Option<Decimal>> {
    let traces = compared.old_traces.mixed(compared.new_traces, |workload| {
        let path = trace_path(workload);
        made.iter().any(|change| change.path == path)
    });
    variation.present_values_with(&traces, options, |document| {
        for change in made {
            match change.what {
                What::Value | What::Added | What::Removed => document.graft(&change.path, new),
                What::Order | What::Trace => {}
            }
        }
        // the order of what is there in the end
        for change in made.iter().filter(|change| change.what == What::Order) {
            document.order_as(&change.path, new);
        }
    })
}

/// The printed present value of an option in whole minor units.
pub(super) fn worth(decision: &Decision, option: &str, minor_digits: u32) -> Option<i128> {
    let found = decision.options.iter().find(|standing| standing.name == option)?;
    minor_units(*found.present_value()?, minor_digits)
}

fn minor_units(amount: Decimal, minor_digits: u32) -> Option<i128> {
    let mut amount = number::money(amount, minor_digits);
    amount.rescale(minor_digits);
    (amount.scale() == minor_digits).then(|| amount.mantissa())
}

/// An amount of so many minor units.
pub(super) fn amount(units: i128, minor_digits: u32) -> Decimal {
    let exact = Decimal::try_from_i128_with_scale(units, minor_digits);
    exact.unwrap_or_else(|_| Decimal::from(units.to_i64().unwrap_or_default()))
}
