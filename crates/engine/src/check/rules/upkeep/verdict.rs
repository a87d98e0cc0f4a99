//! Reliability of a verdict.

use crate::analysis::flip::{FactorMeasure, Flip};
use crate::analysis::statement::{Disagreement, Yardstick};
use crate::check::budget::WorkOutcome;
use crate::check::rules::Subject;
use crate::check::rules::words::{few_digits, share};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::OptionId;
use crate::reasons;
use crate::scenario::document::{NodeId, Origin};
use crate::scenario::own::quoted_with_age;
use crate::scenario::quantity::NumberForm;
use rust_decimal::Decimal;

/// Change of an input, as a share of its value, within which it may easily reverse a decision: published hourly prices of the
/// same accelerator differ by more.
const NEAR: Decimal = Decimal::from_parts(25, 0, 0, false, 2);

/// Inputs without a source that reverse the decision with a small change.
pub(super) fn unsourced_flip(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let most = subject.left_to_work_out(Code::UnsourcedFlip);
    let found = subject.answer.flips_nearby(NEAR, most, |path| !subject.has_source(path));
    let outcome = if found.is_whole { WorkOutcome::Found } else { WorkOutcome::GivenUp };
    let first = subject.answer.loaded.document.children(NodeId::ROOT).first().copied().unwrap_or(NodeId::ROOT);
    subject.worked_out(Code::UnsourcedFlip, first, found.work, outcome);
    found.result.iter().filter_map(|flip| unsourced(subject, flip)).collect()
}

fn unsourced(subject: &Subject<'_>, flip: &Flip) -> Option<Diagnostic> {
    let near = flip.distance_share()?;
    let path = &flip.number.path;
    if subject.has_source(path) {
        return None;
    }
    let is_share = flip.number.kind.form == NumberForm::Share || flip.number.measure != FactorMeasure::Number;
    let code =
        flip.number.currency.filter(|_| flip.number.kind.is_money()).map(|currency| format!(" {}", currency.code()));
    let code = code.unwrap_or_default();
    let text = |value| if is_share { share(value) } else { format!("{}{code}", few_digits(value)) };
    let direction = if near > Decimal::ZERO { "higher" } else { "lower" };
    let after = match &flip.wins {
        Some(option) => format!("{option} wins"),
        None => "no option can be chosen".to_owned(),
    };
    let message = format!(
        "{} has no source, and if it is {} {direction}, {after} ({} instead of {})",
        quoted_with_age(path),
        share(near.abs().round_dp(3)),
        text(flip.at),
        text(flip.number.today)
    );
    let at = subject.answer.loaded.document.find(path).unwrap_or(NodeId::ROOT);
    let label = format!("add `{path}: {{ from: …, date: … }}` to `sources`");
    Some(subject.finding(Code::UnsourcedFlip, at, message).label(label))
}

/// A lead below the scenario's `close_call`.
pub(super) fn close_call(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let comparison = &subject.answer.comparison;
    let verdict = &comparison.verdict;
    let (true, Some(winner), Some(other), Some(saving)) =
        (verdict.close, &verdict.winner, &verdict.runner_up, verdict.saving)
    else {
        return Vec::new();
    };
    // enough digits to differ from the limit
    let decimals = |saving: Decimal| if saving.round_dp(3) < *comparison.header.close_call { 3 } else { 12 };
    let of_it = verdict.saving_share.map(|saving| format!(" ({})", share(saving.round_dp(decimals(*saving)))));
    let of_it = of_it.unwrap_or_default();
    let message = if saving.is_zero() {
        format!("{winner} and {other} cost the same in present value: too close to call")
    } else {
        let limit = share(*comparison.header.close_call);
        let saving = saving.grouped();
        format!("{winner} is {saving}{of_it} below {other} in present value, less than {limit}: too close to call")
    };
    let loaded = &subject.answer.loaded;
    let limit = loaded.scenario.close_call.at;
    let stated = loaded.document.origin(limit) != Origin::Assumed;
    let at = if stated { limit } else { option_named(subject, winner) };
    vec![subject.finding(Code::CloseCall, at, message).label("name the deciding criterion, or get firmer prices")]
}

/// Metrics that favour another option than the verdict.
pub(super) fn metrics_disagree(subject: &Subject<'_>) -> Vec<Diagnostic> {
    let verdict = &subject.answer.comparison.verdict;
    let Some(winner) = &verdict.winner else { return Vec::new() };
    let finding = |disagreement: &Disagreement| {
        // cash and present value differ by the discount rate
        let (at, label) = match disagreement.yardstick {
            Yardstick::Total { .. } => {
                (subject.answer.loaded.scenario.discount_rate.at, "check that this is your cost of capital")
            }
            Yardstick::LevelizedCost { .. } => {
                (option_named(subject, &disagreement.option), "check that both do the required work")
            }
            Yardstick::Payback { .. } => (option_named(subject, &disagreement.option), "say which metric decides"),
        };
        let message = reasons::disagreement_with(winner.as_str(), disagreement);
        subject.finding(Code::MetricsDisagree, at, message).label(label)
    };
    verdict.disagreements.iter().map(finding).collect()
}

/// Node of an option in the document.
fn option_named(subject: &Subject<'_>, id: &OptionId) -> NodeId {
    let option = subject.answer.evaluated.model.options.iter().find(|option| option.id == *id);
    option.map_or(NodeId::ROOT, |option| option.at)
}
