//! What figures open. Figures of one scenario rest on the same formulas: each is written once, and a script puts it where it
//! belongs. Without one a figure opens its own formula and the inputs below it.

use super::blocks::Writer;
use super::escaped;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Where a figure comes from, in pieces of HTML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::report) struct Opened {
    /// What it is, in sentences, and its payments.
    pub(in crate::report) said: String,
    /// Its formulas, each an item of a list, its own first.
    pub(in crate::report) steps: Vec<String>,
    /// The inputs in which they end, as items of a list.
    pub(in crate::report) leaves: String,
}

impl Writer<'_> {
    /// What figures open, and the formulas that several of them share: all this stands after everything else, and is shown
    /// above it.
    pub(super) fn opened_figures(&self) -> String {
        let mut shared: BTreeMap<&str, usize> = BTreeMap::new();
        let mut order: Vec<&str> = Vec::new();
        let mut all = String::new();
        for (name, id) in self.opened() {
            let _ = write!(
                all,
                "<div popover id=\"{id}\" class=\"explained\" role=\"dialog\" aria-label=\"Where {0} comes from\">\
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
