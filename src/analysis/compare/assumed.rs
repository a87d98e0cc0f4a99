//! What the author left out and the model had to assume.

use super::statement::Assumed;
use super::stating::Compare;
use crate::model::OptionModel;
use crate::scenario::document::{NodeId, Origin};
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
        });
        let path = |part: NodeId, key: &str| match document.path(part) {
            part if part.is_empty() => key.to_owned(),
            part => format!("{part}.{key}"),
        };
        let following = model
            .assumptions
            .iter()
            .map(|(part, key, value)| Assumed { path: path(*part, key), value: (*value).to_owned() });
        let mut assumed: Vec<Assumed> = plain.chain(following).collect();
        assumed.sort_by_cached_key(|assumed| {
            let of =
                |option: &OptionModel| assumed.path.strip_prefix(&option.name).is_some_and(|key| key.starts_with('.'));
            (model.options.iter().position(of), assumed.path.clone())
        });
        assumed
    }
}
