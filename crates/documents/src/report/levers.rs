//! The inputs that a reader moves first: those nearest to turning the verdict, those that their author is unsure of, how much
//! is demanded, and what the options cost.

use super::compare::independent_loads;
use crate::amount::Ratio;
use crate::analysis::Answer;
use crate::analysis::statement::Comparison;
use crate::scenario::document::Origin;
use crate::scenario::uncertainty::uncertain;
use crate::scenario::{Labels, declared_at};
use serde::Serialize;

/// More than these are not shown at first.
const MOST: usize = 8;
/// How much of a scenario matters whatever it is about.
const ALWAYS: [&str; 3] = ["demand.utilization", "demand.accelerators", "discount_rate"];

/// What the script of a document knows beside the result.
#[derive(Debug, Serialize)]
pub(super) struct Constants<'a> {
    /// What options and their parts are called, by their paths, where their author calls them something.
    labels: &'a Labels,
    /// Paths of assumptions of which the last key says nothing alone.
    vague: Vec<&'a str>,
    /// Paths of those beside which their option states a value of the same key.
    beside: Vec<&'a str>,
    /// Which loads are added as independent of each other.
    independent: Option<String>,
    /// The inputs that are shown first.
    levers: Vec<Lever>,
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

impl<'a> Constants<'a> {
    /// Those of an answer.
    pub(super) fn of(answer: &'a Answer) -> Constants<'a> {
        let Comparison { header, assumed, .. } = &answer.comparison;
        let is_vague = |path: &&str| declared_at(path).key().is_some_and(|key| key.vague);
        Constants {
            labels: &header.labels,
            vague: assumed.iter().map(|assumed| assumed.path.as_str()).filter(is_vague).collect(),
            beside: assumed
                .iter()
                .filter(|assumed| assumed.stated_beside)
                .map(|assumed| assumed.path.as_str())
                .collect(),
            independent: independent_loads(&answer.comparison),
            levers: levers(answer),
        }
    }
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
