//! Formulas behind a figure, with names and with values, down to inputs and constants.

use super::result::{Explanation, FormulaStep, Leaf, StepValue};
use crate::analysis::Answer;
use crate::model::{CostLine, Flow, OptionModel};
use crate::number;
use crate::scenario::conventions::FlowDates;
use crate::scenario::document::NodeId;
use crate::scenario::own::with_age;
use crate::sheet::{FigureId, Formula, OriginId, Period, Source};
use crate::variation::Evaluated;
use rust_decimal::Decimal;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};

/// Significant digits of figures that are not amounts of the report.
pub(super) const DIGITS: u32 = 10;

/// A figure at which formulas end, since it has its own explanation, and its name there.
pub(super) type Stop = (FigureId, String);

/// Collects the formulas behind a figure.
#[derive(Debug)]
pub struct Explainer<'a> {
    pub(super) answer: &'a Answer,
    /// Evaluated figures, including those to explain.
    pub(super) evaluated: &'a Evaluated,
    pub(super) names: HashMap<FigureId, String>,
    /// Text of values by figure and period: formulas share most of their operands.
    pub(super) values: RefCell<HashMap<(FigureId, usize), String>>,
    /// Unit of useful output, if not that of the scenario.
    pub(super) output: Option<&'a str>,
}

impl<'a> Explainer<'a> {
    /// Explainer for the figures of an answer.
    #[must_use]
    pub fn new(answer: &'a Answer) -> Explainer<'a> {
        Explainer {
            answer,
            evaluated: &answer.evaluated,
            names: HashMap::new(),
            values: RefCell::default(),
            output: None,
        }
    }

    /// Replaces the evaluated figures by a superset.
    #[must_use]
    pub(super) fn by(self, evaluated: &'a Evaluated) -> Explainer<'a> {
        Explainer { evaluated, values: RefCell::default(), ..self }
    }

    /// Sets the unit of useful output to that of a workload.
    #[must_use]
    pub(super) fn counting(self, output: Option<&'a str>) -> Explainer<'a> {
        Explainer { output, values: RefCell::default(), ..self }
    }

    /// Explains a line: its payments, and the formulas of their amounts.
    #[must_use]
    pub fn line(mut self, option: &OptionModel, line: &CostLine) -> Explanation {
        let header = &self.answer.comparison.header;
        let money = |figure| number::grouped(self.evaluated.value(figure), header.minor_digits);
        let title = format!("{}.{}.{}", option.id, line.group.name(), line.name);
        let sentence = format!(
            "{} {} over {}; present value {} {}.",
            money(line.total),
            header.currency,
            number::counted(header.horizon_months, "month"),
            money(line.present_value),
            header.currency
        );
        let payments = self.settled(line);
        let discount = (!payments.is_empty()).then(|| {
            format!(
                "The discount is the present value of 1 {} paid in each of those months: the sum of v^m, with v = {} \
                 and m the {}.",
                header.currency,
                number::readable(self.evaluated.value(self.evaluated.model.monthly_discount), DIGITS),
                dates_of(self.evaluated.model.flows)
            )
        });
        let some = |flow: &&Flow<FigureId>| !self.payments(**flow).is_empty();
        let paid: Vec<&Flow<FigureId>> = line.flows.iter().filter(some).collect();
        let shown = if paid.is_empty() { line.flows.iter().collect() } else { paid };
        let amounts: Vec<(String, FigureId)> = shown
            .into_iter()
            .map(|flow| match flow {
                Flow::Monthly(figure) => ("amount a month".to_owned(), *figure),
                Flow::InAdvance(figure) => ("amount a month, in advance".to_owned(), *figure),
                Flow::FirstMonth(figure) => ("amount at the end of the first month".to_owned(), *figure),
                Flow::Once { month, amount } => (format!("amount in {}", header.dated(*month)), *amount),
            })
            .collect();
        let (steps, leaves) = self.formulas(&amounts, &[]);
        let sentences = [Some(sentence), discount, namesakes(&steps)].into_iter().flatten().collect();
        Explanation { title, sentences, payments, steps, leaves }
    }

    /// Explains named figures; formulas end at `stops`.
    #[must_use]
    pub(super) fn figures(mut self, title: String, figures: &[(String, FigureId)], stops: &[Stop]) -> Explanation {
        // each is named in the formulas of the others
        self.names.extend(figures.iter().map(|(name, figure)| (*figure, name.clone())));
        let (steps, leaves) = self.formulas(figures, stops);
        let is_shown = |name: &String| leaves.iter().any(|leaf| leaf.name == *name);
        let shown = stops.iter().filter(|(_, name)| is_shown(name));
        let printed = shown.filter_map(|(figure, name)| self.printed_otherwise(*figure, name));
        let sentences = printed.chain(namesakes(&steps)).collect();
        Explanation { title, sentences, payments: Vec::new(), steps, leaves }
    }

    /// Note if the printed total of an option, a sum of rounded lines, differs from the unrounded total used in formulas.
    fn printed_otherwise(&self, figure: FigureId, name: &str) -> Option<String> {
        let (evaluated, digits) = (self.evaluated, self.answer.comparison.header.minor_digits);
        let mut options = evaluated.model.options.iter();
        let option = options.find(|option| [option.total, option.present_value].contains(&figure))?;
        let statement = self.answer.statement(option)?;
        let printed = if figure == option.total { statement.total } else { statement.present_value };
        let differs = number::money(evaluated.value(figure), digits) != *printed;
        let printed = printed.grouped();
        differs.then(|| {
            format!("The {name} is printed as {printed}, the sum of rounded lines; formulas use the unrounded value.")
        })
    }

    /// Formulas of `tops` and of every named figure below them, from the top down, and their leaves.
    fn formulas(&mut self, tops: &[(String, FigureId)], stops: &[Stop]) -> (Vec<FormulaStep>, Vec<Leaf>) {
        let sheet = &self.evaluated.model.sheet;
        let mut order: Vec<FigureId> = Vec::new();
        let mut leaves: Vec<FigureId> = Vec::new();
        let roots: Vec<FigureId> = tops.iter().map(|(_, figure)| *figure).collect();
        let ends = |figure: FigureId| stops.iter().any(|(stop, _)| *stop == figure) && !roots.contains(&figure);
        let needed = reachable(sheet, &roots, &ends);
        for figure in needed.into_iter().rev() {
            let row = sheet.row(figure);
            let is_leaf = matches!(row.formula, Formula::Leaf(_)) || ends(figure);
            if is_leaf {
                leaves.push(figure);
            } else if row.name.is_some() && !roots.contains(&figure) {
                order.push(figure);
            }
        }
        leaves.reverse();
        let first = self.first_alike(&order, &leaves);
        let repeats: Vec<FigureId> = order.iter().copied().filter(|figure| first[figure] != *figure).collect();
        order.retain(|figure| first[figure] == *figure);
        self.name_all(&order, &leaves, stops);
        for repeat in repeats {
            let name = self.names[&first[&repeat]].clone();
            self.names.insert(repeat, name);
        }
        let mut steps: Vec<FormulaStep> = Vec::new();
        for (name, figure) in tops {
            // a line may have the same formula at several dates: show it once
            let step = self.step(name.clone(), *figure);
            let again = steps.iter().any(|other| other.formula == step.formula && other.values == step.values);
            if self.names.contains_key(figure) || !again {
                steps.push(step);
            }
        }
        steps.extend(order.iter().map(|figure| self.step(self.names[figure].clone(), *figure)));
        let calendar = leaves.iter().flat_map(|figure| sheet.decided_by(*figure));
        let shown = |given: &OriginId| {
            leaves.iter().any(|leaf| sheet.row(*leaf).formula == Formula::Leaf(Source::Given(*given)))
        };
        let dates: BTreeSet<NodeId> = calendar.copied().filter(|given| !shown(given)).map(NodeId::from).collect();
        let mut leaves = self.leaves(&leaves);
        leaves.extend(dates.into_iter().map(|node| self.decided(node)));
        (steps, leaves)
    }

    /// For every named figure the first equal one: the same name, and the same formula of the same figures.
    fn first_alike(&self, order: &[FigureId], leaves: &[FigureId]) -> HashMap<FigureId, FigureId> {
        let sheet = self.sheet();
        let mut first: HashMap<FigureId, FigureId> = HashMap::new();
        let mut known: HashMap<(String, String), FigureId> = HashMap::new();
        let name = |figure: FigureId| sheet.row(figure).name.clone().unwrap_or_default().into_owned();
        let mut named: HashMap<String, usize> = HashMap::new();
        for figure in order {
            *named.entry(name(*figure)).or_insert(0) += 1;
        }
        for figure in order.iter().rev().copied() {
            let name = name(figure);
            if named[&name] == 1 {
                first.insert(figure, figure);
                continue;
            }
            let say = |of: FigureId, period: usize| match sheet.row(of).formula {
                Formula::Leaf(Source::Constant(why)) => Some(format!("{why} {}", self.value(of, period))),
                // a calendar row names its months
                Formula::Leaf(Source::Calendar(_)) if sheet.row(of).name.is_none() => Some(format!("<{}>", of.index())),
                _ if leaves.contains(&of) && sheet.row(of).name.is_none() => Some(format!("<{}>", of.index())),
                _ => match first.get(&of) {
                    Some(same) => Some(format!("<{}>", same.index())),
                    None => leaves.contains(&of).then(|| sheet.row(of).name.clone().unwrap_or_default().into_owned()),
                },
            };
            let periods = if sheet.is_row(figure) { 0..sheet.periods().len() } else { 0..1 };
            let values: Vec<String> = periods
                .map(|at| format!("{} = {}", sheet.expression(figure, at, &say), self.value(figure, at)))
                .collect();
            let same = *known.entry((name, values.join("\n"))).or_insert(figure);
            first.insert(figure, same);
        }
        first
    }

    /// Gives each figure that is shown by name a name that is unique in this explanation.
    fn name_all(&mut self, order: &[FigureId], leaves: &[FigureId], stops: &[Stop]) {
        let document = &self.answer.loaded.document;
        let sheet = &self.evaluated.model.sheet;
        let mut taken: HashMap<String, usize> = HashMap::new();
        for figure in order.iter().chain(leaves) {
            let row = sheet.row(*figure);
            if let Some((_, name)) = stops.iter().find(|(stop, _)| stop == figure && leaves.contains(figure)) {
                self.names.insert(*figure, name.clone());
                continue;
            }
            let name = match (&row.name, &row.formula) {
                (Some(name), _) => name.to_string(),
                (None, Formula::Leaf(Source::Given(given))) => {
                    let node = NodeId::from(*given);
                    let same_key = |other: &FigureId| match sheet.row(*other).formula {
                        Formula::Leaf(Source::Given(other)) => {
                            other != *given && document.key(other.into()) == document.key(node)
                        }
                        _ => false,
                    };
                    let path = document.path(node);
                    // the key of an exchange rate is a code, or does not name the currency
                    if sheet.row(*figure).unit.is_exchange_rate() || is_change_of_rate(&path) {
                        self.words(node)
                    } else if leaves.iter().any(same_key) {
                        parent_and_key(&path)
                    } else {
                        last_key(&path)
                    }
                }
                (None, Formula::Leaf(Source::Constant(why) | Source::Calendar(why) | Source::Variable(why))) => {
                    (*why).to_owned()
                }
                (None, _) => continue,
            };
            let count = taken.entry(name.clone()).or_insert(0);
            *count += 1;
            let distinct =
                *count > 1 && !matches!(row.formula, Formula::Leaf(Source::Constant(_) | Source::Calendar(_)));
            self.names.insert(*figure, if distinct { format!("{name} #{count}") } else { name });
        }
    }

    fn step(&self, name: String, figure: FigureId) -> FormulaStep {
        let named = |of: FigureId, period: usize| self.named(of, period);
        let formula = self.sheet().expression(figure, 0, &named);
        let values = match &self.sheet().row(figure).formula {
            Formula::Dot(a, b) => self.summed(figure, *a, *b),
            _ => self.by_period(figure),
        };
        FormulaStep { name, formula, values }
    }

    /// Formula with values, merged over consecutive periods with the same text.
    fn by_period(&self, figure: FigureId) -> Vec<StepValue> {
        let sheet = self.sheet();
        let valued = |of: FigureId, period: usize| self.valued(of, period);
        let count = if sheet.is_row(figure) { sheet.periods().len() } else { 1 };
        let mut values: Vec<(Period, StepValue)> = Vec::new();
        for at in 0..count {
            let (period, result) = (sheet.periods()[at], self.value(figure, at));
            let levels = self.levels(figure, at);
            let number = levels.is_none().then(|| self.number(figure, at));
            let (formula, result) = (sheet.expression(figure, at, &valued), levels.unwrap_or(result));
            let value = StepValue { when: String::new(), formula, result, number };
            match values.last_mut() {
                Some((months, last)) if *last == value => months.last = period.last,
                _ => values.push((period, value)),
            }
        }
        let several = values.len() > 1;
        let label =
            |(months, value)| StepValue { when: if several { self.span(months) } else { String::new() }, ..value };
        values.into_iter().map(label).collect()
    }

    pub(super) fn month(&self, month: u32) -> String {
        self.answer.comparison.header.dated(month).to_string()
    }

    pub(super) fn span(&self, period: Period) -> String {
        self.answer.comparison.header.dated_months(period.first, period.last).to_string()
    }

    /// Products of a sum over periods, and the sum.
    fn summed(&self, figure: FigureId, a: FigureId, b: FigureId) -> Vec<StepValue> {
        let (sheet, evaluated) = (self.sheet(), self.evaluated);
        let unit = sheet.row(figure).unit;
        let product = |(at, period): (usize, &Period)| {
            let product = evaluated.value_in(a, at) * evaluated.value_in(b, at);
            let formula = format!("{} × {}", self.value(a, at), self.value(b, at));
            StepValue {
                when: self.span(*period),
                formula,
                result: self.with_unit(product, unit),
                number: Some(product),
            }
        };
        let mut values: Vec<StepValue> = sheet.periods().iter().enumerate().map(product).collect();
        let result = self.value(figure, 0);
        let number = Some(self.number(figure, 0));
        values.push(StepValue { when: "total".to_owned(), formula: result.clone(), result, number });
        values
    }

    /// Operand of a formula as a value; a power of 1 is shown as 1.
    fn valued(&self, figure: FigureId, period: usize) -> Option<String> {
        if let Formula::Power(base, _) = self.sheet().row(figure).formula
            && self.evaluated.value_in(base, period) == Decimal::ONE
        {
            return Some("1".to_owned());
        }
        self.names.contains_key(&figure).then(|| self.value(figure, period))
    }

    pub(super) fn sheet(&self) -> &crate::sheet::Sheet {
        &self.evaluated.model.sheet
    }

    /// Operand of a formula as a name, or as a number for an unnamed constant.
    fn named(&self, figure: FigureId, period: usize) -> Option<String> {
        let name = self.names.get(&figure)?;
        let value = || number::readable(self.evaluated.value_in(figure, period), DIGITS);
        Some(if name.is_empty() { value() } else { name.clone() })
    }
}

/// Figures that `roots` are computed from, without those below the `ends`.
fn reachable(sheet: &crate::sheet::Sheet, roots: &[FigureId], ends: &dyn Fn(FigureId) -> bool) -> Vec<FigureId> {
    let mut seen = std::collections::BTreeSet::new();
    let mut open = roots.to_vec();
    while let Some(figure) = open.pop() {
        if seen.insert(figure) && !ends(figure) {
            open.extend(sheet.operands(figure));
        }
    }
    seen.into_iter().collect()
}

/// Whether a path is that of a change of an exchange rate.
fn is_change_of_rate(path: &str) -> bool {
    path.starts_with("exchange_rates.")
}

/// Note on names with a number, if any step has one.
fn namesakes(steps: &[FormulaStep]) -> Option<String> {
    let is_second = |step: &&FormulaStep| step.name.ends_with(" #2");
    let step = steps.iter().find(is_second)?;
    let name = step.name.trim_end_matches(" #2");
    Some(format!("{name} #2 is not {name}: it belongs to another option, or to another level of the load."))
}

/// Keys of a path from the end; list items include their list: `purchases.1`.
fn keys_from_the_end(path: &str) -> impl Iterator<Item = String> {
    let mut parts = path.rsplit('.');
    std::iter::from_fn(move || {
        let key = parts.next()?;
        match key.parse::<usize>() {
            Ok(item) => Some(with_age(&format!("{}.{item}", parts.next().unwrap_or_default())).into_owned()),
            Err(_) => Some(key.to_owned()),
        }
    })
}

fn last_key(path: &str) -> String {
    keys_from_the_end(path).next().unwrap_or_default()
}

fn parent_and_key(path: &str) -> String {
    let mut keys = keys_from_the_end(path);
    let (key, parent) = (keys.next().unwrap_or_default(), keys.next());
    parent.map_or_else(|| key.clone(), |parent| format!("{parent}.{key}"))
}

/// Month at which a payment counts.
fn dates_of(flows: FlowDates) -> &'static str {
    match flows {
        FlowDates::MonthEnd => "month",
        FlowDates::YearEnd => "last month of its contract year within the horizon",
        FlowDates::MidYear => "middle of its contract year within the horizon, in months",
    }
}
