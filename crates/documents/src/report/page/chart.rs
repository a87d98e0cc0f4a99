//! Charts of a page as values. Formats that can draw render them; others use a table, if no table repeats the chart.

use super::cell::{Cell, Notation};
use super::picture::ChartOf;
use super::table::{Align, CellMark, Column, MapColour, Table, TableLine, TableRow, Title};
use crate::report::figures::{self, AmountScale};
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
    pub(in crate::report) unit_cost: String,
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
    pub(in crate::report) unit_cost: Cell,
    /// Outcome of the option.
    pub(in crate::report) outcome: OptionOutcome,
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
    pub(in crate::report) base_value: Decimal,
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

/// A line per option over the values of an input, or per series over time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// Kind of the picture.
    pub(in crate::report) of: ChartOf,
    /// Title.
    pub(in crate::report) title: String,
    /// Currency of the amounts.
    pub(in crate::report) currency: String,
    /// Digits of the amounts after the point.
    pub(in crate::report) decimals: u32,
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
    /// Amounts of the points; none for a map of the winners alone.
    pub(in crate::report) amounts: Option<MapAmounts>,
}

/// Amounts of the points of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MapAmounts {
    /// Name: `saving over the runner-up`.
    pub(in crate::report) name: String,
    /// Currency.
    pub(in crate::report) currency: String,
    /// Digits of its minor unit.
    pub(in crate::report) minor_digits: u32,
    /// Share of the present value below which a saving is too close to call.
    pub(in crate::report) close_call: Decimal,
}

/// Notation of the amounts of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountsIn {
    /// Rounded to a unit that the table states.
    Thousands,
    /// With all digits of the currency.
    Full,
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
    /// Whether the winner is clear.
    pub(in crate::report) lead: Lead,
    /// Whether it is the current value.
    pub(in crate::report) when: When,
    /// Amount; none if it has none, or if the map shows winners alone.
    pub(in crate::report) amount: Option<Decimal>,
}

/// Lead of the winner of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    /// Clear.
    Clear,
    /// Too close to call.
    Close,
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
            Chart::Map(map) => Some(map.table(AmountsIn::Thousands)),
            Chart::Tornado(_) | Chart::Lines(_) | Chart::Load(_) => None,
        }
    }
}

impl Bars {
    fn table(&self) -> Table {
        let row = |bar: &OptionBar| {
            let wins = (bar.outcome == OptionOutcome::Wins).then_some(0);
            let line = TableLine::new(bar.name.as_str(), [bar.amount.clone(), bar.unit_cost.clone()]);
            TableRow::Cells(TableLine { remark: bar.outcome.remark(), ..line }.marked(wins, "wins"))
        };
        Table {
            corner: "option".to_owned(),
            ..Table::new([&self.amount, &self.unit_cost], self.options.iter().map(row).collect())
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

impl Map {
    /// Title.
    pub(in crate::report) fn title(&self) -> String {
        format!("Winner by {} and {}", self.down.name, self.across.name)
    }

    /// Table of the amounts, each with the letter of the winner; of the names of the winners without amounts.
    pub(in crate::report) fn table(&self, amounts_in: AmountsIn) -> Table {
        let scale = self.scale();
        let colours = self.colours();
        let cell = |point: &MapPoint| match (&self.amounts, point.winner.and_then(|at| self.options.get(at))) {
            (None, winner) => winner.map_or("none", String::as_str).into(),
            (Some(amounts), _) => match (amounts_in, point.amount) {
                (_, None) => Cell::Absent,
                (AmountsIn::Thousands, Some(amount)) => Cell::Number(amount, Notation::Scaled(scale)),
                (AmountsIn::Full, Some(amount)) => Cell::fixed(amount, amounts.minor_digits),
            },
        };
        let mark = |point: &MapPoint| {
            let colour = point.winner.filter(|_| point.lead == Lead::Clear).and_then(|at| colours.get(at)).copied();
            Some(CellMark { text: point.mark(), colour })
        };
        let row = |(value, points): (&Cell, &Vec<MapPoint>)| {
            let today = points.iter().position(|point| point.when == When::Today);
            let marks = if self.amounts.is_some() { points.iter().map(mark).collect() } else { Vec::new() };
            let line = TableLine { marks, ..TableLine::new(value.clone(), points.iter().map(cell)) };
            TableRow::Cells(line.marked(today, "today"))
        };
        let rows = self.down.values.iter().zip(&self.points).map(row).collect();
        let mut table = Table::new(<[&str; 0]>::default(), rows);
        let align = if self.amounts.is_some() { Align::Right } else { Align::Left };
        table.columns = self.across.values.iter().map(|value| Column::new(value.text(), align)).collect();
        table.corner = format!("{} down, {} across", self.down.name, self.across.name);
        table.labels = Align::Right;
        if let Some(amounts) = &self.amounts {
            let unit = match amounts_in {
                AmountsIn::Thousands => scale.unit(),
                AmountsIn::Full => "",
            };
            table.title = Some(Title::Words(format!("{}, {}{unit}", amounts.name, amounts.currency)));
            table.notes = vec![self.legend().join(" · ")];
        }
        table
    }

    /// Common scale of the amounts.
    pub(super) fn scale(&self) -> AmountScale {
        AmountScale::of_all(&self.points.iter().flatten().filter_map(|point| point.amount).collect::<Vec<_>>())
    }

    /// Colour of each option: the current winner has the winner's colour.
    pub(super) fn colours(&self) -> Vec<MapColour> {
        let today = self.points.iter().flatten().find(|point| point.when == When::Today);
        let today = today.and_then(|point| point.winner);
        let mut others = 0;
        let colour = |at: usize| {
            if today == Some(at) {
                return MapColour::Winner;
            }
            others += 1;
            MapColour::Other((others - 1) % 8)
        };
        (0..self.options.len()).map(colour).collect()
    }

    /// Meaning of the marks: `a own.hgx`.
    pub(super) fn legend(&self) -> Vec<String> {
        let options = self.options.iter().enumerate().map(|(at, option)| format!("{} {option}", letter(at)));
        let mut entries: Vec<String> = options.collect();
        let any = |is: fn(&MapPoint) -> bool| self.points.iter().flatten().any(is);
        if any(|point| point.winner.is_none()) {
            entries.push("· no option can be chosen".to_owned());
        }
        if let Some(amounts) = self.amounts.as_ref().filter(|_| any(|point| point.lead == Lead::Close)) {
            entries.push(format!("~ too close to call (below {})", figures::rate(amounts.close_call)));
        }
        entries
    }
}

impl MapPoint {
    /// Letter of the winner, followed by `~` if it is too close to call; a point if no option can be chosen.
    pub(super) fn mark(&self) -> String {
        let letter = self.winner.map_or('·', letter);
        match self.lead {
            Lead::Clear => letter.to_string(),
            Lead::Close => format!("{letter}~"),
        }
    }
}

/// Letter of an option in drawings and marks.
pub(super) fn letter(at: usize) -> char {
    ('a'..='z').chain('A'..='Z').nth(at).unwrap_or('?')
}
