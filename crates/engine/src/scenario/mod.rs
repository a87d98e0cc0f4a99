//! Scenario language: the parts of a scenario, each key declared once, and the rules between keys.

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
pub mod hourly;
pub mod hybrid;
pub mod interruption;
mod labels;
pub mod limits;
pub mod line;
mod load;
mod option;
mod option_id;
pub mod own;
mod paths;
pub mod price;
pub mod price_walk;
pub mod profiles;
pub mod purchase;
pub mod quantities;
mod rejected;
pub mod rent;
pub mod reviews;
mod rules;
pub mod schedules;
pub mod schema;
pub mod tax;
mod texts;
pub mod tokens;
pub mod uncertainty;
mod words;

pub use document::{CalendarMonth, CurrencyCode, Date, Fingerprint};
pub use extends::{
    as_scalar, flattened, in_double_quotes, is_only_shared, may_be_shared, part_as_written, path_relative_to,
    shared_files, with_shared,
};
pub use files::{Files, FilesInMemory, TraceOrigin, why_unread};
pub use labels::Labels;
pub use language::suggest::nearest;
pub use language::{document, quantity};
pub use load::{CellValue, CellValues, LoadRequest, Loaded, Setting, load, load_as};
pub use option_id::{OptionId, OptionKind};
pub use rejected::Rejected;
pub use texts::{as_name, is_name, may_be_allowed};
pub use words::DisplayName;

use budget::Budget;
use cases::CaseValue;
use conventions::{Financing, FlowDates};
use demand::Demand;
use document::{Document, Entry, Label, Located, Named, NodeId, Origin, ScalarOr};
use exchange::ExchangeRates;
use expect::Expect;
use hybrid::HybridParts;
use language::declaration::{Declared, KeyRole, Keyed, Misplaced, Nature, Owners, ReferenceKind};
use language::part;
use limits::{MOST_CASES, MOST_CURRENCIES, MOST_OPTIONS, MOST_TAGS};
use option::{LABEL, tagged};
use own::Own;
use quantities::{
    AcceleratorsPerInstance, Amount, AmountPerMonth, Gibibytes, HostCores, HoursPerMonth, LocalTerabytes, MonthOfYear,
    Months, Rate, Share, TaxRate, Term,
};
use rent::Rent;
use tax::Tax;
use texts::{DEPRECIATION, INDIRECT_TAX, INFLATION, OPTION, RULE, TAX};
use tokens::TokenThroughput;
use uncertainty::Uncertainty;

/// Declarations on the path to a node of a scenario.
#[must_use]
pub fn declared(document: &Document, at: NodeId) -> Declared {
    Scenario::PART.along(document.keys(at))
}

/// Declarations on a path of a scenario.
#[must_use]
pub fn declared_at(path: &str) -> Declared {
    Scenario::PART.along(path.split('.'))
}

/// Whether a value is the default of a key that another, written key excludes; it has no effect.
#[must_use]
pub fn is_replaced(document: &Document, at: NodeId) -> bool {
    let is_assumed = |at: NodeId| document.origin(at) == Origin::Assumed;
    let Some(part) = document.node(at).parent.filter(|_| is_assumed(at)) else { return false };
    let is_written = |key: &str| document.member(part, key).is_some_and(|other| !is_assumed(other));
    let kinds = Scenario::PART.expected_at(document.keys(part)).map(|expected| expected.kinds());
    let choices = kinds.into_iter().flatten().filter_map(|kind| kind.part()).flat_map(|part| part.choices);
    choices.into_iter().any(|choice| {
        let has_it = |set: &&[&str]| set.contains(&document.key(at));
        let others = choice.alternatives.iter().copied().filter(|set| !has_it(set));
        choice.alternatives.iter().any(has_it) && others.flatten().any(|key| is_written(key))
    })
}

/// Example of a path: that of the first number of an option.
#[must_use]
pub fn example_path(document: &Document) -> String {
    let is_value = |at: &NodeId| document.text(*at).is_some();
    let paths = || document.all().into_iter().filter(is_value).map(|at| document.path(at));
    let of_option = paths().find(|path| path.ends_with("price") || path.starts_with("rent."));
    of_option.or_else(|| paths().next()).unwrap_or_else(|| "horizon_months".to_owned())
}

/// Whether a node belongs to the expectations of the scenario.
#[must_use]
pub fn is_expectation(document: &Document, at: NodeId) -> bool {
    declared(document, at).any(|key| key.role == KeyRole::Expectation)
}

/// Rate at which the accelerators of an option work through the tokens of a workload.
#[derive(Clone, Debug)]
pub struct OptionRate<'a> {
    /// The option.
    pub option: OptionId,
    /// Its accelerator, if named.
    pub accelerator: Option<&'a Located<String>>,
    /// The rate, named after its workload.
    pub entry: &'a Entry<TokenThroughput>,
}

impl Scenario {
    /// Token rates of all options, in the order of the file.
    pub fn token_rates(&self) -> impl Iterator<Item = OptionRate<'_>> {
        let owned = self
            .own
            .iter()
            .map(|entry| (OptionId::own(&entry.name), entry.value.accelerator.as_ref(), &entry.value.token_throughput));
        let rented = self.rent.iter().map(|entry| {
            (OptionId::rent(&entry.name), entry.value.accelerator.as_ref(), &entry.value.token_throughput)
        });
        owned.chain(rented).flat_map(|(option, accelerator, rates)| {
            rates.iter().map(move |entry| OptionRate { option: option.clone(), accelerator, entry })
        })
    }

    /// Treatment of loans in the result.
    #[must_use]
    pub fn financing(&self) -> Financing {
        self.financing.as_ref().map_or(Financing::Separate, |financing| financing.value)
    }
}

/// Keys of the parts that refer to values or results by path: sources, uncertainty, cases, expectations and allowances. No figure
/// depends on them, and a varied scenario may lack the paths that they name.
pub fn keys_about_others() -> impl Iterator<Item = &'static str> {
    let of_others = Scenario::PART.keys.iter().filter(|key| key.speaks_of_others()).map(|key| key.name);
    of_others.chain(["allow"])
}

part! {
    /// An own-or-rent question: demand, options and terms.
    pub struct Scenario {
        /// Shared files that this scenario builds on: one path, or a list, relative to this file. Maps are merged; later files
        /// override earlier ones, and this file overrides all; single values and lists are replaced; `null` removes a key.
        extends: Option<ScalarOr<Located<String>, Vec<Located<String>>>>,
            words("the path of a file, or a list of paths"),
            example("../shared/prices.yaml"),
            not_empty("add a path, or remove the key"),
            unique(),
            role(KeyRole::Describes);
        /// Title of the scenario.
        name: Located<String>, example("Eight H100s for serving"), role(KeyRole::Describes);
        /// Person or team responsible for the scenario.
        owner: Option<Located<String>>, role(KeyRole::Describes), says_something();
        include tagged;
        /// Date of the prices.
        date: Option<Located<Date>>, role(KeyRole::Describes);
        /// Date of the next review, or a list of dates.
        review_by: Option<ScalarOr<Located<Date>, Vec<Located<Date>>>>,
            example("2027-06-30"),
            words("a date such as 2027-06-30, or a list of dates"),
            not_empty("add a date, or remove the key"),
            role(KeyRole::Describes);
        /// Budget over the whole horizon, nominal; or a part with several budgets.
        budget: Option<ScalarOr<Located<Amount>, Budget>>,
            words("an amount for the whole horizon, or a part with `total`, `per_year`, `capital` or `operating`"),
            example("2_900_000"),
            role(KeyRole::Threshold),
            display_name("total budget");
        /// Free text.
        notes: Option<Located<String>>, role(KeyRole::Describes);
        /// Reporting currency, an ISO 4217 code; amounts without a code are in this currency.
        currency: Located<CurrencyCode>;
        /// Exchange rates: the value of one unit of each foreign currency in `currency`, by code. Amounts in such a currency are
        /// written with its code, `3.20 USD`.
        exchange_rates: ExchangeRates,
            aliases(&["fx", "fx_rate", "fx_rates", "exchange_rate", "currency_rates"]),
            example("{ USD: 0.92 }"),
            one_by_one(),
            price(""),
            each("exchange rate of"),
            at_most(MOST_CURRENCIES),
            keyed(Keyed::ByPattern(exchange::CODES));
        /// Length of the comparison in months.
        horizon_months: Located<Term>, aliases(&["duration_months", "period_months"]), display_name("horizon");
        /// Calendar month of month 1. Reports then also show months as dates, and tax years are fiscal years; prices, salaries
        /// and demand still step on the anniversaries of the decision.
        start: Option<Located<CalendarMonth>>,
            example("2027-04"),
            aliases(&["starts", "start_month", "start_date", "begins"]),
            display_name("start month");
        /// Calendar month in which fiscal years begin, 1 to 12; default: 1.
        fiscal_year_starts: Option<Located<MonthOfYear>>,
            aliases(&["fiscal_year_start", "fiscal_year_starts_month", "fiscal_year", "financial_year_starts"]),
            with("start"),
            display_name("first month of the fiscal year");
        /// Hours in an average month.
        hours_per_month: Located<HoursPerMonth> = "730", display_name("hours per month");
        /// Cost of capital, a nominal effective annual rate; before tax, or after tax if there is a `tax`.
        discount_rate: Located<Rate>,
            help("the annual cost of capital; `discount_rate: 0%` is allowed"),
            aliases(&["wacc", "cost_of_capital", "interest_rate", "hurdle_rate"]),
            price(""),
            display_name("discount rate");
        /// Date at which the payments of a month are discounted: `month_end` (default), or `year_end` or `mid_year` of the
        /// contract year. It affects present values and the rate of return, not cash by month.
        flows: Option<Located<FlowDates>>, example("year_end"), aliases(&["flow_dates", "timing", "convention"]), display_name("discounting dates");
        /// Treatment of loans: `beside` (default), reported separately from the result, or `inside`, part of the result.
        financing: Option<Located<Financing>>, example("inside"), display_name("financing");
        /// Non-recoverable tax on invoices, such as value added tax, as a share of the net price; options, nodes, entries and
        /// lines can have their own.
        indirect_tax: Option<Located<TaxRate>>, example("19%"), display_name("indirect tax");
        /// Tax on profits. Without it all figures are before tax; with it all figures, including `discount_rate`, are after tax.
        tax: Option<Tax>, example("{ rate: 25% }");
        /// Cost of a month with unserved demand.
        cost_of_delay_per_month: Option<Located<AmountPerMonth>>, display_name("cost of delay per month");
        /// Saving below which the verdict is too close to call, as a share of the runner-up's present value.
        close_call: Located<Share> = "5%", role(KeyRole::Threshold), display_name("close-call threshold");
        /// Demand for accelerators.
        demand: Demand, example("{ accelerators: 8, utilization: 65% }"), nature(Nature::Demanded);
        /// Options to own.
        own: Named<Own>, aliases(&["on_prem", "onprem", "on_premises", "owned", "owning", "buy", "purchase"]), one_by_one(), at_most(MOST_OPTIONS), owners(Owners::ByPath), named_after(ReferenceKind::Server);
        /// Options to rent.
        rent: Named<Rent>, aliases(&["cloud", "clouds", "rental", "rentals", "rented", "renting", "leasing"]), one_by_one(), at_most(MOST_OPTIONS), owners(Owners::ByPath);
        /// Combinations of options: the option that serves each workload, `own.NAME` or `rent.NAME`.
        hybrid: Named<HybridParts>,
            one_by_one(),
            at_most(MOST_OPTIONS),
            text(&OPTION),
            entry("the option of each workload under it, such as `chat: own.hgx-h100`"),
            owners(Owners::ByPath),
            stands_for(ReferenceKind::Option),
            named_after(ReferenceKind::Workload),
            sibling_key(&LABEL);
        /// Requirements that an option must meet to be chosen.
        requires: Option<Requires>, example("{ features: [infiniband] }"), role(KeyRole::Describes);
        /// Sources of values, by path.
        sources: Named<Provenance>, role(KeyRole::Describes), one_by_one(), keyed(Keyed::ByPath);
        /// Ranges of uncertain inputs, by path, for `sensitivity` and `simulate`.
        uncertainty: Named<Uncertainty>,
            example("{ own.hgx-h100.node.price: { low: 265_000, high: 340_000 } }"),
            role(KeyRole::Uncertainty),
            keyed(Keyed::ByPath);
        /// Cases: named sets of values by path, applied as with `--set`. The scenario without a case is the base case, `stated`.
        cases: Named<Named<Located<CaseValue>>>,
            example("{ downside: { demand.utilization: 40% } }"),
            entry("its values under it, such as `demand.utilization: 40%`"),
            role(KeyRole::Describes),
            one_by_one(),
            at_most(MOST_CASES),
            keyed(Keyed::ByNameThenPath);
        /// Allowances: rules of `check` that do not apply here, each with a reason.
        allow: Option<Vec<Allowance>>, role(KeyRole::Describes);
        /// Expected results: the decision in figures, which `check` verifies.
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
    /// An allowance: a rule of `check` that does not apply to a scenario.
    pub struct Allowance {
        /// Name of the rule, such as `book-resale`.
        rule: Located<String>, text(&RULE);
        /// Reason why the rule does not apply.
        reason: Located<String>, says_something();
        /// Path where the rule does not apply, with everything under it, such as `own.hgx-h100`; default: the whole scenario.
        path: Option<Located<String>>, example("own.hgx-h100");
        /// Last day of the allowance.
        until: Option<Located<Date>>;
    }
}

part! {
    /// Requirements for an option; an option that does not meet them is still priced, but can't be chosen.
    pub struct Requires {
        /// Accepted locations; the option must be in one of them.
        location: Option<Vec<Located<String>>>, set(), not_empty("name at least one, or remove the key");
        /// Required features; the option must have all of them.
        features: Option<Vec<Located<String>>>,
            example("[infiniband]"),
            set(),
            not_empty("name at least one, or remove the key");
        /// Maximum number of months until the option is available.
        available_within_months: Option<Located<Months>>, display_name("maximum months to availability");
        /// Minimum memory per accelerator in GiB.
        accelerator_memory_gib: Option<Located<Gibibytes>>, role(KeyRole::Threshold), display_name("required memory per accelerator");
        /// Minimum number of accelerators of one server or instance, which share its interconnect. Endpoints have none to show.
        accelerators_per_instance: Option<Located<AcceleratorsPerInstance>>, role(KeyRole::Threshold), display_name("required accelerators per instance");
        /// Minimum memory in GiB of all accelerators of one server or instance together, such as for a copy of a model. Endpoints
        /// have none to show.
        instance_memory_gib: Option<Located<Gibibytes>>, example("810"), aliases(&["model_memory_gib"]), role(KeyRole::Threshold), display_name("required memory per instance");
        /// Minimum memory in GiB of the accelerators of a replica together, `replica_accelerators` of them; without that key all
        /// accelerators of a server or instance. Endpoints have none to show.
        replica_memory_gib: Option<Located<Gibibytes>>, example("175"), role(KeyRole::Threshold), display_name("required memory per replica");
        /// Minimum number of CPU cores per accelerator; endpoints need not show it, nor the next two.
        cpu_cores_per_accelerator: Option<Located<HostCores>>, role(KeyRole::Threshold), display_name("required CPU cores per accelerator");
        /// Minimum main memory per accelerator in GiB.
        ram_gib_per_accelerator: Option<Located<Gibibytes>>, example("224"), role(KeyRole::Threshold), display_name("required main memory per accelerator");
        /// Minimum local solid-state storage per accelerator in terabytes.
        nvme_tb_per_accelerator: Option<Located<LocalTerabytes>>, role(KeyRole::Threshold), display_name("required local storage per accelerator");
    }
}

part! {
    /// Source of a value.
    pub struct Provenance {
        /// Quote, web page, file or person.
        from: Located<String>, example("quote Q-4471"), says_something();
        /// Date on which the value was valid.
        date: Option<Located<Date>>;
        /// Last day on which the value is valid.
        valid_until: Option<Located<Date>>;
        /// SHA-256 of the file that `from` names by its path relative to this file, such as a price list or a quote. `check`
        /// reports when the file has changed.
        sha256: Option<Located<Fingerprint>>, aliases(&["sha_256", "hash", "checksum", "digest", "fingerprint"]);
    }
}
