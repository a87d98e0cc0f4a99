//! What the author left out and the model had to assume.

use super::statement::Assumed;
use super::stating::Compare;
use crate::model::OptionModel;
use crate::scenario::document::{Document, NodeId, Origin};
use crate::sheet::{FigureId, Formula, Source};
use std::collections::BTreeSet;

impl Compare<'_> {
    /// Defaults that a figure or the shape of the sheet depends on, and what follows other keys: those of the scenario,
    /// then those of each option, by path, so that the order of keys in a file does not matter.
    pub(super) fn assumed(&self) -> Vec<Assumed> {
        let (document, model) = (&self.loaded.document, &self.evaluated.model);
        let results = model.options.iter().flat_map(|option| [option.total, option.present_value, option.useful_hours]);
        let results: Vec<FigureId> = results.chain(model.options.iter().flat_map(OptionModel::ratios)).collect();
        let used =
            model.sheet.ancestors(&results).into_iter().filter_map(|figure| match model.sheet.row(figure).formula {
                Formula::Leaf(Source::Given(given)) => Some(given),
                _ => None,
            });
        let used: BTreeSet<NodeId> = used.chain(model.sheet.structural().iter().copied()).map(NodeId::from).collect();
        let plain = used.into_iter().filter(|node| document.origin(*node) == Origin::Assumed).map(|node| Assumed {
            path: document.path(node),
            value: document.text(node).unwrap_or_default().to_owned(),
            stated_beside: false,
        });
        let path = |part: NodeId, key: &str| match document.path(part) {
            part if part.is_empty() => key.to_owned(),
            part => format!("{part}.{key}"),
        };
        let following = model.assumptions.iter().map(|(part, key, value)| Assumed {
            path: path(*part, key),
            value: (*value).to_owned(),
            stated_beside: false,
        });
        let stated = stated_keys(document);
        let told = |assumed: Assumed| Assumed { stated_beside: stated.contains(&of_option(&assumed.path)), ..assumed };
        let mut assumed: Vec<Assumed> = plain.chain(following).map(told).collect();
        assumed.sort_by_cached_key(|assumed| {
            let of =
                |option: &OptionModel| assumed.path.strip_prefix(&option.name).is_some_and(|key| key.starts_with('.'));
            (model.options.iter().position(of), assumed.path.clone())
        });
        assumed
    }
}

/// The keys that an author stated, each with the option that it stands in.
fn stated_keys(document: &Document) -> BTreeSet<(String, String)> {
    let stated = document.all().into_iter().filter(|node| document.origin(*node) != Origin::Assumed);
    stated.filter(|node| document.text(*node).is_some()).map(|node| of_option(&document.path(node))).collect()
}

/// The option that a path is in, and the key at its end: `own.hgx` and `residual_value` of
/// `own.hgx.capital.racks.residual_value`.
fn of_option(path: &str) -> (String, String) {
    let keys: Vec<&str> = path.split('.').collect();
    let option = keys.get(..2).filter(|_| keys.len() > 2).unwrap_or_default();
    (option.join("."), keys.last().copied().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::of_option;

    #[test]
    fn a_key_is_of_the_option_that_it_stands_in() {
        let of = |option: &str, key: &str| (option.to_owned(), key.to_owned());
        assert_eq!(of_option("own.hgx.capital.racks.residual_value"), of("own.hgx", "residual_value"));
        assert_eq!(of_option("own.hgx.residual_value"), of("own.hgx", "residual_value"));
        assert_eq!(of_option("hours_per_month"), of("", "hours_per_month"));
    }
}
