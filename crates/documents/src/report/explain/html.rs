//! Explanations as HTML, for a document whose figures open their explanations.

use super::super::page::html::Opened;
use super::super::page::markup::escaped;
use super::rows;
use crate::explain::{Explained, Explanation, FormulaStep, Leaf, PaymentStep, StepValue, Sums};
use crate::number::grouped;

/// Values of a formula shown directly; the rest is collapsed.
const VALUES: usize = 4;

/// Explanations in pieces, so that a document contains each step once.
pub(in crate::report) fn explained(explained: &[Explained], minor_digits: u32, level: u8) -> Vec<Opened> {
    let one = |explained: &Explained| match explained {
        Explained::Formulas(explanation) => formulas(explanation, minor_digits, level),
        Explained::Sums(sums) => {
            Opened { said: of_sums(sums, minor_digits, level), steps: Vec::new(), leaves: Vec::new() }
        }
    };
    explained.iter().map(one).collect()
}

fn heading(title: &str, sentences: &[String], level: u8) -> String {
    let paragraph = |sentence: &String| format!("<p>{}</p>", escaped(sentence));
    let paragraphs: String = sentences.iter().map(paragraph).collect();
    format!("<h{level}>{}</h{level}>{paragraphs}", escaped(title))
}

fn formulas(explanation: &Explanation, minor_digits: u32, level: u8) -> Opened {
    let Explanation { title, sentences, payments, steps, leaves } = explanation;
    let mut said = heading(title, sentences, level);
    if !payments.is_empty() {
        said.push_str(&of_payments(payments, minor_digits));
    }
    Opened { said, steps: steps.iter().map(step).collect(), leaves: leaves.iter().map(leaf).collect() }
}

fn of_payments(payments: &[PaymentStep], minor_digits: u32) -> String {
    let rows = rows::payments(payments, minor_digits).map(|row| {
        let [when, amounts @ ..] = row;
        (when, amounts.to_vec())
    });
    table(&rows::PAYMENTS.map(ToOwned::to_owned), rows)
}

fn step(step: &FormulaStep) -> String {
    let value = |value: &StepValue| {
        let when =
            if value.when.is_empty() { String::new() } else { format!("<span>{}</span> ", escaped(&value.when)) };
        format!("<li>{when}<code>{}</code></li>", escaped(&rows::worked_out(value)))
    };
    let list = |values: &[StepValue]| format!("<ul>{}</ul>", values.iter().map(value).collect::<String>());
    let (first, rest) = step.values.split_at(step.values.len().min(VALUES));
    let rest = match rest.len() {
        0 => String::new(),
        more => format!("<details><summary>{more} more</summary>{}</details>", list(rest)),
    };
    format!("<li><b>{}</b> = <code>{}</code>{}{rest}</li>", escaped(&step.name), escaped(&step.formula), list(first))
}

fn leaf(leaf: &Leaf) -> String {
    let name = leaf.words.as_ref().unwrap_or(&leaf.name);
    let path = leaf.words.as_ref().map(|_| format!("<code>{}</code>", escaped(&leaf.name)));
    let place = Some(rows::place(&leaf.place)).filter(|place| !place.is_empty()).map(escaped);
    let source = Some(leaf.source.as_str()).filter(|source| !source.is_empty()).map(escaped);
    let below: Vec<String> = [path, place, source].into_iter().flatten().collect();
    format!("<li>{} <b>{}</b><small>{}</small></li>", escaped(name), escaped(&leaf.value), below.join(" · "))
}

fn of_sums(sums: &Sums, minor_digits: u32, level: u8) -> String {
    let amount = |amount: &Option<_>| amount.map_or_else(|| "—".to_owned(), |amount| grouped(amount, minor_digits));
    let heads: Vec<String> = std::iter::once(String::new()).chain(sums.columns.iter().cloned()).collect();
    let rows = sums.rows.iter().map(|(label, amounts)| (label.clone(), amounts.iter().map(amount).collect()));
    let totals = sums
        .totals
        .iter()
        .map(|(label, totals)| (label.clone(), totals.iter().map(|total| grouped(*total, minor_digits)).collect()));
    let said = heading(&sums.title, &sums.sentences, level);
    if sums.rows.is_empty() { said } else { format!("{said}{}", table(&heads, rows.chain(totals))) }
}

/// A table whose first column is text and whose others are numbers.
fn table(heads: &[String], rows: impl Iterator<Item = (String, Vec<String>)>) -> String {
    let head = |head: &String| match head.as_str() {
        "" => "<td></td>".to_owned(),
        head => format!("<th scope=\"col\">{}</th>", escaped(head)),
    };
    let cell = |cell: &String| format!("<td>{}</td>", escaped(cell));
    let row = |(label, cells): (String, Vec<String>)| {
        let cells: String = cells.iter().map(cell).collect();
        format!("<tr><th scope=\"row\">{}</th>{cells}</tr>", escaped(&label))
    };
    let heads: String = heads.iter().map(head).collect();
    format!("<table><thead><tr>{heads}</tr></thead><tbody>{}</tbody></table>", rows.map(row).collect::<String>())
}
