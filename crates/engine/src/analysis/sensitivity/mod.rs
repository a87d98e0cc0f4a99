//! Sensitivity: effect of each uncertain input at its low and high value, all other inputs fixed. Correlated inputs
//! vary together, all at their low and all at their high values.

use super::compare::answer::Answer;
use super::compare::break_even::{DemandFactor, break_even, lowest_break_even};
use super::compare::statement::{BreakEven, PlannedDemand};
use super::effort::{Computed, shared};
use super::flip::FactorMeasure;
use super::flip::factor::{Factor, list_of, of_list};
use super::header::{Header, header};
use crate::amount::{Amount, Ratio};
use crate::analysis::effort::{NUMBERS_COPIED_AS_ONE, NUMBERS_FOR_A_VALUE};
use crate::model::OptionId;
use crate::scenario::CurrencyCode;
use crate::scenario::Setting;
use crate::scenario::document::{Document, NodeId};
use crate::scenario::price_walk::{RandomWalk, WalkPath};
use crate::scenario::quantities::Share;
use crate::scenario::quantity::{NumberForm, Quantity, QuantityKind, ReadNumber};
use crate::scenario::uncertainty::{Uncertain, is_judged_by, uncertain};
use crate::serialized::serialized_as;
use crate::sheet::{FigureId, SearchDomain, Sheet};
use crate::variation::{Decision, Evaluated, Impossible, OptionOutcome, Variation};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};

/// Work budget for the differences and break-evens at all ends.
const MOST_FOR_ENDS: usize = 10_000_000;

/// Checks of the rules between keys that take the time of reading a scenario.
const RULES_IN_A_READING: usize = 6;

/// Range of each input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moved {
    /// The uncertain inputs of the scenario, between low and high, or P10 and P90.
    Uncertain,
    /// Every input of the two options, by this share of its value up and down.
    Every(Decimal),
}

/// Break-evens by demand in the base case and at each end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndBreakEvens {
    /// All points, and the demand beyond the capacity of the fleet.
    All,
    /// The first point, without others and without demand beyond capacity.
    Lowest,
    /// None.
    None,
}

/// Effect of each input on a decision.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sensitivity {
    /// Settings of the scenario.
    #[serde(rename = "scenario")]
    pub header: Header,
    /// The ranges.
    #[serde(flatten)]
    pub moved: Moved,
    /// Best owned option in the base case.
    pub own: OptionId,
    /// Best rented option in the base case.
    pub rent: OptionId,
    /// Option that wins in the base case; null if there is none.
    pub winner: Option<OptionId>,
    /// Present value of owning minus that of renting in the base case, as printed.
    pub difference: Amount,
    /// Break-even by demand in the base case; null if the two options are not a pair.
    pub break_even: Option<BreakEven>,
    /// Planned demand in the number that its author states; null in the short form.
    pub planned_demand: Option<PlannedDemand>,
    /// Each input with its effect, largest swing first.
    #[serde(rename = "inputs", serialize_with = "each_input")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<SwingInputJson<'static>>"))]
    pub swings: Vec<Swing>,
    /// Paths of inputs that were not tested to stay within the work budget, in the order of the file.
    pub given_up: Vec<String>,
}

/// Effect of one input, or of several that vary together.
#[derive(Debug)]
pub struct Swing {
    /// Name of the correlation of inputs that vary together; none for a single input.
    pub with: Option<String>,
    /// The input, or the inputs that vary together.
    pub ranges: Vec<Range>,
    /// Result at the low values.
    pub low: SwingEnd,
    /// Result at the high values.
    pub high: SwingEnd,
    /// Maximum minus minimum of the differences at low, in the base case and at high, as far as the two options are
    /// possible.
    pub swing: Amount,
}

/// Range of an input.
#[derive(Clone, Debug)]
pub struct Range {
    /// Path of the input, or of a list of numbers.
    pub path: String,
    /// Kind of quantity of its values.
    pub kind: &'static QuantityKind,
    /// Currency of its amount if not that of the scenario, or the currency that an exchange rate converts.
    pub currency: Option<CurrencyCode>,
    /// Unit of its values.
    pub unit: String,
    /// Meaning of its values.
    pub measure: FactorMeasure,
    /// Value in the base case.
    pub base_value: Decimal,
    /// Low value.
    pub low: Decimal,
    /// High value.
    pub high: Decimal,
    /// Numbers that vary with it, with their ends: itself, or those of a list.
    numbers: Vec<RangeNumber>,
    /// The walk of a rental price, whose ends are paths of the price.
    pub walk: Option<RandomWalk>,
}

/// A number of a range.
#[derive(Clone, Debug)]
struct RangeNumber {
    path: String,
    low: String,
    high: String,
}

/// Result at an end of a range.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwingEnd {
    /// Present value of owning minus that of renting; null if one of the two options is not possible.
    pub difference: Option<Amount>,
    /// Option that wins among all options; null if there is none.
    pub winner: Option<OptionId>,
    /// The one of the two options that is not possible; null if both are.
    pub not_possible: Option<NotPossible>,
    /// Break-even by demand; null if it cannot be computed.
    pub break_even: Option<BreakEven>,
}

/// An option that is not possible at an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotPossible {
    /// The option.
    pub option: OptionId,
    /// Reason why not.
    pub why: Impossible,
}

/// An input as serialized, with its effect, or that of all inputs that vary together with it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SwingInputJson<'a> {
    /// Path of the input, or of a list of numbers.
    path: &'a str,
    /// Meaning of its values.
    measure: FactorMeasure,
    /// Unit of its values.
    unit: &'a str,
    /// Value in the base case.
    stated: Ratio,
    /// Name of the correlation of inputs that vary together with it; null if it varies alone.
    with: Option<&'a str>,
    /// Maximum minus minimum of the differences at low, in the base case and at high.
    swing: Amount,
    /// Result at its low value.
    low: SwingEndJson<'a>,
    /// Result at its high value.
    high: SwingEndJson<'a>,
}

/// An end of the range of an input as serialized.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct SwingEndJson<'a> {
    /// Value of the input.
    value: Ratio,
    #[serde(flatten)]
    end: &'a SwingEnd,
}

impl Swing {
    fn inputs(&self) -> impl Iterator<Item = SwingInputJson<'_>> {
        self.ranges.iter().map(|range| SwingInputJson {
            path: &range.path,
            measure: range.measure,
            unit: &range.unit,
            stated: range.base_value.into(),
            with: self.with.as_deref(),
            swing: self.swing,
            low: SwingEndJson { value: range.low.into(), end: &self.low },
            high: SwingEndJson { value: range.high.into(), end: &self.high },
        })
    }
}

/// Serializes a row for every input, also if inputs vary together.
fn each_input<S: Serializer>(swings: &[Swing], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(swings.iter().flat_map(Swing::inputs))
}

serialized_as! {
    Moved => MovedJson;
}

/// Inputs that vary, and their range.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct MovedJson {
    /// `uncertain` for the uncertain inputs of the scenario between the ends of their ranges, or `every` for every
    /// input.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["uncertain", "every"])))]
    moved: &'static str,
    /// Share of its value by which every input varies up and down; null for `uncertain`.
    range: Option<Ratio>,
}

impl From<&Moved> for MovedJson {
    fn from(moved: &Moved) -> MovedJson {
        match moved {
            Moved::Uncertain => MovedJson { moved: "uncertain", range: None },
            Moved::Every(share) => MovedJson { moved: "every", range: Some(Ratio::from(*share)) },
        }
    }
}

impl Moved {
    /// Default: the uncertain inputs of a scenario; if it has none, every input by a tenth.
    #[must_use]
    pub fn usual(answer: &Answer) -> Moved {
        if answer.loaded.scenario.uncertainty.is_empty() { Moved::Every(Decimal::new(1, 1)) } else { Moved::Uncertain }
    }
}

/// Sensitivity of the decision, with the requested break-evens; none unless an owned and a rented option can both win.
#[must_use]
pub fn sensitivity(answer: &Answer, moved: Moved, break_evens: EndBreakEvens) -> Option<Sensitivity> {
    let variation = Variation::of_figures(&answer.loaded, &answer.traces, &answer.evaluated);
    let decision = variation.base_case();
    let sides = decision.best_of_each()?;
    let (own, rent) = (&decision.options[sides.own], &decision.options[sides.rent]);
    let difference = own.present_value()? - rent.present_value()?;
    let reading = answer.loaded.document.all().len() * NUMBERS_FOR_A_VALUE;
    let context = EndContext {
        answer,
        variation: &variation,
        own: own.name.clone(),
        rent: rent.name.clone(),
        difference,
        reading,
        break_evens,
    };
    let most = answer.effort.of(MOST_FOR_ENDS);
    let moving = context.moving(moved);
    let found = shared(&moving, most, |moving, most| context.swing(moving, most));
    let given_up =
        moving.iter().zip(&found).filter(|(_, swing)| swing.is_none()).flat_map(|(moving, _)| &moving.ranges);
    let given_up = given_up.map(|range| range.path.clone()).collect();
    let mut swings: Vec<Swing> = found.into_iter().flatten().collect();
    if let Moved::Every(_) = moved {
        // omit inputs that only vary together with another, such as shares that add up to 100 %
        swings.retain(|swing| swing.low.difference.is_some() || swing.high.difference.is_some());
    }
    swings.sort_by(|a, b| b.swing.cmp(&a.swing).then_with(|| a.ranges[0].path.cmp(&b.ranges[0].path)));
    Some(Sensitivity {
        header: header(&answer.loaded),
        moved,
        winner: decision.winning().map(|option| option.name.clone()),
        difference,
        break_even: context.break_even_of(&answer.evaluated, most).map(|done| done.result),
        own: context.own,
        rent: context.rent,
        planned_demand: answer.comparison.planned_demand.clone(),
        swings,
        given_up,
    })
}

/// Inputs that vary at a time.
struct Moving {
    with: Option<String>,
    /// At least one.
    ranges: Vec<Range>,
}

impl Range {
    fn of_uncertain(uncertain: Uncertain, currency: &str) -> Range {
        let (low, high) = uncertain.spread.ends();
        let walk = uncertain.spread.walk().copied();
        let own = (uncertain.kind, uncertain.currency);
        Range { walk, ..Range::of_number(uncertain.path, own, (uncertain.base_value, low, high), currency) }
    }

    /// Range of a number by a share of its value down and up, within its bounds.
    fn around(path: String, number: &ReadNumber, share: Decimal, currency: &str) -> Range {
        let (low, high) = around(number.value, share, (number.kind.minimum(), number.kind.maximum()));
        Range::of_number(path, (number.kind, number.currency), (number.value, low, high), currency)
    }

    fn of_number(
        path: String,
        (kind, own): (&'static QuantityKind, Option<CurrencyCode>),
        (base_value, low, high): (Decimal, Decimal, Decimal),
        currency: &str,
    ) -> Range {
        let [lowest, highest] = [low, high].map(|value| kind.written_in(own, value));
        Range {
            numbers: vec![RangeNumber { path: path.clone(), low: lowest, high: highest }],
            path,
            kind,
            currency: own,
            unit: kind.unit_text_in(own, currency),
            measure: FactorMeasure::Number,
            base_value,
            low,
            high,
            walk: None,
        }
    }

    /// Range of a list of numbers, which vary together, by a share of the value of its factor.
    fn around_list(document: &Document, sheet: &Sheet, factor: &Factor, share: Decimal) -> Range {
        let SearchDomain { today, least, most, .. } = factor.domain;
        let (low, high) = around(today, share, (least, most));
        let numbers = document.children(factor.at).iter().filter_map(|at| {
            let number = document.number(*at)?;
            let input = factor.inputs.iter().find(|input| sheet.input(*at) == Some(input.figure))?;
            // a mean is rounded, so a share of zero may be just below it
            let within = |value| input.at(value).clamp(number.kind.minimum(), number.kind.maximum());
            let [low, high] = [low, high].map(|value| number.kind.written_in(number.currency, within(value)));
            Some(RangeNumber { path: document.path(*at), low, high })
        });
        Range {
            path: document.path(factor.at),
            // a mean share, or a multiple of all numbers
            kind: Share::KIND,
            currency: None,
            unit: String::new(),
            measure: factor.measure,
            base_value: today,
            low,
            high,
            numbers: numbers.collect(),
            walk: None,
        }
    }
}

/// A value minus and plus a share of it, within bounds.
fn around(value: Decimal, share: Decimal, (least, most): (Decimal, Decimal)) -> (Decimal, Decimal) {
    let by = value.checked_mul(share).unwrap_or_default().abs();
    let within = |moved: Option<Decimal>| moved.unwrap_or(value).clamp(least, most).normalize();
    (within(value.checked_sub(by)), within(value.checked_add(by)))
}

/// Groups uncertain inputs by their correlation.
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

/// Each number of some ranges.
fn numbers(ranges: &[Range]) -> impl Iterator<Item = &RangeNumber> {
    ranges.iter().flat_map(|range| &range.numbers)
}

/// Context for the results at the ends.
struct EndContext<'a> {
    answer: &'a Answer,
    variation: &'a Variation<'a>,
    own: OptionId,
    rent: OptionId,
    /// In the base case.
    difference: Amount,
    /// Work of reading the scenario again.
    reading: usize,
    break_evens: EndBreakEvens,
}

impl EndContext<'_> {
    fn moving(&self, moved: Moved) -> Vec<Moving> {
        let (document, scenario) = (&self.answer.loaded.document, &self.answer.loaded.scenario);
        let currency = scenario.currency.value.code();
        match moved {
            Moved::Uncertain => by_name(uncertain(document, scenario), currency),
            Moved::Every(share) => {
                let is_counted = |number: &ReadNumber| {
                    number.kind.form == NumberForm::Count || scenario.demand.is_job_size(number.at)
                };
                let matters = self.matters();
                let sheet = &self.answer.evaluated.model.sheet;
                let mut lists: Vec<NodeId> = Vec::new();
                let numbers = document.numbers().into_iter().filter(|number| !is_counted(number));
                let numbers = numbers.filter(|number| !is_judged_by(document, number.at) && matters(number.at));
                let ranges = numbers.filter_map(|number| {
                    let Some(list) = list_of(document, number.at) else {
                        return Some(Range::around(document.path(number.at), &number, share, currency));
                    };
                    if lists.contains(&list) {
                        return None;
                    }
                    lists.push(list);
                    Some(Range::around_list(document, sheet, &of_list(document, sheet, list)?, share))
                });
                let ranges = ranges.filter(|range| range.low < range.high);
                ranges.map(|range| Moving { with: None, ranges: vec![range] }).collect()
            }
        }
    }

    /// Whether one of the two options depends on an input.
    fn matters(&self) -> impl Fn(NodeId) -> bool {
        let model = &self.answer.evaluated.model;
        let sides = model.options.iter().filter(|option| option.id == self.own || option.id == self.rent);
        let present_values: Vec<FigureId> = sides.map(|option| option.present_value).collect();
        let needed = model.sheet.needed(&present_values);
        move |at| model.sheet.input(at).is_some_and(|input| needed.contains(input))
    }

    /// Effect of one input, or of several together, with the break-evens at both ends, within a work budget; no result
    /// if the budget is too small for the ends.
    fn swing(&self, moving: &Moving, most: usize) -> Computed<Option<Swing>> {
        let fixed = self.fixed_work_of_ends();
        // many inputs each have a small budget: figures that depend on an input are only sought where it may be enough
        let of_ends = if fixed > most { fixed } else { fixed + self.moved_work_of_ends(moving) };
        let Some(left) = most.checked_sub(of_ends) else {
            return Computed { result: None, work: 0, is_whole: false };
        };
        let Moving { with, ranges } = moving;
        let paths: Vec<String> = numbers(ranges).map(|number| number.path.clone()).collect();
        let [lows, highs] = [|number: &RangeNumber| number.low.clone(), |number: &RangeNumber| number.high.clone()]
            .map(|end| numbers(ranges).map(end).collect::<Vec<String>>());
        let (low, high) = if ranges.iter().any(|range| range.walk.is_some()) {
            let end = |values, path| self.end(self.walked(ranges, values, path), left / 2);
            (end(lows, WalkPath::P10), end(highs, WalkPath::P90))
        } else {
            let along = self.variation.along(&paths);
            let end = |values: Vec<String>| self.end(along.evaluated(&values), left / 2);
            (end(lows), end(highs))
        };
        let (work, is_whole) = (of_ends + low.work + high.work, low.is_whole && high.is_whole);
        let (low, high) = (low.result, high.result);
        let differences = [low.difference, Some(self.difference), high.difference].into_iter().flatten();
        let most = differences.clone().max().unwrap_or(self.difference);
        let swing = most - differences.min().unwrap_or(self.difference);
        let swing = Swing { with: with.clone(), ranges: ranges.clone(), low, high, swing };
        Computed { result: Some(swing), work, is_whole }
    }

    /// Work at both ends for any input: a copy of all numbers, and a check of the rules between keys.
    fn fixed_work_of_ends(&self) -> usize {
        let numbers = self.answer.evaluated.model.sheet.numbers();
        2 * (numbers / NUMBERS_COPIED_AS_ONE + self.reading / RULES_IN_A_READING)
    }

    /// Estimated work for the figures of both ends: those that depend on the inputs, or if the inputs determine their
    /// structure, all figures and reading the scenario again.
    fn moved_work_of_ends(&self, Moving { ranges, .. }: &Moving) -> usize {
        let (document, Evaluated { model, values, .. }) = (&self.answer.loaded.document, &self.answer.evaluated);
        let sheet = &model.sheet;
        // a walk has inputs that the sheet lacks
        let is_walk = ranges.iter().any(|range| range.walk.is_some());
        let input = |number: &RangeNumber| {
            let at = document.find(&number.path).filter(|_| !is_walk)?;
            sheet.input(at).filter(|_| !sheet.is_structural(at))
        };
        let inputs: Option<Vec<FigureId>> = numbers(ranges).map(input).collect();
        let moved = inputs.map(|inputs| sheet.dependents(&inputs));
        let anew = || values.work() + self.reading;
        2 * moved.map_or_else(anew, |moved| sheet.work_of(&moved, values.work()))
    }

    /// Decision with the prices of walks on a path, and other inputs at an end.
    fn walked(&self, ranges: &[Range], values: Vec<String>, path: WalkPath) -> (Decision, Option<Evaluated>) {
        // an uncertain range has one number
        let others = ranges.iter().zip(values).filter(|(range, _)| range.walk.is_none());
        let settings: Vec<Setting> = others.map(|(range, value)| Setting { path: range.path.clone(), value }).collect();
        let walks: Vec<RandomWalk> = ranges.iter().filter_map(|range| range.walk).collect();
        self.variation.walked(&settings, &walks, path)
    }

    fn end(&self, (decision, evaluated): (Decision, Option<Evaluated>), most: usize) -> Computed<SwingEnd> {
        let (own, rent) = (decision.option(&self.own), decision.option(&self.rent));
        let cost = |outcome: Option<&OptionOutcome>| outcome.and_then(OptionOutcome::present_value);
        let not_possible = [own, rent].into_iter().flatten().find_map(|outcome| {
            let why = outcome.cost.as_ref().err()?;
            Some(NotPossible { option: outcome.name.clone(), why: why.clone() })
        });
        let break_even = evaluated.and_then(|evaluated| self.break_even_of(&evaluated, most));
        let (work, is_whole) = break_even.as_ref().map_or((0, true), |done| (done.work, done.is_whole));
        let end = SwingEnd {
            difference: cost(own).zip(cost(rent)).map(|(own, rent)| own - rent),
            not_possible,
            winner: decision.winning().map(|option| option.name.clone()),
            break_even: break_even.map(|done| done.result),
        };
        Computed { result: end, work, is_whole }
    }

    /// Break-even by demand; none if it cannot be computed, or is not requested.
    fn break_even_of(&self, evaluated: &Evaluated, most: usize) -> Option<Computed<BreakEven>> {
        let search = match self.break_evens {
            EndBreakEvens::All => break_even,
            EndBreakEvens::Lowest => lowest_break_even,
            EndBreakEvens::None => return None,
        };
        let options = &evaluated.model.options;
        let of_pair = |own: usize, rent: usize| options[own].id == self.own && options[rent].id == self.rent;
        let pair = evaluated.model.pairs.iter().find(|pair| of_pair(pair.own, pair.rent))?;
        let factor = DemandFactor::of(evaluated, std::slice::from_ref(pair));
        Some(search(&factor, pair, most))
    }
}
