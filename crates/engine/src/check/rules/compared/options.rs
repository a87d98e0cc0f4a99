//! Comparisons with a single option or a single kind of price.

use crate::check::rules::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionKind;
use crate::scenario::document::NodeId;
use crate::scenario::rent::Rent;
use std::collections::BTreeSet;

/// A single option.
pub(super) fn one_option(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let [option] = &subject.answer.evaluated.model.options[..] else { return Vec::new() };
    let other = match option.id.kind() {
        OptionKind::Own => "add an option to `rent`",
        OptionKind::Rent => "add an option to `own`, or another to `rent`",
        OptionKind::Hybrid => "add an option to `own` or to `rent`",
    };
    let message = format!("{} is the only option, so its cost is compared with nothing", option.id);
    vec![subject.finding(Code::OneOption, option.at, message).label(other)]
}

/// Kind of price of a rented option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum PriceKind {
    OnDemand,
    Committed,
    Spot,
    Dedicated,
    Unit,
}

impl PriceKind {
    fn all_of(rent: &Rent) -> Vec<PriceKind> {
        let committed = rent.commitments.iter().any(|entry| entry.value.instances.value.count() > 0);
        let dedicated = rent.dedicated_per_instance_month.is_some() || rent.dedicated_per_accelerator_month.is_some();
        let base = if rent.is_endpoint() {
            PriceKind::Unit
        } else if dedicated {
            PriceKind::Dedicated
        } else {
            PriceKind::OnDemand
        };
        let committed = committed.then_some(PriceKind::Committed);
        let spot = rent.spot.is_some().then_some(PriceKind::Spot);
        [Some(base), committed, spot].into_iter().flatten().collect()
    }
}

/// All rented options with the same single kind of price.
pub(super) fn one_price_kind(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let scenario = &subject.answer.loaded.scenario;
    let kinds: BTreeSet<PriceKind> = scenario.rent.iter().flat_map(|entry| PriceKind::all_of(&entry.value)).collect();
    let mut kinds = kinds.into_iter();
    let (Some(kind), None) = (kinds.next(), kinds.next()) else { return Vec::new() };
    let (pricing, label) = match kind {
        PriceKind::OnDemand => ("on demand", "add the price of a commitment, or of spot"),
        PriceKind::Dedicated => ("per month", "add the price on demand, or of a commitment"),
        PriceKind::Unit => ("per unit", "add the price of instances by the hour"),
        // these come with an on-demand price
        PriceKind::Committed | PriceKind::Spot => return Vec::new(),
    };
    let message = match scenario.rent.len() {
        1 => format!("the only rented option is only priced {pricing}"),
        _ => format!("all rented options are only priced {pricing}"),
    };
    let at = subject.answer.loaded.document.find("rent").unwrap_or(NodeId::ROOT);
    vec![subject.finding(Code::OnePriceKind, at, message).label(label)]
}
