//! Charts of a page as values. Formats that can draw render them; others use a table, if no table repeats the chart.

use super::cell::Cell;
use super::table::{Align, Column, Table, TableLine, TableRow};
use rust_decimal::Decimal;

/// Axis from zero to its end, with the points at which the winner changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Points at which the winner changes, rising, as shares of the axis.
    pub(in crate::report) points: Vec<Decimal>,
    /// Winner of each segment between the points.
    pub(in crate::report) stretches: Vec<AxisSegment>,
    /// Planned value, as a share of the axis.
    pub(in crate::report) today: Option<Decimal>,
    /// End of the tested range, as a share of the axis.
    pub(in crate::report) known: Decimal,
    /// Label of the end: `100 %`.
    pub(in crate::report) end: String,
}

/// Segment of an axis with the same winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisSegment {
    /// Name of the side: `own`, `hybrid`, `rent`.
    pub(in crate::report) name: &'static str,
    /// Whether it is the side of the verdict.
    pub(in crate::report) stroke: Stroke,
}

/// Line style of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// Side of the verdict.
    Heavy,
    /// Other side.
    Light,
}

/// A chart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// Cost of each option.
    Bars(Bars),
    /// Effect of each input on a difference, largest first.
    Tornado(Tornado),
    /// Cost of each option over the values of an input.
    Lines(Lines),
    /// Winner over the values of two inputs.
    Map(Map),
    /// Load over a month and its supply.
    Load(LoadChart),
}

/// A bar per option, with its amount and another figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// Meaning of the amounts: `present value`.
    pub(in crate::report) amount: String,
    /// Meaning of the other figures: `per useful accelerator-hour`.
    pub(in crate::report) beside: String,
    /// Options, in scenario order.
    pub(in crate::report) options: Vec<OptionBar>,
}

/// An option with its amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionBar {
    /// Option.
    pub(in crate::report) name: String,
    /// Name under which its amount is explained.
    pub(in crate::report) explained: Option<String>,
    /// Amount.
    pub(in crate::report) amount: Cell,
    /// Length of its bar, as a share of the longest.
    pub(in crate::report) length: Decimal,
    /// Other figure.
    pub(in crate::report) beside: Cell,
    /// Outcome of the option.
    pub(in crate::report) standing: OptionOutcome,
}

/// Outcome of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionOutcome {
    /// Wins.
    Wins,
    /// Could win.
    Stands,
    /// Can't win, with a short reason.
    Out(&'static str),
}

/// A bar per input, from the difference at its low value to the difference at its high value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tornado {
    /// Currency of the differences.
    pub(in crate::report) currency: String,
    /// Difference in the base case.
    pub(in crate::report) stated: Decimal,
    /// Inputs.
    pub(in crate::report) bars: Vec<Bar>,
}

/// Differences at the ends of an input; none if an option is not possible there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// Input.
    pub(in crate::report) label: String,
    /// Difference at the low value.
    pub(in crate::report) low: Option<Decimal>,
    /// Difference at the high value.
    pub(in crate::report) high: Option<Decimal>,
}

/// A line per option over the values of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Currency of the amounts.
    pub(in crate::report) currency: String,
    /// Input, in words.
    pub(in crate::report) input: String,
    /// Values of the input, rising.
    pub(in crate::report) values: Vec<Decimal>,
    /// Values of the input as text.
    pub(in crate::report) written: Vec<Cell>,
    /// Current value.
    pub(in crate::report) today: Option<Decimal>,
    /// Options.
    pub(in crate::report) options: Vec<LineOf>,
    /// Winning option at each value.
    pub(in crate::report) winners: Vec<Option<usize>>,
}

/// Amounts of an option at the values of an input; none if it is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOf {
    /// Option.
    pub(in crate::report) name: String,
    /// Amounts.
    pub(in crate::report) amounts: Vec<Option<Decimal>>,
}

/// Winners over the values of two inputs: the first runs down, the second across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Input that runs down.
    pub(in crate::report) down: Ruler,
    /// Input that runs across.
    pub(in crate::report) across: Ruler,
    /// Options.
    pub(in crate::report) options: Vec<String>,
    /// Points, a row per value down.
    pub(in crate::report) points: Vec<Vec<MapPoint>>,
}

/// An input with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruler {
    /// Input with its unit.
    pub(in crate::report) name: String,
    /// Values.
    pub(in crate::report) values: Vec<Cell>,
}

/// A point of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPoint {
    /// Winning option; none if no option can be chosen.
    pub(in crate::report) winner: Option<usize>,
    /// Whether it is the current value.
    pub(in crate::report) when: When,
}

/// Whether a point is the one given in the scenario.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// Given in the scenario.
    Today,
    /// Another point.
    Otherwise,
}

/// Load of firm work over the hours of a month, with owned and committed capacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadChart {
    /// Accelerators and share of hours, highest first.
    pub(in crate::report) levels: Vec<(Decimal, Decimal)>,
    /// Owned accelerators.
    pub(in crate::report) owned: Decimal,
    /// Owned and committed accelerators; none if commitments don't stack on the fleet.
    pub(in crate::report) committed: Option<Decimal>,
}

impl Chart {
    /// Table with the same content; none if the page has one next to the chart.
    pub(in crate::report) fn table(&self) -> Option<Table> {
        match self {
            Chart::Bars(bars) => Some(bars.table()),
            Chart::Map(map) => Some(map.table()),
            Chart::Tornado(_) | Chart::Lines(_) | Chart::Load(_) => None,
        }
    }
}

impl Bars {
    fn table(&self) -> Table {
        let row = |bar: &OptionBar| {
            let wins = (bar.standing == OptionOutcome::Wins).then_some(0);
            let line = TableLine::new(bar.name.as_str(), [bar.amount.clone(), bar.beside.clone()]);
            TableRow::Cells(TableLine { remark: bar.standing.remark(), ..line }.marked(wins, "wins"))
        };
        Table {
            corner: "option".to_owned(),
            ..Table::new([&self.amount, &self.beside], self.options.iter().map(row).collect())
        }
    }
}

impl OptionOutcome {
    /// Reason why the option can't win.
    pub(super) fn remark(self) -> Option<&'static str> {
        match self {
            OptionOutcome::Wins | OptionOutcome::Stands => None,
            OptionOutcome::Out(why) => Some(why),
        }
    }
}

impl Lines {
    /// Title.
    pub(in crate::report) fn title(&self) -> String {
        format!("Cost of each option by {}", self.input)
    }
}

impl Map {
    /// Title.
    pub(in crate::report) fn title(&self) -> String {
        format!("Winner by {} and {}", self.down.name, self.across.name)
    }

    fn table(&self) -> Table {
        let row = |(value, points): (&Cell, &Vec<MapPoint>)| {
            let winner =
                |point: &MapPoint| point.winner.and_then(|at| self.options.get(at)).map_or("none", String::as_str);
            let today = points.iter().position(|point| point.when == When::Today);
            TableRow::Cells(TableLine::new(value.clone(), points.iter().map(winner)).marked(today, "today"))
        };
        let rows = self.down.values.iter().zip(&self.points).map(row).collect();
        let mut table = Table::new(<[&str; 0]>::default(), rows);
        table.columns = self.across.values.iter().map(|value| Column::new(value.text(), Align::Left)).collect();
        table.corner = format!("{} down, {} across", self.down.name, self.across.name);
        table.labels = Align::Right;
        table
    }
}
