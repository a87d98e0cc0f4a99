//! A plan in every format.

mod drawing;
mod json;
mod snippet;
mod table;
mod words;

use super::csv::{text, unwritten};
use super::markdown::{cells, escape, head};
use super::words::{conventions_of, footer_of};
use super::{Canvas, Report};
use crate::analysis::plan::{Mix, PairPlan, Plans};
use crate::number;
use std::io::{self, Write};

impl Report for Plans {
    /// What to own, to commit to and to leave on demand; beside it the other mixes, the load with its tranches, the hours of
    /// every step, and the plan as a piece of the scenario.
    fn table(&self, canvas: &Canvas, out: &mut dyn Write) -> io::Result<()> {
        table::write(self, canvas, out)
    }

    fn json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(self, out)
    }

    /// One row for each pair and mix: `own, rent, mix, nodes, commitments, total, present_value`; `mix` is `plan`,
    /// `all_rent_on_demand`, `all_rent_best` or `all_own`, and `commitments` are instances by name, `three-year=4 one-year=0`.
    fn csv(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut csv = csv::Writer::from_writer(out);
        csv.write_record(["own", "rent", "mix", "nodes", "commitments", "total", "present_value"])
            .map_err(unwritten)?;
        for pair in &self.pairs {
            let mixes = [
                ("plan", Some(&pair.plan)),
                ("all_rent_on_demand", pair.all_rent_on_demand.as_ref()),
                ("all_rent_best", pair.all_rent_best.as_ref()),
                ("all_own", pair.all_own.as_ref()),
            ];
            for (name, mix) in mixes {
                let Some(mix) = mix else { continue };
                csv.write_record(record(pair, name, mix, self.header.minor_digits)).map_err(unwritten)?;
            }
        }
        csv.flush()
    }

    fn markdown(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(pair) = self.foremost() else { return Ok(()) };
        writeln!(out, "## {}\n", escape(&self.header.name))?;
        for text in words::plan(self, pair) {
            writeln!(out, "**{}**\n", escape(&text))?;
        }
        writeln!(out, "{}\n", escape(&conventions_of(&self.header)))?;
        rows(&words::mix_heads(pair), &words::mixes(self, pair), out)?;
        if self.pairs.len() > 1 {
            writeln!(out, "\nThe cheapest mix of every pair\n")?;
            rows(&words::PAIR_HEADS.map(str::to_owned), &words::pairs(self), out)?;
        }
        writeln!(out, "\n{}\n", escape(&words::steps_title(self)))?;
        rows(&words::STEP_HEADS.map(str::to_owned), &words::steps(self, pair), out)?;
        words::steps_notes(self, pair).iter().try_for_each(|note| writeln!(out, "\n{}", escape(note)))?;
        let said = [("Made of", vec![words::costs(self, pair)]), ("Held", vec![words::held(pair)])];
        for (heading, texts) in said.into_iter().chain([("Missing", words::missing(self, pair))]) {
            if !texts.is_empty() {
                writeln!(out, "\n**{heading}**\n")?;
                texts.iter().try_for_each(|text| writeln!(out, "- {}", escape(text)))?;
            }
        }
        if pair.changes.is_empty() {
            writeln!(out, "\n**Paste**\n\nNothing: it is {} as stated.", escape(&pair.rent))?;
        } else {
            writeln!(out, "\n**Paste**\n\n~~~yaml\n{}\n~~~", snippet::yaml(&pair.changes).join("\n"))?;
        }
        writeln!(out, "\n{}", escape(&footer_of(&self.header)))
    }
}

fn rows(heads: &[String], rows: &[words::Row], out: &mut dyn Write) -> io::Result<()> {
    head(heads.iter().map(|name| escape(name)), out)?;
    rows.iter().try_for_each(|(label, values)| cells(&escape(label), values, out))
}

fn record(pair: &PairPlan, name: &str, mix: &Mix, digits: u32) -> [String; 7] {
    let commitments: Vec<String> = mix.commitments.iter().map(|(name, count)| format!("{name}={count}")).collect();
    [
        text(&pair.own),
        text(&pair.rent),
        name.to_owned(),
        mix.nodes.to_string(),
        text(&commitments.join(" ")),
        number::plain(mix.total, digits),
        number::plain(mix.present_value, digits),
    ]
}
