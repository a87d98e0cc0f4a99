//! Size of a service: accelerators of a replica by memory, and replicas for the busiest hour by rate and by memory.

use super::Service;
use super::rate::{Rate, billions};
use crate::catalog::Accelerator;
use crate::fit::{Fit, FitRequest, MOST_CONCURRENCY, MOST_CONTEXT, Replica, fit};
use crate::number;
use crate::scenario::profiles;
use crate::scenario::quantities::Pieces;
use crate::scenario::quantity::Quantity as _;
use crate::template::answers::offers;
use crate::template::facts::{accelerators_of_server, is_only_rented};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;
use std::fmt;

/// Profile of a service that people use. A guess.
pub(super) const PROFILE: &str = "business_hours";
/// Capacity above the busiest hour. A guess.
pub(super) const HEADROOM: Decimal = Decimal::from_parts(2, 0, 0, false, 1);
/// Share of the memory that may be used, and tokens of a forward pass, as `rackrent fit` takes them by default.
pub(super) const MEMORY_UTILIZATION: Decimal = Decimal::from_parts(9, 0, 0, false, 1);
const BATCHED_TOKENS: u128 = 8_192;
/// Seconds of a month of 730 hours.
const SECONDS: u32 = 730 * 3_600;

/// Why a service has no size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServiceError(String);

impl ServiceError {
    pub(super) fn new(message: impl Into<String>) -> ServiceError {
        ServiceError(message.into())
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ServiceError {}

/// Size of a service.
#[derive(Clone, Debug)]
pub(super) struct Size {
    /// Memory of the model, with the replica on this accelerator.
    pub(super) fit: Fit,
    /// The replica.
    pub(super) replica: Replica,
    /// Requests per second on average.
    pub(super) average: Decimal,
    /// Average over peak; 1 for a batch, which fills all hours.
    pub(super) mean_to_peak: Decimal,
    /// Capacity above the peak, as a share of it; 0 for a batch.
    pub(super) headroom: Decimal,
    /// Requests per second at the peak, with headroom.
    pub(super) peak: Decimal,
    /// Average seconds of a request.
    pub(super) seconds: Decimal,
    /// Requests in progress at the peak, rounded up.
    pub(super) in_progress: Decimal,
    /// Replicas that the rate needs at the peak, and those that the memory needs, before they are rounded up.
    pub(super) by_rate: Decimal,
    pub(super) by_memory: Decimal,
    /// The larger of the two, rounded up.
    pub(super) replicas: u32,
    /// Accelerators of all replicas.
    pub(super) accelerators: u32,
}

/// Accelerators of the largest replica.
const MOST_OF_REPLICA: u32 = 8;

/// Largest replica: the accelerators of a server, or of the largest instance of accelerators that are only rented; at most eight.
pub(super) fn largest(accelerator: &Accelerator) -> u32 {
    let rented =
        || offers(accelerator).iter().filter_map(|offer| offer.accelerators.to_u32()).max().unwrap_or_default();
    let held = if is_only_rented(accelerator) { rented() } else { accelerators_of_server(accelerator) };
    held.min(MOST_OF_REPLICA)
}

impl Size {
    /// Size of a service on an accelerator. Of the replicas that a server holds, it takes the one with the fewest accelerators in
    /// all, and of these the smallest.
    pub(super) fn of(service: &Service, accelerator: &'static Accelerator, rate: &Rate) -> Result<Size, ServiceError> {
        let average = service.work.requests(service.tokens()) / Decimal::from(SECONDS);
        let mean_to_peak = mean_to_peak(service);
        let headroom = if service.is_batch() { Decimal::ZERO } else { HEADROOM };
        let peak = average / mean_to_peak * (Decimal::ONE + headroom);
        let limit = |milliseconds: u32| Decimal::from(milliseconds) / Decimal::ONE_THOUSAND;
        // limits of 99 of 100 requests; on average, half of them
        let seconds = (limit(rate.limits.ttft_ms) + service.output * limit(rate.limits.tpot_ms)) / Decimal::TWO;
        let in_progress = (peak * seconds).ceil();
        let fitted = fitted(service, accelerator, rate)?;
        let by_rate = |replica: &Replica| {
            peak * service.tokens() / (Decimal::from(replica.accelerators) * rate.tokens_per_second)
        };
        let by_memory = |replica: &Replica| in_progress / Decimal::from(replica.largest_concurrency);
        let replicas = |replica: &Replica| by_rate(replica).max(by_memory(replica)).ceil();
        let all = |replica: &Replica| replicas(replica) * Decimal::from(replica.accelerators);
        let chosen = fitted.into_iter().min_by_key(|(_, replica)| (all(replica), replica.accelerators));
        let (fit, replica) = chosen.ok_or_else(|| too_large(service, accelerator, rate))?;
        let whole = |number: Decimal| number.to_u32().filter(|_| Pieces::KIND.read(&number.to_string(), "").is_ok());
        let (Some(replicas), Some(accelerators)) = (whole(replicas(&replica)), whole(all(&replica))) else {
            return Err(ServiceError::new(format!(
                "the service needs {} × {}, more than a scenario can have",
                number::grouped(all(&replica), 0),
                accelerator.name
            )));
        };
        let (by_rate, by_memory) = (by_rate(&replica), by_memory(&replica));
        Ok(Size {
            fit,
            replica,
            average,
            mean_to_peak,
            headroom,
            peak,
            seconds,
            in_progress,
            by_rate,
            by_memory,
            replicas,
            accelerators,
        })
    }
}

/// Average over peak of the load.
fn mean_to_peak(service: &Service) -> Decimal {
    let profile = profiles::named(PROFILE).filter(|_| !service.is_batch());
    profile.map_or(Decimal::ONE, profiles::Profile::mean_to_peak)
}

/// Replicas of every size that a server holds, the smallest first.
fn fitted(
    service: &Service,
    accelerator: &'static Accelerator,
    rate: &Rate,
) -> Result<Vec<(Fit, Replica)>, ServiceError> {
    let mut found = Vec::new();
    let mut concurrency = 1;
    while concurrency <= MOST_CONCURRENCY {
        let fit = fit_of(service, accelerator, rate, concurrency)?;
        let replica = fit.accelerators.first().and_then(|placement| placement.replica);
        let Some(replica) = replica.filter(|one| one.accelerators <= u128::from(largest(accelerator))) else { break };
        concurrency = replica.largest_concurrency + 1;
        found.push((fit, replica));
    }
    Ok(found)
}

/// Memory of the model for sequences of the length of a request.
fn fit_of(
    service: &Service,
    accelerator: &'static Accelerator,
    rate: &Rate,
    concurrency: u128,
) -> Result<Fit, ServiceError> {
    let model = &service.model;
    let context = service.tokens().ceil().to_u128().filter(|tokens| *tokens <= MOST_CONTEXT);
    let most = model.model.most_positions.unwrap_or(MOST_CONTEXT);
    let context = context.filter(|tokens| *tokens <= most).ok_or_else(|| {
        ServiceError::new(format!(
            "a request of {} tokens is longer than the {} of {}",
            number::grouped(service.tokens(), 0),
            number::grouped(Decimal::from(most), 0),
            model.name
        ))
    })?;
    let request = FitRequest {
        weights: Some(rate.weights),
        kv_cache: None,
        context: Some(context),
        concurrency,
        memory_utilization: MEMORY_UTILIZATION,
        batched_tokens: BATCHED_TOKENS,
        accelerators: vec![accelerator],
    };
    fit(&model.name, model.source.as_ref(), &model.model, &request).map_err(|why| ServiceError::new(why.to_string()))
}

/// Error of a model that no server with the accelerator holds.
fn too_large(service: &Service, accelerator: &'static Accelerator, rate: &Rate) -> ServiceError {
    let (name, weights) = (&service.model.name, rate.weights.name());
    let bytes = fit_of(service, accelerator, rate, 1).map(|fit| billions(fit.weights.bytes)).unwrap_or_default();
    let held = largest(accelerator);
    let whole = if is_only_rented(accelerator) { "instance" } else { "server" };
    ServiceError::new(format!(
        "{name} does not fit one {whole} of {held} × {}: its weights in {weights} take {bytes} GB, and each accelerator has {} GB; \
         name another accelerator, or smaller weights with --weights",
        accelerator.name, accelerator.memory_gb
    ))
}
