//! Whether a language model fits an accelerator: parameters, weights and KV cache from a Hugging Face `config.json`, and the number
//! of accelerators that one replica takes. All counts and bytes are exact whole numbers; a GB is 10^9 bytes, a GiB 2^30.

mod config;
mod fields;
mod memory;
mod model;
mod number_format;
mod parameters;
mod placement;
mod result;
mod shipped;

pub use fields::ConfigError;
pub use model::{Attention, Experts, Layer, Model};
pub use number_format::NumberFormat;
pub use parameters::Parameters;
pub use placement::{FitRequest, MOST_ACCELERATORS, MOST_CONCURRENCY, MOST_CONTEXT, USUAL_CONTEXT, fit};
pub use result::{Fit, FitModel, KvCache, NumberFormatUsed, Placement, Replica, Weights};
pub use shipped::{ModelSource, NoSuchModel, ShippedModel, shipped_model, shipped_models};
