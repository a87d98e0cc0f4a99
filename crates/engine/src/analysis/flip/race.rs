//! Who wins while numbers move: the options that could, judged over intervals.

use super::above::{Above, above};
use super::leader::{Leader, Seen, apart, leader};
use super::result::WhyOut;
use crate::analysis::winner::{PairHalf, Winner};
use crate::inputs::FigureRule;
use crate::model::OptionModel;
use crate::scenario::Scenario;
use crate::sheet::{Ancestry, Binary, FigureId, Grid, Interval, Number, Sight, StatedInFloats};
use crate::variation::{Evaluated, comparable, eligible};
use rust_decimal::Decimal;
use std::ops::Range;

/// An option at a value: its present value, or why it is out.
pub(super) type Placing = Result<Decimal, WhyOut>;

/// A figure in a period, while numbers move or at a value of them.
pub(super) type Reading<'v> = &'v dyn Fn(FigureId, usize) -> Interval;

/// An option that wins at some values.
pub(super) struct Contender {
    /// Its place among the options of the model.
    pub(super) option: usize,
    pub(super) side: PairHalf,
    pub(super) present_value: FigureId,
    /// Its rules, by their place among all of them.
    pub(super) rules: Range<usize>,
    /// Useful hours undone, where that takes it out.
    pub(super) undone: Option<FigureId>,
    /// Hours without headroom, where they take it out.
    pub(super) without_headroom: Option<FigureId>,
    /// Power by period, with what there is of it.
    pub(super) sites: Vec<(FigureId, Decimal)>,
}

/// The options that could win, if their cost and the rest that moves allowed it.
pub(super) struct Race<'a> {
    pub(super) evaluated: &'a Evaluated,
    pub(super) contenders: Vec<Contender>,
    /// What decides the race, each in every period that it has.
    pub(super) decides: Vec<(FigureId, usize)>,
    /// What that follows from.
    pub(super) decisive: Ancestry,
    /// The stated values in binary floating point.
    pub(super) stated: StatedInFloats,
}

/// Whether an option is in the race over a stretch.
enum InRace {
    In,
    Out(WhyOut),
    Open(Option<Decimal>),
}

impl<'a> Race<'a> {
    /// Of the options that are eligible by what they say of themselves and serve every workload.
    pub(super) fn new(scenario: &Scenario, evaluated: &'a Evaluated) -> Race<'a> {
        let model = &evaluated.model;
        let could_win = |option: &OptionModel| {
            let nothing = |_: FigureId| Decimal::ZERO;
            eligible::ineligible_because(scenario, option, &nothing).is_empty()
                && comparable::serves_some(model, option).is_none()
        };
        let options = model.options.iter().enumerate().filter(|(_, option)| could_win(option));
        Race::of(evaluated, options.map(|(at, option)| Contender::new(scenario, at, option)).collect())
    }

    /// Of two options alone, by their places among the options of the model: the one that leads today is the first side.
    pub(super) fn of_two(scenario: &Scenario, evaluated: &'a Evaluated, leads: usize, rival: usize) -> Race<'a> {
        let contender =
            |at: usize, side| Contender { side, ..Contender::new(scenario, at, &evaluated.model.options[at]) };
        Race::of(evaluated, vec![contender(leads, PairHalf::First), contender(rival, PairHalf::Second)])
    }

    fn of(evaluated: &'a Evaluated, contenders: Vec<Contender>) -> Race<'a> {
        let model = &evaluated.model;
        let mut results = vec![model.demanded];
        for contender in &contenders {
            let rules = &model.sheet.conditions()[contender.rules.clone()];
            results.extend(rules.iter().map(|rule| rule.not_above_zero));
            results.extend([contender.undone, contender.without_headroom].into_iter().flatten());
            results.extend(contender.sites.iter().map(|(power, _)| *power));
            results.push(contender.present_value);
        }
        let periods = |figure: &FigureId| {
            let periods = if model.sheet.is_row(*figure) { model.sheet.periods().len() } else { 1 };
            (0..periods).map(|period| (*figure, period)).collect::<Vec<_>>()
        };
        let decides = results.iter().flat_map(periods).collect();
        let decisive = model.sheet.needed(&results);
        Race { evaluated, contenders, decides, decisive, stated: StatedInFloats::default() }
    }

    /// Every contender at the stated values.
    pub(super) fn today(&self) -> Vec<(usize, Placing)> {
        let Evaluated { model, values, .. } = self.evaluated;
        self.places(&|figure, period| Interval::of(values[model.sheet.at(figure, period)]))
    }

    /// The contender with the least present value of a side; of several the first.
    pub(super) fn best(&self, side: PairHalf, places: &[(usize, Placing)]) -> Option<usize> {
        self.ranked(places)
            .into_iter()
            .find(|(contender, _)| contender.side == side)
            .map(|(contender, _)| contender.option)
    }

    /// The contenders that could win, by their places: that of the least present value first, of several the first.
    pub(super) fn ranked(&self, places: &[(usize, Placing)]) -> Vec<(&Contender, Decimal)> {
        let all = self.contenders.iter().zip(places);
        let mut worth: Vec<_> = all.filter_map(|(of, (_, place))| Some((of, *place.as_ref().ok()?))).collect();
        worth.sort_by_key(|(_, worth)| *worth);
        worth
    }

    /// The least present value of a side.
    fn least_of(&self, side: PairHalf, places: &[(usize, Placing)]) -> Option<Decimal> {
        let best = self.best(side, places)?;
        places.iter().find(|(option, _)| *option == best).and_then(|(_, place)| place.as_ref().ok().copied())
    }

    /// Who wins at a value, by the places there.
    pub(super) fn leader(&self, places: &[(usize, Placing)]) -> Leader {
        let worth = |side| self.least_of(side, places);
        match (worth(PairHalf::First), worth(PairHalf::Second)) {
            (Some(first), Some(second)) => leader(first, second),
            (Some(_), None) => Leader::Side(PairHalf::First),
            (None, Some(_)) => Leader::Side(PairHalf::Second),
            (None, None) => Leader::Nobody,
        }
    }

    /// Present value of the best option of the first side less that of the best of the second.
    pub(super) fn difference(&self, places: &[(usize, Placing)]) -> Option<Decimal> {
        Some(self.least_of(PairHalf::First, places)? - self.least_of(PairHalf::Second, places)?)
    }

    /// Whether both sides cost the same but for a millionth: a line that was solved to fewer digits.
    pub(super) fn is_level(&self, places: &[(usize, Placing)]) -> bool {
        let worth = |side| self.least_of(side, places);
        match (worth(PairHalf::First), worth(PairHalf::Second)) {
            (Some(first), Some(second)) => (first - second).abs() <= first.abs().max(second.abs()) * Decimal::new(1, 6),
            (_, _) => false,
        }
    }

    /// Every contender at a value.
    pub(super) fn places(&self, values: Reading<'_>) -> Vec<(usize, Placing)> {
        let place = |contender: &Contender| match (
            self.standing(contender, values, Grid::Line),
            values(contender.present_value, 0),
        ) {
            (InRace::Out(why), _) => Err(why),
            (InRace::In, Interval::Linear { to, .. }) => Ok(to),
            (InRace::In | InRace::Open(_), _) => Err(WhyOut::NoValue),
        };
        self.contenders.iter().map(|contender| (contender.option, place(contender))).collect()
    }

    /// Whether a contender is in the race: first whether it is possible, then whether it is eligible and comparable.
    fn standing(&self, contender: &Contender, values: Reading<'_>, grid: Grid) -> InRace {
        let sheet = &self.evaluated.model.sheet;
        let mut open = None;
        let rows = |row: FigureId| (0..sheet.periods().len()).map(move |period| values(row, period));
        let left_over = Decimal::new(1, 18);
        let rules = sheet.conditions()[contender.rules.clone()].iter();
        let rules = rules.flat_map(|rule| {
            rows(rule.not_above_zero).map(|by| {
                (above(&by, Decimal::ZERO, left_over, grid), WhyOut::Breaks(FigureRule::from(rule.rule).code()))
            })
        });
        let sites = contender.sites.iter().flat_map(|(power, available)| {
            // power is compared to 12 digits
            let slack = *available * Decimal::new(1, 12);
            rows(*power).map(move |power| (above(&power, *available, slack, grid), WhyOut::ShortOfPower))
        });
        let undone = contender.undone.map(|undone| (self.is_undone(undone, values, grid), WhyOut::LeavesWorkUndone));
        let without_headroom = contender
            .without_headroom
            .map(|hours| (above(&values(hours, 0), Decimal::ZERO, left_over, grid), WhyOut::HoldsNoHeadroom));
        for (above, why) in rules.chain(sites).chain(undone).chain(without_headroom) {
            match above {
                Above::Nowhere => {}
                Above::Everywhere => return InRace::Out(why),
                Above::Partly(share) => open = Some(open.flatten().or(share)),
            }
        }
        open.map_or(InRace::In, InRace::Open)
    }

    /// Hours beside all hours, to the 12 digits to which ratios are compared.
    fn is_undone(&self, undone: FigureId, values: Reading<'_>, grid: Grid) -> Above {
        let Some((demanded, _)) = values(self.evaluated.model.demanded, 0).bounds() else {
            return Above::Partly(None);
        };
        above(&values(undone, 0), Decimal::ZERO, demanded.max(Decimal::ZERO) * Decimal::new(5, 12), grid)
    }

    /// The least present value of a side over an interval; none if it has no option left.
    fn least(&self, side: PairHalf, values: Reading<'_>, grid: Grid) -> Result<Option<Interval>, Option<Decimal>> {
        let mut least: Option<Interval> = None;
        for contender in self.contenders.iter().filter(|contender| contender.side == side) {
            match self.standing(contender, values, grid) {
                InRace::Out(_) => {}
                InRace::Open(share) => return Err(share),
                InRace::In => {
                    let worth = values(contender.present_value, 0);
                    let smaller =
                        |least| Interval::binary(Binary::Minimum, &least, &worth).unwrap_or(Interval::Unknown);
                    least = Some(least.map_or(worth, smaller));
                }
            }
        }
        Ok(least)
    }

    /// Who wins over the interval (a, b].
    pub(super) fn sight(&self, (a, b): (Decimal, Decimal), values: Reading<'_>, grid: Grid) -> Sight<Seen> {
        let along = |share: Decimal| a + (b - a) * share;
        let (first, second) =
            match (self.least(PairHalf::First, values, grid), self.least(PairHalf::Second, values, grid)) {
                (Ok(first), Ok(second)) => (first, second),
                (Err(share), _) | (_, Err(share)) => return Sight::Open { near: share.map(along) },
            };
        let (first, second) = match (first, second) {
            (Some(first), Some(second)) => (first, second),
            (Some(_), None) => return Sight::Same(Seen::of(Leader::Side(PairHalf::First))),
            (None, Some(_)) => return Sight::Same(Seen::of(Leader::Side(PairHalf::Second))),
            (None, None) => return Sight::Same(Seen::of(Leader::Nobody)),
        };
        match (first, second) {
            (Interval::Linear { from: first0, to: first1 }, Interval::Linear { from: second0, to: second1 }) => {
                let (start, end) = (leader(first0, second0), leader(first1, second1));
                let (before, after) = ((first0 - second0).abs(), (first1 - second1).abs());
                match (start, end) {
                    (Leader::Side(below), Leader::Side(above)) if below != above => {
                        // exact where the product is: what is divided last is rounded once
                        let exactly = (b - a).checked_mul(before).map(|product| a + product / (before + after));
                        let at = exactly.unwrap_or_else(|| along(before / (before + after)));
                        Sight::Passes { at, below: Seen::of(start), above: Seen::of(end) }
                    }
                    // an end at which both are equal belongs to the line that leads there
                    (Leader::Level, other) | (other, Leader::Level | Leader::Side(_) | Leader::Nobody) => {
                        Sight::Same(Seen::of(other))
                    }
                }
            }
            (first, second) => {
                apart(&first, &second).map_or(Sight::Open { near: None }, |leader| Sight::Same(Seen::of(leader)))
            }
        }
    }
}

impl Contender {
    fn new(scenario: &Scenario, at: usize, option: &OptionModel) -> Contender {
        let available = |of| {
            let own = scenario.own.iter().find(|entry| entry.at == of)?;
            own.value.available_power_kw.as_ref().map(|power| power.value.0)
        };
        let sites = option.parts.iter().filter_map(|part| Some((part.site_power?, available(part.at)?)));
        let uncosted = scenario.cost_of_delay_per_month.is_none();
        Contender {
            option: at,
            side: Winner::of(option.kind).half(),
            present_value: option.present_value,
            rules: option.conditions.clone(),
            undone: uncosted.then_some(option.undone),
            without_headroom: option.without_headroom.filter(|_| uncosted),
            sites: sites.collect(),
        }
    }
}
