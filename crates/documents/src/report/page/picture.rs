//! Pictures of a document as values: what is drawn, the finding that stands above it, and the table that says the same.

use super::cell::Cell;
use super::chart::{BarStanding, LineOf, Lines, LoadChart, Map, Tornado};
use super::table::Table;
use rust_decimal::Decimal;

/// A picture with what it shows in words and as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What it is of, by which it is found in its document.
    pub(in crate::report) of: ChartOf,
    /// What it shows, as a finding.
    pub(in crate::report) title: String,
    /// What is drawn, and in what.
    pub(in crate::report) caption: String,
    /// What is drawn.
    pub(in crate::report) drawing: Drawing,
    /// The same as a table; none where one stands beside it.
    pub(in crate::report) table: Option<Table>,
}

/// What a picture is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChartOf {
    /// What each option costs.
    Options,
    /// What each costs at other demand.
    Demand,
    /// What each has paid by the end of each month.
    Cash,
    /// What each is paid for.
    Parts,
    /// What each costs in each year.
    Years,
    /// The load of a month, and who serves it.
    Load,
    /// What each costs in each case.
    Cases,
    /// Between which amounts each lies.
    Spread,
    /// What each uncertain input does.
    Swings,
    /// What each costs along an input, or who wins along two.
    Sweep,
}

/// What is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// What options come to along an axis.
    Courses(Courses),
    /// What options are made of.
    Parts(Parts),
    /// What options cost in each year.
    Years(Years),
    /// Who serves the load of a month.
    Load(LoadChart),
    /// Between which amounts options lie.
    Spreads(Spreads),
    /// What each input does.
    Tornado(Tornado),
    /// What each option costs in each of several cases.
    Groups(Groups),
    /// Who wins along two inputs.
    Map(Map),
}

/// What options come to along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Courses {
    /// What the amounts are in.
    pub(in crate::report) currency: String,
    /// What the axis is measured in.
    pub(in crate::report) measure: Measure,
    /// The places on the axis, rising.
    pub(in crate::report) across: Vec<Decimal>,
    /// The options.
    pub(in crate::report) lines: Vec<Course>,
    /// Today's place, and how it is called.
    pub(in crate::report) today: Option<PictureMark>,
    /// Where the leading options cost the same.
    pub(in crate::report) crossings: Vec<PictureMark>,
}

/// What an axis is measured in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Shares, from nothing.
    Share,
    /// Months, from the decision.
    Months,
    /// What has its values written: as many of them as there is room for.
    Written(Vec<PictureMark>),
}

/// A place on an axis that bears a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureMark {
    /// Where it is.
    pub(in crate::report) at: Decimal,
    /// What is said of it.
    pub(in crate::report) says: String,
}

/// What an option comes to along an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The option.
    pub(in crate::report) name: String,
    /// What the verdict says of it.
    pub(in crate::report) standing: BarStanding,
    /// What it comes to at each place; nothing where it is not possible.
    pub(in crate::report) amounts: Vec<Option<Decimal>>,
}

/// What options are made of: the same parts of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What the amounts are in.
    pub(in crate::report) currency: String,
    /// What the parts are called, in the order in which they are drawn.
    pub(in crate::report) names: Vec<String>,
    /// The options.
    pub(in crate::report) options: Vec<PartsOf>,
}

/// What an option is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartsOf {
    /// The option.
    pub(in crate::report) name: String,
    /// What the verdict says of it.
    pub(in crate::report) standing: BarStanding,
    /// What each part comes to; what is received is below nothing.
    pub(in crate::report) amounts: Vec<Decimal>,
}

/// What options cost in each year, the first of which is the moment of the decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Years {
    /// What the amounts are in.
    pub(in crate::report) currency: String,
    /// The options, each with its amounts by year.
    pub(in crate::report) options: Vec<PartsOf>,
}

/// Between which amounts options lie: below them lie 5, 25, 50, 75 and 95 of 100 cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spreads {
    /// What the amounts are in.
    pub(in crate::report) currency: String,
    /// The options, each with its five amounts, rising.
    pub(in crate::report) options: Vec<PartsOf>,
}

/// What options cost in each of several cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The cases.
    pub(in crate::report) groups: Vec<BarGroup>,
}

/// What options cost in a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BarGroup {
    /// The case; nothing where there is one.
    pub(in crate::report) title: String,
    /// The options.
    pub(in crate::report) bars: Vec<GroupBar>,
}

/// What an option costs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupBar {
    /// The option.
    pub(in crate::report) name: String,
    /// What the verdict says of it.
    pub(in crate::report) standing: BarStanding,
    /// What it costs.
    pub(in crate::report) amount: Decimal,
    /// The same as it is written.
    pub(in crate::report) says: String,
}

impl ChartOf {
    /// All of them, in the order in which they are listed.
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
    ];

    /// Its name, as it is asked for and as it is found in a page.
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
        }
    }

    /// What it shows, as a sentence without a point.
    #[must_use]
    pub fn what(self) -> &'static str {
        match self {
            ChartOf::Options => "What each option costs",
            ChartOf::Demand => "What each costs at other demand, and where the winner changes",
            ChartOf::Cash => "What each has paid by the end of each month",
            ChartOf::Parts => "What each is paid for",
            ChartOf::Years => "What each costs in each year",
            ChartOf::Load => "The load over the hours of a month, and who serves it",
            ChartOf::Cases => "What each costs in each case of the file",
            ChartOf::Spread => "Between which amounts each lies where numbers are uncertain",
            ChartOf::Swings => "What each uncertain number does, the largest first",
            ChartOf::Sweep => "What each costs along the number that runs, or who wins along two",
        }
    }
}

impl Lines {
    /// What is drawn of them: the option that wins today stands out.
    pub(in crate::report) fn drawing(&self) -> Drawing {
        let mark = |(at, says): (&Decimal, &Cell)| PictureMark { at: *at, says: says.text() };
        let marks: Vec<PictureMark> = self.values.iter().zip(&self.written).map(mark).collect();
        let now = self.today.and_then(|today| marks.iter().position(|mark| mark.at == today));
        let winner = now.and_then(|now| self.winners.get(now).copied().flatten());
        let line = |(at, option): (usize, &LineOf)| Course {
            name: option.name.clone(),
            standing: if winner == Some(at) { BarStanding::Wins } else { BarStanding::Stands },
            amounts: option.amounts.clone(),
        };
        Drawing::Courses(Courses {
            currency: self.currency.clone(),
            lines: self.options.iter().enumerate().map(line).collect(),
            across: self.values.clone(),
            today: now.map(|now| PictureMark { says: format!("today {}", marks[now].says), ..marks[now].clone() }),
            measure: Measure::Written(marks),
            crossings: Vec::new(),
        })
    }
}
