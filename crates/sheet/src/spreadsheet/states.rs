//! Levels of a curve as rows of a spreadsheet: every combination of the states of its loads.

use super::{Binding, Cells, Writer};
use crate::curve::{CurveRow, Cut, LevelStep, Shape, Term, Weight};
use crate::evaluate::Values;
use crate::formula::{FigureId, Formula};
use crate::number;
use crate::sheet::Sheet;
use rust_decimal::Decimal;

/// A formula with its value.
pub type ValuedFormula = (String, Decimal);

/// A level of a curve in a period, as formulas with their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFormulas {
    /// Hours of the level: `3 of 24 hours`.
    pub when: String,
    /// Share of the hours.
    pub share: ValuedFormula,
    /// The level.
    pub level: ValuedFormula,
    /// Level of the gauge, for a gauged curve.
    pub gauge: Option<ValuedFormula>,
}

/// A load in some of the hours.
#[derive(Clone)]
struct Part {
    when: String,
    share: Option<ValuedFormula>,
    /// Terms of the sums on the curve and on its gauge.
    levels: Vec<ValuedFormula>,
    gauges: Vec<ValuedFormula>,
}

/// Writes the levels of a curve in a period.
struct LevelWriter<'a> {
    writer: Writer<'a>,
    values: &'a Values<Decimal>,
    period: usize,
}

impl Sheet {
    /// Levels of a curve in a period, in an order that depends only on its shape; none if there are more than `most`,
    /// or if the figure is not a curve.
    #[must_use]
    pub fn state_formulas(
        &self,
        curve: FigureId,
        period: usize,
        (cells, values): (&dyn Cells, &Values<Decimal>),
        most: usize,
    ) -> Option<Vec<StateFormulas>> {
        let Formula::Curve(id) = self.row(curve).formula else { return None };
        let row = self.curve(id);
        let writer = LevelWriter { writer: Writer { sheet: self, cells }, values, period };
        let mut states = vec![Part { when: String::new(), share: None, levels: Vec::new(), gauges: Vec::new() }];
        for load in writer.loads(row) {
            if states.len().saturating_mul(load.len()) > most {
                return None;
            }
            states = states.iter().flat_map(|state| load.iter().map(|part| state.combined_with(part))).collect();
        }
        let formulas = |state: Part| StateFormulas {
            when: state.when,
            share: state.share.unwrap_or_else(|| ("1".to_owned(), Decimal::ONE)),
            level: row
                .cut
                .map_or_else(|| sum(&state.levels), |cut| writer.left(cut, &sum(&state.levels), &sum(&state.gauges))),
            gauge: row.is_gauged().then(|| sum(&state.gauges)),
        };
        Some(states.into_iter().map(formulas).collect())
    }
}

/// Sum of formulas.
fn sum(items: &[ValuedFormula]) -> ValuedFormula {
    let formulas: Vec<&str> = items.iter().map(|(formula, _)| formula.as_str()).collect();
    if formulas.is_empty() {
        ("0".to_owned(), Decimal::ZERO)
    } else {
        (formulas.join("+"), items.iter().map(|(_, value)| *value).sum())
    }
}

/// Product of two formulas, neither of them a sum.
fn product((a, x): &ValuedFormula, (b, y): &ValuedFormula) -> ValuedFormula {
    (format!("{a}*{b}"), x.checked_mul(*y).unwrap_or_default())
}

impl Part {
    /// The higher of two levels in the same hours.
    fn or_higher(&self, other: &Part) -> Part {
        let higher = |a: &[ValuedFormula], b: &[ValuedFormula]| {
            let ((a, x), (b, y)) = (sum(a), sum(b));
            vec![(format!("MAX({a},{b})"), x.max(y))]
        };
        let (levels, gauges) = (higher(&self.levels, &other.levels), higher(&self.gauges, &other.gauges));
        Part { levels, gauges, ..self.clone() }
    }

    fn combined_with(&self, other: &Part) -> Part {
        let separator = if self.when.is_empty() { "" } else { " · " };
        let share = match (&self.share, &other.share) {
            (Some(a), Some(b)) => Some(product(a, b)),
            (a, b) => a.clone().or_else(|| b.clone()),
        };
        Part {
            when: format!("{}{separator}{}", self.when, other.when),
            share,
            levels: [self.levels.as_slice(), &other.levels].concat(),
            gauges: [self.gauges.as_slice(), &other.gauges].concat(),
        }
    }
}

impl LevelWriter<'_> {
    /// Independent loads: all shapes on the clock as one, and each other term.
    fn loads(&self, row: &CurveRow) -> Vec<Vec<Part>> {
        let others = row.terms.iter().filter_map(|term| match &term.shape {
            Shape::Clock { .. } => None,
            Shape::Steps(steps) => Some(self.steps(term, steps)),
            Shape::Measured { levels, factor } => Some(self.measured(term, levels, *factor)),
        });
        self.clock(row).into_iter().chain(others).collect()
    }

    /// The part of a level above a level of its gauge.
    fn left(&self, cut: Cut, (level, high): &ValuedFormula, (gauge, at): &ValuedFormula) -> ValuedFormula {
        let (above, least) = self.figure(cut.above);
        let (scaled, scaled_at) = match cut.scale.map(|scale| self.figure(scale)) {
            Some((scale, by)) => (format!("{scale}*({gauge})"), by.checked_mul(*at).unwrap_or_default()),
            None => (gauge.clone(), *at),
        };
        let share = (scaled_at - least).max(Decimal::ZERO).checked_div(*at).unwrap_or_default();
        let formula = format!("IF(({gauge})=0,0,({level})*MAX(0,{scaled}-{above})/({gauge}))");
        (formula, high.checked_mul(share).unwrap_or_default())
    }

    /// A figure as a factor of a product.
    fn figure(&self, figure: FigureId) -> ValuedFormula {
        (self.writer.part(figure, self.period, Binding::Power), self.values[self.writer.sheet.at(figure, self.period)])
    }

    /// A level converted by a weight.
    fn weighted(&self, level: &ValuedFormula, weight: Weight<FigureId>) -> ValuedFormula {
        let level = weight.factor.map_or_else(|| level.clone(), |factor| product(level, &self.figure(factor)));
        let Some(whole) = weight.whole else { return level };
        let step = self.figure(whole.step);
        let steps = super::whole_units(&level.0, &step.0);
        let count = number::ceil(level.1.checked_div(step.1).unwrap_or_default());
        let steps = match whole.least.map(|least| self.figure(least)) {
            Some((least, most)) => (format!("MAX({steps},{least})"), count.max(most)),
            None => (steps, count),
        };
        product(&steps, &step)
    }

    fn part_of(&self, term: &Term, level: &ValuedFormula, when: String, share: ValuedFormula) -> Part {
        Part {
            when,
            share: Some(share),
            levels: vec![self.weighted(level, term.weight)],
            gauges: vec![self.weighted(level, term.gauge.unwrap_or_default())],
        }
    }

    /// Slots of the clock; slots with equal formulas are one part.
    fn clock(&self, row: &CurveRow) -> Option<Vec<Part>> {
        let slots = |term: &Term| match &term.shape {
            Shape::Clock { shares, .. } => Some(shares.len()),
            Shape::Steps(_) | Shape::Measured { .. } => None,
        };
        let count = row.terms.iter().filter_map(slots).max()?;
        let mut groups: Vec<(Part, usize)> = Vec::new();
        for slot in 0..count {
            let part = self.slot(row, slot);
            let part = if row.with_next { part.or_higher(&self.slot(row, slot + 1)) } else { part };
            match groups.iter_mut().find(|(group, _)| (&group.levels, &group.gauges) == (&part.levels, &part.gauges)) {
                Some((_, times)) => *times += 1,
                None => groups.push((part, 1)),
            }
        }
        let part = |(part, times): (Part, usize)| Part {
            when: format!("{times} of {count} hours"),
            share: (count > 1).then(|| (format!("{times}/{count}"), Decimal::from(times) / Decimal::from(count))),
            ..part
        };
        Some(groups.into_iter().map(part).collect())
    }

    /// One slot of the clock, with all shapes on it added.
    fn slot(&self, row: &CurveRow, slot: usize) -> Part {
        let (mut levels, mut gauges) = (Vec::new(), Vec::new());
        for term in &row.terms {
            let Shape::Clock { shares, height, floor } = &term.shape else { continue };
            let mut level = product(&self.figure(shares[slot % shares.len()]), &self.figure(*height));
            if let Some(floor) = floor {
                let (floor, least) = self.figure(*floor);
                level = (format!("MAX({},{floor})", level.0), level.1.max(least));
            }
            levels.push(self.weighted(&level, term.weight));
            gauges.push(self.weighted(&level, term.gauge.unwrap_or_default()));
        }
        Part { when: String::new(), share: None, levels, gauges }
    }

    /// The levels, and the remaining hours at zero.
    fn steps(&self, term: &Term, steps: &[LevelStep]) -> Vec<Part> {
        let level = |(at, step): (usize, &LevelStep)| {
            self.part_of(term, &self.figure(step.level), format!("level {}", at + 1), self.figure(step.share))
        };
        let shares: Vec<ValuedFormula> = steps.iter().map(|step| self.figure(step.share)).collect();
        let formulas: Vec<&str> = shares.iter().map(|(formula, _)| formula.as_str()).collect();
        let rest = Decimal::ONE - shares.iter().map(|(_, share)| *share).sum::<Decimal>();
        let nothing = ("0".to_owned(), Decimal::ZERO);
        let rest = self.part_of(term, &nothing, "none".to_owned(), (format!("(1-{})", formulas.join("-")), rest));
        steps.iter().enumerate().map(level).chain([rest]).collect()
    }

    fn measured(&self, term: &Term, levels: &[(Decimal, Decimal)], factor: FigureId) -> Vec<Part> {
        let whole: Decimal = levels.iter().map(|(_, weight)| *weight).sum();
        let factor = self.figure(factor);
        let part = |(level, weight): &(Decimal, Decimal)| {
            let (level, weight) = (level.normalize(), weight.normalize());
            let share = (format!("{weight}/{}", whole.normalize()), weight.checked_div(whole).unwrap_or_default());
            let of = product(&(level.to_string(), level), &factor);
            self.part_of(term, &of, format!("measured {level}"), share)
        };
        levels.iter().map(part).collect()
    }
}
