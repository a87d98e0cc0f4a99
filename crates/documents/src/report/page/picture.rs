//! Pictures of a document as values: drawing, title and data table.

use super::cell::Cell;
use super::chart::{LineOf, Lines, LoadChart, Map, OptionOutcome, Tornado};
use super::table::Table;
use rust_decimal::Decimal;

/// A picture with its title and data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Kind, by which it is found in its document.
    pub(in crate::report) of: ChartOf,
    /// Title, which states the main result.
    pub(in crate::report) title: String,
    /// Description of the drawing and its units.
    pub(in crate::report) caption: String,
    /// Drawing.
    pub(in crate::report) drawing: Drawing,
    /// Data; none if the page has a table next to it.
    pub(in crate::report) table: Option<Table>,
}

/// Kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartOf {
    /// Cost of each option.
    Options,
    /// Cost of each option by demand.
    Demand,
    /// Cumulative cash of each option.
    Cash,
    /// Cost components of each option.
    Parts,
    /// Cost of each option by year.
    Years,
    /// Load over a month and its supply.
    Load,
    /// Cost of each option in each case.
    Cases,
    /// Range of cost of each option.
    Spread,
    /// Effect of each uncertain input.
    Swings,
    /// Cost of each option by one input, or winner by two inputs.
    Sweep,
    /// Price of an accelerator-hour by quarter, or its simulated range by month.
    Prices,
}

/// A drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Amounts of options along an axis.
    LineChart(LineChart),
    /// Cost components of options.
    Parts(Parts),
    /// Cost of options by year.
    Years(Years),
    /// Load over a month and its supply.
    Load(LoadChart),
    /// Ranges of cost of options.
    Spreads(Spreads),
    /// Effect of each input.
    Tornado(Tornado),
    /// Cost of each option in several cases.
    Groups(Groups),
    /// Winner by two inputs.
    Map(Map),
}

/// Amounts of options along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineChart {
    /// Currency of the amounts.
    pub(in crate::report) currency: String,
    /// Unit of the axis.
    pub(in crate::report) measure: Measure,
    /// Positions on the axis, rising.
    pub(in crate::report) across: Vec<Decimal>,
    /// Options.
    pub(in crate::report) lines: Vec<LineSeries>,
    /// Current position.
    pub(in crate::report) today: Option<PictureMark>,
    /// Positions at which the leading options cost the same.
    pub(in crate::report) crossings: Vec<PictureMark>,
}

/// Unit of an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Shares, from 0.
    Share,
    /// Months from the decision.
    Months,
    /// Values with given labels; as many labels are drawn as fit.
    Written(Vec<PictureMark>),
}

/// A labelled position on an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureMark {
    /// Position.
    pub(in crate::report) at: Decimal,
    /// Label.
    pub(in crate::report) says: String,
}

/// Amounts of an option along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineSeries {
    /// Option.
    pub(in crate::report) name: String,
    /// Outcome of the option.
    pub(in crate::report) outcome: OptionOutcome,
    /// Amount at each position; none if the option is not possible.
    pub(in crate::report) amounts: Vec<Option<Decimal>>,
}

/// Cost components of options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Currency of the amounts.
    pub(in crate::report) currency: String,
    /// Names of the components, in drawing order.
    pub(in crate::report) names: Vec<String>,
    /// Options.
    pub(in crate::report) options: Vec<PartsOf>,
}

/// Cost components of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsOf {
    /// Option.
    pub(in crate::report) name: String,
    /// Outcome of the option.
    pub(in crate::report) outcome: OptionOutcome,
    /// Amount of each component; income is negative.
    pub(in crate::report) amounts: Vec<Decimal>,
}

/// Cost of options by year.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Years {
    /// Currency of the amounts.
    pub(in crate::report) currency: String,
    /// Name of each year: a fiscal year, or the number of a contract year, where 0 is the decision date.
    pub(in crate::report) names: Vec<String>,
    /// Options with their amounts by year.
    pub(in crate::report) options: Vec<PartsOf>,
}

/// Ranges of cost of options: the 5th, 25th, 50th, 75th and 95th percentiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spreads {
    /// Currency of the amounts.
    pub(in crate::report) currency: String,
    /// Options with their five amounts, rising.
    pub(in crate::report) options: Vec<PartsOf>,
}

/// Cost of options in several cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// Cases.
    pub(in crate::report) groups: Vec<BarGroup>,
}

/// Cost of options in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarGroup {
    /// Name of the case; empty if there is only one.
    pub(in crate::report) title: String,
    /// Options.
    pub(in crate::report) bars: Vec<GroupBar>,
}

/// Cost of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupBar {
    /// Option.
    pub(in crate::report) name: String,
    /// Outcome of the option.
    pub(in crate::report) outcome: OptionOutcome,
    /// Cost.
    pub(in crate::report) amount: Decimal,
    /// Cost as text.
    pub(in crate::report) says: String,
}

impl ChartOf {
    /// All kinds, in the order of the help text.
    pub const ALL: &[ChartOf] = &[
        ChartOf::Options,
        ChartOf::Demand,
        ChartOf::Cash,
        ChartOf::Parts,
        ChartOf::Years,
        ChartOf::Load,
        ChartOf::Cases,
        ChartOf::Spread,
        ChartOf::Swings,
        ChartOf::Sweep,
        ChartOf::Prices,
    ];

    /// Name, as option value and as id in a page.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            ChartOf::Options => "options",
            ChartOf::Demand => "demand",
            ChartOf::Cash => "cash",
            ChartOf::Parts => "parts",
            ChartOf::Years => "years",
            ChartOf::Load => "load",
            ChartOf::Cases => "cases",
            ChartOf::Spread => "spread",
            ChartOf::Swings => "swings",
            ChartOf::Sweep => "sweep",
            ChartOf::Prices => "prices",
        }
    }

    /// Help text without a final period.
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            ChartOf::Options => "Cost of each option",
            ChartOf::Demand => "Cost of each option by demand, and the break-even",
            ChartOf::Cash => "Cumulative cash of each option by month",
            ChartOf::Parts => "Cost components of each option",
            ChartOf::Years => "Cost of each option by year",
            ChartOf::Load => "Load over the hours of a month and its supply",
            ChartOf::Cases => "Cost of each option in each case",
            ChartOf::Spread => "Range of cost of each option if inputs are uncertain",
            ChartOf::Swings => "Effect of each uncertain input, largest first",
            ChartOf::Sweep => "Cost of each option by one input, or winner by two inputs",
            ChartOf::Prices => "Price of an accelerator-hour by quarter, or its simulated range by month",
        }
    }
}

impl Lines {
    /// Drawing of the lines; the winner at the current value stands out.
    pub(in crate::report) fn drawing(&self) -> Drawing {
        let mark = |(at, says): (&Decimal, &Cell)| PictureMark { at: *at, says: says.text() };
        let marks: Vec<PictureMark> = self.values.iter().zip(&self.written).map(mark).collect();
        let now = self.today.and_then(|today| marks.iter().position(|mark| mark.at == today));
        let winner = now.and_then(|now| self.winners.get(now).copied().flatten());
        let line = |(at, option): (usize, &LineOf)| LineSeries {
            name: option.name.clone(),
            outcome: if winner == Some(at) { OptionOutcome::Wins } else { OptionOutcome::Stands },
            amounts: option.amounts.clone(),
        };
        Drawing::LineChart(LineChart {
            currency: self.currency.clone(),
            lines: self.options.iter().enumerate().map(line).collect(),
            across: self.values.clone(),
            today: now.map(|now| PictureMark { says: format!("today {}", marks[now].says), ..marks[now].clone() }),
            measure: Measure::Written(marks),
            crossings: Vec::new(),
        })
    }
}
