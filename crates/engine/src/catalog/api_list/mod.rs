//! External price lists of APIs, which are read but not shipped: the JSON of genai-prices and of LiteLLM, recognized by their
//! content. Entries are read one by one, with exact numbers; errors are reported with their line and model. What a price per
//! million tokens of text cannot state is left out, and counted by reason.

mod genai_prices;
mod json;
mod litellm;

use super::price_list::{MOST_FAULTS, RowError};
use super::{ApiPrice, ListRequest, PriceListError, PricesPerMillionTokens, RequestLengths};
use crate::diagnostic::hexadecimal;
use json::{Fault, Object};
use memchr::memchr_iter;
use serde::Serialize;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::Read;

/// Largest size of a list in bytes; it is read as a whole.
pub const MOST_API_LIST_BYTES: u64 = 64 << 20;

/// A price list of APIs that was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ApiPriceList {
    /// Path of the file as given.
    pub name: String,
    /// Project whose format it has.
    pub keeper: ApiListKeeper,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
    /// Day of its prices as given with the file; null if not given.
    pub as_of: Option<String>,
    /// Number of models.
    pub models: u64,
    /// Number of models with prices per million tokens of text, whether or not they match a query.
    pub priced: u64,
    /// Models that are left out, by reason.
    pub left_out: Vec<LeftOut>,
}

/// Number of models that are left out for one reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Reason.
    pub reason: LeftOutReason,
    /// Number of models.
    pub models: u64,
}

/// A model of a list that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelLeftOut {
    /// Its name in the list, after that of the provider if the list groups by provider.
    pub name: String,
    /// Index of the list, from 0.
    pub list: usize,
    /// Reason.
    pub reason: LeftOutReason,
}

/// What a list has.
#[derive(Clone, Debug)]
pub enum ApiListEntry {
    /// Prices of a model for requests of some lengths.
    Price(Box<ApiPrice>),
    /// A model without such prices.
    LeftOut(ModelLeftOut),
}

/// Project whose format a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ApiListKeeper {
    /// genai-prices.
    GenaiPrices,
    /// LiteLLM.
    Litellm,
}

/// Reason why a model is left out: a price per million tokens would not state what a request costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// It works with images, sound, video or searches.
    OtherWork,
    /// It is another name of a model in the list.
    OtherName,
    /// It has no price per token of text.
    NoPrice,
    /// Its prices are 0: free, or unknown.
    Free,
    /// It also has a charge per request.
    PerRequest,
    /// Reasoning, citations or tools have prices of their own.
    OtherTokens,
    /// Its prices depend on the hour.
    ByHour,
    /// Its prices depend on the day, and the list was read without one.
    ByDay,
}

/// An entry of a list.
enum Entry {
    Prices(ModelPrices),
    LeftOut(LeftOutReason),
}

/// Prices of a model.
struct ModelPrices {
    provider: String,
    model: String,
    context_tokens: Option<u64>,
    note: Option<String>,
    /// Whether it is known that the model writes no tokens.
    writes_nothing: bool,
    /// At least one.
    priced: Vec<Priced>,
}

/// Prices of requests of some lengths.
struct Priced {
    requests: RequestLengths,
    standard: PricesPerMillionTokens,
    batch: PricesPerMillionTokens,
}

/// Whether a file that begins with these bytes is JSON, and therefore read by [`read_api_list`].
#[must_use]
pub fn is_json(start: &[u8]) -> bool {
    let start = start.strip_prefix(BOM.as_bytes()).unwrap_or(start);
    start.iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b'{' | b'['))
}

const BOM: &str = "\u{feff}";

/// Reads a list of APIs to its end and passes each price, and each model without one, to `take`.
///
/// # Errors
/// If it cannot be read, has an unknown format, or has invalid entries; all entries are checked.
pub fn read_api_list(
    input: &mut dyn Read,
    request: ListRequest<'_>,
    take: &mut dyn FnMut(ApiListEntry),
) -> Result<ApiPriceList, PriceListError> {
    let mut bytes = Vec::new();
    input.take(MOST_API_LIST_BYTES + 1).read_to_end(&mut bytes).map_err(PriceListError::Unreadable)?;
    if bytes.len() as u64 > MOST_API_LIST_BYTES {
        let most = MOST_API_LIST_BYTES >> 20;
        return Err(PriceListError::Header(format!("it is larger than {most} MiB, the most for a list of APIs")));
    }
    let text = str::from_utf8(&bytes).map_err(|_| PriceListError::Header("it is not UTF-8 text".to_owned()))?;
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let is_array = text.trim_start().starts_with('[');
    let mut reading = Reading::of(text, request, take);
    let read = if is_array {
        json::elements(text, &mut |provider| reading.provider(provider))
    } else {
        json::members(text, &mut |name, entry| reading.entry(&name, entry))
    };
    let invalid = |error: &serde_json::Error| RowError {
        line: error.line() as u64,
        column: None,
        message: format!("it is not valid JSON: {error}"),
    };
    let keeper = if is_array { ApiListKeeper::GenaiPrices } else { ApiListKeeper::Litellm };
    match read {
        Err(error) => Err(PriceListError::Rows(vec![invalid(&error)], 0)),
        Ok(()) if !reading.is_recognized => Err(PriceListError::Header(UNRECOGNIZED.to_owned())),
        Ok(()) if !reading.faults.is_empty() => Err(PriceListError::Rows(reading.faults, reading.more_faults)),
        Ok(()) => Ok(reading.list(keeper, hexadecimal(&Sha256::digest(&bytes)))),
    }
}

const UNRECOGNIZED: &str = "unrecognised format: it is JSON, but neither the list of genai-prices (providers with `id` and \
                            `models`) nor that of LiteLLM (models with `litellm_provider`)";

/// A list that is being read.
struct Reading<'r> {
    text: &'r str,
    request: ListRequest<'r>,
    take: &'r mut dyn FnMut(ApiListEntry),
    is_recognized: bool,
    models: u64,
    left_out: BTreeMap<LeftOutReason, u64>,
    faults: Vec<RowError>,
    more_faults: u64,
}

impl<'r> Reading<'r> {
    fn of(text: &'r str, request: ListRequest<'r>, take: &'r mut dyn FnMut(ApiListEntry)) -> Reading<'r> {
        Reading {
            text,
            request,
            take,
            is_recognized: false,
            models: 0,
            left_out: BTreeMap::new(),
            faults: Vec::new(),
            more_faults: 0,
        }
    }

    /// Reads an entry of LiteLLM's list.
    fn entry(&mut self, name: &str, value: &'r RawValue) {
        self.models += 1;
        let read = Object::of(value).and_then(|entry| {
            self.is_recognized |= litellm::is_entry(&entry);
            litellm::entry(name, &entry)
        });
        self.add(name, read);
    }

    /// Reads a provider of the list of genai-prices.
    fn provider(&mut self, value: &'r RawValue) {
        match self.models_of(value) {
            Ok(()) => {}
            Err(fault) => self.fault("a provider", &fault),
        }
    }

    fn models_of(&mut self, value: &'r RawValue) -> Result<(), Fault<'r>> {
        let provider = Object::of(value)?;
        self.is_recognized |= genai_prices::is_provider(&provider);
        let (id, models) = (provider.needed_text("id")?, provider.needed("models")?);
        let read = json::elements(models.get(), &mut |model| self.model(&id, model));
        read.map_err(|_| json::wrong("models", models, "write an array, in brackets"))
    }

    fn model(&mut self, provider: &str, value: &'r RawValue) {
        self.models += 1;
        let day = self.request.as_of;
        let (name, read) = match Object::of(value).and_then(|model| Ok((model.needed_text("id")?, model))) {
            Ok((id, model)) => (format!("{provider} {id}"), genai_prices::model(provider, &model, day)),
            Err(fault) => (format!("a model of {provider}"), Err(fault)),
        };
        self.add(&name, read);
    }

    fn add(&mut self, name: &str, read: Result<Entry, Fault<'r>>) {
        match read {
            Ok(Entry::Prices(model)) => {
                model.prices(self.request).for_each(|price| (self.take)(ApiListEntry::Price(Box::new(price))));
            }
            Ok(Entry::LeftOut(reason)) => {
                *self.left_out.entry(reason).or_default() += 1;
                let left_out = ModelLeftOut { name: name.to_owned(), list: self.request.number, reason };
                (self.take)(ApiListEntry::LeftOut(left_out));
            }
            Err(fault) => self.fault(name, &fault),
        }
    }

    fn fault(&mut self, name: &str, fault: &Fault<'r>) {
        if self.faults.len() == MOST_FAULTS {
            self.more_faults += 1;
            return;
        }
        let start = fault.at.get().as_ptr().addr() - self.text.as_ptr().addr();
        let before = self.text.as_bytes().get(..start).unwrap_or_default();
        let line = 1 + memchr_iter(b'\n', before).count() as u64;
        self.faults.push(RowError { line, column: Some(name.to_owned()), message: fault.message.clone() });
    }

    fn list(self, keeper: ApiListKeeper, sha256: String) -> ApiPriceList {
        let left_out = self.left_out.into_iter().map(|(reason, models)| LeftOut { reason, models });
        let left_out: Vec<LeftOut> = left_out.collect();
        ApiPriceList {
            name: self.request.name.to_owned(),
            keeper,
            sha256,
            as_of: self.request.as_of.map(|day| day.to_string()),
            models: self.models,
            priced: self.models - left_out.iter().map(|of| of.models).sum::<u64>(),
            left_out,
        }
    }
}

impl ModelPrices {
    fn prices(self, request: ListRequest<'_>) -> impl Iterator<Item = ApiPrice> {
        let ModelPrices { provider, model, context_tokens, note, writes_nothing, priced } = self;
        priced.into_iter().map(move |Priced { requests, standard, batch }| ApiPrice {
            provider: provider.clone(),
            model: model.clone(),
            open_model: None,
            standard,
            batch,
            writes_nothing,
            requests,
            context_tokens,
            as_of: request.as_of.map(|day| day.to_string()),
            grade: None,
            source: None,
            note: note.clone(),
            list: Some(request.number),
        })
    }
}

impl Priced {
    /// Removes prices of written tokens that are 0.
    fn writes_nothing(&mut self) {
        for prices in [&mut self.standard, &mut self.batch] {
            prices.output = prices.output.filter(|price| !price.is_zero());
        }
    }
}

impl LeftOutReason {
    /// Reason in the prices themselves.
    fn of_prices(priced: &[Priced]) -> Option<LeftOutReason> {
        let is_free = |of: &Priced| of.standard.all().into_iter().flatten().all(|price| price.is_zero());
        if priced.iter().any(|of| of.standard.input.is_none()) {
            return Some(LeftOutReason::NoPrice);
        }
        priced.iter().all(is_free).then_some(LeftOutReason::Free)
    }

    /// Reason after a number of models: `3 with a charge per request`.
    #[must_use]
    pub fn after_count(self) -> &'static str {
        match self {
            LeftOutReason::OtherWork => "for other work (images, sound, searches)",
            LeftOutReason::OtherName => "under another name",
            LeftOutReason::NoPrice => "without a price per token",
            LeftOutReason::Free => "with a price of 0",
            LeftOutReason::PerRequest => "with a charge per request",
            LeftOutReason::OtherTokens => "with other prices for reasoning, citations or tools",
            LeftOutReason::ByHour => "with prices by the hour of the day",
            LeftOutReason::ByDay => "with prices that change on a day (give the day of the list: DATE=FILE)",
        }
    }
}

impl ApiListKeeper {
    /// Name in a sentence.
    #[must_use]
    pub fn display_name(self) -> &'static str {
        match self {
            ApiListKeeper::GenaiPrices => "the list of genai-prices",
            ApiListKeeper::Litellm => "the list of LiteLLM",
        }
    }
}
