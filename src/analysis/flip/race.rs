//! Who wins while numbers move: the options that could, judged over intervals.

use super::factor::Factor;
use crate::analysis::evaluated::Evaluated;
use crate::analysis::statement::Winner;
use crate::analysis::{comparable, requirements};
use crate::diagnostic::Code;
use crate::model::OptionModel;
use crate::scenario::Scenario;
use crate::sheet::{Binary, FigureId, Grid, Interval, Number, Probe, Sight, Stance, Values};
use rust_decimal::Decimal;
use std::ops::Range;

/// Who wins at a value, or over all of an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Holder {
    /// The best option of this side.
    Side(Winner),
    /// Both sides cost the same.
    Level,
    /// No option is left.
    Nobody,
}

/// Who wins, and at a value by how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) holder: Holder,
    /// Present value of the best own option less that of the best rented one; only at a value, where both are there.
    pub(super) difference: Option<Decimal>,
}

impl Seen {
    fn of(holder: Holder) -> Seen {
        Seen { holder, difference: None }
    }
}

impl Holder {
    /// How it stands to the side that wins today.
    pub(super) fn stance(self, today: Winner) -> Stance {
        match self {
            Holder::Side(side) if side == today => Stance::Stays,
            Holder::Level => Stance::Level,
            Holder::Side(_) | Holder::Nobody => Stance::Turned,
        }
    }
}

/// Why an option is out of the race at a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Out {
    /// It breaks a rule of the figures.
    Breaks(Code),
    /// It leaves work undone, and nothing says what that costs.
    LeavesWorkUndone,
    /// It does the work and does not hold its headroom, and nothing says what that costs.
    HoldsNoHeadroom,
    /// Its servers need more power than their site delivers.
    ShortOfPower,
    /// A figure of it has no value.
    NoValue,
}

impl Out {
    /// In words that follow the name of the option.
    pub(super) fn text(self) -> String {
        match self {
            Out::Breaks(code) => {
                let mut letters = code.description().trim_end_matches('.').chars();
                let first = letters.next().map(char::to_lowercase).into_iter().flatten();
                format!("is not possible: {}", first.chain(letters).collect::<String>())
            }
            Out::LeavesWorkUndone => {
                "does not compare: it leaves work undone, and no `cost_of_delay_per_month` says what that costs"
                    .to_owned()
            }
            Out::HoldsNoHeadroom => {
                "does not compare: it does not hold its headroom, and no `cost_of_delay_per_month` says what that costs"
                    .to_owned()
            }
            Out::ShortOfPower => "cannot be chosen: its servers need more power than the site delivers".to_owned(),
            Out::NoValue => "is not possible: a figure of it has no value".to_owned(),
        }
    }
}

/// An option at a value: its present value, or why it is out.
pub(super) type Place = Result<Decimal, Out>;

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
    evaluated: &'a Evaluated,
    contenders: Vec<Contender>,
    /// What decides the race.
    results: Vec<FigureId>,
}

/// Whether a figure over an interval lies above a limit.
enum Above {
    Everywhere,
    Nowhere,
    /// In a part of the interval; of a line, from this share of the way on, or up to it.
    Partly(Option<Decimal>),
}

/// Whether an option is in the race over a stretch.
enum Standing {
    In,
    Out(Out),
    Open(Option<Decimal>),
}

impl<'a> Race<'a> {
    /// Of the options that are eligible by what they say of themselves and serve every workload.
    pub(super) fn new(scenario: &Scenario, evaluated: &'a Evaluated) -> Race<'a> {
        let model = &evaluated.model;
        let could_win = |option: &OptionModel| {
            let nothing = |_: FigureId| Decimal::ZERO;
            requirements::ineligible_because(scenario, option, &nothing).is_empty()
                && comparable::serves_some(model, option).is_empty()
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

    /// What the numbers of a factor move; `None` if that decides nothing.
    pub(super) fn moving<'r>(&'r self, factor: &'r Factor) -> Option<Moving<'r>> {
        let sheet = &self.evaluated.model.sheet;
        let inputs: Vec<FigureId> = factor.inputs.iter().map(|input| input.figure).collect();
        let moved = sheet.affected(&inputs, &self.results);
        (!moved.is_empty()).then(|| Moving {
            race: self,
            factor,
            moved,
            values: sheet.values_of(&self.evaluated.values),
        })
    }

    /// Every contender at the stated values.
    pub(super) fn today(&self) -> Vec<(usize, Place)> {
        self.places(&self.evaluated.model.sheet.values_of(&self.evaluated.values))
    }

    /// The contender with the least present value of a side; of several the first.
    pub(super) fn best(&self, side: Winner, places: &[(usize, Place)]) -> Option<usize> {
        let of_side = self.contenders.iter().zip(places).filter(|(contender, _)| contender.side == side);
        let worth = of_side.filter_map(|(_, (option, place))| Some((*option, (*place).ok()?)));
        worth.min_by_key(|(_, worth)| *worth).map(|(option, _)| option)
    }

    /// The least present value of a side.
    fn least_of(&self, side: Winner, places: &[(usize, Place)]) -> Option<Decimal> {
        let best = self.best(side, places)?;
        places.iter().find(|(option, _)| *option == best).and_then(|(_, place)| (*place).ok())
    }

    /// Who wins at a value, by the places there.
    pub(super) fn holder(&self, places: &[(usize, Place)]) -> Holder {
        let worth = |side| self.least_of(side, places);
        match (worth(Winner::Own), worth(Winner::Rent)) {
            (Some(own), Some(rent)) => holder(own, rent),
            (Some(_), None) => Holder::Side(Winner::Own),
            (None, Some(_)) => Holder::Side(Winner::Rent),
            (None, None) => Holder::Nobody,
        }
    }

    /// Present value of the best own option less that of the best rented one.
    fn difference(&self, places: &[(usize, Place)]) -> Option<Decimal> {
        Some(self.least_of(Winner::Own, places)? - self.least_of(Winner::Rent, places)?)
    }

    /// Whether both sides cost the same but for a millionth: a line that was solved to fewer digits.
    pub(super) fn is_level(&self, places: &[(usize, Place)]) -> bool {
        let worth = |side| self.least_of(side, places);
        match (worth(Winner::Own), worth(Winner::Rent)) {
            (Some(own), Some(rent)) => (own - rent).abs() <= own.abs().max(rent.abs()) * Decimal::new(1, 6),
            (_, _) => false,
        }
    }

    fn places(&self, values: &Values<Interval>) -> Vec<(usize, Place)> {
        let place =
            |contender: &Contender| match (self.standing(contender, values, Grid::Line), self.worth(contender, values))
            {
                (Standing::Out(why), _) => Err(why),
                (Standing::In, Interval::Linear { to, .. }) => Ok(to),
                (Standing::In | Standing::Open(_), _) => Err(Out::NoValue),
            };
        self.contenders.iter().map(|contender| (contender.option, place(contender))).collect()
    }

    fn worth(&self, contender: &Contender, values: &Values<Interval>) -> Interval {
        values[self.evaluated.model.sheet.at(contender.present_value, 0)]
    }

    /// Whether a contender is in the race: first whether it is possible, then whether it is eligible and comparable.
    fn standing(&self, contender: &Contender, values: &Values<Interval>, grid: Grid) -> Standing {
        let sheet = &self.evaluated.model.sheet;
        let mut open = None;
        let rows = |row: FigureId| (0..sheet.periods().len()).map(move |period| values[sheet.at(row, period)]);
        let left_over = Decimal::new(1, 18);
        let rules = sheet.conditions()[contender.rules.clone()].iter();
        let rules = rules.flat_map(|rule| {
            rows(rule.not_above_zero)
                .map(|by| (above(&by, Decimal::ZERO, left_over, grid), Out::Breaks(rule.rule.into())))
        });
        let sites = contender.sites.iter().flat_map(|(power, available)| {
            // power is compared to 12 digits
            let slack = *available * Decimal::new(1, 12);
            rows(*power).map(move |power| (above(&power, *available, slack, grid), Out::ShortOfPower))
        });
        let undone = contender.undone.map(|undone| (self.is_undone(undone, values, grid), Out::LeavesWorkUndone));
        let without_headroom = contender
            .without_headroom
            .map(|hours| (above(&values[sheet.at(hours, 0)], Decimal::ZERO, left_over, grid), Out::HoldsNoHeadroom));
        for (above, why) in rules.chain(sites).chain(undone).chain(without_headroom) {
            match above {
                Above::Nowhere => {}
                Above::Everywhere => return Standing::Out(why),
                Above::Partly(share) => open = Some(open.flatten().or(share)),
            }
        }
        open.map_or(Standing::In, Standing::Open)
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
                Standing::Out(_) => {}
                Standing::Open(share) => return Err(share),
                Standing::In => {
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
    fn sight(&self, (a, b): (Decimal, Decimal), values: &Values<Interval>, grid: Grid) -> Sight<Seen> {
        let along = |share: Decimal| a + (b - a) * share;
        let (own, rent) = match (self.least(Winner::Own, values, grid), self.least(Winner::Rent, values, grid)) {
            (Ok(own), Ok(rent)) => (own, rent),
            (Err(share), _) | (_, Err(share)) => return Sight::Open { near: share.map(along) },
        };
        let (own, rent) = match (own, rent) {
            (Some(own), Some(rent)) => (own, rent),
            (Some(_), None) => return Sight::Same(Seen::of(Holder::Side(Winner::Own))),
            (None, Some(_)) => return Sight::Same(Seen::of(Holder::Side(Winner::Rent))),
            (None, None) => return Sight::Same(Seen::of(Holder::Nobody)),
        };
        match (own, rent) {
            (Interval::Linear { from: own0, to: own1 }, Interval::Linear { from: rent0, to: rent1 }) => {
                let (start, end) = (holder(own0, rent0), holder(own1, rent1));
                let (before, after) = ((own0 - rent0).abs(), (own1 - rent1).abs());
                match (start, end) {
                    (Holder::Side(below), Holder::Side(above)) if below != above => {
                        // exact where the product is: what is divided last is rounded once
                        let exactly = (b - a).checked_mul(before).map(|product| a + product / (before + after));
                        let at = exactly.unwrap_or_else(|| along(before / (before + after)));
                        Sight::Passes { at, below: Seen::of(start), above: Seen::of(end) }
                    }
                    // an end at which both are equal belongs to the line that leads there
                    (Holder::Level, other) | (other, Holder::Level | Holder::Side(_) | Holder::Nobody) => {
                        Sight::Same(Seen::of(other))
                    }
                }
            }
            (own, rent) => {
                apart(&own, &rent).map_or(Sight::Open { near: None }, |holder| Sight::Same(Seen::of(holder)))
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

/// Who wins at two present values; a difference in the last of 28 digits is none.
fn holder(own: Decimal, rent: Decimal) -> Holder {
    let negligible = own.abs().max(rent.abs()) * Decimal::new(1, 18);
    match own - rent {
        difference if difference.abs() <= negligible => Holder::Level,
        difference if difference < Decimal::ZERO => Holder::Side(Winner::Own),
        _ => Holder::Side(Winner::Rent),
    }
}

/// Who wins over all of an interval, if one side always does.
fn apart(own: &Interval, rent: &Interval) -> Option<Holder> {
    let ((own_least, own_most), (rent_least, rent_most)) = (own.bounds()?, rent.bounds()?);
    let (own_at_most, rent_at_most) = (holder(own_most, rent_least), holder(own_least, rent_most));
    match (own_at_most, rent_at_most) {
        (Holder::Side(Winner::Own), _) => Some(own_at_most),
        (_, Holder::Side(Winner::Rent)) => Some(rent_at_most),
        (_, _) => None,
    }
}

/// Whether a figure over an interval lies above a limit by more than a slack. A line that starts or ends at the limit
/// lies on the side of the rest of it, but for whole numbers, of which the last one counts.
fn above(over: &Interval, limit: Decimal, slack: Decimal, grid: Grid) -> Above {
    match *over {
        Interval::Linear { from, to } => {
            let (from, to) = (from - limit, to - limit);
            if from.max(to) <= slack {
                Above::Nowhere
            } else if grid == Grid::Whole && to <= slack {
                Above::Partly(None)
            } else if from.min(to) >= -slack {
                Above::Everywhere
            } else {
                Above::Partly(Some(from.abs() / (from.abs() + to.abs())))
            }
        }
        Interval::Within { high, .. } if high - limit <= slack => Above::Nowhere,
        Interval::Within { low, .. } if low - limit > slack => Above::Everywhere,
        Interval::Within { .. } | Interval::Unknown => Above::Partly(None),
    }
}

/// A race while the numbers of a factor move.
pub(super) struct Moving<'r> {
    race: &'r Race<'r>,
    factor: &'r Factor,
    /// What they move, in the order of evaluation.
    pub(super) moved: Vec<FigureId>,
    values: Values<Interval>,
}

impl Moving<'_> {
    /// Who wins over a stretch of values of the factor.
    pub(super) fn look(&mut self, stretch: Probe) -> Sight<Seen> {
        match stretch {
            Probe::Interval(a, b) => {
                self.set(a, b);
                self.race.sight((a, b), &self.values, self.factor.mover.grid)
            }
            Probe::At(at) => {
                let places = self.places(at);
                Sight::Same(Seen { holder: self.race.holder(&places), difference: self.race.difference(&places) })
            }
        }
    }

    /// Every contender at a value of the factor.
    pub(super) fn places(&mut self, at: Decimal) -> Vec<(usize, Place)> {
        self.set(at, at);
        self.race.places(&self.values)
    }

    fn set(&mut self, a: Decimal, b: Decimal) {
        let sheet = &self.race.evaluated.model.sheet;
        for input in &self.factor.inputs {
            self.values[sheet.at(input.figure, 0)] = Interval::Linear { from: input.at(a), to: input.at(b) };
        }
        let evaluated = sheet.evaluate(&self.moved, &mut self.values);
        debug_assert!(evaluated.is_ok(), "an interval is unknown rather than at fault");
    }
}
