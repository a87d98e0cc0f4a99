//! What shows a comparison: costs over demand, cash over time, what options are made of, what they cost by year, and the load.

use super::demand::condition_of_work;
use crate::amount::Amount;
use crate::analysis::Answer;
use crate::analysis::statement::{Comparison, CrossingOutcome, LineStatement, OptionStatement, PairStatement, Winner};
use crate::model::CostGroup;
use crate::number;
use crate::report::figures;
use crate::report::page::{
    BarStanding, Cell, ChartOf, Course, Courses, Drawing, LoadChart, Measure, Notation, Parts, PartsOf, Picture,
    PictureMark, Table, TableRow, Years,
};
use rust_decimal::Decimal;
use std::cmp::Reverse;

/// Places at which costs over demand are looked at.
const PLACES: u32 = 96;
/// Parts that are told apart; what costs less is together.
const PARTS: usize = 8;
/// Years that a small picture has room for.
const YEARS: usize = 12;

/// Every picture that there is something to see in.
pub(super) fn pictures(answer: &Answer, comparison: &Comparison) -> Vec<Picture> {
    let load = comparison.verdict.winner.as_deref().and_then(|winner| load(answer, winner));
    let all =
        [costs(answer, comparison), Some(cash(answer, comparison)), Some(parts(comparison)), years(comparison), load];
    all.into_iter().flatten().collect()
}

fn standing(comparison: &Comparison, option: &OptionStatement) -> BarStanding {
    super::bars::standing(option, comparison)
}

/// What every option costs at any demand, with the point at which the winner changes.
fn costs(answer: &Answer, comparison: &Comparison) -> Option<Picture> {
    let factors = factors(comparison);
    let scale = comparison.header.demand_utilization.map_or(Decimal::ONE, Decimal::from);
    let across: Vec<Decimal> = factors.iter().map(|factor| factor * scale).collect();
    let amounts = answer.cost_by_demand(&factors);
    let courses = comparison.options.iter().zip(amounts).map(|(option, amounts)| Course {
        name: option.name.clone(),
        standing: standing(comparison, option),
        amounts,
    });
    let courses: Vec<Course> = courses.collect();
    courses.iter().any(|course| course.amounts.iter().flatten().nth(1).is_some()).then_some(())?;
    let busy = comparison.header.demand_utilization.is_some();
    let pair = comparison.best_pair();
    let crossings = pair.map(|pair| crossings(pair, scale)).unwrap_or_default();
    let today = if busy { format!("plan {}", figures::share(scale)) } else { "plan".to_owned() };
    let caption = if busy {
        "Present value of every option by the share of the hours in which there is work."
    } else {
        "Present value of every option by demand, as a share of the plan."
    };
    let table = by_place(&across, &courses, PLACES / 12, |at| Cell::Number(at, Notation::Percent(0)));
    Some(Picture {
        of: ChartOf::Demand,
        title: title(comparison, pair),
        caption: caption.to_owned(),
        drawing: Drawing::Courses(Courses {
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

/// The demand factors at which costs are looked at: from nothing to beyond the plan and the last crossing, as far as the
/// leading options can serve.
fn factors(comparison: &Comparison) -> Vec<Decimal> {
    let pair = comparison.best_pair();
    let points = pair.iter().flat_map(|pair| &pair.break_even.points).map(|point| *point.factor);
    let furthest = points.max().unwrap_or(Decimal::ONE);
    let wanted = furthest.saturating_mul(Decimal::new(125, 2)).max(Decimal::new(15, 1));
    let full = comparison.header.demand_utilization.and_then(|share| Decimal::ONE.checked_div(*share));
    let limit = pair.and_then(|pair| pair.break_even.factor_limit).map(Decimal::from);
    // with all hours at work there is no more of them
    let end = match (full, limit) {
        (Some(full), _) => full,
        (None, Some(limit)) => wanted.min(limit.max(Decimal::ONE)),
        (None, None) => wanted,
    };
    let share = |at, of: Decimal| end.checked_mul(at).map_or_else(|| end / of * at, |product| product / of);
    (0..=PLACES).map(|at| share(Decimal::from(at), Decimal::from(PLACES))).collect()
}

fn crossings(pair: &PairStatement, scale: Decimal) -> Vec<PictureMark> {
    let points = &pair.break_even.points;
    let places: Vec<Decimal> = points.iter().map(|point| point.factor.saturating_mul(scale)).collect();
    let says = figures::shares(&places);
    places.into_iter().zip(says).map(|(at, says)| PictureMark { at, says }).collect()
}

/// What costs over demand show: who is cheaper while what.
fn title(comparison: &Comparison, pair: Option<&PairStatement>) -> String {
    let Some(pair) = pair else { return "What every option costs at other demand".to_owned() };
    let side = comparison.winning_side();
    let condition = condition_of_work(pair, side, comparison.header.demand_utilization);
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

/// The cash that every option has paid by the end of each month.
fn cash(answer: &Answer, comparison: &Comparison) -> Picture {
    let months = comparison.header.horizon_months;
    let across: Vec<Decimal> = (0..=months).map(Decimal::from).collect();
    let courses = comparison.options.iter().zip(answer.cash_by_month()).map(|(option, paid)| Course {
        name: option.name.clone(),
        standing: standing(comparison, option),
        amounts: paid.into_iter().map(Some).collect(),
    });
    let courses: Vec<Course> = courses.collect();
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
        (Some(_) | None, None) => "What every option has paid by the end of each month".to_owned(),
    };
    let today =
        month.map(|(_, month)| PictureMark { at: month.into(), says: comparison.header.dated(month).to_string() });
    let table = by_place(&across, &courses, (months / 12).max(1), |at| Cell::fixed(at, 0));
    Picture {
        of: ChartOf::Cash,
        title,
        caption: "Cash paid by the end of each month; what is sold comes back in the month of its sale.".to_owned(),
        drawing: Drawing::Courses(Courses {
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

/// The same in rows: every so many places.
fn by_place(across: &[Decimal], courses: &[Course], every: u32, place: impl Fn(Decimal) -> Cell) -> Table {
    let step = usize::try_from(every).unwrap_or(1).max(1);
    let rows = across.iter().enumerate().filter(|(at, _)| at % step == 0 || at + 1 == across.len());
    let row = |(at, value): (usize, &Decimal)| {
        let amount = |course: &Course| Cell::amount(course.amounts.get(at).copied().flatten(), 0);
        TableRow::plain(place(*value), courses.iter().map(amount))
    };
    let table = Table::new(courses.iter().map(|course| &course.name), rows.map(row).collect());
    Table { winner: courses.iter().position(|course| course.standing == BarStanding::Wins), ..table }
}

/// What money is paid for. What an author calls a line is never one of the kinds that the model knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part<'c> {
    Purchase,
    Lease,
    Resale,
    Tax,
    /// Lines that are called the same.
    Line(&'c str),
    /// What is too little to be told apart.
    Rest,
}

impl<'c> Part<'c> {
    fn of(line: &'c LineStatement) -> Part<'c> {
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

    /// What is bought and sold stands first, whatever it comes to.
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
            Part::Rest => "everything else",
        }
    }
}

/// The parts of all options, the largest first, and those that stand together as the last one.
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

/// What the present value of every option is made of, the largest parts first.
fn parts(comparison: &Comparison) -> Picture {
    let (parts, others) = parts_of(comparison);
    let names: Vec<String> = parts.iter().map(|part| part.name().to_owned()).collect();
    let amount = |option: &OptionStatement, part: Part<'_>| -> Decimal {
        let is_part = |of: Part<'_>| if part == Part::Rest { others.contains(&of) } else { of == part };
        let lines = option.lines.iter().filter(|line| is_part(Part::of(line)));
        lines.map(|line| Decimal::from(line.present_value)).sum()
    };
    let of = |option: &OptionStatement| PartsOf {
        name: option.name.clone(),
        standing: standing(comparison, option),
        amounts: parts.iter().map(|part| amount(option, *part)).collect(),
    };
    let options: Vec<PartsOf> = comparison.options.iter().map(of).collect();
    let digits = comparison.header.minor_digits;
    let row = |(at, name): (usize, &String)| {
        let amount = |option: &PartsOf| Some(option.amounts[at]).filter(|amount| !amount.is_zero());
        TableRow::plain(name, options.iter().map(|option| Cell::amount(amount(option), digits)))
    };
    let table = Table::new(options.iter().map(|option| &option.name), names.iter().enumerate().map(row).collect());
    let winner = options.iter().position(|option| option.standing == BarStanding::Wins);
    Picture {
        of: ChartOf::Parts,
        title: winner
            .and_then(|winner| largest(&options[winner], &names))
            .unwrap_or_else(|| "Where the money goes".to_owned()),
        caption: "Present value of every option by what it is paid for; what is received stands left of zero."
            .to_owned(),
        table: Some(Table { winner, ..table }),
        drawing: Drawing::Parts(Parts { currency: comparison.header.currency.clone(), names, options }),
    }
}

/// The largest part of what wins.
fn largest(option: &PartsOf, names: &[String]) -> Option<String> {
    let paid: Decimal = option.amounts.iter().filter(|amount| amount.is_sign_positive()).sum();
    let (name, amount) = names.iter().zip(&option.amounts).max_by_key(|(_, amount)| **amount)?;
    let share = amount.checked_div(paid)?;
    Some(format!("{} of what {} pays is {name}", figures::share(share), option.name))
}

/// What every option costs in each year.
fn years(comparison: &Comparison) -> Option<Picture> {
    let longest = comparison.options.iter().map(|option| option.years.len()).max().unwrap_or_default();
    (1..=YEARS).contains(&longest).then_some(())?;
    let of = |option: &OptionStatement| PartsOf {
        name: option.name.clone(),
        standing: standing(comparison, option),
        amounts: option.years.iter().map(|year| Decimal::from(year.cash)).collect(),
    };
    let options: Vec<PartsOf> = comparison.options.iter().map(of).collect();
    let digits = comparison.header.minor_digits;
    let row = |year: usize| {
        let amount = |option: &OptionStatement| -> Option<Amount> { Some(option.years.get(year)?.cash) };
        TableRow::plain(
            format!("year {year}"),
            comparison.options.iter().map(|option| Cell::amount(amount(option), digits)),
        )
    };
    let table = Table::new(options.iter().map(|option| &option.name), (0..longest).map(row).collect());
    let winner = options.iter().position(|option| option.standing == BarStanding::Wins);
    let dearest = winner.and_then(|at| {
        let years = options[at].amounts.iter().enumerate();
        let (year, amount) = years.max_by_key(|(year, amount)| (**amount, Reverse(*year)))?;
        let when = if year == 0 { "on the day of the decision".to_owned() } else { format!("in year {year}") };
        Some(format!("{} pays the most {when}: {}", options[at].name, number::grouped(*amount, digits)))
    });
    Some(Picture {
        of: ChartOf::Years,
        title: dearest.unwrap_or_else(|| "What every option costs in each year".to_owned()),
        caption: "Cash by contract year, all to one scale; year 0 is the day of the decision.".to_owned(),
        table: Some(Table { winner, ..table }),
        drawing: Drawing::Years(Years { currency: comparison.header.currency.clone(), options }),
    })
}

/// The load that an option is sized for, and how much of it its own servers serve.
fn load(answer: &Answer, option: &str) -> Option<Picture> {
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
            format!("What {option} commits to is enough for firm work in {} of the hours", within(committed))
        }
        (false, committed) => {
            let committed =
                committed.map(|committed| format!(", and with what it commits to in {}", within(committed)));
            let owned = within(load.owned);
            format!(
                "The servers of {option} are enough for firm work in {owned} of the hours{}",
                committed.unwrap_or_default()
            )
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
            "Accelerators that firm work needs over the hours of a month, the highest first, in the months in which it \
                  needs the most."
                .to_owned(),
        drawing: Drawing::Load(LoadChart { levels: load.levels, owned: load.owned, committed: load.committed }),
        table: Some(Table { corner: "of the hours passed".to_owned(), ..table }),
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
        let called: Vec<usize> = (0..drawn.names.len()).filter(|part| drawn.names[*part] == "purchase").collect();
        let amounts: Vec<Decimal> = called.iter().map(|part| drawn.options[0].amounts[*part]).collect();
        assert_eq!(amounts, [bought, staff]);
    }
}
