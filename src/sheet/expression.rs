//! Formulas as text: the same walk, with words or with values at the leaves.

use super::{Binary, CurveRow, FigureId, Formula, Hours, Sheet};

/// How tightly a formula binds, so that brackets stand only where they are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Power,
    Whole,
}

impl Sheet {
    /// The formula of a figure in a period. `say` gives the text of a part that stands for itself: a leaf, or a figure
    /// with a name; `None` writes its formula out.
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
            Formula::Hours(hours) => self.written_hours(*hours, &part),
            Formula::Peak(curve) => {
                let CurveRow::TwoLevel { level, .. } = self.curve(*curve);
                whole(part(level, Binding::Whole))
            }
        }
    }

    fn written_hours(&self, hours: Hours, part: &dyn Fn(FigureId, Binding) -> String) -> (String, Binding) {
        let CurveRow::TwoLevel { level, share, hours: month } = self.curve(hours.curve);
        let mut units = match hours.above {
            Some(above) => format!("max(0, {} − {})", part(level, Binding::Sum), part(above, Binding::Product)),
            None => part(level, Binding::Product),
        };
        if let Some(step) = hours.step {
            units = format!("ceil({units} ÷ {})", part(step, Binding::Power));
        }
        if let Some(cap) = hours.cap {
            units = format!("min({units}, {})", part(cap, Binding::Sum));
        }
        (format!("{units} × {} × {}", part(share, Binding::Product), part(month, Binding::Product)), Binding::Product)
    }
}
