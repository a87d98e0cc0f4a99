//! Implausibly large leads.

use crate::check::rules::Subject;
use crate::check::rules::words::share;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionKind;
use crate::scenario::rent::Tariff;
use rust_decimal::Decimal;

/// A lead between two options with hardware above this share of the runner-up's cost is hardly ever real.
const NINE_TENTHS: Decimal = Decimal::from_parts(9, 0, 0, false, 1);

/// Below this utilization an owned fleet may lose by any margin.
const A_FIFTH: Decimal = Decimal::from_parts(2, 0, 0, false, 1);

/// A lead of more than nine tenths between an owned option in use and one rented by the hour or month.
pub(super) fn lead(subject: &Subject<'_>) -> Vec<Diagnostic> {
    found(subject).into_iter().collect()
}

/// A lead between two endpoints above this share of the runner-up's cost is hardly ever real: for one model the most expensive
/// endpoint has charged nine times the price of the cheapest.
const HUNDREDTH_LEFT: Decimal = Decimal::from_parts(99, 0, 0, false, 2);

fn found(subject: &Subject<'_>) -> Option<Diagnostic> {
    let comparison = &subject.answer.comparison;
    let (winner, rival) = (comparison.verdict.winner.as_ref()?, comparison.verdict.runner_up.as_ref()?);
    let endpoints = [winner, rival].iter().all(|name| subject.is_endpoint(name));
    let saving = comparison.verdict.saving_share.filter(|share| endpoints && **share > HUNDREDTH_LEFT);
    let Some(saving) = saving else { return of_hardware(subject) };
    let rent = subject.answer.loaded.scenario.rent.get(winner.rented()?)?;
    let price = match rent.value.tariff() {
        Tariff::PerUnit(price) => price.at,
        Tariff::PerTokens(prices) => prices.output.at,
        Tariff::OnDemandInstance(_)
        | Tariff::OnDemandAccelerator(_)
        | Tariff::DedicatedInstance(_)
        | Tariff::DedicatedAccelerator(_) => return None,
    };
    let message = format!("{winner} costs {} less than {rival} for the same work", share(saving.round_dp(4)));
    let label = "check the unit: is this the price per token, per thousand or per million?";
    Some(subject.finding(Code::LeadUnlikely, price, message).label(label))
}

/// Finding for a lead between an owned and a rented option.
fn of_hardware(subject: &Subject<'_>) -> Option<Diagnostic> {
    let comparison = &subject.answer.comparison;
    let (winner, rival) = (comparison.verdict.winner.as_ref()?, comparison.verdict.runner_up.as_ref()?);
    let saving = comparison.verdict.saving_share.filter(|share| **share > NINE_TENTHS)?;
    let (first, second) = (subject.statement(winner)?, subject.statement(rival)?);
    let owned = [first, second].into_iter().find(|option| option.kind == OptionKind::Own)?;
    let rented = [winner, rival].into_iter().find_map(|option| option.rented())?;
    let rent = subject.answer.loaded.scenario.rent.get(rented)?;
    let by_unit = rent.value.is_endpoint();
    if by_unit || owned.utilization.is_none_or(|utilization| *utilization < A_FIFTH) {
        return None;
    }
    let model = subject.answer.evaluated.model.options.iter().find(|model| model.id == *winner)?;
    let message = format!("{winner} costs {} less than {rival} for the same work", share(saving.round_dp(3)));
    let label = "check the units of prices and counts: published prices of owned and rented hardware are closer";
    Some(subject.finding(Code::LeadUnlikely, model.at, message).label(label))
}
