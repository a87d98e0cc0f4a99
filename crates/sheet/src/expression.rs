//! Formulas as text, with names or with values at the leaves.

use crate::curve::{CurveRow, LevelStep, Shape, Term};
use crate::formula::{Binary, FigureId, Formula, Hours};
use crate::sheet::Sheet;

/// Number of addends from which equal ones are written together.
const MANY_ADDENDS: usize = 12;

/// Binding strength of a formula; brackets are written only where they are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Power,
    Whole,
}

impl Sheet {
    /// Formula of a figure in a period. `say` returns the text of a leaf or a named figure; for `None` the formula is
    /// written out.
    pub fn expression(
        &self,
        figure: FigureId,
        period: usize,
        say: &dyn Fn(FigureId, usize) -> Option<String>,
    ) -> String {
        self.written(figure, period, say).0
    }

    fn operand(
        &self,
        figure: FigureId,
        period: usize,
        say: &dyn Fn(FigureId, usize) -> Option<String>,
        least: Binding,
    ) -> String {
        let (text, binding) = match say(figure, period) {
            Some(text) if text.starts_with('−') && least > Binding::Sum => (text, Binding::Sum),
            Some(text) => (text, Binding::Whole),
            None => self.written(figure, period, say),
        };
        if binding < least { format!("({text})") } else { text }
    }

    fn written(
        &self,
        figure: FigureId,
        period: usize,
        say: &dyn Fn(FigureId, usize) -> Option<String>,
    ) -> (String, Binding) {
        let part = |of: FigureId, least: Binding| self.operand(of, period, say, least);
        let whole = |text: String| (text, Binding::Whole);
        if let Some(of) = self.floored(figure) {
            return whole(format!("floor({})", part(of, Binding::Sum)));
        }
        if let Some(addends) = self.many_addends(figure, period, say) {
            return (written_groups(addends), Binding::Sum);
        }
        match &self.row(figure).formula {
            Formula::Leaf(_) => whole(say(figure, period).unwrap_or_default()),
            Formula::Binary(binary, a, b) => {
                let joined = |sign: &str, left, right, binding| {
                    (format!("{} {sign} {}", part(*a, left), part(*b, right)), binding)
                };
                match binary {
                    Binary::Add => joined("+", Binding::Sum, Binding::Sum, Binding::Sum),
                    Binary::Subtract => joined("−", Binding::Sum, Binding::Product, Binding::Sum),
                    Binary::Multiply => joined("×", Binding::Product, Binding::Product, Binding::Product),
                    Binary::Divide => joined("÷", Binding::Product, Binding::Power, Binding::Product),
                    Binary::Minimum => whole(format!("min({}, {})", part(*a, Binding::Sum), part(*b, Binding::Sum))),
                    Binary::Maximum => whole(format!("max({}, {})", part(*a, Binding::Sum), part(*b, Binding::Sum))),
                    Binary::PositivePart => {
                        whole(format!("max(0, {} − {})", part(*a, Binding::Sum), part(*b, Binding::Product)))
                    }
                }
            }
            Formula::Ceil(a) => whole(format!("ceil({})", part(*a, Binding::Sum))),
            Formula::Any(a) => whole(format!("any({})", part(*a, Binding::Sum))),
            Formula::Power(base, exponent) => {
                (format!("{}^{}", part(*base, Binding::Whole), part(*exponent, Binding::Whole)), Binding::Power)
            }
            Formula::Root(a, degree) => (format!("{}^(1/{degree})", part(*a, Binding::Whole)), Binding::Power),
            Formula::Annuity(v) => {
                let months = self.periods[period];
                let span = if months.first == months.last {
                    format!("month {}", months.first)
                } else {
                    format!("months {}–{}", months.first, months.last)
                };
                whole(format!("Σ {}^m over {span}", part(*v, Binding::Whole)))
            }
            Formula::Dot(a, b) => {
                whole(format!("Σ over periods of {} × {}", part(*a, Binding::Product), part(*b, Binding::Product)))
            }
            Formula::Pick(row, period) => {
                let first = self.periods[*period].first;
                whole(format!("{} in month {first}", self.operand(*row, *period, say, Binding::Whole)))
            }
            Formula::Join(items) => (part(items[period], Binding::Sum), Binding::Sum),
            Formula::Series(v, count) => {
                whole(format!("Σ {}^m over {} months", part(*v, Binding::Whole), part(*count, Binding::Whole)))
            }
            Formula::Hours(hours) => self.written_hours(**hours, &part),
            Formula::Most(hours) => match self.only_step(hours.curve) {
                Some(step) => written_units(**hours, &part, step.level),
                None => whole(format!("most({})", written_units(**hours, &part, hours.curve).0)),
            },
            Formula::Curve(curve) => (written_curve(self.curve(*curve), &part), Binding::Sum),
        }
    }

    /// Addends of a long sum that has no names within, such as the shares of a profile; none for other figures.
    fn many_addends(
        &self,
        figure: FigureId,
        period: usize,
        say: &dyn Fn(FigureId, usize) -> Option<String>,
    ) -> Option<Vec<String>> {
        let (mut sum, mut addends) = (figure, Vec::new());
        while let Formula::Binary(Binary::Add, before, last) = self.row(sum).formula
            && (sum == figure || say(sum, period).is_none())
        {
            addends.push(last);
            sum = before;
        }
        if addends.len() < MANY_ADDENDS {
            return None;
        }
        let written = |addend: &FigureId| self.operand(*addend, period, say, Binding::Product);
        Some([sum].iter().chain(addends.iter().rev()).map(written).collect())
    }

    fn written_hours(&self, hours: Hours, part: &dyn Fn(FigureId, Binding) -> String) -> (String, Binding) {
        let month = part(hours.month, Binding::Product);
        let text = match self.only_step(hours.curve) {
            Some(step) => {
                let units = written_units(hours, part, step.level).0;
                format!("{units} × {} × {month}", part(step.share, Binding::Product))
            }
            None if hours.is_plain() => format!("mean({}) × {month}", part(hours.curve, Binding::Sum)),
            None => format!("mean({}) × {month}", written_units(hours, part, hours.curve).0),
        };
        (text, Binding::Product)
    }
}

/// A sum with equal addends together: `45 × 0.35 + 12 × 1`; those that are names, of different figures, as `Σ name (57 of them)`.
fn written_groups(addends: Vec<String>) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for addend in addends {
        match groups.iter_mut().find(|(text, _)| *text == addend) {
            Some((_, times)) => *times += 1,
            None => groups.push((addend, 1)),
        }
    }
    let group = |(text, times): &(String, usize)| match times {
        1 => text.clone(),
        _ if text.starts_with(|first: char| first.is_ascii_digit()) => format!("{times} × {text}"),
        _ => format!("Σ {text} ({times} of them)"),
    };
    groups.iter().map(group).collect::<Vec<_>>().join(" + ")
}

/// Units of a level counted by a query.
fn written_units(hours: Hours, part: &dyn Fn(FigureId, Binding) -> String, level: FigureId) -> (String, Binding) {
    let mut units = match hours.scale {
        Some(scale) => format!("{} × {}", part(scale, Binding::Product), part(level, Binding::Product)),
        None => part(level, Binding::Product),
    };
    let mut binding = Binding::Product;
    if let Some(above) = hours.above {
        let level = if hours.scale.is_some() { units } else { part(level, Binding::Sum) };
        units = format!("max(0, {level} − {})", part(above, Binding::Product));
        binding = Binding::Whole;
    }
    if let Some(cap) = hours.cap {
        units = format!("min({units}, {})", part(cap, Binding::Sum));
        binding = Binding::Whole;
    }
    if let Some(step) = hours.step {
        units = format!("ceil({units} ÷ {})", part(step, Binding::Power));
        binding = Binding::Whole;
    }
    if let Some(reserved) = hours.reserved {
        units = format!("max(0, {units} − {})", part(reserved, Binding::Product));
        binding = Binding::Whole;
    }
    (units, binding)
}

/// Terms of a curve: clock slots, steps and measured levels.
fn written_curve(curve: &CurveRow, part: &dyn Fn(FigureId, Binding) -> String) -> String {
    let term = |term: &Term| {
        let shape = match &term.shape {
            Shape::Steps(steps) => {
                let step = |step: &LevelStep| {
                    format!(
                        "{} for {} of the hours",
                        part(step.level, Binding::Sum),
                        part(step.share, Binding::Product)
                    )
                };
                format!("[{}]", steps.iter().map(step).collect::<Vec<_>>().join(", "))
            }
            Shape::Clock { shares, height, floor } => {
                let level = match &**shares {
                    [share] => format!("{} × {}", part(*share, Binding::Product), part(*height, Binding::Product)),
                    _ => format!("share of the hour × {}", part(*height, Binding::Product)),
                };
                match floor {
                    Some(floor) => format!("max({level}, {})", part(*floor, Binding::Sum)),
                    None => level,
                }
            }
            Shape::Measured { factor, .. } => format!("measured level × {}", part(*factor, Binding::Product)),
        };
        let level = match term.weight.factor {
            Some(factor) => format!("{shape} × {}", part(factor, Binding::Product)),
            None => shape,
        };
        let Some(whole) = term.weight.whole else { return level };
        let steps = format!("ceil({level} ÷ {})", part(whole.step, Binding::Power));
        let steps = match whole.least {
            Some(least) => format!("max({steps}, {})", part(least, Binding::Sum)),
            None => steps,
        };
        format!("{steps} × {}", part(whole.step, Binding::Product))
    };
    let levels = curve.terms.iter().map(term).collect::<Vec<_>>().join(" + ");
    let levels = if curve.with_next { format!("the higher of this hour and the next: {levels}") } else { levels };
    let Some(cut) = curve.cut else { return levels };
    let scaled = cut.scale.map_or(levels.clone(), |scale| format!("{} × ({levels})", part(scale, Binding::Product)));
    format!("the part of {scaled} above {}", part(cut.above, Binding::Sum))
}
