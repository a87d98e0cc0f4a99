//! Which uncertain number matters most: each alone at its low and its high value, everything else as stated. Numbers that
//! are moved by one draw move together, all at their low and all at their high values.

use super::compare::answer::Answer;
use super::compare::break_even::{DemandFactor, break_even};
use super::compare::statement::BreakEven;
use super::effort::{Done, shared};
use super::header::{Header, header};
use crate::amount::{Amount, Ratio};
use crate::analysis::effort::{NUMBERS_COPIED_AS_ONE, NUMBERS_FOR_A_VALUE};
use crate::scenario::CurrencyCode;
use crate::scenario::document::NodeId;
use crate::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use crate::scenario::uncertainty::{Uncertain, is_judged_by, uncertain};
use crate::sheet::FigureId;
use crate::variation::{Along, Evaluated, Impossible, Standing, Variation};
use crate::written::written_as;
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// Numbers that may be worked out for the differences and the break-evens at all ends.
const MOST_FOR_ENDS: usize = 10_000_000;

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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    #[serde(rename = "inputs", serialize_with = "each_input")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Input<'static>>"))]
    pub swings: Vec<Swing>,
    /// Inputs that were not moved, by their paths in the order of the file: that takes more than may be worked out.
    pub given_up: Vec<String>,
}

/// What one number does, or several that are moved together.
#[derive(Debug)]
pub struct Swing {
    /// What the numbers are called that are moved together; none of a number that moves alone.
    pub with: Option<String>,
    /// What is moved: one number, or several together, by their paths.
    pub ranges: Vec<Range>,
    /// At the low values.
    pub low: SwingEnd,
    /// At the high values.
    pub high: SwingEnd,
    /// The largest less the least of the differences at low, as stated and at high, where the two options are possible.
    pub swing: Amount,
}

/// A number and the values that it is moved to.
#[derive(Clone, Debug)]
pub struct Range {
    /// Its path.
    pub path: String,
    /// What kind of quantity it is.
    pub kind: &'static QuantityKind,
    /// The other currency that it is an amount of, or of which it is the worth.
    pub currency: Option<CurrencyCode>,
    /// What it is counted in.
    pub unit: String,
    /// Its value as stated.
    pub stated: Decimal,
    /// Its low value.
    pub low: Decimal,
    /// Its high value.
    pub high: Decimal,
}

/// What is decided at an end.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwingEnd {
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

/// An input for programs, with what it does, or all of those do with which it is moved together.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Input<'a> {
    /// Its path.
    path: &'a str,
    /// What it is counted in.
    unit: &'a str,
    /// Its value as stated.
    stated: Ratio,
    /// What the inputs are called that are moved together with it; none of one that is moved alone.
    with: Option<&'a str>,
    /// The largest less the least of the differences at low, as stated and at high.
    swing: Amount,
    /// What is decided at its low value.
    low: At<'a>,
    /// What is decided at its high value.
    high: At<'a>,
}

/// An end of an input, for programs.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct At<'a> {
    /// The value.
    value: Ratio,
    #[serde(flatten)]
    end: &'a SwingEnd,
}

impl Swing {
    fn inputs(&self) -> impl Iterator<Item = Input<'_>> {
        self.ranges.iter().map(|range| Input {
            path: &range.path,
            unit: &range.unit,
            stated: range.stated.into(),
            with: self.with.as_deref(),
            swing: self.swing,
            low: At { value: range.low.into(), end: &self.low },
            high: At { value: range.high.into(), end: &self.high },
        })
    }
}

/// A row for every input, also of those that are moved together.
fn each_input<S: Serializer>(swings: &[Swing], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(swings.iter().flat_map(Swing::inputs))
}

written_as! {
    Moved => WrittenMoved;
}

/// What was moved, and by which share.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct WrittenMoved {
    /// What the scenario says is uncertain, between the ends of its ranges, or every number.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["uncertain", "every"])))]
    moved: &'static str,
    /// The share of itself by which every number was moved either way; none of `uncertain`.
    range: Option<Ratio>,
}

impl From<&Moved> for WrittenMoved {
    fn from(moved: &Moved) -> WrittenMoved {
        match moved {
            Moved::Uncertain => WrittenMoved { moved: "uncertain", range: None },
            Moved::Every(share) => WrittenMoved { moved: "every", range: Some(Ratio::from(*share)) },
        }
    }
}

impl Moved {
    /// The uncertain numbers of a scenario; where it has none, every number by a tenth.
    #[must_use]
    pub fn usual(answer: &Answer) -> Moved {
        if answer.loaded.scenario.uncertainty.is_empty() { Moved::Every(Decimal::new(1, 1)) } else { Moved::Uncertain }
    }
}

/// Each number of `moved` alone at its ends; none where no option to own and no option to rent can both win.
#[must_use]
pub fn sensitivity(answer: &Answer, moved: Moved) -> Option<Sensitivity> {
    let variation = Variation::of_figures(&answer.loaded, &answer.traces, &answer.evaluated);
    let decision = variation.stated();
    let sides = decision.best_of_each()?;
    let (own, rent) = (&decision.options[sides.own], &decision.options[sides.rent]);
    let difference = own.present_value()? - rent.present_value()?;
    let asked = Asked { answer, variation: &variation, own: own.name.clone(), rent: rent.name.clone(), difference };
    let most = answer.effort.of(MOST_FOR_ENDS);
    let moving = asked.moving(moved);
    let told = shared(&moving, most, |moving, most| asked.swing(moving, most));
    let given_up = moving.iter().zip(&told).filter(|(_, swing)| swing.is_none()).flat_map(|(moving, _)| &moving.ranges);
    let given_up = given_up.map(|range| range.path.clone()).collect();
    let mut swings: Vec<Swing> = told.into_iter().flatten().collect();
    if let Moved::Every(_) = moved {
        // what only moves together with another number, as shares do that add up to 100 %
        swings.retain(|swing| swing.low.difference.is_some() || swing.high.difference.is_some());
    }
    swings.sort_by(|a, b| b.swing.cmp(&a.swing).then_with(|| a.ranges[0].path.cmp(&b.ranges[0].path)));
    Some(Sensitivity {
        header: header(&answer.loaded),
        moved,
        winner: decision.winning().map(|option| option.name.clone()),
        difference,
        break_even: asked.break_even_of(&answer.evaluated, most).map(|done| done.result),
        own: asked.own,
        rent: asked.rent,
        swings,
        given_up,
    })
}

/// What is moved at a time.
struct Moving {
    with: Option<String>,
    /// One at least.
    ranges: Vec<Range>,
}

impl Range {
    fn of_uncertain(uncertain: Uncertain, currency: &str) -> Range {
        let (low, high) = uncertain.spread.ends();
        let unit = uncertain.kind.unit_text_in(uncertain.currency, currency);
        Range {
            path: uncertain.path,
            kind: uncertain.kind,
            currency: uncertain.currency,
            unit,
            stated: uncertain.stated,
            low,
            high,
        }
    }

    /// A number less and more by a share of itself, within its bounds.
    fn around(path: String, number: &ReadNumber, share: Decimal, currency: &str) -> Range {
        let by = number.value.checked_mul(share).unwrap_or_default().abs();
        let within =
            |value: Option<Decimal>| value.unwrap_or(number.value).clamp(number.kind.minimum(), number.kind.maximum());
        let low = within(number.value.checked_sub(by)).normalize();
        let high = within(number.value.checked_add(by)).normalize();
        let unit = number.unit_text(currency);
        Range { path, kind: number.kind, currency: number.currency, unit, stated: number.value, low, high }
    }
}

/// Uncertain numbers, those of one name together.
fn by_name(uncertain: Vec<Uncertain>, currency: &str) -> Vec<Moving> {
    let mut moving: Vec<Moving> = Vec::new();
    for mut uncertain in uncertain {
        let with = uncertain.with.take();
        let same = moving.iter_mut().find(|other| with.is_some() && other.with == with);
        let range = Range::of_uncertain(uncertain, currency);
        match same {
            Some(same) => same.ranges.push(range),
            None => moving.push(Moving { with, ranges: vec![range] }),
        }
    }
    moving
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
    fn moving(&self, moved: Moved) -> Vec<Moving> {
        let (document, scenario) = (&self.answer.loaded.document, &self.answer.loaded.scenario);
        let currency = scenario.currency.value.code();
        match moved {
            Moved::Uncertain => by_name(uncertain(document, scenario), currency),
            Moved::Every(share) => {
                let is_counted = |number: &ReadNumber| {
                    number.kind.form == NumberForm::Count || scenario.demand.is_job_size(number.at)
                };
                let numbers = document.numbers().into_iter().filter(|number| !is_counted(number));
                let numbers = numbers.filter(|number| !is_judged_by(document, number.at) && self.matters(number.at));
                let ranges = numbers.map(|number| Range::around(document.path(number.at), &number, share, currency));
                let ranges = ranges.filter(|range| range.low < range.high);
                ranges.map(|range| Moving { with: None, ranges: vec![range] }).collect()
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

    /// What a number does, or several together, with the break-evens at both ends, for which no more is worked out than `most`; none
    /// where that is too little for the ends themselves.
    fn swing(&self, moving: &Moving, most: usize) -> Done<Option<Swing>> {
        let of_ends = self.work_of_ends(moving);
        let Some(left) = most.checked_sub(of_ends) else {
            return Done { result: None, worked: 0, is_whole: false };
        };
        let Moving { with, ranges } = moving;
        let paths: Vec<String> = ranges.iter().map(|range| range.path.clone()).collect();
        let along = self.variation.along(&paths);
        let end = |value| self.end(&along, ranges, value, left / 2);
        let (low, high) = (end(|range| range.low), end(|range| range.high));
        let (worked, is_whole) = (of_ends + low.worked + high.worked, low.is_whole && high.is_whole);
        let (low, high) = (low.result, high.result);
        let differences = [low.difference, Some(self.difference), high.difference].into_iter().flatten();
        let most = differences.clone().max().unwrap_or(self.difference);
        let swing = most - differences.min().unwrap_or(self.difference);
        let swing = Swing { with: with.clone(), ranges: ranges.clone(), low, high, swing };
        Done { result: Some(swing), worked, is_whole }
    }

    /// How much is worked out for the figures of both ends, as far as is known before: those that the inputs move, or as much as for
    /// the stated ones, with the scenario read again, where the inputs shape them, and a copy of every number for each end.
    fn work_of_ends(&self, Moving { ranges, .. }: &Moving) -> usize {
        let (document, Evaluated { model, values, .. }) = (&self.answer.loaded.document, &self.answer.evaluated);
        let sheet = &model.sheet;
        let input = |range: &Range| {
            let at = document.find(&range.path)?;
            sheet.input(at).filter(|_| !sheet.is_structural(at))
        };
        let inputs: Option<Vec<FigureId>> = ranges.iter().map(input).collect();
        let moved = inputs.map(|inputs| sheet.dependents(&inputs));
        let anew = || values.worked() + document.all().len() * NUMBERS_FOR_A_VALUE;
        let moved = moved.map_or_else(anew, |moved| sheet.work_of(&moved, values.worked()));
        2 * (moved + sheet.numbers() / NUMBERS_COPIED_AS_ONE)
    }

    fn end(&self, along: &Along<'_>, ranges: &[Range], value: fn(&Range) -> Decimal, most: usize) -> Done<SwingEnd> {
        let written = |range: &Range| range.kind.written_in(range.currency, value(range));
        let values: Vec<String> = ranges.iter().map(written).collect();
        let (decision, evaluated) = along.evaluated(&values);
        let standing = |name: &str| decision.option(name);
        let (own, rent) = (standing(&self.own), standing(&self.rent));
        let worth = |standing: Option<&Standing>| standing.and_then(Standing::present_value);
        let not_possible = [own, rent].into_iter().flatten().find_map(|standing| {
            let why = standing.worth.as_ref().err()?;
            Some(NotPossible { option: standing.name.clone(), why: why.clone() })
        });
        let break_even = evaluated.and_then(|evaluated| self.break_even_of(&evaluated, most));
        let (worked, is_whole) = break_even.as_ref().map_or((0, true), |done| (done.worked, done.is_whole));
        let end = SwingEnd {
            difference: worth(own).zip(worth(rent)).map(|(own, rent)| own - rent),
            not_possible,
            winner: decision.winning().map(|option| option.name.clone()),
            break_even: break_even.map(|done| done.result),
        };
        Done { result: end, worked, is_whole }
    }

    /// From which demand on owning wins; none where that cannot be said.
    fn break_even_of(&self, evaluated: &Evaluated, most: usize) -> Option<Done<BreakEven>> {
        let options = &evaluated.model.options;
        let of_pair = |own: usize, rent: usize| options[own].name == self.own && options[rent].name == self.rent;
        let pair = evaluated.model.pairs.iter().find(|pair| of_pair(pair.own, pair.rent))?;
        let factor = DemandFactor::of(evaluated, std::slice::from_ref(pair));
        Some(break_even(&factor, pair, most))
    }
}
