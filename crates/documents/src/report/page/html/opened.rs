//! Explanations of figures. Figures of a scenario share formulas and inputs: each is written once, and a script copies it to
//! where it is used. Without scripts an explanation shows the figure's own formula.

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
    pub(in crate::report) leaves: Vec<String>,
}

/// List items that explanations share, each once.
#[derive(Default)]
struct SharedItems<'a> {
    places: BTreeMap<&'a str, usize>,
    items: Vec<&'a str>,
}

impl<'a> SharedItems<'a> {
    /// Places of items, as the value of an attribute.
    fn places(&mut self, items: &'a [String]) -> String {
        let place = |item: &'a String| {
            let place = *self.places.entry(item).or_insert_with(|| {
                self.items.push(item);
                self.items.len() - 1
            });
            place.to_string()
        };
        items.iter().map(place).collect::<Vec<String>>().join(" ")
    }
}

impl Writer<'_> {
    /// Popovers of all explained figures, and a template with what they share. They are written after everything else.
    pub(super) fn opened_figures(&self) -> String {
        let mut shared = SharedItems::default();
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
                    let _ = write!(all, "<ol class=\"steps\" data-shared=\"{}\">{first}</ol>", shared.places(rest));
                }
                if !leaves.is_empty() {
                    let _ = write!(all, "<ul class=\"leaves\" data-shared=\"{}\"></ul>", shared.places(leaves));
                }
            }
            all.push_str("</div>\n");
        }
        if all.is_empty() {
            return all;
        }
        format!("{all}<template class=\"shared\">{}</template>\n", shared.items.concat())
    }
}
