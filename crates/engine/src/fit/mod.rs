//! Language models from their Hugging Face `config.json`: the shapes of their layers, and their parameters. Counts are exact whole
//! numbers.

mod config;
mod fields;
mod model;
mod number_format;
mod parameters;
mod shipped;

pub use fields::ConfigError;
pub use model::{Attention, Experts, Layer, Model};
pub use number_format::NumberFormat;
pub use parameters::Parameters;
pub use shipped::{ModelSource, NoSuchModel, ShippedModel, shipped_model, shipped_models};
