//! Header of every result: the scenario, its settings and its file.

use crate::amount::{Amount, Ratio};
use crate::diagnostic::{Place, SET, SourceId};
use crate::scenario::calendar::{Calendar, DatedMonth, DatedMonths};
use crate::scenario::cases::STATED;
use crate::scenario::conventions::{Financing, FlowDates};
use crate::scenario::document::{Document, Label, Located, Named, ScalarOr};
use crate::scenario::quantities;
use crate::scenario::quantity::{Quantity, ReadNumber};
use crate::scenario::{Labels, Loaded, Scenario, budget, exchange, reviews};
use rust_decimal::Decimal;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, BTreeSet};

/// Tags by name.
pub type Tags = BTreeMap<String, String>;

/// Tags of a scenario or workload.
pub(super) fn tags(stated: &Named<Located<Label>>) -> Tags {
    stated.iter().map(|entry| (entry.name.clone(), entry.value.value.text().to_owned())).collect()
}

/// The scenario, its settings and its file.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Header {
    /// Name of the scenario.
    pub name: String,
    /// Owner of the scenario; null if none is given.
    pub owner: Option<String>,
    /// Its tags; absent if there are none.
    #[serde(skip_serializing_if = "Tags::is_empty")]
    pub tags: Tags,
    /// Date of its prices; null if none is given.
    pub date: Option<String>,
    /// Date by which to review it; the earliest if there are several. Null if none is given.
    pub review_by: Option<String>,
    /// All review dates; absent unless there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reviews: Vec<String>,
    /// Free text; null if none is given.
    pub notes: Option<String>,
    /// ISO 4217 code.
    pub currency: String,
    /// Digits of the currency's minor unit.
    #[serde(skip)]
    pub minor_digits: u32,
    /// Months of the comparison.
    pub horizon_months: u32,
    /// Calendar of the months; absent if the scenario has no start date.
    #[serde(flatten)]
    pub calendar: Option<Calendar>,
    /// Date at which payments of a month count for discounting; absent for the end of the month.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "flow_dates")]
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("enum" = ["month_end", "year_end", "mid_year"])))]
    pub flows: Option<FlowDates>,
    /// Whether loans are part of the result; absent if they are reported separately.
    #[serde(skip_serializing_if = "is_beside", serialize_with = "financing")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>", extend("enum" = ["inside"])))]
    pub financing: Financing,
    /// Cost of capital per year.
    pub discount_rate: Ratio,
    /// Tax rate on profits, of all taxes; absent without a tax. With a tax, all figures are after tax.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tax_rate: Option<Ratio>,
    /// Rates of indirect tax that is not recovered and is in the figures, each once, lowest first; absent without any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub indirect_tax_rates: Vec<Ratio>,
    /// Budget over the horizon; null if none is given.
    pub budget: Option<Amount>,
    /// All budgets; absent if there is none, or only a single amount over the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budgets: Option<Budgets>,
    /// Share of the runner-up's present value below which a saving is too close to call.
    pub close_call: Ratio,
    /// Default unit of useful output of the workloads; null if none is given.
    #[serde(rename = "unit")]
    pub output_unit: Option<String>,
    /// Utilization given in the short form; null otherwise.
    pub demand_utilization: Option<Ratio>,
    /// Name of the file as given.
    pub file: String,
    /// Names of the files that it extends; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub extends: Vec<String>,
    /// SHA-256 of the file in hexadecimal; if it extends others, that of a list with the SHA-256 of each file.
    pub sha256: String,
    /// Name of the case; `stated` for the base case.
    #[serde(serialize_with = "or_stated")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub case: Option<String>,
    /// `PATH=VALUE` of every `--set`.
    pub set: Vec<String>,
    /// Workbook with edited values; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workbook: Option<String>,
    /// Labels of options, workloads and lines, by path; absent if there are none.
    #[serde(skip_serializing_if = "Labels::is_empty")]
    pub labels: Labels,
}

/// Budgets in the currency of the scenario; each is null if not given.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Budgets {
    /// Over the whole horizon; null if not given.
    pub total: Option<Amount>,
    /// In any one year; null if not given.
    pub per_year: Option<Amount>,
    /// For purchases; null if not given.
    pub capital: Option<Amount>,
    /// For everything else: running costs, rent, leases, one-time payments. Null if not given.
    pub operating: Option<Amount>,
}

impl Budgets {
    /// Budgets of a scenario; none if it has only a single amount over the horizon.
    fn of(scenario: &Scenario) -> Option<Budgets> {
        let ScalarOr::Part(part) = scenario.budget.as_ref()? else { return None };
        let digits = scenario.currency.value.minor_digits();
        let amount = |stated: &Option<Located<quantities::Amount>>| {
            let amount = exchange::at_the_decision(&scenario.exchange_rates, &stated.as_ref()?.value)?;
            Some(Amount::new(amount, digits))
        };
        Some(Budgets {
            total: amount(&part.total),
            per_year: amount(&part.per_year),
            capital: amount(&part.capital),
            operating: amount(&part.operating),
        })
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over the field")]
fn is_beside(financing: &Financing) -> bool {
    *financing == Financing::Separate
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over the field")]
fn financing<S: Serializer>(financing: &Financing, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(financing.name())
}

#[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref, reason = "serde hands over the field")]
fn flow_dates<S: Serializer>(flows: &Option<FlowDates>, serializer: S) -> Result<S::Ok, S::Error> {
    flows.map(FlowDates::name).serialize(serializer)
}

impl Header {
    /// A month, with its date if the scenario has a start date.
    #[must_use]
    pub fn dated(&self, month: u32) -> DatedMonth {
        DatedMonth::of(month, self.calendar.as_ref())
    }

    /// A range of months, with dates if the scenario has a start date.
    #[must_use]
    pub fn dated_months(&self, first: u32, last: u32) -> DatedMonths {
        DatedMonths { first: self.dated(first), last: self.dated(last) }
    }
}

/// Rates of indirect tax in a document, except zero.
pub(super) fn indirect_taxes(document: &Document) -> impl Iterator<Item = ReadNumber> {
    let is_rate = |number: &ReadNumber| document.key(number.at) == "indirect_tax" && !number.value.is_zero();
    document.numbers().into_iter().filter(is_rate)
}

/// Rates of indirect tax in a document, each once, lowest first.
fn indirect_tax_rates(document: &Document) -> Vec<Ratio> {
    let rates: BTreeSet<Decimal> = indirect_taxes(document).map(|number| number.value).collect();
    rates.into_iter().map(Ratio::from).collect()
}

/// Header of a scenario.
#[must_use]
pub fn header(loaded: &Loaded) -> Header {
    let scenario = &loaded.scenario;
    let minor_digits = scenario.currency.value.minor_digits();
    Header {
        name: scenario.name.value.clone(),
        owner: scenario.owner.as_ref().map(|owner| owner.value.clone()),
        tags: tags(&scenario.tags),
        date: scenario.date.as_ref().map(|date| date.value.to_string()),
        review_by: reviews::first(scenario.review_by.as_ref()).map(|day| day.value.to_string()),
        reviews: match reviews::days(scenario.review_by.as_ref()) {
            [] | [_] => Vec::new(),
            several => several.iter().map(|day| day.value.to_string()).collect(),
        },
        notes: scenario.notes.as_ref().map(|notes| notes.value.clone()),
        currency: scenario.currency.value.code().to_owned(),
        minor_digits,
        horizon_months: scenario.horizon_months.value.count(),
        calendar: Calendar::of(scenario),
        financing: scenario.financing(),
        flows: scenario.flows.as_ref().map(|flows| flows.value).filter(|flows| *flows != FlowDates::MonthEnd),
        discount_rate: scenario.discount_rate.value.decimal().into(),
        indirect_tax_rates: indirect_tax_rates(&loaded.document),
        tax_rate: scenario.tax.as_ref().map(|tax| tax.combined_rate().into()),
        budget: scenario
            .budget
            .as_ref()
            .and_then(budget::of_horizon)
            .and_then(|budget| exchange::at_the_decision(&scenario.exchange_rates, &budget.value))
            .map(|budget| Amount::new(budget, minor_digits)),
        budgets: Budgets::of(scenario),
        close_call: scenario.close_call.value.decimal().into(),
        output_unit: scenario.demand.output_unit().map(str::to_owned),
        demand_utilization: scenario.demand.utilization.as_ref().map(|share| share.value.decimal().into()),
        file: loaded.sources.name().to_owned(),
        extends: loaded.sources.files().skip(1).map(|file| file.name.to_owned()).collect(),
        sha256: loaded.sources.sha256(),
        case: loaded.case.clone(),
        set: loaded.sources.settings().filter(|set| set.name == SET).map(|set| set.text.to_owned()).collect(),
        workbook: loaded.workbook.clone(),
        labels: Labels::of_document(&loaded.document),
    }
}

impl Header {
    /// Name of the file of a position, the scenario's or one that it extends; none for a `--set` or a trace.
    #[must_use]
    pub fn file_of(&self, place: Place) -> Option<&str> {
        match place.source {
            SourceId::File(0) => Some(&self.file),
            SourceId::File(number) => self.extends.get(usize::from(number) - 1).map(String::as_str),
            SourceId::Setting(_) | SourceId::Trace(_) => None,
        }
    }
}

/// Serializes the name of a case, or `stated` for the base case.
#[allow(clippy::ref_option, reason = "serde hands over the field")]
fn or_stated<S: Serializer>(case: &Option<String>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(case.as_deref().unwrap_or(STATED))
}
