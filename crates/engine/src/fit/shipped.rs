//! Configs of open models that ship with the program: the fields that matter, each with its source.

use super::model::Model;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::LazyLock;

/// Minimum similarity of a suggested name.
const SIMILAR: f64 = 0.8;

static MODELS: LazyLock<Vec<ShippedModel>> = LazyLock::new(|| {
    let rows: Vec<Row> =
        serde_json::from_str(include_str!("data/models.json")).expect("the file is part of the program");
    rows.into_iter().map(ShippedModel::of).collect()
});

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    repository: String,
    licence: String,
    source: String,
    revision: String,
    as_of: String,
    config: Value,
}

/// Origin of a shipped config.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModelSource {
    /// Repository of the model on Hugging Face.
    pub repository: String,
    /// Licence of the model.
    pub licence: String,
    /// Repository and path of the copy of its config.
    pub source: String,
    /// Commit of that repository.
    pub revision: String,
    /// Date of that commit.
    pub as_of: String,
}

/// A model that ships with the program.
#[derive(Debug)]
pub struct ShippedModel {
    /// Name.
    pub name: String,
    /// Origin of its config.
    pub source: ModelSource,
    /// The model.
    pub model: Model,
}

impl ShippedModel {
    fn of(row: Row) -> ShippedModel {
        let Row { name, repository, licence, source, revision, as_of, config } = row;
        let model = Model::of(&config).expect("the file is part of the program");
        ShippedModel { name, source: ModelSource { repository, licence, source, revision, as_of }, model }
    }
}

/// No shipped model has a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchModel {
    /// The most similar name, if any is similar.
    pub near: Option<&'static str>,
}

/// All shipped models, by name.
#[must_use]
pub fn shipped_models() -> &'static [ShippedModel] {
    &MODELS
}

/// The shipped model with a name, in any case, or with the name of its repository.
///
/// # Errors
/// If there is none.
pub fn shipped_model(name: &str) -> Result<&'static ShippedModel, NoSuchModel> {
    let name = name.to_lowercase();
    let is_named = |model: &&ShippedModel| model.name == name || model.source.repository.to_lowercase() == name;
    MODELS.iter().find(is_named).ok_or_else(|| {
        let likeness = |model: &'static ShippedModel| (strsim::jaro_winkler(&name, &model.name), model.name.as_str());
        let nearest = MODELS.iter().map(likeness).max_by(|(one, _), (other, _)| one.total_cmp(other));
        NoSuchModel { near: nearest.filter(|(likeness, _)| *likeness > SIMILAR).map(|(_, name)| name) }
    })
}
