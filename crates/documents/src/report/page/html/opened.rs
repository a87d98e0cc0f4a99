//! Explanations of figures. Figures of a scenario share formulas: each is written once, and a script copies it to where
//! it is used. Without scripts an explanation shows the figure's own formula and the inputs.

use super::blocks::Writer;
use super::escaped;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Explanation of a figure, as HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::report) struct Opened {
    /// Description in sentences, and its payments.
    pub(in crate::report) said: String,
    /// Formulas as list items, its own first.
    pub(in crate::report) steps: Vec<String>,
    /// Inputs as list items.
    pub(in crate::report) leaves: String,
}

impl Writer<'_> {
    /// Popovers of all explained figures, and a template with shared formulas. They are written after everything else.
    pub(super) fn opened_figures(&self) -> String {
        let mut shared: BTreeMap<&str, usize> = BTreeMap::new();
        let mut order: Vec<&str> = Vec::new();
        let mut all = String::new();
        for (name, id) in self.opened() {
            let _ = write!(
                all,
                "<div popover id=\"{id}\" class=\"explained\" role=\"dialog\" aria-label=\"Explanation of {0}\">\
                 <button type=\"button\" class=\"close\" popovertarget=\"{id}\" popovertargetaction=\"hide\">Close</button>",
                escaped(name)
            );
            for Opened { said, steps, leaves } in self.explained(name) {
                all.push_str(said);
                if let [first, rest @ ..] = steps.as_slice() {
                    let rest = rest.iter().map(|step| {
                        let place = *shared.entry(step).or_insert_with(|| {
                            order.push(step);
                            order.len() - 1
                        });
                        place.to_string()
                    });
                    let rest: Vec<String> = rest.collect();
                    let _ = write!(all, "<ol class=\"steps\" data-steps=\"{}\">{first}</ol>", rest.join(" "));
                }
                if !leaves.is_empty() {
                    let _ = write!(all, "<ul class=\"leaves\">{leaves}</ul>");
                }
            }
            all.push_str("</div>\n");
        }
        if all.is_empty() {
            return all;
        }
        format!("{all}<template class=\"steps\">{}</template>\n", order.concat())
    }
}
