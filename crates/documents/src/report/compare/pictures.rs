//! Pictures of a comparison: cost by demand, cumulative cash, cost components, cost by year, and load.

use super::demand::condition_of_work;
use crate::analysis::Answer;
use crate::analysis::statement::{
    By, Comparison, CrossingOutcome, LineResult, OptionResult, PairResult, TimeBasis, Winner,
};
use crate::model::{CostGroup, OptionId};
use crate::number;
use crate::report::figures;
use crate::report::page::{
    Cell, ChartOf, Drawing, LineChart, LineSeries, LoadChart, Measure, Notation, OptionOutcome, Parts, PartsOf,
    Picture, PictureMark, Table, TableRow, Years,
};
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// Number of demand levels at which costs are computed.
const PLACES: u32 = 96;
/// Maximum number of cost components; smaller ones are merged.
const PARTS: usize = 8;
/// Maximum number of years with a picture.
const YEARS: usize = 12;

/// All pictures with content.
pub(super) fn pictures(answer: &Answer, comparison: &Comparison) -> Vec<Picture> {
    let load = comparison.verdict.winner.as_ref().and_then(|winner| load(answer, winner));
    let all = [
        costs(answer, comparison),
        Some(cash(answer, comparison)),
        Some(parts(comparison)),
        years(answer, comparison),
        load,
    ];
    all.into_iter().flatten().collect()
}

fn outcome(comparison: &Comparison, option: &OptionResult) -> OptionOutcome {
    super::bars::outcome(option, comparison)
}

/// Cost of every option by demand, with the points at which the winner changes.
fn costs(answer: &Answer, comparison: &Comparison) -> Option<Picture> {
    let factors = factors(comparison);
    let scale = comparison.header.demand_utilization.map_or(Decimal::ONE, Decimal::from);
    let across: Vec<Decimal> = factors.iter().map(|factor| factor * scale).collect();
    let amounts = answer.cost_by_demand(&factors);
    let courses = comparison.options.iter().zip(amounts).map(|(option, amounts)| LineSeries {
        name: option.name.to_string(),
        outcome: outcome(comparison, option),
        amounts,
    });
    let courses: Vec<LineSeries> = courses.collect();
    courses.iter().any(|course| course.amounts.iter().flatten().nth(1).is_some()).then_some(())?;
    let busy = comparison.header.demand_utilization.is_some();
    let pair = comparison.best_pair();
    let crossings = pair.map(|pair| crossings(pair, scale)).unwrap_or_default();
    let today = if busy { format!("plan {}", figures::share(scale)) } else { "plan".to_owned() };
    let caption = if busy {
        "Present value of every option by share of hours with work."
    } else {
        "Present value of every option by demand as a share of plan."
    };
    let table = by_place(&across, &courses, PLACES / 12, |at| Cell::Number(at, Notation::Percent(0)));
    Some(Picture {
        of: ChartOf::Demand,
        title: title(comparison, pair),
        caption: caption.to_owned(),
        drawing: Drawing::LineChart(LineChart {
            currency: comparison.header.currency.clone(),
            measure: Measure::Share,
            across,
            lines: courses,
            today: Some(PictureMark { at: scale, says: today }),
            crossings,
        }),
        table: Some(table),
    })
}

/// Demand factors at which costs are computed: from zero to beyond the plan and the last crossing, within the capacity
/// of the leading options.
fn factors(comparison: &Comparison) -> Vec<Decimal> {
    let pair = comparison.best_pair();
    let points = pair.iter().flat_map(|pair| &pair.break_even.points).map(|point| *point.factor);
    let furthest = points.max().unwrap_or(Decimal::ONE);
    let expected = furthest.saturating_mul(Decimal::new(125, 2)).max(Decimal::new(15, 1));
    let full = comparison.header.demand_utilization.and_then(|share| Decimal::ONE.checked_div(*share));
    let limit = pair.and_then(|pair| pair.break_even.factor_limit).map(Decimal::from);
    // demand can't exceed all hours
    let end = match (full, limit) {
        (Some(full), _) => full,
        (None, Some(limit)) => expected.min(limit.max(Decimal::ONE)),
        (None, None) => expected,
    };
    let share = |at, of: Decimal| end.checked_mul(at).map_or_else(|| end / of * at, |product| product / of);
    (0..=PLACES).map(|at| share(Decimal::from(at), Decimal::from(PLACES))).collect()
}

fn crossings(pair: &PairResult, scale: Decimal) -> Vec<PictureMark> {
    let points = &pair.break_even.points;
    let places: Vec<Decimal> = points.iter().map(|point| point.factor.saturating_mul(scale)).collect();
    let says = figures::shares(&places);
    places.into_iter().zip(says).map(|(at, says)| PictureMark { at, says }).collect()
}

/// Title of the picture of cost by demand: the demand for which an option costs less.
fn title(comparison: &Comparison, pair: Option<&PairResult>) -> String {
    let Some(pair) = pair else { return "Cost of every option by demand".to_owned() };
    let side = comparison.winning_side();
    let condition =
        condition_of_work(comparison.planned_demand.as_ref(), pair, side, comparison.header.demand_utilization);
    match pair.break_even.outcome {
        CrossingOutcome::Crosses => {
            let [winner, other] = match side {
                Winner::Own => [&pair.own, &pair.rent],
                Winner::Rent => [&pair.rent, &pair.own],
            };
            format!("{winner} costs less than {other} {condition}")
        }
        CrossingOutcome::AlwaysOwn
        | CrossingOutcome::AlwaysRent
        | CrossingOutcome::Equal
        | CrossingOutcome::None(_) => {
            format!("{} against {}, {condition}", pair.own, pair.rent)
        }
    }
}

/// Cumulative cash of every option at the end of each month.
fn cash(answer: &Answer, comparison: &Comparison) -> Picture {
    let months = comparison.header.horizon_months;
    let across: Vec<Decimal> = (0..=months).map(Decimal::from).collect();
    let courses = comparison.options.iter().zip(answer.cash_by_month()).map(|(option, paid)| LineSeries {
        name: option.name.to_string(),
        outcome: outcome(comparison, option),
        amounts: paid.into_iter().map(Some).collect(),
    });
    let courses: Vec<LineSeries> = courses.collect();
    let pair = comparison.best_pair();
    let month = pair.and_then(|pair| Some((pair, pair.payback_month?)));
    let title = match (pair, month) {
        (_, Some((pair, month))) => {
            format!("{} has paid back against {} after {}, without resale", pair.own, pair.rent, after(month))
        }
        (Some(pair), None) if !pair.leased => {
            let months = number::counted(months, "month");
            format!("{} does not pay back against {} within {months}, without resale", pair.own, pair.rent)
        }
        (Some(_) | None, None) => "Cumulative cash of every option".to_owned(),
    };
    let today =
        month.map(|(_, month)| PictureMark { at: month.into(), says: comparison.header.dated(month).to_string() });
    let table = by_place(&across, &courses, (months / 12).max(1), |at| Cell::fixed(at, 0));
    Picture {
        of: ChartOf::Cash,
        title,
        caption: "Cumulative cash at the end of each month; resale is received in the month of the sale.".to_owned(),
        drawing: Drawing::LineChart(LineChart {
            currency: comparison.header.currency.clone(),
            measure: Measure::Months,
            across,
            lines: courses,
            today,
            crossings: Vec::new(),
        }),
        table: Some(table),
    }
}

fn after(month: u32) -> String {
    if month == 0 { "the first day".to_owned() } else { number::counted(month, "month") }
}

/// Table of the same values, with every `every`th place.
fn by_place(across: &[Decimal], courses: &[LineSeries], every: u32, place: impl Fn(Decimal) -> Cell) -> Table {
    let step = usize::try_from(every).unwrap_or(1).max(1);
    let rows = across.iter().enumerate().filter(|(at, _)| at % step == 0 || at + 1 == across.len());
    let row = |(at, value): (usize, &Decimal)| {
        let amount = |course: &LineSeries| Cell::amount(course.amounts.get(at).copied().flatten(), 0);
        TableRow::plain(place(*value), courses.iter().map(amount))
    };
    let table = Table::new(courses.iter().map(|course| &course.name), rows.map(row).collect());
    Table { winner: courses.iter().position(|course| course.outcome == OptionOutcome::Wins), ..table }
}

/// Cost component. Line names given by the author never match the built-in components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'c> {
    Purchase,
    Lease,
    Resale,
    Tax,
    /// Lines with the same name.
    Line(&'c str),
    /// Small components.
    Rest,
}

impl<'c> Part<'c> {
    fn of(line: &'c LineResult) -> Part<'c> {
        match line.group {
            CostGroup::Purchase => Part::Purchase,
            CostGroup::Lease => Part::Lease,
            CostGroup::Resale => Part::Resale,
            CostGroup::Tax => Part::Tax,
            CostGroup::Operating
            | CostGroup::Usage
            | CostGroup::OneOff
            | CostGroup::Burst
            | CostGroup::UntilDelivery
            | CostGroup::Delay
            | CostGroup::Financing => Part::Line(line.label.as_deref().unwrap_or(&line.name)),
        }
    }

    /// Capital components come first, whatever their amount.
    fn is_capital(self) -> bool {
        matches!(self, Part::Purchase | Part::Lease | Part::Resale)
    }

    fn name(self) -> &'c str {
        match self {
            Part::Purchase => "purchase",
            Part::Lease => "lease",
            Part::Resale => "resale",
            Part::Tax => "tax",
            Part::Line(name) => name,
            Part::Rest => "other",
        }
    }
}

/// Components of all options, largest first, and those merged into the last one.
fn parts_of(comparison: &Comparison) -> (Vec<Part<'_>>, Vec<Part<'_>>) {
    let mut sums: Vec<(Part<'_>, Decimal)> = Vec::new();
    for line in comparison.options.iter().flat_map(|option| &option.lines) {
        let (part, amount) = (Part::of(line), line.present_value.abs());
        match sums.iter_mut().find(|(known, _)| *known == part) {
            Some((_, sum)) => *sum += amount,
            None => sums.push((part, amount)),
        }
    }
    sums.retain(|(_, sum)| !sum.is_zero());
    sums.sort_by_key(|(part, sum)| (!part.is_capital(), Reverse(*sum)));
    let mut parts: Vec<Part<'_>> = sums.into_iter().map(|(part, _)| part).collect();
    let others = if parts.len() > PARTS { parts.split_off(PARTS - 1) } else { Vec::new() };
    if !others.is_empty() {
        parts.push(Part::Rest);
    }
    (parts, others)
}

/// Present value of every option by component, largest first.
fn parts(comparison: &Comparison) -> Picture {
    let (parts, others) = parts_of(comparison);
    let names: Vec<String> = parts.iter().map(|part| part.name().to_owned()).collect();
    let amount = |option: &OptionResult, part: Part<'_>| -> Decimal {
        let is_part = |of: Part<'_>| if part == Part::Rest { others.contains(&of) } else { of == part };
        let lines = option.lines.iter().filter(|line| is_part(Part::of(line)));
        lines.map(|line| Decimal::from(line.present_value)).sum()
    };
    let of = |option: &OptionResult| PartsOf {
        name: option.name.to_string(),
        outcome: outcome(comparison, option),
        amounts: parts.iter().map(|part| amount(option, *part)).collect(),
    };
    let options: Vec<PartsOf> = comparison.options.iter().map(of).collect();
    let digits = comparison.header.minor_digits;
    let row = |(at, name): (usize, &String)| {
        let amount = |option: &PartsOf| Some(option.amounts[at]).filter(|amount| !amount.is_zero());
        TableRow::plain(name, options.iter().map(|option| Cell::amount(amount(option), digits)))
    };
    let table = Table::new(options.iter().map(|option| &option.name), names.iter().enumerate().map(row).collect());
    let winner = options.iter().position(|option| option.outcome == OptionOutcome::Wins);
    Picture {
        of: ChartOf::Parts,
        title: winner
            .and_then(|winner| largest(&options[winner], &names))
            .unwrap_or_else(|| "Cost components".to_owned()),
        caption: "Present value of every option by cost component; income is left of zero.".to_owned(),
        table: Some(Table { winner, ..table }),
        drawing: Drawing::Parts(Parts { currency: comparison.header.currency.clone(), names, options }),
    }
}

/// Largest component of the winner.
fn largest(option: &PartsOf, names: &[String]) -> Option<String> {
    let paid: Decimal = option.amounts.iter().filter(|amount| amount.is_sign_positive()).sum();
    let (name, amount) = names.iter().zip(&option.amounts).max_by_key(|(_, amount)| **amount)?;
    let share = amount.checked_div(paid)?;
    Some(format!("{} of the {} cost is {name}", figures::share(share), option.name))
}

/// Cost of every option by fiscal year, or by contract year without a start date.
fn years(answer: &Answer, comparison: &Comparison) -> Option<Picture> {
    let view = |by| answer.view(by, TimeBasis::Cash);
    let view = view(By::FiscalYear).or_else(|| view(By::Year))?;
    (1..=YEARS).contains(&view.columns.len()).then_some(())?;
    let is_fiscal = view.by == By::FiscalYear;
    let mut heads = super::column_heads(&view);
    heads.truncate(view.columns.len());
    let of = |option: &OptionResult| {
        let totals = view.options.iter().find(|viewed| viewed.name == option.name).map(|viewed| &viewed.totals);
        PartsOf {
            name: option.name.to_string(),
            outcome: outcome(comparison, option),
            amounts: totals.into_iter().flatten().map(|amount| Decimal::from(*amount)).collect(),
        }
    };
    let options: Vec<PartsOf> = comparison.options.iter().map(of).collect();
    let digits = comparison.header.minor_digits;
    let row = |(year, head): (usize, &String)| {
        let amounts = options.iter().map(|option| option.amounts.get(year).copied());
        TableRow::plain(head.clone(), amounts.map(|amount| Cell::fixed(amount.unwrap_or_default(), digits)))
    };
    let table = Table::new(options.iter().map(|option| &option.name), heads.iter().enumerate().map(row).collect());
    let winner = options.iter().position(|option| option.outcome == OptionOutcome::Wins);
    let dearest = winner.and_then(|at| {
        let years = options[at].amounts.iter().enumerate();
        let (year, amount) = years.max_by_key(|(year, amount)| (**amount, Reverse(*year)))?;
        let when = match (is_fiscal, year) {
            (true, _) => format!("in fiscal year {}", heads[year]),
            (false, 0) => "on the decision date".to_owned(),
            (false, _) => format!("in {}", heads[year]),
        };
        Some(format!("{}: highest cash {when}, {}", options[at].name, number::grouped(*amount, digits)))
    });
    let caption = if is_fiscal {
        "Cash by fiscal year, on one scale; payments at the decision are in the first year."
    } else {
        "Cash by contract year, on one scale; year 0 is the decision date."
    };
    let names = if is_fiscal { heads } else { view.columns.iter().map(u32::to_string).collect() };
    Some(Picture {
        of: ChartOf::Years,
        title: dearest.unwrap_or_else(|| "Cost of every option by year".to_owned()),
        caption: caption.to_owned(),
        table: Some(Table { winner, ..table }),
        drawing: Drawing::Years(Years { currency: comparison.header.currency.clone(), names, options }),
    })
}

/// Load that an option is sized for, and the part that its own servers serve.
fn load(answer: &Answer, option: &OptionId) -> Option<Picture> {
    let load = answer.firm_load(option)?;
    let (peak, _) = load.levels.first()?;
    (load.levels.len() > 1).then_some(())?;
    let within = |most: Decimal| -> String {
        let levels = load.levels.iter().filter(|(level, _)| *level <= most);
        figures::share(levels.map(|(_, share)| *share).sum())
    };
    let title = match (load.owned.is_zero(), load.committed) {
        (true, None) => format!("Firm work needs {} accelerators at its peak", number::readable(*peak, 3)),
        (true, Some(committed)) => {
            format!("The commitments of {option} cover firm work in {} of the hours", within(committed))
        }
        (false, committed) => {
            let committed = committed.map(|committed| format!(", and in {} with its commitments", within(committed)));
            let owned = within(load.owned);
            format!("The servers of {option} cover firm work in {owned} of the hours{}", committed.unwrap_or_default())
        }
    };
    let mut passed = Decimal::ZERO;
    let row = |(level, share): &(Decimal, Decimal)| {
        passed += *share;
        TableRow::plain(Cell::Number(passed, Notation::Percent(1)), [Cell::Number(*level, Notation::Readable(4))])
    };
    let table = Table::new(["accelerators needed, at most"], load.levels.iter().map(row).collect());
    Some(Picture {
        of: ChartOf::Load,
        title,
        caption:
            "Accelerators needed by firm work in the peak months, hours of the month sorted from highest to lowest."
                .to_owned(),
        drawing: Drawing::Load(LoadChart { levels: load.levels, owned: load.owned, committed: load.committed }),
        table: Some(Table { corner: "share of hours".to_owned(), ..table }),
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::*;

    #[test]
    fn a_line_that_is_called_as_a_kind_of_the_model_is_a_part_of_its_own() {
        let mut comparison = example::comparison(2);
        let bought = comparison.options[0].lines.iter().find(|line| line.group == CostGroup::Purchase).unwrap();
        let bought = Decimal::from(bought.present_value);
        let staff = comparison.options[0].lines.iter_mut().find(|line| line.name == "staff").unwrap();
        staff.label = Some("purchase".to_owned());
        let staff = Decimal::from(staff.present_value);
        let Drawing::Parts(drawn) = parts(&comparison).drawing else { panic!("no parts") };
        let named: Vec<usize> = (0..drawn.names.len()).filter(|part| drawn.names[*part] == "purchase").collect();
        let amounts: Vec<Decimal> = named.iter().map(|part| drawn.options[0].amounts[*part]).collect();
        assert_eq!(amounts, [bought, staff]);
    }
}
