//! Evaluation of the winner over intervals while inputs vary.

use super::above::{Above, above};
use super::leader::{Leader, Seen, apart, leader};
use super::result::OutReason;
use crate::analysis::winner::{PairHalf, Winner};
use crate::inputs::FigureRule;
use crate::model::OptionModel;
use crate::scenario::Scenario;
use crate::sheet::{Ancestry, Binary, FigureId, Grid, Interval, Number, ProbeResult};
use crate::variation::{Evaluated, comparable, eligible};
use rust_decimal::Decimal;
use std::ops::Range;

/// Outcome of an option at a value: its present value, or why it is out.
pub(super) type Placing = Result<Decimal, OutReason>;

/// Reads a figure in a period, at a value or over an interval.
pub(super) type Reading<'v> = &'v dyn Fn(FigureId, usize) -> Interval;

/// An option that could win at some values.
pub(super) struct Candidate {
    /// Index in the options of the model.
    pub(super) option: usize,
    pub(super) side: PairHalf,
    pub(super) present_value: FigureId,
    /// Its conditions, as a range of indices.
    pub(super) rules: Range<usize>,
    /// Unserved useful hours, if they take it out.
    pub(super) unserved: Option<FigureId>,
    /// Hours without headroom, if they take it out.
    pub(super) without_headroom: Option<FigureId>,
    /// Site power by period, with the available power.
    pub(super) sites: Vec<(FigureId, Decimal)>,
}

/// The options that could win, depending on their cost and other figures.
#[allow(clippy::struct_field_names, reason = "the candidates are one of several fields")]
pub(super) struct Candidates<'a> {
    pub(super) evaluated: &'a Evaluated,
    pub(super) candidates: Vec<Candidate>,
    /// Figures that decide the race, in each of their periods.
    pub(super) decides: Vec<(FigureId, usize)>,
    /// Ancestors of these figures.
    pub(super) decisive: Ancestry,
}

/// Whether an option is in the race over an interval.
enum CandidateStatus {
    In,
    Out(OutReason),
    Open(Option<Decimal>),
}

impl<'a> Candidates<'a> {
    /// Race of the options that are eligible by their own inputs and serve every workload.
    pub(super) fn new(scenario: &Scenario, evaluated: &'a Evaluated) -> Candidates<'a> {
        let model = &evaluated.model;
        let could_win = |option: &OptionModel| {
            let nothing = |_: FigureId| Decimal::ZERO;
            eligible::ineligible_because(scenario, option, &nothing).is_empty()
                && comparable::serves_some(scenario, option).is_none()
        };
        let options = model.options.iter().enumerate().filter(|(_, option)| could_win(option));
        Candidates::of(evaluated, options.map(|(at, option)| Candidate::new(scenario, at, option)).collect())
    }

    /// Race of two options, by index; the one that leads in the base case is the first side.
    pub(super) fn of_two(scenario: &Scenario, evaluated: &'a Evaluated, leads: usize, rival: usize) -> Candidates<'a> {
        let candidate =
            |at: usize, side| Candidate { side, ..Candidate::new(scenario, at, &evaluated.model.options[at]) };
        Candidates::of(evaluated, vec![candidate(leads, PairHalf::First), candidate(rival, PairHalf::Second)])
    }

    fn of(evaluated: &'a Evaluated, candidates: Vec<Candidate>) -> Candidates<'a> {
        let model = &evaluated.model;
        let mut results = vec![model.demanded];
        for candidate in &candidates {
            let rules = &model.sheet.conditions()[candidate.rules.clone()];
            results.extend(rules.iter().map(|rule| rule.not_above_zero));
            results.extend([candidate.unserved, candidate.without_headroom].into_iter().flatten());
            results.extend(candidate.sites.iter().map(|(power, _)| *power));
            results.push(candidate.present_value);
        }
        let periods = |figure: &FigureId| {
            let periods = if model.sheet.is_row(*figure) { model.sheet.periods().len() } else { 1 };
            (0..periods).map(|period| (*figure, period)).collect::<Vec<_>>()
        };
        let decides = results.iter().flat_map(periods).collect();
        let decisive = model.sheet.needed(&results);
        Candidates { evaluated, candidates, decides, decisive }
    }

    /// Outcomes of all contenders in the base case.
    pub(super) fn today(&self) -> Vec<(usize, Placing)> {
        let Evaluated { model, values, .. } = self.evaluated;
        self.places(&|figure, period| Interval::of(values[model.sheet.at(figure, period)]))
    }

    /// Contender of a side with the lowest present value; ties go to the first.
    pub(super) fn best(&self, side: PairHalf, places: &[(usize, Placing)]) -> Option<usize> {
        self.ranked(places)
            .into_iter()
            .find(|(candidate, _)| candidate.side == side)
            .map(|(candidate, _)| candidate.option)
    }

    /// Contenders that can win, by ascending present value; ties in order.
    pub(super) fn ranked(&self, places: &[(usize, Placing)]) -> Vec<(&Candidate, Decimal)> {
        let all = self.candidates.iter().zip(places);
        let mut present_value: Vec<_> = all.filter_map(|(of, (_, place))| Some((of, *place.as_ref().ok()?))).collect();
        present_value.sort_by_key(|(_, present_value)| *present_value);
        present_value
    }

    /// Lowest present value of a side.
    fn least_of(&self, side: PairHalf, places: &[(usize, Placing)]) -> Option<Decimal> {
        let best = self.best(side, places)?;
        places.iter().find(|(option, _)| *option == best).and_then(|(_, place)| place.as_ref().ok().copied())
    }

    /// Winner at a value, from the outcomes there.
    pub(super) fn leader(&self, places: &[(usize, Placing)]) -> Leader {
        let present_value = |side| self.least_of(side, places);
        match (present_value(PairHalf::First), present_value(PairHalf::Second)) {
            (Some(first), Some(second)) => leader(first, second),
            (Some(_), None) => Leader::Side(PairHalf::First),
            (None, Some(_)) => Leader::Side(PairHalf::Second),
            (None, None) => Leader::Nobody,
        }
    }

    /// Present value of the best option of the first side minus that of the second.
    pub(super) fn difference(&self, places: &[(usize, Placing)]) -> Option<Decimal> {
        Some(self.least_of(PairHalf::First, places)? - self.least_of(PairHalf::Second, places)?)
    }

    /// Whether the costs of both sides differ by at most a millionth, the tolerance of a solved crossing.
    pub(super) fn is_level(&self, places: &[(usize, Placing)]) -> bool {
        let present_value = |side| self.least_of(side, places);
        match (present_value(PairHalf::First), present_value(PairHalf::Second)) {
            (Some(first), Some(second)) => (first - second).abs() <= first.abs().max(second.abs()) * Decimal::new(1, 6),
            (_, _) => false,
        }
    }

    /// Outcomes of all contenders at a value.
    pub(super) fn places(&self, values: Reading<'_>) -> Vec<(usize, Placing)> {
        let place = |candidate: &Candidate| match (
            self.standing(candidate, values, Grid::Line),
            values(candidate.present_value, 0),
        ) {
            (CandidateStatus::Out(why), _) => Err(why),
            (CandidateStatus::In, Interval::Linear { to, .. }) => Ok(to),
            (CandidateStatus::In | CandidateStatus::Open(_), _) => Err(OutReason::NoValue),
        };
        self.candidates.iter().map(|candidate| (candidate.option, place(candidate))).collect()
    }

    /// Whether a contender is in the race: whether it is possible, eligible and comparable.
    fn standing(&self, candidate: &Candidate, values: Reading<'_>, grid: Grid) -> CandidateStatus {
        let sheet = &self.evaluated.model.sheet;
        let mut open = None;
        let rows = |row: FigureId| (0..sheet.periods().len()).map(move |period| values(row, period));
        let left_over = Decimal::new(1, 18);
        let rules = sheet.conditions()[candidate.rules.clone()].iter();
        let rules = rules.flat_map(|rule| {
            rows(rule.not_above_zero).map(|by| {
                (above(&by, Decimal::ZERO, left_over, grid), OutReason::Breaks(FigureRule::from(rule.rule).code()))
            })
        });
        let sites = candidate.sites.iter().flat_map(|(power, available)| {
            // power is compared to 12 digits
            let slack = *available * Decimal::new(1, 12);
            rows(*power).map(move |power| (above(&power, *available, slack, grid), OutReason::ShortOfPower))
        });
        let unserved = candidate
            .unserved
            .map(|unserved| (self.is_unserved(unserved, values, grid), OutReason::LeavesWorkUnserved));
        let without_headroom = candidate
            .without_headroom
            .map(|hours| (above(&values(hours, 0), Decimal::ZERO, left_over, grid), OutReason::HoldsNoHeadroom));
        for (above, why) in rules.chain(sites).chain(unserved).chain(without_headroom) {
            match above {
                Above::Nowhere => {}
                Above::Everywhere => return CandidateStatus::Out(why),
                Above::Partly(share) => open = Some(open.flatten().or(share)),
            }
        }
        open.map_or(CandidateStatus::In, CandidateStatus::Open)
    }

    /// Compares unserved hours with all hours, to the 12 digits of ratios.
    fn is_unserved(&self, unserved: FigureId, values: Reading<'_>, grid: Grid) -> Above {
        let Some((demanded, _)) = values(self.evaluated.model.demanded, 0).bounds() else {
            return Above::Partly(None);
        };
        above(&values(unserved, 0), Decimal::ZERO, demanded.max(Decimal::ZERO) * Decimal::new(5, 12), grid)
    }

    /// Lowest present value of a side over an interval; none if it has no option left.
    fn least(&self, side: PairHalf, values: Reading<'_>, grid: Grid) -> Result<Option<Interval>, Option<Decimal>> {
        let mut least: Option<Interval> = None;
        for candidate in self.candidates.iter().filter(|candidate| candidate.side == side) {
            match self.standing(candidate, values, grid) {
                CandidateStatus::Out(_) => {}
                CandidateStatus::Open(share) => return Err(share),
                CandidateStatus::In => {
                    let present_value = values(candidate.present_value, 0);
                    let smaller =
                        |least| Interval::binary(Binary::Minimum, &least, &present_value).unwrap_or(Interval::Unknown);
                    least = Some(least.map_or(present_value, smaller));
                }
            }
        }
        Ok(least)
    }

    /// Winner over the interval (a, b].
    pub(super) fn sight(&self, (a, b): (Decimal, Decimal), values: Reading<'_>, grid: Grid) -> ProbeResult<Seen> {
        let along = |share: Decimal| a + (b - a) * share;
        let (first, second) =
            match (self.least(PairHalf::First, values, grid), self.least(PairHalf::Second, values, grid)) {
                (Ok(first), Ok(second)) => (first, second),
                (Err(share), _) | (_, Err(share)) => return ProbeResult::Open { near: share.map(along) },
            };
        let (first, second) = match (first, second) {
            (Some(first), Some(second)) => (first, second),
            (Some(_), None) => return ProbeResult::Same(Seen::of(Leader::Side(PairHalf::First))),
            (None, Some(_)) => return ProbeResult::Same(Seen::of(Leader::Side(PairHalf::Second))),
            (None, None) => return ProbeResult::Same(Seen::of(Leader::Nobody)),
        };
        match (first, second) {
            (Interval::Linear { from: first0, to: first1 }, Interval::Linear { from: second0, to: second1 }) => {
                let (start, end) = (leader(first0, second0), leader(first1, second1));
                let (before, after) = ((first0 - second0).abs(), (first1 - second1).abs());
                match (start, end) {
                    (Leader::Side(below), Leader::Side(above)) if below != above => {
                        // exact if the product fits: a final division is rounded only once
                        let exactly = (b - a).checked_mul(before).map(|product| a + product / (before + after));
                        let at = exactly.unwrap_or_else(|| along(before / (before + after)));
                        ProbeResult::Passes { at, below: Seen::of(start), above: Seen::of(end) }
                    }
                    // an end with a tie belongs to the line that leads there
                    (Leader::Tied, other) | (other, Leader::Tied | Leader::Side(_) | Leader::Nobody) => {
                        ProbeResult::Same(Seen::of(other))
                    }
                }
            }
            (first, second) => apart(&first, &second)
                .map_or(ProbeResult::Open { near: None }, |leader| ProbeResult::Same(Seen::of(leader))),
        }
    }
}

impl Candidate {
    fn new(scenario: &Scenario, at: usize, option: &OptionModel) -> Candidate {
        let available = |of| {
            let own = scenario.own.iter().find(|entry| entry.at == of)?;
            own.value.available_power_kw.as_ref().map(|power| power.value.0)
        };
        let sites = option.parts.iter().filter_map(|part| Some((part.site_power?, available(part.at)?)));
        let uncosted = scenario.cost_of_delay_per_month.is_none();
        Candidate {
            option: at,
            side: Winner::of(option.id.kind()).half(),
            present_value: option.present_value,
            rules: option.conditions.clone(),
            unserved: uncosted.then_some(option.unserved),
            without_headroom: option.without_headroom.filter(|_| uncosted),
            sites: sites.collect(),
        }
    }
}
