//! Inputs that can vary on their own: numbers of the scenario, and lists of numbers that vary together.

use crate::scenario::document::{Content, Document, NodeId};
use crate::scenario::quantity::{NumberForm, QuantityKind, ReadNumber};
use crate::scenario::{Scenario, declared, is_replaced};
use crate::sheet::{Bounds, FigureId, Grid, SearchDomain, Sheet};
use language::declaration::{Bound, Key, ReferenceKind};
use rust_decimal::Decimal;
use serde::Serialize;

/// Meaning of the value of an input that varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FactorMeasure {
    /// The number itself.
    Number,
    /// The mean of the shares of a profile: the lower the mean, the further all hours are below the busiest.
    Mean,
    /// A factor for all numbers of a list.
    Multiple,
}

impl FactorMeasure {
    /// Its name in machine-readable formats.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            FactorMeasure::Number => "number",
            FactorMeasure::Mean => "mean",
            FactorMeasure::Multiple => "multiple",
        }
    }
}

/// A number of the scenario, or a list of numbers, that varies while all other inputs stay fixed.
pub(in crate::analysis) struct Factor {
    /// Document node.
    pub(in crate::analysis) at: NodeId,
    /// Kind of its numbers.
    pub(super) kind: &'static QuantityKind,
    pub(in crate::analysis) measure: FactorMeasure,
    /// Search domain.
    pub(in crate::analysis) domain: SearchDomain,
    /// Inputs of the sheet that vary with it.
    pub(in crate::analysis) inputs: Vec<Input>,
}

/// An input of the sheet as a linear function of the value of a factor.
pub(in crate::analysis) struct Input {
    pub(in crate::analysis) figure: FigureId,
    /// Value at zero.
    fixed: Decimal,
    /// Slope.
    slope: Decimal,
}

impl Input {
    fn itself(figure: FigureId) -> Input {
        Input { figure, fixed: Decimal::ZERO, slope: Decimal::ONE }
    }

    pub(in crate::analysis) fn at(&self, value: Decimal) -> Decimal {
        self.fixed + self.slope * value
    }

    /// Its values over a domain.
    pub(super) fn range(&self, domain: &SearchDomain) -> Bounds {
        let (first, last) = (self.at(domain.least), self.at(domain.most));
        Bounds::between(first.min(last), first.max(last))
    }
}

/// The inputs of a scenario, by their effect.
pub(super) struct Factors {
    /// Inputs of figures.
    pub(super) of_figures: Vec<Factor>,
    /// Integer inputs that determine the structure of the sheet, or whether an option can be chosen.
    pub(super) of_shape: Vec<ReadNumber>,
}

impl Factors {
    /// Inputs of a document that is built into a sheet.
    pub(super) fn new(document: &Document, scenario: &Scenario, sheet: &Sheet) -> Factors {
        Factors::among(document, scenario, sheet, |_| true)
    }

    /// Inputs of a document that are in scope.
    pub(super) fn among(
        document: &Document,
        scenario: &Scenario,
        sheet: &Sheet,
        is_requested: impl Fn(NodeId) -> bool,
    ) -> Factors {
        let mut factors = Factors { of_figures: Vec::new(), of_shape: Vec::new() };
        let mut lists: Vec<NodeId> = Vec::new();
        for number in document.numbers() {
            let list = list_of(document, number.at);
            if !is_requested(list.unwrap_or(number.at)) {
                continue;
            }
            let figure = sheet.input(number.at).filter(|_| !sheet.is_structural(number.at));
            match (figure, list) {
                (Some(_), Some(list)) if lists.contains(&list) => {}
                (Some(_), Some(list)) => {
                    lists.push(list);
                    factors.of_figures.extend(of_list(document, sheet, list));
                }
                (Some(figure), None) => factors.of_figures.push(of_number(document, scenario, sheet, number, figure)),
                (None, _) if is_replaced(document, number.at) => {}
                (None, _) if number.kind.form == NumberForm::Count => factors.of_shape.push(number),
                (None, _) => {}
            }
        }
        factors
    }
}

/// List that contains a number.
pub(in crate::analysis) fn list_of(document: &Document, at: NodeId) -> Option<NodeId> {
    document.node(at).parent.filter(|list| matches!(document.node(*list).content, Content::List(_)))
}

fn of_number(document: &Document, scenario: &Scenario, sheet: &Sheet, number: ReadNumber, figure: FigureId) -> Factor {
    let ReadNumber { at, kind, value, .. } = number;
    let is_job_size = scenario.demand.is_job_size(at);
    let key = declared(document, at).key();
    let (least, most) = bounds(document, &number, key);
    let least = if is_job_size { least.max(Decimal::ONE) } else { least };
    let grid = if is_job_size || kind.form == NumberForm::Count { Grid::Whole } else { Grid::Line };
    let mut inputs = vec![Input::itself(figure)];
    // the two shares of a payment add up to 100 %
    let rest = scenario.own.iter().filter_map(|entry| entry.value.payment.as_ref());
    let rest = rest.filter_map(|payment| Some([payment.order?.at, payment.delivery?.at]));
    let rest = rest.filter(|pair| pair.contains(&at)).flatten().find(|other| *other != at);
    if let Some(figure) = rest.and_then(|other| sheet.input(other)) {
        inputs.push(Input { figure, fixed: Decimal::ONE, slope: -Decimal::ONE });
    }
    Factor {
        at,
        kind,
        measure: FactorMeasure::Number,
        domain: SearchDomain { today: value, least, most, grid },
        inputs,
    }
}

/// Bounds of the number's kind, narrowed by related numbers of the scenario.
fn bounds(document: &Document, number: &ReadNumber, key: Option<&Key>) -> (Decimal, Decimal) {
    let (mut least, mut most) = (number.kind.minimum(), number.kind.maximum());
    let other_key =
        |key: &str| document.member(document.node(number.at).parent?, key).and_then(|at| document.number(at));
    match key.and_then(|key| Some((key, key.bound?))) {
        Some((_, Bound::AtMost(other))) => most = other_key(other).map_or(most, |other| other.value),
        Some((_, Bound::AtLeast(other))) => least = other_key(other).map_or(least, |other| other.value),
        // the bound of a tier lies between those of its neighbours
        Some((key, Bound::Rising)) => {
            let part = document.node(number.at).parent;
            let parts = part.and_then(|part| document.node(part).parent).map_or(&[][..], |of| document.children(of));
            let position = parts.iter().position(|other| Some(*other) == part).unwrap_or_default();
            let end = |at: Option<usize>| document.number(document.member(*parts.get(at?)?, key.name)?);
            least = end(position.checked_sub(1)).map_or(least, |before| before.value);
            most = end(position.checked_add(1)).map_or(most, |after| after.value);
        }
        None => {}
    }
    (least.min(number.value), most.max(number.value))
}

/// Factor of a list of numbers. For a profile the mean of its shares varies and its busiest hour stays; other lists, and a
/// profile with the same share in every hour, vary in proportion. None for shares that add up to a whole.
pub(in crate::analysis) fn of_list(document: &Document, sheet: &Sheet, list: NodeId) -> Option<Factor> {
    let numbers: Vec<ReadNumber> = document.children(list).iter().filter_map(|at| document.number(*at)).collect();
    let kind = numbers.first()?.kind;
    let values = || numbers.iter().map(|number| number.value);
    let highest = values().max()?;
    let input = |number: &ReadNumber, fixed, slope| Some(Input { figure: sheet.input(number.at)?, fixed, slope });
    let key = declared(document, list).key();
    if key.is_some_and(|key| key.one_whole) {
        return None;
    }
    let stands_for = key.and_then(|key| key.stands_for);
    let mean = values().sum::<Decimal>().checked_div(Decimal::from(numbers.len()))?;
    let depth = highest - mean;
    if stands_for != Some(ReferenceKind::Profile) || depth.is_zero() {
        let most = kind.maximum().checked_div(highest)?;
        let inputs = numbers.iter().filter_map(|number| input(number, Decimal::ZERO, number.value)).collect();
        let domain = SearchDomain { today: Decimal::ONE, least: Decimal::ZERO, most, grid: Grid::Line };
        return Some(Factor { at: list, kind, measure: FactorMeasure::Multiple, domain, inputs });
    }
    // share(t) = highest − (highest − t) · (highest − share) / (highest − mean)
    let inputs: Option<Vec<Input>> = numbers
        .iter()
        .map(|number| {
            let slope = (highest - number.value).checked_div(depth)?;
            input(number, highest - highest * slope, slope)
        })
        .collect();
    let deepest = highest - values().min()?;
    let least = highest - highest.checked_mul(depth)?.checked_div(deepest)?;
    let domain = SearchDomain { today: mean, least, most: highest, grid: Grid::Line };
    Some(Factor { at: list, kind, measure: FactorMeasure::Mean, domain, inputs: inputs? })
}
