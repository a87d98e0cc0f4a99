//! Usual costs: those that an option leaves out, and their amount in other options.

use super::options;
use crate::analysis::statement::{LineResult, OptionResult};
use crate::analysis::usual_costs;
use crate::check::rules::Subject;
use crate::check::rules::words::money;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{CostGroup, OptionKind};
use rust_decimal::Decimal;

/// Usual costs that an option leaves out.
pub(super) fn left_out(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let silent = options(subject).filter(|(_, option)| !option.left_out.is_empty());
    let finding = silent.map(|(model, option)| {
        let message = format!("{} leaves out these usual costs: {}", option.name, option.left_out.join(", "));
        let finding = subject.finding(Code::LeftOut, model.at, message);
        finding.label("add those that apply, and give a reason for the others under `not_applicable`")
    });
    finding.collect()
}

/// A cost that owning and renting have in practice.
struct Shared {
    /// Display name.
    name: &'static str,
    /// Name in the list of usual costs of owned options, if it is in that list.
    own: Option<&'static str>,
    /// Name in the list of rented options.
    rent: &'static str,
    /// Side and name by which its lines are recognized. Repairs of owned hardware are part of the price of rented hardware.
    lines: (&'static str, &'static str),
}

const SHARED: [Shared; 4] = [
    Shared { name: "storage", own: Some("storage"), rent: "storage", lines: ("own", "storage") },
    Shared { name: "egress", own: None, rent: "egress", lines: ("rent", "egress") },
    Shared { name: "support", own: Some("maintenance"), rent: "support", lines: ("rent", "support") },
    Shared { name: "staff", own: Some("staff"), rent: "staff", lines: ("own", "staff") },
];

/// Share of the winner's lead from which a missing cost is reported; less decides nothing.
const MATERIAL: Decimal = Decimal::from_parts(1, 0, 0, false, 1);

/// Costs that another option includes and the winner does not.
struct Carried<'a> {
    rival: &'a OptionResult,
    costs: Vec<&'static str>,
    /// Their printed present value in total.
    amount: Decimal,
    /// Difference of the printed present values.
    lead: Decimal,
}

/// Costs that the winner leaves out and another option includes; of several options, the one that would then come closest.
pub(super) fn uneven(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let winner = subject.answer.comparison.verdict.winner.as_ref();
    let found = winner.and_then(|winner| options(subject).find(|(_, option)| option.name == *winner));
    let Some((model, winner)) = found else { return Vec::new() };
    let missing: Vec<&Shared> = SHARED.iter().filter(|cost| lacks(subject, winner, cost)).collect();
    let candidates = options(subject).map(|(_, option)| option);
    let candidates = candidates.filter(|rival| rival.name != winner.name && rival.eligible() && rival.comparable());
    let carried = candidates.filter_map(|rival| carried(winner, rival, &missing));
    let material = carried.filter(Carried::is_material);
    let nearest = material.min_by_key(|carried| carried.lead - carried.amount);
    let finding = nearest.map(|carried| {
        let finding = subject.finding(Code::UnevenCosts, model.at, message(subject, winner, &carried));
        let finding = finding.at_stake(carried.amount);
        finding.label("add what they cost here, or explain under `not_applicable` why they do not apply")
    });
    finding.into_iter().collect()
}

impl Carried<'_> {
    /// Whether it is a notable part of the winner's lead.
    fn is_material(&self) -> bool {
        self.amount >= self.lead * MATERIAL
    }
}

/// Whether no part of an option includes a cost or declares it not applicable.
fn lacks(subject: &Subject<'_>, option: &OptionResult, cost: &Shared) -> bool {
    option.parts.iter().all(|part| {
        let Some(part) = subject.statement(&part.option) else { return false };
        let name = match part.kind {
            // support without repairs still counts as support
            OptionKind::Own if cost.name == "support" && has_line_of(part, cost) => None,
            OptionKind::Own => cost.own,
            // the provider of an endpoint runs the servers, keeps the models and supports them
            OptionKind::Rent if subject.is_endpoint(&part.name) => None,
            OptionKind::Rent | OptionKind::Hybrid => Some(cost.rent),
        };
        name.is_some_and(|name| part.left_out.iter().any(|left_out| left_out == name))
    })
}

/// Whether an option has a line for a cost.
fn has_line_of(option: &OptionResult, cost: &Shared) -> bool {
    option.lines.iter().any(|line| is_of(line, cost))
}

fn carried<'a>(winner: &OptionResult, rival: &'a OptionResult, missing: &[&Shared]) -> Option<Carried<'a>> {
    // a line may be for several costs, such as `support-staff`, and counts once
    let lines: Vec<&LineResult> =
        rival.lines.iter().filter(|line| missing.iter().any(|cost| is_of(line, cost))).collect();
    let amount = |cost: &Shared| -> Decimal {
        lines.iter().filter(|line| is_of(line, cost)).map(|line| line.present_value).sum()
    };
    let costs = missing.iter().filter(|cost| amount(cost) > Decimal::ZERO).map(|cost| cost.name).collect();
    let amount = lines.iter().map(|line| line.present_value).sum();
    let carried = Carried { rival, amount, lead: *(rival.present_value - winner.present_value), costs };
    (!carried.costs.is_empty()).then_some(carried)
}

/// Whether a line is for a cost, and belongs to the option itself.
fn is_of(line: &LineResult, cost: &Shared) -> bool {
    let own = match line.group {
        CostGroup::Purchase | CostGroup::Resale | CostGroup::Operating | CostGroup::OneOff => true,
        CostGroup::Lease
        | CostGroup::Usage
        | CostGroup::Burst
        | CostGroup::UntilDelivery
        | CostGroup::Delay
        | CostGroup::Financing
        | CostGroup::Tax => false,
    };
    own && usual_costs(cost.lines.0, &line.name).any(|name| name == cost.lines.1)
}

fn message(subject: &Subject<'_>, winner: &OptionResult, carried: &Carried<'_>) -> String {
    let (rival, left) = (&carried.rival.name, carried.lead - carried.amount);
    let becomes = if left > Decimal::ZERO {
        format!("shrinks to {}", money(subject, left))
    } else if left.is_zero() {
        "disappears".to_owned()
    } else {
        format!("reverses: {rival} is {} cheaper", money(subject, -left))
    };
    format!(
        "{} wins without {}, which cost {rival} {} in present value; with the same costs, its lead of {} {becomes}",
        winner.name,
        listed(&carried.costs),
        money(subject, carried.amount),
        money(subject, carried.lead)
    )
}

/// `storage, egress and staff`.
fn listed(names: &[&str]) -> String {
    match names {
        [before @ .., last] if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        names => names.concat(),
    }
}
