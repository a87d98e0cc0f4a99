//! A model with its values, and what can be read off them.

use super::reason::NoValue;
use crate::inputs::FigureRule;
use crate::model::loan::LoanModel;
use crate::model::{CostLine, Flow, Model, WasteModel, WorkValue};
use crate::number;
use crate::scenario::conventions::FlowDates;
use crate::scenario::document::NodeId;
use crate::sheet::{Binary, Condition, Fault, FigureId, Formula, Number, Sheet, Source, Trouble, Values};
use rust_decimal::Decimal;
use std::borrow::Cow;
use std::sync::Arc;

/// A model, evaluated at the stated values.
#[derive(Debug)]
pub struct Evaluated {
    /// The model.
    pub model: Arc<Model>,
    /// The value of every figure.
    pub values: Values<Decimal>,
    /// For every figure, whether it has one: ratios have none where they would divide by nothing.
    known: Vec<bool>,
    /// `v^m` for every month from 0 on.
    discount_factors: Vec<Decimal>,
}

/// Why a model has no answer at the stated values.
#[derive(Clone, Debug)]
pub enum Unanswered {
    /// A figure has no value.
    NoValue {
        /// Which, and why.
        why: NoValue,
        /// The largest of the inputs that it is computed from.
        largest_input: Option<NodeId>,
    },
    /// Rules are broken, each where it is so the most.
    Broken(Vec<BrokenRule>),
}

/// A rule of the sheet that the stated values break.
#[derive(Clone, Copy, Debug)]
pub struct BrokenRule {
    /// What must not be above zero.
    pub condition: Condition,
    /// The first month of the period in which it is broken the most.
    pub month: u32,
    /// By how much.
    pub by: Decimal,
}

impl BrokenRule {
    /// The rule.
    #[must_use]
    pub fn rule(&self) -> FigureRule {
        self.condition.rule.into()
    }

    /// The part of the scenario that breaks it.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.condition.at.into()
    }
}

/// Up to this what divisions left over breaks no rule.
pub(super) const LEFT_OVER: Decimal = Decimal::from_parts(1, 0, 0, false, 18);

/// Rules that are broken; of periods in which one is broken alike, the first.
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

/// Whether a ratio would divide by what other divisions left over of hours that add up to nothing.
pub(super) fn divides_by_nothing(sheet: &Sheet, values: &Values<Decimal>, ratio: FigureId) -> bool {
    let Formula::Binary(Binary::Divide, _, divisor) = sheet.row(ratio).formula else { return false };
    !sheet.is_row(divisor) && values[sheet.at(divisor, 0)].abs() < Decimal::new(1, 15)
}

/// Computes figures, with those that they are computed from, unless that is done.
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
    /// Computes every figure.
    ///
    /// # Errors
    /// If a rule of the sheet is broken, or a figure that is not a ratio has no value.
    pub fn new(model: Model) -> Result<Evaluated, Unanswered> {
        let sheet = &model.sheet;
        // inputs and constants have their values from the start
        let is_leaf = |figure: &FigureId| matches!(sheet.row(*figure).formula, Formula::Leaf(_));
        let known = sheet.all().iter().map(is_leaf).collect();
        let values = sheet.values();
        Evaluated::computed(Arc::new(model), values, known)
    }

    /// The same at other values of some inputs: what follows from them is computed again.
    ///
    /// # Errors
    /// As [`Evaluated::new`].
    pub fn moved(&self, moves: &[(FigureId, Decimal)]) -> Result<Evaluated, Unanswered> {
        let sheet = &self.model.sheet;
        let (mut values, mut known) = (self.values.clone(), self.known.clone());
        let inputs: Vec<FigureId> = moves.iter().map(|(input, _)| *input).collect();
        for figure in sheet.dependents(&inputs) {
            known[figure.index()] = false;
        }
        for (input, value) in moves {
            values[sheet.at(*input, 0)] = *value;
        }
        Evaluated::computed(Arc::clone(&self.model), values, known)
    }

    /// The same with more figures computed; none where one of them has no value.
    #[must_use]
    pub fn also(&self, figures: &[FigureId]) -> Option<Evaluated> {
        let (model, mut values, mut known) = (Arc::clone(&self.model), self.values.clone(), self.known.clone());
        compute(&model.sheet, figures, &mut values, &mut known).ok()?;
        Some(Evaluated { model, values, known, discount_factors: self.discount_factors.clone() })
    }

    /// Computes what is not known yet.
    fn computed(model: Arc<Model>, values: Values<Decimal>, known: Vec<bool>) -> Result<Evaluated, Unanswered> {
        let (mut values, mut known) = (values, known);
        let sheet = &model.sheet;
        // rules first: where one is broken, other figures may have no value
        let rules: Vec<FigureId> = sheet.conditions().iter().map(|condition| condition.not_above_zero).collect();
        compute(sheet, &rules, &mut values, &mut known)?;
        let broken = broken_rules(sheet, sheet.conditions(), &values);
        if !broken.is_empty() {
            return Err(Unanswered::Broken(broken));
        }
        compute(sheet, &core_figures(&model), &mut values, &mut known)?;
        for ratio in &model.ratios {
            let missing = sheet.unknown_ancestors(&[*ratio], &known);
            let evaluated = sheet.evaluate(&missing, &mut values);
            let by_nothing = |figure: &FigureId| divides_by_nothing(sheet, &values, *figure);
            match evaluated {
                Ok(()) if missing.iter().any(by_nothing) => {}
                Ok(()) => missing.iter().for_each(|figure| known[figure.index()] = true),
                Err(Fault { trouble: Trouble::DivisionByZero, .. }) => {}
                Err(fault) if by_nothing(&fault.figure) => {}
                Err(fault) => return Err(Unanswered::fault(sheet, fault)),
            }
        }
        let v = values[sheet.at(model.monthly_discount, 0)];
        let discount_factors = discount_factors(v, model.horizon, model.flows);
        Ok(Evaluated { model, values, known, discount_factors })
    }

    /// For every figure, whether it has a value.
    #[must_use]
    pub fn known(&self) -> &[bool] {
        &self.known
    }

    /// The value of a figure; of a row, that of its first period.
    ///
    /// # Panics
    /// As [`Evaluated::value_in`].
    #[must_use]
    #[track_caller]
    pub fn value(&self, figure: FigureId) -> Decimal {
        self.value_in(figure, 0)
    }

    /// The value of a ratio, if it has one.
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

    /// The value of a figure in a period.
    ///
    /// # Panics
    /// If the figure has no value, a bug: a ratio is asked for by [`Evaluated::ratio`], and whatever else is read has to be
    /// evaluated. It would be read as zero.
    #[must_use]
    #[track_caller]
    pub fn value_in(&self, figure: FigureId, period: usize) -> Decimal {
        assert!(self.known[figure.index()], "figure {} was not evaluated", figure.index());
        self.values[self.model.sheet.at(figure, period)]
    }

    /// The largest value of a row.
    #[must_use]
    pub fn largest(&self, row: FigureId) -> Decimal {
        (0..self.model.sheet.periods().len()).map(|period| self.value_in(row, period)).max().unwrap_or_default()
    }

    /// Cash of a line at the end of each month, month 0 first.
    #[must_use]
    pub fn cash(&self, line: &CostLine) -> Vec<Decimal> {
        let mut months = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        for flow in &line.flows {
            self.add_flow(*flow, &mut months);
        }
        months
    }

    /// Cost of a line in each month, capital spread over its months of service; month 0 first.
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

    /// What a payment at the end of a month is worth today.
    #[must_use]
    pub fn discount_factor(&self, month: u32) -> Decimal {
        self.discount_factors.get(month as usize).copied().unwrap_or_default()
    }

    /// Cash of a loan at the end of each month, month 0 first: what is borrowed as a receipt, level payments, and at the horizon what
    /// is still owed.
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

    /// What flows at the end of each month are worth today.
    #[must_use]
    pub fn discounted(&self, months: &[Decimal]) -> Vec<Decimal> {
        let worth = |(cash, factor): (&Decimal, &Decimal)| if cash.is_zero() { Decimal::ZERO } else { cash * factor };
        months.iter().zip(&self.discount_factors).map(worth).collect()
    }
}

/// `v^e(m)` for every month m from 0 on, at whose date `e(m)` what is paid in it counts.
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

/// `v^m` for every month from 0 on: a fresh power every year, so that rounding does not pile up.
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

/// What must have a value: lines, totals, differences.
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
            option.undone,
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
    /// What a fault of a sheet says of the figure without a value.
    #[must_use]
    pub fn of(sheet: &Sheet, fault: Fault) -> NoValue {
        let named = std::iter::once(fault.figure).chain(sheet.dependents(&[fault.figure]));
        let name = named.into_iter().find_map(|figure| sheet.row(figure).name.clone());
        NoValue { name: name.map(Cow::into_owned), trouble: fault.trouble }
    }
}

impl Unanswered {
    /// A fault of a sheet.
    #[must_use]
    pub fn fault(sheet: &Sheet, fault: Fault) -> Unanswered {
        Unanswered::NoValue { why: NoValue::of(sheet, fault), largest_input: largest_input(sheet, fault.figure) }
    }
}

/// The largest of the inputs that a figure is computed from; none where it is computed from none.
fn largest_input(sheet: &Sheet, figure: FigureId) -> Option<NodeId> {
    let leaves: Values<Decimal> = sheet.values();
    let inputs = sheet.ancestors(&[figure]).into_iter().filter_map(|figure| match sheet.row(figure).formula {
        Formula::Leaf(Source::Given(given)) => Some((leaves[sheet.at(figure, 0)], NodeId::from(given))),
        _ => None,
    });
    inputs.max_by_key(|(value, _)| *value).map(|(_, node)| node)
}
