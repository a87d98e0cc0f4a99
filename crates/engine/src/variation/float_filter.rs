//! Float filter for the winner at other values: figures are built and evaluated as floats with error bounds, and exact
//! numbers are computed only if these cannot decide.

use super::comparable::not_comparable_because;
use super::eligible::ineligible_because;
use super::evaluated::LEFT_OVER;
use super::outcome::OptionOutcome;
use crate::model::{OptionKind, PresentValueModel, PresentValues};
use crate::number;
use crate::scenario::Scenario;
use crate::sheet::{Ball, FigureId, Sheet, Values};
use rust_decimal::Decimal;

/// Bounds of a number.
#[derive(Clone, Copy)]
pub(super) struct Between<T = Decimal> {
    pub(super) least: T,
    pub(super) most: T,
}

/// Printed present value of an option, and its position: ties go to the earlier.
type Rank = (Decimal, usize);

/// Bounds of the outcome of an option.
enum OutcomeBounds {
    /// It cannot win.
    Out,
    /// Its printed present value.
    Printed(Between),
}

/// Best option of some kinds and best of the others, as bounds of their ranks.
#[derive(Default)]
pub(super) struct Best {
    of_kinds: Option<Between<Rank>>,
    others: Option<Between<Rank>>,
}

impl Best {
    /// Adds the option at a position by bounds of its printed present value.
    pub(super) fn meet(&mut self, position: usize, is_of_kinds: bool, Between { least, most }: Between) {
        let (least, most) = ((least, position), (most, position));
        let side = if is_of_kinds { &mut self.of_kinds } else { &mut self.others };
        *side = Some(match *side {
            None => Between { least, most },
            Some(best) => Between { least: best.least.min(least), most: best.most.min(most) },
        });
    }

    /// Adds an option with a known outcome.
    pub(super) fn meet_outcome(
        &mut self,
        position: usize,
        option_outcome: &OptionOutcome,
        of_kinds: &dyn Fn(OptionKind) -> bool,
    ) {
        if let Some(printed) = option_outcome.present_value().filter(|_| option_outcome.can_win()) {
            self.meet(position, of_kinds(option_outcome.kind), Between { least: *printed, most: *printed });
        }
    }

    /// Adds options of the base case at other values; none if floats cannot decide whether one of them can win.
    pub(super) fn meet_all(
        &mut self,
        scenario: &Scenario,
        written: &PresentValues,
        base_case: &[OptionOutcome],
        of_kinds: &dyn Fn(OptionKind) -> bool,
    ) -> Option<()> {
        let in_floats = InFloats::new(scenario, written)?;
        for option in &written.options {
            let position = base_case.iter().position(|outcome| outcome.name == option.id)?;
            match in_floats.outcome(option)? {
                OutcomeBounds::Out => {}
                OutcomeBounds::Printed(outcome) => self.meet(position, of_kinds(option.id.kind()), outcome),
            }
        }
        Some(())
    }

    /// Whether an option of the kinds wins; none if undecided, or if no option can win.
    pub(super) fn is_of_kinds(&self) -> Option<bool> {
        match (self.of_kinds, self.others) {
            (None, None) => None,
            (Some(_), None) => Some(true),
            (None, Some(_)) => Some(false),
            (Some(of_kinds), Some(others)) if of_kinds.most < others.least => Some(true),
            (Some(of_kinds), Some(others)) => (others.most < of_kinds.least).then_some(false),
        }
    }
}

/// Options in floats.
struct InFloats<'a> {
    scenario: &'a Scenario,
    written: &'a PresentValues,
    sheet: &'a Sheet,
    values: Values<Ball>,
}

/// Figures that decide whether an option can win, at their best or worst.
struct Decisive {
    unserved: Decimal,
    demanded: Decimal,
    without_headroom: Decimal,
    /// Power needed at each site.
    power: Vec<(FigureId, Decimal)>,
}

impl<'a> InFloats<'a> {
    /// None if a figure of a decision cannot be computed.
    fn new(scenario: &'a Scenario, written: &'a PresentValues) -> Option<InFloats<'a>> {
        let sheet = &written.sheet;
        let of_options = written.options.iter().flat_map(|option| looked_at(sheet, option));
        let figures: Vec<FigureId> = of_options.chain([written.demanded]).collect();
        let values = sheet.evaluated_in_floats(&figures).ok()?;
        Some(InFloats { scenario, written, sheet, values })
    }

    fn between(&self, figure: FigureId, period: usize) -> Option<Between> {
        let (least, most) = self.values[self.sheet.at(figure, period)].limits()?;
        Some(Between { least, most })
    }

    /// Largest value of a row over the periods.
    fn largest(&self, row: FigureId) -> Option<Between> {
        let mut periods = (0..self.sheet.periods().len()).map(|period| self.between(row, period));
        let first = periods.next()??;
        periods.try_fold(first, |largest, next| {
            let Between { least, most } = next?;
            Some(Between { least: largest.least.max(least), most: largest.most.max(most) })
        })
    }

    /// Outcome of an option; none if floats cannot decide.
    fn outcome(&self, option: &PresentValueModel) -> Option<OutcomeBounds> {
        for rule in &self.sheet.conditions()[option.conditions.clone()] {
            let Between { least, most } = self.largest(rule.not_above_zero)?;
            match (least > LEFT_OVER, most > LEFT_OVER) {
                (true, _) => return Some(OutcomeBounds::Out),
                (false, true) => return None,
                (false, false) => {}
            }
        }
        let (best, worst) = self.decisive(option)?;
        match (self.cannot_win(option, &best), self.cannot_win(option, &worst)) {
            (true, true) => return Some(OutcomeBounds::Out),
            (false, false) => {}
            (true, false) | (false, true) => return None,
        }
        Some(OutcomeBounds::Printed(self.printed(option)?))
    }

    /// Bounds of the printed present value of an option: the sum of its lines, each rounded to the minor unit.
    fn printed(&self, option: &PresentValueModel) -> Option<Between> {
        let digits = self.scenario.currency.value.minor_digits();
        let mut sum = Between { least: Decimal::ZERO, most: Decimal::ZERO };
        for [_, present_value] in &option.lines {
            let Between { least, most } = self.between(*present_value, 0)?;
            let (least, most) = number::money_between(least, most, digits);
            sum = Between { least: sum.least.checked_add(least)?, most: sum.most.checked_add(most)? };
        }
        Some(sum)
    }

    /// Figures that decide whether an option can win, at their best and worst.
    fn decisive(&self, option: &PresentValueModel) -> Option<(Decisive, Decisive)> {
        let unserved = self.between(option.unserved, 0)?;
        let demanded = self.between(self.written.demanded, 0)?;
        let none = Between { least: Decimal::ZERO, most: Decimal::ZERO };
        let hours = option.without_headroom.map_or(Some(none), |hours| self.between(hours, 0))?;
        let power = option.parts.iter().filter_map(|part| part.site_power);
        let power: Vec<(FigureId, Between)> =
            power.map(|row| Some((row, self.largest(row)?))).collect::<Option<_>>()?;
        let some = |value: Decimal| value.max(Decimal::ZERO);
        let best = Decisive {
            unserved: some(unserved.least),
            demanded: some(demanded.most),
            without_headroom: some(hours.least),
            power: power.iter().map(|(row, power)| (*row, power.least)).collect(),
        };
        let worst = Decisive {
            unserved: some(unserved.most),
            demanded: some(demanded.least),
            without_headroom: some(hours.most),
            power: power.iter().map(|(row, power)| (*row, power.most)).collect(),
        };
        Some((best, worst))
    }

    fn cannot_win(&self, option: &PresentValueModel, decisive: &Decisive) -> bool {
        let value = |figure: FigureId| match figure {
            unserved if unserved == option.unserved => decisive.unserved,
            demanded if demanded == self.written.demanded => decisive.demanded,
            _ => decisive.without_headroom,
        };
        let power = |row: FigureId| {
            let found = decisive.power.iter().find(|(site, _)| *site == row);
            found.map_or(Decimal::ZERO, |(_, power)| *power)
        };
        !ineligible_because(self.scenario, option, &power).is_empty()
            || !not_comparable_because(self.scenario, option, self.written.demanded, &value).is_empty()
    }
}

/// Figures of an option that a decision depends on.
fn looked_at<'m>(sheet: &'m Sheet, option: &'m PresentValueModel) -> impl Iterator<Item = FigureId> + 'm {
    // without a value of a total or of the sum, the option is not possible
    let lines = option.lines.iter().flatten().copied();
    decisive(sheet, option).chain(lines).chain([option.present_value])
}

/// Figures that decide whether an option can win.
pub(super) fn decisive<'m>(sheet: &'m Sheet, option: &'m PresentValueModel) -> impl Iterator<Item = FigureId> + 'm {
    let rules = sheet.conditions()[option.conditions.clone()].iter().map(|rule| rule.not_above_zero);
    let sites = option.parts.iter().filter_map(|part| part.site_power);
    rules.chain(sites).chain([option.unserved]).chain(option.without_headroom)
}
