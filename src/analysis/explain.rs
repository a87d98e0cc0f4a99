//! What can be explained, and the explanation of each.

use super::break_even::value_at;
use super::compare::Answer;
use super::explanation::{Explainer, Explanation};
use super::statement::{BreakEvenPoint, OptionStatement, Outcome, PairStatement, Winner};
use super::view;
use crate::model::{Line, OptionModel, PairModel};
use crate::number;
use crate::sheet::FigureId;
use rust_decimal::Decimal;
use std::fmt::Write as _;

/// An answer to "where does this come from?".
#[derive(Debug)]
pub enum Explained {
    /// Formulas with names and values, down to the inputs.
    Formulas(Explanation),
    /// Amounts that add up, or that are compared.
    Sums(Sums),
}

/// Amounts side by side under a sum.
#[derive(Debug)]
pub struct Sums {
    /// What is explained.
    pub title: String,
    /// What it says.
    pub sentences: Vec<String>,
    /// Heads of the columns of amounts.
    pub columns: Vec<String>,
    /// Labels with amounts.
    pub rows: Vec<(String, Vec<Option<Decimal>>)>,
    /// Sums of the columns, where they add up.
    pub totals: Option<(String, Vec<Decimal>)>,
}

/// A name that can be explained and what it is.
#[derive(Debug)]
pub struct Topic {
    /// What to type.
    pub name: String,
    /// What it is.
    pub meaning: String,
}

/// A figure of an option that can be explained by its own name.
struct NamedFigure {
    name: &'static str,
    meaning: &'static str,
    of: fn(&OptionModel) -> Option<FigureId>,
}

const FIGURES: &[NamedFigure] = &[
    NamedFigure {
        name: "per_useful_hour",
        meaning: "levelized cost of a useful accelerator-hour",
        of: |o| Some(o.per_useful_hour),
    },
    NamedFigure { name: "per_unit", meaning: "levelized cost of a unit of output", of: |o| o.per_unit },
    NamedFigure {
        name: "useful_hours",
        meaning: "useful accelerator-hours over the horizon",
        of: |o| Some(o.useful_hours),
    },
    NamedFigure {
        name: "useful_share_of_paid_hours",
        meaning: "useful hours over hours owned or paid for",
        of: |o| o.useful_share,
    },
    NamedFigure {
        name: "utilization",
        meaning: "useful hours of the fleet over its hours in service",
        of: |o| o.utilization,
    },
    NamedFigure { name: "energy_kwh_per_year", meaning: "metered energy of an average year", of: |o| o.energy },
    NamedFigure { name: "carbon_kg_per_year", meaning: "CO2 equivalent of an average year", of: |o| o.carbon },
    NamedFigure { name: "nodes_in_service", meaning: "servers in service", of: |o| o.nodes },
    NamedFigure {
        name: "hours_lost_to_downtime",
        meaning: "useful hours lost because the fleet is down",
        of: |o| Some(o.lost),
    },
    NamedFigure { name: "hours_left_undone", meaning: "useful hours that wait", of: |o| Some(o.undone) },
];

impl Answer {
    /// Everything that can be explained, in the order of the report.
    #[must_use]
    pub fn topics(&self) -> Vec<Topic> {
        let topic = |name: String, meaning: &str| Topic { name, meaning: meaning.to_owned() };
        let mut topics = vec![
            topic("verdict".into(), "the figures that decide"),
            topic("break-even".into(), "both sides of every pair where the winner changes"),
            topic("demand".into(), "useful hours demanded"),
        ];
        for option in &self.evaluated.model.options {
            topics.push(topic(option.name.clone(), "its lines and their sum"));
            for line in &option.lines {
                topics.push(topic(line_name(option, line), "a line"));
            }
            for figure in FIGURES.iter().filter(|figure| self.has(option, figure)) {
                topics.push(topic(format!("{}.{}", option.name, figure.name), figure.meaning));
            }
        }
        topics
    }

    fn has(&self, option: &OptionModel, figure: &NamedFigure) -> bool {
        let shown = |figure: FigureId| self.evaluated.is_known(figure) && !self.evaluated.is_nothing(figure);
        (figure.of)(option).is_some_and(shown)
    }

    /// Explains a topic. A line may be named with its group or without; without, all lines of that name are explained.
    ///
    /// # Errors
    /// The names nearest to it, if there is no such topic.
    pub fn explain(&self, name: &str) -> Result<Vec<Explained>, Vec<String>> {
        let found = self.explained(name);
        // the total and the present value of an option are explained by its lines, unless a line bears that name
        let option = || name.strip_suffix(".total").or_else(|| name.strip_suffix(".present_value"));
        let found =
            if found.is_empty() { option().map(|name| self.explained(name)).unwrap_or_default() } else { found };
        if found.is_empty() { Err(self.nearest(name)) } else { Ok(found) }
    }

    fn explained(&self, name: &str) -> Vec<Explained> {
        match name {
            "verdict" => return vec![Explained::Sums(self.explain_verdict())],
            "break-even" => return self.explain_break_even(),
            "demand" => return vec![self.explain_figure("demand", self.evaluated.model.demanded)],
            _ => {}
        }
        let mut found = Vec::new();
        for option in &self.evaluated.model.options {
            if name == option.name {
                found.push(Explained::Sums(self.explain_option(option)));
            }
            let Some(rest) = name.strip_prefix(&option.name).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            for line in &option.lines {
                if rest == line.name || line_name(option, line) == name {
                    found.push(Explained::Formulas(Explainer::new(self).line(option, line)));
                }
            }
            let figure = FIGURES.iter().find(|figure| figure.name == rest && self.has(option, figure));
            if let Some(figure) = figure.and_then(|figure| (figure.of)(option)) {
                found.push(self.explain_figure(name, figure));
            }
        }
        found
    }

    fn nearest(&self, name: &str) -> Vec<String> {
        let mut near: Vec<(f64, String)> =
            self.topics().into_iter().map(|topic| (strsim::jaro_winkler(name, &topic.name), topic.name)).collect();
        near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        near.into_iter().filter(|(likeness, _)| *likeness > 0.8).take(3).map(|(_, name)| name).collect()
    }

    fn explain_figure(&self, title: &str, figure: FigureId) -> Explained {
        let stops: Vec<FigureId> =
            self.evaluated.model.options.iter().flat_map(|option| [option.total, option.present_value]).collect();
        Explained::Formulas(Explainer::new(self).figure(title.to_owned(), figure, &stops))
    }

    fn statement(&self, option: &OptionModel) -> Option<&OptionStatement> {
        self.comparison.options.iter().find(|statement| statement.name == option.name)
    }

    fn explain_option(&self, option: &OptionModel) -> Sums {
        let statement = self.statement(option);
        let lines = statement.map(|statement| statement.lines.as_slice()).unwrap_or_default();
        let rows = lines.iter().map(|line| {
            let label = format!("{}.{}.{}", option.name, line.group.name(), line.name);
            (label, vec![Some(line.total), Some(line.present_value)])
        });
        let (total, present_value) = statement.map(|s| (s.total, s.present_value)).unwrap_or_default();
        Sums {
            title: option.name.clone(),
            sentences: vec!["Every line is rounded once; totals are sums of printed lines.".to_owned()],
            columns: vec!["cash".to_owned(), "present value".to_owned()],
            rows: rows.collect(),
            totals: Some(("total".to_owned(), vec![total, present_value])),
        }
    }

    fn explain_verdict(&self) -> Sums {
        let comparison = &self.comparison;
        let rows = comparison.options.iter().map(|option| {
            let amounts = vec![Some(option.present_value), Some(option.total), option.per_useful_hour];
            (option.name.clone(), amounts)
        });
        let mut sentences = vec![
            "The eligible and comparable option with the least present value wins; a tie goes to the earlier."
                .to_owned(),
        ];
        for option in &comparison.options {
            let reasons = option.ineligible_because.iter().chain(&option.not_comparable_because);
            sentences.extend(reasons.map(|reason| format!("{} cannot win: {reason}.", option.name)));
        }
        let verdict = &comparison.verdict;
        if let (Some(winner), Some(runner_up), Some(saving)) = (&verdict.winner, &verdict.runner_up, verdict.saving) {
            let share = verdict.saving_share.map(|share| format!(" ({})", number::percent(share, 1)));
            sentences.push(if saving.is_zero() {
                format!("{winner} and {runner_up} have the same present value; {winner} is the earlier.")
            } else {
                format!(
                    "{winner} is {} below {runner_up}{}.",
                    number::grouped(saving, comparison.header.minor_digits),
                    share.unwrap_or_default()
                )
            });
        }
        let columns = ["present value", "cash", "per useful hour"].map(ToOwned::to_owned).to_vec();
        Sums { title: "verdict".to_owned(), sentences, columns, rows: rows.collect(), totals: None }
    }

    fn explain_break_even(&self) -> Vec<Explained> {
        let pairs = self.evaluated.model.pairs.iter().zip(&self.comparison.pairs);
        pairs.flat_map(|(pair, statement)| self.explain_crossings(pair, statement)).map(Explained::Sums).collect()
    }

    /// Both sides' lines at each point, where they add up to the same; a pair without a point says what was found.
    fn explain_crossings(&self, pair: &PairModel, statement: &PairStatement) -> Vec<Sums> {
        let title = format!("break-even of {} and {}", statement.own, statement.rent);
        if statement.break_even.points.is_empty() {
            let sentence = no_crossing(statement);
            return vec![Sums {
                title,
                sentences: vec![sentence],
                columns: Vec::new(),
                rows: Vec::new(),
                totals: None,
            }];
        }
        let model = &self.evaluated.model;
        let sides = [&model.options[pair.own], &model.options[pair.rent]];
        let at = |(index, point): (usize, &BreakEvenPoint)| {
            let worth = |figure| value_at(&self.evaluated, point.factor, figure).unwrap_or_default();
            let mut rows: Vec<(String, Vec<Option<Decimal>>)> = Vec::new();
            let digits = self.comparison.header.minor_digits;
            let mut totals = Vec::new();
            for (side, option) in sides.iter().enumerate() {
                let adjustments = pair.adjustments.iter().filter(|(_, figure)| side == 0 && !worth(*figure).is_zero());
                let adjusted = adjustments.map(|(name, figure)| (format!("{}: {name}", option.name), *figure));
                let lines = option.lines.iter().map(|line| (line_name(option, line), line.present_value));
                let (labels, figures): (Vec<String>, Vec<FigureId>) = lines.chain(adjusted).unzip();
                let amounts: Vec<Decimal> = figures.into_iter().map(worth).collect();
                let total = number::money(amounts.iter().sum(), digits);
                for (label, amount) in labels.into_iter().zip(view::settled(&amounts, total, digits)) {
                    let mut columns = vec![None, None];
                    columns[side] = Some(amount);
                    rows.push((label, columns));
                }
                totals.push(total);
            }
            let below = statement.break_even.wins.get(index);
            let above = statement.break_even.wins.get(index + 1);
            Sums {
                title: title.clone(),
                sentences: vec![crossing(point, below.copied(), above.copied())],
                columns: vec![format!("{}, PV", statement.own), format!("{}, PV", statement.rent)],
                rows,
                totals: Some(("present value".to_owned(), totals)),
            }
        };
        statement.break_even.points.iter().enumerate().map(at).collect()
    }
}

fn line_name(option: &OptionModel, line: &Line) -> String {
    format!("{}.{}.{}", option.name, line.group.name(), line.name)
}

/// What a search without a crossing found.
fn no_crossing(pair: &PairStatement) -> String {
    match &pair.break_even.outcome {
        Outcome::AlwaysOwn => format!("Owning {} costs less than {} at any demand.", pair.own, pair.rent),
        Outcome::Equal => format!("{} and {} cost the same at any demand.", pair.own, pair.rent),
        Outcome::AlwaysRent => format!("Renting {} costs less than {} at any demand.", pair.rent, pair.own),
        Outcome::None(reason) => format!("There is no break-even: {reason}."),
        Outcome::Crosses => String::new(),
    }
}

/// Where one crossing lies and who wins on its two sides.
fn crossing(point: &BreakEvenPoint, below: Option<Winner>, above: Option<Winner>) -> String {
    let mut text = format!("At {} times the stated demand", number::readable(point.factor, 6));
    if let Some(utilization) = point.utilization {
        let _ = write!(text, ", where the servers are busy {} of the time", number::percent(utilization, 1));
    }
    if point.jump {
        text.push_str(", cost jumps from one side to the other");
    } else {
        text.push_str(", both sides cost the same");
    }
    if let (Some(below), Some(above)) = (below, above) {
        let _ = write!(text, ": below {} wins, above {}", below.text(), above.text());
    }
    text.push('.');
    text
}
