//! A model with its values, and what can be read off them.

use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Flow, Line, Model};
use crate::scenario::document::{Document, NodeId};
use crate::sheet::{Fault, FigureId, Formula, Number, Sheet, Source, Trouble};
use rust_decimal::Decimal;

/// A model, evaluated at the stated values.
#[derive(Debug)]
pub struct Evaluated {
    /// The model.
    pub model: Model,
    /// The value of every figure.
    pub values: Vec<Decimal>,
    /// For every figure, whether it has one: ratios have none where they would divide by nothing.
    known: Vec<bool>,
    /// `v^m` for every month from 0 on.
    discount_factors: Vec<Decimal>,
}

impl Evaluated {
    /// Computes every figure.
    ///
    /// # Errors
    /// If a figure that is not a ratio has no value.
    pub fn new(model: Model) -> Result<Evaluated, Fault> {
        let sheet = &model.sheet;
        let all = sheet.all();
        let mut values = sheet.values();
        let mut known = vec![false; all.len()];
        let core = sheet.ancestors(&core_figures(&model));
        sheet.evaluate(&core, &mut values)?;
        for figure in &core {
            known[figure.index()] = true;
        }
        for ratio in &model.ratios {
            let missing: Vec<FigureId> =
                sheet.ancestors(&[*ratio]).into_iter().filter(|figure| !known[figure.index()]).collect();
            match sheet.evaluate(&missing, &mut values) {
                Ok(()) => missing.iter().for_each(|figure| known[figure.index()] = true),
                Err(Fault { trouble: Trouble::DivisionByZero, .. }) => {}
                Err(fault) => return Err(fault),
            }
        }
        let v = values[sheet.at(model.monthly_discount, 0)];
        let discount_factors = discount_factors(v, model.horizon);
        Ok(Evaluated { model, values, known, discount_factors })
    }

    /// The value of a figure; of a row, that of its first period.
    #[must_use]
    pub fn value(&self, figure: FigureId) -> Decimal {
        self.values[self.model.sheet.at(figure, 0)]
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
    #[must_use]
    pub fn value_in(&self, figure: FigureId, period: usize) -> Decimal {
        self.values[self.model.sheet.at(figure, period)]
    }

    /// The largest value of a row.
    #[must_use]
    pub fn largest(&self, row: FigureId) -> Decimal {
        (0..self.model.sheet.periods().len()).map(|period| self.value_in(row, period)).max().unwrap_or_default()
    }

    /// Cash of a line at the end of each month, month 0 first.
    #[must_use]
    pub fn cash(&self, line: &Line) -> Vec<Decimal> {
        let mut months = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        for flow in &line.flows {
            self.add_flow(*flow, &mut months);
        }
        months
    }

    /// Cost of a line in each month, capital spread over its months of service; month 0 first.
    #[must_use]
    pub fn amortized(&self, line: &Line) -> Vec<Decimal> {
        let Some(amortized) = line.amortized else {
            return self.cash(line);
        };
        let mut months = vec![Decimal::ZERO; self.model.horizon as usize + 1];
        self.add_flow(Flow::Monthly(amortized), &mut months);
        months
    }

    fn add_flow(&self, flow: Flow<FigureId>, months: &mut [Decimal]) {
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

/// `v^m` for every month from 0 on: a fresh power every year, so that rounding does not pile up.
fn discount_factors(v: Decimal, horizon: u32) -> Vec<Decimal> {
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

/// What must have a value: lines, totals, conditions, differences.
fn core_figures(model: &Model) -> Vec<FigureId> {
    let mut core = vec![model.factor, model.demand_utilization, model.demanded, model.monthly_discount];
    for option in &model.options {
        core.extend([option.total, option.present_value, option.useful_hours, option.undone, option.lost]);
        core.extend(
            [option.nodes, option.site_power, option.energy, option.carbon, option.book_resale].into_iter().flatten(),
        );
        for line in &option.lines {
            core.extend([line.total, line.present_value]);
            core.extend(line.amortized);
            core.extend(line.flows.iter().map(|flow| match flow {
                Flow::Monthly(figure) | Flow::FirstMonth(figure) | Flow::Once { amount: figure, .. } => *figure,
            }));
        }
    }
    core.extend(model.pairs.iter().map(|pair| pair.difference));
    core.extend(model.sheet.conditions().iter().map(|condition| condition.not_above_zero));
    core
}

/// A figure without a value as a diagnostic, at the largest of the inputs that it is computed from.
#[must_use]
pub fn fault_diagnostic(sheet: &Sheet, document: &Document, fault: Fault) -> Diagnostic {
    let leaves: Vec<Decimal> = sheet.values();
    let inputs = sheet.ancestors(&[fault.figure]).into_iter().filter_map(|figure| match sheet.row(figure).formula {
        Formula::Leaf(Source::Given(node)) => Some((leaves[sheet.at(figure, 0)], node)),
        _ => None,
    });
    let largest = inputs.max_by_key(|(value, _)| *value).map(|(_, node)| node);
    let named = sheet.dependents(&[fault.figure]);
    let named = std::iter::once(fault.figure).chain(named).find_map(|figure| sheet.row(figure).name.clone());
    let name = named.unwrap_or_else(|| "a figure".into());
    let message = match fault.trouble {
        Trouble::TooLarge => format!("{name} would exceed 10^27, the largest figure there is"),
        Trouble::DivisionByZero => format!("{name} would divide by zero"),
    };
    document.diagnostic(Code::TooLarge, largest.unwrap_or(NodeId::ROOT), message).label("the largest number in it")
}
