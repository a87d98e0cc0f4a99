//! Figures and curves in as little text as says them: a constant is its digits, a formula a number for the operation and the
//! places of its operands.

use crate::sheet::{Binary, CurveId, FigureId, Formula, Hours, LevelStep, Shape, Sheet, Term};
use crate::variation::{Evaluated, core_figures};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Added to the number of an operation whose figure is a row over the periods.
const ROW: u32 = 32;
/// In the place of an operand that is not there.
const NONE: i64 = -1;

/// The figures that are written, by their places.
pub(super) struct Kept<'a> {
    evaluated: &'a Evaluated,
    /// Every figure that is written, in the order of evaluation.
    figures: Vec<Written>,
    places: BTreeMap<FigureId, usize>,
    /// The curves that are written, in the order of their figures.
    curves: Vec<CurveId>,
}

#[derive(Clone, Copy)]
struct Written {
    figure: FigureId,
    is_formula: bool,
}

impl<'a> Kept<'a> {
    /// What a comparison is read off, and what is shown beside it, with what that follows from, while these inputs and the demand
    /// factor move.
    pub(super) fn of(evaluated: &'a Evaluated, inputs: &[FigureId], shown: &[FigureId]) -> Kept<'a> {
        let model = &evaluated.model;
        let sheet = &model.sheet;
        let mut results = core_figures(model);
        results.extend(&model.ratios);
        results.extend(sheet.conditions().iter().map(|condition| condition.not_above_zero));
        results.extend(model.options.iter().map(|option| option.demand));
        let parts = model.options.iter().flat_map(|option| &option.parts);
        results.extend(parts.flat_map(|part| {
            part.accelerators.into_iter().chain(part.jobs.iter().flat_map(|job| [job.size, job.room]))
        }));
        results.extend(
            model
                .options
                .iter()
                .flat_map(|option| &option.lines)
                .flat_map(|line| &line.price_changes)
                .map(|change| change.rate),
        );
        results.extend(inputs);
        results.extend(shown);
        let mut moving: Vec<FigureId> = inputs.to_vec();
        moving.push(model.factor);
        let mut is_live = vec![false; sheet.all().len()];
        for figure in sheet.dependents(&moving) {
            is_live[figure.index()] = true;
        }
        let has_formula = |figure: FigureId| {
            let row = &sheet.row(figure).formula;
            // what is asked of a curve needs its levels
            !matches!(row, Formula::Leaf(_))
                && (is_live[figure.index()] || !evaluated.is_known(figure) || matches!(row, Formula::Curve(_)))
        };
        // from the last to the first: what a formula needs stands before it
        let mut is_needed = vec![false; sheet.all().len()];
        for figure in results {
            is_needed[figure.index()] = true;
        }
        for figure in sheet.all().into_iter().rev() {
            if is_needed[figure.index()] && has_formula(figure) {
                for operand in sheet.operands(figure) {
                    is_needed[operand.index()] = true;
                }
            }
        }
        let needed = sheet.all().into_iter().filter(|figure| is_needed[figure.index()]);
        let figures: Vec<Written> = needed.map(|figure| Written { figure, is_formula: has_formula(figure) }).collect();
        let places = figures.iter().enumerate().map(|(place, written)| (written.figure, place)).collect();
        let curves = figures.iter().filter_map(|written| match sheet.row(written.figure).formula {
            Formula::Curve(curve) => Some(curve),
            _ => None,
        });
        Kept { evaluated, curves: curves.collect(), figures, places }
    }

    fn sheet(&self) -> &Sheet {
        &self.evaluated.model.sheet
    }

    /// Where a figure is written.
    pub(super) fn place(&self, figure: FigureId) -> usize {
        self.places[&figure]
    }

    /// Where a figure is written that there may be.
    pub(super) fn some(&self, figure: Option<FigureId>) -> Option<usize> {
        figure.map(|figure| self.place(figure))
    }

    pub(super) fn figures(&self) -> Vec<Value> {
        self.figures
            .iter()
            .map(
                |written| if written.is_formula { self.formula(written.figure) } else { self.constant(written.figure) },
            )
            .collect()
    }

    fn constant(&self, figure: FigureId) -> Value {
        let sheet = self.sheet();
        let text = |period: usize| self.evaluated.values[sheet.at(figure, period)].to_string();
        if sheet.is_row(figure) {
            (0..sheet.periods().len()).map(text).collect::<Vec<_>>().into()
        } else {
            text(0).into()
        }
    }

    fn formula(&self, figure: FigureId) -> Value {
        let at = |figure: &FigureId| i64::try_from(self.place(*figure)).unwrap_or(NONE);
        let (operation, operands): (u32, Vec<i64>) = match &self.sheet().row(figure).formula {
            // a leaf is a constant
            Formula::Leaf(_) => return self.constant(figure),
            Formula::Binary(binary, a, b) => (binary_number(*binary), vec![at(a), at(b)]),
            Formula::Ceil(a) => (7, vec![at(a)]),
            Formula::Any(a) => (8, vec![at(a)]),
            Formula::Power(base, exponent) => (9, vec![at(base), at(exponent)]),
            Formula::Root(a, degree) => (10, vec![at(a), i64::from(*degree)]),
            Formula::Annuity(v) => (11, vec![at(v)]),
            Formula::Series(v, count) => (12, vec![at(v), at(count)]),
            Formula::Dot(a, b) => (13, vec![at(a), at(b)]),
            Formula::Pick(row, period) => (14, vec![at(row), i64::try_from(*period).unwrap_or(NONE)]),
            Formula::Join(items) => (15, items.iter().map(at).collect()),
            Formula::Hours(hours) => (16, self.query(hours)),
            Formula::Most(hours) => (17, self.query(hours)),
            Formula::Curve(curve) => {
                let place = self.curves.iter().position(|kept| kept == curve);
                (18, vec![place.and_then(|place| i64::try_from(place).ok()).unwrap_or(NONE)])
            }
        };
        let operation = operation + if self.sheet().is_row(figure) { ROW } else { 0 };
        let all: Vec<i64> = [i64::from(operation)].into_iter().chain(operands).collect();
        all.into()
    }

    fn query(&self, hours: &Hours) -> Vec<i64> {
        let of = [hours.scale, hours.above, hours.cap, hours.step, hours.reserved];
        let operands = [Some(hours.curve), Some(hours.month)].into_iter().chain(of);
        operands.map(|operand| self.some(operand).and_then(|at| i64::try_from(at).ok()).unwrap_or(NONE)).collect()
    }

    /// Each curve: whether it is gauged, and its terms.
    pub(super) fn curves(&self) -> Vec<Value> {
        let curve = |curve: &CurveId| {
            let row = self.sheet().curve(*curve);
            let terms: Vec<_> = row.terms.iter().map(|term| self.term(term)).collect();
            let cut = row.cut.map(|cut| json!({ "scale": self.some(cut.scale), "above": self.some(Some(cut.above)) }));
            json!({ "gauged": row.gauged, "terms": terms, "cut": cut })
        };
        self.curves.iter().map(curve).collect()
    }

    fn term(&self, term: &Term) -> Value {
        let (weight, gauge) = (self.some(term.weight), self.some(term.gauge));
        match &term.shape {
            Shape::Steps(steps) => {
                let step = |step: &LevelStep| [self.place(step.level), self.place(step.share)];
                json!({ "steps": steps.iter().map(step).collect::<Vec<_>>(), "weight": weight, "gauge": gauge })
            }
            Shape::Clock { shares, height, floor } => {
                let clock: Vec<usize> = shares.iter().map(|share| self.place(*share)).collect();
                let (height, floor) = (self.place(*height), self.some(*floor));
                json!({ "clock": clock, "height": height, "floor": floor, "weight": weight, "gauge": gauge })
            }
            Shape::Measured { levels, factor } => {
                let text = |of: fn(&(rust_decimal::Decimal, rust_decimal::Decimal)) -> String| {
                    levels.iter().map(of).collect::<Vec<_>>().join(" ")
                };
                let levels_text = text(|(level, _)| level.to_string());
                let weights = text(|(_, weight)| weight.to_string());
                let factor = self.place(*factor);
                json!({
                    "levels": levels_text, "weights": weights, "factor": factor, "weight": weight, "gauge": gauge,
                })
            }
        }
    }

    /// The names of figures, by their places.
    pub(super) fn names(&self) -> BTreeMap<String, Vec<usize>> {
        let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, written) in self.figures.iter().enumerate().filter(|(_, written)| written.is_formula) {
            if let Some(name) = &self.sheet().row(written.figure).name {
                names.entry(name.to_string()).or_default().push(place);
            }
        }
        names
    }
}

fn binary_number(binary: Binary) -> u32 {
    match binary {
        Binary::Add => 0,
        Binary::Subtract => 1,
        Binary::Multiply => 2,
        Binary::Divide => 3,
        Binary::Minimum => 4,
        Binary::Maximum => 5,
        Binary::PositivePart => 6,
    }
}
