//! What the author may write: the document, the quantities, the parts of a scenario, and the rules between its keys.

pub mod bases;
pub mod choices;
pub mod defaults;
pub mod demand;
pub mod document;
pub mod expect;
mod keys;
pub mod line;
mod load;
pub mod own;
pub mod profiles;
pub mod quantities;
pub mod quantity;
mod read;
mod reference;
pub mod rent;
mod rules;
pub mod schema;
mod suggest;
pub mod uncertainty;
mod wanted;

pub use document::{CurrencyCode, Date};
pub use load::{Loaded, Rejected, Setting, load};
pub(crate) use rules::may_be_allowed;
pub(crate) use suggest::nearest;

use demand::Demand;
use document::{Given, Named};
use expect::Expect;
use own::Own;
use quantities::{Amount, AmountPerMonth, Gibibytes, HoursPerMonth, Months, Rate, Share, Term};
use rent::Rent;
use schemars::JsonSchema;
use serde::Deserialize;
use uncertainty::Uncertainty;

/// A question of owning or renting, as its author wrote it.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What the question is called.
    pub name: Given<String>,
    /// Who answers for it.
    pub owner: Option<Given<String>>,
    /// The day of its prices.
    pub date: Option<Given<Date>>,
    /// The day until which it should be looked at again.
    pub review_by: Option<Given<Date>>,
    /// What may be spent over the whole horizon, nominal.
    pub budget: Option<Given<Amount>>,
    /// Free text.
    pub notes: Option<Given<String>>,
    /// The one currency of the scenario, by its ISO 4217 code.
    pub currency: Given<CurrencyCode>,
    /// Months that are compared.
    pub horizon_months: Given<Term>,
    /// Hours of an average month.
    pub hours_per_month: Given<HoursPerMonth>,
    /// Cost of capital a year, effective, nominal, before tax.
    pub discount_rate: Given<Rate>,
    /// What a month costs in which demanded work is left undone.
    pub cost_of_delay_per_month: Option<Given<AmountPerMonth>>,
    /// Under which share of the runner-up's present value a saving is too close to call.
    pub close_call: Given<Share>,
    /// The work that has to be done.
    pub demand: Demand,
    /// Options to own.
    #[serde(default)]
    pub own: Named<Own>,
    /// Options to rent.
    #[serde(default)]
    pub rent: Named<Rent>,
    /// Options that are made of others: which option serves each workload, `own.NAME` or `rent.NAME`.
    #[serde(default)]
    pub hybrid: Named<Named<Given<String>>>,
    /// What an option must offer to be chosen.
    pub requires: Option<Requires>,
    /// Where values come from, by their path.
    #[serde(default)]
    pub sources: Named<Provenance>,
    /// How sure numbers are, by their path: what `sensitivity` and `simulate` move.
    #[serde(default)]
    pub uncertainty: Named<Uncertainty>,
    /// Rules of `check` that do not apply here, each with the reason.
    pub allow: Option<Vec<Allowance>>,
    /// What `check` holds the comparison to: what was decided, in figures.
    pub expect: Option<Expect>,
}

/// A rule of `check` that does not apply to a scenario.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Allowance {
    /// The rule's name, `book-resale`.
    pub rule: Given<String>,
    /// Why it does not apply.
    pub reason: Given<String>,
    /// The last day on which it does not.
    pub until: Option<Given<Date>>,
}

/// What an option must offer to be chosen; what lacks it is priced all the same.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Requires {
    /// One of these locations.
    pub location: Option<Vec<Given<String>>>,
    /// All of these features.
    pub features: Option<Vec<Given<String>>>,
    /// Months until it can be had, at most.
    pub available_within_months: Option<Given<Months>>,
    /// Memory of one accelerator, at least.
    pub accelerator_memory_gib: Option<Given<Gibibytes>>,
}

/// Where a value comes from.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    /// A quote, a page, a person.
    pub from: Given<String>,
    /// The day it was true.
    pub date: Option<Given<Date>>,
    /// The last day it holds.
    pub valid_until: Option<Given<Date>>,
}
