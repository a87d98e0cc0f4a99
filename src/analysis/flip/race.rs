//! Who wins while numbers move: the options that could, judged over intervals.

use super::above::{Above, above};
use super::leader::{Leader, Seen, apart, leader};
use super::result::WhyOut;
use crate::analysis::winner::Winner;
use crate::inputs::FigureRule;
use crate::model::OptionModel;
use crate::scenario::Scenario;
use crate::sheet::{Binary, FigureId, Grid, Interval, Number, Sight, Values};
use crate::variation::{Evaluated, comparable, eligible};
use rust_decimal::Decimal;
use std::ops::Range;

/// An option at a value: its present value, or why it is out.
pub(super) type Placing = Result<Decimal, WhyOut>;

/// An option that wins at some values.
struct Contender {
    /// Its place among the options of the model.
    option: usize,
    side: Winner,
    present_value: FigureId,
    /// Its rules, by their place among all of them.
    rules: Range<usize>,
    /// Useful hours undone, where that takes it out.
    undone: Option<FigureId>,
    /// Hours without headroom, where they take it out.
    without_headroom: Option<FigureId>,
    /// Power by period, with what there is of it.
    sites: Vec<(FigureId, Decimal)>,
}

/// The options that could win, if their cost and the rest that moves allowed it.
pub(super) struct Race<'a> {
    pub(super) evaluated: &'a Evaluated,
    contenders: Vec<Contender>,
    /// What decides the race.
    pub(super) results: Vec<FigureId>,
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
        let contenders: Vec<Contender> = options.map(|(at, option)| Contender::new(scenario, at, option)).collect();
        let mut results = vec![model.demanded];
        for contender in &contenders {
            let rules = &model.sheet.conditions()[contender.rules.clone()];
            results.extend(rules.iter().map(|rule| rule.not_above_zero));
            results.extend([contender.undone, contender.without_headroom].into_iter().flatten());
            results.extend(contender.sites.iter().map(|(power, _)| *power));
            results.push(contender.present_value);
        }
        Race { evaluated, contenders, results }
    }

    /// Every contender at the stated values.
    pub(super) fn today(&self) -> Vec<(usize, Placing)> {
        self.places(&self.evaluated.model.sheet.values_of(&self.evaluated.values))
    }

    /// The contender with the least present value of a side; of several the first.
    pub(super) fn best(&self, side: Winner, places: &[(usize, Placing)]) -> Option<usize> {
        let of_side = self.contenders.iter().zip(places).filter(|(contender, _)| contender.side == side);
        let worth = of_side.filter_map(|(_, (option, place))| Some((*option, *place.as_ref().ok()?)));
        worth.min_by_key(|(_, worth)| *worth).map(|(option, _)| option)
    }

    /// The least present value of a side.
    fn least_of(&self, side: Winner, places: &[(usize, Placing)]) -> Option<Decimal> {
        let best = self.best(side, places)?;
        places.iter().find(|(option, _)| *option == best).and_then(|(_, place)| place.as_ref().ok().copied())
    }

    /// Who wins at a value, by the places there.
    pub(super) fn leader(&self, places: &[(usize, Placing)]) -> Leader {
        let worth = |side| self.least_of(side, places);
        match (worth(Winner::Own), worth(Winner::Rent)) {
            (Some(own), Some(rent)) => leader(own, rent),
            (Some(_), None) => Leader::Side(Winner::Own),
            (None, Some(_)) => Leader::Side(Winner::Rent),
            (None, None) => Leader::Nobody,
        }
    }

    /// Present value of the best own option less that of the best rented one.
    pub(super) fn difference(&self, places: &[(usize, Placing)]) -> Option<Decimal> {
        Some(self.least_of(Winner::Own, places)? - self.least_of(Winner::Rent, places)?)
    }

    /// Whether both sides cost the same but for a millionth: a line that was solved to fewer digits.
    pub(super) fn is_level(&self, places: &[(usize, Placing)]) -> bool {
        let worth = |side| self.least_of(side, places);
        match (worth(Winner::Own), worth(Winner::Rent)) {
            (Some(own), Some(rent)) => (own - rent).abs() <= own.abs().max(rent.abs()) * Decimal::new(1, 6),
            (_, _) => false,
        }
    }

    pub(super) fn places(&self, values: &Values<Interval>) -> Vec<(usize, Placing)> {
        let place =
            |contender: &Contender| match (self.standing(contender, values, Grid::Line), self.worth(contender, values))
            {
                (InRace::Out(why), _) => Err(why),
                (InRace::In, Interval::Linear { to, .. }) => Ok(to),
                (InRace::In | InRace::Open(_), _) => Err(WhyOut::NoValue),
            };
        self.contenders.iter().map(|contender| (contender.option, place(contender))).collect()
    }

    fn worth(&self, contender: &Contender, values: &Values<Interval>) -> Interval {
        values[self.evaluated.model.sheet.at(contender.present_value, 0)]
    }

    /// Whether a contender is in the race: first whether it is possible, then whether it is eligible and comparable.
    fn standing(&self, contender: &Contender, values: &Values<Interval>, grid: Grid) -> InRace {
        let sheet = &self.evaluated.model.sheet;
        let mut open = None;
        let rows = |row: FigureId| (0..sheet.periods().len()).map(move |period| values[sheet.at(row, period)]);
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
            .map(|hours| (above(&values[sheet.at(hours, 0)], Decimal::ZERO, left_over, grid), WhyOut::HoldsNoHeadroom));
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
    fn is_undone(&self, undone: FigureId, values: &Values<Interval>, grid: Grid) -> Above {
        let sheet = &self.evaluated.model.sheet;
        let Some((demanded, _)) = values[sheet.at(self.evaluated.model.demanded, 0)].bounds() else {
            return Above::Partly(None);
        };
        above(&values[sheet.at(undone, 0)], Decimal::ZERO, demanded.max(Decimal::ZERO) * Decimal::new(5, 12), grid)
    }

    /// The least present value of a side over an interval; none if it has no option left.
    fn least(&self, side: Winner, values: &Values<Interval>, grid: Grid) -> Result<Option<Interval>, Option<Decimal>> {
        let mut least: Option<Interval> = None;
        for contender in self.contenders.iter().filter(|contender| contender.side == side) {
            match self.standing(contender, values, grid) {
                InRace::Out(_) => {}
                InRace::Open(share) => return Err(share),
                InRace::In => {
                    let worth = self.worth(contender, values);
                    let smaller =
                        |least| Interval::binary(Binary::Minimum, &least, &worth).unwrap_or(Interval::Unknown);
                    least = Some(least.map_or(worth, smaller));
                }
            }
        }
        Ok(least)
    }

    /// Who wins over the interval (a, b].
    pub(super) fn sight(&self, (a, b): (Decimal, Decimal), values: &Values<Interval>, grid: Grid) -> Sight<Seen> {
        let along = |share: Decimal| a + (b - a) * share;
        let (own, rent) = match (self.least(Winner::Own, values, grid), self.least(Winner::Rent, values, grid)) {
            (Ok(own), Ok(rent)) => (own, rent),
            (Err(share), _) | (_, Err(share)) => return Sight::Open { near: share.map(along) },
        };
        let (own, rent) = match (own, rent) {
            (Some(own), Some(rent)) => (own, rent),
            (Some(_), None) => return Sight::Same(Seen::of(Leader::Side(Winner::Own))),
            (None, Some(_)) => return Sight::Same(Seen::of(Leader::Side(Winner::Rent))),
            (None, None) => return Sight::Same(Seen::of(Leader::Nobody)),
        };
        match (own, rent) {
            (Interval::Linear { from: own0, to: own1 }, Interval::Linear { from: rent0, to: rent1 }) => {
                let (start, end) = (leader(own0, rent0), leader(own1, rent1));
                let (before, after) = ((own0 - rent0).abs(), (own1 - rent1).abs());
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
            (own, rent) => {
                apart(&own, &rent).map_or(Sight::Open { near: None }, |leader| Sight::Same(Seen::of(leader)))
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
            side: Winner::of(option.kind),
            present_value: option.present_value,
            rules: option.conditions.clone(),
            undone: uncosted.then_some(option.undone),
            without_headroom: option.without_headroom.filter(|_| uncosted),
            sites: sites.collect(),
        }
    }
}
