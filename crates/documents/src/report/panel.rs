//! Inputs that a live page shows first: those nearest to changing the verdict, uncertain ones, demand, and prices.

use super::flip;
use super::page::markup::escaped;
use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::analysis::flip::{FactorMeasure, Flip, Flips, Scope};
use crate::scenario::document::Origin;
use crate::scenario::quantity::{NumberForm, ReadNumber};
use crate::scenario::tokens::TokenAmount;
use crate::scenario::uncertainty::uncertain;
use crate::scenario::{CurrencyCode, declared_at};
use crate::sheet::Grid;
use rust_decimal::Decimal;
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum number of inputs shown at first.
const MOST: usize = 8;
/// Share of its value within which an input is nearest to changing the verdict.
const NEAR: Decimal = Decimal::from_parts(5, 0, 0, false, 1);
/// Work budget for the inputs nearest to changing the verdict.
const MOST_FOR_NEAREST: usize = 4_000_000;
/// Farthest turning point on a slider, as a multiple of the value.
const FARTHEST: Decimal = Decimal::TEN;
/// Steps of a slider.
const STEPS: Decimal = Decimal::from_parts(200, 0, 0, false, 0);
/// Inputs that matter in every scenario.
const ALWAYS: [&str; 3] = ["demand.utilization", "demand.accelerators", "discount_rate"];

/// Adjustable inputs of a live page.
#[derive(Debug, Serialize)]
pub struct PanelInputs {
    /// All numbers, in document order.
    inputs: Vec<PanelInput>,
    /// Paths of the inputs shown first.
    first: Vec<String>,
}

/// An adjustable input.
#[derive(Debug, Serialize)]
struct PanelInput {
    path: String,
    /// Display name: `price of a node`.
    name: String,
    /// Value as written, or the default.
    text: String,
    value: Ratio,
    /// Unit for display; empty for plain numbers and shares.
    unit: String,
    /// `number`, `share` (`65%` or `0.65`), or `count` (an integer).
    form: &'static str,
    least: Ratio,
    most: Ratio,
    /// Currency code, if the amount is in another currency than the scenario.
    currency: Option<&'static str>,
    /// HTML of its slider and field.
    html: String,
}

/// Value of an input at which the verdict turns, all other inputs fixed.
#[derive(Debug, PartialEq, Serialize)]
pub struct PanelTurn {
    path: String,
    at: Ratio,
    /// What happens there: `Turns above 28.67: renting wins`.
    text: String,
    /// Range that a slider needs to reach it; absent if it is too far away for a slider.
    range: Option<(Ratio, Ratio)>,
}

/// The nearest turning point of each input at `paths`. An input without one is left out.
#[must_use]
pub fn panel_turns(answer: &Answer, paths: Vec<String>) -> Vec<PanelTurn> {
    let scope = Scope { only: paths, within: None };
    let Flips { found, same_side, header, .. } = answer.flips(&scope);
    let all = || found.iter().chain(same_side.iter().flat_map(|candidate| &candidate.found));
    let of_number = |flip: &&Flip| flip.number.measure == FactorMeasure::Number;
    let nearest = |path: &String| {
        let of_input = all().filter(of_number).filter(|flip| flip.number.path == *path);
        of_input.min_by_key(|flip| flip.distance().abs())
    };
    let turn = |flip: &Flip| PanelTurn {
        path: flip.number.path.clone(),
        at: flip.at.into(),
        text: flip::turn_in_short(flip, &header),
        range: range_with_turn(flip).map(|(low, high)| (low.into(), high.into())),
    };
    scope.only.iter().filter_map(nearest).map(turn).collect()
}

/// Range from the value to its turning point, extended by a quarter on both sides, within the bounds of the input; none if the
/// turning point is more than [`FARTHEST`] times the value.
fn range_with_turn(flip: &Flip) -> Option<(Decimal, Decimal)> {
    let (today, kind) = (flip.number.today, flip.number.kind);
    let is_near = today.is_zero() || flip.at.abs() <= today.abs().saturating_mul(FARTHEST);
    let beyond = flip.distance().abs() / Decimal::from(4);
    let (low, high) = (today.min(flip.at) - beyond, today.max(flip.at).saturating_add(beyond));
    let (low, high) = (low.max(kind.minimum()), high.min(kind.maximum()));
    let is_whole = flip.number.grid == Grid::Whole;
    is_near.then(|| if is_whole { (low.floor(), high.ceil()) } else { (low.normalize(), high.normalize()) })
}

/// Adjustable inputs of a result.
#[must_use]
pub fn panel_inputs(answer: &Answer) -> PanelInputs {
    let document = &answer.loaded.document;
    let header = &answer.comparison.header;
    let unsure = uncertain(document, &answer.loaded.scenario);
    let first = first(answer, unsure.iter().map(|number| number.path.clone()));
    let spreads: BTreeMap<String, (Decimal, Decimal)> =
        unsure.into_iter().map(|number| (number.path, number.spread.ends())).collect();
    let input = |(index, number): (usize, ReadNumber)| {
        let path = document.path(number.at);
        let kind = number.kind;
        let is_whole = answer.loaded.scenario.demand.is_job_size(number.at);
        let mut input = PanelInput {
            name: header.labels.words(&path).heading(),
            text: document.text(number.at).unwrap_or_default().to_owned(),
            value: number.value.into(),
            unit: number.unit_text(&header.currency),
            form: match kind.form {
                NumberForm::Count => "count",
                NumberForm::Number if is_whole => "count",
                NumberForm::Number => "number",
                NumberForm::Share => "share",
            },
            least: kind.minimum().into(),
            most: kind.maximum().into(),
            currency: number.currency.filter(|_| kind.is_money()).map(CurrencyCode::code),
            html: String::new(),
            path,
        };
        let bounds = (kind.minimum(), kind.maximum());
        let range = slider_range(input.form, number.value, bounds, spreads.get(&input.path).copied());
        input.html = input.row(index, number.value, range);
        input
    };
    PanelInputs { inputs: document.numbers().into_iter().enumerate().map(input).collect(), first }
}

impl PanelInput {
    /// Slider and field.
    fn row(&self, index: usize, value: Decimal, (low, high): (Decimal, Decimal)) -> String {
        let id = format!("input{index}");
        let name = escaped(&self.name);
        let text = escaped(&self.text);
        let unit = if self.unit.is_empty() {
            String::new()
        } else {
            format!("<span class=\"unit\"> · {}</span>", escaped(&self.unit))
        };
        let step = if self.form == "count" { Decimal::ONE } else { (high - low) / STEPS };
        let is_long = self.currency.is_some() || self.text.chars().count() > 9;
        let long = if is_long { " class=\"long\"" } else { "" };
        format!(
            "<div class=\"lever\"><label for=\"{id}\" title=\"{}\">{name}{unit}</label>\
             <span class=\"track\"><input type=\"range\" id=\"{id}-slider\" aria-label=\"{name}, slider\" aria-describedby=\"{id}-turn\" \
             min=\"{low}\" max=\"{high}\" step=\"{}\" value=\"{value}\"><i class=\"filed\"></i><i class=\"turns\" hidden></i></span>\
             <span class=\"value\"><input type=\"text\" id=\"{id}\"{long} size=\"9\" autocomplete=\"off\" inputmode=\"decimal\" \
             aria-describedby=\"{id}-error\" value=\"{text}\">\
             <button type=\"button\" class=\"reset\" aria-label=\"{name}: back to {text}\" hidden>×</button></span>\
             <p class=\"turn\" id=\"{id}-turn\"></p><p class=\"error\" id=\"{id}-error\"></p></div>",
            escaped(&self.path),
            step.normalize(),
        )
    }
}

/// Range of a slider: the range of an uncertain number extended by a quarter on both sides, otherwise from half the
/// value to one and a half times the value, within the bounds of the input.
fn slider_range(
    form: &str,
    value: Decimal,
    (least, most): (Decimal, Decimal),
    spread: Option<(Decimal, Decimal)>,
) -> (Decimal, Decimal) {
    let two = Decimal::TWO;
    let (low, high) = match spread {
        Some((low, high)) => {
            let beyond = (high - low) / Decimal::from(4);
            (value.min(low - beyond), value.max(high + beyond))
        }
        None if value.is_zero() => (value, if form == "share" { Decimal::ONE } else { Decimal::TEN }),
        None if form == "share" && value > Decimal::ZERO && value <= Decimal::ONE => {
            (value / Decimal::from(4), (value * two).min(Decimal::ONE))
        }
        None => {
            let half = value.abs() / two;
            (value - half, value.saturating_add(half))
        }
    };
    let (low, high) = (low.max(least), high.min(most));
    if form == "count" { (low.floor(), high.ceil()) } else { (low.normalize(), high.normalize()) }
}

/// Paths of the inputs shown first: `unsure` ones, the tokens of the first workload that has some, then those nearest to reversing
/// the verdict, demand, and prices.
fn first(answer: &Answer, unsure: impl Iterator<Item = String>) -> Vec<String> {
    let flips = answer.flips_nearby(NEAR, MOST_FOR_NEAREST, |_| true).result.into_iter().map(|flip| flip.number.path);
    let document = &answer.loaded.document;
    let is_written = |path: &str| {
        document.find(path).is_some_and(|node| match document.origin(node) {
            Origin::File | Origin::Set => true,
            Origin::Assumed => false,
        })
    };
    let always = ALWAYS.iter().filter(|path| is_written(path)).map(|path| (*path).to_owned());
    let prices = answer.inputs().into_iter().map(|leaf| leaf.name).filter(|path| is_price(path) && is_written(path));
    let mut paths: Vec<String> = Vec::new();
    for path in unsure.chain(tokens(answer)).chain(flips).chain(always).chain(prices) {
        if paths.len() < MOST && !paths.contains(&path) {
            paths.push(path);
        }
    }
    paths
}

/// Requests, their lengths and the share in a cache, of the first workload in tokens.
fn tokens(answer: &Answer) -> Vec<String> {
    let document = &answer.loaded.document;
    let mut all = answer.loaded.scenario.demand.workloads.iter().filter_map(|entry| entry.value.tokens.as_ref());
    let Some(tokens) = all.next() else { return Vec::new() };
    let amount = match tokens.amount() {
        TokenAmount::Requests(requests) => requests.at,
        TokenAmount::Millions(millions) => millions.at,
    };
    [amount, tokens.input.at, tokens.output.at, tokens.cached.at].map(|at| document.path(at)).into()
}

fn is_price(path: &str) -> bool {
    declared_at(path).key().is_some_and(|key| key.price.is_some())
}
