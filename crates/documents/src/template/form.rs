//! The questions of `rackrent new` as an HTML form.

use super::{Question, Site, Template, offered, templates};
use crate::report::escaped;
use rust_decimal::Decimal;

/// HTML form with the questions of `rackrent new`, for `rackrent app`. Each option of the field `decision` has the proposed
/// answers of its template as `data-` attributes, for the fields that the template uses.
#[must_use]
pub fn form() -> String {
    let decisions: String = templates().iter().filter_map(decision).collect();
    let accelerators: String = offered().into_iter().map(|one| choice(&one.name)).collect();
    let places: String = Site::all().iter().map(|place| choice(&place.name)).collect();
    format!(
        "<form class=\"begin\">\n\
         <label>Decision <select name=\"decision\">{decisions}</select></label>\n\
         <label>Accelerator <select name=\"accelerator\">{accelerators}</select></label>\n\
         <label>Number of accelerators <input name=\"count\" inputmode=\"numeric\"></label>\n\
         <label>Utilization <input name=\"utilization\" inputmode=\"decimal\"></label>\n\
         <label>Location <select name=\"place\">{places}</select></label>\n\
         <label>Quoted price of a server <input name=\"price\" inputmode=\"decimal\"></label>\n\
         <p>To begin with a model and its tokens, run <code>rackrent new serve --model NAME</code>.</p>\n\
         <button>Create scenario</button>\n</form>"
    )
}

fn choice(text: &str) -> String {
    format!("<option>{}</option>", escaped(text))
}

fn decision(template: &Template) -> Option<String> {
    let proposed = template.proposed().ok()?;
    let price = if template.asks(Question::Price) { " data-price=\"\"" } else { "" };
    Some(format!(
        "<option value=\"{}\" data-accelerator=\"{}\" data-count=\"{}\" data-utilization=\"{}%\" data-place=\"{}\"{price}>{}</option>",
        escaped(template.name()),
        escaped(&proposed.accelerator.name),
        proposed.count,
        (proposed.utilization * Decimal::ONE_HUNDRED).normalize(),
        escaped(&proposed.place.name),
        escaped(template.title()),
    ))
}
