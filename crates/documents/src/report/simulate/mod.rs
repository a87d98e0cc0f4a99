//! A simulation: the chances of each option, the percentiles of its present value, and the uncertain inputs.

mod fan;
mod words;

pub(super) use words::{chance_of, in_a_line, most_often};

use super::inputs::value;
use super::json::Contract;
use super::page::{
    Block, Cell, ChartOf, Data, Drawing, IllustratedPage, OptionOutcome, Page, PartsOf, Picture, Spreads, Table,
    TableLine, TableRow,
};
use super::{Report, WithCaveats, header};
use crate::amount::Amount;
use crate::analysis::simulate::{DrawnInput, DrawnOption, PERCENTS, Quantiles, Simulation};
use rust_decimal::Decimal;
use std::io::{self, Write};

/// Percentiles of a spread bar: its ends, quartiles and median.
const SPREAD: [u8; 5] = [5, 25, 50, 75, 95];
/// Width of the column of section headings, in cells.
const MARGIN: usize = 12;

impl Report for WithCaveats<'_, Simulation> {
    /// The verdict with its caveats, the tables, and further findings.
    fn page(&self) -> Page {
        let simulation = self.result;
        let mut page = header::page(&simulation.header, MARGIN, data(simulation));
        page.request = Some(words::title(simulation));
        let answer = [words::answer(simulation)].into_iter().chain(self.caveats_section(&simulation.header));
        page.blocks = vec![Block::Sections(answer.collect())];
        page.blocks.extend([chances(simulation), present_values(simulation), inputs(simulation)].map(Block::Table));
        page.blocks.push(Block::Sections(words::sections(simulation)));
        page
    }

    fn document(&self) -> IllustratedPage {
        IllustratedPage { pictures: pictures(self.result).collect(), ..IllustratedPage::of(self.page()) }
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        self.write(Contract::Simulate, &self.result.header, out)
    }
}

/// Ranges of present values, and of prices that walk.
pub(super) fn pictures(simulation: &Simulation) -> impl Iterator<Item = Picture> {
    spreads(simulation).into_iter().chain(fan::picture(simulation))
}

/// Picture of the range of each option's present value; `None` without any.
fn spreads(simulation: &Simulation) -> Option<Picture> {
    let best = words::most_often(simulation);
    let spread = |(at, option): (usize, &DrawnOption)| {
        let quantiles = option.present_value.as_ref()?;
        let amounts: Option<Vec<Decimal>> =
            SPREAD.iter().map(|percent| quantiles.at(*percent).map(Decimal::from)).collect();
        let outcome = match (option.cannot_win_because.is_empty(), best == Some(at)) {
            (false, _) => OptionOutcome::Out("can't be chosen"),
            (true, true) => OptionOutcome::Wins,
            (true, false) => OptionOutcome::Stands,
        };
        Some(PartsOf { name: option.name.to_string(), outcome, amounts: amounts? })
    };
    let options: Vec<PartsOf> = simulation.options.iter().enumerate().filter_map(spread).collect();
    (!options.is_empty()).then(|| Picture {
        of: ChartOf::Spread,
        title: words::answer(simulation)
            .texts()
            .next()
            .unwrap_or("Range of the present value of each option")
            .to_owned(),
        caption: "Present value: the thin bar covers 90 % of simulations, the thick bar 50 %; the dot is the median."
            .to_owned(),
        drawing: Drawing::Spreads(Spreads { currency: simulation.header.currency.clone(), options }),
        table: None,
    })
}

fn option_names(simulation: &Simulation) -> Vec<String> {
    simulation.options.iter().map(|option| option.name.to_string()).collect()
}

/// Table of the chances of winning, and of the expected regret.
fn chances(simulation: &Simulation) -> Table {
    let share = |of: &dyn Fn(&DrawnOption) -> Option<Decimal>| -> Vec<Cell> {
        simulation.options.iter().map(|option| of(option).map(words::chance).into()).collect()
    };
    let regret = simulation.options.iter().map(|option| Cell::amount(option.regret, 0));
    let can = |option: &DrawnOption| option.cannot_win_because.is_empty();
    let something = |share: Decimal| Some(share).filter(|share| !share.is_zero());
    let lines = [
        TableLine::new("wins", share(&|option| Some(option.wins).filter(|_| can(option)).map(Decimal::from))),
        TableLine::new("possible, can't be chosen", share(&|option| something(*option.cannot_win))),
        TableLine::new("not possible", share(&|option| something(*option.not_possible))),
        TableLine::new("expected regret", regret),
    ];
    let rows = lines.into_iter().filter(TableLine::says_something).map(TableRow::Cells).collect();
    let table = Table::new(option_names(simulation), rows).titled(words::CHANCES);
    Table { winner: words::most_often(simulation), ..table }
}

/// Table of the percentiles of each option's present value, and of the difference between the best of each side.
fn present_values(simulation: &Simulation) -> Table {
    let difference = simulation.difference.as_ref();
    let heads = option_names(simulation).into_iter().chain(difference.map(|_| "own minus rent".to_owned()));
    let options = || simulation.options.iter();
    let money = |amount: Option<Amount>| Cell::amount(amount, 0);
    let base_values =
        options().map(|option| option.base_value).chain(difference.map(|difference| Some(difference.base_value)));
    let mut rows = vec![TableRow::plain("base case", base_values.map(money)), TableRow::Rule];
    let quantiles = || {
        let of_options = options().map(|option| option.present_value.as_ref());
        of_options.chain(difference.map(|difference| difference.quantiles.as_ref()))
    };
    for percent in PERCENTS {
        let cells = quantiles().map(|quantiles| money(quantiles.and_then(|quantiles| quantiles.at(percent))));
        rows.push(TableRow::plain(format!("P{percent}"), cells));
    }
    rows.push(TableRow::plain("mean", quantiles().map(|quantiles| money(quantiles.map(|quantiles| quantiles.mean)))));
    let of_options = options().map(|option| option.shortfall);
    let worst = of_options.chain(difference.map(|found| found.shortfalls.map(|worst| worst.own)));
    rows.push(TableRow::plain(words::WORST, worst.map(money)));
    Table { winner: words::most_often(simulation), ..Table::new(heads, rows).titled(words::PRESENT_VALUES) }
}

/// Table of the uncertain inputs with their distributions. The unit of an input is in its key.
fn inputs(simulation: &Simulation) -> Table {
    let row = |drawn: &DrawnInput| {
        let cells = [value(drawn.kind, drawn.base_value), words::spread(drawn).into()];
        let display_name = super::inputs::heading(&simulation.header, &drawn.path);
        TableRow::Cells(TableLine::new(display_name, cells).at(&drawn.path))
    };
    let rows = simulation.inputs.iter().map(row).collect();
    Table::new(["base case", "distribution"], rows).titled(words::drawn(simulation))
}

/// `what, name, stated, mean, p1 … p99, wins, cannot_win, not_possible, expected_regret, expected_shortfall, clipped, label`: one
/// row per `input`, per `option` (amounts are present values), and for the `difference` between the best option to own and the
/// best option to rent: its `wins` is the share in which owning costs less, and its shortfall that of owning.
fn data(simulation: &Simulation) -> Data {
    let digits = simulation.header.minor_digits;
    let amount = |amount: Option<Amount>| Cell::amount(amount, digits);
    let inputs = simulation.inputs.iter().map(|input| {
        let head = vec!["input".into(), (&input.path).into(), Cell::ratio(Some(input.base_value))];
        let tail = [vec![Cell::Absent; 5], vec![Cell::fixed(Decimal::from(input.clipped), 0), Cell::Absent]].concat();
        [head, spread(input.quantiles.as_ref(), Cell::ratio), tail].concat()
    });
    let options = simulation.options.iter().map(|option| {
        let head = vec!["option".into(), (&option.name).into(), amount(option.base_value)];
        let shares = [option.wins, option.cannot_win, option.not_possible].map(|share| Cell::ratio(Some(share)));
        let tail = shares.into_iter().chain([amount(option.regret), amount(option.shortfall), Cell::Absent]);
        let tail = tail.chain([simulation.header.labels.of(option.name.as_str()).into()]).collect();
        [head, spread(option.present_value.as_ref(), amount), tail].concat()
    });
    let difference = simulation.difference.iter().map(|difference| {
        let name = format!("{} less {}", difference.own, difference.rent);
        let head = vec!["difference".into(), name.into(), amount(Some(difference.base_value))];
        let wins = Cell::ratio(difference.own_costs_less);
        let worst = amount(difference.shortfalls.map(|worst| worst.own));
        let tail = vec![wins, Cell::Absent, Cell::Absent, Cell::Absent, worst, Cell::Absent, Cell::Absent];
        [head, spread(difference.quantiles.as_ref(), amount), tail].concat()
    });
    let heads = ["what", "name", "stated", "mean"].map(str::to_owned).into_iter();
    let heads = heads.chain(PERCENTS.map(|percent| format!("p{percent}")));
    let ends = ["wins", "cannot_win", "not_possible", "expected_regret", "expected_shortfall", "clipped", "label"];
    let ends = ends.map(str::to_owned);
    Data::new(heads.chain(ends), inputs.chain(options).chain(difference))
}

/// The mean and the percentiles; absent cells without quantiles.
fn spread<N: Copy>(quantiles: Option<&Quantiles<N>>, cell: impl Fn(Option<N>) -> Cell) -> Vec<Cell> {
    let values = quantiles.map(|quantiles| std::iter::once(&quantiles.mean).chain(&quantiles.values));
    match values {
        Some(values) => values.map(|value| cell(Some(*value))).collect(),
        None => vec![Cell::Absent; PERCENTS.len() + 1],
    }
}
