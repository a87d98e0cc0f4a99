//! The inputs that a reader moves first: those nearest to turning the verdict, those that their author is unsure of, how much
//! is demanded, and what the options cost.

use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::scenario::document::Origin;
use crate::scenario::quantity::{NumberForm, ReadNumber};
use crate::scenario::uncertainty::uncertain;
use crate::scenario::{CurrencyCode, declared_at};
use serde::Serialize;

/// More than these are not shown at first.
const MOST: usize = 8;
/// How much of a scenario matters whatever it is about.
const ALWAYS: [&str; 3] = ["demand.utilization", "demand.accelerators", "discount_rate"];

/// The numbers of a scenario as a page lets its reader move them.
#[derive(Debug, Serialize)]
pub struct PanelInputs {
    /// Every number, in the order of the document.
    inputs: Vec<PanelInput>,
    /// Those that are shown first.
    first: Vec<Lever>,
}

/// A number that can be moved.
#[derive(Debug, Serialize)]
struct PanelInput {
    path: String,
    /// What reports call it: `price of a node`.
    name: String,
    /// Its value as its author wrote it, or as it was assumed.
    text: String,
    value: Ratio,
    /// Its unit, as reports write it; empty for a plain number or a share.
    unit: String,
    /// `number`, `share` (`65%` or `0.65`), or `count` (whole).
    form: &'static str,
    least: Ratio,
    most: Ratio,
    /// The code that its author wrote behind it, where that is not the currency of the file.
    currency: Option<&'static str>,
}

/// The numbers of an answer's scenario.
#[must_use]
pub fn panel_inputs(answer: &Answer) -> PanelInputs {
    let document = &answer.loaded.document;
    let header = &answer.comparison.header;
    let input = |number: ReadNumber| {
        let path = document.path(number.at);
        let kind = number.kind;
        let is_whole = answer.loaded.scenario.demand.is_job_size(number.at);
        PanelInput {
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
            path,
        }
    };
    PanelInputs { inputs: document.numbers().into_iter().map(input).collect(), first: levers(answer) }
}

/// An input, and between which values it is likely to move.
#[derive(Debug, Serialize)]
struct Lever {
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    low: Option<Ratio>,
    #[serde(skip_serializing_if = "Option::is_none")]
    high: Option<Ratio>,
}

fn levers(answer: &Answer) -> Vec<Lever> {
    let plain = |path: String| Lever { path, low: None, high: None };
    let unsure = uncertain(&answer.loaded.document, &answer.loaded.scenario).into_iter().map(|number| {
        let (low, high) = number.spread.ends();
        Lever { path: number.path, low: Some(low.into()), high: Some(high.into()) }
    });
    let flips = answer.comparison.flips.iter().map(|flip| plain(flip.number.path.clone()));
    let document = &answer.loaded.document;
    let is_written = |path: &str| {
        document.find(path).is_some_and(|node| match document.origin(node) {
            Origin::File | Origin::Set => true,
            Origin::Assumed => false,
        })
    };
    let always = ALWAYS.iter().filter(|path| is_written(path)).map(|path| plain((*path).to_owned()));
    let prices = answer.inputs().into_iter().map(|leaf| leaf.name).filter(|path| is_price(path) && is_written(path));
    let mut levers: Vec<Lever> = Vec::new();
    for lever in unsure.chain(flips).chain(always).chain(prices.map(plain)) {
        if levers.len() < MOST && levers.iter().all(|known| known.path != lever.path) {
            levers.push(lever);
        }
    }
    levers
}

fn is_price(path: &str) -> bool {
    declared_at(path).key().is_some_and(|key| key.price.is_some())
}
