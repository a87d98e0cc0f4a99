//! Explanations of figures: the formulas behind them, or the amounts they consist of.

mod formulas;
mod inputs;
mod pairs;
mod payments;
mod rates;
mod result;
mod waste;
mod work;

pub use result::{Explained, Explanation, FormulaStep, Leaf, PaymentStep, StepValue, Sums, Topic};

use crate::analysis::Answer;
use crate::analysis::statement::OptionResult;
use crate::model::{CostLine, OptionModel};
use crate::number;
use crate::reasons;
use crate::scenario::document::NodeId;
use crate::sheet::FigureId;
use formulas::{Explainer, Stop};

/// Explains a number of the scenario: display name, place, and source.
#[must_use]
pub fn input(answer: &Answer, at: NodeId) -> Leaf {
    Explainer::new(answer).decided(at)
}

/// A figure of an option that can be explained by name.
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
    NamedFigure { name: "value_of_work", meaning: "present value of its work", of: |o| Some(o.value?.present_value) },
    NamedFigure {
        name: "value_less_cost",
        meaning: "present value of its work, less its cost",
        of: |o| Some(o.value?.less_cost),
    },
    NamedFigure {
        name: "useful_hours",
        meaning: "useful accelerator-hours over the horizon",
        of: |o| Some(o.useful_hours),
    },
    NamedFigure {
        name: "useful_share_of_paid_hours",
        meaning: "useful hours as a share of hours owned or paid for",
        of: |o| o.useful_share,
    },
    NamedFigure { name: "idle_hours", meaning: "idle hours paid for", of: |o| Some(o.waste.as_ref()?.idle) },
    NamedFigure {
        name: "warm_and_headroom_hours",
        meaning: "hours of warm capacity and headroom",
        of: |o| o.waste.as_ref()?.ready,
    },
    NamedFigure { name: "failed_hours", meaning: "hours of failed runs", of: |o| o.waste.as_ref()?.failed },
    NamedFigure { name: "stalled_hours", meaning: "hours waiting for data", of: |o| o.waste.as_ref()?.stalled },
    NamedFigure {
        name: "interrupted_hours",
        meaning: "hours of checkpoints, interruptions and restarts on spot",
        of: |o| o.waste.as_ref()?.interrupted,
    },
    NamedFigure {
        name: "utilization",
        meaning: "useful hours of the fleet as a share of its hours in service",
        of: |o| o.utilization,
    },
    NamedFigure { name: "energy_kwh_per_year", meaning: "metered energy in an average year", of: |o| o.energy },
    NamedFigure { name: "carbon_kg_per_year", meaning: "CO2 equivalent in an average year", of: |o| o.carbon },
    NamedFigure { name: "nodes_in_service", meaning: "servers in service", of: |o| o.nodes },
    NamedFigure {
        name: "hours_lost_to_downtime",
        meaning: "useful hours lost because the fleet is down",
        of: |o| Some(o.lost),
    },
    NamedFigure { name: "hours_left_undone", meaning: "useful hours that are not served", of: |o| Some(o.unserved) },
    NamedFigure {
        name: "hours_without_headroom",
        meaning: "hours in which demand is served without the full headroom",
        of: |o| o.without_headroom,
    },
];

impl Answer {
    /// Everything that can be explained, in report order.
    #[must_use]
    pub fn topics(&self) -> Vec<Topic> {
        let topic = |name: String, meaning: &str| Topic { name, meaning: meaning.to_owned() };
        let mut topics = vec![topic("verdict".into(), "the figures behind the verdict")];
        let pairs = &self.evaluated.model.pairs;
        if !pairs.is_empty() {
            topics.extend([
                topic("break-even".into(), "costs of both options of each pair at its break-even"),
                topic("payback".into(), "cumulative cash of both options of each pair until owning pays back"),
                topic("irr".into(), "extra cost of renting by year, and the rate of return"),
            ]);
        }
        if pairs.iter().flat_map(|pair| &pair.resale_needed).any(|figure| self.evaluated.is_known(*figure)) {
            topics.push(topic("resale-needed".into(), "the resale value that owning needs to win, for each pair"));
        }
        topics.push(topic("demand".into(), "useful hours demanded"));
        let workloads = self.evaluated.model.workloads.iter();
        topics.extend(
            workloads.map(|workload| topic(format!("workloads.{}", workload.name), "its hours, mean, and peak")),
        );
        for option in &self.evaluated.model.options {
            topics.push(topic(option.id.to_string(), "its lines and their sum"));
            for line in &option.lines {
                topics.push(topic(line_name(option, line), "a line"));
            }
            for figure in FIGURES.iter().filter(|figure| self.has(option, figure)) {
                topics.push(topic(format!("{}.{}", option.id, figure.name), figure.meaning));
            }
            if self.has_waste(option) {
                topics.push(topic(format!("{}.waste", option.id), "hours paid for, by use, and their cost"));
            }
            if rates::has_rate(option) {
                topics.push(topic(
                    format!("{}.rate", option.id),
                    "cost of an hour of its own accelerators, levelized and marginal, by line",
                ));
            }
            for name in self.costed(option) {
                topics.push(topic(format!("{}.workloads.{name}", option.id), "its share of the cost"));
            }
            if option.loan.is_some() {
                topics.push(topic(format!("{}.loan", option.id), "the loan, which is not part of the result"));
            }
        }
        topics
    }

    fn has(&self, option: &OptionModel, figure: &NamedFigure) -> bool {
        let shown = |figure: FigureId| self.evaluated.is_known(figure) && !self.evaluated.is_nothing(figure);
        (figure.of)(option).is_some_and(shown)
    }

    /// Explains a topic. A line may be named with or without its group; without it, all lines of that name are explained.
    ///
    /// # Errors
    /// The most similar names, if there is no such topic.
    pub fn explain(&self, name: &str) -> Result<Vec<Explained>, Vec<String>> {
        let found = self.explained(name);
        // the total and the present value of an option are explained by its lines, unless a line has that name
        let option = || name.strip_suffix(".total").or_else(|| name.strip_suffix(".present_value"));
        let found =
            if found.is_empty() { option().map(|name| self.explained(name)).unwrap_or_default() } else { found };
        if found.is_empty() {
            return Err(self.nearest(name));
        }
        Ok(found.into_iter().map(|one| one.labelled(&self.comparison.header.labels)).collect())
    }

    fn explained(&self, name: &str) -> Vec<Explained> {
        match name {
            "verdict" => return vec![Explained::Sums(self.explain_verdict())],
            "break-even" | "break_even" => return self.explain_break_even(),
            "payback" => return self.explain_paybacks(),
            "irr" | "return" => return self.explain_returns(),
            "resale-needed" | "resale_needed" => return self.explain_resales_needed(),
            "loan" => {
                return self.evaluated.model.options.iter().filter_map(|option| self.explain_loan(option)).collect();
            }
            "waste" => {
                return self.evaluated.model.options.iter().filter_map(|option| self.explain_waste(option)).collect();
            }
            "rate" | "rates" => {
                return self.evaluated.model.options.iter().flat_map(|option| self.explain_rates(option)).collect();
            }
            "demand" => return vec![self.explain_figure("demand", self.evaluated.model.demanded)],
            _ => {}
        }
        let mut found: Vec<Explained> =
            self.workload_of(name).map(|at| self.explain_workload(at)).into_iter().collect();
        for option in &self.evaluated.model.options {
            if let Some(cost) = name.strip_prefix("cost of ").or_else(|| name.strip_prefix("cost-of-")) {
                found.extend(self.explain_cost(option, cost));
            }
            if option.id == *name {
                found.push(Explained::Sums(self.explain_option(option)));
            }
            let Some(rest) = name.strip_prefix(option.id.as_str()).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            for line in &option.lines {
                // names of generated lines contain spaces, which may be typed as hyphens
                let is_suggested =
                    |display_name: &str, typed: &str| display_name == typed || display_name.replace(' ', "-") == typed;
                if is_suggested(&line.name, rest) || is_suggested(&line_name(option, line), name) {
                    found.push(Explained::Formulas(Explainer::new(self).line(option, line)));
                }
            }
            if rest == "loan" {
                found.extend(self.explain_loan(option));
            }
            if rest == "waste" {
                found.extend(self.explain_waste(option));
            }
            if rest == "rate" {
                found.extend(self.explain_rates(option));
            }
            let cost = ["workloads.", "cost-of-", "cost_of_"].iter().find_map(|start| rest.strip_prefix(start));
            found.extend(cost.and_then(|workload| self.explain_cost(option, workload)));
            let requested = figure_name(rest);
            let figure = FIGURES.iter().find(|figure| figure.name == requested && self.has(option, figure));
            if let Some((figure, of)) = figure.and_then(|figure| Some((figure, (figure.of)(option)?))) {
                found.push(self.explain_figure(&format!("{}.{}", option.id, figure.name), of));
            }
        }
        found
    }

    /// The most similar topics: as a whole, by a suffix of their path, or without the group of a line.
    fn nearest(&self, name: &str) -> Vec<String> {
        let likeness = |topic: &str| {
            let ends = topic.match_indices('.').filter_map(|(dot, _)| topic.get(dot + 1..)).map(ToOwned::to_owned);
            let parts: Vec<&str> = topic.split('.').collect();
            let short =
                if let [side, option, _, line] = *parts { Some(format!("{side}.{option}.{line}")) } else { None };
            let alike = ends.chain(short).chain([topic.to_owned()]).map(|form| strsim::jaro_winkler(name, &form));
            alike.fold(0.0, f64::max)
        };
        let mut near: Vec<(f64, String)> =
            self.topics().into_iter().map(|topic| (likeness(&topic.name), topic.name)).collect();
        near.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        near.into_iter().filter(|(likeness, _)| *likeness > 0.8).take(3).map(|(_, name)| name).collect()
    }

    fn explain_figure(&self, title: &str, figure: FigureId) -> Explained {
        let figures = [(title.to_owned(), figure)];
        Explained::Formulas(Explainer::new(self).figures(title.to_owned(), &figures, &self.stops()))
    }

    /// Totals and present values of options, which have their own explanations.
    fn stops(&self) -> Vec<Stop> {
        let of = |option: &OptionModel| {
            let present_value = (option.present_value, format!("present value of {}", option.id));
            [(option.total, format!("total of {}", option.id)), present_value]
        };
        self.evaluated.model.options.iter().flat_map(of).collect()
    }

    fn statement(&self, option: &OptionModel) -> Option<&OptionResult> {
        self.comparison.option(&option.id)
    }

    fn explain_option(&self, option: &OptionModel) -> Sums {
        let statement = self.statement(option);
        let lines = statement.map(|statement| statement.lines.as_slice()).unwrap_or_default();
        let rows = lines.iter().map(|line| {
            let label = format!("{}.{}.{}", option.id, line.group.name(), line.name);
            (label, vec![Some(*line.total), Some(*line.present_value)])
        });
        let (total, present_value) = statement.map(|s| (*s.total, *s.present_value)).unwrap_or_default();
        Sums {
            title: option.id.to_string(),
            sentences: vec![
                "Each line is rounded once; totals are sums of printed lines. Explain a line to trace it to its inputs."
                    .to_owned(),
            ],
            columns: vec!["cash".to_owned(), "present value".to_owned()],
            rows: rows.collect(),
            totals: Some(("total".to_owned(), vec![total, present_value])),
        }
    }

    fn explain_verdict(&self) -> Sums {
        let comparison = &self.comparison;
        let rows = comparison.options.iter().map(|option| {
            let amounts =
                vec![Some(*option.present_value), Some(*option.total), option.per_useful_hour.map(Into::into)];
            (option.name.to_string(), amounts)
        });
        let mut sentences = vec![
            "The eligible, comparable option with the lowest present value wins; in a tie, the first one listed."
                .to_owned(),
        ];
        for option in &comparison.options {
            let because = option.cannot_win_because();
            let because = because.iter().map(reasons::cannot_win);
            sentences.extend(because.map(|why| format!("{} cannot win: {why}.", option.name)));
        }
        let verdict = &comparison.verdict;
        if let (Some(winner), Some(runner_up), Some(saving)) = (&verdict.winner, &verdict.runner_up, verdict.saving) {
            let share = verdict.saving_share.map(|share| format!(" ({})", number::percent(*share, 1)));
            sentences.push(if saving.is_zero() {
                format!("{winner} and {runner_up} have the same present value; {winner} is listed first.")
            } else {
                format!("{winner} is {} below {runner_up}{}.", saving.grouped(), share.unwrap_or_default())
            });
        }
        let columns = ["present value", "cash", "per useful hour"].map(ToOwned::to_owned).to_vec();
        Sums { title: "verdict".to_owned(), sentences, columns, rows: rows.collect(), totals: None }
    }
}

fn line_name(option: &OptionModel, line: &CostLine) -> String {
    format!("{}.{}.{}", option.id, line.group.name(), line.name)
}

/// Full name of a figure from a typed one: with hyphens, or in short.
fn figure_name(typed: &str) -> String {
    let name = typed.replace('-', "_");
    let full = match name.as_str() {
        "useful_share" => "useful_share_of_paid_hours",
        "energy" => "energy_kwh_per_year",
        "carbon" => "carbon_kg_per_year",
        "hours_undone" => "hours_left_undone",
        _ => return name,
    };
    full.to_owned()
}
