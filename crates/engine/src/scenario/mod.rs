//! What the author may write: the parts of a scenario, each key declared once, and the rules between its keys.

pub mod bases;
pub mod budget;
pub mod calendar;
pub mod cases;
pub mod conventions;
pub mod correlation;
pub mod dates;
pub mod demand;
pub mod exchange;
pub mod expect;
mod extends;
mod files;
pub mod finance;
pub mod hybrid;
pub mod interruption;
mod labels;
pub mod limits;
pub mod line;
mod load;
mod option;
pub mod own;
mod paths;
pub mod price;
pub mod profiles;
pub mod purchase;
pub mod quantities;
pub mod rent;
pub mod reviews;
mod rules;
pub mod schedules;
pub mod schema;
pub mod tax;
mod texts;
pub mod uncertainty;
mod words;

pub use document::{CalendarMonth, CurrencyCode, Date, Fingerprint};
pub use extends::{
    flattened, in_double_quotes, is_only_shared, may_be_shared, part_as_written, path_beside, shared_files, with_shared,
};
pub use files::{Files, FilesInMemory, TraceOrigin, why_unread};
pub use labels::Labels;
pub use language::suggest::nearest;
pub use language::{document, quantity};
pub use load::{AskedOfText, CellValue, CellValues, Loaded, Rejected, Setting, load, load_as};
pub use rules::{as_name, is_name, may_be_allowed};
pub use words::InputWords;

use budget::Budget;
use cases::CaseValue;
use conventions::{Financing, FlowDates};
use demand::Demand;
use document::{Document, Given, Label, Named, NodeId, Origin, ScalarOr};
use exchange::ExchangeRates;
use expect::Expect;
use hybrid::HybridParts;
use language::declaration::{Declared, KeyRole, Keyed, Misplaced, Nature, Owners, StandsFor};
use language::part;
use limits::{MOST_CASES, MOST_CURRENCIES, MOST_OPTIONS, MOST_TAGS};
use option::{LABEL, tagged};
use own::Own;
use quantities::{Amount, AmountPerMonth, Gibibytes, HoursPerMonth, MonthOfYear, Months, Rate, Share, TaxRate, Term};
use rent::Rent;
use tax::Tax;
use texts::{DEPRECIATION, INDIRECT_TAX, INFLATION, OPTION, RULE, TAX};
use uncertainty::Uncertainty;

/// What is declared on the way to a node of a scenario.
#[must_use]
pub fn declared(document: &Document, at: NodeId) -> Declared {
    Scenario::PART.along(document.keys(at))
}

/// What is declared on the way to a path of a scenario.
#[must_use]
pub fn declared_at(path: &str) -> Declared {
    Scenario::PART.along(path.split('.'))
}

/// Whether a value is assumed for a key in whose place another one is written that excludes it: nothing follows from it.
#[must_use]
pub fn is_replaced(document: &Document, at: NodeId) -> bool {
    let is_assumed = |at: NodeId| document.origin(at) == Origin::Assumed;
    let Some(part) = document.node(at).parent.filter(|_| is_assumed(at)) else { return false };
    let is_written = |key: &str| document.member(part, key).is_some_and(|other| !is_assumed(other));
    let kinds = Scenario::PART.wanted_at(document.keys(part)).map(|expected| expected.kinds());
    let choices = kinds.into_iter().flatten().filter_map(|kind| kind.part()).flat_map(|part| part.choices);
    choices.into_iter().any(|choice| {
        let has_it = |set: &&[&str]| set.contains(&document.key(at));
        let others = choice.alternatives.iter().copied().filter(|set| !has_it(set));
        choice.alternatives.iter().any(has_it) && others.flatten().any(|key| is_written(key))
    })
}

/// A path to show how paths are written: that of the first number of an option.
#[must_use]
pub fn example_path(document: &Document) -> String {
    let is_value = |at: &NodeId| document.text(*at).is_some();
    let paths = || document.all().into_iter().filter(is_value).map(|at| document.path(at));
    let of_option = paths().find(|path| path.ends_with("price") || path.starts_with("rent."));
    of_option.or_else(|| paths().next()).unwrap_or_else(|| "horizon_months".to_owned())
}

/// Whether a node says what the scenario is expected to say.
#[must_use]
pub fn is_expectation(document: &Document, at: NodeId) -> bool {
    declared(document, at).any(|key| key.role == KeyRole::Expectation)
}

impl Scenario {
    /// Whether loans are part of the result.
    #[must_use]
    pub fn financing(&self) -> Financing {
        self.financing.as_ref().map_or(Financing::Beside, |financing| financing.value)
    }
}

/// The parts of a scenario that speak of its values or results: where values come from, how sure they are, what is expected, and
/// which findings are accepted where. No figure follows from them, and a scenario that is varied may lack what they name.
pub fn beside() -> impl Iterator<Item = &'static str> {
    let of_others = Scenario::PART.keys.iter().filter(|key| key.speaks_of_others()).map(|key| key.name);
    of_others.chain(["allow"])
}

part! {
    /// A question of owning or renting, as its author wrote it.
    pub struct Scenario {
        /// Files that it shares with others, by their paths relative to this file: one, or a list. It is laid over them: maps are
        /// merged, later files over earlier ones and this one over all; single values and lists are replaced; `null` removes.
        extends: Option<ScalarOr<Given<String>, Vec<Given<String>>>>,
            words("the path of a file, or a list of paths"),
            example("../shared/prices.yaml"),
            not_empty("name one, or remove the key"),
            unique(),
            role(KeyRole::Describes);
        /// What the question is called.
        name: Given<String>, example("Eight H100s for serving"), role(KeyRole::Describes);
        /// Who answers for it.
        owner: Option<Given<String>>, role(KeyRole::Describes), says_something();
        include tagged;
        /// The day of its prices.
        date: Option<Given<Date>>, role(KeyRole::Describes);
        /// The day until which it should be looked at again, or a list of days.
        review_by: Option<ScalarOr<Given<Date>, Vec<Given<Date>>>>,
            example("2027-06-30"),
            words("a day such as 2027-06-30, or a list of days"),
            not_empty("write the days, or remove the key"),
            role(KeyRole::Describes);
        /// What may be spent over the whole horizon, nominal.
        budget: Option<ScalarOr<Given<Amount>, Budget>>,
            words("an amount for the whole horizon, or a part with `total`, `per_year`, `capital` or `operating`"),
            example("2_900_000"),
            role(KeyRole::Judges),
            called("budget over the horizon");
        /// Free text.
        notes: Option<Given<String>>, role(KeyRole::Describes);
        /// The currency in which everything is reported, by its ISO 4217 code; an amount that says no other is in it.
        currency: Given<CurrencyCode>;
        /// What one of each other currency is worth in `currency`, by its code: an amount may then be written with it, as
        /// `3.20 USD`.
        exchange_rates: ExchangeRates,
            also(&["fx", "fx_rate", "fx_rates", "exchange_rate", "currency_rates"]),
            example("{ USD: 0.92 }"),
            one_by_one(),
            price(""),
            each("exchange rate of"),
            at_most(MOST_CURRENCIES),
            keyed(Keyed::ByPattern(exchange::CODES));
        /// Months that are compared.
        horizon_months: Given<Term>, also(&["duration_months", "period_months"]), called("horizon");
        /// The calendar month of month 1. Every month is then said as a date too, and a tax year is a fiscal year; prices, salaries
        /// and demand still step on the anniversaries of the decision.
        start: Option<Given<CalendarMonth>>,
            example("2027-04"),
            also(&["starts", "start_month", "start_date", "begins"]),
            called("calendar month of month 1");
        /// The month of the calendar year, from 1 to 12, in which fiscal years begin; 1 where it is left out.
        fiscal_year_starts: Option<Given<MonthOfYear>>,
            also(&["fiscal_year_start", "fiscal_year_starts_month", "fiscal_year", "financial_year_starts"]),
            with("start"),
            called("first month of fiscal years");
        /// Hours of an average month.
        hours_per_month: Given<HoursPerMonth> = "730", called("hours of a month");
        /// Cost of capital a year, effective, nominal; before tax, or after tax where there is a `tax`.
        discount_rate: Given<Rate>,
            help("the yearly cost of capital; `discount_rate: 0%` may be written"),
            also(&["wacc", "cost_of_capital", "interest_rate", "hurdle_rate"]),
            price(""),
            called("discount rate");
        /// At which date what is paid in a month counts for discounting: `month_end`, which holds where it is left out, `year_end` or
        /// `mid_year` of its contract year. Present values and the return follow; cash by month does not.
        flows: Option<Given<FlowDates>>, example("year_end"), also(&["flow_dates", "timing", "convention"]), called("dates of flows");
        /// Whether loans are part of the result: `beside`, which holds where it is left out, or `inside`.
        financing: Option<Given<Financing>>, example("inside"), called("financing");
        /// Tax that is added to what others invoice and not recovered, as a share of the net price, such as a value added tax;
        /// options, nodes, entries and lines may state their own.
        indirect_tax: Option<Given<TaxRate>>, example("19%"), called("indirect tax");
        /// A tax on profits. Without it every figure is before tax, with it after tax, `discount_rate` too.
        tax: Option<Tax>, example("{ rate: 25% }");
        /// What a month costs in which demanded work is left undone.
        cost_of_delay_per_month: Option<Given<AmountPerMonth>>, called("cost of delay per month");
        /// Under which share of the runner-up's present value a saving is too close to call.
        close_call: Given<Share> = "5%", role(KeyRole::Judges), called("share below which a saving is too close to call");
        /// The work that has to be done.
        demand: Demand, example("{ accelerators: 8, utilization: 65% }"), nature(Nature::Demanded);
        /// Options to own.
        own: Named<Own>, also(&["on_prem", "onprem", "on_premises", "owned", "owning", "buy", "purchase"]), one_by_one(), at_most(MOST_OPTIONS), owners(Owners::ByPath), named_after(StandsFor::Server);
        /// Options to rent.
        rent: Named<Rent>, also(&["cloud", "clouds", "rental", "rentals", "rented", "renting", "leasing"]), one_by_one(), at_most(MOST_OPTIONS), owners(Owners::ByPath);
        /// Options that are made of others: which option serves each workload, `own.NAME` or `rent.NAME`.
        hybrid: Named<HybridParts>,
            one_by_one(),
            at_most(MOST_OPTIONS),
            text(&OPTION),
            entry("the option of each workload below it, such as `chat: own.hgx-h100`"),
            owners(Owners::ByPath),
            stands_for(StandsFor::Option),
            named_after(StandsFor::Workload),
            beside_entries(&LABEL);
        /// What an option must offer to be chosen.
        requires: Option<Requires>, example("{ features: [infiniband] }"), role(KeyRole::Describes);
        /// Where values come from, by their path.
        sources: Named<Provenance>, role(KeyRole::Describes), one_by_one(), keyed(Keyed::ByPath);
        /// How sure numbers are, by their path: what `sensitivity` and `simulate` move.
        uncertainty: Named<Uncertainty>,
            example("{ own.hgx-h100.node.price: { low: 265_000, high: 340_000 } }"),
            role(KeyRole::Doubts),
            keyed(Keyed::ByPath);
        /// Cases: named sets of values, each by its path, with which the scenario is read again as with `--set`. The file as it
        /// stands is the case `stated`.
        cases: Named<Named<Given<CaseValue>>>,
            example("{ downside: { demand.utilization: 40% } }"),
            entry("its values below it, such as `demand.utilization: 40%`"),
            role(KeyRole::Describes),
            one_by_one(),
            at_most(MOST_CASES),
            keyed(Keyed::ByNameThenPath);
        /// Rules of `check` that do not apply here, each with the reason.
        allow: Option<Vec<Allowance>>, role(KeyRole::Describes);
        /// What `check` holds the comparison to: what was decided, in figures.
        expect: Option<Expect>, role(KeyRole::Expectation);
    }
    some_of(&["own", "rent"]);
    misplaced(&[
        Misplaced::of(&[Demand::part], "belongs in `demand`"),
        Misplaced::keys(&["depreciation", "depreciation_months", "first_year_share"], "belongs in `tax`"),
        TAX,
        INDIRECT_TAX,
        INFLATION,
        DEPRECIATION,
    ]);
}

part! {
    /// A rule of `check` that does not apply to a scenario.
    pub struct Allowance {
        /// The rule's name, `book-resale`.
        rule: Given<String>, text(&RULE);
        /// Why it does not apply.
        reason: Given<String>, says_something();
        /// Where it does not, `own.hgx-h100` with all that is below; without it nowhere in the file.
        path: Option<Given<String>>, example("own.hgx-h100");
        /// The last day on which it does not.
        until: Option<Given<Date>>;
    }
}

part! {
    /// What an option must offer to be chosen; what lacks it is priced all the same.
    pub struct Requires {
        /// One of these locations.
        location: Option<Vec<Given<String>>>, set(), not_empty("name at least one, or remove the key");
        /// All of these features.
        features: Option<Vec<Given<String>>>,
            example("[infiniband]"),
            set(),
            not_empty("name at least one, or remove the key");
        /// Months until it can be had, at most.
        available_within_months: Option<Given<Months>>, called("months until it has to be available");
        /// Memory of one accelerator, at least.
        accelerator_memory_gib: Option<Given<Gibibytes>>, role(KeyRole::Judges), called("required memory of an accelerator");
    }
}

part! {
    /// Where a value comes from.
    pub struct Provenance {
        /// A quote, a page, a person.
        from: Given<String>, example("quote Q-4471"), says_something();
        /// The day it was true.
        date: Option<Given<Date>>;
        /// The last day it holds.
        valid_until: Option<Given<Date>>;
        /// The SHA-256 of the file that `from` names, by its path relative to this one: a price list, a quote. `check` says when
        /// that is another file now.
        sha256: Option<Given<Fingerprint>>, also(&["sha_256", "hash", "checksum", "digest", "fingerprint"]);
    }
}
