//! Formulas in spreadsheet syntax, with cells at the leaves.
//!
//! A spreadsheet computes in binary floating point, to about 15 digits. Rounding before a decision makes it independent
//! of the last digits: units are rounded to nine decimals before whole ones are counted, and up to 10^-6 of an hour
//! counts as zero.

mod states;

pub use states::{StateFormulas, ValuedFormula};

use crate::formula::{Binary, FigureId, Formula, Hours, Source};
use crate::sheet::Sheet;
use rust_decimal::Decimal;

/// Cells of a spreadsheet that formulas refer to.
pub trait Cells {
    /// Cell of a figure in a period; none if its formula is written out where it is used.
    fn cell(&self, figure: FigureId, period: usize) -> Option<String>;
    /// Cells of a row over all periods; none as for [`Cells::cell`].
    fn range(&self, row: FigureId) -> Option<String>;
    /// Levels of a curve in a period, as ranges.
    fn levels(&self, curve: FigureId, period: usize) -> Option<LevelRanges>;
}

/// Ranges with the levels of a curve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelRanges {
    /// Share of the hours of each level.
    pub shares: String,
    /// The levels.
    pub levels: String,
    /// For a gauged curve the gauge of each level, and the level divided by the gauge.
    pub gauge: Option<(String, String)>,
}

/// Binding strength of a formula; brackets are written only where they are needed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Sum,
    Product,
    Power,
    Whole,
}

/// Decimals to which units are rounded before whole ones are counted.
const DECIMALS_OF_UNITS: u32 = 9;

impl Sheet {
    /// Formula of a figure in a period, without an equals sign, down to figures that have cells.
    ///
    /// # Panics
    /// If a row that is summed, or a queried curve, has no cell: [`Sheet::with_cells`] lists the figures that need one.
    #[must_use]
    pub fn spreadsheet_formula(&self, figure: FigureId, period: usize, cells: &dyn Cells) -> String {
        Writer { sheet: self, cells }.written(figure, period).0
    }

    /// Figures needed for `results` that need a cell: the results, named figures, figures used more than once, and
    /// operands of ranges. Inputs have a cell; a constant is written where it is used.
    #[must_use]
    pub fn with_cells(&self, results: &[FigureId]) -> Vec<FigureId> {
        let needed = self.ancestors(results);
        let mut uses = vec![0_u32; self.rows.len()];
        let mut whole = vec![false; self.rows.len()];
        for result in results {
            whole[result.index()] = true;
        }
        for figure in &needed {
            for operand in self.operands(*figure) {
                uses[operand.index()] += 1;
            }
            match &self.row(*figure).formula {
                Formula::Dot(a, b) => [a, b].into_iter().for_each(|operand| whole[operand.index()] = true),
                Formula::Hours(hours) | Formula::Most(hours) => {
                    hours.operands().for_each(|operand| whole[operand.index()] = true);
                }
                Formula::Annuity(v) | Formula::Series(v, _) => whole[v.index()] = true,
                Formula::Curve(curve) => {
                    self.curve(*curve).each_operand(&mut |operand| whole[operand.index()] = true);
                }
                Formula::Leaf(_)
                | Formula::Binary(..)
                | Formula::Ceil(_)
                | Formula::Any(_)
                | Formula::Power(..)
                | Formula::Root(..)
                | Formula::Pick(..)
                | Formula::Join(_) => {}
            }
        }
        let has_cell = |figure: &FigureId| match &self.row(*figure).formula {
            Formula::Leaf(Source::Constant(_)) => false,
            Formula::Leaf(_) => true,
            Formula::Pick(..) => whole[figure.index()],
            _ => whole[figure.index()] || uses[figure.index()] > 1 || self.row(*figure).name.is_some(),
        };
        needed.into_iter().filter(has_cell).collect()
    }

    /// Whether the levels of a curve need ranges: unless it has a single step and no other term.
    #[must_use]
    pub fn has_level_ranges(&self, curve: FigureId) -> bool {
        matches!(self.row(curve).formula, Formula::Curve(_)) && self.only_step(curve).is_none()
    }
}

/// Writes formulas of a sheet.
struct Writer<'a> {
    sheet: &'a Sheet,
    cells: &'a dyn Cells,
}

impl Writer<'_> {
    fn part(&self, figure: FigureId, period: usize, least: Binding) -> String {
        let (text, binding) = match self.cells.cell(figure, period) {
            Some(cell) => (cell, Binding::Whole),
            None => self.written(figure, period),
        };
        if binding < least { format!("({text})") } else { text }
    }

    /// A part that binds at least as tightly as a function call.
    fn whole(&self, figure: FigureId, period: usize) -> String {
        self.part(figure, period, Binding::Whole)
    }

    fn written(&self, figure: FigureId, period: usize) -> (String, Binding) {
        let part = |of: FigureId, least| self.part(of, period, least);
        let function = |text: String| (text, Binding::Whole);
        if let Some(of) = self.sheet.floored(figure) {
            return function(format!("INT(ROUND({},{DECIMALS_OF_UNITS}))", part(of, Binding::Sum)));
        }
        match &self.sheet.row(figure).formula {
            Formula::Leaf(_) => literal(self.sheet.leaf(figure, period)),
            Formula::Binary(binary, a, b) => self.binary(*binary, (*a, *b), period),
            Formula::Ceil(a) => function(format!("ROUNDUP(ROUND({},{DECIMALS_OF_UNITS}),0)", part(*a, Binding::Sum))),
            Formula::Any(a) => function(format!("IF({}>1E-6,1,0)", part(*a, Binding::Sum))),
            Formula::Power(base, exponent) => {
                (format!("{}^{}", part(*base, Binding::Whole), part(*exponent, Binding::Whole)), Binding::Power)
            }
            Formula::Root(a, 2) => function(format!("SQRT({})", part(*a, Binding::Sum))),
            Formula::Root(a, degree) => (format!("{}^(1/{degree})", part(*a, Binding::Whole)), Binding::Power),
            Formula::Annuity(v) => {
                let months = self.sheet.periods[period];
                function(powers(&part(*v, Binding::Whole), months.first, months.last))
            }
            Formula::Series(v, count) => {
                let count = self.sheet.leaf(*count, period);
                function(powers(&part(*v, Binding::Whole), 1, count.try_into().unwrap_or_default()))
            }
            Formula::Dot(a, b) => function(self.dot(*a, *b)),
            Formula::Pick(row, period) => (self.part(*row, *period, Binding::Whole), Binding::Whole),
            Formula::Join(items) => (part(items[period], Binding::Whole), Binding::Whole),
            Formula::Hours(hours) => self.hours(**hours, period),
            Formula::Most(hours) => function(self.most(**hours, period)),
            Formula::Curve(_) => function(self.peak(figure, period)),
        }
    }

    fn binary(&self, binary: Binary, (a, b): (FigureId, FigureId), period: usize) -> (String, Binding) {
        let part = |of: FigureId, least| self.part(of, period, least);
        let joined = |sign: &str, left, right, binding| (format!("{}{sign}{}", part(a, left), part(b, right)), binding);
        let function =
            |name: &str| (format!("{name}({},{})", part(a, Binding::Sum), part(b, Binding::Sum)), Binding::Whole);
        match binary {
            Binary::Add => joined("+", Binding::Sum, Binding::Sum, Binding::Sum),
            Binary::Subtract => joined("-", Binding::Sum, Binding::Product, Binding::Sum),
            Binary::Multiply => joined("*", Binding::Product, Binding::Product, Binding::Product),
            Binary::Divide => joined("/", Binding::Product, Binding::Power, Binding::Product),
            Binary::Minimum => function("MIN"),
            Binary::Maximum => function("MAX"),
            Binary::PositivePart => {
                (format!("MAX(0,{}-{})", part(a, Binding::Sum), part(b, Binding::Product)), Binding::Whole)
            }
        }
    }

    /// Σ over the periods of two rows, or of a row times a number.
    fn dot(&self, a: FigureId, b: FigureId) -> String {
        let range = |row| self.cells.range(row).expect("a row that is summed has cells");
        match (self.sheet.is_row(a), self.sheet.is_row(b)) {
            (true, true) => format!("SUMPRODUCT({},{})", range(a), range(b)),
            (true, false) => format!("(SUM({})*{})", range(a), self.whole(b, 0)),
            (false, true) => format!("({}*SUM({}))", self.whole(a, 0), range(b)),
            (false, false) => format!("({}*{})", self.whole(a, 0), self.whole(b, 0)),
        }
    }

    /// Unit-hours per month of a query of a curve.
    fn hours(&self, hours: Hours, period: usize) -> (String, Binding) {
        let month = self.part(hours.month, period, Binding::Product);
        if let Some(step) = self.sheet.only_step(hours.curve) {
            let units = self.units(hours, &self.whole(step.level, period), period);
            let share = self.part(step.share, period, Binding::Product);
            return (format!("{units}*{share}*{month}"), Binding::Product);
        }
        let ranges = self.cells.levels(hours.curve, period).expect("a queried curve has ranges");
        (format!("{}*{month}", self.summed(hours, &ranges, period)), Binding::Product)
    }

    /// Σ over the levels of share × units.
    fn summed(&self, hours: Hours, ranges: &LevelRanges, period: usize) -> String {
        let shares = &ranges.shares;
        let operand = |figure: Option<FigureId>| figure.map(|figure| self.whole(figure, period));
        let scale = operand(hours.scale);
        if hours.above.is_none() && hours.cap.is_none() && hours.step.is_none() {
            let sum = format!("SUMPRODUCT({shares},{})", ranges.levels);
            return scale.map_or(sum.clone(), |scale| format!("{scale}*{sum}"));
        }
        let (above, cap) = (operand(hours.above), operand(hours.cap));
        let Some(step) = operand(hours.step) else {
            let over = |above: Option<&str>| {
                let (of, times) = match &ranges.gauge {
                    Some((gauge, ratio)) => (gauge, format!("*{ratio}")),
                    None => (&ranges.levels, String::new()),
                };
                let rest = rest(of, scale.as_deref(), above);
                format!("SUMPRODUCT({shares}{times}*(({rest})>0)*({rest}))")
            };
            return match &cap {
                None => over(above.as_deref()),
                Some(cap) => {
                    let bound = format!("({}+MAX(0,{cap}))", above.as_deref().unwrap_or("0"));
                    format!("({}-{})", over(above.as_deref()), over(Some(&bound)))
                }
            };
        };
        let units = units_of_levels(ranges, (scale, above), cap.as_deref(), &step);
        let reserved = operand(hours.reserved).unwrap_or_else(|| "0".to_owned());
        let beyond = |reserved: &str| format!("SUMPRODUCT({shares}*({units}>{reserved})*({units}-{reserved}))");
        match cap.filter(|_| ranges.gauge.is_none()) {
            None => beyond(&reserved),
            Some(cap) => {
                let most = format!("MAX({reserved},{})", whole_units(&cap, &step));
                format!("({}-{})", beyond(&reserved), beyond(&most))
            }
        }
    }

    /// Maximum number of units at any time: without a gauge those of the highest level.
    fn most(&self, hours: Hours, period: usize) -> String {
        let ranges = self.cells.levels(hours.curve, period);
        let Some((ranges, Some(_))) = ranges.as_ref().map(|ranges| (ranges, &ranges.gauge)) else {
            return self.units(hours, &self.whole(hours.curve, period), period);
        };
        let operand = |figure: Option<FigureId>| figure.map(|figure| self.whole(figure, period));
        let lasting = format!("({}>1E-12)", ranges.shares);
        let (scale, above, cap) = (operand(hours.scale), operand(hours.above), operand(hours.cap));
        let Some(step) = operand(hours.step) else {
            let scaled = scale.map(|scale| format!("{scale}*")).unwrap_or_default();
            return format!("SUMPRODUCT(MAX({lasting}*{scaled}{}))", ranges.levels);
        };
        let units = units_of_levels(ranges, (scale, above), cap.as_deref(), &step);
        let most = format!("SUMPRODUCT(MAX({lasting}*{units}))");
        operand(hours.reserved).map_or(most.clone(), |reserved| format!("MAX(0,{most}-{reserved})"))
    }

    /// Units of one level.
    fn units(&self, hours: Hours, level: &str, period: usize) -> String {
        let operand = |figure: Option<FigureId>| figure.map(|figure| self.whole(figure, period));
        let mut units = operand(hours.scale).map_or(level.to_owned(), |scale| format!("{scale}*{level}"));
        if let Some(above) = operand(hours.above) {
            units = format!("MAX(0,{units}-{above})");
        }
        if let Some(cap) = operand(hours.cap) {
            units = format!("MIN({units},{cap})");
        }
        if let Some(step) = operand(hours.step) {
            units = whole_units(&units, &step);
        }
        if let Some(reserved) = operand(hours.reserved) {
            units = format!("MAX(0,{units}-{reserved})");
        }
        units
    }

    /// Highest level of a curve that lasts for any time.
    fn peak(&self, curve: FigureId, period: usize) -> String {
        match (self.sheet.only_step(curve), self.cells.levels(curve, period)) {
            (Some(step), _) => {
                let share = self.part(step.share, period, Binding::Sum);
                format!("IF({share}>1E-12,{},0)", self.whole(step.level, period))
            }
            (None, ranges) => {
                let LevelRanges { shares, levels, .. } = ranges.expect("a curve of several levels has ranges");
                format!("SUMPRODUCT(MAX(({shares}>1E-12)*{levels}))")
            }
        }
    }
}

/// Units of every level, before the cap of a curve without a gauge.
fn units_of_levels(
    ranges: &LevelRanges,
    (scale, above): (Option<String>, Option<String>),
    cap: Option<&str>,
    step: &str,
) -> String {
    let Some((gauge, ratio)) = &ranges.gauge else {
        return whole_units(&format!("({})", rest(&ranges.levels, scale.as_deref(), above.as_deref())), step);
    };
    let over = |above: Option<&str>| {
        let rest = rest(gauge, scale.as_deref(), above);
        format!("(({rest})>0)*({rest})")
    };
    let cut = match cap {
        None => over(above.as_deref()),
        Some(cap) => {
            let bound = format!("({}+MAX(0,{cap}))", above.as_deref().unwrap_or("0"));
            format!("({}-{})", over(above.as_deref()), over(Some(&bound)))
        }
    };
    whole_units(&format!("({ratio}*{cut})"), step)
}

/// Scaled levels minus a level.
fn rest(levels: &str, scale: Option<&str>, above: Option<&str>) -> String {
    let scaled = scale.map_or(levels.to_owned(), |scale| format!("{scale}*{levels}"));
    above.map_or(scaled.clone(), |above| format!("{scaled}-{above}"))
}

/// Number of units of a size, rounded up.
fn whole_units(of: &str, step: &str) -> String {
    format!("ROUNDUP(ROUND({of}/{step},{DECIMALS_OF_UNITS}),0)")
}

/// Σ `v^m` over months.
fn powers(v: &str, first: u32, last: u32) -> String {
    if first == last {
        return format!("{v}^{first}");
    }
    let months: Vec<String> = (first..=last).map(|month| month.to_string()).collect();
    format!("SUMPRODUCT({v}^{{{}}})", months.join(","))
}

/// A number as a literal.
fn literal(value: Decimal) -> (String, Binding) {
    let text = value.normalize().to_string();
    let binding = if value.is_sign_negative() && !value.is_zero() { Binding::Sum } else { Binding::Whole };
    (text, binding)
}
