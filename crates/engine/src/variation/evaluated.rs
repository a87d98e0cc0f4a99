//! A model with its values, and results derived from them.

use super::reason::NoValue;
use crate::inputs::FigureRule;
use crate::model::loan::LoanModel;
use crate::model::{CostLine, Flow, Model, WasteModel, WorkValue};
use crate::number;
use crate::scenario::conventions::FlowDates;
use crate::scenario::document::NodeId;
use crate::sheet::{
    Binary, Condition, EvaluationError, EvaluationErrorKind, FigureId, Formula, Number, Sheet, Source, Values,
};
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::sync::Arc;

/// A model evaluated with the values of its scenario.
#[derive(Debug)]
pub struct Evaluated {
    /// The model.
    pub model: Arc<Model>,
    /// Values of all figures.
    pub values: Values<Decimal>,
    /// Whether each figure has a value; ratios have none if they divide by zero.
    known: Vec<bool>,
    /// `v^m` for every month, from 0.
    discount_factors: Vec<Decimal>,
}

/// Reason why a model has no answer.
#[derive(Clone, Debug)]
pub enum Unanswered {
    /// A figure cannot be computed.
    NoValue {
        /// The figure and the reason.
        why: NoValue,
        /// The largest of the inputs that it is computed from.
        largest_input: Option<NodeId>,
    },
    /// Conditions are broken, each at its worst.
    Broken(Vec<BrokenRule>),
}

/// A broken condition of the sheet.
#[derive(Clone, Copy, Debug)]
pub struct BrokenRule {
    /// The condition.
    pub condition: Condition,
    /// First month of the period in which it is broken most.
    pub month: u32,
    /// Amount above zero.
    pub by: Decimal,
}

impl BrokenRule {
    /// Its rule.
    #[must_use]
    pub fn rule(&self) -> FigureRule {
        self.condition.rule.into()
    }

    /// Part of the scenario that breaks it.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.condition.at.into()
    }
}

/// Tolerance of conditions for rounding.
pub(super) const LEFT_OVER: Decimal = Decimal::from_parts(1, 0, 0, false, 18);

/// Broken conditions, each in its worst period; ties go to the first.
#[must_use]
pub fn broken_rules(sheet: &Sheet, rules: &[Condition], values: &Values<Decimal>) -> Vec<BrokenRule> {
    let broken = |condition: &Condition| {
        let by = |at: usize| values[sheet.at(condition.not_above_zero, at)];
        let worst = (0..sheet.periods().len()).rev().max_by_key(|at| by(*at))?;
        let month = sheet.periods()[worst].first;
        (by(worst) > LEFT_OVER).then(|| BrokenRule { condition: *condition, month, by: by(worst) })
    };
    rules.iter().filter_map(broken).collect()
}

/// Whether a ratio divides by a rounding residue instead of zero.
pub(super) fn divides_by_nothing(sheet: &Sheet, values: &Values<Decimal>, ratio: FigureId) -> bool {
    let Formula::Binary(Binary::Divide, _, divisor) = sheet.row(ratio).formula else { return false };
    !sheet.is_row(divisor) && values[sheet.at(divisor, 0)].abs() < Decimal::new(1, 15)
}

/// Computes figures and their ancestors, unless known.
fn compute(
    sheet: &Sheet,
    figures: &[FigureId],
    values: &mut Values<Decimal>,
    known: &mut [bool],
) -> Result<(), Unanswered> {
    let open = sheet.unknown_ancestors(figures, known);
    sheet.evaluate(&open, values).map_err(|fault| Unanswered::fault(sheet, fault))?;
    for figure in open {
        known[figure.index()] = true;
    }
    Ok(())
}

impl Evaluated {
    /// Computes all figures.
    ///
    /// # Errors
    /// If a condition of the sheet is broken, or a figure other than a ratio cannot be computed.
    pub fn new(model: Model) -> Result<Evaluated, Unanswered> {
        let sheet = &model.sheet;
        // inputs and constants have values from the start
        let is_leaf = |figure: &FigureId| matches!(sheet.row(*figure).formula, Formula::Leaf(_));
        let known = sheet.all().iter().map(is_leaf).collect();
        let values = sheet.values();
        Evaluated::computed(Arc::new(model), values, known, FigureScope::All)
    }

    /// Recomputes with other values of some inputs: only their dependents.
    ///
    /// # Errors
    /// As [`Evaluated::new`].
    pub fn moved(&self, moves: &[(FigureId, Decimal)]) -> Result<Evaluated, Unanswered> {
        self.moved_as_far_as(moves, FigureScope::All)
    }

    /// [`Evaluated::moved`], with the figures of decisions and break-evens alone.
    ///
    /// # Errors
    /// As [`Evaluated::new`], for these figures.
    pub fn decisive_moved(&self, moves: &[(FigureId, Decimal)]) -> Result<Evaluated, Unanswered> {
        self.moved_as_far_as(moves, FigureScope::Decisive)
    }

    fn moved_as_far_as(&self, moves: &[(FigureId, Decimal)], scope: FigureScope) -> Result<Evaluated, Unanswered> {
        let sheet = &self.model.sheet;
        let (mut values, mut known) = (self.values.clone(), self.known.clone());
        let inputs: Vec<FigureId> = moves.iter().map(|(input, _)| *input).collect();
        for figure in sheet.dependents(&inputs) {
            known[figure.index()] = false;
        }
        for (input, value) in moves {
            values[sheet.at(*input, 0)] = *value;
        }
        Evaluated::computed(Arc::clone(&self.model), values, known, scope)
    }

    /// Computes more figures; none if one of them cannot be computed.
    #[must_use]
    pub fn with_figures(&self, figures: &[FigureId]) -> Option<Evaluated> {
        let (model, mut values, mut known) = (Arc::clone(&self.model), self.values.clone(), self.known.clone());
        compute(&model.sheet, figures, &mut values, &mut known).ok()?;
        Some(Evaluated { model, values, known, discount_factors: self.discount_factors.clone() })
    }

    /// Computes figures that are not known yet.
    fn computed(
        model: Arc<Model>,
        values: Values<Decimal>,
        known: Vec<bool>,
        scope: FigureScope,
    ) -> Result<Evaluated, Unanswered> {
        let (mut values, mut known) = (values, known);
        let sheet = &model.sheet;
        // conditions first: if one is broken, other figures may not be computable
        let rules: Vec<FigureId> = sheet.conditions().iter().map(|condition| condition.not_above_zero).collect();
        compute(sheet, &rules, &mut values, &mut known)?;
        let broken = broken_rules(sheet, sheet.conditions(), &values);
        if !broken.is_empty() {
            return Err(Unanswered::Broken(broken));
        }
        let (core, ratios) = match scope {
            FigureScope::All => (core_figures(&model), model.ratios.clone()),
            FigureScope::Decisive => decisive_figures(&model),
        };
        compute(sheet, &core, &mut values, &mut known)?;
        for ratio in &ratios {
            let missing = sheet.unknown_ancestors(&[*ratio], &known);
            let evaluated = sheet.evaluate(&missing, &mut values);
            let by_nothing = |figure: &FigureId| divides_by_nothing(sheet, &values, *figure);
            match evaluated {
                Ok(()) if missing.iter().any(by_nothing) => {}
                Ok(()) => missing.iter().for_each(|figure| known[figure.index()] = true),
                Err(EvaluationError { error: EvaluationErrorKind::DivisionByZero, .. }) => {}
                Err(fault) if by_nothing(&fault.figure) => {}
                Err(fault) => return Err(Unanswered::fault(sheet, fault)),
            }
        }
        let v = values[sheet.at(model.monthly_discount, 0)];
        let discount_factors = discount_factors(v, model.horizon, model.flows);
        Ok(Evaluated { model, values, known, discount_factors })
    }

    /// Whether each figure has a value.
    #[must_use]
    pub fn known(&self) -> &[bool] {
        &self.known
    }

    /// Value of a figure; for a row, that of its first period.
    ///
    /// # Panics
    /// As [`Evaluated::value_in`].
    #[must_use]
    #[track_caller]
    pub fn value(&self, figure: FigureId) -> Decimal {
        self.value_in(figure, 0)
    }

    /// Value of a ratio, if it has one.
    #[must_use]
    pub fn ratio(&self, figure: FigureId) -> Option<Decimal> {
        self.known[figure.index()].then(|| self.value(figure))
    }

    /// Whether a figure has a value.
    #[must_use]
    pub fn is_known(&self, figure: FigureId) -> bool {
        self.known[figure.index()]
    }

    /// Whether a figure is zero in every period.
    #[must_use]
    pub fn is_nothing(&self, figure: FigureId) -> bool {
        let sheet = &self.model.sheet;
        (0..sheet.periods().len()).all(|period| self.value_in(figure, period).is_zero())
    }

    /// Value of a figure in a period.
    ///
    /// # Panics
    /// If the figure has no value, which is a bug: ratios are read with [`Evaluated::ratio`], and all other figures
    /// must be evaluated before. Otherwise it would be read as zero.
    #[must_use]
    #[track_caller]
    pub fn value_in(&self, figure: FigureId, period: usize) -> Decimal {
        assert!(self.known[figure.index()], "figure {} was not evaluated", figure.index());
        self.values[self.model.sheet.at(figure, period)]
    }

    /// Largest value of a row.
    #[must_use]
    pub fn largest(&self, row: FigureId) -> Decimal {
        (0..self.model.sheet.periods().len()).map(|period| self.value_in(row, period)).max().unwrap_or_default()
    }

    /// Cash of a line at the end of each month, starting with month 0.
    #[must_use]
    pub fn cash(&self, line: &CostLine) -> Vec<Decimal> {
        let mut months = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        for flow in &line.flows {
            self.add_flow(*flow, &mut months);
        }
        months
    }

    /// Cost of a line in each month, starting with month 0, with capital amortized over its months of service.
    #[must_use]
    pub fn amortized(&self, line: &CostLine) -> Vec<Decimal> {
        if line.amortized.is_empty() {
            return self.cash(line);
        }
        let mut months = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        for amortized in &line.amortized {
            self.add_flow(Flow::Monthly(*amortized), &mut months);
        }
        months
    }

    /// Discount factor of a payment at the end of a month.
    #[must_use]
    pub fn discount_factor(&self, month: u32) -> Decimal {
        self.discount_factors.get(month as usize).copied().unwrap_or_default()
    }

    /// Cash of a loan at the end of each month, starting with month 0: the amount borrowed as a receipt, level
    /// payments, and the balance at the horizon.
    #[must_use]
    pub fn loan(&self, loan: &LoanModel) -> Vec<Decimal> {
        let mut months = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        months[0] -= self.value(loan.borrowed);
        for month in &mut months[1..=loan.months as usize] {
            *month += self.value(loan.payment);
        }
        months[self.model.horizon as usize] += self.value(loan.balance);
        months
    }

    pub(super) fn add_flow(&self, flow: Flow<FigureId>, months: &mut [Decimal]) {
        match flow {
            Flow::Once { month, amount } => months[month as usize] += self.value(amount),
            Flow::Monthly(row) => {
                for (at, period) in self.model.sheet.periods().iter().enumerate() {
                    let amount = self.value_in(row, at);
                    for month in period.first..=period.last {
                        months[month as usize] += amount;
                    }
                }
            }
            Flow::InAdvance(row) => {
                for (at, period) in self.model.sheet.periods().iter().enumerate() {
                    let amount = self.value_in(row, at);
                    for month in period.first..=period.last {
                        months[month as usize - 1] += amount;
                    }
                }
            }
            Flow::FirstMonth(row) => {
                for (at, period) in self.model.sheet.periods().iter().enumerate() {
                    months[period.first as usize] += self.value_in(row, at);
                }
            }
        }
    }

    /// Present values of flows at the end of each month.
    #[must_use]
    pub fn discounted(&self, months: &[Decimal]) -> Vec<Decimal> {
        let discounted =
            |(cash, factor): (&Decimal, &Decimal)| if cash.is_zero() { Decimal::ZERO } else { cash * factor };
        months.iter().zip(&self.discount_factors).map(discounted).collect()
    }
}

/// `v^e(m)` for every month m, from 0, with `e(m)` the date at which payments of the month count.
pub(super) fn discount_factors(v: Decimal, horizon: u32, flows: FlowDates) -> Vec<Decimal> {
    match flows {
        FlowDates::MonthEnd => at_month_ends(v, horizon),
        FlowDates::YearEnd | FlowDates::MidYear => {
            let half = number::root(v, 2);
            let power = |base: &Decimal, steps| Number::power(base, steps).unwrap_or_default();
            let factor =
                |halves: u32| if halves.is_multiple_of(2) { power(&v, halves / 2) } else { power(&half, halves) };
            (0..=horizon).map(|month| factor(flows.half_months(month, horizon))).collect()
        }
    }
}

/// `v^m` for every month, from 0; recomputed as a power every year to limit rounding.
fn at_month_ends(v: Decimal, horizon: u32) -> Vec<Decimal> {
    let mut factor = Decimal::ONE;
    let mut factors = Vec::with_capacity(horizon as usize + 1);
    for month in 0..=horizon {
        if month % 12 == 0 {
            factor = Number::power(&v, month).unwrap_or_default();
        }
        factors.push(factor);
        factor *= v;
    }
    factors
}

/// Figures that are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FigureScope {
    /// All that a comparison shows.
    All,
    /// Those of decisions and break-evens.
    Decisive,
}

/// Figures of decisions and break-evens, and ratios among them.
fn decisive_figures(model: &Model) -> (Vec<FigureId>, Vec<FigureId>) {
    let mut figures = vec![model.factor, model.demanded, model.monthly_discount];
    figures.extend(model.demand_utilization);
    figures.extend(model.pairs.iter().map(|pair| pair.difference));
    for option in &model.options {
        figures.extend([option.present_value, option.unserved]);
        figures.extend([option.without_headroom, option.too_large].into_iter().flatten());
    }
    let ratios = model
        .options
        .iter()
        .flat_map(|option| [option.factor_limit, option.filling_factor, option.utilization])
        .flatten();
    (figures, ratios.collect())
}

/// Figures that must have a value: lines, totals, differences.
#[must_use]
pub fn core_figures(model: &Model) -> Vec<FigureId> {
    let mut core = vec![model.factor, model.demanded, model.monthly_discount];
    core.extend(model.demand_utilization);
    for option in &model.options {
        core.extend([
            option.total,
            option.present_value,
            option.useful_hours,
            option.demanded,
            option.unserved,
            option.lost,
        ]);
        core.extend([option.nodes, option.energy, option.carbon, option.book_resale].into_iter().flatten());
        core.extend([option.without_headroom, option.too_large].into_iter().flatten());
        if let Some(WorkValue { total, present_value, less_cost }) = option.value {
            core.extend([total, present_value, less_cost]);
        }
        for part in &option.parts {
            core.extend([part.site_power, part.accelerators].into_iter().flatten());
            core.extend(part.jobs.iter().flat_map(|job| [job.size, job.room]));
            core.extend(part.elsewhere.iter().map(|served| served.useful_hours));
        }
        core.extend(option.lines.iter().flat_map(CostLine::figures));
        if let Some(WasteModel { paid, idle, ready, failed, stalled, interrupted, .. }) = option.waste {
            core.extend([Some(paid), Some(idle), ready, failed, stalled, interrupted].into_iter().flatten());
        }
        if let Some(LoanModel { borrowed, payment, balance, interest, present_value, .. }) = option.loan {
            core.extend([borrowed, payment, balance, interest, present_value]);
        }
    }
    for workload in &model.workloads {
        core.extend([workload.mean, workload.useful_hours, workload.spent_hours]);
        core.extend(workload.peak);
    }
    core.extend(model.pairs.iter().map(|pair| pair.difference));
    core
}

impl NoValue {
    /// The figure that cannot be computed, from an error of a sheet.
    #[must_use]
    pub fn of(sheet: &Sheet, fault: EvaluationError) -> NoValue {
        let named = std::iter::once(fault.figure).chain(sheet.dependents(&[fault.figure]));
        let name = named.into_iter().find_map(|figure| sheet.row(figure).name.clone());
        NoValue { name: name.map(Cow::into_owned), error: fault.error }
    }
}

impl Unanswered {
    /// The reason for an error of a sheet.
    #[must_use]
    pub fn fault(sheet: &Sheet, fault: EvaluationError) -> Unanswered {
        Unanswered::NoValue { why: NoValue::of(sheet, fault), largest_input: largest_input(sheet, fault.figure) }
    }
}

/// The largest of the inputs that a figure is computed from; none if there are none.
fn largest_input(sheet: &Sheet, figure: FigureId) -> Option<NodeId> {
    let leaves: Values<Decimal> = sheet.values();
    let inputs = sheet.ancestors(&[figure]).into_iter().filter_map(|figure| match sheet.row(figure).formula {
        Formula::Leaf(Source::Given(given)) => Some((leaves[sheet.at(figure, 0)], NodeId::from(given))),
        _ => None,
    });
    inputs.max_by_key(|(value, _)| *value).map(|(_, node)| node)
}
