//! Size of a service from its model and its requests: accelerators of a replica by the memory of the model, their rate from
//! published results, and the replicas for the busiest hour. Every step is written to the scenario as a comment.
//!
//! Only the command line begins with these answers: pages do without the models of `fit` and the published results.

mod api;
mod rate;
mod size;
mod values;
mod work;

pub use size::ServiceError;
pub use work::{AmountOfWork, cached, tokens_per_month, tokens_per_request, work_per_month};

use super::Template;
use super::fill::PlaceholderValues;
use super::place::Site;
use crate::catalog::{Accelerator, BenchmarkScenario, servers};
use crate::fit::{Model, ModelSource, NumberFormat, Parameters};
use crate::template::answers::offered;
use crate::template::facts::is_only_rented;
use rate::Basis;
use rust_decimal::Decimal;
use size::Size;

/// Decisions that can begin with a model and its tokens.
pub const DECISIONS: [&str; 2] = ["serve", "endpoint"];

/// Accelerator that is proposed if others suit equally well.
const USUAL: &str = "H100-80GB-SXM5";

/// Model of a service.
#[derive(Clone, Debug)]
pub struct ServedModel {
    /// Name of a shipped model, or of the file.
    pub name: String,
    /// Origin of a shipped config; none for a file.
    pub source: Option<ModelSource>,
    /// The model.
    pub model: Model,
}

/// Service of a language model: what it serves, how much, and how fast.
#[derive(Clone, Debug)]
pub struct Service {
    /// Model.
    pub model: ServedModel,
    /// Amount of work.
    pub work: AmountOfWork,
    /// Tokens read per request.
    pub input: Decimal,
    /// Tokens written per request.
    pub output: Decimal,
    /// Share of the input that a prefix cache has.
    pub cached: Decimal,
    /// Latency target, in the terms of published results.
    pub target: BenchmarkScenario,
    /// Format of the weights; none for that of the published result or of the model.
    pub weights: Option<NumberFormat>,
}

/// A service on an accelerator: its size, and the values of its placeholders.
#[derive(Clone, Debug)]
pub struct SizedService {
    /// Number of accelerators: whole replicas for the busiest hour.
    pub count: u32,
    /// Accelerators of a replica.
    pub replica: u32,
    /// Share of the accelerators that is busy on average.
    pub utilization: Decimal,
    /// Name of the scenario, unless another is given.
    pub(super) name: String,
    pub(super) values: PlaceholderValues,
}

impl ServedModel {
    fn parameters(&self) -> Parameters {
        Parameters::of(&self.model)
    }

    /// Whether it is the shipped model with a name, whose punctuation may differ.
    fn is_shipped_as(&self, name: &str) -> bool {
        self.source.is_some() && rate::plain(&self.name) == rate::plain(name)
    }
}

impl Service {
    /// Size of the service on an accelerator at a place.
    ///
    /// # Errors
    /// If no whole replica is possible in a server, if nothing is published from which a rate follows, or if the requests do not
    /// suit the model.
    pub fn sized(&self, accelerator: &'static Accelerator, place: &Site) -> Result<SizedService, ServiceError> {
        let rate = rate::of(self, accelerator)?;
        let size = Size::of(self, accelerator, &rate)?;
        Ok(values::of(self, accelerator, place, &rate, &size))
    }

    /// Whether it has no latency target, so that its requests can wait in a batch.
    fn is_batch(&self) -> bool {
        self.target == BenchmarkScenario::Offline
    }

    /// Tokens of a request, read and written.
    fn tokens(&self) -> Decimal {
        self.input + self.output
    }

    /// Accelerators that can serve it, in the order of the catalog.
    #[must_use]
    pub fn accelerators(&self) -> Vec<&'static Accelerator> {
        let serves =
            |one: &&'static Accelerator| rate::of(self, one).and_then(|rate| Size::of(self, one, &rate)).is_ok();
        offered().into_iter().filter(serves).collect()
    }

    /// Proposed accelerator: one whose servers have a price in the catalog, with a published rate of the model, otherwise with one of
    /// the nearest model.
    ///
    /// # Errors
    /// If no accelerator can serve it: the error of the largest one.
    pub fn proposed(&self) -> Result<&'static Accelerator, ServiceError> {
        let rank = |one: &&'static Accelerator| {
            let basis = rate::of(self, one).map_or(Basis::AnotherAccelerator, |rate| rate.basis);
            let is_sold = servers().iter().any(|server| server.accelerator == one.name);
            (is_only_rented(one), !is_sold, basis, one.name != USUAL)
        };
        self.accelerators().into_iter().min_by_key(rank).ok_or_else(|| {
            let largest = offered().into_iter().max_by_key(|one| (size::largest(one), one.memory_gb));
            let why = largest.and_then(|one| rate::of(self, one).and_then(|rate| Size::of(self, one, &rate)).err());
            why.unwrap_or_else(|| ServiceError::new("the catalog has no accelerator for it"))
        })
    }
}

/// Template of a decision that begins with a model; none for decisions that do not.
#[must_use]
pub fn service_template(decision: &str) -> Option<Template> {
    let text = include_str!("../decisions/service.template.yaml");
    DECISIONS.contains(&decision).then(|| Template::new(decision, "service.template.yaml", text))
}
