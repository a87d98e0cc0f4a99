//! Assumptions for keys that the author left out.

use super::context::Compare;
use super::statement::Assumed;
use crate::model::{OptionId, OptionModel};
use crate::scenario::document::{Document, NodeId, Origin};
use crate::sheet::{FigureId, Formula, Source};
use std::collections::BTreeSet;

impl Compare<'_> {
    /// Defaults that a figure or the structure of the sheet depends on, and non-numeric defaults: those of the
    /// scenario, then those of each option, by path, so the order of keys in the file doesn't matter.
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
        let stated = stated_keys(document);
        let plain = used.into_iter().filter(|node| document.origin(*node) == Origin::Assumed).map(|node| Assumed {
            path: document.path(node),
            value: document.text(node).unwrap_or_default().to_owned(),
            stated_beside: stated.contains(&(option_of(document, document.node(node).parent), document.key(node))),
        });
        let path = |part: NodeId, key: &str| match document.path(part) {
            part if part.is_empty() => key.to_owned(),
            part => format!("{part}.{key}"),
        };
        let following = model.assumptions.iter().map(|(part, key, value)| Assumed {
            path: path(*part, key),
            value: (*value).to_owned(),
            stated_beside: stated.contains(&(option_of(document, Some(*part)), key)),
        });
        let mut assumed: Vec<Assumed> = plain.chain(following).collect();
        assumed.sort_by_cached_key(|assumed| {
            let of = OptionId::of_path(&assumed.path);
            (model.options.iter().position(|option| of.as_ref() == Some(&option.id)), assumed.path.clone())
        });
        assumed
    }
}

/// Keys given by the author, each with its option.
fn stated_keys(document: &Document) -> BTreeSet<(Option<NodeId>, &str)> {
    let stated = document.all().into_iter().filter(|node| document.origin(*node) != Origin::Assumed);
    let stated = stated.filter(|node| document.text(*node).is_some());
    stated.map(|node| (option_of(document, document.node(node).parent), document.key(node))).collect()
}

/// The option that contains a part, or the part of the scenario with the same depth: `own.hgx` for
/// `own.hgx.capital.racks`. None for the scenario and its direct parts.
fn option_of(document: &Document, part: Option<NodeId>) -> Option<NodeId> {
    let above = |at: NodeId| document.node(at).parent;
    let is_one = |at: &NodeId| above(*at).and_then(above) == Some(NodeId::ROOT);
    std::iter::successors(part, |at| above(*at)).find(is_one)
}

#[cfg(test)]
mod tests {
    use super::{Document, option_of};

    #[test]
    fn a_part_is_of_the_option_that_it_stands_in() {
        let document = Document::parse("own: {hgx: {capital: {racks: {life_months: 1}}}, dgx: {}}").unwrap();
        let of = |path: &str| option_of(&document, document.find(path)).map(|option| document.path(option));
        assert_eq!(of("own.hgx.capital.racks").as_deref(), Some("own.hgx"));
        assert_eq!(of("own.dgx").as_deref(), Some("own.dgx"));
        assert_eq!(of("own"), None);
        assert_eq!(of(""), None);
    }
}
