//! Charts of a page as values: a format that can draw draws them; another one lists those that say what no table says.

use super::cell::Cell;
use super::table::{Align, Column, Table, TableLine, TableRow};
use rust_decimal::Decimal;

/// An axis from nothing to its end, cut where the winner changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// Where the winner changes, rising, as shares of the axis.
    pub(in crate::report) points: Vec<Decimal>,
    /// Who wins below, between and above the points.
    pub(in crate::report) stretches: Vec<AxisStretch>,
    /// Today's point, as a share of the axis.
    pub(in crate::report) today: Option<Decimal>,
    /// Up to where was looked, as a share of the axis.
    pub(in crate::report) known: Decimal,
    /// What stands at the end of the axis: `100 %`.
    pub(in crate::report) end: String,
}

/// A stretch of an axis on which the same side wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisStretch {
    /// What the side is called: `own`, `hybrid`, `rent`.
    pub(in crate::report) name: &'static str,
    /// Whether it is the side of the verdict.
    pub(in crate::report) stroke: Stroke,
}

/// How a stretch is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The side of the verdict.
    Heavy,
    /// The other.
    Light,
}

/// A chart that stands by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chart {
    /// What each option costs.
    Bars(Bars),
    /// What each input does to a difference, the largest first.
    Tornado(Tornado),
    /// What options cost along an input.
    Lines(Lines),
    /// Who wins along two inputs.
    Map(Map),
    /// Who serves the load of a month.
    Load(LoadChart),
}

/// A bar for each option, as long as its amount, with a figure beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bars {
    /// What the amounts are: `present value`.
    pub(in crate::report) amount: String,
    /// What the figures beside the bars are: `per useful accelerator-hour`.
    pub(in crate::report) beside: String,
    /// The options, in the order of the file.
    pub(in crate::report) options: Vec<OptionBar>,
}

/// An option with its amount.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionBar {
    /// The option.
    pub(in crate::report) name: String,
    /// By which name its amount is explained.
    pub(in crate::report) explained: Option<String>,
    /// Its amount.
    pub(in crate::report) amount: Cell,
    /// The length of its bar, as a share of the longest.
    pub(in crate::report) length: Decimal,
    /// The figure beside it.
    pub(in crate::report) beside: Cell,
    /// What the verdict says of it.
    pub(in crate::report) standing: BarStanding,
}

/// What a verdict says of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BarStanding {
    /// It wins.
    Wins,
    /// It could win.
    Stands,
    /// It cannot win, for this reason in a few words.
    Out(&'static str),
}

/// A bar for each input, from the difference at one end to the difference at the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tornado {
    /// What the differences are in.
    pub(in crate::report) currency: String,
    /// The difference as stated.
    pub(in crate::report) stated: Decimal,
    /// The inputs.
    pub(in crate::report) bars: Vec<Bar>,
}

/// What an input does; nothing at an end that is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// The input.
    pub(in crate::report) label: String,
    /// The difference where it is low.
    pub(in crate::report) low: Option<Decimal>,
    /// The difference where it is high.
    pub(in crate::report) high: Option<Decimal>,
}

/// A line for each option over the values of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// What the amounts are in.
    pub(in crate::report) currency: String,
    /// What runs, in words.
    pub(in crate::report) input: String,
    /// The values of the input, rising.
    pub(in crate::report) values: Vec<Decimal>,
    /// The same as they are written.
    pub(in crate::report) written: Vec<Cell>,
    /// Today's value.
    pub(in crate::report) today: Option<Decimal>,
    /// The options.
    pub(in crate::report) options: Vec<LineOf>,
    /// Which option wins at each value.
    pub(in crate::report) winners: Vec<Option<usize>>,
}

/// The amounts of an option at the values of an input; nothing where it is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineOf {
    /// The option.
    pub(in crate::report) name: String,
    /// Its amounts.
    pub(in crate::report) amounts: Vec<Option<Decimal>>,
}

/// Who wins along two inputs: the first one down, the second across.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// The input that runs down.
    pub(in crate::report) down: Ruler,
    /// The input that runs across.
    pub(in crate::report) across: Ruler,
    /// The options.
    pub(in crate::report) options: Vec<String>,
    /// The points, a row for each value down.
    pub(in crate::report) points: Vec<Vec<MapPoint>>,
}

/// An input with its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruler {
    /// The input, with its unit.
    pub(in crate::report) name: String,
    /// Its values.
    pub(in crate::report) values: Vec<Cell>,
}

/// A point of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapPoint {
    /// The option that wins, where one can be chosen.
    pub(in crate::report) winner: Option<usize>,
    /// Whether it is today's.
    pub(in crate::report) when: When,
}

/// Whether a point is what the scenario says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// It is.
    Today,
    /// It is not.
    Otherwise,
}

/// The load of firm work over the hours of a month, and how much of it is owned and committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadChart {
    /// Accelerators and the share of the hours, the highest first.
    pub(in crate::report) levels: Vec<(Decimal, Decimal)>,
    /// Up to how many accelerators are owned.
    pub(in crate::report) owned: Decimal,
    /// Up to how many are committed; unknown where commitments do not stack on the fleet.
    pub(in crate::report) committed: Option<Decimal>,
}

impl Chart {
    /// The table that says the same where nothing is drawn; none where one stands beside the chart.
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
            let wins = (bar.standing == BarStanding::Wins).then_some(0);
            let line = TableLine::new(bar.name.as_str(), [bar.amount.clone(), bar.beside.clone()]);
            TableRow::Cells(TableLine { remark: bar.standing.remark(), ..line }.marked(wins, "wins"))
        };
        Table {
            corner: "option".to_owned(),
            ..Table::new([&self.amount, &self.beside], self.options.iter().map(row).collect())
        }
    }
}

impl BarStanding {
    /// What is said of it beside its figures.
    pub(super) fn remark(self) -> Option<&'static str> {
        match self {
            BarStanding::Wins | BarStanding::Stands => None,
            BarStanding::Out(why) => Some(why),
        }
    }
}

impl Lines {
    /// What it shows.
    pub(in crate::report) fn title(&self) -> String {
        format!("What each option costs along {}", self.input)
    }
}

impl Map {
    /// What it shows.
    pub(in crate::report) fn title(&self) -> String {
        format!("Who wins along {} and {}", self.down.name, self.across.name)
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
