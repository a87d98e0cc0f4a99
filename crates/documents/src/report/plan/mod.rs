//! A plan: the nodes to own, the instances to commit to, and the rest on demand.

pub(in crate::report) mod words;

use super::json::{self, Contract};
use super::page::{Block, Cell, Chart, Data, LoadChart, Meaning, Page, Section, Snippet, Table};
use super::{Report, header};
use crate::analysis::plan::{LoadCurve, Mix, PairPlan, Plans};
use crate::analysis::statement::OptionResult;
use std::io::{self, Write};

/// Width of the column of section headings, in cells.
const MARGIN: usize = 11;

impl Report for Plans {
    /// The plan, the other mixes, the load chart, the hours of every step, and the plan as a piece of the scenario.
    fn page(&self) -> Page {
        let mut page = header::page(&self.header, MARGIN, data(self));
        let Some(pair) = self.foremost() else { return page };
        let plan = Section::answer("Plan", Meaning::Winner, words::plan(&self.pairs, pair, self.header.close_call));
        page.blocks = vec![Block::Sections(vec![plan]), Block::Table(words::mixes(self, pair))];
        if self.pairs.len() > 1 {
            page.blocks.push(Block::Table(words::pairs(self)));
        }
        page.blocks.extend(pair.curve.as_ref().map(|curve| Block::Chart(Chart::Load(load(curve)))));
        let notes = words::steps_notes(self, pair);
        page.blocks.push(Block::Table(Table { notes, ..words::steps(self, pair) }));
        let details = [
            Section::detail("Costs", vec![words::costs(self, pair)]),
            Section::detail("Searched", vec![words::held(pair)]),
            Section::detail("Left out", words::missing(self, pair)),
        ];
        page.blocks.push(Block::Sections(details.into_iter().flatten().collect()));
        page.blocks.push(Block::Snippet(Snippet {
            heading: "Paste",
            language: "yaml",
            lines: pair.yaml.lines().map(str::to_owned).collect(),
            nothing: format!("nothing to change: the plan is {} as written", pair.rent),
        }));
        page
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(Contract::Plan, self, out)
    }
}

/// The best plan in a sentence, if it costs less than the winner. A comparison does not search for plans, because that takes
/// many times its work.
pub(super) fn cheaper_than(plans: &Plans, winner: &OptionResult) -> Option<Section> {
    let pair = plans.pairs.get(plans.best?)?;
    Section::detail("Plan", vec![words::cheaper(plans, pair, winner)?])
}

/// Pairs without a plan, each with the reason.
pub(super) fn not_planned(plans: &Plans) -> Vec<String> {
    words::not_planned(plans).collect()
}

fn load(curve: &LoadCurve) -> LoadChart {
    LoadChart { levels: curve.levels.clone(), owned: curve.owned, committed: curve.committed }
}

/// One row per pair and mix: `own, rent, mix, nodes, commitments, total, present_value`; `mix` is `plan`,
/// `all_rent_on_demand`, `all_rent_best` or `all_own`, and `commitments` has instances by name, `three-year=4 one-year=0`.
fn data(plans: &Plans) -> Data {
    let rows = plans.pairs.iter().flat_map(|pair| {
        let mixes = [
            ("plan", Some(&pair.plan)),
            ("all_rent_on_demand", pair.all_rent_on_demand.as_ref()),
            ("all_rent_best", pair.all_rent_best.as_ref()),
            ("all_own", pair.all_own.as_ref()),
        ];
        mixes.into_iter().filter_map(|(name, mix)| Some(row(pair, name, mix?, plans.header.minor_digits)))
    });
    Data::new(["own", "rent", "mix", "nodes", "commitments", "total", "present_value"], rows)
}

fn row(pair: &PairPlan, name: &str, mix: &Mix, digits: u32) -> Vec<Cell> {
    let commitments: Vec<String> = mix.commitments.iter().map(|(name, count)| format!("{name}={count}")).collect();
    vec![
        (&pair.own).into(),
        (&pair.rent).into(),
        name.into(),
        Cell::exact(mix.nodes),
        commitments.join(" ").into(),
        Cell::fixed(mix.total, digits),
        Cell::fixed(mix.present_value, digits),
    ]
}
