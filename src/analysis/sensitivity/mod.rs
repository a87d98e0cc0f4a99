//! Which uncertain number matters most: each alone at its low and its high value, everything else as stated.

use super::compare::answer::Answer;
use super::compare::break_even::break_even;
use super::compare::statement::BreakEven;
use super::header::{Header, header};
use crate::amount::{self, Amount, Ratio};
use crate::scenario::Setting;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::{Form, Kind, Number};
use crate::scenario::uncertainty::{is_judged_by, uncertain};
use crate::sheet::FigureId;
use crate::variation::{Evaluated, Impossible, Standing, Variation};
use rayon::prelude::*;
use rust_decimal::Decimal;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// What each number is moved between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// What the scenario says is uncertain, between its low and high, or P10 and P90.
    Uncertain,
    /// Every number that a figure of the two options depends on, by this share of itself either way.
    Every(Decimal),
}

/// How a decision follows each number.
#[derive(Debug, Serialize)]
pub struct Sensitivity {
    /// What was asked.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// What was moved.
    #[serde(flatten)]
    pub moved: Moved,
    /// The best option to own, as stated.
    pub own: String,
    /// The best option to rent, as stated.
    pub rent: String,
    /// The option that wins, as stated.
    pub winner: Option<String>,
    /// Present value of owning less that of renting, as stated and printed.
    pub difference: Amount,
    /// From which demand on owning wins, as stated.
    pub break_even: Option<BreakEven>,
    /// Each number with its effect, the largest swing first.
    #[serde(rename = "inputs")]
    pub swings: Vec<Swing>,
}

/// What one number does.
#[derive(Debug, Serialize)]
pub struct Swing {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    #[serde(skip)]
    pub kind: &'static Kind,
    /// What it is counted in.
    pub unit: String,
    /// Its value as stated.
    #[serde(serialize_with = "amount::ratio")]
    pub stated: Decimal,
    /// The largest less the least of the differences at low, as stated and at high, where the two options are possible.
    pub swing: Amount,
    /// At its low value.
    pub low: SwingEnd,
    /// At its high value.
    pub high: SwingEnd,
}

/// What is decided at an end.
#[derive(Debug, Serialize)]
pub struct SwingEnd {
    /// The value of the number.
    #[serde(serialize_with = "amount::ratio")]
    pub value: Decimal,
    /// Present value of owning less that of renting; none where one of the two options is not possible.
    pub difference: Option<Amount>,
    /// The option that wins, of all of them.
    pub winner: Option<String>,
    /// The one of the two that is not possible.
    pub not_possible: Option<NotPossible>,
    /// From which demand on owning wins; none where that cannot be said.
    pub break_even: Option<BreakEven>,
}

/// An option that is not possible at an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPossible {
    /// Which.
    pub option: String,
    /// Why not.
    pub why: Impossible,
}

/// What was moved, and by which share.
impl Serialize for Moved {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (moved, range) = match self {
            Moved::Uncertain => ("uncertain", None),
            Moved::Every(share) => ("every", Some(Ratio::from(*share))),
        };
        let mut fields = serializer.serialize_struct("Moved", 2)?;
        fields.serialize_field("moved", moved)?;
        fields.serialize_field("range", &range)?;
        fields.end()
    }
}

/// Each number of `moved` alone at its ends; none where no option to own and no option to rent can both win.
#[must_use]
pub fn sensitivity(answer: &Answer, moved: Moved) -> Option<Sensitivity> {
    let variation = Variation::of(&answer.loaded, &answer.traces);
    let decision = variation.stated();
    let sides = decision.best_of_each()?;
    let (own, rent) = (&decision.options[sides.own], &decision.options[sides.rent]);
    let difference = own.present_value()? - rent.present_value()?;
    let asked = Asked { answer, variation: &variation, own: own.name.clone(), rent: rent.name.clone(), difference };
    let mut swings: Vec<Swing> = asked.ranges(moved).par_iter().map(|range| asked.swing(range)).collect();
    if let Moved::Every(_) = moved {
        // what only moves together with another number, as shares do that add up to 100 %
        swings.retain(|swing| swing.low.difference.is_some() || swing.high.difference.is_some());
    }
    swings.sort_by(|a, b| b.swing.cmp(&a.swing).then_with(|| a.path.cmp(&b.path)));
    Some(Sensitivity {
        header: header(&answer.loaded),
        moved,
        winner: decision.winning().map(|option| option.name.clone()),
        difference,
        break_even: asked.break_even_of(&answer.evaluated),
        own: asked.own,
        rent: asked.rent,
        swings,
    })
}

/// A number with its ends.
struct Range {
    at: NodeId,
    path: String,
    kind: &'static Kind,
    stated: Decimal,
    ends: (Decimal, Decimal),
}

/// What is asked at every end.
struct Asked<'a> {
    answer: &'a Answer,
    variation: &'a Variation<'a>,
    own: String,
    rent: String,
    /// As stated.
    difference: Amount,
}

impl Asked<'_> {
    fn ranges(&self, moved: Moved) -> Vec<Range> {
        let (document, scenario) = (&self.answer.loaded.document, &self.answer.loaded.scenario);
        match moved {
            Moved::Uncertain => {
                let stated = uncertain(document, scenario).into_iter();
                let range = stated.map(|uncertain| Range {
                    at: uncertain.at,
                    path: uncertain.path,
                    kind: uncertain.kind,
                    stated: uncertain.stated,
                    ends: uncertain.spread.ends(),
                });
                range.collect()
            }
            Moved::Every(share) => {
                let range = |number: Number| Range {
                    at: number.at,
                    path: document.path(number.at),
                    kind: number.kind,
                    stated: number.value,
                    ends: around(&number, share),
                };
                let numbers = document.numbers().into_iter().filter(|number| number.kind.form != Form::Count);
                let ranges = numbers.filter(|number| !is_judged_by(document, number.at)).map(range);
                ranges.filter(|range| range.ends.0 < range.ends.1 && self.matters(range.at)).collect()
            }
        }
    }

    /// Whether one of the two options depends on a number.
    fn matters(&self, at: NodeId) -> bool {
        let model = &self.answer.evaluated.model;
        let sides = model.options.iter().filter(|option| option.name == self.own || option.name == self.rent);
        let worths: Vec<FigureId> = sides.map(|option| option.present_value).collect();
        model.sheet.input(at).is_some_and(|input| !model.sheet.affected(&[input], &worths).is_empty())
    }

    fn swing(&self, range: &Range) -> Swing {
        let (low, high) = (self.end(range, range.ends.0), self.end(range, range.ends.1));
        let differences = [low.difference, Some(self.difference), high.difference].into_iter().flatten();
        let most = differences.clone().max().unwrap_or(self.difference);
        let swing = most - differences.min().unwrap_or(self.difference);
        let unit = range.kind.unit_text(self.answer.loaded.scenario.currency.value.code());
        Swing { path: range.path.clone(), kind: range.kind, unit, stated: range.stated, swing, low, high }
    }

    fn end(&self, range: &Range, value: Decimal) -> SwingEnd {
        let setting = [Setting { path: range.path.clone(), value: value.to_string() }];
        let decision = self.variation.with(&setting);
        let standing = |name: &str| decision.option(name);
        let (own, rent) = (standing(&self.own), standing(&self.rent));
        let worth = |standing: Option<&Standing>| standing.and_then(Standing::present_value);
        let not_possible = [own, rent].into_iter().flatten().find_map(|standing| {
            let why = standing.worth.as_ref().err()?;
            Some(NotPossible { option: standing.name.clone(), why: why.clone() })
        });
        SwingEnd {
            value,
            difference: worth(own).zip(worth(rent)).map(|(own, rent)| own - rent),
            not_possible,
            winner: decision.winning().map(|option| option.name.clone()),
            break_even: self.variation.evaluated(&setting).and_then(|evaluated| self.break_even_of(&evaluated)),
        }
    }

    /// From which demand on owning wins; none where that cannot be said.
    fn break_even_of(&self, evaluated: &Evaluated) -> Option<BreakEven> {
        let options = &evaluated.model.options;
        let of_pair = |own: usize, rent: usize| options[own].name == self.own && options[rent].name == self.rent;
        let pair = evaluated.model.pairs.iter().find(|pair| of_pair(pair.own, pair.rent))?;
        Some(break_even(evaluated, &options[pair.own], pair))
    }
}

/// A number less and more by a share of itself, within its bounds.
fn around(number: &Number, share: Decimal) -> (Decimal, Decimal) {
    let by = number.value.checked_mul(share).unwrap_or_default().abs();
    let within =
        |value: Option<Decimal>| value.unwrap_or(number.value).clamp(number.kind.minimum(), number.kind.maximum());
    (within(number.value.checked_sub(by)).normalize(), within(number.value.checked_add(by)).normalize())
}
