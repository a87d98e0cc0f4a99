//! Pictures with title and data table, and the bars of the verdict.

use super::super::chart::{Bars, OptionBar, OptionOutcome};
use super::super::picture::{Drawing, Picture};
use super::super::svg::{self, DrawingSize};
use super::blocks::{Writer, prose};
use super::escaped;
use rust_decimal::Decimal;

impl Writer<'_> {
    /// A picture below its title, with a collapsed data table; `large` is its size in windows and on paper.
    pub(super) fn picture(&mut self, picture: &Picture, large: DrawingSize) -> String {
        let id = format!("{}{}", self.prefix(), picture.of.name());
        let drawn = both(&picture.drawing, large, &format!("{id}-title"));
        let table = picture.table.as_ref().map(|table| self.folded(table)).unwrap_or_default();
        format!(
            "<figure id=\"{id}\"><figcaption><h3 id=\"{id}-title\">{}</h3><p>{}</p></figcaption>\
             <div class=\"drawn\">{drawn}</div>{table}</figure>",
            prose(&picture.title),
            prose(&picture.caption)
        )
    }
}

/// A chart of a page in both sizes; its data is in a table next to it.
pub(super) fn drawn_twice(drawing: &Drawing, title: &str, writer: &mut Writer<'_>) -> String {
    let id = writer.identity("p");
    format!(
        "<figure><figcaption><h3 id=\"{id}\">{}</h3></figcaption><div class=\"drawn\">{}</div></figure>",
        escaped(title),
        both(drawing, DrawingSize::Wide, &id)
    )
}

/// The drawing in both sizes; a style shows the one that fits.
fn both(drawing: &Drawing, large: DrawingSize, described_by: &str) -> String {
    [large, DrawingSize::Narrow].map(|room| svg::draw(drawing, room, described_by)).concat()
}

/// Bars of the options: name, bar, amount and another figure.
pub(super) fn bars(bars: &Bars, writer: &mut Writer<'_>) -> String {
    let rows: String = bars.options.iter().map(|bar| row(bar, writer)).collect();
    format!(
        "<table class=\"bars\"><caption class=\"unseen\">Cost of each option</caption><thead><tr>\
         <td></td><td></td><th scope=\"col\">{}</th><th scope=\"col\">{}</th></tr></thead><tbody>{rows}</tbody></table>",
        escaped(&bars.amount),
        escaped(&bars.unit_cost)
    )
}

fn row(bar: &OptionBar, writer: &mut Writer<'_>) -> String {
    let class = match bar.outcome {
        OptionOutcome::Wins => " class=\"wins\"",
        OptionOutcome::Stands => "",
        OptionOutcome::Out(_) => " class=\"out\"",
    };
    let wins = if bar.outcome == OptionOutcome::Wins { "<span class=\"unseen\"> (wins)</span>" } else { "" };
    let remark = bar.outcome.remark().map(|remark| format!("<small>{}</small>", escaped(remark))).unwrap_or_default();
    let amount = writer.figure(&bar.amount.text(), bar.explained.as_deref());
    format!(
        "<tr{class}><th scope=\"row\">{}{wins}{remark}</th><td class=\"bar\">{}</td><td class=\"number\">{amount}</td>\
         <td class=\"number\">{}</td></tr>",
        escaped(&bar.name),
        bar_of(bar.length),
        escaped(&bar.unit_cost.text())
    )
}

/// A bar of a relative length.
fn bar_of(length: Decimal) -> String {
    let length = (length * Decimal::ONE_HUNDRED).round_dp(2).normalize();
    format!(
        "<svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\" aria-hidden=\"true\" focusable=\"false\">\
         <rect width=\"{length}\" height=\"10\"/></svg>"
    )
}
