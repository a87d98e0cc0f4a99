//! Layout of the workbook: sheet and row of every figure that has cells, and the name of every input.

use super::inputs::{self, InputKind, InputRow};
use super::load::{LoadBlock, LoadPart};
use super::names::{Names, cell, fixed_cell, quoted};
use crate::analysis::Answer;
use crate::inputs::FigureRule;
use crate::model::{CostLine, Flow, OptionModel, PairModel};
use crate::scenario::document::NodeId;
use crate::sheet::{Cells, Condition, FigureId, Formula, LevelRanges, Period, Sheet, Source};
use crate::workbook_import::columns;
use std::collections::{BTreeMap, BTreeSet};

/// Column of totals and of numbers that are the same in all periods.
pub(super) const VALUE: u16 = 3;
/// Column of present values.
pub(super) const PRESENT_VALUE: u16 = 4;
/// Column of payments at the time of the decision (month 0).
pub(super) const AT_ONCE: u16 = 5;
/// Column of the first period.
pub(super) const PERIODS: u16 = 6;
/// Row with the names of periods; the two rows below have their months and contract years.
pub(super) const HEAD: u32 = 3;
/// First row below the heads.
pub(super) const BODY: u32 = HEAD + 3;
/// Column of input values.
pub(super) const INPUT: u16 = 2;
/// First row of inputs; the row above has the demand factor.
pub(super) const INPUTS: u32 = 9;
/// Charts of load curves: how many stand side by side, and the rows that one covers.
pub(super) const CHARTS_IN_A_ROW: usize = 3;
pub(super) const CHART: u32 = 17;
/// Maximum number of levels of a curve in a workbook.
const MOST_LEVELS: usize = 5_000;

/// Sheet with figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Figures that all options share: the calendar and demand.
    Demand,
    /// Option, by its index.
    Option(usize),
    /// Differences of all pairs whose break-even can be searched.
    Pair,
}

/// Position of a figure.
#[derive(Clone, Copy, Debug)]
struct FigurePosition {
    place: Place,
    row: u32,
}

/// Rows of an option's sheet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionRows {
    /// First cost line.
    pub lines: u32,
    /// Total of the lines.
    pub total: u32,
    /// Check that cash by period adds up to the total.
    pub check: u32,
    /// First condition.
    pub conditions: u32,
    /// First row of workings.
    pub workings: u32,
}

/// Layout of a workbook.
pub(super) struct Layout<'a> {
    /// Answer that the workbook shows.
    pub answer: &'a Answer,
    /// Name of the inputs sheet.
    pub inputs_sheet: String,
    /// Name of the demand sheet.
    pub demand_sheet: String,
    /// Name of the sheet of load-duration curves.
    pub load_sheet: String,
    /// Name of the sheet with the workings of pairs.
    pub pair_sheet: String,
    /// Names of the option sheets.
    pub option_sheets: Vec<String>,
    /// Names of the sheets of cash by month, by quarter and by year.
    pub grid_sheets: [String; 3],
    /// Numbers of the scenario, in file order.
    pub inputs: Vec<InputRow>,
    /// Name of the cell with the demand factor.
    pub factor_name: String,
    /// Curves that have rows.
    pub loads: Vec<LoadBlock>,
    /// Figures of each sheet, in order of evaluation.
    workings: BTreeMap<Place, Vec<FigureId>>,
    homes: BTreeMap<FigureId, FigurePosition>,
    by_figure: BTreeMap<FigureId, usize>,
    /// Figures without which an option has no cost; all others are ratios and their inputs.
    needed: BTreeSet<FigureId>,
}

impl<'a> Layout<'a> {
    /// Layout for an answer, with sheet names that are not yet in `names`; none if a load has too many levels.
    pub(super) fn of(answer: &'a Answer, names: &mut Names) -> Option<Layout<'a>> {
        let model = &answer.evaluated.model;
        let inputs_sheet = names.sheet("Inputs");
        let demand_sheet = names.sheet("Demand");
        let load_sheet = names.sheet("Load duration");
        let pair_sheet = names.sheet("Break-even workings");
        let grid_sheets = ["Monthly", "Quarterly", "Yearly"].map(|name| names.sheet(name));
        let option_sheets = model.options.iter().map(|option| names.sheet(option.id.as_str())).collect();
        let mut layout = Layout {
            answer,
            inputs_sheet,
            demand_sheet,
            load_sheet,
            pair_sheet,
            option_sheets,
            grid_sheets,
            inputs: inputs::rows(answer),
            factor_name: columns::FACTOR.to_owned(),
            loads: Vec::new(),
            workings: BTreeMap::new(),
            homes: BTreeMap::new(),
            by_figure: BTreeMap::new(),
            needed: BTreeSet::new(),
        };
        let live = layout.inputs.iter().enumerate().filter_map(|(at, input)| match input.kind {
            InputKind::Live(figure) => Some((figure, at)),
            InputKind::Shape | InputKind::Threshold | InputKind::ProgramOnly => None,
        });
        layout.by_figure = live.collect();
        layout.place_figures();
        layout.place_loads()?;
        Some(layout)
    }

    /// Figures of the model.
    pub(super) fn sheet(&self) -> &'a Sheet {
        &self.answer.evaluated.model.sheet
    }

    /// Periods.
    pub(super) fn periods(&self) -> &'a [Period] {
        self.sheet().periods()
    }

    /// Options.
    pub(super) fn options(&self) -> &'a [OptionModel] {
        &self.answer.evaluated.model.options
    }

    /// Pairs of an owned option, or a hybrid, and a rented one.
    pub(super) fn pairs(&self) -> &'a [PairModel] {
        &self.answer.evaluated.model.pairs
    }

    /// Index of the base-case pair for the break-even: the winner and the best option of the other side, or the first pair.
    pub(super) fn base_case_pair(&self) -> Option<usize> {
        let (model, comparison) = (&self.answer.evaluated.model, &self.answer.comparison);
        let winner = comparison.verdict.winner.as_ref();
        let is_of_winner =
            |pair: &&PairModel| [pair.own, pair.rent].iter().any(|at| Some(&comparison.options[*at].name) == winner);
        let cost = |pair: &&PairModel| {
            comparison.options[pair.own].present_value + comparison.options[pair.rent].present_value
        };
        let of_winner = model.pairs.iter().enumerate().filter(|(_, pair)| is_of_winner(pair));
        let best = of_winner.min_by_key(|(_, pair)| cost(pair)).map(|(at, _)| at);
        best.or((!model.pairs.is_empty()).then_some(0))
    }

    fn place_figures(&mut self) {
        let (sheet, options) = (self.sheet(), self.options());
        let results: Vec<Vec<FigureId>> =
            options.iter().map(|option| [needed(option, sheet), ratios(option)].concat()).collect();
        let core: Vec<FigureId> = options.iter().flat_map(|option| needed(option, sheet)).collect();
        self.needed = sheet.ancestors(&core).into_iter().collect();
        let mut owners: BTreeMap<FigureId, Vec<usize>> = BTreeMap::new();
        for (at, results) in results.iter().enumerate() {
            for figure in sheet.ancestors(results) {
                owners.entry(figure).or_default().push(at);
            }
        }
        let demanded = [self.answer.evaluated.model.demanded];
        let of_demand: BTreeSet<FigureId> = sheet.ancestors(&demanded).into_iter().collect();
        let differences = self.pairs().iter().map(|pair| pair.difference);
        let all = demanded.into_iter().chain(differences).chain(results.into_iter().flatten());
        let rows: Vec<OptionRows> = options.iter().map(option_rows).collect();
        for figure in sheet.with_cells(&all.collect::<Vec<_>>()) {
            if let Formula::Leaf(Source::Given(_) | Source::Variable(_) | Source::Constant(_)) =
                sheet.row(figure).formula
            {
                continue;
            }
            let place = match owners.get(&figure).map(Vec::as_slice) {
                Some([one]) => Place::Option(*one),
                None if !of_demand.contains(&figure) => Place::Pair,
                Some(_) | None => Place::Demand,
            };
            let first = match place {
                Place::Demand | Place::Pair => BODY,
                Place::Option(at) => rows[at].workings,
            };
            let figures = self.workings.entry(place).or_default();
            let row = first + u32::try_from(figures.len()).unwrap_or(u32::MAX);
            figures.push(figure);
            self.homes.insert(figure, FigurePosition { place, row });
        }
    }

    /// Assigns rows to the levels of every curve with several; none if there are too many.
    fn place_loads(&mut self) -> Option<()> {
        let sheet = self.sheet();
        let curves: Vec<FigureId> =
            self.homes.keys().copied().filter(|figure| sheet.has_level_ranges(*figure)).collect();
        // the charts are above the levels
        let mut next = BODY + CHART * u32::try_from(curves.len().div_ceil(CHARTS_IN_A_ROW)).unwrap_or(u32::MAX);
        for curve in curves {
            let states =
                sheet.state_formulas(curve, 0, (&self.seen_from(None), &self.answer.evaluated.values), MOST_LEVELS)?;
            let levels = u32::try_from(states.len()).unwrap_or(u32::MAX);
            let gauged = states.iter().any(|state| state.gauge.is_some());
            self.loads.push(LoadBlock { curve, first: next + 2, levels, gauged });
            next += levels + 3;
        }
        Some(())
    }

    /// Figures of a sheet with their rows.
    pub(super) fn workings(&self, place: Place) -> Vec<(FigureId, u32)> {
        let figures = self.workings.get(&place).map(Vec::as_slice).unwrap_or_default();
        figures.iter().map(|figure| (*figure, self.homes[figure].row)).collect()
    }

    /// Whether a figure has cells of its own.
    pub(super) fn has_cells(&self, figure: FigureId) -> bool {
        self.homes.contains_key(&figure)
    }

    /// Figures with cells of their own.
    pub(super) fn placed(&self) -> Vec<FigureId> {
        self.homes.keys().copied().collect()
    }

    /// Whether an option has no cost without a figure.
    pub(super) fn is_needed(&self, figure: FigureId) -> bool {
        self.needed.contains(&figure)
    }

    /// Cells of figures for formulas of sheet `here`; with sheet names for all figures if none.
    pub(super) fn seen_from(&self, here: Option<Place>) -> Seen<'_, 'a> {
        Seen { layout: self, here }
    }

    /// Name of a sheet with figures.
    pub(super) fn name_of(&self, place: Place) -> &str {
        match place {
            Place::Demand => &self.demand_sheet,
            Place::Option(at) => &self.option_sheets[at],
            Place::Pair => &self.pair_sheet,
        }
    }

    /// Name of the cell of a number of the scenario, if it has one.
    pub(super) fn input_name(&self, at: NodeId) -> Option<&str> {
        self.inputs.iter().find(|input| input.at == at).map(|input| input.name.as_str())
    }

    /// Conditions of an option: it is possible only if all hold.
    pub(super) fn conditions(&self, option: &OptionModel) -> &'a [Condition] {
        &self.sheet().conditions()[option.conditions.clone()]
    }
}

/// Cells of figures for formulas of one sheet.
pub(super) struct Seen<'l, 'a> {
    layout: &'l Layout<'a>,
    here: Option<Place>,
}

impl Seen<'_, '_> {
    /// Sheet prefix of a cell; empty on the same sheet.
    fn before(&self, place: Place) -> String {
        if self.here == Some(place) { String::new() } else { format!("{}!", quoted(self.layout.name_of(place))) }
    }

    /// All cells of a figure; for a row those of every period.
    pub(super) fn cells(&self, figure: FigureId) -> Option<String> {
        if self.layout.sheet().is_row(figure) { self.range(figure) } else { self.cell(figure, 0) }
    }
}

impl Cells for Seen<'_, '_> {
    fn cell(&self, figure: FigureId, period: usize) -> Option<String> {
        let (layout, sheet) = (self.layout, self.layout.sheet());
        match sheet.row(figure).formula {
            Formula::Leaf(Source::Given(_)) => {
                return layout.by_figure.get(&figure).map(|at| layout.inputs[*at].name.clone());
            }
            Formula::Leaf(Source::Variable(_)) => return Some(layout.factor_name.clone()),
            _ => {}
        }
        let home = layout.homes.get(&figure)?;
        let column = if sheet.is_row(figure) { PERIODS + u16::try_from(period).ok()? } else { VALUE };
        Some(format!("{}{}", self.before(home.place), cell(home.row, column)))
    }

    fn range(&self, row: FigureId) -> Option<String> {
        let (layout, sheet) = (self.layout, self.layout.sheet());
        let home = layout.homes.get(&row)?;
        let last = PERIODS + u16::try_from(sheet.periods().len()).ok()? - 1;
        Some(format!("{}{}:{}", self.before(home.place), cell(home.row, PERIODS), cell(home.row, last)))
    }

    fn levels(&self, curve: FigureId, period: usize) -> Option<LevelRanges> {
        let block = self.layout.loads.iter().find(|block| block.curve == curve)?;
        let count = self.layout.periods().len();
        let range = |part: LoadPart| {
            let column = LoadBlock::column(part, period, count);
            let (first, last) = (fixed_cell(block.first, column), fixed_cell(block.first + block.levels - 1, column));
            format!("{}!{first}:{last}", quoted(&self.layout.load_sheet))
        };
        Some(LevelRanges {
            shares: range(LoadPart::Share),
            levels: range(LoadPart::Level),
            gauge: block.gauged.then(|| (range(LoadPart::Gauge), range(LoadPart::Ratio))),
        })
    }
}

/// Rows of an option's sheet.
pub(super) fn option_rows(option: &OptionModel) -> OptionRows {
    let count = |items: usize| u32::try_from(items).unwrap_or(u32::MAX);
    let total = BODY + count(option.lines.len());
    let conditions = total + 2;
    OptionRows {
        lines: BODY,
        total,
        check: total + 1,
        conditions,
        workings: conditions + count(option.conditions.len()) + 3,
    }
}

/// Figures without which an option has no cost.
fn needed(option: &OptionModel, sheet: &Sheet) -> Vec<FigureId> {
    let lines = option.lines.iter().flat_map(|line| [line.total, line.present_value].into_iter().chain(amounts(line)));
    let conditions = sheet.conditions()[option.conditions.clone()].iter().map(|rule| rule.not_above_zero);
    let sums = [option.total, option.present_value, option.useful_hours, option.demanded, option.unserved, option.lost];
    let value = option.value.map(|value| value.present_value);
    let rest = [option.without_headroom, option.nodes, option.energy, option.carbon, value];
    let sites = option.parts.iter().filter_map(|part| part.site_power);
    lines.chain(conditions).chain(sums).chain(rest.into_iter().flatten()).chain(sites).collect()
}

/// Amounts that a line pays.
fn amounts(line: &CostLine) -> impl Iterator<Item = FigureId> {
    line.flows.iter().map(|flow: &Flow<FigureId>| flow.amount())
}

/// Figures that may have no value.
fn ratios(option: &OptionModel) -> Vec<FigureId> {
    let optional = [option.per_unit, option.utilization, option.useful_share, option.factor_limit];
    [option.per_useful_hour].into_iter().chain(optional.into_iter().flatten()).collect()
}

/// Label of a condition.
pub(super) fn rule(condition: &Condition) -> &'static str {
    match FigureRule::from(condition.rule) {
        FigureRule::DemandExceedsFleet => "condition: shortfall against demand",
        FigureRule::SpotCannotFinish => "condition: work that cannot be finished",
        FigureRule::LimitExceeded => "condition: load above a limit",
    }
}
